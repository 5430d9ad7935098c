/* SPDX-License-Identifier: BSD-3-Clause */
/* Axial inertia: against finite elements of the bent beam in time, and what its modes lose. */
#include "nonlinear/curve.h"
#include "nonlinear/time.h"
#include "nonlinear_fixture.h"

#include <math.h>
#include <string.h>

/* ---- the von Kármán beam in time: w in pinned modes, u by linear elements, strain u′ + ½w′² ---------------------- */

enum { ELEMENTS = 24, NODES = ELEMENTS - 1, LATERAL = 2, STATE = 2 * (LATERAL + NODES) };

typedef struct strip {
  double length, EA, EI, line_mass;
} strip;

/** w′ at x. */
static double slope_at(const strip *b, const double *y, double x)
{
  double slope = 0;
  for (size_t k = 0; k < LATERAL; k++) {
    double wave = (double)(k + 1) * M_PI / b->length;
    slope += wave * cos(wave * x) * y[k];
  }
  return slope;
}

/** Elastic forces of all coordinates. An element has one strain, the mean over it. */
static void elastic(const strip *b, const double *y, double *force)
{
  static const double at[3] = {-0.7745966692414834, 0, 0.7745966692414834}, weight[3] = {5.0 / 18, 8.0 / 18, 5.0 / 18};
  const double h = b->length / ELEMENTS, *u = y + LATERAL;
  memset(force, 0, (LATERAL + NODES) * sizeof *force);
  for (size_t k = 0; k < LATERAL; k++) {
    force[k] = b->EI * pow((double)(k + 1) * M_PI / b->length, 4) * b->length / 2 * y[k];
  }
  for (size_t e = 0; e < ELEMENTS; e++) {
    double slope[3], strain = ((e < NODES ? u[e] : 0) - (e > 0 ? u[e - 1] : 0)) / h;
    for (int g = 0; g < 3; g++) {
      slope[g] = slope_at(b, y, h * ((double)e + 0.5 + 0.5 * at[g]));
      strain += weight[g] * 0.5 * slope[g] * slope[g];
    }
    for (size_t i = 0; i < 3 * LATERAL; i++) {
      double wave = (double)(i / 3 + 1) * M_PI / b->length, x = h * ((double)e + 0.5 + 0.5 * at[i % 3]);
      force[i / 3] += b->EA * strain * h * weight[i % 3] * slope[i % 3] * wave * cos(wave * x);
    }
    if (e < NODES) {
      force[LATERAL + e] += b->EA * strain;
    }
    if (e > 0) {
      force[LATERAL + e - 1] -= b->EA * strain;
    }
  }
}

/** x ← consistent mass of the elements⁻¹ x: tridiagonal, h m (1/6, 2/3, 1/6). */
static void divide_by_mass(const strip *b, double *x)
{
  double h = b->length / ELEMENTS, off = h * b->line_mass / 6, main = 4 * off;
  double pivot[NODES];
  pivot[0] = main;
  for (size_t i = 1; i < NODES; i++) {
    double factor = off / pivot[i - 1];
    pivot[i] = main - factor * off;
    x[i] -= factor * x[i - 1];
  }
  for (size_t i = NODES; i-- > 0;) {
    x[i] = (x[i] - (i + 1 < NODES ? off * x[i + 1] : 0)) / pivot[i];
  }
}

static void slope_of(const strip *b, const double *y, double *slope)
{
  size_t n = LATERAL + NODES;
  elastic(b, y, slope + n);
  divide_by_mass(b, slope + n + LATERAL);
  for (size_t i = 0; i < n; i++) {
    slope[i] = y[n + i];
    slope[n + i] *= i < LATERAL ? -2 / (b->line_mass * b->length) : -1;
  }
}

/** Runge and Kutta's method. */
static void run(const strip *b, double time, size_t steps, double *y)
{
  double h = time / (double)steps;
  double k[4][STATE], at[STATE];
  for (size_t s = 0; s < steps; s++) {
    for (int stage = 0; stage < 4; stage++) {
      double part = stage == 0 ? 0 : stage == 3 ? h : h / 2;
      for (size_t i = 0; i < STATE; i++) {
        at[i] = y[i] + (stage > 0 ? part * k[stage - 1][i] : 0);
      }
      slope_of(b, at, k[stage]);
    }
    for (size_t i = 0; i < STATE; i++) {
      y[i] += h / 6 * (k[0][i] + 2 * k[1][i] + 2 * k[2][i] + k[3][i]);
    }
  }
}

/** Axial displacements without inertia: u = Σ U_r sin(rπx/l) with U_r = ½ qᵀQ^r q. */
static void start_at(const strip *b, const hol_nonlinear_model *m, const double q[LATERAL], double *y, double *state)
{
  size_t n = m->lateral + m->axial;
  memset(y, 0, STATE * sizeof *y);
  memset(state, 0, 2 * n * sizeof *state);
  for (size_t k = 0; k < LATERAL; k++) {
    y[k] = state[k] = q[k];
  }
  for (size_t r = 0; r < m->axial; r++) {
    for (size_t i = 0; i < LATERAL * LATERAL; i++) {
      state[LATERAL + r] += 0.5 * m->form[r * LATERAL * LATERAL + i] * q[i / LATERAL] * q[i % LATERAL];
    }
    for (size_t e = 0; e < NODES; e++) {
      double x = b->length * (double)(e + 1) / ELEMENTS;
      y[LATERAL + e] += state[LATERAL + r] * sin((double)(r + 1) * M_PI * x / b->length);
    }
  }
}

/** The beam left alone: what axial inertia changes within a time is that of finite elements, to their error h²; without
 *  axial modes nothing of it is there, and the straightened bar moves otherwise. */
static void test_held_bar_is_that_of_finite_elements_in_time(void **state)
{
  (void)state;
  const strip b = {.length = 1, .EA = 900, .EI = 1, .line_mass = 1};
  const double q[LATERAL] = {0.05, -0.02}, time = 0.9;
  double end[3][2 * (LATERAL + 4)], y[STATE];
  for (int i = 0; i < 3; i++) {
    const hol_nonlinear_beam beam = {.length = 1,
                                     .EA = b.EA,
                                     .EI = 1,
                                     .line_mass = 1,
                                     .inertia = i == 2 ? HOL_AXIAL_STRAIGHTENED : HOL_AXIAL_HELD,
                                     .end = {HOL_END_PINNED, HOL_END_PINNED}};
    hol_nonlinear_model m = {0};
    assert_int_equal(hol_nonlinear_from_beam(&beam, LATERAL, i == 0 ? 0 : 4, &m), HOL_OK);
    double unused[STATE];
    start_at(&b, &m, q, i == 1 ? y : unused, end[i]);
    assert_int_equal(hol_nonlinear_integrate(&m, 10, 0, time, 1e-12, end[i]), HOL_OK);
    hol_nonlinear_model_clear(&m);
  }
  run(&b, time, 8000, y);
  double change = 0, off = 0, straightened = 0;
  for (size_t k = 0; k < LATERAL; k++) {
    change += fabs(y[k] - end[0][k]);
    off += fabs(y[k] - end[1][k]);
    straightened += fabs(y[k] - end[2][k]);
  }
  assert_true(change > 1e-6);
  assert_true(off < 0.01 * change);
  assert_true(straightened > 0.3 * change);
}

/* ---- losses ------------------------------------------------------------------------------------------------------ */

/** The highest peak of a steel strip of 1 m x 20 mm x 4 mm with 0.1 N at 0.3. */
static double peak(size_t axial, hol_axial_inertia inertia, double eta, bool cubic, double viscous)
{
  double A = 0.02 * 0.004, I = 0.02 * pow(0.004, 3) / 12;
  const hol_nonlinear_beam beam = {.length = 1,
                                   .EA = 210e9 * A,
                                   .EI = 210e9 * I,
                                   .line_mass = 7850 * A,
                                   .inertia = inertia,
                                   .end = {HOL_END_PINNED, HOL_END_PINNED}};
  const hol_nonlinear_options o = {
      .from = 2 * M_PI * 5, .to = 2 * M_PI * 20, .harmonics = 7, .only_primary = true, .no_stability = true};
  hol_nonlinear_model m = {0};
  hol_nonlinear_curve c = {0};
  double highest = 0;
  assert_int_equal(hol_nonlinear_from_beam(&beam, 1, axial, &m), HOL_OK);
  hol_nonlinear_add_point_force(&m, 0.3, 0.1);
  m.eta = eta;
  m.cubic_loss = cubic;
  m.viscous = viscous;
  assert_int_equal(hol_nonlinear_trace(&m, &o, &c), HOL_OK);
  for (size_t i = 0; i < c.branch->events; i++) {
    const hol_nonlinear_event *e = &c.branch->event[i];
    highest = e->kind == HOL_EVENT_PEAK && e->is_maximum ? fmax(highest, e->nu) : highest;
  }
  hol_nonlinear_curve_clear(&c);
  hol_nonlinear_model_clear(&m);
  return highest;
}

/** The stretch loses by the law, however many axial modes have inertia: the peak is where it is without them but for
 *  what inertia does, a few millionths with the held and less than 1e-4 with the straightened bar. */
static void test_loss_of_stretch_does_not_depend_on_axial_modes(void **state)
{
  (void)state;
  static const size_t axial[] = {1, 2, 3, 6};
  double linear = peak(0, HOL_AXIAL_HELD, 0.02, false, 0), cubic = peak(0, HOL_AXIAL_HELD, 0.02, true, 0);
  double viscous = peak(0, HOL_AXIAL_HELD, 0, false, 1);
  assert_close(linear, 101.4593615, 1e-9);
  assert_true(cubic < 0.85 * linear);
  for (size_t i = 0; i < 4; i++) {
    for (int kind = 0; kind < 2; kind++) {
      const hol_axial_inertia inertia = kind ? HOL_AXIAL_STRAIGHTENED : HOL_AXIAL_HELD;
      double close = kind ? 1e-4 : 4e-6;
      assert_close(peak(axial[i], inertia, 0.02, false, 0), linear, close);
      assert_close(peak(axial[i], inertia, 0.02, true, 0), cubic, close);
      assert_close(peak(axial[i], inertia, 0, false, 1), viscous, close);
    }
  }
  assert_true(peak(1, HOL_AXIAL_HELD, 0.02, false, 0) == linear); /* one that symmetry leaves at rest */
}

/** Two modes of a clamped-pinned beam: with axial modes the curve has as many branches as without, and is as
 *  complete; what axial inertia shifts is small. */
static void test_curves_with_axial_modes_are_complete(void **state)
{
  (void)state;
  size_t branches = 0;
  double fold = 0;
  for (size_t axial = 0; axial <= 4; axial += 2) {
    const hol_nonlinear_beam beam = {
        .length = 1, .EA = 1e6, .EI = 1, .line_mass = 1, .end = {HOL_END_CLAMPED, HOL_END_PINNED}};
    const hol_nonlinear_options o = {.from = 13, .to = 30, .harmonics = 7};
    hol_nonlinear_model m = {0};
    hol_nonlinear_curve c = {0};
    assert_int_equal(hol_nonlinear_from_beam(&beam, 2, axial, &m), HOL_OK);
    hol_nonlinear_add_point_force(&m, 0.4, 0.3);
    m.viscous = 0.5;
    assert_int_equal(hol_nonlinear_trace(&m, &o, &c), HOL_OK);
    assert_true(c.complete);
    assert_true(c.branches > 0);
    assert_true(c.branch->events > 1);
    assert_true(c.branch->event[1].kind == HOL_EVENT_FOLD);
    branches = axial == 0 ? c.branches : branches;
    fold = axial == 0 ? c.branch->event[1].nu : fold;
    assert_int_equal(c.branches, branches);
    assert_int_equal(c.branch->coordinates, 2 + axial);
    assert_close(c.branch->event[1].nu, fold, 1e-4);
    hol_nonlinear_curve_clear(&c);
    hol_nonlinear_model_clear(&m);
  }
}

int main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_held_bar_is_that_of_finite_elements_in_time),
      cmocka_unit_test(test_loss_of_stretch_does_not_depend_on_axial_modes),
      cmocka_unit_test(test_curves_with_axial_modes_are_complete),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}

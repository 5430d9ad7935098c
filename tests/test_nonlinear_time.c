/* SPDX-License-Identifier: BSD-3-Clause */
/* Motion in time against exact solutions; stability against the integrated variations and closed forms. */
#include "nonlinear_fixture.h"

#include "base/dense.h"
#include "nonlinear/curve.h"
#include "nonlinear/floquet.h"
#include "nonlinear/time.h"

#include <string.h>

static void test_linear_oscillator_in_time_is_exact(void **state)
{
  (void)state;
  hol_nonlinear_model m = {0};
  assert_int_equal(hol_nonlinear_from_duffing(4, 0, &m), HOL_OK);
  m.viscous = 0.2;
  double y[2] = {1, 0};
  assert_int_equal(hol_nonlinear_integrate(&m, 1, 0, 10, 1e-13, y), HOL_OK);
  double w = sqrt(4 - 0.01), e = exp(-1.0);
  assert_near(y[0], e * (cos(10 * w) + 0.1 / w * sin(10 * w)), 1e-12);
  assert_near(y[1], -e * 4 / w * sin(10 * w), 1e-12);
  assert_int_equal(hol_nonlinear_integrate(&m, 1, 10, 0, 1e-13, y), HOL_OK); /* and back */
  assert_near(y[0], 1, 1e-11);
  assert_near(y[1], 0, 1e-11);
  assert_int_equal(hol_nonlinear_integrate(&m, 0, 0, 1, 1e-10, y), HOL_INVALID);
  hol_nonlinear_model_clear(&m);
}

/** Free undamped motion from (A, 0) is back after 4K/Ω, Ω² = ω² + μA², k² = μA²/2Ω². */
static void test_free_motion_returns_after_the_elliptic_period(void **state)
{
  (void)state;
  hol_nonlinear_model m = {0};
  assert_int_equal(hol_nonlinear_from_duffing(1.7, 0.6, &m), HOL_OK);
  for (double A = 0.1; A < 20; A *= 3) {
    double W = sqrt(1.7 + 0.6 * A * A), k2 = 0.6 * A * A / (2 * W * W);
    double T = 2 * M_PI / (W * agm(1, sqrt(1 - k2)));
    double y[2] = {A, 0};
    assert_int_equal(hol_nonlinear_integrate(&m, 1, 0, T, 1e-13, y), HOL_OK);
    assert_close(y[0], A, 1e-11);
    assert_near(y[1], 0, 1e-10 * A * W);
  }
  hol_nonlinear_model_clear(&m);
}

/** Multipliers as eigenvalues of the integrated variations along the motion from its state at θ = 0. */
static void integrated(const hol_nonlinear_model *m, double nu, size_t period, const double *state, double *largest)
{
  size_t n = 2 * (m->lateral + m->axial), size = n * (n + 1);
  double *y = calloc(size, sizeof *y), *re = calloc(2 * n, sizeof *re);
  memcpy(y, state, n * sizeof *y);
  for (size_t k = 0; k < n; k++) {
    y[n + k * n + k] = 1;
  }
  hol_clock clock;
  assert_int_equal(hol_clock_start(&clock, m, nu, 1e-14, true), HOL_OK);
  assert_int_equal(hol_clock_run(&clock, 0, 2 * M_PI * (double)period / nu, y), HOL_OK);
  assert_int_equal(hol_dense_eigenvalues(n, y + n, re, re + n), HOL_OK);
  *largest = 0;
  for (size_t k = 0; k < n; k++) {
    *largest = fmax(*largest, hypot(re[k], re[n + k]));
  }
  hol_clock_clear(&clock);
  free(y);
  free(re);
}

/** Displacements and velocities at θ = 0 of all coordinates, those of axial modes as the balance tells. */
static void state_of(hol_balance *b, const double *z, double nu, double *state)
{
  size_t n = b->coordinates + b->model->axial;
  double w = nu / (double)b->period;
  double *full = calloc(n * b->block, sizeof *full);
  hol_balance_spread(b, z, nu, full);
  for (size_t i = 0; i < n; i++) {
    const double *c = full + i * b->block;
    state[i] = c[0] * sqrt(0.5);
    state[n + i] = 0;
    for (size_t h = 1; h <= b->highest; h++) {
      state[i] += c[2 * h - 1];
      state[n + i] += (double)h * w * c[2 * h];
    }
  }
  free(full);
}

/** A motion at ν: the first point of the first branch. */
static void motion_at(const hol_nonlinear_model *m, double nu, double *z, size_t n)
{
  const hol_nonlinear_options o = {.from = nu, .to = 1.01 * nu, .harmonics = 23, .only_primary = true, .search = 1};
  hol_nonlinear_curve curve = {0};
  assert_int_equal(hol_nonlinear_trace(m, &o, &curve), HOL_OK);
  assert_true(curve.branches > 0);
  assert_true(curve.branch->unknowns >= n);
  memcpy(z, curve.branch->coefficient, n * sizeof *z);
  hol_nonlinear_curve_clear(&curve);
}

static void check_multipliers(hol_nonlinear_model *m, double nu, bool follows)
{
  hol_balance b;
  hol_floquet f;
  assert_int_equal(hol_balance_start(&b, m, 23, 1), HOL_OK);
  assert_int_equal(hol_floquet_start(&f, &b), HOL_OK);
  double *z = calloc(b.unknowns + 1, sizeof *z), start[16], largest;
  motion_at(m, nu, z, b.unknowns);
  hol_stability s;
  assert_int_equal(hol_floquet_stability(&f, z, nu, &s), HOL_OK);
  assert_int_equal(f.coordinates, follows ? m->lateral : m->lateral + m->axial);
  state_of(&b, z, nu, start);
  integrated(m, nu, 1, start, &largest);
  assert_close(s.largest, largest, 1e-8);
  assert_int_equal(s.above + s.below + s.pairs > 0, largest > 1);
  free(z);
  hol_floquet_clear(&f);
  hol_balance_clear(&b);
  hol_nonlinear_model_clear(m);
}

static void test_multipliers_equal_integrated_variations(void **state)
{
  (void)state;
  hol_nonlinear_model duffing = duffing_of_appendix(4), busy = busy_beam();
  check_multipliers(&duffing, 2.6, true);
  check_multipliers(&busy, 14, false);
}

/** Axial modes that are fast take no coordinates, and nothing of the multipliers: two pinned modes and a clamped-pinned
 *  one, with each kind of loss, at amplitudes at which axial inertia counts: among them is a multiplier of 2.54 that it
 *  changes by 7e-5. */
static void test_multipliers_with_fast_axial_modes_equal_integrated_variations(void **state)
{
  (void)state;
  for (int i = 0; i < 8; i++) {
    size_t lateral = 1 + (size_t)(i % 2);
    const hol_nonlinear_beam b = {.length = 1,
                                  .EA = 4e4,
                                  .EI = 1,
                                  .line_mass = 1,
                                  .inertia = i / 2 % 2 ? HOL_AXIAL_STRAIGHTENED : HOL_AXIAL_HELD,
                                  .end = {i % 2 ? HOL_END_CLAMPED : HOL_END_PINNED, HOL_END_PINNED}};
    hol_nonlinear_model m = {0};
    assert_int_equal(hol_nonlinear_from_beam(&b, lateral, 2, &m), HOL_OK);
    hol_nonlinear_add_point_force(&m, 0.3, 3);
    m.viscous = i < 4 ? 0.8 : 0.2;
    m.eta = i < 4 ? 0 : 0.03;
    m.cubic_loss = i >= 6;
    check_multipliers(&m, 1.1 * sqrt(m.omega2[0]), true);
  }
}

static void test_multipliers_of_rest_are_those_of_the_linear_oscillator(void **state)
{
  (void)state;
  hol_nonlinear_model m = duffing_of_brief();
  hol_balance b;
  hol_floquet f;
  assert_int_equal(hol_balance_start(&b, &m, 3, 2), HOL_OK);
  assert_int_equal(hol_floquet_start(&f, &b), HOL_OK);
  double z[14] = {0};
  for (double nu = 0.05; nu < 40; nu *= 1.7) {
    hol_stability s;
    assert_int_equal(hol_floquet_stability(&f, z, nu, &s), HOL_OK);
    assert_close(s.largest, exp(-0.025 * 4 * M_PI / nu), 1e-9);
  }
  hol_floquet_clear(&f);
  hol_balance_clear(&b);
  hol_nonlinear_model_clear(&m);
}

/** A first step so long that numbers overflow in it is made shorter, and not taken for one without any error. */
static void test_steps_that_overflow_are_shortened(void **state)
{
  (void)state;
  double stiffness = 1e8, y[2] = {1, 0};
  hol_nonlinear_model m = {0};
  assert_int_equal(hol_nonlinear_from_duffing(1, stiffness, &m), HOL_OK);
  assert_int_equal(hol_nonlinear_integrate(&m, 1, 0, 0.01, 1e-12, y), HOL_OK);
  double energy = y[1] * y[1] / 2 + y[0] * y[0] / 2 + stiffness * pow(y[0], 4) / 4;
  assert_close(energy, 0.5 + stiffness / 4, 1e-8);
  hol_nonlinear_model_clear(&m);
}

int main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_linear_oscillator_in_time_is_exact),
      cmocka_unit_test(test_free_motion_returns_after_the_elliptic_period),
      cmocka_unit_test(test_multipliers_equal_integrated_variations),
      cmocka_unit_test(test_multipliers_with_fast_axial_modes_equal_integrated_variations),
      cmocka_unit_test(test_multipliers_of_rest_are_those_of_the_linear_oscillator),
      cmocka_unit_test(test_steps_that_overflow_are_shortened),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}

/* SPDX-License-Identifier: BSD-3-Clause */
/* Damped motions of exact segments against their equations of motion integrated by themselves, and structures against
   closed forms. */
#include "reading.h"

#include "base/complex.h"
#include "model/layout.h"
#include "parts/line/damped.h"
#include "response/dynamic.h"
#include "draw.h"

#include <float.h>
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef long double complex number;

static double between(uint64_t *seed, double low, double high)
{
  return low * pow(high / low, chance(seed));
}

/* ---- the equations of motion, in extended precision -------------------------------------------------------------- */

/** exp(A) of order n ≤ 4 by halving and its series. */
static void exponential(size_t n, number A[4][4], number X[4][4])
{
  enum { HALVINGS = 12, TERMS = 24 };
  number term[4][4], next[4][4];
  for (size_t i = 0; i < n; i++) {
    for (size_t j = 0; j < n; j++) {
      X[i][j] = term[i][j] = i == j;
    }
  }
  for (int t = 1; t <= TERMS; t++) {
    for (size_t i = 0; i < n; i++) {
      for (size_t j = 0; j < n; j++) {
        next[i][j] = 0;
        for (size_t k = 0; k < n; k++) {
          next[i][j] += term[i][k] * A[k][j] / (t * (long double)(1 << HALVINGS));
        }
      }
    }
    for (size_t i = 0; i < n; i++) {
      for (size_t j = 0; j < n; j++) {
        X[i][j] += term[i][j] = next[i][j];
      }
    }
  }
  for (int h = 0; h < HALVINGS; h++) {
    for (size_t i = 0; i < n; i++) {
      for (size_t j = 0; j < n; j++) {
        next[i][j] = 0;
        for (size_t k = 0; k < n; k++) {
          next[i][j] += X[i][k] * X[k][j];
        }
      }
    }
    memcpy(X, next, sizeof next);
  }
}

/** y′ = A y times h: of bending y = (w, ψ, M, V), else (u, P). */
static size_t equations(const hol_line *line, double h, hol_damping damping, double complex s, number A[4][4])
{
  number g = 1 + (number)_Complex_I * (number)(cimag(s) < 0 ? -damping.loss_factor : damping.loss_factor) +
             (number)damping.stiffness * (number)s;
  number lambda = -((number)s * (number)s + (number)damping.mass * (number)s);
  bool turns = line->motion == HOL_TORSION;
  number mu =
      (number)line->mass * lambda - (turns ? 0 : (number)damping.line * (number)s) - g * (number)line->foundation;
  memset(A, 0, 16 * sizeof A[0][0]);
  if (!hol_line_is_bending(line)) {
    A[0][1] = h / (g * (number)line->stiffness);
    A[1][0] = -mu * h;
    return 2;
  }
  number phi = line->shear > 0 ? 1 / (g * (number)line->shear) : 0, T = g * (number)line->tension, e = 1 + phi * T;
  A[0][1] = h / e;
  A[0][3] = h * phi / e;
  A[1][2] = h / (g * (number)line->stiffness);
  A[2][1] = h * (T / e - lambda * (number)line->rotary);
  A[2][3] = h * (T * phi / e - 1);
  A[3][0] = -h * mu;
  return 4;
}

/** S v less what it should be, over the sum of its terms, in a motion that begins with y. */
static double mismatch(const hol_damped_relation *r, const number T[4][4], const number *y)
{
  number v[8], right[8] = {0}, end[4] = {0};
  size_t n = r->n_ports, orders = n / 2;
  for (size_t i = 0; i < n; i++) {
    for (size_t k = 0; k < n; k++) {
      end[i] += T[i][k] * y[k];
    }
  }
  number force[4] = {orders == 1 ? -y[1] : -y[3], -y[2], orders == 1 ? end[1] : end[3], end[2]};
  if (orders == 1) {
    v[0] = force[2];
    force[1] = force[2];
  } else {
    v[0] = force[1];
    v[1] = r->form == HOL_FORM_PINNED_PINNED ? force[3] : force[2];
  }
  for (size_t i = 0; i < n; i++) {
    v[r->n_mu + i] = i < orders ? y[i] : end[i - orders];
    right[r->n_mu + i] = force[i];
  }
  double worst = 0;
  for (size_t i = 0; i < r->n_mu + n; i++) {
    number sum = -right[i];
    long double size = cabsl(right[i]);
    for (size_t j = 0; j < r->n_mu + n; j++) {
      sum += (number)r->S[i][j] * v[j];
      size += cabsl((number)r->S[i][j] * v[j]);
    }
    worst = fmax(worst, (double)(cabsl(sum) / size));
  }
  return worst;
}

static hol_line random_line(uint64_t *seed)
{
  hol_line line = {.motion = (hol_motion)(4 * chance(seed)), .length = between(seed, 0.1, 10)};
  line.stiffness = between(seed, 1e-2, 1e6);
  line.mass = chance(seed) < 0.1 ? 0 : between(seed, 1e-2, 1e2);
  bool bends = hol_line_is_bending(&line);
  double l = line.length;
  if (bends && chance(seed) < 0.5) {
    line.rotary = line.mass * l * l * between(seed, 1e-5, 1e-1);
  }
  if (bends && chance(seed) < 0.5) {
    line.shear = line.stiffness / (l * l) * between(seed, 1, 1e4);
  }
  if (bends && chance(seed) < 0.3) {
    line.tension = line.stiffness / (l * l) * between(seed, 0.1, 30);
  }
  if (chance(seed) < 0.3) {
    line.foundation = line.stiffness / (bends ? l * l * l * l : l * l) * between(seed, 0.1, 30);
  }
  return line;
}

static hol_damping random_damping(uint64_t *seed, double omega)
{
  return (hol_damping){.loss_factor = chance(seed) < 0.5 ? between(seed, 1e-4, 1) : 0,
                       .mass = chance(seed) < 0.4 ? omega * between(seed, 1e-3, 3) : 0,
                       .stiffness = chance(seed) < 0.4 ? between(seed, 1e-3, 3) / omega : 0,
                       .line = chance(seed) < 0.3 ? omega * between(seed, 1e-3, 3) : 0};
}

/** About the pace of a line: kl of order one. */
static double pace(const hol_line *line)
{
  double l2 = line->length * line->length, mass = line->mass > 0 ? line->mass : 1;
  return sqrt(line->stiffness / mass / (hol_line_is_bending(line) ? l2 * l2 : l2));
}

static void test_damped_relations_are_those_of_the_equations_of_motion(void **state)
{
  (void)state;
  uint64_t seed = 7;
  double worst = 0;
  size_t tried = 0;
  for (int i = 0; i < 4000; i++) {
    hol_line line = random_line(&seed);
    double h = line.length * (chance(&seed) < 0.5 ? 1 : chance(&seed)), omega = pace(&line) * between(&seed, 1e-4, 25);
    double complex s = hol_complex((chance(&seed) - 0.8) * omega * (chance(&seed) < 0.5), omega);
    hol_damping damping = random_damping(&seed, omega);
    damping.line *= line.mass;
    hol_law law = hol_law_at(damping, s);
    hol_damped_relation r;
    number A[4][4], T[4][4], y[4];
    size_t n = equations(&line, h, damping, s, A);
    exponential(n, A, T);
    if (hol_line_damped(&line, h, &law, HOL_FORM_ANY, &r) != HOL_OK) {
      continue;
    }
    tried++;
    for (size_t k = 0; k < n; k++) {
      y[k] = (number)(chance(&seed) - 0.5) + (number)_Complex_I * (number)(chance(&seed) - 0.5);
      y[k] *= n == 4 ? (k == 1  ? 1 / h
                        : k > 1 ? line.stiffness / pow(h, k == 2 ? 2 : 3)
                                : 1)
              : k    ? line.stiffness / h
                     : 1;
    }
    worst = fmax(worst, mismatch(&r, (const number(*)[4])T, y));
  }
  assert_true(tried > 3950);
  assert_true(worst < 2e-12);
}

static void test_without_damping_relations_are_the_undamped_ones(void **state)
{
  (void)state;
  uint64_t seed = 11;
  for (int i = 0; i < 4000; i++) {
    hol_line line = random_line(&seed);
    double omega = pace(&line) * between(&seed, 1e-3, 200);
    double complex s = hol_complex(0, omega);
    hol_law law = hol_law_at((hol_damping){0}, s);
    hol_relation real;
    hol_damped_relation r;
    if (hol_line_relation(&line, line.length, omega * omega, HOL_FORM_ANY, true, &real) != HOL_OK) {
      continue;
    }
    assert_int_equal(hol_line_damped(&line, line.length, &law, real.form, &r), HOL_OK);
    for (size_t a = 0; a < real.n_mu + real.n_ports; a++) {
      for (size_t b = 0; b < real.n_mu + real.n_ports; b++) {
        double size = sqrt(fabs(real.S[a][a] * real.S[b][b])) + fabs(real.S[a][b]);
        double slope = sqrt(fabs(real.dS[a][a] * real.dS[b][b])) + fabs(real.dS[a][b]);
        assert_true(cabs(r.S[a][b] - real.S[a][b]) <= 1e-9 * size + 1e-300);
        assert_true(cabs(r.dS[a][b] + 2 * s * real.dS[a][b]) <= 1e-6 * omega * slope + 1e-300);
      }
    }
  }
}

/* ---- structures -------------------------------------------------------------------------------------------------- */

/** A structure and its matrix; outlets are points of which displacements are looked at. */
typedef struct damped {
  reading r;
  hol_model model;
  hol_system system;
  hol_dynamic dynamic;
  hol_outlet outlet[3];
} damped;

static void begin(const char *text, const hol_point *point, size_t points, double reach, damped *d)
{
  *d = (damped){0};
  assert_true(reading_of(text, &d->r));
  for (size_t i = 0; i < points; i++) {
    d->outlet[i].point = point[i];
  }
  d->r.problem.exported = (hol_export){.outlet = d->outlet, .outlets = points};
  assert_int_equal(hol_model_make(&d->r.problem, (hol_model_request){.exact = true}, &d->model, &d->r.faults), HOL_OK);
  d->model.reach = reach;
  assert_int_equal(hol_system_build(&d->model, 0, 8, HOL_BOUND_UPPER, &d->system), HOL_OK);
  assert_int_equal(hol_dynamic_start(&d->system, NULL, 0, &d->dynamic, &d->r.faults), HOL_OK);
}

static void end(damped *d)
{
  hol_dynamic_clear(&d->dynamic);
  hol_system_clear(&d->system);
  hol_model_clear(&d->model);
  d->r.problem.exported = (hol_export){0};
  reading_clear(&d->r);
}

/** Displacement along y of outlet `at` under a unit force along y at outlet `by`, and d/ds of it. */
static double complex receptance(damped *d, double complex s, size_t at, size_t by, double complex *slope)
{
  assert_int_equal(hol_dynamic_fill(&d->dynamic, s, false), HOL_OK);
  assert_int_equal(hol_dynamic_factorise(&d->dynamic), HOL_OK);
  size_t n = d->dynamic.n;
  double complex *x = calloc(2 * n, sizeof *x), value = 0;
  assert_non_null(x);
  const hol_sparse *to = &d->model.outlet[HOL_FREEDOM_COUNT * at + HOL_UY].row;
  const hol_sparse *from = &d->model.outlet[HOL_FREEDOM_COUNT * by + HOL_UY].row;
  for (size_t i = 0; i < from->count; i++) {
    x[from->index[i]] += from->value[i];
  }
  for (size_t i = 0; i < to->count; i++) {
    x[n + to->index[i]] += to->value[i];
  }
  assert_int_equal(hol_dynamic_solve(&d->dynamic, x, 2), HOL_OK);
  for (size_t i = 0; i < to->count; i++) {
    value += to->value[i] * x[to->index[i]];
  }
  if (slope) {
    *slope = -hol_dynamic_product(&d->dynamic, x + n, x);
  }
  free(x);
  return value;
}

#define UNIT "freedoms: [uy, rz]\nparts:\n  beam: {kind: beam, length: 1, EI: 1, line_mass: 1, "

/** (sin k cosh k − cos k sinh k)/(g k³ (1 + cos k cosh k)), k⁴ = ω²/g. */
static double complex cantilever(double omega, double eta)
{
  number g = 1 + (number)_Complex_I * (number)eta, k = csqrtl(csqrtl((number)omega * omega / g));
  return (double complex)((csinl(k) * ccoshl(k) - ccosl(k) * csinhl(k)) / (g * k * k * k * (1 + ccosl(k) * ccoshl(k))));
}

static void test_cantilever_at_two_thousand_frequencies(void **state)
{
  (void)state;
  damped d;
  begin(UNIT "loss_factor: 0.01}\njoints: [{fix: beam.start}]\nanalysis: {frequencies: {count: 1}}\n",
        &(hol_point){.part = 0, .xi = 1}, 1, 0, &d);
  double worst = 0;
  for (int i = 1; i <= 2000; i++) {
    double omega = 1000.0 * (i - 0.37) / 2000;
    double complex right = cantilever(omega, 0.01), slope,
                   near =
                       (cantilever(omega * (1 + 1e-6), 0.01) - cantilever(omega * (1 - 1e-6), 0.01)) / (2e-6 * omega);
    worst = fmax(worst, cabs(receptance(&d, hol_complex(0, omega), 0, 0, &slope) - right) / cabs(right));
    assert_true(cabs(hol_complex(0, 1) * slope - near) < 1e-6 * (cabs(near) + cabs(right) / omega));
  }
  assert_true(worst < 1e-12);
  end(&d);
}

/** Free beam from near zero, where the rigid body is all there is, to kl = 500: 34 digits, after Bishop and Johnson. */
static void test_free_beam_from_slow_to_fast(void **state)
{
  (void)state;
  static const struct {
    double omega, drive[2], far[2];
  } right[] = {
      {1e-4, {-399999999.9904764, -4.761785717424444e-05}, {200000000.0071427, -3.57133928810341e-05}},
      {0.01, {-39999.99047642694, -4.7617873434207225e-05}, {20000.007142680148, -3.571340858277641e-05}},
      {22.37, {0.08725663360056712, -1.5927126342989004}, {0.09654443114673326, -1.5926972750973976}},
      {3600, {-3.158761640237022e-06, -3.7784078879297615e-07}, {4.844005250966965e-06, -1.220168518399147e-07}},
      {250000, {-5.3180805904776e-09, -5.215469190252314e-09}, {6.929852129187648e-09, -2.0338272916615464e-09}},
  };
  damped d;
  const hol_point point[] = {{.part = 0, .xi = 0}, {.part = 0, .xi = 1}};
  begin(UNIT "loss_factor: 0.005}\nanalysis: {frequencies: {count: 1}}\n", point, 2, 0, &d);
  for (size_t i = 0; i < sizeof right / sizeof *right; i++) {
    double complex s = hol_complex(0, right[i].omega);
    double complex drive = hol_complex(right[i].drive[0], right[i].drive[1]),
                   far = hol_complex(right[i].far[0], right[i].far[1]);
    assert_true(cabs(receptance(&d, s, 0, 0, NULL) - drive) < 1e-12 * cabs(drive));
    assert_true(cabs(receptance(&d, s, 1, 0, NULL) - far) < 1e-12 * cabs(far));
    assert_true(cabs(receptance(&d, s, 0, 1, NULL) - far) < 1e-12 * cabs(far));
  }
  end(&d);
}

/** The same structure by waves and by pieces of what is said to vary, with laws that differ. */
static void test_pieces_and_waves_agree(void **state)
{
  (void)state;
#define LAWS                                                                                                           \
  "joints:\n  - {fix: root.start}\n  - {weld: [root.end, tip.start]}\n"                                                \
  "  - {dashpot: tip.end, freedom: uy, damping: 0.3}\n"                                                                \
  "  - {spring: tip.end, freedom: uy, stiffness: 2, loss_factor: 0.4, damping: 0.1}\n"                                 \
  "analysis: {frequencies: {count: 1}}\n"
  static const char by_waves[] =
      "freedoms: [uy, rz]\nparts:\n"
      "  root: {kind: beam, from: [0, 0], to: [1, 0], EI: 1, line_mass: 1, loss_factor: 0.1, rayleigh: {stiffness: "
      "0.002}}\n"
      "  tip: {kind: beam, from: [1, 0], to: [2.5, 0], EI: 1, line_mass: 1, rayleigh: {mass: 0.5}}\n" LAWS;
  static const char by_pieces[] =
      "freedoms: [uy, rz]\nparts:\n"
      "  root: {kind: beam, from: [0, 0], to: [1, 0], EI: 1 + 0*xi, line_mass: 1, pieces: [{to: 0.3}, {EI: 1}], "
      "loss_factor: 0.1, rayleigh: {stiffness: 0.002}}\n"
      "  tip: {kind: beam, from: [1, 0], to: [2.5, 0], EI: 1 + 0*xi, line_mass: 1, pieces: [{to: 0.3}, {EI: 1}], "
      "rayleigh: {mass: 0.5}}\n" LAWS;
  damped waves, pieces;
  const hol_point point[] = {{.part = 1, .xi = 1}, {.part = 0, .xi = 0.5}};
  begin(by_waves, point, 2, 0, &waves);
  begin(by_pieces, point, 2, 0, &pieces);
  assert_int_equal(waves.system.modal_count, 0);
  assert_int_equal(pieces.system.modal_count, 0);
  for (int i = 0; i < 60; i++) {
    double complex s = hol_complex(-0.1 * i / 60, 0.3 + 1.7 * i), slope[2];
    double complex a = receptance(&waves, s, 0, 1, &slope[0]), b = receptance(&pieces, s, 0, 1, &slope[1]);
    assert_true(cabs(a - b) < 1e-11 * cabs(a));
    assert_true(cabs(slope[0] - slope[1]) < 1e-7 * cabs(slope[0]));
  }
  end(&waves);
  end(&pieces);
}

/** The logarithmic derivative of the determinant, from its values. */
static void test_trace_is_the_slope_of_the_determinant(void **state)
{
  (void)state;
  damped d;
  begin(UNIT "loss_factor: 0.1}\njoints: [{fix: beam.start}, {dashpot: beam.end, freedom: uy, damping: 0.7}]\n"
             "analysis: {frequencies: {count: 1}}\n",
        NULL, 0, 0, &d);
  for (int i = 0; i < 20; i++) {
    double complex s = hol_complex(-0.3 * i, 1 + 9.3 * i), trace, step = 1e-5 * s;
    double size[2], angle[2];
    assert_int_equal(hol_dynamic_fill(&d.dynamic, s, false), HOL_OK);
    assert_int_equal(hol_dynamic_factorise(&d.dynamic), HOL_OK);
    assert_int_equal(hol_dynamic_trace(&d.dynamic, &trace), HOL_OK);
    for (int k = 0; k < 2; k++) {
      assert_int_equal(hol_dynamic_fill(&d.dynamic, k ? s + step : s - step, true), HOL_OK);
      assert_int_equal(hol_dynamic_factorise(&d.dynamic), HOL_OK);
      assert_int_equal(hol_complex_lu_determinant(&d.dynamic.lu, &size[k], &angle[k]), HOL_OK);
    }
    double complex rise = hol_complex(size[1] - size[0], remainder(angle[1] - angle[0], 2 * M_PI)) / (2 * step);
    assert_true(cabs(rise - trace) < 1e-6 * (cabs(trace) + 1 / cabs(s)));
  }
  end(&d);
}

int main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_damped_relations_are_those_of_the_equations_of_motion),
      cmocka_unit_test(test_without_damping_relations_are_the_undamped_ones),
      cmocka_unit_test(test_cantilever_at_two_thousand_frequencies),
      cmocka_unit_test(test_free_beam_from_slow_to_fast),
      cmocka_unit_test(test_pieces_and_waves_agree),
      cmocka_unit_test(test_trace_is_the_slope_of_the_determinant),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}

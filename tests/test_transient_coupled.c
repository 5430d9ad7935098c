/* SPDX-License-Identifier: BSD-3-Clause */
/* Motion in time where damping couples the modes: random chains of masses against exponentials of their state matrices,
   a beam with a dashpot against the sum over 500 roots of its characteristic equation. */
#include "close.h"
#include "reading.h"

#include "base/memory.h"
#include "problem/grammar.h"
#include "response/transient/transient.h"
#include "draw.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MASSES = 4, STATES = 2 * MASSES + 2, TIMES = 9 };

/* ---- the state matrix -------------------------------------------------------------------------------------------- */

/** Masses in a row: u′ = v, M v′ = −K u − C v + B f, f′ = g, g′ = −w² f; the last two states are f and g. */
typedef struct chain {
  size_t n;
  double mass[MASSES], K[MASSES][MASSES], C[MASSES][MASSES], B[MASSES];
} chain;

static void multiply(long double a[STATES][STATES], long double b[STATES][STATES], long double c[STATES][STATES])
{
  for (size_t i = 0; i < STATES; i++) {
    for (size_t j = 0; j < STATES; j++) {
      c[i][j] = 0;
      for (size_t k = 0; k < STATES; k++) {
        c[i][j] += a[i][k] * b[k][j];
      }
    }
  }
}

/** x ← e^{At} x, by the series of a small part of t and squares of it. */
static void go(const chain *c, double w2, double t, long double x[STATES])
{
  static long double A[STATES][STATES], E[STATES][STATES], P[STATES][STATES], Q[STATES][STATES];
  long double size = 0, y[STATES] = {0};
  memset(A, 0, sizeof A);
  for (size_t i = 0; i < c->n; i++) {
    A[i][MASSES + i] = 1;
    for (size_t j = 0; j < c->n; j++) {
      A[MASSES + i][j] = -c->K[i][j] / (long double)c->mass[i];
      A[MASSES + i][MASSES + j] = -c->C[i][j] / (long double)c->mass[i];
    }
    A[MASSES + i][STATES - 2] = c->B[i] / (long double)c->mass[i];
  }
  A[STATES - 2][STATES - 1] = 1;
  A[STATES - 1][STATES - 2] = -w2;
  for (size_t i = 0; i < STATES * STATES; i++) {
    A[i / STATES][i % STATES] *= t;
    size += fabsl(A[i / STATES][i % STATES]);
  }
  int halvings = size > 0.25L ? 2 + (int)ceill(log2l(size / 0.25L)) : 0;
  memset(E, 0, sizeof E);
  memset(P, 0, sizeof P);
  for (size_t i = 0; i < STATES; i++) {
    P[i][i] = E[i][i] = 1;
    for (size_t j = 0; j < STATES; j++) {
      A[i][j] = ldexpl(A[i][j], -halvings);
    }
  }
  for (int term = 1; term < 20; term++) {
    multiply(P, A, Q);
    for (size_t i = 0; i < STATES * STATES; i++) {
      P[i / STATES][i % STATES] = Q[i / STATES][i % STATES] / term;
      E[i / STATES][i % STATES] += P[i / STATES][i % STATES];
    }
  }
  for (int k = 0; k < halvings; k++) {
    multiply(E, E, Q);
    memcpy(E, Q, sizeof E);
  }
  for (size_t i = 0; i < STATES; i++) {
    for (size_t j = 0; j < STATES; j++) {
      y[i] += E[i][j] * x[j];
    }
  }
  memcpy(x, y, sizeof y);
}

/** Displacements at a time, from rest. */
static void motion_at(const chain *c, const hol_history *h, double t, long double x[STATES])
{
  memset(x, 0, STATES * sizeof *x);
  if (h->kind == HOL_HISTORY_STEP) {
    x[STATES - 2] = h->size;
    go(c, 0, t, x);
  } else if (h->kind == HOL_HISTORY_IMPULSE) {
    for (size_t i = 0; i < c->n; i++) {
      x[MASSES + i] = h->size * c->B[i] / c->mass[i];
    }
    go(c, 0, t, x);
  } else if (h->kind == HOL_HISTORY_HALF_SINE) {
    double w = M_PI / h->duration;
    x[STATES - 1] = h->size * w;
    go(c, w * w, fmin(t, h->duration), x);
    x[STATES - 2] = x[STATES - 1] = 0;
    go(c, 0, fmax(t - h->duration, 0), x);
  } else {
    double now = h->time[0];
    for (size_t i = 0; i < h->count && now < t; i++) {
      double until = i + 1 < h->count ? fmin(h->time[i + 1], t) : t;
      bool is_inside = i + 1 < h->count;
      x[STATES - 2] = is_inside ? h->size * h->value[i] : 0;
      x[STATES - 1] = is_inside ? h->size * (h->value[i + 1] - h->value[i]) / (h->time[i + 1] - h->time[i]) : 0;
      go(c, 0, until - now, x);
      now = until;
    }
  }
}

/* ---- random chains ----------------------------------------------------------------------------------------------- */

/** A spring with a dashpot, or one of both, between masses a and b; the ground is b = n. */
static void add_joint(chain *c, size_t a, size_t b, double k, double d, char *text, size_t size)
{
  size_t used = strlen(text);
  char what[32], points[32];
  (void)snprintf(points, sizeof points, b < c->n ? "[m%zu, m%zu]" : "m%zu", a, b);
  (void)snprintf(what, sizeof what, "%s", k > 0 ? "spring" : "dashpot");
  (void)snprintf(text + used, size - used, "  - {%s: %s, freedom: ux, damping: %.17g", what, points, d);
  used = strlen(text);
  if (k > 0) {
    (void)snprintf(text + used, size - used, ", stiffness: %.17g", k);
  }
  (void)strncat(text, "}\n", size - strlen(text) - 1);
  const double both[2] = {k, d};
  for (int p = 0; p < 2; p++) {
    double(*matrix)[MASSES] = p ? c->C : c->K;
    matrix[a][a] += both[p];
    if (b < c->n) {
      matrix[b][b] += both[p];
      matrix[a][b] -= both[p];
      matrix[b][a] -= both[p];
    }
  }
}

static const char *const histories[] = {"{step: 2}", "{impulse: 0.7}", "{half_sine: [3, 0.9]}", "{step: 1}"};

/** @return the text of a problem; `motion` takes part */
static void make_chain(uint64_t seed, chain *c, bool is_ground, char *text, size_t size)
{
  char joints[2048] = "";
  draw_seed = seed;
  *c = (chain){.n = 1 + (size_t)draw(0, MASSES)};
  (void)snprintf(text, size, "freedoms: [ux]\nparts:\n");
  for (size_t i = 0; i < c->n; i++) {
    c->mass[i] = pow(10, draw(-0.5, 0.5));
    (void)snprintf(text + strlen(text), size - strlen(text), "  m%zu: {kind: body, at: [%zu, 0], mass: %.17g}\n", i, i,
                   c->mass[i]);
  }
  bool is_free = !is_ground && draw(0, 1) < 0.25;
  for (size_t i = 0; i < c->n; i++) {
    double k = i == 0 && is_free ? 0 : pow(10, draw(-1, 2)), d = pow(10, draw(-3, 1.5));
    add_joint(c, i, i + 1 < c->n ? i + 1 : c->n,
              i + 1 == c->n && is_free ? 0
              : k > 0                  ? k
                                       : 1,
              d, joints, sizeof joints);
  }
  if (draw(0, 1) < 0.5) {
    add_joint(c, 0, c->n, 0, pow(10, draw(-2, 1)), joints, sizeof joints);
  }
  size_t loaded = (size_t)draw(0, (double)c->n), seen = (size_t)draw(0, (double)c->n);
  for (size_t i = 0; i < c->n; i++) {
    c->B[i] = is_ground ? -c->mass[i] : i == loaded;
  }
  char load[160];
  if (is_ground) {
    (void)snprintf(load, sizeof load, "{base: ground, direction: x, acceleration: %s}",
                   seed % 4 == 1 ? "{step: 1}" : histories[seed % 4]);
  } else {
    (void)snprintf(load, sizeof load, "{at: m%zu, direction: x, history: %s}", loaded, histories[seed % 4]);
  }
  (void)snprintf(text + strlen(text), size - strlen(text),
                 "joints:\n%sanalysis:\n  transient: {load: %s, to: 4, step: 0.5,\n"
                 "    at: [{point: m%zu, direction: x}, {point: m0, direction: x}%s%s]}\n",
                 joints, load, seen, strstr(load, "impulse") ? "" : ", {point: m0, direction: x, quantity: velocity}",
                 strstr(load, "sine") ? ", {point: m0, direction: x, quantity: acceleration},"
                                        " {point: m0, direction: x, quantity: absolute_acceleration}"
                                      : "");
}

static void fill_record(hol_history *h)
{
  enum { SAMPLES = 6 };
  *h = (hol_history){.kind = HOL_HISTORY_RECORD, .size = 1.5, .count = SAMPLES};
  h->time = hol_alloc(SAMPLES, sizeof *h->time);
  h->value = hol_alloc(SAMPLES, sizeof *h->value);
  for (size_t i = 0; i < SAMPLES; i++) {
    h->time[i] = 0.6 * ((double)i + draw(0, 0.9));
    h->value[i] = draw(-1, 1);
  }
}

/** The first mass: displacement, velocity, acceleration, and that with the ground's. */
static void first_mass(const chain *c, const long double x[STATES], double f, bool is_ground, double value[4])
{
  long double force = c->B[0] * f;
  for (size_t j = 0; j < c->n; j++) {
    force -= c->K[0][j] * x[j] + c->C[0][j] * x[MASSES + j];
  }
  value[0] = (double)x[0];
  value[1] = (double)x[MASSES];
  value[2] = (double)(force / c->mass[0]);
  value[3] = value[2] + (is_ground ? f : 0);
}

static double check_chain(uint64_t seed)
{
  char text[8192];
  chain c;
  reading r = {0};
  hol_transient m = {0};
  hol_faults faults = {0};
  make_chain(seed, &c, seed % 3 == 0, text, sizeof text);
  assert_true(reading_of(text, &r));
  hol_transient_request *request = hol_request_of(&r.problem, &hol_transient_grammar);
  if (seed % 4 == 3) {
    fill_record(&request->forced.load[0].history);
  }
  hol_status status = hol_transient_run(&r.problem, (hol_solve_options){0}, &m, &faults);
  if (status != HOL_OK) {
    fail_msg("seed %d: %s\n%s", (int)seed, m.forced.coupled.reason ? m.forced.coupled.reason : hol_status_text(status),
             text);
  }
  double worst = 0, within = 1e-11 + 100 * m.forced.coupled.rounding;
  assert_int_equal(request->times, TIMES);
  for (size_t told = 1; told < m.receivers; told++) {
    double size = 0, off = 0;
    for (size_t i = 0; i < request->times; i++) {
      long double x[STATES];
      double value[4];
      motion_at(&c, &request->forced.load[0].history, request->time[i], x);
      double f = hol_history_before(&request->forced.load[0].history, request->time[i]).value;
      first_mass(&c, x, f, seed % 3 == 0, value);
      size = fmax(size, fabs(value[told - 1]));
      off = fmax(off, fabs(m.motion[told].value[i] - value[told - 1]));
    }
    worst = fmax(worst,
                 off / size / (told > 2 ? 100 : 1)); /* an acceleration is what strong dashpots leave of large terms */
  }
  if (!(worst < within) || !(worst < 1e-6)) { /* rounding of stiffness beside weak dashpots that alone hold */
    fail_msg("seed %d: %g of the largest\n%s", (int)seed, worst, text);
  }
  hol_transient_clear(&m);
  hol_faults_clear(&faults);
  reading_clear(&r);
  return worst;
}

static void test_chains_against_exponentials(void **unused)
{
  (void)unused;
  enum { SEEDS = 300 };
  double worst = 0;
  for (uint64_t seed = 1; seed <= SEEDS; seed++) {
    worst = fmax(worst, check_chain(seed));
  }
  print_message("%d chains: the largest difference is %.1e of the largest motion\n", SEEDS, worst);
}

/* ---- one mass ---------------------------------------------------------------------------------------------------- */

/** At, below and above the critical damping, and next to it: 1 − e^{−ct/2}(cos wt + c/2w sin wt). */
static void test_one_mass_about_critical_damping(void **unused)
{
  (void)unused;
  static const double aside[] = {0, 1e-12, -1e-12, 1e-9, -1e-9, 1e-6, -1e-6, 1e-4, -1e-4, 1e-2, -1e-2, 1, -1, 30};
  for (size_t k = 0; k < sizeof aside / sizeof *aside; k++) {
    char text[1024];
    reading r = {0};
    hol_transient m = {0};
    hol_faults faults = {0};
    double c = 2 + aside[k];
    (void)snprintf(
        text, sizeof text,
        "freedoms: [ux]\nparts: {m: {kind: body, mass: 1}, n: {kind: body, mass: 1}}\n"
        "joints:\n  - {spring: m, freedom: ux, stiffness: 1}\n  - {dashpot: m, freedom: ux, damping: %.17g}\n"
        "  - {spring: n, freedom: ux, stiffness: 7, damping: 0.5}\n"
        "analysis: {transient: {load: {at: m, direction: x, history: {step: 1}}, to: 6, step: 0.5,\n"
        "  at: {point: m, direction: x}}}\n",
        c);
    assert_true(reading_of(text, &r));
    assert_int_equal(hol_transient_run(&r.problem, (hol_solve_options){0}, &m, &faults), HOL_OK);
    for (size_t i = 0; i < m.request->times; i++) {
      long double t = m.request->time[i], half = c / 2, w2 = 1 - half * half, w = sqrtl(fabsl(w2)), one, two;
      one = w2 > 0 ? cosl(w * t) : coshl(w * t);
      two = w2 > 0 ? sinl(w * t) / w : w2 < 0 ? sinhl(w * t) / w : t;
      long double expected = 1 - expl(-half * t) * (one + half * two);
      assert_near(m.motion[0].value[i], (double)expected, 1e-11);
    }
    hol_transient_clear(&m);
    hol_faults_clear(&faults);
    reading_clear(&r);
  }
}

/* ---- a beam ------------------------------------------------------------------------------------------------------ */

/** A cantilever with a dashpot of 0.2 at its tip, pushed there: the sum over 500 roots s of 1 + c s H₀(s) = 0 in 25
 *  digits, H₀ the receptance without dashpot in closed form. */
static void test_step_on_a_cantilever_with_a_dashpot(void **unused)
{
  (void)unused;
  static const double expected[] = {0.0312551006995814, 0.345401069790451, 0.551526520209022, 0.207674258019151,
                                    0.331091544733674};
  static const char *const tolerance[] = {"1e-4", "1e-6"};
  for (size_t k = 0; k < 2; k++) {
    char text[1024];
    reading r = {0};
    hol_transient m = {0};
    hol_faults faults = {0};
    (void)snprintf(
        text, sizeof text,
        "freedoms: [uy, rz]\nparts: {b: {kind: beam, length: 1, EI: 1, line_mass: 1}}\n"
        "joints: [{fix: b.start}, {dashpot: b.end, freedom: uy, damping: 0.2}]\n"
        "analysis: {transient: {load: {at: b.end, direction: y, history: {step: 1}}, times: [0.1, 0.5, 1, 2, 5],\n"
        "  at: {point: b.end, direction: y}, tolerance: %s}}\n",
        tolerance[k]);
    assert_true(reading_of(text, &r));
    assert_int_equal(hol_transient_run(&r.problem, (hol_solve_options){0}, &m, &faults), HOL_OK);
    assert_true(m.forced.is_coupled);
    assert_true(m.forced.coupled.known == HOL_DAMPED_COUNTED);
    assert_true(m.forced.is_measured);
    for (size_t i = 0; i < m.request->times; i++) {
      double radius = m.motion[0].radius[i];
      assert_true(radius > 0);
      assert_true(radius < strtod(tolerance[k], NULL));
      assert_near(m.motion[0].value[i], expected[i], radius);
    }
    hol_transient_clear(&m);
    hol_faults_clear(&faults);
    reading_clear(&r);
  }
}

/* ---- other solutions --------------------------------------------------------------------------------------------- */

/** Motions of the first receiver are no farther from what is expected than their radius, which is at most `most`. */
static void check_motion(const char *text, hol_status expected_status, const double *expected, double accuracy,
                         double most)
{
  reading r = {0};
  hol_transient m = {0};
  hol_faults faults = {0};
  assert_true(reading_of(text, &r));
  assert_int_equal(hol_transient_run(&r.problem, (hol_solve_options){0}, &m, &faults), expected_status);
  assert_true(m.forced.is_coupled);
  assert_true(m.forced.is_measured);
  for (size_t i = 0; i < m.request->times; i++) {
    double radius = m.motion[0].radius[i];
    assert_true(radius > 0);
    assert_true(radius <= most);
    assert_near(m.motion[0].value[i], expected[i], radius + accuracy);
  }
  hol_transient_clear(&m);
  hol_faults_clear(&faults);
  reading_clear(&r);
}

#define COLUMN(a, b)                                                                                                   \
  "parts:\n"                                                                                                           \
  "  a: {kind: beam, from: [0, 0], to: [0, 1], EA: 1000, EI: 1, line_mass: 1" a "}\n"                                  \
  "  b: {kind: beam, from: [0, 1], to: [0, 2], EA: 1000, EI: 1, line_mass: 1" b "}\n"                                  \
  "joints: [{fix: a.start}, {weld: [a.end, b.start]}]\n"                                                               \
  "analysis: {transient: {load: {base: ground, direction: [1, 0], acceleration: {step: 1}},\n"                         \
  "  at: [{point: b.end, direction: [1, 0]}], times: [0.5, 1, 2, 4, 8]}}\n"

static void fill_pulse(hol_history *h)
{
  static const double time[] = {0, 0.3, 1, 1.5}, value[] = {0, 1, -0.5, 0};
  *h = (hol_history){.kind = HOL_HISTORY_RECORD, .size = 1, .count = 4};
  h->time = hol_alloc_copy(time, 4, sizeof *time);
  h->value = hol_alloc_copy(value, 4, sizeof *value);
}

static void run_column(const char *text, bool is_coupled, double value[5], double radius[5])
{
  reading r = {0};
  hol_transient m = {0};
  hol_faults faults = {0};
  assert_true(reading_of(text, &r));
  hol_transient_request *request = hol_request_of(&r.problem, &hol_transient_grammar);
  fill_pulse(&request->forced.load[0].history);
  assert_int_equal(hol_transient_run(&r.problem, (hol_solve_options){0}, &m, &faults), HOL_OK);
  assert_int_equal(m.forced.is_coupled, is_coupled);
  memcpy(value, m.motion[0].value, 5 * sizeof *value);
  memcpy(radius, m.motion[0].radius, 5 * sizeof *radius);
  hol_transient_clear(&m);
  hol_faults_clear(&faults);
  reading_clear(&r);
}

/** A column only the upper half of which has mass damping, on ground that moves across it: on velocities relative to
 *  the ground. By exact members at complex s along two lines of Bromwich. */
static void test_ground_under_mass_damping_of_one_part(void **unused)
{
  (void)unused;
  static const double expected[] = {-0.05703, -0.31975, -0.25216, 0.11482, -0.06421};
  double value[5], radius[5];
  run_column(COLUMN("", ", rayleigh: {mass: 0.5}"), true, value, radius);
  for (size_t i = 0; i < 5; i++) {
    assert_true(radius[i] > 0);
    assert_true(radius[i] < 1e-4 * 0.32);
    assert_near(value[i], expected[i], 5e-6 + radius[i]);
  }
}

/** Laws that are nearly one are as the one. */
static void test_ground_under_laws_that_are_nearly_one(void **unused)
{
  (void)unused;
  double one[5], near[5], radius[5], other[5];
  run_column(COLUMN(", rayleigh: {mass: 0.5}", ", rayleigh: {mass: 0.5}"), false, one, radius);
  run_column(COLUMN(", rayleigh: {mass: 0.5}", ", rayleigh: {mass: 0.5000001}"), true, near, other);
  for (size_t i = 0; i < 5; i++) {
    assert_near(near[i], one[i], radius[i] + other[i] + 1e-7);
  }
}

#define SLENDER(tolerance)                                                                                             \
  "parts: {b: {kind: beam, from: [0, 0], to: [1, 0], EA: 10000, EI: 0.01, line_mass: 1}}\n"                            \
  "joints: [{fix: b.start}, {dashpot: b.end, direction: [0, 1], damping: 0.05}]\n"                                     \
  "analysis: {transient: {load: {at: b.end, direction: [1, 0], history: {step: 1}},\n"                                 \
  "  at: [{point: b.end, direction: [1, 0]}], times: [0.005, 0.01, 0.015, 0.02], tolerance: " tolerance "}}\n"

/** A bar that is pushed along itself, whose damper across it makes all of the lowest motions bending ones: F c t/EA up
 *  to 2l/c. */
static void test_what_no_low_motion_moves(void **unused)
{
  (void)unused;
  static const double expected[] = {0.5e-4, 1e-4, 1.5e-4, 2e-4};
  check_motion(SLENDER("2e-2"), HOL_OK, expected, 0, 2e-2 * 2e-4);
}

/** Limp where a damper is, twelve times as stiff across that, where the step is: a cantilever without damping, 40 modes
 *  in 30 digits. */
static void test_step_across_the_plane_of_the_damper(void **unused)
{
  (void)unused;
  static const double expected[] = {7.968e-4, 2.6016e-3, 4.2046e-3, 4.5482e-3};
  check_motion(
      "parts: {b: {kind: beam, from: [0, 0, 0], to: [1, 0, 0], EA: 100000, GJ: 5, EI_z: 1, EI_y: 144, line_mass: 1,\n"
      "  polar_inertia: 0.01}}\n"
      "joints: [{fix: b.start}, {dashpot: b.end, direction: [0, 1, 0], damping: 0.1}]\n"
      "analysis: {transient: {load: {at: b.end, direction: [0, 0, 1], history: {step: 1}},\n"
      "  at: [{point: b.end, direction: [0, 0, 1]}], times: [0.02, 0.04, 0.06, 0.08], tolerance: 1e-3}}\n",
      HOL_OK, expected, 1e-7, 1e-3 * 4.6e-3);
}

/** Of a list with a gap nothing is told. */
static void test_open_lists_leave_values_unknown(void **unused)
{
  (void)unused;
  reading r = {0};
  hol_transient m = {0};
  hol_faults faults = {0};
  assert_true(reading_of(SLENDER("1"), &r));
  assert_int_equal(hol_transient_run(&r.problem, (hol_solve_options){0}, &m, &faults), HOL_OK);
  m.forced.coupled.known = HOL_DAMPED_OPEN;
  assert_int_equal(hol_transient_add_coupled(&m), HOL_OK);
  for (size_t i = 0; i < m.request->times; i++) {
    assert_true(isnan(m.motion[0].value[i]));
    assert_true(isnan(m.motion[0].radius[i]));
  }
  hol_transient_clear(&m);
  hol_faults_clear(&faults);
  reading_clear(&r);
}

int main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_chains_against_exponentials),
      cmocka_unit_test(test_one_mass_about_critical_damping),
      cmocka_unit_test(test_step_on_a_cantilever_with_a_dashpot),
      cmocka_unit_test(test_ground_under_mass_damping_of_one_part),
      cmocka_unit_test(test_ground_under_laws_that_are_nearly_one),
      cmocka_unit_test(test_what_no_low_motion_moves),
      cmocka_unit_test(test_step_across_the_plane_of_the_damper),
      cmocka_unit_test(test_open_lists_leave_values_unknown),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}

/* Motion in time where damping couples the modes: random chains of masses against exponentials of their state matrices, a beam with a
   dashpot against the sum over 500 roots of its characteristic equation. */
#include "close.h"
#include "reading.h"

#include "base/memory.h"
#include "problem/grammar.h"
#include "response/transient.h"
#include "draw.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MASSES = 4, STATES = 2 * MASSES + 2, TIMES = 9 };

/* ---- the state matrix ---------------------------------------------------------------------------------------------- */

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

/* ---- random chains -------------------------------------------------------------------------------------------------- */

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
    fill_record(&request->history[0]);
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
      motion_at(&c, &request->history[0], request->time[i], x);
      first_mass(&c, x, hol_history_before(&request->history[0], request->time[i]).value, seed % 3 == 0, value);
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

/* ---- one mass ------------------------------------------------------------------------------------------------------- */

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

/* ---- a beam --------------------------------------------------------------------------------------------------------- */

/** A cantilever with a dashpot of 0.2 at its tip, pushed there: the sum over 500 roots s of 1 + c s H₀(s) = 0 in 25 digits, H₀ the
 *  receptance without dashpot in closed form. */
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
    assert_true(m.forced.is_coupled && m.forced.coupled.known == HOL_DAMPED_COUNTED && m.forced.is_measured);
    for (size_t i = 0; i < m.request->times; i++) {
      double radius = m.motion[0].radius[i];
      assert_true(radius > 0 && radius < strtod(tolerance[k], NULL));
      assert_near(m.motion[0].value[i], expected[i], radius);
    }
    hol_transient_clear(&m);
    hol_faults_clear(&faults);
    reading_clear(&r);
  }
}

int main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_chains_against_exponentials),
      cmocka_unit_test(test_one_mass_about_critical_damping),
      cmocka_unit_test(test_step_on_a_cantilever_with_a_dashpot),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}

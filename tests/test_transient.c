/* SPDX-License-Identifier: BSD-3-Clause */
/* Motion in time against closed forms: pinned beams by thousands of modes in complex exponentials, waves that run along
   bars, a finite element model integrated step by step. Bounds must hold every time. */
#include "close.h"
#include "random_structure.h"
#include "reading.h"

#include "base/memory.h"
#include "problem/grammar.h"
#include "response/transient/transient.h"
#include "draw.h"

#include <complex.h>
#include <float.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { TERMS = 1000, SAMPLES = 12 };

/** A problem and its motion; {0} is empty. */
typedef struct moved {
  reading reading;
  hol_transient_request *request;
  hol_transient motion;
  hol_status status;
} moved;

static void read_motion(const char *text, moved *m)
{
  *m = (moved){.status = HOL_OK};
  assert_true(reading_of(text, &m->reading));
  m->request = hol_request_of(&m->reading.problem, &hol_transient_grammar);
  assert_non_null(m->request);
}

static void move(moved *m)
{
  hol_faults faults = {0};
  m->status = hol_transient_run(&m->reading.problem, (hol_solve_options){0}, &m->motion, &faults);
  assert_int_equal(faults.errors, 0);
  hol_faults_clear(&faults);
}

static void forget(moved *m)
{
  hol_transient_clear(&m->motion);
  reading_clear(&m->reading);
}

/** The receiver's value at a time is within its radius of what it should be, but for rounding. @return over the
 *  radius */
static double check(const moved *m, size_t receiver, size_t time, double expected, double size)
{
  const hol_transient_motion *motion = &m->motion.motion[receiver];
  double error = fabs(motion->value[time] - expected), radius = motion->radius[time],
         least = 1e-13 * size; /* of what is expected */
  if (!(error <= radius * (1 + 1e-6) + least)) {
    fail_msg("receiver %zu at %.17g s: %.17g, should be %.17g, radius %.3g", receiver, m->request->time[time],
             motion->value[time], expected, radius);
  }
  return radius > 0 ? fmax(error - least, 0) / radius : 0;
}

/* ---- pinned beams ------------------------------------------------------------------------------------------------ */

/** ∫ e^{s(t−τ)} f(τ) dτ up to t, f linear between samples. */
static double complex excited(const hol_history *h, double complex s, double t)
{
  double complex sum = 0;
  for (size_t i = 0; i + 1 < h->count && h->time[i] < t; i++) {
    double t0 = h->time[i], t1 = fmin(h->time[i + 1], t),
           slope = (h->value[i + 1] - h->value[i]) / (h->time[i + 1] - t0);
    double f0 = h->size * h->value[i], f1 = f0 + h->size * slope * (t1 - t0);
    double complex early = cexp(s * (t - t0)), late = cexp(s * (t - t1));
    sum += (early * f0 - late * f1) / s + h->size * slope * (early - late) / (s * s);
  }
  return sum;
}

static double amplitude(const hol_history *h, double lambda, double c, double t)
{
  double complex root = csqrt(c * c / 4 - lambda), one = -c / 2 + root, two = -c / 2 - root;
  return creal((excited(h, one, t) - excited(h, two, t)) / (one - two));
}

/** A beam of unit properties between pins, loaded at a and looked at at b. */
static double of_beam(const hol_history *h, hol_proportional law, double a, double b, double t)
{
  double sum = 0;
  for (int k = TERMS; k >= 1; k--) {
    double q = k * M_PI, lambda = q * q * q * q, c = law.mass + law.stiffness * lambda + 2 * law.ratio * q * q;
    sum += 2 * sin(q * a) * sin(q * b) * amplitude(h, lambda, c, t);
  }
  return sum;
}

static void fill_record(hol_history *h, double until)
{
  h->kind = HOL_HISTORY_RECORD;
  h->size = 1;
  h->count = SAMPLES;
  h->time = hol_alloc(SAMPLES, sizeof *h->time);
  h->value = hol_alloc(SAMPLES, sizeof *h->value);
  bool begins_at_rest = draw(0, 1) < 0.5;
  for (size_t i = 0; i < SAMPLES; i++) {
    h->time[i] = until * ((double)i + draw(0, 0.9)) / SAMPLES;
    h->value[i] = i == 0 && begins_at_rest ? 0 : draw(-1, 1);
  }
}

static double check_beam(uint64_t seed)
{
  char text[1024];
  moved m;
  draw_seed = seed;
  double a = draw(0, 1), b = draw(0, 1), until = draw(0, 1) < 0.5 ? draw(0.01, 0.2) : draw(0.2, 2), worst = 0, size = 0;
  int law = (int)draw(0, 5), count = (int)draw(1, 7);
  double rayleigh[2] = {law == 1 || law == 3 ? pow(10, draw(-1, 2)) : 0,
                        law == 2 || law == 3 ? pow(10, draw(-6, 0)) : 0};
  char own[64] = "";
  if (law == 4) {
    (void)snprintf(own, sizeof own, "damping_ratio: %.17g,", draw(0, 0.3));
  }
  (void)snprintf(text, sizeof text,
                 "freedoms: [uy, rz]\n"
                 "parts: {b: {kind: beam, length: 1, EI: 1, line_mass: 1, rayleigh: {mass: %.17g, stiffness: %.17g}}}\n"
                 "joints: [{pin: b.start}, {pin: b.end}]\n"
                 "analysis: {transient: {load: {at: b@%.17g, direction: y, history: {step: 1}}, %s count: %d,\n"
                 "  at: [{point: b@%.17g, direction: y}, {point: b@%.17g, direction: y}], to: %.17g, step: %.17g}}\n",
                 rayleigh[0], rayleigh[1], a, own, count, b, a, 1.3 * until, until / 7);
  read_motion(text, &m);
  fill_record(&m.request->forced.load[0].history, until);
  move(&m);
  assert_int_equal(m.status, HOL_OK);
  const hol_proportional found = m.motion.forced.law;
  assert_close(found.mass, rayleigh[0], 1e-15);
  assert_close(found.stiffness, rayleigh[1], 1e-15);
  for (size_t r = 0; r < 2; r++) {
    for (size_t i = 0; i < m.request->times; i++) {
      size = fmax(size, fabs(m.motion.motion[r].value[i]));
    }
  }
  for (size_t r = 0; r < 2; r++) {
    for (size_t i = 0; i < m.request->times; i++) {
      double expected = of_beam(&m.request->forced.load[0].history, found, a, r ? a : b, m.request->time[i]);
      worst = fmax(worst, check(&m, r, i, expected, 1e3 * (size + 1))); /* what is beyond the terms leaves 1e-10 */
    }
  }
  forget(&m);
  return worst;
}

static void test_records_on_beams_of_all_laws(void **unused)
{
  (void)unused;
  enum { CASES = 250 };
  double worst = 0;
  for (uint64_t seed = 1; seed <= CASES; seed++) {
    worst = fmax(worst, check_beam(seed));
  }
  print_message("%d beams: the largest error over its bound is %.3f\n", CASES, worst);
  assert_true(worst > 0.2); /* a bound that is never near is none to speak of */
}

/** The same, of a derivative of the amplitude: no derivative of f but itself stands outside the integral. */
static double derived_amplitude(const hol_history *h, double lambda, double c, double t, int order)
{
  double complex root = csqrt(c * c / 4 - lambda), one = -c / 2 + root, two = -c / 2 - root;
  double f = order == 2 ? hol_history_before(h, t).value : 0;
  return f + creal((cpow(one, order) * excited(h, one, t) - cpow(two, order) * excited(h, two, t)) / (one - two));
}

/** Σ of the jumps of f, or of its slope: impulses to velocities, to accelerations. */
static double blows(const hol_history *h, int order)
{
  double sum = 0;
  for (size_t i = 0; i < h->count; i++) {
    hol_history_piece before = hol_history_before(h, h->time[i]), after = hol_history_after(h, h->time[i]);
    sum += order == 1 ? fabs(after.value - before.value) : fabs(after.slope - before.slope);
  }
  return sum;
}

/** Velocities under records that jump, accelerations under records that do not; and the ground of the same structure is
 *  at rest. */
static double check_rates(uint64_t seed)
{
  char text[1024];
  moved m;
  draw_seed = seed;
  double a = draw(0, 1), b = draw(0, 1), until = draw(0, 1) < 0.5 ? draw(0.01, 0.2) : draw(0.2, 2), worst = 0;
  int order = 1 + (int)draw(0, 2), count = (int)draw(1, 7);
  const hol_proportional law = {.mass = draw(0, 1) < 0.3 ? pow(10, draw(-1, 2)) : 0,
                                .stiffness = draw(0, 1) < 0.3 ? pow(10, draw(-6, 0)) : 0};
  (void)snprintf(text, sizeof text,
                 "freedoms: [uy, rz]\n"
                 "parts: {b: {kind: beam, length: 1, EI: 1, line_mass: 1, rayleigh: {mass: %.17g, stiffness: %.17g}}}\n"
                 "joints: [{pin: b.start}, {pin: b.end}]\n"
                 "analysis: {transient: {load: {at: b@%.17g, direction: y, history: {half_sine: [1, 1]}}, count: %d,\n"
                 "  at: [{point: b@%.17g, direction: y, quantity: %s}, {point: b@%.17g, direction: y}],\n"
                 "  to: %.17g, step: %.17g}}\n",
                 law.mass, law.stiffness, a, count, b, order == 1 ? "velocity" : "acceleration", a, 1.3 * until,
                 until / 7);
  read_motion(text, &m);
  hol_history *h = &m.request->forced.load[0].history;
  fill_record(h, until);
  if (order == 2) {
    h->value[0] = h->value[h->count - 1] = 0;
  }
  move(&m);
  if (m.status != HOL_OK) {
    fail_msg("seed %d: %s radius %g %g\n%s", (int)seed, hol_status_text(m.status), m.motion.motion[0].most,
             m.motion.motion[1].most, text);
  }
  for (size_t i = 0; i < m.request->times; i++) {
    const hol_transient_motion *found = &m.motion.motion[0];
    double expected = 0, left_out = blows(h, order) * 2 / (M_PI * M_PI * TERMS);
    for (int k = TERMS; k >= 1; k--) {
      double q = k * M_PI, lambda = q * q * q * q, c = law.mass + law.stiffness * lambda;
      expected += 2 * sin(q * a) * sin(q * b) * derived_amplitude(h, lambda, c, m.request->time[i], order);
    }
    double error = fabs(found->value[i] - expected), least = left_out + 1e-9;
    if (!(error <= found->radius[i] * (1 + 1e-6) + least)) {
      fail_msg("seed %d: %.17g, should be %.17g, radius %.3g", (int)seed, found->value[i], expected, found->radius[i]);
    }
    worst = found->radius[i] > 100 * least ? fmax(worst, (error - least) / found->radius[i]) : worst;
  }
  forget(&m);
  return worst;
}

static void test_velocities_and_accelerations_of_beams(void **unused)
{
  (void)unused;
  enum { CASES = 250 };
  double worst = 0;
  for (uint64_t seed = 1; seed <= CASES; seed++) {
    worst = fmax(worst, check_rates(seed));
  }
  print_message("%d beams: the largest error over its bound is %.3f\n", CASES, worst);
  assert_true(worst > 0.1);
}

/** A half sine has no impulse for velocities, whatever rounding leaves at its end: also of a bar, where impulses would
 *  have no bound. */
static void test_half_sine_has_no_impulse(void **unused)
{
  (void)unused;
  moved m;
  read_motion(
      "freedoms: [ux]\nparts: {m: {kind: bar, length: 1, EA: 1, line_mass: 1}}\njoints: [{fix: m.start}]\n"
      "analysis:\n  transient: {load: {at: m.end, direction: x, history: {half_sine: [3, 0.7]}}, times: [0.5, 1, 2],\n"
      "    count: 8, at: {point: m.end, direction: x, quantity: velocity}}\n",
      &m);
  move(&m);
  assert_int_equal(m.status, HOL_OK);
  assert_true(m.motion.motion[0].most < 3);
  /* d'Alembert: waves from the end, back with the other sign after 2 */
  assert_near(m.motion.motion[0].value[0], 3 * sin(M_PI * 0.5 / 0.7), m.motion.motion[0].radius[0]);
  assert_near(m.motion.motion[0].value[1], 0, m.motion.motion[0].radius[1]);
  forget(&m);
}

/** A bar of unit properties under a load that rates do not go with: a fault at the receiver. Of one mass all modes are
 *  known, and they do. */
static void refuse_rate(const char *history, const char *quantity)
{
  static const char *const part[] = {"{kind: bar, length: 1, EA: 1, line_mass: 1}", "{kind: body, mass: 2}"};
  for (int i = 0; i < 2; i++) {
    char text[512];
    moved m;
    hol_faults faults = {0};
    (void)snprintf(text, sizeof text,
                   "freedoms: [ux]\nparts: {m: %s}\njoints: [{spring: m%s, freedom: ux, stiffness: 50}]\n"
                   "analysis:\n  transient: {load: {at: m%s, direction: x, history: {%s}}, times: [1],\n"
                   "    at: {point: m%s, direction: x, quantity: %s}}\n",
                   part[i], i ? "" : ".start", i ? "" : ".end", history, i ? "" : ".end", quantity);
    read_motion(text, &m);
    m.status = hol_transient_run(&m.reading.problem, (hol_solve_options){0}, &m.motion, &faults);
    assert_int_equal(m.status, i ? HOL_OK : HOL_INVALID);
    assert_true(i || (faults.errors == 1 && faults.item[0].place.line == 6 && faults.item[0].place.column == 9));
    hol_faults_clear(&faults);
    forget(&m);
  }
}

static void test_rates_without_bound_are_refused(void **unused)
{
  (void)unused;
  refuse_rate("impulse: 1", "velocity");
  refuse_rate("impulse: 1", "acceleration");
  refuse_rate("step: 1", "acceleration");
}

/** R18: twice the deflection at rest after half a period, once after a quarter; exactly. */
static void test_step_in_the_middle(void **unused)
{
  (void)unused;
  moved m;
  read_motion("freedoms: [uy, rz]\nparts: {b: {kind: beam, length: 1, EI: 1, line_mass: 1}}\n"
              "joints: [{pin: b.start}, {pin: b.end}]\n"
              "analysis: {transient: {load: {at: b@0.5, direction: y, history: {step: 3 N}}, tolerance: 1e-7,\n"
              "  at: {point: b@0.5, direction: y}, times: [0, 0.15915494309189534, 0.3183098861837907]}}\n",
              &m);
  move(&m);
  assert_int_equal(m.status, HOL_OK);
  assert_near(m.motion.motion[0].value[0], 0, 0);
  assert_close(m.motion.motion[0].value[1], 3.0 / 48, 1e-7);
  assert_close(m.motion.motion[0].value[2], 3.0 / 24, 1e-7);
  (void)check(&m, 0, 1, 3.0 / 48, 0.1);
  (void)check(&m, 0, 2, 3.0 / 24, 0.1);
  forget(&m);
}

static void check_impulse(int count, double ratio)
{
  char text[1024];
  moved m;
  (void)snprintf(
      text, sizeof text,
      "freedoms: [uy, rz]\nparts: {b: {kind: beam, length: 1, EI: 1, line_mass: 1}}\n"
      "joints: [{pin: b.start}, {pin: b.end}]\n"
      "analysis: {transient: {load: {at: b@0.3, direction: y, history: {impulse: 2 N s}}, count: %d,\n"
      "  damping_ratio: %g, at: [{point: b@0.3, direction: y}, {point: b@0.8, direction: y}], to: 0.5, step: 0.01}}\n",
      count, ratio);
  read_motion(text, &m);
  move(&m);
  assert_int_equal(m.status, HOL_OK);
  for (size_t r = 0; r < 2; r++) {
    for (size_t i = 0; i < m.request->times; i++) {
      double sum = 0, t = m.request->time[i];
      for (int k = 20000; k >= 1; k--) {
        double q = k * M_PI, damped = q * q * sqrt(1 - ratio * ratio), fading = exp(-ratio * q * q * t);
        sum += 4 * sin(0.3 * q) * sin((r ? 0.8 : 0.3) * q) * fading * sin(damped * t) / damped;
      }
      (void)check(&m, r, i, sum, 1e9); /* what the last of the sum leaves */
    }
  }
  forget(&m);
}

static void test_impulses_on_beams(void **unused)
{
  (void)unused;
  for (int count = 1; count < 12; count += 2) {
    check_impulse(count, 0);
    check_impulse(count, 0.1);
  }
}

/* ---- bars -------------------------------------------------------------------------------------------------------- */

/** ∫ of a half sine of size 1 up to t. */
static double pushed(double t, double duration)
{
  return t <= 0 ? 0 : duration / M_PI * (1 - cos(M_PI * fmin(t, duration) / duration));
}

/** The struck end of a bar of unit length, stiffness and mass: waves come back every 2 s, turned round at a held
 *  end. */
static double struck_end(double t, double duration, bool is_held)
{
  double sum = pushed(t, duration);
  for (int k = 1; 2 * k < t; k++) {
    sum += (is_held && k % 2 ? -2 : 2) * pushed(t - 2 * k, duration);
  }
  return sum;
}

static void check_bar(bool is_held, double duration, int count)
{
  char text[1024];
  moved m;
  (void)snprintf(
      text, sizeof text,
      "freedoms: [ux]\nparts: {b: {kind: bar, from: [0, 0], to: [1, 0], EA: 1, line_mass: 1}}\njoints: [%s]\n"
      "analysis: {transient: {load: {at: b.end, direction: x, history: {half_sine: [1 N, %.17g s]}}, count: %d,\n"
      "  at: {point: b.end, direction: x}, to: 9, step: 0.13}}\n",
      is_held ? "{pin: b.start}" : "", duration, count);
  read_motion(text, &m);
  move(&m);
  assert_int_equal(m.status, HOL_OK);
  assert_int_equal(m.motion.forced.modes.rigid, !is_held);
  for (size_t i = 0; i < m.request->times; i++) {
    (void)check(&m, 0, i, struck_end(m.request->time[i], duration, is_held), 1);
  }
  assert_true(m.motion.motion[0].most < 4 * M_PI / duration / (count * count)); /* T/ω falls like that */
  forget(&m);
}

static void test_waves_in_struck_bars(void **unused)
{
  (void)unused;
  for (int count = 2; count <= 64; count *= 2) {
    check_bar(true, 0.5, count);
    check_bar(false, 0.5, count);
    check_bar(true, 1.7, count);
    check_bar(false, 2 / 3.0, count); /* in step with its waves */
  }
}

/** Without mass everything follows its force at once: a²(3x − a)/6EI of a cantilever. */
static void test_what_has_no_mass_follows_its_force(void **unused)
{
  (void)unused;
  moved m;
  read_motion(
      "freedoms: [uy, rz]\n"
      "parts:\n"
      "  a: {kind: beam, length: 2, EI: 4, line_mass: 0}\n"
      "joints: [{fix: a.start}]\n"
      "analysis: {transient: {load: {at: a@0.5, direction: y, history: {half_sine: [3, 2 s]}}, times: [0.5, 1, 3],\n"
      "  at: [{point: a@0.5, direction: y}, {point: a.end, direction: y}]}}\n",
      &m);
  move(&m);
  for (size_t i = 0; i < 3; i++) {
    double force = i < 2 ? 3 * sin(acos(-1) * (i ? 1 : 0.5) / 2) : 0;
    assert_near(m.motion.motion[0].value[i], force * 2 / 24, 1e-13);
    assert_near(m.motion.motion[1].value[i], force * 5 / 24, 1e-13);
  }
  assert_int_equal(m.motion.forced.modes.modes, 0);
  forget(&m);
}

/* ---- a building as finite elements ------------------------------------------------------------------------------- */

enum { ELEMENTS = 24, N = 2 * ELEMENTS };

typedef struct model {
  double K[N][N], M[N][N], r[N];
} model;

/** A cantilever of unit length with masses half way and at the tip, in cubic elements. */
static void assemble(double EI, double middle, double tip, model *f)
{
  static const double k[4][4] = {{12, 6, -12, 6}, {6, 4, -6, 2}, {-12, -6, 12, -6}, {6, 2, -6, 4}},
                      m[4][4] = {{156, 22, 54, -13}, {22, 4, 13, -3}, {54, 13, 156, -22}, {-13, -3, -22, 4}};
  double h = 1.0 / ELEMENTS;
  *f = (model){.r = {0}};
  for (int e = 0; e < ELEMENTS; e++) {
    for (int i = 0; i < 4; i++) {
      for (int j = 0; j < 4; j++) {
        int row = 2 * e - 2 + i, column = 2 * e - 2 + j;
        double unit = (i % 2 ? h : 1) * (j % 2 ? h : 1);
        if (row >= 0 && column >= 0) {
          f->K[row][column] += EI / (h * h * h) * k[i][j] * unit;
          f->M[row][column] += h / 420 * m[i][j] * unit;
        }
        if (row >= 0 && j % 2 == 0) { /* consistent with a motion of the whole by one */
          f->r[row] += h / 420 * m[i][j] * (i % 2 ? h : 1);
        }
      }
    }
  }
  f->M[N / 2 - 2][N / 2 - 2] += middle;
  f->M[N - 2][N - 2] += tip;
  f->r[N / 2 - 2] += middle;
  f->r[N - 2] += tip;
}

/** Solve in place, by elimination without pivots: A is positive. */
static void factor(double A[N][N])
{
  for (int p = 0; p < N; p++) {
    for (int i = p + 1; i < N; i++) {
      A[i][p] /= A[p][p];
      for (int j = p + 1; j < N; j++) {
        A[i][j] -= A[i][p] * A[p][j];
      }
    }
  }
}

static void solve(double A[N][N], double x[N])
{
  for (int i = 0; i < N; i++) {
    for (int j = 0; j < i; j++) {
      x[i] -= A[i][j] * x[j];
    }
  }
  for (int i = N - 1; i >= 0; i--) {
    for (int j = i + 1; j < N; j++) {
      x[i] -= A[i][j] * x[j];
    }
    x[i] /= A[i][i];
  }
}

static double value_of(const hol_history *h, double t)
{
  for (size_t i = 0; i + 1 < h->count; i++) {
    if (t >= h->time[i] && t <= h->time[i + 1]) {
      return h->value[i] + (h->value[i + 1] - h->value[i]) * (t - h->time[i]) / (h->time[i + 1] - h->time[i]);
    }
  }
  return 0;
}

/** The tip, by the rule of constant mean acceleration: steps of `h`, told every `each`. */
static void integrate(model *f, hol_proportional law, const hol_history *g, double h, int each, size_t told,
                      double *tip)
{
  static double A[N][N];
  double u[N] = {0}, v[N] = {0}, a[N], force[N];
  for (int i = 0; i < N; i++) {
    for (int j = 0; j < N; j++) {
      double C = law.mass * f->M[i][j] + law.stiffness * f->K[i][j];
      A[i][j] = f->M[i][j] + h / 2 * C + h * h / 4 * f->K[i][j];
    }
    a[i] = 0; /* the ground begins at rest */
  }
  factor(A);
  tip[0] = 0;
  for (size_t n = 1; n < told * (size_t)each; n++) {
    for (int i = 0; i < N; i++) {
      u[i] += h * v[i] + h * h / 4 * a[i];
      v[i] += h / 2 * a[i];
    }
    for (int i = 0; i < N; i++) {
      force[i] = -f->r[i] * value_of(g, (double)n * h);
      for (int j = 0; j < N; j++) {
        force[i] -= f->K[i][j] * u[j] + (law.mass * f->M[i][j] + law.stiffness * f->K[i][j]) * v[j];
      }
    }
    solve(A, force);
    for (int i = 0; i < N; i++) {
      a[i] = force[i];
      u[i] += h * h / 4 * a[i];
      v[i] += h / 2 * a[i];
    }
    if (n % (size_t)each == 0) {
      tip[n / (size_t)each] = u[N - 2];
    }
  }
}

static void test_ground_under_a_building(void **unused)
{
  (void)unused;
  static model f;
  static const double time[] = {0, 0.2, 0.5, 0.9, 1.3, 1.6, 2.4}, value[] = {0, 1, -2, 1.5, -0.5, 0.8, 0};
  enum { TOLD = 41 };
  double fine[TOLD], coarse[TOLD];
  moved m;
  read_motion(
      "freedoms: [ux, uy, rz]\n"
      "parts:\n  a: {kind: beam, from: [0, 0], to: [0, 0.5], EI: 9, line_mass: 1, rayleigh: {stiffness: 0.02}}\n"
      "  b: {kind: beam, from: [0, 0.5], to: [0, 1], EI: 9, line_mass: 1, rayleigh: {stiffness: 0.02}}\n"
      "  c: {kind: body, at: [0, 0.5], mass: 2}\n  d: {kind: body, at: [0, 1], mass: 1}\n"
      "joints: [{fix: a.start}, {weld: [a.end, b.start, c]}, {weld: [b.end, d]}]\n"
      "analysis: {transient: {load: {base: ground, direction: x, acceleration: {step: 1}}, count: 2,\n"
      "  at: {point: d, direction: x}, to: 4, step: 0.1}}\n",
      &m);
  hol_history *g = &m.request->forced.load[0].history;
  g->kind = HOL_HISTORY_RECORD;
  g->count = sizeof time / sizeof *time;
  g->time = hol_alloc_copy(time, g->count, sizeof *time);
  g->value = hol_alloc_copy(value, g->count, sizeof *value);
  move(&m);
  assert_int_equal(m.status, HOL_OK);
  assert_int_equal(m.request->times, TOLD);
  assemble(9, 2, 1, &f);
  integrate(&f, m.motion.forced.law, g, 0.002, 50, TOLD, coarse);
  integrate(&f, m.motion.forced.law, g, 0.001, 100, TOLD, fine);
  for (size_t i = 0; i < TOLD; i++) {
    double expected = fine[i] + (fine[i] - coarse[i]) / 3; /* the rule is of second order */
    (void)check(&m, 0, i, expected, 1e6);                  /* steps and elements leave 1e-7 */
    assert_near(m.motion.motion[0].value[i], expected, 1e-4);
  }
  forget(&m);
}

/* ---- few modes against many -------------------------------------------------------------------------------------- */

/** A force on the first member of a random structure, with so many modes. @return false: there is no such force, or no
 *  motion */
static bool move_random(uint64_t seed, char axis, int count, moved *m)
{
  char *structure = random_structure(seed, random_options_of(seed)), text[16384];
  hol_faults faults = {0};
  char *end = strstr(structure, "analysis:");
  assert_non_null(end);
  *end = '\0';
  (void)snprintf(
      text, sizeof text,
      "%sanalysis:\n  transient: {load: {at: m1@0.37, direction: %c, history: {half_sine: [1, 0.7]}}, count: %d,\n"
      "    at: [{point: m1@0.37, direction: %c}, {point: m1@0.8, direction: %c}], to: 6, step: 0.2}\n",
      structure, axis, count, axis, axis);
  free(structure);
  read_motion(text, m);
  m->status = hol_transient_run(&m->reading.problem, (hol_solve_options){0}, &m->motion, &faults);
  hol_faults_clear(&faults);
  return m->status == HOL_OK;
}

/** @return false: it has no such motion */
static bool compare_random(uint64_t seed, char axis, double *worst)
{
  moved few, many;
  bool is_there = move_random(seed, axis, 5, &few);
  is_there = move_random(seed, axis, 30, &many) && is_there;
  for (size_t r = 0; is_there && r < 2; r++) {
    const hol_transient_motion *a = &few.motion.motion[r], *b = &many.motion.motion[r];
    for (size_t i = 0; i < few.request->times; i++) {
      double apart = fabs(a->value[i] - b->value[i]), bound = a->radius[i] + b->radius[i];
      double least = 1e-9 * (fabs(a->largest) + fabs(b->largest));
      if (!(apart <= bound * (1 + 1e-6) + least)) {
        fail_msg("structure %d, receiver %zu: %.17g and %.17g, bound %.3g", (int)seed, r, a->value[i], b->value[i],
                 bound);
      }
      *worst = bound > least ? fmax(*worst, (apart - least) / bound) : *worst;
    }
  }
  forget(&few);
  forget(&many);
  return is_there;
}

static void test_few_modes_agree_with_many(void **unused)
{
  (void)unused;
  enum { SEEDS = 250 };
  size_t compared = 0;
  double worst = 0;
  for (uint64_t seed = 1; seed <= SEEDS; seed++) {
    compared +=
        compare_random(seed, 'y', &worst) || compare_random(seed, 'x', &worst) || compare_random(seed, 'z', &worst);
  }
  print_message("%zu of %d random structures: the largest difference over both bounds is %.3f\n", compared, SEEDS,
                worst);
  assert_true(compared > SEEDS / 2);
}

/* ---- what is not moved, and what has died out -------------------------------------------------------------------- */

/** A clamped bar and beam in one under an impulse at 45 degrees: ½ (Σ bending + Σ axial), in 30 digits. The sum for
 *  impulses on bars has no end without damping, and by the stiffness' part of that it has: no error is 0, none is
 *  unknown. */
static void test_impulse_that_damping_bounds(void **unused)
{
  (void)unused;
  static const double expected[] = {0.2464225251539473753, -0.0712792377274602238};
  moved m = {.status = HOL_OK};
  read_motion("parts: {a: {kind: beam, from: [0, 0], to: [1, 0], EA: 1000, EI: 1, line_mass: 1, rayleigh: {stiffness: "
              "0.0002}}}\njoints: [{fix: a.start}]\nanalysis:\n  transient: {load: {at: a@0.5, direction: [1, 1], "
              "history: {impulse: 1}}, at: {point: a.end, direction: [1, 1]}, times: [0.5, 1]}\n",
              &m);
  move(&m);
  const hol_transient_motion *motion = m.motion.motion;
  assert_int_equal(m.status, HOL_OK);
  assert_false(m.motion.forced.is_measured);
  for (size_t i = 0; i < 2; i++) {
    assert_true(isfinite(motion->radius[i]));
    assert_true(motion->radius[i] > DBL_EPSILON * fabs(expected[i]));
    assert_true(fabs(motion->value[i] - expected[i]) <= motion->radius[i]);
  }
  assert_true(motion->most >= motion->radius[0]);
  forget(&m);
}

/** What the load does not move is at rest, exactly where S falls into blocks; by symmetry to rounding. Not all modes
 *  are needed to tell. */
static void test_what_is_not_moved(void **unused)
{
  (void)unused;
  static const char *const asked[] = {
      "direction: [0, 1], history: {step: 1}}, at: {point: a.end, direction: [1, 0]}",
      "direction: [0, 1], history: {half_sine: [1, 0.2]}}, at: {point: a@0.5, rotation: z}"};
  for (size_t i = 0; i < 2; i++) {
    char text[512];
    moved m = {.status = HOL_OK};
    (void)snprintf(
        text, sizeof text,
        "parts: {a: {kind: beam, from: [0, 0], to: [1, 0], EA: 1000, EI: 1, line_mass: 1, rayleigh: {mass: "
        "0.5}}}\njoints: [{fix: a.start}%s]\nanalysis:\n  transient: {load: {at: a@0.5, %s, times: [0.5, 1]}\n",
        i ? ", {fix: a.end}" : "", asked[i]);
    read_motion(text, &m);
    move(&m);
    const hol_transient_motion *motion = m.motion.motion;
    assert_int_equal(m.status, HOL_OK);
    assert_true(m.motion.forced.is_reached);
    assert_true(m.motion.forced.modes.modes <= 256);
    assert_true(fabs(motion->value[0]) <= motion->radius[0]);
    assert_true(i > 0 || (!(fabs(motion->value[0]) > 0) && !(motion->most > 0)));
    forget(&m);
  }
}

int main(void)
{
  const struct CMUnitTest tests[] = {cmocka_unit_test(test_impulse_that_damping_bounds),
                                     cmocka_unit_test(test_what_is_not_moved),
                                     cmocka_unit_test(test_step_in_the_middle),
                                     cmocka_unit_test(test_records_on_beams_of_all_laws),
                                     cmocka_unit_test(test_velocities_and_accelerations_of_beams),
                                     cmocka_unit_test(test_rates_without_bound_are_refused),
                                     cmocka_unit_test(test_half_sine_has_no_impulse),
                                     cmocka_unit_test(test_impulses_on_beams),
                                     cmocka_unit_test(test_waves_in_struck_bars),
                                     cmocka_unit_test(test_ground_under_a_building),
                                     cmocka_unit_test(test_few_modes_agree_with_many),
                                     cmocka_unit_test(test_what_has_no_mass_follows_its_force)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}

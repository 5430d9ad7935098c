/* SPDX-License-Identifier: BSD-3-Clause */
/* Initial value problems with known solutions, on manifolds and off them, stiff and not; stops, resets, and all ways in
   which a step fails. The linker puts the functions below in the place of dlopen() and calloc(). */
#include "close.h"

#include "base/integrator.h"

#include <float.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

static bool is_plugin_hidden;
static size_t granted = SIZE_MAX; /* allocations of the library that still succeed */

void *__real_dlopen(const char *file, int mode);
void *__wrap_dlopen(const char *file, int mode);

void *__wrap_dlopen(const char *file, int mode)
{
  return is_plugin_hidden && file && strstr(file, "sundials") ? NULL : __real_dlopen(file, mode);
}

void *__real_calloc(size_t n, size_t size);
void *__wrap_calloc(size_t n, size_t size);

void *__wrap_calloc(size_t n, size_t size)
{
  return granted == SIZE_MAX || granted-- > 0 ? __real_calloc(n, size) : NULL;
}

/** What the equations below are told, and when they do not answer. */
typedef struct setting {
  double factor;
  hol_status status; /**< of the function named, from its call `at` on, `times` times; 0: always */
  enum { OF_NONE, OF_RATE, OF_PROJECTION, OF_JACOBIAN } of;
  int at, times, calls;
  bool is_quiet; /**< NaN in place of HOL_NUMERICAL */
} setting;

static hol_status asked(setting *s, int of)
{
  if (!s || (int)s->of != of) {
    return HOL_OK;
  }
  int call = s->calls++;
  return call >= s->at && (!s->times || call < s->at + s->times) ? s->status : HOL_OK;
}

/** An integrator with equal tolerances; under sanitizers plugins are not loaded. */
static hol_integrator *start(hol_integrator_equation equation, bool is_stiff, double tolerance, double t,
                             const double *y)
{
  double absolute[8];
  for (size_t i = 0; i < 8; i++) {
    absolute[i] = tolerance;
  }
  hol_integrator *integrator = NULL;
  hol_status status = hol_integrator_make(&equation, is_stiff, tolerance, absolute, t, y, &integrator);
#ifdef HOLONOME_SANITIZED
  if (status == HOL_FILE) {
    print_message("there is no plugin of SUNDIALS\n");
    skip();
  }
#endif
  assert_int_equal(status, HOL_OK);
  assert_non_null(integrator);
  return integrator;
}

/** All steps to a stop. */
static hol_status go(hol_integrator *integrator, double stop, double *t, double *y)
{
  hol_status status = HOL_OK;
  while (status == HOL_OK && *t < stop) {
    double before = *t;
    status = hol_integrator_step(integrator, stop, t, y);
    assert_true(status == HOL_OK ? *t > before && *t <= stop : *t == before);
  }
  return status;
}

/* ---- equations --------------------------------------------------------------------------------------------------- */

/** y = (cos ωt, −ω sin ωt), ω the factor. */
static hol_status oscillator(void *self, double t, const double *y, double *rate)
{
  setting *s = self;
  (void)t;
  rate[0] = y[1];
  rate[1] = -s->factor * s->factor * y[0];
  return asked(s, OF_RATE);
}

static const double gravity = 9.81;

/** A pendulum of length 1 in Cartesian coordinates, (x, y, x', y'). */
static hol_status pendulum(void *self, double t, const double *y, double *rate)
{
  (void)t;
  double pull = (y[2] * y[2] + y[3] * y[3] - gravity * y[1]) / (y[0] * y[0] + y[1] * y[1]);
  rate[0] = y[2];
  rate[1] = y[3];
  rate[2] = -pull * y[0];
  rate[3] = -gravity - pull * y[1];
  return asked(self, OF_RATE);
}

static hol_status project_pendulum(void *self, double t, double *y)
{
  (void)t;
  double length = hypot(y[0], y[1]);
  y[0] /= length;
  y[1] /= length;
  double along = y[0] * y[2] + y[1] * y[3];
  y[2] -= along * y[0];
  y[3] -= along * y[1];
  return asked(self, OF_PROJECTION);
}

static double pendulum_off(const double *y)
{
  return fmax(fabs(hypot(y[0], y[1]) - 1), fabs(y[0] * y[2] + y[1] * y[3]));
}

/** sn(u) for the modulus k = 1/√2, by descending Landen transformations [Abramowitz, Stegun 16.12]. */
static double elliptic_sine(double u)
{
  enum { LEVELS = 6 };
  double a = 1, b = sqrt(0.5), ratio[LEVELS];
  for (int i = 0; i < LEVELS; i++) {
    ratio[i] = (a - b) / (a + b);
    double mean = (a + b) / 2;
    b = sqrt(a * b);
    a = mean;
  }
  double sn = sin(a * u);
  for (int i = LEVELS - 1; i >= 0; i--) {
    sn = (1 + ratio[i]) * sn / (1 + ratio[i] * sn * sn);
  }
  return sn;
}

/** The pendulum let go at (1, 0): sin(φ/2) = k cd(ωt), φ from below; cd(u) = sn(u + K). */
static void pendulum_at(double t, double *x, double *y)
{
  const double quarter = 1.8540746773013719; /* K */
  double half = sqrt(0.5) * elliptic_sine(sqrt(gravity) * t + quarter);
  *x = 2 * half * sqrt(1 - half * half);
  *y = 2 * half * half - 1;
}

static const double released[4] = {1, 0, 0, 0};

/** y = cos t, which all solutions approach as e^(−factor t). */
static hol_status decay(void *self, double t, const double *y, double *rate)
{
  setting *s = self;
  rate[0] = -s->factor * (y[0] - cos(t)) - sin(t);
  return asked(s, OF_RATE);
}

static hol_status decay_jacobian(void *self, double t, const double *y, const double *rate, double *jacobian)
{
  setting *s = self;
  (void)t;
  (void)y;
  (void)rate;
  jacobian[0] = -s->factor;
  return asked(s, OF_JACOBIAN);
}

/** Robertson's reactions, whose masses add up to 1. */
static hol_status reactions(void *self, double t, const double *y, double *rate)
{
  (void)self;
  (void)t;
  rate[0] = -0.04 * y[0] + 1e4 * y[1] * y[2];
  rate[2] = 3e7 * y[1] * y[1];
  rate[1] = -rate[0] - rate[2];
  return HOL_OK;
}

static hol_status reactions_jacobian(void *self, double t, const double *y, const double *rate, double *jacobian)
{
  (void)self;
  (void)t;
  (void)rate;
  const double rows[3][3] = {
      {-0.04, 1e4 * y[2], 1e4 * y[1]}, {0.04, -1e4 * y[2] - 6e7 * y[1], -1e4 * y[1]}, {0, 6e7 * y[1], 0}};
  for (size_t i = 0; i < 3; i++) {
    for (size_t j = 0; j < 3; j++) {
      jacobian[i + 3 * j] = rows[i][j];
    }
  }
  return HOL_OK;
}

static hol_status project_reactions(void *self, double t, double *y)
{
  (void)self;
  (void)t;
  double excess = (y[0] + y[1] + y[2] - 1) / 3;
  for (size_t i = 0; i < 3; i++) {
    y[i] -= excess;
  }
  return HOL_OK;
}

/** y = (1 − t/2)² as long as y ≥ 0. */
static hol_status root(void *self, double t, const double *y, double *rate)
{
  setting *s = self;
  (void)t;
  rate[0] = -sqrt(y[0]);
  return y[0] < 0 && !s->is_quiet ? HOL_NUMERICAL : HOL_OK;
}

/** y = 1/(1 − t). */
static hol_status explosion(void *self, double t, const double *y, double *rate)
{
  (void)self;
  (void)t;
  rate[0] = y[0] * y[0];
  return HOL_OK;
}

/* ---- solutions --------------------------------------------------------------------------------------------------- */

static void test_oscillator(void **context)
{
  (void)context;
  setting s = {.factor = 1};
  double t = 0, y[2] = {1, 0};
  hol_integrator *i = start((hol_integrator_equation){.self = &s, .count = 2, .rate = oscillator}, false, 1e-14, t, y);
  assert_int_equal(go(i, 50, &t, y), HOL_OK);
  assert_true(t == 50);
  assert_near(y[0], cos(50), 1e-12);
  assert_near(y[1], -sin(50), 1e-12);
  hol_integrator_counts counts = hol_integrator_count(i);
  assert_int_equal(counts.projections + counts.jacobians, 0);
  assert_true(counts.rates >= 13 * counts.steps && counts.rates < 15 * counts.steps + 20);
  hol_integrator_free(i);
}

/** With and without projection: what stays of the length, and of the motion. */
static void test_pendulum(void **context)
{
  (void)context;
  double off[2], error[2];
  for (int is_projected = 0; is_projected < 2; is_projected++) {
    double t = 0, y[4], right[2];
    memcpy(y, released, sizeof y);
    hol_integrator_equation e = {.count = 4, .rate = pendulum, .project = is_projected ? project_pendulum : NULL};
    hol_integrator *i = start(e, false, 1e-11, t, y);
    off[is_projected] = 0;
    while (t < 30) {
      assert_int_equal(hol_integrator_step(i, 30, &t, y), HOL_OK);
      off[is_projected] = fmax(off[is_projected], pendulum_off(y));
    }
    pendulum_at(30, &right[0], &right[1]);
    error[is_projected] = hypot(y[0] - right[0], y[1] - right[1]);
    hol_integrator_counts counts = hol_integrator_count(i);
    assert_int_equal(counts.projections, is_projected ? counts.steps : 0);
    assert_true(counts.rates < 15000);
    hol_integrator_free(i);
  }
  assert_true(off[1] < 4 * DBL_EPSILON);
  assert_true(error[1] < 2e-9);
  assert_true(off[0] > 1e-10); /* the test tells them apart */
  assert_true(error[0] > error[1]);
}

/** Ten times the accuracy for a tolerance ten times smaller, changed on the way. */
static void test_tolerance(void **context)
{
  (void)context;
  double error[3], right[2];
  pendulum_at(10, &right[0], &right[1]);
  for (int k = 0; k < 3; k++) {
    double t = 0, y[4], tolerance = pow(10, -7 - 2 * k), absolute[4] = {tolerance, tolerance, tolerance, tolerance};
    memcpy(y, released, sizeof y);
    hol_integrator *i =
        start((hol_integrator_equation){.count = 4, .rate = pendulum, .project = project_pendulum}, false, 1e-13, t, y);
    assert_int_equal(hol_integrator_step(i, 10, &t, y), HOL_OK);
    assert_int_equal(hol_integrator_set_tolerance(i, tolerance, absolute), HOL_OK);
    assert_int_equal(go(i, 10, &t, y), HOL_OK);
    error[k] = hypot(y[0] - right[0], y[1] - right[1]);
    absolute[2] = 0;
    assert_int_equal(hol_integrator_set_tolerance(i, tolerance, absolute), HOL_INVALID);
    hol_integrator_free(i);
  }
  assert_true(error[0] < 1e-5 && error[1] < error[0] / 20 && error[2] < error[1] / 20);
}

/* ---- stiff ------------------------------------------------------------------------------------------------------- */

static void test_fast_decay(void **context)
{
  (void)context;
  for (int has_jacobian = 0; has_jacobian < 2; has_jacobian++) {
    setting s = {.factor = 1e6};
    double t = 0, y[1] = {2};
    hol_integrator_equation e = {
        .self = &s, .count = 1, .rate = decay, .jacobian = has_jacobian ? decay_jacobian : NULL};
    hol_integrator *i = start(e, true, 1e-9, t, y);
    assert_int_equal(go(i, 10, &t, y), HOL_OK);
    assert_near(y[0], cos(10), 1e-7);
    hol_integrator_counts counts = hol_integrator_count(i);
    assert_true(counts.rates < 3000); /* an explicit method takes a million */
    assert_true(has_jacobian ? counts.jacobians > 0 : counts.jacobians == 0);
    hol_integrator_free(i);
  }
}

/** Against the explicit method, for which these are many steps. */
static void test_reactions(void **context)
{
  (void)context;
  double right[3] = {1, 0, 0}, t = 0;
  hol_integrator_equation e = {.count = 3, .rate = reactions};
  hol_integrator *referee = start(e, false, 1e-12, t, right);
  assert_int_equal(go(referee, 4, &t, right), HOL_OK);
  for (int k = 0; k < 4; k++) {
    double y[3] = {1, 0, 0};
    e.project = k & 1 ? project_reactions : NULL;
    e.jacobian = k & 2 ? reactions_jacobian : NULL;
    hol_integrator *i = start(e, true, 1e-11, 0, y);
    t = 0;
    assert_int_equal(go(i, 4, &t, y), HOL_OK);
    assert_all_close(y, right, 3, 1e-7, 0);
    if (e.project) {
      assert_near(y[0] + y[1] + y[2], 1, 4 * DBL_EPSILON);
    }
    assert_true(20 * hol_integrator_count(i).rates < hol_integrator_count(referee).rates);
    hol_integrator_free(i);
  }
  hol_integrator_free(referee);
}

static void test_pendulum_by_the_stiff_method(void **context)
{
  (void)context;
  double t = 0, y[4], right[2];
  memcpy(y, released, sizeof y);
  hol_integrator *i =
      start((hol_integrator_equation){.count = 4, .rate = pendulum, .project = project_pendulum}, true, 1e-12, t, y);
  while (t < 5) {
    assert_int_equal(hol_integrator_step(i, 5, &t, y), HOL_OK);
    assert_true(pendulum_off(y) < 1e-14);
  }
  pendulum_at(5, &right[0], &right[1]);
  assert_all_close(y, right, 2, 0, 1e-7);
  assert_true(hol_integrator_count(i).projections > hol_integrator_count(i).steps);
  hol_integrator_free(i);
}

/* ---- stops and resets -------------------------------------------------------------------------------------------- */

/** Stops far, near, nearer than rounding, at and behind the present time. */
static void test_stops(void **context)
{
  (void)context;
  for (int is_stiff = 0; is_stiff < 2; is_stiff++) {
    setting s = {.factor = 2};
    double t = 0, y[2] = {1, 0}, allowed = is_stiff ? 1e-5 : 1e-11;
    hol_integrator *i =
        start((hol_integrator_equation){.self = &s, .count = 2, .rate = oscillator}, is_stiff, 1e-13, t, y);
    for (int k = 1; k <= 200; k++) {
      const double gap[] = {1. / 7, 1e-3, 1e-9, 1e-13, 0, DBL_EPSILON / 3};
      double stop = t + gap[k % 6];
      assert_int_equal(go(i, stop, &t, y), HOL_OK);
      assert_true(t == stop);
      assert_near(y[0], cos(2 * t), allowed);
      assert_near(y[1], -2 * sin(2 * t), allowed);
    }
    double before = t, y_before = y[0];
    assert_int_equal(hol_integrator_step(i, t, &t, y), HOL_OK);
    assert_int_equal(hol_integrator_step(i, t - 1, &t, y), HOL_OK);
    assert_true(t == before && y[0] == y_before);
    hol_integrator_free(i);
  }
}

/** From the start all the same: nothing is known of a first step. */
static void test_nearest_first_stop(void **context)
{
  (void)context;
  for (int is_stiff = 0; is_stiff < 2; is_stiff++) {
    for (double gap = DBL_EPSILON / 2; gap < 1e-9; gap *= 2) {
      setting s = {.factor = 1};
      double t = 1, y[2] = {cos(1), -sin(1)}, stop = 1 + gap;
      hol_integrator *i =
          start((hol_integrator_equation){.self = &s, .count = 2, .rate = oscillator}, is_stiff, 1e-10, t, y);
      assert_int_equal(go(i, stop, &t, y), HOL_OK);
      assert_true(t == stop);
      assert_near(y[0], cos(t), 1e-14);
      assert_int_equal(go(i, 1.5, &t, y), HOL_OK);
      assert_near(y[0], cos(1.5), is_stiff ? 1e-7 : 1e-9);
      hol_integrator_free(i);
    }
  }
}

/** What comes after a reset does not depend on what was before. */
static void test_reset(void **context)
{
  (void)context;
  for (int is_stiff = 0; is_stiff < 2; is_stiff++) {
    double t = 0, y[4], fresh[4];
    memcpy(y, released, sizeof y);
    hol_integrator_equation e = {.count = 4, .rate = pendulum, .project = project_pendulum};
    hol_integrator *i = start(e, is_stiff, 1e-9, t, y);
    assert_int_equal(go(i, 3, &t, y), HOL_OK);
    memcpy(fresh, y, sizeof y);
    hol_integrator *j = start(e, is_stiff, 1e-9, t, y);
    assert_int_equal(hol_integrator_reset(i, t, y, 0), HOL_OK);
    double u = t;
    while (t < 5) { /* side by side: they share nothing */
      assert_int_equal(hol_integrator_step(i, 5, &t, y), HOL_OK);
      assert_int_equal(hol_integrator_step(j, 5, &u, fresh), HOL_OK);
      assert_true(t == u);
      assert_memory_equal(y, fresh, sizeof y);
    }
    assert_true(hol_integrator_count(i).steps > hol_integrator_count(j).steps);
    hol_integrator_free(i);
    hol_integrator_free(j);
  }
}

/** The step from before is the first, and no evaluation is spent on an estimate; stops do not shorten it. */
static void test_first_step(void **context)
{
  (void)context;
  setting s = {.factor = 1};
  double t = 0, y[2] = {1, 0};
  hol_integrator *i = start((hol_integrator_equation){.self = &s, .count = 2, .rate = oscillator}, false, 1e-10, t, y);
  assert_true(hol_integrator_step_size(i) == 0);
  assert_int_equal(go(i, 10, &t, y), HOL_OK);
  assert_int_equal(go(i, 10 + 1e-6, &t, y), HOL_OK);
  double size = hol_integrator_step_size(i), from = t;
  assert_true(size > 0.05);
  size_t rates = hol_integrator_count(i).rates;
  assert_int_equal(hol_integrator_reset(i, t, y, size), HOL_OK);
  assert_int_equal(hol_integrator_step(i, 20, &t, y), HOL_OK);
  assert_near(t - from, size, 1e-14);
  size_t with = hol_integrator_count(i).rates - rates;
  assert_int_equal(hol_integrator_reset(i, t, y, 0), HOL_OK);
  assert_int_equal(hol_integrator_step(i, 20, &t, y), HOL_OK);
  assert_true(hol_integrator_count(i).rates - rates - with > with);
  hol_integrator_free(i);
}

/* ---- failures ---------------------------------------------------------------------------------------------------- */

/** Whatever a function says comes back; the integrator is where it was and goes on. */
static void test_statuses_come_back(void **context)
{
  (void)context;
  static const hol_status ends[] = {HOL_INCOMPLETE, HOL_USAGE, HOL_INVALID, HOL_FILE, HOL_MEMORY};
  for (size_t k = 0; k < 5 * 2 * 3; k++) {
    bool is_stiff = k / 5 % 2;
    setting s = {.factor = 1e3, .status = ends[k % 5], .at = 7};
    s.of = k < 10 ? OF_RATE : k < 20 ? OF_PROJECTION : OF_JACOBIAN;
    if (s.of == OF_JACOBIAN && !is_stiff) {
      continue;
    }
    double t = 0, y[4], last = 0;
    memcpy(y, released, sizeof y);
    hol_integrator_equation e = {.self = &s, .count = 4, .rate = pendulum, .project = project_pendulum};
    if (s.of == OF_JACOBIAN) {
      e = (hol_integrator_equation){.self = &s, .count = 1, .rate = decay, .jacobian = decay_jacobian};
      s.at = 1;
    }
    hol_integrator *i = start(e, is_stiff, 1e-9, t, y);
    hol_status status = HOL_OK;
    while (status == HOL_OK && t < 2) {
      last = t;
      status = hol_integrator_step(i, 2, &t, y);
    }
    assert_int_equal(status, s.status);
    assert_int_equal(hol_integrator_why(i), HOL_INTEGRATOR_FINE);
    assert_true(t == last);
    s.status = HOL_OK;
    assert_int_equal(go(i, 2, &t, y), HOL_OK);
    hol_integrator_free(i);
  }
}

/** Where f is not defined steps become shorter; where the solution itself leaves there is an end. */
static void test_undefined_rate(void **context)
{
  (void)context;
  for (int k = 0; k < 4; k++) {
    setting s = {.is_quiet = k & 1};
    bool is_stiff = k & 2;
    double t = 0, y[1] = {1};
    hol_integrator *i = start((hol_integrator_equation){.self = &s, .count = 1, .rate = root}, is_stiff, 1e-7, t, y);
    assert_int_equal(hol_integrator_reset(i, t, y, 1.99), HOL_OK); /* some stage has y < 0 */
    assert_int_equal(go(i, 1.99, &t, y), HOL_OK);
    assert_near(y[0], 0.005 * 0.005, is_stiff ? 1e-5 : 1e-6);
    assert_true(hol_integrator_count(i).rejected > 0);
    hol_status status = go(i, 3, &t, y);
    if (status != HOL_OK) { /* errors may stop it at y = 0, where it stays */
      assert_int_equal(status, HOL_NUMERICAL);
      assert_int_not_equal(hol_integrator_why(i), HOL_INTEGRATOR_FINE);
      assert_near(t, 2, 0.01);
    }
    assert_true(hol_integrator_count(i).rates < 20000);
    hol_integrator_free(i);
  }
}

/** Not defined at all, or from a time on: the reason has a name, and the state is the last good one. */
static void test_never_defined(void **context)
{
  (void)context;
  for (int k = 0; k < 4; k++) {
    bool is_stiff = k & 1;
    setting s = {.factor = 1, .status = HOL_NUMERICAL, .of = k & 2 ? OF_RATE : OF_PROJECTION, .at = k & 2 ? 0 : 3};
    double t = 0, y[4];
    memcpy(y, released, sizeof y);
    hol_integrator_equation e = {.self = &s, .count = 4, .rate = pendulum, .project = project_pendulum};
    hol_integrator *i = start(e, is_stiff, 1e-9, t, y);
    assert_int_equal(go(i, 5, &t, y), HOL_NUMERICAL);
    assert_int_equal(hol_integrator_why(i), HOL_INTEGRATOR_UNDEFINED);
    assert_true(k & 2 ? t == 0 : t > 0);
    assert_true(hol_integrator_count(i).rates < 2000);
    assert_true(pendulum_off(y) < 1e-14);
    s.status = HOL_OK;
    assert_int_equal(go(i, 5, &t, y), HOL_OK);
    hol_integrator_free(i);
  }
}

/** Failures of single evaluations are passed over. */
static void test_sometimes_undefined(void **context)
{
  (void)context;
  double right[2];
  pendulum_at(2, &right[0], &right[1]);
  for (int k = 0; k < 4; k++) {
    bool is_stiff = k & 1;
    setting s = {.status = HOL_NUMERICAL, .of = k & 2 ? OF_RATE : OF_PROJECTION, .times = 1};
    double t = 0, y[4];
    memcpy(y, released, sizeof y);
    hol_integrator_equation e = {.self = &s, .count = 4, .rate = pendulum, .project = project_pendulum};
    hol_integrator *i = start(e, is_stiff, 1e-10, t, y);
    for (int n = 0; t < 2; n++) {
      s.at = s.calls + n % 40;
      assert_int_equal(hol_integrator_step(i, 2, &t, y), HOL_OK);
    }
    assert_all_close(y, right, 2, 0, is_stiff ? 1e-5 : 1e-8);
    hol_integrator_free(i);
  }
}

static void test_explosion(void **context)
{
  (void)context;
  for (int is_stiff = 0; is_stiff < 2; is_stiff++) {
    double t = 0, y[1] = {1};
    hol_integrator *i = start((hol_integrator_equation){.count = 1, .rate = explosion}, is_stiff, 1e-8, t, y);
    assert_int_equal(go(i, 2, &t, y), HOL_NUMERICAL);
    assert_int_not_equal(hol_integrator_why(i), HOL_INTEGRATOR_FINE);
    assert_near(t, 1, 1e-5);
    assert_true(isfinite(y[0]));
    assert_true(hol_integrator_count(i).steps < 100000);
    hol_integrator_free(i);
  }
}

/** A tolerance below rounding, and steps shorter than the rounding of t. */
static void test_accuracy_that_cannot_be(void **context)
{
  (void)context;
  for (int k = 0; k < 4; k++) {
    bool is_stiff = k & 1;
    setting s = {.factor = k & 2 ? 1e9 : 1};
    double t = k & 2 ? 1e10 : 0, y[2] = {1, 0}, from = t;
    hol_integrator *i = start((hol_integrator_equation){.self = &s, .count = 2, .rate = oscillator}, is_stiff,
                              k & 2 ? 1e-6 : 1e-17, t, y);
    assert_int_equal(go(i, from + 100, &t, y), HOL_NUMERICAL);
    assert_int_equal(hol_integrator_why(i), HOL_INTEGRATOR_ACCURACY);
    assert_true(hol_integrator_count(i).rates < 100000);
    hol_integrator_free(i);
  }
}

static void test_wrong_arguments(void **context)
{
  (void)context;
  hol_integrator *i = NULL;
  hol_integrator_equation e = {.count = 2, .rate = oscillator};
  const double y[2] = {1, 0}, good[2] = {1, 1}, zero[2] = {1, 0}, infinite[2] = {INFINITY, 1};
  assert_int_equal(hol_integrator_make(&e, false, -1e-9, good, 0, y, &i), HOL_INVALID);
  assert_int_equal(hol_integrator_make(&e, false, NAN, good, 0, y, &i), HOL_INVALID);
  assert_int_equal(hol_integrator_make(&e, true, 1e-9, zero, 0, y, &i), HOL_INVALID);
  assert_int_equal(hol_integrator_make(&e, false, 1e-9, infinite, 0, y, &i), HOL_INVALID);
  e.count = 0;
  assert_int_equal(hol_integrator_make(&e, false, 1e-9, good, 0, y, &i), HOL_INVALID);
  assert_null(i);
  hol_integrator_free(i);
}

static void test_missing_plugin(void **context)
{
  (void)context;
  hol_integrator *i = NULL;
  hol_integrator_equation e = {.count = 2, .rate = oscillator};
  const double y[2] = {1, 0}, absolute[2] = {1, 1};
  is_plugin_hidden = true;
  assert_int_equal(hol_integrator_make(&e, false, 1e-9, absolute, 0, y, &i), HOL_FILE);
  is_plugin_hidden = false;
  assert_null(i);
  assert_non_null(strstr(HOL_INTEGRATOR_MISSING, "libholonome_sundials.so"));
}

static void test_too_little_memory(void **context)
{
  (void)context;
  hol_integrator *i = NULL;
  const double y[2] = {1, 0}, absolute[2] = {1, 1};
  hol_integrator_equation e = {.count = 2, .rate = oscillator};
  for (size_t k = 0; k < 3; k++) {
    granted = k;
    hol_status status = hol_integrator_make(&e, false, 1e-9, absolute, 0, y, &i);
    granted = SIZE_MAX;
    assert_int_equal(status, HOL_MEMORY);
    assert_null(i);
  }
}

/** A matrix larger than any memory. */
static void test_too_many_unknowns(void **context)
{
  (void)context;
  setting s = {.factor = 1};
  const double few[1] = {1};
  hol_integrator *i = start((hol_integrator_equation){.self = &s, .count = 1, .rate = decay}, true, 1e-6, 0, few);
  hol_integrator_free(i);
  size_t n = (size_t)1 << 22;
  double *ones = malloc(n * sizeof *ones);
  assert_non_null(ones);
  for (size_t k = 0; k < n; k++) {
    ones[k] = 1;
  }
  hol_integrator_equation e = {.self = &s, .count = n, .rate = decay};
  assert_int_equal(hol_integrator_make(&e, true, 1e-6, ones, 0, ones, &i), HOL_MEMORY);
  assert_null(i);
  free(ones);
}

int main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_oscillator),
      cmocka_unit_test(test_pendulum),
      cmocka_unit_test(test_tolerance),
      cmocka_unit_test(test_fast_decay),
      cmocka_unit_test(test_reactions),
      cmocka_unit_test(test_pendulum_by_the_stiff_method),
      cmocka_unit_test(test_stops),
      cmocka_unit_test(test_nearest_first_stop),
      cmocka_unit_test(test_reset),
      cmocka_unit_test(test_first_step),
      cmocka_unit_test(test_statuses_come_back),
      cmocka_unit_test(test_undefined_rate),
      cmocka_unit_test(test_never_defined),
      cmocka_unit_test(test_sometimes_undefined),
      cmocka_unit_test(test_explosion),
      cmocka_unit_test(test_accuracy_that_cannot_be),
      cmocka_unit_test(test_wrong_arguments),
      cmocka_unit_test(test_missing_plugin),
      cmocka_unit_test(test_too_little_memory),
      cmocka_unit_test(test_too_many_unknowns),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}

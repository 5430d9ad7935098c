/* SPDX-License-Identifier: BSD-3-Clause */
/* Events between two points of a path: roots of the test functions, changes of stability, narrow resonances. */
#include "continuation/tracer.h"

#include "base/memory.h"
#include "base/vector.h"

#include <math.h>
#include <string.h>

/** A test function of a point; the events are its roots. */
typedef double (*test_function)(hol_tracer *k, const hol_path_point *point, const double *z);

static double test_dp_ds(hol_tracer *k, const hol_path_point *point, const double *z)
{
  (void)k;
  (void)z;
  return point->dp_ds;
}

/** The determinant in units of the larger of those at the ends of the step. */
static double test_determinant(hol_tracer *k, const hol_path_point *point, const double *z)
{
  (void)z;
  return point->bordered.sign * exp(point->bordered.log - k->log_unit);
}

static double test_size_slope(hol_tracer *k, const hol_path_point *point, const double *z)
{
  (void)k;
  (void)z;
  return point->size_slope;
}

static double test_limit(hol_tracer *k, const hol_path_point *point, const double *z)
{
  (void)point;
  return k->equation->limit(k->equation->self, z);
}

typedef struct bracket {
  double low, high, f_low, f_high;
} bracket;

/** The root of a test function between two lengths with different signs (Illinois); the point there into `other`.
 *  @return false where a point cannot be computed */
static bool find_root(hol_tracer *k, size_t at, test_function f, bracket b, double *where)
{
  double narrow = 1e-12 * (b.high - b.low) + 1e-15;
  double x = b.low, fx = b.f_low;
  int side = 0;
  for (int i = 0; i < 80 && b.high - b.low > narrow; i++) {
    x = i % 12 == 11 ? (b.low + b.high) / 2 : (b.low * b.f_high - b.high * b.f_low) / (b.f_high - b.f_low);
    hol_path_point point;
    if (!hol_tracer_correct(k, at, x, k->other).converged ||
        hol_tracer_test(k, k->other, k->other_t, false, false, &point) != HOL_OK) {
      return false;
    }
    fx = f(k, &point, k->other);
    if (fx == 0) {
      break;
    }
    if ((fx < 0) == (b.f_low < 0)) {
      b.low = x;
      b.f_low = fx;
      b.f_high *= side == -1 ? 0.5 : 1;
      side = -1;
    } else {
      b.high = x;
      b.f_high = fx;
      b.f_low *= side == 1 ? 0.5 : 1;
      side = 1;
    }
    if (fabs(fx) < 1e-15) {
      break;
    }
  }
  *where = x;
  return true;
}

static hol_status add_event(hol_tracer *k, hol_event_kind kind, size_t before, double at, bool is_maximum)
{
  hol_path *p = k->path;
  if (!hol_grow(&p->event, &p->event_capacity, p->events + 1, sizeof *p->event)) {
    return HOL_MEMORY;
  }
  hol_path_event *e = &p->event[p->events];
  *e = (hol_path_event){.kind = kind, .before = before, .at = at, .is_maximum = is_maximum};
  e->z = hol_alloc(k->n, sizeof *e->z);
  if (!e->z) {
    return HOL_MEMORY;
  }
  p->events++;
  memcpy(e->z, k->other, k->n * sizeof *e->z);
  if (kind == HOL_EVENT_BRANCH) {
    e->other_tangent = hol_alloc(k->n, sizeof *e->other_tangent);
    if (!e->other_tangent) {
      return HOL_MEMORY;
    }
    hol_corrector_tangent(&k->corrector, e->z, k->other_t, k->other_t, NULL);
    hol_corrector_other_tangent(&k->corrector, k->other_t, e->other_tangent);
    for (size_t i = 0; i < k->n; i++) {
      e->other_tangent[i] *= hol_corrector_unit(&k->corrector, i);
    }
  }
  return HOL_OK;
}

static hol_step_verdict from_status(hol_status status)
{
  return status == HOL_OK ? HOL_STEP_FINE : HOL_STEP_FAILED;
}

/** Points of the step, their lengths and the determinants there: the ends of the bracket, and one more. */
enum { LOW, HIGH, OTHER, SECANT_POINTS };
typedef struct secant_points {
  int newest, before; /**< the last two computed */
  double x[SECANT_POINTS], f[SECANT_POINTS];
  double *z[SECANT_POINTS]; /**< [n] each */
  bool has_other;
} secant_points;

/** Predict the point at x by the parabola through the known points and correct it: close to a branch point Newton's
 *  method asks for a prediction much closer than the bracket is wide, which the tangent at the base cannot give. */
static hol_correction point_between(hol_tracer *k, const secant_points *p, double x, double *z)
{
  size_t at = k->path->points - 1;
  if (!p->has_other) {
    return hol_tracer_correct(k, at, x, z);
  }
  double weight[SECANT_POINTS];
  for (int i = 0; i < SECANT_POINTS; i++) {
    int j = (i + 1) % SECANT_POINTS, l = (i + 2) % SECANT_POINTS;
    weight[i] = (x - p->x[j]) * (x - p->x[l]) / ((p->x[i] - p->x[j]) * (p->x[i] - p->x[l]));
  }
  for (size_t i = 0; i < k->n; i++) {
    z[i] = weight[LOW] * p->z[LOW][i] + weight[HIGH] * p->z[HIGH][i] + weight[OTHER] * p->z[OTHER][i];
  }
  return hol_corrector_solve(&k->corrector, k->row, k->path->z + at * k->n, x, z);
}

/** Put a new point in the place of one end of the bracket, which becomes the other one. */
static void replace_end(secant_points *p, bool is_low, double x, double f, const double *z, size_t n)
{
  int end = is_low ? LOW : HIGH;
  double *room = p->z[OTHER];
  p->before = p->newest == end ? OTHER : p->newest;
  p->newest = end;
  p->x[OTHER] = p->x[end];
  p->f[OTHER] = p->f[end];
  p->z[OTHER] = p->z[end];
  p->has_other = true;
  p->x[end] = x;
  p->f[end] = f;
  p->z[end] = room;
  memcpy(room, z, n * sizeof *z);
}

/** A point near x and the determinant there: right at a branch point Newton's method finds none, a little beside it
 *  does. */
static bool determinant_near(hol_tracer *k, const secant_points *p, double *x, double *f)
{
  double target = *x, aside[] = {0, -0.5, 0.5, -0.25, 0.25};
  for (size_t i = 0; i < sizeof aside / sizeof *aside; i++) {
    hol_path_point point;
    *x = target + aside[i] * (aside[i] < 0 ? target - p->x[LOW] : p->x[HIGH] - target);
    if (point_between(k, p, *x, k->other).converged &&
        hol_tracer_test(k, k->other, k->other_t, false, false, &point) == HOL_OK) {
      *f = test_determinant(k, &point, NULL);
      return true;
    }
  }
  return false;
}

/** The determinant's root between the base (LOW) and the new point (HIGH) into `other`. Where in the end Newton's
 *  method gives up the last two points before are carried on in a line, which is right to the product of their
 *  distances. */
static bool find_branch_point(hol_tracer *k, secant_points *p, double *where)
{
  double low = p->f[LOW], high = p->f[HIGH], best = (double)INFINITY; /* Illinois: halved where an end stays */
  int side = 0;
  for (int i = 0; i < 60 && p->x[HIGH] - p->x[LOW] > 1e-13 * (p->x[HIGH] + p->x[LOW]) && !(best <= 1e-8); i++) {
    double middle = (p->x[LOW] + p->x[HIGH]) / 2;
    double x = i % 12 == 11 ? middle : (p->x[LOW] * high - p->x[HIGH] * low) / (high - low), fx = 0;
    if (!determinant_near(k, p, &x, &fx)) {
      break;
    }
    bool below = (fx < 0) == (low < 0);
    replace_end(p, below, x, fx, k->other, k->n);
    best = fmin(best, fabs(fx));
    low = below ? fx : side == 1 ? low / 2 : low;
    high = below ? (side == -1 ? high / 2 : high) : fx;
    side = below ? -1 : 1;
  }
  int a = p->newest, b = p->before;
  if (!(best <= 1e-3) || p->f[a] == p->f[b]) {
    return false;
  }
  double part = p->f[a] / (p->f[a] - p->f[b]);
  *where = p->x[a] + part * (p->x[b] - p->x[a]);
  for (size_t i = 0; i < k->n; i++) {
    k->other[i] = p->z[a][i] + part * (p->z[b][i] - p->z[a][i]);
  }
  return true;
}

/** A branch point between the base and the new point: the determinant must really vanish there; if it jumps, the two
 *  points lie on different branches that come close, and the step was too long. */
static hol_step_verdict locate_branch_point(hol_tracer *k, const hol_path_point *a, const hol_path_point *b,
                                            double step, double *where)
{
  k->log_unit = fmax(a->bordered.log, b->bordered.log);
  secant_points points = {.newest = HIGH,
                          .before = LOW,
                          .x = {0, step},
                          .f = {test_determinant(k, a, NULL), test_determinant(k, b, NULL)},
                          .z = {k->known, k->known + k->n, k->known + 2 * k->n}};
  memcpy(points.z[LOW], hol_tracer_base(k), k->n * sizeof *k->known);
  memcpy(points.z[HIGH], k->z, k->n * sizeof *k->known);
  if (!find_branch_point(k, &points, where)) {
    return HOL_STEP_DOUBTFUL;
  }
  size_t events = k->path->events;
  const hol_step_verdict v = from_status(add_event(k, HOL_EVENT_BRANCH, k->path->points - 1, *where, false));
  const hol_equation *e = k->equation;
  const double *known =
      v == HOL_STEP_FINE && e->known_branch_point ? e->known_branch_point(e->self, k->path->event[events].z) : NULL;
  if (known) { /* located on the other branch, where it is better conditioned */
    memcpy(k->path->event[events].z, known, k->n * sizeof *known);
    memcpy(k->z, known, k->n * sizeof *known);
    memcpy(k->t, k->other_t, k->n * sizeof *k->t);
    k->is_last = true;
    k->path->end = HOL_BRANCH_ENDS_AT_BRANCH;
  }
  return v;
}

static hol_step_verdict locate_fold(hol_tracer *k, double low, double high, double slope_low, double slope_high,
                                    size_t at)
{
  double where;
  const bracket range = {low, high, slope_low, slope_high};
  if (!find_root(k, at, test_dp_ds, range, &where)) {
    return HOL_STEP_DOUBTFUL;
  }
  return from_status(add_event(k, HOL_EVENT_FOLD, at, where, slope_low > 0));
}

static hol_step_verdict locate_peak(hol_tracer *k, const hol_path_point *a, const hol_path_point *b, double step)
{
  double where;
  const bracket range = {0, step, a->size_slope, b->size_slope};
  if (!find_root(k, k->path->points - 1, test_size_slope, range, &where)) {
    return HOL_STEP_DOUBTFUL;
  }
  return from_status(add_event(k, HOL_EVENT_PEAK, k->path->points - 1, where, a->size_slope > 0));
}

static size_t unstable(const hol_stability *s)
{
  return s->above + s->below + 2 * s->pairs;
}

static size_t counted(const hol_stability *s, hol_event_kind kind)
{
  return kind == HOL_EVENT_PERIOD_DOUBLING ? s->below : s->pairs;
}

/** Where a number of multipliers changes, by bisection on the integer. Pairs that meet on the real axis outside the
 *  circle change kind, not number, and are no event. */
static hol_step_verdict locate_multiplier_change(hol_tracer *k, hol_event_kind kind, bracket range, hol_stability low,
                                                 hol_stability high)
{
  size_t at = k->path->points - 1;
  double narrow = 1e-11 + 1e-13 * range.high;
  while (range.high - range.low > narrow) {
    double mid = range.low + (range.high - range.low) / 2;
    hol_path_point point;
    if (!hol_tracer_correct(k, at, mid, k->other).converged) {
      return HOL_STEP_DOUBTFUL;
    }
    if (hol_tracer_test(k, k->other, k->other_t, false, true, &point) != HOL_OK) {
      return HOL_STEP_FAILED;
    }
    size_t count = counted(&point.stability, kind);
    if (count != counted(&low, kind) && count != counted(&high, kind)) {
      return HOL_STEP_DOUBTFUL; /* two changes: a shorter step will tell them apart */
    }
    if (count == counted(&low, kind)) {
      range.low = mid;
      low = point.stability;
    } else {
      range.high = mid;
      high = point.stability;
    }
    if (mid <= range.low && mid >= range.high) {
      break;
    }
  }
  return unstable(&low) == unstable(&high) ? HOL_STEP_FINE : from_status(add_event(k, kind, at, range.low, false));
}

/** The point half-way between two lengths, or a little beside: there may be a branch point just there. */
static bool point_inside(hol_tracer *k, double low, double high, double *mid, hol_path_point *p)
{
  const double part[] = {0.5, 0.375, 0.625};
  for (size_t i = 0; i < sizeof part / sizeof *part; i++) {
    *mid = low + part[i] * (high - low);
    if (hol_tracer_correct(k, k->path->points - 1, *mid, k->other).converged &&
        hol_tracer_test(k, k->other, k->other_t, true, false, p) == HOL_OK) {
      return true;
    }
  }
  return false;
}

/** Narrow resonances: where the inertia changes a resonance is passed; follow it down to a small part of the step and
 *  look whether the curve does there what its ends say. */
static hol_step_verdict check_narrow_resonance(hol_tracer *k, const hol_path_point *a, const hol_path_point *b,
                                               double step)
{
  double low = 0, high = step;
  double least = cos(HOL_TURN_LIMIT);
  while (high - low > step / 8192) {
    double mid = 0;
    hol_path_point p;
    if (!point_inside(k, low, high, &mid, &p)) {
      return HOL_STEP_DOUBTFUL;
    }
    bool turned = !(hol_dot(k->n, k->other_t, k->row) > least) || !(hol_dot(k->n, k->other_t, k->t) > least);
    bool hidden_fold = !hol_signs_differ(a->dp_ds, b->dp_ds) && hol_signs_differ(a->dp_ds, p.dp_ds);
    bool hidden_branch = a->bordered.sign * b->bordered.sign > 0 && p.bordered.sign * a->bordered.sign < 0;
    if (turned || hidden_fold || hidden_branch) {
      return HOL_STEP_DOUBTFUL;
    }
    if (p.negative != a->negative) {
      high = mid;
    } else {
      low = mid;
    }
  }
  return HOL_STEP_FINE;
}

/** Where dp/ds came close to zero without changing sign between three points, look for two folds. */
hol_step_verdict hol_tracer_locate_fold_pair(hol_tracer *k, size_t middle)
{
  const hol_path_point *p = k->path->point + middle - 1;
  double s0 = p[0].dp_ds, s1 = p[1].dp_ds, s2 = p[2].dp_ds;
  if (hol_signs_differ(s0, s1) || hol_signs_differ(s1, s2) || fabs(s1) > 0.1 || fabs(s1) > fabs(s0) ||
      fabs(s1) > fabs(s2)) {
    return HOL_STEP_FINE;
  }
  hol_step_verdict v = HOL_STEP_FINE;
  for (size_t at = middle - 1; at <= middle && v == HOL_STEP_FINE; at++) {
    hol_tracer_set_base(k, at);
    const double golden = 0.6180339887498949, *here = k->path->z + at * k->n;
    double step = 0;
    for (size_t i = 0; i < k->n; i++) {
      step += k->row[i] * (here[k->n + i] - here[i]) / hol_corrector_unit(&k->corrector, i);
    }
    double low = 0, high = step;
    double f_low = k->path->point[at].dp_ds, f_high = k->path->point[at + 1].dp_ds;
    for (int i = 0; i < 24; i++) {
      double x[2] = {high - golden * (high - low), low + golden * (high - low)}, f[2] = {0};
      for (int j = 0; j < 2; j++) {
        hol_path_point point;
        if (!hol_tracer_correct(k, at, x[j], k->other).converged ||
            hol_tracer_test(k, k->other, k->other_t, false, false, &point) != HOL_OK) {
          return HOL_STEP_FINE;
        }
        f[j] = point.dp_ds;
        if (hol_signs_differ(f[j], s1)) {
          v = locate_fold(k, 0, x[j], f_low, f[j], at);
          return v == HOL_STEP_FINE ? locate_fold(k, x[j], step, f[j], f_high, at) : v;
        }
      }
      if (fabs(f[0]) < fabs(f[1])) {
        high = x[1];
      } else {
        low = x[0];
      }
    }
  }
  return v;
}

/** A fold in the step, unless it is the vertex of a pitchfork at `branch_at` (< 0: no branch point) or, where the path
 *  ends at that branch point, beyond it. */
static hol_step_verdict locate_turn(hol_tracer *k, const hol_path_point *a, const hol_path_point *b, double step,
                                    double branch_at)
{
  double where;
  const bracket range = {0, step, a->dp_ds, b->dp_ds};
  bool ends_there = k->is_last && k->path->end == HOL_BRANCH_ENDS_AT_BRANCH;
  if (!find_root(k, k->path->points - 1, test_dp_ds, range, &where)) {
    return ends_there ? HOL_STEP_FINE : HOL_STEP_DOUBTFUL; /* close to a branch point points cannot be computed */
  }
  if (branch_at >= 0) {
    size_t last = k->path->events - 1, p = k->n - 1; /* the branch point was recorded last */
    double off = fabs(where - branch_at), off_p = fabs(k->path->event[last].z[p] - k->other[p]);
    bool is_vertex = off <= 1e-4 * step || (off <= 0.02 * step && off_p <= 1e-8 * k->options->unit);
    if (is_vertex || (ends_there && where > branch_at)) {
      return HOL_STEP_FINE;
    }
  }
  return from_status(add_event(k, HOL_EVENT_FOLD, k->path->points - 1, where, a->dp_ds > 0));
}

/** Changes of the multipliers between the base point a and the new point b. */
static hol_step_verdict locate_stability_changes(hol_tracer *k, const hol_path_point *a, const hol_path_point *b,
                                                 double step)
{
  const bracket range = {.low = 0, .high = step};
  hol_step_verdict v = HOL_STEP_FINE;
  if (a->stability.below != b->stability.below) {
    v = locate_multiplier_change(k, HOL_EVENT_PERIOD_DOUBLING, range, a->stability, b->stability);
  }
  if (v == HOL_STEP_FINE && a->stability.pairs != b->stability.pairs) {
    v = locate_multiplier_change(k, HOL_EVENT_TORUS, range, a->stability, b->stability);
  }
  return v;
}

/** All events between the base point a and the new point b. */
hol_step_verdict hol_tracer_locate_events(hol_tracer *k, const hol_path_point *a, const hol_path_point *b, double step)
{
  bool crosses = a->bordered.sign * b->bordered.sign < 0, was_last = k->is_last;
  double branch_at = -1;
  hol_step_verdict v = HOL_STEP_FINE;
  if (!k->options->is_definite && a->negative != b->negative) {
    v = check_narrow_resonance(k, a, b, step);
  }
  if (v == HOL_STEP_FINE && crosses) {
    v = locate_branch_point(k, a, b, step, &branch_at);
  }
  if (v == HOL_STEP_FINE && hol_signs_differ(a->dp_ds, b->dp_ds)) {
    v = locate_turn(k, a, b, step, branch_at);
  }
  if (k->is_last && !was_last) { /* at a known branch point: what b says is beyond it */
    return v;
  }
  if (v == HOL_STEP_FINE && k->equation->size_slope && hol_signs_differ(a->size_slope, b->size_slope)) {
    v = locate_peak(k, a, b, step);
  }
  return v == HOL_STEP_FINE && k->equation->stability ? locate_stability_changes(k, a, b, step) : v;
}

bool hol_tracer_find_limit(hol_tracer *k, double step, double low, double high, double *where)
{
  const bracket range = {0, step, low, high};
  return find_root(k, k->path->points - 1, test_limit, range, where);
}

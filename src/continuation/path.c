/* SPDX-License-Identifier: BSD-3-Clause */
/* Continuation of a solution curve by arc length, with folds, branch points and other events. */
#include "continuation/path.h"

#include "base/memory.h"
#include "base/vector.h"
#include "continuation/corrector.h"

#include <assert.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

/** Limits of a step: how far the tangent may turn, how large the first correction may be (in steps), how fast Newton's
 *  method has to contract; and what the next step aims at. */
static const double TURN_LIMIT = 0.30, OFF_LIMIT = 0.15, CONTRACTION_LIMIT = 0.25, TURN_AIM = 0.12, OFF_AIM = 0.02;
static const double LEAST_STEP = 1e-10, SHORTEST_FIRST = 1e-9;
/** Below these lengths corrections are rounding and say nothing about contraction. */
static const double ROUNDING = 1e-8;

typedef struct tracer {
  const hol_equation *equation;
  const hol_path_options *options;
  hol_path *path;
  hol_corrector corrector;
  size_t n;
  double largest;          /**< |x| so far */
  double *row, *bend;      /**< [n] unit tangent and its derivative at the base point, in units */
  double *z, *t;           /**< [n] the new point and its unit tangent */
  double *other, *other_t; /**< [n] points of searches */
  double *start;           /**< [n] */
  double *known;           /**< [3n] points about a branch point */
  double log_unit;         /**< of determinants */
  bool is_last;            /**< the new point ends the path */
} tracer;

/** What a search looks at. */
typedef double (*watched)(tracer *k, const hol_path_point *point, const double *z);

void hol_path_clear(hol_path *path)
{
  for (size_t i = 0; i < path->events; i++) {
    free(path->event[i].z);
    free(path->event[i].other_tangent);
  }
  free(path->z);
  free(path->t);
  free(path->point);
  free(path->event);
  *path = (hol_path){0};
}

/* ------------------------------------------------------------------------------------------------- units and points */

static const double *base_z(const tracer *k)
{
  return k->path->z + (k->path->points - 1) * k->n;
}

static void normalise_vector(size_t n, double *x)
{
  double factor = 1 / hol_norm(n, x);
  for (size_t i = 0; i < n; i++) {
    x[i] *= factor;
  }
}

/** Units of x and p at a point with tangent t (any length). */
static void set_units(tracer *k, const double *z, const double *t)
{
  hol_corrector *c = &k->corrector;
  size_t d = k->n - 1;
  double size = hol_norm(d, z), slope = hol_norm(d, t);
  k->largest = fmax(k->largest, size);
  c->unit_p = k->options->unit;
  c->unit_x = fmax(size, 0.02 * k->largest);
  if (!(c->unit_x > 0)) { /* at rest: measure x by what it is about to become */
    c->unit_x = t[d] != 0 && slope > 0 ? slope / fabs(t[d]) * c->unit_p : slope > 0 ? slope : 1;
  }
}

static void into_units(const tracer *k, const double *t, double *row)
{
  for (size_t i = 0; i < k->n; i++) {
    row[i] = t[i] / hol_corrector_unit(&k->corrector, i);
  }
  normalise_vector(k->n, row);
}

/** Prepare steps from point `at`: units, unit tangent, curvature from the point before. */
static void set_base(tracer *k, size_t at)
{
  size_t n = k->n;
  const double *z = k->path->z + at * n;
  set_units(k, z, k->path->t + at * n);
  into_units(k, k->path->t + at * n, k->row);
  memset(k->bend, 0, n * sizeof *k->bend);
  if (at == 0) {
    return;
  }
  into_units(k, k->path->t + (at - 1) * n, k->bend);
  double length = 0, overlap = 0;
  const double *before = z - n;
  for (size_t i = 0; i < n; i++) {
    double step = (z[i] - before[i]) / hol_corrector_unit(&k->corrector, i);
    length += step * step;
    k->bend[i] = k->row[i] - k->bend[i];
    overlap += k->bend[i] * k->row[i];
  }
  length = sqrt(length);
  for (size_t i = 0; i < n; i++) {
    k->bend[i] = length > 0 ? (k->bend[i] - overlap * k->row[i]) / length : 0;
  }
}

/** Everything about a solution z whose tangent is near `row`. */
static hol_status look_at_point(tracer *k, const double *z, double *t, bool with_inertia, bool with_stability,
                                hol_path_point *point)
{
  const hol_equation *e = k->equation;
  *point = (hol_path_point){0};
  hol_corrector_tangent(&k->corrector, z, k->row, t, with_inertia ? &point->negative : NULL);
  point->dp_ds = t[k->n - 1];
  point->bordered = k->corrector.bordered;
  if (e->size_slope) {
    double *unscaled = k->corrector.right;
    for (size_t i = 0; i < k->n; i++) {
      unscaled[i] = t[i] * hol_corrector_unit(&k->corrector, i);
    }
    point->size_slope = e->size_slope(e->self, z, unscaled);
  }
  if (with_stability && e->stability) {
    HOL_TRY(e->stability(e->self, z, point->bordered.sign * (point->dp_ds < 0 ? -1 : 1), &point->stability));
  }
  return HOL_OK;
}

/** Predict and correct the point at `length` from base point `at`. */
static hol_correction point_at(tracer *k, size_t at, double length, double *z)
{
  const double *origin = k->path->z + at * k->n;
  for (size_t i = 0; i < k->n; i++) {
    z[i] = origin[i] + hol_corrector_unit(&k->corrector, i) * length * (k->row[i] + 0.5 * length * k->bend[i]);
  }
  return hol_corrector_solve(&k->corrector, k->row, origin, length, z);
}

static hol_status append(tracer *k, const double *z, const double *t, const hol_path_point *point)
{
  hol_path *p = k->path;
  size_t n = k->n;
  if (!hol_grow(&p->z, &p->z_capacity, (p->points + 1) * n, sizeof *p->z) ||
      !hol_grow(&p->t, &p->t_capacity, (p->points + 1) * n, sizeof *p->t) ||
      !hol_grow(&p->point, &p->point_capacity, p->points + 1, sizeof *p->point)) {
    return HOL_MEMORY;
  }
  memcpy(p->z + p->points * n, z, n * sizeof *z);
  for (size_t i = 0; i < n; i++) {
    p->t[p->points * n + i] = t[i] * hol_corrector_unit(&k->corrector, i);
  }
  p->point[p->points] = *point;
  p->points++;
  return HOL_OK;
}

/* ----------------------------------------------------------------------------------------------- searches in a step */

static double watch_dp_ds(tracer *k, const hol_path_point *point, const double *z)
{
  (void)k;
  (void)z;
  return point->dp_ds;
}

/** The determinant in units of the larger of those at the ends of the step. */
static double watch_bordered(tracer *k, const hol_path_point *point, const double *z)
{
  (void)z;
  return point->bordered.sign * exp(point->bordered.log - k->log_unit);
}

static double watch_size(tracer *k, const hol_path_point *point, const double *z)
{
  (void)k;
  (void)z;
  return point->size_slope;
}

static double watch_limit(tracer *k, const hol_path_point *point, const double *z)
{
  (void)point;
  return k->equation->limit(k->equation->self, z);
}

typedef struct bracket {
  double low, high, f_low, f_high;
} bracket;

/** The root of what is watched, between two lengths with different signs (Illinois); the point there into `other`.
 *  @param[out] value  what is left at the root
 *  @return false where a point cannot be computed */
static bool find_root(tracer *k, size_t at, watched f, bracket b, double *where, double *value)
{
  double narrow = 1e-12 * (b.high - b.low) + 1e-15;
  double x = b.low, fx = b.f_low;
  int side = 0;
  for (int i = 0; i < 80 && b.high - b.low > narrow; i++) {
    x = i % 12 == 11 ? (b.low + b.high) / 2 : (b.low * b.f_high - b.high * b.f_low) / (b.f_high - b.f_low);
    hol_path_point point;
    if (!point_at(k, at, x, k->other).converged ||
        look_at_point(k, k->other, k->other_t, false, false, &point) != HOL_OK) {
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
  *value = fx;
  return true;
}

static hol_status record(tracer *k, hol_event_kind kind, size_t before, double at, bool is_maximum)
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

/** Outcome of examining a step. */
typedef enum { STEP_FINE, STEP_DOUBTFUL, STEP_FAILED } verdict;

static verdict from_status(hol_status status)
{
  return status == HOL_OK ? STEP_FINE : STEP_FAILED;
}

static bool differ(double x, double y)
{
  return (x < 0) != (y < 0);
}

/** Points of the step, their lengths and the determinants there: the ends of the bracket, and one more. */
enum { LOW, HIGH, OTHER, KNOWN };
typedef struct known_points {
  int newest, before; /**< the last two computed */
  double x[KNOWN], f[KNOWN];
  double *z[KNOWN]; /**< [n] each */
  bool has_other;
} known_points;

/** Predict the point at x by the parabola through the known points and correct it: close to a branch point Newton's
 *  method asks for a prediction much closer than the bracket is wide, which the tangent at the base cannot give. */
static hol_correction point_between(tracer *k, const known_points *p, double x, double *z)
{
  size_t at = k->path->points - 1;
  if (!p->has_other) {
    return point_at(k, at, x, z);
  }
  double weight[KNOWN];
  for (int i = 0; i < KNOWN; i++) {
    int j = (i + 1) % KNOWN, l = (i + 2) % KNOWN;
    weight[i] = (x - p->x[j]) * (x - p->x[l]) / ((p->x[i] - p->x[j]) * (p->x[i] - p->x[l]));
  }
  for (size_t i = 0; i < k->n; i++) {
    z[i] = weight[LOW] * p->z[LOW][i] + weight[HIGH] * p->z[HIGH][i] + weight[OTHER] * p->z[OTHER][i];
  }
  return hol_corrector_solve(&k->corrector, k->row, k->path->z + at * k->n, x, z);
}

/** Put a new point in the place of one end of the bracket, which becomes the other one. */
static void take_in(known_points *p, bool is_low, double x, double f, const double *z, size_t n)
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
static bool look_between(tracer *k, const known_points *p, double *x, double *f)
{
  double wish = *x, aside[] = {0, -0.5, 0.5, -0.25, 0.25};
  for (size_t i = 0; i < sizeof aside / sizeof *aside; i++) {
    hol_path_point point;
    *x = wish + aside[i] * (aside[i] < 0 ? wish - p->x[LOW] : p->x[HIGH] - wish);
    if (point_between(k, p, *x, k->other).converged &&
        look_at_point(k, k->other, k->other_t, false, false, &point) == HOL_OK) {
      *f = watch_bordered(k, &point, NULL);
      return true;
    }
  }
  return false;
}

/** The determinant's root between the base (LOW) and the new point (HIGH) into `other`. Where in the end Newton's
 *  method gives up the last two points before are carried on in a line, which is right to the product of their
 *  distances. */
static bool find_branch_point(tracer *k, known_points *p, double *where)
{
  double low = p->f[LOW], high = p->f[HIGH], best = (double)INFINITY; /* Illinois: halved where an end stays */
  int side = 0;
  for (int i = 0; i < 60 && p->x[HIGH] - p->x[LOW] > 1e-13 * (p->x[HIGH] + p->x[LOW]) && !(best <= 1e-8); i++) {
    double middle = (p->x[LOW] + p->x[HIGH]) / 2;
    double x = i % 12 == 11 ? middle : (p->x[LOW] * high - p->x[HIGH] * low) / (high - low), fx = 0;
    if (!look_between(k, p, &x, &fx)) {
      break;
    }
    bool below = (fx < 0) == (low < 0);
    take_in(p, below, x, fx, k->other, k->n);
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
static verdict take_branch_point(tracer *k, const hol_path_point *a, const hol_path_point *b, double step,
                                 double *where)
{
  k->log_unit = fmax(a->bordered.log, b->bordered.log);
  known_points points = {.newest = HIGH,
                         .before = LOW,
                         .x = {0, step},
                         .f = {watch_bordered(k, a, NULL), watch_bordered(k, b, NULL)},
                         .z = {k->known, k->known + k->n, k->known + 2 * k->n}};
  memcpy(points.z[LOW], base_z(k), k->n * sizeof *k->known);
  memcpy(points.z[HIGH], k->z, k->n * sizeof *k->known);
  if (!find_branch_point(k, &points, where)) {
    return STEP_DOUBTFUL;
  }
  size_t events = k->path->events;
  const verdict v = from_status(record(k, HOL_EVENT_BRANCH, k->path->points - 1, *where, false));
  const hol_equation *e = k->equation;
  const double *known =
      v == STEP_FINE && e->known_branch_point ? e->known_branch_point(e->self, k->path->event[events].z) : NULL;
  if (known) { /* located on the other branch, where it is better conditioned */
    memcpy(k->path->event[events].z, known, k->n * sizeof *known);
    memcpy(k->z, known, k->n * sizeof *known);
    memcpy(k->t, k->other_t, k->n * sizeof *k->t);
    k->is_last = true;
    k->path->end = HOL_BRANCH_ENDS_AT_BRANCH;
  }
  return v;
}

static verdict take_fold(tracer *k, double low, double high, double slope_low, double slope_high, size_t at)
{
  double where, value;
  const bracket range = {low, high, slope_low, slope_high};
  if (!find_root(k, at, watch_dp_ds, range, &where, &value)) {
    return STEP_DOUBTFUL;
  }
  return from_status(record(k, HOL_EVENT_FOLD, at, where, slope_low > 0));
}

static verdict take_peak(tracer *k, const hol_path_point *a, const hol_path_point *b, double step)
{
  double where, value;
  const bracket range = {0, step, a->size_slope, b->size_slope};
  if (!find_root(k, k->path->points - 1, watch_size, range, &where, &value)) {
    return STEP_DOUBTFUL;
  }
  return from_status(record(k, HOL_EVENT_PEAK, k->path->points - 1, where, a->size_slope > 0));
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
static verdict take_multipliers(tracer *k, hol_event_kind kind, bracket range, hol_stability low, hol_stability high)
{
  size_t at = k->path->points - 1;
  double narrow = 1e-11 + 1e-13 * range.high;
  while (range.high - range.low > narrow) {
    double mid = range.low + (range.high - range.low) / 2;
    hol_path_point point;
    if (!point_at(k, at, mid, k->other).converged) {
      return STEP_DOUBTFUL;
    }
    if (look_at_point(k, k->other, k->other_t, false, true, &point) != HOL_OK) {
      return STEP_FAILED;
    }
    size_t count = counted(&point.stability, kind);
    if (count != counted(&low, kind) && count != counted(&high, kind)) {
      return STEP_DOUBTFUL; /* two changes: a shorter step will tell them apart */
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
  return unstable(&low) == unstable(&high) ? STEP_FINE : from_status(record(k, kind, at, range.low, false));
}

/** The point half-way between two lengths, or a little beside: there may be a branch point just there. */
static bool look_inside(tracer *k, double low, double high, double *mid, hol_path_point *p)
{
  const double part[] = {0.5, 0.375, 0.625};
  for (size_t i = 0; i < sizeof part / sizeof *part; i++) {
    *mid = low + part[i] * (high - low);
    if (point_at(k, k->path->points - 1, *mid, k->other).converged &&
        look_at_point(k, k->other, k->other_t, true, false, p) == HOL_OK) {
      return true;
    }
  }
  return false;
}

/** Narrow resonances: where the inertia changes a resonance is passed; follow it down to a small part of the step and
 *  look whether the curve does there what its ends say. */
static verdict probe(tracer *k, const hol_path_point *a, const hol_path_point *b, double step)
{
  double low = 0, high = step;
  double least = cos(TURN_LIMIT);
  while (high - low > step / 8192) {
    double mid = 0;
    hol_path_point p;
    if (!look_inside(k, low, high, &mid, &p)) {
      return STEP_DOUBTFUL;
    }
    bool turned = !(hol_dot(k->n, k->other_t, k->row) > least) || !(hol_dot(k->n, k->other_t, k->t) > least);
    bool hidden_fold = !differ(a->dp_ds, b->dp_ds) && differ(a->dp_ds, p.dp_ds);
    bool hidden_branch = a->bordered.sign * b->bordered.sign > 0 && p.bordered.sign * a->bordered.sign < 0;
    if (turned || hidden_fold || hidden_branch) {
      return STEP_DOUBTFUL;
    }
    if (p.negative != a->negative) {
      high = mid;
    } else {
      low = mid;
    }
  }
  return STEP_FINE;
}

/** Where dp/ds came close to zero without changing sign between three points, look for two folds. */
static verdict take_pair_of_folds(tracer *k, size_t middle)
{
  const hol_path_point *p = k->path->point + middle - 1;
  double s0 = p[0].dp_ds, s1 = p[1].dp_ds, s2 = p[2].dp_ds;
  if (differ(s0, s1) || differ(s1, s2) || fabs(s1) > 0.1 || fabs(s1) > fabs(s0) || fabs(s1) > fabs(s2)) {
    return STEP_FINE;
  }
  verdict v = STEP_FINE;
  for (size_t at = middle - 1; at <= middle && v == STEP_FINE; at++) {
    set_base(k, at);
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
        if (!point_at(k, at, x[j], k->other).converged ||
            look_at_point(k, k->other, k->other_t, false, false, &point) != HOL_OK) {
          return STEP_FINE;
        }
        f[j] = point.dp_ds;
        if (differ(f[j], s1)) {
          v = take_fold(k, 0, x[j], f_low, f[j], at);
          return v == STEP_FINE ? take_fold(k, x[j], step, f[j], f_high, at) : v;
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
static verdict take_turn(tracer *k, const hol_path_point *a, const hol_path_point *b, double step, double branch_at)
{
  double where, value;
  const bracket range = {0, step, a->dp_ds, b->dp_ds};
  bool ends_there = k->is_last && k->path->end == HOL_BRANCH_ENDS_AT_BRANCH;
  if (!find_root(k, k->path->points - 1, watch_dp_ds, range, &where, &value)) {
    return ends_there ? STEP_FINE : STEP_DOUBTFUL; /* close to a branch point points cannot be computed */
  }
  if (branch_at >= 0) {
    size_t last = k->path->events - 1, p = k->n - 1; /* the branch point was recorded last */
    double off = fabs(where - branch_at), off_p = fabs(k->path->event[last].z[p] - k->other[p]);
    bool is_vertex = off <= 1e-4 * step || (off <= 0.02 * step && off_p <= 1e-8 * k->options->unit);
    if (is_vertex || (ends_there && where > branch_at)) {
      return STEP_FINE;
    }
  }
  return from_status(record(k, HOL_EVENT_FOLD, k->path->points - 1, where, a->dp_ds > 0));
}

/** Changes of the multipliers between the base point a and the new point b. */
static verdict examine_stability(tracer *k, const hol_path_point *a, const hol_path_point *b, double step)
{
  const bracket range = {.low = 0, .high = step};
  verdict v = STEP_FINE;
  if (a->stability.below != b->stability.below) {
    v = take_multipliers(k, HOL_EVENT_PERIOD_DOUBLING, range, a->stability, b->stability);
  }
  if (v == STEP_FINE && a->stability.pairs != b->stability.pairs) {
    v = take_multipliers(k, HOL_EVENT_TORUS, range, a->stability, b->stability);
  }
  return v;
}

/** All events between the base point a and the new point b. */
static verdict examine(tracer *k, const hol_path_point *a, const hol_path_point *b, double step)
{
  bool crosses = a->bordered.sign * b->bordered.sign < 0, was_last = k->is_last;
  double branch_at = -1;
  verdict v = STEP_FINE;
  if (!k->options->is_definite && a->negative != b->negative) {
    v = probe(k, a, b, step);
  }
  if (v == STEP_FINE && crosses) {
    v = take_branch_point(k, a, b, step, &branch_at);
  }
  if (v == STEP_FINE && differ(a->dp_ds, b->dp_ds)) {
    v = take_turn(k, a, b, step, branch_at);
  }
  if (k->is_last && !was_last) { /* at a known branch point: what b says is beyond it */
    return v;
  }
  if (v == STEP_FINE && k->equation->size_slope && differ(a->size_slope, b->size_slope)) {
    v = take_peak(k, a, b, step);
  }
  return v == STEP_FINE && k->equation->stability ? examine_stability(k, a, b, step) : v;
}

/* --------------------------------------------------------------------------------------------------- ends of a path */

/** The new point left the range of p: put it on the bound. */
static bool stop_at_range(tracer *k, double *step)
{
  size_t d = k->n - 1;
  const double *origin = base_z(k);
  const hol_path_options *o = k->options;
  if (k->z[d] >= o->from && k->z[d] <= o->to) {
    return true;
  }
  bool is_below = k->z[d] < o->from;
  double bound = is_below ? o->from : o->to, part = (bound - origin[d]) / (k->z[d] - origin[d]);
  if (origin[d] == bound && (k->row[d] > 0) == is_below && *step > ROUNDING) {
    return false; /* it began on the bound, inwards, and has turned back within the step: not without its fold */
  }
  for (size_t i = 0; i < k->n; i++) {
    k->z[i] = origin[i] + part * (k->z[i] - origin[i]);
  }
  k->z[d] = bound;
  memset(k->other, 0, k->n * sizeof *k->other);
  k->other[d] = 1;
  memcpy(k->other_t, k->z, k->n * sizeof *k->z);
  const hol_correction c = hol_corrector_solve(&k->corrector, k->other, k->other_t, 0, k->z);
  k->z[d] = bound;
  double length = 0;
  for (size_t i = 0; i < k->n; i++) {
    length += k->row[i] * (k->z[i] - origin[i]) / hol_corrector_unit(&k->corrector, i);
  }
  k->is_last = true;
  k->path->end = HOL_BRANCH_ENDS_AT_RANGE;
  bool fits = c.converged && length >= 0 && length <= *step * (1 + 1e-6);
  *step = length;
  return fits;
}

/** The step passes the point the path began with: end there. */
static bool stop_at_start(tracer *k, double *step)
{
  if (k->path->points < 4 || k->is_last) {
    return true;
  }
  const double *origin = base_z(k);
  double ahead = 0, distance = 0;
  for (size_t i = 0; i < k->n; i++) {
    ahead += k->row[i] * (k->start[i] - origin[i]) / hol_corrector_unit(&k->corrector, i);
  }
  for (size_t i = 0; i < k->n; i++) {
    double unit = hol_corrector_unit(&k->corrector, i);
    double off = (k->start[i] - origin[i]) / unit - ahead * (k->row[i] + 0.5 * ahead * k->bend[i]);
    distance += off * off;
  }
  if (!(ahead > 0) || ahead > *step || sqrt(distance) > 0.3 * *step) {
    return true;
  }
  if (!point_at(k, k->path->points - 1, ahead, k->other).converged) {
    return false;
  }
  double miss = 0;
  for (size_t i = 0; i < k->n; i++) {
    miss = fmax(miss, fabs(k->other[i] - k->start[i]) / hol_corrector_unit(&k->corrector, i));
  }
  if (miss < ROUNDING) {
    memcpy(k->z, k->start, k->n * sizeof *k->z);
    *step = ahead;
    k->is_last = true;
    k->path->end = HOL_BRANCH_ENDS_CLOSED;
  }
  return true;
}

/** The step passes the limit of the equation. */
static bool stop_at_limit(tracer *k, double *step)
{
  if (!k->equation->limit || k->is_last) {
    return true;
  }
  double a = k->equation->limit(k->equation->self, base_z(k)), b = k->equation->limit(k->equation->self, k->z);
  if (!differ(a, b)) {
    return true;
  }
  double where, value;
  const bracket range = {0, *step, a, b};
  if (!find_root(k, k->path->points - 1, watch_limit, range, &where, &value)) {
    return false;
  }
  memcpy(k->z, k->other, k->n * sizeof *k->z);
  *step = where;
  k->is_last = true;
  k->path->end = HOL_BRANCH_ENDS_AT_LIMIT;
  return true;
}

/* ---------------------------------------------------------------------------------------------------- steps */

/** Try one step; the new point into z and t. */
static verdict try_step(tracer *k, double *step, double *growth, hol_path_point *point)
{
  size_t base = k->path->points - 1;
  k->is_last = false;
  const hol_correction c = point_at(k, base, *step, k->z);
  if (!c.converged || c.first > OFF_LIMIT * *step || (c.first > ROUNDING && c.contraction > CONTRACTION_LIMIT)) {
    return STEP_DOUBTFUL;
  }
  if (!stop_at_range(k, step) || !stop_at_start(k, step) || !stop_at_limit(k, step)) {
    return STEP_DOUBTFUL;
  }
  hol_status seen = look_at_point(k, k->z, k->t, !k->options->is_definite, true, point);
  if (seen != HOL_OK) {
    return seen == HOL_MEMORY ? STEP_FAILED : STEP_DOUBTFUL;
  }
  double turn = acos(fmin(hol_dot(k->n, k->t, k->row), 1));
  if (!(turn < TURN_LIMIT)) {
    return STEP_DOUBTFUL;
  }
  *growth = fmin(TURN_AIM / (turn + 1e-3), sqrt(OFF_AIM / (c.first / *step + 1e-6)));
  return examine(k, &k->path->point[base], point, *step);
}

/** Take back what a refused step has recorded. */
static void forget(hol_path *p, size_t events)
{
  while (p->events > events) {
    p->events--;
    free(p->event[p->events].z);
    free(p->event[p->events].other_tangent);
  }
}

/** One accepted step, or the end of the path. */
static hol_status advance(tracer *k, double *step, bool *go_on)
{
  hol_path *p = k->path;
  size_t base = p->points - 1, events = p->events;
  set_base(k, base);
  while (true) {
    if (*step < LEAST_STEP) {
      p->end = HOL_BRANCH_ENDS_EARLY;
      *go_on = false;
      return HOL_OK;
    }
    hol_path_point point;
    double taken = *step, growth = 1;
    const verdict v = try_step(k, &taken, &growth, &point);
    if (v == STEP_FAILED) {
      return HOL_MEMORY;
    }
    if (v == STEP_FINE) {
      p->point[base].step = taken;
      p->steps++;
      *go_on = !k->is_last;
      *step = fmin(*step * fmin(fmax(growth, 0.3), 2), k->options->largest_step);
      HOL_TRY(append(k, k->z, k->t, &point));
      return p->points > 2 && take_pair_of_folds(k, p->points - 2) == STEP_FAILED ? HOL_MEMORY : HOL_OK;
    }
    forget(p, events);
    p->rejected++;
    *step *= 0.4;
  }
}

static int by_place(const void *x, const void *y)
{
  const hol_path_event *a = x, *b = y;
  if (a->before != b->before) {
    return a->before < b->before ? -1 : 1;
  }
  return a->at < b->at ? -1 : a->at > b->at;
}

/** The first point, improved.
 *  @param[in] fixed  as hol_path_follow() */
static hol_status begin_path(tracer *k, const double *direction, bool fixed)
{
  size_t n = k->n;
  memcpy(k->z, k->start, n * sizeof *k->z);
  set_units(k, k->z, direction);
  into_units(k, direction, k->row);
  memset(k->other, 0, n * sizeof *k->other);
  k->other[n - 1] = 1;
  const hol_correction c = hol_corrector_solve(&k->corrector, fixed ? k->other : k->row, k->start, 0, k->z);
  if (!c.converged) {
    return HOL_NUMERICAL;
  }
  hol_path_point point;
  memcpy(k->start, k->z, n * sizeof *k->start);
  HOL_TRY(look_at_point(k, k->z, k->t, !k->options->is_definite, true, &point));
  return append(k, k->z, k->t, &point);
}

/** Where a path stands: everything that its points do not tell, so that it can be continued. */
typedef struct stand {
  size_t points, events; /**< so far */
  double largest, step;
  bool goes_on;
} stand;

static void pass_point(hol_bytes *bytes, hol_path_point *point)
{
  hol_bytes_number(bytes, &point->dp_ds);
  hol_bytes_number(bytes, &point->bordered.sign);
  hol_bytes_number(bytes, &point->bordered.log);
  hol_bytes_count(bytes, &point->negative);
  hol_bytes_count(bytes, &point->stability.above);
  hol_bytes_count(bytes, &point->stability.below);
  hol_bytes_count(bytes, &point->stability.pairs);
  hol_bytes_number(bytes, &point->stability.largest);
  hol_bytes_number(bytes, &point->stability.nearest);
  hol_bytes_number(bytes, &point->stability.others);
  hol_bytes_number(bytes, &point->size_slope);
  hol_bytes_number(bytes, &point->step);
}

static void pass_event(hol_bytes *bytes, hol_path_event *e, size_t n)
{
  e->kind = (hol_event_kind)hol_bytes_choice(bytes, (int)e->kind, HOL_EVENT_PEAK + 1);
  hol_bytes_count(bytes, &e->before);
  hol_bytes_number(bytes, &e->at);
  hol_bytes_numbers(bytes, &e->z, n);
  hol_bytes_numbers(bytes, &e->other_tangent, n);
  hol_bytes_truth(bytes, &e->is_maximum);
}

/** Where a path stands; of points and events those that have come since `from`. Taken, there is room for them in the
 *  path. */
static void pass_stand(tracer *k, const stand *from, stand *to, hol_bytes *bytes)
{
  hol_path *p = k->path;
  size_t points = to->points - from->points, events = to->events - from->events;
  hol_bytes_length(bytes, &points);
  hol_bytes_length(bytes, &events);
  to->points = from->points + points;
  to->events = from->events + events;
  hol_bytes_number(bytes, &to->largest);
  hol_bytes_number(bytes, &to->step);
  hol_bytes_truth(bytes, &to->goes_on);
  p->end = (hol_branch_end)hol_bytes_choice(bytes, (int)p->end, HOL_BRANCH_ENDS_EARLY + 1);
  hol_bytes_count(bytes, &p->steps);
  hol_bytes_count(bytes, &p->rejected);
  if (!hol_grow(&p->z, &p->z_capacity, to->points * k->n, sizeof *p->z) ||
      !hol_grow(&p->t, &p->t_capacity, to->points * k->n, sizeof *p->t) ||
      !hol_grow(&p->point, &p->point_capacity, to->points, sizeof *p->point) ||
      !hol_grow(&p->event, &p->event_capacity, to->events, sizeof *p->event)) {
    hol_bytes_fail(bytes, HOL_MEMORY);
  }
}

/** Put what has come since `from`, or take it: up to `to`. */
static void pass_chunk(tracer *k, const stand *from, stand *to, hol_bytes *bytes)
{
  hol_path *p = k->path;
  size_t n = k->n, before = from->points > 0 ? from->points - 1 : 0; /* the last one knows its step only now */
  pass_stand(k, from, to, bytes);
  if (bytes->status != HOL_OK) {
    return;
  }
  hol_bytes_fill(bytes, p->z + before * n, (to->points - before) * n);
  hol_bytes_fill(bytes, p->t + before * n, (to->points - before) * n);
  for (size_t i = before; i < to->points; i++) {
    pass_point(bytes, &p->point[i]);
  }
  for (size_t i = from->events; i < to->events; i++) {
    p->events = i + 1 > p->events ? i + 1 : p->events;
    pass_event(bytes, &p->event[i], n);
  }
  p->points = to->points;
}

/** Keep what has come since `from`. */
static hol_status record_chunk(tracer *k, size_t operation, size_t *chunk, const stand *from, stand *to)
{
  hol_bytes bytes = {0};
  pass_chunk(k, from, to, &bytes);
  return hol_farm_keep(k->options->farm, operation, (*chunk)++, &bytes);
}

/** Take the chunks of an earlier run. */
static hol_status restore(tracer *k, size_t operation, size_t *chunk, stand *at)
{
  hol_bytes bytes;
  while (hol_farm_find(k->options->farm, operation, *chunk, &bytes)) {
    const stand from = *at;
    pass_chunk(k, &from, at, &bytes);
    HOL_TRY(hol_bytes_end(&bytes));
    ++*chunk;
  }
  k->largest = at->largest;
  if (at->points > 0) {
    memcpy(k->start, k->path->z, k->n * sizeof *k->start);
  }
  return HOL_OK;
}

static stand stand_of(const tracer *k, double step, bool goes_on)
{
  return (stand){k->path->points, k->path->events, k->largest, step, goes_on};
}

/** From the first point, or from where an earlier run was cut short, to the end. */
static hol_status follow_in(tracer *k, const double *direction, bool fixed)
{
  const hol_path_options *o = k->options;
  hol_farm *farm = o->farm;
  size_t operation = hol_farm_next(farm);
  stand at = {0};
  size_t chunk = 0;
  HOL_TRY(restore(k, operation, &chunk, &at));
  double step = at.step;
  bool go_on = at.goes_on;
  if (at.points == 0) {
    HOL_TRY(begin_path(k, direction, fixed));
    go_on = o->max_points > 1;
    step = fmin(fmax(o->first_step, SHORTEST_FIRST), o->largest_step);
  }
  bool is_new = go_on;
  while (go_on) {
    HOL_TRY(advance(k, &step, &go_on));
    if (go_on && k->path->points >= o->max_points) {
      k->path->end = HOL_BRANCH_ENDS_EARLY;
      go_on = false;
    }
    hol_status status = hol_farm_count(farm);
    if (farm && go_on && (status != HOL_OK || hol_farm_is_due(farm))) {
      stand here = stand_of(k, step, go_on);
      HOL_TRY(record_chunk(k, operation, &chunk, &at, &here));
      at = here;
    }
    HOL_TRY(status);
  }
  if (farm && is_new) {
    stand end = stand_of(k, step, false);
    HOL_TRY(record_chunk(k, operation, &chunk, &at, &end));
  }
  if (k->path->events > 0) {
    qsort(k->path->event, k->path->events, sizeof *k->path->event, by_place);
  }
  return HOL_OK;
}

hol_status hol_path_follow(const hol_equation *equation, const hol_path_options *options, const double *start,
                           const double *direction, bool fixed, hol_path *path)
{
  size_t n = equation->unknowns + 1;
  tracer k = {.equation = equation, .options = options, .path = path, .n = n};
  path->unknowns = equation->unknowns;
  double *work = hol_alloc(10 * n, sizeof *work);
  hol_status status = hol_corrector_start(&k.corrector, equation);
  if (!work) {
    status = HOL_MEMORY;
  }
  if (status == HOL_OK) {
    k.row = work;
    k.bend = work + n;
    k.z = work + 2 * n;
    k.t = work + 3 * n;
    k.other = work + 4 * n;
    k.other_t = work + 5 * n;
    k.start = work + 6 * n;
    k.known = work + 7 * n;
    memcpy(k.start, start, n * sizeof *start);
    status = follow_in(&k, direction, fixed);
  }
  free(work);
  hol_corrector_clear(&k.corrector);
  return status;
}

/** Units of a lone point. */
static void set_lone_units(hol_corrector *c, double unit, const double *z)
{
  double size = hol_norm(c->n - 1, z);
  c->unit_x = size > 0 ? size : 1;
  c->unit_p = unit;
}

static bool solve_tangent(hol_corrector *c, double unit, double *z, double *work)
{
  set_lone_units(c, unit, z);
  memset(work, 0, c->n * sizeof *work);
  work[c->n - 1] = 1;
  memcpy(work + c->n, z, c->n * sizeof *z);
  return hol_corrector_solve(c, work, work + c->n, 0, z).converged;
}

hol_status hol_path_solve(const hol_equation *equation, double unit, double *z, bool *converged)
{
  hol_corrector c;
  hol_status status = hol_corrector_start(&c, equation);
  double *work = hol_alloc(2 * (equation->unknowns + 1), sizeof *work);
  status = work ? status : HOL_MEMORY;
  if (status == HOL_OK) {
    *converged = solve_tangent(&c, unit, z, work);
  }
  free(work);
  hol_corrector_clear(&c);
  return status;
}

static hol_status other_tangent_in(hol_corrector *c, double unit, double *z, const double *t, double *other,
                                   double *work)
{
  if (!solve_tangent(c, unit, z, work)) {
    return HOL_NUMERICAL;
  }
  for (size_t i = 0; i < c->n; i++) {
    work[i] = t[i] / hol_corrector_unit(c, i);
  }
  normalise_vector(c->n, work);
  hol_corrector_tangent(c, z, work, work, NULL);
  hol_corrector_other_tangent(c, work, other);
  for (size_t i = 0; i < c->n; i++) {
    other[i] *= hol_corrector_unit(c, i);
  }
  return HOL_OK;
}

hol_status hol_path_other_tangent(const hol_equation *equation, double unit, double *z, const double *t, double *other)
{
  hol_corrector c;
  hol_status status = hol_corrector_start(&c, equation);
  double *work = hol_alloc(2 * (equation->unknowns + 1), sizeof *work);
  status = work ? status : HOL_MEMORY;
  if (status == HOL_OK) {
    status = other_tangent_in(&c, unit, z, t, other, work);
  }
  free(work);
  hol_corrector_clear(&c);
  return status;
}

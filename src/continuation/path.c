/* SPDX-License-Identifier: BSD-3-Clause */
/* Pseudo-arclength continuation of a solution curve: steps, ends of a path. */
#include "continuation/tracer.h"

#include "base/memory.h"
#include "base/vector.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/** Limits of a step: how large the first correction may be (in steps), how fast Newton's method has to contract; and
 *  what the next step aims at: turn of the tangent, first correction. */
static const double OFF_LIMIT = 0.15, CONTRACTION_LIMIT = 0.25, TURN_AIM = 0.12, OFF_AIM = 0.02;
static const double LEAST_STEP = 1e-10, SHORTEST_FIRST = 1e-9; /* lengths */
/** Below these lengths corrections are rounding and say nothing about contraction. */
static const double ROUNDING = 1e-8;

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

/* --------------------------------------------------------------------------------------------------- ends of a path */

/** The new point left the range of p: put it on the bound. */
static bool stop_at_range(hol_tracer *k, double *step)
{
  size_t d = k->n - 1;
  const double *origin = hol_tracer_base(k);
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
static bool stop_at_start(hol_tracer *k, double *step)
{
  if (k->path->points < 4 || k->is_last) {
    return true;
  }
  const double *origin = hol_tracer_base(k);
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
  if (!hol_tracer_correct(k, k->path->points - 1, ahead, k->other).converged) {
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
static bool stop_at_limit(hol_tracer *k, double *step)
{
  if (!k->equation->limit || k->is_last) {
    return true;
  }
  double a = k->equation->limit(k->equation->self, hol_tracer_base(k)), b = k->equation->limit(k->equation->self, k->z);
  if (!hol_signs_differ(a, b)) {
    return true;
  }
  double where;
  if (!hol_tracer_find_limit(k, *step, a, b, &where)) {
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
static hol_step_verdict try_step(hol_tracer *k, double *step, double *growth, hol_path_point *point)
{
  size_t base = k->path->points - 1;
  k->is_last = false;
  const hol_correction c = hol_tracer_correct(k, base, *step, k->z);
  if (!c.converged || c.first > OFF_LIMIT * *step || (c.first > ROUNDING && c.contraction > CONTRACTION_LIMIT)) {
    return HOL_STEP_DOUBTFUL;
  }
  if (!stop_at_range(k, step) || !stop_at_start(k, step) || !stop_at_limit(k, step)) {
    return HOL_STEP_DOUBTFUL;
  }
  hol_status seen = hol_tracer_test(k, k->z, k->t, !k->options->is_definite, true, point);
  if (seen != HOL_OK) {
    return seen == HOL_MEMORY ? HOL_STEP_FAILED : HOL_STEP_DOUBTFUL;
  }
  double turn = acos(fmin(hol_dot(k->n, k->t, k->row), 1));
  if (!(turn < HOL_TURN_LIMIT)) {
    return HOL_STEP_DOUBTFUL;
  }
  *growth = fmin(TURN_AIM / (turn + 1e-3), sqrt(OFF_AIM / (c.first / *step + 1e-6)));
  return hol_tracer_locate_events(k, &k->path->point[base], point, *step);
}

/** Take back what a refused step has recorded. */
static void drop_events(hol_path *p, size_t events)
{
  while (p->events > events) {
    p->events--;
    free(p->event[p->events].z);
    free(p->event[p->events].other_tangent);
  }
}

/** One accepted step, or the end of the path. */
static hol_status take_step(hol_tracer *k, double *step, bool *go_on)
{
  hol_path *p = k->path;
  size_t base = p->points - 1, events = p->events;
  hol_tracer_set_base(k, base);
  while (true) {
    if (*step < LEAST_STEP) {
      p->end = HOL_BRANCH_ENDS_EARLY;
      *go_on = false;
      return HOL_OK;
    }
    hol_path_point point;
    double taken = *step, growth = 1;
    const hol_step_verdict v = try_step(k, &taken, &growth, &point);
    if (v == HOL_STEP_FAILED) {
      return HOL_MEMORY;
    }
    if (v == HOL_STEP_FINE) {
      p->point[base].step = taken;
      p->steps++;
      *go_on = !k->is_last;
      *step = fmin(*step * fmin(fmax(growth, 0.3), 2), k->options->largest_step);
      HOL_TRY(hol_tracer_append(k, k->z, k->t, &point));
      return p->points > 2 && hol_tracer_locate_fold_pair(k, p->points - 2) == HOL_STEP_FAILED ? HOL_MEMORY : HOL_OK;
    }
    drop_events(p, events);
    p->rejected++;
    *step *= 0.4;
  }
}

static int by_length(const void *x, const void *y)
{
  const hol_path_event *a = x, *b = y;
  if (a->before != b->before) {
    return a->before < b->before ? -1 : 1;
  }
  return a->at < b->at ? -1 : a->at > b->at;
}

/** The first point, improved.
 *  @param[in] fixed  as hol_path_follow() */
static hol_status begin_path(hol_tracer *k, const double *direction, bool fixed)
{
  size_t n = k->n;
  memcpy(k->z, k->start, n * sizeof *k->z);
  hol_tracer_set_units(k, k->z, direction);
  hol_corrector_row(&k->corrector, direction, k->row);
  memset(k->other, 0, n * sizeof *k->other);
  k->other[n - 1] = 1;
  const hol_correction c = hol_corrector_solve(&k->corrector, fixed ? k->other : k->row, k->start, 0, k->z);
  if (!c.converged) {
    return HOL_NUMERICAL;
  }
  hol_path_point point;
  memcpy(k->start, k->z, n * sizeof *k->start);
  HOL_TRY(hol_tracer_test(k, k->z, k->t, !k->options->is_definite, true, &point));
  return hol_tracer_append(k, k->z, k->t, &point);
}

static hol_path_state state_of(const hol_tracer *k, double step, bool goes_on)
{
  return (hol_path_state){k->path->points, k->path->events, k->largest, step, goes_on};
}

/** From the first point, or from where an earlier run was cut short, to the end. */
static hol_status follow_in(hol_tracer *k, const double *direction, bool fixed)
{
  const hol_path_options *o = k->options;
  hol_farm *farm = o->farm;
  size_t operation = hol_farm_next(farm);
  hol_path_state at = {0};
  size_t chunk = 0;
  HOL_TRY(hol_path_restore(k, operation, &chunk, &at));
  double step = at.step;
  bool go_on = at.goes_on;
  if (at.points == 0) {
    HOL_TRY(begin_path(k, direction, fixed));
    go_on = o->max_points > 1;
    step = fmin(fmax(o->first_step, SHORTEST_FIRST), o->largest_step);
  }
  bool is_new = go_on;
  while (go_on) {
    HOL_TRY(take_step(k, &step, &go_on));
    if (go_on && k->path->points >= o->max_points) {
      k->path->end = HOL_BRANCH_ENDS_EARLY;
      go_on = false;
    }
    hol_status status = hol_farm_count(farm);
    if (farm && go_on && (status != HOL_OK || hol_farm_is_due(farm))) {
      hol_path_state here = state_of(k, step, go_on);
      HOL_TRY(hol_path_record(k, operation, &chunk, &at, &here));
      at = here;
    }
    HOL_TRY(status);
  }
  if (farm && is_new) {
    hol_path_state end = state_of(k, step, false);
    HOL_TRY(hol_path_record(k, operation, &chunk, &at, &end));
  }
  if (k->path->events > 0) {
    qsort(k->path->event, k->path->events, sizeof *k->path->event, by_length);
  }
  return HOL_OK;
}

hol_status hol_path_follow(const hol_equation *equation, const hol_path_options *options, const double *start,
                           const double *direction, bool fixed, hol_path *path)
{
  size_t n = equation->unknowns + 1;
  hol_tracer k = {.equation = equation, .options = options, .path = path, .n = n};
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

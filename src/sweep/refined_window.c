/* SPDX-License-Identifier: BSD-3-Clause */
/* Refined windows of a sweep around veerings and crossings, and mode shapes at selected points. */
#include "sweep/refined_window.h"

#include "base/memory.h"
#include "sweep/assemble.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/** Loupes, and numbers in the shapes of all states, at most. */
enum { WINDOWS_MOST = 24, NUMBERS_MOST = 500000 };
/** A window reaches so many gaps to each side. */
static const double gaps = 5;

/* ---- where ------------------------------------------------------------------------------------------------------- */

static double parameter_at(const hol_sweep *sweep, size_t point)
{
  return sweep->axis[0].value[point];
}

/** The difference of the pair of an event at a point; NAN where there is none. */
static double gap_at(const hol_sweep *sweep, const hol_sweep_event *event, size_t point)
{
  const double *row = sweep->omega + point * sweep->columns + (event->number - sweep->first);
  return row[0] > 0 ? row[1] - row[0] : (double)NAN;
}

/** How fast the frequencies of a veering would cross without it: gap^2 = least^2 + (slope (x - at))^2, from a point. */
static double slope_from(const hol_sweep *sweep, const hol_sweep_event *event, size_t point)
{
  double far = gap_at(sweep, event, point), away = fabs(parameter_at(sweep, point) - event->at);
  return far > event->gap && away > 0 ? sqrt(far * far - event->gap * event->gap) / away : 0;
}

/** From the middle of a window to its end. */
static double half_width(const hol_sweep *sweep, const hol_sweep_event *event)
{
  size_t last = sweep->points - 1, p = event->point;
  double step = fabs(parameter_at(sweep, p) - parameter_at(sweep, p > 0 ? p - 1 : 1)), slope = 0;
  if (event->kind == HOL_SWEEP_CROSSING) {
    return step / 2;
  }
  for (size_t k = p > 2 ? p - 2 : 0; k <= last && k <= p + 1; k++) {
    slope = fmax(slope, slope_from(sweep, event, k));
  }
  return slope > 0 ? gaps * event->gap / slope : step / 2;
}

/** The ends of a window, which stays within the grid. */
static void window_ends(const hol_sweep *sweep, const hol_sweep_event *event, double half, double end[2])
{
  double first = parameter_at(sweep, 0), last = parameter_at(sweep, sweep->points - 1);
  end[0] = fmax(event->at - half, fmin(first, last));
  end[1] = fmin(event->at + half, fmax(first, last));
}

/** A coarse grid does not know the slope: that at both ends is better. */
static hol_status refine_half(hol_solver *solver, const hol_sweep *sweep, const hol_sweep_event *event, double *half)
{
  double end[2], slope = 0;
  window_ends(sweep, event, *half, end);
  for (int k = 0; k < 2; k++) {
    hol_outcome outcome = {0};
    HOL_TRY(hol_point_solve(solver, &end[k], HOL_POINT_AS_ASKED, &outcome, NULL, NULL));
    if (event->number >= outcome.first && event->number + 1 < outcome.first + outcome.count) {
      const double *pair = outcome.omega + (event->number - outcome.first);
      double gap = pair[1] - pair[0], away = fabs(end[k] - event->at);
      slope = gap > event->gap && away > 0 ? fmax(slope, sqrt(gap * gap - event->gap * event->gap) / away) : slope;
    }
    hol_outcome_clear(&outcome);
  }
  *half = slope > 0 ? gaps * event->gap / slope : *half;
  return HOL_OK;
}

/** 41 places within the grid. */
static hol_status fill_values(hol_solver *solver, const hol_sweep *sweep, hol_sweep_loupe *loupe)
{
  const hol_sweep_event *event = &sweep->event[loupe->event];
  double half = half_width(sweep, event), end[2];
  if (event->kind == HOL_SWEEP_VEERING) {
    HOL_TRY(refine_half(solver, sweep, event, &half));
  }
  window_ends(sweep, event, half, end);
  for (size_t k = 0; k < HOL_SWEEP_LOUPE_POINTS; k++) {
    double t = (double)k / (HOL_SWEEP_LOUPE_POINTS - 1);
    loupe->value[k] = end[0] + t * (end[1] - end[0]);
  }
  return HOL_OK;
}

static bool is_seen(const hol_sweep *sweep, const hol_sweep_event *event)
{
  return event->kind != HOL_SWEEP_UNCLEAR && event->number >= sweep->first &&
         event->number + 1 < sweep->first + sweep->columns;
}

static hol_status place_windows(hol_solver *solver, hol_sweep *sweep)
{
  size_t n = HOL_SWEEP_LOUPE_POINTS;
  sweep->loupe = hol_alloc(WINDOWS_MOST, sizeof *sweep->loupe);
  if (!sweep->loupe) {
    return HOL_MEMORY;
  }
  for (size_t e = 0; e < sweep->event_count && sweep->loupes < WINDOWS_MOST; e++) {
    if (!is_seen(sweep, &sweep->event[e])) {
      continue;
    }
    hol_sweep_loupe *loupe = &sweep->loupe[sweep->loupes++];
    *loupe = (hol_sweep_loupe){.event = e,
                               .value = hol_alloc(n, sizeof *loupe->value),
                               .omega = hol_alloc(n * sweep->columns, sizeof *loupe->omega),
                               .branch = hol_alloc(n * sweep->columns, sizeof *loupe->branch)};
    if (!loupe->value || !loupe->omega || !loupe->branch) {
      return HOL_MEMORY;
    }
    HOL_TRY(fill_values(solver, sweep, loupe));
  }
  return HOL_OK;
}

/* ---- which branch ------------------------------------------------------------------------------------------------ */

/** The branches of all columns at a place: those of the point before it, through the crossings on the way. */
static void fill_branches(const hol_sweep *sweep, double value, size_t *branch)
{
  size_t n = sweep->columns, p = 1;
  bool is_rising = parameter_at(sweep, sweep->points - 1) > parameter_at(sweep, 0);
  while (p + 1 < sweep->points && (parameter_at(sweep, p) < value) == is_rising && parameter_at(sweep, p) != value) {
    p++;
  }
  memcpy(branch, sweep->branch + (p - 1) * n, n * sizeof *branch);
  for (size_t e = 0; e < sweep->event_count; e++) {
    const hol_sweep_event *event = &sweep->event[e];
    bool is_passed = event->at != value && (event->at < value) == is_rising;
    if (event->point != p || event->kind != HOL_SWEEP_CROSSING || !is_passed) {
      continue;
    }
    for (size_t c = 0; c < n; c++) {
      bool is_first = branch[c] == event->branch[0], is_second = branch[c] == event->branch[1];
      branch[c] = is_first ? event->branch[1] : is_second ? event->branch[0] : branch[c];
    }
  }
}

/* ---- points of windows ------------------------------------------------------------------------------------------- */

/** What the points are worked on with. */
typedef struct refinement {
  hol_farm *farm;
  hol_solver *solver;
  hol_sweep *sweep;
  hol_sweep_point *point; /**< [loupes * HOL_SWEEP_LOUPE_POINTS] */
} refinement;

static void pass_window_point(void *of, uint64_t key, hol_bytes *bytes)
{
  refinement *c = of;
  size_t points = c->sweep->points;
  if (key < points || key - points >= c->sweep->loupes * HOL_SWEEP_LOUPE_POINTS) {
    hol_bytes_fail(bytes, HOL_NUMERICAL);
    return;
  }
  hol_sweep_point *point = &c->point[key - points];
  if (bytes->takes) {
    hol_sweep_point_clear(point);
    point->is_done = true;
  }
  hol_record_pass(point, bytes);
}

/** All points of a window. */
static hol_status solve_window(void *of, void *item, void *second, hol_did *did)
{
  refinement *c = of;
  const hol_item *work = item;
  (void)second;
  did->work = work->weight;
  for (size_t k = 0; k < HOL_SWEEP_LOUPE_POINTS; k++) {
    size_t at = work->place * HOL_SWEEP_LOUPE_POINTS + k;
    hol_sweep_point *point = &c->point[at];
    if (!point->is_done) {
      const double *value = &c->sweep->loupe[work->place].value[k];
      HOL_TRY(hol_point_solve(c->solver, value, HOL_POINT_AS_ASKED, &point->outcome, NULL, NULL));
      point->is_done = true;
      HOL_TRY(hol_farm_publish(c->farm, c->sweep->points + at, 1));
    }
  }
  return HOL_OK;
}

/** The windows of which a point is missing, after those of an earlier run. */
static hol_status find_unsolved(refinement *c, const hol_workload *workload, hol_item *item, size_t *count)
{
  for (size_t l = 0; l < c->sweep->loupes; l++) {
    size_t missing = 0;
    for (size_t k = 0; k < HOL_SWEEP_LOUPE_POINTS; k++) {
      size_t at = l * HOL_SWEEP_LOUPE_POINTS + k;
      hol_status status = hol_farm_fetch(c->farm, workload, c->sweep->points + at);
      if (status == HOL_INCOMPLETE) {
        hol_sweep_point_clear(&c->point[at]);
        missing++;
      } else {
        HOL_TRY(status);
        c->farm->done++;
      }
    }
    if (missing > 0) {
      item[(*count)++] = (hol_item){.place = l, .weight = missing, .splits = 1};
    }
  }
  return HOL_OK;
}

static void fill_window(const refinement *c, size_t l)
{
  const hol_sweep *sweep = c->sweep;
  hol_sweep_loupe *loupe = &sweep->loupe[l];
  for (size_t k = 0; k < HOL_SWEEP_LOUPE_POINTS; k++) {
    const hol_outcome *o = &c->point[l * HOL_SWEEP_LOUPE_POINTS + k].outcome;
    double *row = loupe->omega + k * sweep->columns;
    size_t *branch = loupe->branch + k * sweep->columns;
    fill_branches(sweep, loupe->value[k], branch);
    for (size_t i = 0; i < sweep->columns; i++) {
      size_t number = sweep->first + i;
      bool is_known = number >= o->first && number < o->first + o->count;
      row[i] = is_known ? o->omega[number - o->first] : (double)NAN;
      branch[i] = is_known ? branch[i] : 0;
    }
  }
}

/** Where a veering comes closest, from the points of its window: the square of the gap as a parabola through the least
 *  and its neighbours. */
static void locate_least_gap(const hol_sweep *sweep, const hol_sweep_loupe *loupe)
{
  hol_sweep_event *event = &sweep->event[loupe->event];
  const double *row = loupe->omega + (event->number - sweep->first);
  size_t n = sweep->columns, k = 1;
  double square[HOL_SWEEP_LOUPE_POINTS];
  for (size_t i = 0; i < HOL_SWEEP_LOUPE_POINTS; i++) {
    double gap = row[i * n + 1] - row[i * n];
    square[i] = gap * gap;
    k = i > 0 && i + 1 < HOL_SWEEP_LOUPE_POINTS && square[i] < square[k] ? i : k;
  }
  double bend = square[k - 1] - 2 * square[k] + square[k + 1], slope = 0.5 * (square[k + 1] - square[k - 1]);
  double t = -slope / bend, least = square[k] + 0.5 * slope * t;
  bool is_least = bend > 0 && fabs(t) <= 1 && least > 0;
  if (event->kind == HOL_SWEEP_VEERING && is_least) {
    event->at = loupe->value[k] + t * (loupe->value[k + 1] - loupe->value[k]);
    event->gap = sqrt(least);
    event->omega = 0.5 * (row[k * n] + row[k * n + 1]);
  }
}

static hol_status solve_windows(refinement *c)
{
  const hol_workload workload = {.size = sizeof(hol_item), .of = c, .step = solve_window, .pass = pass_window_point};
  const hol_comm *comm = c->farm->comm;
  size_t count = 0, points = c->sweep->loupes * HOL_SWEEP_LOUPE_POINTS;
  hol_item *item = hol_alloc(c->sweep->loupes, sizeof *item);
  c->point = hol_alloc(points, sizeof *c->point);
  c->farm->total += points;
  hol_status status = item && c->point ? find_unsolved(c, &workload, item, &count) : HOL_MEMORY;
  status = comm->agree(comm->handle, status);
  status = status == HOL_OK ? hol_farm_run(c->farm, &workload, item, count) : status;
  for (size_t l = 0; l < c->sweep->loupes && status == HOL_OK; l++) {
    fill_window(c, l);
    locate_least_gap(c->sweep, &c->sweep->loupe[l]);
  }
  for (size_t i = 0; c->point && i < points; i++) {
    hol_sweep_point_clear(&c->point[i]);
  }
  free(c->point);
  free(item);
  return status;
}

/* ---- shapes ------------------------------------------------------------------------------------------------------ */

static size_t numbers_in(const hol_result *result)
{
  size_t numbers = 0;
  for (size_t p = 0; result->mode_count && result->mode[0].shape && p < result->problem->part_count; p++) {
    numbers += result->mode[0].shape[p].points * HOL_FREEDOM_COUNT;
  }
  return numbers * result->mode_count;
}

/** One more, if it can be solved and there is room for its numbers.
 *  @param[in,out] numbers  in the shapes of all so far; @param[out] is_full  there was none */
static hol_status add_state(hol_solver *solver, hol_sweep *sweep, const double *value, size_t event, size_t *numbers,
                            bool *is_full)
{
  hol_sweep_state *state = &sweep->state[sweep->states++];
  state->event = event;
  state->value = hol_alloc_copy(value, sweep->axis_count, sizeof *value);
  hol_status status = state->value ? hol_point_shapes(solver, value, &state->problem, &state->result) : HOL_MEMORY;
  *numbers += numbers_in(&state->result);
  *is_full = *numbers > NUMBERS_MOST;
  if (status != HOL_OK || *is_full || state->result.mode_count == 0) {
    hol_sweep_state_clear(state);
    sweep->states--;
  }
  return status;
}

static hol_status solve_states(hol_solver *solver, hol_sweep *sweep)
{
  size_t ends[2] = {0, sweep->points - 1}, numbers = 0;
  bool is_full = false;
  sweep->state = hol_alloc(2 + sweep->loupes, sizeof *sweep->state);
  if (!sweep->state) {
    return HOL_MEMORY;
  }
  for (size_t k = 0; k < 2 && !is_full && (k == 0 || ends[1] > 0); k++) {
    HOL_TRY(add_state(solver, sweep, sweep->parameter + ends[k] * sweep->axis_count, SIZE_MAX, &numbers, &is_full));
  }
  for (size_t l = 0; l < sweep->loupes && !is_full; l++) {
    size_t e = sweep->loupe[l].event;
    HOL_TRY(add_state(solver, sweep, &sweep->event[e].at, e, &numbers, &is_full));
  }
  return HOL_OK;
}

hol_status hol_sweep_refine_events(hol_farm *farm, hol_solver *solver, hol_sweep *sweep)
{
  refinement c = {.farm = farm, .solver = solver, .sweep = sweep};
  if (sweep->is_random || sweep->columns == 0) {
    return HOL_OK;
  }
  if (sweep->branch && sweep->axis_count == 1 && sweep->points > 1) {
    HOL_TRY(farm->comm->agree(farm->comm->handle, place_windows(solver, sweep)));
    HOL_TRY(solve_windows(&c));
  }
  return farm->comm->agree(farm->comm->handle, solve_states(solver, sweep));
}

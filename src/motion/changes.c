/* SPDX-License-Identifier: BSD-3-Clause */
/* Where friction elements begin to slip or stick, and where right sides bend or jump: located as ends of steps. */
#include "motion/integration.h"

#include "base/memory.h"
#include "motion/program_rates.h"

#include <float.h>
#include <math.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

/** A slip in a plane has no sign: it stops where its size is this part of that of the speeds, by a straight piece. */
static const double stops = 1e-6;
/** Slips that are no more than this beside the size of the speeds are zero. */
static const double zero_slip = 1e-10;
/** A slip in a plane that begins has a direction of its own from this part of the speeds on. */
static const double has_direction = 1e-7;
/** An element that was at its limit at the begin of a step, or had no slip, is beyond it when it is so by this part of
 *  its limit, or of the speeds. */
static const double beyond = 1e-9;
/** Energy lost by sticking that is no more than this beside the kinetic energy is rounding. */
static const double no_loss = 1e-12;
/** A change of friction is located where the margin is this part of that at the begin of the step. */
static const double located = 1e-14;
/** Steps go so far of the way to the stop of a slip in a plane, by its present deceleration. */
static const double approach = 0.8;
/** A right side is at a change of branches where the step that decides is no more than this beside its largest size. */
static const double at_branch = 1e-11;
/** Rows whose least pivot passes a minimum below `near_singular` are looked at more closely: below `singular` there is
 *  a singular position, whose time is known to `singular_time`. */
static const double near_singular = 0.2, singular = 1e-5, singular_time = 1e-10;
/** So many changes within this part of the time asked for are no motion any more. */
enum { CHANGES_MOST = 1000 };
static const double chatters = 1e-7;
enum { LOCATED_MOST = 60 };

/* ---- friction ---------------------------------------------------------------------------------------------------- */

/** Size of the slip of element f: sum_j |ds/dq'_j| times the size of speed j. */
static double slip_scale(const hol_integration *run, size_t f)
{
  const hol_motion_equations *e = run->start->equations;
  size_t n = e->coordinates;
  double sum = 0;
  for (size_t k = 0; k < e->element[f].slips; k++) {
    for (size_t j = 0; j < n; j++) {
      sum += fabs(run->solver.numbers.gradient[(e->element[f].row + k) * n + j]) * run->start->scale[n + j];
    }
  }
  return sum;
}

/** How far element i is from a change - in a plane, by its slip along the direction at the begin of the step. */
static double element_margin(const hol_integration *run, size_t i)
{
  if (run->solver.slip[i] != HOL_SLIP_PLANE) {
    return hol_motion_friction_margin(&run->solver, i);
  }
  double along = 0;
  for (size_t k = 0; k < 2; k++) {
    along += run->course[2 * i + k] * hol_motion_solver_slip(&run->solver, i, k);
  }
  return along - stops * slip_scale(run, i);
}

/** First margins of reactions that press, and of changes of branches. */
static size_t first_reaction(const hol_integration *run)
{
  return run->start->equations->system->frictions;
}

static size_t first_change(const hol_integration *run)
{
  return first_reaction(run) + run->start->equations->system->constraints;
}

/** How far a friction element is from a change, a reaction that presses from another sign, a right side from its other
 *  branch. */
static double margin_of(const hol_integration *run, size_t i)
{
  size_t reaction = first_reaction(run), change = first_change(run);
  return i < reaction ? element_margin(run, i)
         : i < change ? run->solver.sign[i - reaction] * run->solver.multiplier[i - reaction]
                      : run->side[i - change] *
                            hol_motion_value(&run->solver.numbers, run->start->equations->change[i - change]);
}

static bool is_watched(const hol_integration *run, size_t i)
{
  size_t reaction = first_reaction(run);
  return i < reaction || i >= first_change(run) || run->solver.sign[i - reaction] != 0;
}

/** Take the margins at the begin of a step. Those that are zero there count later. */
void hol_integration_arm(hol_integration *run)
{
  for (size_t i = 0; i < run->margins; i++) {
    if (i < run->start->equations->system->frictions && run->solver.slip[i] == HOL_SLIP_PLANE) {
      double size = hol_motion_friction_margin(&run->solver, i);
      for (size_t k = 0; k < 2; k++) {
        run->course[2 * i + k] = size > 0 ? hol_motion_solver_slip(&run->solver, i, k) / size : 0;
        run->solver.course[2 * i + k] = size > has_direction * slip_scale(run, i) ? 0 : run->solver.course[2 * i + k];
      }
    }
    size_t change = first_change(run);
    if (i >= change) {
      double value = hol_motion_value(&run->solver.numbers, run->start->equations->change[i - change]);
      run->side[i - change] = value < 0 ? -1 : 1;
    }
    run->margin[i] = margin_of(run, i);
    bool slides = i < first_reaction(run) && run->solver.slip[i] != HOL_SLIP_STICKS;
    double least = slides ? run->zero[i] : i >= change ? at_branch * run->largest_margin[i - change] : 0;
    if (i >= change) {
      run->largest_margin[i - change] = fmax(run->largest_margin[i - change], run->margin[i]);
    }
    run->is_armed[i] = is_watched(run, i) && run->margin[i] > least;
  }
}

/** Is element f, which was at its limit or without slip at the begin of the step, beyond it now? */
static bool is_violated(const hol_integration *run, size_t f)
{
  bool sticks = run->solver.slip[f] == HOL_SLIP_STICKS;
  double size = sticks ? hol_motion_solver_limit(&run->solver, f, true) : slip_scale(run, f);
  return !run->is_armed[f] && run->solver.slip[f] != HOL_SLIP_PLANE && margin_of(run, f) < -beyond * size;
}

/** The least of the margins beside those at the begin of the step; infinite: none counts. */
static double least_margin(const hol_integration *run)
{
  double least = INFINITY;
  for (size_t i = 0; i < run->margins; i++) {
    double margin = run->is_armed[i] ? margin_of(run, i) / run->margin[i] : (double)INFINITY;
    least = fmin(least, isnan(margin) ? -1 : margin);
  }
  return least;
}

static hol_slip mode_of(const hol_integration *run, size_t f)
{
  return run->solver.slip[f];
}

static hol_motion_mode word_of(hol_slip slip)
{
  return slip == HOL_SLIP_STICKS    ? HOL_MOTION_STICKS
         : slip == HOL_SLIP_FORWARD ? HOL_MOTION_SLIPS_FORWARD
         : slip == HOL_SLIP_PLANE   ? HOL_MOTION_SLIPS_IN_PLANE
                                    : HOL_MOTION_SLIPS_BACKWARD;
}

static hol_status add_event(hol_integration *run, hol_motion_event event)
{
  hol_motion_result *to = run->to;
  if (!hol_grow(&to->event, &run->event_capacity, to->events + 1, sizeof *to->event)) {
    return HOL_MEMORY;
  }
  to->event[to->events++] = event;
  return HOL_OK;
}

/** A sentence about element f, in the result. */
static hol_status end_by_friction(hol_integration *run, hol_friction_outcome outcome, size_t f)
{
  const hol_motion_system *s = run->start->equations->system;
  const hol_motion_friction *element = &s->friction[f];
  hol_text text = {0};
  if (outcome == HOL_FRICTION_NOT_UNIQUE) {
    hol_text_add(&text, "friction `%s` is not determined: the reaction of constraint `%s` is not unique", element->name,
                 s->constraint[element->at].name);
  } else {
    hol_text_add(&text, "no normal reaction agrees with the friction of `%s` (Painleve's paradox)", element->name);
  }
  free(run->to->stop_text);
  run->to->stop_text = text.data;
  hol_integration_end(run, text.data ? text.data : "friction");
  return text.data ? HOL_OK : HOL_MEMORY;
}

/** Choose which elements stick, at the present state, and begin anew there. */
hol_status hol_integration_choose_friction(hol_integration *run)
{
  const hol_motion_system *s = run->start->equations->system;
  hol_slip *before = hol_alloc(s->frictions, sizeof *before);
  if (!before) {
    return HOL_MEMORY;
  }
  memcpy(before, run->solver.slip, s->frictions * sizeof *before);
  hol_friction_outcome outcome;
  size_t element = 0;
  hol_motion_solver_at(&run->solver, run->time, run->state);
  for (size_t f = 0; f < s->frictions; f++) {
    run->zero[f] = zero_slip * slip_scale(run, f);
  }
  hol_status status = hol_motion_friction_choose(&run->solver, run->zero, run->breaks, &outcome, &element);
  if (status == HOL_OK && outcome != HOL_FRICTION_FOUND) {
    status = end_by_friction(run, outcome, element);
  } else if (status == HOL_OK) {
    hol_motion_projection projection;
    status = hol_motion_project(&run->solver, run->time, run->start->scale, run->state, &projection);
    for (size_t f = 0; f < s->frictions && status == HOL_OK && run->has_begun; f++) {
      if (before[f] != mode_of(run, f)) {
        status = add_event(run, (hol_motion_event){.time = run->time,
                                                   .element = f,
                                                   .from = word_of(before[f]),
                                                   .to = word_of(mode_of(run, f)),
                                                   .lost_energy = projection.lost_energy > no_loss * run->kinetic
                                                                      ? projection.lost_energy
                                                                      : 0,
                                                   .rank = run->solver.saddle.rank});
      }
    }
    status = status == HOL_OK ? hol_integration_settle(run) : status;
  }
  free(before);
  return status;
}

/** From the begin of the last step to another end of it. */
static hol_status step_to(hol_integration *run, double end)
{
  memcpy(run->state, run->before, run->size * sizeof *run->state);
  run->time = run->begun;
  HOL_TRY(hol_integrator_reset(run->integrator, run->time, run->state, fmin(run->step, end - run->begun)));
  while (run->time < end) {
    HOL_TRY(hol_integrator_step(run->integrator, end, &run->time, run->state));
    hol_motion_solver_at(&run->solver, run->time, run->state);
    HOL_TRY(hol_motion_solver_choose(&run->solver));
    HOL_TRY(hol_motion_solver_accelerate(&run->solver));
  }
  return HOL_OK;
}

/** Go back to where the least margin is zero, by the Illinois form of the rule of false position on the end of the
 *  step.
 */
static hol_status locate(hol_integration *run)
{
  double a = run->begun, b = run->time, at_a = 1, at_b = least_margin(run);
  for (int i = 0; i < LOCATED_MOST && b - a > 4 * DBL_EPSILON * fmax(fabs(a), fabs(b)); i++) {
    double middle = i % 4 == 3 ? (a + b) / 2 : (a * at_b - b * at_a) / (at_b - at_a);
    middle = middle > a && middle < b ? middle : (a + b) / 2;
    if (!(middle > a && middle < b)) {
      break;
    }
    HOL_TRY(step_to(run, middle));
    double at_middle = least_margin(run);
    if (fabs(at_middle) < located) {
      return HOL_OK;
    }
    if (at_middle < 0) {
      at_a = at_b < 0 && b > middle ? at_a / (i % 2 ? 2 : 1) : at_a;
      b = middle;
      at_b = at_middle;
    } else {
      a = middle;
      at_a = at_middle;
    }
  }
  return run->time < b || run->time > b ? step_to(run, b) : HOL_OK;
}

/** How long element f of a plane takes to stop by its present deceleration; INFINITY: it is not about to stop. */
static double time_to_stop(const hol_integration *run, size_t f)
{
  const hol_motion_equations *e = run->start->equations;
  size_t n = e->coordinates;
  double size = run->solver.slip[f] == HOL_SLIP_PLANE ? hol_motion_friction_margin(&run->solver, f) : 0, sum = 0;
  if (!(size > 0) || !run->is_armed[f] || size > 2 * stops * slip_scale(run, f)) {
    return INFINITY;
  }
  for (size_t k = 0; k < 2; k++) {
    size_t row = e->element[f].row + k;
    double rate = -run->solver.numbers.right[row];
    for (size_t j = 0; j < n; j++) {
      rate += run->solver.numbers.gradient[row * n + j] * run->solver.acceleration[j];
    }
    sum += rate * hol_motion_solver_slip(&run->solver, f, k) / size;
  }
  return sum < 0 ? -size / sum : (double)INFINITY;
}

/** A straight piece of constant acceleration; what is integrated beside the motion has the rates of its middle. */
static hol_status go_straight(hol_integration *run, double left)
{
  size_t n = run->start->equations->coordinates;
  double *rate = hol_alloc(2 * run->size, sizeof *rate), *middle = rate ? rate + run->size : NULL;
  if (!rate) {
    return HOL_MEMORY;
  }
  hol_status status = hol_motion_rates(&run->solver, run->time, run->state, rate);
  for (size_t i = 0; i < run->size; i++) {
    middle[i] = run->state[i] + left / 2 * rate[i];
  }
  for (size_t j = 0; j < n; j++) {
    run->state[j] += left * middle[n + j];
    run->state[n + j] += left * rate[n + j];
  }
  if (status == HOL_OK) {
    status = hol_motion_rates(&run->solver, run->time + left / 2, middle, rate);
  }
  for (size_t i = 2 * n; i < run->size; i++) {
    run->state[i] += left * rate[i];
  }
  run->time += left;
  free(rate);
  return status;
}

/** Elements of a plane that are about to stop come to rest. */
static hol_status stop_planes(hol_integration *run)
{
  double left = INFINITY;
  for (size_t f = 0; f < run->start->equations->system->frictions; f++) {
    left = fmin(left, time_to_stop(run, f));
  }
  return isfinite(left) ? go_straight(run, left) : HOL_OK;
}

/** Elements that stick and are at their limits, `most` beside them at most, are to break loose. @return any */
static bool mark_breaks(hol_integration *run, double most)
{
  bool any = false;
  for (size_t f = 0; f < run->start->equations->system->frictions; f++) {
    bool sticks = run->solver.slip[f] == HOL_SLIP_STICKS;
    double limit = sticks ? hol_motion_solver_limit(&run->solver, f, true) : 0;
    run->breaks[f] = sticks && margin_of(run, f) <= most * limit;
    any = any || run->breaks[f];
  }
  return any;
}

static void forget_breaks(hol_integration *run)
{
  for (size_t f = 0; f < run->start->equations->system->frictions; f++) {
    run->breaks[f] = false;
  }
}

/** Count changes: a right side that jumps to and fro does not let time pass. */
static bool is_chattering(hol_integration *run)
{
  const hol_motion_request *request = run->start->request;
  if (++run->changed < CHANGES_MOST) {
    return false;
  }
  bool chatter = run->time - run->recent < chatters * request->time[request->times - 1];
  run->changed = 0;
  run->recent = run->time;
  return chatter;
}

/** Does friction, and not a right side alone, change at the present time? */
static bool concerns_friction(const hol_integration *run)
{
  bool concerns = false;
  for (size_t i = 0; i < first_change(run) && run->start->equations->system->frictions > 0; i++) {
    concerns = concerns || (run->is_armed[i] && !(margin_of(run, i) / run->margin[i] > beyond));
  }
  return concerns;
}

static hol_status go_back(hol_integration *run)
{
  memcpy(run->state, run->before, run->size * sizeof *run->state);
  run->time = run->begun;
  hol_motion_solver_at(&run->solver, run->time, run->state);
  HOL_TRY(hol_motion_solver_choose(&run->solver));
  return hol_motion_solver_accelerate(&run->solver);
}

hol_status hol_integration_pass_changes(hol_integration *run)
{
  bool is_beyond = false, has_friction = false;
  for (size_t f = 0; f < run->start->equations->system->frictions; f++) {
    is_beyond = is_beyond || is_violated(run, f);
  }
  if (run->margins == 0 || (!is_beyond && !(least_margin(run) < 0))) {
    return HOL_OK;
  }
  if (is_beyond) { /* from the begin of the step on */
    HOL_TRY(go_back(run));
    has_friction = true;
  } else {
    HOL_TRY(locate(run));
    has_friction = concerns_friction(run);
    HOL_TRY(stop_planes(run));
  }
  if (is_chattering(run)) {
    hol_integration_end(run, "a force jumps to and fro here: sticking needs `friction`, not a sign");
    return HOL_OK;
  }
  hol_status status = HOL_OK;
  if (has_friction) {
    (void)mark_breaks(run, beyond);
    status = hol_integration_choose_friction(run);
    forget_breaks(run);
  } else {
    status = hol_integration_settle(run);
  }
  HOL_TRY(status);
  return isinf(run->to->stopped_at) ? hol_integrator_reset(run->integrator, run->time, run->state, 0) : HOL_OK;
}

/** How far a step may go at most: a slip in a plane that decreases must not be stepped over where it stops. */
double hol_integration_step_most(const hol_integration *run)
{
  const hol_motion_equations *e = run->start->equations;
  size_t n = e->coordinates;
  double most = INFINITY;
  for (size_t f = 0; f < e->system->frictions; f++) {
    double size = run->solver.slip[f] == HOL_SLIP_PLANE ? hol_motion_friction_margin(&run->solver, f) : 0, sum = 0;
    for (size_t k = 0; size > 0 && k < 2; k++) {
      size_t row = e->element[f].row + k;
      double rate = -run->solver.numbers.right[row];
      for (size_t j = 0; j < n; j++) {
        rate += run->solver.numbers.gradient[row * n + j] * run->solver.acceleration[j];
      }
      sum += rate * hol_motion_solver_slip(&run->solver, f, k) / size;
    }
    most = sum < 0 ? fmin(most, approach * -size / sum) : most;
  }
  return most;
}

/* ---- singular positions ------------------------------------------------------------------------------------------ */

/** Least pivot of the rows chosen at time t, by steps from the begin of the step before the last one. */
static hol_status pivot_at(hol_integration *run, double t, double *pivot)
{
  memcpy(run->before, run->earlier, run->size * sizeof *run->before);
  run->begun = run->earlier_time;
  HOL_TRY(step_to(run, t));
  *pivot = run->solver.least;
  return HOL_OK;
}

/** The time of the least pivot between two times, by the golden section. */
static hol_status find_least_pivot(hol_integration *run, double a, double b, double *time, double *least)
{
  const double golden = 0.6180339887498949;
  double x = b - golden * (b - a), y = a + golden * (b - a), at_x, at_y;
  HOL_TRY(pivot_at(run, x, &at_x));
  HOL_TRY(pivot_at(run, y, &at_y));
  for (int i = 0; i < 60 && b - a > singular_time * fmax(fabs(a), fabs(b)); i++) {
    if (at_x < at_y) {
      b = y;
      y = x;
      at_y = at_x;
      x = b - golden * (b - a);
      HOL_TRY(pivot_at(run, x, &at_x));
    } else {
      a = x;
      x = y;
      at_x = at_y;
      y = a + golden * (b - a);
      HOL_TRY(pivot_at(run, y, &at_y));
    }
  }
  *time = at_x < at_y ? x : y;
  *least = fmin(at_x, at_y);
  return pivot_at(run, *time, &at_x);
}

/** The constraint whose pivot came last. */
static size_t weakest_row(const hol_integration *run)
{
  const hol_motion_solver *v = &run->solver;
  size_t last = v->usual_rank > 0 ? v->saddle.falling[v->usual_rank - 1] : 0;
  return v->active[last];
}

hol_status hol_integration_pass_singular(hol_integration *run)
{
  double now = run->solver.usual_rank > 0 ? run->solver.least : 1, end = run->time;
  run->pivot[0] = run->pivot[1];
  run->pivot[1] = run->pivot[2];
  run->pivot[2] = now;
  bool is_least =
      run->pivot[1] < run->pivot[0] && run->pivot[1] < now && run->pivot[1] < near_singular * run->solver.usual;
  run->is_past = run->is_past && now < near_singular * run->solver.usual;
  if (!is_least || run->is_past) {
    return HOL_OK;
  }
  run->is_past = true;
  double *kept = hol_alloc(run->size, sizeof *kept), time, least;
  if (!kept) {
    return HOL_MEMORY;
  }
  memcpy(kept, run->state, run->size * sizeof *kept);
  hol_status status = find_least_pivot(run, run->earlier_time, end, &time, &least);
  if (status == HOL_OK && least < singular) {
    size_t last = weakest_row(run);
    status = add_event(run, (hol_motion_event){.time = time,
                                               .element = last,
                                               .from = HOL_MOTION_RANK_CHANGES,
                                               .to = HOL_MOTION_RANK_CHANGES,
                                               .rank = run->solver.usual_rank - 1});
  }
  memcpy(run->state, kept, run->size * sizeof *kept);
  free(kept);
  run->time = end;
  if (status == HOL_OK || status == HOL_NUMERICAL) { /* what cannot be looked at more closely is no event */
    status = hol_integrator_reset(run->integrator, run->time, run->state, run->step);
    status = status == HOL_OK ? hol_integration_settle(run) : status;
  }
  return status;
}

/* SPDX-License-Identifier: BSD-3-Clause */
/* Integration of a motion over time: steps, projection, stops at output times, kinks and events, and what is recorded
   there. */
#include "motion/integrate.h"

#include "base/integrator.h"
#include "base/memory.h"
#include "motion/friction.h"
#include "motion/program_rates.h"
#include "motion/project.h"

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
/** A change of friction is located where the margin is this part of that at the begin of the step. */
static const double located = 1e-14;
/** Steps go so far of the way to the stop of a slip in a plane, by its present deceleration. */
static const double approach = 0.8;
enum { LOCATED_MOST = 60 };

/** An integration under way. */
typedef struct integration {
  const hol_motion_start *start;
  hol_motion_result *to;
  hol_watch watch;
  hol_motion_solver solver;
  hol_integrator *integrator;
  size_t size;
  double tolerance;
  double time, *state;   /**< present ones, on the constraints */
  double *largest;       /**< [size] or NULL */
  double begun, *before; /**< time and state at the begin of the last step */
  double step;           /**< its size before it was cut */
  double *margin;        /**< [margins] at its begin: how far friction is from a change, see margin_of() */
  bool *is_armed;        /**< [margins] a crossing of zero counts */
  double *zero;          /**< [frictions] slips below are zero */
  bool *breaks;          /**< [frictions] elements that are to break loose */
  double *course;        /**< [frictions 2] direction of the slip in a plane at the begin of the step */
  size_t margins;
  size_t next; /**< output time to be reached */
  size_t kink; /**< kink to be reached */
  size_t event_capacity;
  bool has_begun;
  double first_energy, kinetic, exchanged, imbalance; /**< largest so far */
} integration;

/* ---- equation of the integrator ---------------------------------------------------------------------------------- */

static hol_status rate(void *self, double t, const double *y, double *result)
{
  integration *run = self;
  hol_motion_solver_at(&run->solver, t, y);
  HOL_TRY(hol_motion_solver_accelerate(&run->solver));
  hol_motion_solver_rate(&run->solver, y, result);
  size_t at = 2 * run->start->equations->coordinates + run->start->equations->states;
  return run->start->equations->programs.order > 0 ? hol_motion_program_rates(&run->solver, y + at, result + at)
                                                   : HOL_OK;
}

static hol_status project(void *self, double t, double *y)
{
  integration *run = self;
  hol_motion_projection projection;
  return hol_motion_project(&run->solver, t, run->start->scale, y, &projection);
}

/* ---- results ----------------------------------------------------------------------------------------------------- */

static double *make_filled(size_t count)
{
  double *value = hol_alloc(count, sizeof *value);
  for (size_t i = 0; value && i < count; i++) {
    value[i] = NAN;
  }
  return value;
}

hol_status hol_motion_result_make(const hol_motion_start *start, hol_motion_result *result)
{
  const hol_motion_system *s = start->equations->system;
  size_t times = start->request->times, n = s->coordinates;
  const struct {
    double **array;
    size_t count;
  } row[] = {{&result->time, times},
             {&result->position, times * n},
             {&result->speed, times * n},
             {&result->acceleration, times * n},
             {&result->auxiliary, times * s->states},
             {&result->reaction, times * s->constraints},
             {&result->force, times * n},
             {&result->nonideal, times * n},
             {&result->control, times * s->controls},
             {&result->output, times * s->outputs},
             {&result->friction, times * s->frictions},
             {&result->energy, times},
             {&result->position_error, n},
             {&result->speed_error, n},
             {&result->reaction_error, s->constraints},
             {&result->output_error, s->outputs},
             {&result->auxiliary_error, s->states}};
  result->system = s;
  result->times = times;
  bool ok = true;
  for (size_t i = 0; i < sizeof row / sizeof *row; i++) {
    *row[i].array = make_filled(row[i].count);
    ok = ok && *row[i].array;
  }
  result->row = hol_alloc(s->constraints, sizeof *result->row);
  result->stopped_at = result->accuracy_until = INFINITY;
  return ok && result->row ? HOL_OK : HOL_MEMORY;
}

/** Numbers of the present state, at output time `next`. */
static void record(integration *run)
{
  const hol_motion_solver *solver = &run->solver;
  const hol_motion_equations *e = run->start->equations;
  hol_motion_result *to = run->to;
  size_t n = e->coordinates, k = run->next;
  to->time[k] = run->time;
  memcpy(to->position + k * n, run->state, n * sizeof(double));
  memcpy(to->speed + k * n, run->state + n, n * sizeof(double));
  memcpy(to->acceleration + k * n, solver->acceleration, n * sizeof(double));
  memcpy(to->auxiliary + k * e->states, run->state + 2 * n, e->states * sizeof(double));
  memcpy(to->force + k * n, solver->held, n * sizeof(double));
  memcpy(to->nonideal + k * n, solver->nonideal, n * sizeof(double));
  for (size_t i = 0; i < e->system->constraints; i++) {
    bool is_unique = hol_motion_solver_is_unique(solver, i);
    to->reaction[k * e->system->constraints + i] = is_unique ? solver->multiplier[i] : (double)NAN;
  }
  for (size_t i = 0; i < e->system->outputs; i++) {
    to->output[k * e->system->outputs + i] = hol_motion_value(&solver->numbers, e->output[i]);
  }
  for (size_t i = 0; i < e->system->controls && !e->programs.is_gauss; i++) {
    to->control[k * e->system->controls + i] = run->state[2 * n + e->states + i];
  }
  for (size_t i = 0; i < e->system->frictions; i++) {
    bool sticks = solver->slip[i] == HOL_SLIP_STICKS;
    bool is_unique = !sticks || hol_motion_solver_is_unique(solver, e->element[i].row);
    to->friction[k * e->system->frictions + i] = is_unique ? solver->friction[i] : (double)NAN;
  }
  to->energy[k] = hol_motion_value(&solver->numbers, e->energy);
}

/** Drift and power balance at the present state. */
static void judge(integration *run)
{
  hol_motion_projection left;
  hol_motion_result *to = run->to;
  hol_motion_residuals(&run->solver, run->time, run->state, run->start->scale, &left);
  to->drift = fmax(to->drift, fmax(left.position_left, left.speed_left));
  double kinetic = hol_motion_value(&run->solver.numbers, run->start->equations->kinetic);
  double energy = hol_motion_value(&run->solver.numbers, run->start->equations->energy);
  run->kinetic = fmax(run->kinetic, fabs(kinetic));
  run->exchanged = fmax(run->exchanged, fabs(energy - run->first_energy));
  run->imbalance = fmax(run->imbalance, fabs(energy - run->first_energy - run->state[run->size - 1]));
}

/* ---- steps ------------------------------------------------------------------------------------------------------- */

static void note_largest(integration *run)
{
  for (size_t i = 0; run->largest && i < run->size; i++) {
    run->largest[i] = fmax(run->largest[i], fabs(run->state[i]));
  }
}

/** The motion cannot go on: it ends here, with a reason. */
static void end_early(integration *run, const char *reason)
{
  run->to->stopped_at = run->time;
  run->to->stop_reason = reason;
}

/** Choose rows and solve at the present state. */
static hol_status settle(integration *run)
{
  hol_motion_solver_at(&run->solver, run->time, run->state);
  HOL_TRY(hol_motion_solver_choose(&run->solver));
  HOL_TRY(hol_motion_solver_accelerate(&run->solver));
  note_largest(run);
  judge(run);
  return HOL_OK;
}

/* ---- friction ---------------------------------------------------------------------------------------------------- */

/** Size of the slip of element f: sum_j |ds/dq'_j| times the size of speed j. */
static double slip_scale(const integration *run, size_t f)
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

/** How far element i is from a change - in a plane, by its slip along the direction at the begin of the step; of
 *  i - frictions, how far its reaction is from another sign, where friction elements press with it. */
static double margin_of(const integration *run, size_t i)
{
  const hol_motion_equations *e = run->start->equations;
  size_t frictions = e->system->frictions;
  if (i >= frictions) {
    return run->solver.sign[i - frictions] * run->solver.multiplier[i - frictions];
  }
  if (run->solver.slip[i] != HOL_SLIP_PLANE) {
    return hol_motion_friction_margin(&run->solver, i);
  }
  double along = 0;
  for (size_t k = 0; k < 2; k++) {
    along += run->course[2 * i + k] * hol_motion_solver_slip(&run->solver, i, k);
  }
  return along - stops * slip_scale(run, i);
}

static bool is_watched(const integration *run, size_t i)
{
  size_t frictions = run->start->equations->system->frictions;
  return i < frictions || run->solver.sign[i - frictions] != 0;
}

/** Take the margins at the begin of a step. Those that are zero there count later. */
static void arm(integration *run)
{
  for (size_t i = 0; i < run->margins; i++) {
    if (i < run->start->equations->system->frictions && run->solver.slip[i] == HOL_SLIP_PLANE) {
      double size = hol_motion_friction_margin(&run->solver, i);
      for (size_t k = 0; k < 2; k++) {
        run->course[2 * i + k] = size > 0 ? hol_motion_solver_slip(&run->solver, i, k) / size : 0;
        run->solver.course[2 * i + k] = size > has_direction * slip_scale(run, i) ? 0 : run->solver.course[2 * i + k];
      }
    }
    run->margin[i] = margin_of(run, i);
    size_t frictions = run->start->equations->system->frictions;
    double least = i < frictions && run->solver.slip[i] != HOL_SLIP_STICKS ? run->zero[i] : 0;
    run->is_armed[i] = is_watched(run, i) && run->margin[i] > least;
  }
}

/** Is element f, which was at its limit or without slip at the begin of the step, beyond it now? */
static bool is_violated(const integration *run, size_t f)
{
  bool sticks = run->solver.slip[f] == HOL_SLIP_STICKS;
  double size = sticks ? hol_motion_solver_limit(&run->solver, f, true) : slip_scale(run, f);
  return !run->is_armed[f] && run->solver.slip[f] != HOL_SLIP_PLANE && margin_of(run, f) < -beyond * size;
}

/** The least of the margins beside those at the begin of the step; infinite: none counts. */
static double least_margin(const integration *run)
{
  double least = INFINITY;
  for (size_t i = 0; i < run->margins; i++) {
    double margin = run->is_armed[i] ? margin_of(run, i) / run->margin[i] : (double)INFINITY;
    least = fmin(least, isnan(margin) ? -1 : margin);
  }
  return least;
}

static hol_slip mode_of(const integration *run, size_t f)
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

static hol_status add_event(integration *run, hol_motion_event event)
{
  hol_motion_result *to = run->to;
  if (!hol_grow(&to->event, &run->event_capacity, to->events + 1, sizeof *to->event)) {
    return HOL_MEMORY;
  }
  to->event[to->events++] = event;
  return HOL_OK;
}

/** A sentence about element f, in the result. */
static hol_status end_by_friction(integration *run, hol_friction_outcome outcome, size_t f)
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
  end_early(run, text.data ? text.data : "friction");
  return text.data ? HOL_OK : HOL_MEMORY;
}

/** Choose which elements stick, at the present state, and begin anew there. */
static hol_status change_friction(integration *run)
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
                                                   .lost_energy = projection.lost_energy,
                                                   .rank = run->solver.rank});
      }
    }
    status = status == HOL_OK ? settle(run) : status;
  }
  free(before);
  return status;
}

/** From the begin of the last step to another end of it. */
static hol_status step_to(integration *run, double end)
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
static hol_status locate(integration *run)
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

/** Elements of a plane that are about to stop: a last straight piece of constant acceleration. */
static void stop_planes(integration *run)
{
  const hol_motion_equations *e = run->start->equations;
  size_t n = e->coordinates;
  for (size_t f = 0; f < e->system->frictions; f++) {
    double size = run->solver.slip[f] == HOL_SLIP_PLANE ? hol_motion_friction_margin(&run->solver, f) : 0, sum = 0;
    if (!(size > 0) || !run->is_armed[f] || size > 2 * stops * slip_scale(run, f)) {
      continue;
    }
    for (size_t k = 0; k < 2; k++) {
      size_t row = e->element[f].row + k;
      double rate = -run->solver.numbers.right[row];
      for (size_t j = 0; j < n; j++) {
        rate += run->solver.numbers.gradient[row * n + j] * run->solver.acceleration[j];
      }
      sum += rate * hol_motion_solver_slip(&run->solver, f, k) / size;
    }
    double left = -size / sum;
    if (sum < 0) {
      for (size_t j = 0; j < n; j++) {
        run->state[j] += left * (run->state[n + j] + left * run->solver.acceleration[j] / 2);
        run->state[n + j] += left * run->solver.acceleration[j];
      }
      run->time += left;
    }
  }
}

/** Elements that stick and are at their limits, `most` beside them at most, are to break loose. @return any */
static bool mark_breaks(integration *run, double most)
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

static void forget_breaks(integration *run)
{
  for (size_t f = 0; f < run->start->equations->system->frictions; f++) {
    run->breaks[f] = false;
  }
}

/** After a step: does friction change within it? Then the step ends there. */
static hol_status pass_friction(integration *run)
{
  bool is_violated_now = false;
  if (run->margins == 0) {
    return HOL_OK;
  }
  for (size_t f = 0; f < run->start->equations->system->frictions; f++) {
    is_violated_now = is_violated_now || is_violated(run, f);
  }
  if (!is_violated_now && !(least_margin(run) < 0)) {
    return HOL_OK;
  }
  if (is_violated_now) { /* from the begin of the step on */
    memcpy(run->state, run->before, run->size * sizeof *run->state);
    run->time = run->begun;
    hol_motion_solver_at(&run->solver, run->time, run->state);
    HOL_TRY(hol_motion_solver_choose(&run->solver));
    HOL_TRY(hol_motion_solver_accelerate(&run->solver));
  } else {
    HOL_TRY(locate(run));
    stop_planes(run);
  }
  (void)mark_breaks(run, beyond);
  hol_status status = change_friction(run);
  forget_breaks(run);
  HOL_TRY(status);
  return isinf(run->to->stopped_at) ? hol_integrator_reset(run->integrator, run->time, run->state, 0) : HOL_OK;
}

/** How far a step may go at most: a slip in a plane that decreases must not be stepped over where it stops. */
static double step_most(const integration *run)
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

/* ---- along the motion -------------------------------------------------------------------------------------------- */

static double stop_of(const integration *run)
{
  const hol_motion_system *s = run->start->equations->system;
  double output = fmin(run->start->request->time[run->next], run->time + step_most(run));
  return run->kink < s->kinks ? fmin(output, s->kink[run->kink]) : output;
}

static void record_if_due(integration *run)
{
  const hol_motion_request *request = run->start->request;
  while (run->next < request->times && request->time[run->next] <= run->time) {
    record(run);
    run->next++;
  }
}

/** Begin anew after a kink of the right side. */
static hol_status pass_kinks(integration *run)
{
  const hol_motion_system *s = run->start->equations->system;
  bool passed = false;
  while (run->kink < s->kinks && s->kink[run->kink] <= run->time) {
    run->kink++;
    passed = true;
  }
  if (passed) {
    return hol_integrator_reset(run->integrator, run->time, run->state, 0);
  }
  return HOL_OK;
}

static bool may_continue(const integration *run)
{
  return !run->watch.progress || run->watch.progress(run->watch.context, run->next, run->start->request->times, 0);
}

static hol_status follow(integration *run)
{
  while (run->next < run->start->request->times) {
    if (!may_continue(run)) {
      run->to->stopped = true;
      return HOL_INCOMPLETE;
    }
    arm(run);
    memcpy(run->before, run->state, run->size * sizeof *run->state);
    run->begun = run->time;
    hol_status status = hol_integrator_step(run->integrator, stop_of(run), &run->time, run->state);
    run->step = run->time - run->begun;
    status = status == HOL_OK ? settle(run) : status;
    status = status == HOL_OK ? pass_friction(run) : status;
    if (status == HOL_NUMERICAL) {
      end_early(run, "the accelerations are not determined here, or grow beyond all bounds");
      return HOL_OK;
    }
    HOL_TRY(status);
    if (isfinite(run->to->stopped_at)) {
      return HOL_OK;
    }
    record_if_due(run);
    HOL_TRY(pass_kinks(run));
  }
  return HOL_OK;
}

static hol_status begin(integration *run)
{
  const hol_motion_start *start = run->start;
  run->size = hol_motion_state_size(start->equations);
  size_t frictions = start->equations->system->frictions;
  run->margins = frictions > 0 ? frictions + start->equations->system->constraints : 0;
  run->state = hol_alloc(run->size, sizeof *run->state);
  run->before = hol_alloc(run->size, sizeof *run->before);
  run->margin = hol_alloc(run->margins, sizeof *run->margin);
  run->is_armed = hol_alloc(run->margins, sizeof *run->is_armed);
  run->zero = hol_alloc(frictions, sizeof *run->zero);
  run->breaks = hol_alloc(frictions, sizeof *run->breaks);
  run->course = hol_alloc(2 * frictions, sizeof *run->course);
  double *absolute = hol_alloc(run->size, sizeof *absolute);
  bool ok =
      run->state && run->before && run->margin && run->is_armed && run->zero && run->breaks && run->course && absolute;
  hol_status status = ok ? hol_motion_solver_make(start->equations, &run->solver) : HOL_MEMORY;
  for (size_t i = 0; status == HOL_OK && i < run->size; i++) {
    run->state[i] = start->state[i];
    absolute[i] = run->tolerance * start->scale[i];
  }
  const hol_integrator_equation equation = {.self = run, .count = run->size, .rate = rate, .project = project};
  if (status == HOL_OK) {
    status = hol_integrator_make(&equation, start->request->is_stiff, run->tolerance, absolute, 0, run->state,
                                 &run->integrator);
  }
  free(absolute);
  return status;
}

/** At the start: which elements stick, the energy. */
static hol_status begin_motion(integration *run)
{
  const hol_motion_equations *e = run->start->equations;
  for (size_t f = 0; f < e->system->frictions; f++) {
    if (e->element[f].at != SIZE_MAX && !e->element[f].limit) {
      run->solver.sign[e->element[f].at] = 1;
    }
  }
  hol_motion_solver_at(&run->solver, 0, run->state);
  run->first_energy = hol_motion_value(&run->solver.numbers, e->energy);
  HOL_TRY(e->system->frictions > 0 ? change_friction(run) : settle(run));
  run->has_begun = true;
  return isinf(run->to->stopped_at) ? hol_integrator_reset(run->integrator, 0, run->state, 0) : HOL_OK;
}

hol_status hol_motion_integrate(const hol_motion_start *start, double tolerance, hol_watch watch,
                                hol_motion_result *result, double *largest)
{
  integration run = {.start = start, .to = result, .watch = watch, .tolerance = tolerance, .largest = largest};
  hol_status status = begin(&run);
  status = status == HOL_OK ? begin_motion(&run) : status;
  if (status == HOL_OK && isinf(result->stopped_at)) {
    record_if_due(&run);
    status = follow(&run);
  }
  double exchanged = fmax(run.kinetic, run.exchanged);
  result->power_balance = exchanged > 0 ? run.imbalance / exchanged : 0;
  if (run.integrator) {
    const hol_integrator_counts counts = hol_integrator_count(run.integrator);
    result->steps = counts.steps;
    result->evaluations = counts.rates;
  }
  hol_integrator_free(run.integrator);
  hol_motion_solver_clear(&run.solver);
  free(run.state);
  free(run.before);
  free(run.margin);
  free(run.is_armed);
  free(run.zero);
  free(run.breaks);
  free(run.course);
  return status;
}

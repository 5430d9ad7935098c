/* SPDX-License-Identifier: BSD-3-Clause */
/* Integration of a motion over time: steps, projection, stops at output times and kinks. */
#include "motion/integrate.h"

#include "base/memory.h"
#include "motion/integration.h"
#include "motion/program_rates.h"

#include <float.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

/** Rounding of the energy beside the largest of its terms: at rest nothing else is left. */
static const double energy_rounding = 32 * DBL_EPSILON;
/** So many steps that take less than this part of the time asked for are no progress. */
enum { STEPS_MOST = 4000 };
static const double no_progress = 1e-6;
/** Rows whose least pivot is below this part of its usual size are at a singular position where steps shrink. */
static const double locks = 0.02;

/* ---- equation of the integrator ---------------------------------------------------------------------------------- */

static hol_status rate(void *self, double t, const double *y, double *result)
{
  hol_integration *run = self;
  return hol_motion_rates(&run->solver, t, y, result);
}

static hol_status project(void *self, double t, double *y)
{
  hol_integration *run = self;
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
  for (size_t k = 0; k < times && result->time; k++) {
    result->time[k] = start->request->time[k];
  }
  if (start->request->frees) {
    result->unmet = make_filled(times);
    result->freeing = make_filled(times * n);
    ok = ok && result->unmet && result->freeing;
    result->stays_free = true;
  }
  result->row = hol_alloc(s->constraints, sizeof *result->row);
  for (size_t k = 0; k < s->constraints && result->row; k++) {
    result->row[k].is_unique = true;
  }
  result->stopped_at = result->accuracy_until = INFINITY;
  return ok && result->row ? HOL_OK : HOL_MEMORY;
}

/* ---- along the motion -------------------------------------------------------------------------------------------- */

static double stop_of(const hol_integration *run)
{
  const hol_motion_system *s = run->start->equations->system;
  double output = fmin(run->start->request->time[run->next], run->time + hol_integration_step_most(run));
  return run->kink < s->kinks ? fmin(output, s->kink[run->kink]) : output;
}

static void record_if_due(hol_integration *run)
{
  const hol_motion_request *request = run->start->request;
  while (run->next < request->times && request->time[run->next] <= run->time) {
    hol_integration_record(run);
    run->next++;
  }
}

/** Begin anew after a kink of the right side. */
static hol_status pass_kinks(hol_integration *run)
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

static bool may_continue(const hol_integration *run)
{
  return !run->watch.progress || run->watch.progress(run->watch.context, run->next, run->start->request->times, 0);
}

/** The motion cannot go on: because the rows come to a singular position, or a number grows, or is not defined. */
static hol_status end_in_words(hol_integration *run)
{
  const hol_motion_solver *v = &run->solver;
  const hol_motion_system *s = run->start->equations->system;
  bool is_singular = v->usual_rank > 0 && v->least < locks * v->usual;
  size_t row = is_singular ? v->active[v->saddle.falling[v->usual_rank - 1]] : 0;
  if (!is_singular || row >= s->constraints) {
    bool is_undefined = hol_integrator_why(run->integrator) == HOL_INTEGRATOR_UNDEFINED;
    hol_integration_end(run, is_undefined ? "the equations of motion are not defined beyond this state"
                                          : "steps shrink without end: speeds or forces grow beyond all bounds");
    return HOL_OK;
  }
  hol_text text = {0};
  hol_text_add(&text, "the system locks in a singular position: constraint `%s` comes to follow from others",
               s->constraint[row].name);
  free(run->to->stop_text);
  run->to->stop_text = text.data;
  hol_integration_end(run, text.data ? text.data : "singular position");
  return text.data ? HOL_OK : HOL_MEMORY;
}

/** Do steps shrink without end? So many of them that take no more than a part of the time asked for are no progress. */
static bool is_stuck(hol_integration *run)
{
  const hol_motion_request *request = run->start->request;
  if (++run->taken < STEPS_MOST) {
    return false;
  }
  bool stuck = run->time - run->taken_from < no_progress * request->time[request->times - 1];
  run->taken = 0;
  run->taken_from = run->time;
  return stuck;
}

static hol_status follow(hol_integration *run)
{
  while (run->next < run->start->request->times) {
    if (!may_continue(run)) {
      run->to->stopped = true;
      return HOL_INCOMPLETE;
    }
    hol_integration_arm(run);
    memcpy(run->earlier, run->before, run->size * sizeof *run->state);
    memcpy(run->before, run->state, run->size * sizeof *run->state);
    run->earlier_time = run->begun;
    run->begun = run->time;
    hol_status status = hol_integrator_step(run->integrator, stop_of(run), &run->time, run->state);
    run->step = run->time - run->begun;
    status = status == HOL_OK ? hol_integration_settle(run) : status;
    status = status == HOL_OK ? hol_integration_pass_changes(run) : status;
    status = status == HOL_OK ? hol_integration_pass_singular(run) : status;
    if (status == HOL_NUMERICAL) {
      return end_in_words(run);
    }
    HOL_TRY(status);
    if (isfinite(run->to->stopped_at)) {
      return HOL_OK;
    }
    record_if_due(run);
    if (is_stuck(run)) {
      return end_in_words(run);
    }
    HOL_TRY(pass_kinks(run));
  }
  return HOL_OK;
}

static hol_status begin(hol_integration *run)
{
  const hol_motion_start *start = run->start;
  run->size = hol_motion_state_size(start->equations);
  size_t frictions = start->equations->system->frictions;
  size_t constraints = start->equations->system->constraints, changes = start->equations->changes;
  run->margins = frictions + changes > 0 ? frictions + constraints + changes : 0;
  run->state = hol_alloc(run->size, sizeof *run->state);
  run->before = hol_alloc(run->size, sizeof *run->before);
  run->earlier = hol_alloc(run->size, sizeof *run->earlier);
  run->margin = hol_alloc(run->margins, sizeof *run->margin);
  run->is_armed = hol_alloc(run->margins, sizeof *run->is_armed);
  run->side = hol_alloc(changes, sizeof *run->side);
  run->largest_margin = hol_alloc(changes, sizeof *run->largest_margin);
  run->row_size = hol_alloc(constraints, sizeof *run->row_size);
  run->zero = hol_alloc(frictions, sizeof *run->zero);
  run->breaks = hol_alloc(frictions, sizeof *run->breaks);
  run->course = hol_alloc(2 * frictions, sizeof *run->course);
  double *absolute = hol_alloc(run->size, sizeof *absolute);
  bool ok = run->state && run->before && run->earlier && run->margin && run->is_armed && run->side &&
            run->largest_margin && run->row_size && run->zero && run->breaks && run->course && absolute;
  hol_status status = ok ? hol_motion_solver_make(start->equations, &run->solver) : HOL_MEMORY;
  if (status == HOL_OK && start->request->frees) {
    status = hol_motion_freeing_make(start->request->frees, start->equations->coordinates, start->equations->rows,
                                     &run->solver.freeing);
  }
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
static hol_status begin_motion(hol_integration *run)
{
  const hol_motion_equations *e = run->start->equations;
  for (size_t f = 0; f < e->system->frictions; f++) {
    if (e->element[f].at != SIZE_MAX && !e->element[f].limit) {
      run->solver.sign[e->element[f].at] = 1;
    }
  }
  hol_motion_solver_at(&run->solver, 0, run->state);
  run->first_energy = hol_motion_value(&run->solver.numbers, e->energy);
  HOL_TRY(e->system->frictions > 0 ? hol_integration_choose_friction(run) : hol_integration_settle(run));
  run->has_begun = true;
  run->pivot[0] = run->pivot[1] = run->pivot[2] = 1;
  return isinf(run->to->stopped_at) ? hol_integrator_reset(run->integrator, 0, run->state, 0) : HOL_OK;
}

hol_status hol_motion_integrate(const hol_motion_start *start, double tolerance, hol_watch watch,
                                hol_motion_result *result, double *largest)
{
  hol_integration run = {.start = start, .to = result, .watch = watch, .tolerance = tolerance, .largest = largest};
  hol_status status = begin(&run);
  status = status == HOL_OK ? begin_motion(&run) : status;
  if (status == HOL_OK && isinf(result->stopped_at)) {
    record_if_due(&run);
    status = follow(&run);
  }
  hol_integration_judge_rows(&run);
  double exchanged = fmax(run.kinetic, run.exchanged), left = run.imbalance - energy_rounding * run.stored;
  result->power_balance = left > 0 ? left / fmax(exchanged, left) : 0;
  if (run.integrator) {
    const hol_integrator_counts counts = hol_integrator_count(run.integrator);
    result->steps = counts.steps;
    result->evaluations = counts.rates;
  }
  hol_integrator_free(run.integrator);
  hol_motion_solver_clear(&run.solver);
  free(run.state);
  free(run.before);
  free(run.earlier);
  free(run.margin);
  free(run.is_armed);
  free(run.side);
  free(run.largest_margin);
  free(run.row_size);
  free(run.zero);
  free(run.breaks);
  free(run.course);
  return status;
}

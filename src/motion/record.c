/* SPDX-License-Identifier: BSD-3-Clause */
/* What is recorded of a motion at output times, and taken at every step: sizes, drift, power balance. */
#include "motion/integration.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/** A reaction is free whose force is no more than this beside the largest of any. */
static const double no_force = 1e-10;
/** Share of the residual force beyond which forces do not take reactions away; accelerations of one motion agree by. */
static const double not_met = 1e-8, same_motion = 1e-9;

/** Residuals at the present state, beside their scales. */
static void measure_drift(hol_integration *run)
{
  hol_motion_projection left;
  hol_motion_residuals(&run->solver, run->time, run->state, run->start->scale, &left);
  run->to->drift = fmax(run->to->drift, fmax(left.position_left, left.speed_left));
}

void hol_integration_record(hol_integration *run)
{
  const hol_motion_solver *solver = &run->solver;
  const hol_motion_equations *e = run->start->equations;
  hol_motion_result *to = run->to;
  size_t n = e->coordinates, k = run->next;
  measure_drift(run);
  to->time[k] = run->time;
  memcpy(to->position + k * n, run->state, n * sizeof(double));
  memcpy(to->speed + k * n, run->state + n, n * sizeof(double));
  memcpy(to->acceleration + k * n, solver->acceleration, n * sizeof(double));
  memcpy(to->auxiliary + k * e->states, run->state + 2 * n, e->states * sizeof(double));
  memcpy(to->force + k * n, solver->held, n * sizeof(double));
  memcpy(to->nonideal + k * n, solver->nonideal, n * sizeof(double));
  if (to->freeing && solver->freeing.is_chosen) {
    to->unmet[k] = solver->freeing.unmet;
    memcpy(to->freeing + k * n, solver->freeing.force, n * sizeof(double));
  }
  for (size_t i = 0; i < e->system->constraints; i++) {
    bool is_unique = hol_motion_solver_is_unique(solver, i);
    to->reaction[k * e->system->constraints + i] = is_unique ? solver->multiplier[i] + 0.0 : (double)NAN; /* no -0 */
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

/** Power balance at the present state. */
static void judge(hol_integration *run)
{
  double kinetic = hol_motion_value(&run->solver.numbers, run->start->equations->kinetic);
  double energy = hol_motion_value(&run->solver.numbers, run->start->equations->energy);
  run->kinetic = fmax(run->kinetic, fabs(kinetic));
  double potential = hol_motion_value(&run->solver.numbers, run->start->equations->potential);
  run->stored = fmax(run->stored, fmax(fabs(kinetic), fabs(potential)));
  run->exchanged = fmax(run->exchanged, fabs(energy - run->first_energy));
  run->imbalance = fmax(run->imbalance, fabs(energy - run->first_energy - run->state[run->size - 1]));
}

static void note_largest(hol_integration *run)
{
  for (size_t i = 0; run->largest && i < run->size; i++) {
    run->largest[i] = fmax(run->largest[i], fabs(run->state[i]));
  }
}

/** The motion cannot go on: it ends here, with a reason. */
void hol_integration_end(hol_integration *run, const char *reason)
{
  run->to->stopped_at = run->time;
  run->to->stop_reason = reason;
}

/** Sizes of the reactions and of all forces, in units. */
static void note_forces(hol_integration *run)
{
  const hol_motion_solver *v = &run->solver;
  const hol_motion_equations *e = run->start->equations;
  size_t n = e->coordinates;
  for (size_t j = 0; j < n; j++) {
    run->force_size = fmax(run->force_size, fmax(fabs(v->load[j]), fabs(v->held[j])) * v->saddle.unit[j]);
  }
  for (size_t k = 0; k < e->system->constraints; k++) {
    hol_motion_row *row = &run->to->row[k];
    const double *column = (e->row[k].has_by ? v->numbers.direction : v->numbers.gradient) + k * n;
    row->is_unique = row->is_unique && hol_motion_solver_is_unique(v, k);
    row->largest = fmax(row->largest, fabs(v->multiplier[k]));
    for (size_t j = 0; j < n; j++) {
      run->row_size[k] = fmax(run->row_size[k], fabs(v->multiplier[k] * column[j]) * v->saddle.unit[j]);
    }
  }
}

void hol_integration_judge_rows(hol_integration *run)
{
  for (size_t k = 0; k < run->start->equations->system->constraints; k++) {
    hol_motion_row *row = &run->to->row[k];
    row->is_free =
        row->is_unique && run->time > 0 && run->force_size > 0 && run->row_size[k] <= no_force * run->force_size;
    row->largest = row->is_unique ? row->largest : (double)NAN;
  }
}

/** Which constraints cannot be unloaded by forces on which coordinates. */
static void tell_unmet(const hol_integration *run, hol_text *text)
{
  const hol_motion_system *s = run->start->equations->system;
  const hol_motion_freeing *f = &run->solver.freeing;
  size_t count = 0;
  for (size_t k = 0; k < s->constraints; k++) {
    hol_text_add(text, "%s`%s`", k ? ", " : s->constraints > 1 ? "constraints " : "constraint ", s->constraint[k].name);
  }
  hol_text_add(text, " cannot%s be unloaded by forces on ", s->constraints > 1 ? " all" : "");
  for (size_t j = 0; j < s->coordinates; j++) {
    if (f->is_chosen[j]) {
      hol_text_add(text, "%s`%s`", count++ ? ", " : "", s->coordinate[j].name);
    }
  }
  hol_text_add(text, ": %.3g of the residual force is left", f->unmet);
}

/** Reactions that the forces asked for do not take away end the motion. */
static hol_status judge_freeing(hol_integration *run)
{
  const hol_motion_freeing *f = &run->solver.freeing;
  if (!f->is_chosen) {
    return HOL_OK;
  }
  run->to->stays_free = run->to->stays_free && f->difference <= same_motion;
  if (f->unmet > not_met) {
    hol_text text = {0};
    tell_unmet(run, &text);
    free(run->to->stop_text);
    run->to->stop_text = text.data;
    hol_integration_end(run, text.data ? text.data : "the reactions cannot be taken away");
  }
  return HOL_OK;
}

/** Choose rows and solve at the present state. */
hol_status hol_integration_settle(hol_integration *run)
{
  hol_motion_solver_at(&run->solver, run->time, run->state);
  HOL_TRY(hol_motion_solver_choose(&run->solver));
  HOL_TRY(hol_motion_solver_accelerate(&run->solver));
  hol_motion_solver_note_rank(&run->solver);
  note_largest(run);
  note_forces(run);
  judge(run);
  return judge_freeing(run);
}

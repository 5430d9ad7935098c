/* SPDX-License-Identifier: BSD-3-Clause */
/* Rates of the controls of programs, level by level of the differentiated equations of motion. */
#include "motion/program_rates.h"

#include "base/memory.h"

#include <lapacke.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

static bool is_gauss(const hol_motion_system *s)
{
  return s->controls > 0 && s->is_gauss;
}

/** Rates under way. */
typedef struct rates {
  hol_motion_solver *solver;
  double *load, *right, *result, *multiplier; /**< [n], [rows], [n], [rows] */
  double *answer;                             /**< [controls n] accelerations of unit controls */
  double *matrix, *control;                   /**< [controls^2], [controls] */
  int *pivot;
} rates;

static void evaluate(const rates *r)
{
  const hol_motion_equations *e = r->solver->equations;
  hol_schedule_run_states(&e->schedule, r->solver->numbers.variable, r->solver->numbers.value);
}

/** q^(2 + level) without the highest controls, into r->result. */
static void solve_level(const rates *r, unsigned level)
{
  const hol_motion_equations *e = r->solver->equations;
  const hol_motion_level *of = &e->programs.level[level - 1];
  for (size_t i = 0; i < e->coordinates; i++) {
    r->load[i] = -hol_motion_value(&r->solver->numbers, of->rest[i]);
  }
  memset(r->right, 0, e->rows * sizeof *r->right);
  for (size_t k = 0; k < e->system->constraints; k++) {
    r->right[k] = -hol_motion_value(&r->solver->numbers, of->second[k]);
  }
  hol_motion_solver_respond(r->solver, r->load, r->right, r->result, r->multiplier);
}

static void take_level(const rates *r, unsigned level)
{
  const hol_motion_system *s = r->solver->equations->system;
  double *variable = r->solver->numbers.variable;
  memcpy(variable + hol_motion_variable(s, 2 + level, 0), r->result, s->coordinates * sizeof *variable);
  memcpy(variable + hol_motion_multiplier(s, level, 0), r->multiplier, s->constraints * sizeof *variable);
}

/** The controls' highest derivatives from F = 0, and q^(N). */
static hol_status solve_programs(const rates *r)
{
  const hol_motion_equations *e = r->solver->equations;
  const hol_motion_programs *p = &e->programs;
  const hol_motion_numbers *numbers = &r->solver->numbers;
  size_t n = e->coordinates, c = e->system->controls;
  for (size_t k = 0; k < c; k++) {
    memset(r->load, 0, n * sizeof *r->load);
    for (size_t i = 0; i < p->direction.count; i++) {
      const hol_motion_entry *entry = &p->direction.entry[i];
      r->load[entry->column] = entry->row == k ? numbers->value[entry->step] : r->load[entry->column];
    }
    hol_motion_solver_respond(r->solver, r->load, NULL, r->answer + k * n, r->multiplier);
    r->control[k] = -hol_motion_value(numbers, p->equation[k]);
  }
  memset(r->matrix, 0, c * c * sizeof *r->matrix);
  for (size_t i = 0; i < p->gradient.count; i++) {
    const hol_motion_entry *entry = &p->gradient.entry[i];
    double slope = numbers->value[entry->step];
    r->control[entry->row] -= slope * r->result[entry->column];
    for (size_t k = 0; k < c; k++) {
      r->matrix[k * c + entry->row] += slope * r->answer[k * n + entry->column];
    }
  }
  int info = LAPACKE_dgesv(LAPACK_COL_MAJOR, (int)c, 1, r->matrix, (int)c, r->pivot, r->control, (int)c);
  bool is_finite = info == 0;
  for (size_t k = 0; k < c; k++) {
    is_finite = is_finite && isfinite(r->control[k]);
    for (size_t i = 0; i < n; i++) {
      r->result[i] += r->control[k] * r->answer[k * n + i];
    }
  }
  return is_finite ? HOL_OK : HOL_NUMERICAL;
}

/** M^-1 E into the variables, by the acceleration of the free motion: w = q'' - M^-1 h. */
static void set_covector(const rates *r)
{
  const hol_motion_system *s = r->solver->equations->system;
  double *variable = r->solver->numbers.variable;
  for (size_t i = 0; i < s->coordinates; i++) {
    variable[hol_motion_covector(s, i)] = variable[hol_motion_variable(s, 2, i)] - r->solver->acceleration[i];
  }
}

static hol_status find_rates(const rates *r, const double *state, double *rate)
{
  const hol_motion_system *s = r->solver->equations->system;
  size_t n = s->coordinates, c = s->controls;
  unsigned order = r->solver->equations->programs.order;
  double *variable = r->solver->numbers.variable;
  memcpy(variable + hol_motion_variable(s, 2, 0), is_gauss(s) ? state : r->solver->acceleration, n * sizeof *variable);
  memcpy(variable + hol_motion_multiplier(s, 0, 0), r->solver->multiplier, s->constraints * sizeof *variable);
  if (is_gauss(s)) {
    set_covector(r);
  }
  hol_status status = HOL_OK;
  for (unsigned level = 1; level + 2 <= order && status == HOL_OK; level++) {
    memset(variable + hol_motion_variable(s, 2 + level, 0), 0, n * sizeof *variable);
    memset(variable + hol_motion_multiplier(s, level, 0), 0, s->constraints * sizeof *variable);
    bool is_last = level + 2 == order;
    for (size_t k = 0; k < c && !is_gauss(s); k++) {
      variable[hol_motion_control(s, level, k)] = is_last ? 0 : state[level * c + k];
    }
    evaluate(r);
    solve_level(r, level);
    status = is_last ? solve_programs(r) : HOL_OK;
    take_level(r, level);
  }
  if (is_gauss(s)) {
    memcpy(rate, r->result, n * sizeof *rate);
  } else {
    memcpy(rate, state + c, (order - 3) * c * sizeof *rate);
    memcpy(rate + (order - 3) * c, r->control, c * sizeof *rate);
  }
  for (unsigned k = 2; k < HOL_MOTION_ORDERS; k++) { /* other numbers are those without accelerations */
    memset(variable + hol_motion_variable(s, k, 0), 0, n * sizeof *variable);
  }
  return status;
}

/** Rates of the states of programs at the present numbers, after hol_motion_solver_accelerate(). */
static hol_status find_program_rates(hol_motion_solver *solver, const double *state, double *rate)
{
  const hol_motion_equations *e = solver->equations;
  size_t n = e->coordinates, m = e->rows, c = e->system->controls;
  rates r = {.solver = solver,
             .load = hol_alloc(n, sizeof(double)),
             .right = hol_alloc(m, sizeof(double)),
             .result = hol_alloc(n, sizeof(double)),
             .multiplier = hol_alloc(m, sizeof(double)),
             .answer = hol_alloc(c * n, sizeof(double)),
             .matrix = hol_alloc(c * c, sizeof(double)),
             .control = hol_alloc(c, sizeof(double)),
             .pivot = hol_alloc(c, sizeof(int))};
  bool ok = r.load && r.right && r.result && r.multiplier && r.answer && r.matrix && r.control && r.pivot;
  hol_status status = ok ? find_rates(&r, state, rate) : HOL_MEMORY;
  free(r.load);
  free(r.right);
  free(r.result);
  free(r.multiplier);
  free(r.answer);
  free(r.matrix);
  free(r.control);
  free(r.pivot);
  return status;
}

hol_status hol_motion_rates(hol_motion_solver *solver, double t, const double *y, double *rate)
{
  const hol_motion_equations *e = solver->equations;
  size_t at = 2 * e->coordinates + e->states;
  hol_motion_solver_at(solver, t, y);
  HOL_TRY(hol_motion_solver_accelerate(solver));
  hol_motion_solver_rate(solver, y, rate);
  return e->programs.order > 0 ? find_program_rates(solver, y + at, rate + at) : HOL_OK;
}

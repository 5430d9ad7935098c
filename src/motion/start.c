/* SPDX-License-Identifier: BSD-3-Clause */
/* Checks of the start of a motion: constraints that are violated or contradict each other, accelerations that are not
   determined, masses that are negative. */
#include "motion/start.h"

#include "base/dense.h"
#include "base/memory.h"
#include "motion/project.h"

#include <math.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

/** A start whose residuals are no more than this beside their terms is on the constraints, but for rounding. */
static const double rounding = 1e-9;
/** Residuals that projection leaves, and of rows that follow from others: beyond this the rows contradict
 *  each other. */
static const double contradicts = 1e-8;
/** Energies of speeds of length 1, in units in which masses have diagonal 1, down to minus this are 0. */
static const double negligible = 1e-10;

typedef struct check {
  hol_motion_solver *solver;
  const hol_motion_system *system;
  const hol_motion_request *request;
  double *state;
  hol_motion_result *result;
  hol_faults *faults;
} check;

static void set_state(const hol_motion_system *s, double *y)
{
  size_t n = s->coordinates;
  for (size_t i = 0; i < n; i++) {
    y[i] = s->coordinate[i].start;
    y[n + i] = s->coordinate[i].speed;
  }
  for (size_t i = 0; i < s->states; i++) {
    y[2 * n + i] = s->state[i].start;
  }
  size_t at = 2 * n + s->states, levels = s->controls > 0 && !s->is_gauss ? s->control[0].order - 2 : 0;
  for (size_t k = 0; k < s->controls; k++) {
    const hol_motion_program *program = &s->control[k];
    for (size_t j = 0; j < levels; j++) {
      y[at + j * s->controls + k] = j < program->starts ? program->start[j] : 0;
    }
    for (size_t i = 0; s->is_gauss && k == 0 && i < n; i++) {
      y[at + i] = i < program->starts ? program->start[i] : 0;
    }
  }
  y[at + hol_motion_program_states(s)] = 0;
}

/* ---- numbers ----------------------------------------------------------------------------------------------------- */

static hol_status check_finite(const check *c)
{
  const hol_motion_numbers *numbers = &c->solver->numbers;
  const hol_motion_system *s = c->system;
  size_t n = s->coordinates;
  for (size_t i = 0; i < n; i++) {
    bool is_finite = isfinite(numbers->force[i]);
    for (size_t j = 0; j < n; j++) {
      is_finite = is_finite && isfinite(numbers->mass[i * n + j]);
    }
    if (!is_finite) {
      hol_faults_add(c->faults, true, s->coordinate[i].place, NULL,
                     "the equation of motion of `%s` is not defined at the start", s->coordinate[i].name);
      return HOL_INVALID;
    }
  }
  for (size_t k = 0; k < s->constraints; k++) {
    bool is_finite = isfinite(numbers->right[k]), is_zero = true;
    for (size_t j = 0; j < n; j++) {
      is_finite = is_finite && isfinite(numbers->gradient[k * n + j]);
      is_zero = is_zero && !(fabs(numbers->gradient[k * n + j]) > 0);
    }
    if (!is_finite || is_zero) {
      hol_faults_add(c->faults, true, s->constraint[k].place,
                     is_finite ? "write it so that its derivatives are not all 0 on it: f = 0 in place of f^2 = 0"
                               : NULL,
                     is_finite ? "the gradient of constraint `%s` vanishes at the start"
                               : "constraint `%s` is not defined at the start",
                     s->constraint[k].name);
      return HOL_INVALID;
    }
  }
  return HOL_OK;
}

/* ---- masses ------------------------------------------------------------------------------------------------------ */

/** Name the coordinate with the largest entry of a vector. */
#define negative_mass "the kinetic energy is negative for some speeds at the start, most of all for `%s`"
#define no_mass "the acceleration of `%s` is not determined: it has neither mass nor constraint"
#define no_mass_hint "it needs a mass, or a constraint that binds it to coordinates that have one"

static const hol_motion_coordinate *largest(const check *c, const double *vector)
{
  size_t best = 0;
  for (size_t j = 1; j < c->system->coordinates; j++) {
    best = fabs(vector[j]) > fabs(vector[best]) ? j : best;
  }
  return &c->system->coordinate[best];
}

/** Masses of a sparse system, by its factors. */
static hol_status check_sparse_masses(const check *c)
{
  size_t which = 0;
  hol_status status = hol_motion_solver_sparse_metric(c->solver, 2, false, 0, &which);
  const hol_motion_coordinate *q = &c->system->coordinate[which < c->system->coordinates ? which : 0];
  if (status == HOL_INVALID) {
    hol_faults_add(c->faults, true, q->place, no_mass_hint, no_mass, q->name);
  } else if (status == HOL_NUMERICAL) {
    hol_faults_add(c->faults, true, q->place, NULL, negative_mass, q->name);
  }
  return status == HOL_NUMERICAL ? HOL_INVALID : status;
}

static hol_status check_masses(const check *c, double *vector)
{
  const hol_motion_solver *v = c->solver;
  double least = 0;
  size_t count = 0;
  if (v->is_sparsely_chosen) {
    return check_sparse_masses(c);
  }
  hol_status status = hol_motion_solver_metric(c->solver); /* sets units, too */
  if (status == HOL_MEMORY) {
    return status;
  }
  HOL_TRY(hol_saddle_least_mass(&v->saddle, v->numbers.mass, &least, vector));
  if (least < -negligible) {
    const hol_motion_coordinate *q = largest(c, vector);
    hol_faults_add(c->faults, true, q->place, NULL, negative_mass, q->name);
    return HOL_INVALID;
  }
  HOL_TRY(hol_saddle_undetermined(&v->saddle, v->actives, v->numbers.mass, v->row, vector, &count));
  if (count > 0) {
    const hol_motion_coordinate *q = largest(c, vector);
    hol_faults_add(c->faults, true, q->place, no_mass_hint, no_mass, q->name);
    return HOL_INVALID;
  }
  return HOL_OK;
}

/* ---- constraints ------------------------------------------------------------------------------------------------- */

static hol_status check_violated(const check *c, const hol_motion_projection *left)
{
  const hol_motion_equations *e = c->solver->equations;
  bool is_position = left->position_left > rounding, is_speed = left->speed_left > rounding;
  if (c->request->assembles || (!is_position && !is_speed)) {
    return HOL_OK;
  }
  size_t row = is_position ? left->worst_position : left->worst_speed;
  const hol_motion_constraint *constraint = &c->system->constraint[row];
  double residual = hol_motion_value(&c->solver->numbers, is_position ? e->row[row].position : e->row[row].velocity);
  hol_faults_add(c->faults, true, constraint->place,
                 "`assemble: true` under `motion` projects the start onto the constraints",
                 is_position         ? "the start violates constraint `%s`: left side - right side = %.9g"
                 : constraint->order ? "the speeds at the start violate constraint `%s`: left side - right side = %.9g"
                                     : "the speeds at the start violate constraint `%s`: its rate is %.9g",
                 constraint->name, residual);
  return HOL_INVALID;
}

/** Names of the chosen rows that row k follows from, in words. */
static void list_sources(const check *c, size_t k, hol_text *text)
{
  const hol_motion_solver *v = c->solver;
  size_t count = 0;
  for (size_t i = 0; i < v->saddle.rank; i++) {
    if (fabs(v->saddle.combination[k * v->actives + i]) > contradicts) {
      hol_text_add(text, "%s`%s`", count++ ? ", " : "", c->system->constraint[v->saddle.chosen[i]].name);
    }
  }
}

static hol_status contradiction(const check *c, size_t k, const char *level)
{
  hol_text text = {0};
  list_sources(c, k, &text);
  const hol_motion_constraint *constraint = &c->system->constraint[k];
  hol_faults_add(c->faults, true, constraint->place, NULL, "constraints `%s` and %s contradict each other in %s",
                 constraint->name, text.data ? text.data : "others", level);
  hol_text_clear(&text);
  return HOL_INVALID;
}

/** A redundant row whose residual is left, else the row with the largest. */
static size_t find_redundant(const check *c, size_t worst)
{
  const hol_motion_solver *v = c->solver;
  for (size_t k = 0; k < v->actives; k++) {
    bool is_chosen = false, concerns = k == worst;
    for (size_t i = 0; i < v->saddle.rank; i++) {
      is_chosen = is_chosen || v->saddle.chosen[i] == k;
      concerns =
          concerns || (v->saddle.chosen[i] == worst && fabs(v->saddle.combination[k * v->actives + i]) > contradicts);
    }
    if (!is_chosen && concerns) {
      return k;
    }
  }
  return worst;
}

static hol_status project(const check *c)
{
  hol_motion_projection left = {0};
  hol_status status = hol_motion_project(c->solver, 0, NULL, c->state, &left);
  if (status != HOL_OK && status != HOL_NUMERICAL) {
    return status;
  }
  c->result->is_assembled = c->request->assembles;
  c->result->moved = left.moved;
  c->result->lost_energy = left.lost_energy;
  bool in_position = !(left.position_left <= contradicts), in_speed = !(left.speed_left <= contradicts);
  if (status == HOL_OK && !in_position && !in_speed) {
    return hol_motion_solver_choose(c->solver);
  }
  hol_motion_solver_at(c->solver, 0, c->state);
  if (hol_motion_solver_choose(c->solver) != HOL_OK) {
    hol_faults_add(c->faults, true, c->system->place, NULL, "the constraints cannot all be met at the start");
    return HOL_INVALID;
  }
  size_t worst = in_position ? left.worst_position : left.worst_speed;
  return contradiction(c, find_redundant(c, worst == SIZE_MAX ? 0 : worst), in_position ? "positions" : "speeds");
}

/** Rows left out must have the b that follows from the chosen ones, beside what accelerations of this size, or forces
 *  without constraints, make of a row of this length: of those in the row itself rounding may be all there is. */
static hol_status check_accelerations(const check *c)
{
  const hol_motion_solver *v = c->solver;
  size_t n = c->system->coordinates;
  double largest = 0;
  for (size_t j = 0; j < n; j++) {
    double by_forces = fabs(v->load[j]) * v->saddle.unit[j]; /* at rest accelerations are rounding of these */
    largest = fmax(largest, fmax(fabs(v->acceleration[j]) / v->saddle.unit[j], by_forces));
  }
  for (size_t k = 0; k < v->actives; k++) {
    double sum = 0, size = fabs(v->right[k]) + largest * v->saddle.length[k];
    for (size_t j = 0; j < n; j++) {
      sum += v->row[k * n + j] * v->acceleration[j];
    }
    if (fabs(sum - v->right[k]) > contradicts * size) {
      return contradiction(c, k, "accelerations");
    }
  }
  return HOL_OK;
}

/* ---- what is told of the rows ------------------------------------------------------------------------------------ */

/** A a - b of every row, a = M^-1 (h + C) the accelerations without constraints. NAN where M is singular. */
static hol_status find_residual_forces(const check *c, double *matrix)
{
  const hol_motion_solver *v = c->solver;
  size_t n = c->system->coordinates;
  double *free_acceleration = hol_alloc(n, sizeof *free_acceleration);
  if (!free_acceleration) {
    return HOL_MEMORY;
  }
  for (size_t i = 0; i < n; i++) {
    free_acceleration[i] = v->load[i] * v->saddle.unit[i];
    for (size_t j = 0; j < n; j++) {
      matrix[i * n + j] = v->numbers.mass[i * n + j] * v->saddle.unit[i] * v->saddle.unit[j];
    }
  }
  hol_status status = hol_dense_cholesky_solve(n, matrix, free_acceleration, 1);
  for (size_t k = 0; k < c->system->constraints; k++) {
    double sum = -v->right[k];
    for (size_t j = 0; j < n; j++) {
      sum += v->row[k * n + j] * free_acceleration[j] * v->saddle.unit[j];
    }
    c->result->row[k].residual_force = status == HOL_OK ? sum : (double)NAN;
  }
  free(free_acceleration);
  return status == HOL_MEMORY ? status : HOL_OK;
}

static hol_status describe_rows(const check *c)
{
  const hol_motion_solver *v = c->solver;
  c->result->rank = v->saddle.rank;
  c->result->near_rank = v->saddle.is_near;
  for (size_t k = 0; k < c->system->constraints; k++) {
    hol_motion_row *row = &c->result->row[k];
    bool is_chosen = false;
    row->name = c->system->constraint[k].name;
    row->order = c->system->constraint[k].order;
    row->is_unique = v->saddle.is_unique[k];
    for (size_t i = 0; i < v->saddle.rank; i++) {
      is_chosen = is_chosen || v->saddle.chosen[i] == k;
    }
    row->is_redundant = !is_chosen;
    row->follows_from = hol_alloc(v->saddle.rank, sizeof *row->follows_from);
    if (!row->follows_from) {
      return HOL_MEMORY;
    }
    for (size_t i = 0; !is_chosen && i < v->saddle.rank; i++) {
      if (fabs(v->saddle.combination[k * v->actives + i]) > contradicts) {
        row->follows_from[row->follows++] = v->saddle.chosen[i];
      }
    }
  }
  return HOL_OK;
}

/** Accelerations that cannot be computed: because a row all but follows from others, if one does. */
static hol_status blame_accelerations(const check *c)
{
  const hol_saddle *saddle = &c->solver->saddle;
  size_t row = saddle->is_near && saddle->rank > 0 ? c->solver->active[saddle->falling[saddle->rank - 1]] : SIZE_MAX;
  if (row < c->system->constraints) {
    hol_faults_add(c->faults, true, c->system->constraint[row].place,
                   "write it so that it follows from the others exactly, or not at all",
                   "constraint `%s` follows from others up to %.1e: it is neither independent nor redundant",
                   c->system->constraint[row].name, saddle->sine[saddle->rank - 1]);
  } else {
    hol_faults_add(c->faults, true, c->system->place, NULL, "the accelerations at the start cannot be computed");
  }
  return HOL_INVALID;
}

static hol_status check_all(const check *c, double *matrix)
{
  hol_motion_projection left = {0};
  set_state(c->system, c->state);
  hol_motion_residuals(c->solver, 0, c->state, NULL, &left);
  HOL_TRY(check_finite(c));
  HOL_TRY(check_masses(c, matrix));
  HOL_TRY(check_violated(c, &left));
  HOL_TRY(project(c));
  HOL_TRY(check_finite(c));
  hol_status status = hol_motion_solver_accelerate(c->solver);
  if (status == HOL_NUMERICAL) {
    return blame_accelerations(c);
  }
  HOL_TRY(status);
  HOL_TRY(check_accelerations(c));
  HOL_TRY(find_residual_forces(c, matrix));
  return describe_rows(c);
}

hol_status hol_motion_start_check(hol_motion_solver *solver, const hol_motion_request *request, double *state,
                                  hol_motion_result *result, hol_faults *faults)
{
  const hol_motion_system *system = solver->equations->system;
  const check c = {solver, system, request, state, result, faults};
  size_t n = system->coordinates;
  double *matrix = hol_alloc(n * n, sizeof *matrix);
  hol_status status = matrix ? check_all(&c, matrix) : HOL_MEMORY;
  free(matrix);
  return status;
}

/* SPDX-License-Identifier: BSD-3-Clause */
/* Projection of positions and speeds onto the constraints. */
#include "motion/project.h"

#include <float.h>
#include <math.h>
#include <stdint.h>
#include <string.h>

/** Steps of Gauss-Newton at most: from a state after a step of an integrator one or two are needed, from a start that
 *  is to be assembled a dozen. */
enum { STEPS_MOST = 60, STEPS_FREE = 8 };
/** Residuals below `small` that are not halved by a step are rounding; larger ones must fall by `slow` after STEPS_FREE
 *  steps, or the rows contradict each other. */
static const double small = 1e-13, slow = 0.9;
/** A residual so small beside its scale is rounding. */
static const double rounding = 8 * DBL_EPSILON;
/** Terms of a row may all be rounding where its entries meet coordinates that are 0: where coordinates have no scales
 *  yet, that of a row is no less than this beside the largest coordinate, or speed, times all entries. */
static const double least_share = 1e-3;
/** Added to masses of size 1 in the metric of projections: coordinates without mass that no row of this order holds
 *  stay where they are. */
static const double floor_of_masses = 1e-8;

/** Size that the terms of a row have: sum_j |A_j| times the size of coordinate j, or of speed j. @param[in,out] entry
 *  the first of the row, or before it; where the next begins */
static double row_scale(const hol_motion_solver *solver, size_t row, const double *scale, const double *value,
                        size_t *entry)
{
  const hol_motion_matrix *gradient = &solver->equations->gradient;
  double sum = 0, total = 0, most = 0;
  for (; *entry < gradient->count && gradient->entry[*entry].row <= row; ++*entry) {
    size_t j = gradient->entry[*entry].column;
    double a = gradient->entry[*entry].row == row ? solver->numbers.value[gradient->entry[*entry].step] : 0;
    sum += fabs(a) * fmax(scale ? scale[j] : 0, fabs(value[j]));
    total += fabs(a);
  }
  for (size_t j = 0; !scale && j < solver->equations->coordinates; j++) {
    most = fmax(most, fabs(value[j]));
  }
  return fmax(sum, least_share * total * most);
}

static double ratio(double residual, double scale)
{
  return fabs(residual) > 0 ? fabs(residual) / fmax(scale, DBL_MIN) : 0;
}

static void measure(const hol_motion_solver *solver, const double *y, const double *scale,
                    hol_motion_projection *projection)
{
  const hol_motion_equations *e = solver->equations;
  size_t n = e->coordinates, at = 0, also_at = 0;
  projection->position_left = projection->speed_left = 0;
  projection->worst_position = projection->worst_speed = SIZE_MAX;
  for (size_t i = 0; i < solver->actives; i++) {
    size_t r = solver->active[i];
    const hol_motion_equation *row = &e->row[r];
    double position_scale = row_scale(solver, r, scale, y, &at),
           speed_scale = row_scale(solver, r, scale ? scale + n : NULL, y + n, &also_at);
    double position = row->position ? ratio(hol_motion_value(&solver->numbers, row->position), position_scale) : 0;
    double speed = row->velocity ? ratio(hol_motion_value(&solver->numbers, row->velocity), speed_scale) : 0;
    if (!(position <= projection->position_left)) {
      projection->position_left = position;
      projection->worst_position = r;
    }
    if (!(speed <= projection->speed_left)) {
      projection->speed_left = speed;
      projection->worst_speed = r;
    }
  }
}

void hol_motion_residuals(hol_motion_solver *solver, double t, const double *y, const double *scale,
                          hol_motion_projection *projection)
{
  *projection = (hol_motion_projection){0};
  hol_motion_solver_at(solver, t, y);
  measure(solver, y, scale, projection);
}

/* ---- projection -------------------------------------------------------------------------------------------------- */

/** The change of a sparse system: least length in the metric of M. */
static hol_status find_sparse_change(hol_motion_solver *solver, unsigned order, double *change)
{
  const hol_motion_equations *e = solver->equations;
  hol_status status = hol_motion_solver_sparse_metric(solver, order, false, floor_of_masses, NULL);
  HOL_TRY(status == HOL_INVALID ? HOL_NUMERICAL : status);
  for (size_t r = 0; r < e->rows; r++) {
    hol_step residual = order == 0 ? e->row[r].position : e->row[r].velocity;
    solver->right[r] = -hol_motion_value(&solver->numbers, residual);
  }
  return hol_sparse_saddle_solve(solver->sparse, NULL, solver->right, change, NULL);
}

/** The change of least length in the metric W that takes the linearised residuals of the rows of order `order` at most
 *  away, or what it can of them. @param[out] change  [n] */
static hol_status find_change(hol_motion_solver *solver, unsigned order, double *change)
{
  const hol_motion_equations *e = solver->equations;
  size_t count = 0;
  double left = 0;
  if (solver->sparse) {
    return find_sparse_change(solver, order, change);
  }
  for (size_t k = 0; k < solver->actives; k++) {
    const hol_motion_equation *row = &e->row[solver->active[k]];
    if (row->order <= order) {
      solver->solution[count] = hol_motion_value(&solver->numbers, order == 0 ? row->position : row->velocity);
      solver->which[count++] = k;
    }
  }
  return hol_saddle_project(&solver->saddle, solver->row, solver->which, count, solver->solution, change, &left);
}

/** Kinetic energy of a change of the speeds: dq'·M dq'/2. */
static double energy_of(const hol_motion_solver *solver, const double *change)
{
  const hol_motion_matrix *mass = &solver->equations->mass;
  double sum = 0;
  for (size_t e = 0; e < mass->count; e++) {
    size_t i = mass->entry[e].row, j = mass->entry[e].column;
    sum += change[i] * solver->numbers.value[mass->entry[e].step] * change[j] / (i == j ? 2 : 1);
  }
  return sum;
}

/** Steps of Gauss-Newton in the positions (order 0) or the speeds (1) until the residual is rounding, or does not fall
 *  any more. */
static hol_status reduce(hol_motion_solver *solver, double t, const double *scale, unsigned order, double *y,
                         hol_motion_projection *projection)
{
  size_t n = solver->equations->coordinates;
  double *change = solver->acceleration, *moved = order == 0 ? &projection->moved : &projection->moved_speed;
  double *at = order == 0 ? y : y + n, before = INFINITY;
  for (int step = 0; step < STEPS_MOST; step++) {
    double left = order == 0 ? projection->position_left : projection->speed_left;
    bool is_rounding = left < small && step > 0 && !(left < before / 2);
    if (!(left > rounding) || is_rounding || (step > STEPS_FREE && !(left < slow * before))) {
      return isfinite(left) ? HOL_OK : HOL_NUMERICAL;
    }
    before = left;
    HOL_TRY(solver->sparse ? HOL_OK : hol_motion_solver_metric(solver));
    HOL_TRY(find_change(solver, order, change));
    projection->lost_energy += order == 1 ? energy_of(solver, change) : 0;
    for (size_t j = 0; j < n; j++) {
      at[j] += change[j];
      *moved = fmax(*moved, fabs(change[j]));
    }
    hol_motion_solver_at(solver, t, y);
    measure(solver, y, scale, projection);
  }
  return HOL_OK;
}

hol_status hol_motion_project(hol_motion_solver *solver, double t, const double *scale, double *y,
                              hol_motion_projection *projection)
{
  hol_motion_residuals(solver, t, y, scale, projection);
  if (!isfinite(projection->position_left) || !isfinite(projection->speed_left)) {
    return HOL_NUMERICAL;
  }
  HOL_TRY(reduce(solver, t, scale, 0, y, projection));
  return reduce(solver, t, scale, 1, y, projection);
}

/* SPDX-License-Identifier: BSD-3-Clause */
/* Solution of one point of a sweep: frequencies with bounds, and mass-weighted mode shapes for comparison. */
#include "sweep/point.h"
#include "base/memory.h"
#include "base/vector.h"
#include "holonome/solve.h"
#include "parts/resolve.h"
#include "problem/origin.h"
#include "modes/frequencies.h"
#include "sweep/plan.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

void hol_outcome_clear(hol_outcome *outcome)
{
  free(outcome->omega);
  *outcome = (hol_outcome){0};
}

hol_status hol_outcome_start(hol_outcome *outcome, size_t first, size_t count)
{
  outcome->omega = hol_alloc(HOL_OUTCOME_NUMBERS * count, sizeof *outcome->omega);
  if (!outcome->omega) {
    return HOL_MEMORY;
  }
  outcome->first = first;
  outcome->count = count;
  outcome->lower = outcome->omega + count;
  outcome->upper = outcome->lower + count;
  outcome->growth = outcome->upper + count;
  return HOL_OK;
}

void hol_outcome_cut(hol_outcome *o, size_t count)
{
  if (o->count <= count) {
    return;
  }
  memmove(o->omega + count, o->lower, count * sizeof *o->omega);
  memmove(o->omega + 2 * count, o->upper, count * sizeof *o->omega);
  memmove(o->omega + 3 * count, o->growth, count * sizeof *o->omega);
  o->count = count;
  o->lower = o->omega + count;
  o->upper = o->lower + count;
  o->growth = o->upper + count;
}

void hol_snapshot_clear(hol_snapshot *snapshot)
{
  free(snapshot->omega);
  free(snapshot->shape);
  *snapshot = (hol_snapshot){0};
}

hol_status hol_solver_start(const hol_problem *problem, hol_solver *solver)
{
  size_t axes = hol_plan_of(problem)->axis_count;
  *solver = (hol_solver){.problem = problem};
  solver->set = hol_alloc(axes, sizeof *solver->set);
  if (!solver->set) {
    return HOL_MEMORY;
  }
  for (size_t a = 0; a < axes; a++) {
    solver->set[a].name = problem->parameter[hol_plan_of(problem)->axis[a].parameter].name;
  }
  return HOL_OK;
}

void hol_solver_clear(hol_solver *solver)
{
  free(solver->set);
  hol_problem_clear(&solver->here);
  *solver = (hol_solver){0};
}

hol_status hol_point_read(hol_solver *solver, const double *value, hol_problem *problem, hol_faults *faults)
{
  size_t axes = hol_plan_of(solver->problem)->axis_count;
  for (size_t a = 0; a < axes; a++) {
    solver->set[a].value = value[a];
  }
  return hol_problem_with(solver->problem, solver->set, axes, problem, faults);
}

/** Move the structure that was read last to these parameters; where that is not enough read the file again. */
static hol_status move_here(hol_solver *solver, const double *value, hol_faults *faults)
{
  if (hol_problem_at(&solver->here, value)) {
    return HOL_OK;
  }
  hol_problem_clear(&solver->here);
  hol_status status = hol_point_read(solver, value, &solver->here, faults);
  if (status != HOL_OK) {
    hol_problem_clear(&solver->here);
  }
  return status;
}

static hol_status keep_outcome(const hol_result *result, hol_status status, hol_outcome *outcome)
{
  bool has_modes = status == HOL_OK || status == HOL_INCOMPLETE;
  size_t count = has_modes ? result->mode_count : 0;
  outcome->status = status;
  HOL_TRY(hol_outcome_start(outcome, count ? result->mode[0].number : 1, count));
  for (size_t i = 0; i < count; i++) {
    const hol_mode *mode = &result->mode[i];
    outcome->omega[i] = mode->omega;
    outcome->lower[i] = mode->lower;
    outcome->upper[i] = mode->upper;
    outcome->growth[i] = mode->growth;
  }
  return HOL_OK;
}

/* ---- shapes ------------------------------------------------------------------------------------------------------ */

/** Roots of the masses of a part that go with its displacements (all three alike) and its rotations about local axes.
 */
typedef struct roots {
  double mass, inertia[3];
  double axis[3][3];
} roots;

static roots part_roots(const hol_resolved *resolved)
{
  roots r;
  hol_resolved_inertia(resolved, &r.mass, r.inertia);
  r.mass = sqrt(r.mass);
  for (int i = 0; i < 3; i++) {
    r.inertia[i] = sqrt(fmax(r.inertia[i], 0));
  }
  memcpy(r.axis, resolved->axis, sizeof r.axis);
  return r;
}

/** Weight of station i of n by the composite rule of Simpson (n odd), of the trapezoids otherwise; the sum is 1. */
static double station_weight(size_t i, size_t n)
{
  if (n == 1) {
    return 1.0;
  }
  bool is_end = i == 0 || i == n - 1;
  double h = 1.0 / (double)(n - 1);
  return n % 2 ? h / 3.0 * (is_end ? 1.0 : i % 2 ? 4.0 : 2.0) : h * (is_end ? 0.5 : 1.0);
}

/** The numbers of one part in one mode: per station three displacements and three rotations.
 *  @return the number written */
static size_t pack_part(const hol_shape *shape, const roots *r, double *out)
{
  size_t n = 0;
  for (size_t i = 0; i < shape->points; i++) {
    double weight = sqrt(shape->at ? 1.0 / (double)shape->points : station_weight(i, shape->points)),
           value[HOL_FREEDOM_COUNT];
    for (size_t f = 0; f < HOL_FREEDOM_COUNT; f++) {
      value[f] = shape->value[f] ? shape->value[f][i] : 0;
    }
    for (size_t k = 0; k < 3; k++) {
      double turn = 0;
      for (size_t f = 0; f < 3; f++) {
        turn += r->axis[k][f] * value[HOL_RX + f];
      }
      out[n++] = weight * r->mass * value[HOL_UX + k];
      out[n++] = weight * r->inertia[k] * turn;
    }
  }
  return n;
}

static void make_unit(double *x, size_t n)
{
  double size = hol_norm(n, x);
  for (size_t i = 0; i < n && size > 0; i++) {
    x[i] /= size;
  }
}

/** All parts of all modes; `root` is scratch. */
static hol_status pack_shapes(const hol_problem *problem, const hol_result *result, roots *root, hol_snapshot *snapshot)
{
  hol_faults ignored = {0};
  for (size_t p = 0; p < problem->part_count; p++) {
    hol_line line[HOL_MOTION_COUNT];
    hol_resolved resolved = {.line = line};
    hol_part_resolve(&problem->part[p], problem->freedoms, &resolved, &ignored);
    root[p] = part_roots(&resolved);
    hol_resolved_clear(&resolved);
    snapshot->length += 6 * result->mode[0].shape[p].points;
  }
  hol_faults_clear(&ignored);
  snapshot->shape = hol_alloc(snapshot->length * snapshot->count, sizeof *snapshot->shape);
  if (!snapshot->shape) {
    return HOL_MEMORY;
  }
  for (size_t m = 0; m < snapshot->count; m++) {
    double *out = snapshot->shape + m * snapshot->length;
    for (size_t p = 0, n = 0; p < problem->part_count; p++) {
      n += pack_part(&result->mode[m].shape[p], &root[p], out + n);
    }
    make_unit(out, snapshot->length);
  }
  return HOL_OK;
}

static hol_status keep_snapshot(const hol_problem *problem, const hol_result *result, hol_status solved,
                                hol_snapshot *snapshot)
{
  snapshot->status = solved;
  if ((solved != HOL_OK && solved != HOL_INCOMPLETE) || result->mode_count == 0) {
    return HOL_OK;
  }
  snapshot->count = result->mode_count;
  snapshot->omega = hol_alloc(snapshot->count, sizeof *snapshot->omega);
  if (!snapshot->omega) {
    return HOL_MEMORY;
  }
  for (size_t i = 0; i < snapshot->count; i++) {
    snapshot->omega[i] = result->mode[i].omega;
    snapshot->rigid += !(result->mode[i].omega > 0);
  }
  roots *root = hol_alloc(problem->part_count, sizeof *root);
  hol_status status = root ? pack_shapes(problem, result, root, snapshot) : HOL_MEMORY;
  free(root);
  return status;
}

/** Stations per member that resolve the highest of so many modes. */
static size_t stations_for(size_t modes)
{
  size_t points = 4 * modes + 9;
  return points > 129 ? 129 : points | 1;
}

static bool proceed(void *context, size_t done, size_t total, size_t points)
{
  (void)done;
  (void)total;
  (void)points;
  const hol_solver *solver = context;
  return !solver->proceed || solver->proceed(solver->context);
}

/** Solve the structure as it is. What is asked of it is changed. */
static hol_status solve_here(hol_solver *solver, size_t modes, hol_outcome *outcome, hol_snapshot *snapshot,
                             hol_faults *faults)
{
  hol_problem *problem = &solver->here;
  hol_result result = {0};
  const hol_analysis asked = problem->analysis;
  bool counts = asked.frequencies == HOL_FREQUENCIES_COUNT;
  problem->output_shapes = snapshot != NULL;
  problem->analysis.sensitivity_count = 0;
  problem->analysis.effective.is_asked = false;
  modes = modes != HOL_POINT_ASKED_AND_SPARE ? modes : counts ? asked.count + HOL_POINT_SPARE : HOL_POINT_AS_ASKED;
  if (modes) {
    problem->analysis.frequencies = HOL_FREQUENCIES_COUNT;
    problem->analysis.count = modes;
    problem->output_points = stations_for(modes);
  }
  problem->output_points = snapshot ? problem->output_points : 2; /* ends: nobody looks in between */
  hol_solve_options options = {.watch = {.progress = proceed, .context = solver}, .is_told_only = true};
  hol_status solved = (snapshot ? hol_solve : hol_solve_frequencies)(problem, options, &result, faults);
  hol_status status = solved == HOL_MEMORY ? HOL_MEMORY : result.stopped ? HOL_INCOMPLETE : HOL_OK;
  if (status == HOL_OK && outcome) {
    status = keep_outcome(&result, solved, outcome);
    hol_outcome_cut(outcome, counts ? asked.count : SIZE_MAX);
    outcome->modes = asked.modes;
    outcome->order = asked.order;
    outcome->tolerance = asked.tolerance;
  }
  if (status == HOL_OK && snapshot) {
    status = keep_snapshot(problem, &result, solved, snapshot);
  }
  hol_result_clear(&result);
  return status;
}

hol_status hol_point_solve(hol_solver *solver, const double *value, size_t modes, hol_outcome *outcome,
                           hol_snapshot *snapshot, hol_faults *faults)
{
  hol_faults own = {0};
  if (outcome) {
    *outcome = (hol_outcome){0};
  }
  if (snapshot) {
    *snapshot = (hol_snapshot){0};
  }
  solver->solves++;
  hol_status status = move_here(solver, value, faults ? faults : &own);
  if (status == HOL_OK) {
    const hol_analysis asked = solver->here.analysis;
    size_t points = solver->here.output_points;
    status = solve_here(solver, modes, outcome, snapshot, faults ? faults : &own);
    solver->here.analysis = asked;
    solver->here.output_points = points;
  } else if (status != HOL_MEMORY) {
    if (outcome) {
      outcome->status = status;
      outcome->first = 1;
    }
    if (snapshot) {
      snapshot->status = status;
    }
    status = HOL_OK;
  }
  hol_faults_clear(&own);
  return status;
}

hol_status hol_point_shapes(hol_solver *solver, const double *value, hol_problem *problem, hol_result *result)
{
  hol_faults ignored = {0};
  const hol_solve_options options = {.watch = {.progress = proceed, .context = solver}, .is_told_only = true};
  hol_status status = hol_point_read(solver, value, problem, &ignored), solved = status;
  if (status == HOL_OK) {
    problem->output_reactions = HOL_TELL_NONE;
    problem->analysis.sensitivity_count = 0;
    problem->analysis.effective.is_asked = false;
    solved = hol_solve(problem, options, result, &ignored);
    status = solved == HOL_MEMORY ? HOL_MEMORY : result->stopped ? HOL_INCOMPLETE : HOL_OK;
  }
  if (status != HOL_OK || solved > HOL_INCOMPLETE) {
    hol_result_clear(result);
  }
  hol_faults_clear(&ignored);
  return status == HOL_MEMORY || status == HOL_INCOMPLETE ? status : HOL_OK;
}

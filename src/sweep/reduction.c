/* SPDX-License-Identifier: BSD-3-Clause */
/* Reduced frequency determinant common to all structures of a sweep: interface reactions and lumped masses. */
#include "sweep/reduction.h"
#include "base/dense.h"
#include "base/memory.h"
#include "parts/resolve.h"
#include "spectrum/roots.h"
#include "sweep/plan.h"
#include "sweep/random.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/** Singular values below this, relative to the largest, are rounding. */
static const double rank_tolerance = 1e-9;

enum { PLACE_SEED = 20 };

void hol_reduction_clear(hol_reduction *reduction)
{
  for (size_t i = 0; reduction->member && i < reduction->system.modal_count; i++) {
    free(reduction->member[i].mode);
  }
  free(reduction->member);
  free(reduction->mass);
  free(reduction->weight);
  free(reduction->group_row);
  free(reduction->part_changes);
  hol_system_clear(&reduction->system);
  hol_model_clear(&reduction->model);
  hol_changes_clear(&reduction->changes);
  hol_problem_clear(&reduction->work);
  *reduction = (hol_reduction){0};
}

/** Least and greatest value that matters of an axis. */
static void axis_range(const hol_axis *axis, double *least, double *greatest)
{
  *least = axis->a;
  *greatest = axis->b;
  if (axis->kind == HOL_AXIS_VALUES) {
    *least = *greatest = axis->value[0];
    for (size_t i = 1; i < axis->count; i++) {
      *least = fmin(*least, axis->value[i]);
      *greatest = fmax(*greatest, axis->value[i]);
    }
  } else if (axis->kind == HOL_AXIS_NORMAL) {
    *least = axis->a - 1.5 * axis->b;
    *greatest = axis->a + 1.5 * axis->b;
  }
}

void hol_reduction_place(const hol_plan *plan, size_t place, double *value)
{
  for (size_t a = 0; a < plan->axis_count; a++) {
    double least, greatest;
    axis_range(&plan->axis[a], &least, &greatest);
    value[a] = least + hol_random_uniform(PLACE_SEED, place, (uint32_t)a) * (greatest - least);
  }
}

static hol_status build_system(const hol_problem *problem, hol_model *model, hol_system *system)
{
  hol_faults faults = {0};
  hol_status status = hol_model_make(
      problem, (hol_model_request){.exact = problem->analysis.exact, .reactions = problem->analysis.reactions}, model,
      &faults);
  status = status == HOL_OK ? hol_model_find_zero_modes(model, &faults) : status;
  hol_faults_clear(&faults);
  HOL_TRY(status);
  return hol_system_build(model, problem->analysis.modes, problem->analysis.order, HOL_BOUND_UPPER, system);
}

/* ---- the reduced determinant ------------------------------------------------------------------------------------- */

/** A dense matrix with its numbers of rows and columns, column-major. */
typedef struct dense {
  size_t rows, columns;
  double *a;
} dense;

static hol_status dense_make(dense *d, size_t rows, size_t columns)
{
  *d = (dense){rows, columns, hol_alloc(rows * columns, sizeof(double))};
  return d->a ? HOL_OK : HOL_MEMORY;
}

/** Orthonormal bases of the row space and the null space of A (destroyed). The bases are columns of V, [n*n]. */
static hol_status row_space(dense *A, double *V, double *singular, size_t *rank)
{
  size_t n = A->columns, least = A->rows < n ? A->rows : n;
  *rank = 0;
  if (n == 0) {
    return HOL_OK;
  }
  if (A->rows == 0) {
    for (size_t i = 0; i < n; i++) {
      V[i + i * n] = 1.0;
    }
    return HOL_OK;
  }
  HOL_TRY(hol_dense_svd(A->rows, n, A->a, singular, V));
  while (*rank < least && singular[*rank] > rank_tolerance * singular[0]) {
    ++*rank;
  }
  return HOL_OK;
}

static void add_scaled_row(double *a, size_t row, size_t stride, const hol_sparse *values, double factor)
{
  for (size_t i = 0; i < values->count; i++) {
    a[row + values->index[i] * stride] += factor * values->value[i];
  }
}

/** Everything while the determinant is being reduced. */
typedef struct reducing {
  hol_reduction *reduction;
  dense T;      /**< [multipliers * coordinates] rows of Λ, scaled */
  dense groups; /**< [groups * coordinates] rows of the masses */
  dense Q;      /**< [n * n] */
  dense N;      /**< [multipliers * multipliers] */
  dense work, more;
  double *scale; /**< [multipliers] root of the compliance of each at a typical λ */
  double *singular;
} reducing;

/** Compliance of a port at −λ, λ > 0: positive. */
static double port_compliance(const hol_modal *modal, size_t port, double lambda)
{
  double sum = modal->flexibility[port + port * modal->ports];
  for (size_t k = 0; k < modal->modes; k++) {
    double phi = modal->phi[port + k * modal->ports];
    sum += phi * phi / (modal->omega2[k] + lambda);
  }
  return sum;
}

static void fill_constraints(reducing *r, double lambda)
{
  const hol_system *system = &r->reduction->system;
  const hol_model *model = &r->reduction->model;
  size_t m = r->T.rows;
  for (size_t i = 0; i < system->modal_count; i++) {
    const hol_modal *modal = &system->modal[i];
    for (size_t p = 0; p < modal->ports; p++) {
      size_t row = modal->first_unknown + p - model->coordinates;
      r->scale[row] = 1.0 / sqrt(port_compliance(modal, p, lambda));
      add_scaled_row(r->T.a, row, m, &modal->member->port[modal->port[p]].row, r->scale[row]);
    }
  }
  for (size_t i = 0; i < model->spring_count; i++) {
    size_t row = system->spring_unknown + i - model->coordinates;
    r->scale[row] = 1.0 / sqrt(model->spring[i].compliance);
    add_scaled_row(r->T.a, row, m, &model->spring[i].along.row, r->scale[row]);
  }
}

/** The group of a mass among those before it: masses with proportional rows.
 *  @param[in] first  a mass of each group */
static void join_group(hol_reduction *reduction, size_t i, size_t *first)
{
  const hol_model *model = &reduction->model;
  const hol_sparse *row = &model->mass[i].along.row;
  hol_reduction_mass *mass = &reduction->mass[i];
  if (row->count == 0) {
    return; /* it cannot move */
  }
  for (size_t g = 0; g < reduction->groups && mass->group == SIZE_MAX; g++) {
    const hol_sparse *other = &model->mass[first[g]].along.row;
    double factor = row->value[0] / other->value[0];
    bool parallel = row->count == other->count;
    for (size_t k = 0; parallel && k < row->count; k++) {
      parallel = row->index[k] == other->index[k] &&
                 fabs(row->value[k] - factor * other->value[k]) <= HOL_GEOMETRY_ROUNDING * fabs(row->value[k]);
    }
    if (parallel) {
      mass->group = g;
      mass->square = factor * factor;
    }
  }
  if (mass->group == SIZE_MAX) {
    mass->group = reduction->groups;
    mass->square = 1;
    first[reduction->groups++] = i;
  }
}

/** Rows of the groups must be independent. */
static hol_status group_masses(reducing *r)
{
  hol_reduction *reduction = r->reduction;
  const hol_model *model = &reduction->model;
  size_t *first = hol_alloc(model->mass_count, sizeof *first);
  if (!first) {
    return HOL_MEMORY;
  }
  for (size_t i = 0; i < model->mass_count; i++) {
    join_group(reduction, i, first);
  }
  hol_status status = reduction->groups == model->mass_rank ? HOL_OK : HOL_INVALID;
  status = status == HOL_OK ? dense_make(&r->groups, reduction->groups, model->coordinates) : status;
  for (size_t g = 0; status == HOL_OK && g < reduction->groups; g++) {
    add_scaled_row(r->groups.a, g, reduction->groups, &model->mass[first[g]].along.row, 1.0);
  }
  free(first);
  return status;
}

/** C = A B for the columns from..to of B. */
static void multiply(const dense *A, const dense *B, size_t from, size_t to, double *C)
{
  for (size_t j = from; j < to; j++) {
    for (size_t i = 0; i < A->rows; i++) {
      double sum = 0;
      for (size_t k = 0; k < A->columns; k++) {
        sum += A->a[i + k * A->rows] * B->a[k + j * B->rows];
      }
      C[i + (j - from) * A->rows] = sum;
    }
  }
}

/** Reactions that massless coordinates leave free: the null space of (T Q₂)ᵀ. Columns of T Q₂ without entries are
 *  coordinates that only a port without force touches. */
static hol_status free_reactions(reducing *r, size_t rank, size_t *bound)
{
  size_t m = r->T.rows, n = r->T.columns, used = 0;
  HOL_TRY(dense_make(&r->work, m, n));
  multiply(&r->T, &r->Q, rank, n, r->work.a);
  HOL_TRY(dense_make(&r->more, n, m));
  for (size_t j = 0; j < n - rank; j++) {
    double norm = 0;
    for (size_t i = 0; i < m; i++) {
      norm = fmax(norm, fabs(r->work.a[i + j * m]));
    }
    for (size_t i = 0; norm > 1e-12 && i < m; i++) {
      r->more.a[used + i * n] = r->work.a[i + j * m] / norm;
    }
    used += norm > 1e-12;
  }
  dense rows;
  HOL_TRY(dense_make(&rows, used, m));
  for (size_t i = 0; i < m; i++) {
    for (size_t j = 0; j < used; j++) {
      rows.a[j + i * used] = r->more.a[j + i * n];
    }
  }
  hol_status status = dense_make(&r->N, m, m);
  status = status == HOL_OK ? row_space(&rows, r->N.a, r->singular, bound) : status;
  free(rows.a);
  HOL_TRY(status);
  return *bound == used ? HOL_OK : HOL_INVALID;
}

/** Masses' rows over the reduced unknowns: w = Q₁ z with group g's row·w = z_g needs the pseudo-inverse of the rows. */
static hol_status mass_rows(reducing *r, size_t bound)
{
  hol_reduction *reduction = r->reduction;
  size_t g = reduction->groups, n = r->T.columns, m = r->T.rows, order = reduction->order;
  reduction->group_row = hol_alloc(g * order, sizeof *reduction->group_row);
  double *gram = hol_alloc(g * g, sizeof *gram), *right = hol_alloc(g * n, sizeof *right);
  hol_status status = reduction->group_row && gram && right ? HOL_OK : HOL_MEMORY;
  for (size_t i = 0; status == HOL_OK && i < g; i++) {
    for (size_t c = 0; c < n; c++) {
      right[i + c * g] = r->groups.a[i + c * g];
      for (size_t j = 0; j < g; j++) {
        gram[i + j * g] += r->groups.a[i + c * g] * r->groups.a[j + c * g];
      }
    }
  }
  if (status == HOL_OK && g > 0) {
    status = hol_dense_cholesky_solve(g, gram, right, n) == HOL_OK ? HOL_OK : HOL_INVALID;
  }
  for (size_t i = 0; status == HOL_OK && i < g; i++) {
    for (size_t j = 0; j < order; j++) {
      double sum = 0;
      for (size_t k = 0; k < m; k++) {
        for (size_t c = 0; c < n; c++) {
          sum += r->N.a[k + (bound + j) * m] * r->T.a[k + c * m] * right[i + c * g];
        }
      }
      reduction->group_row[i * order + j] = sum;
    }
  }
  free(gram);
  free(right);
  return status;
}

static hol_status reduce_in(reducing *r)
{
  hol_reduction *reduction = r->reduction;
  size_t m = reduction->system.multipliers, n = reduction->model.coordinates, rank = 0, bound = 0, most = m > n ? m : n;
  HOL_TRY(dense_make(&r->T, m, n));
  HOL_TRY(dense_make(&r->Q, n, n));
  r->scale = hol_alloc(m, sizeof *r->scale);
  r->singular = hol_alloc(most, sizeof *r->singular);
  if (!r->scale || !r->singular) {
    return HOL_MEMORY;
  }
  fill_constraints(r, hol_typical_lambda(&reduction->system));
  HOL_TRY(group_masses(r));
  dense rows;
  HOL_TRY(dense_make(&rows, reduction->groups, n));
  memcpy(rows.a, r->groups.a, reduction->groups * n * sizeof *rows.a);
  hol_status status = row_space(&rows, r->Q.a, r->singular, &rank);
  free(rows.a);
  HOL_TRY(status);
  if (rank != reduction->groups) {
    return HOL_INVALID;
  }
  HOL_TRY(free_reactions(r, rank, &bound));
  reduction->order = m - bound;
  if (reduction->order == 0 || reduction->order > HOL_LANES_ORDER) {
    return HOL_INVALID;
  }
  reduction->weight = hol_alloc(m * reduction->order, sizeof *reduction->weight);
  if (!reduction->weight) {
    return HOL_MEMORY;
  }
  for (size_t i = 0; i < m; i++) {
    for (size_t j = 0; j < reduction->order; j++) {
      reduction->weight[i * reduction->order + j] = r->N.a[i + (bound + j) * m] * r->scale[i];
    }
  }
  return mass_rows(r, bound);
}

static hol_status reduce(hol_reduction *reduction)
{
  reducing r = {.reduction = reduction};
  hol_status status = reduce_in(&r);
  free(r.T.a);
  free(r.groups.a);
  free(r.Q.a);
  free(r.N.a);
  free(r.work.a);
  free(r.more.a);
  free(r.scale);
  free(r.singular);
  return status;
}

/* ---- what belongs to what ---------------------------------------------------------------------------------------- */

/** Does a part follow from a number: is it one of its own, of its material or section, or the place of a point on
 *  it? */
static bool part_follows(const hol_problem *work, size_t part, const hol_origin *origin)
{
  const hol_point *point = hol_change_point(work, origin);
  switch ((hol_table)origin->table) {
  case HOL_TABLE_PART:
    return origin->row == part;
  case HOL_TABLE_MATERIAL:
    return work->part[part].material == &work->material[origin->row];
  case HOL_TABLE_SECTION:
    return work->part[part].section == &work->section[origin->row];
  default:
    return point && point->part == part;
  }
}

static void find_changing_parts(hol_reduction *reduction)
{
  const hol_problem *work = &reduction->work;
  for (size_t c = 0; c < reduction->changes.count; c++) {
    const hol_change *change = &reduction->changes.item[c];
    for (size_t p = 0; p < work->part_count && change->is_moved; p++) {
      reduction->part_changes[p] = reduction->part_changes[p] || part_follows(work, p, change->origin);
    }
  }
}

/** Does a port of the member lie at a place that moves along it? */
static bool port_moves(const hol_reduction *reduction, const hol_modal *modal)
{
  for (size_t c = 0; c < reduction->changes.count; c++) {
    const hol_change *change = &reduction->changes.item[c];
    const hol_point *point = change->is_moved ? hol_change_point(&reduction->work, change->origin) : NULL;
    const hol_station *station = point ? hol_model_station(&reduction->model, point) : NULL;
    for (size_t k = 0; k < modal->ports && station; k++) {
      if (&modal->member->station[modal->port[k] / modal->member->orders] == station) {
        return true;
      }
    }
  }
  return false;
}

static hol_status fill_member(hol_reduction *reduction, size_t index)
{
  const hol_modal *modal = &reduction->system.modal[index];
  hol_reduction_member *member = &reduction->member[index];
  size_t elastic = modal->modes - modal->rigid;
  if (modal->ports == 0 || modal->ports > HOL_REDUCTION_PORTS || elastic > HOL_REDUCTION_MODES ||
      modal->member->class != hol_line_class()) {
    return HOL_INVALID;
  }
  const hol_line *line = hol_line_part_line(modal->member->of);
  *member = (hol_reduction_member){.modal = modal, .motion = line->motion, .part = modal->member->part};
  member->unit = (hol_line){.motion = line->motion,
                            .length = 1,
                            .stiffness = 1,
                            .mass = 1,
                            .rotary = line->rotary / (line->mass * line->length * line->length)};
  member->unit.end[0] = line->end[0];
  member->unit.end[1] = line->end[1];
  member->is_fixed = !port_moves(reduction, modal) && !(line->rotary > 0 && reduction->part_changes[member->part]);
  member->mode = hol_alloc(modal->modes + 1, sizeof *member->mode);
  if (!member->mode) {
    return HOL_MEMORY;
  }
  if (hol_line_rigid_modes(&member->unit, member->mode) != modal->rigid) {
    return HOL_INVALID;
  }
  reduction->rigid += modal->rigid;
  reduction->modes += elastic;
  return hol_line_component_modes(&member->unit, elastic + 1, member->mode + modal->rigid);
}

/** What belongs to what, whichever way it is solved. */
static hol_status describe(hol_reduction *reduction)
{
  const hol_model *model = &reduction->model;
  reduction->part_changes = hol_alloc(reduction->work.part_count, sizeof *reduction->part_changes);
  reduction->mass = hol_alloc(model->mass_count, sizeof *reduction->mass);
  if (!reduction->part_changes || !reduction->mass) {
    return HOL_MEMORY;
  }
  find_changing_parts(reduction);
  for (size_t i = 0; i < model->mass_count; i++) {
    reduction->mass[i].group = SIZE_MAX;
  }
  return HOL_OK;
}

static hol_status fill_members(hol_reduction *reduction)
{
  reduction->member = hol_alloc(reduction->system.modal_count, sizeof *reduction->member);
  if (!reduction->member) {
    return HOL_MEMORY;
  }
  for (size_t i = 0; i < reduction->system.modal_count; i++) {
    HOL_TRY(fill_member(reduction, i));
  }
  return reduction->order + reduction->rigid + reduction->groups > HOL_LANES_ORDER ? HOL_INVALID : HOL_OK;
}

/* ---- together ---------------------------------------------------------------------------------------------------- */

void hol_reduction_axis(const hol_reduction *reduction, const double *value, hol_lane *axis, size_t lane)
{
  const hol_origins *origins = reduction->work.origins;
  for (size_t k = 0; k < origins->program.parameters; k++) {
    axis[1 + k][lane] = value[origins->setting[k]];
  }
}

/** Parts in component modes of any kind, and what varies along members, have numbers of their own. */
static bool has_plain_parts(const hol_problem *work)
{
  bool plain = true;
  for (size_t p = 0; p < work->part_count; p++) {
    plain = plain && work->part[p].piece_count == 0 && work->part[p].of->points < HOL_POINTS_NAMED;
  }
  for (size_t s = 0; s < work->section_count; s++) {
    plain = plain && !work->section[s].varying;
  }
  return plain;
}

/** Read the structure at the first place, and find which of its numbers differ elsewhere.
 *  @param[out] value,axis  [axis_count], [1 + axis_count] scratch */
static hol_status find_changes(hol_solver *solver, hol_reduction *reduction, double *value, hol_lane *axis)
{
  const hol_plan *plan = hol_plan_of(solver->problem);
  hol_problem *work = &reduction->work;
  hol_faults faults = {0};
  hol_reduction_place(plan, 0, value);
  hol_status status = hol_point_read(solver, value, work, &faults);
  hol_faults_clear(&faults);
  HOL_TRY(status);
  if (!work->origins || !has_plain_parts(work)) {
    return HOL_INVALID;
  }
  for (size_t l = 0; l < HOL_LANES; l++) {
    hol_reduction_place(plan, l < HOL_PLACES ? l : 0, value);
    hol_reduction_axis(reduction, value, axis, l);
  }
  hol_lane_dd *step = (hol_lane_dd *)(void *)hol_lanes_alloc(2 * (work->origins->program.count + 1));
  if (step) {
    hol_program_lanes(&work->origins->program, axis, step);
    status = hol_changes_find(work, step, &reduction->changes);
  }
  status = step ? status : HOL_MEMORY;
  free(step);
  return status;
}

static hol_status find_reduction(hol_solver *solver, hol_reduction *reduction, double *value, hol_lane *axis)
{
  const hol_analysis *analysis = &solver->problem->analysis;
  reduction->is_exact = analysis->exact;
  bool may_be = analysis->frequencies == HOL_FREQUENCIES_COUNT &&
                (analysis->exact ||
                 (analysis->reactions == HOL_REACTIONS_NONE && analysis->order == 1 && !(analysis->tolerance > 0)));
  if (!may_be) {
    return HOL_INVALID;
  }
  HOL_TRY(find_changes(solver, reduction, value, axis));
  HOL_TRY(build_system(&reduction->work, &reduction->model, &reduction->system));
  if (reduction->is_exact ? reduction->system.modal_count > 0
                          : reduction->system.segment_count > 0 || reduction->system.modal_count == 0) {
    return HOL_INVALID;
  }
  HOL_TRY(describe(reduction));
  if (reduction->is_exact) {
    return HOL_OK;
  }
  HOL_TRY(reduce(reduction));
  return fill_members(reduction);
}

hol_status hol_reduction_find(hol_solver *solver, hol_reduction *reduction)
{
  *reduction = (hol_reduction){0};
  size_t axes = hol_plan_of(solver->problem)->axis_count;
  double *value = hol_alloc(axes, sizeof *value);
  hol_lane *axis = hol_lanes_alloc(1 + axes);
  hol_status status = value && axis ? find_reduction(solver, reduction, value, axis) : HOL_MEMORY;
  free(value);
  free(axis);
  return status == HOL_OK || status == HOL_MEMORY ? status : HOL_INVALID;
}

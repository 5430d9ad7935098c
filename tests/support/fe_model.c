/* SPDX-License-Identifier: BSD-3-Clause */
#include "fe_model.h"
#include "problem/kind.h"

#include <math.h>
#include <string.h>

void fe_form_add(fe_model *model, fe_form *form, size_t column, real value)
{
  if (value == 0) {
    return;
  }
  size_t capacity = form->capacity;
  form->column = fe_pool_grow(model->pool, form->column, form->count, &capacity, sizeof *form->column);
  form->value = fe_pool_grow(model->pool, form->value, form->count, &form->capacity, sizeof *form->value);
  form->column[form->count] = column;
  form->value[form->count++] = value;
}

fe_form *fe_model_row(fe_model *model)
{
  model->row = fe_pool_grow(model->pool, model->row, model->rows, &model->row_capacity, sizeof *model->row);
  model->row[model->rows] = (fe_form){0};
  return &model->row[model->rows++];
}

fe_element *fe_model_element(fe_model *model, size_t ends, bool is_line)
{
  model->element =
      fe_pool_grow(model->pool, model->element, model->elements, &model->element_capacity, sizeof *model->element);
  fe_element *element = &model->element[model->elements++];
  *element = (fe_element){.is_line = is_line, .ends = ends};
  element->end = fe_pool_get(model->pool, ends, sizeof *element->end);
  if (!is_line) {
    element->K = fe_pool_get(model->pool, ends * ends, sizeof *element->K);
    element->M = fe_pool_get(model->pool, ends * ends, sizeof *element->M);
  }
  return element;
}

fe_element *fe_model_block(fe_model *model, size_t ends, size_t bubbles)
{
  size_t n = ends + bubbles;
  fe_element *element = fe_model_element(model, ends, true);
  element->is_line = false;
  element->bubbles = bubbles;
  element->K = fe_pool_get(model->pool, n * n, sizeof *element->K);
  element->M = fe_pool_get(model->pool, n * n, sizeof *element->M);
  return element;
}

bool fe_model_has(const fe_model *model, size_t freedom)
{
  return model->problem->freedoms >> freedom & 1u;
}

size_t fe_model_station(const fe_model *model, const hol_point *point)
{
  const fe_part *part = &model->part[point->part];
  size_t best = 0;
  if (part->site) {
    return point->index;
  }
  for (size_t i = 1; i < part->stations; i++) {
    if (fabs(part->xi[i] - point->xi) < fabs(part->xi[best] - point->xi)) {
      best = i;
    }
  }
  return best;
}

bool fe_model_is_named(const fe_model *model, size_t part)
{
  return model->kinds[model->problem->part[part].kind]->points >= HOL_POINTS_NAMED;
}

void fe_model_position(const fe_model *model, const hol_point *point, real at[3])
{
  const fe_part *part = &model->part[point->part];
  for (size_t k = 0; k < 3; k++) {
    at[k] =
        part->from[k] + (part->is_member ? point->xi * part->length * part->axis[0][k] : 0) +
        (fe_model_is_named(model, point->part) ? (real)model->problem->part[point->part].point[point->index].at[k] : 0);
  }
}

/** The unknown of a member's station for motion along (offset 0) or about (offset 3) a local axis. */
static size_t member_unknown(const fe_part *part, size_t station, size_t offset, size_t axis, real *sign)
{
  static const size_t motion[2][3] = {{FE_AXIAL, FE_BEND_Y, FE_BEND_Z}, {FE_TORSION, FE_BEND_Z, FE_BEND_Y}};
  size_t m = motion[offset / 3][axis];
  *sign = offset == 3 && axis == 1 ? -1 : 1; /* in the local x-z plane the rotation about y is minus the slope */
  if (!part->unknown[m]) {
    return SIZE_MAX;
  }
  return part->unknown[m][station] + (offset == 3 && axis > 0 ? 1 : 0);
}

/** A freedom of a station that its member does not carry: free, and the same for all joints at the station. */
static size_t loose_unknown(fe_model *model, fe_part *part, size_t station, size_t freedom)
{
  size_t *loose = &part->loose[station * HOL_FREEDOM_COUNT + freedom];
  if (*loose == SIZE_MAX) {
    *loose = model->unknowns++;
  }
  return *loose;
}

/** What a named point carries is taken from `rest`. */
static void site_component(fe_model *model, const fe_part *part, size_t component, real factor, real rest[3],
                           fe_form *form)
{
  for (size_t k = 0; k < 3; k++) {
    const fe_form *site = &part->site[component + k];
    for (size_t i = 0; rest[k] != 0 && i < site->count; i++) {
      fe_form_add(model, form, site->column[i], factor * rest[k] * site->value[i]);
    }
    rest[k] = site->count ? 0 : rest[k];
  }
}

void fe_model_component(fe_model *model, size_t part_index, size_t station, size_t offset, const real direction[3],
                        real factor, fe_form *form)
{
  fe_part *part = &model->part[part_index];
  real rest[3];
  for (size_t k = 0; k < 3; k++) {
    rest[k] = fe_model_has(model, offset + k) ? direction[k] : 0;
    if (!part->is_member && !part->site && rest[k] != 0) {
      fe_form_add(model, form, part->body[offset + k], factor * rest[k]);
    }
  }
  if (part->site) {
    site_component(model, part, station * HOL_FREEDOM_COUNT + offset, factor, rest, form);
  } else if (!part->is_member) {
    return;
  }
  for (size_t axis = 0; part->is_member && axis < 3; axis++) {
    real sign, along = 0;
    size_t unknown = member_unknown(part, station, offset, axis, &sign);
    for (size_t k = 0; k < 3; k++) {
      along += rest[k] * part->axis[axis][k];
    }
    for (size_t k = 0; unknown != SIZE_MAX && k < 3; k++) {
      rest[k] -= along * part->axis[axis][k];
    }
    if (unknown != SIZE_MAX && real_abs(along) > 1e-13L) {
      fe_form_add(model, form, unknown, factor * sign * along);
    }
  }
  for (size_t k = 0; k < 3; k++) {
    if (fe_model_has(model, offset + k) && real_abs(rest[k]) > 1e-12L) {
      fe_form_add(model, form, loose_unknown(model, part, station, offset + k), factor * rest[k]);
    }
  }
}

void fe_model_build(const hol_problem *problem, const hol_part_grammar *const *kinds, fe_pool *pool, fe_model *model)
{
  fe_model_build_for(problem, kinds, 0, 0, pool, model);
}

void fe_model_build_for(const hol_problem *problem, const hol_part_grammar *const *kinds, real omega, size_t extra,
                        fe_pool *pool, fe_model *model)
{
  *model = (fe_model){.pool = pool, .problem = problem, .kinds = kinds, .omega = omega, .extra = extra};
  model->part = fe_pool_get(pool, problem->part_count, sizeof *model->part);
  fe_parts_place(model);
  fe_parts_cut(model);
  if (!model->fault) {
    fe_parts_collect(model);
  }
  if (!model->fault) {
    fe_joints_collect(model);
  }
}

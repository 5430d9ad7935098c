/* SPDX-License-Identifier: BSD-3-Clause */
/* Constraint rows, springs and dashpots: displacement of joint ends as rows, and entry into the model. */
#include "model/rows.h"
#include "base/memory.h"
#include "base/vector.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/** Keep the name of a row. */
static hol_status record_row(const hol_row_source *source, const char *component, bool redundant)
{
  hol_layout *layout = source->filling->making;
  if (!layout) {
    return HOL_OK;
  }
  if (!hol_grow(&layout->constraint, &layout->constraint_capacity, layout->constraint_count + 1,
                sizeof *layout->constraint)) {
    return HOL_MEMORY;
  }
  hol_constraint *record = &layout->constraint[layout->constraint_count++];
  *record = (hol_constraint){.joint = source->joint,
                             .part = source->part,
                             .name = source->name,
                             .redundant = redundant,
                             .left = source->model->constraints.left,
                             .error = source->model->constraints.error};
  return hol_layout_name(layout, component, &record->component);
}

static hol_status keep_row(hol_rigid_rows *rows, const hol_sparse *row, const char *component)
{
  if (!hol_grow(&rows->row, &rows->capacity, rows->count + 1, sizeof *rows->row)) {
    return HOL_MEMORY;
  }
  hol_rigid_row *kept = &rows->row[rows->count++];
  *kept = (hol_rigid_row){.component = hol_format("%s", component)};
  return kept->component ? hol_sparse_axpy(&kept->row, 1, row) : HOL_MEMORY;
}

/** Keep what a redundant row follows from, taken over. */
static hol_status keep_dependency(hol_model *model, size_t row, hol_sparse *from)
{
  if (!hol_grow(&model->dependency, &model->dependency_capacity, model->dependency_count + 1,
                sizeof *model->dependency)) {
    hol_sparse_clear(from);
    return HOL_MEMORY;
  }
  model->dependency[model->dependency_count++] = (hol_dependency){row, *from};
  return HOL_OK;
}

/** Size of ordinary coefficients of a row: rotations stand for displacements at the scale of the structure. */
static double order_of(const hol_model *model, const hol_sparse *row)
{
  size_t translations = 0;
  for (size_t f = 0; f < HOL_RX; f++) {
    translations += model->slot[f] != SIZE_MAX;
  }
  bool turns = model->freedoms > 0;
  for (size_t i = 0; i < row->count; i++) {
    bool is_of_station = row->index[i] < model->station_count * model->freedoms; /* their columns come first */
    turns = turns && is_of_station && row->index[i] % model->freedoms >= translations;
  }
  return turns ? 1 / model->scale : 1;
}

hol_status hol_row_add_constraint(hol_row_source *source, const hol_sparse *row, double sign, const char *component)
{
  hol_model *model = source->model;
  if (source->kept) {
    return keep_row(source->kept, row, component);
  }
  size_t n = model->constraint_count;
  bool redundant;
  if (!hol_grow(&model->reaction_sign, &model->sign_capacity, n + 1, sizeof *model->reaction_sign)) {
    return HOL_MEMORY;
  }
  model->constraint_count++;
  model->reaction_sign[n] = sign;
  source->equation++;
  HOL_TRY(hol_decide(source->filling, source->joint));
  hol_sparse from = {0};
  model->constraints.order = order_of(model, row);
  HOL_TRY(hol_elimination_offer(&model->constraints, row, HOL_GEOMETRY_ROUNDING, &redundant, &from));
  HOL_TRY(redundant ? keep_dependency(model, n, &from) : HOL_OK);
  return record_row(source, component, redundant);
}

/** Keep the name of a spring. */
static hol_status record_spring(const hol_row_source *source, const char *component)
{
  hol_layout *layout = source->filling->making;
  if (!layout) {
    return HOL_OK;
  }
  if (!hol_grow(&layout->spring, &layout->spring_capacity, layout->spring_count + 1, sizeof *layout->spring)) {
    return HOL_MEMORY;
  }
  hol_elastic *record = &layout->spring[layout->spring_count++];
  *record = (hol_elastic){.joint = source->joint};
  return hol_layout_name(layout, component, &record->component);
}

hol_status hol_row_add_spring(hol_row_source *source, hol_sparse *row, double sign, double compliance,
                              const char *component)
{
  hol_model *model = source->model;
  hol_layout *layout = source->filling->making;
  bool acts = hol_sparse_max(row) > 0;
  if (source->kept) {
    return HOL_OK;
  }
  HOL_TRY(hol_decide(source->filling, source->joint));
  HOL_TRY(hol_decide(source->filling, acts));
  if (!acts) {
    source->equation++;
    return layout ? hol_layout_note(layout, hol_format("%s acts on no motion in `freedoms`: ignored", source->name))
                  : HOL_OK;
  }
  size_t n = model->spring_count;
  if (!hol_grow(&model->spring, &model->spring_capacity, n + 1, sizeof *model->spring)) {
    return HOL_MEMORY;
  }
  model->spring[n] = (hol_spring){
      .joint = source->joint, .equation = source->equation++, .compliance = compliance, .reaction_sign = sign};
  model->spring[n].along.full = *row;
  *row = (hol_sparse){0};
  model->spring_count++;
  return record_spring(source, component);
}

hol_status hol_row_add_dashpot(hol_row_source *source, const hol_joint *joint, const hol_sparse *row)
{
  hol_model *model = source->model;
  hol_layout *layout = source->filling->making;
  bool acts = hol_sparse_max(row) > 0;
  HOL_TRY(hol_decide(source->filling, joint->damping > 0));
  if (!(joint->damping > 0)) {
    return HOL_OK;
  }
  HOL_TRY(hol_decide(source->filling, acts));
  if (!acts) {
    return layout && joint->kind == HOL_DASHPOT
               ? hol_layout_note(layout, hol_format("%s acts on no motion in `freedoms`: ignored", source->name))
               : HOL_OK;
  }
  if (!hol_grow(&model->dashpot, &model->dashpot_capacity, model->dashpot_count + 1, sizeof *model->dashpot)) {
    return HOL_MEMORY;
  }
  hol_dashpot *dashpot = &model->dashpot[model->dashpot_count++];
  *dashpot = (hol_dashpot){.joint = source->joint};
  return hol_sparse_copy(&dashpot->along.full, row);
}

/** The point of a part that a joint names, if it has a patch. */
static const hol_part_point *patch_of(const hol_model *model, const hol_point *point)
{
  const hol_part *part = &model->problem->part[point->part];
  const hol_part_point *of = point->index < part->point_count ? &part->point[point->index] : NULL;
  return of && of->patch > 0 ? of : NULL;
}

hol_joint_end hol_joint_end_of(const hol_model *model, const hol_point *point)
{
  const hol_part_point *patch = patch_of(model, point);
  hol_joint_end end = {.part = point->part};
  if (patch) {
    for (size_t k = 0; k < 3; k++) {
      end.rim[k] = hol_model_station(model, &(hol_point){.part = point->part, .index = point->index + 1 + k});
    }
    end.station = end.rim[0];
    end.radius = patch->patch;
    hol_model_global(model, point->part, patch->at, end.centre);
  } else {
    end.station = hol_model_station(model, point);
    memcpy(end.centre, end.station->at, sizeof end.centre);
  }
  for (size_t k = 0; k < 3; k++) {
    const hol_dd x = hol_dd_add((hol_dd){end.centre[k], end.centre[3 + k]}, (hol_dd){point->offset[k], 0});
    end.at[k] = x.value;
    end.at[3 + k] = x.rest;
    end.offset = point->offset[k] != 0 ? point->offset : end.offset;
  }
  return end;
}

/** Displacement of a patch: the mean of its rim. Rotation: that of the plane through the rim, w = w0 + θx y - θy x in
 *  own axes, so that θx = 2/(3r) Σ w sin, θy = -2/(3r) Σ w cos; about the normal, that of the part. */
static hol_status on_patch(const hol_model *model, const hol_joint_end *end, size_t offset, const double d[3],
                           double coefficient, hol_sparse *row)
{
  double(*axis)[3] = model->resolved[end->part].axis;
  for (size_t k = 0; k < 3; k++) {
    double turn = 2 * M_PI * (double)k / 3;
    if (offset == 0) {
      HOL_TRY(hol_model_along(model, end->rim[k], 0, d, coefficient / 3, row));
      continue;
    }
    double tilt = hol_dot(3, axis[0], d) * sin(turn) - hol_dot(3, axis[1], d) * cos(turn);
    HOL_TRY(hol_model_along(model, end->rim[k], 0, axis[2], coefficient * tilt * 2 / (3 * end->radius), row));
  }
  return offset ? hol_model_along(model, end->station, 3, axis[2], coefficient * hol_dot(3, axis[2], d), row) : HOL_OK;
}

/** Without its offset. */
static hol_status bare(const hol_model *model, const hol_joint_end *end, size_t offset, const double d[3],
                       double coefficient, hol_sparse *row)
{
  return end->rim[0] ? on_patch(model, end, offset, d, coefficient, row)
                     : hol_model_along(model, end->station, offset, d, coefficient, row);
}

/** row += coefficient × displacement along d of what an end carries on an arm. */
static hol_status on_arm(const hol_model *model, const hol_joint_end *end, const double arm[3], const double d[3],
                         double coefficient, hol_sparse *row)
{
  double moment[3];
  hol_cross(arm, d, moment); /* d·(θ × arm) = θ·(arm × d) */
  HOL_TRY(bare(model, end, 0, d, coefficient, row));
  return bare(model, end, 3, moment, coefficient, row);
}

hol_status hol_joint_end_along(const hol_model *model, const hol_joint_end *end, size_t offset,
                               const double direction[3], double coefficient, hol_sparse *row)
{
  return end->offset && offset == 0 ? on_arm(model, end, end->offset, direction, coefficient, row)
                                    : bare(model, end, offset, direction, coefficient, row);
}

hol_status hol_joint_end_component(const hol_model *model, const hol_joint_end *end, size_t freedom, double coefficient,
                                   hol_sparse *row)
{
  double d[3] = {0};
  d[freedom % 3] = 1;
  return hol_joint_end_along(model, end, freedom < HOL_RX ? 0 : 3, d, coefficient, row);
}

hol_status hol_joint_end_carried(const hol_model *model, const double to[6], const hol_joint_end *end,
                                 const double d[3], double coefficient, hol_sparse *row)
{
  double arm[3];
  hol_apart(to, end->centre, arm);
  for (int k = 0; k < 3; k++) {
    if (fabs(arm[k]) <= HOL_SAME_POINT * model->extent) {
      arm[k] = 0;
    }
  }
  return on_arm(model, end, arm, d, coefficient, row);
}

hol_status hol_row_carried(const hol_model *model, const double to[6], const hol_station *station, const double d[3],
                           double coefficient, hol_sparse *row)
{
  hol_joint_end end = {.station = station};
  memcpy(end.centre, station->at, sizeof end.centre);
  return hol_joint_end_carried(model, to, &end, d, coefficient, row);
}

/* SPDX-License-Identifier: BSD-3-Clause */
/* Constraint rows of parts and joints, and which of them are redundant. */
#include "base/memory.h"
#include "base/vector.h"
#include "model/rows.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/** row += own component f of a station, as another one of its part carries it rigidly. */
static hol_status led(const hol_model *model, size_t part, const hol_station *at, const hol_station *leader, size_t f,
                      hol_sparse *row)
{
  return f < HOL_RX ? hol_row_carried(model, at->at, leader, model->resolved[part].axis[f], -1.0, row)
                    : hol_model_own(model, part, leader, f, -1.0, row);
}

/** The station that carries a point along; NULL: none does. */
static const hol_station *leader_of(const hol_model *model, size_t part, const hol_station *at)
{
  size_t leader = hol_resolved_sites(&model->resolved[part])->leader[at->point];
  return leader ? hol_model_station(model, &(hol_point){.part = part, .index = leader - 1}) : NULL;
}

/** row −= own component f of the straight line between both ends of a member at a station. */
static hol_status less_chord(const hol_model *model, size_t part, const hol_station *at, size_t f, hol_sparse *row)
{
  const hol_station *first = &model->station[model->first_station[part]];
  const hol_station *last = &model->station[model->first_station[part + 1] - 1];
  HOL_TRY(hol_model_own(model, part, first, f, (at->xi - 1) + at->xi_rest, row));
  return hol_model_own(model, part, last, f, -at->xi, row);
}

/** Row of a support of a part for own component f of a station. */
static hol_status held_row(const hol_model *model, size_t part, const hol_support_row *support, const hol_station *at,
                           size_t f, hol_sparse *row)
{
  const hol_station *first = &model->station[model->first_station[part]];
  if (support->to == HOL_TO_EVEN) {
    return hol_model_even(model, part, at, first, row);
  }
  HOL_TRY(hol_model_own(model, part, at, f, 1.0, row));
  switch (support->to) {
  case HOL_TO_RIGID_DOF:
    return hol_sparse_add(row, model->own_column[part] + support->rigid_dof, f < HOL_RX ? -1.0 : -1.0 / model->scale);
  case HOL_TO_FIRST:
    return led(model, part, at, first, f, row);
  case HOL_TO_LEADER:
    return led(model, part, at, leader_of(model, part, at), f, row);
  case HOL_TO_CHORD:
    return less_chord(model, part, at, f, row);
  case HOL_TO_REST:
  case HOL_TO_EVEN:
    break;
  }
  return HOL_OK;
}

/** Components of a station that a hold holds: none where it is not one of its stations. */
static hol_freedoms held_at(const hol_model *model, size_t part, const hol_support_row *support, const hol_station *at)
{
  const hol_resolved *resolved = &model->resolved[part];
  bool is_first = at == &model->station[model->first_station[part]];
  bool is_last = at == &model->station[model->first_station[part + 1] - 1];
  bool is_here = support->at == HOL_SUPPORT_OTHERS    ? !is_first
                 : support->at == HOL_SUPPORT_BETWEEN ? !is_first && !is_last
                 : support->at == HOL_SUPPORT_END
                     ? fabs(at->x - support->xi * resolved->length) <= HOL_SAME_POINT * resolved->length
                     : true;
  if (is_here && support->to == HOL_TO_LEADER) {
    const hol_sites *sites = hol_resolved_sites(resolved);
    return sites->leader[at->point] ? support->freedoms & sites->freedoms[at->point] : 0;
  }
  return is_here ? support->freedoms : 0;
}

static hol_status hold_station(hol_row_source *source, const hol_support_row *support, const hol_station *at)
{
  static const char *const name[HOL_FREEDOM_COUNT] = {"own ux", "own uy", "own uz", "own rx", "own ry", "own rz"};
  hol_freedoms freedoms = held_at(source->model, source->part, support, at);
  for (size_t f = 0; f < HOL_FREEDOM_COUNT && freedoms >> f; f++) {
    if (!(freedoms >> f & 1)) {
      continue;
    }
    hol_sparse row = {0};
    hol_status status = held_row(source->model, source->part, support, at, f, &row);
    if (status == HOL_OK && hol_sparse_max(&row) > 0) {
      status = hol_row_add_constraint(source, &row, 1.0, support->name ? support->name : name[f]);
    }
    hol_sparse_clear(&row);
    HOL_TRY(status);
  }
  return HOL_OK;
}

/** A rigid-body DOF does not move. */
static hol_status hold_whole(hol_row_source *source, const hol_support_row *support)
{
  hol_sparse row = {0};
  hol_status status = hol_sparse_add(&row, source->model->own_column[source->part] + support->rigid_dof, 1.0);
  status = status == HOL_OK ? hol_row_add_constraint(source, &row, 1.0, support->name) : status;
  hol_sparse_clear(&row);
  return status;
}

hol_status hol_rows_of_part(hol_row_source *source)
{
  const hol_model *model = source->model;
  const hol_resolved *resolved = &model->resolved[source->part];
  for (size_t k = 0; k < resolved->supports; k++) {
    const hol_support_row *support = &resolved->support[k];
    if (support->at == HOL_SUPPORT_RIGID_DOF) {
      HOL_TRY(hold_whole(source, support));
      continue;
    }
    for (size_t i = model->first_station[source->part]; i < model->first_station[source->part + 1]; i++) {
      HOL_TRY(hold_station(source, support, &model->station[i]));
    }
  }
  return HOL_OK;
}

/** "a ux, b uy (-2)" - the constraints a redundant one follows from. */
static hol_status describe_dependency(hol_layout *layout, const hol_sparse *from, size_t n)
{
  char *text = NULL;
  size_t shown = 0, count = 0;
  for (size_t i = 0; i < from->count; i++) {
    if (fabs(from->value[i]) < 1e-9) {
      continue;
    }
    const hol_constraint *c = &layout->constraint[from->index[i]];
    count++;
    if (shown < 6) {
      char *longer = hol_format("%s%s%s (%s)", text ? text : "", text ? "; " : "", c->name, c->component);
      free(text);
      text = longer;
      shown++;
      if (!text) {
        return HOL_MEMORY;
      }
    }
  }
  if (count > shown) {
    char *longer = hol_format("%s; and %zu more", text, count - shown);
    free(text);
    text = longer;
  }
  if (!text) {
    text = hol_format("%s", "no freedom that is considered");
  }
  layout->constraint[n].depends_on = text;
  return text ? HOL_OK : HOL_MEMORY;
}

/** Rows of the parts themselves come first, so that of two that say the same it is the joint which is redundant. */
static hol_status part_rows(hol_filling *filling)
{
  hol_model *model = filling->model;
  for (size_t i = 0; i < model->problem->part_count; i++) {
    hol_row_source source = {
        .filling = filling, .model = model, .joint = SIZE_MAX, .part = i, .name = model->problem->part[i].name};
    HOL_TRY(hol_rows_of_part(&source));
  }
  return HOL_OK;
}

/** Rows of the joints; stiffness matrices come last. */
static hol_status joint_rows(hol_filling *filling)
{
  hol_model *model = filling->model;
  for (size_t i = 0; i < 2 * model->problem->joint_count; i++) {
    size_t j = i % model->problem->joint_count;
    const hol_joint *joint = &model->problem->joint[j];
    hol_row_source source = {.filling = filling, .model = model, .joint = j, .part = SIZE_MAX, .name = joint->name};
    bool is_next = hol_joint_is_matrix(joint) == (i != j) && !hol_model_releases(model, j);
    HOL_TRY(is_next ? hol_rows_of_joint(&source, joint) : HOL_OK);
  }
  return HOL_OK;
}

hol_status hol_model_constrain(hol_filling *filling)
{
  hol_model *model = filling->model;
  hol_layout *layout = filling->making;
  HOL_TRY(hol_elimination_start(&model->constraints, model->columns));
  model->constraints.like = layout ? NULL : &model->layout->constraints;
  HOL_TRY(part_rows(filling));
  HOL_TRY(joint_rows(filling));
  for (size_t i = 0; layout && i < model->dependency_count; i++) {
    HOL_TRY(describe_dependency(layout, &model->dependency[i].from, model->dependency[i].row));
  }
  return layout ? hol_elimination_pivots(&model->constraints, &layout->constraints) : HOL_OK;
}

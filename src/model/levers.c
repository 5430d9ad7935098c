/* SPDX-License-Identifier: BSD-3-Clause */
/* Joints between distant points: rotations that a weld needs, springs and ties that a rigid-body rotation strains. */
#include "base/memory.h"
#include "base/vector.h"
#include "model/rows.h"

#include <math.h>
#include <stdlib.h>

/* ---- rotations that a weld of some freedoms needs ---------------------------------------------------------------- */

/** Rotation about axis k of the station of an end; SIZE_MAX where it is not considered, or where it is that of a patch,
 *  which the plate has. */
static size_t turning_column(const hol_model *model, const hol_joint_end *end, size_t k)
{
  size_t slot = model->slot[HOL_RX + k];
  return slot == SIZE_MAX || end->rim[0] ? SIZE_MAX : end->station->column + slot;
}

/** How many rows of a weld with named freedoms move a point by a rotation of the first.
 *  @param[in,out] levers  [columns] added to */
static bool count_levers(const hol_model *model, const hol_joint *joint, size_t *levers)
{
  const hol_joint_end first = hol_joint_end_of(model, &joint->point[0]);
  bool found = false;
  for (size_t i = 1; i < joint->point_count; i++) {
    const hol_joint_end other = hol_joint_end_of(model, &joint->point[i]);
    for (size_t f = 0; f < HOL_RX; f++) {
      double d[3] = {f == HOL_UX, f == HOL_UY, f == HOL_UZ}, arm[3], turn[3];
      if (!(joint->freedoms >> f & 1) || model->slot[f] == SIZE_MAX) {
        continue;
      }
      hol_apart(other.at, first.centre, arm);
      hol_cross(arm, d, turn);
      for (size_t k = 0; k < 3; k++) {
        size_t column = turning_column(model, &first, k);
        if (column != SIZE_MAX && fabs(turn[k]) > HOL_SAME_POINT * model->extent) {
          levers[column]++;
          found = true;
        }
      }
    }
  }
  return found;
}

static void mark_row(const hol_sparse *row, bool *used)
{
  for (size_t i = 0; i < row->count; i++) {
    used[row->index[i]] = true;
  }
}

static void mark_effects(const hol_model *model, bool *used)
{
  for (size_t i = 0; i < model->member_count; i++) {
    const hol_member *m = &model->member[i];
    for (size_t k = 0; k < m->stations * m->orders; k++) {
      mark_row(&m->port[k].full, used);
    }
  }
  for (size_t i = 0; i < model->spring_count; i++) {
    mark_row(&model->spring[i].along.full, used);
  }
  for (size_t i = 0; i < model->stiff_count; i++) {
    mark_row(&model->stiff[i].along.full, used);
  }
  for (size_t i = 0; i < model->mass_count; i++) {
    mark_row(&model->mass[i].along.full, used);
  }
}

/** Rotations among the named freedoms of a weld. */
static void mark_named(const hol_model *model, const hol_joint *joint, bool *used)
{
  for (size_t i = 0; i < joint->point_count; i++) {
    const hol_joint_end end = hol_joint_end_of(model, &joint->point[i]);
    for (size_t k = 0; k < 3; k++) {
      size_t column = turning_column(model, &end, k);
      if (joint->freedoms >> (HOL_RX + k) & 1 && column != SIZE_MAX) {
        used[column] = true;
      }
    }
  }
}

/** Elastic joints are among the springs of the model. */
static bool is_rigid(const hol_joint *joint)
{
  return joint->kind != HOL_SPRING && joint->kind != HOL_DASHPOT && joint->kind != HOL_BUSHING &&
         !joint->stiffness_count;
}

/** Rotations held by parts and rigid joints. */
static hol_status mark_rigid(hol_filling *filling, bool *used)
{
  hol_model *model = filling->model;
  const hol_problem *p = model->problem;
  hol_rigid_rows rows = {0};
  hol_status status = HOL_OK;
  for (size_t i = 0; i < p->part_count && status == HOL_OK; i++) {
    hol_row_source source = {.filling = filling, .model = model, .joint = SIZE_MAX, .part = i, .kept = &rows};
    status = hol_rows_of_part(&source);
  }
  for (size_t j = 0; j < p->joint_count && status == HOL_OK; j++) {
    hol_row_source source = {.filling = filling, .model = model, .joint = j, .part = SIZE_MAX, .kept = &rows};
    const hol_joint *joint = &p->joint[j];
    if (hol_model_releases(model, j)) {
      continue;
    }
    if (joint->kind == HOL_WELD && joint->has_freedoms) {
      mark_named(model, joint, used);
    } else if (is_rigid(joint)) {
      status = hol_rows_of_joint(&source, joint);
    }
  }
  for (size_t i = 0; i < rows.count; i++) {
    mark_row(&rows.row[i].row, used);
  }
  hol_rigid_rows_clear(&rows);
  return status;
}

/** A rotation that only levers of the weld use: an error where no body has it, a remark where nothing resists it. */
static hol_status tell_unheld(hol_filling *filling, const hol_joint *joint, size_t k, size_t levers)
{
  const hol_point *first = &joint->point[0];
  const char *name = hol_freedom_name[HOL_RX + k];
  if (filling->model->resolved[first->part].samples == HOL_SAMPLES_STATION) {
    return levers > 1 ? HOL_OK
                      : hol_layout_note(filling->making,
                                        hol_format("%s: nothing but this weld moves %s of `%s`, so that it holds one "
                                                   "displacement less than it names",
                                                   joint->name, name, first->text));
  }
  hol_faults_add(
      filling->faults, true, first->place,
      "name a point first that turns - of a beam, or a body without mass welded there -, or weld all motions",
      "%s: the other points move rigidly with `%s`, which has no %s", joint->name, first->text, name);
  return HOL_OK;
}

static hol_status tell_joint(hol_filling *filling, const hol_joint *joint, const bool *used, size_t *levers)
{
  const hol_model *model = filling->model;
  const hol_joint_end first = hol_joint_end_of(model, &joint->point[0]);
  for (size_t k = 0; k < 3; k++) {
    size_t column = turning_column(model, &first, k);
    if (column != SIZE_MAX && levers[column] && !used[column]) {
      HOL_TRY(tell_unheld(filling, joint, k, levers[column]));
      levers[column] = 0; /* once */
    }
  }
  return HOL_OK;
}

/** Is a joint a weld of some freedoms? */
static bool is_partial_weld(const hol_model *model, size_t joint)
{
  const hol_joint *of = &model->problem->joint[joint];
  return of->kind == HOL_WELD && of->has_freedoms && !hol_model_releases(model, joint);
}

static hol_status check_levers(hol_filling *filling, size_t *levers, bool *used)
{
  const hol_problem *p = filling->model->problem;
  bool found = false;
  for (size_t j = 0; j < p->joint_count; j++) {
    const hol_joint *joint = &p->joint[j];
    found |= is_partial_weld(filling->model, j) && count_levers(filling->model, joint, levers);
  }
  if (!found) {
    return HOL_OK;
  }
  mark_effects(filling->model, used);
  HOL_TRY(mark_rigid(filling, used));
  for (size_t j = 0; j < p->joint_count; j++) {
    const hol_joint *joint = &p->joint[j];
    HOL_TRY(is_partial_weld(filling->model, j) ? tell_joint(filling, joint, used, levers) : HOL_OK);
  }
  return HOL_OK;
}

hol_status hol_model_check_levers(hol_filling *filling)
{
  size_t errors = filling->faults->errors, *levers = hol_alloc(filling->model->columns, sizeof *levers);
  bool *used = hol_alloc(filling->model->columns, sizeof *used);
  hol_status status = levers && used ? check_levers(filling, levers, used) : HOL_MEMORY;
  free(levers);
  free(used);
  return status == HOL_OK && filling->faults->errors > errors ? HOL_INVALID : status;
}

/* ---- equations that turning the whole does not fulfil ------------------------------------------------------------ */

/** Does a joint compare components of two points as they are, along one direction? */
static bool compares(const hol_joint *joint, double d[3])
{
  bool is_one = joint->kind == HOL_TIE || joint->kind == HOL_DASHPOT ||
                (joint->kind == HOL_SPRING && joint->stiffness_count == 1);
  bool turns = joint->rotation || joint->freedom >= HOL_RX;
  for (size_t k = 0; k < 3; k++) {
    d[k] = joint->freedom < 0 ? joint->direction[k] : (size_t)joint->freedom == k;
  }
  return is_one && joint->point_count == 2 && !turns && hol_length(d) > 0;
}

/** Would a rotation that is considered move two points differently along d? */
static bool is_strained(const hol_model *model, const hol_joint *joint, const double d[3])
{
  const hol_joint_end a = hol_joint_end_of(model, &joint->point[0]), b = hol_joint_end_of(model, &joint->point[1]);
  double arm[3], turn[3], limit = 1e-6 * model->extent * hol_length(d);
  bool is = false;
  hol_apart(b.at, a.at, arm);
  hol_cross(arm, d, turn);
  for (size_t k = 0; k < 3; k++) { /* a turn about k moves what is considered, or it is no motion of the structure */
    bool moves = model->slot[HOL_RX + k] != SIZE_MAX && model->slot[(k + 1) % 3] != SIZE_MAX &&
                 model->slot[(k + 2) % 3] != SIZE_MAX;
    is |= moves && fabs(turn[k]) > limit;
  }
  return is;
}

/** Is all that a joint says said by others? */
static bool is_redundant(const hol_layout *layout, size_t joint)
{
  bool has_any = false, is = true;
  for (size_t i = 0; i < layout->constraint_count; i++) {
    if (layout->constraint[i].joint == joint) {
      has_any = true;
      is = is && layout->constraint[i].redundant;
    }
  }
  return has_any && is;
}

hol_status hol_model_warn_rotation(const hol_model *model, hol_layout *layout)
{
  enum { NAMED = 3 };
  const hol_problem *p = model->problem;
  hol_text names = {0};
  size_t count = 0;
  bool has_tie = false;
  for (size_t j = 0; j < p->joint_count; j++) {
    const hol_joint *joint = &p->joint[j];
    double d[3];
    if (!compares(joint, d) || !is_strained(model, joint, d) || is_redundant(layout, j)) {
      continue;
    }
    if (count++ < NAMED) {
      hol_text_add(&names, "%s%s", names.size ? "; " : "", joint->name);
    }
    has_tie |= joint->kind == HOL_TIE && !joint->stiffness_count;
  }
  hol_status status = names.failed ? HOL_MEMORY : HOL_OK;
  if (count > NAMED) {
    hol_text_add(&names, " and %zu more", count - NAMED);
  }
  if (count && status == HOL_OK) {
    status = hol_layout_note(layout, hol_format("between points apart, turning the whole strains %s; %s does not: %s",
                                                count > 1 ? "these" : "this",
                                                has_tie ? "a `weld` with `freedoms`" : "a `bushing`",
                                                names.data ? names.data : ""));
  }
  hol_text_clear(&names);
  return status;
}

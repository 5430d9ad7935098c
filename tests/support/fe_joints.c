/* SPDX-License-Identifier: BSD-3-Clause */
#include "fe_model.h"

#include <math.h>
#include <string.h>

/** form += factor × (displacement or rotation of a point along a direction). */
static void along(fe_model *model, const hol_point *point, size_t offset, const real direction[3], real factor,
                  fe_form *form)
{
  const size_t station = fe_model_station(model, point);
  fe_model_component(model, point->part, station, offset, direction, factor, form);
  for (size_t k = 0; k < 3 && offset == 0; k++) { /* d·(θ × offset) = θ·(offset × d) */
    size_t a = (k + 1) % 3, b = (k + 2) % 3;
    real axis[3] = {k == 0, k == 1, k == 2};
    const real arm = (real)point->offset[a] * direction[b] - (real)point->offset[b] * direction[a];
    if (real_abs(arm) > 0) {
      fe_model_component(model, point->part, station, HOL_RX, axis, factor * arm, form);
    }
  }
}

/** Where a joint takes hold of a point. */
static void position(const fe_model *model, const hol_point *point, real at[3])
{
  fe_model_position(model, point, at);
  for (size_t k = 0; k < 3; k++) {
    at[k] += point->offset[k];
  }
}

static void freedom_of(fe_model *model, const hol_point *point, size_t freedom, real factor, fe_form *form)
{
  real unit[3] = {0};
  unit[freedom % 3] = 1;
  along(model, point, freedom >= HOL_RX ? HOL_RX : 0, unit, factor, form);
}

static void unit_of(const double direction[3], real unit[3])
{
  real size = 0;
  for (size_t k = 0; k < 3; k++) {
    size += (real)direction[k] * (real)direction[k];
  }
  for (size_t k = 0; k < 3; k++) {
    unit[k] = (real)direction[k] / real_sqrt(size);
  }
}

/** A joint may move as a rigid massless thing of its own: three displacements and three rotations of its first
 *  point. */
typedef struct link {
  size_t unknown[HOL_FREEDOM_COUNT];
  real at[3];
} link;

static link new_link(fe_model *model, const hol_point *first)
{
  link l;
  for (size_t f = 0; f < HOL_FREEDOM_COUNT; f++) {
    l.unknown[f] = fe_model_has(model, f) ? model->unknowns++ : SIZE_MAX;
  }
  position(model, first, l.at);
  return l;
}

/** form -= displacement (offset 0) or rotation (offset 3) along d of the link at the place `at`. */
static void less_link(fe_model *model, const link *l, const real at[3], size_t offset, const real d[3], fe_form *form)
{
  for (size_t k = 0; k < 3; k++) {
    if (fe_model_has(model, offset + k)) {
      fe_form_add(model, form, l->unknown[offset + k], -d[k]);
    }
    /* θ × arm along d is θ·(arm × d); arms within the rounding of the coordinates are none */
    size_t a = (k + 1) % 3, b = (k + 2) % 3;
    const real moment = (at[a] - l->at[a]) * d[b] - (at[b] - l->at[b]) * d[a];
    if (offset == 0 && fe_model_has(model, HOL_RX + k) && real_abs(moment) > 1e-13L) {
      fe_form_add(model, form, l->unknown[HOL_RX + k], -moment);
    }
  }
}

/** The link moves with the first point, and every other point with the link: along the three `axes` (rows) whose
 *  bits 0..2 are set in `held`, and about those whose bits 3..5 are. */
static void follow(fe_model *model, const hol_joint *joint, const real *axes, unsigned held)
{
  const link l = new_link(model, &joint->point[0]);
  for (size_t i = 0; i < joint->point_count; i++) {
    const hol_point *point = &joint->point[i];
    real at[3];
    position(model, point, at);
    for (size_t f = 0; f < HOL_FREEDOM_COUNT; f++) {
      size_t offset = f >= HOL_RX ? HOL_RX : 0;
      if (i > 0 && !(held >> f & 1u)) {
        continue;
      }
      fe_form form = {0};
      along(model, point, offset, axes + 3 * (f % 3), 1, &form);
      less_link(model, &l, at, offset, axes + 3 * (f % 3), &form);
      *fe_model_row(model) = form;
    }
  }
}

static const real global_axes[9] = {1, 0, 0, 0, 1, 0, 0, 0, 1};

/** A direction and two across it. */
static void axes_of(const double direction[3], real axes[3][3])
{
  unit_of(direction, axes[0]);
  size_t least = 0;
  for (size_t k = 1; k < 3; k++) {
    least = real_abs(axes[0][k]) < real_abs(axes[0][least]) ? k : least;
  }
  real size = 0;
  for (size_t k = 0; k < 3; k++) {
    axes[1][k] = (k == least) - axes[0][least] * axes[0][k];
    size += axes[1][k] * axes[1][k];
  }
  for (size_t k = 0; k < 3; k++) {
    axes[1][k] /= real_sqrt(size);
  }
  for (size_t k = 0; k < 3; k++) {
    size_t a = (k + 1) % 3, b = (k + 2) % 3;
    axes[2][k] = axes[0][a] * axes[1][b] - axes[0][b] * axes[1][a];
  }
}

/** Free along the direction: hold two directions across it and the rotations. */
static void slide(fe_model *model, const hol_joint *joint)
{
  real axes[3][3];
  axes_of(joint->direction, axes);
  follow(model, joint, axes[0], 0x3e);
}

/** Hold all displacements, and the rotations across the axis if there is one. */
static void hinge(fe_model *model, const hol_joint *joint)
{
  real axes[3][3] = {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}};
  if (joint->has_direction) {
    axes_of(joint->direction, axes);
  }
  follow(model, joint, axes[0], joint->has_direction ? 0x37 : 0x07);
}

/** Hold all displacements, and the rotation about what is across both axes. */
static void universal(fe_model *model, const hol_joint *joint)
{
  real first[3], second[3], axes[3][3] = {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}};
  unit_of(joint->direction, first);
  unit_of(joint->second, second);
  const double normal[3] = {(double)(first[1] * second[2] - first[2] * second[1]),
                            (double)(first[2] * second[0] - first[0] * second[2]),
                            (double)(first[0] * second[1] - first[1] * second[0])};
  axes_of(normal, axes);
  follow(model, joint, axes[0], 0x0f);
}

static void hold(fe_model *model, const hol_joint *joint, hol_freedoms freedoms)
{
  for (size_t i = 0; i < joint->point_count; i++) {
    for (size_t f = 0; f < HOL_FREEDOM_COUNT; f++) {
      if (freedoms >> f & 1u) {
        fe_form form = {0};
        freedom_of(model, &joint->point[i], f, 1, &form);
        *fe_model_row(model) = form;
      }
    }
  }
}

/** A scalar form that must vanish, or has a spring on it. */
static void restrain(fe_model *model, const fe_form *form, real stiffness)
{
  if (!(stiffness > 0)) {
    *fe_model_row(model) = *form;
    return;
  }
  fe_element *element = fe_model_element(model, 1, false);
  element->end[0] = *form;
  element->K[0] = stiffness;
}

/** Component of the first point, less that of the second. */
static void scalar(fe_model *model, const hol_joint *joint)
{
  fe_form form = {0};
  real unit[3];
  for (size_t i = 0; i < joint->point_count && i < 2; i++) {
    const real sign = i ? -1 : 1;
    if (joint->freedom >= 0) {
      freedom_of(model, &joint->point[i], (size_t)joint->freedom, sign, &form);
    } else {
      unit_of(joint->direction, unit);
      along(model, &joint->point[i], joint->rotation ? HOL_RX : 0, unit, sign, &form);
    }
  }
  restrain(model, &form, joint->stiffness_count ? (real)joint->stiffness[0] : 0);
}

/** Both points move alike along the line between them; of a spring up to its force. */
static void distance(fe_model *model, const hol_joint *joint)
{
  fe_form form = {0};
  real first[3], second[3], unit[3], size = 0;
  position(model, &joint->point[0], first);
  position(model, &joint->point[1], second);
  for (size_t k = 0; k < 3; k++) {
    size += (first[k] - second[k]) * (first[k] - second[k]);
  }
  for (size_t k = 0; k < 3; k++) {
    unit[k] = (first[k] - second[k]) / real_sqrt(size);
  }
  along(model, &joint->point[0], 0, unit, 1, &form);
  along(model, &joint->point[1], 0, unit, -1, &form);
  restrain(model, &form, joint->stiffness_count ? (real)joint->stiffness[0] : 0);
}

/** In a plane: the place where the disk touches is at rest, u + r θ x n = 0 with n the normal. */
static void roll(fe_model *model, const hol_joint *joint)
{
  const real r = (real)model->problem->part[joint->point[0].part].value[HOL_P_RADIUS];
  real n[3];
  unit_of(joint->direction, n);
  if (model->problem->dimensions != 2) {
    model->fault = "a disk that rolls in space";
    return;
  }
  for (size_t k = 0; k < 2; k++) {
    fe_form form = {0};
    freedom_of(model, &joint->point[0], k, 1, &form);
    freedom_of(model, &joint->point[0], HOL_RZ, k ? -r * n[0] : r * n[1], &form);
    *fe_model_row(model) = form;
  }
}

/** Displacements held, and rotations across an axis if there is one. */
static void pin(fe_model *model, const hol_joint *joint)
{
  real axes[3][3];
  hold(model, joint, HOL_TRANSLATIONS);
  if (joint->has_direction) {
    axes_of(joint->direction, axes);
    for (size_t k = 1; k < 3; k++) {
      fe_form form = {0};
      along(model, &joint->point[0], HOL_RX, axes[k], 1, &form);
      *fe_model_row(model) = form;
    }
  }
}

/** A matrix of stiffness over the considered freedoms of a, then of b. */
static void matrix(fe_model *model, const hol_joint *joint)
{
  size_t freedoms = 0, end = 0;
  for (size_t f = 0; f < HOL_FREEDOM_COUNT; f++) {
    freedoms += fe_model_has(model, f);
  }
  size_t ends = freedoms * joint->point_count;
  if (ends * ends != joint->stiffness_count) {
    model->fault = "size of a stiffness matrix";
    return;
  }
  fe_element *element = fe_model_element(model, ends, false);
  for (size_t i = 0; i < joint->point_count; i++) {
    for (size_t f = 0; f < HOL_FREEDOM_COUNT; f++) {
      if (fe_model_has(model, f)) {
        freedom_of(model, &joint->point[i], f, 1, &element->end[end++]);
      }
    }
  }
  for (size_t k = 0; k < ends * ends; k++) {
    element->K[k] = joint->stiffness[k];
  }
}

static void gear(fe_model *model, const hol_joint *joint)
{
  fe_form form = {0};
  real unit[3];
  unit_of(joint->direction, unit);
  along(model, &joint->point[0], HOL_RX, unit, 1, &form);
  unit_of(joint->has_second ? joint->second : joint->direction, unit);
  along(model, &joint->point[1], HOL_RX, unit, -(real)joint->ratio, &form);
  restrain(model, &form, joint->stiffness_count ? (real)joint->stiffness[0] : 0);
}

/** Axes of something that lies along a direction, as of a member. */
static void frame_of(const hol_joint *joint, real axes[3][3])
{
  real up[3] = {0, 1, 0}, along = 0, size = 0;
  unit_of(joint->direction, axes[0]);
  if (joint->has_second) {
    unit_of(joint->second, up);
  } else if (real_abs(axes[0][0]) + real_abs(axes[0][1]) > 1e-9L) {
    up[0] = -axes[0][1];
    up[1] = axes[0][0];
  }
  for (size_t k = 0; k < 3; k++) {
    along += up[k] * axes[0][k];
  }
  for (size_t k = 0; k < 3; k++) {
    axes[1][k] = up[k] - along * axes[0][k];
    size += axes[1][k] * axes[1][k];
  }
  for (size_t k = 0; k < 3; k++) {
    axes[1][k] /= real_sqrt(size);
  }
  for (size_t k = 0; k < 3; k++) {
    size_t a = (k + 1) % 3, b = (k + 2) % 3;
    axes[2][k] = axes[0][a] * axes[1][b] - axes[0][b] * axes[1][a];
  }
}

/** Springs between the first point and a link that moves with the second. */
static void bushing(fe_model *model, const hol_joint *joint)
{
  link l = {{0}, {0}};
  real axes[3][3] = {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}};
  if (joint->has_direction) {
    frame_of(joint, axes);
  }
  position(model, &joint->point[0], l.at);
  if (joint->point_count > 1) {
    real at[3];
    l = new_link(model, &joint->point[0]);
    position(model, &joint->point[1], at);
    for (size_t f = 0; f < HOL_FREEDOM_COUNT; f++) {
      fe_form form = {0};
      freedom_of(model, &joint->point[1], f, 1, &form);
      less_link(model, &l, at, f < HOL_RX ? 0 : HOL_RX, global_axes + 3 * (f % 3), &form);
      *fe_model_row(model) = form;
    }
  }
  for (size_t f = 0, i = 0; f < HOL_FREEDOM_COUNT; f++) {
    if (fe_model_has(model, f) && joint->stiffness[i++] > 0) {
      fe_form form = {0};
      along(model, &joint->point[0], f < HOL_RX ? 0 : HOL_RX, axes[f % 3], 1, &form);
      if (joint->point_count > 1) {
        less_link(model, &l, l.at, f < HOL_RX ? 0 : HOL_RX, axes[f % 3], &form);
      }
      restrain(model, &form, joint->stiffness[i - 1]);
    }
  }
}

static void general(fe_model *model, const hol_joint *joint)
{
  fe_form form = {0};
  for (size_t i = 0; i < joint->term_count; i++) {
    const hol_term *term = &joint->term[i];
    real unit[3];
    if (term->freedom >= 0) {
      freedom_of(model, &term->point, (size_t)term->freedom, term->coefficient, &form);
    } else {
      unit_of(term->direction, unit);
      along(model, &term->point, 0, unit, term->coefficient, &form);
    }
  }
  restrain(model, &form, joint->compliance > 0 ? 1 / (real)joint->compliance : 0);
}

static void join(fe_model *model, const hol_joint *joint)
{
  switch (joint->kind) {
  case HOL_WELD:
    follow(model, joint, global_axes, joint->has_freedoms ? joint->freedoms : 0x3f);
    break;
  case HOL_HINGE:
  case HOL_BALL:
    hinge(model, joint);
    break;
  case HOL_UNIVERSAL:
    universal(model, joint);
    break;
  case HOL_FIX:
    hold(model, joint, joint->has_freedoms ? joint->freedoms : HOL_TRANSLATIONS | HOL_ROTATIONS);
    break;
  case HOL_PIN:
    pin(model, joint);
    break;
  case HOL_SLIDE:
    slide(model, joint);
    break;
  case HOL_ROLLER:
  case HOL_SPRING:
  case HOL_TIE:
    if (joint->has_length) {
      distance(model, joint);
    } else if (joint->stiffness_count > 1) {
      matrix(model, joint);
    } else {
      scalar(model, joint);
    }
    break;
  case HOL_DISTANCE:
    distance(model, joint);
    break;
  case HOL_ROLL:
    roll(model, joint);
    break;
  case HOL_DRIVE:   /* of large motion alone */
  case HOL_DASHPOT: /* what loses no energy does not know it */
    break;
  case HOL_GEAR:
    gear(model, joint);
    break;
  case HOL_BUSHING:
    bushing(model, joint);
    break;
  case HOL_CONSTRAINT:
    general(model, joint);
    break;
  }
}

void fe_joints_collect(fe_model *model)
{
  for (size_t j = 0; j < model->problem->joint_count && !model->fault; j++) {
    join(model, &model->problem->joint[j]);
  }
}

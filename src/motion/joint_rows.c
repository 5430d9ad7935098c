/* SPDX-License-Identifier: BSD-3-Clause */
/* Rows of joints in large motion, and what their multipliers do to the parts that they join.
 *
 * A row is what the first part has less what the other has: its multiplier is the force on the first, or the moment, as
 * reactions of joints are in the linear results. */
#include "base/memory.h"
#include "base/vector.h"
#include "motion/body.h"
#include "parts/rigid.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

static const hol_dimension none = {0}, length = {.length = 1}, speed = {.length = 1, .time = -1};

/** Directions nearer than that to one another, as the sine of their angle, are one; so are points, over the extent. */
static const double parallel = 1e-6;

/** Two points that a joint joins, one of its points and the first, at the same place; or the first and the ground. */
typedef struct pair {
  hol_assembly *a;
  const hol_joint *joint;
  size_t number;                 /**< of the joint */
  const hol_body *first, *other; /**< other NULL: the ground */
  hol_material_point on_first, on_other;
  const char *of; /**< text of the other point where there are more than two; else NULL */
} pair;

/* ---- rows -------------------------------------------------------------------------------------------------------- */

static char *row_name(const pair *p, const char *component)
{
  return hol_format(p->of ? "%s %s of %s" : "%s %s", p->joint->name, component, p->of ? p->of : "");
}

static void add_record(pair *p, size_t row, const hol_body *body, hol_vector at, hol_vector force, hol_vector moment)
{
  hol_assembly *a = p->a;
  hol_motion_joint_forces *all = a->forces;
  if (!all || !body || row == SIZE_MAX) {
    return;
  }
  if (!hol_grow(&all->item, &all->capacity, all->count + 1, sizeof *all->item)) {
    a->steps.status = HOL_MEMORY;
    return;
  }
  hol_motion_joint_force *item = &all->item[all->count++];
  *item = (hol_motion_joint_force){.joint = p->number, .part = body->part, .constraint = row};
  memcpy(item->at, at.c, sizeof item->at);
  memcpy(item->force, force.c, sizeof item->force);
  memcpy(item->moment, moment.c, sizeof item->moment);
}

static hol_vector opposite(pair *p, hol_vector v)
{
  return hol_steps_apart(&p->a->steps, (hol_vector){{0}}, v);
}

/** A row whose multiplier is a force along a vector, that acts on both at the place of the other. */
static void press_row(pair *p, const char *component, hol_step equation, hol_vector force)
{
  hol_steps *s = &p->a->steps;
  size_t row = hol_assembly_row(p->a, row_name(p, component), equation, 0, length, p->joint->place);
  hol_vector arm = hol_steps_apart(s, p->on_other.at, p->on_first.at);
  add_record(p, row, p->first, p->on_first.at, force, hol_steps_cross(s, arm, force));
  add_record(p, row, p->other, p->on_other.at, opposite(p, force), (hol_vector){{0}});
}

/** A row whose multiplier is a moment about a vector. */
static void twist_row(pair *p, const char *component, hol_step equation, hol_vector moment)
{
  size_t row = hol_assembly_row(p->a, row_name(p, component), equation, 0, none, p->joint->place);
  add_record(p, row, p->first, p->on_first.at, (hol_vector){{0}}, moment);
  add_record(p, row, p->other, p->on_other.at, (hol_vector){{0}}, opposite(p, moment));
}

/** Displacements along the axes of the file are shared. */
static void share_place(pair *p, hol_freedoms freedoms)
{
  hol_steps *s = &p->a->steps;
  for (size_t k = 0; k < p->a->problem->dimensions; k++) {
    const double axis[3] = {k == 0, k == 1, k == 2};
    if (freedoms >> (HOL_UX + k) & 1u) {
      hol_step apart = hol_steps_difference(s, p->on_first.at.c[k], p->on_other.at.c[k]);
      hol_vector direction = hol_steps_vector(s, axis, none);
      size_t row = hol_assembly_row(p->a, row_name(p, hol_freedom_name[HOL_UX + k]), apart, 0, length, p->joint->place);
      add_record(p, row, p->first, p->on_first.at, direction, (hol_vector){{0}});
      add_record(p, row, p->other, p->on_other.at, opposite(p, direction), (hol_vector){{0}});
    }
  }
}

/** In a plane: the angle of the first less that of the other, with `start` what it is at the start. */
static hol_step angle_between(hol_assembly *a, const hol_body *first, const hol_body *other)
{
  hol_steps *s = &a->steps;
  double start = (first && first->turns ? first->angle : 0) - (other && other->turns ? other->angle : 0);
  hol_step angle = hol_steps_difference(s, first ? first->turned : 0, other ? other->turned : 0);
  return hol_steps_difference(s, angle, hol_steps_number(s, start, none));
}

static void share_angle(pair *p)
{
  static const double z[3] = {0, 0, 1};
  twist_row(p, "rz", angle_between(p->a, p->first, p->other), hol_steps_vector(&p->a->steps, z, none));
}

/** In space: no turn about n, which is normal to w. With w fixed in the other and w x n in the first they stay normal,
 *  and the multiplier is the moment about their normal, (w x n) x w = n. */
static void share_turn(pair *p, const char *component, const double w[3], const double n[3])
{
  hol_steps *s = &p->a->steps;
  double across[3];
  hol_cross(w, n, across);
  hol_vector v = hol_material_vector(p->a, p->first, across), u = hol_material_vector(p->a, p->other, w);
  twist_row(p, component, hol_steps_dot(s, v, u), hol_steps_cross(s, v, u));
}

static void share_axes(pair *p)
{
  static const double axis[3][3] = {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}};
  if (p->a->is_plane) {
    share_angle(p);
    return;
  }
  for (size_t k = 0; k < 3; k++) {
    share_turn(p, hol_freedom_name[HOL_RX + k], axis[(k + 2) % 3], axis[k]);
  }
}

/** Two unit vectors normal to a unit vector, right-handed with it, each as near as can be to an axis of the file. */
static void find_normals(const double d[3], double n[2][3])
{
  size_t along = 0;
  for (size_t k = 1; k < 3; k++) {
    along = fabs(d[k]) > fabs(d[along]) ? k : along;
  }
  double size, x[3] = {0};
  x[(along + 1) % 3] = 1;
  double share = hol_dot(3, x, d);
  for (size_t k = 0; k < 3; k++) {
    n[0][k] = x[k] - share * d[k];
  }
  size = hol_length(n[0]);
  hol_scale(3, 1 / size, n[0]);
  hol_cross(d, n[0], n[1]);
}

static void say_about(const double n[3], char text[96])
{
  snprintf(text, 96, "about (%.6g, %.6g, %.6g)", n[0], n[1], n[2]);
  for (size_t k = 0; k < 3; k++) {
    if (n[k] > 1 - parallel * parallel) {
      snprintf(text, 96, "%s", hol_freedom_name[HOL_RX + k]);
    }
  }
}

static void unit_of(const double direction[3], double d[3])
{
  double size = hol_length(direction);
  for (size_t k = 0; k < 3; k++) {
    d[k] = direction[k] / size;
  }
}

/** The axis fixed in the other stays that of the first. */
static void share_axis(pair *p, const double axis[3])
{
  double d[3], n[2][3];
  char text[96];
  unit_of(axis, d);
  find_normals(d, n);
  for (size_t i = 0; i < 2; i++) {
    say_about(n[i], text);
    share_turn(p, text, d, n[i]);
  }
}

/* ---- drives ------------------------------------------------------------------------------------------------------ */

/** What a drive says of a joint, a step over time; 0: it has none. */
static hol_step drive_of(const pair *p)
{
  return p->a->drive ? p->a->drive[p->number] : 0;
}

/** The other turns by phi(t) about an axis of the first. In space p, fixed in the other, stays normal to q fixed in the
 *  first and turned by phi. */
static void drive_turn(pair *p, const double axis[3])
{
  hol_assembly *a = p->a;
  hol_steps *s = &a->steps;
  hol_step phi = p->other ? drive_of(p) : hol_steps_difference(s, 0, drive_of(p)); /* the ground does not turn */
  double d[3] = {0, 0, 1}, n[2][3];
  if (!phi) {
    return;
  }
  if (a->is_plane) {
    hol_step turn = hol_steps_sum(s, angle_between(a, p->first, p->other), phi);
    twist_row(p, "motion", turn, hol_steps_vector(s, d, none));
    return;
  }
  unit_of(axis, d);
  find_normals(d, n);
  hol_vector x = hol_material_vector(a, p->first, n[0]), y = hol_material_vector(a, p->first, n[1]),
             turned = hol_material_vector(a, p->other, n[0]);
  hol_step cosine = hol_steps_function(s, "cos", phi), sine = hol_steps_function(s, "sin", phi);
  hol_vector q = hol_steps_apart(s, hol_steps_scaled(s, sine, x), hol_steps_scaled(s, cosine, y));
  twist_row(p, "motion", hol_steps_dot(s, q, turned), hol_steps_cross(s, q, turned));
}

/* ---- kinds of joints --------------------------------------------------------------------------------------------- */

static void refuse(hol_assembly *a, const hol_joint *joint, const char *why)
{
  hol_faults_add(a->faults, true, joint->place,
                 "weld, hinge, ball, universal, slide, fix, pin, roller, distance, spring",
                 "`%s` is defined for small motions alone: %s", joint->name, why);
}

/** Points of a joint that must coincide. */
static bool check_together(pair *p, const double first[3], const double other[3], hol_place place)
{
  double apart = hol_distance(first, other);
  if (apart <= parallel * p->a->extent) {
    return true;
  }
  hol_faults_add(p->a->faults, true, place, "it needs points that coincide; `weld` is a rigid link, `distance` a rod",
                 "%s joins points that are %.6g m apart", p->joint->name, apart);
  return false;
}

/** Displacements are held that are named; of rotations all, or the two that keep an axis parallel. */
static void fix(pair *p)
{
  static const double axis[3][3] = {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}};
  hol_freedoms held = p->joint->has_freedoms ? p->joint->freedoms : HOL_TRANSLATIONS | HOL_ROTATIONS,
               turns = p->a->problem->freedoms & HOL_ROTATIONS, held_turns = held & turns, left = turns & ~held;
  share_place(p, held);
  if (held_turns == 0) {
    return;
  }
  if (left == 0) {
    share_axes(p);
    return;
  }
  for (size_t k = 0; k < 3; k++) {
    if (left == 1u << (HOL_RX + k)) {
      share_axis(p, axis[k]);
      return;
    }
  }
  refuse(p->a, p->joint, "one rotation held by itself depends on the order of the others");
}

static void roller(pair *p)
{
  hol_steps *s = &p->a->steps;
  double d[3];
  unit_of(p->joint->direction, d);
  hol_vector direction = hol_steps_vector(s, d, none), apart = hol_steps_apart(s, p->on_first.at, p->on_other.at);
  hol_step along = hol_steps_difference(s, hol_steps_dot(s, direction, apart), drive_of(p));
  size_t row = hol_assembly_row(p->a, row_name(p, "along"), along, 0, length, p->joint->place);
  add_record(p, row, p->first, p->on_first.at, direction, (hol_vector){{0}});
}

static void universal(pair *p)
{
  hol_steps *s = &p->a->steps;
  double first[3], second[3];
  share_place(p, HOL_TRANSLATIONS);
  unit_of(p->joint->direction, first);
  unit_of(p->joint->second, second);
  hol_vector v = hol_material_vector(p->a, p->first, first), u = hol_material_vector(p->a, p->other, second);
  hol_step start = hol_steps_number(s, hol_dot(3, first, second), none);
  twist_row(p, "about both normals", hol_steps_difference(s, hol_steps_dot(s, v, u), start), hol_steps_cross(s, v, u));
}

/** Across a direction fixed in the first nothing moves; along it what a drive says. */
static void slide(pair *p)
{
  hol_steps *s = &p->a->steps;
  double d[3], n[2][3];
  static const char *const across[] = {"across", "across also"};
  unit_of(p->joint->direction, d);
  find_normals(d, n);
  hol_vector apart = hol_steps_apart(s, p->on_first.at, p->on_other.at);
  for (size_t i = 0; i < 2; i++) {
    hol_vector v = hol_material_vector(p->a, p->first, n[i]);
    bool is_plane_normal = p->a->is_plane && fabs(n[i][2]) > 1 - parallel;
    if (!is_plane_normal) {
      press_row(p, across[i], hol_steps_dot(s, v, apart), v);
    }
  }
  share_axes(p);
  if (drive_of(p)) {
    hol_vector v = hol_material_vector(p->a, p->first, d);
    press_row(p, "motion", hol_steps_sum(s, hol_steps_dot(s, v, apart), drive_of(p)), v);
  }
}

/** (r² - l²)/(2 l) with r the distance: degree 2, and its multiplier is the thrust in the rod. */
static void distance(pair *p, const double first[3], const double other[3])
{
  hol_steps *s = &p->a->steps;
  double apart = hol_distance(first, other);
  if (!(apart > parallel * p->a->extent)) {
    hol_faults_add(p->a->faults, true, p->joint->place, "`ball` joins points at one place",
                   "`%s` joins points that coincide", p->joint->name);
    return;
  }
  hol_step size = drive_of(p) ? drive_of(p) : hol_steps_number(s, apart, length);
  hol_vector line = hol_steps_apart(s, p->on_first.at, p->on_other.at);
  hol_step excess = hol_steps_difference(s, hol_steps_dot(s, line, line), hol_steps_product(s, size, size)),
           twice = hol_steps_product(s, hol_steps_number(s, 2, none), size), row = hol_steps_quotient(s, excess, twice),
           inverse = hol_steps_quotient(s, hol_steps_number(s, 1, none), size);
  size_t number = hol_assembly_row(p->a, row_name(p, "along"), row, 0, length, p->joint->place);
  hol_vector thrust = hol_steps_scaled(s, inverse, line);
  add_record(p, number, p->first, p->on_first.at, thrust, (hol_vector){{0}});
  add_record(p, number, p->other, p->on_other.at, opposite(p, thrust), (hol_vector){{0}});
}

/** The first turns `ratio` times as fast as the second: of angles, in a plane. */
static void gear(pair *p)
{
  static const double z[3] = {0, 0, 1};
  hol_assembly *a = p->a;
  hol_steps *s = &a->steps;
  if (!a->is_plane) {
    refuse(a, p->joint, "turns are counted in a plane alone");
    return;
  }
  double sign = p->joint->has_second && p->joint->second[2] * p->joint->direction[2] < 0 ? -1 : 1;
  hol_step ratio = hol_steps_number(s, sign * p->joint->ratio, none),
           second = hol_steps_product(s, ratio, angle_between(a, p->other, NULL)),
           apart = hol_steps_difference(s, angle_between(a, p->first, NULL), second);
  if (p->joint->stiffness_count) {
    hol_dimension stiff = {.length = 2, .mass = 1, .time = -2};
    hol_step half = hol_steps_number(s, p->joint->stiffness[0] / 2, stiff);
    hol_assembly_store(a, hol_steps_product(s, half, hol_steps_product(s, apart, apart)));
    return;
  }
  hol_vector axis = hol_steps_vector(s, z, none);
  size_t row = hol_assembly_row(a, row_name(p, "rz"), apart, 0, none, p->joint->place);
  add_record(p, row, p->first, p->on_first.at, (hol_vector){{0}}, axis);
  add_record(p, row, p->other, p->on_other.at, (hol_vector){{0}}, opposite(p, hol_steps_scaled(s, ratio, axis)));
}

/* ---- rolling ----------------------------------------------------------------------------------------------------- */

/** In a plane: the centre stays at its radius from the line, and moves along it as the disk turns. */
static void roll_plane(pair *p, const double n[3], double radius)
{
  hol_assembly *a = p->a;
  hol_steps *s = &a->steps;
  const double t[3] = {n[1], -n[0], 0}, z[3] = {0, 0, 1};
  hol_vector normal = hol_steps_vector(s, n, none), along = hol_steps_vector(s, t, none),
             axis = hol_steps_vector(s, z, none);
  hol_step height = hol_steps_number(s, hol_dot(3, n, p->first->at), length), r = hol_steps_number(s, radius, length);
  hol_step apart = hol_steps_difference(s, hol_steps_dot(s, normal, p->first->centre), height),
           slip = hol_steps_sum(s, hol_steps_dot(s, along, p->first->centre_rate),
                                hol_steps_product(s, r, p->first->turning));
  size_t row = hol_assembly_row(a, row_name(p, "contact"), apart, 0, length, p->joint->place);
  add_record(p, row, p->first, p->first->centre, normal, (hol_vector){{0}});
  row = hol_assembly_row(a, row_name(p, "rolling"), slip, 1, speed, p->joint->place);
  add_record(p, row, p->first, p->first->centre, along, hol_steps_scaled(s, r, axis));
}

/** In space: with w the axis of the disk and s = |n - (n·w) w| the lowest point is r e off the centre, e = -(n - (n·w)
 *  w)/s; it keeps its height, n·centre - r s, and its velocity along the plane is 0. */
static void roll_space(pair *p, const double n[3], const double w[3], double radius)
{
  hol_assembly *a = p->a;
  hol_steps *s = &a->steps;
  double t[2][3], share = hol_dot(3, n, w), steepness = sqrt(fmax(0, 1 - share * share));
  static const char *const word[] = {"rolling", "rolling across"};
  hol_vector normal = hol_steps_vector(s, n, none), axis = hol_material_vector(a, p->first, w);
  hol_step along = hol_steps_dot(s, normal, axis), minus = hol_steps_difference(s, 0, along);
  hol_vector up = hol_steps_add_scaled(s, normal, minus, axis);
  hol_step size = hol_steps_function(s, "sqrt", hol_steps_dot(s, up, up)), r = hol_steps_number(s, radius, length);
  hol_step apart = hol_steps_difference(s, hol_steps_dot(s, normal, p->first->centre), hol_steps_product(s, r, size)),
           height = hol_steps_number(s, hol_dot(3, n, p->first->at) - radius * steepness, length);
  hol_vector arm = hol_steps_scaled(s, hol_steps_quotient(s, hol_steps_difference(s, 0, r), size), up),
             velocity = hol_steps_add_scaled(s, p->first->centre_rate, hol_steps_number(s, 1, none),
                                             hol_steps_cross(s, hol_body_spin(a, p->first), arm));
  size_t row =
      hol_assembly_row(a, row_name(p, "contact"), hol_steps_difference(s, apart, height), 0, length, p->joint->place);
  add_record(p, row, p->first, p->first->centre, normal, hol_steps_cross(s, arm, normal));
  find_normals(n, t);
  for (size_t i = 0; i < 2; i++) {
    hol_vector direction = hol_steps_vector(s, t[i], none);
    row = hol_assembly_row(a, row_name(p, word[i]), hol_steps_dot(s, direction, velocity), 1, speed, p->joint->place);
    add_record(p, row, p->first, p->first->centre, direction, hol_steps_cross(s, arm, direction));
  }
}

static void roll(pair *p)
{
  hol_assembly *a = p->a;
  const hol_part *part = &a->problem->part[p->first->part];
  double n[3], w[3], arm[3];
  if (!hol_rigid_contact(part, a->is_plane, p->joint->direction, w, arm)) {
    hol_faults_add(a->faults, true, p->joint->place, "a disk with `radius` and an `axis` across `direction`",
                   "`%s` does not roll on its rim", part->name);
    return;
  }
  unit_of(p->joint->direction, n);
  if (a->is_plane) {
    roll_plane(p, n, part->value[HOL_P_RADIUS]);
  } else {
    roll_space(p, n, w, part->value[HOL_P_RADIUS]);
  }
}

/* ---- a joint ----------------------------------------------------------------------------------------------------- */

static const hol_body *body_of(const hol_assembly *a, const hol_point *point)
{
  return &a->body[point->part];
}

/** Rows between the first point and another, or the ground. */
static void hold_pair(pair *p, const double first[3], const double other[3])
{
  const hol_joint *joint = p->joint;
  switch (joint->kind) {
  case HOL_HINGE:
  case HOL_BALL:
  case HOL_PIN:
    share_place(p, HOL_TRANSLATIONS);
    if (joint->has_direction && !p->a->is_plane) {
      share_axis(p, joint->direction);
    }
    if (joint->has_direction || p->a->is_plane) {
      drive_turn(p, joint->direction);
    }
    break;
  case HOL_WELD:
    share_place(p, HOL_TRANSLATIONS);
    share_axes(p);
    break;
  case HOL_FIX:
    fix(p);
    break;
  case HOL_UNIVERSAL:
    universal(p);
    break;
  case HOL_SLIDE:
    slide(p);
    break;
  case HOL_ROLLER:
    roller(p);
    break;
  case HOL_DISTANCE:
    distance(p, first, other);
    break;
  case HOL_GEAR:
    gear(p);
    break;
  case HOL_ROLL:
    roll(p);
    break;
  default: /* without rows, or refused */
    break;
  }
}

static bool is_refused(hol_assembly *a, const hol_joint *joint)
{
  const char *why = NULL;
  if (joint->kind == HOL_WELD && joint->has_freedoms) {
    why = "some freedoms of a rigid link follow others";
  } else if (joint->kind == HOL_TIE || joint->kind == HOL_CONSTRAINT) {
    why = "components of displacement depend on axes that turn";
  } else if (joint->kind == HOL_BUSHING) {
    why = "its springs would turn with one of its points";
  }
  if (why) {
    refuse(a, joint, why);
  }
  return why != NULL;
}

void hol_joint_hold(hol_assembly *a, size_t number)
{
  const hol_joint *joint = &a->problem->joint[number];
  bool is_apart = joint->kind == HOL_DISTANCE || joint->kind == HOL_GEAR,
       is_loose = joint->kind == HOL_WELD || joint->kind == HOL_SLIDE;
  bool has_rows = joint->point_count > 0 && joint->kind != HOL_SPRING && joint->kind != HOL_DASHPOT;
  if (is_refused(a, joint) || !has_rows) {
    return;
  }
  double first[3], other[3];
  hol_body_point(a, &joint->point[0], first);
  for (size_t i = joint->point_count > 1; i < joint->point_count; i++) {
    pair p = {.a = a,
              .joint = joint,
              .number = number,
              .first = body_of(a, &joint->point[0]),
              .other = i ? body_of(a, &joint->point[i]) : NULL,
              .of = joint->point_count > 2 ? joint->point[i].text : NULL};
    hol_body_point(a, &joint->point[i], other);
    if (!is_apart && !is_loose && !check_together(&p, first, other, joint->point[i].place)) {
      continue;
    }
    p.on_first = hol_material_point_of(a, p.first, first);
    p.on_other = hol_material_point_of(a, p.other, is_apart ? other : first);
    hold_pair(&p, first, other);
  }
}

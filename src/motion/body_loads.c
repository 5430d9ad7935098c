/* SPDX-License-Identifier: BSD-3-Clause */
/* Springs, dashpots and constant loads on rigid bodies in large motion. */
#include "base/vector.h"
#include "motion/body.h"

#include <math.h>

static const hol_dimension none = {0}, length = {.length = 1}, force = {1, 1, -2}, moment = {2, 1, -2},
                           stiffness = {0, 1, -2}, turning_stiffness = {2, 1, -2}, damping = {0, 1, -1},
                           turning_damping = {2, 1, -1};

/** A spring or dashpot between its first point and the second, or the ground. */
typedef struct bond {
  hol_assembly *a;
  const hol_joint *joint;
  const hol_body *first, *other; /**< other NULL: the ground */
  hol_material_point on_first, on_other;
  double direction[3]; /**< of size 1, of the file */
  bool turns;
} bond;

/** The motion that it resists, its rate, and the direction of the force on the first, or axis of the moment. */
typedef struct resisted {
  hol_step motion, rate;
  hol_vector direction;
} resisted;

/** Along a direction of the file: displacement of the first less that of the other. */
static resisted along(bond *b, const double apart[3])
{
  hol_steps *s = &b->a->steps;
  resisted r = {.direction = hol_steps_vector(s, b->direction, none)};
  hol_step now = hol_steps_dot(s, r.direction, hol_steps_apart(s, b->on_first.at, b->on_other.at));
  r.motion = hol_steps_difference(s, now, hol_steps_number(s, hol_dot(3, b->direction, apart), length));
  r.rate = hol_steps_dot(s, r.direction, hol_steps_apart(s, b->on_first.rate, b->on_other.rate));
  return r;
}

/** Along the line between the points: their distance less its length without force. */
static resisted along_line(bond *b)
{
  hol_steps *s = &b->a->steps;
  hol_vector line = hol_steps_apart(s, b->on_first.at, b->on_other.at);
  hol_step size = hol_steps_function(s, "sqrt", hol_steps_dot(s, line, line)),
           inverse = hol_steps_quotient(s, hol_steps_number(s, 1, none), size);
  resisted r = {.direction = hol_steps_scaled(s, inverse, line)};
  r.motion = hol_steps_difference(s, size, hol_steps_number(s, b->joint->length, length));
  r.rate = hol_steps_dot(s, r.direction, hol_steps_apart(s, b->on_first.rate, b->on_other.rate));
  return r;
}

/** In a plane: angles turned. */
static resisted about_normal(bond *b)
{
  hol_steps *s = &b->a->steps;
  double sign = b->direction[2] < 0 ? -1 : 1;
  const double axis[3] = {0, 0, sign};
  hol_step plus = hol_steps_number(s, sign, none);
  double start = b->first->angle - (b->other ? b->other->angle : 0);
  hol_step turned = hol_steps_difference(s, b->first->turned, b->other ? b->other->turned : 0),
           rate = hol_steps_difference(s, b->first->turning, b->other ? b->other->turning : 0);
  turned = hol_steps_difference(s, turned, hol_steps_number(s, start, none));
  return (resisted){.motion = hol_steps_product(s, plus, turned),
                    .rate = hol_steps_product(s, plus, rate),
                    .direction = hol_steps_vector(s, axis, none)};
}

/** In space, about an axis of the first: the angle of a vector of the first between two of the other. */
static resisted about_axis(bond *b)
{
  hol_assembly *a = b->a;
  hol_steps *s = &a->steps;
  const double *d = b->direction, *across = fabs(d[0]) < 0.6 ? (const double[]){1, 0, 0} : (const double[]){0, 1, 0};
  double n[2][3];
  hol_cross(d, across, n[0]);
  hol_scale(3, 1 / hol_length(n[0]), n[0]);
  hol_cross(d, n[0], n[1]);
  hol_vector x = hol_material_vector(a, b->other, n[0]), y = hol_material_vector(a, b->other, n[1]),
             v = hol_material_vector(a, b->first, n[0]), axis = hol_material_vector(a, b->first, d);
  hol_vector spin = hol_steps_apart(s, hol_body_spin(a, b->first), hol_body_spin(a, b->other));
  return (resisted){.motion = hol_steps_angle(s, hol_steps_dot(s, v, y), hol_steps_dot(s, v, x)),
                    .rate = hol_steps_dot(s, axis, spin),
                    .direction = axis};
}

/** k s²/2, and the force -c s' along the direction on the first, against it on the other. */
static void resist(bond *b, resisted r)
{
  hol_steps *s = &b->a->steps;
  if (b->joint->stiffness_count == 1) {
    hol_step half = hol_steps_number(s, b->joint->stiffness[0] / 2, b->turns ? turning_stiffness : stiffness);
    hol_assembly_store(b->a, hol_steps_product(s, half, hol_steps_product(s, r.motion, r.motion)));
  }
  hol_step c = hol_steps_number(s, b->joint->damping, b->turns ? turning_damping : damping),
           size = hol_steps_product(s, c, r.rate), minus = hol_steps_difference(s, 0, size);
  if (!size) {
    return;
  }
  if (b->turns) {
    hol_body_twist(b->a, b->first, hol_steps_scaled(s, minus, r.direction));
    hol_body_twist(b->a, b->other, hol_steps_scaled(s, size, r.direction));
  } else {
    hol_body_push(b->a, &b->on_first, hol_steps_scaled(s, minus, r.direction));
    hol_body_push(b->a, &b->on_other, hol_steps_scaled(s, size, r.direction));
  }
}

static void find_direction(bond *b)
{
  const hol_joint *joint = b->joint;
  double size = hol_length(joint->direction);
  b->turns = joint->rotation || joint->freedom >= HOL_RX;
  for (int k = 0; k < 3; k++) {
    b->direction[k] = joint->freedom >= 0 ? joint->freedom % 3 == k : size > 0 ? joint->direction[k] / size : 0;
  }
}

void hol_joint_push(hol_assembly *a, size_t number)
{
  const hol_joint *joint = &a->problem->joint[number];
  bool is_elastic = joint->kind == HOL_SPRING || joint->kind == HOL_DASHPOT;
  if (!is_elastic || joint->stiffness_count > 1) {
    if (is_elastic) {
      hol_faults_add(a->faults, true, joint->place, "springs of one stiffness each, along directions or lines",
                     "`%s` is defined for small motions alone: its matrix couples displacements and rotations",
                     joint->name);
    }
    return;
  }
  double first[3], other[3], apart[3];
  bond b = {.a = a, .joint = joint, .first = &a->body[joint->point[0].part]};
  hol_body_point(a, &joint->point[0], first);
  hol_body_point(a, &joint->point[joint->point_count - 1], other);
  b.other = joint->point_count > 1 ? &a->body[joint->point[1].part] : NULL;
  b.on_first = hol_material_point_of(a, b.first, first);
  b.on_other = hol_material_point_of(a, b.other, other);
  find_direction(&b);
  for (size_t k = 0; k < 3; k++) {
    apart[k] = first[k] - other[k];
  }
  resist(&b, joint->has_length ? along_line(&b)
             : !b.turns        ? along(&b, apart)
             : a->is_plane     ? about_normal(&b)
                               : about_axis(&b));
}

/** Constant forces and moments along directions of the file. */
void hol_loads_push(hol_assembly *a)
{
  hol_steps *s = &a->steps;
  for (size_t l = 0; l < a->problem->load_count; l++) {
    const hol_load *load = &a->problem->load[l];
    double size = hol_length(load->direction), at[3], value[3];
    if (load->is_along) {
      continue; /* along a flexible member, which is a fault already */
    }
    for (size_t k = 0; k < 3; k++) {
      value[k] = load->size * load->direction[k] / size;
    }
    const hol_body *body = &a->body[load->point.part];
    hol_body_point(a, &load->point, at);
    hol_material_point point = hol_material_point_of(a, body, at);
    hol_vector pushed = hol_steps_vector(s, value, load->turns ? moment : force);
    if (load->turns) {
      hol_body_twist(a, body, pushed);
    } else {
      hol_body_push(a, &point, pushed);
    }
  }
}

/* SPDX-License-Identifier: BSD-3-Clause */
/* Rigid bodies in large motion: coordinates, energies, constraints between vectors of a body, points, forces. */
#include "motion/body.h"

#include "base/memory.h"
#include "base/vector.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

static const hol_dimension none = {0}, length = {.length = 1}, mass = {.mass = 1}, inertia = {.length = 2, .mass = 1},
                           acceleration = {.length = 1, .time = -2};

/* ---- coordinates ------------------------------------------------------------------------------------------------- */

static size_t coordinates_of(const hol_assembly *a, const hol_body *body)
{
  return a->is_plane ? 2 + body->turns : body->turns ? 12 : 3;
}

/** A coordinate and its rate. @param[in] word  behind the name of the part */
static void add_coordinate(hol_assembly *a, const hol_body *body, size_t i, const char *word, hol_dimension dimension,
                           double start, double rate, hol_step *q, hol_step *q_rate)
{
  hol_motion_system *system = a->system;
  const hol_part *part = &a->problem->part[body->part];
  hol_motion_coordinate *coordinate = &system->coordinate[body->first + i];
  *coordinate = (hol_motion_coordinate){.name = hol_format("%s.%s", part->name, word),
                                        .dimension = dimension,
                                        .start = start,
                                        .speed = rate,
                                        .place = part->place};
  a->steps.status = coordinate->name ? a->steps.status : HOL_MEMORY;
  dimension.time = (int8_t)(dimension.time - 1);
  *q = hol_steps_state(&a->steps, hol_motion_variable(system, 0, body->first + i), start, coordinate->dimension);
  *q_rate = hol_steps_state(&a->steps, hol_motion_variable(system, 1, body->first + i), rate, dimension);
}

/** In a plane: e_1 = (cos, sin), e_2 = (-sin, cos). */
static void turn_plane(hol_assembly *a, hol_body *body)
{
  static const double z[3] = {0, 0, 1};
  hol_steps *s = &a->steps;
  add_coordinate(a, body, 2, "angle", none, body->angle, body->spin[2], &body->turned, &body->turning);
  hol_step cosine = hol_steps_function(s, "cos", body->turned), sine = hol_steps_function(s, "sin", body->turned),
           minus = hol_steps_difference(s, 0, sine);
  body->e[0] = (hol_vector){{cosine, sine}};
  body->e[1] = (hol_vector){{minus, cosine}};
  body->e[2] = hol_steps_vector(s, z, none);
  body->e_rate[0] = hol_steps_scaled(s, body->turning, body->e[1]);
  body->e_rate[1] = hol_steps_scaled(s, hol_steps_difference(s, 0, body->turning), body->e[0]);
}

/** Three vectors, with the rates spin x e. */
static void turn_space(hol_assembly *a, hol_body *body)
{
  for (size_t i = 0; i < 3; i++) {
    double rate[3];
    hol_cross(body->spin, body->axis[i], rate);
    for (size_t k = 0; k < 3; k++) {
      const char word[] = {'e', (char)('1' + i), "xyz"[k], '\0'};
      add_coordinate(a, body, 3 + 3 * i + k, word, none, body->axis[i][k], rate[k], &body->e[i].c[k],
                     &body->e_rate[i].c[k]);
    }
  }
}

static void add_coordinates(hol_assembly *a, hol_body *body)
{
  static const char *const word[] = {"x", "y", "z"};
  for (size_t k = 0; k < a->problem->dimensions; k++) {
    add_coordinate(a, body, k, word[k], length, body->at[k], body->velocity[k], &body->centre.c[k],
                   &body->centre_rate.c[k]);
  }
  if (body->turns && a->is_plane) {
    turn_plane(a, body);
  } else if (body->turns) {
    turn_space(a, body);
  } else {
    for (size_t i = 0; i < 3; i++) {
      body->e[i] = hol_steps_vector(&a->steps, body->axis[i], none);
    }
  }
}

/* ---- energies ---------------------------------------------------------------------------------------------------- */

/** m v²/2 with m a number. */
static hol_step half_square(hol_assembly *a, double m, hol_dimension dimension, hol_vector v)
{
  return hol_steps_product(&a->steps, hol_steps_number(&a->steps, m / 2, dimension), hol_steps_dot(&a->steps, v, v));
}

static void add_kinetic(hol_assembly *a, const hol_body *body)
{
  hol_steps *s = &a->steps;
  hol_step energy = half_square(a, body->mass, mass, body->centre_rate);
  for (size_t i = 0; i < 3 && body->turns; i++) {
    hol_vector rate = a->is_plane ? (hol_vector){{body->turning}} : body->e_rate[i];
    energy = hol_steps_sum(s, energy, half_square(a, body->second[i], inertia, rate));
  }
  a->system->kinetic = hol_steps_sum(s, a->system->kinetic, energy);
}

void hol_assembly_store(hol_assembly *a, hol_step energy)
{
  a->system->potential = hol_steps_sum(&a->steps, a->system->potential, energy);
}

/** -m g·r. */
static void add_weight(hol_assembly *a, const hol_body *body)
{
  hol_steps *s = &a->steps;
  hol_vector g = hol_steps_vector(s, a->problem->gravity, acceleration);
  hol_step weight = hol_steps_product(s, hol_steps_number(s, -body->mass, mass), hol_steps_dot(s, g, body->centre));
  hol_assembly_store(a, weight);
}

/* ---- constraints ------------------------------------------------------------------------------------------------- */

size_t hol_assembly_row(hol_assembly *a, char *name, hol_step equation, unsigned order, hol_dimension dimension,
                        hol_place place)
{
  hol_motion_system *system = a->system;
  bool has_room = equation && hol_grow(&system->constraint, &a->constraint_capacity, system->constraints + 1,
                                       sizeof *system->constraint);
  a->steps.status = name && (has_room || !equation) ? a->steps.status : HOL_MEMORY;
  if (!name || !has_room) {
    free(name);
    return SIZE_MAX;
  }
  system->constraint[system->constraints] = (hol_motion_constraint){
      .name = name, .equation = equation, .order = order, .dimension = dimension, .place = place};
  return system->constraints++;
}

/** e_i·e_j = delta_ij: halves for i = j, so that multipliers are of one size. */
static void keep_orthonormal(hol_assembly *a, const hol_body *body)
{
  const hol_part *part = &a->problem->part[body->part];
  hol_steps *s = &a->steps;
  hol_step one = hol_steps_number(s, 1, none), half = hol_steps_number(s, 0.5, none);
  for (size_t i = 0; i < 3; i++) {
    for (size_t j = i; j < 3; j++) {
      hol_step dot = hol_steps_dot(s, body->e[i], body->e[j]);
      dot = i == j ? hol_steps_product(s, half, hol_steps_difference(s, dot, one)) : dot;
      (void)hol_assembly_row(a, hol_format("%s e%zu e%zu", part->name, i + 1, j + 1), dot, 0, none, part->place);
    }
  }
}

hol_status hol_bodies_move(hol_assembly *a)
{
  hol_motion_system *system = a->system;
  for (size_t p = 0; p < a->problem->part_count; p++) {
    a->body[p].first = system->coordinates;
    system->coordinates += coordinates_of(a, &a->body[p]);
  }
  system->coordinate = hol_alloc(system->coordinates, sizeof *system->coordinate);
  if (!system->coordinate) {
    return HOL_MEMORY;
  }
  for (size_t p = 0; p < a->problem->part_count; p++) {
    hol_body *body = &a->body[p];
    add_coordinates(a, body);
    add_kinetic(a, body);
    add_weight(a, body);
    if (body->turns && !a->is_plane) {
      keep_orthonormal(a, body);
    }
  }
  return a->steps.status;
}

/* ---- points and vectors fixed in a body -------------------------------------------------------------------------- */

hol_material_point hol_material_point_of(hol_assembly *a, const hol_body *body, const double place[3])
{
  hol_steps *s = &a->steps;
  hol_material_point point = {.body = body};
  if (!body) {
    memcpy(point.local, place, sizeof point.local);
    point.at = hol_steps_vector(s, place, length);
    return point;
  }
  double arm[3];
  for (size_t k = 0; k < 3; k++) {
    arm[k] = place[k] - body->at[k];
  }
  point.at = body->centre;
  point.rate = body->centre_rate;
  for (size_t i = 0; i < 3; i++) {
    point.local[i] = hol_dot(3, arm, body->axis[i]);
    hol_step along = hol_steps_number(s, point.local[i], length);
    point.at = hol_steps_add_scaled(s, point.at, along, body->e[i]);
    point.rate = hol_steps_add_scaled(s, point.rate, along, body->e_rate[i]);
  }
  return point;
}

hol_vector hol_material_vector(hol_assembly *a, const hol_body *body, const double start[3])
{
  hol_steps *s = &a->steps;
  if (!body || !body->turns) {
    return hol_steps_vector(s, start, none);
  }
  hol_vector v = {{0}};
  for (size_t i = 0; i < 3; i++) {
    v = hol_steps_add_scaled(s, v, hol_steps_number(s, hol_dot(3, start, body->axis[i]), none), body->e[i]);
  }
  return v;
}

hol_vector hol_body_spin(hol_assembly *a, const hol_body *body)
{
  hol_steps *s = &a->steps;
  hol_vector spin = {{0}};
  if (!body || !body->turns) {
    return spin;
  }
  if (a->is_plane) {
    spin.c[2] = body->turning;
    return spin;
  }
  hol_step half = hol_steps_number(s, 0.5, none);
  for (size_t i = 0; i < 3; i++) {
    spin = hol_steps_add_scaled(s, spin, half, hol_steps_cross(s, body->e[i], body->e_rate[i]));
  }
  return spin;
}

/* ---- forces ------------------------------------------------------------------------------------------------------ */

static void add_force(hol_assembly *a, size_t coordinate, hol_step force)
{
  hol_step *sum = &a->system->coordinate[coordinate].force;
  *sum = hol_steps_sum(&a->steps, *sum, force);
}

void hol_body_push(hol_assembly *a, const hol_material_point *point, hol_vector force)
{
  const hol_body *body = point->body;
  hol_steps *s = &a->steps;
  if (!body) {
    return;
  }
  for (size_t k = 0; k < a->problem->dimensions; k++) {
    add_force(a, body->first + k, force.c[k]);
  }
  if (body->turns && a->is_plane) {
    hol_vector arm = hol_steps_apart(s, point->at, body->centre);
    add_force(a, body->first + 2, hol_steps_cross(s, arm, force).c[2]);
  }
  for (size_t i = 0; i < 9 && body->turns && !a->is_plane; i++) {
    hol_step along = hol_steps_number(s, point->local[i / 3], length);
    add_force(a, body->first + 3 + i, hol_steps_product(s, along, force.c[i % 3]));
  }
}

void hol_body_twist(hol_assembly *a, const hol_body *body, hol_vector moment)
{
  hol_steps *s = &a->steps;
  if (!body || !body->turns) {
    return;
  }
  if (a->is_plane) {
    add_force(a, body->first + 2, moment.c[2]);
    return;
  }
  hol_step half = hol_steps_number(s, 0.5, none);
  for (size_t i = 0; i < 3; i++) { /* the work of M on a turn is the sum of (M x e_i)·de_i/2 */
    hol_vector force = hol_steps_scaled(s, half, hol_steps_cross(s, moment, body->e[i]));
    for (size_t k = 0; k < 3; k++) {
      add_force(a, body->first + 3 + 3 * i + k, force.c[k]);
    }
  }
}

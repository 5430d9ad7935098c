/* SPDX-License-Identifier: BSD-3-Clause */
/* Rigid bodies at the start of a motion: mass, principal axes and second moments, places by joints, velocities. */
#include "base/memory.h"
#include "base/vector.h"
#include "motion/body.h"
#include "parts/resolve.h"
#include "parts/rigid.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/** Second moments below this share of the largest moment of inertia are rounding of 0: that of a thin bar or plate. */
static const double least_moment = 1e-12;

/* ---- inertia ----------------------------------------------------------------------------------------------------- */

/** J_1 = (I_2 + I_3 - I_1)/2, ...: none is negative. */
static void take_moments(hol_assembly *a, hol_body *body, const double moment[3])
{
  const hol_part *part = &a->problem->part[body->part];
  double largest = fmax(moment[0], fmax(moment[1], moment[2]));
  for (size_t i = 0; i < 3; i++) {
    size_t j = (i + 1) % 3, k = (i + 2) % 3;
    body->second[i] = (moment[j] + moment[k] - moment[i]) / 2;
    if (body->second[i] < -least_moment * largest) {
      hol_faults_add(a->faults, true, part->place, "none of the three exceeds the sum of the others",
                     "no body has the moments of inertia of `%s`: %.6g, %.6g, %.6g kg m^2", part->name, moment[0],
                     moment[1], moment[2]);
      return;
    }
    body->second[i] = body->second[i] > least_moment * largest ? body->second[i] : 0;
  }
}

static void take_inertia(hol_assembly *a, hol_body *body, const hol_resolved *resolved)
{
  const hol_part *part = &a->problem->part[body->part];
  double moment[3];
  body->mass = resolved->mass;
  if (a->is_plane) {
    body->angle = part->has_x_axis ? atan2(part->x_axis[1], part->x_axis[0]) : 0;
    body->second[2] = resolved->inertia[2][2];
    body->axis[0][0] = body->axis[1][1] = cos(body->angle);
    body->axis[0][1] = sin(body->angle);
    body->axis[1][0] = -body->axis[0][1];
    body->axis[2][2] = 1;
    return;
  }
  if (!hol_rigid_axes(part, a->faults, body->axis)) {
    return;
  }
  for (size_t i = 0; i < 3; i++) {
    double turned[3];
    for (size_t k = 0; k < 3; k++) {
      turned[k] = hol_dot(3, resolved->inertia[k], body->axis[i]);
    }
    moment[i] = hol_dot(3, body->axis[i], turned);
  }
  take_moments(a, body, moment);
}

/** Mass, axes and moments of a part, once its kind has resolved it. */
static void resolve(hol_assembly *a, size_t p)
{
  const hol_part *part = &a->problem->part[p];
  size_t errors = a->faults->errors;
  hol_body *body = &a->body[p];
  hol_resolved resolved = {0};
  body->part = p;
  if (!hol_part_is_rigid(part)) {
    hol_faults_add(a->faults, true, part->place, "rigid parts are those of the kinds body and disk",
                   "`%s` is flexible: large motion is that of rigid bodies", part->name);
    return;
  }
  hol_part_resolve(part, a->problem->freedoms, &resolved, a->faults);
  if (a->faults->errors == errors) {
    take_inertia(a, body, &resolved);
  }
  hol_resolved_clear(&resolved);
}

/* ---- places ------------------------------------------------------------------------------------------------------ */

/** Put what a joint with one placed body allows to place. @return whether one was */
static bool place_by(hol_assembly *a, const hol_joint *joint, bool *placed)
{
  const hol_point *anchor = NULL;
  bool is_any = false;
  for (size_t i = 0; i < joint->point_count && !anchor; i++) {
    anchor = placed[joint->point[i].part] ? &joint->point[i] : NULL;
  }
  for (size_t i = 0; anchor && i < joint->point_count; i++) {
    const hol_point *loose = &joint->point[i];
    if (!placed[loose->part]) {
      for (size_t k = 0; k < 3; k++) {
        a->body[loose->part].at[k] = a->body[anchor->part].at[k] + anchor->offset[k] - loose->offset[k];
      }
      placed[loose->part] = is_any = true;
    }
  }
  return is_any;
}

/** Bodies without coordinates are where their joints are; what no joint holds anywhere is at the origin. */
static void place_all(hol_assembly *a, bool *placed)
{
  const hol_problem *problem = a->problem;
  for (size_t next = 0; next < problem->part_count; next++) {
    bool moved = true;
    while (moved) {
      moved = false;
      for (size_t j = 0; j < problem->joint_count; j++) {
        moved = place_by(a, &problem->joint[j], placed) || moved;
      }
    }
    placed[next] = true;
  }
}

static void measure(hol_assembly *a)
{
  double low[3] = {HUGE_VAL, HUGE_VAL, HUGE_VAL}, high[3] = {-HUGE_VAL, -HUGE_VAL, -HUGE_VAL};
  const hol_problem *problem = a->problem;
  for (size_t p = 0; p < problem->part_count; p++) {
    for (size_t k = 0; k < 3; k++) {
      low[k] = fmin(low[k], a->body[p].at[k]);
      high[k] = fmax(high[k], a->body[p].at[k]);
    }
  }
  for (size_t k = 0; k < 3; k++) {
    a->extent = fmax(a->extent, high[k] - low[k]);
  }
  for (size_t j = 0; j < problem->joint_count; j++) {
    for (size_t i = 0; i < problem->joint[j].point_count; i++) {
      a->extent = fmax(a->extent, hol_length(problem->joint[j].point[i].offset));
    }
  }
  a->extent = a->extent > 0 ? a->extent : 1;
}

void hol_body_point(const hol_assembly *a, const hol_point *point, double at[3])
{
  for (size_t k = 0; k < 3; k++) {
    at[k] = a->body[point->part].at[k] + point->offset[k];
  }
}

/* ---- all together ------------------------------------------------------------------------------------------------ */

/** Does a joint need the axes of what it holds at a point? */
static bool needs_axes(const hol_problem *problem, const hol_joint *joint, size_t point)
{
  bool is_plane = problem->dimensions == 2, is_turned = joint->rotation || joint->freedom >= HOL_RX;
  if (hol_length(joint->point[point].offset) > 0) {
    return true;
  }
  switch (joint->kind) {
  case HOL_WELD:
  case HOL_UNIVERSAL:
  case HOL_SLIDE:
  case HOL_GEAR:
  case HOL_ROLL:
  case HOL_BUSHING:
    return true;
  case HOL_FIX:
    return !joint->has_freedoms || joint->freedoms & HOL_ROTATIONS;
  case HOL_HINGE:
  case HOL_PIN:
    return joint->has_direction && !is_plane;
  case HOL_SPRING:
  case HOL_DASHPOT:
    return is_turned;
  case HOL_BALL:
  case HOL_ROLLER:
  case HOL_TIE:
  case HOL_DISTANCE:
  case HOL_DRIVE:
  case HOL_CONSTRAINT:
    return false;
  }
  return false;
}

/** With the freedoms of the file a body turns if it has inertia or a joint needs its axes. */
static void find_turning(hol_assembly *a)
{
  const hol_problem *problem = a->problem;
  bool can_turn = problem->freedoms & HOL_ROTATIONS;
  for (size_t p = 0; p < problem->part_count; p++) {
    a->body[p].turns = can_turn && (problem->part[p].inertia_count > 0 || a->body[p].second[0] > 0 ||
                                    a->body[p].second[1] > 0 || a->body[p].second[2] > 0);
  }
  for (size_t j = 0; can_turn && j < problem->joint_count; j++) {
    for (size_t i = 0; i < problem->joint[j].point_count; i++) {
      hol_body *body = &a->body[problem->joint[j].point[i].part];
      body->turns = body->turns || needs_axes(problem, &problem->joint[j], i);
    }
  }
  for (size_t l = 0; can_turn && l < problem->load_count; l++) {
    const hol_load *load = &problem->load[l];
    bool is_off = !load->is_along && (load->turns || hol_length(load->point.offset) > 0);
    a->body[load->is_along ? load->part : load->point.part].turns |= is_off;
  }
}

static void check_freedoms(hol_assembly *a)
{
  static const hol_freedoms plane = 1u << HOL_UX | 1u << HOL_UY, turn = 1u << HOL_RZ;
  hol_freedoms f = a->problem->freedoms;
  bool is_good = a->is_plane ? f == plane || f == (plane | turn)
                             : f == HOL_TRANSLATIONS || f == (HOL_TRANSLATIONS | HOL_ROTATIONS);
  if (!is_good) {
    hol_faults_add(a->faults, true, (hol_place){0},
                   a->is_plane ? "freedoms: [ux, uy, rz]" : "freedoms: [ux, uy, uz, rx, ry, rz]",
                   "large motion needs all freedoms of %s, or all displacements", a->is_plane ? "a plane" : "space");
  }
}

hol_status hol_bodies_place(hol_assembly *a)
{
  const hol_problem *problem = a->problem;
  bool *placed = hol_alloc(problem->part_count, sizeof *placed);
  hol_status status = placed ? HOL_OK : HOL_MEMORY;
  check_freedoms(a);
  for (size_t p = 0; p < problem->part_count && status == HOL_OK; p++) {
    const hol_rigid_start *start = hol_rigid_start_of(&problem->part[p]);
    memcpy(a->body[p].at, problem->part[p].from, sizeof a->body[p].at);
    memcpy(a->body[p].velocity, start->velocity, sizeof start->velocity);
    memcpy(a->body[p].spin, start->spin, sizeof start->spin);
    placed[p] = problem->part[p].is_placed;
    resolve(a, p);
  }
  if (status == HOL_OK && a->faults->errors == a->errors) {
    place_all(a, placed);
    measure(a);
    find_turning(a);
  }
  free(placed);
  return status;
}

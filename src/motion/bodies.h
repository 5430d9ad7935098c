/* SPDX-License-Identifier: BSD-3-Clause */
/** @file bodies.h  The system in generalised coordinates of rigid bodies and joints of a problem file. Module `motion`.
 *
 *  Joints hold exactly, however far the bodies move:
 *
 *      weld, fix             place and axes; `freedoms` of fix: displacements along axes of the file, and all three
 *                            rotations, or two (the third axis stays parallel)
 *      hinge, ball, pin      place; with `axis` the axis of the second (of the ground) is that of the first
 *      universal             place, and the angle between an axis of the first and one of the second
 *      slide                 axes, and displacements across a direction fixed in the first
 *      roller                displacement along a direction of the file
 *      distance              distance of two points
 *      gear                  angles turned, in a plane
 *      roll                  a disk rolls on a plane without slip
 *      spring, dashpot       along a direction of the file; with `length` along the line between the points; about a
 *                            direction fixed in the first, within half a turn
 *
 *  Everything is as it stands at the start: what is apart then keeps that distance. `weld` with freedoms, `tie`,
 *  `bushing`, `constraint` and springs with a matrix are defined for small motions alone, and refused. */
#ifndef MOTION_BODIES_H
#define MOTION_BODIES_H

#include "motion/system.h"

#include "holonome/problem.h"

/** What a row of a joint does to a part: its multiplier times these vectors. Global components, steps of the system's
 *  program; 0: none. */
typedef struct hol_motion_joint_force {
  size_t joint, part; /**< of the problem; the force is that on the part */
  size_t constraint;  /**< of the system: whose multiplier */
  hol_step at[3];     /**< place of the joint on the part */
  hol_step force[3];  /**< 1, per multiplier */
  hol_step moment[3]; /**< about that place */
} hol_motion_joint_force;

/** In the order of joints; {0} is empty. */
typedef struct hol_motion_joint_forces {
  hol_motion_joint_force *item; /**< [count] owned */
  size_t count, capacity;
} hol_motion_joint_forces;
void hol_motion_joint_forces_clear(hol_motion_joint_forces *forces);

/** Make the system of the bodies and joints of a problem. Coordinates are named `part.x`, `part.y`, `part.z` and, of
 *  bodies that turn, `part.angle` in a plane, `part.e1x` ... `part.e3z` in space, the components of own axes;
 *  constraints after their joints.
 *  @param[in]     problem  parts of the kinds body and disk alone, with all freedoms of a plane or of space, or with
 *                          displacements alone
 *  @param[in,out] system   {0}; owned by the caller, to be cleared in every case
 *  @param[out]    forces   {0}; likewise; NULL: not wanted
 *  @param[out]    faults   flexible parts, joints without a meaning in large motion, points that should coincide,
 *                          moments of inertia that no body has
 *  @return HOL_INVALID with faults, HOL_MEMORY. Cost linear in parts and joints. Not collective. */
HOL_MUST_CHECK hol_status hol_motion_bodies(const hol_problem *problem, hol_motion_system *system,
                                            hol_motion_joint_forces *forces, hol_faults *faults);

/** Compute the force and moment of a joint on a part; NAN where a multiplier they need is.
 *  @param[in]  value     values of the steps of the system's program at the state, hol_program_run_states()
 *  @param[in]  reaction  [constraints] multipliers
 *  @param[out] at        m, place of the joint
 *  @param[out] force     N
 *  @param[out] moment    N m, about the place
 *  @return false: the joint has no rows on the part */
bool hol_motion_joint_force_at(const hol_motion_joint_forces *forces, size_t joint, size_t part, const double *value,
                               const double *reaction, double at[3], double force[3], double moment[3]);

#endif

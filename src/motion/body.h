/* SPDX-License-Identifier: BSD-3-Clause */
/** @file body.h  Rigid bodies in large motion: coordinates, points fixed in them, forces on them. Internal to module
 *  `motion`.
 *
 *  In space a body has the place r of its mass centre and three vectors e_1, e_2, e_3 of its principal axes as
 *  coordinates, twelve numbers, and the six constraints e_i·e_j = delta_ij. With the planar second moments J_i (the
 *  integral of x_i² dm, J_1 = (I_2 + I_3 - I_1)/2, ...) its kinetic energy is (Polyakhov, Zegzhda, Yushkov, Rational
 *  Mechanics, 2009)
 *
 *      T = m r'²/2 + (J_1 e_1'² + J_2 e_2'² + J_3 e_3'²)/2.
 *
 *  M is constant and diagonal, points of the body are linear in the coordinates, rows of joints of degree 2. A thin bar
 *  has I = 0 about its axis, two J are 0 and M is singular. In a plane the coordinates are x, y and the angle turned;
 *  M is diagonal there, too, no constraint is needed, turns are counted, and a row costs one sine and one cosine a
 *  body: of a four-bar linkage an evaluation takes a third of the time of that with two vectors. A point mass has its
 *  place alone. */
#ifndef MOTION_BODY_H
#define MOTION_BODY_H

#include "motion/bodies.h"
#include "motion/steps.h"

/** A rigid part. */
typedef struct hol_body {
  size_t part;
  bool turns;              /**< it has axes that turn; else its place alone counts */
  double mass;             /**< kg */
  double second[3];        /**< kg m², in space J_1, J_2, J_3; in a plane the third is the moment of inertia */
  double at[3];            /**< m, its mass centre at the start */
  double axis[3][3];       /**< rows: e_1, e_2, e_3 at the start */
  double angle;            /**< in a plane: of e_1 at the start */
  double velocity[3];      /**< m/s */
  double spin[3];          /**< rad/s */
  size_t first;            /**< its first coordinate */
  hol_vector centre, e[3]; /**< steps of r, e_i */
  hol_vector centre_rate, e_rate[3]; /**< of r', e_i' */
  hol_step turned, turning;          /**< in a plane: the angle, its rate */
} hol_body;

/** A system while it is made of bodies and joints. All borrowed but for `body`. */
typedef struct hol_assembly {
  const hol_problem *problem;
  hol_motion_system *system;
  hol_motion_joint_forces *forces;
  hol_faults *faults;
  hol_steps steps;
  hol_body *body; /**< [parts] owned */
  bool is_plane;
  double extent;   /**< m, size of the structure */
  hol_step *drive; /**< [joints] what a drive says of a joint, over time; 0: it has none. NULL: no drives. Owned */
  size_t errors;   /**< among the faults before */
  size_t constraint_capacity;
} hol_assembly;

/** Compile what drives say of joints, in an empty program of the system. Faults: what is wrong in an expression; joints
 *  that no drive can move. @return HOL_MEMORY */
HOL_MUST_CHECK hol_status hol_drives_compile(hol_assembly *a);
/** Find mass, axes, second moments, place and velocities of all parts. Faults: flexible parts, impossible inertia.
 *  @return HOL_MEMORY */
HOL_MUST_CHECK hol_status hol_bodies_place(hol_assembly *a);
/** Add the coordinates of all bodies, their kinetic energy, the potential of gravity, and the constraints between
 *  vectors. @return HOL_MEMORY */
HOL_MUST_CHECK hol_status hol_bodies_move(hol_assembly *a);

/** Compute where a point of the file is at the start, m. */
void hol_body_point(const hol_assembly *a, const hol_point *point, double at[3]);

/** A point fixed in a body, or in the ground. */
typedef struct hol_material_point {
  const hol_body *body; /**< NULL: the ground */
  double local[3];      /**< m, along its axes from the mass centre; of the ground its place */
  hol_vector at, rate;  /**< its place and velocity */
} hol_material_point;
/** @param[in] body  NULL: the ground @param[in] place  m, at the start */
hol_material_point hol_material_point_of(hol_assembly *a, const hol_body *body, const double place[3]);
/** A vector fixed in a body, from what it is at the start; constant where the body does not turn, and of the ground. */
hol_vector hol_material_vector(hol_assembly *a, const hol_body *body, const double start[3]);
/** Angular velocity of a body. */
hol_vector hol_body_spin(hol_assembly *a, const hol_body *body);

/** Add a force at a point, or a moment, to the generalised forces. */
void hol_body_push(hol_assembly *a, const hol_material_point *point, hol_vector force);
void hol_body_twist(hol_assembly *a, const hol_body *body, hol_vector moment);

/** Add a constraint. @param[in] name  owned by the system from now on, even on failure; NULL: no memory
 *  @return its index; SIZE_MAX: the equation is 0, it says nothing */
size_t hol_assembly_row(hol_assembly *a, char *name, hol_step equation, unsigned order, hol_dimension dimension,
                        hol_place place);
/** Add to the potential. */
void hol_assembly_store(hol_assembly *a, hol_step energy);

/** Add the rows of a joint; springs, dashpots and loads. Faults: words without a meaning in large motion. */
void hol_joint_hold(hol_assembly *a, size_t joint);
void hol_joint_push(hol_assembly *a, size_t joint);
void hol_loads_push(hol_assembly *a);

#endif

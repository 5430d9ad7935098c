/* SPDX-License-Identifier: BSD-3-Clause */
/** @file system.h  A mechanical system in generalised coordinates as it is described: kinetic and potential energy,
 *  forces, constraints, friction, programs. Module `motion`.
 *
 *  Every expression is a step of the system's own program over state variables alone; parameters are numbers in it.
 *  Texts and bodies with joints become the same system: the equations of motion do not ask where it comes from.
 *  Everything is SI. */
#ifndef MOTION_SYSTEM_H
#define MOTION_SYSTEM_H

#include "expression/program.h"
#include "holonome/faults.h"
#include "holonome/status.h"

#include <stdbool.h>
#include <stddef.h>

/** Derivatives of the coordinates that the state variables hold: q, q', ... q^(5). Rows of a program of order n use
 *  q^(n), and are differentiated. */
enum { HOL_MOTION_ORDERS = 6 };

/** A generalised coordinate q. */
typedef struct hol_motion_coordinate {
  char *name;              /**< owned */
  hol_dimension dimension; /**< of q; that of q' is divided by the system's time */
  double start, speed;     /**< q and q' at time 0 */
  hol_step force;          /**< generalised force Q on it, not from the potential; 0: none */
  hol_step work;           /**< its part C that is not ideal, which may use ideal multipliers; 0: none */
  hol_place place;         /**< line 0: not from a file */
} hol_motion_coordinate;

/** An auxiliary unknown s with s' = rate(t, q, q', s). */
typedef struct hol_motion_state {
  char *name; /**< owned */
  hol_dimension dimension;
  double start;
  hol_step rate;
  hol_place place;
} hol_motion_state;

/** A constraint: left side - right side = 0, of the order of the highest derivative that its expression depends on.
 *  Its multiplier is that of the gradient of the equation with respect to q (order 0), q' (1) or q'' (2); with `by`
 *  given, that of these generalised forces. */
typedef struct hol_motion_constraint {
  char *name; /**< owned */
  hol_step equation;
  unsigned order;
  bool wants_free; /**< `free: true`: a motion without its reaction is expected */
  hol_step *by;    /**< [coordinates] generalised forces per unit of the multiplier, 0: none on it; NULL: the gradient.
                        Owned */
  hol_dimension dimension;  /**< of the equation */
  hol_dimension multiplier; /**< of its multiplier */
  hol_place place;
} hol_motion_constraint;

/** Coulomb friction on a slip s(t, q, q') in one direction, or in a plane (two components). The friction force is
 *  -(friction coefficient) N sgn(s) ds/dq', or with s/|s|. */
typedef struct hol_motion_friction {
  char *name;              /**< owned */
  hol_step slip[2];        /**< the second 0: in one direction */
  size_t at;               /**< constraint whose multiplier's size is the normal force; SIZE_MAX: `normal` */
  hol_step normal;         /**< expression of the normal force; 0: `at` */
  hol_step fixed, sliding; /**< static and dynamic friction coefficients */
  hol_step limit;          /**< instead of coefficients times N: largest friction force; 0: none */
  hol_dimension dimension; /**< of the normal force and of the friction force */
  hol_place place;
} hol_motion_friction;

/** A program constraint of order 3 or more, the same for all programs: held by a force of given direction, b(t, q, q')
 *  times a control, whose values at the start are data. */
typedef struct hol_motion_program {
  char *name; /**< owned */
  hol_step equation;
  unsigned order;
  hol_step *by;  /**< [coordinates] owned; NULL: by the principle of Gauss */
  double *start; /**< [starts] of the control and its derivatives: order - 2. By the principle of Gauss of the
                      accelerations and their derivatives, [order - 2][coordinates], in one of the programs; none in
                      the others. Owned */
  size_t starts;
  hol_dimension multiplier; /**< of the control; unset by the principle of Gauss */
  hol_place place;
} hol_motion_program;

/** A named expression of t, q, q', s that is asked for along the motion. */
typedef struct hol_motion_output {
  char *name; /**< owned */
  hol_step value;
  hol_dimension dimension;
} hol_motion_output;

/** {0} is empty; hol_motion_system_clear() frees it. Arrays are owned. */
typedef struct hol_motion_system {
  hol_program program; /**< over state variables: see hol_motion_variable() */
  hol_motion_coordinate *coordinate;
  size_t coordinates;
  hol_motion_state *state;
  size_t states;
  hol_motion_constraint *constraint;
  size_t constraints;
  hol_motion_friction *friction;
  size_t frictions;
  hol_motion_program *control;
  size_t controls;
  hol_motion_output *output;
  size_t outputs;
  hol_step kinetic, potential; /**< T(t, q, q', s), Pi(t, q, s); 0: none */
  hol_step definitions;        /**< reserved: steps of the program when it had been read */
  bool has_time_unit;          /**< time is a quantity in s; else everything is a bare number */
  bool is_gauss;               /**< programs by the generalised principle of Gauss */
  double *kink;                /**< [kinks] times at which right sides are not smooth, rising */
  size_t kinks;
  hol_place place;
} hol_motion_system;

/** What `analysis: motion:` asks for. */
typedef struct hol_motion_request {
  double *time; /**< [times] output times, rising, the first may be 0; owned */
  size_t times;
  double accuracy; /**< largest error of a coordinate, relative to its scale; 1e-8 */
  bool assembles;  /**< starts that violate constraints are projected onto them */
  bool is_stiff;
  bool
      *frees; /**< [coordinates] `free_by`: forces on these are to make every reaction vanish; NULL: not asked. Owned */
  hol_place place, accuracy_place;
} hol_motion_request;

/** Return the number of the state variable of time; of derivative `order` (0 ..) of coordinate i; of auxiliary state i;
 *  of the ideal multiplier of constraint i; of the normal force (not signed) of friction element i. */
static inline size_t hol_motion_time(void)
{
  return 0;
}
static inline size_t hol_motion_variable(const hol_motion_system *system, unsigned order, size_t i)
{
  return 1 + order * system->coordinates + i;
}
static inline size_t hol_motion_auxiliary(const hol_motion_system *system, size_t i)
{
  return 1 + HOL_MOTION_ORDERS * system->coordinates + i;
}
static inline size_t hol_motion_reaction(const hol_motion_system *system, size_t i)
{
  return hol_motion_auxiliary(system, system->states) + i;
}
/** Derivative `order` (0 ..) of the multiplier of constraint i, and of control i of a program; component i of M^-1 E,
 *  for the principle of Gauss. Not for texts: these stand in derived equations alone. */
static inline size_t hol_motion_multiplier(const hol_motion_system *system, unsigned order, size_t i)
{
  return hol_motion_reaction(system, system->constraints) + order * (system->constraints + system->controls) + i;
}
static inline size_t hol_motion_control(const hol_motion_system *system, unsigned order, size_t i)
{
  return hol_motion_multiplier(system, order, system->constraints) + i;
}
static inline size_t hol_motion_covector(const hol_motion_system *system, size_t i)
{
  return hol_motion_multiplier(system, HOL_MOTION_ORDERS, 0) + i;
}
/** Return the number of all state variables. */
static inline size_t hol_motion_variables(const hol_motion_system *system)
{
  return hol_motion_covector(system, system->controls > 0 ? system->coordinates : 0);
}

/** Return the dimension of time, and that of an energy: none where everything is a bare number. */
static inline hol_dimension hol_motion_time_dimension(const hol_motion_system *system)
{
  return (hol_dimension){.time = system->has_time_unit};
}
static inline hol_dimension hol_motion_energy_dimension(const hol_motion_system *system)
{
  return system->has_time_unit ? (hol_dimension){.length = 2, .mass = 1, .time = -2} : (hol_dimension){0};
}

/** Free everything, leave {0}. Idempotent. */
void hol_motion_system_clear(hol_motion_system *system);
void hol_motion_request_clear(hol_motion_request *request);

#endif

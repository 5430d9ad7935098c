/* SPDX-License-Identifier: BSD-3-Clause */
/** @file friction.h  Which friction elements stick and which slide: Coulomb friction at zero slip.
 *
 *  Elements that slip keep their direction; those without slip stick or begin to slide as friction_choice.h decides.
 *  In a plane an element sticks, or slides the way it is pushed where its friction force would be beyond its limit. */
#ifndef MOTION_FRICTION_H
#define MOTION_FRICTION_H

#include "motion/solver.h"

/** What the choice has found. */
typedef enum {
  HOL_FRICTION_FOUND,
  HOL_FRICTION_NONE,       /**< no pattern agrees with itself: Painleve's paradox */
  HOL_FRICTION_NOT_UNIQUE, /**< a friction force depends on a reaction that is not unique */
} hol_friction_outcome;

/** Choose the states of all elements at the present numbers, rows and accelerations included.
 *  @param[in]  zero     [frictions] slips below these are zero
 *  @param[in]  breaks   [frictions] elements that stick at their limit and are to break loose, where that agrees with
 *                       their acceleration: they slide against their friction force
 *  @param[out] outcome  as above  @param[out] element  of which, unless found
 *  @return HOL_NUMERICAL, HOL_MEMORY */
HOL_MUST_CHECK hol_status hol_motion_friction_choose(hol_motion_solver *solver, const double *zero, const bool *breaks,
                                                     hol_friction_outcome *outcome, size_t *element);

/** Return how far element f is from a change of its state, > 0 before it: its slip in its direction, or the friction
 *  force that is left to the static limit. Of a plane: the size of the slip. */
double hol_motion_friction_margin(const hol_motion_solver *solver, size_t f);

#endif

/* SPDX-License-Identifier: BSD-3-Clause */
/** @file friction_solve.h  What the methods of friction_choice.h have in common. */
#ifndef MOTION_FRICTION_SOLVE_H
#define MOTION_FRICTION_SOLVE_H

#include "motion/friction_choice.h"

/** Forces and accelerations agree with a pattern up to this beside their terms. */
#define HOL_FRICTION_AGREES 1e-9

/** W in units of the lengths, rounding set to 0. Once for what follows. */
void hol_friction_clean(hol_friction_choice *choice, const hol_friction_elements *elements);
/** Least squares of least norm of choice->matrix x = x, [m m] by columns, in place. @return HOL_NUMERICAL */
HOL_MUST_CHECK hol_status hol_friction_least(hol_friction_choice *choice, size_t m, double *x);
/** Return the unit of the force of element k: 1/length. */
double hol_friction_unit(const hol_friction_elements *elements, size_t k);
/** Return e_k for choice->tau, and what of it is rounding. */
double hol_friction_acceleration(const hol_friction_choice *choice, const hol_friction_elements *elements, size_t k,
                                 double *room);
/** Return the reaction of a contact for choice->tau, and the size of its terms; the limit of element k. */
double hol_friction_reaction(const hol_friction_choice *choice, const hol_friction_elements *elements, size_t contact,
                             double *size);
double hol_friction_limit(const hol_friction_choice *choice, const hol_friction_elements *elements, size_t k);
/** Does choice->tau obey the laws of friction, with its own limits? */
bool hol_friction_agrees(const hol_friction_choice *choice, const hol_friction_elements *elements);
/** Fill in accelerations, states and uniqueness for choice->tau. @return HOL_NUMERICAL */
HOL_MUST_CHECK hol_status hol_friction_conclude(hol_friction_choice *choice, const hol_friction_elements *elements,
                                                const double *limit);

#endif

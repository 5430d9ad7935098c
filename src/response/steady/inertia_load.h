/* SPDX-License-Identifier: BSD-3-Clause */
/** @file inertia_load.h  Inertia load −M r ü of a structure under base excitation. Module `response`.
 *
 *  All of the ground has the acceleration ü along a unit vector; r is the rigid translation of the structure with it, u
 *  = r u_g + v. No stiffness and no dashpot feels r, as the feet of joints to the ground move, too, and mass damping,
 *  line damping and foundations resist motion relative to the ground. So the relative motion is that over ground at
 *  rest under −M r ü:
 *
 *      (s² M + s C + K) v = −M r ü
 *
 *  Masses take their share as forces, exact segments as a uniform load, parts in component modes as forces on their
 *  rigid-body modes alone. */
#ifndef RESPONSE_STEADY_INERTIA_LOAD_H
#define RESPONSE_STEADY_INERTIA_LOAD_H

#include "response/dynamic.h"

/** {0} is empty. */
typedef struct hol_inertia_load {
  const hol_system *system; /**< borrowed */
  double direction[3];      /**< of size 1 */
  double *force;            /**< [system->fixed] what masses put to the right; owned */
  double *amplitude;        /**< [rigid-body modes of all parts in component modes, in their order] forces on them;
                                 owned */
} hol_inertia_load;

/** Compute M r of a structure. Faults: parts that hold themselves by their own ends, edges or matrices.
 *  @param[in]  place  of the load, for faults
 *  @param[out] load   {0}; to be cleared in every case
 *  @return HOL_INVALID with faults, HOL_MEMORY. Cost O(entries). Not collective. */
HOL_MUST_CHECK hol_status hol_inertia_load_make(const hol_system *system, const double direction[3], hol_place place,
                                                hol_inertia_load *load, hol_faults *faults);
void hol_inertia_load_clear(hol_inertia_load *load);
/** Add `size` M r to the right-hand side, and to its derivative, at the s of the last hol_dynamic_fill().
 *  @param[in,out] b,db  [dynamic->n] @return HOL_NUMERICAL */
HOL_MUST_CHECK hol_status hol_inertia_load_add(const hol_inertia_load *load, const hol_dynamic *dynamic, double size,
                                               double complex *b, double complex *db);

#endif

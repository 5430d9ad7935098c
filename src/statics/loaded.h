/* SPDX-License-Identifier: BSD-3-Clause */
/** @file loaded.h  Static equilibrium under a multiple of the loads, and the buckling modes there. Internal to room
 *  `statics`. */
#ifndef STATICS_LOADED_H
#define STATICS_LOADED_H

#include "statics/prestress.h"

/** The change of S is taken between a critical factor and so far from it, relatively. */
extern const double hol_loaded_aside;

/** {0} is empty. */
typedef struct hol_loaded {
  hol_prestressed made;
  hol_statics at;
} hol_loaded;
void hol_loaded_clear(hol_loaded *loaded);

/** Compute the buckling modes by inverse iteration with the change of S under the loads: other motions with little
 *  energy do not matter. Each is independent of those before it in the product of the change, and of size 1 by the
 *  scale of the unknowns.
 *  @param[in]  here   at a critical factor, with its decomposition @param[in] there  the same forms a little aside
 *  @param[in]  steps  of the iteration
 *  @param[out] V      [count * n]
 *  @param[in]  room   [(count + 1) * n] scratch
 *  @return HOL_NUMERICAL. Cost: steps + 1 products with two S and steps solutions for each. Not collective. */
HOL_MUST_CHECK hol_status hol_loaded_vectors(hol_loaded *here, const hol_loaded *there, size_t count, int steps,
                                             double *V, double *room);

#endif

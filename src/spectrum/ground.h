/* SPDX-License-Identifier: BSD-3-Clause */
/** @file ground.h  Sturm counts about λ = 0: number of unstable modes (λ < 0), and of neutral ones, whose λ is zero to
 *  rounding.
 *
 *  Compression is the only thing whose energy can be negative (springs, matrices and foundations are checked when they
 *  are read). Where there is some, N(λ) just below zero is the number of motions that grow instead of oscillating, with
 *  rates √−λ; it is counted first, and nothing above zero is looked for before the signs are known:
 *
 *      N(−e) = growing,     N(e) = growing + (zero-energy modes, known by geometry) + neutral
 *
 *  with e far above the rounding of the energies of all motions in between. A structure with a neutral mode is at its
 *  stability limit, as a column exactly at its buckling load. */
#ifndef SPECTRUM_GROUND_H
#define SPECTRUM_GROUND_H

#include "spectrum/roots.h"

typedef struct hol_ground {
  size_t growing; /**< λ < −edge */
  size_t neutral; /**< |λ| ≤ edge besides the zero-energy modes */
  size_t beyond;  /**< of the growing, those with λ < −floor */
  double edge;    /**< rad²/s², > 0; 0: no energy can be negative, and nothing was counted */
  double floor;   /**< rad²/s², > edge */
} hol_ground;

/** Can any energy be negative, i.e. is anything compressed? */
bool hol_may_grow(const hol_model *model);

/** Count the motions near zero and below. Cost: a few matrices, two for each factor of 16 between a typical λ and the
 *  lowest.
 *  @param[in]  limit   λ > 0: the system holds down to −limit only; HUGE_VAL: everywhere
 *  @return HOL_NUMERICAL with the contradiction noted in the counter where counts fall; HOL_INCOMPLETE, HOL_MEMORY */
HOL_MUST_CHECK hol_status hol_ground_find(hol_sturm_counter *counter, double limit, hol_ground *ground);

#endif

/* SPDX-License-Identifier: BSD-3-Clause */
/** @file winding_number.h  Number of zeros of det S(s) in a region by the argument principle.
 *
 *  Module `response`. Along the boundary of a region
 *
 *      N = N₀ + (1/2π) Δ arg det S
 *
 *  with N₀ the poles of det S inside: damped modes of eliminated components, in the form of S, which stays the same all
 *  along the path. Steps satisfy |h f'/f| ≤ 1 at both ends, f = det S, and the changes of the argument over two halves
 *  add up to that over the whole. This is no proof. */
#ifndef RESPONSE_WINDING_NUMBER_H
#define RESPONSE_WINDING_NUMBER_H

#include "response/damped_eigenvalues.h"

/** Find the accumulation points of zeros, as centres of disjoint discs.
 *  @param[out] region  its radius is the largest possible: more such points are beyond it, or two so close that no
 *              discs keep them apart; INFINITY: there are no others */
void hol_accumulation_discs(const hol_eigenvalues *zeros, hol_eigenvalue_region *region);

/** Compute the poles of det S in the form it was filled in last: damped modes of components, both of each frequency.
 *  @param[in]  region  those in it are wanted, and some beyond
 *  @param[out] pole    [*count] owned by the caller in every case
 *  @return HOL_INVALID where they have no formula, or are too many; HOL_NUMERICAL, HOL_MEMORY */
HOL_MUST_CHECK hol_status hol_determinant_poles(const hol_eigenvalues *zeros, const hol_eigenvalue_region *region,
                                                double complex **pole, size_t *count);

/** Power sums of the zeros that are not yet known. */
enum { HOL_POWER_SUMS = 6 };

/** Count the zeros in the region, with those at zero, and compute power sums that locate those not yet known.
 *  @param[in]  pole     [poles] of hol_determinant_poles()
 *  @param[out] unknown  Σ (s/R)^k, k from 1, over the unknown zeros: f'/f integrated along the path, to two digits or
 *                       three
 *  @return HOL_NUMERICAL if the path passes too near a zero or a pole; HOL_MEMORY */
HOL_MUST_CHECK hol_status hol_winding_number_count(hol_eigenvalues *zeros, const hol_eigenvalue_region *region,
                                                   const double complex *pole, size_t poles, long *count,
                                                   double complex unknown[HOL_POWER_SUMS]);

#endif

/* SPDX-License-Identifier: BSD-3-Clause */
/** @file green.h  Green's function of a round plate: static deflection under a point force, by nodal diameters, in
 *  closed form. Internal to module `parts`.
 *
 *  Of the unbounded plate, |x − ξ|² ln|x − ξ|²/16πD, the coefficient of cos nφ is, with q = r_</r_> and n ≥ 2,
 *
 *      qⁿ/8πD [ r_>²/(n(n−1)) − r_<²/(n(n+1)) ]
 *
 *  and what the edges add is a sum of rⁿ, rⁿ⁺², r⁻ⁿ, r²⁻ⁿ. */
#ifndef PARTS_PLATE_GREEN_H
#define PARTS_PLATE_GREEN_H

#include "parts/plate/round.h"

/** Compute the coefficient of cos nφ of the deflection at r under a unit force at radius s, and its derivative in r.
 *  @param[in]  n      real ≥ 2
 *  @param[out] value  [2] */
void hol_round_green(const hol_round_plate *plate, double n, double s, double r, double value[2]);

/** Sum them times cos nφ over n > last: the deflection, its derivatives in r and in θ.
 *  @param[in]  last   ≥ 1
 *  @param[out] value  [3] derivatives without bound, straight under the force, are 0
 *  @return what is left out, about */
double hol_round_green_tail(const hol_round_plate *plate, size_t last, double s, double r, double phi, double value[3]);

#endif

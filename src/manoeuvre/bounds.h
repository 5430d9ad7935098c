/* SPDX-License-Identifier: BSD-3-Clause */
/** @file bounds.h  Peaks of a manoeuvre, and proved bounds of what it can leave in any motion of a structure.
 *
 *  Module `manoeuvre`. If u and its first p − 1 derivatives are zero at both ends, p + 1 integrations by parts give for
 *  a pole s of no growth
 *
 *      |e^{sT} ∫ u e^{−st} dt| ≤ TV_p/|s|^{p+1},     TV_p the total variation of u^(p), u = 0 outside
 *
 *  so that all modes from ω on, Σ G² = mass, have at T together an energy ≤ ½ mass (TV_p/ω^{p+1})², and a point at
 *  which they have the quasistatic flexibility R a displacement ≤ TV_p/ω^{p+1} √(mass R). With one damping ratio ζ
 *  of all of them the energy is at most 1/(1 − ζ) times that. */
#ifndef MANOEUVRE_BOUNDS_H
#define MANOEUVRE_BOUNDS_H

#include "manoeuvre/plan.h"

/** Largest absolute values during a plan. */
typedef struct hol_plan_peaks {
  double speed, acceleration, jerk; /**< jerk: between the jumps that u has at the ends for m = 0 */
} hol_plan_peaks;
/** Find the peaks: on a grid of cosines, then between the neighbours of all that are within 1 % of the highest.
 *  Relative error: 1e-12. */
hol_plan_peaks hol_plan_peaks_of(const hol_plan *plan);

/** Return an upper bound of the total variation of the derivative u^(p) of the polynomial, p ≤ smooth, or of the
 *  straight lines of a table, p ≤ 1 and p ≤ smooth. At most 1.3 % above it: g(θ) = u^(p+1) sin θ is a trigonometric
 *  polynomial of some degree d, and the midpoint rule with steps h is off by no more than h d/2 ∫ |g| [Bernstein;
 *  Zygmund]. */
double hol_plan_variation(const hol_plan *plan, size_t p);

/** Return the least TV_p/ω^{p+1} of all p that apply, m/s or rad/s: what is left at ω and above, per participation. */
double hol_plan_rest_above(const hol_plan *plan, double omega);

/** Return an upper bound of |∫ u e^{−iωt} dt| for all ω between two frequencies: half way between, and the distance
 *  times T/2 ∫ |u| ≤ T/2 √(T ∫ u²). @param[in] effort  ∫ u² dt */
double hol_plan_rest_within(const hol_plan *plan, double lower, double upper, double effort);

#endif

/* SPDX-License-Identifier: BSD-3-Clause */
/** @file lane_roots.h  Roots of the frequency determinants of several structures, each proved by Sturm counts on both
 *  sides. */
#ifndef SWEEP_LANE_ROOTS_H
#define SWEEP_LANE_ROOTS_H

#include "holonome/status.h"
#include "sweep/lanes.h"

/** Roots zero + 1 .. wanted of each lane; arrays [wanted] are indexed by root number - 1. */
typedef struct hol_lane_roots {
  size_t zero, wanted;
  hol_lane *lambda; /**< [wanted] rad²/s² */
  hol_lane *margin; /**< [wanted] relative: N(λ(1 − margin)) = number − 1, N(λ(1 + margin)) = number, by count */
  hol_lane *low, *low_margin; /**< [wanted] of the determinant of the lower bound: N(λ(1 − margin)) = number − 1 */
  hol_lane *x;                /**< [wanted * HOL_LANES_ORDER] null vectors */
  hol_lane_plan *plan;        /**< [wanted] pivots that suit a typical structure near each root */
  bool good[HOL_LANES];       /**< everything found and proved */
  hol_lane *bracket;          /**< [2 * wanted] scratch: λ with fewer and with enough frequencies below */
  hol_lane_work *work;
  hol_lane_state *state;
  size_t evaluations;
} hol_lane_roots;

HOL_MUST_CHECK hol_status hol_lane_roots_start(hol_lane_roots *roots, size_t zero, size_t wanted);
void hol_lane_roots_clear(hol_lane_roots *roots);

/** Choose the pivots by one lane, whose roots are known. */
void hol_lane_roots_plan(const hol_lane_system *system, hol_lane_roots *roots, size_t lane);

/** Find and prove the roots of all lanes.
 *  @param[in,out] roots  in: lambda and x are estimates (0: none), good tells which lanes hold structures; out:
 *                        found */
void hol_lane_roots_find(const hol_lane_system *system, hol_lane_roots *roots);

#endif

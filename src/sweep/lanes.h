/* SPDX-License-Identifier: BSD-3-Clause */
/** @file lanes.h  The frequency determinant of several structures side by side (theory §2, §6).
 *
 *  With the multipliers reduced to those that massless joints leave free, and rigid-body modes and lumped masses kept
 *  as coordinates z of their own, the matrix is
 *
 *      P(λ) = [ D(λ)  C ; Cᵀ  λ M ],   D = F + Σ_s f_s(λ) R_s + Σ_k ψ_k ψ_kᵀ/(ω_k² − λ),   N(λ) = N₀(λ) + n_z −
 *  n₋(P(λ))
 *
 *  F springs; R_s residual flexibility (remainder) of member s, f_s = 1 or, for the lower bound, λ_c/(λ_c − λ);
 *  ω_k frequencies of elastic component modes, N₀ of them below λ; N is the Sturm count. */
#ifndef SWEEP_LANES_H
#define SWEEP_LANES_H

#include "base/lane.h"

#include <stdbool.h>

/** Largest order of P that is evaluated side by side. */
enum { HOL_LANES_ORDER = 32, HOL_LANES_TRIANGLE = HOL_LANES_ORDER * (HOL_LANES_ORDER + 1) / 2 };

/** The structures of one vector. Symmetric matrices are lower triangles, row by row. */
typedef struct hol_lane_system {
  size_t order; /**< of D */
  size_t free;  /**< n_z */
  size_t modes; /**< elastic ones of all members */
  size_t members;
  hol_lane *omega2;      /**< [modes] rad²/s² */
  hol_lane *psi;         /**< [modes * triangle] ψψᵀ */
  hol_lane *spring;      /**< [triangle] F */
  hol_lane *coupling;    /**< [free * order] C, a row for each z */
  hol_lane *mass;        /**< [free] M */
  hol_lane *flexibility; /**< [members * triangle] R_s */
  hol_lane *cutoff;      /**< [members] λ_c */
} hol_lane_system;

/** The pivots of a factorisation, the same in all lanes: rows one by one or in pairs. */
typedef struct hol_lane_plan {
  size_t row[HOL_LANES_ORDER]; /**< of P in the order of elimination */
  bool pair[HOL_LANES_ORDER];  /**< this one and the next are eliminated together */
} hol_lane_plan;

/** Workspace of one evaluation. */
typedef struct hol_lane_work {
  hol_lane P[HOL_LANES_TRIANGLE];      /**< P */
  hol_lane factor[HOL_LANES_TRIANGLE]; /**< L below the pivots, their inverses in place of them; in the plan's order */
  hol_lane slope[HOL_LANES_TRIANGLE];  /**< D′ */
  hol_lane own[HOL_LANES_ORDER];       /**< magnitudes that have gone into the diagonal of P, by hol_lanes_count() */
  hol_lane size[HOL_LANES_ORDER];      /**< the same of P and its factors */
} hol_lane_work;

/** P at one λ per lane, and its results. */
typedef struct hol_lane_state {
  hol_lane lambda;
  hol_lane count;              /**< N(λ) */
  hol_lane theta;              /**< next estimate of a root is λ + theta */
  hol_lane slope;              /**< xᵀP′x */
  hol_lane doubt;              /**< relative change of a root near λ that rounding in a count may stand for */
  hol_lane x[HOL_LANES_ORDER]; /**< in: estimate of the null vector of P at the root; out: a better one */
} hol_lane_state;

/** Choose pivots by one lane of the last evaluation of hol_lanes_count() (Bunch and Parlett: the largest of all). */
void hol_lanes_plan(const hol_lane_system *system, const hol_lane_work *work, size_t lane, hol_lane_plan *plan);

/** Compute N(λ), and the effect of rounding on it near a root with the vector x and its slope.
 *  @param[in] lower  the determinant of the lower bound */
void hol_lanes_count(const hol_lane_system *system, bool lower, const hol_lane_plan *plan, hol_lane_work *work,
                     hol_lane_state *state);
/** Compute N(λ) and take one step of Rayleigh quotient iteration: D(λ) x ← D′(λ) x, theta = −xᵀPx/xᵀP′x. It converges
 *  cubically; the counts show to which root. */
void hol_lanes_step(const hol_lane_system *system, bool lower, const hol_lane_plan *plan, hol_lane_work *work,
                    hol_lane_state *state);

#endif

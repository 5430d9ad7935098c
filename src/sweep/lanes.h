/** @file lanes.h  The frequency determinant of several structures side by side (book VI (3.5); theory §1, §2).
 *
 *  With the multipliers reduced to those that massless joints leave free, the determinant is that of
 *
 *      D(λ) = F + Σ_s f_s(λ) R_s − I/λ + Σ_k ψ_k ψ_kᵀ/(ω_k² − λ),        N(λ) = N₀(λ) + n₁ − n₋(D(λ))
 *
 *  F springs; R_s remainder of member s, f_s = 1 or, for the lower bound, λ_c/(λ_c − λ); I rigid-body modes and lumped
 *  masses; N₀ own modes below λ, rigid ones included; n₁ independent lumped masses. */
#ifndef SWEEP_LANES_H
#define SWEEP_LANES_H

#include "sweep/lane.h"

#include <stdbool.h>

/** Largest determinant that is done side by side. */
enum { HOL_LANES_ORDER = 12, HOL_LANES_TRIANGLE = HOL_LANES_ORDER * (HOL_LANES_ORDER + 1) / 2 };

/** The structures of one vector. Symmetric matrices are lower triangles, row by row. */
typedef struct hol_lane_system {
  size_t order;              /**< of D */
  size_t modes;              /**< elastic ones of all members */
  size_t members;
  size_t always;             /**< N₀ at λ = 0+, and n₁ */
  hol_lane *omega2;          /**< [modes] rad²/s² */
  hol_lane *psi;             /**< [modes * triangle] ψψᵀ */
  hol_lane *spring;          /**< [triangle] F */
  hol_lane *inertia;         /**< [triangle] I */
  hol_lane *remainder;       /**< [members * triangle] R_s */
  hol_lane *cutoff;          /**< [members] λ_c */
} hol_lane_system;

/** Room for one evaluation. */
typedef struct hol_lane_work {
  hol_lane D[HOL_LANES_TRIANGLE];     /**< D, then its factors: L below the diagonal, d on it */
  hol_lane slope[HOL_LANES_TRIANGLE]; /**< D′ */
  hol_lane keep[HOL_LANES_TRIANGLE];  /**< D */
  hol_lane size[HOL_LANES_ORDER];     /**< magnitudes that have gone into the diagonal of D and its factors */
} hol_lane_work;

/** D at one λ per lane, and what follows. */
typedef struct hol_lane_state {
  hol_lane lambda;
  hol_lane count;            /**< N(λ) */
  hol_lane theta;            /**< next estimate of a root is λ + theta */
  hol_lane slope;            /**< xᵀD′x */
  hol_lane doubt;            /**< relative change of a root near λ that rounding in a count may stand for */
  hol_lane x[HOL_LANES_ORDER]; /**< in: estimate of the null vector of D at the root; out: a better one */
} hol_lane_state;

/** N(λ), and what rounding may do to it near a root with the vector x and its slope.
 *  @param[in] lower  the determinant of the lower bound */
void hol_lanes_count(const hol_lane_system *system, bool lower, hol_lane_work *work, hol_lane_state *state);
/** N(λ), and one step of Rayleigh quotient iteration: D(λ) x ← D′(λ) x, theta = −xᵀDx/xᵀD′x. Converges cubically; to
 *  which root, the counts tell. */
void hol_lanes_step(const hol_lane_system *system, bool lower, hol_lane_work *work, hol_lane_state *state);

#endif

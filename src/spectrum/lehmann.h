/* SPDX-License-Identifier: BSD-3-Clause */
/** @file lehmann.h  Lehmann's theorem with exact trial functions: bounds of all roots in an interval, proved
 *  at once.
 *
 *  A trial function w_i belongs to a vector x_i at θ_i: the motion of the whole structure that oscillates at θ_i inside
 *  every part, with r_i = S(θ_i)x_i left over at the joints. S(λ) is what is left of a linear pencil 𝒦 − λℳ with ℳ ⪰ 0
 *  when component modes are eliminated; in the product of ℳ
 *
 *      G_ij = ⟨w_i, w_j⟩ = (x_iᵀr_j − x_jᵀr_i)/(θ_i − θ_j),     −x_iᵀS′(θ)x_j where θ_i = θ_j.
 *      (1)
 *
 *  σ no root: 𝒯 = (𝒦 − σℳ)⁻¹ℳ has the eigenvalues 1/(λ_k − σ), and w_i − z_i = (θ_i − σ)𝒯w_i with the trial function
 *  z_i of S(σ)y_i = r_i. Hence ⟨w_i, 𝒯w_j⟩ is known from (1) and C_ij = r_iᵀS(σ)⁻¹r_j, and with Q = [r_iᵀx_j] − C, a_i
 *  = θ_i − σ,
 *      N_ij(x) = a_j(θ_i − x)G_ij + (x − σ)Q_ij
 *      (2)
 *
 *  is symmetric, and by Courant and Fischer between σ and x there are at least n₋(N(x)) roots, each as often as it is
 *  one (Lehmann, Numer. Math. 5 (1963) 246-272, for 𝒯). So where σ′ < σ have counts that differ by m, and
 *
 *      n₋(N_σ′(u_j)) ≥ j,     n₋(N_σ(l_j)) ≥ m − j + 1,     then     l_j ≤ λ_j ≤ u_j,     j = 1..m
 *      (3)
 *
 *  for the m roots between: a trial function that is missing, or one that stands twice, cannot fulfil (3). THEORY.md
 *  §10 has the proofs. */
#ifndef SPECTRUM_LEHMANN_H
#define SPECTRUM_LEHMANN_H

#include "holonome/status.h"

#include <stddef.h>

/** Trial functions and their products. Borrowed. */
typedef struct hol_lehmann {
  double sigma[2]; /**< σ′ < σ, rad²/s² */
  size_t count;    /**< trial functions */
  size_t inside; /**< the first so many, with σ′ < θ < σ, stand for as many roots; others are from beyond either end */
  const double *theta; /**< [count] those inside rising. Trial functions of a group have the same */
  const double *G;     /**< [count²] */
  const double *Q[2];  /**< [count²] each, for σ′ and σ */
} hol_lehmann;

/** Compute the bounds l_j and u_j by (3): as narrow as the trial functions make them, widened until the inertia is what
 *  it must be.
 *  @param[out] lower,upper  [inside] rising
 *  @return HOL_NUMERICAL if the trial functions prove no such list, HOL_MEMORY. Cost: some 4 inside · count³/3. */
HOL_MUST_CHECK hol_status hol_lehmann_bounds(const hol_lehmann *l, double *lower, double *upper);

#endif

/* SPDX-License-Identifier: BSD-3-Clause */
/** @file expansion.h  Linearisation of S(λ) about σ, to the fourth order, as a linear pencil with auxiliary variables:
 *  estimates of roots near σ.
 *
 *  With c̃_p the columns and δ_p > 0 the numbers below,
 *
 *      ( S(σ)  0 )          ( −S′(σ)  c̃ ) 
 *      (  0    δ )  X = t · (   c̃ᵀ    1 )  X,        t = λ − σ,  X = (v, z)
 *      (1)
 *
 *  is, z eliminated, S(σ) + t S′(σ) − t² Σ c̃c̃ᵀ/(δ − t) on v. A component mode that has been eliminated from S is such
 *  a column, c̃ = φ/(ω² − σ) with δ = ω² − σ, exactly. Of an exact segment without a pole up to σ
 *
 *      N₂ = −S″/2 = Σ_k R_k/(ω_k² − σ)³ ⪰ 0,     N₃ = −S‴/6 = Σ_k R_k/(ω_k² − σ)⁴ ⪰ 0,
 *      N₃u_p = τ_p N₂u_p,  u_pᵀN₂u_p = 1,     δ_p = 1/τ_p,  c̃_p = N₂u_p/√τ_p
 *      (2)
 *
 *  make Σ c̃c̃ᵀ/δ = N₂ and Σ c̃c̃ᵀ/δ² = N₃: the error is of the order t⁴. The mass of (1) is not negative, since
 *  N₂N₃⁻¹N₂ ⪯ Σ R_k/(ω_k² − σ)² (Cauchy and Schwarz). Columns of little effect up to some t may be left out. What comes
 *  out are estimates only; spectrum/lehmann.h proves.
 *
 *  Vectors are as long as there are unknowns, and products of them are most of the work. Multipliers of segments that
 *  have no frequency with held ends in reach are therefore left out (compliance/condensation.h): D and D′ take the
 *  places of S and S′ in (1) and (2), and S(σ)⁻¹ of what is zero on them is D(σ)⁻¹ on the rest. */
#ifndef SPECTRUM_EXPANSION_H
#define SPECTRUM_EXPANSION_H

#include "base/block_lanczos.h"
#include "base/cancellation.h"
#include "base/symmetric.h"
#include "compliance/decomposition.h"
#include "compliance/condensation.h"

/** An entry of c̃. */
typedef struct hol_expansion_entry {
  size_t unknown;
  double value;
} hol_expansion_entry;

typedef struct hol_expansion {
  const hol_system *system;
  const hol_matrix *matrix;             /**< S(σ) with S′(σ), but for the entries of segments */
  hol_decomposition *decomposition;     /**< of it */
  size_t n, auxiliary, exact;           /**< unknowns v, then z: first so many of poles, then those of (2) */
  const hol_condensation *condensation; /**< multipliers that are eliminated */
  hol_symmetric *mass;                  /**< −S′(σ) on v, but for the blocks of the matrix */
  double *delta;                        /**< [columns] rad²/s² */
  size_t *end;                          /**< [columns] where the entries of each end */
  hol_expansion_entry *entry;           /**< [entry_count] of the columns one after the other */
  size_t entry_count, entry_capacity, auxiliary_capacity;
  hol_cancellation cancellation; /**< asked while roots are sought */
  size_t solves;                 /**< with the factors, so far */
} hol_expansion;

/** Accuracy required of a pencil. */
typedef struct hol_expansion_request {
  const hol_condensation *condensation; /**< borrowed: multipliers that are eliminated, chosen by the matrix for λ up to
                                       the limit */
  double reach,
      effect;   /**< columns of no more effect than that up to this t > 0 are left out; rad²/s², against the mass */
  double limit; /**< λ up to which there is no pole, rad²/s² */
} hol_expansion_request;

/** Build the pencil about σ = matrix->lambda. All pointers are borrowed. @param[in] matrix  less the entries of
 *  segments
 *  @return HOL_NUMERICAL where a part has a pole below σ. Cost: a few relations of each kind. */
HOL_MUST_CHECK hol_status hol_expansion_make(const hol_system *system, const hol_matrix *matrix,
                                             hol_decomposition *decomposition, hol_expansion_request request,
                                             hol_expansion *e);
/** Find an interval about λ of the matrix in which no eliminated part has a pole: of segments to a fifth, and below no
 *  farther than that.
 *  @param[out] low  0 if there is none so close @param[out] high  HUGE_VAL if there is none */
void hol_expansion_range(const hol_system *system, const hol_matrix *matrix, double *low, double *high);
void hol_expansion_clear(hol_expansion *e);
/** Compute roots near σ: eigenvalues 1/t of (1) by size, the eigenvectors X. @param[in] lanczos  block, most, least,
 *  missing and its context are the caller's; the rest is set here */
HOL_MUST_CHECK hol_status hol_expansion_solve(hol_expansion *e, const hol_block_lanczos *lanczos, hol_krylov *found);

#endif

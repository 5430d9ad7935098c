/* SPDX-License-Identifier: BSD-3-Clause */
/** @file pencil.h  Independent check: linear eigenproblem of N modes and residual flexibility (quasistatic residual
 *  flexibility).
 *  With the reactions eliminated through R⁻¹ the energies in y = (q, w) are
 *
 *      2Π = Σ ω²q² + Σ dᵀR⁻¹d + Σ k (c·w)²,  d = T w − φ q,        2T = Σ q̇² + Σ m (c·ẇ)²
 *
 *  (theory §2). With masses of either sign it is that of positive K alone, for its positive eigenvalues. It shares
 *  neither counting nor root finding with the determinant. */
#ifndef SPECTRUM_PENCIL_H
#define SPECTRUM_PENCIL_H

#include "compliance/system.h"

/** Compute the eigenvalues λ ≥ 0, rising, zero ones included, each after one Rayleigh step.
 *  @param[in]  shift  rad²/s², > 0, of the order of the lowest ones wanted
 *  @param[out] lambda [count] as many as wanted; the caller owns it
 *  @param[in,out] count  wanted; those that exist
 *  @param[out] norm   for the rounding estimate 8 ε norm/λ: the largest of the stiffnesses over their masses, of the
 *                    eigenvalues as far as rounding lets them be known, and of |y|ᵀ|K||y| of the eigenvectors (stiff
 *                    joints without mass)
 *  @return HOL_NUMERICAL if R is not positive definite to rounding; HOL_INVALID if the system has exact members with
 *  mass (no pencil exists). Cost O(n³). */
HOL_MUST_CHECK hol_status hol_pencil(const hol_system *system, double shift, double *lambda, size_t *count,
                                     double *norm);

/** Return the number of unknowns of the pencil. */
size_t hol_pencil_size(const hol_system *system);

#endif

/* SPDX-License-Identifier: BSD-3-Clause */
/** @file apparent.h  Apparent mass of a structure on a circle in the complex plane: effective masses without modes.
 *
 *  Moved with the ground along r, the structure bears upon it as the mass
 *
 *      A(λ) = rᵀM r + λ rᵀM (K − λM)⁻¹ M r = Σ_k m_k λ_k/(λ_k − λ) + (what nothing moves against the ground),
 *
 *  and by Cauchy's theorem the mean of A over the circle |λ| = ρ is A(0) without the effective masses m_k of all modes
 *  with λ_k < ρ. The trapezoidal rule on it errs by (λ_n/ρ)^N + (ρ/λ_{n+1})^N. A is had from component modes of the
 *  parts and series of what they leave out, at complex λ: independent of exact relations, roots and vectors. */
#ifndef MODES_APPARENT_H
#define MODES_APPARENT_H

#include "modes/rigid.h"

/** Compute the mean of A(λ) over a circle less the total mass moved (rᵀM r), i.e. minus the effective masses inside,
 *  those of rigid-body modes included.
 *  @param[in]  system  of a model that is not exact, not by reactions; its cut-off far above the circle
 *  @param[in]  rigid   of the same model
 *  @param[in]  radius  rad²/s²
 *  @param[in]  points  on the whole circle; even
 *  @param[out] mean    [rigid->count]; NAN where not all members follow freely
 *  @return HOL_INVALID: it is too much work; HOL_MEMORY, HOL_NUMERICAL. Cost: points/2 complex factorisations */
HOL_MUST_CHECK hol_status hol_apparent_mean(const hol_system *system, const hol_rigid *rigid, double radius,
                                            size_t points, double *mean);

#endif

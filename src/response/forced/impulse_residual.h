/* SPDX-License-Identifier: BSD-3-Clause */
/** @file impulse_residual.h  Truncation error under an impulse: sums over the modes left out. */
#ifndef RESPONSE_FORCED_IMPULSE_RESIDUAL_H
#define RESPONSE_FORCED_IMPULSE_RESIDUAL_H

#include "response/forced/superposition.h"

/** Compute an upper bound of Σ |φ_r φ_d|/√λ over the modes left out. At points it is no more than √(B_r B_d),
 *
 *      B = Σ φ²/√λ = (2/π) ∫₀^∞ T(−ξ²) dξ,
 *
 *  by the trapezoidal rule in log ξ, whose error is below 1e-8; far above the modes T(−ξ²) ξ is taken to fall as it
 *  does there, which is measured. Of the ground it is no more than √(T_rr mass).
 *  @param[in]  driver  the probe at which the impulse acts; SIZE_MAX: the ground
 *  @param[out] sum     [receivers] of the first probes; INFINITY: it has no end, or none is seen
 *  @return HOL_NUMERICAL, HOL_MEMORY. Not collective. */
HOL_MUST_CHECK hol_status hol_impulse_residuals(const hol_superposition *s, size_t receivers, size_t driver,
                                                double *sum);

#endif

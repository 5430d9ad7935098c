/* SPDX-License-Identifier: BSD-3-Clause */
/** @file unique.h  A theorem that excludes coexisting motions. */
#ifndef NONLINEAR_UNIQUE_H
#define NONLINEAR_UNIQUE_H

#include "nonlinear/curve.h"

/** Do all motions of one mode come ever closer to each other, at every frequency of the range? Then there is only one
 *  that repeats, whatever its period.
 *
 *  The difference u of two motions obeys ü + cu̇ + k(t)u = 0 with k = ω² + μ(q₁² + q₁q₂ + q₂²) between ω² and ω² + 3μB²
 *  while both stay within B. It dies away if √(ω² + 3μB²) − √ω² < c: the circle criterion for 1/(s² + cs). With
 *  W = ½q̇² + ½cqq̇ + ¼c²q² + ½ω²q² + ¼μq⁴ and U = μq⁴,
 *
 *      Ẇ = −½c(q̇² + ω²q² + U) + F cos νt (q̇ + ½cq) ≤ 0   where   r² = q̇² + ω²q² ≥ (2|F|/c)² (1 + c²/4ω²),
 *
 *  so that W is in the end below its largest value in that ball, and q below B, where W ≥ ⅛c²q² + ½ω²q² + ¼μq⁴ reaches
 *  it. Checked with the largest |F| and least c of the range; not with a softening spring, without a linear one, or
 *  with the loss of the cubic term. */
bool hol_is_unique(const hol_nonlinear_model *model, const hol_nonlinear_options *options);

#endif

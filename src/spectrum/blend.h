/* SPDX-License-Identifier: BSD-3-Clause */
/** @file blend.h  Weights of the solutions at both ends of an interval in the improvement of a trial function.
 *
 *  Of S(λ)⁻¹r at a trial function of θ the solutions at both ends stand for the parts from roots outside the block: a
 *  part from a root at λ keeps
 *      f(λ) = 1 − (λ − θ)(w₀/(λ − σ₀) + w₁/(λ − σ₁))
 *      (1)
 *
 *  of itself. With w linear in θ, w₁ = (θ − σ₀)/(σ₁ − σ₀) = 1 − w₀, that is (θ − σ₀)(σ₁ − θ)/((λ − σ₀)(λ − σ₁)): next
 *  to nothing far away, but more than one where roots outside are closer to an end than the trial function is, and
 *  improvements then end nowhere. Any other weights do: those are taken that keep the least of what is worst. Σw = 1
 *  keeps nothing of what is infinitely far: trial functions that have rounding of single precision need it once, whose
 *  forces tell it a million times; after that nothing is there any more. */
#ifndef SPECTRUM_BLEND_H
#define SPECTRUM_BLEND_H

#include <stdbool.h>

/** {σ₀ < σ₁; roots outside are below the one and above the other: −HUGE_VAL, HUGE_VAL if there are none on that side}.
 *  rad²/s² */
typedef struct hol_blend {
  double sigma[2], below, above;
} hol_blend;

/** Return the most that (1) keeps of any part from a root outside; 0 if there are no roots there. */
double hol_blend_left(const hol_blend *b, double theta, const double weight[2]);
/** Compute the weights for a trial function: linear ones where they leave little, else the best that are known.
 *  @param[in] clean  Σw = 1 */
void hol_blend_weights(const hol_blend *b, double theta, bool clean, double weight[2]);

#endif

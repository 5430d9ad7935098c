/* SPDX-License-Identifier: BSD-3-Clause */
/** @file truncation.h  Truncation error of a transient response by modes and the residual flexibility of the others.
 *
 *  A mode left out moves by y = q − f φ_d/λ beside what it does at rest. A jump F of f leaves a free motion that begins
 *  with −F/λ, a jump J of its slope one that begins with y = cJ/λ², y′ = −J/λ, and the slope itself a lag −c f′/λ². No
 *  free motion grows in energy, so |y| ≤ F/λ, and |y| ≤ J (1/λ) √(1/λ + (c/λ)²); with σ = ½ min(c/2, λ/c) the energy of
 *  e^{σt} y does not grow either if its stiffness is taken as λ/2, so that both are no more than √(5/4) F/λ e^{−σt} and
 *  J (1/λ) √(2/λ + (c/λ)²) e^{−σt}. With c of a hol_proportional all of this gets less as λ grows, and Σ |φ_r φ_d|/λ ≤
 *  √(T_rr T_dd). An impulse P leaves y = 0, y′ = P: |y| ≤ P/√λ, and |y| ≤ P/c, too (c max|y| = 2ζ P exp(−ζ arcosh
 *  ζ/√(ζ² − 1)) < P at any damping ratio ζ); where c ≥ bλ the sum of that is no more than √(T_rr T_dd) P/b. As it dies
 *  away these are √2 P/√λ e^{−σt} and, as the energy of e^{σt} y is damped by c − 2σ ≥ c/2, 2P/c e^{−σt}.
 *  Velocities and accelerations are displacements under f′ and f″, whose impulses are the jumps of f and f′. */
#ifndef RESPONSE_FORCED_TRUNCATION_H
#define RESPONSE_FORCED_TRUNCATION_H

#include "excitation/history.h"
#include "response/forced/proportional.h"

/** What has come so far. {0} at rest, of displacements. */
typedef struct hol_truncation {
  int order; /**< of the derivative of the motion: what follows is of that of f; below 2 where f jumps, 0 under an
                  impulse */
  double time;
  double jump, faded_jump; /**< Σ|F|, and the same as it dies away */
  double bend, faded_bend; /**< Σ|J| */
  double blow, faded_blow; /**< Σ|P| */
} hol_truncation;

/** Return the rate of decay σ, 1/s. @param[in] next  the least λ of the modes left out, or less */
double hol_truncation_rate(double next, hol_proportional law);
/** Advance to a time within the same piece, or at its end; then pass the break that is there.
 *  @param[in] rate  of hol_truncation_rate() */
void hol_truncation_advance(const hol_history *history, double to, double rate, hol_truncation *t);
void hol_truncation_pass(const hol_history *history, hol_truncation *t);
/** Bound Σ |φ_r y| over the modes left out at that time, coming from before it, by √(T_rr T_dd).
 *  @param[in] impulse  Σ |φ_r φ_d|/√λ, from above, for an impulse; INFINITY: not known @return INFINITY: not known */
double hol_truncation_radius(const hol_history *history, const hol_truncation *t, double next, hol_proportional law,
                             double static_part, double impulse);

#endif

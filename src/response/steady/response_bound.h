/* SPDX-License-Identifier: BSD-3-Clause */
/** @file response_bound.h  Error bound of cubic interpolation of a frequency response, from the modes of the structure.
 *
 *  Module `response`. Where one law damps all parts and springs (response document A4),
 *
 *      H(ω) = Q(ω) Σ_k a_k/D_k(ω),   D_k = λ_k (1 + iη + b iω) − ω² + a iω,   a_k = φ_rk Σ_l F_l φ_lk,   Q = 1, iω or
 *      −ω²,
 *
 *  and Hermite's cubic through values and slopes at the ends of an interval of length h is off by no more than h⁴/384
 *  max|H⁗| there. Of a listed mode, D = −(ω − p)(ω − q), the derivatives of 1/D are sums of products of powers of 1/(ω
 *  − p) and 1/(ω − q), no larger than at the place of the interval next to p and to q. Modes that are not listed, which
 *  are proved to be above λ′, are together analytic in circles of radius ρ about the interval, R its farthest frequency
 *  and ρ: by Cauchy's estimate their fourth derivative is no more than
 *      24/ρ⁴ |Q|(R) √(T_rr T_ll) |F_l| λ′/(λ′ (1 − bρ) − R² − aR),     T = H(0) − Σ_k φφᵀ/λ_k,
 *
 *  since |D_k| ≥ λ_k (1 − bρ) − R² − aR there, and Σ|φ_r φ_l|/λ_k ≤ √(T_rr T_ll). */
#ifndef RESPONSE_STEADY_RESPONSE_BOUND_H
#define RESPONSE_STEADY_RESPONSE_BOUND_H

#include "parts/damping.h"
#include "response/steady/response.h"

/** {0} is empty: nothing is known. Arrays are owned. */
typedef struct hol_response_bound {
  bool is_known;
  hol_damping law;
  hol_response_quantity quantity;
  size_t modes, curves;
  double *lambda; /**< [modes] rad²/s² */
  double *share;  /**< [modes * curves] |a_k| of curve i at [k * curves + i] */
  double *tail;   /**< [curves] Σ_l |F_l| √(T_rr T_ll) */
  double next;    /**< rad²/s², λ′; HUGE_VAL: all modes are listed */
} hol_response_bound;

/** Find modes to beyond the range, and the residual flexibility; the same on every rank. Nothing is known where damping
 *  has several laws, bases move, reactions are looked at, the modes are too many or their list is not proved.
 *  @param[in]  problem  with exact compliances, and no parts in component modes, of which something is left out
 *  @param[in]  response its request and naturals
 *  @param[out] bound    {0}; to be cleared in every case
 *  @return HOL_INCOMPLETE: progress said stop; HOL_MEMORY. Cost: the search for these modes. Collective. */
HOL_MUST_CHECK hol_status hol_response_bound_make(const hol_problem *problem, const hol_response *response,
                                                  const hol_comm *comm, hol_watch watch, hol_response_bound *bound);
void hol_response_bound_clear(hol_response_bound *bound);
/** Return the error bound of the cubic for a curve in [low, high]. INFINITY: not known, as near a mode that is not
 *  damped. */
double hol_response_bound_at(const hol_response_bound *bound, size_t curve, double low, double high);

#endif

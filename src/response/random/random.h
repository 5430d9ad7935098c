/* SPDX-License-Identifier: BSD-3-Clause */
/** @file random.h  Random vibration: root mean squares of the motion of points under loads of known power spectral
 *  density.
 *
 *  Densities are one-sided, per rad/s: the mean square is their integral over ω ≥ 0. A receiver has ∫ G |H|² dω. With n
 *  modes and the others at rest, H(s) = T + Σ r_p/(s − s_p) over the two s_p of each mode, and as H is real for real s,
 *
 *      |H(iω)|² = T² − Σ_p 2 r_p s_p H(−s_p)/(ω² + s_p²),
 *
 *  whose integrals with straight pieces of G are logarithms. White noise has no end, T is then left out, and the
 *  integral is G π Σ r_p H(−s_p). What is left out of H is no more than √(T_rr T_dd) (ω² + cω)/(λ − ω²), λ that of the
 *  first mode left out, and under white noise the root mean square lacks at most √(Gπ/2c) Σ|φ_r φ_d|/√λ; by Minkowski's
 *  inequality roots of mean squares are no farther apart than that.
 *
 *  Where damping couples the modes the s_p are damped motions (complex_modes.h), of which any number can be real, and H
 *  is T + Σ r_p/(s − s_p) again. What is left out of H is estimated by the same with √(E_r E_d) and T′ there; under
 *  white noise it is twice the root that the upper half of the motions has, times what of the flexibility left it does
 *  not see: measured, not proved. */
#ifndef RESPONSE_RANDOM_RANDOM_H
#define RESPONSE_RANDOM_RANDOM_H

#include "response/forced/forced.h"
#include "response/random/transfer.h"
#include "result/analysis.h"

struct hol_analysis_grammar; /* see problem/grammar.h */

/** What an entry of `expect` has: of all receivers in their order. */
typedef struct hol_random_expected {
  double *value; /**< [count] owned */
  size_t count;
} hol_random_expected;

/** A receiver. */
typedef struct hol_random_motion {
  double square, square_radius; /**< of the loads so far */
  double square_rounding;       /**< by which the square may be off as it is a sum */
  double rms,
      radius;   /**< m or rad, or their rates; how far it can be from it, for the modes left out and rounding; NAN: the
                           list of damped motions is open */
  double terms; /**< roots of mean squares of the terms it is a sum of */
  double scale; /**< what they could be if receiver and load moved alike in every mode, no less: by Cauchy's
                     inequality */
  double *density; /**< [omegas] its square s, one-sided, per rad/s. Owned */
} hol_random_motion;

/** {0} is empty. */
typedef struct hol_random {
  const hol_forced_request *request; /**< borrowed; loads do not know of each other, the tolerance is of the radius,
                                        beside the root mean square */
  hol_forced forced; /**< its errors are measured of white noise: they rest on how fast modes die out far above */
  hol_random_motion *motion; /**< [receivers] owned */
  size_t receivers;
  double *omega; /**< [omegas] where densities are told, rad/s. Owned */
  size_t omegas;
} hol_random;

/** Run the analysis. @param[out] result  to be cleared in every case @return as hol_forced_run(). Collective. */
HOL_MUST_CHECK hol_status hol_random_run(const hol_problem *problem, hol_solve_options options, hol_random *result,
                                         hol_faults *faults);
/** Return which derivative of a transfer function a receiver asks for under a load, and the direct term beside it. */
hol_transfer_rate hol_random_rate(const hol_random *result, size_t receiver, size_t load);
/** Add the density of a load times |H|² to that of a receiver. @param[in] load  its number */
void hol_random_add_density(hol_random *result, size_t receiver, size_t load, const hol_transfer *transfer);
/** Bound ∫ G ω^{2 order} e² dω from above, with e = (ω² + c ω)/(λ − ω²): what is left out of |H| is no more than
 *  √(T_rr T_dd) e. HUGE_VAL beyond λ.
 *  @param[in] next  λ, rad²/s²; HUGE_VAL: nothing is left out */
double hol_random_missing(const hol_density *density, double next, double c, int order);
/** Is a density that of white noise? */
bool hol_random_is_white(const hol_density *density);
/** Refuse white noise where a load acts through parts without mass: the response has no bound.
 *  @param[in] transfer  of all modes, none left out
 *  @return HOL_INVALID with a fault at the load */
HOL_MUST_CHECK hol_status hol_random_check_light(const hol_random *result, size_t load, const hol_transfer *transfer,
                                                 hol_faults *faults);
/** Add the response of a receiver to a load where damping couples the modes.
 *  @return HOL_INVALID with a fault: it has no bound; HOL_MEMORY */
HOL_MUST_CHECK hol_status hol_random_add_coupled(hol_random *result, size_t receiver, size_t load, hol_faults *faults);
/** Find faults of the request, without solving. Not collective. */
HOL_MUST_CHECK hol_status hol_random_check(const hol_problem *problem, hol_faults *faults);
void hol_random_clear(hol_random *result);

HOL_MUST_CHECK hol_status hol_random_describe(const void *result, const hol_sink *sink);
HOL_MUST_CHECK hol_status hol_random_rows(const void *result, const hol_sink *sink);
HOL_MUST_CHECK hol_status hol_random_arrays(const void *result, const hol_sink *sink);
HOL_MUST_CHECK hol_status hol_random_table(const hol_random *result, hol_text *text);

extern const struct hol_analysis_grammar hol_random_grammar;
extern const hol_analysis_row hol_random_row;

#endif

/* SPDX-License-Identifier: BSD-3-Clause */
/** @file complex_modes.h  Expansion of transfer functions in damped modes, where damping couples the undamped modes.
 *
 *  Module `response`. Without loss factors a displacement per load is meromorphic, real for real s, and its poles are
 *  the damped motions s_k. Those of a pair, or two real ones, are together
 *
 *      (a s + b)/(s² + c s + λ),          real for real s,
 *
 *  a real one by itself a s/(s² + c s) = a/(s + c), and zero-energy modes (a s + b)/s². So every one of them is an
 *  oscillator q″ + c q′ + λ q = f that gives a q′ + b q. Coefficients are the moments ∮ H ds, ∮ s H ds about the poles,
 *  by the trapezoidal rule on circles with no other pole inside; these need no normalised shapes, and hold where two
 *  motions are nearly one. What all the others do at rest, their residual flexibility T(0), is the mean of H about s =
 *  0 less those taken, at 0; T′(0) follows likewise. That the list of poles has no gap is `counted` at best (damped.h).
 *
 *  What is left out is estimated from T at the receiver r itself, under a force there, and at the load d itself, not
 *  from the motions taken, none of which need move r. Motions left out, freed from what is at rest under a force at p,
 *  have the energy ½ E_p, and no free motion gains any: under a force that jumps by F u_r is no farther from what is
 *  told than F √(E_r E_d). As the state matrix is symmetric but for the sign of velocities, E_p is T_pp(0) and four
 *  times the kinetic energy that these motions begin with. That is zero where damping does not couple them to those
 *  taken; else their velocity at p is −Σ a of those taken, and the energy of that by the masses Σ b that these move
 *  there stands for all of it. That, and the rate at which they die out, is measured; nothing of it is proved. */
#ifndef RESPONSE_COMPLEX_MODES_H
#define RESPONSE_COMPLEX_MODES_H

#include "response/damped.h"
#include "response/steady/response.h"

/** A term of the sum. */
typedef struct hol_complex_mode {
  double c, lambda; /**< 1/s, rad²/s² */
  double size;      /**< |s|, of two the larger one */
} hol_complex_mode;

/** {0} is empty. Arrays are owned. */
typedef struct hol_complex_modes {
  hol_complex_mode *mode; /**< [modes] in the order of |s| */
  size_t modes;
  size_t motions; /**< damped motions in them */
  size_t curves;  /**< receivers times loads, those of one receiver next to each other */
  size_t stride;  /**< curves and, behind them, receivers and then loads each by itself; of the ground, which has none,
                      zeros */
  double *a, *b;  /**< [modes * stride] of mode k and curve i at [k * stride + i] */
  double *rest;   /**< [stride] what all the others do at rest */
  double *slope;  /**< [stride] its derivative with respect to s, at s = 0 */
  double *energy; /**< [receivers + loads] E of what is left out under a force of one there, m/N or rad/N m */
  double *upper;  /**< [receivers + loads] what the upper half of those taken do there at rest, by their sizes; of the
                      ground HUGE_VAL */
  double *struck; /**< [receivers + loads] Σ φ²/ω of what is left out; HUGE_VAL: without end; NULL: not asked for */
  size_t loads;
  double next;     /**< rad/s: |s| of the first left out; HUGE_VAL: there are none */
  double rounding; /**< where none is left out: how far the sum is from the transfer functions at some places,
                        relative */
  hol_damped_count known;
  const char *reason; /**< why the list is open; NULL: it is not. Static */
  bool is_stopped;
} hol_complex_modes;

/** Transfer functions that are requested. */
typedef struct hol_complex_modes_request {
  const hol_problem *problem;          /**< borrowed */
  const hol_response_request *request; /**< of transfer functions (forced.c): forces of 1, and ground of 1 m/s²,
                                            each by itself */
  size_t receivers, loads;             /**< asked for */
  bool is_struck; /**< there are impulses, in loads or in those derivatives of them that are asked for */
} hol_complex_modes_request;

/** Find at least `motions` damped modes, and their terms in the transfer functions from every load to every receiver.
 *  @param[out] found  {0}; to be cleared in every case
 *  @return HOL_INCOMPLETE: progress said stop, or the list is open, which `reason` tells; HOL_INVALID with faults;
 *          HOL_NUMERICAL, HOL_MEMORY. Cost: the search, and eight factorisations for a pair. Not collective. */
HOL_MUST_CHECK hol_status hol_complex_modes_make(const hol_complex_modes_request *spec, size_t motions, hol_watch watch,
                                                 hol_complex_modes *found, hol_faults *faults);

/** What is left out of a transfer function. All 0 where nothing is. */
typedef struct hol_residual {
  double size;   /**< √(E_r E_d), m/N */
  double lag;    /**< √(T′_rr T′_dd) at rest, m s/N: how far their damping makes them lag behind */
  double slope;  /**< |T′_rd|, of the transfer function itself */
  double struck; /**< Σ|φ_r φ_d|/ω, from above; HUGE_VAL: without end */
  double unseen; /**< √(E_r E_d) over the same of the upper half of those taken, at least 1; HUGE_VAL: that does not
                      move there */
  double rate; /**< 1/s: half of the least at which one of the upper half dies out; 0 where they do not, or do not stand
                    for the others */
} hol_residual;

hol_residual hol_complex_modes_residual(const hol_complex_modes *modes, size_t receiver, size_t load);
/** Return the value of a term at s = 0, without its pole there. */
double hol_complex_mode_at_rest(const hol_complex_mode *mode, double a, double b);
/** Return whether the list of damped modes has no gap, proved or counted. */
bool hol_complex_modes_are_known(const hol_complex_modes *modes);
/** Append in words what is known of the list, and of errors. */
void hol_complex_modes_tell(const hol_complex_modes *modes, hol_text *text);
void hol_complex_modes_clear(hol_complex_modes *modes);

#endif

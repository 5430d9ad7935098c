/** @file complex_modes.h  A structure by its damped motions, where damping couples the undamped modes.
 *
 *  Room `response`. Without loss factors a displacement per load is meromorphic, real for real s, and its poles are the damped motions
 *  s_k. Those of a pair, or two real ones, are together
 *
 *      (a s + b)/(s² + c s + λ),          real for real s,
 *
 *  a real one by itself a s/(s² + c s) = a/(s + c), and motions without energy (a s + b)/s². So every one of them is an oscillator
 *  q″ + c q′ + λ q = f that gives a q′ + b q. Coefficients are the moments ∮ H ds, ∮ s H ds about the poles, by the trapezoidal rule
 *  on circles with no other pole inside; these need no normalised shapes, and hold where two motions are nearly one. What all the others do
 *  at rest is the mean of H about s = 0 less those taken, at 0. That the list of poles has no gap is `counted` at best (damped.h). */
#ifndef RESPONSE_COMPLEX_MODES_H
#define RESPONSE_COMPLEX_MODES_H

#include "response/damped.h"
#include "response/response.h"

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
  double *a, *b;  /**< [modes * curves] of mode k and curve i at [k * curves + i] */
  double *rest;   /**< [curves] what all the others do at rest */
  double next;    /**< rad/s: |s| of the first left out; HUGE_VAL: there are none */
  double rounding; /**< where none is left out: how far the sum is from the transfer functions at some places, relative */
  hol_damped_count known;
  const char *reason; /**< why the list is open; NULL: it is not. Static */
  bool is_stopped;
} hol_complex_modes;

/** Find so many damped motions at least, and what they have of the transfer functions from every load to every receiver.
 *  @param[in]  request  forces of 1 and bases that move by 1 m/s², each by itself; receivers are displacements. Those of points whose
 *                       base moves are relative to it
 *  @param[out] found    {0}; to be cleared in every case
 *  @return HOL_INCOMPLETE: progress said stop, or the list is open, which `reason` tells; HOL_INVALID with faults; HOL_NUMERICAL,
 *          HOL_MEMORY. Cost: the search, and eight factorisations for a pair. Not collective. */
HOL_MUST_CHECK hol_status hol_complex_modes_make(const hol_problem *problem, const hol_response_request *request,
                                                 size_t motions, hol_watch watch, hol_complex_modes *found,
                                                 hol_faults *faults);
/** What a term has at s = 0, but for its pole there. */
double hol_complex_mode_at_rest(const hol_complex_mode *mode, double a, double b);
/** Is nothing missing in the list of damped motions? */
bool hol_complex_modes_are_known(const hol_complex_modes *modes);
/** In words what is known of the list, and of errors that are measured by its upper half. */
void hol_complex_modes_tell(const hol_complex_modes *modes, hol_text *text);
void hol_complex_modes_clear(hol_complex_modes *modes);

#endif

/** @file zeros.h  Zeros of det S(s) of a damped structure, and how many there are. Room `response`.
 *
 *  Zeros are found by Newton steps on f'/f = tr S⁻¹S′ less what the zeros already known have of it (Maehly's deflation), and
 *  polished by s ← s − vᵀS v/(vᵀS′v) with v from inverse iteration. How many there are within a circle |s| = R is what the argument
 *  principle says,
 *
 *      N = N₀ + (1/2π) Δ arg det S
 *
 *  with N₀ the own damped motions, inside, of what has been eliminated: the poles of det S in its form, which stays all the way. Steps are
 *  so short that |h f'/f| ≤ 1 at both ends, and both halves turn as much together as the whole. Nothing of this is a proof.
 *
 *  Without loss factors S(s̄) is the conjugate of S(s): the upper half of the circle is walked, and zeros count twice unless they are
 *  real. With loss factors S is what it is above the real axis, and the upper half of the circle alone is enclosed. */
#ifndef RESPONSE_ZEROS_H
#define RESPONSE_ZEROS_H

#include "response/dynamic.h"

/** Zeros known. {0} with its dynamic is empty. */
typedef struct hol_zeros {
  hol_dynamic *dynamic; /**< borrowed */
  bool is_lossy;        /**< there are loss factors */
  double complex *zero; /**< [count] Im ≥ 0, each as often as it is multiple; owned */
  double *residual;     /**< [count] the last step, and rounding of vᵀS v over |vᵀS′v|, over |s|; owned */
  size_t count, capacity, residual_capacity;
  size_t at_zero;     /**< zeros at s = 0, which are not in the list */
  size_t evaluations; /**< matrices filled */
  size_t wanted;      /**< told to progress */
  hol_watch watch;    /**< its progress is asked before every matrix: functions return HOL_INCOMPLETE if it says stop */
} hol_zeros;

void hol_zeros_clear(hol_zeros *zeros);

/** Look for one that is not known yet, from a guess.
 *  @param[in]  farthest  |s| beyond which it is given up
 *  @param[out] found     whether one has been added
 *  @return HOL_MEMORY, HOL_INVALID */
HOL_MUST_CHECK hol_status hol_zeros_seek(hol_zeros *zeros, double complex guess, double farthest, bool *found);

/** f'/f at s: tr S⁻¹S′, or where that takes too many solutions the difference of two determinants beside s.
 *  @param[in] keep_form  as hol_dynamic_fill()
 *  @return HOL_NUMERICAL if S is singular to the last bit there; after that, or HOL_OK, the matrix is another one */
HOL_MUST_CHECK hol_status hol_zeros_slope(hol_zeros *zeros, double complex s, bool keep_form, double complex *slope);

/** How many of those known are within |s| < radius, as hol_zeros_count() counts: without loss factors a pair is two, and those at
 *  zero are among them. */
size_t hol_zeros_within(const hol_zeros *zeros, double radius);

/** The own damped motions that are poles of det S in the form it was filled in last: distances |s| from zero.
 *  @param[in]  radius  those within are wanted, and some beyond
 *  @param[out] pole    [*count] owned by the caller in every case
 *  @return HOL_INVALID where they have no formula, or come together within the circle; HOL_NUMERICAL, HOL_MEMORY */
HOL_MUST_CHECK hol_status hol_zeros_poles(const hol_zeros *zeros, double radius, double **pole, size_t *count);

/** The number of zeros within |s| < radius, with those at zero; with loss factors those above the real axis and beyond |s| = least.
 *  @param[in]  poles  within, as often as they count
 *  @return HOL_NUMERICAL if the circle passes too near a zero or a pole; HOL_MEMORY */
HOL_MUST_CHECK hol_status hol_zeros_count(hol_zeros *zeros, double radius, double least, size_t poles, long *count);

#endif

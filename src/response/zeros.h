/* SPDX-License-Identifier: BSD-3-Clause */
/** @file zeros.h  Damped eigenvalues as zeros of det S(s), and their number by the argument principle. Room `response`.
 *
 *  Zeros are found by Newton steps on f'/f = tr S⁻¹S′ less what the zeros already known have of it (Maehly's
 *  deflation), and polished by s ← s − vᵀS v/(vᵀS′v) with v from inverse iteration. How many there are in a region is
 *  what the argument principle says,
 *
 *      N = N₀ + (1/2π) Δ arg det S
 *
 *  with N₀ the own damped motions, inside, of what has been eliminated: the poles of det S in its form, which stays all
 *  the way. Steps are so short that |h f'/f| ≤ 1 at both ends, and both halves turn as much together as the whole.
 Nothing of this is a proof. *
 *  A region is a circle |s| = R without discs about the points at which infinitely many zeros come together: −(1 +
 *  iη)/b of a part with Rayleigh's b. Without loss factors S(s̄) is the conjugate of S(s): upper halves are walked, and
 *  zeros count twice unless they are real. With loss factors det S is continued from above the real axis to the whole
 *  plane, so that no path has to pass between the real axis and zeros beside it; all zeros of that function are known
 *  and counted, though motions are only those that are not below the axis. */
#ifndef RESPONSE_ZEROS_H
#define RESPONSE_ZEROS_H

#include "response/dynamic.h"

/** Regions have room for so many points at which zeros come together. */
enum { HOL_DISCS_MOST = 8 };

/** |s| < radius, without the discs |s − centre| < part |centre|. */
typedef struct hol_zeros_region {
  double radius;
  double complex centre[HOL_DISCS_MOST]; /**< Im ≤ 0, in the order of size */
  double part;
  size_t discs;
} hol_zeros_region;

/** Zeros known. {0} with its dynamic is empty. */
typedef struct hol_zeros {
  hol_dynamic *dynamic; /**< borrowed */
  bool is_lossy;        /**< there are loss factors, continued: dynamic->is_continued */
  double complex *zero; /**< [count] without loss factors Im ≥ 0; each as often as it is multiple; owned */
  double *residual;     /**< [count] the last step, and rounding of vᵀS v over |vᵀS′v|, over |s|; owned */
  size_t count, capacity, residual_capacity;
  size_t at_zero;     /**< zeros at s = 0, which are not in the list */
  size_t evaluations; /**< matrices filled */
  size_t wanted;      /**< told to progress */
  hol_watch watch;    /**< its progress is asked before every matrix: functions return HOL_INCOMPLETE if it says stop */
} hol_zeros;

void hol_zeros_clear(hol_zeros *zeros);

/** Search for a zero that is not known yet, from a guess.
 *  @param[in]  farthest  |s| beyond which it is given up
 *  @param[out] found     whether one has been added
 *  @return HOL_MEMORY, HOL_INVALID */
HOL_MUST_CHECK hol_status hol_zeros_seek(hol_zeros *zeros, double complex guess, double farthest, bool *found);

/** Compute f'/f at s: tr S⁻¹S′, or where that takes too many solutions the difference of two determinants beside s.
 *  @param[in] keep_form  as hol_dynamic_fill()
 *  @return HOL_NUMERICAL if S is singular to the last bit there; after that, or HOL_OK, the matrix is another one */
HOL_MUST_CHECK hol_status hol_zeros_slope(hol_zeros *zeros, double complex s, bool keep_form, double complex *slope);

/** Return whether s is in the region. */
bool hol_zeros_is_in(const hol_zeros_region *region, double complex s);

/** Count the known zeros in the region, as hol_zeros_count() does: without loss factors a pair is two; those at zero
 *  are among them. */
size_t hol_zeros_within(const hol_zeros *zeros, const hol_zeros_region *region);

/** Find the accumulation points of zeros: centres of discs that are apart from each other.
 *  @param[out] region  its radius is the largest that may be: more such points are beyond it, or two so close that no
 *              discs keep them apart; INFINITY: there are no others */
void hol_zeros_discs(const hol_zeros *zeros, hol_zeros_region *region);

/** Compute the poles of det S in the form it was filled in last: damped modes of components, both of each frequency.
 *  @param[in]  region  those in it are wanted, and some beyond
 *  @param[out] pole    [*count] owned by the caller in every case
 *  @return HOL_INVALID where they have no formula, or are too many; HOL_NUMERICAL, HOL_MEMORY */
HOL_MUST_CHECK hol_status hol_zeros_poles(const hol_zeros *zeros, const hol_zeros_region *region, double complex **pole,
                                          size_t *count);

/** Sums of powers that are told of zeros that are not known. */
enum { HOL_MOMENTS = 6 };

/** Count the zeros in the region, with those at zero, and compute power sums that locate those that are not known.
 *  @param[in]  pole     [poles] as hol_zeros_poles() tells them
 *  @param[out] unknown  Σ (s/R)^k, k from 1, over those that are not known: f'/f integrated along the path, to two
 *                       digits or three
 *  @return HOL_NUMERICAL if the path passes too near a zero or a pole; HOL_MEMORY */
HOL_MUST_CHECK hol_status hol_zeros_count(hol_zeros *zeros, const hol_zeros_region *region, const double complex *pole,
                                          size_t poles, long *count, double complex unknown[HOL_MOMENTS]);

#endif

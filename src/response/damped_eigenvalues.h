/* SPDX-License-Identifier: BSD-3-Clause */
/** @file damped_eigenvalues.h  Damped eigenvalues: zeros of det S(s) by Newton's method with deflation of known roots.
 *
 *  Module `response`. With f = det S, Newton steps on f'/f = tr S⁻¹S′ less Σ 1/(s − s_k) over the known roots s_k
 *  (Maehly's deflation) approach a zero; s ← s − uᵀS v/(uᵀS′v), with the right vector v and the left
 *  vector u from inverse iteration, refines it; where S is symmetric u = v. How many
 *  zeros a region holds is found by the argument principle (winding_number.h).
 *
 *  Without loss factors S(s̄) is the conjugate of S(s): upper halves suffice, and a zero counts twice unless it is
 *  real. With loss factors det S is continued analytically from above the real axis to the whole plane, so that no path
 *  has to pass between the real axis and zeros close to it. All zeros of that function are searched and counted; those
 *  below the axis are no motions. */
#ifndef RESPONSE_DAMPED_EIGENVALUES_H
#define RESPONSE_DAMPED_EIGENVALUES_H

#include "response/dynamic.h"

/** Accumulation points of zeros that a region has room for. */
enum { HOL_DISCS_MOST = 8 };

/** |s| < radius, without the discs |s − centre| < part |centre| about accumulation points of zeros: −(1 + iη)/b of a
 *  part with Rayleigh's b. */
typedef struct hol_eigenvalue_region {
  double radius;
  double complex centre[HOL_DISCS_MOST]; /**< Im ≤ 0, ordered by size */
  double part;
  size_t discs;
} hol_eigenvalue_region;

/** Known damped eigenvalues. {0} with its dynamic is empty. */
typedef struct hol_eigenvalues {
  hol_dynamic *dynamic; /**< borrowed */
  bool is_lossy;        /**< loss factors, continued analytically: dynamic->is_continued */
  double complex *zero; /**< [count] without loss factors Im ≥ 0; each repeated by its multiplicity; owned */
  double *residual; /**< [count] last Newton step and rounding of uᵀS v over |uᵀS′v|, relative to |s|; owned */
  size_t count, capacity, residual_capacity;
  size_t at_zero;     /**< multiplicity of s = 0, which is not in the list */
  size_t evaluations; /**< matrices filled */
  size_t wanted;      /**< reported to progress */
  hol_watch watch;    /**< called before every matrix: functions return HOL_INCOMPLETE if it says stop */
} hol_eigenvalues;

void hol_eigenvalues_clear(hol_eigenvalues *zeros);

/** Search for an eigenvalue that is not yet known, from a guess.
 *  @param[in]  farthest  |s| beyond which the search ends without one
 *  @param[out] found     whether one has been added
 *  @return HOL_MEMORY, HOL_INVALID */
HOL_MUST_CHECK hol_status hol_eigenvalues_find(hol_eigenvalues *zeros, double complex guess, double farthest,
                                               bool *found);

/** Compute f'/f at s: tr S⁻¹S′, or where that takes too many solutions a difference of two determinants close to s.
 *  @param[in] keep_form  as hol_dynamic_fill()
 *  @return HOL_NUMERICAL if S is singular to the last bit there; afterwards the matrix is another one */
HOL_MUST_CHECK hol_status hol_log_derivative(hol_eigenvalues *zeros, double complex s, bool keep_form,
                                             double complex *slope);

/** Return whether s is in the region. */
bool hol_eigenvalue_region_contains(const hol_eigenvalue_region *region, double complex s);

/** Count the known eigenvalues in the region as hol_winding_number_count() does: without loss factors a pair is two;
 *  those at zero are included. */
size_t hol_eigenvalues_known_in(const hol_eigenvalues *zeros, const hol_eigenvalue_region *region);

#endif

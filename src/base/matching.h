/* SPDX-License-Identifier: BSD-3-Clause */
/** @file matching.h  Scaling of a symmetric matrix by its maximum-product matching. */
#ifndef BASE_MATCHING_H
#define BASE_MATCHING_H

#include "holonome/status.h"

#include <stdbool.h>
#include <stddef.h>

/** Compute powers of two that make the largest term of the determinant a product of numbers near one and all other
 *  entries no larger: ½ ≤ 2^(p_i + p_j) |a_ij| < 2 for all pairs of that term, 2^(p_i + p_j) |a_ij| < 2 for all. A
 *  pivot that is small after it is a difference of terms of order one, i.e. rounding; by the largest of each row alone
 *  it may be small because entries are. By shortest augmenting paths on the exponents (Duff & Koster, SIAM J. Matrix
 *  Anal. Appl. 22 (2001) 973; symmetric as in Duff & Pralet, 27 (2005) 313).
 *  @param[in]  a        [n*n] column-major, lower triangle; finite
 *  @param[out] power    [n] p
 *  @param[out] exists   false: every term is zero, the matrix is singular whatever its numbers are, and there are no
 *                       powers
 *  @return HOL_MEMORY. Cost n³ at the most. */
HOL_MUST_CHECK hol_status hol_matching_powers(size_t n, const double *a, int *power, bool *exists);

#endif

/* SPDX-License-Identifier: BSD-3-Clause */
/** @file polynomial.h  Zeros of small complex polynomials, all at once, by Weierstrass' (Durand-Kerner) iteration. */
#ifndef BASE_POLYNOMIAL_H
#define BASE_POLYNOMIAL_H

#include "base/complex.h"

#include <stddef.h>

/** Find all zeros of Σ c_k s^k, multiple ones to a part of the digits. They start on a spiral of the given scale.
 *  @param[in]  degree  of the polynomial, at least 1
 *  @param[in]  c       [degree + 1] with c[degree] ≠ 0
 *  @param[in]  scale   of the zeros, > 0
 *  @param[in]  steps   at the most; fewer where none moves a zero by more than `enough` of the scale
 *  @param[out] s       [degree]
 *  Cost: degree² operations a step. */
void hol_polynomial_zeros(size_t degree, const double complex *c, double scale, int steps, double enough,
                          double complex *s);

#endif

/* SPDX-License-Identifier: BSD-3-Clause */
/** @file basis.h  Basis of the acceleration of a manoeuvre, its transform in closed form, its integrals and derivative.
 *
 *  Module `manoeuvre`. On −1 ≤ x ≤ 1, with Gegenbauer's polynomials C_k of index ν = m + ½,
 *
 *      φ_k(x) = (1 − x²)^m C_k(x),     ∫ φ_k e^{iκx} dx = i^k A_k j_{m+k}(κ)/κ^m,
 *                                       A_k = 2^{m+1} m! (2m + k)!/((2m)! k!)
 *
 *  with spherical Bessel functions j_n [DLMF 18.17.17]. φ_k and its first m − 1 derivatives are zero at both ends; for
 *  m = 0 they are Legendre's polynomials. One integral or derivative is one term of the basis of m ± 1:
 *
 *      φ_k′ [m] = −(k + 1)(k + 2m)/(2m − 1) φ_{k+1} [m − 1]
 *      ∫_{−1} φ_k [m] = −(2m + 1)/(k (k + 2m + 1)) φ_{k−1} [m + 1] */
#ifndef MANOEUVRE_BASIS_H
#define MANOEUVRE_BASIS_H

#include "base/complex.h"

#include <stddef.h>

/** Highest degree of a polynomial, and m: j_n beyond are not asked for. */
enum { HOL_BASIS_DEGREE_MOST = 199, HOL_BASIS_SMOOTH_MOST = 8 };

/** Compute j_n(z)/z^m e^{−|Im z|} for n = m .. m + count − 1, z complex, 0 too.
 *
 *  By its series where |z| ≤ 1; elsewhere by Miller's backward recurrence from an order at which it is negligible,
 *  normalised by j_0 or j_1, whichever is larger. Relative error: some roundings of the largest of them.
 *  @param[in] count  at most HOL_BASIS_DEGREE_MOST + 3 @param[out] j  [count] Cost: |z| + count products */
void hol_spherical_bessel(double complex z, size_t m, size_t count, double complex *j);

/** Compute the transforms ∫ φ_k e^{iκx} dx e^{−|Im κ|} for k = 0 .. degree.
 *  @param[out] value  [degree + 1]
 *  @param[out] slope  [degree + 1] derivative of the integral by κ, with the same factor; NULL: not asked */
void hol_basis_transform(size_t m, size_t degree, double complex kappa, double complex *value, double complex *slope);

/** Compute φ_0 .. φ_degree at x. @param[out] value  [degree + 1] */
void hol_basis_values(size_t m, size_t degree, double x, double *value);

/** Return Σ_{k ≤ degree} c_k φ_k(x). */
double hol_basis_sum(size_t m, size_t degree, const double *c, double x);

/** Compute the coefficients of Σ c_k φ_k′ in the basis of m − 1, m ≥ 1. @param[out] slope  [degree + 2], not c */
void hol_basis_derive(size_t m, size_t degree, const double *c, double *slope);

/** Return Σ_{k ≤ degree} c_k φ_k′(x), m = 0 as well. degree ≤ HOL_BASIS_DEGREE_MOST + 1 */
double hol_basis_slope(size_t m, size_t degree, const double *c, double x);

/** Compute ∫ (1 − x²)^m C_k² dx of k = 0 .. degree, the norms in which the polynomials are orthogonal. */
void hol_basis_norms(size_t m, size_t degree, double *norm);

/** Compute ∫_{−1}^x (1 − y²)^m dy. */
double hol_basis_area(size_t m, double x);

/** Compute nodes and weights of Gauss and Legendre: polynomials of degree 2 count − 1 are integrated exactly.
 *  @param[out] x, weight  [count] Cost: count² */
void hol_gauss_nodes(size_t count, double *x, double *weight);

#endif

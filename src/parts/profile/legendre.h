/* SPDX-License-Identifier: BSD-3-Clause */
/** @file legendre.h  Legendre polynomials and Gauss-Legendre quadrature, in extended precision. Internal to room
 *  `parts`. */
#ifndef PARTS_PROFILE_LEGENDRE_H
#define PARTS_PROFILE_LEGENDRE_H

#include <stddef.h>

/** Compute Gauss points −1 < s < 1, rising, and weights of sum 2. @param[out] s,w [n] */
void hol_gauss(size_t n, long double *s, long double *w);

/** Evaluate P_0(s) .. P_{n−1}(s). */
void hol_legendre(size_t n, long double s, long double *P);

/** Compute the coefficients of ∫_{−1}^s Σ c_k P_k, n of them give n + 1. @param[out] integral [n + 1], not c itself */
void hol_legendre_integrate(size_t n, const long double *c, long double *integral);

/** Compute the coefficients of s·Σ c_k P_k, n of them give n + 1. @param[out] product [n + 1], not c itself */
void hol_legendre_times_s(size_t n, const long double *c, long double *product);

#endif

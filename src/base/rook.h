/* SPDX-License-Identifier: BSD-3-Clause */
/** @file rook.h  Solution by the factors of LAPACK's dsytrf_rook (LDL^T with rook pivoting), for few unknowns.
 *
 *  dsytrs_rook calls BLAS for every column of the factor: of a dozen unknowns four fifths of a solution are such calls.
 *  The same steps written out are what single structures and sweeps of small ones spend least on. */
#ifndef BASE_ROOK_H
#define BASE_ROOK_H

#include <stddef.h>

/** Solve A x = b in place, x ← A⁻¹ x from P A Pᵀ = L B Lᵀ, B of blocks of one and two.
 *  @param[in]     a      [n²] as dsytrf_rook leaves its lower triangle  @param[in] pivot  [n] from it
 *  @param[in,out] x      [n] */
void hol_rook_solve(size_t n, const double *a, const int *pivot, double *x);

#endif

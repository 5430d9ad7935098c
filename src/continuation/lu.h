/* SPDX-License-Identifier: BSD-3-Clause */
/** @file lu.h  LU factorisation of small dense matrices (orders of ten to a few hundred) stored by rows; written out,
 *  since calls of a library would cost more than the arithmetic. */
#ifndef CONTINUATION_LU_H
#define CONTINUATION_LU_H

#include <stddef.h>

/** Sign and logarithm of a determinant: det = sign · exp(log); sign 0 where a pivot is exactly 0. */
typedef struct hol_determinant {
  double sign, log;
} hol_determinant;

/** Rows are scaled to largest entry 1 (factors into scale[n]), then P a = L U with partial pivoting.
 *  A pivot that is exactly zero is replaced by the rounding of the scaled matrix. Zeros in L are skipped, so that
 *  decoupled blocks cost what they cost alone and stay decoupled exactly.
 *  @return of the matrix itself. Cost 2n³/3. */
hol_determinant hol_lu_factor(size_t n, double *a, size_t *pivot, double *scale);

/** x ← a⁻¹ x, in place. */
void hol_lu_solve(size_t n, const double *a, const size_t *pivot, const double *scale, double *x);

/** Negative eigenvalues of the symmetric matrix in the upper triangle of a, destroyed: LDLᵀ with symmetric pivoting on
 *  the diagonal. A monitor: where all diagonal pivots left are tiny the count may be off by their number. Cost n³/3. */
size_t hol_negative_pivots(size_t n, double *a);

#endif

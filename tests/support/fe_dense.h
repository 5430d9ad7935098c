/* SPDX-License-Identifier: BSD-3-Clause */
/** @file fe_dense.h  Small dense symmetric matrices in extended precision, row-major, both triangles filled. */
#ifndef HOLONOME_TESTS_FE_DENSE_H
#define HOLONOME_TESTS_FE_DENSE_H

#include "fe_pool.h"

#include <stdbool.h>

/** A = L Lᵀ in place (lower triangle; the upper one is left alone). @return false if a pivot is not positive. */
bool fe_cholesky(real *A, size_t n);
/** x := L⁻¹ x and x := L⁻ᵀ x with the factor of fe_cholesky. */
void fe_lower_solve(const real *L, size_t n, real *x);
void fe_lower_transposed_solve(const real *L, size_t n, real *x);

/** Which columns of a positive semidefinite A are independent: diagonally pivoted Cholesky of the matrix scaled to unit
 *  diagonal, stopped where what is left is below `tolerance`. A is overwritten.
 *  @param[out] keep  [n] */
void fe_independent(real *A, size_t n, real tolerance, bool *keep);

/** Eliminate the first k unknowns of the symmetric A (order n) by 1×1 and 2×2 pivots chosen over their whole block
 *  [Bunch & Parlett 1971]; the Schur complement is left in the trailing block.
 *  @return the number of negative eigenvalues of the leading block. */
size_t fe_eliminate(real *A, size_t n, size_t k);

/** Eigenvalues, falling, and orthonormal eigenvectors (rows of V) of a symmetric A, which is overwritten:
 *  Householder's tridiagonal form and implicit QL. @return false if QL does not converge. */
bool fe_eigen(real *A, size_t n, real *value, real *V, fe_pool *pool);

#endif

/* SPDX-License-Identifier: BSD-3-Clause */
/** @file dense.h  Dense linear algebra: the only file that calls LAPACKE and BLAS. Matrices are column-major n×n. */
#ifndef BASE_DENSE_H
#define BASE_DENSE_H

#include "holonome/status.h"

#include <complex.h>
#include <stdbool.h>
#include <stddef.h>

/** A symmetric indefinite factorisation D S D = L B Lᵀ (bounded Bunch–Kaufman) with D a diagonal of powers of two that
 *  brings the rows of S to order one. {0} is empty; reused from one matrix to the next. */
typedef struct hol_factor {
  size_t n, capacity;
  double *a;     /**< [n*n] lower triangle: matrix, then factors */
  double *scale; /**< [n] D */
  double *work;
  double *copy;    /**< [n*n] the matrix, to be scaled otherwise; up to some hundred rows */
  int *pivot;      /**< [n] */
  size_t negative; /**< n₋ of the last matrix */
} hol_factor;

/** Make room for order n and zero the matrix. Not collective. */
HOL_MUST_CHECK hol_status hol_factor_start(hol_factor *f, size_t n);
void hol_factor_clear(hol_factor *f);
/** Factorise the lower triangle of f->a and count its negative eigenvalues.
 *  @return HOL_NUMERICAL if an entry is not finite. Cost n³/3. */
HOL_MUST_CHECK hol_status hol_factor_compute(hol_factor *f);
/** Solve S x = b in place for `columns` right-hand sides of leading dimension n. A pivot that is zero, or less than any
 *  number can leave, is replaced by one of the size of rounding: meant for inverse iteration. */
HOL_MUST_CHECK hol_status hol_factor_solve(const hol_factor *f, double *x, size_t columns);

/** Compute the eigenvalues (rising) and orthonormal eigenvectors (in a) of a symmetric matrix (lower triangle). */
HOL_MUST_CHECK hol_status hol_dense_eigen(size_t n, double *a, double *eigenvalue);
/** Compute the eigenvalues of a general matrix (destroyed), in no particular order; conjugate pairs side by side. */
HOL_MUST_CHECK hol_status hol_dense_eigenvalues(size_t n, double *a, double *re, double *im);
/** Compute the singular values (falling) of the m×n matrix a (destroyed) and its right singular vectors, the columns of
 *  v[n*n]. */
HOL_MUST_CHECK hol_status hol_dense_svd(size_t m, size_t n, double *a, double *singular, double *v);
/** As hol_dense_svd(), with high relative accuracy of every value, however much columns differ in length: A = X D with
 *  D diagonal costs the digits that the condition of X costs, whatever D is [Drmač, Veselić 2008; LAPACK's dgejsv]. Any
 *  m and n; a is kept.
 *  @return HOL_NUMERICAL if the rotations did not end, or an entry is not finite. Cost: 3 to 5 times
 *                        hol_dense_eigen(). */
HOL_MUST_CHECK hol_status hol_dense_svd_graded(size_t m, size_t n, const double *a, double *singular, double *v);
/** Singular values (falling) of B = AV by rotations of its columns from the right until they are orthogonal, taken over
 *  into V, any matrix of as many columns (one-sided Jacobi, LAPACK's dgesvj). Every one is right to rounding relative
 *  to itself, however much columns differ in length, and so are the multiples of long ones in short ones in V [Demmel,
 *  Veselić 1992]; that takes few rotations where columns are nearly orthogonal. Columns that are nothing but rounding
 *  of others keep them from ending.
 *  @param[in,out] b  [rows * k], destroyed  @param[in,out] v  [n * k]  @param[out] singular  [k]
 *  @return HOL_NUMERICAL if the rotations did not end, or an entry is not finite. */
HOL_MUST_CHECK hol_status hol_dense_orthogonalise(size_t rows, size_t n, size_t k, double *b, double *v,
                                                  double *singular);
/** x ← A⁻¹ x, A symmetric positive definite (lower triangle, destroyed). HOL_NUMERICAL if it is not. */
HOL_MUST_CHECK hol_status hol_dense_cholesky_solve(size_t n, double *a, double *x, size_t columns);
/** x ← A⁻¹ x, A complex (destroyed); rows and columns of symmetric size are brought to order one first. */
HOL_MUST_CHECK hol_status hol_dense_complex_solve(size_t n, double complex *a, double complex *x, size_t columns);
/** A = L Lᵀ in place (lower triangle). HOL_NUMERICAL if A is not positive definite. */
HOL_MUST_CHECK hol_status hol_dense_cholesky(size_t n, double *a);
/** x ← L⁻¹ x. */
void hol_dense_forward(size_t n, const double *l, double *x, size_t columns);
/** x ← L⁻ᵀ x. */
void hol_dense_backward(size_t n, const double *l, double *x, size_t columns);
/** All eigenvalues (rising) and eigenvectors, by divide and conquer: for orders of some hundreds. */
HOL_MUST_CHECK hol_status hol_dense_eigen_all(size_t n, double *a, double *eigenvalue);
/** Find independent columns that span a positive semidefinite matrix (lower triangle, destroyed): Cholesky with the
 *  largest pivot first, as long as pivots exceed `tolerance`.
 *  @param[out] order  [n] the columns, those first  @param[out] rank  how many they are */
HOL_MUST_CHECK hol_status hol_dense_independent(size_t n, double *a, double tolerance, size_t *order, size_t *rank);
/** QR factorisation A = Q R, rows ≥ n: the upper triangle R [n * n]; A is destroyed. */
HOL_MUST_CHECK hol_status hol_dense_triangle(size_t rows, size_t n, double *a, double *r);
/** X ← X R⁻¹, R an upper triangle. */
void hol_dense_divide_right(size_t rows, size_t n, const double *r, double *x);
/** x ← R⁻¹ x, one column. */
void hol_dense_backsolve(size_t n, const double *r, double *x);
/** C = AᵀA [n * n], both triangles. */
void hol_dense_gram(size_t rows, size_t n, const double *a, double *c);
/** A matrix or a part of one: its first entry, and how far apart its columns are. Borrowed. */
typedef struct hol_block {
  const double *a;
  size_t stride;
  bool transposed; /**< its transpose is meant */
} hol_block;

/** C = factor A B + keep C by BLAS, C [rows * columns] of leading dimension `stride`: for matrices of some hundreds. */
void hol_dense_multiply(size_t rows, size_t inner, size_t columns, double factor, hol_block a, hol_block b, double keep,
                        double *c, size_t stride);
/** C += AᵀX and X ← X − A C of few columns and many rows. General products copy all of A first; here blocks of rows
 *  that stay in a cache are multiplied by one column after another.
 *  @param[in] a  [n * k] @param[in,out] x  [stride * columns], the first n rows of it @param[in,out] c  [k *
 *                columns] */
void hol_dense_tall_project(size_t n, size_t k, size_t columns, const double *a, const double *x, size_t stride,
                            double *c);
void hol_dense_tall_subtract(size_t n, size_t k, size_t columns, const double *a, const double *c, double *x,
                             size_t stride);
/** The same with A in single precision, in which products are taken; sums of blocks of rows are not. */
void hol_dense_tall_project_single(size_t n, size_t k, size_t columns, const float *a, const double *x, size_t stride,
                                   double *c);
void hol_dense_tall_subtract_single(size_t n, size_t k, size_t columns, const float *a, const double *c, double *x,
                                    size_t stride);
/** y += factor A x, A symmetric [n * n] by its lower triangle, by BLAS; nothing is done where the factor is 0. */
void hol_dense_add_symmetric(size_t n, double factor, const double *a, const double *x, double *y);
/** y += factor A x, A symmetric by its lower triangle, column after column [n (n + 1)/2], by BLAS. */
void hol_dense_add_packed(size_t n, double factor, const double *a, const double *x, double *y);
/** x ← L⁻¹ x or L⁻ᵀ x, x [n * columns], by the leading n rows and columns of L. */
void hol_dense_triangle_solve(size_t n, hol_block l, double *x, size_t columns);
/** From so many columns on matrices are large: BLAS is faster than loops. Rows that hol_dense_rotate() turns
 *  together. */
enum { HOL_DENSE_LARGE = 64, HOL_DENSE_ROWS = 32 };
/** X ← X Z, X [n * k], Z [k * k]; scratch [2 * HOL_DENSE_ROWS * k]. Sums run in the order of the columns unless k is
 *  large. */
void hol_dense_rotate(size_t n, size_t k, double *x, const double *z, double *scratch);
/** C = A B, A [rows * inner], B [inner * columns]. */
void hol_dense_product(size_t rows, size_t inner, size_t columns, const double *a, const double *b, double *c);
/** C = Aᵀ B, A [rows * n], B [rows * columns]. */
void hol_dense_product_transposed(size_t rows, size_t n, size_t columns, const double *a, const double *b, double *c);

#endif

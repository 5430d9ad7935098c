/* SPDX-License-Identifier: BSD-3-Clause */
/** @file ldl.h  Sparse LDL^T factorisation (L D Lᵀ) without pivoting, by CHOLMOD (SuiteSparse): fast Sturm counts
 *  for large structures.
 *
 *  Without pivoting the signs of D are those of the eigenvalues as long as no pivot is small against its row; the
 *  largest growth is reported so that the caller can use a pivoted factorisation instead. */
#ifndef BASE_LDL_H
#define BASE_LDL_H

#include "holonome/status.h"

#include <stdbool.h>
#include <stddef.h>

/** Opaque; NULL is valid for clearing. */
typedef struct hol_ldl hol_ldl;

/** Create a factorisation of order n with room for the given pattern: columns of the lower triangle, rows rising,
 *  diagonal first.
 *  @param[in] column_start [n + 1], row [column_start[n]]; copied
 *  @param[in] is_lasting   it will be factorised many times: where that is much work, a second ordering is tried
 *  @return NULL if memory is out or the order exceeds an int. Cost: one ordering (approximate minimum degree), and
 *          where a second one is tried ten times as much (nested dissection by METIS). */
hol_ldl *hol_ldl_new(size_t n, const size_t *column_start, const size_t *row, bool is_lasting);
void hol_ldl_free(hol_ldl *ldl);
/** Free the factors; the analysis is kept for the next matrix. */
void hol_ldl_rest(hol_ldl *ldl);
/** Return the values, in the order of the pattern, to be filled before factorising. */
double *hol_ldl_values(hol_ldl *ldl);
/** The stored matrix and the result of its analysis. Borrowed. */
typedef struct hol_ldl_pattern {
  size_t n;
  const int *start, *row; /**< [n + 1]; columns of the lower triangle, diagonal first */
  const double *value;    /**< hol_ldl_values() */
  const int *order;       /**< [n] the row of the matrix that is k-th */
  double work;            /**< floating-point operations of a factorisation */
} hol_ldl_pattern;
hol_ldl_pattern hol_ldl_pattern_of(const hol_ldl *ldl);
/** Factorise and count negative pivots.
 *  @param[out] negative  negative pivots
 *  @param[out] growth    largest |pivot|, or term |d| l² that one makes of a row in its column, over largest |diagonal
 *                        entry|: a term that others cancel is in no pivot, and has cost its digits all the same
 *  @return HOL_NUMERICAL if a pivot is exactly zero or not finite. */
HOL_MUST_CHECK hol_status hol_ldl_factorise(hol_ldl *ldl, size_t *negative, double *growth);
/** Return the row of the matrix whose pivot was exactly zero, so that the last factorisation failed; SIZE_MAX: none. */
size_t hol_ldl_zero(const hol_ldl *ldl);
/** The factors of the last matrix, in the order of elimination: of column k the pivot is value[start[k]], and L_ik =
 *  value[e] in row i = row[e] for the count[k] − 1 that follow. Borrowed until the next factorisation. */
typedef struct hol_ldl_factors {
  size_t n;
  const int *order; /**< [n] the row of the matrix that is k-th */
  const int *start, *count, *row;
  const double *value;
} hol_ldl_factors;
hol_ldl_factors hol_ldl_factors_of(const hol_ldl *ldl);
/** Return |v|ᵀ|L||D||Lᵀ||v| of the last factorisation: its signs are those of a matrix that differs from it by some ε
 *  times this along v (Higham, Accuracy and Stability of Numerical Algorithms, 2nd ed., Theorem 9.3).
 *  @param[in] v  [n]; work [n] scratch */
double hol_ldl_energy(const hol_ldl *ldl, const double *v, double *work);
/** Solve A x = b in place, x ← A⁻¹ x, `columns` right-hand sides with leading dimension n. */
HOL_MUST_CHECK hol_status hol_ldl_solve(hol_ldl *ldl, double *x, size_t columns);

#endif

/* SPDX-License-Identifier: BSD-3-Clause */
/** @file null_space.h  Null space of a large sparse matrix, by SuiteSparse's rank-revealing QR.
 *
 *  A P = Q [R₁ R₂; 0 0] with R₁ upper triangular: a basis is P [−R₁⁻¹R₂; I]. Columns that are within a tolerance of
 *  those before them count as dependent [Davis, ACM TOMS 38 (2011), algorithm 915]. Fill follows from the pattern
 *  (nested dissection or minimum degree of AᵀA), so that long chains and nets of 100 000 rows are a matter of seconds.
 *  The library is in a plugin, loaded when it is first needed.
 *
 *  Most often the null space is empty. If a Cholesky factorisation of AᵀA − δ1 goes through, no vector of length 1 is
 *  shorter than √δ in A, but for the rounding of that factorisation: no column is within a tolerance far below √δ of
 *  those before it. That takes a third of the time and a small part of the memory. */
#ifndef BASE_NULL_SPACE_H
#define BASE_NULL_SPACE_H

#include "base/sparse.h"

/** Compute a basis of the null space.
 *  @param[in]  row        [rows] scaled to order one; indices below `columns`
 *  @param[in]  tolerance  2-norm below which what is left of a column is rounding
 *  @param[in]  most       vectors that are wanted
 *  @param[out] dimension  of the null space
 *  @param[out] basis      [columns * dimension] one vector behind the other, each with a 1 where the others have 0;
 *                         owned by the caller, NULL on failure and where there are more than `most`
 *  @return HOL_FILE if the library cannot be loaded, HOL_NUMERICAL if it fails, HOL_MEMORY. */
HOL_MUST_CHECK hol_status hol_null_space(size_t rows, const hol_sparse *row, size_t columns, double tolerance,
                                         size_t most, size_t *dimension, double **basis);

#endif

/* SPDX-License-Identifier: BSD-3-Clause */
/** @file least_norm.h  Solution of least norm of an underdetermined system A x = r, by orthonormal rows. */
#ifndef MANOEUVRE_LEAST_NORM_H
#define MANOEUVRE_LEAST_NORM_H

#include "holonome/status.h"

#include <stddef.h>

/** Solve A x = r for the x of least Σ x²: Gram and Schmidt twice over the rows, each divided by its norm, and one step
 *  of refinement. A row of which less than 1e-13 is left beside those before it depends on them.
 *  @param[in]  a  [rows * columns] row by row, rows ≤ columns @param[in] r  [rows] @param[out] x  [columns]
 *  @param[out] norm2  rᵀ (A Aᵀ)⁻¹ r, the Σ x² of x; NULL: not asked
 *  @return HOL_NUMERICAL: rows depend on each other; HOL_MEMORY. Cost: 4 rows² columns */
HOL_MUST_CHECK hol_status hol_least_norm(size_t rows, size_t columns, const double *a, const double *r, double *x,
                                         double *norm2);

/** Compute an orthonormal basis of the x with A x = 0: of unit vectors, less their parts along the rows and the basis
 *  so far, each time the one of which most is left.
 *  @param[out] basis  [(columns - rows) * columns] vector by vector
 *  @return as hol_least_norm(). Cost: 4 columns³ */
HOL_MUST_CHECK hol_status hol_least_norm_free(size_t rows, size_t columns, const double *a, double *basis);

#endif

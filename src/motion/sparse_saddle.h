/* SPDX-License-Identifier: BSD-3-Clause */
/** @file sparse_saddle.h  Accelerations and multipliers of large systems: sparse M and A.
 *
 *      ( M  -A' ) ( q''    )   ( h )
 *      ( A   0  ) ( lambda ) = ( b )
 *
 *  by the method of multipliers (Hestenes 1969, Powell 1969): with coordinates in units of their masses, rows of length
 *  1 and a weight w,
 *
 *      (M + w A'A) dq'' = h - M q'' + A' lambda + w A'(b - A q''),      lambda += w (b - A q''),
 *
 *  which is iterative refinement by one positive definite matrix: M may be singular if [M; A] has full rank. It needs
 *  no pivots, and its pattern, of one ordering for all states, is that of the bodies: for a chain cost is linear in its
 *  length. An iteration reduces the error of a row with the compliance s (in units of its length) by 1/(1 + w s).
 *
 *  Rows that follow from others are found by a rank-revealing sparse QR factorisation (base/null_space.h), at states on
 *  the constraints, and left out until the next choice: off the constraints they contradict each other. */
#ifndef MOTION_SPARSE_SADDLE_H
#define MOTION_SPARSE_SADDLE_H

#include "holonome/status.h"

#include <stdbool.h>
#include <stddef.h>

/** Place of an entry of a matrix. */
typedef struct hol_saddle_place {
  size_t row, column;
} hol_saddle_place;

/** Opaque; NULL is valid for freeing. */
typedef struct hol_sparse_saddle hol_sparse_saddle;

/** Create a system for given patterns. All rows are taken until a choice is made.
 *  @param[in]  n,rows    coordinates, rows of A
 *  @param[in]  mass      [masses] places of M in its lower triangle, each once
 *  @param[in]  gradient  [gradients] of A, in the order of rows, each once; both borrowed for the call
 *  @return HOL_MEMORY. Cost: one ordering of the pattern of M + A'A */
HOL_MUST_CHECK hol_status hol_sparse_saddle_new(size_t n, size_t rows, const hol_saddle_place *mass, size_t masses,
                                                const hol_saddle_place *gradient, size_t gradients,
                                                hol_sparse_saddle **s);
void hol_sparse_saddle_free(hol_sparse_saddle *s);
/** Return the values in the order of the places, to be filled before what follows. */
double *hol_sparse_saddle_mass(hol_sparse_saddle *s);
double *hol_sparse_saddle_gradient(hol_sparse_saddle *s);

/** Choose independent rows for the present values.
 *  @return HOL_NUMERICAL if a number is not finite or the factorisation fails, HOL_FILE if its library cannot be
 *          loaded, HOL_MEMORY */
HOL_MUST_CHECK hol_status hol_sparse_saddle_choose(hol_sparse_saddle *s);
/** Return the rank of A at the last choice. */
size_t hol_sparse_saddle_rank(const hol_sparse_saddle *s);
/** Did the row follow from others at the last choice? Is its multiplier determined: is its component of every null
 *  vector of A' zero? */
bool hol_sparse_saddle_is_redundant(const hol_sparse_saddle *s, size_t row);
bool hol_sparse_saddle_is_unique(const hol_sparse_saddle *s, size_t row);
/** Compute the combination of other rows that a redundant one is: A_row = sum of factor[i] A_i.
 *  @param[out] factor  [rows]; 0 of rows that do not take part */
void hol_sparse_saddle_combination(const hol_sparse_saddle *s, size_t row, double *factor);

/** Take some rows alone from now on, of those chosen: positions are projected by rows of order 0.
 *  @param[in] takes  [rows]; NULL: all */
void hol_sparse_saddle_take(hol_sparse_saddle *s, const bool *takes);

/** Factorise for the present values of M and of the rows chosen and taken.
 *  @param[in]  floor         added to M in units of the masses, as a metric for projections by few rows; 0: none
 *  @param[out] undetermined  a coordinate whose acceleration is not determined, if HOL_INVALID; NULL: not wanted
 *  @return HOL_INVALID: [M; A] has no full rank; HOL_NUMERICAL: a number is not finite, or M is not positive
 *          semidefinite; HOL_MEMORY */
HOL_MUST_CHECK hol_status hol_sparse_saddle_factorise(hol_sparse_saddle *s, double floor, size_t *undetermined);
/** Solve for the factorised values.
 *  @param[in]  h  [n]; NULL: 0 @param[in] b  [rows], those of rows left out are ignored
 *  @param[out] acceleration  [n]
 *  @param[out] multiplier    [rows], 0 of rows left out; NULL: rows that contradict each other are met as least squares
 *  @return HOL_NUMERICAL: the iteration does not end, or a number is not finite. Cost: some four solutions by the
 *          factors */
HOL_MUST_CHECK hol_status hol_sparse_saddle_solve(hol_sparse_saddle *s, const double *h, const double *b,
                                                  double *acceleration, double *multiplier);
/** Return the iterations of the last solution. */
size_t hol_sparse_saddle_iterations(const hol_sparse_saddle *s);

#endif

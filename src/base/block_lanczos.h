/* SPDX-License-Identifier: BSD-3-Clause */
/** @file block_lanczos.h  Block Lanczos iteration with thick restart, for multiple eigenvalues of a symmetric operator.
 *
 *  A symmetric in the product ⟨x, y⟩ = xᵀM y with M ⪰ 0, which may be singular: components in the null space of M play
 *  no part. From a block X₁ the space X₁, A X₁, A² X₁, … is built with M-orthonormal columns V, every block against the
 *  two before it and then against all (Parlett, The Symmetric Eigenvalue Problem, §13.10: full reorthogonalisation),
 *  and the eigenpairs (ν, V s) of VᵀM A V are returned with their residuals ‖A V s − ν V s‖. A full basis is restarted
 *  with the wanted V s and its newest block: A V s − ν V s is in that block alone, so the space is one that A makes of
 *  them, and no more is lost than what is not wanted (Wu, Simon 2000, thick restart). Eigenvalues of a multiplicity up
 *  to the columns of the block are found alike; ARPACK, which base/lanczos.h has, works on single vectors and finds
 *  them by rounding only. It is for the caller to check by a Sturm count which have been missed. */
#ifndef BASE_BLOCK_LANCZOS_H
#define BASE_BLOCK_LANCZOS_H

#include "holonome/status.h"

#include <stdbool.h>
#include <stddef.h>

/** Eigenpairs found so far. {0} is empty. */
typedef struct hol_krylov {
  size_t n, rows_double, columns; /**< wide: rows of V in double precision, the others are in single */
  size_t discarded;               /**< columns that there were besides, before it was restarted */
  double *basis;                  /**< [wide * columns] V */
  float *basis_single;            /**< [(n − wide) * columns] */
  double *value;                  /**< [columns] ν rising */
  double *error;                  /**< [columns] residual of each */
  double *along;                  /**< [columns²] s, a column each */
  double *projected;              /**< VᵀM A V, by columns as far apart as there is room for */
  bool is_exhausted; /**< the space cannot grow: all pairs that the start has something of are exact, but for those not
                          kept */
} hol_krylov;

typedef struct hol_block_lanczos {
  size_t n, block, most; /**< columns of a block, and those that are made at most: at least one block */
  size_t least;          /**< missing() is not asked before so many have been made */
  /** Pairs that are wanted, of the lowest values and of the highest, those of the one sign and of the other. What is
   *  kept when the basis is full are these and `buffer` more on each side, and all that are no smaller than the least
   *  of those wanted. Beside what is kept there is room for `subspace_growth` columns; 0: it is never restarted. @pre
   *  subspace_growth ≥ 2 block */
  size_t low, high, buffer, subspace_growth;
  /** The last so many rows of V are kept in single precision: values and residuals are then as they would be for an
   *  operator that differs by 6e-8 of what such rows have of it. */
  size_t rows_single;
  void *context;
  /** X ← B X, [n * columns]; A = B M */
  hol_status (*apply)(void *context, size_t columns, double *X);
  /** Y = M X */
  void (*mass)(void *context, size_t columns, const double *X, double *Y);
  /** Stopping estimate: about how many columns are missing; it is asked again when there are these, or nearly. 0:
   *  stop. */
  size_t (*missing)(void *context, const hol_krylov *found);
} hol_block_lanczos;

/** Run the iteration.
 *  @param[in]  start  [n * block]: A is applied to it before all else
 *  @param[out] found  {0} before; to be cleared in every case
 *  @return HOL_MEMORY, HOL_NUMERICAL (nothing of the start is seen by M), or what apply returns. That the space is full
 *          is no failure. Cost: an application for every column that is made, three times as many products with
 *          M, 2 n columns² others; a restart takes 2 n columns times what is kept. Not collective. */
HOL_MUST_CHECK hol_status hol_block_lanczos_run(const hol_block_lanczos *lanczos, const double *start,
                                                hol_krylov *found);
/** Compute the first entries of some eigenvectors. @param[in] rows  up to found->wide @param[in] number  [count] which
 *  @param[out] x  [rows * count] @return HOL_MEMORY */
HOL_MUST_CHECK hol_status hol_krylov_vectors(const hol_krylov *found, size_t rows, size_t count, const size_t *number,
                                             double *x);
/** Free the rows that are in single precision: no vectors with these rows are asked for afterwards. */
void hol_krylov_drop_single(hol_krylov *found);
void hol_krylov_clear(hol_krylov *found);

#endif

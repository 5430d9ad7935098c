/* SPDX-License-Identifier: BSD-3-Clause */
/** @file complex_lu.h  LU factorisation of a sparse complex matrix, symmetric or not, by UMFPACK. Module `base`. */
#ifndef BASE_COMPLEX_LU_H
#define BASE_COMPLEX_LU_H

#include "holonome/status.h"

#include <complex.h>
#include <stdbool.h>
#include <stddef.h>

/** One contribution to a matrix that depends on s: at (row, column) and, unless it is one-sided, at (column, row) too.
 *  Contributions to one place add up. */
typedef struct hol_complex_entry {
  size_t row, column; /**< row ≥ column unless it is one-sided */
  double complex value, derivative;
  double error; /**< how far the value may be from what it stands for, absolute: rounding, and what is known of it */
  bool is_one_sided; /**< at (row, column) alone */
} hol_complex_entry;

/** Return whether an entry counts at (column, row) as well. */
static inline bool hol_complex_entry_has_mirror(const hol_complex_entry *entry)
{
  return entry->row != entry->column && !entry->is_one_sided;
}

/** D S D = L U with D a diagonal of powers of two that brings the rows of S to order one, pivots chosen for size and
 *  sparsity. {0} is empty; reused from one matrix to the next: with the same pattern the ordering is kept. */
typedef struct hol_complex_lu {
  size_t n, places, capacity, row_capacity;
  bool is_symmetric;     /**< no entry was one-sided */
  int *row, *column;     /**< [places] of both triangles */
  double complex *entry; /**< [places] */
  int *start, *index;    /**< by columns */
  double complex *value;
  double *scale; /**< [n] D */
  double complex *side;
  void *symbolic, *numeric;
  int *known_start, *known_index; /**< the pattern that `symbolic` is for */
  size_t known_n, known_places;
} hol_complex_lu;

/** Assemble and factorise a matrix.
 *  @return HOL_NUMERICAL if the matrix is singular to the last bit or has entries that are not finite; HOL_MEMORY */
HOL_MUST_CHECK hol_status hol_complex_lu_compute(hol_complex_lu *lu, size_t n, const hol_complex_entry *entry,
                                                 size_t count);
/** Solve S x = b in place for `columns` right-hand sides of leading dimension n, with iterative refinement. */
HOL_MUST_CHECK hol_status hol_complex_lu_solve(hol_complex_lu *lu, double complex *x, size_t columns);
/** Solve Sᵀx = b, without conjugates, as hol_complex_lu_solve(), which it is where S is symmetric. */
HOL_MUST_CHECK hol_status hol_complex_lu_solve_transposed(hol_complex_lu *lu, double complex *x, size_t columns);
/** Solve S x = b or Sᵀx = b for one right-hand side without refinement, for norms and bounds that need a digit or
 *  two. */
HOL_MUST_CHECK hol_status hol_complex_lu_solve_roughly(hol_complex_lu *lu, bool transposed, double complex *x);
/** Return the determinant as ln |det S| and arg det S in (−π, π]. */
HOL_MUST_CHECK hol_status hol_complex_lu_determinant(const hol_complex_lu *lu, double *log_size, double *angle);
void hol_complex_lu_clear(hol_complex_lu *lu);

#endif

/* SPDX-License-Identifier: BSD-3-Clause */
/** @file symmetric.h  Sparse symmetric matrix-vector products for several columns at a time; CHOLMOD assembles the
 *  matrix. */
#ifndef BASE_SYMMETRIC_H
#define BASE_SYMMETRIC_H

#include "holonome/status.h"

#include <stddef.h>

/** One contribution in the lower triangle (row ≥ column); contributions to one place add up. */
typedef struct hol_contribution {
  size_t row, column;
  double value;
} hol_contribution;

/** Opaque; NULL is valid for freeing. */
typedef struct hol_symmetric hol_symmetric;

/** Assemble a matrix.
 *  @param[in] item  [count] in any order, not kept
 *  @return NULL if memory is out or a size exceeds an int */
hol_symmetric *hol_symmetric_new(size_t n, size_t count, const hol_contribution *item);
void hol_symmetric_free(hol_symmetric *matrix);
/** Multiply: Y = A X, columns of both `stride` apart. Sums run in an order that depends on the pattern alone. */
void hol_symmetric_multiply(const hol_symmetric *matrix, size_t columns, size_t stride, const double *X, double *Y);

#endif

/* SPDX-License-Identifier: BSD-3-Clause */
/* Product of a sparse symmetric matrix with several columns; the matrix is assembled by CHOLMOD. */
#include "base/symmetric.h"
#include "base/memory.h"

#include <cholmod.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>

struct hol_symmetric {
  cholmod_common common;
  cholmod_sparse *matrix;
};

static void fill_triplets(cholmod_triplet *triplet, size_t count, const hol_contribution *item)
{
  int *row = triplet->i, *column = triplet->j;
  double *value = triplet->x;
  for (size_t k = 0; k < count; k++) {
    row[k] = (int)item[k].row;
    column[k] = (int)item[k].column;
    value[k] = item[k].value;
  }
  triplet->nnz = count;
}

hol_symmetric *hol_symmetric_new(size_t n, size_t count, const hol_contribution *item)
{
  hol_symmetric *matrix = n <= INT_MAX && count <= INT_MAX ? hol_alloc(1, sizeof *matrix) : NULL;
  if (!matrix) {
    return NULL;
  }
  cholmod_start(&matrix->common);
  matrix->common.print = 0;
  cholmod_triplet *triplet = cholmod_allocate_triplet(n, n, count, -1, CHOLMOD_REAL, &matrix->common);
  if (triplet) {
    fill_triplets(triplet, count, item);
    matrix->matrix = cholmod_triplet_to_sparse(triplet, count, &matrix->common);
  }
  cholmod_free_triplet(&triplet, &matrix->common);
  if (!matrix->matrix) {
    hol_symmetric_free(matrix);
    return NULL;
  }
  return matrix;
}

void hol_symmetric_free(hol_symmetric *matrix)
{
  if (matrix) {
    cholmod_free_sparse(&matrix->matrix, &matrix->common);
    cholmod_finish(&matrix->common);
    free(matrix);
  }
}

/** y += A x for a few columns: every entry is read once. */
static inline void add_product(const cholmod_sparse *matrix, size_t columns, size_t stride, const double *X, double *Y)
{
  const int *start = matrix->p, *row = matrix->i;
  const double *value = matrix->x;
  for (size_t j = 0; j < matrix->ncol; j++) {
    for (int e = start[j]; e < start[j + 1]; e++) {
      size_t i = (size_t)row[e];
      for (size_t c = 0; c < columns; c++) {
        Y[i + c * stride] += value[e] * X[j + c * stride];
        Y[j + c * stride] += i == j ? 0 : value[e] * X[i + c * stride];
      }
    }
  }
}

void hol_symmetric_multiply(const hol_symmetric *matrix, size_t columns, size_t stride, const double *X, double *Y)
{
  enum { TOGETHER = 4 };
  size_t n = matrix->matrix->nrow, c = 0;
  for (size_t k = 0; k < columns; k++) {
    memset(Y + k * stride, 0, n * sizeof *Y);
  }
  for (; c + TOGETHER <= columns; c += TOGETHER) { /* the number of columns is known where it is compiled */
    add_product(matrix->matrix, TOGETHER, stride, X + c * stride, Y + c * stride);
  }
  for (; c < columns; c++) {
    add_product(matrix->matrix, 1, stride, X + c * stride, Y + c * stride);
  }
}

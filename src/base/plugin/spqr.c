/* SPDX-License-Identifier: BSD-3-Clause */
/* The one thing in this shared object: SuiteSparseQR (C++), to be loaded when needed. */
#include "base/plugin/spqr.h"

#include <SuiteSparseQR_C.h>
#include <stdlib.h>
#include <string.h>

/** A copy that belongs to malloc(); NULL without memory. */
static void *copy_of(const void *items, size_t bytes)
{
  void *copy = malloc(bytes + 1);
  if (copy) {
    memcpy(copy, items, bytes);
  }
  return copy;
}

/** The factor in arrays of its own. */
static int take_factor(const cholmod_sparse *R, const SuiteSparse_long *order, hol_spqr_factor *factor)
{
  size_t n = R->ncol, entries = (size_t)((const SuiteSparse_long *)R->p)[n];
  factor->start = copy_of(R->p, (n + 1) * sizeof *factor->start);
  factor->index = copy_of(R->i, entries * sizeof *factor->index);
  factor->value = copy_of(R->x, entries * sizeof *factor->value);
  factor->order = malloc((n + 1) * sizeof *factor->order);
  for (size_t k = 0; factor->order && k < n; k++) {
    factor->order[k] = order ? order[k] : (SuiteSparse_long)k; /* NULL: as they are */
  }
  if (factor->start && factor->index && factor->value && factor->order) {
    return 0;
  }
  free(factor->start);
  free(factor->index);
  free(factor->value);
  free(factor->order);
  *factor = (hol_spqr_factor){0};
  return 1;
}

int hol_spqr(long rows, long columns, const long *start, const long *index, const double *value, double tolerance,
             hol_spqr_factor *factor)
{
  cholmod_common common;
  *factor = (hol_spqr_factor){0};
  if (!cholmod_l_start(&common)) {
    return 2;
  }
  common.print = 0;
  cholmod_sparse *A =
      cholmod_l_allocate_sparse((size_t)rows, (size_t)columns, (size_t)start[columns], 1, 1, 0, CHOLMOD_REAL, &common);
  int status = 1;
  if (A) {
    memcpy(A->p, start, (size_t)(columns + 1) * sizeof *start);
    memcpy(A->i, index, (size_t)start[columns] * sizeof *index);
    memcpy(A->x, value, (size_t)start[columns] * sizeof *value);
    cholmod_sparse *R = NULL;
    SuiteSparse_long *order = NULL;
    factor->rank = SuiteSparseQR_C(SPQR_ORDERING_DEFAULT, tolerance, 0, 0, A, NULL, NULL, NULL, NULL, &R, &order, NULL,
                                   NULL, NULL, &common);
    status = factor->rank < 0 || !R ? (common.status == CHOLMOD_OUT_OF_MEMORY ? 1 : 2) : take_factor(R, order, factor);
    cholmod_l_free_sparse(&R, &common);
    cholmod_l_free((size_t)columns, sizeof *order, order, &common);
  }
  cholmod_l_free_sparse(&A, &common);
  cholmod_l_finish(&common);
  return status;
}

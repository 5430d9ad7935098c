/* SPDX-License-Identifier: BSD-3-Clause */
/* Sparse supernodal Cholesky factorisation and solution by CHOLMOD. */
#include "base/spd.h"
#include "base/memory.h"

#include <cholmod.h>
#include <limits.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

struct hol_spd {
  cholmod_common common;
  cholmod_sparse *matrix;
  cholmod_factor *factor;
  cholmod_dense *solution, *work[2];
};

/** Room for the solution of so many columns is kept for the next one. */
enum { KEPT = 4 };

hol_spd *hol_spd_new(size_t n, const size_t *column_start, const int *row)
{
  if (n > INT_MAX || column_start[n] > INT_MAX) {
    return NULL;
  }
  hol_spd *spd = hol_alloc(1, sizeof *spd);
  if (!spd) {
    return NULL;
  }
  cholmod_start(&spd->common);
  spd->common.print = 0;
  spd->common.final_ll = 1;
  spd->common.quick_return_if_not_posdef = 1;
  spd->matrix = cholmod_allocate_sparse(n, n, column_start[n], 1, 1, -1, CHOLMOD_REAL, &spd->common);
  if (spd->matrix) {
    int *start = spd->matrix->p;
    for (size_t j = 0; j <= n; j++) {
      start[j] = (int)column_start[j];
    }
    memcpy(spd->matrix->i, row, column_start[n] * sizeof *row);
    spd->factor = cholmod_analyze(spd->matrix, &spd->common);
  }
  if (!spd->factor) {
    hol_spd_free(spd);
    return NULL;
  }
  return spd;
}

static void free_room(hol_spd *spd)
{
  cholmod_free_dense(&spd->solution, &spd->common);
  cholmod_free_dense(&spd->work[0], &spd->common);
  cholmod_free_dense(&spd->work[1], &spd->common);
}

void hol_spd_free(hol_spd *spd)
{
  if (spd) {
    free_room(spd);
    cholmod_free_factor(&spd->factor, &spd->common);
    cholmod_free_sparse(&spd->matrix, &spd->common);
    cholmod_finish(&spd->common);
    free(spd);
  }
}

hol_status hol_spd_factorise(hol_spd *spd, const double *value, size_t *offender)
{
  const int *start = spd->matrix->p;
  *offender = SIZE_MAX;
  memcpy(spd->matrix->x, value, (size_t)start[spd->matrix->ncol] * sizeof *value);
  (void)cholmod_factorize(spd->matrix, spd->factor, &spd->common);
  if (spd->common.status == CHOLMOD_NOT_POSDEF ||
      (spd->common.status == CHOLMOD_OK && spd->factor->minor < spd->factor->n)) {
    const int *permutation = spd->factor->Perm;
    *offender = permutation ? (size_t)permutation[spd->factor->minor] : spd->factor->minor;
    return HOL_NUMERICAL;
  }
  return spd->common.status == CHOLMOD_OK              ? HOL_OK
         : spd->common.status == CHOLMOD_OUT_OF_MEMORY ? HOL_MEMORY
                                                       : HOL_NUMERICAL;
}

hol_status hol_spd_solve(hol_spd *spd, double *x, size_t columns)
{
  size_t n = spd->factor->n;
  cholmod_dense right = {
      .nrow = n, .ncol = columns, .nzmax = n * columns, .d = n, .x = x, .xtype = CHOLMOD_REAL, .dtype = CHOLMOD_DOUBLE};
  if (columns == 0) {
    return HOL_OK;
  }
  if (!cholmod_solve2(CHOLMOD_A, spd->factor, &right, NULL, &spd->solution, NULL, &spd->work[0], &spd->work[1],
                      &spd->common)) {
    return HOL_MEMORY;
  }
  memcpy(x, spd->solution->x, n * columns * sizeof *x);
  if (columns > KEPT) {
    free_room(spd);
  }
  return HOL_OK;
}

/* SPDX-License-Identifier: BSD-3-Clause */
/* Null space of a sparse matrix by rank-revealing QR (SuiteSparseQR), after a Cholesky test that there is none. */
#include "base/null_space.h"
#include "base/memory.h"
#include "base/plugin/spqr.h"

#include <cholmod.h>
#include <dlfcn.h>
#include <limits.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

/** A matrix by columns. */
typedef struct columns {
  long *start, *index;
  double *value;
} columns;

static void columns_clear(columns *c)
{
  free(c->start);
  free(c->index);
  free(c->value);
}

/** Rows into columns; rows rise in each as they are taken one by one. */
static hol_status turn_to_columns(size_t rows, const hol_sparse *row, size_t n, columns *c)
{
  size_t entries = 0;
  for (size_t i = 0; i < rows; i++) {
    entries += row[i].count;
  }
  c->start = hol_alloc(n + 2, sizeof *c->start);
  c->index = hol_alloc(entries + 1, sizeof *c->index);
  c->value = hol_alloc(entries + 1, sizeof *c->value);
  if (!c->start || !c->index || !c->value) {
    return HOL_MEMORY;
  }
  for (size_t i = 0; i < rows; i++) {
    for (size_t k = 0; k < row[i].count; k++) {
      c->start[row[i].index[k] + 2]++;
    }
  }
  for (size_t j = 0; j < n; j++) {
    c->start[j + 2] += c->start[j + 1];
  }
  for (size_t i = 0; i < rows; i++) {
    for (size_t k = 0; k < row[i].count; k++) {
      long at = c->start[row[i].index[k] + 1]++;
      c->index[at] = (long)i;
      c->value[at] = row[i].value[k];
    }
  }
  return HOL_OK;
}

/** The plugin is found beside the program (run path) or where it was installed. */
static hol_status factorise_rows(size_t rows, size_t n, const columns *c, double tolerance, hol_spqr_factor *factor)
{
  void *library = dlopen("libholonome_spqr.so", RTLD_LAZY | RTLD_LOCAL);
  library = library ? library : dlopen(HOLONOME_PLUGINS "/libholonome_spqr.so", RTLD_LAZY | RTLD_LOCAL);
  void *symbol = library ? dlsym(library, "hol_spqr") : NULL;
  hol_spqr_function *call;
  memcpy(&call, &symbol, sizeof call);
  int status = symbol ? call((long)rows, (long)n, c->start, c->index, c->value, tolerance, factor) : 2;
  if (library) {
    (void)dlclose(library);
  }
  return !symbol ? HOL_FILE : status == 0 ? HOL_OK : status == 1 ? HOL_MEMORY : HOL_NUMERICAL;
}

/** x: R₁ y = −(column k of R), y and a 1 at column k in the order of A.
 *  @param[out] y  [rank] scratch
 *  @return HOL_NUMERICAL if R₁ is not triangular with a diagonal */
static hol_status vector_of(const hol_spqr_factor *f, long k, double *y, double *x)
{
  memset(y, 0, (size_t)(f->rank + 1) * sizeof *y);
  for (long e = f->start[k]; e < f->start[k + 1]; e++) {
    y[f->index[e]] = -f->value[e];
  }
  for (long j = f->rank - 1; j >= 0; j--) {
    long last = f->start[j + 1] - 1;
    if (last < f->start[j] || f->index[last] != j || f->value[last] == 0) {
      return HOL_NUMERICAL;
    }
    y[j] /= f->value[last];
    for (long e = f->start[j]; y[j] != 0 && e < last; e++) {
      y[f->index[e]] -= f->value[e] * y[j];
    }
    x[f->order[j]] = y[j];
  }
  x[f->order[k]] = 1;
  return HOL_OK;
}

static hol_status vectors(const hol_spqr_factor *f, size_t n, size_t *dimension, double **basis)
{
  size_t rank = (size_t)f->rank;
  double *y = hol_alloc(rank + 1, sizeof *y);
  *dimension = n - rank;
  *basis = hol_alloc(n * *dimension + 1, sizeof **basis);
  hol_status status = y && *basis ? HOL_OK : HOL_MEMORY;
  for (size_t k = 0; k < *dimension && status == HOL_OK; k++) {
    status = vector_of(f, (long)(rank + k), y, *basis + k * n);
  }
  free(y);
  if (status != HOL_OK) {
    free(*basis);
    *basis = NULL;
  }
  return status;
}

/* ---- nothing is there -------------------------------------------------------------------------------------------- */

/** δ of the header: its root is far above a tolerance; entries of AᵀA, a few to a row, are of order one, and their
 *  rounding is far below it. */
static const double least_square = 1e-10;

/** Aᵀ, whose columns are the rows of A. NULL if memory is out. */
static cholmod_sparse *transpose_of(size_t rows, const hol_sparse *row, size_t n, size_t entries,
                                    cholmod_common *common)
{
  cholmod_sparse *A = cholmod_allocate_sparse(n, rows, entries, 0, 1, 0, CHOLMOD_REAL, common);
  if (!A) {
    return NULL;
  }
  int *start = A->p, *index = A->i;
  double *value = A->x;
  size_t at = 0;
  for (size_t i = 0; i < rows; i++) {
    start[i] = (int)at;
    for (size_t k = 0; k < row[i].count; k++, at++) {
      index[at] = (int)row[i].index[k];
      value[at] = row[i].value[k];
    }
  }
  start[rows] = (int)at;
  return A;
}

/** Does the factorisation of the header go through? If it does not, for whatever reason, nothing is known. */
static bool is_far_from_dependent(size_t rows, const hol_sparse *row, size_t n)
{
  size_t entries = 0;
  for (size_t i = 0; i < rows; i++) {
    entries += row[i].count;
  }
  if (rows < n || n > INT_MAX || rows >= INT_MAX || entries > INT_MAX) {
    return false;
  }
  cholmod_common common;
  cholmod_start(&common);
  common.print = 0;
  common.quick_return_if_not_posdef = 1;
  common.final_ll = 1; /* LDLT goes on where a pivot is not positive */
  double shift[2] = {-least_square, 0};
  cholmod_sparse *A = transpose_of(rows, row, n, entries, &common);
  cholmod_factor *L = A ? cholmod_analyze(A, &common) : NULL;
  bool is_done = L && cholmod_factorize_p(A, shift, NULL, 0, L, &common);
  bool is_definite = is_done && common.status == CHOLMOD_OK && L->minor == n;
  cholmod_free_factor(&L, &common);
  cholmod_free_sparse(&A, &common);
  cholmod_finish(&common);
  return is_definite;
}

hol_status hol_null_space(size_t rows, const hol_sparse *row, size_t n, double tolerance, size_t most,
                          size_t *dimension, double **basis)
{
  columns c = {0};
  hol_spqr_factor factor = {0};
  *basis = NULL;
  if (tolerance < 1e-3 * sqrt(least_square) && is_far_from_dependent(rows, row, n)) {
    *dimension = 0;
    *basis = hol_alloc(1, sizeof **basis);
    return *basis ? HOL_OK : HOL_MEMORY;
  }
  hol_status status = rows > LONG_MAX || n > LONG_MAX ? HOL_MEMORY : turn_to_columns(rows, row, n, &c);
  status = status == HOL_OK ? factorise_rows(rows, n, &c, tolerance, &factor) : status;
  *dimension = status == HOL_OK ? n - (size_t)factor.rank : 0;
  status = status == HOL_OK && *dimension <= most ? vectors(&factor, n, dimension, basis) : status;
  columns_clear(&c);
  free(factor.order);
  free(factor.start);
  free(factor.index);
  free(factor.value);
  return status;
}

/* SPDX-License-Identifier: BSD-3-Clause */
/* Sparse LDL^T factorisation without pivoting by CHOLMOD: ordering, negative pivots, pivot growth, solution. */
#include "base/ldl.h"
#include "base/memory.h"

#include <cholmod.h>
#include <limits.h>
#include <math.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

struct hol_ldl {
  cholmod_common common;
  cholmod_sparse *matrix;
  cholmod_factor *factor;
  size_t zero; /**< hol_ldl_zero() */
  double work; /**< operations of a factorisation */
};

static void configure(cholmod_common *common)
{
  cholmod_start(common);
  common->supernodal = CHOLMOD_SIMPLICIAL;
  common->final_ll = 0;
  common->print = 0;
  common->nmethods = 1;
}

static void fill_pattern(cholmod_sparse *matrix, size_t n, const size_t *column_start, const size_t *row)
{
  int *start = matrix->p, *index = matrix->i;
  for (size_t j = 0; j <= n; j++) {
    start[j] = (int)column_start[j];
  }
  for (size_t e = 0; e < column_start[n]; e++) {
    index[e] = (int)row[e];
  }
}

/** Operations of a factorisation from which on some ten milliseconds for a better order are soon made up for. */
static const double worth_dissection = 5e6;

/** Unknowns from which on what an analysis has worked with is given back: not all matrices are factorised here. */
enum { LARGE = 10000 };

/** Order by minimum degree; if that leaves much work also by nested dissection, and keep the better. In plane and
 *  spatial nets of some thousand nodes it saves a quarter of the work and more. */
static void analyse_pattern(hol_ldl *ldl, bool is_lasting)
{
  cholmod_common *common = &ldl->common;
  common->method[0].ordering = CHOLMOD_AMD;
  ldl->factor = cholmod_analyze(ldl->matrix, common);
  double work = common->fl;
  ldl->work = work;
  if (!ldl->factor || !is_lasting || work < worth_dissection) {
    return;
  }
  common->method[0].ordering = CHOLMOD_METIS;
  cholmod_factor *other = cholmod_analyze(ldl->matrix, common); /* NULL, too, where CHOLMOD was built without METIS */
  if (other && common->fl < work) {
    cholmod_factor *worse = ldl->factor;
    ldl->factor = other;
    ldl->work = common->fl;
    other = worse;
  }
  cholmod_free_factor(&other, common);
}

hol_ldl *hol_ldl_new(size_t n, const size_t *column_start, const size_t *row, bool is_lasting)
{
  if (n > INT_MAX || column_start[n] > INT_MAX) {
    return NULL;
  }
  hol_ldl *ldl = hol_alloc(1, sizeof *ldl);
  if (!ldl) {
    return NULL;
  }
  configure(&ldl->common);
  ldl->matrix = cholmod_allocate_sparse(n, n, column_start[n], 1, 1, -1, CHOLMOD_REAL, &ldl->common);
  if (ldl->matrix) {
    fill_pattern(ldl->matrix, n, column_start, row);
    analyse_pattern(ldl, is_lasting);
  }
  if (n >= LARGE) {
    cholmod_free_work(&ldl->common);
  }
  if (!ldl->factor) {
    hol_ldl_free(ldl);
    return NULL;
  }
  return ldl;
}

void hol_ldl_free(hol_ldl *ldl)
{
  if (ldl) {
    cholmod_free_factor(&ldl->factor, &ldl->common);
    cholmod_free_sparse(&ldl->matrix, &ldl->common);
    cholmod_finish(&ldl->common);
    free(ldl);
  }
}

void hol_ldl_rest(hol_ldl *ldl)
{
  (void)cholmod_change_factor(CHOLMOD_PATTERN, false, false, false, false, ldl->factor, &ldl->common);
}

double *hol_ldl_values(hol_ldl *ldl)
{
  return ldl->matrix->x;
}

hol_ldl_pattern hol_ldl_pattern_of(const hol_ldl *ldl)
{
  const cholmod_sparse *matrix = ldl->matrix;
  return (hol_ldl_pattern){.n = matrix->ncol,
                           .start = matrix->p,
                           .row = matrix->i,
                           .value = matrix->x,
                           .order = ldl->factor->Perm,
                           .work = ldl->work};
}

static double largest_diagonal(const cholmod_sparse *matrix)
{
  const int *start = matrix->p;
  const double *value = matrix->x;
  double largest = 0;
  for (size_t j = 0; j < matrix->ncol; j++) {
    largest = fmax(largest, fabs(value[start[j]]));
  }
  return largest;
}

/** The largest term that a pivot makes of the rows in its column, |d| l², or is itself. */
static double largest_term(const hol_ldl_factors *f, size_t k)
{
  double above = 1;
  for (int e = f->start[k] + 1; e < f->start[k] + f->count[k]; e++) {
    double size = fabs(f->value[e]);
    above = size > above ? size : above;
  }
  return fabs(f->value[f->start[k]]) * above * above;
}

hol_status hol_ldl_factorise(hol_ldl *ldl, size_t *negative, double *growth)
{
  ldl->zero = SIZE_MAX;
  if (!cholmod_factorize(ldl->matrix, ldl->factor, &ldl->common) || ldl->common.status < CHOLMOD_OK) {
    return ldl->common.status == CHOLMOD_OUT_OF_MEMORY ? HOL_MEMORY : HOL_NUMERICAL;
  }
  hol_ldl_factors f = hol_ldl_factors_of(ldl);
  double largest = 0;
  *negative = 0;
  for (size_t k = 0; k < f.n; k++) {
    double pivot = f.value[f.start[k]];
    if (!isfinite(pivot) || pivot == 0) {
      ldl->zero = pivot == 0 ? (size_t)f.order[k] : SIZE_MAX;
      return HOL_NUMERICAL;
    }
    *negative += pivot < 0;
    largest = fmax(largest, largest_term(&f, k));
  }
  *growth = largest / largest_diagonal(ldl->matrix);
  return HOL_OK;
}

size_t hol_ldl_zero(const hol_ldl *ldl)
{
  return ldl->zero;
}

hol_ldl_factors hol_ldl_factors_of(const hol_ldl *ldl)
{
  const cholmod_factor *factor = ldl->factor;
  return (hol_ldl_factors){.n = factor->n,
                           .order = factor->Perm,
                           .start = factor->p,
                           .count = factor->nz,
                           .row = factor->i,
                           .value = factor->x};
}

double hol_ldl_energy(const hol_ldl *ldl, const double *v, double *work)
{
  hol_ldl_factors f = hol_ldl_factors_of(ldl);
  double energy = 0;
  for (size_t k = 0; k < f.n; k++) {
    work[k] = fabs(v[f.order[k]]);
  }
  for (size_t k = 0; k < f.n; k++) { /* the first of a column is its pivot, for the 1 of L */
    double sum = work[k];
    for (int e = f.start[k] + 1; e < f.start[k] + f.count[k]; e++) {
      sum += fabs(f.value[e]) * work[f.row[e]];
    }
    energy += fabs(f.value[f.start[k]]) * sum * sum;
  }
  return energy;
}

hol_status hol_ldl_solve(hol_ldl *ldl, double *x, size_t columns)
{
  size_t n = ldl->factor->n;
  cholmod_dense right = {
      .nrow = n, .ncol = columns, .nzmax = n * columns, .d = n, .x = x, .xtype = CHOLMOD_REAL, .dtype = CHOLMOD_DOUBLE};
  cholmod_dense *solution = cholmod_solve(CHOLMOD_A, ldl->factor, &right, &ldl->common);
  if (!solution) {
    return HOL_MEMORY;
  }
  memcpy(x, solution->x, n * columns * sizeof *x);
  cholmod_free_dense(&solution, &ldl->common);
  return HOL_OK;
}

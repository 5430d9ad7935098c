/* SPDX-License-Identifier: BSD-3-Clause */
/* Inertia of S(λ), and solutions with it: dense where small, else condensed, with pivoted and dense fallbacks. */
#include "compliance/decomposition.h"
#include "base/memory.h"
#include "compliance/condensed.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/** From this many unknowns on the sparse road is faster; up to that many the dense one is the pivoted one. */
enum { DENSE_MOST = 100, PIVOTED_LEAST = 200 };
/** The same for whoever reckons with what elimination without pivots loses. */
enum { RECKONED_MOST = 20 };
/** Beyond that a dense matrix is too much of everything. */
enum { DENSE_LIMIT = 2000 };

void hol_decomposition_clear(hol_decomposition *d)
{
  hol_factor_clear(&d->dense);
  hol_condensed_free(d->condensed);
  hol_pivoted_free(d->pivoted);
  free(d->row);
  free(d->column);
  free(d->value);
  free(d->scale);
  *d = (hol_decomposition){0};
}

void hol_decomposition_rest(hol_decomposition *d)
{
  struct hol_condensed *condensed = hol_condensed_rest(d->condensed);
  d->condensed = NULL;
  hol_decomposition_clear(d);
  d->condensed = condensed;
}

/** fmax() of a number that is never NaN and one that may be; a call of the library is most of the time of a sweep. */
static inline double larger(double top, double value)
{
  return value > top ? value : top;
}

/** Powers of two that bring the rows of D S D to order one (largest entries, three sweeps). */
static void equilibrate(const hol_matrix *matrix, double *scale, double *top)
{
  for (size_t i = 0; i < matrix->n; i++) {
    scale[i] = 1.0;
  }
  for (int sweep = 0; sweep < 3; sweep++) {
    memset(top, 0, matrix->n * sizeof *top);
    hol_entry entry;
    for (hol_entries all = {.matrix = matrix}; hol_entries_next(&all, &entry);) {
      size_t i = entry.row, j = entry.column;
      double value = fabs(entry.value) * scale[i] * scale[j];
      top[i] = larger(top[i], value);
      top[j] = larger(top[j], value);
    }
    for (size_t i = 0; i < matrix->n; i++) {
      int half = top[i] > 0 && isfinite(top[i]) ? ilogb(top[i]) / 2 : 0;
      scale[i] = half ? ldexp(scale[i], -half) : scale[i];
    }
  }
}

/** D S D to MUMPS. */
static hol_status factorise_pivoted(const hol_system *system, const hol_matrix *matrix, hol_decomposition *d)
{
  size_t n = hol_entries_count(matrix), e = 0, a = d->capacity, b = d->capacity, c = d->capacity;
  if (!hol_grow(&d->row, &a, n, sizeof *d->row) || !hol_grow(&d->column, &b, n, sizeof *d->column) ||
      !hol_grow(&d->value, &c, n, sizeof *d->value)) {
    return HOL_MEMORY;
  }
  d->capacity = a;
  hol_entry entry;
  for (hol_entries all = {.matrix = matrix}; hol_entries_next(&all, &entry); e++) {
    d->row[e] = (int)entry.row;
    d->column[e] = (int)entry.column;
    d->value[e] = entry.value * d->scale[entry.row] * d->scale[entry.column];
  }
  if (!d->pivoted && !d->lacks_pivots) {
    hol_status status = hol_pivoted_new(system->model->common, &d->pivoted);
    d->lacks_pivots = status == HOL_FILE;
    HOL_TRY(d->lacks_pivots ? HOL_NUMERICAL : status);
  }
  return d->pivoted ? hol_pivoted_factorise(d->pivoted, matrix->n, n, d->row, d->column, d->value,
                                            matrix->n > DENSE_LIMIT, &d->negative)
                    : HOL_NUMERICAL;
}

static hol_status factorise_dense(const hol_matrix *matrix, hol_decomposition *d)
{
  HOL_TRY(hol_matrix_factorise(matrix, &d->dense));
  d->negative = d->dense.negative;
  memcpy(d->scale, d->dense.scale, matrix->n * sizeof *d->scale);
  return HOL_OK;
}

hol_status hol_decompose(const hol_system *system, const hol_matrix *matrix, hol_decomposition *d)
{
  if (!hol_grow(&d->scale, &d->scale_capacity, 2 * matrix->n + 1, sizeof *d->scale)) {
    return HOL_MEMORY;
  }
  d->n = matrix->n;
  d->method = HOL_DENSE;
  if (matrix->n <= (d->reckons ? RECKONED_MOST : DENSE_MOST)) {
    return factorise_dense(matrix, d);
  }
  equilibrate(matrix, d->scale, d->scale + matrix->n);
  hol_status status = hol_condense(system, matrix, d->scale, d->reckons, &d->condensed, &d->negative);
  d->method = HOL_CONDENSED;
  if (status == HOL_NUMERICAL && matrix->n >= PIVOTED_LEAST) {
    d->fallbacks++;
    status = factorise_pivoted(system, matrix, d);
    d->method = HOL_PIVOTED;
  }
  if (status == HOL_NUMERICAL && (matrix->n <= DENSE_LIMIT || !d->pivoted)) { /* NULL: MUMPS is not to be had */
    d->method = HOL_DENSE;
    status = factorise_dense(matrix, d);
  }
  return status;
}

static hol_status solve_pivoted(hol_decomposition *d, double *x, size_t columns)
{
  for (size_t i = 0; i < d->n * columns; i++) {
    x[i] *= d->scale[i % d->n];
  }
  HOL_TRY(hol_pivoted_solve(d->pivoted, x, columns));
  for (size_t i = 0; i < d->n * columns; i++) {
    x[i] *= d->scale[i % d->n];
  }
  return HOL_OK;
}

hol_status hol_decomposition_solve(hol_decomposition *d, double *x, size_t columns)
{
  switch (d->method) {
  case HOL_CONDENSED:
    return hol_condensed_solve(d->condensed, x, columns);
  case HOL_PIVOTED:
    return solve_pivoted(d, x, columns);
  case HOL_DENSE:
    break;
  }
  return hol_factor_solve(&d->dense, x, columns);
}

static hol_status solve_whole(hol_decomposition *d, const hol_condensation *f, double *v, size_t columns, double *whole)
{
  for (size_t k = 0; k < columns; k++) {
    hol_condensation_spread(f, v + k * f->n, whole + k * f->all);
  }
  HOL_TRY(hol_decomposition_solve(d, whole, columns));
  for (size_t k = 0; k < columns; k++) {
    hol_condensation_pick(f, whole + k * f->all, v + k * f->n);
  }
  return HOL_OK;
}

hol_status hol_decomposition_solve_condensed(hol_decomposition *d, const hol_condensation *f, double *v, size_t columns)
{
  if (d->method == HOL_CONDENSED && hol_condensed_order(d->condensed) == f->n) {
    return hol_condensed_solve_rest(d->condensed, v, columns);
  }
  double *whole = hol_alloc(f->all * columns, sizeof *whole);
  hol_status status = whole ? solve_whole(d, f, v, columns, whole) : HOL_MEMORY;
  free(whole);
  return status;
}

double hol_decomposition_energy(const hol_decomposition *d, const double *v)
{
  return d->method == HOL_CONDENSED ? hol_condensed_energy(d->condensed, v) : 0;
}

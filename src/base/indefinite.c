/* SPDX-License-Identifier: BSD-3-Clause */
/* LDL^T factorisation, inertia and solution of sparse symmetric matrices, by CHOLMOD or MUMPS, whichever costs less. */
#include "base/indefinite.h"
#include "base/memory.h"

#include <float.h>
#include <math.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

/** Operations from which on MUMPS pays. */
static const double worth_pivots = 2e8;

struct hol_indefinite {
  hol_bordered *plain;  /**< the matrix, and its factors where it is not `pivoted` */
  hol_pivoted *pivoted; /**< NULL: little work */
  double *unit;         /**< [n] scratch of the trial: K_ii^-½ with signs, and what comes of it */
  double *x, *y;
};

/** With pivots. @return HOL_OK, too, where MUMPS is not to be had */
static hol_status take_pivots(hol_indefinite *k, hol_ldl_pattern pattern, hol_lockstep *common)
{
  hol_status status = hol_pivoted_new(common, &k->pivoted);
  if (status != HOL_OK) {
    return status == HOL_FILE ? HOL_OK : status;
  }
  k->unit = hol_alloc(pattern.n, sizeof *k->unit);
  k->x = hol_alloc(pattern.n, sizeof *k->x);
  k->y = hol_alloc(pattern.n, sizeof *k->y);
  return k->unit && k->x && k->y ? hol_pivoted_analyse(k->pivoted, &pattern) : HOL_MEMORY;
}

static hol_status make(hol_indefinite *k, size_t n, const size_t *column_start, const size_t *row, bool is_lasting,
                       hol_lockstep *common)
{
  k->plain = hol_bordered_new(n, column_start, row, is_lasting);
  if (!k->plain) {
    return HOL_MEMORY;
  }
  hol_ldl_pattern pattern = hol_bordered_pattern(k->plain);
  return common || pattern.work >= worth_pivots ? take_pivots(k, pattern, common) : HOL_OK;
}

hol_status hol_indefinite_new(size_t n, const size_t *column_start, const size_t *row, bool is_lasting,
                              hol_lockstep *common, hol_indefinite **k)
{
  *k = hol_alloc(1, sizeof **k);
  hol_status status = *k ? make(*k, n, column_start, row, is_lasting, common) : HOL_MEMORY;
  if (status != HOL_OK) {
    hol_indefinite_free(*k);
    *k = NULL;
  }
  return status;
}

void hol_indefinite_free(hol_indefinite *k)
{
  if (k) {
    hol_bordered_free(k->plain);
    hol_pivoted_free(k->pivoted);
    free(k->unit);
    free(k->x);
    free(k->y);
    free(k);
  }
}

bool hol_indefinite_rest(hol_indefinite *k)
{
  if (!k->pivoted) {
    hol_bordered_rest(k->plain);
  }
  return !k->pivoted;
}

double *hol_indefinite_values(hol_indefinite *k)
{
  return hol_bordered_values(k->plain);
}

bool hol_indefinite_has_pivots(const hol_indefinite *k)
{
  return k->pivoted != NULL;
}

/** y = K x, and |x|ᵀ|K||x|. */
static double multiply(const hol_indefinite *k, const double *x, double *y)
{
  hol_ldl_pattern p = hol_bordered_pattern(k->plain);
  double energy = 0;
  memset(y, 0, p.n * sizeof *y);
  for (size_t j = 0; j < p.n; j++) {
    for (int e = p.start[j]; e < p.start[j + 1]; e++) {
      size_t i = (size_t)p.row[e];
      double value = p.value[e];
      y[i] += value * x[j];
      y[j] += i == j ? 0 : value * x[i];
      energy += (i == j ? 1 : 2) * fabs(value * x[i] * x[j]);
    }
  }
  return energy;
}

/** Does a solution fulfil the equations, to so many digits? Of K x with x_i = ±K_ii^-½, irregular signs. */
static hol_status try_factors(hol_indefinite *k, double growth)
{
  hol_ldl_pattern p = hol_bordered_pattern(k->plain);
  uint32_t sign = 1;
  for (size_t i = 0; i < p.n; i++) {
    double diagonal = fabs(p.value[p.start[i]]);
    sign = sign * 1664525u + 1013904223u;
    k->unit[i] = (sign >> 31 ? 1 : -1) * (diagonal > 0 ? 1 / sqrt(diagonal) : 0);
  }
  double energy = multiply(k, k->unit, k->y), lost = 0;
  memcpy(k->x, k->y, p.n * sizeof *k->x);
  HOL_TRY(hol_pivoted_solve(k->pivoted, k->x, 1));
  for (size_t i = 0; i < p.n; i++) {
    k->x[i] -= k->unit[i];
  }
  (void)multiply(k, k->x, k->y);
  for (size_t i = 0; i < p.n; i++) {
    lost += fabs(k->unit[i] * k->y[i]);
  }
  return lost <= growth * DBL_EPSILON * energy ? HOL_OK : HOL_NUMERICAL;
}

hol_status hol_indefinite_factorise(hol_indefinite *k, double growth, size_t *negative)
{
  if (!k->pivoted) {
    return hol_bordered_factorise(k->plain, growth, negative);
  }
  hol_ldl_pattern pattern = hol_bordered_pattern(k->plain);
  HOL_TRY(hol_pivoted_renew(k->pivoted, &pattern, hol_bordered_values(k->plain), negative));
  return try_factors(k, growth);
}

double hol_indefinite_energy(const hol_indefinite *k, const double *v, double *work)
{
  return k->pivoted ? 4 * multiply(k, v, work) : hol_bordered_energy(k->plain, v, work);
}

hol_status hol_indefinite_solve(hol_indefinite *k, double *x, size_t columns)
{
  return k->pivoted ? hol_pivoted_solve(k->pivoted, x, columns) : hol_bordered_solve(k->plain, x, columns);
}

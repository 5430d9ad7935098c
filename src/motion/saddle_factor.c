/* SPDX-License-Identifier: BSD-3-Clause */
/* Solution of the saddle system with the rows chosen: LU factors, one step of iterative refinement. */
#include "motion/saddle.h"

#include <float.h>
#include <lapacke.h>
#include <math.h>
#include <string.h>

/** A pivot of no more than this, rows and columns being of order 1, is rounding: singular. */
static const double no_pivot = 1e-13;
/** Residuals up to this beside their terms are those of a solution rounded to double. */
static const double rounded = 2 * DBL_EPSILON;

/** [M -B'; A 0] in units, by columns; directions of length 1. */
static void fill(hol_saddle *s, const double *mass, const double *row, const double *direction)
{
  size_t n = s->n, all = s->order;
  double *a = s->system;
  for (size_t j = 0; j < n; j++) {
    for (size_t i = 0; i < n; i++) {
      a[j * all + i] = mass[j * n + i] * s->unit[i] * s->unit[j];
    }
  }
  for (size_t k = 0; k < s->rank; k++) {
    size_t c = s->chosen[k];
    const double *own = direction + c * n;
    double sum = 0, *column = a + (n + k) * all;
    memset(column, 0, all * sizeof *column);
    for (size_t j = 0; j < n; j++) {
      a[j * all + n + k] = row[c * n + j] * s->unit[j] / s->length[c];
      column[j] = own[j] * s->unit[j];
      sum += column[j] * column[j];
    }
    s->weight[k] = sum > 0 ? sqrt(sum) : 1;
    for (size_t j = 0; j < n; j++) {
      column[j] /= -s->weight[k];
    }
  }
}

hol_status hol_saddle_factor(hol_saddle *s, const double *mass, const double *row, const double *direction)
{
  s->order = s->n + s->rank;
  size_t all = s->order;
  fill(s, mass, row, direction ? direction : row);
  memcpy(s->factor, s->system, all * all * sizeof *s->factor);
  int info = LAPACKE_dgetrf_work(LAPACK_COL_MAJOR, (int)all, (int)all, s->factor, (int)all, s->pivot);
  bool is_regular = info == 0;
  for (size_t i = 0; i < all && is_regular; i++) {
    is_regular = fabs(s->factor[i * (all + 1)]) > no_pivot;
  }
  return is_regular ? HOL_OK : HOL_NUMERICAL;
}

static void substitute(const hol_saddle *s, double *x)
{
  int all = (int)s->order;
  LAPACKE_dgetrs_work(LAPACK_COL_MAJOR, 'N', all, 1, s->factor, all, s->pivot, x, all);
}

/** @param[out] residual  right - K x @return is it more than rounding? */
static bool find_residual(const hol_saddle *s, const double *right, const double *x, double *residual, double *size)
{
  size_t all = s->order;
  for (size_t i = 0; i < all; i++) {
    residual[i] = right[i];
    size[i] = fabs(right[i]);
  }
  for (size_t j = 0; j < all; j++) {
    const double *column = s->system + j * all;
    for (size_t i = 0; i < all; i++) {
      double term = column[i] * x[j];
      residual[i] -= term;
      size[i] += fabs(term);
    }
  }
  bool is_more = false;
  for (size_t i = 0; i < all; i++) {
    is_more = is_more || fabs(residual[i]) > rounded * size[i];
  }
  return is_more;
}

hol_status hol_saddle_solve(hol_saddle *s, const double *load, const double *right, double *acceleration,
                            double *multiplier)
{
  size_t n = s->n, all = s->order;
  double *x = s->vector, *given = x + all, *residual = given + all, *size = residual + all;
  for (size_t j = 0; j < n; j++) {
    given[j] = load[j] * s->unit[j];
  }
  for (size_t k = 0; k < s->rank; k++) {
    given[n + k] = right ? right[s->chosen[k]] / s->length[s->chosen[k]] : 0;
  }
  memcpy(x, given, all * sizeof *x);
  substitute(s, x);
  if (find_residual(s, given, x, residual, size)) {
    substitute(s, residual);
    for (size_t i = 0; i < all; i++) {
      x[i] += residual[i];
    }
  }
  bool is_finite = true;
  memset(multiplier, 0, s->rows * sizeof *multiplier);
  for (size_t j = 0; j < n; j++) {
    acceleration[j] = x[j] * s->unit[j];
    is_finite = is_finite && isfinite(acceleration[j]);
  }
  for (size_t k = 0; k < s->rank; k++) {
    multiplier[s->chosen[k]] = x[n + k] / s->weight[k];
    is_finite = is_finite && isfinite(x[n + k]);
  }
  return is_finite ? HOL_OK : HOL_NUMERICAL;
}

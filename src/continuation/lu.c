/* SPDX-License-Identifier: BSD-3-Clause */
/* LU decomposition with partial pivoting of small dense systems. */
#include "continuation/lu.h"

#include "base/lane.h"

#include <float.h>
#include <math.h>

static void equilibrate(size_t n, double *a, double *scale)
{
  for (size_t i = 0; i < n; i++) {
    double *row = a + i * n, top = 0;
    for (size_t j = 0; j < n; j++) {
      double value = fabs(row[j]);
      top = value > top ? value : top;
    }
    scale[i] = top > 0 ? 1 / top : 1;
    for (size_t j = 0; j < n; j++) {
      row[j] *= scale[i];
    }
  }
}

static size_t largest_in_column(size_t n, const double *a, size_t k)
{
  size_t best = k;
  double top = fabs(a[k * n + k]);
  for (size_t i = k + 1; i < n; i++) {
    double value = fabs(a[i * n + k]);
    if (value > top) {
      top = value;
      best = i;
    }
  }
  return best;
}

static void swap_rows(size_t n, double *restrict x, double *restrict y)
{
  for (size_t j = 0; j < n; j++) {
    double t = x[j];
    x[j] = y[j];
    y[j] = t;
  }
}

HOL_LANE_CLONES hol_determinant hol_lu_factor(size_t n, double *a, size_t *pivot, double *scale)
{
  equilibrate(n, a, scale);
  double sign = 1, mantissa = 1, log_sum = 0;
  for (size_t k = 0; k < n; k++) {
    size_t p = largest_in_column(n, a, k);
    pivot[k] = p;
    if (p != k) {
      swap_rows(n, a + p * n, a + k * n);
      sign = -sign;
    }
    const double *top = a + k * n;
    double d = top[k];
    if (d == 0) {
      a[k * n + k] = DBL_EPSILON;
      sign = 0;
    }
    mantissa *= fabs(a[k * n + k]) / scale[k];
    if (mantissa < 1e-200 || mantissa > 1e200) {
      log_sum += log(mantissa);
      mantissa = 1;
    }
    sign = d < 0 ? -sign : sign;
    double inverse = 1 / a[k * n + k];
    for (size_t i = k + 1; i < n; i++) {
      double *restrict row = a + i * n;
      if (row[k] == 0) {
        continue;
      }
      double l = row[k] * inverse;
      row[k] = l;
      for (size_t j = k + 1; j < n; j++) {
        row[j] -= l * top[j];
      }
    }
  }
  return (hol_determinant){sign, log_sum + log(mantissa)};
}

void hol_lu_solve(size_t n, const double *a, const size_t *pivot, const double *scale, double *x)
{
  for (size_t i = 0; i < n; i++) {
    x[i] *= scale[i];
  }
  for (size_t k = 0; k < n; k++) {
    double t = x[pivot[k]];
    x[pivot[k]] = x[k];
    x[k] = t;
  }
  for (size_t i = 1; i < n; i++) {
    const double *row = a + i * n;
    double s = x[i];
    for (size_t j = 0; j < i; j++) {
      s -= row[j] * x[j];
    }
    x[i] = s;
  }
  for (size_t i = n; i-- > 0;) {
    const double *row = a + i * n;
    double s = x[i];
    for (size_t j = i + 1; j < n; j++) {
      s -= row[j] * x[j];
    }
    x[i] = s / row[i];
  }
}

/** Exchange rows and columns k < p of what is left of the upper triangle: earlier rows are not needed any more. */
static void swap_both(size_t n, double *a, size_t k, size_t p)
{
  for (size_t i = k + 1; i < p; i++) {
    double t = a[k * n + i];
    a[k * n + i] = a[i * n + p];
    a[i * n + p] = t;
  }
  for (size_t j = p + 1; j < n; j++) {
    double t = a[k * n + j];
    a[k * n + j] = a[p * n + j];
    a[p * n + j] = t;
  }
  double t = a[k * n + k];
  a[k * n + k] = a[p * n + p];
  a[p * n + p] = t;
}

HOL_LANE_CLONES size_t hol_negative_pivots(size_t n, double *a)
{
  size_t negative = 0;
  for (size_t k = 0; k < n; k++) {
    size_t p = k;
    for (size_t i = k + 1; i < n; i++) {
      p = fabs(a[i * n + i]) > fabs(a[p * n + p]) ? i : p;
    }
    if (p != k) {
      swap_both(n, a, k, p);
    }
    const double *top = a + k * n;
    if (top[k] == 0) {
      continue;
    }
    negative += top[k] < 0;
    double inverse = 1 / top[k];
    for (size_t i = k + 1; i < n; i++) {
      double *restrict row = a + i * n;
      double l = top[i] * inverse;
      for (size_t j = i; l != 0 && j < n; j++) {
        row[j] -= l * top[j];
      }
    }
  }
  return negative;
}

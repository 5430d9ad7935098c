/* SPDX-License-Identifier: BSD-3-Clause */
/** @file vector.h  Operations on dense vectors, with sums from the first entry to the last, and vectors in space. */
#ifndef BASE_VECTOR_H
#define BASE_VECTOR_H

#include "base/double_double.h"

#include <math.h>
#include <stdbool.h>
#include <stddef.h>

/** aᵀb. */
static inline double hol_dot(size_t n, const double *a, const double *b)
{
  double sum = 0;
  for (size_t i = 0; i < n; i++) {
    sum += a[i] * b[i];
  }
  return sum;
}

/** aᵀB: value[k] is that of hol_dot() with column k of B, to the last bit; four sums run side by side. B: [n *
 *  columns] */
static inline void hol_dots(size_t n, const double *a, size_t columns, const double *B, double *value)
{
  size_t k = 0;
  for (; k + 4 <= columns; k += 4) {
    const double *b[4] = {B + k * n, B + (k + 1) * n, B + (k + 2) * n, B + (k + 3) * n};
    double sum[4] = {0, 0, 0, 0};
    for (size_t i = 0; i < n; i++) {
      sum[0] += a[i] * b[0][i];
      sum[1] += a[i] * b[1][i];
      sum[2] += a[i] * b[2][i];
      sum[3] += a[i] * b[3][i];
    }
    for (size_t c = 0; c < 4; c++) {
      value[k + c] = sum[c];
    }
  }
  for (; k < columns; k++) {
    value[k] = hol_dot(n, a, B + k * n);
  }
}

/** √(aᵀa). */
static inline double hol_norm(size_t n, const double *a)
{
  return sqrt(hol_dot(n, a, a));
}

/** Largest magnitude; 0 of nothing. */
static inline double hol_largest(size_t n, const double *a)
{
  double largest = 0;
  for (size_t i = 0; i < n; i++) {
    largest = fmax(largest, fabs(a[i]));
  }
  return largest;
}

/** b ← b + factor a. */
static inline void hol_add_scaled(size_t n, double factor, const double *a, double *b)
{
  for (size_t i = 0; i < n; i++) {
    b[i] += factor * a[i];
  }
}

/** a ← factor a. */
static inline void hol_scale(size_t n, double factor, double *a)
{
  for (size_t i = 0; i < n; i++) {
    a[i] *= factor;
  }
}

/* ---- in space ---------------------------------------------------------------------------------------------------- */

/** Length of a vector: no square overflows. */
static inline double hol_length(const double a[3])
{
  return hypot(hypot(a[0], a[1]), a[2]);
}

/** a/|a|. */
static inline void hol_unit_vector(const double a[3], double unit[3])
{
  double length = hol_length(a);
  for (size_t k = 0; k < 3; k++) {
    unit[k] = a[k] / length;
  }
}

static inline double hol_distance(const double a[3], const double b[3])
{
  return hypot(hypot(a[0] - b[0], a[1] - b[1]), a[2] - b[2]);
}

/* A place is six numbers: three coordinates, and what each lacks as a double (base/double_double.h). */

/** d = a − b of two places: right to the last digit however far from the origin they are. */
static inline void hol_apart(const double a[6], const double b[6], double d[3])
{
  for (int k = 0; k < 3; k++) {
    const hol_dd gap = hol_dd_sum(a[k], -b[k]);
    d[k] = gap.value + (gap.rest + (a[3 + k] - b[3 + k]));
  }
}

/** The distance of two places. */
static inline double hol_gap(const double a[6], const double b[6])
{
  double d[3];
  hol_apart(a, b, d);
  return hol_length(d);
}

/** c = a × b. */
static inline void hol_cross(const double a[3], const double b[3], double c[3])
{
  c[0] = a[1] * b[2] - a[2] * b[1];
  c[1] = a[2] * b[0] - a[0] * b[2];
  c[2] = a[0] * b[1] - a[1] * b[0];
}

/** Compute local axes along a unit vector x: that, the local y as near to `up` as is normal to it, and z.
 *  @param[in] up  NULL: Z × x, or Y for what lies along Z
 *  @return false if up is zero or lies along it; axis is then not whole */
bool hol_axes_along(const double along[3], const double *up, double axis[3][3]);

/** Put numbers in rising order; none is NAN. */
void hol_sort(size_t n, double *a);

#endif

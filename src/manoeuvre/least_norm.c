/* SPDX-License-Identifier: BSD-3-Clause */
/* Solution of least norm by Gram and Schmidt over the rows of a matrix. */
#include "manoeuvre/least_norm.h"

#include "base/memory.h"

#include <math.h>
#include <stdlib.h>

/** Of a row of length 1 less is rounding of the rows before it. */
static const double dependent = 1e-13;

static double dot(size_t n, const double *x, const double *y)
{
  double sum = 0;
  for (size_t i = 0; i < n; i++) {
    sum += x[i] * y[i];
  }
  return sum;
}

/** Rows of Q, A = L Q, L [rows * rows] by its lower triangle. */
static hol_status orthonormalise(size_t rows, size_t columns, const double *a, double *q, double *l)
{
  for (size_t i = 0; i < rows; i++) {
    double *row = &q[i * columns], size = sqrt(dot(columns, &a[i * columns], &a[i * columns]));
    for (size_t k = 0; k < columns; k++) {
      row[k] = a[i * columns + k] / size;
    }
    for (int pass = 0; pass < 2; pass++) {
      for (size_t j = 0; j < i; j++) {
        double share = dot(columns, row, &q[j * columns]);
        l[i * rows + j] += share * size;
        for (size_t k = 0; k < columns; k++) {
          row[k] -= share * q[j * columns + k];
        }
      }
    }
    double left = sqrt(dot(columns, row, row));
    if (!(left > dependent)) {
      return HOL_NUMERICAL;
    }
    l[i * rows + i] = left * size;
    for (size_t k = 0; k < columns; k++) {
      row[k] /= left;
    }
  }
  return HOL_OK;
}

/** y ← L⁻¹ y, x += Qᵀ y. */
static void add(size_t rows, size_t columns, const double *q, const double *l, double *y, double *x)
{
  for (size_t i = 0; i < rows; i++) {
    y[i] = (y[i] - dot(i, &l[i * rows], y)) / l[i * rows + i];
    for (size_t k = 0; k < columns; k++) {
      x[k] += y[i] * q[i * columns + k];
    }
  }
}

static hol_status solve(size_t rows, size_t columns, const double *a, const double *r, double *work, double *x)
{
  double *q = work, *l = q + rows * columns, *y = l + rows * rows;
  HOL_TRY(orthonormalise(rows, columns, a, q, l));
  for (size_t k = 0; k < columns; k++) {
    x[k] = 0;
  }
  for (int pass = 0; pass < 2; pass++) {
    for (size_t i = 0; i < rows; i++) {
      y[i] = r[i] - dot(columns, &a[i * columns], x);
    }
    add(rows, columns, q, l, y, x);
  }
  return HOL_OK;
}

hol_status hol_least_norm(size_t rows, size_t columns, const double *a, const double *r, double *x, double *norm2)
{
  double *work = hol_alloc(rows * (columns + rows + 1), sizeof *work);
  hol_status status = work ? solve(rows, columns, a, r, work, x) : HOL_MEMORY;
  if (status == HOL_OK && norm2) {
    *norm2 = dot(columns, x, x);
  }
  free(work);
  return status;
}

/** Take away the parts along orthonormal vectors, twice. */
static void project(size_t n, size_t count, const double *q, double *x)
{
  for (size_t pass = 0; pass < 2; pass++) {
    for (size_t j = 0; j < count; j++) {
      double share = dot(n, x, &q[j * n]);
      for (size_t k = 0; k < n; k++) {
        x[k] -= share * q[j * n + k];
      }
    }
  }
}

/** Of unit vectors that of which most is left: 1 less the squares of its parts. */
static size_t farthest(size_t n, size_t count, const double *q)
{
  size_t best = 0;
  double most = -1;
  for (size_t k = 0; k < n; k++) {
    double left = 1;
    for (size_t j = 0; j < count; j++) {
      left -= q[j * n + k] * q[j * n + k];
    }
    best = left > most ? k : best;
    most = fmax(most, left);
  }
  return best;
}

hol_status hol_least_norm_free(size_t rows, size_t columns, const double *a, double *basis)
{
  double *q = hol_alloc(columns * columns + rows * rows, sizeof *q);
  hol_status status = q ? orthonormalise(rows, columns, a, q, q + columns * columns) : HOL_MEMORY;
  for (size_t i = rows; status == HOL_OK && i < columns; i++) {
    double *next = &q[i * columns];
    next[farthest(columns, i, q)] = 1;
    project(columns, i, q, next);
    double size = sqrt(dot(columns, next, next));
    for (size_t k = 0; k < columns; k++) {
      next[k] /= size;
      basis[(i - rows) * columns + k] = next[k];
    }
  }
  free(q);
  return status;
}

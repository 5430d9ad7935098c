/* SPDX-License-Identifier: BSD-3-Clause */
/* Forces on chosen coordinates that make reactions vanish, by least squares in the metric of the masses. */
#include "motion/freeing.h"

#include "base/memory.h"

#include <lapacke.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

/** A residual force that is no more than this beside its terms is 0. */
static const double negligible = 1e-12;
/** Singular values that are no more than this beside the largest are 0. */
static const double dependent = 1e-9;

hol_status hol_motion_freeing_make(const bool *is_chosen, size_t n, size_t rows, hol_motion_freeing *freeing)
{
  size_t most = n > rows ? n : rows;
  *freeing = (hol_motion_freeing){.is_chosen = is_chosen, .n = n, .rows = rows};
  freeing->force = hol_alloc(n, sizeof(double));
  freeing->mass = hol_alloc(n * n, sizeof(double));
  freeing->answer = hol_alloc(n * n, sizeof(double));
  freeing->metric = hol_alloc(n * n, sizeof(double));
  freeing->matrix = hol_alloc(rows * n, sizeof(double));
  freeing->right = hol_alloc(most, sizeof(double));
  freeing->free = hol_alloc(n, sizeof(double));
  freeing->pivot = hol_alloc(n, sizeof(int));
  bool ok = freeing->force && freeing->mass && freeing->answer && freeing->metric && freeing->matrix &&
            freeing->right && freeing->free && freeing->pivot;
  return ok ? HOL_OK : HOL_MEMORY;
}

void hol_motion_freeing_clear(hol_motion_freeing *freeing)
{
  free(freeing->force);
  free(freeing->mass);
  free(freeing->answer);
  free(freeing->metric);
  free(freeing->matrix);
  free(freeing->right);
  free(freeing->free);
  free(freeing->pivot);
  *freeing = (hol_motion_freeing){0};
}

/** a = M^-1 load, M^-1 B in the columns of `answer`, S in `metric`. @return columns of B, 0 on failure: SIZE_MAX */
static size_t find_answers(hol_motion_freeing *f, const double *mass, const double *load)
{
  int n = (int)f->n;
  size_t count = 0;
  memcpy(f->mass, mass, f->n * f->n * sizeof *mass);
  memcpy(f->free, load, f->n * sizeof *load);
  memset(f->answer, 0, f->n * f->n * sizeof *f->answer);
  for (size_t j = 0; j < f->n; j++) {
    if (f->is_chosen[j]) {
      f->answer[count++ * f->n + j] = 1;
    }
  }
  if (LAPACKE_dpotrf_work(LAPACK_COL_MAJOR, 'L', n, f->mass, n) != 0) {
    return (size_t)-1;
  }
  LAPACKE_dpotrs_work(LAPACK_COL_MAJOR, 'L', n, 1, f->mass, n, f->free, n);
  LAPACKE_dpotrs_work(LAPACK_COL_MAJOR, 'L', n, (int)count, f->mass, n, f->answer, n);
  for (size_t c = 0, j = 0; j < f->n; j++) {
    for (size_t k = 0; f->is_chosen[j] && k < count; k++) {
      f->metric[k * count + c] = f->answer[k * f->n + j];
    }
    c += f->is_chosen[j];
  }
  return count;
}

/** Residual force A a - b, negative, and G = A M^-1 B L^-T, S = L L'. @return |A a - b|, 0 where it is rounding */
static double fill_matrix(hol_motion_freeing *f, const double *row, const double *right, size_t rows, size_t count)
{
  double norm2 = 0, size = 0;
  for (size_t r = 0; r < rows; r++) {
    double sum = -right[r];
    size += fabs(right[r]);
    for (size_t j = 0; j < f->n; j++) {
      sum += row[r * f->n + j] * f->free[j];
      size += fabs(row[r * f->n + j] * f->free[j]);
    }
    for (size_t k = 0; k < count; k++) {
      double entry = 0;
      for (size_t j = 0; j < f->n; j++) {
        entry += row[r * f->n + j] * f->answer[k * f->n + j];
      }
      f->matrix[k * rows + r] = entry;
    }
    f->right[r] = -sum;
    norm2 += sum * sum;
  }
  int m = (int)rows, c = (int)count;
  if (LAPACKE_dpotrf_work(LAPACK_COL_MAJOR, 'L', c, f->metric, c) == 0) {
    for (int k = 0; k < c; k++) { /* columns of G L' = A M^-1 B, forward */
      for (int i = 0; i < k; i++) {
        for (int r = 0; r < m; r++) {
          f->matrix[k * m + r] -= f->metric[i * c + k] * f->matrix[i * m + r];
        }
      }
      for (int r = 0; r < m; r++) {
        f->matrix[k * m + r] /= f->metric[k * c + k];
      }
    }
  }
  return sqrt(norm2) > negligible * size ? sqrt(norm2) : 0;
}

hol_status hol_motion_freeing_find(hol_motion_freeing *f, const double *mass, const double *row, const double *right,
                                   size_t rows, const double *load)
{
  memset(f->force, 0, f->n * sizeof *f->force);
  f->unmet = 0;
  size_t count = find_answers(f, mass, load);
  if (count == (size_t)-1) {
    return HOL_NUMERICAL;
  }
  double norm = fill_matrix(f, row, right, rows, count);
  if (!(norm > 0)) {
    return HOL_OK;
  }
  int rank = 0, m = (int)rows, c = (int)count;
  double scale = 0, left = 0;
  for (int i = 0; i < m * c; i++) {
    scale = fmax(scale, fabs(f->matrix[i]));
  }
  if (!(scale > dependent)) { /* of rows of length 1: they do not act on any */
    f->unmet = 1;
    return HOL_OK;
  }
  memset(f->pivot, 0, f->n * sizeof *f->pivot);
  if (LAPACKE_dgelsy(LAPACK_COL_MAJOR, m, c, 1, f->matrix, m, f->right, m > c ? m : c, f->pivot, dependent, &rank) !=
      0) {
    return HOL_NUMERICAL;
  }
  LAPACKE_dtrtrs_work(LAPACK_COL_MAJOR, 'L', 'T', 'N', c, 1, f->metric, c, f->right, c);
  for (size_t k = 0, j = 0; j < f->n; j++) {
    f->force[j] = f->is_chosen[j] ? f->right[k++] : 0;
  }
  memcpy(f->free, load, f->n * sizeof *load);
  for (size_t j = 0; j < f->n; j++) {
    f->free[j] += f->force[j];
  }
  LAPACKE_dpotrs_work(LAPACK_COL_MAJOR, 'L', (int)f->n, 1, f->mass, (int)f->n, f->free, (int)f->n);
  for (size_t r = 0; r < rows; r++) {
    double sum = -right[r];
    for (size_t j = 0; j < f->n; j++) {
      sum += row[r * f->n + j] * f->free[j];
    }
    left += sum * sum;
  }
  f->unmet = sqrt(left) / norm;
  return HOL_OK;
}

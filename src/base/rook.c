/* SPDX-License-Identifier: BSD-3-Clause */
/* Solution by the LDL^T factors of LAPACK's dsytrf_rook (rook pivoting), written out for small matrices. */
#include "base/rook.h"

static void swap(double *x, size_t i, size_t j)
{
  double kept = x[i];
  x[i] = x[j];
  x[j] = kept;
}

/** Row that row k was exchanged with: pivots of a block of two are negative, counted from −1. */
static size_t partner(const int *pivot, size_t k)
{
  return (size_t)(pivot[k] > 0 ? pivot[k] : -pivot[k]) - 1;
}

/** Divide by the block of two at k. */
static void divide_block(const double *column, size_t n, size_t k, double *x)
{
  double beside = column[k + 1], first = column[k] / beside, second = column[k + 1 + n] / beside;
  double denominator = first * second - 1, a = x[k] / beside, b = x[k + 1] / beside;
  x[k] = (second * a - b) / denominator;
  x[k + 1] = (first * b - a) / denominator;
}

/** x ← B⁻¹ L⁻¹ P x. */
static void forward(size_t n, const double *a, const int *pivot, double *x)
{
  for (size_t k = 0; k < n; k++) {
    const double *column = a + k * n;
    swap(x, k, partner(pivot, k));
    if (pivot[k] > 0) {
      for (size_t i = k + 1; i < n; i++) {
        x[i] -= column[i] * x[k];
      }
      x[k] /= column[k];
      continue;
    }
    swap(x, k + 1, partner(pivot, k + 1));
    for (size_t i = k + 2; i < n; i++) {
      x[i] -= column[i] * x[k] + column[i + n] * x[k + 1];
    }
    divide_block(column, n, k, x);
    k++;
  }
}

/** Σ a_i x_i below row k. */
static double below(size_t n, const double *column, size_t k, const double *x)
{
  double sum = 0;
  for (size_t i = k + 1; i < n; i++) {
    sum += column[i] * x[i];
  }
  return sum;
}

/** x ← Pᵀ L⁻ᵀ x. */
static void backward(size_t n, const double *a, const int *pivot, double *x)
{
  for (size_t k = n; k-- > 0;) {
    x[k] -= below(n, a + k * n, k, x);
    if (pivot[k] < 0) {
      x[k - 1] -= below(n, a + (k - 1) * n, k, x);
      swap(x, k, partner(pivot, k));
      k--;
    }
    swap(x, k, partner(pivot, k));
  }
}

void hol_rook_solve(size_t n, const double *a, const int *pivot, double *x)
{
  forward(n, a, pivot, x);
  backward(n, a, pivot, x);
}

/* SPDX-License-Identifier: BSD-3-Clause */
#include "quad.h"

#include <math.h>
#include <stdint.h>
#include <stdlib.h>

/** Pivots of matrices scaled to a diagonal of ones: below this they are rounding of 113 bits. */
static const double nothing = 1e-26;

quad quad_sqrt(quad x)
{
  if (!(x > 0)) {
    return 0;
  }
  int exponent;
  (void)frexp((double)x, &exponent);
  quad root = sqrt((double)x);
  for (int i = 0; i < 3; i++) {
    root = (root + x / root) / 2;
  }
  return root;
}

/** Zeroed memory; a test without it is over. */
static void *zeros(size_t count, size_t size)
{
  void *x = calloc(count ? count : 1, size);
  if (!x) {
    abort();
  }
  return x;
}

static quad *numbers(size_t count)
{
  return zeros(count, sizeof(quad));
}

/** Make a_pq zero. */
static void turn(size_t n, quad *a, size_t p, size_t q)
{
  quad apq = a[p + q * n];
  if (apq == 0) {
    return;
  }
  quad theta = (a[q + q * n] - a[p + p * n]) / (2 * apq), size = theta < 0 ? -theta : theta;
  quad t = (theta < 0 ? -1 : 1) / (size + quad_sqrt(theta * theta + 1));
  quad c = 1 / quad_sqrt(t * t + 1), s = t * c;
  for (size_t k = 0; k < n; k++) {
    quad x = a[k + p * n], y = a[k + q * n];
    a[k + p * n] = c * x - s * y;
    a[k + q * n] = s * x + c * y;
  }
  for (size_t k = 0; k < n; k++) {
    quad x = a[p + k * n], y = a[q + k * n];
    a[p + k * n] = c * x - s * y;
    a[q + k * n] = s * x + c * y;
  }
  a[p + q * n] = a[q + p * n] = 0;
}

void quad_eigen(size_t n, quad *a, quad *value)
{
  for (int sweep = 0; sweep < 60; sweep++) {
    quad all = 0;
    int left = 0;
    for (size_t i = 0; i < n * n; i++) {
      all += a[i] * a[i];
    }
    for (size_t i = 0; i < n * n; i++) { /* relative to its own rows: small eigenvalues keep their digits */
      quad rows = a[i % n * (n + 1)] * a[i / n * (n + 1)], square = a[i] * a[i];
      left += i / n != i % n && square > 1e-64 * (rows < 0 ? -rows : rows) && square > all * 1e-120;
    }
    if (!left) {
      break;
    }
    for (size_t p = 0; p < n; p++) {
      for (size_t q = p + 1; q < n; q++) {
        turn(n, a, p, q);
      }
    }
  }
  for (size_t i = 0; i < n; i++) {
    size_t j = i;
    for (; j > 0 && value[j - 1] > a[i + i * n]; j--) {
      value[j] = value[j - 1];
    }
    value[j] = a[i + i * n];
  }
}

/** A = L Lᵀ with the rows in `order`, largest pivots first, as far as there are any; L: [n * n]. @return the rank */
static size_t factorise(size_t n, const quad *A, size_t *order, quad *L)
{
  quad *a = numbers(n * n), *scale = numbers(n);
  size_t rank = 0;
  for (size_t i = 0; i < n; i++) {
    order[i] = i;
    scale[i] = A[i + i * n] > 0 ? quad_sqrt(A[i + i * n]) : 1;
  }
  for (size_t i = 0; i < n * n; i++) {
    a[i] = A[i] / (scale[i % n] * scale[i / n]);
  }
  for (; rank < n; rank++) {
    size_t best = rank;
    for (size_t i = rank; i < n; i++) {
      best = a[order[i] * (n + 1)] > a[order[best] * (n + 1)] ? i : best;
    }
    size_t pivot = order[best];
    if (!(a[pivot * (n + 1)] > nothing)) {
      break;
    }
    order[best] = order[rank];
    order[rank] = pivot;
    quad root = quad_sqrt(a[pivot * (n + 1)]);
    for (size_t i = rank; i < n; i++) {
      L[order[i] + rank * n] = a[order[i] + pivot * n] / root;
    }
    for (size_t i = rank; i < n; i++) {
      for (size_t j = rank; j < n; j++) {
        a[order[i] + order[j] * n] -= L[order[i] + rank * n] * L[order[j] + rank * n];
      }
    }
  }
  for (size_t i = 0; i < n * rank; i++) {
    L[i] *= scale[i % n];
  }
  free(a);
  free(scale);
  return rank;
}

/** x ← L₁⁻ᵀ x over the first `rank` rows in order. */
static void backsolve(size_t n, size_t rank, const size_t *order, const quad *L, quad *x)
{
  for (size_t k = rank; k-- > 0;) {
    for (size_t j = k + 1; j < rank; j++) {
      x[order[k]] -= L[order[j] + k * n] * x[order[j]];
    }
    x[order[k]] /= L[order[k] + k * n];
  }
}

/** T = [Y Z] with YᵀMY = 1, MZ = 0. */
static void split(size_t n, size_t rank, const size_t *order, const quad *L, quad *T)
{
  for (size_t c = 0; c < n; c++) {
    quad *x = T + c * n;
    if (c < rank) {
      x[order[c]] = 1;
    }
    for (size_t k = 0; k < rank && c >= rank; k++) {
      x[order[k]] = -L[order[c] + k * n];
    }
    backsolve(n, rank, order, L, x);
    x[order[c]] += c < rank ? 0 : 1;
  }
}

/** K ← TᵀKT. */
static void transform(size_t n, const quad *T, quad *K)
{
  quad *KT = numbers(n * n);
  for (size_t i = 0; i < n; i++) {
    for (size_t j = 0; j < n; j++) {
      for (size_t k = 0; k < n; k++) {
        KT[i + j * n] += K[i + k * n] * T[k + j * n];
      }
    }
  }
  for (size_t i = 0; i < n; i++) {
    for (size_t j = 0; j < n; j++) {
      K[i + j * n] = 0;
      for (size_t k = 0; k < n; k++) {
        K[i + j * n] += T[k + i * n] * KT[k + j * n];
      }
    }
  }
  free(KT);
}

/** Eliminate unknowns rank.. of K by the largest pivots. */
static void condense(size_t n, size_t rank, quad *K)
{
  size_t m = n - rank;
  quad *scale = numbers(m);
  int *done = zeros(m, sizeof *done);
  for (size_t i = 0; i < m; i++) {
    scale[i] = K[(rank + i) * (n + 1)];
  }
  for (size_t step = 0; step < m; step++) {
    size_t best = SIZE_MAX;
    quad largest = nothing;
    for (size_t i = 0; i < m; i++) {
      quad share = done[i] || !(scale[i] > 0) ? 0 : K[(rank + i) * (n + 1)] / scale[i];
      best = share > largest ? i : best;
      largest = share > largest ? share : largest;
    }
    if (best == SIZE_MAX) {
      break;
    }
    done[best] = 1;
    size_t p = rank + best;
    for (size_t i = 0; i < n; i++) {
      quad factor = K[i + p * n] / K[p + p * n];
      for (size_t j = 0; j < n && i != p; j++) {
        K[i + j * n] -= j == p ? 0 : factor * K[p + j * n];
      }
    }
    for (size_t i = 0; i < n; i++) {
      K[i + p * n] = K[p + i * n] = i == p ? K[p + p * n] : 0;
    }
  }
  free(scale);
  free(done);
}

size_t quad_pencil(size_t n, quad *K, quad *M, quad *lambda)
{
  size_t *order = zeros(n, sizeof *order);
  quad *L = numbers(n * n), *T = numbers(n * n);
  size_t rank = factorise(n, M, order, L);
  split(n, rank, order, L, T);
  transform(n, T, K);
  condense(n, rank, K);
  quad *S = numbers(rank * rank);
  for (size_t i = 0; i < rank * rank; i++) {
    S[i] = K[i % rank + i / rank * n];
  }
  quad_eigen(rank, S, lambda);
  free(order);
  free(L);
  free(T);
  free(S);
  return rank;
}

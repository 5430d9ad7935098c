/* SPDX-License-Identifier: BSD-3-Clause */
#include "fe_dense.h"

#include <float.h>
#include <math.h>

bool fe_cholesky(real *A, size_t n)
{
  for (size_t j = 0; j < n; j++) {
    real *row = A + j * n;
    for (size_t k = 0; k < j; k++) {
      row[j] -= row[k] * row[k];
    }
    if (!(row[j] > 0)) {
      return false;
    }
    row[j] = real_sqrt(row[j]);
    for (size_t i = j + 1; i < n; i++) {
      real sum = A[i * n + j];
      for (size_t k = 0; k < j; k++) {
        sum -= A[i * n + k] * row[k];
      }
      A[i * n + j] = sum / row[j];
    }
  }
  return true;
}

void fe_lower_solve(const real *L, size_t n, real *x)
{
  for (size_t i = 0; i < n; i++) {
    for (size_t k = 0; k < i; k++) {
      x[i] -= L[i * n + k] * x[k];
    }
    x[i] /= L[i * n + i];
  }
}

void fe_lower_transposed_solve(const real *L, size_t n, real *x)
{
  for (size_t i = n; i-- > 0;) {
    x[i] /= L[i * n + i];
    for (size_t k = 0; k < i; k++) {
      x[k] -= L[i * n + k] * x[i];
    }
  }
}

/** Scale to unit diagonal; columns with nothing on the diagonal become zero. */
static void scale_to_unit(real *A, size_t n)
{
  for (size_t i = 0; i < n; i++) {
    const real diagonal = A[i * n + i];
    const real factor = diagonal > 0 ? 1 / real_sqrt(diagonal) : 0;
    for (size_t j = 0; j < n; j++) {
      A[i * n + j] *= factor;
    }
    for (size_t j = 0; j < n; j++) {
      A[j * n + i] *= factor;
    }
  }
}

void fe_independent(real *A, size_t n, real tolerance, bool *keep)
{
  scale_to_unit(A, n);
  for (size_t i = 0; i < n; i++) {
    keep[i] = false;
  }
  for (;;) {
    size_t p = n;
    for (size_t i = 0; i < n; i++) {
      if (!keep[i] && A[i * n + i] > tolerance && (p == n || A[i * n + i] > A[p * n + p])) {
        p = i;
      }
    }
    if (p == n) {
      return;
    }
    keep[p] = true;
    for (size_t i = 0; i < n; i++) {
      const real factor = A[i * n + p] / A[p * n + p];
      for (size_t j = 0; !keep[i] && factor != 0 && j < n; j++) {
        if (!keep[j]) {
          A[i * n + j] -= factor * A[p * n + j];
        }
      }
    }
  }
}

static void swap_both(real *A, size_t n, size_t a, size_t b)
{
  for (size_t j = 0; a != b && j < n; j++) {
    const real t = A[a * n + j];
    A[a * n + j] = A[b * n + j];
    A[b * n + j] = t;
  }
  for (size_t i = 0; a != b && i < n; i++) {
    const real t = A[i * n + a];
    A[i * n + a] = A[i * n + b];
    A[i * n + b] = t;
  }
}

static void eliminate_one(real *A, size_t n, size_t p)
{
  for (size_t i = p + 1; i < n; i++) {
    const real factor = A[i * n + p] / A[p * n + p];
    for (size_t j = p + 1; factor != 0 && j < n; j++) {
      A[i * n + j] -= factor * A[p * n + j];
    }
  }
}

static void eliminate_two(real *A, size_t n, size_t p)
{
  const real a = A[p * n + p], b = A[p * n + p + 1], c = A[(p + 1) * n + p + 1], det = a * c - b * b;
  for (size_t i = p + 2; i < n; i++) {
    const real u = (c * A[i * n + p] - b * A[i * n + p + 1]) / det;
    const real v = (a * A[i * n + p + 1] - b * A[i * n + p]) / det;
    for (size_t j = p + 2; (u != 0 || v != 0) && j < n; j++) {
      A[i * n + j] -= u * A[p * n + j] + v * A[(p + 1) * n + j];
    }
  }
}

/** Largest entries of rows p.. of the leading block, on the diagonal (at d) and off it (at r, c). */
static void find_pivots(const real *A, size_t n, size_t p, size_t k, size_t *d, size_t *r, size_t *c)
{
  *d = *r = *c = p;
  real off = 0;
  for (size_t i = p; i < k; i++) {
    if (real_abs(A[i * n + i]) > real_abs(A[*d * n + *d])) {
      *d = i;
    }
    for (size_t j = p; j < i; j++) {
      if (real_abs(A[i * n + j]) > off) {
        off = real_abs(A[i * n + j]);
        *r = i;
        *c = j;
      }
    }
  }
}

size_t fe_eliminate(real *A, size_t n, size_t k)
{
  const real threshold = 0.6403882032022076L; /* (1 + √17)/8 bounds the growth */
  size_t negative = 0;
  for (size_t p = 0; p < k;) {
    size_t d, r, c;
    find_pivots(A, n, p, k, &d, &r, &c);
    if (A[d * n + d] == 0 && r == c) {
      return negative; /* what is left vanishes */
    }
    if (r == c || real_abs(A[d * n + d]) >= threshold * real_abs(A[r * n + c])) {
      swap_both(A, n, p, d);
      negative += A[p * n + p] < 0;
      eliminate_one(A, n, p);
      p += 1;
    } else { /* r > c ≥ p, so moving c to p leaves r in place */
      swap_both(A, n, p, c);
      swap_both(A, n, p + 1, r);
      negative += 1; /* one of each sign */
      eliminate_two(A, n, p);
      p += 2;
    }
  }
  return negative;
}

/** Reflect away column j below the subdiagonal: v is scaled to vᵀv = 2. @return the new subdiagonal. */
static real reflector(const real *A, size_t n, size_t j, real *v)
{
  real norm = 0;
  for (size_t i = j + 1; i < n; i++) {
    norm = real_hypot(norm, A[i * n + j]);
  }
  const real head = A[(j + 1) * n + j], alpha = head > 0 ? -norm : norm;
  const real scale = norm > 0 ? real_sqrt(norm * (norm + real_abs(head))) : 1;
  for (size_t i = 0; i < n; i++) {
    v[i] = i <= j || !(norm > 0) ? 0 : (A[i * n + j] - (i == j + 1 ? alpha : 0)) / scale;
  }
  return alpha;
}

/** A := H A H and V := H V with H = 1 - v vᵀ; w is room for two vectors. */
static void reflect(real *A, real *V, size_t n, const real *v, real *w)
{
  real half = 0, *along = w + n;
  for (size_t i = 0; i < n; i++) {
    w[i] = along[i] = 0;
  }
  for (size_t k = 0; k < n; k++) {
    for (size_t i = 0; v[k] != 0 && i < n; i++) {
      w[i] += A[k * n + i] * v[k];
      along[i] += V[k * n + i] * v[k];
    }
  }
  for (size_t i = 0; i < n; i++) {
    half += w[i] * v[i] / 2;
  }
  for (size_t i = 0; i < n; i++) {
    w[i] -= half * v[i];
  }
  for (size_t i = 0; i < n; i++) {
    for (size_t k = 0; k < n; k++) {
      A[i * n + k] -= v[i] * w[k] + w[i] * v[k];
    }
    for (size_t k = 0; v[i] != 0 && k < n; k++) {
      V[i * n + k] -= v[i] * along[k];
    }
  }
}

/** One implicit QL step on rows l..m of the tridiagonal matrix (d, e), rotating the rows of V. */
static void ql_step(real *d, real *e, size_t l, size_t m, real *V, size_t n)
{
  real g = (d[l + 1] - d[l]) / (2 * e[l]);
  g = d[m] - d[l] + e[l] / (g + (g < 0 ? -real_hypot(g, 1) : real_hypot(g, 1)));
  real s = 1, c = 1, shift = 0;
  for (size_t i = m; i-- > l;) {
    const real f = s * e[i], b = c * e[i], r = real_hypot(f, g);
    e[i + 1] = r;
    if (r == 0) {
      d[i + 1] -= shift;
      e[m] = 0;
      return;
    }
    s = f / r;
    c = g / r;
    g = d[i + 1] - shift;
    const real t = (d[i] - g) * s + 2 * c * b;
    shift = s * t;
    d[i + 1] = g + shift;
    g = c * t - b;
    for (size_t k = 0; k < n; k++) {
      const real upper = V[(i + 1) * n + k], lower = V[i * n + k];
      V[(i + 1) * n + k] = s * lower + c * upper;
      V[i * n + k] = c * lower - s * upper;
    }
  }
  d[l] -= shift;
  e[l] = g;
  e[m] = 0;
}

/** All eigenvalues of a tridiagonal matrix: d diagonal, e[i] couples i and i+1. */
static bool ql(real *d, real *e, real *V, size_t n)
{
  real size = 0;
  for (size_t i = 0; i < n; i++) {
    const real here = real_abs(d[i]) + (i + 1 < n ? real_abs(e[i]) : 0);
    size = here > size ? here : size;
  }
  for (size_t l = 0; l < n; l++) {
    for (int step = 0;; step++) {
      size_t m = l;
      while (m + 1 < n && real_abs(e[m]) > LDBL_EPSILON * (real_abs(d[m]) + real_abs(d[m + 1]) + LDBL_EPSILON * size)) {
        m++;
      }
      if (m == l) {
        break;
      }
      if (step == 80) {
        return false;
      }
      ql_step(d, e, l, m, V, n);
    }
  }
  return true;
}

static void sort_falling(real *value, real *V, size_t n)
{
  for (size_t i = 0; i + 1 < n; i++) {
    size_t best = i;
    for (size_t j = i + 1; j < n; j++) {
      best = value[j] > value[best] ? j : best;
    }
    const real t = value[i];
    value[i] = value[best];
    value[best] = t;
    for (size_t k = 0; best != i && k < n; k++) {
      const real u = V[i * n + k];
      V[i * n + k] = V[best * n + k];
      V[best * n + k] = u;
    }
  }
}

bool fe_eigen(real *A, size_t n, real *value, real *V, fe_pool *pool)
{
  real *work = fe_pool_get(pool, 4 * n + 1, sizeof *work), *v = work, *w = work + n, *e = work + 3 * n;
  for (size_t i = 0; i < n * n; i++) {
    V[i] = i % (n + 1) == 0 ? 1 : 0;
  }
  for (size_t j = 0; j + 1 < n; j++) {
    e[j] = reflector(A, n, j, v);
    reflect(A, V, n, v, w);
  }
  for (size_t i = 0; i < n; i++) {
    value[i] = A[i * n + i];
  }
  if (!ql(value, e, V, n)) {
    return false;
  }
  sort_falling(value, V, n);
  return true;
}

/* SPDX-License-Identifier: BSD-3-Clause */
#include "fe_krylov.h"
#include "dice.h"

#include "fe_dense.h"

#include <math.h>
#include <string.h>

enum { LEAST_BLOCK = 6, MAX_BLOCKS = 200 };

/** The error of an eigenvalue is the square of the residual. Solving with very unequal stiffnesses may leave more than
 *  the first, which shows by its getting no smaller; then the second must do, and the comparison of two degrees
 *  decides.
 */
static const real residual_tolerance = 1e-9L, rounded_tolerance = 1e-4L;
static const real same = 1e-7L; /* relative distance below which eigenvalues are not told apart */

/** A-orthonormal vectors v with A v and M v, and Mᵥ = VᵀMV. */
typedef struct space {
  const fe_system *system;
  fe_pool *pool;
  size_t count, capacity;
  real **v, **Av, **Mv;
  size_t block;       /**< vectors that join at a time */
  real tolerance;     /**< of residuals */
  size_t last_wrong;  /**< the first pair found wanting, last time */
  real last_residual; /**< its residual */
  int stagnations;    /**< how often that was no smaller than before */
  uint64_t random;
} space;

/** To (-1, 1). */
static real next_random(space *s)
{
  return (real)dice_next(&s->random) / 9223372036854775808.0L - 1;
}

static real dot(const real *a, const real *b, size_t n)
{
  real sum = 0;
  for (size_t i = 0; i < n; i++) {
    sum += a[i] * b[i];
  }
  return sum;
}

static void add(real *a, real factor, const real *b, size_t n)
{
  for (size_t i = 0; i < n; i++) {
    a[i] += factor * b[i];
  }
}

/** Add A⁻¹ b to the space unless it is in it already; b is spent. @return was it added? */
static bool append(space *s, real *b)
{
  size_t n = s->system->order;
  real *w = fe_pool_get(s->pool, n, sizeof *w), *Mw = fe_pool_get(s->pool, n, sizeof *Mw);
  memcpy(w, b, n * sizeof *w);
  fe_system_solve(s->system, w);
  const real before = dot(w, b, n);
  for (int pass = 0; pass < 3; pass++) {
    for (size_t k = 0; k < s->count; k++) {
      const real along = dot(s->v[k], b, n);
      add(w, -along, s->v[k], n);
      add(b, -along, s->Av[k], n);
    }
  }
  const real after = dot(w, b, n);
  if (!(before > 0) || !(after > 1e-20L * before)) {
    return false;
  }
  for (size_t i = 0; i < n; i++) {
    w[i] /= real_sqrt(after);
  }
  fe_system_apply(s->system, true, w, Mw);
  fe_system_apply(s->system, false, w, b); /* what is left of b has lost digits */
  add(b, s->system->shift, Mw, n);
  size_t capacity = s->capacity, same_capacity = s->capacity;
  s->v = fe_pool_grow(s->pool, s->v, s->count, &capacity, sizeof *s->v);
  s->Av = fe_pool_grow(s->pool, s->Av, s->count, &same_capacity, sizeof *s->Av);
  s->Mv = fe_pool_grow(s->pool, s->Mv, s->count, &s->capacity, sizeof *s->Mv);
  s->v[s->count] = w;
  s->Av[s->count] = b;
  s->Mv[s->count++] = Mw;
  return true;
}

/** Random vectors, or M times the vectors of the last block. @return how many were added */
static size_t grow(space *s, size_t block_first, bool fresh)
{
  size_t n = s->system->order, old = s->count;
  for (size_t k = 0; k < (fresh ? s->block : old - block_first); k++) {
    real *b = fe_pool_get(s->pool, n, sizeof *b);
    if (fresh) {
      real *random = fe_pool_get(s->pool, n, sizeof *random);
      for (size_t i = 0; i < n; i++) {
        random[i] = next_random(s);
      }
      fe_system_apply(s->system, true, random, b);
    } else {
      memcpy(b, s->Mv[block_first + k], n * sizeof *b);
    }
    (void)append(s, b);
  }
  return s->count - old;
}

/** Ritz values μ of A⁻¹M, falling, with their vectors over the space (rows of Y). */
static bool ritz(const space *s, real *mu, real *Y, fe_pool *pool)
{
  size_t k = s->count;
  real *T = fe_pool_get(pool, k * k, sizeof *T);
  for (size_t i = 0; i < k; i++) {
    for (size_t j = 0; j <= i; j++) {
      T[i * k + j] = T[j * k + i] = dot(s->v[i], s->Mv[j], s->system->order);
    }
  }
  return fe_eigen(T, k, mu, Y, pool);
}

/** x = V y and M x, for row c of Y. */
static void ritz_vector(const space *s, const real *Y, size_t c, real *x, real *Mx)
{
  size_t n = s->system->order;
  memset(x, 0, n * sizeof *x);
  memset(Mx, 0, n * sizeof *Mx);
  for (size_t k = 0; k < s->count; k++) {
    add(x, Y[c * s->count + k], s->v[k], n);
    add(Mx, Y[c * s->count + k], s->Mv[k], n);
  }
}

/** ‖A⁻¹Mx - μx‖ in the norm of A, relative to μ. */
static real residual(const space *s, real mu, const real *x, const real *Mx, fe_pool *pool)
{
  size_t n = s->system->order;
  real *w = fe_pool_get(pool, n, sizeof *w), *r = fe_pool_get(pool, n, sizeof *r);
  memcpy(w, Mx, n * sizeof *w);
  fe_system_solve(s->system, w);
  add(w, -mu, x, n);
  fe_system_apply(s->system, false, w, r);
  const real strain = dot(w, r, n);
  fe_system_apply(s->system, true, w, r);
  return real_sqrt(real_abs(strain + s->system->shift * dot(w, r, n))) / mu;
}

/** Rayleigh's quotient; the strains keep the digits that a shift or a matrix of stiff and soft things would lose. */
static real quotient(const fe_system *system, const real *x, const real *Mx)
{
  return fe_system_strain(system, x) / dot(x, Mx, system->order);
}

typedef enum { CONVERGED, NOT_YET, MISSING, BROKEN } verdict;

/** How many of the Ritz values are wanted: `count`, and those that are not told apart from the last. */
static size_t wanted(const real *mu, size_t available, size_t count, real shift)
{
  while (count < available &&
         1 / mu[count] - shift <= (1 / mu[count - 1] - shift) * (1 + same) + same * 1e-2L * shift) {
    count++;
  }
  return count;
}

/** Is the space good enough for `count` eigenvalues? */
static verdict examine(space *s, size_t count, fe_spectrum *found, fe_pool *pool)
{
  size_t n = s->system->order, k = s->count;
  const real shift = s->system->shift;
  real *mu = fe_pool_get(pool, k, sizeof *mu), *Y = fe_pool_get(pool, k * k, sizeof *Y);
  real *x = fe_pool_get(pool, n, sizeof *x), *Mx = fe_pool_get(pool, n, sizeof *Mx);
  if (!ritz(s, mu, Y, pool)) {
    return BROKEN;
  }
  size_t take = count < k ? wanted(mu, k, count, shift) : k;
  if (take == k) {
    return NOT_YET;
  }
  for (size_t i = 0; i < take; i++) {
    ritz_vector(s, Y, i, x, Mx);
    const real left = residual(s, mu[i], x, Mx, pool);
    if (!(left <= s->tolerance)) {
      s->stagnations = i == s->last_wrong && left > s->last_residual / 2 ? s->stagnations + 1 : 0;
      s->tolerance = s->stagnations > 1 ? rounded_tolerance : s->tolerance;
      s->last_residual = left;
      s->last_wrong = i;
      return NOT_YET;
    }
    found->lambda[i] = quotient(s->system, x, Mx);
  }
  found->count = take;
  const real last = 1 / mu[take - 1] - shift, next = 1 / mu[take] - shift;
  return fe_system_count_below(s->system, last + (next - last) / 4) == take ? CONVERGED : MISSING;
}

static void sort_rising(real *value, size_t n)
{
  for (size_t i = 1; i < n; i++) {
    for (size_t j = i; j > 0 && value[j] < value[j - 1]; --j) {
      const real t = value[j];
      value[j] = value[j - 1];
      value[j - 1] = t;
    }
  }
}

/** By the whole of L⁻¹ M L⁻ᵀ, for systems that are small or have few finite eigenvalues. */
static bool lowest_dense(const fe_system *system, size_t count, fe_spectrum *found, fe_pool *pool)
{
  size_t n = system->order;
  real *L = fe_pool_get(pool, n * n, sizeof *L), *T = fe_pool_get(pool, n * n, sizeof *T);
  real *mu = fe_pool_get(pool, n, sizeof *mu), *Y = fe_pool_get(pool, n * n, sizeof *Y);
  real *x = fe_pool_get(pool, n, sizeof *x), *Mx = fe_pool_get(pool, n, sizeof *Mx);
  bool *heavy = fe_pool_get(pool, n, sizeof *heavy);
  fe_system_dense(system, 0, 1, T);
  memcpy(L, T, n * n * sizeof *L);
  fe_independent(L, n, 1e-14L, heavy);
  fe_system_dense(system, 1, system->shift, L);
  if (!fe_cholesky(L, n)) {
    return false;
  }
  for (int side = 0; side < 2; side++) { /* the rows of T by L⁻¹, then those of its transpose */
    for (size_t i = 0; i < n; i++) {
      fe_lower_solve(L, n, T + i * n);
    }
    for (size_t i = 0; i < n * n; i++) {
      size_t mirror = i % n * n + i / n;
      if (mirror < i) {
        const real t = T[i];
        T[i] = T[mirror];
        T[mirror] = t;
      }
    }
  }
  if (!fe_eigen(T, n, mu, Y, pool)) {
    return false;
  }
  size_t finite = 0;
  for (size_t i = 0; i < n; i++) {
    finite += heavy[i];
  }
  found->count = count < finite ? wanted(mu, finite, count, system->shift) : finite;
  found->exhausted = found->count == finite;
  for (size_t i = 0; i < found->count; i++) {
    for (size_t k = 0; k < n; k++) {
      x[k] = Y[i * n + k];
    }
    fe_lower_transposed_solve(L, n, x);
    fe_system_apply(system, true, x, Mx);
    found->lambda[i] = quotient(system, x, Mx);
  }
  sort_rising(found->lambda, found->count);
  return true;
}

static bool lowest_krylov(fe_system *system, size_t block_size, size_t count, fe_spectrum *found)
{
  space s = {.system = system,
             .pool = system->pool,
             .block = block_size,
             .tolerance = residual_tolerance,
             .random = system->order};
  bool fresh = true;
  size_t first = 0;
  for (int block = 0; block < MAX_BLOCKS; block++) {
    size_t old = s.count, grown = grow(&s, first, fresh);
    if (fresh && grown == 0) {
      return false; /* nothing is left to add: the system has few finite eigenvalues */
    }
    first = old;
    fresh = grown == 0;
    if (fresh || s.count < count + block_size || block % 2 == 0) {
      continue;
    }
    fe_pool local = {0};
    const verdict v = examine(&s, count, found, &local);
    fe_pool_clear(&local);
    if (v == CONVERGED) {
      sort_rising(found->lambda, found->count);
    }
    if (v == CONVERGED || v == BROKEN) {
      return v == CONVERGED;
    }
    fresh = v == MISSING;
  }
  return false;
}

bool fe_lowest(fe_system *system, const fe_known *known, size_t count, fe_spectrum *found)
{
  size_t block = LEAST_BLOCK + known->zeros;
  *found = (fe_spectrum){.lambda = fe_pool_get(system->pool, system->order, sizeof *found->lambda)};
  if (!fe_system_factor(system, known->shift)) {
    return false;
  }
  bool is_small = !known->is_continuous || known->is_difficult || system->order <= 3 * (count + block) + 40;
  return (!is_small && lowest_krylov(system, block, count, found)) || lowest_dense(system, count, found, system->pool);
}

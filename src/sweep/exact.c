/* SPDX-License-Identifier: BSD-3-Clause */
/* Roots of one structure by Rayleigh quotient iteration on the exact matrix, each proved by Sturm counts. */
#include "sweep/exact.h"
#include "base/memory.h"
#include "base/vector.h"
#include "sweep/margins.h"

#include <float.h>
#include <math.h>
#include <stdlib.h>

hol_status hol_exact_start(size_t zero, size_t wanted, hol_exact *exact)
{
  *exact = (hol_exact){.zero = zero, .wanted = wanted};
  exact->bracket = hol_alloc(2 * wanted, sizeof *exact->bracket);
  return exact->bracket ? HOL_OK : HOL_MEMORY;
}

void hol_exact_clear(hol_exact *exact)
{
  hol_sturm_counter_clear(&exact->counter);
  free(exact->vector);
  free(exact->scratch);
  free(exact->bracket);
  *exact = (hol_exact){0};
}

/* ---- roots ------------------------------------------------------------------------------------------------------- */

static hol_status evaluate_at(hol_exact *e, double lambda, bool derivative, size_t *count)
{
  HOL_TRY(derivative ? hol_sturm_count_with_slope(&e->counter, lambda, count)
                     : hol_sturm_count(&e->counter, lambda, count));
  for (size_t k = e->zero; k < e->wanted; k++) {
    double *end = e->bracket + 2 * k;
    if (*count <= k) {
      end[0] = fmax(end[0], lambda);
    } else {
      end[1] = fmin(end[1], lambda);
    }
  }
  return HOL_OK;
}

static hol_status make_room(hol_exact *e, size_t n)
{
  if (n <= e->room) {
    return HOL_OK;
  }
  double *vector = hol_alloc(n, sizeof *vector), *scratch = hol_alloc(2 * n, sizeof *scratch);
  free(e->vector);
  free(e->scratch);
  e->vector = vector;
  e->scratch = scratch;
  e->room = vector && scratch ? n : 0;
  return e->room ? HOL_OK : HOL_MEMORY;
}

static void start_vector(hol_exact *e)
{
  for (size_t i = 0; i < e->counter.matrix.n; i++) {
    e->vector[i] = i % 2 ? -0.7 - 0.01 * (double)i : 1.0 + 0.003 * (double)i;
  }
}

/** One step of Rayleigh quotient iteration, S(λ) x ← S′(λ) x, theta = −xᵀSx/xᵀS′x. @param[out] doubt  relative change
 * of the root that the rounding of S may stand for */
static hol_status iterate(hol_exact *e, double *theta, double *doubt)
{
  hol_matrix *matrix = &e->counter.matrix;
  size_t n = matrix->n;
  double *x = e->vector, *y = e->scratch, *size = y + n;
  hol_matrix_apply(matrix, true, false, x, y);
  HOL_TRY(hol_decomposition_solve(&e->counter.decomposition, y, 1));
  double largest = hol_largest(n, y);
  for (size_t i = 0; i < n; i++) {
    x[i] = y[i] / largest;
  }
  hol_matrix_apply(matrix, false, false, x, y);
  double value = hol_dot(n, x, y);
  hol_matrix_apply(matrix, true, false, x, y);
  double slope = hol_dot(n, x, y), magnitude = 0;
  hol_matrix_apply(matrix, false, true, x, size);
  for (size_t i = 0; i < n; i++) {
    magnitude += fabs(x[i]) * fabs(size[i]);
  }
  *theta = -value / slope;
  *doubt = 4 * DBL_EPSILON * magnitude / fabs(slope * matrix->lambda);
  return HOL_OK;
}

static double middle(double low, double high)
{
  if (!(high < HUGE_VAL)) {
    return low > 0 ? 4 * low : 1;
  }
  return low > 0 && high < 4 * low ? low + 0.5 * (high - low) : low > 0 ? sqrt(low) * sqrt(high) : 0.25 * high;
}

static bool is_inside(const hol_exact *e, size_t k, double lambda)
{
  return lambda > e->bracket[2 * k] && lambda < e->bracket[2 * k + 1];
}

/** From an estimate to a root near it. @param[out] near  0: none */
static hol_status approach(hol_exact *e, size_t k, double lambda, double *near, double *doubt)
{
  *near = *doubt = 0;
  if (!is_inside(e, k, lambda)) {
    lambda = middle(e->bracket[2 * k], e->bracket[2 * k + 1]);
  }
  uint64_t signature = 0;
  for (int step = 0; step < HOL_STEPS_MOST; step++) {
    size_t count;
    double theta;
    HOL_TRY(evaluate_at(e, lambda, true, &count));
    HOL_TRY(make_room(e, e->counter.matrix.n));
    if (step == 0 || signature != e->counter.matrix.signature) { /* a vector over other unknowns is of no use */
      start_vector(e);
      signature = e->counter.matrix.signature;
    }
    HOL_TRY(iterate(e, &theta, doubt));
    if (fabs(theta) <= hol_last_step * lambda) {
      *near = lambda + theta;
      return HOL_OK;
    }
    double next = lambda + theta;
    if (!is_inside(e, k, next)) {
      next = middle(e->bracket[2 * k], e->bracket[2 * k + 1]);
      start_vector(e);
    }
    lambda = next;
  }
  return HOL_OK;
}

/** Counts on both sides of root number k + 1. */
static hol_status prove_root(hol_exact *e, size_t k, double lambda, double margin, bool *proved)
{
  size_t below, above;
  HOL_TRY(evaluate_at(e, lambda * (1 - margin), false, &below));
  HOL_TRY(evaluate_at(e, lambda * (1 + margin), false, &above));
  *proved = below == k && above == k + 1;
  return HOL_OK;
}

static hol_status find_root(hol_exact *e, size_t k, double *lambda, double *margin, bool *found)
{
  *found = false;
  double estimate = *lambda;
  for (int round = 0; round < HOL_ROUNDS_MOST && !*found; round++) {
    double near, doubt;
    HOL_TRY(approach(e, k, estimate, &near, &doubt));
    double width = fmax(hol_margin_first, 4 * doubt);
    if (!(near > 0) || !(width <= hol_margin_most)) {
      return HOL_OK;
    }
    HOL_TRY(prove_root(e, k, near, width, found));
    *lambda = near;
    *margin = 2 * width;
    estimate = 0; /* another root has been found: on from the middle of what is left */
  }
  return HOL_OK;
}

static hol_status find_roots(hol_exact *e, double *lambda, double *margin, bool *found)
{
  for (size_t k = 0; k < e->wanted; k++) {
    e->bracket[2 * k] = 0;
    e->bracket[2 * k + 1] = HUGE_VAL;
  }
  *found = true;
  for (size_t k = e->zero; k < e->wanted && *found; k++) {
    HOL_TRY(find_root(e, k, &lambda[k], &margin[k], found));
  }
  return HOL_OK;
}

hol_status hol_exact_solve(hol_exact *exact, const hol_system *system, double *lambda, double *margin, bool *found)
{
  *found = false;
  exact->counter.system = system;
  hol_status status = find_roots(exact, lambda, margin, found);
  exact->counter.system = NULL;
  if (status == HOL_OK || status == HOL_MEMORY) {
    return status;
  }
  *found = false; /* whatever it was: hol_solve() will tell */
  return HOL_OK;
}

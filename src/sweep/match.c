/* SPDX-License-Identifier: BSD-3-Clause */
/* Mode matching of two points by M-products of their shapes, as in the MAC; multiple frequencies are rotated first. */
#include "sweep/match.h"
#include "base/dense.h"
#include "base/memory.h"
#include "base/vector.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/** Square of the M-product from which two shapes are one beyond doubt, and from which they are rather one than not. */
static const double clear_square = 0.65, likely_square = 0.5;

void hol_match_clear(hol_match *match)
{
  free(match->product);
  free(match->from);
  *match = (hol_match){0};
}

bool hol_is_multiple(const hol_snapshot *s, size_t i)
{
  return i >= s->rigid && i + 1 < s->count && s->omega[i + 1] - s->omega[i] <= hol_gap_least * s->omega[i];
}

/** The k rows of M (n × k) with the largest norms, in rising order. */
static void strongest_rows(const double *M, size_t n, size_t k, size_t stride, size_t step, size_t *row)
{
  size_t found = 0;
  for (size_t i = 0; i < n; i++) {
    size_t larger = 0;
    double own = 0;
    for (size_t c = 0; c < k; c++) {
      own += M[i * stride + c * step] * M[i * stride + c * step];
    }
    for (size_t other = 0; other < n; other++) {
      double norm = 0;
      for (size_t c = 0; c < k; c++) {
        norm += M[other * stride + c * step] * M[other * stride + c * step];
      }
      larger += norm > own || (!(norm < own) && other < i);
    }
    if (larger < k && found < k) {
      row[found++] = i;
    }
  }
}

/** Turn k vectors among themselves so that their products with the k rows nearest to them become symmetric and
 * positive: the orthogonal factor of the polar decomposition, Q = V Uᵀ with A = U Σ Vᵀ. M is n × k with the given
 * strides. */
static hol_status turn_blocks_in(double *M, size_t n, size_t k, size_t stride, size_t step, double *work, size_t *row)
{
  double *A = work, *copy = A + k * k, *V = copy + k * k, *Q = V + k * k, *s = Q + k * k, *line = s + k;
  strongest_rows(M, n, k, stride, step, row);
  for (size_t i = 0; i < k; i++) {
    for (size_t c = 0; c < k; c++) {
      copy[i + c * k] = A[i + c * k] = M[row[i] * stride + c * step];
    }
  }
  HOL_TRY(hol_dense_svd(k, k, A, s, V));
  if (!(s[k - 1] > 1e-8 * s[0])) {
    return HOL_OK; /* nothing to agree with */
  }
  for (size_t i = 0; i < k; i++) {
    for (size_t c = 0; c < k; c++) {
      double sum = 0; /* Q_ic = Σ_m V_im U_cm, U = A V Σ⁻¹ */
      for (size_t m = 0; m < k; m++) {
        double u = 0;
        for (size_t j = 0; j < k; j++) {
          u += copy[c + j * k] * V[j + m * k];
        }
        sum += V[i + m * k] * u / s[m];
      }
      Q[i + c * k] = sum;
    }
  }
  for (size_t i = 0; i < n; i++) {
    for (size_t c = 0; c < k; c++) {
      line[c] = 0;
      for (size_t j = 0; j < k; j++) {
        line[c] += M[i * stride + j * step] * Q[j + c * k];
      }
    }
    for (size_t c = 0; c < k; c++) {
      M[i * stride + c * step] = line[c];
    }
  }
  return HOL_OK;
}

static hol_status turn_blocks(double *M, size_t n, size_t k, size_t stride, size_t step)
{
  if (n < k) {
    return HOL_OK;
  }
  double *work = hol_alloc(4 * k * k + 2 * k, sizeof *work);
  size_t *row = hol_alloc(k, sizeof *row);
  hol_status status = work && row ? turn_blocks_in(M, n, k, stride, step, work, row) : HOL_MEMORY;
  free(work);
  free(row);
  return status;
}

/** Last mode of the multiple frequency that begins with mode i. */
static size_t last_of(const hol_snapshot *s, size_t i)
{
  while (hol_is_multiple(s, i)) {
    i++;
  }
  return i;
}

/** Turn the shapes of multiple frequencies: those of b to agree with a, then those of a to agree with b. */
static hol_status turn_multiples(const hol_snapshot *a, const hol_snapshot *b, hol_match *match)
{
  for (size_t j = 0; j < b->count; j = last_of(b, j) + 1) {
    size_t k = last_of(b, j) - j + 1;
    if (k > 1) {
      HOL_TRY(turn_blocks(match->product + j * match->na, match->na, k, 1, match->na));
    }
  }
  for (size_t i = 0; i < a->count; i = last_of(a, i) + 1) {
    size_t k = last_of(a, i) - i + 1;
    if (k > 1) {
      HOL_TRY(turn_blocks(match->product + i, match->nb, k, match->na, 1));
    }
  }
  return HOL_OK;
}

/** Give every mode of b its partner; with shapes of unit length at most one product of a row or column has a square
 *  above one half. */
static void assign(const hol_snapshot *a, const hol_snapshot *b, size_t spare, hol_match *match)
{
  size_t least = match->na < match->nb ? match->na : match->nb, must = least > spare ? least - spare : 0, taken = 0;
  match->is_clear = a->rigid == b->rigid;
  match->lowest = SIZE_MAX;
  for (size_t j = 0; j < match->nb; j++) {
    match->from[j] = j < b->rigid && j < a->rigid ? j : SIZE_MAX;
    double best = j < b->rigid ? 1 : 0;
    for (size_t i = a->rigid; i < match->na && j >= b->rigid; i++) {
      double p = match->product[i + j * match->na], square = p * p;
      if (square > best) {
        best = square;
        match->from[j] = square > likely_square ? i : SIZE_MAX;
      }
    }
    taken += match->from[j] < must;
    if (j < must && best < clear_square) {
      match->is_clear = false;
      match->lowest = match->lowest < j ? match->lowest : j;
    }
  }
  match->is_clear = match->is_clear && taken >= must;
  match->lowest = match->lowest == SIZE_MAX ? 0 : match->lowest;
}

hol_status hol_match_find(const hol_snapshot *a, const hol_snapshot *b, size_t spare, hol_match *match)
{
  match->na = a->count;
  match->nb = b->count;
  if (!hol_grow(&match->product, &match->product_capacity, match->na * match->nb, sizeof *match->product) ||
      !hol_grow(&match->from, &match->from_capacity, match->nb, sizeof *match->from)) {
    return HOL_MEMORY;
  }
  bool alike = a->length == b->length;
  for (size_t j = 0; j < match->nb; j++) {
    for (size_t i = 0; i < match->na; i++) {
      match->product[i + j * match->na] =
          alike ? hol_dot(a->length, a->shape + i * a->length, b->shape + j * b->length) : 0;
    }
  }
  HOL_TRY(turn_multiples(a, b, match));
  assign(a, b, spare, match);
  return HOL_OK;
}

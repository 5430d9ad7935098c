/* SPDX-License-Identifier: BSD-3-Clause */
/* LDL^T factorisation with a border for small pivots (Woodbury): choice of rows, inertia, solution, rounding. */
#include "base/bordered.h"
#include "base/dense.h"
#include "base/memory.h"

#include <math.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

/** A pivot is bordered if, in units in which the rows of K are of order one, it makes terms of at least `makes` of its
 *  column, and its column is at least `stands_out` times as large. A large pivot after it makes such terms, too, and
 *  cancels them: it is sound. */
static const double makes = 1e3, stands_out = 1e2;
/** Other pivots may come out small once some are set right. */
enum { ROUNDS = 4 };

struct hol_bordered {
  size_t n;
  hol_ldl *ldl;
  double *unit; /**< [n] powers of two: with them the rows of K are of order one */
  double *top;  /**< [n] scratch */
  size_t rows;
  size_t border[HOL_BORDER_MOST]; /**< [rows] rows of K */
  double s[HOL_BORDER_MOST];      /**< [rows] Δ */
  double *F;                      /**< [n * HOL_BORDER_MOST] L⁻¹E, in the order of elimination; NULL until needed */
  double Q[HOL_BORDER_MOST * HOL_BORDER_MOST], mu[HOL_BORDER_MOST]; /**< Δ½ W Δ½ = Q diag(μ) Qᵀ */
};

hol_bordered *hol_bordered_new(size_t n, const size_t *column_start, const size_t *row, bool is_lasting)
{
  hol_bordered *b = hol_alloc(1, sizeof *b);
  if (!b) {
    return NULL;
  }
  b->n = n;
  b->ldl = hol_ldl_new(n, column_start, row, is_lasting);
  b->unit = hol_alloc(n, sizeof *b->unit);
  b->top = hol_alloc(n, sizeof *b->top);
  if (!b->ldl || !b->unit || !b->top) {
    hol_bordered_free(b);
    return NULL;
  }
  return b;
}

void hol_bordered_free(hol_bordered *b)
{
  if (b) {
    hol_ldl_free(b->ldl);
    free(b->unit);
    free(b->top);
    free(b->F);
    free(b);
  }
}

void hol_bordered_rest(hol_bordered *b)
{
  hol_ldl_rest(b->ldl);
  free(b->F);
  b->F = NULL;
}

double *hol_bordered_values(hol_bordered *b)
{
  return hol_ldl_values(b->ldl);
}

hol_ldl_pattern hol_bordered_pattern(const hol_bordered *b)
{
  return hol_ldl_pattern_of(b->ldl);
}

size_t hol_bordered_rows(const hol_bordered *b)
{
  return b->rows;
}

/** Powers of two that bring the rows of K to order one (largest entries, three sweeps), before any of it is changed. */
static void equilibrate(hol_bordered *b)
{
  const hol_ldl_pattern K = hol_ldl_pattern_of(b->ldl);
  for (size_t i = 0; i < b->n; i++) {
    b->unit[i] = 1;
  }
  for (int sweep = 0; sweep < 3; sweep++) {
    memset(b->top, 0, b->n * sizeof *b->top);
    for (size_t j = 0; j < b->n; j++) {
      for (int e = K.start[j]; e < K.start[j + 1]; e++) {
        size_t i = (size_t)K.row[e];
        double size = fabs(K.value[e]) * b->unit[i] * b->unit[j];
        b->top[i] = fmax(b->top[i], size);
        b->top[j] = fmax(b->top[j], size);
      }
    }
    for (size_t i = 0; i < b->n; i++) {
      int half = b->top[i] > 0 && isfinite(b->top[i]) ? ilogb(b->top[i]) / 2 : 0;
      b->unit[i] = ldexp(b->unit[i], -half);
    }
  }
}

/** Terms that the pivot of column k makes of the rows in it, if it is small against them; 0: it is sound. */
static double terms_of(const hol_bordered *b, const hol_ldl_factors *f, size_t k)
{
  double unit = b->unit[f->order[k]], largest = 0;
  for (int e = f->start[k] + 1; e < f->start[k] + f->count[k]; e++) {
    largest = fmax(largest, fabs(f->value[e]) * b->unit[f->order[f->row[e]]]);
  }
  double pivot = fabs(f->value[f->start[k]]) * unit * unit, above = largest / unit, terms = pivot * above * above;
  return above >= stands_out && terms >= makes ? terms : 0;
}

/** A place for terms of that size among those from `first` on, which fall; the least gives way where there is no room.
 *  @return SIZE_MAX: there is none */
static size_t make_place(hol_bordered *b, size_t first, double own, double *terms)
{
  bool is_full = b->rows == HOL_BORDER_MOST;
  if (is_full && (first == HOL_BORDER_MOST || !(own > terms[b->rows - 1]))) {
    return SIZE_MAX;
  }
  size_t at = is_full ? b->rows - 1 : b->rows++;
  for (; at > first && terms[at - 1] < own; at--) {
    terms[at] = terms[at - 1];
    b->border[at] = b->border[at - 1];
  }
  terms[at] = own;
  return at;
}

/** The worst pivots to the rows that there are already. @return whether there is one more */
static bool choose_rows(hol_bordered *b)
{
  hol_ldl_factors f = hol_ldl_factors_of(b->ldl);
  double terms[HOL_BORDER_MOST];
  size_t first = b->rows;
  for (size_t k = 0; k < b->n; k++) {
    double own = terms_of(b, &f, k);
    size_t at = own > 0 ? make_place(b, first, own, terms) : SIZE_MAX;
    if (at != SIZE_MAX) {
      b->border[at] = (size_t)f.order[k];
    }
  }
  return b->rows > first;
}

/** s_j on the diagonal of the rows from `first` on: of the size of the row. */
static void raise_diagonal(hol_bordered *b, size_t first)
{
  const int *start = hol_ldl_pattern_of(b->ldl).start;
  double *value = hol_ldl_values(b->ldl);
  for (size_t j = first; j < b->rows; j++) {
    double unit = b->unit[b->border[j]];
    b->s[j] = 1 / (unit * unit);
    value[start[b->border[j]]] += b->s[j];
  }
}

/** x ← L⁻¹ x, in the order of elimination. */
static void forward(const hol_ldl_factors *f, double *x)
{
  for (size_t k = 0; k < f->n; k++) {
    for (int e = f->start[k] + 1; x[k] != 0 && e < f->start[k] + f->count[k]; e++) {
      x[f->row[e]] -= f->value[e] * x[k];
    }
  }
}

/** x ← L⁻ᵀ x. */
static void backward(const hol_ldl_factors *f, double *x)
{
  for (size_t k = f->n; k-- > 0;) {
    for (int e = f->start[k] + 1; e < f->start[k] + f->count[k]; e++) {
      x[k] -= f->value[e] * x[f->row[e]];
    }
  }
}

static void fill_border(hol_bordered *b, const hol_ldl_factors *f)
{
  memset(b->F, 0, b->n * b->rows * sizeof *b->F);
  for (size_t k = 0; k < b->n; k++) {
    for (size_t j = 0; j < b->rows; j++) {
      b->F[k + j * b->n] = (size_t)f->order[k] == b->border[j] ? 1 : 0;
    }
  }
  for (size_t j = 0; j < b->rows; j++) {
    forward(f, b->F + j * b->n);
  }
}

/** Δ½ W Δ½ = 1 − Δ½ Fᵀ D⁻¹ F Δ½ in its eigenvectors. */
static hol_status factorise_border(hol_bordered *b, const hol_ldl_factors *f)
{
  for (size_t j = 0; j < b->rows; j++) {
    for (size_t i = j; i < b->rows; i++) {
      double sum = 0;
      for (size_t k = 0; k < b->n; k++) {
        sum += b->F[k + i * b->n] * b->F[k + j * b->n] / f->value[f->start[k]];
      }
      b->Q[i + j * b->rows] = (i == j ? 1 : 0) - sqrt(b->s[i]) * sqrt(b->s[j]) * sum;
    }
  }
  return hol_dense_eigen(b->rows, b->Q, b->mu);
}

/** The largest |μ|. */
static double border_size(const hol_bordered *b)
{
  return b->rows ? fmax(fabs(b->mu[0]), fabs(b->mu[b->rows - 1])) : 0;
}

static hol_status close_border(hol_bordered *b, double growth, size_t *negative)
{
  hol_ldl_factors f = hol_ldl_factors_of(b->ldl);
  b->F = b->F ? b->F : hol_alloc(b->n * HOL_BORDER_MOST, sizeof *b->F);
  if (!b->F) {
    return HOL_MEMORY;
  }
  fill_border(b, &f);
  HOL_TRY(factorise_border(b, &f));
  for (size_t j = 0; j < b->rows; j++) {
    *negative += b->mu[j] < 0;
    if (b->mu[j] == 0) {
      return HOL_NUMERICAL;
    }
  }
  return border_size(b) < growth ? HOL_OK : HOL_NUMERICAL;
}

/** Factorise; rows whose pivots are exactly zero go into the border at once. */
static hol_status factorise_on(hol_bordered *b, size_t *negative, double *growth)
{
  hol_status status = hol_ldl_factorise(b->ldl, negative, growth);
  while (status == HOL_NUMERICAL && hol_ldl_zero(b->ldl) != SIZE_MAX && b->rows < HOL_BORDER_MOST) {
    if (b->rows == 0) {
      equilibrate(b);
    }
    b->border[b->rows++] = hol_ldl_zero(b->ldl);
    raise_diagonal(b, b->rows - 1);
    status = hol_ldl_factorise(b->ldl, negative, growth);
  }
  return status;
}

hol_status hol_bordered_factorise(hol_bordered *b, double growth, size_t *negative)
{
  double grown;
  b->rows = 0;
  HOL_TRY(factorise_on(b, negative, &grown));
  for (int round = 0; round < ROUNDS && !(grown < growth); round++) {
    size_t first = b->rows;
    if (first == 0) {
      equilibrate(b);
    }
    if (!choose_rows(b)) {
      return HOL_NUMERICAL;
    }
    raise_diagonal(b, first);
    HOL_TRY(factorise_on(b, negative, &grown));
  }
  if (!(grown < growth)) {
    return HOL_NUMERICAL;
  }
  return b->rows ? close_border(b, growth, negative) : HOL_OK;
}

double hol_bordered_energy(const hol_bordered *b, const double *v, double *work)
{
  if (b->rows == 0) {
    return hol_ldl_energy(b->ldl, v, work);
  }
  hol_ldl_factors f = hol_ldl_factors_of(b->ldl);
  double energy = 0;
  for (size_t k = 0; k < f.n; k++) {
    work[k] = fabs(v[f.order[k]]);
  }
  for (size_t k = 0; k < f.n; k++) {
    double sum = work[k], pivot = fabs(f.value[f.start[k]]), beside = 0;
    for (int e = f.start[k] + 1; e < f.start[k] + f.count[k]; e++) {
      sum += fabs(f.value[e]) * work[f.row[e]];
    }
    for (size_t j = 0; j < b->rows; j++) {
      beside += fabs(b->F[k + j * b->n]) * b->s[j] * fabs(v[b->border[j]]);
    }
    sum += beside / pivot;
    energy += pivot * sum * sum;
  }
  for (size_t j = 0; j < b->rows; j++) {
    energy += (1 + border_size(b)) * b->s[j] * v[b->border[j]] * v[b->border[j]];
  }
  return energy;
}

/** y = −W⁻¹ Fᵀ D⁻¹ x. */
static void solve_border(const hol_bordered *b, const hol_ldl_factors *f, const double *x, double *y)
{
  double right[HOL_BORDER_MOST], along[HOL_BORDER_MOST];
  for (size_t j = 0; j < b->rows; j++) {
    right[j] = 0;
    for (size_t k = 0; k < b->n; k++) {
      right[j] -= b->F[k + j * b->n] * x[k] / f->value[f->start[k]];
    }
    right[j] *= sqrt(b->s[j]);
  }
  for (size_t i = 0; i < b->rows; i++) {
    along[i] = 0;
    for (size_t j = 0; j < b->rows; j++) {
      along[i] += b->Q[j + i * b->rows] * right[j];
    }
    along[i] /= b->mu[i];
  }
  for (size_t j = 0; j < b->rows; j++) {
    y[j] = 0;
    for (size_t i = 0; i < b->rows; i++) {
      y[j] += b->Q[j + i * b->rows] * along[i];
    }
    y[j] *= sqrt(b->s[j]);
  }
}

/** One right-hand side, by M. @param work  [n] */
static void solve_one(const hol_bordered *b, const hol_ldl_factors *f, double *x, double *work)
{
  double y[HOL_BORDER_MOST];
  for (size_t k = 0; k < b->n; k++) {
    work[k] = x[f->order[k]];
  }
  forward(f, work);
  solve_border(b, f, work, y);
  for (size_t k = 0; k < b->n; k++) {
    for (size_t j = 0; j < b->rows; j++) {
      work[k] -= b->F[k + j * b->n] * y[j];
    }
    work[k] /= f->value[f->start[k]];
  }
  backward(f, work);
  for (size_t k = 0; k < b->n; k++) {
    x[f->order[k]] = work[k];
  }
}

hol_status hol_bordered_solve(hol_bordered *b, double *x, size_t columns)
{
  if (b->rows == 0) {
    return hol_ldl_solve(b->ldl, x, columns);
  }
  hol_ldl_factors f = hol_ldl_factors_of(b->ldl);
  for (size_t c = 0; c < columns; c++) {
    solve_one(b, &f, x + c * b->n, b->top);
  }
  return HOL_OK;
}

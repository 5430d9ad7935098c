/* SPDX-License-Identifier: BSD-3-Clause */
/* Elimination of linear constraints: sparse Gauss-Jordan elimination with pivot choice and rounding limits. */
#include "base/memory.h"
#include "base/reshaped.h"
#include "base/sparse.h"

#include <float.h>
#include <math.h>
#include <stdlib.h>

/** Pivots whose expression holds, or once held, a column. */
struct hol_index_list {
  size_t count, capacity;
  size_t *item;
};

hol_status hol_elimination_start(hol_elimination *e, size_t columns)
{
  *e = (hol_elimination){.columns = columns};
  e->pivot_row = hol_alloc(columns, sizeof *e->pivot_row);
  e->users = hol_alloc(columns, sizeof *e->users);
  return e->pivot_row && e->users ? HOL_OK : HOL_MEMORY;
}

static void clear_users(hol_elimination *e)
{
  for (size_t j = 0; e->users && j < e->columns; j++) {
    free(e->users[j].item);
  }
  free(e->users);
  e->users = NULL;
}

void hol_elimination_settle(hol_elimination *e)
{
  clear_users(e);
  for (size_t i = 0; i < e->pivots; i++) {
    hol_sparse_fit(&e->expression[i]);
    hol_sparse_fit(&e->combination[i]);
  }
  hol_fit(&e->expression, &e->expression_capacity, e->pivots, sizeof *e->expression);
  hol_fit(&e->combination, &e->combination_capacity, e->pivots, sizeof *e->combination);
  hol_fit(&e->pivot_column, &e->pivot_capacity, e->pivots, sizeof *e->pivot_column);
  free(e->pivot_source);
  e->pivot_source = NULL;
  e->source_capacity = 0;
}

void hol_elimination_clear(hol_elimination *e)
{
  for (size_t i = 0; i < e->pivots; i++) {
    hol_sparse_clear(&e->expression[i]);
    hol_sparse_clear(&e->combination[i]);
  }
  clear_users(e);
  free(e->pivot_row);
  free(e->expression);
  free(e->combination);
  free(e->pivot_column);
  free(e->pivot_source);
  *e = (hol_elimination){0};
}

void hol_pivots_clear(hol_pivots *pivots)
{
  free(pivots->column);
  free(pivots->source);
  *pivots = (hol_pivots){0};
}

hol_status hol_elimination_pivots(const hol_elimination *e, hol_pivots *pivots)
{
  *pivots = (hol_pivots){.count = e->pivots,
                         .column = hol_alloc_copy(e->pivot_column, e->pivots, sizeof *pivots->column),
                         .source = hol_alloc_copy(e->pivot_source, e->pivots, sizeof *pivots->source)};
  return pivots->column && pivots->source ? HOL_OK : HOL_MEMORY;
}

/** v with all pivots substituted; the rows used are added to `used` with their factors when it is not NULL. */
static hol_status substitute(const hol_elimination *e, hol_sparse *v, hol_sparse *used)
{
  /* Expressions hold no pivots, so one pass over the entries of v is enough. */
  hol_sparse row = {0};
  hol_status status = hol_sparse_copy(&row, v);
  for (size_t i = 0; i < row.count && status == HOL_OK; i++) {
    size_t pivot = e->pivot_row[row.index[i]];
    if (pivot) {
      double value = row.value[i];
      hol_sparse_remove(v, row.index[i]);
      status = hol_sparse_axpy(v, value, &e->expression[pivot - 1]);
      if (status == HOL_OK && used) {
        status = hol_sparse_axpy(used, value, &e->combination[pivot - 1]);
      }
    }
  }
  hol_sparse_clear(&row);
  return status;
}

hol_status hol_elimination_reduce(const hol_elimination *e, hol_sparse *v)
{
  return substitute(e, v, NULL);
}

/** Entries of a reduced row below this are rounding: those below the limit of the row as it was offered, unless all
 *  that is left of it is hardly more. To drop some of that and keep the rest would make another equation of it. */
static double rounding_of(const hol_sparse *v, double limit)
{
  static const double hardly = 1e-3;
  double most = hol_sparse_max(v);
  return most > limit ? fmin(limit, hardly * most) : limit;
}

/** Drop entries that are rounding. */
static void drop_small(hol_sparse *v, double limit)
{
  size_t n = 0;
  for (size_t i = 0; i < v->count; i++) {
    if (fabs(v->value[i]) > limit) {
      v->index[n] = v->index[i];
      v->value[n++] = v->value[i];
    }
  }
  v->count = n;
}

/** What entry i of a row is a sum of, when the row is reduced. */
static double terms_of(const hol_elimination *e, const hol_sparse *row, size_t i)
{
  double terms = 0;
  for (size_t k = 0; k < row->count; k++) {
    size_t pivot = e->pivot_row[row->index[k]];
    double share = pivot ? hol_sparse_get(&e->expression[pivot - 1], i) : row->index[k] == i;
    terms += fabs(row->value[k] * share);
  }
  return terms;
}

/** What is less than that share of the terms it is a sum of has come about by cancellation. */
static const double cancelled = 1e-6;

/** The largest entry of a row, reduced to v, that is dropped although it is no rounding: coefficients are of order one,
 *  or of that of the elimination, beside which those of long arms are large, and it has not come about by cancellation.
 *  Relative to the largest of all. */
static double largest_left(const hol_elimination *e, const hol_sparse *row, const hol_sparse *v, double limit)
{
  double largest = 0, size = hol_sparse_max(row), rounding = 1e-9 * (e->order > 0 ? e->order : 1);
  for (size_t i = 0; i < v->count; i++) {
    double value = fabs(v->value[i]);
    bool is_dropped = value <= limit && value > fmax(largest, rounding);
    largest = is_dropped && value > cancelled * terms_of(e, row, v->index[i]) ? value : largest;
  }
  return size > 0 ? largest / size : 0;
}

/** Of a row that nearly follows from others: the relative error of what is left of it, v, by the rounding of its
 *  terms. */
static double error_of(const hol_elimination *e, const hol_sparse *row, const hol_sparse *v)
{
  double size = hol_sparse_max(v), terms = 0;
  for (size_t i = 0; i < v->count && size <= cancelled * hol_sparse_max(row); i++) {
    terms = fmax(terms, terms_of(e, row, v->index[i]));
  }
  return size > 0 && size <= cancelled * terms ? DBL_EPSILON * terms / size : 0;
}

/** Of the entries of decent size the one whose column is used least: keeps the expressions short and stable. */
static size_t choose_pivot(const hol_elimination *e, const hol_sparse *v)
{
  double limit = 0.3 * hol_sparse_max(v);
  size_t best = 0;
  for (size_t i = 1; i < v->count; i++) {
    if (fabs(v->value[i]) < limit) {
      continue;
    }
    size_t here = e->users[v->index[i]].count, there = e->users[v->index[best]].count;
    if (fabs(v->value[best]) < limit || here < there || (here == there && fabs(v->value[i]) > fabs(v->value[best]))) {
      best = i;
    }
  }
  return best;
}

/** Where the entry of a column stands; count if it is missing or too small to be a pivot. */
static size_t position_of(const hol_sparse *v, size_t column)
{
  double limit = 0.03 * hol_sparse_max(v);
  size_t at = 0;
  while (at < v->count && (v->index[at] != column || fabs(v->value[at]) < limit)) {
    at++;
  }
  return at;
}

static hol_status use(hol_elimination *e, size_t column, size_t pivot)
{
  struct hol_index_list *list = &e->users[column];
  if (!hol_grow(&list->item, &list->capacity, list->count + 1, sizeof *list->item)) {
    return HOL_MEMORY;
  }
  list->item[list->count++] = pivot;
  return HOL_OK;
}

/** Replace the new pivot's column in every expression that holds it. */
static hol_status spread_pivot(hol_elimination *e, size_t column, size_t pivot)
{
  struct hol_index_list *list = &e->users[column];
  for (size_t k = 0; k < list->count; k++) {
    size_t i = list->item[k];
    double value = hol_sparse_get(&e->expression[i], column);
    if (value == 0) {
      continue;
    }
    hol_sparse_remove(&e->expression[i], column);
    HOL_TRY(hol_sparse_axpy(&e->expression[i], value, &e->expression[pivot]));
    /* row_i holds x_i − expr_i; adding value·(x_p − expr_p) removes x_p from it. */
    HOL_TRY(hol_sparse_axpy(&e->combination[i], value, &e->combination[pivot]));
    for (size_t j = 0; j < e->expression[pivot].count; j++) {
      HOL_TRY(use(e, e->expression[pivot].index[j], i));
    }
  }
  free(list->item);
  *list = (struct hol_index_list){0};
  return HOL_OK;
}

/** Make v·x = 0, with `rows` telling how v came about, the definition of a pivot. Takes over v and rows. */
static hol_status adopt(hol_elimination *e, hol_sparse *v, hol_sparse *rows)
{
  size_t need = e->pivots + 1;
  if (!hol_grow(&e->expression, &e->expression_capacity, need, sizeof *e->expression) ||
      !hol_grow(&e->combination, &e->combination_capacity, need, sizeof *e->combination) ||
      !hol_grow(&e->pivot_source, &e->source_capacity, need, sizeof *e->pivot_source) ||
      !hol_grow(&e->pivot_column, &e->pivot_capacity, need, sizeof *e->pivot_column)) {
    return HOL_MEMORY;
  }
  size_t at = e->like ? position_of(v, e->like->column[e->pivots]) : choose_pivot(e, v);
  if (at == v->count) {
    return HOL_RESHAPED;
  }
  size_t column = v->index[at], pivot = e->pivots;
  double scale = 1.0 / v->value[at];
  hol_sparse_remove(v, column);
  for (size_t i = 0; i < v->count; i++) {
    v->value[i] *= -scale;
  }
  for (size_t i = 0; i < rows->count; i++) {
    rows->value[i] *= scale;
  }
  e->expression[pivot] = *v;
  e->combination[pivot] = *rows;
  *v = *rows = (hol_sparse){0};
  e->pivot_column[pivot] = column;
  e->pivot_source[pivot] = e->rows;
  e->pivot_row[column] = pivot + 1;
  e->pivots++;
  for (size_t j = 0; j < e->expression[pivot].count; j++) {
    HOL_TRY(use(e, e->expression[pivot].index[j], pivot));
  }
  return spread_pivot(e, column, pivot);
}

/** Did the row with this number become a pivot? It is then the last in the combination that made it. */
static int takes_pivot(const hol_pivots *e, size_t row)
{
  size_t low = 0, high = e->count;
  while (low < high) { /* rows of pivots rise */
    size_t middle = low + (high - low) / 2;
    if (e->source[middle] < row) {
      low = middle + 1;
    } else {
      high = middle;
    }
  }
  return low < e->count && e->source[low] == row;
}

static hol_status offer_in(hol_elimination *e, const hol_sparse *row, double limit, hol_sparse *v, hol_sparse *used,
                           bool *redundant, hol_sparse *dependency)
{
  HOL_TRY(substitute(e, v, used));
  limit = rounding_of(v, limit);
  e->left = largest_left(e, row, v, limit);
  drop_small(v, limit);
  e->error = error_of(e, row, v);
  *redundant = v->count == 0;
  if (e->like && (*redundant ? 0 : 1) != takes_pivot(e->like, e->rows)) {
    return HOL_RESHAPED;
  }
  if (*redundant) {
    if (dependency) {
      *dependency = *used;
      *used = (hol_sparse){0};
    }
    return HOL_OK;
  }
  /* v = row − Σ used_i row_i */
  for (size_t i = 0; i < used->count; i++) {
    used->value[i] = -used->value[i];
  }
  HOL_TRY(hol_sparse_add(used, e->rows, 1.0));
  return adopt(e, v, used);
}

hol_status hol_elimination_offer(hol_elimination *e, const hol_sparse *row, double tolerance, bool *redundant,
                                 hol_sparse *dependency)
{
  hol_sparse v = {0}, used = {0};
  hol_status status = hol_sparse_copy(&v, row);
  if (status == HOL_OK) {
    status = offer_in(e, row, tolerance * hol_sparse_max(row), &v, &used, redundant, dependency);
  }
  e->rows++;
  hol_sparse_clear(&v);
  hol_sparse_clear(&used);
  return status;
}

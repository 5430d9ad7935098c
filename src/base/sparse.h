/* SPDX-License-Identifier: BSD-3-Clause */
/** @file sparse.h  Short sparse vectors, and elimination of linear constraints by row reduction with rounding set to
 *  zero.
 *
 *  A constraint is a row c of coefficients with c·x = 0. Rows are taken one by one; each is either independent of those
 *  before it (it then gets a pivot column, which is expressed by the others) or redundant. The decision is one of
 *  geometry: coefficients are expected to be scaled to order one. */
#ifndef BASE_SPARSE_H
#define BASE_SPARSE_H

#include "holonome/status.h"

#include <stdbool.h>
#include <stddef.h>

/** A sparse vector, indices rising. {0} is the zero vector. */
typedef struct hol_sparse {
  size_t count, capacity;
  size_t *index; /**< [count], the beginning of one block for both; owned */
  double *value; /**< [count] */
} hol_sparse;

void hol_sparse_clear(hol_sparse *v);
/** v[index] += value. */
HOL_MUST_CHECK hol_status hol_sparse_add(hol_sparse *v, size_t index, double value);
/** v += factor·x; v and x distinct. Exact zeros that arise are removed. Cost O(|v| + |x|). */
HOL_MUST_CHECK hol_status hol_sparse_axpy(hol_sparse *v, double factor, const hol_sparse *x);
/** v[index], 0 if absent. */
double hol_sparse_get(const hol_sparse *v, size_t index);
/** Remove one index if present. */
void hol_sparse_remove(hol_sparse *v, size_t index);
/** Σ v_i x[i]. */
static inline double hol_sparse_dot(const hol_sparse *v, const double *x)
{
  double sum = 0;
  for (size_t i = 0; i < v->count; i++) {
    sum += v->value[i] * x[v->index[i]];
  }
  return sum;
}
/** Scatter v into a dense vector of n numbers. @param[out] x  [n] */
void hol_sparse_spread(const hol_sparse *v, size_t n, double *x);
/** Gather the nonzero entries of a dense vector. *v must be {0}. @return HOL_MEMORY */
HOL_MUST_CHECK hol_status hol_sparse_gather(size_t n, const double *x, hol_sparse *v);
/** Shrink the memory of v to its entries. */
void hol_sparse_fit(hol_sparse *v);
/** max |v_i|. */
double hol_sparse_max(const hol_sparse *v);
/** *copy (must be {0}) = v. */
HOL_MUST_CHECK hol_status hol_sparse_copy(hol_sparse *copy, const hol_sparse *v);

/** The pivots of an elimination, rows and columns: all of its decisions. {0} is empty. */
typedef struct hol_pivots {
  size_t count;
  size_t *column; /**< [count], owned */
  size_t *source; /**< [count] number of the row that became the pivot, rising; owned */
} hol_pivots;
void hol_pivots_clear(hol_pivots *pivots);

/** State of an elimination; {0} with columns set by hol_elimination_start is the empty set of constraints. */
typedef struct hol_elimination {
  size_t columns;
  size_t rows;             /**< constraints offered */
  size_t pivots;           /**< of which independent */
  size_t *pivot_row;       /**< [columns] 1 + pivot number where the column is a pivot, else 0 */
  hol_sparse *expression;  /**< [pivots] x_pivot = expression·x over columns that are no pivots */
  hol_sparse *combination; /**< [pivots] the reduced row as a combination of the rows offered */
  size_t *pivot_column;    /**< [pivots] */
  size_t *pivot_source;    /**< [pivots] number of the row that became the pivot, rising; NULL likewise */
  size_t pivot_capacity, expression_capacity, combination_capacity, source_capacity;
  struct hol_index_list *users; /**< [columns] pivots whose expression (once) held the column; NULL: it is settled */
  const hol_pivots *like;       /**< NULL, or pivots that are followed; borrowed */
  double left; /**< of the row offered last: its largest coefficient that was taken for rounding and is no difference of
                *   larger ones, relative to the largest of all; 0: there is none */
  double error; /**< of the row offered last, where it nearly follows from those before: the relative error, by
                 *   rounding, of what is left of it; 0: it does not */
  double order; /**< of ordinary coefficients of the row offered next; 0 stands for 1 */
} hol_elimination;

HOL_MUST_CHECK hol_status hol_elimination_start(hol_elimination *e, size_t columns);
void hol_elimination_clear(hol_elimination *e);
/** Copy its pivots so far, for other eliminations to follow. @param[in,out] pivots  {0} */
HOL_MUST_CHECK hol_status hol_elimination_pivots(const hol_elimination *e, hol_pivots *pivots);

/** Offer one row (not changed). With `like` the row must turn out as its counterpart did there, redundant or with the
 *  same pivot, which must be no smaller than 0.03 of its row; else HOL_RESHAPED.
 *  @param[out] redundant    the row depends on earlier ones
 *  @param[out] dependency   if redundant and not NULL ({0} on entry): row = Σ dependency_i · (row i offered before)
 *  Entries below `tolerance` times the row's largest are rounding. */
HOL_MUST_CHECK hol_status hol_elimination_offer(hol_elimination *e, const hol_sparse *row, double tolerance,
                                                bool *redundant, hol_sparse *dependency);

/** End the elimination: no more rows are offered and its pivots are not asked for; memory that only these need is
 *  freed. */
void hol_elimination_settle(hol_elimination *e);

/** Substitute the pivots in v: afterwards v holds only columns that are no pivots. */
HOL_MUST_CHECK hol_status hol_elimination_reduce(const hol_elimination *e, hol_sparse *v);

#endif

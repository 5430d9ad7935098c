/* SPDX-License-Identifier: BSD-3-Clause */
/* Matching-based scaling of a dense symmetric matrix: maximum-product matching by shortest augmenting paths. */
#include "base/matching.h"
#include "base/memory.h"

#include <limits.h>
#include <math.h>
#include <stdlib.h>

/** Rows and columns count from 1; 0 stands for none. Costs are −log₂|a_ij| in whole numbers, and row[i] + column[j] ≤
 *  cost, equal where matched. */
typedef struct matching {
  size_t n;
  const double *a;
  long *row, *column; /**< [n + 1] potentials */
  size_t *partner;    /**< [n + 1] row of a column */
  size_t *before;     /**< [n + 1] column from which a path comes */
  long *slack;        /**< [n + 1] least that is left of a column's costs from the rows on the path */
  bool *is_on_path;   /**< [n + 1] */
} matching;

static const long none = LONG_MAX / 4;

static long cost_of(const matching *m, size_t i, size_t j)
{
  double value = i > j ? m->a[(i - 1) + (j - 1) * m->n] : m->a[(j - 1) + (i - 1) * m->n];
  return fabs(value) > 0 ? -(long)ilogb(value) : none;
}

/** One step along the cheapest edge. @return the column that it comes to, 0 if there is none */
static size_t lengthen(matching *m, size_t from)
{
  size_t i = m->partner[from], to = 0;
  m->is_on_path[from] = true;
  for (size_t j = 1; j <= m->n; j++) {
    if (m->is_on_path[j]) {
      continue;
    }
    long cost = cost_of(m, i, j), left = cost == none ? none : cost - m->row[i] - m->column[j];
    if (left < m->slack[j]) {
      m->slack[j] = left;
      m->before[j] = from;
    }
    to = !to || m->slack[j] < m->slack[to] ? j : to;
  }
  if (!to || m->slack[to] == none) {
    return 0;
  }
  long step = m->slack[to];
  for (size_t j = 0; j <= m->n; j++) {
    if (m->is_on_path[j]) {
      m->row[m->partner[j]] += step;
      m->column[j] -= step;
    } else if (m->slack[j] != none) {
      m->slack[j] -= step;
    }
  }
  return to;
}

/** Match one more row. @return false if it cannot be */
static bool match_row(matching *m, size_t i)
{
  for (size_t j = 0; j <= m->n; j++) {
    m->slack[j] = none;
    m->is_on_path[j] = false;
  }
  m->partner[0] = i;
  size_t j = 0;
  do {
    j = lengthen(m, j);
  } while (j && m->partner[j]);
  bool is_matched = j > 0;
  while (j) {
    m->partner[j] = m->partner[m->before[j]];
    j = m->before[j];
  }
  return is_matched;
}

static bool match_all(matching *m, int *power)
{
  for (size_t i = 1; i <= m->n; i++) {
    if (!match_row(m, i)) {
      return false;
    }
  }
  for (size_t i = 1; i <= m->n; i++) {
    long both = m->row[i] + m->column[i];
    power[i - 1] = (int)((both - (both < 0)) / 2); /* rounded down */
  }
  return true;
}

hol_status hol_matching_powers(size_t n, const double *a, int *power, bool *exists)
{
  matching m = {.n = n,
                .a = a,
                .row = hol_alloc(n + 1, sizeof *m.row),
                .column = hol_alloc(n + 1, sizeof *m.column),
                .partner = hol_alloc(n + 1, sizeof *m.partner),
                .before = hol_alloc(n + 1, sizeof *m.before),
                .slack = hol_alloc(n + 1, sizeof *m.slack),
                .is_on_path = hol_alloc(n + 1, sizeof *m.is_on_path)};
  bool has_room = m.row && m.column && m.partner && m.before && m.slack && m.is_on_path;
  *exists = has_room && match_all(&m, power);
  free(m.row);
  free(m.column);
  free(m.partner);
  free(m.before);
  free(m.slack);
  free(m.is_on_path);
  return has_room ? HOL_OK : HOL_MEMORY;
}

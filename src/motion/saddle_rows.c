/* SPDX-License-Identifier: BSD-3-Clause */
/* Rows of the saddle system: units and metric, independent rows, null space, projection. */
#include "motion/saddle.h"

#include <float.h>
#include <lapacke.h>
#include <math.h>
#include <stdint.h>
#include <string.h>

/** Pivots of rows of length 1 in the metric that make a row redundant: far above the rounding of rows, some 1e-15 times
 *  the length of their terms, and far below angles that anybody designs. */
static const double dependent = 1e-9;
/** Between these a pivot is neither rounding nor beyond doubt. */
static const double doubtful_from = 1e-12, doubtful_to = 1e-6;
/** An earlier row is preferred to a later one, if so much of it is new beside those before it. */
static const double novel = 0.05;
/** A pivot of the metric of no more than this, entries being of order 1, is rounding: nothing holds a motion. */
static const double undetermined = 1e-7;
/** A direction that differs by more than this from its combination is another one. */
static const double another = 1e-8;

/* ---- units and metric -------------------------------------------------------------------------------------------- */

/** Length of a row over the coordinates that have a unit. */
static double length_of(const hol_saddle *s, const double *row)
{
  double sum = 0;
  for (size_t j = 0; j < s->n; j++) {
    sum += row[j] * s->unit[j] * row[j] * s->unit[j];
  }
  return sqrt(sum);
}

/** Units of the coordinates without mass beside those that have a unit already, in the rows that they share.
 *  @return how many have got one */
static size_t spread_units(hol_saddle *s, size_t rows, const double *row)
{
  size_t n = s->n, found = 0;
  double *part = s->vector, *largest = s->vector + s->most; /* of rows; of columns */
  for (size_t k = 0; k < rows; k++) {
    part[k] = length_of(s, row + k * n);
  }
  for (size_t j = 0; j < n; j++) {
    largest[j] = 0;
    for (size_t k = 0; k < rows; k++) {
      largest[j] = part[k] > 0 ? fmax(largest[j], fabs(row[k * n + j]) / part[k]) : largest[j];
    }
  }
  for (size_t j = 0; j < n; j++) {
    if (!(s->unit[j] > 0) && largest[j] > 0) {
      s->unit[j] = 1 / largest[j];
      found++;
    }
  }
  return found;
}

static void find_units(hol_saddle *s, size_t rows, const double *mass, const double *row)
{
  size_t n = s->n, left = 0;
  for (size_t j = 0; j < n; j++) {
    double own = fabs(mass[j * n + j]);
    s->unit[j] = own > 0 ? 1 / sqrt(own) : 0;
    left += !(own > 0);
  }
  for (size_t found = 1; left > 0 && found > 0; left -= found) {
    found = spread_units(s, rows, row);
  }
  for (size_t j = 0; left > 0 && j < n; j++) { /* in rows without mass alone, or in none */
    double largest = 0;
    for (size_t k = 0; k < rows; k++) {
      largest = fmax(largest, fabs(row[k * n + j]));
    }
    s->unit[j] = s->unit[j] > 0 ? s->unit[j] : largest > 0 ? 1 / largest : 1;
  }
}

/** W in units, lower triangle by columns. */
static void fill_metric(hol_saddle *s, size_t rows, const double *mass, const double *row)
{
  size_t n = s->n;
  for (size_t j = 0; j < n; j++) {
    for (size_t i = j; i < n; i++) {
      s->metric[j * n + i] = mass[i * n + j] * s->unit[i] * s->unit[j];
    }
  }
  for (size_t k = 0; k < rows; k++) {
    const double *a = row + k * n;
    double factor = 0.5 / s->length[k] / s->length[k];
    for (size_t j = 0; j < n; j++) {
      double scaled = factor * a[j] * s->unit[j];
      for (size_t i = j; i < n && fabs(scaled) > 0; i++) {
        s->metric[j * n + i] += scaled * a[i] * s->unit[i];
      }
    }
  }
}

hol_status hol_saddle_scale(hol_saddle *s, size_t rows, const double *mass, const double *row)
{
  size_t n = s->n;
  bool is_positive = true;
  s->rows = rows;
  find_units(s, rows, mass, row);
  for (size_t j = 0; s->is_fixed && j < n; j++) {
    s->unit[j] = s->is_fixed[j] ? 0 : s->unit[j];
  }
  for (size_t k = 0; k < rows; k++) {
    double length = length_of(s, row + k * n);
    s->length[k] = length > 0 ? length : 1;
    is_positive = is_positive && isfinite(length);
  }
  fill_metric(s, rows, mass, row);
  for (size_t j = 0; s->is_fixed && j < n; j++) {
    s->metric[j * n + j] = s->is_fixed[j] ? 1 : s->metric[j * n + j];
  }
  is_positive = is_positive && LAPACKE_dpotrf_work(LAPACK_COL_MAJOR, 'L', (int)n, s->metric, (int)n) == 0;
  for (size_t j = 0; j < n && is_positive; j++) {
    is_positive = s->metric[j * (n + 1)] > undetermined;
  }
  return is_positive ? HOL_OK : HOL_NUMERICAL;
}

/* ---- choice ------------------------------------------------------------------------------------------------------ */

/** W^(-1/2) A', a column for each row, of length 1: the lengths become those in the metric of W^-1. */
static void transform(hol_saddle *s, const double *row, double *b)
{
  size_t n = s->n;
  for (size_t k = 0; k < s->rows; k++) {
    for (size_t j = 0; j < n; j++) {
      b[k * n + j] = row[k * n + j] * s->unit[j] / s->length[k];
    }
  }
  LAPACKE_dtrtrs_work(LAPACK_COL_MAJOR, 'L', 'N', 'N', (int)n, (int)s->rows, s->metric, (int)n, b, (int)n);
  for (size_t k = 0; k < s->rows; k++) {
    double sum = 0;
    for (size_t j = 0; j < n; j++) {
      sum += b[k * n + j] * b[k * n + j];
    }
    double length = sum > 0 ? sqrt(sum) : 1;
    s->length[k] *= length;
    for (size_t j = 0; j < n; j++) {
      b[k * n + j] /= length;
    }
  }
}

/** QR with pivots of the columns b in s->triangle; those whose pivot is set come first. @return whether it succeeded */
static bool decompose(hol_saddle *s, const double *b)
{
  int n = (int)s->n, rows = (int)s->rows;
  memcpy(s->triangle, b, s->n * s->rows * sizeof *b);
  return LAPACKE_dgeqp3_work(LAPACK_COL_MAJOR, n, rows, s->triangle, n, s->pivot, s->reflector, s->scratch,
                             (int)s->space) == 0;
}

static double pivot_of(const hol_saddle *s, size_t i)
{
  return fabs(s->triangle[i * s->n + i]);
}

static double threshold_of(const hol_saddle *s)
{
  return s->threshold > 0 ? s->threshold : dependent;
}

/** Rank by the pivots of the free choice, and what there is to say of these. */
static void count_rank(hol_saddle *s)
{
  size_t most = s->rows < s->n ? s->rows : s->n;
  for (size_t k = 0; k < s->rows; k++) {
    s->falling[k] = (size_t)s->pivot[k] - 1;
  }
  for (size_t i = 0; i < most; i++) {
    s->sine[i] = pivot_of(s, i);
    s->rank += i == s->rank && s->sine[i] > threshold_of(s);
    s->is_near = s->is_near || (s->sine[i] > doubtful_from && s->sine[i] < doubtful_to);
  }
}

/** Mark rows, first ones first, that are new beside those marked: Gram-Schmidt, twice. @param[out] base  scratch */
static void prefer_first(hol_saddle *s, const double *b, double *base)
{
  size_t n = s->n, count = 0;
  for (size_t k = 0; k < s->rows; k++) {
    double *v = base + count * n, sum = 0;
    s->pivot[k] = 0;
    if (count == s->rank) {
      continue;
    }
    memcpy(v, b + k * n, n * sizeof *v);
    for (size_t pass = 0; pass < 2 * count; pass++) {
      const double *q = base + pass % count * n;
      double along = 0;
      for (size_t j = 0; j < n; j++) {
        along += q[j] * v[j];
      }
      for (size_t j = 0; j < n; j++) {
        v[j] -= along * q[j];
      }
    }
    for (size_t j = 0; j < n; j++) {
      sum += v[j] * v[j];
    }
    if (sqrt(sum) > novel) {
      for (size_t j = 0; j < n; j++) {
        v[j] /= sqrt(sum);
      }
      s->pivot[k] = 1;
      count++;
    }
  }
}

/** Combinations of the other rows from the triangle. */
static void find_combinations(hol_saddle *s)
{
  size_t m = s->rows, n = s->n;
  double rounding = s->rank > 0 ? fmax(threshold_of(s), 64 * DBL_EPSILON / s->sine[s->rank - 1]) : 0;
  memset(s->combination, 0, m * m * sizeof *s->combination);
  for (size_t i = 0; i < m; i++) {
    s->chosen[i] = (size_t)s->pivot[i] - 1;
    s->is_unique[s->chosen[i]] = i < s->rank;
  }
  for (size_t c = s->rank; c < m; c++) {
    double *combination = s->combination + s->chosen[c] * m;
    for (size_t i = s->rank; i-- > 0;) {
      double sum = s->triangle[c * n + i];
      for (size_t k = i + 1; k < s->rank; k++) {
        sum -= s->triangle[k * n + i] * combination[k];
      }
      combination[i] = sum / s->triangle[i * n + i];
    }
    for (size_t i = 0; i < s->rank; i++) {
      bool counts = fabs(combination[i]) > rounding;
      combination[i] = counts ? combination[i] : 0;
      s->is_unique[s->chosen[i]] = s->is_unique[s->chosen[i]] && !counts;
    }
  }
}

/** Choose first rows first, if they span as much as those of the largest pivots do. */
static void reorder(hol_saddle *s, const double *b, double *base)
{
  prefer_first(s, b, base);
  bool is_good = decompose(s, b);
  for (size_t i = 0; i < s->rank && is_good; i++) {
    is_good = pivot_of(s, i) > fmin(threshold_of(s), s->sine[s->rank - 1] / 2);
  }
  if (!is_good) {
    memset(s->pivot, 0, s->rows * sizeof *s->pivot);
    (void)decompose(s, b);
  }
}

hol_status hol_saddle_choose(hol_saddle *s, size_t rows, const double *mass, const double *row)
{
  double *b = s->system, *base = s->factor;
  s->rank = 0;
  s->is_near = false;
  HOL_TRY(hol_saddle_scale(s, rows, mass, row));
  if (rows == 0) {
    return HOL_OK;
  }
  transform(s, row, b);
  memset(s->pivot, 0, rows * sizeof *s->pivot);
  if (!decompose(s, b)) {
    return HOL_NUMERICAL;
  }
  count_rank(s);
  if (s->rank > 0 && s->rank < rows) {
    reorder(s, b, base);
  }
  find_combinations(s);
  return HOL_OK;
}

void hol_saddle_null_space(hol_saddle *s, double *z)
{
  size_t n = s->n, rank = s->rank, free_motions = n - rank;
  memset(z, 0, n * free_motions * sizeof *z);
  for (size_t k = 0; k < free_motions; k++) {
    z[k * n + rank + k] = 1;
  }
  if (rank > 0 && free_motions > 0) {
    LAPACKE_dormqr_work(LAPACK_COL_MAJOR, 'L', 'N', (int)n, (int)free_motions, (int)rank, s->triangle, (int)n,
                        s->reflector, z, (int)n, s->scratch, (int)s->space);
  }
  if (free_motions > 0) {
    LAPACKE_dtrtrs_work(LAPACK_COL_MAJOR, 'L', 'T', 'N', (int)n, (int)free_motions, s->metric, (int)n, z, (int)n);
  }
  for (size_t k = 0; k < free_motions; k++) {
    for (size_t j = 0; j < n; j++) {
      z[k * n + j] *= s->unit[j];
    }
  }
}

double hol_saddle_length(hol_saddle *s, const double *gradient)
{
  int n = (int)s->n;
  double sum = 0, *d = s->vector;
  for (size_t j = 0; j < s->n; j++) {
    d[j] = gradient[j] * s->unit[j];
  }
  LAPACKE_dtrtrs_work(LAPACK_COL_MAJOR, 'L', 'N', 'N', n, 1, s->metric, n, d, n);
  for (size_t j = 0; j < s->n; j++) {
    sum += d[j] * d[j];
  }
  return sqrt(sum);
}

/* ---- rows that were left out ------------------------------------------------------------------------------------- */

size_t hol_saddle_indeterminate(const hol_saddle *s, const double *direction)
{
  size_t n = s->n;
  for (size_t left = s->rank; left < s->rows; left++) {
    size_t k = s->chosen[left];
    double worst = 0, size = 0;
    for (size_t j = 0; j < n; j++) {
      double own = direction[k * n + j] * s->unit[j] / s->length[k], sum = own;
      size = fmax(size, fabs(own));
      for (size_t i = 0; i < s->rank; i++) {
        size_t c = s->chosen[i];
        double part = s->combination[k * s->rows + i] * direction[c * n + j] * s->unit[j] / s->length[c];
        sum -= part;
        size = fmax(size, fabs(part));
      }
      worst = fmax(worst, fabs(sum));
    }
    if (worst > another * size) {
      return k;
    }
  }
  return SIZE_MAX;
}

size_t hol_saddle_contradiction(const hol_saddle *s, const double *row, const double *right, const double *acceleration,
                                double *share)
{
  size_t n = s->n, worst = SIZE_MAX;
  *share = 0;
  for (size_t k = 0; k < s->rows; k++) {
    double sum = -right[k], size = fabs(right[k]);
    for (size_t j = 0; j < n; j++) {
      double term = row[k * n + j] * acceleration[j];
      sum += term;
      size += fabs(term);
    }
    double own = fabs(sum) > 0 ? fabs(sum) / size : 0;
    if (!(own <= *share)) {
      *share = own;
      worst = k;
    }
  }
  return worst;
}

/* ---- projection -------------------------------------------------------------------------------------------------- */

/** Largest |A dq + residual|/length. */
static double largest_left(const hol_saddle *s, const double *row, const size_t *which, size_t count,
                           const double *residual, const double *change)
{
  double largest = 0;
  for (size_t i = 0; i < count; i++) {
    size_t k = which ? which[i] : i;
    double sum = residual[i];
    for (size_t j = 0; j < s->n; j++) {
      sum += row[k * s->n + j] * change[j];
    }
    largest = fmax(largest, fabs(sum) / s->length[k]);
  }
  return largest;
}

/* z = (B')+ r with B = L^-1 A', dq = L^-T z. */
hol_status hol_saddle_project(hol_saddle *s, const double *row, const size_t *which, size_t count,
                              const double *residual, double *change, double *left)
{
  int n = (int)s->n, m = (int)count, rank = 0;
  double *b = s->system, *transposed = s->factor, *z = s->vector;
  memset(change, 0, s->n * sizeof *change);
  *left = 0;
  if (count == 0) {
    return HOL_OK;
  }
  for (size_t i = 0; i < count; i++) {
    size_t k = which ? which[i] : i;
    for (size_t j = 0; j < s->n; j++) {
      b[i * s->n + j] = row[k * s->n + j] * s->unit[j] / s->length[k];
    }
    z[i] = -residual[i] / s->length[k];
  }
  LAPACKE_dtrtrs_work(LAPACK_COL_MAJOR, 'L', 'N', 'N', n, m, s->metric, n, b, n);
  for (size_t i = 0; i < count; i++) {
    for (size_t j = 0; j < s->n; j++) {
      transposed[j * count + i] = b[i * s->n + j];
    }
  }
  memset(s->pivot, 0, s->n * sizeof *s->pivot);
  if (LAPACKE_dgelsy_work(LAPACK_COL_MAJOR, m, n, 1, transposed, m, z, n > m ? n : m, s->pivot, threshold_of(s), &rank,
                          s->scratch, (int)s->space) != 0) {
    return HOL_NUMERICAL;
  }
  LAPACKE_dtrtrs_work(LAPACK_COL_MAJOR, 'L', 'T', 'N', n, 1, s->metric, n, z, n);
  bool is_finite = true;
  for (size_t j = 0; j < s->n; j++) {
    change[j] = z[j] * s->unit[j];
    is_finite = is_finite && isfinite(change[j]);
  }
  *left = largest_left(s, row, which, count, residual, change);
  return is_finite ? HOL_OK : HOL_NUMERICAL;
}

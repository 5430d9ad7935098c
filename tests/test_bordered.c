/* SPDX-License-Identifier: BSD-3-Clause */
/* Pivots made tiny on purpose: with a border the signs are those of the eigenvalues, and solutions solve. */
#include "close.h"

#include "base/bordered.h"
#include "base/dense.h"
#include "draw.h"

#include <float.h>
#include <stdint.h>
#include <string.h>

enum { MOST = 24 };

/** A sparse symmetric matrix: dense, and its lower triangle by columns. */
typedef struct sparse {
  size_t n, start[MOST + 1], row[MOST * MOST];
  double dense[MOST * MOST];
  double size[MOST]; /**< of its rows */
} sparse;

/** A chain of neighbours, some more, and rows in units of 2^±unit. */
static void make(sparse *m, size_t n, int unit)
{
  double *size = m->size;
  *m = (sparse){.n = n};
  for (size_t i = 0; i < n; i++) {
    size[i] = ldexp(1, (int)(draw(0, 1) * (2 * unit + 1)) - unit);
  }
  for (size_t j = 0; j < n; j++) {
    for (size_t i = j; i < n; i++) {
      bool is_there = i == j || i == j + 1 || draw(0, 1) < 0.15;
      m->dense[i + j * n] = m->dense[j + i * n] = is_there ? (2 * draw(0, 1) - 1) * size[i] * size[j] : 0;
    }
  }
}

/** The pattern. */
static hol_bordered *start(sparse *m)
{
  size_t entries = 0;
  for (size_t j = 0; j < m->n; j++) {
    m->start[j] = entries;
    for (size_t i = j; i < m->n; i++) {
      if (i == j || m->dense[i + j * m->n] != 0) {
        m->row[entries++] = i;
      }
    }
  }
  m->start[m->n] = entries;
  return hol_bordered_new(m->n, m->start, m->row, true);
}

static void fill(const sparse *m, double *value)
{
  for (size_t j = 0; j < m->n; j++) {
    for (size_t e = m->start[j]; e < m->start[j + 1]; e++) {
      value[e] = m->dense[m->row[e] + j * m->n];
    }
  }
}

/** The k-th pivots are the k-th diagonal entries less what comes before: some are made tiny, or nothing but
 *  rounding. */
static void spoil(sparse *m, size_t times)
{
  hol_ldl *ldl = hol_ldl_new(m->n, m->start, m->row, true);
  assert_non_null(ldl);
  for (size_t t = 0; t < times; t++) {
    size_t negative, k = (size_t)(draw(0, 1) * (double)(m->n - 1));
    double growth;
    fill(m, hol_ldl_values(ldl));
    if (hol_ldl_factorise(ldl, &negative, &growth) == HOL_OK) {
      hol_ldl_factors f = hol_ldl_factors_of(ldl);
      size_t i = (size_t)f.order[k];
      double pivot = f.value[f.start[k]], most = 4 * m->size[i] * m->size[i]; /* none that others have made large */
      m->dense[i + i * m->n] -=
          fabs(pivot) < most ? pivot * (1 - ldexp(draw(0, 1) - 0.5, -30 - (int)(draw(0, 1) * 25))) : 0;
    }
  }
  hol_ldl_free(ldl);
}

/** By eigenvalues, of the matrix with rows of order one. @return n₋ of its first rows; SIZE_MAX: one of them is less
 *  than `least` */
static size_t count_dense(const sparse *m, size_t n, double least)
{
  double a[MOST * MOST], eigenvalue[MOST];
  for (size_t i = 0; i < n * n; i++) {
    size_t row = i % n, column = i / n;
    a[i] = m->dense[row + column * m->n] / (m->size[row] * m->size[column]);
  }
  assert_int_equal(hol_dense_eigen(n, a, eigenvalue), HOL_OK);
  size_t negative = 0;
  for (size_t i = 0; i < n; i++) {
    if (fabs(eigenvalue[i]) < least) {
      return SIZE_MAX;
    }
    negative += eigenvalue[i] < 0;
  }
  return negative;
}

/** |K x − b| against |K| |x| + |b|, the largest row of all. */
static double residual(const sparse *m, const double *x, const double *b)
{
  double off = 0, size = 0;
  for (size_t i = 0; i < m->n; i++) {
    double sum = -b[i], magnitude = fabs(b[i]);
    for (size_t j = 0; j < m->n; j++) {
      sum += m->dense[i + j * m->n] * x[j];
      magnitude += fabs(m->dense[i + j * m->n] * x[j]);
    }
    off = fmax(off, fabs(sum));
    size = fmax(size, magnitude);
  }
  return off / size;
}

static double worst_residual(const sparse *m, hol_bordered *b)
{
  double x[2 * MOST], right[2 * MOST], worst = 0;
  for (size_t i = 0; i < 2 * m->n; i++) {
    x[i] = right[i] = 2 * draw(0, 1) - 1;
  }
  assert_int_equal(hol_bordered_solve(b, x, 2), HOL_OK);
  for (size_t c = 0; c < 2; c++) {
    worst = fmax(worst, residual(m, x + c * m->n, right + c * m->n));
  }
  return worst;
}

static void test_counts_are_those_of_eigenvalues(void **context)
{
  (void)context;
  size_t bordered = 0, refused = 0, compared = 0;
  double worst = 0;
  for (size_t trial = 0; trial < 60000; trial++) {
    static sparse m;
    size_t negative;
    make(&m, 3 + trial % (MOST - 2), trial % 3 ? 0 : 2);
    hol_bordered *b = start(&m);
    assert_non_null(b);
    spoil(&m, trial % 5);
    fill(&m, hol_bordered_values(b));
    hol_status status = hol_bordered_factorise(b, 1e6, &negative);
    size_t expected = count_dense(&m, m.n, 1e-8);
    assert_true(status == HOL_OK || status == HOL_NUMERICAL);
    refused += status == HOL_NUMERICAL;
    if (status == HOL_OK && expected != SIZE_MAX) {
      assert_int_equal(negative, expected);
      worst = fmax(worst, worst_residual(&m, b));
      bordered += hol_bordered_rows(b) > 0;
      compared++;
    }
    hol_bordered_free(b);
  }
  print_message("%zu compared, %zu of them bordered, %zu refused, residuals up to %.1e\n", compared, bordered, refused,
                worst);
  assert_true(compared > 50000);
  assert_true(bordered > 25000);
  assert_true(refused < 600);
  assert_true(worst < 1e-8); /* growth of up to 1e6 */
}

/** x = A⁻¹ b by elimination with row pivots, in extended precision; A without the last row and column, b from the last
 *  column. */
static void solve_without_last(const sparse *m, long double *x)
{
  size_t n = m->n - 1;
  long double a[MOST][MOST];
  for (size_t i = 0; i < n; i++) {
    for (size_t j = 0; j <= n; j++) {
      a[i][j] = m->dense[i + j * m->n];
    }
  }
  for (size_t k = 0; k < n; k++) {
    size_t best = k;
    for (size_t i = k; i < n; i++) {
      best = fabsl(a[i][k]) > fabsl(a[best][k]) ? i : best;
    }
    for (size_t j = k; j <= n; j++) {
      long double t = a[k][j];
      a[k][j] = a[best][j];
      a[best][j] = t;
    }
    for (size_t i = k + 1; i < n; i++) {
      long double factor = a[i][k] / a[k][k];
      for (size_t j = k; j <= n; j++) {
        a[i][j] -= factor * a[k][j];
      }
    }
  }
  for (size_t k = n; k-- > 0;) {
    x[k] = a[k][n];
    for (size_t j = k + 1; j < n; j++) {
      x[k] -= a[k][j] * x[j];
    }
    x[k] /= a[k][k];
  }
}

/** The last diagonal entry with which the matrix is singular, and its null vector, 1 in the last place. */
static double make_singular(const sparse *m, double *v)
{
  long double x[MOST], entry = 0;
  size_t last = m->n - 1;
  solve_without_last(m, x);
  for (size_t i = 0; i < last; i++) {
    entry += x[i] * (long double)m->dense[i + last * m->n];
    v[i] = (double)-x[i];
  }
  v[last] = 1;
  return (double)entry;
}

/** Beside the entry that makes it singular, just as far as rounding is stated to reach, the count is that of the rest,
 *  and one more on the other side. */
static void test_rounding_is_what_is_stated(void **context)
{
  (void)context;
  size_t bordered = 0;
  for (size_t trial = 0; trial < 20000; trial++) {
    static sparse m;
    double v[MOST], work[MOST];
    make(&m, 4 + trial % (MOST - 3), 0);
    hol_bordered *b = start(&m);
    assert_non_null(b);
    spoil(&m, 3);
    size_t last = m.n * m.n - 1, rest = count_dense(&m, m.n - 1, 1e-4), negative;
    double entry = make_singular(&m, v), stated = 0;
    for (int side = 0; side < 3 && rest != SIZE_MAX; side++) {
      double beside = side == 0 ? 0 : side == 1 ? stated : -stated;
      m.dense[last] = entry + beside;
      fill(&m, hol_bordered_values(b));
      if (hol_bordered_factorise(b, 1e6, &negative) != HOL_OK) {
        break;
      }
      double lost = 4 * DBL_EPSILON * (hol_bordered_energy(b, v, work) + fabs(entry));
      stated = side == 0 ? lost : stated;
      if (side > 0 && lost <= 1.01 * stated) { /* the rows are those chosen before */
        bordered += hol_bordered_rows(b) > 0;
        assert_int_equal(negative, side == 1 ? rest : rest + 1);
      }
    }
    hol_bordered_free(b);
  }
  print_message("%zu counts beside what is stated\n", bordered);
  assert_true(bordered > 5000);
}

/** More bad pivots than a border holds: refused. As many as it holds: set right, and found again when there are
 *  none. */
static void test_a_border_is_short(void **context)
{
  (void)context;
  enum { PAIRS = HOL_BORDER_MOST + 1, ALL = 2 * PAIRS };
  size_t column_start[ALL + 1], row[3 * PAIRS];
  for (size_t i = 0; i < PAIRS; i++) {
    column_start[2 * i] = 3 * i;
    column_start[2 * i + 1] = 3 * i + 2;
    row[3 * i] = 2 * i;
    row[3 * i + 1] = row[3 * i + 2] = 2 * i + 1;
  }
  column_start[ALL] = 3 * PAIRS;
  hol_bordered *b = hol_bordered_new(ALL, column_start, row, true);
  assert_non_null(b);
  for (size_t bad = 0; bad <= PAIRS; bad++) {
    size_t negative;
    double *value = hol_bordered_values(b);
    for (size_t i = 0; i < PAIRS; i++) { /* (t 1; 1 t): one negative eigenvalue for t < 1, none for t = 2 */
      value[3 * i] = value[3 * i + 2] = i < bad ? 1e-13 : 2;
      value[3 * i + 1] = 1;
    }
    hol_status status = hol_bordered_factorise(b, 1e6, &negative);
    assert_int_equal(status, bad == PAIRS ? HOL_NUMERICAL : HOL_OK);
    if (status == HOL_OK) {
      assert_int_equal(negative, bad);
      assert_int_equal(hol_bordered_rows(b), bad);
    }
  }
  hol_bordered_free(b);
}

int main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_counts_are_those_of_eigenvalues),
      cmocka_unit_test(test_rounding_is_what_is_stated),
      cmocka_unit_test(test_a_border_is_short),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}

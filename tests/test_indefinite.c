/* SPDX-License-Identifier: BSD-3-Clause */
/* Inertia and solutions of grids, whose eigenvalues and eigenvectors are known: by elimination, by MUMPS, and by MUMPS
   in common. */
#include "close.h"

#include "base/indefinite.h"
#include "base/pivoted.h"

#include <stdlib.h>
#include <string.h>

/** Differences on a grid of m³ points, zero beyond it, less σ: the eigenvalues are Σ (2 − 2 cos(k π/(m + 1))) − σ. */
typedef struct grid {
  size_t m, n, entries;
  size_t *start, *row;
  double *value; /**< without σ */
} grid;

/** The lower triangle by columns: a point, and its next along each axis. */
static grid make(size_t m)
{
  grid g = {.m = m, .n = m * m * m};
  g.start = calloc(g.n + 1, sizeof *g.start);
  g.row = calloc(4 * g.n, sizeof *g.row);
  g.value = calloc(4 * g.n, sizeof *g.value);
  assert_non_null(g.start);
  assert_non_null(g.row);
  assert_non_null(g.value);
  for (size_t j = 0; j < g.n; j++) {
    const size_t at[] = {j % m, j / m % m, j / m / m}, stride[] = {1, m, m * m};
    g.row[g.entries] = j;
    g.value[g.entries++] = 6;
    for (size_t d = 0; d < 3; d++) {
      if (at[d] + 1 < m) {
        g.row[g.entries] = j + stride[d];
        g.value[g.entries++] = -1;
      }
    }
    g.start[j + 1] = g.entries;
  }
  return g;
}

static void clear(grid *g)
{
  free(g->start);
  free(g->row);
  free(g->value);
}

static void fill(const grid *g, double sigma, double *value)
{
  for (size_t e = 0, j = 0; e < g->entries; e++) {
    j += e == g->start[j + 1];
    value[e] = g->value[e] - (g->row[e] == j ? sigma : 0);
  }
}

static double wave(const grid *g, size_t k)
{
  return 2 - 2 * cos((double)(k + 1) * M_PI / (double)(g->m + 1));
}

static size_t count_below(const grid *g, double sigma)
{
  size_t count = 0;
  for (size_t i = 0; i < g->n; i++) {
    count += wave(g, i % g->m) + wave(g, i / g->m % g->m) + wave(g, i / g->m / g->m) < sigma;
  }
  return count;
}

/** The eigenvector of wave numbers (a, b, c), from 0. */
static void shape(const grid *g, size_t a, size_t b, size_t c, double *v)
{
  double unit = M_PI / (double)(g->m + 1);
  for (size_t i = 0; i < g->n; i++) {
    size_t x = i % g->m + 1, y = i / g->m % g->m + 1, z = i / g->m / g->m + 1;
    v[i] = sin(unit * (double)((a + 1) * x)) * sin(unit * (double)((b + 1) * y)) * sin(unit * (double)((c + 1) * z));
  }
}

/** K⁻¹v = v/(λ − σ), several columns at once. */
static void check_solutions(const grid *g, double sigma, hol_indefinite *k)
{
  enum { COLUMNS = 5 };
  double *v = calloc(2 * COLUMNS * g->n, sizeof *v), *x = v + COLUMNS * g->n;
  for (size_t c = 0; c < COLUMNS; c++) {
    shape(g, c, 1, c * c % g->m, v + c * g->n);
  }
  memcpy(x, v, COLUMNS * g->n * sizeof *v);
  assert_int_equal(hol_indefinite_solve(k, x, COLUMNS), HOL_OK);
  for (size_t c = 0; c < COLUMNS; c++) {
    double lambda = wave(g, c) + wave(g, 1) + wave(g, c * c % g->m), off = 0;
    for (size_t i = c * g->n; i < (c + 1) * g->n; i++) {
      off = fmax(off, fabs((lambda - sigma) * x[i] - v[i]));
    }
    assert_true(off < 1e-9);
  }
  double energy = hol_indefinite_energy(k, v, x), plain = 0;
  for (size_t i = 0; i < g->n; i++) {
    plain += fabs(wave(g, 0) + wave(g, 1) + wave(g, 0) - sigma) * v[i] * v[i];
  }
  assert_true(energy >= plain);
  assert_true(energy < 1e4 * plain);
  free(v);
}

static void check(const grid *g, hol_lockstep *common, bool has_pivots)
{
  static const double at[] = {-1, 0.3141, 1.7, 3.3, 5.9, 8.123, 11.5, 13};
  hol_indefinite *k;
  assert_int_equal(hol_indefinite_new(g->n, g->start, g->row, true, common, &k), HOL_OK);
  assert_int_equal(hol_indefinite_has_pivots(k), has_pivots);
  for (size_t i = 0; i < sizeof at / sizeof *at; i++) {
    size_t negative;
    fill(g, at[i], hol_indefinite_values(k));
    assert_int_equal(hol_indefinite_factorise(k, 1e8, &negative), HOL_OK);
    assert_int_equal(negative, count_below(g, at[i]));
    check_solutions(g, at[i], k);
  }
  size_t negative; /* no solution is right to that many digits */
  fill(g, 3.3, hol_indefinite_values(k));
  assert_int_equal(hol_indefinite_factorise(k, 1e-6, &negative), HOL_NUMERICAL);
  hol_indefinite_free(k);
}

static void test_little_work_is_done_by_elimination(void **context)
{
  (void)context;
  grid g = make(6);
  check(&g, NULL, false);
  clear(&g);
}

/** Under sanitizers plugins are not loaded: then there is no MUMPS. */
static void skip_without_mumps(void)
{
  hol_pivoted *p = NULL;
  hol_status status = hol_pivoted_new(NULL, &p);
  hol_pivoted_free(p);
  if (status != HOL_OK || !p) {
    print_message("there is no plugin of MUMPS\n");
    skip();
  }
}

static void test_much_work_is_done_by_mumps(void **context)
{
  (void)context;
  skip_without_mumps();
  grid g = make(25);
  check(&g, NULL, true);
  clear(&g);
}

/** One whose factors have been given back counts and solves like a new one, to the last bit. */
static void test_given_back_it_serves_again(void **context)
{
  (void)context;
  grid g = make(7);
  hol_indefinite *k[2];
  double *x = calloc(2 * g.n, sizeof *x);
  assert_non_null(x);
  for (int i = 0; i < 2; i++) {
    size_t negative;
    assert_int_equal(hol_indefinite_new(g.n, g.start, g.row, true, NULL, &k[i]), HOL_OK);
    if (i == 0) {
      fill(&g, 5.9, hol_indefinite_values(k[0]));
      assert_int_equal(hol_indefinite_factorise(k[0], 1e9, &negative), HOL_OK);
      assert_true(hol_indefinite_rest(k[0]));
      assert_true(hol_indefinite_rest(k[0])); /* once more is nothing */
    }
    fill(&g, 1.7, hol_indefinite_values(k[i]));
    assert_int_equal(hol_indefinite_factorise(k[i], 1e9, &negative), HOL_OK);
    assert_int_equal(negative, count_below(&g, 1.7));
    shape(&g, 2, 0, 1, x + (size_t)i * g.n);
    assert_int_equal(hol_indefinite_solve(k[i], x + (size_t)i * g.n, 1), HOL_OK);
    hol_indefinite_free(k[i]);
  }
  assert_memory_equal(x, x + g.n, g.n * sizeof *x);
  free(x);
  clear(&g);
}

static void test_what_is_in_common_is_done_by_mumps(void **context)
{
  (void)context;
  skip_without_mumps();
  hol_comm comm = hol_comm_serial();
  hol_lockstep common = {.comm = &comm};
  grid g = make(7);
  check(&g, &common, true);
  assert_true(common.factors >= g.entries * sizeof(double));
  assert_non_null(common.first); /* freed, not ended before ranks meet */
  assert_int_equal(hol_lockstep_leave(&common, HOL_OK), HOL_OK);
  assert_null(common.first);
  hol_indefinite *k;
  assert_int_equal(hol_indefinite_new(g.n, g.start, g.row, true, &common, &k), HOL_INCOMPLETE);
  assert_null(k);
  clear(&g);
}

int main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_little_work_is_done_by_elimination), cmocka_unit_test(test_much_work_is_done_by_mumps),
      cmocka_unit_test(test_given_back_it_serves_again), cmocka_unit_test(test_what_is_in_common_is_done_by_mumps)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}

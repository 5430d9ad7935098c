/* SPDX-License-Identifier: BSD-3-Clause */
/* The dense saddle system against the explicit formula of Udwadia and Kalaba, the null space, singular value
   decompositions of the whole system; units, redundant rows, faults. */
#include "close.h"
#include "dice.h"

#include "base/dense.h"
#include "motion/saddle.h"

#include <lapacke.h>
#include <stdlib.h>
#include <string.h>

enum { N = 20, ROWS = 30, ALL = N + ROWS };

/** A random system: rows of rank `rank`, the others sums of up to three of them. */
typedef struct problem {
  size_t n, rows, rank;
  double mass[N * N], row[ROWS * N], load[N], work[N], right[ROWS], unit[N], factor[ROWS];
  double combination[ROWS][ROWS];
} problem;

static double uniform(uint64_t *seed)
{
  return dice_uniform(seed, -1, 1);
}

/** M = G G' with G [n columns]: singular if there are fewer than n, well conditioned otherwise. */
static void set_mass(problem *p, size_t columns, uint64_t *seed)
{
  double g[N * N];
  for (size_t i = 0; i < p->n * columns; i++) {
    g[i] = uniform(seed);
  }
  for (size_t i = 0; i < p->n; i++) {
    for (size_t j = 0; j < p->n; j++) {
      double sum = columns >= p->n && i == j ? 1 : 0;
      for (size_t k = 0; k < columns; k++) {
        sum += g[i * columns + k] * g[j * columns + k];
      }
      p->mass[i * p->n + j] = sum;
    }
  }
}

static void set_rows(problem *p, uint64_t *seed)
{
  size_t n = p->n;
  double a[N] = {0};
  for (size_t j = 0; j < n; j++) {
    a[j] = uniform(seed);
  }
  memset(p->combination, 0, sizeof p->combination);
  for (size_t k = 0; k < p->rows; k++) {
    p->right[k] = 0;
    for (size_t j = 0; j < n; j++) {
      p->row[k * n + j] = k < p->rank ? uniform(seed) : 0;
    }
    for (size_t part = 0; k >= p->rank && p->rank > 0 && part < 3; part++) {
      size_t from = dice_pick(seed, p->rank);
      double factor = part == 0 ? 1 : uniform(seed);
      p->combination[k][from] += factor;
      for (size_t j = 0; j < n; j++) {
        p->row[k * n + j] += factor * p->row[from * n + j];
      }
    }
    for (size_t j = 0; j < n; j++) {
      p->right[k] += p->row[k * n + j] * a[j];
    }
  }
}

static problem make_problem(uint64_t *seed, bool is_singular)
{
  problem p = {.n = 1 + dice_pick(seed, N)};
  size_t most = p.n < ROWS / 2 ? p.n : ROWS / 2;
  p.rank = dice_pick(seed, most + 1);
  p.rows = p.rank + (p.rank > 0 && dice_pick(seed, 3) > 0 ? 1 + dice_pick(seed, ROWS - p.rank) : 0);
  set_mass(&p, is_singular ? p.n - dice_pick(seed, (p.rank + 1) / 2 + 1) : p.n, seed);
  set_rows(&p, seed);
  for (size_t j = 0; j < p.n; j++) {
    p.load[j] = uniform(seed);
    p.work[j] = uniform(seed);
    p.unit[j] = 1;
  }
  for (size_t k = 0; k < p.rows; k++) {
    p.factor[k] = 1;
  }
  return p;
}

/** The same system in other units q = unit q~, rows times factors. */
static problem rescaled(const problem *p, uint64_t *seed, double decades)
{
  problem r = *p;
  for (size_t j = 0; j < p->n; j++) {
    r.unit[j] = pow(10, dice_uniform(seed, -decades, decades));
  }
  for (size_t k = 0; k < p->rows; k++) {
    r.factor[k] = pow(10, dice_uniform(seed, -decades, decades));
    r.right[k] = p->right[k] * r.factor[k];
  }
  for (size_t j = 0; j < p->n; j++) {
    r.load[j] = p->load[j] * r.unit[j];
    r.work[j] = p->work[j] * r.unit[j];
    for (size_t i = 0; i < p->n; i++) {
      r.mass[i * p->n + j] = p->mass[i * p->n + j] * r.unit[i] * r.unit[j];
    }
    for (size_t k = 0; k < p->rows; k++) {
      r.row[k * p->n + j] = p->row[k * p->n + j] * r.factor[k] * r.unit[j];
    }
  }
  return r;
}

/* ---- referees ---------------------------------------------------------------------------------------------------- */

/** x = G+ y, G [rows n] row after row, by singular values. */
static void pseudo(size_t rows, size_t n, const double *g, const double *y, double *x)
{
  double a[ALL * ALL], b[ALL] = {0}, singular[ALL];
  int rank = 0;
  memcpy(a, g, rows * n * sizeof *a);
  memcpy(b, y, rows * sizeof *b);
  assert_int_equal(LAPACKE_dgelss(LAPACK_ROW_MAJOR, (int)rows, (int)n, 1, a, (int)n, b, 1, singular, 1e-9, &rank), 0);
  memcpy(x, b, n * sizeof *x);
}

/** q'' = a + M^-1/2 (B+ (b - A a) + (1 - B+ B) M^-1/2 C), B = A M^-1/2, a = M^-1 h. */
static void explicit_formula(const problem *p, double *acceleration)
{
  size_t n = p->n;
  double vector[N * N], value[N], root[N * N], b[ROWS * N], a[N], c[N], y[ROWS] = {0}, x[N] = {0};
  memcpy(vector, p->mass, n * n * sizeof *vector);
  assert_int_equal(hol_dense_eigen(n, vector, value), HOL_OK);
  for (size_t i = 0; i < n; i++) {
    for (size_t j = 0; j < n; j++) {
      root[i * n + j] = 0;
      for (size_t k = 0; k < n; k++) {
        root[i * n + j] += vector[k * n + i] * vector[k * n + j] / sqrt(value[k]);
      }
    }
  }
  for (size_t i = 0; i < n; i++) { /* in M^1/2 times accelerations */
    a[i] = c[i] = 0;
    for (size_t j = 0; j < n; j++) {
      a[i] += root[i * n + j] * p->load[j];
      c[i] += root[i * n + j] * p->work[j];
    }
  }
  for (size_t k = 0; k < p->rows; k++) {
    y[k] = p->right[k];
    for (size_t i = 0; i < n; i++) {
      b[k * n + i] = 0;
      for (size_t j = 0; j < n; j++) {
        b[k * n + i] += p->row[k * n + j] * root[j * n + i];
      }
      y[k] -= b[k * n + i] * (a[i] + c[i]);
    }
  }
  if (p->rows > 0) {
    pseudo(p->rows, n, b, y, x);
  }
  for (size_t i = 0; i < n; i++) {
    acceleration[i] = 0;
    for (size_t j = 0; j < n; j++) {
      acceleration[i] += root[i * n + j] * (a[j] + c[j] + x[j]);
    }
  }
}

/** Least squares of least norm of the whole system [M -A'; A 0], redundant rows and all. */
static void whole_system(const problem *p, double *acceleration)
{
  size_t n = p->n, all = n + p->rows;
  double k[ALL * ALL] = {0}, y[ALL], x[ALL];
  for (size_t i = 0; i < n; i++) {
    y[i] = p->load[i] + p->work[i];
    memcpy(k + i * all, p->mass + i * n, n * sizeof *k);
    for (size_t r = 0; r < p->rows; r++) {
      k[i * all + n + r] = -p->row[r * n + i];
      k[(n + r) * all + i] = p->row[r * n + i];
    }
  }
  memcpy(y + n, p->right, p->rows * sizeof *y);
  pseudo(all, all, k, y, x);
  memcpy(acceleration, x, n * sizeof *acceleration);
}

/** Null space of A: q'' = Z Z'(h + C) + the part in the span of the rows, W-orthogonal to Z. */
static void null_space_form(hol_saddle *s, const problem *p, double *acceleration)
{
  size_t n = p->n, free_motions = n - s->rank;
  double z[N * N], left = 0, residual[ROWS];
  hol_saddle_null_space(s, z);
  for (size_t k = 0; k < p->rows; k++) {
    residual[k] = -p->right[k];
  }
  assert_int_equal(hol_saddle_project(s, p->row, NULL, p->rows, residual, acceleration, &left), HOL_OK);
  for (size_t k = 0; k < free_motions; k++) {
    double along = 0;
    for (size_t j = 0; j < n; j++) {
      along += z[k * n + j] * (p->load[j] + p->work[j]);
    }
    for (size_t j = 0; j < n; j++) {
      acceleration[j] += along * z[k * n + j];
    }
  }
}

static double difference(const problem *p, const double *x, const double *unit, const double *y)
{
  double size = 0, most = 0;
  for (size_t j = 0; j < p->n; j++) {
    size = fmax(size, fabs(y[j]));
    most = fmax(most, fabs(x[j] * unit[j] - y[j]));
  }
  return most > 0 ? most / size : 0;
}

/** Is component k of every null vector of A' zero? By singular values: e_k is in the range of A. */
static bool is_unique_by_svd(const problem *p, size_t k)
{
  double e[ROWS] = {0}, x[N], left = 0;
  e[k] = 1;
  pseudo(p->rows, p->n, p->row, e, x);
  for (size_t i = 0; i < p->rows; i++) {
    double sum = -e[i];
    for (size_t j = 0; j < p->n; j++) {
      sum += p->row[i * p->n + j] * x[j];
    }
    left = fmax(left, fabs(sum));
  }
  return left < 1e-7;
}

/* ---- random systems ---------------------------------------------------------------------------------------------- */

/** Solve p, which is q in other units; its rank and accelerations are those of q. @return how far they are off */
static double solve_and_compare(const problem *p, const problem *q, const double *expected)
{
  hol_saddle s = {0};
  double load[N], acceleration[N], other[N], multiplier[ROWS], share = 0;
  for (size_t j = 0; j < p->n; j++) {
    load[j] = p->load[j] + p->work[j];
  }
  assert_int_equal(hol_saddle_make(p->n, p->rows, &s), HOL_OK);
  assert_int_equal(hol_saddle_choose(&s, p->rows, p->mass, p->row), HOL_OK);
  assert_int_equal(s.rank, p->rank);
  for (size_t k = 0; k < p->rows; k++) {
    assert_int_equal(s.is_unique[k], is_unique_by_svd(q, k));
  }
  assert_int_equal(hol_saddle_factor(&s, p->mass, p->row, NULL), HOL_OK);
  assert_int_equal(hol_saddle_solve(&s, load, p->right, acceleration, multiplier), HOL_OK);
  (void)hol_saddle_contradiction(&s, p->row, p->right, acceleration, &share);
  assert_true(share < 1e-9);
  double off = difference(p, acceleration, p->unit, expected);
  null_space_form(&s, p, other);
  off = fmax(off, difference(p, other, p->unit, expected));
  hol_saddle_clear(&s);
  return off;
}

static void test_saddle_agrees_with_explicit_formula_and_null_space(void **state)
{
  (void)state;
  uint64_t seed = 71;
  double worst = 0, worst_scaled = 0;
  size_t redundant = 0;
  for (int i = 0; i < 500; i++) {
    problem p = make_problem(&seed, false), r = rescaled(&p, &seed, 6);
    double expected[N];
    explicit_formula(&p, expected);
    redundant += p.rows > p.rank;
    worst = fmax(worst, solve_and_compare(&p, &p, expected));
    worst_scaled = fmax(worst_scaled, solve_and_compare(&r, &p, expected));
  }
  print_message("off by %.2g, in other units %.2g; %zu of 500 with redundant rows\n", worst, worst_scaled, redundant);
  assert_near(worst, 0, 1e-12);
  assert_near(worst_scaled, 0, 1e-12);
  assert_true(redundant > 250);
}

static void test_saddle_with_singular_masses_agrees_with_whole_system(void **state)
{
  (void)state;
  uint64_t seed = 5;
  double worst = 0, worst_scaled = 0;
  size_t singular = 0;
  for (int i = 0; i < 500; i++) {
    problem p = make_problem(&seed, true), r = rescaled(&p, &seed, 6);
    double expected[N], value[N], vector[N * N];
    memcpy(vector, p.mass, p.n * p.n * sizeof *vector);
    assert_int_equal(hol_dense_eigen(p.n, vector, value), HOL_OK);
    singular += value[0] < 1e-12;
    whole_system(&p, expected);
    worst = fmax(worst, solve_and_compare(&p, &p, expected));
    worst_scaled = fmax(worst_scaled, solve_and_compare(&r, &p, expected));
  }
  print_message("off by %.2g, in other units %.2g; %zu of 500 singular\n", worst, worst_scaled, singular);
  assert_near(worst, 0, 1e-9);
  assert_near(worst_scaled, 0, 1e-9);
  assert_true(singular > 200);
}

/* ---- forces ------------------------------------------------------------------------------------------------------ */

static void start(hol_saddle *s, const problem *p)
{
  assert_int_equal(hol_saddle_make(p->n, p->rows, s), HOL_OK);
  assert_int_equal(hol_saddle_choose(s, p->rows, p->mass, p->row), HOL_OK);
  assert_int_equal(hol_saddle_factor(s, p->mass, p->row, NULL), HOL_OK);
}

/** A' lambda of all rows. */
static void force_of(const problem *p, const double *multiplier, double *force)
{
  for (size_t j = 0; j < p->n; j++) {
    force[j] = 0;
    for (size_t k = 0; k < p->rows; k++) {
      force[j] += multiplier[k] * p->row[k * p->n + j];
    }
  }
}

/** Qc = A' lambda_ideal + C - A'(A M^-1 A')+ A M^-1 C, by two solutions and by the accelerations of the formula. */
static void test_saddle_gives_ideal_and_true_constraint_forces(void **state)
{
  (void)state;
  uint64_t seed = 8;
  for (int i = 0; i < 100; i++) {
    problem p = make_problem(&seed, false), ideal = p;
    hol_saddle s = {0};
    double a[N], expected[N], multiplier[ROWS], force[N], load[N], sum[N];
    start(&s, &p);
    for (size_t j = 0; j < p.n; j++) {
      load[j] = p.load[j] + p.work[j];
      ideal.work[j] = 0;
    }
    const problem *each[] = {&ideal, &p};
    for (int with_work = 0; with_work < 2; with_work++) {
      const double *given = with_work ? load : p.load;
      assert_int_equal(hol_saddle_solve(&s, given, p.right, a, multiplier), HOL_OK);
      explicit_formula(each[with_work], expected);
      force_of(&p, multiplier, force);
      for (size_t j = 0; j < p.n; j++) {
        sum[j] = -given[j];
        for (size_t k = 0; k < p.n; k++) {
          sum[j] += p.mass[j * p.n + k] * expected[k];
        }
      }
      assert_all_close(force, sum, p.n, 0, 1e-11);
    }
    hol_saddle_clear(&s);
  }
}

static void test_saddle_names_the_combinations_that_rows_are(void **state)
{
  (void)state;
  uint64_t seed = 21;
  for (int i = 0; i < 200; i++) {
    problem p = make_problem(&seed, false);
    hol_saddle s = {0};
    start(&s, &p);
    for (size_t k = 0; k < p.rows; k++) {
      double row[N];
      memcpy(row, p.row + k * p.n, p.n * sizeof *row);
      bool is_chosen = false;
      for (size_t c = 0; c < s.rank; c++) {
        is_chosen = is_chosen || s.chosen[c] == k;
        for (size_t j = 0; j < p.n; j++) {
          size_t from = s.chosen[c];
          row[j] -= s.combination[k * s.rows + c] * s.length[k] / s.length[from] * p.row[from * p.n + j];
        }
      }
      for (size_t j = 0; j < p.n && !is_chosen; j++) {
        assert_near(row[j], 0, 1e-11);
      }
    }
    hol_saddle_clear(&s);
  }
}

/** c = a + b, d = 2 a, written first or last: later rows follow from earlier ones. */
static void test_saddle_prefers_earlier_rows(void **state)
{
  (void)state;
  const double mass[9] = {2, 0, 0, 0, 3, 0, 0, 0, 5};
  const double row[4 * 3] = {1, 0.3, 0, 0, 1, 0.2, 10, 13, 2, 2e6, 0.6e6, 0};
  hol_saddle s = {0};
  assert_int_equal(hol_saddle_make(3, 4, &s), HOL_OK);
  assert_int_equal(hol_saddle_choose(&s, 4, mass, row), HOL_OK);
  assert_int_equal(s.rank, 2);
  assert_int_equal(s.chosen[0], 0);
  assert_int_equal(s.chosen[1], 1);
  assert_false(s.is_near);
  assert_near(s.combination[3 * 4 + 1], 0, 0);
  assert_close(s.combination[3 * 4] * s.length[3] / s.length[0], 2e6, 1e-14);
  assert_close(s.combination[2 * 4 + 1] * s.length[2] / s.length[1], 10, 1e-14);
  hol_saddle_clear(&s);
}

static void test_saddle_says_where_rank_is_doubtful(void **state)
{
  (void)state;
  const double mass[4] = {1, 0, 0, 1};
  const struct {
    double angle;
    size_t rank;
    bool is_near;
  } each[] = {{1e-5, 2, false}, {1e-7, 2, true}, {3e-10, 1, true}, {1e-13, 1, false}};
  for (size_t i = 0; i < 4; i++) {
    const double row[4] = {1, 0, 1, each[i].angle};
    hol_saddle s = {0};
    assert_int_equal(hol_saddle_make(2, 2, &s), HOL_OK);
    assert_int_equal(hol_saddle_choose(&s, 2, mass, row), HOL_OK);
    assert_int_equal(s.rank, each[i].rank);
    assert_int_equal(s.is_near, each[i].is_near);
    assert_close(s.sine[1], sqrt(2) * each[i].angle, 1e-2); /* A'A/2 doubles the metric along the rows */
    s.threshold = 1e-4;
    assert_int_equal(hol_saddle_choose(&s, 2, mass, row), HOL_OK);
    assert_int_equal(s.rank, 1);
    hol_saddle_clear(&s);
  }
}

/** Rows held by other forces than their gradients. */
static void test_saddle_solves_with_other_directions(void **state)
{
  (void)state;
  uint64_t seed = 33;
  double worst = 0;
  for (int i = 0; i < 200; i++) {
    problem p = make_problem(&seed, false);
    hol_saddle s = {0};
    double direction[ROWS * N], k[ALL * ALL] = {0}, y[ALL], a[N], multiplier[ROWS];
    int pivot[ALL];
    size_t n = p.n, all = n + p.rank;
    p.rows = p.rank;
    for (size_t j = 0; j < p.rows * n; j++) {
      direction[j] = p.row[j] + 0.5 * uniform(&seed);
    }
    for (size_t j = 0; j < n; j++) {
      memcpy(k + j * all, p.mass + j * n, n * sizeof *k);
      y[j] = p.load[j];
      for (size_t r = 0; r < p.rank; r++) {
        k[j * all + n + r] = -direction[r * n + j];
        k[(n + r) * all + j] = p.row[r * n + j];
        y[n + r] = p.right[r];
      }
    }
    assert_int_equal(LAPACKE_dgesv(LAPACK_ROW_MAJOR, (int)all, 1, k, (int)all, pivot, y, 1), 0);
    start(&s, &p);
    assert_int_equal(hol_saddle_factor(&s, p.mass, p.row, direction), HOL_OK);
    assert_int_equal(hol_saddle_solve(&s, p.load, p.right, a, multiplier), HOL_OK);
    double size = 1;
    for (size_t j = 0; j < all; j++) {
      size = fmax(size, fabs(y[j]));
    }
    for (size_t j = 0; j < all; j++) {
      worst = fmax(worst, fabs((j < n ? a[j] : multiplier[j - n]) - y[j]) / size);
    }
    hol_saddle_clear(&s);
  }
  print_message("off by %.2g\n", worst);
  assert_near(worst, 0, 1e-11);
}

/** x'' of one mass is prescribed, held by a force on the other; the same row twice, held by different forces. */
static void test_saddle_refuses_forces_that_cannot_hold_rows(void **state)
{
  (void)state;
  const double mass[4] = {1, 0, 0, 2}, row[4] = {1, 0, 1, 0}, other[4] = {0, 1, 1, 0}, same[4] = {1, 1, 1, 1};
  hol_saddle s = {0};
  assert_int_equal(hol_saddle_make(2, 2, &s), HOL_OK);
  assert_int_equal(hol_saddle_choose(&s, 1, mass, row), HOL_OK);
  assert_int_equal(hol_saddle_factor(&s, mass, row, other), HOL_NUMERICAL);
  assert_int_equal(hol_saddle_choose(&s, 2, mass, row), HOL_OK);
  assert_int_equal(hol_saddle_indeterminate(&s, other), 1);
  assert_true(hol_saddle_indeterminate(&s, same) == SIZE_MAX);
  assert_true(hol_saddle_indeterminate(&s, row) == SIZE_MAX);
  hol_saddle_clear(&s);
}

/* ---- projection -------------------------------------------------------------------------------------------------- */

/** The least change in the metric of M, by the formula M^-1/2 (A M^-1/2)+ (-r): that of accelerations without load. */
static void test_projection_is_least_in_metric_of_masses(void **state)
{
  (void)state;
  uint64_t seed = 55;
  double worst = 0;
  for (int i = 0; i < 200; i++) {
    problem p = make_problem(&seed, false), r = rescaled(&p, &seed, 6);
    hol_saddle s = {0};
    double expected[N], change[N], residual[ROWS], left = 0;
    memset(p.load, 0, sizeof p.load);
    memset(p.work, 0, sizeof p.work);
    explicit_formula(&p, expected);
    for (size_t k = 0; k < p.rows; k++) {
      residual[k] = -r.right[k];
    }
    assert_int_equal(hol_saddle_make(r.n, r.rows, &s), HOL_OK);
    assert_int_equal(hol_saddle_scale(&s, r.rows, r.mass, r.row), HOL_OK);
    assert_int_equal(hol_saddle_project(&s, r.row, NULL, r.rows, residual, change, &left), HOL_OK);
    worst = fmax(worst, difference(&r, change, r.unit, expected));
    assert_near(left, 0, 1e-12);
    hol_saddle_clear(&s);
  }
  assert_near(worst, 0, 1e-12);
}

/** x = 0, x = 1e-3 (written 1000 times as large), y = 2: y is met, x in the middle of what contradicts itself. */
static void test_projection_leaves_what_rows_contradict(void **state)
{
  (void)state;
  const double mass[4] = {4, 0, 0, 1}, row[6] = {1, 0, 1000, 0, 0, 3}, residual[3] = {0, -1, -6};
  hol_saddle s = {0};
  double change[2], left = 0, share = 0;
  assert_int_equal(hol_saddle_make(2, 3, &s), HOL_OK);
  assert_int_equal(hol_saddle_scale(&s, 3, mass, row), HOL_OK);
  assert_int_equal(hol_saddle_project(&s, row, NULL, 3, residual, change, &left), HOL_OK);
  assert_close(change[0], 5e-4, 1e-14);
  assert_close(change[1], 2, 1e-14);
  assert_close(left, 1e-3, 1e-12); /* of rows of length 1: x over its unit, 1/2 */
  const size_t last = 2;
  assert_int_equal(hol_saddle_project(&s, row, &last, 1, residual + 2, change, &left), HOL_OK);
  assert_near(change[0], 0, 1e-16);
  assert_near(left, 0, 1e-15);
  const double right[3] = {0, 1, 6}, acceleration[2] = {0, 2};
  assert_int_equal(hol_saddle_contradiction(&s, row, right, acceleration, &share), 1);
  assert_close(share, 1, 1e-15);
  hol_saddle_clear(&s);
}

/* ---- faults ------------------------------------------------------------------------------------------------------ */

static void test_saddle_finds_speeds_of_negative_energy(void **state)
{
  (void)state;
  const double mass[9] = {1, 2e3, 0, 2e3, 1e6, 0, 0, 0, 1}, row[3] = {0, 0, 1};
  hol_saddle s = {0};
  double least = 0, vector[3];
  assert_int_equal(hol_saddle_make(3, 1, &s), HOL_OK);
  assert_int_equal(hol_saddle_choose(&s, 1, mass, row), HOL_NUMERICAL);
  assert_int_equal(hol_saddle_least_mass(&s, mass, &least, vector), HOL_OK);
  assert_close(least, -1, 1e-14); /* eigenvalues of [1 2; 2 1] */
  assert_close(fabs(vector[0]), sqrt(0.5), 1e-12);
  assert_near(vector[0] + vector[1], 0, 1e-12);
  hol_saddle_clear(&s);
}

/** Coordinates without mass: the second is bound to the first, the third and fourth to each other alone. */
static void test_saddle_finds_accelerations_that_nothing_determines(void **state)
{
  (void)state;
  double mass[16] = {2}, row[12] = {1e6, 1e-6, 0, 0, 0, 0, 3, -3, 0, 0, 1, 1};
  hol_saddle s = {0};
  double vector[16];
  size_t count = 9;
  assert_int_equal(hol_saddle_make(4, 3, &s), HOL_OK);
  assert_int_equal(hol_saddle_choose(&s, 2, mass, row), HOL_NUMERICAL);
  assert_int_equal(hol_saddle_undetermined(&s, 2, mass, row, vector, &count), HOL_OK);
  assert_int_equal(count, 1);
  assert_near(vector[0], 0, 1e-9);
  assert_near(vector[1], 0, 1e-9);
  assert_close(vector[2], vector[3], 1e-12);
  assert_int_equal(hol_saddle_choose(&s, 3, mass, row), HOL_OK);
  assert_int_equal(s.rank, 3);
  assert_int_equal(hol_saddle_undetermined(&s, 3, mass, row, vector, &count), HOL_OK);
  assert_int_equal(count, 0);
  const double load[4] = {4, 0, 0, 0}, right[3] = {0, 0, 1};
  double a[4], multiplier[3];
  assert_int_equal(hol_saddle_factor(&s, mass, row, NULL), HOL_OK);
  assert_int_equal(hol_saddle_solve(&s, load, right, a, multiplier), HOL_OK);
  assert_close(a[0], 2, 1e-14); /* nothing loads the second: no reaction */
  assert_close(a[1], -2e12, 1e-14);
  assert_close(a[2], 0.5, 1e-14);
  assert_close(a[3], 0.5, 1e-14);
  hol_saddle_clear(&s);
}

static void test_saddle_without_rows_and_with_rows_of_zeros(void **state)
{
  (void)state;
  const double mass[1] = {4}, zero[1] = {0}, load[1] = {8}, right[1] = {0};
  hol_saddle s = {0};
  double a = 0, multiplier = 1;
  assert_int_equal(hol_saddle_make(1, 1, &s), HOL_OK);
  for (size_t rows = 0; rows < 2; rows++) {
    assert_int_equal(hol_saddle_choose(&s, rows, mass, zero), HOL_OK);
    assert_int_equal(s.rank, 0);
    assert_int_equal(hol_saddle_factor(&s, mass, zero, NULL), HOL_OK);
    assert_int_equal(hol_saddle_solve(&s, load, right, &a, &multiplier), HOL_OK);
    assert_close(a, 2, 1e-15);
  }
  assert_false(s.is_unique[0]);
  assert_near(multiplier, 0, 0);
  const double bad[1] = {NAN};
  assert_int_equal(hol_saddle_choose(&s, 1, mass, bad), HOL_NUMERICAL);
  hol_saddle_clear(&s);
  hol_saddle_clear(&s);
}

int main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_saddle_agrees_with_explicit_formula_and_null_space),
      cmocka_unit_test(test_saddle_with_singular_masses_agrees_with_whole_system),
      cmocka_unit_test(test_saddle_gives_ideal_and_true_constraint_forces),
      cmocka_unit_test(test_saddle_names_the_combinations_that_rows_are),
      cmocka_unit_test(test_saddle_prefers_earlier_rows),
      cmocka_unit_test(test_saddle_says_where_rank_is_doubtful),
      cmocka_unit_test(test_saddle_solves_with_other_directions),
      cmocka_unit_test(test_saddle_refuses_forces_that_cannot_hold_rows),
      cmocka_unit_test(test_projection_is_least_in_metric_of_masses),
      cmocka_unit_test(test_projection_leaves_what_rows_contradict),
      cmocka_unit_test(test_saddle_finds_speeds_of_negative_energy),
      cmocka_unit_test(test_saddle_finds_accelerations_that_nothing_determines),
      cmocka_unit_test(test_saddle_without_rows_and_with_rows_of_zeros),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}

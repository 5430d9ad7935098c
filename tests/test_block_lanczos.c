/* SPDX-License-Identifier: BSD-3-Clause */
/* Block Lanczos on operators whose eigenvalues are known: some of them several times, a product that does not see
   everything, a space that ends. */
#include "close.h"
#include "dice.h"

#include "base/block_lanczos.h"

#include <stdlib.h>
#include <string.h>

enum { N = 120 };

/** A = diag(value) in the product of M = diag(mass), seen in turned coordinates: pairs of unknowns are mixed. */
typedef struct made {
  double value[N], mass[N];
  size_t wanted;
} made;

static const double c = 0.8, s = 0.6;

static void turn(size_t columns, double *X, double sine)
{
  for (size_t j = 0; j < columns; j++) {
    for (size_t i = 0; i + 1 < N; i += 2) {
      double a = X[i + j * N], b = X[i + 1 + j * N];
      X[i + j * N] = c * a - sine * b;
      X[i + 1 + j * N] = sine * a + c * b;
    }
  }
}

/** B with B M = A; what M does not see is anything. */
static hol_status apply(void *context, size_t columns, double *X)
{
  const made *m = context;
  turn(columns, X, -s);
  for (size_t i = 0; i < N * columns; i++) {
    X[i] *= m->value[i % N] / (m->mass[i % N] > 0 ? m->mass[i % N] : 1);
  }
  turn(columns, X, s);
  return HOL_OK;
}

static void mass(void *context, size_t columns, const double *X, double *Y)
{
  const made *m = context;
  memcpy(Y, X, N * columns * sizeof *Y);
  turn(columns, Y, -s);
  for (size_t i = 0; i < N * columns; i++) {
    Y[i] *= m->mass[i % N];
  }
  turn(columns, Y, s);
}

static size_t lacks(void *context, const hol_krylov *found)
{
  const made *m = context;
  size_t good = 0;
  while (good < found->columns && found->error[found->columns - 1 - good] < 1e-12) {
    good++;
  }
  return good >= m->wanted ? 0 : 1;
}

/** @param[in] spare  columns beside `kept` pairs of the highest values, and `low` of the lowest; 0: all are kept
 *  @param[in] narrow  rows in single precision */
static hol_status run_in(made *m, size_t most, size_t spare, size_t kept, size_t low, size_t narrow, hol_krylov *found)
{
  const hol_block_lanczos lanczos = {.n = N,
                                     .block = 4,
                                     .most = most,
                                     .subspace_growth = spare,
                                     .high = kept,
                                     .low = low,
                                     .buffer = 2,
                                     .rows_single = narrow,
                                     .context = m,
                                     .apply = apply,
                                     .mass = mass,
                                     .missing = lacks};
  double *start = malloc(N * 4 * sizeof *start);
  assert_non_null(start);
  for (size_t i = 0; i < N * 4; i++) {
    start[i] = sin(1 + 1.7 * (double)i) + 0.1;
  }
  hol_status status = hol_block_lanczos_run(&lanczos, start, found);
  free(start);
  return status;
}

static hol_status run(made *m, size_t most, hol_krylov *found)
{
  return run_in(m, most, 0, 0, 0, 0, found);
}

/** 1, ½, ⅓, ⅓, ⅓, ¼ and then 1/i; every tenth unknown without mass. */
static void fill(made *m)
{
  for (size_t i = 0; i < N; i++) {
    m->value[i] = 1.0 / (double)(i < 3 ? i + 1 : i < 5 ? 3 : i - 1);
    m->mass[i] = i % 10 == 9 ? 0 : 1 + 0.01 * (double)i;
  }
}

/** The largest ‖A V s − ν V s‖ of pairs from one on, and how far V s are from orthonormal. */
static void look_at(made *m, const hol_krylov *found, size_t from, double *residual, double *skew)
{
  double x[N], y[N], other[N], image[N];
  for (size_t k = from; k < found->columns; k++) {
    assert_int_equal(hol_krylov_vectors(found, found->n, 1, &k, x), HOL_OK);
    mass(m, 1, x, y);
    for (size_t j = from; j < found->columns; j++) {
      double sum = j == k ? -1 : 0;
      assert_int_equal(hol_krylov_vectors(found, found->n, 1, &j, other), HOL_OK);
      for (size_t i = 0; i < N; i++) {
        sum += other[i] * y[i];
      }
      *skew = fmax(*skew, fabs(sum));
    }
    assert_int_equal(apply(m, 1, y), HOL_OK);
    for (size_t i = 0; i < N; i++) {
      y[i] -= found->value[k] * x[i];
    }
    mass(m, 1, y, image);
    double sum = 0;
    for (size_t i = 0; i < N; i++) {
      sum += y[i] * image[i];
    }
    *residual = fmax(*residual, sqrt(fmax(sum, 0)));
  }
}

static void multiple_values_are_found(void **state)
{
  (void)state;
  made m = {.wanted = 6};
  hol_krylov found = {0};
  static const double expected[] = {0.25, 1.0 / 3, 1.0 / 3, 1.0 / 3, 0.5, 1};
  fill(&m);
  assert_int_equal(run(&m, 100, &found), HOL_OK);
  assert_true(found.columns < 100);
  assert_all_close(found.value + found.columns - 6, expected, 6, 1e-12, 0);
  double residual = 0, skew = 0;
  look_at(&m, &found, found.columns - 6, &residual, &skew);
  assert_true(residual < 1e-10);
  assert_true(skew < 1e-12);
  hol_krylov_clear(&found);
}

/** Every value is as near to one that there is as its error says. */
static void check_errors(const made *m, const hol_krylov *found, double rounding)
{
  for (size_t k = 0; k < found->columns; k++) {
    double nearest = HUGE_VAL;
    for (size_t i = 0; i < N; i++) {
      nearest = m->mass[i] > 0 ? fmin(nearest, fabs(m->value[i] - found->value[k])) : nearest;
    }
    assert_true(nearest <= found->error[k] + rounding);
  }
}

/** Errors are those of the values, or more: where the space is small, too. */
static void errors_are_told(void **state)
{
  (void)state;
  made m = {.wanted = N};
  fill(&m);
  for (size_t most = 4; most < 60; most += 7) {
    hol_krylov found = {0};
    assert_int_equal(run(&m, most, &found), HOL_OK);
    check_errors(&m, &found, 1e-13);
    hol_krylov_clear(&found);
  }
}

static void a_space_ends(void **state)
{
  (void)state;
  made m = {.wanted = N};
  for (size_t i = 0; i < N; i++) {
    m.value[i] = i < 3 ? 2 : i < 6 ? 1 : 0.5;
    m.mass[i] = 1;
  }
  hol_krylov found = {0};
  assert_int_equal(run(&m, 60, &found), HOL_OK);
  assert_true(found.is_exhausted);
  assert_true(found.columns <= 10); /* four at the most of each value */
  assert_close(found.value[found.columns - 1], 2, 1e-13);
  hol_krylov_clear(&found);
  memset(m.mass, 0, sizeof m.mass);
  assert_int_equal(run(&m, 60, &found), HOL_NUMERICAL);
  hol_krylov_clear(&found);
}

/** Some at the other end, too. */
static void fill_both(made *m, size_t wanted)
{
  fill(m);
  m->wanted = wanted;
  for (size_t i = 20; i < N; i += 20) {
    m->value[i] = -m->value[i - 17];
  }
}

/** With room for fewer columns than it takes: the same values, as good, of hardly more columns; whether those of the
 *  other sign are said to be wanted or are only as large. */
static void a_full_basis_is_restarted(void **state)
{
  (void)state;
  made m;
  fill_both(&m, 14);
  hol_krylov whole = {0};
  assert_int_equal(run(&m, 100, &whole), HOL_OK);
  for (size_t spare = 8; spare <= 24; spare += 4) {
    for (size_t low = 0; low <= 6; low += 6) {
      hol_krylov found = {0};
      double residual = 0, skew = 0;
      assert_int_equal(run_in(&m, 200, spare, 16, low, 0, &found), HOL_OK);
      assert_true(found.discarded > 0);
      assert_true(found.columns < whole.columns);
      assert_true(found.discarded + found.columns < 2 * whole.columns);
      assert_all_close(found.value + found.columns - 14, whole.value + whole.columns - 14, 14, 1e-12, 0);
      assert_close(found.value[0], whole.value[0], 1e-12);
      look_at(&m, &found, found.columns - 14, &residual, &skew);
      assert_true(residual < 1e-11);
      assert_true(skew < 1e-12);
      hol_krylov_clear(&found);
    }
  }
  hol_krylov_clear(&whole);
}

/** As many others as are wanted are as large: there is room for them. */
static void others_as_large_are_kept(void **state)
{
  (void)state;
  made m;
  fill(&m);
  m.wanted = 10;
  for (size_t i = 0; i < N; i++) {
    m.value[i] = (i % 2 ? -1 : 1) / (1 + 0.1 * (double)i);
  }
  hol_krylov whole = {0}, found = {0};
  assert_int_equal(run(&m, 120, &whole), HOL_OK);
  for (size_t high = 12; high <= 36; high += 12) { /* half of all are of that sign: at first fewer than are wanted */
    assert_int_equal(run_in(&m, 240, 24, high, 0, 0, &found), HOL_OK);
    assert_true(found.discarded > 0);
    assert_true(high > 12 || found.columns > high + 2 * 2 + 24);
    assert_true(found.discarded + found.columns < 2 * whole.columns);
    assert_all_close(found.value + found.columns - 10, whole.value + whole.columns - 10, 10, 1e-12, 0);
    hol_krylov_clear(&found);
  }
  hol_krylov_clear(&whole);
}

/** Errors that are told of a basis that has been restarted are those of the values, or more; of rows in single
 *  precision, too; and where nothing is kept. */
static void errors_are_told_after_restarts(void **state)
{
  (void)state;
  made m = {.wanted = N};
  fill(&m);
  for (size_t narrow = 0; narrow <= 60; narrow += 60) {
    for (size_t most = 40; most < 100; most += 9) {
      hol_krylov found = {0};
      assert_int_equal(run_in(&m, most, 14, most % 2 ? 12 : 0, 0, narrow, &found), HOL_OK);
      assert_true(found.discarded > 0);
      check_errors(&m, &found, narrow ? 1e-7 : 1e-13);
      hol_krylov_clear(&found);
    }
  }
}

/** A space with less in it than is asked for, but more than there is room for: it goes on to the most columns, and what
 *  is kept is exact. */
static void a_small_space_is_restarted(void **state)
{
  (void)state;
  made m = {.wanted = N};
  for (size_t i = 0; i < N; i++) {
    m.value[i] = 1 + (double)(i % 7);
    m.mass[i] = 1;
  }
  hol_krylov found = {0};
  double residual = 0, skew = 0;
  assert_int_equal(run_in(&m, 200, 8, 8, 0, 0, &found), HOL_OK);
  assert_true(found.discarded > 0);
  for (size_t k = 1; k <= 4; k++) { /* others of the same value come in by rounding */
    assert_close(found.value[found.columns - k], 7, 1e-12);
  }
  look_at(&m, &found, found.columns - 8, &residual, &skew);
  assert_true(residual < 1e-11);
  assert_true(skew < 1e-12);
  hol_krylov_clear(&found);
}

/** Three values, each forty times but for 1e-8: after three steps of one vector next to nothing is left of A v, which a
 *  sum that large leaves rounding in. It is made orthogonal to all until nothing of it is in them any more. */
static void little_that_is_left_is_orthogonal(void **state)
{
  (void)state;
  made m = {.wanted = N};
  double worst = 0;
  uint64_t dice = 5;
  for (int trial = 0; trial < 300; trial++) {
    double start[N], size = pow(10, dice_uniform(&dice, -8.5, -7.5)), gap = pow(10, dice_uniform(&dice, -3, 0));
    for (size_t i = 0; i < N; i++) {
      m.value[i] = (i % 3 ? 1 + gap * (double)(i % 3) : 0.1) + size * dice_uniform(&dice, -0.5, 0.5);
      m.mass[i] = 1;
      start[i] = dice_uniform(&dice, -0.5, 0.5);
    }
    const hol_block_lanczos lanczos = {.n = N,
                                       .block = 1,
                                       .most = 60,
                                       .subspace_growth = 2 + dice_pick(&dice, 4),
                                       .high = 2 + dice_pick(&dice, 10),
                                       .buffer = dice_pick(&dice, 2),
                                       .context = &m,
                                       .apply = apply,
                                       .mass = mass,
                                       .missing = lacks};
    hol_krylov found = {0};
    double residual = 0;
    assert_int_equal(hol_block_lanczos_run(&lanczos, start, &found), HOL_OK);
    look_at(&m, &found, 0, &residual, &worst);
    hol_krylov_clear(&found);
  }
  assert_true(worst < 1e-12);
}

int main(void)
{
  const struct CMUnitTest tests[] = {cmocka_unit_test(multiple_values_are_found),
                                     cmocka_unit_test(errors_are_told),
                                     cmocka_unit_test(a_space_ends),
                                     cmocka_unit_test(a_full_basis_is_restarted),
                                     cmocka_unit_test(others_as_large_are_kept),
                                     cmocka_unit_test(errors_are_told_after_restarts),
                                     cmocka_unit_test(a_small_space_is_restarted),
                                     cmocka_unit_test(little_that_is_left_is_orthogonal)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}

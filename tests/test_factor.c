/* SPDX-License-Identifier: BSD-3-Clause */
/* The pivoted dense factorisation of matrices whose rows are any number of powers of two apart: they are the same
   matrix in other units, so their inertia is the same, and so are their solutions. */
#include "close.h"
#include "dice.h"

#include "base/dense.h"
#include "base/rook.h"

#include <lapacke.h>
#include <math.h>
#include <string.h>

enum { SIDE = 8, DRAWS = 200 };

/** A symmetric matrix of numbers between −1 and 1, of which some are zero. */
static void draw(uint64_t *dice, double *A)
{
  for (size_t j = 0; j < SIDE; j++) {
    for (size_t i = j; i < SIDE; i++) {
      double x = dice_chance(dice, 0.3) ? 0 : dice_uniform(dice, -1, 1);
      A[i + j * SIDE] = A[j + i * SIDE] = x;
    }
  }
}

/** n₋ of A, and the solution of A x = b. */
static size_t solve(const double *A, const double *b, double *x)
{
  hol_factor f = {0};
  assert_int_equal(hol_factor_start(&f, SIDE), HOL_OK);
  memcpy(f.a, A, SIDE * SIDE * sizeof *A);
  assert_int_equal(hol_factor_compute(&f), HOL_OK);
  memcpy(x, b, SIDE * sizeof *b);
  assert_int_equal(hol_factor_solve(&f, x, 1), HOL_OK);
  size_t negative = f.negative;
  hol_factor_clear(&f);
  return negative;
}

/** Reciprocal condition, roughly: how little b = A x may be beside x. */
static bool is_sound(const double *A)
{
  double copy[SIDE * SIDE], value[SIDE], least = HUGE_VAL;
  memcpy(copy, A, sizeof copy);
  assert_int_equal(hol_dense_eigen(SIDE, copy, value), HOL_OK);
  for (size_t i = 0; i < SIDE; i++) {
    least = fmin(least, fabs(value[i]));
  }
  return least > 1e-2;
}

static void test_rows_any_powers_of_two_apart(void **state)
{
  (void)state;
  uint64_t dice = 5;
  size_t checked = 0;
  for (int k = 0; k < DRAWS; k++) {
    double A[SIDE * SIDE], S[SIDE * SIDE], b[SIDE], c[SIDE], x[SIDE], y[SIDE];
    int power[SIDE];
    draw(&dice, A);
    for (size_t i = 0; i < SIDE; i++) {
      power[i] = (int)dice_pick(&dice, 801) - 400;
      b[i] = dice_uniform(&dice, -1, 1);
      c[i] = ldexp(b[i], power[i]);
    }
    for (size_t e = 0; e < SIDE * SIDE; e++) {
      S[e] = ldexp(A[e], power[e % SIDE] + power[e / SIDE]);
    }
    if (!is_sound(A)) {
      continue;
    }
    assert_int_equal(solve(S, c, y), solve(A, b, x));
    for (size_t i = 0; i < SIDE; i++) {
      assert_within(ldexp(y[i], power[i]), x[i], 1e-10, 1e-11);
    }
    checked++;
  }
  assert_true(checked > DRAWS / 2);
}

/** Solutions with few unknowns are those of LAPACK: blocks of one and of two, exchanged and not, at either end. */
static void test_solutions_are_lapacks(void **state)
{
  (void)state;
  enum { MOST = 9 };
  uint64_t dice = 11;
  size_t twos = 0;
  for (int k = 0; k < 20 * DRAWS; k++) {
    double a[MOST * MOST], x[MOST], y[MOST];
    lapack_int pivot[MOST], n = 1 + (lapack_int)dice_pick(&dice, MOST);
    size_t rows = (size_t)n;
    bool is_hollow = dice_chance(&dice, 0.5);
    for (size_t e = 0; e < rows * rows; e++) {
      bool is_zero = (e % (rows + 1) == 0 && is_hollow) || dice_chance(&dice, 0.2);
      a[e] = is_zero ? 0 : dice_uniform(&dice, -1, 1);
    }
    if (LAPACKE_dsytrf_rook(LAPACK_COL_MAJOR, 'L', n, a, n, pivot) != 0) {
      continue; /* singular */
    }
    for (size_t i = 0; i < rows; i++) {
      x[i] = y[i] = dice_uniform(&dice, -1, 1);
      twos += pivot[i] < 0;
    }
    hol_rook_solve(rows, a, pivot, x);
    assert_int_equal(LAPACKE_dsytrs_rook(LAPACK_COL_MAJOR, 'L', n, 1, a, n, pivot, y, n), 0);
    double size = 0, off = 0;
    for (size_t i = 0; i < rows; i++) {
      size = fmax(size, fabs(y[i]));
      off = fmax(off, fabs(x[i] - y[i]));
    }
    assert_true(off <= 1e-9 * size);
  }
  assert_true(twos > DRAWS);
}

int main(void)
{
  const struct CMUnitTest tests[] = {cmocka_unit_test(test_rows_any_powers_of_two_apart),
                                     cmocka_unit_test(test_solutions_are_lapacks)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}

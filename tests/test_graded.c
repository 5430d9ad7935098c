/* SPDX-License-Identifier: BSD-3-Clause */
/* Singular values and vectors of matrices whose columns differ by many powers of ten, against eigenvalues of BᵀB in 113
   bits, by another road. */
#include "close.h"
#include "dice.h"
#include "quad.h"

#include "base/dense.h"

#include <stdlib.h>
#include <string.h>

enum { ROWS = 40, N = 24 };

/** Random columns, the lengths of which fall over `decades` in an order that is random, too. */
static void make_graded(size_t rows, size_t n, double decades, uint64_t *dice, double *B)
{
  for (size_t j = 0; j < n; j++) {
    double length = pow(10, dice_uniform(dice, -decades, 0));
    length = j == 0 ? 1 : j == n - 1 ? pow(10, -decades) : length;
    for (size_t i = 0; i < rows; i++) {
      B[i + j * rows] = length * dice_uniform(dice, -1, 1);
    }
  }
}

/** σ of B, falling, in 113 bits: right down to 1e-30 of the largest. */
static void judge(const double *B, double *sigma)
{
  static quad C[N * N], square[N];
  for (size_t i = 0; i < N; i++) {
    for (size_t j = 0; j < N; j++) {
      C[i + j * N] = 0;
      for (size_t k = 0; k < ROWS; k++) {
        C[i + j * N] += (quad)B[k + i * ROWS] * B[k + j * ROWS];
      }
    }
  }
  quad_eigen(N, C, square);
  for (size_t i = 0; i < N; i++) {
    sigma[i] = (double)quad_sqrt(square[N - 1 - i]);
  }
}

/** V is orthonormal, and so are the columns of BV, each in relation to its own length. */
static void check_vectors(const double *B, const double *V, const double *sigma)
{
  for (size_t p = 0; p < N; p++) {
    for (size_t q = 0; q <= p; q++) {
      double unit = 0;
      quad image = 0;
      for (size_t i = 0; i < N; i++) {
        unit += V[i + p * N] * V[i + q * N];
      }
      for (size_t k = 0; k < ROWS; k++) {
        quad a = 0, b = 0;
        for (size_t i = 0; i < N; i++) {
          a += (quad)B[k + i * ROWS] * V[i + p * N];
          b += (quad)B[k + i * ROWS] * V[i + q * N];
        }
        image += a * b;
      }
      assert_near(unit, p == q, 1e-13);
      assert_near((double)(image / sigma[p] / sigma[q]), p == q, 1e-11);
    }
  }
}

static void test_every_value_has_its_own_digits(void **state)
{
  (void)state;
  static const double decades[] = {0, 4, 8, 12, 16, 20, 24};
  static double B[ROWS * N], turned[ROWS * N], V[N * N], right[N], sigma[N];
  for (uint64_t seed = 0; seed < 28; seed++) {
    uint64_t dice = seed;
    make_graded(ROWS, N, decades[seed % 7], &dice, B);
    judge(B, right);
    assert_int_equal(hol_dense_svd_graded(ROWS, N, B, sigma, V), HOL_OK);
    assert_all_close(sigma, right, N, 1e-13, 0);

    memset(V, 0, sizeof V);
    for (size_t i = 0; i < N; i++) {
      V[i * (N + 1)] = 1;
    }
    memcpy(turned, B, sizeof B);
    assert_int_equal(hol_dense_orthogonalise(ROWS, N, N, turned, V, sigma), HOL_OK);
    assert_all_close(sigma, right, N, 1e-13, 0);
    check_vectors(B, V, sigma);
  }
}

/** More columns than rows, columns of zeros, columns twice: what is nothing is nothing, the rest is as it was. */
static void test_columns_may_depend(void **state)
{
  (void)state;
  static double B[ROWS * N], once[ROWS * N], right[N], sigma[N], V[N * N], wide[6 * N];
  uint64_t dice = 5;
  make_graded(ROWS, N, 4, &dice,
              B); /* shorter ones would be covered by what rounding leaves of the columns that are there twice */
  memcpy(B + 3 * ROWS, B, ROWS * sizeof *B);
  memset(B + 5 * ROWS, 0, ROWS * sizeof *B);
  memcpy(once, B, sizeof B);
  memset(once + 3 * ROWS, 0, ROWS * sizeof *once);
  for (size_t k = 0; k < ROWS; k++) {
    once[k] *= sqrt(2); /* as long as the two of B together */
  }
  judge(once, right);
  assert_int_equal(hol_dense_svd_graded(ROWS, N, B, sigma, V), HOL_OK);
  assert_all_close(sigma, right, N - 2, 1e-13, 0);
  assert_true(sigma[N - 2] <= 1e-15 * sigma[0]);
  assert_true(sigma[N - 1] <= sigma[N - 2]);

  make_graded(6, N, 12, &dice, wide);
  assert_int_equal(hol_dense_svd_graded(6, N, wide, sigma, V), HOL_OK);
  assert_true(sigma[5] > 0);
  for (size_t k = 6; k < N; k++) {
    assert_near(sigma[k], 0, 1e-15 * sigma[0]);
  }
}

static void test_what_is_no_number_is_said(void **state)
{
  (void)state;
  double B[4] = {1, (double)NAN, 0, 1}, V[4] = {1, 0, 0, 1}, sigma[2];
  assert_int_equal(hol_dense_svd_graded(2, 2, B, sigma, V), HOL_NUMERICAL);
  assert_int_equal(hol_dense_orthogonalise(2, 2, 2, B, V, sigma), HOL_NUMERICAL);
  assert_int_equal(hol_dense_svd_graded(2, 0, B, sigma, V), HOL_OK);
}

int main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_every_value_has_its_own_digits),
      cmocka_unit_test(test_columns_may_depend),
      cmocka_unit_test(test_what_is_no_number_is_said),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}

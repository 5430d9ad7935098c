/* SPDX-License-Identifier: BSD-3-Clause */
/* Terms of series in the order of their frequencies, whatever sequences they come in. */
#include "parts/series.h"

#include "close.h"
#include "dice.h"

#include <stdlib.h>

/** Terms of several falling sequences, shuffled; some of them are equal. The mark is where a term stood. */
static void fill(size_t sequences, size_t count, hol_mode_series *s)
{
  uint64_t d = 17 + sequences;
  double *next = calloc(sequences, sizeof *next);
  assert_non_null(next);
  for (size_t k = 0; k < sequences; k++) {
    next[k] = dice_uniform(&d, 1, 2);
  }
  for (size_t k = 0; k < count; k++) {
    size_t i = dice_pick(&d, sequences);
    double psi[2] = {(double)k, next[i]};
    assert_int_equal(hol_mode_series_add(s, next[i], psi, k), HOL_OK);
    next[i] *= k % 3 == 0 ? 1 : 0.999 - 0.01 * (double)(k % 2);
    next[i] = k % 7 == 0 ? next[(i + 1) % sequences] < next[i] ? next[(i + 1) % sequences] : next[i] : next[i];
  }
  free(next);
}

static void check(size_t sequences, size_t count)
{
  hol_mode_series s = {.ports = 2};
  fill(sequences, count, &s);
  assert_int_equal(hol_mode_series_sort(&s), HOL_OK);
  assert_int_equal(s.count, count);
  for (size_t k = 0; k < count; k++) {
    assert_true(s.psi[2 * k] == (double)s.mark[k]);
    assert_true(s.psi[2 * k + 1] == s.mu[k]);
    bool follows = k == 0 || s.mu[k - 1] > s.mu[k] || (s.mu[k - 1] == s.mu[k] && s.mark[k - 1] < s.mark[k]);
    assert_true(follows);
  }
  hol_mode_series_clear(&s);
}

static void test_terms_are_sorted(void **state)
{
  (void)state;
  static const size_t sequences[] = {1, 2, 3, 7, 8, 15, 16, 17, 40};
  for (size_t i = 0; i < sizeof sequences / sizeof *sequences; i++) {
    check(sequences[i], 0);
    check(sequences[i], 1);
    check(sequences[i], 5000);
  }
}

int main(void)
{
  const struct CMUnitTest tests[] = {cmocka_unit_test(test_terms_are_sorted)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}

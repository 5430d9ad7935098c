/* SPDX-License-Identifier: BSD-3-Clause */
/* Ratios of waves for many places against the ratios one by one, which are tested against 50 digits in test_segment. */
#include "close.h"

#include "parts/line/wave.h"

/** Both waves at a place: as many bits as the ratios have; `room` for what cancels in them. */
static void compare(const hol_pair *pair, hol_wave denominator, double xi, double room)
{
  hol_pair_places places = hol_pair_places_of(pair, denominator);
  hol_line_value value[2];
  hol_pair_values(&places, xi, value);
  for (int i = 0; i < 2; i++) {
    hol_line_through F = hol_pair_ratio(pair, (hol_wave)i, xi, denominator);
    assert_true(fabs(value[i].slope - F.slope.v) <= room * fmax(1, fabs(F.slope.v)));
    assert_true(fabs(value[i].at_zero - F.at_zero.v) <= room * fmax(1, fabs(F.at_zero.v)));
  }
}

static void test_wave_values_equal_ratios(void **state)
{
  (void)state;
  /* apart, close, conjugate, both signs, double, zero; small ones and such as go by waves */
  static const double sum[] = {0, 1e-9, 0.3, -0.3, 1.1, -1.2, 0, 0, 3, -40, 12, 0, 7, -300};
  static const double product[] = {0, -1e-18, -0.5, 0.02, 0.3, 0.36, 0.4, -1.9, 1, 399, 35.9, -600, 20, 1};
  size_t count = sizeof sum / sizeof *sum;
  assert_int_equal(count, sizeof product / sizeof *product);
  for (size_t i = 0; i < count; i++) {
    for (size_t n = 0; n <= 20; n++) {
      hol_pair pair = hol_pair_of((hol_dual){sum[i], 1}, (hol_dual){product[i], 1});
      compare(&pair, HOL_WAVE_SINE, (double)n / 20, 4e-15);
      compare(&pair, HOL_WAVE_COSINE, (double)n / 20, 4e-15);
    }
  }
}

static void test_wave_values_at_the_ends_are_exact(void **state)
{
  (void)state;
  hol_pair pair = hol_pair_of((hol_dual){0.3, 0}, (hol_dual){-0.9, 0});
  for (int d = 0; d < 2; d++) {
    hol_pair_places places = hol_pair_places_of(&pair, (hol_wave)d);
    hol_line_value value[2];
    hol_pair_values(&places, 0, value); /* u_0 = 0 */
    assert_true(value[HOL_WAVE_SINE].slope == 0);
    assert_true(value[HOL_WAVE_SINE].at_zero == 0);
    hol_pair_values(&places, 1, value); /* D/D = 1 */
    assert_true(value[d].slope == 0);
    assert_true(value[d].at_zero == 1);
  }
}

static void test_wave_values_of_a_rod_equal_ratios(void **state)
{
  (void)state;
  static const double x[] = {0, 1e-12, 0.7, -0.7, 5, -5, 30, -4000};
  for (size_t i = 0; i < sizeof x / sizeof *x; i++) {
    hol_root root = hol_root_of(x[i]);
    for (size_t n = 0; n <= 16; n++) {
      for (int d = 0; d < 2; d++) {
        double value[2];
        hol_root_values(&root, (double)n / 16, (hol_wave)d, value);
        for (int w = 0; w < 2; w++) {
          assert_true(value[w] == hol_root_ratio(&root, (hol_wave)w, (double)n / 16, (hol_wave)d).v);
        }
      }
    }
  }
}

int main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_wave_values_equal_ratios),
      cmocka_unit_test(test_wave_values_at_the_ends_are_exact),
      cmocka_unit_test(test_wave_values_of_a_rod_equal_ratios),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}

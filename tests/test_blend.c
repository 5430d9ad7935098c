/* SPDX-License-Identifier: BSD-3-Clause */
/* Weights of both ends: what they leave of parts from roots outside is measured on many places, and compared with the
   best of a grid of weights. */
#include "close.h"
#include "dice.h"

#include "spectrum/blend.h"

#include <math.h>
#include <stdlib.h>

enum { PLACES = 200, GRID = 40, CASES = 1000 };

/** Linear weights are kept up to that; no others are worse than so many times the best of the grid. */
static const double little = 0.1, worst = 2.5;

/** Ends, roots outside that are as far as from 1e-3 of the interval to ten times it, or not there. */
static hol_blend deal_blend(uint64_t *dice)
{
  double low = dice_uniform(dice, 0, 5), length = dice_uniform(dice, 0.1, 3);
  hol_blend b = {{low, low + length}, -HUGE_VAL, HUGE_VAL};
  if (dice_chance(dice, 0.8)) {
    b.below = low - length * pow(10, dice_uniform(dice, -3, 1));
  }
  if (dice_chance(dice, 0.8)) {
    b.above = low + length * (1 + pow(10, dice_uniform(dice, -3, 1)));
  }
  return b;
}

static double leaves(const hol_blend *b, double theta, const double *w, double lambda)
{
  return fabs(1 - (lambda - theta) * (w[0] / (lambda - b->sigma[0]) + w[1] / (lambda - b->sigma[1])));
}

/** The most on places from the nearest root outward. */
static double measure(const hol_blend *b, double theta, const double *w)
{
  double most = 0;
  for (int i = 0; i < PLACES; i++) {
    double farther = pow(10, -4 + 9.0 * i / PLACES) - 1e-4;
    most = isfinite(b->above) ? fmax(most, leaves(b, theta, w, b->above + farther)) : most;
    most = isfinite(b->below) ? fmax(most, leaves(b, theta, w, b->below - farther)) : most;
  }
  return most;
}

static double best_of_grid(const hol_blend *b, double theta)
{
  double best = HUGE_VAL;
  for (int i = 0; i <= GRID; i++) {
    for (int j = 0; j <= GRID; j++) {
      double w[] = {1.5 * i / GRID, 1.5 * j / GRID};
      best = fmin(best, measure(b, theta, w));
    }
  }
  return best;
}

static void test_what_is_left_is_what_is_measured(void **state)
{
  (void)state;
  uint64_t dice = 1;
  for (int i = 0; i < CASES; i++) {
    hol_blend b = deal_blend(&dice);
    double theta = dice_uniform(&dice, b.sigma[0] - 1, b.sigma[1] + 1);
    double w[] = {dice_uniform(&dice, -0.3, 1.5), dice_uniform(&dice, -0.3, 1.5)};
    double left = hol_blend_left(&b, theta, w), seen = measure(&b, theta, w);
    assert_true(left >= seen * (1 - 1e-12));
    assert_true(left <= seen * 1.01 + 1e-3);
  }
}

static void test_weights_leave_little(void **state)
{
  (void)state;
  uint64_t dice = 2;
  double largest = 0;
  int linear = 0;
  for (int i = 0; i < CASES / 10; i++) {
    hol_blend b = deal_blend(&dice);
    double at = dice_uniform(&dice, 0.01, 0.99), theta = b.sigma[0] + at * (b.sigma[1] - b.sigma[0]), w[2];
    hol_blend_weights(&b, theta, false, w);
    double left = hol_blend_left(&b, theta, w);
    assert_true(left < 1);
    if (fabs(w[0] - (1 - at)) < 1e-12 && fabs(w[1] - at) < 1e-12) {
      linear++;
      assert_true(left <= little || left <= 1.01 * best_of_grid(&b, theta));
    } else {
      largest = fmax(largest, left / fmax(best_of_grid(&b, theta), 0.02));
    }
  }
  print_message("at most %.2f times what the best of a grid leaves; linear in %d of %d\n", largest, linear, CASES / 10);
  assert_true(largest < worst);
  assert_true(linear > 0);
}

/** Roots close above the interval: linear weights would keep more than there was. */
static void test_roots_close_by(void **state)
{
  (void)state;
  const hol_blend b = {{0, 1}, -0.39, 1.17};
  const double linear[] = {0.45, 0.55};
  double w[2];
  hol_blend_weights(&b, 0.55, false, w);
  assert_true(hol_blend_left(&b, 0.55, linear) > 1.2);
  assert_true(hol_blend_left(&b, 0.55, w) < 0.4);
}

/** Clean weights keep nothing of what is far away, and no more of anything than linear ones. */
static void test_clean_weights(void **state)
{
  (void)state;
  uint64_t dice = 3;
  for (int i = 0; i < CASES; i++) {
    hol_blend b = deal_blend(&dice);
    double at = dice_uniform(&dice, 0, 1), theta = b.sigma[0] + at * (b.sigma[1] - b.sigma[0]), w[2];
    const double linear[] = {1 - at, at};
    hol_blend_weights(&b, theta, true, w);
    assert_close(w[0] + w[1], 1, 1e-12);
    assert_true(hol_blend_left(&b, theta, w) <= fmax(little, hol_blend_left(&b, theta, linear)) * (1 + 1e-12));
  }
}

/** Fields on an end, roots on an end or on its wrong side, as estimates may have them: never more than without an
 *  improvement. */
static void test_odd_places(void **state)
{
  (void)state;
  const double near[] = {-1, -0.1, 0, 0.05, 0.95, 1, 1.1, 2}, at[] = {-0.5, 0, 0.3, 0.99, 1, 1.05, 1.5};
  for (size_t i = 0; i < 4; i++) {
    for (size_t j = 4; j < 8; j++) {
      for (size_t k = 0; k < sizeof at / sizeof *at; k++) {
        const hol_blend b = {{0, 1}, near[i], near[j]};
        double w[2];
        hol_blend_weights(&b, at[k], true, w);
        assert_true(isfinite(w[0]));
        assert_true(isfinite(w[1]));
        hol_blend_weights(&b, at[k], false, w);
        assert_true(isfinite(w[0]));
        assert_true(isfinite(w[1]));
        assert_true(!isnan(hol_blend_left(&b, at[k], w)));
        bool is_between = near[i] < 0 && near[j] > 1 && at[k] > near[i] && at[k] < near[j];
        assert_true(!is_between || hol_blend_left(&b, at[k], w) < 1);
      }
    }
  }
}

/** Fields from beyond the ends have weights, too. */
static void test_outside_and_alone(void **state)
{
  (void)state;
  const hol_blend alone = {{1, 2}, -HUGE_VAL, HUGE_VAL}, above = {{1, 2}, -HUGE_VAL, 2.5};
  double w[2];
  hol_blend_weights(&alone, 1.25, false, w);
  assert_close(w[0], 0.75, 1e-14);
  assert_close(w[1], 0.25, 1e-14);
  assert_true(hol_blend_left(&alone, 1.25, w) == 0);
  for (double theta = 2.05; theta < 2.5; theta += 0.1) {
    hol_blend_weights(&above, theta, false, w);
    assert_true(isfinite(w[0]));
    assert_true(isfinite(w[1]));
    assert_true(hol_blend_left(&above, theta, w) < 1);
  }
}

int main(void)
{
  const struct CMUnitTest tests[] = {cmocka_unit_test(test_what_is_left_is_what_is_measured),
                                     cmocka_unit_test(test_weights_leave_little),
                                     cmocka_unit_test(test_roots_close_by),
                                     cmocka_unit_test(test_clean_weights),
                                     cmocka_unit_test(test_odd_places),
                                     cmocka_unit_test(test_outside_and_alone)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}

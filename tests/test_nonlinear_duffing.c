/* SPDX-License-Identifier: BSD-3-Clause */
/* One mode, one harmonic: the closed forms (4.13) and (4.14) of chapter VI, example VI.3, against the polynomial and
 * its folds solved with 40 digits. */
#include "close.h"

#include "nonlinear/duffing.h"

/** omega² in 1/s², mu in 1/(cm² s²), P = 0.083 nu² cm/s²: the bar of figure VI.1. */
static hol_duffing bar(double eta, bool cubic_loss)
{
  return (hol_duffing){.omega2 = 0.7172e6, .mu = 0.1414e6, .P_nu2 = 0.083, .eta = eta, .cubic_loss = cubic_loss};
}

static void test_amplitudes_of_figure_equal_references(void **state)
{
  (void)state;
  static const struct {
    double nu, eta;
    bool cubic;
    size_t count;
    double a[3];
  } row[] = {
      {900, 0.07, true, 1, {1.0552727625748125}},
      {900, 0.07, false, 1, {1.0979916571464096}},
      {900, 0.1, true, 1, {0.82365912746588447}},
      {900, 0.1, false, 1, {0.93738195323797816}},
      {930, 0.07, true, 3, {0.57969789880573246, 0.98368649143699483, 1.1841683789542644}},
      {930, 0.07, false, 3, {0.5904747622305866, 0.89761851465570322, 1.2771449037485162}},
      {930, 0.1, true, 1, {0.50700103044166003}},
      {930, 0.1, false, 1, {0.51476913650145358}},
      {950, 0.07, true, 1, {0.432109416155108}},
      {950, 0.07, false, 3, {0.43341475422421687, 1.1724767187178305, 1.3899741091534495}},
  };
  for (size_t i = 0; i < sizeof row / sizeof *row; i++) {
    const hol_duffing d = bar(row[i].eta, row[i].cubic);
    double a[3];
    size_t count = hol_duffing_amplitudes(&d, row[i].nu, a);
    assert_int_equal(count, row[i].count);
    assert_all_close(a, row[i].a, count, 1e-12, 0);
  }
}

static void test_folds_of_figure_equal_references(void **state)
{
  (void)state;
  hol_duffing_fold fold[HOL_DUFFING_FOLDS_MAX];
  hol_duffing d = bar(0.07, true);
  assert_int_equal(hol_duffing_folds(&d, 100, 3000, fold), 2);
  assert_close(fold[0].nu, 924.20993675122144, 1e-13);
  assert_close(fold[0].amplitude, 0.75601898072523194, 1e-7); /* a double root */
  assert_close(fold[1].nu, 936.93534165457609, 1e-13);
  assert_close(fold[1].amplitude, 1.1595478825490721, 1e-7);
  d.cubic_loss = false;
  assert_int_equal(hol_duffing_folds(&d, 100, 3000, fold), 3);
  assert_close(fold[0].nu, 925.88247678990156, 1e-13);
  assert_close(fold[1].nu, 1011.001838591795, 1e-13);
  assert_close(fold[2].nu, 1559.4963807105795, 1e-13);
  d = bar(0.1, true);
  assert_int_equal(hol_duffing_folds(&d, 100, 3000, fold), 0);
}

static void test_amplitudes_are_one_everywhere_at_eta_0_1(void **state)
{
  (void)state;
  const hol_duffing d = bar(0.1, true);
  for (double nu = 10; nu < 5000; nu *= 1.002) {
    double a[3];
    assert_int_equal(hol_duffing_amplitudes(&d, nu, a), 1);
  }
}

static void test_amplitudes_are_three_between_the_folds_only(void **state)
{
  (void)state;
  const hol_duffing d = bar(0.07, true);
  hol_duffing_fold fold[HOL_DUFFING_FOLDS_MAX];
  hol_duffing_folds(&d, 100, 3000, fold);
  static const double beside[] = {1e-9, 1e-6, 1e-3};
  for (size_t i = 0; i < 3; i++) {
    double a[3];
    assert_int_equal(hol_duffing_amplitudes(&d, fold[0].nu * (1 - beside[i]), a), 1);
    assert_int_equal(hol_duffing_amplitudes(&d, fold[0].nu * (1 + beside[i]), a), 3);
    assert_int_equal(hol_duffing_amplitudes(&d, fold[1].nu * (1 - beside[i]), a), 3);
    assert_int_equal(hol_duffing_amplitudes(&d, fold[1].nu * (1 + beside[i]), a), 1);
  }
}

static void test_folds_with_viscous_loss_equal_published(void **state)
{
  (void)state;
  const hol_duffing d = {.omega2 = 1, .mu = 0.1, .viscous = 0.05, .P = 0.18};
  hol_duffing_fold fold[HOL_DUFFING_FOLDS_MAX];
  assert_int_equal(hol_duffing_folds(&d, 0.01, 10, fold), 2);
  assert_close(fold[0].nu, 1.115585927, 5e-10);
  assert_close(fold[1].nu, 1.267536960, 5e-10);
}

static double residual(const hol_duffing *d, double nu, double a)
{
  double A = a * a, g = 0.75 * d->mu * A, k = d->omega2 - nu * nu + g;
  double h = d->viscous * nu + d->eta * (d->omega2 + (d->cubic_loss ? g : 0)), p = d->P + d->P_nu2 * nu * nu;
  return A * (k * k + h * h) / (p * p) - 1;
}

/** Every number of roots is odd, every root is one, and their number changes at folds only - for random equations. */
static void test_amplitudes_and_folds_agree_for_random_equations(void **state)
{
  (void)state;
  unsigned long seed = 12345;
  double u[8];
  for (int trial = 0; trial < 2000; trial++) {
    for (int i = 0; i < 8; i++) {
      seed = (seed * 6364136223846793005UL + 1442695040888963407UL) & 0xffffffffffffUL;
      u[i] = (double)(seed >> 16) / (double)(1UL << 32);
    }
    const hol_duffing d = {.omega2 = exp(4 * u[0] - 2),
                           .mu = (u[1] < 0.3 ? -1 : 1) * exp(6 * u[2] - 3),
                           .viscous = u[6] < 0.5 ? 0.2 * u[3] : 0,
                           .eta = exp(-5 * u[4] - 1),
                           .cubic_loss = u[5] < 0.5,
                           .P = u[7] < 0.5 ? u[3] + 0.01 : 0,
                           .P_nu2 = u[7] > 0.3 ? u[2] : 0};
    hol_duffing_fold fold[HOL_DUFFING_FOLDS_MAX];
    size_t folds = hol_duffing_folds(&d, 0.05, 20, fold);
    size_t passed = 0, before = 0;
    for (double nu = 0.05; nu < 20; nu *= 1.05) {
      double a[3];
      size_t count = hol_duffing_amplitudes(&d, nu, a);
      assert_true(count == 1 || count == 3);
      for (size_t i = 0; i < count; i++) {
        assert_near(residual(&d, nu, a[i]), 0, 1e-6);
      }
      size_t between = 0;
      while (passed < folds && fold[passed].nu < nu) {
        passed++;
        between++;
      }
      assert_true(before == 0 || (count != before) == (between % 2 == 1));
      before = count;
    }
  }
}

static void test_amplitude_without_nonlinearity_is_linear(void **state)
{
  (void)state;
  const hol_duffing d = {.omega2 = 4, .viscous = 0.1, .eta = 0.02, .P = 3};
  hol_duffing_fold fold[HOL_DUFFING_FOLDS_MAX];
  double a[3];
  assert_int_equal(hol_duffing_amplitudes(&d, 1.5, a), 1);
  assert_close(a[0], 3 / hypot(4 - 2.25, 0.15 + 0.08), 1e-14);
  assert_int_equal(hol_duffing_folds(&d, 0.1, 10, fold), 0);
}

static void test_amplitudes_of_free_undamped_motion_are_rest_and_backbone(void **state)
{
  (void)state;
  const hol_duffing d = {.omega2 = 1, .mu = 0.4};
  double a[3];
  size_t count = hol_duffing_amplitudes(&d, 1.3, a);
  assert_true(count >= 2);
  assert_near(a[0], 0, 0);
  assert_close(a[count - 1], sqrt((1.69 - 1) / 0.3), 1e-7);
  assert_int_equal(hol_duffing_amplitudes(&d, (double)NAN, a), 0);
}

int main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_amplitudes_of_figure_equal_references),
      cmocka_unit_test(test_folds_of_figure_equal_references),
      cmocka_unit_test(test_amplitudes_are_one_everywhere_at_eta_0_1),
      cmocka_unit_test(test_amplitudes_are_three_between_the_folds_only),
      cmocka_unit_test(test_folds_with_viscous_loss_equal_published),
      cmocka_unit_test(test_amplitudes_and_folds_agree_for_random_equations),
      cmocka_unit_test(test_amplitude_without_nonlinearity_is_linear),
      cmocka_unit_test(test_amplitudes_of_free_undamped_motion_are_rest_and_backbone),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}

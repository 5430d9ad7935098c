/* Motion in time against exact solutions; stability against the integrated variations and closed forms. */
#include "nonlinear_fixture.h"

#include "base/dense.h"
#include "nonlinear/floquet.h"
#include "nonlinear/time.h"

#include <string.h>

/* Arithmetic-geometric mean: K(k) = π/2 agm(1, k′). */
static double agm(double a, double b)
{
  for (int i = 0; i < 8; i++) {
    const double mean = (a + b) / 2;
    b = sqrt(a * b);
    a = mean;
  }
  return a;
}

static void test_linear_oscillator_in_time_is_exact(void **state)
{
  (void)state;
  hol_nonlinear_model m = {0};
  assert_int_equal(hol_nonlinear_from_duffing(4, 0, &m), HOL_OK);
  m.viscous = 0.2;
  double y[2] = {1, 0};
  assert_int_equal(hol_nonlinear_integrate(&m, 1, 0, 10, 1e-13, y), HOL_OK);
  const double w = sqrt(4 - 0.01), e = exp(-1.0);
  assert_near(y[0], e * (cos(10 * w) + 0.1 / w * sin(10 * w)), 1e-12);
  assert_near(y[1], -e * 4 / w * sin(10 * w), 1e-12);
  assert_int_equal(hol_nonlinear_integrate(&m, 1, 10, 0, 1e-13, y), HOL_OK); /* and back */
  assert_near(y[0], 1, 1e-11);
  assert_near(y[1], 0, 1e-11);
  assert_int_equal(hol_nonlinear_integrate(&m, 0, 0, 1, 1e-10, y), HOL_INVALID);
  hol_nonlinear_model_clear(&m);
}

/* Free undamped motion from (A, 0) is back after 4K/Ω, Ω² = ω² + μA², k² = μA²/2Ω². */
static void test_free_motion_returns_after_the_elliptic_period(void **state)
{
  (void)state;
  hol_nonlinear_model m = {0};
  assert_int_equal(hol_nonlinear_from_duffing(1.7, 0.6, &m), HOL_OK);
  for (double A = 0.1; A < 20; A *= 3) {
    const double W = sqrt(1.7 + 0.6 * A * A), k2 = 0.6 * A * A / (2 * W * W);
    const double T = 2 * M_PI / (W * agm(1, sqrt(1 - k2)));
    double y[2] = {A, 0};
    assert_int_equal(hol_nonlinear_integrate(&m, 1, 0, T, 1e-13, y), HOL_OK);
    assert_close(y[0], A, 1e-11);
    assert_near(y[1], 0, 1e-10 * A * W);
  }
  hol_nonlinear_model_clear(&m);
}

/* Multipliers as eigenvalues of the integrated variations along the motion from its state at θ = 0. */
static void integrated(const hol_nonlinear_model *m, double nu, size_t period, const double *state, double *largest)
{
  const size_t n = 2 * (m->lateral + m->axial), size = n * (n + 1);
  double *y = calloc(size, sizeof *y), *re = calloc(2 * n, sizeof *re);
  memcpy(y, state, n * sizeof *y);
  for (size_t k = 0; k < n; k++) {
    y[n + k * n + k] = 1;
  }
  hol_clock clock;
  assert_int_equal(hol_clock_start(&clock, m, nu, 1e-12, true), HOL_OK);
  assert_int_equal(hol_clock_run(&clock, 0, 2 * M_PI * (double)period / nu, y), HOL_OK);
  assert_int_equal(hol_dense_eigenvalues(n, y + n, re, re + n), HOL_OK);
  *largest = 0;
  for (size_t k = 0; k < n; k++) {
    *largest = fmax(*largest, hypot(re[k], re[n + k]));
  }
  hol_clock_clear(&clock);
  free(y);
  free(re);
}

static void state_of(const hol_balance *b, const double *z, double nu, double *state)
{
  const size_t n = b->coordinates;
  const double w = nu / (double)b->period;
  for (size_t i = 0; i < n; i++) {
    const double *c = z + i * b->block;
    state[i] = c[0] * sqrt(0.5);
    state[n + i] = 0;
    for (size_t h = 1; h <= b->highest; h++) {
      state[i] += c[2 * h - 1];
      state[n + i] += (double)h * w * c[2 * h];
    }
  }
}

/* A motion at ν: the first point of the first branch. */
static void motion_at(const hol_nonlinear_model *m, double nu, double *z, size_t n)
{
  const hol_nonlinear_options o = {.from = nu, .to = 1.01 * nu, .harmonics = 15, .only_primary = true};
  hol_nonlinear_curve curve = {0};
  assert_int_equal(hol_nonlinear_trace(m, &o, &curve), HOL_OK);
  assert_true(curve.branches > 0 && curve.branch->unknowns == n);
  memcpy(z, curve.branch->coefficient, n * sizeof *z);
  hol_nonlinear_curve_clear(&curve);
}

static void test_multipliers_equal_integrated_variations(void **state)
{
  (void)state;
  hol_nonlinear_model model[2] = {duffing_of_appendix(4), busy_beam()};
  static const double nu[2] = {2.6, 14};
  for (size_t i = 0; i < 2; i++) {
    hol_balance b;
    hol_floquet f;
    assert_int_equal(hol_balance_start(&b, &model[i], 15, 1), HOL_OK);
    assert_int_equal(hol_floquet_start(&f, &b), HOL_OK);
    double *z = calloc(b.unknowns + 1, sizeof *z), start[8], largest;
    motion_at(&model[i], nu[i], z, b.unknowns);
    hol_stability s;
    assert_int_equal(hol_floquet_stability(&f, z, nu[i], &s), HOL_OK);
    state_of(&b, z, nu[i], start);
    integrated(&model[i], nu[i], 1, start, &largest);
    assert_close(s.largest, largest, 1e-9);
    assert_int_equal(s.above + s.below + s.pairs, 0);
    free(z);
    hol_floquet_clear(&f);
    hol_balance_clear(&b);
    hol_nonlinear_model_clear(&model[i]);
  }
}

static void test_multipliers_of_rest_are_those_of_the_linear_oscillator(void **state)
{
  (void)state;
  hol_nonlinear_model m = duffing_of_brief();
  hol_balance b;
  hol_floquet f;
  assert_int_equal(hol_balance_start(&b, &m, 3, 2), HOL_OK);
  assert_int_equal(hol_floquet_start(&f, &b), HOL_OK);
  double z[14] = {0};
  for (double nu = 0.05; nu < 40; nu *= 1.7) {
    hol_stability s;
    assert_int_equal(hol_floquet_stability(&f, z, nu, &s), HOL_OK);
    assert_close(s.largest, exp(-0.025 * 4 * M_PI / nu), 1e-9);
  }
  hol_floquet_clear(&f);
  hol_balance_clear(&b);
  hol_nonlinear_model_clear(&m);
}

int main(void)
{
  const struct CMUnitTest tests[] = {
    cmocka_unit_test(test_linear_oscillator_in_time_is_exact),
    cmocka_unit_test(test_free_motion_returns_after_the_elliptic_period),
    cmocka_unit_test(test_multipliers_equal_integrated_variations),
    cmocka_unit_test(test_multipliers_of_rest_are_those_of_the_linear_oscillator),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}

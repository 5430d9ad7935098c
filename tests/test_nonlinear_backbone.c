/* Free undamped motion: against Jacobi's elliptic functions. */
#include "nonlinear_fixture.h"

static double agm(double a, double b)
{
  for (int i = 0; i < 8; i++) {
    const double mean = (a + b) / 2;
    b = sqrt(a * b);
    a = mean;
  }
  return a;
}

/* ν = Ω agm(1, k′) with Ω² = ω² + μA², k² = μA²/2Ω²: x = A cn(Ωt), period 4K/Ω. */
static double exact_frequency(double omega2, double mu, double A)
{
  const double W2 = omega2 + mu * A * A;
  return sqrt(W2) * agm(1, sqrt(1 - mu * A * A / (2 * W2)));
}

static void test_backbone_of_pinned_beam_is_elliptic(void **state)
{
  (void)state;
  const hol_nonlinear_beam beam = {.length = 0.78, .EA = 2.1e11 * 4.2e-4, .EI = 2.1e11 * 6.174e-10, .line_mass = 3.297};
  hol_nonlinear_beam b = beam;
  b.end[0] = b.end[1] = HOL_END_PINNED;
  hol_nonlinear_model m = {0};
  assert_int_equal(hol_nonlinear_from_beam(&b, 1, 0, &m), HOL_OK);
  const double mu = 0.5 * m.stiffness * m.S[0] * m.S[0] / m.mass[0], omega = sqrt(m.omega2[0]);
  const hol_nonlinear_options o = {.harmonics = 19};
  hol_nonlinear_curve c = {0};
  assert_int_equal(hol_nonlinear_backbone(&m, 0, 10 * sqrt(m.omega2[0] / mu), &o, &c), HOL_OK);
  assert_true(c.complete);
  assert_int_equal(c.branches, 1);
  assert_int_equal(c.branch->end[1], HOL_BRANCH_ENDS_AT_LIMIT);
  assert_true(c.branch->points > 30);
  for (size_t k = 0; k < c.branch->points; k++) {
    const double *x = c.branch->coefficient + k * c.branch->unknowns;
    const double A = hol_nonlinear_amplitude(c.branch, x, 0);
    assert_close(c.branch->nu[k], exact_frequency(m.omega2[0], mu, A), 1e-10);
  }
  assert_true(c.branch->nu[c.branch->points - 1] > 10 * omega);
  double square = 0; /* the last point is on the limit */
  for (size_t k = 0; k < c.branch->unknowns; k++) {
    const double x = c.branch->coefficient[(c.branch->points - 1) * c.branch->unknowns + k];
    square += x * x / 2;
  }
  assert_close(sqrt(square), 10 * sqrt(m.omega2[0] / mu), 1e-10);
  hol_nonlinear_curve_clear(&c);
  hol_nonlinear_model_clear(&m);
}

/* A softening spring stays below ω; the backbone ends where the range does. */
static void test_backbone_of_softening_spring_falls_to_the_range(void **state)
{
  (void)state;
  hol_nonlinear_model m = {0};
  assert_int_equal(hol_nonlinear_from_duffing(1, -0.2, &m), HOL_OK);
  const hol_nonlinear_options o = {.from = 0.8, .harmonics = 21};
  hol_nonlinear_curve c = {0};
  assert_int_equal(hol_nonlinear_backbone(&m, 0, 100, &o, &c), HOL_OK);
  assert_int_equal(c.branch->end[1], HOL_BRANCH_ENDS_AT_RANGE);
  const size_t last = c.branch->points - 1;
  assert_true(c.branch->nu[last] == 0.8);
  for (size_t k = 0; k <= last; k++) {
    const double A = hol_nonlinear_amplitude(c.branch, c.branch->coefficient + k * c.branch->unknowns, 0);
    /* x = A sn(Ωt), Ω² = 1 + μA²/2, k² = −μA²/2Ω²: ν = Ω agm(1, k′) */
    const double W2 = 1 - 0.1 * A * A;
    assert_close(c.branch->nu[k], sqrt(W2) * agm(1, sqrt(1 - 0.1 * A * A / W2)), 1e-10);
  }
  hol_nonlinear_curve_clear(&c);
  hol_nonlinear_model_clear(&m);
}

/* Of two modes of a clamped-pinned beam the backbone starts in the one asked for. */
static void test_backbone_starts_at_its_mode(void **state)
{
  (void)state;
  hol_nonlinear_model m = busy_beam();
  for (size_t k = 0; k < 2; k++) {
    const hol_nonlinear_options o = {.harmonics = 5};
    hol_nonlinear_curve c = {0};
    assert_int_equal(hol_nonlinear_backbone(&m, k, 0.005, &o, &c), HOL_OK);
    assert_close(c.branch->nu[0], sqrt(m.omega2[k]), 1e-5);
    assert_true(c.branch->nu[c.branch->points - 1] > c.branch->nu[0]);
    hol_nonlinear_curve_clear(&c);
  }
  const hol_nonlinear_options o = {0};
  hol_nonlinear_curve c = {0};
  assert_int_equal(hol_nonlinear_backbone(&m, 2, 0.1, &o, &c), HOL_INVALID);
  assert_int_equal(hol_nonlinear_backbone(&m, 0, 0, &o, &c), HOL_INVALID);
  hol_nonlinear_model_clear(&m);
}

int main(void)
{
  const struct CMUnitTest tests[] = {
    cmocka_unit_test(test_backbone_of_pinned_beam_is_elliptic),
    cmocka_unit_test(test_backbone_of_softening_spring_falls_to_the_range),
    cmocka_unit_test(test_backbone_starts_at_its_mode),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}

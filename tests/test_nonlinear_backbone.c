/* SPDX-License-Identifier: BSD-3-Clause */
/* Free undamped motion: against Jacobi's elliptic functions. */
#include "nonlinear/analysis.h"
#include "nonlinear_fixture.h"

#include "holonome/output.h"
#include "nonlinear/tasks.h"
#include "nonlinear/words.h"

#include <string.h>

/** ν = Ω agm(1, k′) with Ω² = ω² + μA², k² = μA²/2Ω²: x = A cn(Ωt), period 4K/Ω. */
static double exact_frequency(double omega2, double mu, double A)
{
  double W2 = omega2 + mu * A * A;
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
  double mu = 0.5 * m.stiffness * m.S[0] * m.S[0] / m.mass[0], omega = sqrt(m.omega2[0]);
  const hol_nonlinear_options o = {.harmonics = 19};
  hol_nonlinear_curve c = {0};
  assert_int_equal(hol_nonlinear_backbone(&m, 0, 10 * sqrt(m.omega2[0] / mu), &o, &c), HOL_OK);
  assert_true(c.complete);
  assert_int_equal(c.branches, 1);
  assert_int_equal(c.branch->end[1], HOL_BRANCH_ENDS_AT_LIMIT);
  assert_true(c.branch->points > 30);
  for (size_t k = 0; k < c.branch->points; k++) {
    const double *x = c.branch->coefficient + k * c.branch->unknowns;
    double A = hol_nonlinear_amplitude(c.branch, x, 0);
    assert_close(c.branch->nu[k], exact_frequency(m.omega2[0], mu, A), 1e-10);
  }
  assert_true(c.branch->nu[c.branch->points - 1] > 10 * omega);
  double square = 0; /* the last point is on the limit */
  for (size_t k = 0; k < c.branch->unknowns; k++) {
    double x = c.branch->coefficient[(c.branch->points - 1) * c.branch->unknowns + k];
    square += x * x / 2;
  }
  assert_close(sqrt(square), 10 * sqrt(m.omega2[0] / mu), 1e-10);
  hol_nonlinear_curve_clear(&c);
  hol_nonlinear_model_clear(&m);
}

/** A softening spring stays below ω; the backbone ends where the range does. */
static void test_backbone_of_softening_spring_falls_to_the_range(void **state)
{
  (void)state;
  hol_nonlinear_model m = {0};
  assert_int_equal(hol_nonlinear_from_duffing(1, -0.2, &m), HOL_OK);
  const hol_nonlinear_options o = {.from = 0.8, .harmonics = 21};
  hol_nonlinear_curve c = {0};
  assert_int_equal(hol_nonlinear_backbone(&m, 0, 100, &o, &c), HOL_OK);
  assert_int_equal(c.branch->end[1], HOL_BRANCH_ENDS_AT_RANGE);
  size_t last = c.branch->points - 1;
  assert_true(c.branch->nu[last] == 0.8);
  for (size_t k = 0; k <= last; k++) {
    double A = hol_nonlinear_amplitude(c.branch, c.branch->coefficient + k * c.branch->unknowns, 0);
    /* x = A sn(Ωt), Ω² = 1 + μA²/2, k² = −μA²/2Ω²: ν = Ω agm(1, k′) */
    double W2 = 1 - 0.1 * A * A;
    assert_close(c.branch->nu[k], sqrt(W2) * agm(1, sqrt(1 - 0.1 * A * A / W2)), 1e-10);
  }
  hol_nonlinear_curve_clear(&c);
  hol_nonlinear_model_clear(&m);
}

/** Of two modes of a clamped-pinned beam the backbone starts in the one asked for. */
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

/** About the bottom of a well of x″ − x + x³ = 0: x = A dn(At/√2, k), k² = 2 − 2/A², ν = √2 A agm(1, k′). */
static void test_backbone_of_a_double_well_is_elliptic(void **state)
{
  (void)state;
  hol_nonlinear_model m = {0};
  assert_int_equal(hol_nonlinear_from_duffing(-1, 1, &m), HOL_OK);
  const hol_nonlinear_options o = {.harmonics = 15};
  hol_nonlinear_curve c = {0};
  assert_int_equal(hol_nonlinear_backbone(&m, 0, 3, &o, &c), HOL_OK);
  assert_true(c.complete);
  assert_int_equal(c.branch->end[1], HOL_BRANCH_ENDS_AT_LIMIT);
  assert_close(c.branch->nu[0], sqrt(2), 1e-5);
  for (size_t k = 0; k < c.branch->points; k++) {
    double A = hol_nonlinear_amplitude(c.branch, c.branch->coefficient + k * c.branch->unknowns, 0);
    /* the closer it comes to the saddle, A = √2, the more a small error of A moves the frequency */
    assert_close(c.branch->nu[k], sqrt(2) * A * agm(1, sqrt(2 / (A * A) - 1)), A < 1.38 ? 1e-7 : 1e-4);
  }
  assert_true(c.branch->nu[c.branch->points - 1] < 1);
  hol_nonlinear_curve_clear(&c);
  hol_nonlinear_model_clear(&m);
}

/** Without a linear part: ν = agm(1, 1/√2) √μ A. */
static void test_backbone_of_a_purely_cubic_spring(void **state)
{
  (void)state;
  hol_nonlinear_model m = {0};
  assert_int_equal(hol_nonlinear_from_duffing(0, 2, &m), HOL_OK);
  const hol_nonlinear_options o = {.harmonics = 15};
  hol_nonlinear_curve c = {0};
  assert_int_equal(hol_nonlinear_backbone(&m, 0, 3, &o, &c), HOL_OK);
  assert_true(c.complete);
  for (size_t k = 0; k < c.branch->points; k++) {
    double A = hol_nonlinear_amplitude(c.branch, c.branch->coefficient + k * c.branch->unknowns, 0);
    assert_close(c.branch->nu[k], sqrt(2) * A * agm(1, sqrt(0.5)), 1e-8);
  }
  hol_nonlinear_curve_clear(&c);
  hol_nonlinear_model_clear(&m);
}

/** With the third frequency near three times the first one the backbone passes through motions of a third of its
 *  period: a branch point. Wherever the steps fall - the limit decides that - it is passed, and located to ten
 *  digits. */
static void test_backbone_passes_a_branch_point(void **state)
{
  (void)state;
  const hol_nonlinear_beam beam = {
      .length = 1, .EA = 1e6, .EI = 1, .line_mass = 1, .end = {HOL_END_CLAMPED, HOL_END_PINNED}};
  const double limit[] = {0.0026, 0.0028, 0.0029, 0.003, 0.0033, 0.0041, 0.0047, 0.006, 0.008, 0.0088, 0.0094};
  hol_nonlinear_model m = {0};
  assert_int_equal(hol_nonlinear_from_beam(&beam, 2, 0, &m), HOL_OK);
  for (size_t i = 0; i < sizeof limit / sizeof *limit; i++) {
    const hol_nonlinear_options o = {.harmonics = 7};
    hol_nonlinear_curve c = {0};
    assert_int_equal(hol_nonlinear_backbone(&m, 0, limit[i], &o, &c), HOL_OK);
    assert_true(c.complete);
    assert_int_equal(c.branch->end[1], HOL_BRANCH_ENDS_AT_LIMIT);
    const hol_nonlinear_event *e = &c.branch->event[1];
    assert_int_equal(c.branch->event[0].kind, HOL_EVENT_FOLD);
    assert_close(c.branch->event[0].nu, 18.3654430388, 1e-10);
    assert_int_equal(e->kind, HOL_EVENT_BRANCH);
    assert_close(e->nu, 18.29723238, 1e-9);
    double others = 0, third = hol_nonlinear_harmonic(c.branch, e->coefficient, 1, 3);
    for (size_t h = 0; h <= 7; h++) {
      others = h % 3 ? fmax(others, hol_nonlinear_harmonic(c.branch, e->coefficient, 0, h)) : others;
    }
    assert_true(others < 1e-5 * third);
    hol_nonlinear_curve_clear(&c);
  }
  hol_nonlinear_model_clear(&m);
}

/** The gradient by (a, b) of the mean of (½qᵀSq)² for q = (a cos θ, b cos 3θ), as its Fourier sum tells. */
static void gradient_of_mean(const double *S, double a, double b, double by[2])
{
  double A = S[0] * a * a, B = S[3] * b * b, D = S[1] * a * b;
  by[0] = 0.25 * ((A + B) * S[0] * a + (A / 2 + D) * (S[0] * a + S[1] * b) + D * S[1] * b);
  by[1] = 0.25 * ((A + B) * S[3] * b + (A / 2 + D) * S[1] * a + D * S[1] * a + B / 2 * S[3] * b);
}

/** In the 1:3 internal resonance the second mode goes along, however small the motion is, by a part that the averaged
 *  equations tell: both modes have the same frequency shift. */
static void test_backbone_begins_in_an_internal_resonance(void **state)
{
  (void)state;
  const hol_nonlinear_beam beam = {.length = 1,
                                   .EA = 1e6,
                                   .EI = 1,
                                   .line_mass = 1,
                                   .tension = 5.927176763077043978,
                                   .end = {HOL_END_CLAMPED, HOL_END_PINNED}};
  const hol_nonlinear_options o = {.harmonics = 9};
  hol_nonlinear_model m = {0};
  hol_nonlinear_curve c = {0};
  assert_int_equal(hol_nonlinear_from_beam(&beam, 2, 0, &m), HOL_OK);
  assert_int_equal(hol_nonlinear_backbone(&m, 0, 0.005, &o, &c), HOL_OK);
  assert_true(c.complete);
  const double *x = c.branch->coefficient;
  double a = x[1], b = x[c.branch->unknowns / 2 + 5];
  double by[2];
  gradient_of_mean(m.S, a, b, by);
  const double shift[2] = {m.stiffness * by[0] / (m.mass[0] * a), m.stiffness * by[1] / (9 * m.mass[1] * b)};
  assert_true(b < 0);
  assert_true(fabs(b) < 0.03 * a);
  assert_close(shift[0], shift[1], 1e-3);
  assert_close(c.branch->nu[0] * c.branch->nu[0] - m.omega2[0], shift[0], 1e-3);
  hol_nonlinear_curve_clear(&c);
  hol_nonlinear_model_clear(&m);
}

/** What fails numerically is a part of the result, and says so; anything else goes on. */
static void test_failure_is_that_of_a_part(void **state)
{
  (void)state;
  hol_nonlinear_curve c = {.complete = true};
  assert_int_equal(hol_curve_failure(HOL_MEMORY, &c), HOL_MEMORY);
  assert_int_equal(hol_curve_failure(HOL_OK, &c), HOL_OK);
  assert_true(c.complete);
  assert_true(!c.failed);
  assert_int_equal(hol_curve_failure(HOL_NUMERICAL, &c), HOL_OK);
  assert_true(c.failed);
  assert_true(!c.complete);
  hol_nonlinear_result r = {.kind = HOL_NONLINEAR_DUFFING, .model = calloc(1, sizeof *r.model), .backbone = c};
  hol_text table = {0}, json = {0};
  assert_non_null(r.model);
  assert_int_equal(hol_nonlinear_from_duffing(1, 1, r.model), HOL_OK);
  assert_int_equal(hol_nonlinear_table(&r, NULL, HOL_UNIT_HERTZ, &table), HOL_OK);
  assert_non_null(strstr(table.data, "a numerical computation failed here"));
  json = json_of(&r);
  assert_non_null(strstr(json.data, "\"failed\": true"));
  hol_text_clear(&table);
  hol_text_clear(&json);
  hol_nonlinear_result_clear(&r);
}

int main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_backbone_of_pinned_beam_is_elliptic),
      cmocka_unit_test(test_backbone_of_softening_spring_falls_to_the_range),
      cmocka_unit_test(test_backbone_starts_at_its_mode),
      cmocka_unit_test(test_backbone_of_a_double_well_is_elliptic),
      cmocka_unit_test(test_backbone_of_a_purely_cubic_spring),
      cmocka_unit_test(test_backbone_passes_a_branch_point),
      cmocka_unit_test(test_backbone_begins_in_an_internal_resonance),
      cmocka_unit_test(test_failure_is_that_of_a_part),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}

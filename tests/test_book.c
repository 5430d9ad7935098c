/* SPDX-License-Identifier: BSD-3-Clause */
/* The examples of the book, chapter VI §3 and figure F.5, and how far its approximations reach: N = 1 against exact
   solutions computed here. [Soltakhanov, Yushkov & Zegzhda, Mechanics of non-holonomic systems, 2009] */
#include "solved.h"

#include <stdio.h>

static const double pi = 3.14159265358979323846;

/* ---- example VI.1: pinned beam of mass M = 1 with a mass m1 at mid-span ---- */

static hol_status solve_vi1(solved *s, double m1, size_t count, const char *compliance)
{
  return solve_text(s,
                    "freedoms: [uy, rz]\n"
                    "parts:\n"
                    "  beam: {kind: beam, from: [0, 0], to: [1, 0], EI: 1, line_mass: 1, ends: pinned-pinned}\n"
                    "  load: {kind: body, at: [0.5, 0], mass: %.17g}\n"
                    "joints:\n"
                    "  - {hinge: [beam@0.5, load]}\n"
                    "analysis: {frequencies: {count: %zu}, compliance: %s}\n",
                    m1, count, compliance);
}

/** First frequency from ξ (tan ξ − tanh ξ) = 2 M/m1, p = (2ξ)², (3.10): the left side rises from 0 to ∞ in (0, π/2). */
static double exact_vi1(double m1)
{
  long double low = 0, high = 1.570796326794896619231L;
  for (int i = 0; i < 100; i++) {
    const long double xi = 0.5L * (low + high);
    *(xi * (tanl(xi) - tanhl(xi)) < 2 / (long double)m1 ? &low : &high) = xi;
  }
  return (double)(4 * low * low);
}

/** (3.11): 2/(π⁴ − λ) + 1/48 − 2/π⁴ = 1/(m1 λ), a quadratic equation; its smaller root. */
static double formula_3_11(double m1)
{
  double w = pow(pi, 4), R = 1.0 / 48 - 2 / w;
  double a = m1 * R, b = 1 + m1 * (2 + R * w), c = w;
  return sqrt(2 * c / (b + sqrt(b * b - 4 * a * c)));
}

static double formula_3_12(double m1)
{
  return pi * pi / sqrt(2 * m1 + 1);
}

enum { RATIOS = 61 };
static double ratio(size_t i)
{
  return pow(10, -3 + 6 * (double)i / (RATIOS - 1));
}

static void test_vi1_with_one_mode_is_within_a_tenth_of_a_percent_for_every_mass(void **state)
{
  (void)state;
  solved s = {0};
  double largest = 0, simple = 0, at = 0, simple_at = 0;
  for (size_t i = 0; i < RATIOS; i++) {
    double m1 = ratio(i), exact = exact_vi1(m1);
    assert_int_equal(solve_vi1(&s, m1, 1, "{modes: 1}"), HOL_OK);
    double error = omega_of(&s, 1) / exact - 1, rough = formula_3_12(m1) / exact - 1;
    assert_close(omega_of(&s, 1), formula_3_11(m1), 1e-12);
    assert_true(error >= -1e-15); /* stiffer than the structure */
    assert_true(s.result.mode[0].lower <= exact * (1 + 1e-15));
    at = error > largest ? m1 : at;
    largest = fmax(largest, error);
    simple_at = fabs(rough) > simple ? m1 : simple_at;
    simple = fmax(simple, fabs(rough));
  }
  print_message(
      "VI.1, m1/M from 1e-3 to 1e3: N = 1 off by at most %.5f %% (m1/M = %.3g), formula (3.12) by %.3f %% (%.3g)\n",
      100 * largest, at, 100 * simple, simple_at);
  assert_true(largest <= 1e-3);
  assert_true(simple <= 1e-2);
  assert_close(largest, 0.0012e-2, 0.05);
  assert_close(simple, 0.73e-2, 0.01);
  forget(&s);
}

static void test_vi1_exact_first_frequency_solves_its_equation(void **state)
{
  (void)state;
  solved s = {0};
  for (size_t i = 0; i < RATIOS; i += 4) {
    assert_int_equal(solve_vi1(&s, ratio(i), 1, "exact"), HOL_OK);
    assert_close(omega_of(&s, 1), exact_vi1(ratio(i)), 2e-14);
  }
  forget(&s);
}

/** The even modes have a node under the mass: no reaction, (2νπ)², whatever the mass. */
static void check_even_modes(const char *compliance)
{
  solved s = {0};
  for (size_t i = 0; i < RATIOS; i += 5) {
    hol_status status = solve_vi1(&s, ratio(i), 5, compliance);
    assert_true(status == HOL_OK);
    assert_true(s.result.complete);
    assert_int_equal(s.result.mode_count, 5);
    for (size_t k = 1; k <= 5; k++) {
      const hol_mode *mode = &s.result.mode[k - 1];
      assert_int_equal(mode->reaction_free, k % 2 == 0);
      assert_int_equal(mode->multiplicity, 1);
      if (k % 2 == 0) {
        assert_close(mode->omega, pow((double)k * pi, 2), 1e-14);
      }
    }
  }
  forget(&s);
}

static void test_vi1_even_modes_are_listed_and_free_of_reactions(void **state)
{
  (void)state;
  check_even_modes("exact");
  check_even_modes("{modes: 6}");
}

/* ---- example VI.2: the same beam with a disk m1, J1 at x1 ---- */

static hol_status solve_vi2(solved *s, double m1, double J1, double x1, const char *compliance)
{
  return solve_text(s,
                    "freedoms: [uy, rz]\n"
                    "parts:\n"
                    "  beam: {kind: beam, from: [0, 0], to: [1, 0], EI: 1, line_mass: 1, ends: pinned-pinned}\n"
                    "  disk: {kind: body, at: [%.17g, 0], mass: %.17g, inertia: %.17g}\n"
                    "joints:\n"
                    "  - {weld: [beam@%.17g, disk]}\n"
                    "analysis: {frequencies: {count: 1}, compliance: %s}\n",
                    x1, m1, J1, x1, compliance);
}

/** Add the dynamic stiffness in (w, w′) of a beam of length h, pinned at its other end: w = A sin kx + B sinh kx. */
static void add_pinned_beam(long double k, long double h, int side, long double K[3])
{
  const long double s = sinl(k * h), c = cosl(k * h), S = sinhl(k * h), C = coshl(k * h), d = s * C - c * S;
  K[0] += 2 * k * k * k * c * C / d;
  K[1] += -side * k * k * (s * C + c * S) / d;
  K[2] += 2 * k * s * S / d;
}

/** First frequency: the least k where the stiffness of both sides less the inertia of the disk is no longer positive
 *  definite. Below k = π no side held at the disk has a frequency of its own (k h = 3.93). */
static double exact_vi2(double m1, double J1, double x1)
{
  long double low = 1e-3L, high = 3.141592653589793238463L;
  for (int i = 0; i < 80; i++) {
    const long double k = 0.5L * (low + high), square = k * k * k * k;
    long double K[3] = {-square * (long double)m1, 0, -square * (long double)J1};
    add_pinned_beam(k, (long double)x1, 1, K);
    add_pinned_beam(k, 1 - (long double)x1, -1, K);
    *(K[0] > 0 && K[0] * K[2] > K[1] * K[1] ? &low : &high) = k;
  }
  return (double)(low * low);
}

static double error_vi2(solved *s, double m1, double J1, double x1)
{
  double exact = exact_vi2(m1, J1, x1);
  assert_int_equal(solve_vi2(s, m1, J1, x1, "{modes: 1}"), HOL_OK);
  double error = omega_of(s, 1) / exact - 1;
  assert_true(error >= -1e-14);
  assert_true(s->result.mode[0].lower <= exact * (1 + 1e-14));
  return error;
}

static void test_vi2_exact_first_frequency_is_that_of_the_dynamic_stiffness(void **state)
{
  (void)state;
  solved s = {0};
  for (int i = 0; i < 27; i++) {
    double m1 = 0.25 + 0.875 * (i % 3), J1 = 0.05 + 0.225 * (i / 3 % 3), x1 = 0.02 + 0.24 * (i / 9);
    assert_int_equal(solve_vi2(&s, m1, J1, x1, "exact"), HOL_OK);
    assert_close(omega_of(&s, 1), exact_vi2(m1, J1, x1), 1e-13);
  }
  forget(&s);
}

static void test_vi2_disk_turning_at_mid_span_is_missed_by_more_than_a_percent(void **state)
{
  (void)state;
  solved s = {0};
  double error = error_vi2(&s, 0.25, 0.2, 0.5);
  assert_close(omega_of(&s, 1), 7.74597, 1e-6);
  assert_close(exact_vi2(0.25, 0.2, 0.5), 7.65413, 1e-6);
  assert_close(error, 1.2e-2, 0.02);
  forget(&s);
}

/** Largest error over m1 and J1 of the book's ranges, at one x1. */
static double worst_vi2(solved *s, double x1, double J_last)
{
  double worst = 0;
  for (int a = 0; a <= 4; a++) {
    for (int b = 0; b <= 6; b++) {
      worst = fmax(worst, error_vi2(s, 0.25 + 0.4375 * a, 0.05 + (J_last - 0.05) * b / 6, x1));
    }
  }
  return worst;
}

/** The book states 0.1 % for 0.25 M ≤ m1 ≤ 2 M, 0.05 Ml² ≤ J1 ≤ 0.5 Ml², 0 < x1 ≤ 0.5 l. That is so up to x1 = 0.34 l
 *  (0.104 % very near the support), or for the least J1. */
static void test_vi2_a_tenth_of_a_percent_holds_on_a_part_of_the_ranges_only(void **state)
{
  (void)state;
  solved s = {0};
  double worst = 0;
  for (int i = 0; i < 17; i++) {
    double near = worst_vi2(&s, 0.02 * (i + 1), 0.5);
    assert_true(near <= 1.04e-3);
    assert_true(i < 3 || near <= 1e-3);
  }
  for (int i = 1; i <= 25; i++) {
    assert_true(worst_vi2(&s, 0.02 * i, 0.05) <= 1.04e-3);
    worst = fmax(worst, worst_vi2(&s, 0.02 * i, 0.5));
  }
  assert_true(worst_vi2(&s, 0.36, 0.5) > 1e-3);
  print_message("VI.2: N = 1 is off by up to %.2f %% somewhere in the book's ranges\n", 100 * worst);
  assert_true(worst > 1e-2);
  assert_true(worst < 1.3e-2);
  forget(&s);
}

static void test_vi2_map_of_the_error_with_one_mode(void **state)
{
  (void)state;
  solved s = {0};
  static const double mass[] = {0.25, 0.5, 1, 2}, inertia[] = {0.05, 0.1, 0.2, 0.5};
  print_message(
      "VI.2: error in %% of the first frequency with N = 1\n  m1/M J1/Ml²  x1/l = 0.05    0.1    0.2    0.3   0.34    "
      "0.4   0.45    0.5\n");
  for (size_t i = 0; i < 16; i++) {
    static const double x1[] = {0.05, 0.1, 0.2, 0.3, 0.34, 0.4, 0.45, 0.5};
    double m1 = mass[i / 4], J1 = inertia[i % 4];
    double error[8];
    for (size_t k = 0; k < 8; k++) {
      error[k] = 100 * error_vi2(&s, m1, J1, x1[k]);
      assert_true(error[k] < 1.3);
    }
    print_message("%6.2f %6.2f %13.3f %6.3f %6.3f %6.3f %6.3f %6.3f %6.3f %6.3f\n", m1, J1, error[0], error[1],
                  error[2], error[3], error[4], error[5], error[6], error[7]);
  }
  forget(&s);
}

/* ---- figure F.5: a cantilever with an equal bar across its tip ---- */

static void check_f5(double z, const double exact[3])
{
  solved s = {0};
  for (size_t k = 0; k < 3; k++) {
    size_t N = 2 * (k + 1);
    hol_status status =
        solve_text(&s,
                   "parts:\n"
                   "  cantilever: {kind: beam, from: [0, 0], to: [1, 0], EI: 1, line_mass: 1, ends: clamped-free}\n"
                   "  bar: {kind: beam, from: [1, %.17g], to: [1, %.17g], EI: 1, line_mass: 1}\n"
                   "joints:\n"
                   "  - {weld: [cantilever.end, bar@%.17g]}\n"
                   "analysis: {frequencies: {count: %zu}, compliance: {modes: %zu}}\n",
                   -z, 1 - z, z, k + 1, N);
    assert_int_equal(status, HOL_OK);
    const hol_mode *mode = &s.result.mode[k];
    print_message("F.5, z = %.1f: N = %zu gives p%zu = %.6f, exact %.6f (%.5f %%)\n", z, N, k + 1, mode->omega,
                  exact[k], 100 * (mode->omega / exact[k] - 1));
    assert_close(mode->omega, exact[k], 5e-5); /* four digits */
    assert_true(mode->lower <= exact[k]);
    assert_true(exact[k] <= mode->upper);
  }
  forget(&s);
}

static void test_f5_two_four_and_six_modes_give_the_first_three_frequencies_to_four_digits(void **state)
{
  (void)state;
  check_f5(0.5, (const double[]){1.4485099, 6.2078230, 14.0640611});
  check_f5(0.3, (const double[]){1.3976583, 4.7989336, 18.0223768});
}

int main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_vi1_with_one_mode_is_within_a_tenth_of_a_percent_for_every_mass),
      cmocka_unit_test(test_vi1_exact_first_frequency_solves_its_equation),
      cmocka_unit_test(test_vi1_even_modes_are_listed_and_free_of_reactions),
      cmocka_unit_test(test_vi2_exact_first_frequency_is_that_of_the_dynamic_stiffness),
      cmocka_unit_test(test_vi2_disk_turning_at_mid_span_is_missed_by_more_than_a_percent),
      cmocka_unit_test(test_vi2_a_tenth_of_a_percent_holds_on_a_part_of_the_ranges_only),
      cmocka_unit_test(test_vi2_map_of_the_error_with_one_mode),
      cmocka_unit_test(test_f5_two_four_and_six_modes_give_the_first_three_frequencies_to_four_digits),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}

/* SPDX-License-Identifier: BSD-3-Clause */
/* Members in pieces, in motions in which they have no mass: torsion of a beam without polar inertia, and members
   without mass at all. Against the statics of a bar, a shaft and a beam in two pieces. */
#include "solved.h"

#include <string.h>

static const char *const shaft =
    "parts:\n  b: {kind: beam, from: [0, 0, 0], to: [1, 0, 0], EI_y: 1, EI_z: 1, EA: 100, line_mass: 1, "
    "pieces: [{to: 0.5, GJ: 1}, {GJ: 2}]}\n  d: {kind: body, at: [%g, 0, 0], mass: 1e-9, "
    "inertia: [3, 1e-9, 1e-9]}\njoints:\n  - {fix: b.start}\n  - {weld: [%s, d]}\n%s"
    "analysis: {frequencies: {count: 1}%s}\noutput: {shapes: all, points: 5}\n";

/** The disk turns against 0.5/1 and what of the second piece lies before it. */
static void test_torsion_without_inertia_in_pieces(void **state)
{
  (void)state;
  solved s = {0};
  static const char *const how[] = {"", ", compliance: {modes: 4}"};
  for (size_t i = 0; i < 2; i++) {
    assert_int_equal(solve_text(&s, shaft, 1.0, "b.end", "", how[i]), HOL_OK);
    assert_true(s.result.complete);
    assert_close(omega_of(&s, 1), sqrt(1 / (3 * (0.5 + 0.25))), 1e-12);
    assert_int_equal(solve_text(&s, shaft, 0.75, "b@0.75", "", how[i]), HOL_OK);
    assert_close(omega_of(&s, 1), sqrt(1 / (3 * (0.5 + 0.125))), 1e-12);
    assert_int_equal(solve_text(&s, shaft, 0.25, "b@0.25", "  - {fix: b.end, freedoms: [rx]}\n", how[i]), HOL_OK);
    assert_close(omega_of(&s, 1), sqrt((1 / 0.25 + 1 / 0.5) / 3), 1e-12);
  }
  forget(&s);
}

/** Twice as much turn per length in the first piece. */
static void test_its_shape_has_a_kink_at_the_step(void **state)
{
  (void)state;
  solved s = {0};
  assert_int_equal(solve_text(&s, shaft, 1.0, "b.end", "", ""), HOL_OK);
  const hol_shape *shape = &s.result.mode[0].shape[0];
  const double *turn = shape->value[HOL_RX];
  assert_int_equal(shape->points, 5);
  for (size_t i = 0; i < 5; i++) {
    double x = shape->s[i], right = (fmin(x, 0.5) + fmax(x - 0.5, 0) / 2) / 0.75;
    assert_near(turn[i] / turn[4], right, 1e-10);
  }
  forget(&s);
}

/** Deflections under a force at the tip: ∫(1 − x)²/EI, and ∫1/EA. */
static void test_beam_without_mass_in_pieces(void **state)
{
  (void)state;
  solved s = {0};
  assert_int_equal(
      solve_text(&s,
                 "parts:\n  b: {kind: beam, from: [0, 0], to: [1, 0], line_mass: 0, pieces: [{to: 0.5, EI: 1, EA: 10}, "
                 "{EI: 2, EA: 40}]}\n  d: {kind: body, at: [1, 0], mass: 2}\njoints:\n  - {fix: b.start}\n"
                 "  - {weld: [b.end, d]}\nanalysis: {frequencies: {count: 2}}\n"),
      HOL_OK);
  assert_true(s.result.complete);
  assert_close(omega_of(&s, 1), sqrt(1 / (2 * (0.875 / 3 + 0.125 / 6))), 1e-12);
  assert_close(omega_of(&s, 2), sqrt(1 / (2 * (0.5 / 10 + 0.5 / 40))), 1e-12);
  forget(&s);
}

/** ∫ x^k/EI dx from 0 to 1 with EI = 0.1 up to 0.3, then 10. */
static double softness(int k)
{
  double there = pow(0.3, k + 1) / (k + 1);
  return there / 0.1 + (1.0 / (k + 1) - there) / 10;
}

/** The largest deflection between two pins of a beam whose ends turn two bodies of inertia 1, the first motion of unit
 *  modal mass. End moments m turn the ends by F m, and F m = m/ω²; the deflection is ∫∫ M/EI. */
static double largest_between_pins(void)
{
  enum { STEPS = 200000 };
  double c0 = softness(0), c1 = softness(1), c2 = softness(2);
  double F[3] = {c0 - 2 * c1 + c2, c2 - c1, c2}, half = 0.5 * (F[0] - F[2]), most = 0;
  double value = 0.5 * (F[0] + F[2]) + hypot(half, F[1]), size = hypot(F[1], value - F[0]);
  double turn[2] = {F[1] / size, (value - F[0]) / size}, slope = turn[0], w = 0, h = 1.0 / STEPS;
  for (int i = 0; i < STEPS; i++) {
    double x = (i + 0.5) * h, moment = (-turn[0] * (1 - x) + turn[1] * x) / value, bend = moment / (x < 0.3 ? 0.1 : 10);
    w += h * (slope + 0.5 * h * bend);
    slope += h * bend;
    most = fmax(most, fabs(w));
  }
  return most;
}

/** What is largest inside a piece is found there, by that piece's stiffness, however few samples are asked for. */
static void test_largest_deflection_inside_a_piece(void **state)
{
  (void)state;
  solved s = {0};
  assert_int_equal(
      solve_text(&s, "freedoms: [ux, uy, rz]\nparts:\n  b: {kind: beam, from: [0, 0], to: [1, 0], EA: 1, line_mass: 0, "
                     "pieces: [{to: 0.3, EI: 0.1}, {EI: 10}]}\n"
                     "  m: {kind: body, at: [0, 0], mass: 1, inertia: [1, 1, 1]}\n"
                     "  n: {kind: body, at: [1, 0], mass: 1, inertia: [1, 1, 1]}\n"
                     "joints:\n  - {weld: [b.start, m]}\n  - {weld: [b.end, n]}\n  - {pin: m}\n  - {pin: n}\n"
                     "analysis: {frequencies: {count: 1}}\noutput: {shapes: all, points: 6}\n"),
      HOL_OK);
  double top = largest_between_pins();
  assert_close(s.result.mode[0].modal_mass, 1 / (top * top), 1e-7);
  forget(&s);
}

/** Within a piece it must be uniform still: between its ends the field is that of a uniform segment. */
static void test_stiffness_that_varies_within_a_piece_is_refused(void **state)
{
  (void)state;
  reading r = {0};
  hol_result result = {0};
  assert_true(reading_of(
      "parts:\n  b: {kind: beam, from: [0, 0, 0], to: [1, 0, 0], EI_y: 1, EI_z: 1, EA: 100, line_mass: 1, GJ: 1 + xi}\n"
      "joints:\n  - {fix: b.start}\nanalysis: {frequencies: {count: 1}}\n",
      &r));
  assert_int_equal(hol_solve(&r.problem, (hol_solve_options){0}, &result, &r.faults), HOL_INVALID);
  assert_non_null(strstr(r.faults.item[0].message, "has no mass in torsion"));
  hol_result_clear(&result);
  reading_clear(&r);
}

int main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_torsion_without_inertia_in_pieces),
      cmocka_unit_test(test_its_shape_has_a_kink_at_the_step),
      cmocka_unit_test(test_beam_without_mass_in_pieces),
      cmocka_unit_test(test_largest_deflection_inside_a_piece),
      cmocka_unit_test(test_stiffness_that_varies_within_a_piece_is_refused),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}

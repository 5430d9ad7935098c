/* SPDX-License-Identifier: BSD-3-Clause */
/* Frequencies that parts of different kinds have in common: the list is whole and its vectors independent. */
#include "solved.h"

#include <math.h>

/** A ring of λ = 2.4, 7.2, 19.2 and 38.4 times 25, double, and a body on four springs tuned to the third of them. The
 *  body's motions are unknowns with stiffness; those of the ring are component modes without any at their own
 *  frequency, and took no part in the start of the vectors. */
static void test_ring_and_body(void **state)
{
  (void)state;
  static const double lambda[] = {0, 0, 0, 0, 0, 0, 60, 60, 120, 120, 480, 480, 480, 480, 480, 480};
  solved run = {0};
  for (int e = -16; e <= -9; e++) {
    double k = 0.48 * (1 + pow(10, e));
    (void)solve_text(&run,
                     "parts:\n  r: {kind: ring, at: [0, 0, 0], radius: 1, EI_z: 25, EI_y: 50, GJ: 50, line_mass: 3}\n"
                     "  b: {kind: body, at: [0, 0, 0], mass: 0.001, inertia: [0.001, 0.001, 0.001]}\njoints:\n"
                     "  - {fix: b, freedoms: [ry, rz]}\n  - {spring: b, freedom: ux, stiffness: %.17g}\n"
                     "  - {spring: b, freedom: uy, stiffness: %.17g}\n  - {spring: b, freedom: uz, stiffness: %.17g}\n"
                     "  - {spring: b, freedom: rx, stiffness: %.17g}\nanalysis: {frequencies: {count: 16}}\n",
                     k, k, k, k);
    assert_int_equal(run.status, HOL_OK);
    assert_int_equal(run.result.mode_count, 16);
    for (size_t i = 0; i < 16; i++) {
      assert_close(run.result.mode[i].omega, sqrt(lambda[i]), 1e-9);
      assert_true(run.result.mode[i].residual < 1e-8);
    }
  }
  forget(&run);
}

/** A range that begins at a frequency that is there three times, in a cantilever and in a shaft: rounding counts some
 *  of the three below it, and the whole frequency is listed. */
static void test_range_from_a_multiple_frequency(void **state)
{
  (void)state;
  double first = 1.8751040687119611664; /* cos x cosh x = −1 */
  double EI = 0.3179315257935036, omega = first * first * sqrt(EI), pi = acos(-1.0);
  solved run = {0};
  size_t found = 0;
  for (int k = -20; k <= 20; k++) {
    (void)solve_text(
        &run,
        "parts:\n  c: {kind: beam, from: [0, 0, 0], to: [1, 0, 0], EI_y: %.17g, EI_z: %.17g, line_mass: 1}\n"
        "  s: {kind: shaft, from: [0, 0, 0], to: [2, 0, 0], GJ: %.17g, polar_inertia: 0.01}\njoints:\n"
        "  - {fix: c.start}\n  - {fix: s.start, freedoms: [rx]}\n  - {fix: s.end, freedoms: [rx]}\n"
        "analysis: {frequencies: {from: %.17g, to: 2.5}}\noutput: {shapes: none}\n",
        EI, EI, 0.04 * omega * omega / (pi * pi), omega * (1 + 1.2e-16 * k));
    assert_int_equal(run.status, HOL_OK);
    assert_true(run.result.mode_count == 0 || run.result.mode_count == 3);
    found += run.result.mode_count;
    for (size_t i = 0; i < run.result.mode_count; i++) {
      assert_int_equal(run.result.mode[i].number, i + 1);
      assert_close(run.result.mode[i].omega, omega, 1e-12);
    }
  }
  assert_true(found > 0);
  forget(&run);
}

int main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_ring_and_body),
      cmocka_unit_test(test_range_from_a_multiple_frequency),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}

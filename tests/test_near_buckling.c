/* SPDX-License-Identifier: BSD-3-Clause */
/* Pinned beams close to buckling: what is left of two stiffnesses that all but cancel, within bounds that say how well
   it is known. */
#include "quad.h"
#include "solved.h"

#include <stdlib.h>

/** λ of the first mode: (EI κ⁴ − P κ² + f)/m, κ = π/L. */
static double exact(double EI, double P, double f, double m, double L)
{
  const quad pi = (quad)3.14159265358979323846 + (quad)1.2246467991473531772e-16;
  quad wave = pi * pi / ((quad)L * L);
  return (double)(((quad)EI * wave * wave - (quad)P * wave + f) / m);
}

static void check(const char *compliance, double EI, double L, double m, double f, double share)
{
  double wave = 3.14159265358979323846 * 3.14159265358979323846 / (L * L);
  double P = (EI * wave + f / wave) * (1 - share), lambda = exact(EI, P, f, m, L), omega = sqrt(fmax(lambda, 0));
  solved run = {0};
  (void)solve_text(&run,
                   "freedoms: [uy, rz]\nparts:\n  e: {kind: beam, length: %.17g, EI: %.17g, line_mass: %.17g, "
                   "axial_force: %.17g, foundation: "
                   "%.17g}\njoints: [{fix: e.start, freedoms: [uy]}, {fix: e.end, freedoms: [uy]}]\nanalysis: "
                   "{frequencies: {count: 1}, "
                   "compliance: %s}\n",
                   L, EI, m, -P, f, compliance);
  const hol_mode *mode = &run.result.mode[0];
  assert_true(run.result.mode_count == 1);
  if (!(mode->lower <= omega && omega <= mode->upper)) {
    print_error("%s, 1 - %g: %.17g <= %.17g <= %.17g, but it is %.17g\n", compliance, share, mode->lower, mode->omega,
                mode->upper, omega);
    fail();
  }
  assert_true(mode->upper < 2 * omega || share < 1e-12);
  forget(&run);
}

static void test_bounds_near_buckling(void **state)
{
  (void)state;
  static const double stiffness[] = {1, 2.5, 1e3}, length[] = {1, 0.7, 3}, mass[] = {1, 0.3}, foundation[] = {0, 0.2};
  for (int i = 0; i < 36; i++) {
    double share = pow(10, -2 - i * 11.0 / 35);
    check("exact", stiffness[i % 3], length[i / 3 % 3], mass[i % 2], foundation[i / 9 % 2], share);
    check("{modes: 4}", stiffness[i % 3], length[i / 3 % 3], mass[i % 2], foundation[i / 9 % 2], share);
  }
}

/* Where rounding alone keeps brackets wide, more modes are not tried: hundreds would take a minute. */
static void test_a_tolerance_that_more_modes_do_not_reach(void **state)
{
  (void)state;
  solved run = {0};
  const hol_status status =
      solve_text(&run, "freedoms: [uy, rz]\nparts:\n"
                       "  b: {kind: beam, from: [0, 0], to: [0.71129, 0], EI: 22218.4, line_mass: 1.3307, "
                       "rotary_inertia: 0.030510685447128247, axial_force: -108357.53700458557}\n"
                       "  c: {kind: beam, from: [0.71129, 0], to: [1.42258, 0], EI: 22218.4, line_mass: 1.3307, "
                       "rotary_inertia: 0.030510685447128247, axial_force: -108357.53700458557}\n"
                       "joints: [{pin: b.start}, {weld: [b.end, c.start]}, {pin: c.end}]\n"
                       "analysis: {frequencies: {count: 3}, compliance: {tolerance: 1e-7}}\n");
  assert_int_equal(status, HOL_INCOMPLETE);
  assert_int_equal(run.result.mode_count, 3);
  assert_non_null(run.result.compliance);
  if (strtoul(run.result.compliance, NULL, 10) > 24) {
    fail_msg("in vain: %s", run.result.compliance);
  }
  forget(&run);
}

/** The second determinant's first root may lie below the edge down to which the first one has none. */
static void test_a_lower_bound_below_the_edge_of_the_ground(void **state)
{
  (void)state;
  double right[3];
  for (int k = 0; k < 2; k++) {
    bool is_exact = k == 0;
    solved run = {0};
    const hol_status status =
        solve_text(&run,
                   "parts:\n"
                   "  a: {kind: beam, from: [2.4, 2.68], to: [1.1, 0.84], EI: 0.6155, EA: 801.9, line_mass: 2.653, "
                   "rotary_inertia: 0.008,\n"
                   "    pieces: [{to: 0.51, axial_force: 0.0762337}, {to: 1, axial_force: -0.899933}]}\n"
                   "  b: {kind: body, at: [2.4, 2.68], mass: 1.037, inertia: 0.06175}\n"
                   "joints:\n"
                   "  - {weld: [a.start, b]}\n"
                   "  - {fix: a.end}\n"
                   "  - {roller: a.start, direction: [-0.883, 0.469]}\n"
                   "  - {spring: a@0.51, direction: [0.738, 0.675], stiffness: 2.725}\n"
                   "  - {spring: a@0.51, direction: [0.15, -0.989], stiffness: 8.522}\n"
                   "analysis: {frequencies: {count: 3}, compliance: %s}\n",
                   is_exact ? "exact" : "{modes: 2}");
    assert_int_equal(status, is_exact ? HOL_OK : HOL_INCOMPLETE);
    assert_int_equal(run.result.mode_count, 3);
    for (size_t i = 0; i < 3; i++) {
      const hol_mode *mode = &run.result.mode[i];
      right[i] = is_exact ? mode->omega : right[i];
      assert_true(isnan(mode->lower) || mode->lower <= right[i]);
      assert_true(right[i] <= mode->upper);
    }
    assert_true(run.result.mode[0].lower > 0);
    forget(&run);
  }
}

int main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_a_lower_bound_below_the_edge_of_the_ground),
      cmocka_unit_test(test_bounds_near_buckling),
      cmocka_unit_test(test_a_tolerance_that_more_modes_do_not_reach),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}

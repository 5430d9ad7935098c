/* SPDX-License-Identifier: BSD-3-Clause */
/* Constraints with coefficients far apart: what is dropped as rounding is never dropped without a word. */
#include "solved.h"

#include <math.h>
#include <string.h>

static bool has_note(const hol_result *result, const char *words)
{
  bool found = false;
  for (size_t i = 0; i < result->note_count; i++) {
    found = found || strstr(result->note[i], words);
  }
  return found;
}

/** A beam clamped to a point that is pinned far away along both axes: it turns about that point, and else it is guided
 *  along the line to it. From 1e12 lengths of the beam on some coefficient is dropped beside another. */
static void test_pin_far_away(void **state)
{
  (void)state;
  solved run = {0};
  for (int e = 3; e <= 16; e++) {
    (void)solve_text(&run,
                     "parts:\n  a: {kind: beam, from: [0, 0], to: [1, 0], EI: 1, line_mass: 1}\n"
                     "  p: {kind: body, at: [1e%d, 1e%d]}\njoints:\n  - {weld: [a.start, p]}\n  - {pin: p}\n"
                     "analysis: {frequencies: {count: 2}}\n",
                     e, e);
    bool is_near = e <= 11;
    assert_int_equal(run.status, is_near ? HOL_OK : HOL_INCOMPLETE);
    assert_true(has_note(&run.result, "taken for rounding") == !is_near);
    if (is_near) {
      assert_int_equal(run.result.rigid_modes, 1);
      assert_close(run.result.mode[1].omega, 4.21871343, 1e-3);
    }
  }
  forget(&run);
}

/** A second equation with a coefficient far above the other, which still holds the middle. */
static void test_coefficient_beside_a_held_one(void **state)
{
  (void)state;
  const double pi = acos(-1.0);
  solved run = {0};
  for (int e = 3; e <= 14; e++) {
    (void)solve_text(&run,
                     "parts:\n  a: {kind: beam, from: [0, 0], to: [1, 0], EI: 1, line_mass: 1}\njoints:\n"
                     "  - {pin: a.start}\n  - {roller: a.end, direction: [0, 1]}\n"
                     "  - {constraint: {terms: [[1e%d, a.end, uy], [1, a@0.5, uy]]}}\n"
                     "analysis: {frequencies: {count: 1}}\n",
                     e);
    assert_true(run.status == HOL_OK || (run.status == HOL_INCOMPLETE && has_note(&run.result, "taken for rounding")));
    if (run.status == HOL_OK) {
      assert_close(run.result.mode[0].omega, 4 * pi * pi, 1e-9);
    }
  }
  forget(&run);
}

/** What follows exactly, but for rounding of the geometry, is no doubt: a closed triangle of beams that do not stretch,
 *  turned by any angle, with a fourth beam beside one of its sides, held at more points than it needs. */
static void test_rounding_is_no_doubt(void **state)
{
  (void)state;
  solved run = {0};
  for (int k = 0; k < 40; k++) {
    double angle = 0.17 * k, reach = pow(10, k % 7 - 3), x = reach * cos(angle), y = reach * sin(angle);
    double u = reach * cos(angle + 1), v = reach * sin(angle + 1);
    (void)solve_text(
        &run,
        "parts:\n  a: {kind: beam, from: [0, 0], to: [%.17g, %.17g], EI: 1, line_mass: 1}\n"
        "  b: {kind: beam, from: [%.17g, %.17g], to: [%.17g, %.17g], EI: 1, line_mass: 1}\n"
        "  c: {kind: beam, from: [%.17g, %.17g], to: [0, 0], EI: 1, line_mass: 1}\n"
        "  d: {kind: beam, from: [0, 0], to: [%.17g, %.17g], EI: 1, line_mass: 1}\njoints:\n"
        "  - {weld: [a.end, b.start]}\n  - {weld: [b.end, c.start]}\n  - {weld: [c.end, a.start]}\n"
        "  - {weld: [a.start, d.start]}\n  - {weld: [a.end, d.end]}\n  - {pin: a.start}\n  - {pin: a.end}\n"
        "  - {pin: b.end}\nanalysis: {frequencies: {count: 3}}\n",
        x, y, x, y, u, v, u, v, x, y);
    assert_int_equal(run.status, HOL_OK);
    assert_false(has_note(&run.result, "taken for rounding"));
  }
  forget(&run);
}

int main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_pin_far_away),
      cmocka_unit_test(test_coefficient_beside_a_held_one),
      cmocka_unit_test(test_rounding_is_no_doubt),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}

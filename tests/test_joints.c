/* Joints that are several equations in a word: each against the same written out, and against what its reactions must be. */
#include "sensitivity_referee.h"
#include "solved.h"

#include <string.h>

enum { MODES = 8 };

/** The frequencies of the same parts with two lists of joints. */
static void compare_joints(const char *parts, const char *joints, const char *written_out)
{
  solved one = {0}, other = {0};
  static const char *const format = "%sjoints:\n%sanalysis: {frequencies: {count: 8}}\n";
  assert_int_equal(solve_text(&one, format, parts, joints), HOL_OK);
  assert_int_equal(solve_text(&other, format, parts, written_out), HOL_OK);
  assert_true(one.result.complete && other.result.complete);
  for (size_t i = 1; i <= MODES; i++) {
    assert_within(omega_of(&one, i), omega_of(&other, i), 1e-12, 1e-12);
  }
  forget(&one);
  forget(&other);
}

/** Derivatives by the only parameter are those of differences. */
static void check_derivatives(const char *text)
{
  sensitivity_tally tally = {0};
  assert_true(sensitivity_referee(text, NULL, stderr, &tally));
  assert_int_equal(tally.unsolved + tally.wrong + tally.unsaid + tally.withheld, 0);
  assert_true(tally.checked >= 3);
}

/** Component k of a joint is called so. */
static void check_component(const solved *s, size_t joint, size_t k, const char *expected)
{
  for (size_t i = 0; i < s->result.constraint_count; i++) {
    if (s->result.constraint[i].joint == joint && k-- == 0) {
      assert_string_equal(s->result.constraint[i].component, expected);
      return;
    }
  }
  fail_msg("joint %zu has no component `%s`", joint, expected);
}

#define ARM                                                                                                            \
  "parts:\n  a: {kind: beam, from: [0, 0, 0], to: [1, 0.2, 0], EA: 90, EI_y: 1, EI_z: 2, GJ: 0.7, line_mass: 1, "      \
  "polar_inertia: 0.01}\n  b: {kind: beam, from: [1, 0.2, 0], to: [1.3, 0.9, 0.4], EA: 70, EI: 1, GJ: 0.8, "           \
  "line_mass: 1, polar_inertia: 0.02}\n  m: {kind: body, at: [1, 0.2, 0], mass: 0.3, inertia: [0.01, 0.02, 0.04]}\n"

/* ---- hinges in space ----------------------------------------------------------------------------------------------- */

static void test_hinge_about_an_axis(void **state)
{
  (void)state;
  compare_joints(ARM, "  - {fix: a.start}\n  - {hinge: [a.end, b.start, m], axis: [0.6, 0, 0.8]}\n",
                 "  - {fix: a.start}\n  - {weld: [a.end, b.start, m], freedoms: [ux, uy, uz, ry]}\n"
                 "  - {constraint: {terms: [[8, a.end, rx], [-6, a.end, rz], [-8, b.start, rx], [6, b.start, rz]]}}\n"
                 "  - {constraint: {terms: [[4, a.end, rx], [-3, a.end, rz], [-4, m, rx], [3, m, rz]]}}\n");
  for (size_t k = 0; k < 3; k++) { /* an axis of the file: two components are shared */
    static const char *const axis[3] = {"x", "y", "[0, 0, -2]"};
    static const char *const others[3] = {"ry, rz", "rx, rz", "rx, ry"};
    char joints[512], written_out[512];
    snprintf(joints, sizeof joints, "  - {fix: a.start}\n  - {hinge: [a.end, m, b.start], axis: %s}\n", axis[k]);
    snprintf(written_out, sizeof written_out,
             "  - {fix: a.start}\n  - {weld: [a.end, m, b.start], freedoms: [ux, uy, uz, %s]}\n", others[k]);
    compare_joints(ARM, joints, written_out);
  }
}

static void test_ball_is_a_hinge_without_axis(void **state)
{
  (void)state;
  compare_joints(
      ARM, "  - {fix: a.start}\n  - {weld: [b.start, m]}\n  - {ball: [a.end, b.start]}\n",
      "  - {fix: a.start}\n  - {weld: [b.start, m]}\n  - {weld: [a.end, b.start], freedoms: [ux, uy, uz]}\n");
}

/** The moment about the axis is zero, so that the two across it are all there is. */
static void test_components_of_a_hinge(void **state)
{
  (void)state;
  solved s = {0};
  assert_int_equal(solve_text(&s,
                              ARM "joints:\n  - {hinge: [a.end, b.start], axis: [0.6, 0, 0.8]}\n  - {fix: a.start}\n"
                                  "  - {hinge: [a.end, m], axis: [0, 1, 0]}\n"
                                  "analysis: {frequencies: {count: 8}}\n"),
                   HOL_OK);
  static const char *const skew[5] = {"ux", "uy", "uz", "about (0.8, 0, -0.6)", "ry"};
  static const char *const upright[5] = {"ux", "uy", "uz", "rx", "rz"};
  for (size_t k = 0; k < 5; k++) {
    check_component(&s, 0, k, skew[k]);
    check_component(&s, 2, k, upright[k]);
  }
  assert_int_equal(s.result.mode[3].reaction[0].count, 5);
  forget(&s);
}

static void test_derivatives_by_the_axis_of_a_hinge(void **state)
{
  (void)state;
  check_derivatives("parameters: {t: 0.3}\n" ARM
                    "joints:\n  - {fix: a.start}\n  - {hinge: [a.end, b.start, m], axis: [cos(t), sin(t), t]}\n"
                    "  - {spring: [a.end, b.start], direction: [cos(t), sin(t), t], rotation: true, stiffness: 0.3}\n"
                    "analysis: {frequencies: {count: 6}, sensitivities: [t]}\n");
}

/* ---- universal joints ---------------------------------------------------------------------------------------------- */

/** (0.8, -0.6, 0) and z have the normal (0.6, 0.8, 0), and so have others in their plane. */
static void test_universal_joint(void **state)
{
  (void)state;
  static const char *const written_out =
      "  - {fix: a.start}\n  - {ball: [a.end, b.start]}\n  - {weld: [b.start, m]}\n"
      "  - {constraint: {terms: [[3, a.end, rx], [4, a.end, ry], [-3, b.start, rx], [-4, b.start, ry]]}}\n";
  static const char *const axes[3] = {"[[0.8, -0.6, 0], z]", "[[0, 0, -3], [0.8, -0.6, 0]]", "[[4, -3, 1], [4, -3, 2]]"};
  for (size_t k = 0; k < 3; k++) {
    char joints[512];
    snprintf(joints, sizeof joints,
             "  - {fix: a.start}\n  - {universal: [a.end, b.start], axes: %s}\n  - {weld: [b.start, m]}\n", axes[k]);
    compare_joints(ARM, joints, written_out);
  }
}

static void test_components_of_a_universal_joint(void **state)
{
  (void)state;
  solved s = {0};
  assert_int_equal(solve_text(&s, ARM "joints:\n  - {universal: [a.end, b.start], axes: [z, y]}\n  - {fix: a.start}\n"
                                      "  - {universal: [a.end, m], axes: [z, [0.6, 0.8, 0]]}\n"
                                      "analysis: {frequencies: {count: 8}}\n"),
                   HOL_OK);
  check_component(&s, 0, 3, "rx");
  check_component(&s, 2, 3, "about (0.8, -0.6, 0)");
  assert_int_equal(s.result.mode[4].reaction[0].count, 4);
  forget(&s);
}

static void test_derivatives_by_the_axes_of_a_universal_joint(void **state)
{
  (void)state;
  check_derivatives("parameters: {t: 0.3}\n" ARM
                    "joints:\n  - {fix: a.start}\n  - {universal: [a.end, b.start], axes: [[cos(t), sin(t), t], y]}\n"
                    "  - {weld: [b.start, m]}\n  - {spring: m, freedom: ry, stiffness: 0.3}\n"
                    "  - {spring: m, freedom: rz, stiffness: 0.2}\n"
                    "analysis: {frequencies: {count: 6}, sensitivities: [t]}\n");
}

int main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_hinge_about_an_axis),
      cmocka_unit_test(test_ball_is_a_hinge_without_axis),
      cmocka_unit_test(test_components_of_a_hinge),
      cmocka_unit_test(test_derivatives_by_the_axis_of_a_hinge),
      cmocka_unit_test(test_universal_joint),
      cmocka_unit_test(test_components_of_a_universal_joint),
      cmocka_unit_test(test_derivatives_by_the_axes_of_a_universal_joint),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}

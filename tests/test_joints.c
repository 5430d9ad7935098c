/* SPDX-License-Identifier: BSD-3-Clause */
/* Joints that are several equations in a word: each against the same written out, and against what its reactions must
   be. */
#include "sensitivity_referee.h"
#include "solved.h"

#include "holonome/holonome.h"

#include <string.h>

enum { MODES = 8 };

/** The frequencies of the same parts with two lists of joints. */
static void compare_joints(const char *parts, const char *joints, const char *written_out)
{
  solved one = {0}, other = {0};
  static const char *const format = "%sjoints:\n%sanalysis: {frequencies: {count: 8}}\n";
  assert_int_equal(solve_text(&one, format, parts, joints), HOL_OK);
  assert_int_equal(solve_text(&other, format, parts, written_out), HOL_OK);
  assert_true(one.result.complete);
  assert_true(other.result.complete);
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

/** A sweep over `p` from 1 to 3, whose structures are those with the values in place. Component modes: with few of them
 *  structures whose numbers alone change are solved side by side, and `batched` of the points were. */
static void check_sweep(const char *structure, size_t batched)
{
  char text[4096];
  reading r = {0};
  hol_sweep sweep = {0};
  static const char *const format =
      "parameters: {p: %.17g}\n%sanalysis: {frequencies: {count: 3}, compliance: {modes: 10}%s}\n";
  snprintf(text, sizeof text, format, 1.0, structure, ", sweep: {over: {p: {from: 1, to: 3, points: 81}}}");
  assert_true(reading_of(text, &r));
  assert_int_equal(hol_sweep_run(&r.problem, (hol_sweep_options){0}, &sweep, &r.faults), HOL_OK);
  assert_int_equal(sweep.points, 81);
  assert_int_equal(sweep.batched, batched);
  for (size_t i = 0; i < sweep.points; i += 20) {
    solved s = {0};
    assert_int_equal(solve_text(&s, format, 1 + (double)i / 40, structure, ""), HOL_OK);
    for (size_t k = 0; k < 3; k++) {
      assert_within(sweep.omega[i * sweep.columns + k], omega_of(&s, k + 1), 1e-12, 1e-12);
    }
    forget(&s);
  }
  hol_sweep_clear(&sweep);
  reading_clear(&r);
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

/* ---- hinges in space --------------------------------------------------------------------------------------------- */

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
  assert_int_equal(hol_reaction_of(&s.result, &s.result.mode[3], 0).count, 5);
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

/* ---- universal joints -------------------------------------------------------------------------------------------- */

/** (0.8, -0.6, 0) and z have the normal (0.6, 0.8, 0), and so have others in their plane. */
static void test_universal_joint(void **state)
{
  (void)state;
  static const char *const written_out =
      "  - {fix: a.start}\n  - {ball: [a.end, b.start]}\n  - {weld: [b.start, m]}\n"
      "  - {constraint: {terms: [[3, a.end, rx], [4, a.end, ry], [-3, b.start, rx], [-4, b.start, ry]]}}\n";
  static const char *const axes[3] = {"[[0.8, -0.6, 0], z]", "[[0, 0, -3], [0.8, -0.6, 0]]",
                                      "[[4, -3, 1], [4, -3, 2]]"};
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
  assert_int_equal(hol_reaction_of(&s.result, &s.result.mode[4], 0).count, 4);
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

/* ---- bushings ---------------------------------------------------------------------------------------------------- */

static void test_bushing_is_its_springs(void **state)
{
  (void)state;
  compare_joints(
      ARM, "  - {fix: a.start}\n  - {bushing: [a.end, b.start], stiffness: [5, 6, 7, 0.5, 0, 0.3]}\n  - {fix: m}\n",
      "  - {fix: a.start}\n  - {fix: m}\n  - {spring: [a.end, b.start], freedom: ux, stiffness: 5}\n"
      "  - {spring: [a.end, b.start], freedom: uy, stiffness: 6}\n"
      "  - {spring: [a.end, b.start], freedom: uz, stiffness: 7}\n"
      "  - {spring: [a.end, b.start], freedom: rx, stiffness: 0.5}\n"
      "  - {spring: [a.end, b.start], freedom: rz, stiffness: 0.3}\n");
}

/** Local y is across the axis and as near to `up` as can be; by default it is z × x. */
static void test_axes_of_a_bushing(void **state)
{
  (void)state;
  static const char *const written_out =
      "  - {fix: a.start}\n  - {weld: [a.end, m]}\n  - {spring: b.start, direction: [0.6, 0.8, 0], stiffness: 5}\n"
      "  - {spring: b.start, direction: [-0.8, 0.6, 0], stiffness: 6}\n  - {spring: b.start, freedom: uz, stiffness: "
      "7}\n"
      "  - {spring: b.start, direction: [0.6, 0.8, 0], rotation: true, stiffness: 0.5}\n"
      "  - {spring: b.start, direction: [-0.8, 0.6, 0], rotation: true, stiffness: 0.4}\n"
      "  - {spring: b.start, freedom: rz, stiffness: 0.3}\n";
  static const char *const axes[3] = {"axis: [3, 4, 0], stiffness: [5, 6, 7, 0.5, 0.4, 0.3]",
                                      "axis: [0.6, 0.8, 0], up: [0, 1, 0], stiffness: [5, 6, 7, 0.5, 0.4, 0.3]",
                                      "axis: [0.6, 0.8, 0], up: z, stiffness: [5, 7, 6, 0.5, 0.3, 0.4]"};
  for (size_t k = 0; k < 3; k++) {
    char joints[512];
    snprintf(joints, sizeof joints, "  - {fix: a.start}\n  - {weld: [a.end, m]}\n  - {bushing: b.start, %s}\n",
             axes[k]);
    compare_joints(ARM, joints, written_out);
  }
}

/** Points apart: the elastic thing is at the first, and a rigid link to the second. */
static void test_bushing_between_points_apart(void **state)
{
  (void)state;
  compare_joints(
      ARM "  far: {kind: body, at: [1.3, 0.9, 0.4]}\n",
      "  - {fix: a.start}\n  - {weld: [m, b.start]}\n  - {weld: [b.end, far]}\n"
      "  - {bushing: [a.end, b.end], stiffness: [5, 6, 7, 0.5, 0.4, 0.3]}\n",
      "  - {fix: a.start}\n  - {weld: [m, b.start]}\n  - {weld: [far, b.end]}\n"
      "  - {bushing: [a.end, {point: far, offset: [-0.3, -0.7, -0.4]}], stiffness: [5, 6, 7, 0.5, 0.4, 0.3]}\n");
}

static void test_bushing_in_a_plane(void **state)
{
  (void)state;
  static const char *const parts =
      "parts:\n  a: {kind: beam, from: [0, 0], to: [1, 0.2], EA: 90, EI: 2, line_mass: 1}\n";
  compare_joints(parts, "  - {bushing: a.start, stiffness: [8, 9, 0.7], axis: [0.6, 0.8]}\n",
                 "  - {spring: a.start, direction: [0.6, 0.8], stiffness: 8}\n"
                 "  - {spring: a.start, direction: [-0.8, 0.6], stiffness: 9}\n"
                 "  - {spring: a.start, freedom: rz, stiffness: 0.7}\n");
}

#define SUSPENDED                                                                                                      \
  "freedoms: [ux, uy, rz]\nparts:\n  a: {kind: beam, from: [0, 0], to: [1, 0], EA: 90, EI: 2, line_mass: 1}\n"         \
  "joints:\n  - {bushing: a.start, stiffness: [2, 3*p, p^2], axis: [0.6, 0.8]}\n"                                      \
  "  - {bushing: a.end, stiffness: [0, 3, p]}\n"

static void test_stiffness_of_a_bushing_swept(void **state)
{
  (void)state;
  check_sweep(SUSPENDED, 81);
  check_derivatives("parameters: {p: 1.3}\n" SUSPENDED "analysis: {frequencies: {count: 6}, sensitivities: [p]}\n");
}

/** It pulls back what is displaced; of what it does not resist there is no reaction. */
static void test_reactions_of_a_bushing(void **state)
{
  (void)state;
  solved s = {0};
  assert_int_equal(solve_text(&s, "parts: {m: {kind: body, at: [0, 0, 0], mass: 4, inertia: [1, 2, 3]}}\n"
                                  "joints: [{bushing: m, stiffness: [8, 12, 20, 3, 0, 21]}]\n"
                                  "analysis: {frequencies: {count: 6}}\n"),
                   HOL_OK);
  assert_close(omega_of(&s, 2), sqrt(2), 1e-13);
  assert_close(omega_of(&s, 3), sqrt(3), 1e-13);
  for (size_t i = 0; i < 6; i++) {
    const hol_mode *mode = &s.result.mode[i];
    const double stiffness[5] = {8, 12, 20, 3, 21};
    const size_t freedom[5] = {HOL_UX, HOL_UY, HOL_UZ, HOL_RX, HOL_RZ};
    assert_int_equal(hol_reaction_of(&s.result, mode, 0).count, 5);
    for (size_t k = 0; k < 5; k++) {
      assert_near(hol_reaction_of(&s.result, mode, 0).value[k], -stiffness[k] * mode->shape[0].value[freedom[k]][0],
                  1e-12);
    }
  }
  forget(&s);
}

/* ---- gears ------------------------------------------------------------------------------------------------------- */

/** Two shafts without mass; `%s` is the joint. omega² = k (1/J1 + r²/J2), 1/k = 1/k1 + r²/k2. */
#define TRAIN                                                                                                          \
  "freedoms: [rx]\nparts:\n  motor: {kind: body, at: [0, 0, 0], inertia: 0.5}\n"                                       \
  "  one: {kind: shaft, from: [0, 0, 0], to: [0.5, 0, 0], GJ: 10, polar_inertia: 0}\n"                                 \
  "  two: {kind: shaft, from: [0.5, 1, 0], to: [1.5, 1, 0], GJ: 40, polar_inertia: 0}\n"                               \
  "  load: {kind: body, at: [1.5, 1, 0], inertia: 8}\n"                                                                \
  "joints:\n  - {weld: [motor, one.start]}\n  - {weld: [two.end, load]}\n"

static double train_frequency(double ratio, double teeth)
{
  double k = 1 / (1 / 20.0 + 1 / teeth + ratio * ratio / 40.0);
  return sqrt(k * (1 / 0.5 + ratio * ratio / 8.0));
}

/** The sign of the ratio is that of the rotations: seen in the shapes of the rigid-body mode. */
static void test_geared_shafts(void **state)
{
  (void)state;
  static const double ratio[4] = {3, -3, 0.25, -1};
  for (size_t i = 0; i < 4; i++) {
    solved s = {0};
    assert_int_equal(solve_text(&s,
                                TRAIN "  - {gear: [one.end, two.start], ratio: %.17g}\n"
                                      "analysis: {frequencies: {count: 2}}\n",
                                ratio[i]),
                     HOL_OK);
    assert_int_equal(s.result.rigid_modes, 1);
    assert_close(omega_of(&s, 2), train_frequency(ratio[i], HUGE_VAL), 1e-13);
    const hol_shape *shape = s.result.mode[0].shape;
    assert_close(shape[0].value[HOL_RX][0], ratio[i] * shape[3].value[HOL_RX][0], 1e-12);
    /* the motor is driven by the teeth alone: J omega² phi is the moment that they exert on it */
    const hol_mode *mode = &s.result.mode[1];
    assert_close(hol_reaction_of(&s.result, mode, 2).value[0],
                 -0.5 * mode->omega * mode->omega * mode->shape[0].value[HOL_RX][0], 1e-10);
    check_component(&s, 2, 0, "rx");
    forget(&s);
  }
  solved elastic = {0};
  assert_int_equal(solve_text(&elastic, TRAIN "  - {gear: [one.end, two.start], ratio: -3, stiffness: 7}\n"), HOL_OK);
  assert_close(omega_of(&elastic, 2), train_frequency(3, 7), 1e-13);
  forget(&elastic);
}

/** A bevel gear between two bending shafts, against the equation written out. */
static void test_bevel_gear(void **state)
{
  (void)state;
  compare_joints(ARM,
                 "  - {fix: a.start}\n  - {weld: [b.start, m]}\n  - {pin: b.end}\n"
                 "  - {gear: [a.end, b.start], ratio: -2.5, axes: [[5, 1, 0], [3, 7, 4]]}\n",
                 "  - {fix: a.start}\n  - {weld: [b.start, m]}\n  - {pin: b.end}\n"
                 "  - {constraint: {terms: [[5/26^0.5, a.end, rx], [1/26^0.5, a.end, ry], [7.5/74^0.5, b.start, rx], "
                 "[17.5/74^0.5, b.start, ry], [10/74^0.5, b.start, rz]]}}\n");
}

static void test_ratio_of_a_gear_swept(void **state)
{
  (void)state;
  check_derivatives("parameters: {p: -2.5}\n" ARM
                    "joints:\n  - {fix: a.start}\n  - {weld: [b.start, m]}\n  - {pin: b.end}\n"
                    "  - {gear: [a.end, b.start], ratio: p, axes: [x, [3, 7, p]]}\n"
                    "analysis: {frequencies: {count: 5}, sensitivities: [p]}\n");
  check_sweep(ARM "joints:\n  - {fix: a.start}\n  - {weld: [b.start, m]}\n  - {pin: b.end}\n"
                  "  - {gear: [a.end, b.start], ratio: p, axes: [x, [3, 7, p]]}\n",
              0);
}

/* ---- lengths and coefficients far apart -------------------------------------------------------------------------- */

/** Rotations and amplitudes of twisting are judged beside displacements at the scale of the structure. */
static void test_shafts_of_any_length(void **state)
{
  (void)state;
  for (int e = -24; e <= 24; e += 3) {
    solved s = {0};
    double length = pow(10, e);
    assert_int_equal(
        solve_text(&s,
                   "parts: {a: {kind: shaft, from: [0, 0, 0], to: [%.17g, 0, 0], GJ: %.17g, polar_inertia: "
                   "%.17g}}\njoints: [{fix: a.start}]\nanalysis: {frequencies: {count: 3}}\n",
                   length, 2 * pow(length, 3), length),
        HOL_OK);
    assert_true(s.result.complete);
    for (size_t i = 1; i <= 3; i++) {
      assert_close(omega_of(&s, i), ((double)i - 0.5) * M_PI * sqrt(2), 1e-12);
    }
    forget(&s);
  }
}

/** Structures of 1e12 and 1e14 m, whose frequencies are those of the same a billion times smaller. */
static void test_structures_of_enormous_length(void **state)
{
  (void)state;
  static const struct {
    const char *path;
    size_t zeros;
    double first, rtol;
  } row[] = {{HOLONOME_TESTS "/faults/lengths-1e12.yaml", 2, 0.9605655906127522, 1e-12},
             {HOLONOME_TESTS "/faults/lengths-silent-zero.yaml", 14, 4.3112, 1e-5},
             {HOLONOME_TESTS "/faults/lengths-refused.yaml", 0, 0.814316635, 1e-8}};
  for (size_t i = 0; i < sizeof row / sizeof row[0]; i++) {
    solved s = {0};
    assert_int_equal(solve_file(&s, row[i].path), HOL_OK);
    assert_true(s.result.complete);
    assert_int_equal(s.result.rigid_modes, row[i].zeros);
    assert_close(omega_of(&s, row[i].zeros + 1), row[i].first, row[i].rtol);
    forget(&s);
  }
}

/** Of what is left of an equation that nearly follows from another no term is dropped; that digits are lost is said. */
static void test_equations_that_are_nearly_the_same(void **state)
{
  (void)state;
  static const double difference[3] = {1e-11, 3e-11, 1e-8};
  for (size_t i = 0; i < 3; i++) {
    solved s = {0};
    assert_int_equal(
        solve_text(&s,
                   "freedoms: [ux]\nparts:\n  a: {kind: body, at: [0], mass: 1}\n  b: {kind: body, at: [1], "
                   "mass: 1}\n  c: {kind: body, at: [2], mass: 1}\njoints:\n"
                   "  - {spring: a, freedom: ux, stiffness: 1}\n  - {spring: b, freedom: ux, stiffness: 2}\n"
                   "  - {spring: c, freedom: ux, stiffness: 3}\n"
                   "  - {constraint: {terms: [[1, a, ux], [-1, b, ux]]}}\n"
                   "  - {constraint: {terms: [[1, a, ux], [-%.17g, b, ux], [%.17g, c, ux]]}}\n"
                   "analysis: {frequencies: {count: 3}}\n",
                   1 + difference[i], difference[i]),
        HOL_INCOMPLETE);
    assert_int_equal(s.result.mode_count, 1);
    assert_close(omega_of(&s, 1), sqrt(2), 1e-16 / difference[i]);
    assert_true(isnan(s.result.mode[0].lower));
    forget(&s);
  }
}

/** Three masses in a row, the last of them held by the only port: (3 - λ/2) (5 - λ) = 9. */
static void test_imported_part_with_its_only_port_held(void **state)
{
  (void)state;
  solved s = {0};
  assert_int_equal(solve_file(&s, HOLONOME_TESTS "/faults/import-only-port-held.yaml"), HOL_OK);
  assert_true(s.result.complete);
  for (size_t i = 1; i <= 2; i++) {
    double lambda = 5.5 + (i == 1 ? -1 : 1) * sqrt(18.25);
    assert_close(omega_of(&s, i), sqrt(lambda), 1e-13);
    assert_false(s.result.mode[i - 1].reaction_free);
    assert_true(isnan(s.result.mode[i - 1].modal_mass));
    assert_true(s.result.mode[i - 1].residual < 1e-9);
  }
  forget(&s);
}

/* ---- where parts stand ------------------------------------------------------------------------------------------- */

/** The same numbers with a place written and without. `%s` is that place. */
static void compare_places(const char *text, const char *place, size_t modes)
{
  solved one = {0}, other = {0};
  assert_int_equal(solve_text(&one, text, ""), HOL_OK);
  assert_int_equal(solve_text(&other, text, place), HOL_OK);
  for (size_t k = 0; k < 3; k++) {
    assert_within(one.result.centre[k], other.result.centre[k], 1e-14, 1e-14);
  }
  for (size_t i = 1; i <= modes; i++) {
    assert_within(omega_of(&one, i), omega_of(&other, i), 1e-13, 1e-13);
  }
  forget(&one);
  forget(&other);
}

/** A part with an extent stands at the origin of the file, whatever is joined to it above; a plate with a hub is where
 *  its hub is. */
static void test_parts_with_an_extent_stand_at_the_origin(void **state)
{
  (void)state;
  compare_places(
      "materials: {s: {E: 210 GPa, density: 7850, nu: 0.3}}\nparts:\n"
      "  bed: {kind: plate, %ssides: [0.8, 0.5], thickness: 0.02, material: s, edges: [clamped, free, free, free], "
      "points: {foot: {at: [0.4, 0.25], patch: 0.08}}}\n"
      "  motor: {kind: body, at: [0.4, 0.25, 0.18], mass: 90, inertia: [1.1, 1.9, 1.6]}\n"
      "joints: [{weld: [bed.foot, motor]}]\nanalysis: {frequencies: {count: 3}}\n",
      "at: [0, 0, 0], ", 3);
  compare_places(
      "materials: {s: {E: 210 GPa, density: 7850, nu: 0.3}}\nsections: {q: {shape: square, side: 0.01}}\nparts:\n"
      "  ring: {kind: ring, %sradius: 0.2, material: s, section: q, points: {a: 0, c: 0.5}}\n"
      "  box: {kind: body, at: [0.2, 0, 0.1], mass: 2, inertia: [0.01, 0.01, 0.01]}\n"
      "joints: [{weld: [ring.a, box]}, {pin: ring.c}]\nanalysis: {frequencies: {count: 5}}\n",
      "at: [0, 0, 0], ", 5);
  compare_places(
      "materials: {s: {E: 210 GPa, density: 7850, nu: 0.3}}\nparts:\n"
      "  lid: {kind: plate, %sradius: 0.2, thickness: 0.005, material: s, rim: supported, points: {p: [0.1, 0]}}\n"
      "  box: {kind: body, at: [0.1, 0, 0.3], mass: 2}\n"
      "joints: [{tie: [lid.p, box], freedom: uz}, {fix: box, freedoms: [ux, uy, rx, ry, rz]}]\n"
      "analysis: {frequencies: {count: 3}}\n",
      "at: [0, 0, 0], ", 3);
  compare_places(
      "materials: {s: {E: 210 GPa, density: 7850, nu: 0.3}}\nparts:\n"
      "  disk: {kind: plate, %sradius: 0.2, inner_radius: 0.02, inner_edge: hub, thickness: 0.005, material: s}\n"
      "  post: {kind: beam, from: [1, 2, 0], to: [1, 2, 0.3], EA: 1e7, EI: 1e3, GJ: 1e3, line_mass: 1}\n"
      "joints: [{fix: post.start}, {weld: [post.end, disk.hub]}]\nanalysis: {frequencies: {count: 3}}\n",
      "at: [1, 2, 0.3], ", 3);
  compare_places(
      "freedoms: [ux, uy, uz]\nparts:\n"
      "  e: {kind: matrices, %sstiffness: " HOLONOME_TESTS "/faults/element-k.mtx, mass: " HOLONOME_TESTS
      "/faults/element-m.mtx, ports: {a: {ux: 1, at: [1, 0, 0]}}}\n"
      "  box: {kind: body, at: [9, 0, 0.1], mass: 2}\n"
      "joints: [{tie: [e.a, box], freedom: ux}, {fix: box, freedoms: [uy, uz]}]\nanalysis: {frequencies: {count: 1}}\n",
      "at: [0, 0, 0], ", 1);
}

/** In copies it is the origin of the copy. */
static void test_copies_of_plates_stand_a_step_apart(void **state)
{
  (void)state;
  solved s = {0};
  assert_int_equal(
      solve_text(&s, "materials: {s: {E: 12, density: 1, nu: 0.3}}\nparts:\n  c:\n    repeat: {n: 3, step: [2, 0, 0]}\n"
                     "    parts: {p: {kind: plate, sides: [1, 1], thickness: 1, material: s}}\n"
                     "analysis: {frequencies: {count: 10}}\n"),
      HOL_OK);
  assert_close(s.result.centre[0], 2.5, 1e-14);
  assert_close(s.result.centre[1], 0.5, 1e-14);
  forget(&s);
}

/* ---- welds of some freedoms -------------------------------------------------------------------------------------- */

/** One turns about a pin with a spring, and carries the other along on an arm of 1 m: k = 100 over 1 + (1 + 1). */
static void test_weld_of_freedoms_named_has_an_arm(void **state)
{
  (void)state;
  static const char *const freedoms[3] = {", freedoms: [ux, uy, rz]", ", freedoms: [rz, uy]", ""};
  for (size_t i = 0; i < 3; i++) {
    solved s = {0};
    assert_int_equal(solve_text(&s,
                                "parts:\n  a: {kind: body, at: [0, 0], mass: 1, inertia: 1}\n"
                                "  b: {kind: body, at: [1, 0], mass: 1, inertia: 1}\n"
                                "joints:\n  - {weld: [a, b]%s}\n  - {spring: a, freedom: rz, stiffness: 100}\n"
                                "  - {pin: a}\n  - {fix: b, freedoms: [ux]}\nanalysis: {frequencies: {count: 3}}\n",
                                freedoms[i]),
                     HOL_OK);
    assert_int_equal(s.result.mode_count, 1);
    assert_close(omega_of(&s, 1), sqrt(100.0 / 3), 1e-14);
    forget(&s);
  }
}

/** The components named are those of a rigid body that moves with the first point; the others stay free. */
static void test_weld_of_freedoms_named_written_out(void **state)
{
  (void)state;
  compare_joints(ARM, "  - {fix: b.end}\n  - {weld: [b.start, m]}\n  - {weld: [m, a.start], freedoms: [ux, uz, ry]}\n",
                 "  - {fix: b.end}\n  - {weld: [b.start, m]}\n"
                 "  - {constraint: {terms: [[1, m, ux], [0.2, m, rz], [-1, a.start, ux]]}}\n"
                 "  - {constraint: {terms: [[1, m, uz], [-0.2, m, rx], [1, m, ry], [-1, a.start, uz]]}}\n"
                 "  - {constraint: {terms: [[1, m, ry], [-1, a.start, ry]]}}\n");
  compare_joints(
      ARM,
      "  - {fix: b.end}\n  - {weld: [b.start, {point: m, offset: [0, 0.1, 0]}]}\n"
      "  - {weld: [{point: m, offset: [0, 0.1, 0]}, {point: a.start, offset: [0, 0, 0.2]}], freedoms: [uy, rx]}\n",
      "  - {fix: b.end}\n  - {weld: [b.start, {point: m, offset: [0, 0.1, 0]}]}\n"
      "  - {constraint: {terms: [[1, m, uy], [-0.2, m, rx], [-1, m, rz], [-1, a.start, uy], [0.2, a.start, rx]]}}\n"
      "  - {constraint: {terms: [[1, m, rx], [-1, a.start, rx]]}}\n");
}

static void test_weld_of_freedoms_named_swept(void **state)
{
  (void)state;
  static const char *const parts = "parts:\n  a: {kind: beam, from: [0, 0], to: [1, 0], EA: 90, EI: 2, line_mass: 1}\n"
                                   "  m: {kind: body, at: [1 + p, p^2], mass: 1, inertia: 0.1}\n"
                                   "joints:\n  - {pin: a.start}\n  - {spring: m, freedom: rz, stiffness: 0.3}\n"
                                   "  - {weld: [a.end, m], freedoms: [ux, uy]}\n";
  char text[1024];
  check_sweep(parts, 0);
  snprintf(text, sizeof text, "parameters: {p: 0.3}\n%sanalysis: {frequencies: {count: 4}, sensitivities: [p]}\n",
           parts);
  check_derivatives(text);
}

/* ---- offsets ----------------------------------------------------------------------------------------------------- */

/** A point on an arm is that of a body without mass at its place, welded on. */
static void test_offsets(void **state)
{
  (void)state;
  static const char *const off = "{point: a.end, offset: [0.1, -0.3, 0.2]}";
  static const char *const joint[8] = {
      "weld: [b.start, %s]",
      "ball: [%s, b.start]",
      "pin: %s",
      "slide: [b.start, %s], direction: [1, 2, 3]",
      "spring: [%s, b.end], direction: [1, 2, 3], stiffness: 3",
      "tie: [b.start, %s], freedom: uy",
      "roller: %s, direction: [1, 0, 2]",
      "constraint: {terms: [[2, %s, uy], [-1, b.end, [0, 1, 1]]]}",
  };
  static const char *const parts =
      "parts:\n  a: {kind: beam, from: [0, 0, 0], to: [1, 0.2, 0], EA: 90, EI_y: 1, EI_z: 2, GJ: 0.7, line_mass: 1, "
      "polar_inertia: 0.01}\n  b: {kind: beam, from: [1.1, -0.1, 0.2], to: [1.3, 0.9, 0.4], EA: 70, EI: 1, GJ: 0.8, "
      "line_mass: 1, polar_inertia: 0.02}\n  o: {kind: body, at: [1.1, -0.1, 0.2]}\n";
  for (size_t i = 0; i < sizeof joint / sizeof joint[0]; i++) {
    char plain[512], with[512], line[256];
    snprintf(line, sizeof line,
             "  - {fix: a.start}\n  - {fix: b.end, freedoms: [ux, rx, rz]}\n  - {weld: [a.end, o]}\n  - {%s}\n",
             joint[i]);
    const char *at = strstr(line, "%s");
    assert_non_null(at);
    snprintf(plain, sizeof plain, "%.*so%s", (int)(at - line), line, at + 2);
    snprintf(with, sizeof with, "%.*s%s%s", (int)(at - line), line, off, at + 2);
    compare_joints(parts, with, plain);
  }
}

static void test_matrix_of_stiffness_on_an_offset(void **state)
{
  (void)state;
  static const char *const parts =
      "parts:\n  a: {kind: beam, from: [0, 0], to: [1, 0.2], EA: 90, EI: 2, line_mass: 1}\n"
      "  o: {kind: body, at: [1.2, 0.1]}\n";
  compare_joints(parts,
                 "  - {weld: [a.end, o]}\n  - {spring: {point: a.end, offset: [0.2, -0.1]}, stiffness: [[5, 1, 0], "
                 "[1, 8, -2], [0, -2, 3]]}\n",
                 "  - {weld: [a.end, o]}\n  - {spring: o, stiffness: [[5, 1, 0], [1, 8, -2], [0, -2, 3]]}\n");
}

/** Parts without coordinates come to where the offset is. */
static void test_parts_are_placed_on_an_offset(void **state)
{
  (void)state;
  solved s = {0};
  assert_int_equal(solve_text(&s, "parts:\n  a: {kind: beam, from: [0, 0], to: [1, 0], EA: 90, EI: 2, line_mass: 1}\n"
                                  "  m: {kind: body, mass: 1, inertia: 0.1}\n"
                                  "joints: [{fix: a.start}, {weld: [{point: a.end, offset: [0.5, 0.25]}, m]}]\n"),
                   HOL_OK);
  assert_close(s.result.centre[0], 1, 1e-14);
  assert_close(s.result.centre[1], 0.125, 1e-14);
  forget(&s);
}

#define ON_AN_ARM                                                                                                      \
  "parts:\n  a: {kind: beam, from: [0, 0], to: [1, 0], EA: 90, EI: 2, line_mass: 1}\n"                                 \
  "  m: {kind: body, at: [1, 0], mass: 1, inertia: 0.1}\n"                                                             \
  "joints:\n  - {weld: [a.end, m]}\n  - {pin: a.start}\n"                                                              \
  "  - {spring: {point: m, offset: [p, p^2]}, direction: [1, 2], stiffness: 3}\n"

static void test_offset_swept(void **state)
{
  (void)state;
  check_sweep(ON_AN_ARM, 0);
  check_derivatives("parameters: {p: 0.3}\n" ON_AN_ARM "analysis: {frequencies: {count: 4}, sensitivities: [p]}\n");
}

/* ---- patches ----------------------------------------------------------------------------------------------------- */

/** A patch is a rigid disk hinged to the plate on three points of its rim; round plates have them as well. */
static void test_patch_is_hinged_on_its_rim(void **state)
{
  (void)state;
  static const char *const plates[2] = {
      "materials: {m: {E: 12, nu: 0.3, density: 1}}\nparts:\n"
      "  p: {kind: plate, at: [1, 0, 0], radius: 1, thickness: 1, material: m, rim: supported, points: %s}\n"
      "  m: {kind: body, at: [1.2, 0.3, 0.5], mass: 0.4, inertia: [0.1, 0.2, 0.3]}\n",
      "materials: {m: {E: 12, nu: 0.3, density: 1}}\nparts:\n"
      "  p: {kind: plate, at: [0, 0, 0], normal: [1, 0, 0], x_axis: [0, 1, 0], sides: [1, 0.8], thickness: 1, "
      "material: m, "
      "edges: [clamped, free, free, supported], points: %s}\n"
      "  m: {kind: body, at: [-0.5, 0.2, 0.3], mass: 0.4, inertia: [0.1, 0.2, 0.3]}\n"};
  static const char *const centre[2] = {"offset: [0, 0, -0.5]", "offset: [0.5, 0, 0]"};
  static const double own[2][3][3] = {{{1, 0, 0}, {0, 1, 0}}, {{0, 1, 0}, {0, 0, 1}}};
  for (size_t i = 0; i < 2; i++) {
    char points[256], with[1024], without[1024], joints[1024] = "";
    snprintf(with, sizeof with, plates[i], "{t: {at: [0.2, 0.3], patch: 0.05}}");
    size_t used = 0, at = 1;
    points[0] = '{';
    for (size_t k = 0; k < 3; k++) {
      double x = 0.05 * cos(2 * M_PI * (double)k / 3), y = 0.05 * sin(2 * M_PI * (double)k / 3), arm[3];
      at += (size_t)snprintf(points + at, sizeof points - at, "%sr%zu: [%.17g, %.17g]", k ? ", " : "", k, 0.2 + x,
                             0.3 + y);
      for (size_t f = 0; f < 3; f++) {
        arm[f] = x * own[i][0][f] + y * own[i][1][f];
      }
      used += (size_t)snprintf(joints + used, sizeof joints - used,
                               "  - {ball: [p.r%zu, {point: o, offset: [%.17g, %.17g, %.17g]}]}\n", k, arm[0], arm[1],
                               arm[2]);
    }
    snprintf(points + at, sizeof points - at, "}");
    snprintf(without, sizeof without, plates[i], points);
    snprintf(joints + used, sizeof joints - used, "  - {weld: [o, m]}\n");
    const char *place = i ? "[0, 0.2, 0.3]" : "[1.2, 0.3, 0]";
    solved one = {0}, other = {0};
    assert_int_equal(solve_text(&one, "%sjoints:\n  - {weld: [p.t, m]}\nanalysis: {frequencies: {count: 5}}\n", with),
                     HOL_OK);
    assert_int_equal(solve_text(&other, "%s  o: {kind: body, at: %s}\njoints:\n%sanalysis: {frequencies: {count: 5}}\n",
                                without, place, joints),
                     HOL_OK);
    for (size_t k = 1; k <= 5; k++) {
      assert_close(omega_of(&one, k), omega_of(&other, k), 1e-9);
    }
    check_component(&one, 0, 2, "uz");
    check_component(&one, 0, 3, "rx");
    assert_true(one.result.complete);
    /* a hinge on an arm from the body to the patch takes hold of the same place */
    assert_int_equal(solve_text(&other,
                                "%sjoints:\n  - {weld: [{point: m, %s}, p.t]}\nanalysis: {frequencies: {count: 5}}\n",
                                with, centre[i]),
                     HOL_OK);
    for (size_t k = 1; k <= 5; k++) {
      assert_close(omega_of(&one, k), omega_of(&other, k), 1e-9);
    }
    forget(&one);
    forget(&other);
  }
}

/** A table: legs welded to patches of the top, which no moment could hold otherwise. Stiffer with larger feet. */
static void test_legs_are_welded_to_patches(void **state)
{
  (void)state;
  double last = 0;
  static const char *const radius[3] = {"5 mm", "10 mm", "20 mm"};
  for (size_t i = 0; i < 3; i++) {
    solved s = {0};
    assert_int_equal(
        solve_text(&s,
                   "parameters: {r: %s}\nmaterials: {s: {E: 210 GPa, nu: 0.3, density: 7850 kg/m^3}}\n"
                   "sections: {leg: {shape: tube, diameter: 30 mm, thickness: 2 mm}}\nparts:\n"
                   "  top: {kind: plate, at: [0, 0, 0.7], sides: [1.2, 0.8], thickness: 5 mm, material: s, points: {"
                   "a: {at: [0.1, 0.1], patch: r}, b: {at: [1.1, 0.1], patch: r}, c: {at: [1.1, 0.7], patch: r}, "
                   "d: {at: [0.1, 0.7], patch: r}}}\n"
                   "  la: {kind: beam, from: [0.1, 0.1, 0], to: [0.1, 0.1, 0.7], material: s, section: leg}\n"
                   "  lb: {kind: beam, from: [1.1, 0.1, 0], to: [1.1, 0.1, 0.7], material: s, section: leg}\n"
                   "  lc: {kind: beam, from: [1.1, 0.7, 0], to: [1.1, 0.7, 0.7], material: s, section: leg}\n"
                   "  ld: {kind: beam, from: [0.1, 0.7, 0], to: [0.1, 0.7, 0.7], material: s, section: leg}\njoints:\n"
                   "  - {fix: la.start}\n  - {fix: lb.start}\n  - {fix: lc.start}\n  - {fix: ld.start}\n"
                   "  - {weld: [la.end, top.a]}\n  - {weld: [lb.end, top.b]}\n  - {weld: [lc.end, top.c]}\n"
                   "  - {weld: [ld.end, top.d]}\nanalysis: {frequencies: {count: 6}}\n",
                   radius[i]),
        HOL_OK);
    assert_true(s.result.complete);
    assert_true(s.result.rigid_modes == 0);
    assert_true(omega_of(&s, 1) > last);
    last = omega_of(&s, 1);
    forget(&s);
  }
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
      cmocka_unit_test(test_bushing_is_its_springs),
      cmocka_unit_test(test_axes_of_a_bushing),
      cmocka_unit_test(test_bushing_between_points_apart),
      cmocka_unit_test(test_bushing_in_a_plane),
      cmocka_unit_test(test_stiffness_of_a_bushing_swept),
      cmocka_unit_test(test_reactions_of_a_bushing),
      cmocka_unit_test(test_geared_shafts),
      cmocka_unit_test(test_bevel_gear),
      cmocka_unit_test(test_ratio_of_a_gear_swept),
      cmocka_unit_test(test_shafts_of_any_length),
      cmocka_unit_test(test_structures_of_enormous_length),
      cmocka_unit_test(test_equations_that_are_nearly_the_same),
      cmocka_unit_test(test_imported_part_with_its_only_port_held),
      cmocka_unit_test(test_parts_with_an_extent_stand_at_the_origin),
      cmocka_unit_test(test_copies_of_plates_stand_a_step_apart),
      cmocka_unit_test(test_weld_of_freedoms_named_has_an_arm),
      cmocka_unit_test(test_weld_of_freedoms_named_written_out),
      cmocka_unit_test(test_weld_of_freedoms_named_swept),
      cmocka_unit_test(test_offsets),
      cmocka_unit_test(test_matrix_of_stiffness_on_an_offset),
      cmocka_unit_test(test_parts_are_placed_on_an_offset),
      cmocka_unit_test(test_offset_swept),
      cmocka_unit_test(test_patch_is_hinged_on_its_rim),
      cmocka_unit_test(test_legs_are_welded_to_patches),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}

/* SPDX-License-Identifier: BSD-3-Clause */
/* The finite-element road against closed forms and dynamic stiffness in 40 digits, all to 1e-11: what is compared with
   it elsewhere is worth as much as this. */
#include "close.h"

#include "fe.h"
#include "reading.h"

#include "base/vector.h"

#include <stdio.h>
#include <stdlib.h>

static const double pi = 3.14159265358979323846;

static const double tolerance = 1e-11;

/** Frequencies of a problem text against those expected, zero ones written as 0. */
static void check(const char *text, const double *expected, size_t count)
{
  reading r = {0};
  fe_answer answer = {0};
  assert_true(reading_of(text, &r));
  const fe_status status = fe_solve(&r.problem, r.kind, r.kinds, count, &answer);
  if (status != FE_OK) {
    print_error("%s\n%s\n", answer.message, text);
  }
  assert_int_equal(status, FE_OK);
  assert_true(answer.count >= count || (answer.exhausted && answer.count == count));
  assert_all_close(answer.omega, expected, count, tolerance, 0);
  for (size_t i = 0; i < count; i++) {
    assert_near(answer.error[i], 0, 1e-12 * expected[i]);
  }
  fe_clear(&answer);
  reading_clear(&r);
}

/** A unit beam with own ends: β² of the roots β, after `zeros` zero ones. */
static void check_ends(const char *ends, size_t zeros, const double *beta)
{
  char text[400];
  double expected[6] = {0};
  for (size_t i = zeros; i < 6; i++) {
    expected[i] = beta[i - zeros] * beta[i - zeros];
  }
  snprintf(text, sizeof text,
           "freedoms: [uy, rz]\nparts: {b: {kind: beam, from: [0, 0], to: [1, 0], EI: 1, line_mass: 1, ends: %s}}\n"
           "analysis: {frequencies: {count: 6}}\n",
           ends);
  check(text, expected, 6);
}

static const double clamped_free[] = {1.875104068711961166, 4.694091132974174576, 7.854757438237612565,
                                      10.99554073487546699, 14.13716839104647058, 17.27875953208823633};
static const double clamped_clamped[] = {4.730040744862704026, 7.853204624095837556, 10.99560783800167091,
                                         14.13716549125746418, 17.27875965739948144, 20.42035224562606109};
static const double clamped_pinned[] = {3.926602312047918778, 7.068582745628732089, 10.21017612281303055,
                                        13.35176877775409312, 16.49336143134640978, 19.63495408493620773};
static const double clamped_guided[] = {2.365020372431352013, 5.497803919000835453, 8.639379828699740719,
                                        11.78097245102022754, 14.92256510455162713, 18.06415775814131133};

static void test_fe_uniform_beams_with_all_ends(void **state)
{
  (void)state;
  double whole[6], odd[6];
  for (size_t i = 0; i < 6; i++) {
    whole[i] = (double)(i + 1) * pi;
    odd[i] = ((double)i + 0.5) * pi;
  }
  check_ends("clamped-free", 0, clamped_free);
  check_ends("free-clamped", 0, clamped_free);
  check_ends("clamped-clamped", 0, clamped_clamped);
  check_ends("free-free", 2, clamped_clamped);
  check_ends("clamped-pinned", 0, clamped_pinned);
  check_ends("pinned-free", 1, clamped_pinned);
  check_ends("clamped-guided", 0, clamped_guided);
  check_ends("guided-free", 1, clamped_guided);
  check_ends("pinned-pinned", 0, whole);
  check_ends("guided-guided", 1, whole);
  check_ends("guided-pinned", 0, odd);
}

static void test_fe_joints_hold_as_own_ends_do(void **state)
{
  (void)state;
  double expected[6];
  for (size_t i = 0; i < 6; i++) {
    expected[i] = clamped_pinned[i] * clamped_pinned[i];
  }
  check("parts: {b: {kind: beam, from: [1, 2], to: [1.6, 2.8], EI: 1, line_mass: 1}}\n"
        "joints:\n  - {fix: b.end}\n  - {roller: b.start, direction: [-8, 6]}\n"
        "analysis: {frequencies: {count: 6}}\n",
        expected, 6);
  check("parts: {b: {kind: beam, from: [1, 2], to: [1.6, 2.8], EI: 1, line_mass: 1}}\n"
        "joints:\n  - {fix: b.end}\n  - {pin: b.start}\n  - {pin: b.end}\n"
        "analysis: {frequencies: {count: 6}}\n",
        expected, 6);
}

static void test_fe_bar_with_end_mass(void **state)
{
  (void)state;
  const double expected[] = {1.076873986311803659, 3.643597167425400641, 6.578333732722338709,
                             9.62956034329742952,  12.72229877176663484, 15.83361141494771858};
  check("freedoms: [ux]\nparts:\n  b: {kind: bar, from: [0, 0], to: [1, 0], EA: 1, line_mass: 1}\n"
        "  m: {kind: body, at: [1, 0], mass: 0.5}\n"
        "joints:\n  - {fix: b.start}\n  - {weld: [b.end, m]}\nanalysis: {frequencies: {count: 6}}\n",
        expected, 6);
}

static void test_fe_torsion_train_of_three_disks(void **state)
{
  (void)state;
  const double expected[] = {0, sqrt(2.0), sqrt(6.0)};
  check(
      "freedoms: [rx]\nparts:\n"
      "  a: {kind: shaft, from: [0, 0, 0], to: [1, 0, 0], GJ: 1, polar_inertia: 0}\n"
      "  b: {kind: shaft, from: [1, 0, 0], to: [2, 0, 0], GJ: 1, polar_inertia: 0}\n"
      "  p: {kind: body, at: [0, 0, 0], inertia: [0.5, 1, 1]}\n  q: {kind: body, at: [1, 0, 0], inertia: [0.5, 1, 1]}\n"
      "  r: {kind: body, at: [2, 0, 0], inertia: [0.5, 1, 1]}\n"
      "joints:\n  - {weld: [a.start, p]}\n  - {weld: [a.end, q, b.start]}\n  - {weld: [b.end, r]}\n"
      "analysis: {frequencies: {count: 3}}\n",
      expected, 3);
}

static void test_fe_two_equal_spans_alternate_pinned_and_clamped(void **state)
{
  (void)state;
  double expected[6];
  for (size_t i = 0; i < 3; i++) {
    expected[2 * i] = pow((double)(i + 1) * pi, 2);
    expected[2 * i + 1] = clamped_pinned[i] * clamped_pinned[i];
  }
  check("parts: {b: {kind: beam, from: [0, 0], to: [2, 0], EI: 1, line_mass: 1}}\n"
        "joints:\n  - {pin: b.start}\n  - {pin: b@0.5}\n  - {pin: b.end}\nanalysis: {frequencies: {count: 6}}\n",
        expected, 6);
}

/** k = nπ: EI s k⁴ - λ (s m + (s r + EI m) k²) + m r λ² = 0; and the shear mode without deflection, λ = s/r. */
static void test_fe_timoshenko_pinned_beam(void **state)
{
  (void)state;
  double EI = 1, m = 1, r = 0.01, s = 30;
  double expected[13] = {sqrt(s / r)};
  for (int n = 1; n <= 6; n++) {
    double k2 = pow(n * pi, 2), b = s * m + (s * r + EI * m) * k2, c = EI * s * k2 * k2;
    double root = sqrt(b * b - 4 * m * r * c);
    expected[2 * n - 1] = sqrt(2 * c / (b + root));
    expected[2 * n] = sqrt((b + root) / (2 * m * r));
  }
  hol_sort(13, expected);
  check("freedoms: [uy, rz]\nparts:\n"
        "  b: {kind: beam, from: [0, 0], to: [1, 0], EI: 1, line_mass: 1, kGA: 30, rotary_inertia: 0.01,\n"
        "      ends: pinned-pinned}\nanalysis: {frequencies: {count: 7}}\n",
        expected, 7);
}

static void test_fe_timoshenko_cantilever(void **state)
{
  (void)state;
  const double expected[] = {3.213977417487846761, 14.25908545832139277, 30.93785158147358704, 46.84248131721664082,
                             60.60325310565533436, 66.46934988234424611, 78.62785737447132086};
  check("freedoms: [uy, rz]\nparts:\n"
        "  b: {kind: beam, from: [0, 0], to: [1, 0], EI: 1, line_mass: 1, kGA: 30, rotary_inertia: 0.01}\n"
        "joints:\n  - {fix: b.start}\n  - {spring: b@0.3, freedom: uy, stiffness: 1e-14}\n"
        "analysis: {frequencies: {count: 7}}\n",
        expected, 7);
}

static void test_fe_cantilever_with_tip_mass(void **state)
{
  (void)state;
  const double expected[] = {1.557297861198920865, 16.25008515823860137, 50.89584283121595953,
                             105.1982758497547239, 179.2320194434954357, 273.000457384788};
  check("parts:\n  b: {kind: beam, from: [0, 0], to: [1, 0], EI: 1, line_mass: 1, EA: 1e9}\n"
        "  m: {kind: body, mass: 1}\n"
        "joints:\n  - {fix: b.start}\n  - {weld: [b.end, m]}\nanalysis: {frequencies: {count: 6}}\n",
        expected, 6);
}

/** Columns of height 0.8 clamped below, a girder of 1.2 with a body in its middle; Wittrick–Williams with the dynamic
 *  stiffness of four members in 40 digits. */
static void test_fe_portal_frame(void **state)
{
  (void)state;
  const double expected[] = {3.20422426091149581, 5.20890661159813685, 9.44026852281002597, 15.3096553444527793,
                             15.8860891964349491, 20.8748781614672966, 23.1358339287455509, 32.9094485633776259,
                             34.734542556691276,  35.0078073810133094};
  check("parts:\n  left: {kind: beam, from: [0, 0], to: [0, 0.8], EI: 1, EA: 50, line_mass: 1}\n"
        "  right: {kind: beam, from: [1.2, 0.8], to: [1.2, 0], EI: 1, EA: 50, line_mass: 1}\n"
        "  girder: {kind: beam, from: [0, 0.8], to: [1.2, 0.8], EI: 2, EA: 80, line_mass: 1.5}\n"
        "  load: {kind: body, at: [0.6, 0.8], mass: 0.7, inertia: 0.05}\n"
        "joints:\n  - {fix: left.start}\n  - {fix: right.end}\n  - {weld: [left.end, girder.start]}\n"
        "  - {weld: [girder.end, right.start]}\n  - {weld: [load, girder@0.5]}\n"
        "analysis: {frequencies: {count: 10}}\n",
        expected, 10);
}

static void test_fe_pinned_beam_with_tension_foundation_and_rotary_inertia(void **state)
{
  (void)state;
  double expected[6];
  for (int n = 1; n <= 6; n++) {
    double k2 = pow(n * pi / 1.5, 2);
    expected[n - 1] = sqrt((2 * k2 * k2 + 7 * k2 + 40) / (3 + 0.02 * k2));
  }
  check("freedoms: [uy, rz]\nparts:\n"
        "  b: {kind: beam, from: [0, 0], to: [1.5, 0], EI: 2, line_mass: 3, rotary_inertia: 0.02, axial_force: 7,\n"
        "      foundation: 40, ends: pinned-pinned}\n"
        "joints:\n  - {spring: b@0.37, freedom: uy, stiffness: 1e-14}\n"
        "analysis: {frequencies: {count: 6}}\n",
        expected, 6);
}

/** Oblique in space, its principal planes turned: β² for each plane, (2n-1)π/2 for twist and segment. */
static void test_fe_cantilever_in_space_keeps_its_motions_apart(void **state)
{
  (void)state;
  double expected[24];
  size_t n = 0;
  for (size_t i = 0; i < 6; i++) {
    double odd = ((double)i + 0.5) * pi, square = clamped_free[i] * clamped_free[i];
    expected[n++] = square * 2;              /* EI_y = 4 */
    expected[n++] = square * 3;              /* EI_z = 9 */
    expected[n++] = odd * sqrt(0.5 / 0.125); /* GJ over polar inertia */
    expected[n++] = odd * 11;                /* EA = 121 */
  }
  hol_sort(24, expected);
  check("parts:\n  b: {kind: beam, from: [0, 0, 0], to: [1/3, 2/3, 2/3], up: [1, 2, 3], EI_y: 4, EI_z: 9, GJ: 0.5,\n"
        "      EA: 121, line_mass: 1, polar_inertia: 0.125}\n"
        "joints:\n  - {fix: b.start}\n  - {spring: b@0.6, freedom: uz, stiffness: 1e-14}\n"
        "analysis: {frequencies: {count: 9}}\n",
        expected, 9);
}

/** A massless cantilever with a body whose centre is off its end: 2 × 2 eigenproblem with K = EI [12/l³ -6/l²; -6/l²
 *  4/l]. */
static void test_fe_rigid_arm_carries_the_body(void **state)
{
  (void)state;
  double m = 2, J = 0.3, arm = 0.25; /* centre beyond the end: w = w₁ + arm θ₁ */
  const double K[3] = {12, -6, 4}, M[3] = {m, m * arm, J + m * arm * arm};
  double a = M[0] * M[2] - M[1] * M[1], b = K[0] * M[2] + K[2] * M[0] - 2 * K[1] * M[1], c = K[0] * K[2] - K[1] * K[1];
  double root = sqrt(b * b - 4 * a * c), expected[] = {sqrt(2 * c / (b + root)), sqrt((b + root) / (2 * a))};
  check("freedoms: [uy, rz]\nparts:\n  b: {kind: beam, from: [0, 0], to: [1, 0], EI: 1, line_mass: 0}\n"
        "  m: {kind: body, at: [1.25, 0], mass: 2, inertia: 0.3}\n"
        "joints:\n  - {fix: b.start}\n  - {weld: [m, b.end]}\nanalysis: {frequencies: {count: 2}}\n",
        expected, 2);
}

static void test_fe_free_beam_in_space_has_six_rigid_modes(void **state)
{
  (void)state;
  reading r = {0};
  fe_answer answer = {0};
  assert_true(
      reading_of("parts:\n  b: {kind: beam, from: [0, 0, 0], to: [0.3, 0.5, 1], EI_y: 1, EI_z: 1, line_mass: 1,\n"
                 "      polar_inertia: 0.01}\n"
                 "  c: {kind: beam, from: [0.3, 0.5, 1], to: [2, 0, 0], EI_y: 1, EI_z: 2, line_mass: 1,\n"
                 "      polar_inertia: 0.01, GJ: 1}\n"
                 "joints:\n  - {hinge: [b.end, c.start]}\nanalysis: {frequencies: {count: 4}}\n",
                 &r));
  assert_int_equal(fe_solve(&r.problem, r.kind, r.kinds, 4, &answer), FE_OK);
  assert_int_equal(answer.rigid, 9); /* and three of the hinge */
  assert_int_equal(answer.count, 9);
  fe_clear(&answer);
  reading_clear(&r);
}

int main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_fe_uniform_beams_with_all_ends),
      cmocka_unit_test(test_fe_joints_hold_as_own_ends_do),
      cmocka_unit_test(test_fe_bar_with_end_mass),
      cmocka_unit_test(test_fe_torsion_train_of_three_disks),
      cmocka_unit_test(test_fe_two_equal_spans_alternate_pinned_and_clamped),
      cmocka_unit_test(test_fe_timoshenko_pinned_beam),
      cmocka_unit_test(test_fe_timoshenko_cantilever),
      cmocka_unit_test(test_fe_cantilever_with_tip_mass),
      cmocka_unit_test(test_fe_portal_frame),
      cmocka_unit_test(test_fe_pinned_beam_with_tension_foundation_and_rotary_inertia),
      cmocka_unit_test(test_fe_cantilever_in_space_keeps_its_motions_apart),
      cmocka_unit_test(test_fe_rigid_arm_carries_the_body),
      cmocka_unit_test(test_fe_free_beam_in_space_has_six_rigid_modes),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}

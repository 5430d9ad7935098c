/* SPDX-License-Identifier: BSD-3-Clause */
/* Derivatives of frequencies by parameters against central differences of frequencies solved anew. */
#include "close.h"

#include "holonome/holonome.h"
#include "sensitivity_referee.h"
#include "sensitivity_structure.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { KINDS = 32, MODES = 24 };

/** Figure VI.2 with exact compliances or six modes; the numbers of the gallery. */
static const char three_bars[] =
    "parameters: {E: 210 GPa, rho: 7850 kg/m^3, l1: 2 m, l2: 1 m, l3: 600 mm, d1: 12 mm, d2: 40 mm, d3: 30 mm,\n"
    "  a2: 0.4*l2, a3: 0.35*l3, c: 2 MN/m}\n"
    "parts:\n"
    "  bar1: {kind: bar, from: [a2, -l1], to: [a2, 0], EA: E*pi*d1^2/4, line_mass: rho*pi*d1^2/4, ends: clamped-free}\n"
    "  bar2: {kind: beam, from: [0, 0], to: [l2, 0], EI: E*pi*d2^4/64, line_mass: rho*pi*d2^2/4, ends: clamped-free}\n"
    "  bar3: {kind: beam, from: [l2, -a3], to: [l2, l3 - a3], EI: E*pi*d3^4/64, line_mass: rho*pi*d3^2/4}\n"
    "joints:\n"
    "  - {spring: [bar1.end, bar2@0.4], freedom: uy, stiffness: c}\n"
    "  - {weld: [bar2.end, bar3@0.35]}\n"
    "output: {shapes: none}\n"
    "analysis: {frequencies: {count: 8}, compliance: %s, sensitivities: [E, rho, l2, d3, c, a3]}\n";

/** A square frame: `b` stiffens two of its sides, `m` loads one corner; double frequencies split. */
static const char square[] = "parameters: {b: 1, m: 0.5, s: 1}\n"
                             "parts:\n"
                             "  south: {kind: beam, from: [0, 0], to: [s, 0], EI: b, EA: 1000, line_mass: 1}\n"
                             "  east: {kind: beam, from: [s, 0], to: [s, s], EI: 1, EA: 1000, line_mass: 1}\n"
                             "  north: {kind: beam, from: [s, s], to: [0, s], EI: b, EA: 1000, line_mass: 1}\n"
                             "  west: {kind: beam, from: [0, s], to: [0, 0], EI: 1, EA: 1000, line_mass: 1}\n"
                             "  load: {kind: body, at: [0, 0], mass: m - 0.5, inertia: 0.5*(m - 0.5)}\n"
                             "joints:\n"
                             "  - {weld: [south.end, east.start]}\n"
                             "  - {weld: [east.end, north.start]}\n"
                             "  - {weld: [north.end, west.start]}\n"
                             "  - {weld: [west.end, south.start, load]}\n"
                             "output: {shapes: none}\n"
                             "analysis: {frequencies: {count: 13}, sensitivities: [b, s]}\n";

typedef struct solved {
  hol_problem problem;
  hol_result result;
} solved;

static void solve(const char *text, const char *set, solved *out)
{
  const hol_override override = {.text = set};
  hol_faults faults = {0};
  *out = (solved){.result = {0}};
  const hol_read_options options = {.set = &override, .set_count = set ? 1 : 0};
  assert_int_equal(hol_read(text, strlen(text), options, &out->problem, &faults), HOL_OK);
  if (set) {
    out->problem.analysis.sensitivity_count = 0;
  }
  hol_status status = hol_solve(&out->problem, (hol_solve_options){0}, &out->result, &faults);
  assert_true(status == HOL_OK || status == HOL_INCOMPLETE);
  hol_faults_clear(&faults);
}

static void discard(solved *s)
{
  hol_result_clear(&s->result);
  hol_problem_clear(&s->problem);
}

/** Frequencies with one parameter at another value, rising: branches of a repeated frequency change places as it
 *  passes. */
static void frequencies_at(const char *text, const char *name, double value, double *omega)
{
  char set[80];
  solved s;
  (void)snprintf(set, sizeof set, "%s=%.17g", name, value);
  solve(text, set, &s);
  for (size_t i = 0; i < s.result.mode_count && i < MODES; i++) {
    omega[i] = s.result.mode[i].omega;
  }
  discard(&s);
}

/** Fourth-order central difference of each simple frequency; for a repeated one the differences to both sides of the
 *  rising list, whose mean over the branches k and their mirror is the derivative to second order. */
static double difference(const double at[4][MODES], size_t mode, size_t first, size_t multiplicity, double h)
{
  size_t mirror = 2 * first + multiplicity - 1 - mode;
  double near = (at[2][mode] - at[1][mirror]) / (2 * h), far = (at[3][mode] - at[0][mirror]) / (4 * h);
  return (4 * near - far) / 3;
}

static void check(const char *text, const char *name, size_t parameter, double relative_step, double rtol)
{
  solved base;
  solve(text, NULL, &base);
  double value = 0, at[4][MODES] = {{0}};
  for (size_t i = 0; i < base.problem.parameter_count; i++) {
    value = strcmp(base.problem.parameter[i].name, name) == 0 ? base.problem.parameter[i].value : value;
  }
  double h = relative_step * value;
  static const double place[4] = {-2, -1, 1, 2};
  for (size_t k = 0; k < 4; k++) {
    frequencies_at(text, name, value + place[k] * h, at[k]);
  }
  for (size_t i = 0; i < base.result.mode_count; i++) {
    const hol_mode *mode = &base.result.mode[i];
    if (!(mode->omega > 0)) {
      continue;
    }
    size_t first = i;
    while (first > 0 && base.result.mode[first - 1].count_below == mode->count_below) {
      first--;
    }
    double expected = difference((const double(*)[MODES])at, i, first, mode->multiplicity, h);
    assert_within(mode->sensitivity[parameter], expected, rtol, rtol * 0.01 * mode->omega / value);
  }
  discard(&base);
}

static void check_three_bars(const char *compliance)
{
  static const char *const name[] = {"E", "rho", "l2", "d3", "c", "a3"};
  char text[sizeof three_bars + 40];
  (void)snprintf(text, sizeof text, three_bars, compliance);
  for (size_t p = 0; p < sizeof name / sizeof *name; p++) {
    check(text, name[p], p, 1e-4, 1e-7);
  }
}

static void test_sensitivities_of_three_bars_equal_central_differences(void **state)
{
  (void)state;
  check_three_bars("exact");
  check_three_bars("{modes: 6}");
}

static void test_sensitivities_of_a_double_frequency_are_those_of_its_branches(void **state)
{
  (void)state;
  solved base;
  solve(square, NULL, &base);
  size_t doubles = 0;
  for (size_t i = 0; i < base.result.mode_count; i++) {
    doubles += base.result.mode[i].omega > 0 && base.result.mode[i].multiplicity == 2;
  }
  assert_true(doubles >= 4);
  discard(&base);
  check(square, "b", 0, 1e-3, 1e-7);
  check(square, "s", 1, 1e-4, 1e-7);
}

static void test_scaling_laws_hold(void **state)
{
  (void)state;
  solved base;
  solve(square, NULL, &base);
  char text[sizeof three_bars + 40];
  (void)snprintf(text, sizeof text, three_bars, "exact");
  solved bars;
  solve(text, NULL, &bars);
  for (size_t i = 0; i < bars.result.mode_count; i++) {
    const hol_mode *mode = &bars.result.mode[i];
    /* E ∂ω/∂E + c ∂ω/∂c = ω/2 and ρ ∂ω/∂ρ = −ω/2: stiffnesses and masses scale λ. */
    assert_close(210e9 * mode->sensitivity[0] + 2e6 * mode->sensitivity[4], 0.5 * mode->omega, 1e-9);
    assert_close(7850 * mode->sensitivity[1], -0.5 * mode->omega, 1e-9);
  }
  discard(&bars);
  discard(&base);
}

/** Component modes of a free beam on a foundation: translation and rotation have one frequency. */
static const char on_foundation[] = "parameters: {L: 1}\n"
                                    "freedoms: [uy, rz]\n"
                                    "parts:\n"
                                    "  a: {kind: beam, length: 1*L, EI: 1, line_mass: 1, foundation: 4000}\n"
                                    "joints:\n"
                                    "  - {fix: a.start}\n"
                                    "output: {shapes: none}\n"
                                    "analysis: {frequencies: {count: 2}, compliance: %s, sensitivities: [L]}\n";

static void test_own_modes_with_one_frequency_are_compared_in_one_basis(void **state)
{
  (void)state;
  static const char *const compliance[] = {"{modes: 2}", "{modes: 4}", "{modes: 9}", "{modes: 4, order: 3}", "exact"};
  char text[sizeof on_foundation + 40];
  for (size_t i = 0; i < sizeof compliance / sizeof *compliance; i++) {
    (void)snprintf(text, sizeof text, on_foundation, compliance[i]);
    check(text, "L", 0, 1e-3, 1e-7);
  }
  solved s;
  solve(text, NULL, &s);
  /* omega^2 = beta^4/L^4 + 4000 */
  static const double beta[] = {1.87510406871196117, 4.69409113297417458};
  for (size_t i = 0; i < 2; i++) {
    double power = pow(beta[i], 4);
    assert_close(s.result.mode[i].sensitivity[0], -2 * power / sqrt(power + 4000), 1e-7);
  }
  discard(&s);
}

/** A clamped plate on a spring off its centre: every frequency of the plate alone is double, and one of each pair does
 *  not move the spring. */
static const char plate_on_spring[] =
    "parameters: {E: 1, k: 10, x: %s}\n"
    "materials:\n"
    "  s: {E: E*1e9, density: 1000, nu: 0.3}\n"
    "parts:\n"
    "  p: {kind: plate, at: [0, 0, 0], radius: 1, thickness: 0.01, material: s, rim: %s, points: {a: [x, 0]}}\n"
    "joints:\n"
    "  - {spring: p.a, direction: [0, 0, 1], stiffness: k}\n"
    "output: {shapes: none}\n"
    "analysis: {frequencies: {count: %d}, compliance: %s, sensitivities: [E, k, x]}\n";

static void check_plate(const char *place, const char *rim, int count, const char *compliance, const double *by_E)
{
  char text[sizeof plate_on_spring + 80];
  (void)snprintf(text, sizeof text, plate_on_spring, place, rim, count, compliance);
  solved s;
  solve(text, NULL, &s);
  for (size_t i = 0; i < s.result.mode_count; i++) {
    const hol_mode *mode = &s.result.mode[i];
    if (mode->omega > 0) { /* all stiffness is E and k */
      assert_close(mode->sensitivity[0] + 10 * mode->sensitivity[1], 0.5 * mode->omega, 1e-9);
      assert_true(isfinite(mode->sensitivity[2]));
    }
    if (by_E && by_E[i] > 0) {
      assert_near(mode->sensitivity[0], by_E[i], 5e-4);
    }
  }
  discard(&s);
}

static void test_plates_obey_the_scaling_law(void **state)
{
  (void)state;
  static const double by_E[] = {0, 0, 0, 0, 52.768, 60.176};
  check_plate("0.5", "clamped", 6, "exact", by_E);
  check_plate("0.25", "clamped", 6, "exact", NULL);
  check_plate("0.5", "supported", 8, "exact", NULL);
  check_plate("0.5", "clamped", 6, "{modes: 30}", NULL);
}

/** A cantilever with a body that moves along it, to the very end; a body that may be missing. */
static const char sliding[] = "parameters: {z: 1, m: 0}\n"
                              "freedoms: [uy, rz]\n"
                              "parts:\n"
                              "  a: {kind: beam, length: 1, EI: 1, line_mass: 1}\n"
                              "  b: {kind: body, mass: 0.3}\n"
                              "  c: {kind: body, mass: m}\n"
                              "joints:\n"
                              "  - {fix: a.start}\n"
                              "  - {weld: [a@z, b]}\n"
                              "  - {weld: [a@0.5, c]}\n"
                              "output: {shapes: none}\n"
                              "analysis: {frequencies: {count: 3}, compliance: %s, sensitivities: [z, m]}\n";

static void test_parameters_at_the_end_of_their_range_are_moved_to_one_side(void **state)
{
  (void)state;
  static const char *const compliance[] = {"exact", "{modes: 4}"};
  char text[sizeof sliding + 40];
  sensitivity_tally tally = {0};
  for (size_t i = 0; i < 2; i++) {
    (void)snprintf(text, sizeof text, sliding, compliance[i]);
    assert_true(sensitivity_referee(text, NULL, stderr, &tally));
  }
  assert_int_equal(tally.wrong + tally.unsaid + tally.unsolved + tally.withheld + tally.undecided, 0);
  assert_int_equal(tally.checked, 12);
}

/** A stiffness with a corner at the value itself has no derivative; one that jumps has none either. */
static void test_what_has_no_derivative_is_withheld_with_a_note(void **state)
{
  (void)state;
  static const char *const stiffness[] = {"5 + abs(k - 2)", "5 + 1e-4*abs(k - 2)", "k > 2 ? 6 : 5"};
  for (size_t i = 0; i < sizeof stiffness / sizeof *stiffness; i++) {
    char text[600];
    (void)snprintf(
        text, sizeof text,
        "parameters: {k: 2, l: 1}\nfreedoms: [uy, rz]\nparts:\n  a: {kind: beam, length: l, EI: 1, line_mass: 1}\n"
        "joints:\n  - {fix: a.start}\n  - {spring: a.end, freedom: uy, stiffness: \"%s\"}\noutput: {shapes: none}\n"
        "analysis: {frequencies: {count: 3}, sensitivities: [k, l]}\n",
        stiffness[i]);
    solved s;
    solve(text, NULL, &s);
    for (size_t m = 0; m < 3; m++) {
      assert_true(isnan(s.result.mode[m].sensitivity[0]));
      assert_true(isfinite(s.result.mode[m].sensitivity[1]));
    }
    assert_int_equal(s.result.note_count, 1);
    assert_string_equal(s.result.note[0],
                        "sensitivity to `k` of modes 1, 2, 3: withheld, frequencies solved again beside it do "
                        "not confirm it");
    discard(&s);
  }
}

/** Two equal cantilevers joined by a spring at their ends: half the energy of every mode is in each, however weak the
 *  spring. Steps longer than the gap cannot confirm that; where the gap is lost in rounding the branches are those of
 *  either beam. */
static void test_frequencies_close_together_have_their_own_derivatives_or_none(void **state)
{
  (void)state;
  static const char pair[] = "parameters: {a: 1}\n"
                             "freedoms: [uy, rz]\n"
                             "parts:\n"
                             "  u: {kind: beam, from: [0, 0], to: [1, 0], EI: 1, line_mass: 1}\n"
                             "  v: {kind: beam, from: [0, 1], to: [1, 1], EI: 1, line_mass: a}\n"
                             "joints:\n"
                             "  - {fix: u.start}\n"
                             "  - {fix: v.start}\n"
                             "  - {spring: [u.end, v.end], freedom: uy, stiffness: 1e-%d}\n"
                             "output: {shapes: none}\n"
                             "analysis: {frequencies: {count: 4}, compliance: %s, sensitivities: [a]}\n";
  static const char *const compliance[] = {"exact", "{modes: 5}"};
  size_t known = 0, branches = 0;
  for (int power = 0; power < 32; power++) {
    char text[sizeof pair + 40];
    (void)snprintf(text, sizeof text, pair, power / 2, compliance[power % 2]);
    solved s;
    solve(text, NULL, &s);
    for (size_t i = 0; i < s.result.mode_count; i++) {
      const hol_mode *mode = &s.result.mode[i];
      bool is_first = mode->number == mode->count_below + 1;
      if (mode->multiplicity == 1 && isfinite(mode->sensitivity[0])) {
        assert_close(mode->sensitivity[0], -0.25 * mode->omega, 1e-7);
        known++;
      } else if (mode->multiplicity == 2 && isfinite(mode->sensitivity[0])) {
        assert_near(mode->sensitivity[0], is_first ? -0.5 * mode->omega : 0, 1e-7 * mode->omega);
        branches++;
      } else {
        assert_true(s.result.note_count > 0);
      }
    }
    discard(&s);
  }
  assert_true(known >= 40);
  assert_true(branches >= 16);
}

/** A parameter that is 0 has no size of its own: its unit and the structure give it one. */
static void test_parameters_that_vanish_are_moved_by_what_the_structure_feels(void **state)
{
  (void)state;
  static const char text[] =
      "parameters: {L: 100 um, m: 0 kg, o: 0 m}\n"
      "freedoms: [uy, rz]\n"
      "parts:\n"
      "  a: {kind: beam, from: [0 m, 0 m], to: [L + o, 0 m], EI: 1e-12 N m^2, line_mass: 1e-9 kg/m}\n"
      "  b: {kind: body, mass: m}\n"
      "joints:\n"
      "  - {fix: a.start}\n"
      "  - {weld: [a.end, b]}\n"
      "output: {shapes: none}\n"
      "analysis: {frequencies: {count: 3}, sensitivities: [L, m, o]}\n";
  solved s;
  solve(text, NULL, &s);
  for (size_t i = 0; i < 3; i++) {
    const hol_mode *mode = &s.result.mode[i];
    assert_close(mode->sensitivity[0], -2 * mode->omega / 1e-4, 1e-8);
    assert_close(mode->sensitivity[1], -2 * mode->omega / 1e-13, 1e-7); /* the end moves twice the mean square root */
    assert_close(mode->sensitivity[2], mode->sensitivity[0], 1e-7);
  }
  discard(&s);
}

static void test_random_structures_have_the_derivatives_of_their_own_frequencies(void **state)
{
  (void)state;
  sensitivity_tally tally = {0};
  for (uint64_t seed = 1; seed <= 40; seed++) {
    const sensitive_kind kind = sensitive_kind_of(seed);
    char *text = kind == SENSITIVE_ROUND || kind == SENSITIVE_RECTANGLE ? NULL : sensitivity_structure(seed, kind);
    assert_true(!text || sensitivity_referee(text, HOLONOME_PROBLEMS "/matrices", stderr, &tally));
    free(text);
  }
  assert_int_equal(tally.wrong, 0);
  assert_int_equal(tally.unsaid, 0);
  assert_true(tally.checked > 300);
}

int main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_sensitivities_of_three_bars_equal_central_differences),
      cmocka_unit_test(test_sensitivities_of_a_double_frequency_are_those_of_its_branches),
      cmocka_unit_test(test_scaling_laws_hold),
      cmocka_unit_test(test_own_modes_with_one_frequency_are_compared_in_one_basis),
      cmocka_unit_test(test_plates_obey_the_scaling_law),
      cmocka_unit_test(test_parameters_at_the_end_of_their_range_are_moved_to_one_side),
      cmocka_unit_test(test_what_has_no_derivative_is_withheld_with_a_note),
      cmocka_unit_test(test_frequencies_close_together_have_their_own_derivatives_or_none),
      cmocka_unit_test(test_parameters_that_vanish_are_moved_by_what_the_structure_feels),
      cmocka_unit_test(test_random_structures_have_the_derivatives_of_their_own_frequencies),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}

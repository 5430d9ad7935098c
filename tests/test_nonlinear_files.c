/* SPDX-License-Identifier: BSD-3-Clause */
/* Curves of steady motions from the words of a problem file to their events. References beside them. */
#include "nonlinear/analysis.h"
#include "nonlinear_fixture.h"
#include "reading.h"

#include "holonome/output.h"
#include "nonlinear/request.h"

#include <stdio.h>
#include <string.h>

/** A problem, read and solved. {0} is empty. */
typedef struct traced {
  reading reading;
  hol_nonlinear_result result;
} traced;

/** The test fails if the text has faults. */
static void trace(traced *t, const char *text)
{
  hol_faults faults = {0};
  assert_true(reading_of(text, &t->reading));
  assert_non_null(hol_nonlinear_asked(&t->reading.problem));
  assert_int_equal(hol_nonlinear_prepare(&t->reading.problem, &faults), HOL_OK);
  assert_int_equal(hol_nonlinear_solve(hol_nonlinear_asked(&t->reading.problem), &t->result), HOL_OK);
  hol_faults_clear(&faults);
}

static void forget(traced *t)
{
  hol_nonlinear_result_clear(&t->result);
  reading_clear(&t->reading);
}

/** Fold number i of a curve of one branch, counted along it. */
static double fold_of(const traced *t, size_t curve, size_t i)
{
  const hol_nonlinear_branch *b = &t->result.item[curve].curve.branch[0];
  for (size_t k = 0; k < b->events; k++) {
    if (b->event[k].kind == HOL_EVENT_FOLD && i-- == 0) {
      return b->event[k].nu;
    }
  }
  fail_msg("there is no such fold");
  return 0;
}

static void test_folds_of_duffing_come_with_any_first_step(void **state)
{
  /* harmonic balance: the fold as the frequency rises, and as it falls */
  static const struct {
    int harmonics;
    double rising, falling;
  } row[] = {{1, 1.2675369595126077, 1.1155859271819836},
             {2, 1.2675369595126077, 1.1155859271819836},
             {7, 1.2696019555453289, 1.1157002517709198}};
  static const char *const step[] = {"1e-300", "1e-12", "1e-6", "0.003", "0.1", "1", "50", "1e300"};
  (void)state;
  for (size_t i = 0; i < sizeof step / sizeof *step * 3; i++) {
    traced t = {0};
    char text[512];
    (void)snprintf(text, sizeof text,
                   "analysis:\n  nonlinear: {kind: duffing, omega2: 1, mu: 0.1, P: 0.18, loss: {viscous: 0.05},\n"
                   "    from: 0.9, to: 1.4, harmonics: %d, step: %s}\n",
                   row[i % 3].harmonics, step[i / 3]);
    trace(&t, text);
    assert_true(t.result.complete);
    assert_int_equal(t.result.items, 1);
    assert_int_equal(t.result.item[0].curve.branches, 1);
    assert_close(fold_of(&t, 0, 0), row[i % 3].rising, 1e-13);
    assert_close(fold_of(&t, 0, 1), row[i % 3].falling, 1e-13);
    assert_int_equal(t.result.item[0].folds, 2);
    forget(&t);
  }
}

/** With one harmonic the multipliers of the motion taken as one of the exact equation pass 1 far from the folds. */
static void test_stability_changes_at_the_folds_with_few_harmonics_too(void **state)
{
  (void)state;
  for (int harmonics = 1; harmonics <= 3; harmonics++) {
    traced t = {0};
    char text[512];
    (void)snprintf(text, sizeof text,
                   "analysis:\n  nonlinear: {kind: duffing, omega2: 1, mu: 0.1, P: 0.18, loss: {viscous: 0.05},\n"
                   "    from: 0.9, to: 1.4, harmonics: %d}\n",
                   harmonics);
    trace(&t, text);
    const hol_nonlinear_branch *b = &t.result.item[0].curve.branch[0];
    size_t expected = 0, event = 0;
    for (size_t k = 0; k < b->points; k++) {
      assert_int_equal(b->unstable[k], expected);
      assert_int_equal(b->multiplier[k] > 1, expected);
      for (; event < b->events && b->event[event].before == k; event++) {
        expected = b->event[event].kind == HOL_EVENT_FOLD ? 1 - expected : expected;
      }
    }
    forget(&t);
  }
}

/** A softening spring: the indices sum to −1, two saddles lie beside the motion about the middle. */
static void test_softening_springs_are_complete(void **state)
{
  traced t = {0};
  (void)state;
  trace(&t, "analysis:\n  nonlinear: {kind: duffing, omega2: 1, mu: -0.0154, P_nu2: 0.0045, loss: {eta: 0.2082},\n"
            "    from: 0.6, to: 1.16, harmonics: 3}\n");
  const hol_nonlinear_curve *c = &t.result.item[0].curve;
  assert_true(c->complete);
  assert_int_equal(c->branches, 2);
  assert_int_equal(c->branch[0].unstable[0] + c->branch[1].unstable[0], 1);
  assert_int_equal(c->branch[0].images + c->branch[1].images, 1);
  forget(&t);
}

static void test_units_of_the_file_do_not_change_the_curves(void **state)
{
  static const char form[] = "parts:\n  b: {kind: beam, length: %s, EI: %s, EA: %s, line_mass: %s, axial_force: %s,\n"
                             "      supports: immovable, ends: clamped-pinned}\n"
                             "analysis:\n  nonlinear: {lateral_modes: 1, harmonics: 1, from: %s, to: %s,\n"
                             "    force: {at: %s, amplitude: %s}, loss: {viscous: %s}, levels: [1, 2]}\n";
  traced plain = {0}, units = {0};
  char text[1024];
  (void)state;
  (void)snprintf(text, sizeof text, form, "2", "10", "1e5", "0.5", "-3", "10", "80", "0.25", "0.4", "0.6");
  trace(&plain, text);
  (void)snprintf(text, sizeof text, form, "200 cm", "0.01 kN m^2", "100 kN", "500 g/m", "-0.003 kN", "10 rad/s",
                 "80 rad/s", "0.5 m", "400 mN", "600/1000 1/s");
  trace(&units, text);
  assert_int_equal(plain.result.items, 2);
  const hol_nonlinear_model *a = plain.result.model, *b = units.result.model;
  assert_close(b->omega2[0], a->omega2[0], 1e-13);
  assert_close(b->stiffness, a->stiffness, 1e-13);
  assert_close(b->force[0], a->force[0], 1e-13);
  assert_close(units.result.item[0].loss.viscous, 0.6, 1e-13);
  for (size_t i = 0; i < 2; i++) {
    assert_true(plain.result.item[i].folds == units.result.item[i].folds);
    for (size_t k = 0; k < plain.result.item[i].folds; k++) {
      assert_close(units.result.item[i].fold[k].nu, plain.result.item[i].fold[k].nu, 1e-11);
    }
  }
  forget(&plain);
  forget(&units);
}

static void test_coefficients_follow_from_material_and_section(void **state)
{
  traced t = {0};
  hol_nonlinear_model model = {0};
  (void)state;
  assert_true(reading_of_file(HOLONOME_PROBLEMS "/nonlinear/pinned-beam.yaml", &t.reading));
  assert_int_equal(hol_nonlinear_prepare(&t.reading.problem, &t.reading.faults), HOL_OK);
  assert_int_equal(hol_nonlinear_model_of(hol_nonlinear_asked(&t.reading.problem), &model), HOL_OK);
  const hol_nonlinear_model *m = &model;
  double pi = 3.14159265358979323846, E = 210e9, rho = 7850, h = 4e-3;
  assert_close(0.5 * m->stiffness * m->S[0] * m->S[0] / m->mass[0], E * pow(pi, 4) / (4 * rho), 1e-12);
  assert_close(m->omega2[0], pow(pi, 4) * E * h * h / 12 / rho, 1e-12);
  assert_close(m->force[0], 0.1, 1e-14);
  assert_int_equal(hol_nonlinear_cases(hol_nonlinear_asked(&t.reading.problem)), 4);
  hol_nonlinear_model_clear(&model);
  forget(&t);
}

/** Exactly this fault is found when the text is read and prepared. */
static void check_fault(const char *text, size_t line, const char *words)
{
  reading r = {0};
  hol_faults faults = {0};
  assert_true(reading_of(text, &r));
  assert_int_equal(hol_nonlinear_prepare(&r.problem, &faults), HOL_INVALID);
  assert_int_equal(faults.errors, 1);
  assert_int_equal(faults.item[0].place.line, line);
  if (!strstr(faults.item[0].message, words)) {
    fail_msg("said `%s`, not `%s`", faults.item[0].message, words);
  }
  hol_faults_clear(&faults);
  reading_clear(&r);
}

#define BEAM_WITH(properties, loss)                                                                                    \
  "parts:\n  b: {kind: beam, length: 1, line_mass: 1, supports: immovable,\n      " properties "}\n"                   \
  "analysis:\n  nonlinear: {force: {distributed: 1}, from: 1, to: 20,\n    loss: {" loss "}}\n"

static void test_mechanical_faults_stand_at_their_lines(void **state)
{
  (void)state;
  check_fault(BEAM_WITH("EI: 1, EA: 1000, ends: pinned-pinned,\n      axial_force: -9.8697", "eta: 0.1"), 4, "buckles");
  check_fault(BEAM_WITH("EI: 1, EA: 1000, ends: clamped-clamped,\n      axial_force: -39.4785", "eta: 0.1"), 4,
              "buckles");
  check_fault(BEAM_WITH("EI: 1, EA: 1000, ends: pinned-free", "eta: 0.1"), 2, "hold it at both ends");
  check_fault(BEAM_WITH("EI: 1, ends: pinned-pinned", "eta: 0.1"), 2, "does not stretch");
  check_fault(BEAM_WITH("EI: 1, EA: 1000, kGA: 10, ends: pinned-pinned", "eta: 0.1"), 2, "does not know");
  check_fault(BEAM_WITH("EI: 1, EA: 1000, ends: pinned-pinned", "eta: [0.1, 0]"), 6, "without any loss");
}

#define DUFFING_WITH(numbers) "analysis:\n  nonlinear: {kind: duffing, from: 0.5, to: 2,\n    " numbers "}\n"

static void test_numbers_out_of_proportion_are_named(void **state)
{
  (void)state;
  check_fault(DUFFING_WITH("omega2: 1, mu: 1e300, P: 10, loss: {viscous: 0.25}"), 2, "no harmonics reach it");
  check_fault(DUFFING_WITH("omega2: 1, mu: 1, P: 1e200, loss: {viscous: 0.25}"), 2, "no harmonics reach it");
  check_fault(DUFFING_WITH("omega2: 1e300, mu: 1, P: 1, loss: {viscous: 0.25}"), 2, "no harmonics reach it");
  check_fault(DUFFING_WITH("omega2: -1, mu: 1, P: 1, loss: {eta: 0.25}"), 3, "would feed the motion");
}

/** Every viscous loss with every loss factor. */
static void test_losses_may_be_lists(void **state)
{
  reading r = {0};
  (void)state;
  assert_true(reading_of(DUFFING_WITH("omega2: -1, mu: 1, P: 1, loss: {viscous: [0.1, 0.2]}"), &r));
  assert_int_equal(hol_nonlinear_asked(&r.problem)->losses, 2);
  assert_close(hol_nonlinear_asked(&r.problem)->loss[1].viscous, 0.2, 0);
  assert_int_equal(hol_nonlinear_prepare(&r.problem, &r.faults), HOL_OK);
  reading_clear(&r);
  assert_true(reading_of(DUFFING_WITH("omega2: 1, mu: 1, P: 1, loss: {viscous: [0.1, 0.2], eta: [0, 0.3, 0.4]}"), &r));
  assert_int_equal(hol_nonlinear_asked(&r.problem)->losses, 6);
  assert_close(hol_nonlinear_asked(&r.problem)->loss[4].viscous, 0.2, 0);
  assert_close(hol_nonlinear_asked(&r.problem)->loss[4].eta, 0.3, 0);
  reading_clear(&r);
}

/** A beam beyond buckling rests bent, by the equation of one mode at q² = −ω²/μ, and moves about that. */
static void test_buckled_beam_is_solved(void **state)
{
  traced t = {0};
  (void)state;
  trace(
      &t,
      "parts:\n  b: {kind: beam, length: 1, EI: 1, EA: 1e4, line_mass: 1, supports: immovable, ends: pinned-pinned,\n"
      "    axial_force: -15}\n"
      "analysis:\n  nonlinear: {from: 1, to: 8, search: 2, force: {at: 0.4, amplitude: 0.002}, loss: {viscous: 0.5},\n"
      "    axial_inertia: straightened, motions_at: 3,\n"
      "    convergence: {lateral_modes: [1], axial_modes: [0]}}\n");
  double pi = 3.14159265358979323846, omega2 = pi * pi * (pi * pi - 15), mu = 1e4 * pow(pi, 4) / 4;
  double rest = sqrt(-omega2 / mu), small = 2 * 0.002 * sin(0.4 * pi) / fabs(-2 * omega2 - 9);
  const hol_nonlinear_curve *c = &t.result.item[0].curve;
  assert_true(c->complete);
  assert_int_equal(c->motions, 2);
  assert_int_equal(c->branch[c->motion[1].branch].images, 1);
  assert_close(c->motion[1].amplitude, rest + small, 1e-3);
  assert_int_equal(c->motion[1].unstable, 0);
  assert_int_equal(c->motion[0].unstable, 1);
  assert_int_equal(t.result.model->inertia, HOL_AXIAL_STRAIGHTENED);
  hol_text table = {0};
  assert_int_equal(hol_nonlinear_table(&t.result, NULL, HOL_UNIT_HERTZ, &table), HOL_OK);
  assert_non_null(strstr(table.data, "grows as exp(7.115826 t)"));
  assert_non_null(strstr(table.data, "q = +-0.0144196"));
  assert_non_null(strstr(table.data, "NO PEAK between `from` and `to`"));
  hol_text_clear(&table);
  forget(&t);
}

static void test_compression_just_below_buckling_is_taken(void **state)
{
  reading r = {0};
  (void)state;
  assert_true(reading_of(BEAM_WITH("EI: 1, EA: 1000, ends: pinned-pinned, axial_force: -9.869", "eta: 0.1"), &r));
  assert_int_equal(hol_nonlinear_prepare(&r.problem, &r.faults), HOL_OK);
  reading_clear(&r);
}

static void test_table_fits_a_terminal(void **state)
{
  static const char text[] =
      "parts:\n  b: {kind: beam, length: 0.78, EI: 129.654, EA: 88.2e6, line_mass: 3.297, supports: immovable,\n"
      "      ends: clamped-clamped}\n"
      "analysis:\n  nonlinear: {lateral_modes: 2, axial_modes: 1, harmonics: 2, from: 150, to: 400, backbone: true,\n"
      "    force: {support_motion: 0.1 mm}, loss: {viscous: 2, eta: 0.01}, levels: [1.234567, 2], search: 1,\n"
      "    find: {eta: folds-vanish}, check: {time: true, points: 1}, motions_at: [200, 201.2345678],\n"
      "    convergence: {lateral_modes: [1, 2], axial_modes: [0, 1]}}\n";
  traced t = {0};
  hol_text table = {0};
  (void)state;
  trace(&t, text);
  assert_int_equal(hol_nonlinear_table(&t.result, NULL, HOL_UNIT_RPM, &table), HOL_OK);
  assert_non_null(strstr(table.data, " rpm "));
  assert_null(strstr(table.data, " Hz"));
  hol_text_clear(&table);
  assert_int_equal(hol_nonlinear_table(&t.result, "A title", HOL_UNIT_HERTZ, &table), HOL_OK);
  for (const char *line = table.data; *line;) {
    size_t length = strcspn(line, "\n");
    if (length > 80) {
      fail_msg("too long: %.*s", (int)length, line);
    }
    line += length + (line[length] == '\n');
  }
  assert_non_null(strstr(table.data, "curve 2: level 2, viscous 2 1/s, eta 0.01 linear (4.14)"));
  assert_non_null(strstr(table.data, "folds vanish: level 2, viscous 2 1/s, eta linear (4.14)"));
  assert_non_null(strstr(table.data, "motions at nu 1/s"));
  assert_non_null(strstr(table.data, "first resonance with n lateral and a dynamic axial modes"));
  assert_non_null(strstr(table.data, "backbone: 1 branch"));
  hol_text_clear(&table);
  forget(&t);
}

static void test_comparison_tells_wrong_and_missing_folds(void **state)
{
  static const char text[] =
      "analysis:\n  nonlinear: {kind: duffing, omega2: 1, mu: 0.1, P: 0.18, loss: {viscous: 0.05}, from: 0.9,\n"
      "    to: 1.4, harmonics: 1, levels: [1, 0.1]}\n"
      "expect:\n  - {folds: [1.115585927, 1.267], rtol: 1e-8}\n  - {curve: 2, folds: [1.2]}\n  - {curve: 2, folds: "
      "[]}\n";
  traced t = {0};
  hol_text words = {0};
  size_t compared = 0, differences = 0;
  (void)state;
  trace(&t, text);
  assert_int_equal(hol_nonlinear_compare(&t.result, &t.reading.problem, &compared, &differences, &words), HOL_OK);
  assert_int_equal(compared, 2);
  assert_int_equal(differences, 2);
  assert_string_equal(words.data, "curve 1, fold 2: 1.26753695951 1/s, expected 1.267\ncurve 2: 0 folds, expected 1\n");
  hol_text_clear(&words);
  forget(&t);
}

int main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_folds_of_duffing_come_with_any_first_step),
      cmocka_unit_test(test_stability_changes_at_the_folds_with_few_harmonics_too),
      cmocka_unit_test(test_softening_springs_are_complete),
      cmocka_unit_test(test_units_of_the_file_do_not_change_the_curves),
      cmocka_unit_test(test_coefficients_follow_from_material_and_section),
      cmocka_unit_test(test_mechanical_faults_stand_at_their_lines),
      cmocka_unit_test(test_compression_just_below_buckling_is_taken),
      cmocka_unit_test(test_numbers_out_of_proportion_are_named),
      cmocka_unit_test(test_losses_may_be_lists),
      cmocka_unit_test(test_buckled_beam_is_solved),
      cmocka_unit_test(test_table_fits_a_terminal),
      cmocka_unit_test(test_comparison_tells_wrong_and_missing_folds),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}

/* SPDX-License-Identifier: BSD-3-Clause */
/* What a file may ask for besides curves: the loss factor at which folds vanish, the check in time, the convergence
 * with the numbers of modes. */
#include "holonome/output.h"
#include "nonlinear/analysis.h"
#include "nonlinear/duffing.h"
#include "nonlinear/request.h"
#include "nonlinear/words.h"
#include "nonlinear_fixture.h"
#include "reading.h"

#include <stdio.h>
#include <string.h>

/** A problem, read and solved. {0} is empty. */
typedef struct solved {
  reading reading;
  hol_nonlinear_result result;
} solved;

/** The test fails if the text has faults. */
static void solve(solved *s, const char *text)
{
  assert_true(reading_of(text, &s->reading));
  assert_int_equal(hol_nonlinear_prepare(&s->reading.problem, &s->reading.faults), HOL_OK);
  assert_int_equal(hol_nonlinear_solve(hol_nonlinear_asked(&s->reading.problem), &s->result), HOL_OK);
}

static void forget(solved *s)
{
  hol_nonlinear_result_clear(&s->result);
  reading_clear(&s->reading);
}

#define FIGURE(loss, rest)                                                                                             \
  "analysis:\n  nonlinear: {kind: duffing, omega2: 0.7172e6 1/s^2, mu: 0.1414e6, P_nu2: 0.083, from: 700, to: 1200,\n" \
  "    search: 1, loss: " loss ",\n    " rest "}\n"

/** Triple roots of (4.13) and (4.14), computed with 40 digits. */
static void test_folds_vanish_at_triple_roots(void **state)
{
  static const double eta[2] = {0.082937081032964218, 0.096605250716059339},
                      nu[2] = {918.29738987813435, 914.98941810603099},
                      amplitude[2] = {0.86965805581673863, 0.86856005865434077};
  solved s = {0};
  (void)state;
  solve(&s, FIGURE("[{eta: 0.07, cubic: true}, {eta: [0.1, 0.2]}]", "harmonics: 1, find: {eta: folds-vanish}"));
  assert_true(s.result.complete);
  assert_int_equal(s.result.items, 3);
  assert_int_equal(s.result.founds, 2); /* a law each */
  for (size_t i = 0; i < 2; i++) {
    const hol_nonlinear_found *f = &s.result.found[i];
    assert_int_equal(f->kind, HOL_VANISHING_CUSP);
    assert_int_equal(f->loss.cubic, i == 0);
    assert_close(f->loss.eta, eta[i], 1e-12);
    assert_close(f->nu, nu[i], 1e-12);
    assert_close(f->amplitude, amplitude[i], 1e-7);
    assert_true(f->lower < eta[i]);
    assert_true(eta[i] < f->upper);
    assert_true(f->upper - f->lower < 1e-10 * eta[i]);
  }
  forget(&s);
}

/** With seven harmonics: below there are two folds close together, above none, and every harmonic counts. */
static void test_folds_vanish_with_more_harmonics_where_curves_say_so(void **state)
{
  solved s = {0};
  (void)state;
  solve(&s, FIGURE("{eta: 0.1, cubic: true}", "harmonics: 7, find: {eta: folds-vanish, from: 0.083, to: 0.084}"));
  double eta = s.result.found[0].loss.eta;
  assert_int_equal(s.result.found[0].kind, HOL_VANISHING_CUSP);
  assert_true(fabs(eta / 0.082937081032964218 - 1) > 1e-3);
  for (int side = -1; side <= 1; side += 2) {
    solved one = {0};
    char text[512];
    (void)snprintf(text, sizeof text, FIGURE("{eta: %.17g, cubic: true}", "harmonics: 7"), eta * (1 + 1e-5 * side));
    solve(&one, text);
    const hol_nonlinear_branch *b = one.result.item[0].curve.branch;
    size_t folds = 0;
    for (size_t i = 0; i < b->events; i++) {
      folds += b->event[i].kind == HOL_EVENT_FOLD;
      assert_true(b->event[i].kind != HOL_EVENT_FOLD || fabs(b->event[i].nu / s.result.found[0].nu - 1) < 1e-5);
    }
    assert_int_equal(folds, side < 0 ? 2 : 0);
    forget(&one);
  }
  forget(&s);
}

static void test_search_beside_the_place_is_not_complete(void **state)
{
  solved s = {0};
  (void)state;
  solve(
      &s,
      FIGURE(
          "{eta: 0.1, cubic: true}",
          "harmonics: 1, find: [{eta: folds-vanish, from: 0.09, to: 0.2}, {eta: folds-vanish, from: 0.01, to: 0.08}]"));
  assert_int_equal(s.result.founds, 2);
  for (size_t i = 0; i < 2; i++) {
    assert_int_equal(s.result.found[i].kind, HOL_VANISHING_NOT);
    assert_true(isnan(s.result.found[i].loss.eta));
    assert_false(s.result.found[i].complete);
  }
  assert_false(s.result.complete);
  forget(&s);
}

/** The range ends below the cusp: the last fold leaves it. */
static void test_folds_that_leave_the_range_are_told_apart(void **state)
{
  solved s = {0};
  (void)state;
  solve(&s, "analysis:\n  nonlinear: {kind: duffing, omega2: 0.7172e6 1/s^2, mu: 0.1414e6, P_nu2: 0.083, from: 930,\n"
            "    to: 1200, search: 1, harmonics: 1, loss: {eta: 0.07, cubic: true},\n"
            "    find: {eta: folds-vanish, from: 0.0737, to: 0.0738}}\n");
  const hol_nonlinear_found *f = s.result.found;
  assert_int_equal(f->kind, HOL_VANISHING_AT_RANGE);
  assert_true(f->complete);
  assert_close(f->nu, 930, 1e-7);
  hol_duffing_fold fold[HOL_DUFFING_FOLDS_MAX];
  hol_duffing d = {
      .omega2 = 0.7172e6, .mu = 0.1414e6, .P_nu2 = 0.083, .cubic_loss = true, .eta = f->loss.eta * (1 - 1e-6)};
  assert_int_equal(hol_duffing_folds(&d, 930, 1200, fold), 1);
  d.eta = f->loss.eta * (1 + 1e-6);
  assert_int_equal(hol_duffing_folds(&d, 930, 1200, fold), 0);
  forget(&s);
}

static void test_beams_of_several_modes_have_their_loss_factor_found(void **state)
{
  solved s = {0};
  (void)state;
  solve(
      &s,
      "parts:\n  b: {kind: beam, length: 1, EI: 1, EA: 4e4, line_mass: 1, supports: immovable, ends: pinned-clamped}\n"
      "analysis:\n  nonlinear: {lateral_modes: 2, axial_modes: 1, harmonics: 3, from: 14, to: 20, search: 1,\n"
      "    force: {at: 0.3, amplitude: 0.03}, loss: {eta: 0.04}, find: {eta: folds-vanish}}\n");
  const hol_nonlinear_found *f = s.result.found;
  assert_true(s.result.complete);
  assert_int_equal(f->kind, HOL_VANISHING_CUSP);
  assert_true(f->upper - f->lower < 1e-8 * f->loss.eta);
  forget(&s);
}

static void test_stable_motions_come_back_in_time_and_unstable_ones_leave(void **state)
{
  solved s = {0};
  (void)state;
  solve(&s, "analysis:\n  nonlinear: {kind: duffing, omega2: 1, mu: 0.1, P: 0.18, loss: {viscous: 0.05}, search: 1,\n"
            "    from: 0.9, to: 1.4, check: {time: true, points: 4, tolerance: 1e-5}}\n");
  const hol_nonlinear_branch *b = s.result.item[0].curve.branch;
  assert_true(s.result.complete);
  assert_int_equal(b->confirmations, 12); /* three stretches */
  for (size_t i = 0; i < b->confirmations; i++) {
    assert_int_equal(b->confirmation[i].is_stable, b->unstable[b->confirmation[i].point] == 0);
    assert_true(b->confirmation[i].agrees);
    assert_true(b->confirmation[i].difference < 1e-6);
  }
  forget(&s);
}

/** One harmonic is not the motion to five digits, and the result says so. */
static void test_motions_that_time_does_not_confirm_are_not_proved(void **state)
{
  solved s = {0};
  (void)state;
  solve(&s, "analysis:\n  nonlinear: {kind: duffing, omega2: 1, mu: 0.1, P: 0.18, loss: {viscous: 0.05}, search: 1,\n"
            "    harmonics: 1, from: 0.9, to: 1.4, check: {time: true, tolerance: 1e-5}}\n");
  assert_false(s.result.complete);
  assert_false(s.result.item[0].curve.complete);
  assert_int_equal(s.result.item[0].curve.coexisting, HOL_COEXISTING_COUNTED);
  forget(&s);
}

static void test_limits_of_the_file_end_curves(void **state)
{
  solved s = {0};
  (void)state;
  solve(&s, "analysis:\n  nonlinear: {kind: duffing, omega2: 1, mu: 0.1, P: 0.18, loss: {viscous: 0.05}, search: 1,\n"
            "    from: 0.9, to: 1.4, max_points: 20}\n");
  assert_false(s.result.complete);
  assert_int_equal(s.result.item[0].curve.branch[0].points, 20);
  forget(&s);
}

/** Numbers beside the curves of the modes' own files. */
static void test_convergence_is_that_of_single_curves(void **state)
{
  solved s = {0};
  char text[512];
  static const char form[] =
      "parts:\n  b: {kind: beam, length: 1, EI: 1, EA: 4e4, line_mass: 1, supports: immovable, ends: pinned-clamped}\n"
      "analysis:\n  nonlinear: {harmonics: 3, from: 14, to: 20, force: {at: 0.3, amplitude: 0.03}, loss: {viscous: "
      "0.6},\n"
      "    search: 1, lateral_modes: %d, axial_modes: %d%s}\n";
  (void)state;
  (void)snprintf(text, sizeof text, form, 1, 0, ", convergence: {lateral_modes: [1, 3], axial_modes: [0, 2]}");
  solve(&s, text);
  assert_true(s.result.complete);
  assert_int_equal(s.result.resonances, 4);
  for (size_t i = 0; i < 4; i++) {
    solved one = {0};
    double nu = 0;
    (void)snprintf(text, sizeof text, form, i < 2 ? 1 : 3, i % 2 ? 2 : 0, "");
    solve(&one, text);
    const hol_nonlinear_branch *b = one.result.item[0].curve.branch;
    for (size_t k = 0; k < b->events; k++) {
      nu = b->event[k].kind == HOL_EVENT_PEAK && b->event[k].is_maximum ? b->event[k].nu : nu;
    }
    assert_int_equal(s.result.resonance[i].lateral, i < 2 ? 1 : 3);
    assert_int_equal(s.result.resonance[i].axial, i % 2 ? 2 : 0);
    assert_close(s.result.resonance[i].nu, nu, 1e-9);
    forget(&one);
  }
  forget(&s);
}

/** Three, two or one close to the folds and at the ends of the range: those of the cubic (4.13). */
static void test_all_motions_at_a_frequency_are_listed(void **state)
{
  static const double nu[] = {700, 924.2, 924.21, 930, 936.9353, 936.936, 1200};
  const hol_duffing d = {.omega2 = 0.7172e6, .mu = 0.1414e6, .P_nu2 = 0.083, .eta = 0.07, .cubic_loss = true};
  solved s = {0};
  size_t next = 0;
  (void)state;
  solve(&s, FIGURE("{eta: 0.07, cubic: true}",
                   "harmonics: 1, motions_at: [700, 924.2, 924.21, 930, 936.9353, 936.936, 1200]"));
  const hol_nonlinear_curve *c = &s.result.item[0].curve;
  assert_true(s.result.complete);
  for (size_t i = 0; i < sizeof nu / sizeof *nu; i++) {
    double amplitude[3];
    size_t count = hol_duffing_amplitudes(&d, nu[i], amplitude);
    for (size_t k = 0; k < count; k++, next++) {
      assert_true(next < c->motions);
      assert_true(c->motion[next].nu == nu[i]);
      assert_close(c->motion[next].amplitude, amplitude[k], 1e-10);
      assert_int_equal(c->motion[next].unstable, count == 3 && k == 1);
    }
  }
  assert_int_equal(next, c->motions);
  forget(&s);
}

static void test_comparison_tells_wrong_and_missing_motions(void **state)
{
  solved s = {0};
  hol_text words = {0};
  size_t compared = 0, differences = 0;
  (void)state;
  solve(&s, FIGURE("{eta: 0.1, cubic: true}",
                   "harmonics: 1, motions_at: 930") "expect:\n  - {at: 930, amplitudes: [0.5070010304], rtol: 1e-9}\n  "
                                                    "- {at: 930, amplitudes: [0.6, 0.7]}\n"
                                                    "  - {peaks: [893.8111141], branch_points: [], rtol: 1e-9}\n");
  assert_int_equal(hol_nonlinear_compare(&s.result, &s.reading.problem, &compared, &differences, &words), HOL_OK);
  assert_int_equal(compared, 3);
  assert_int_equal(differences, 2);
  assert_non_null(strstr(words.data, "curve 1: 1 motions at 930 1/s, expected 2"));
  hol_text_clear(&words);
  forget(&s);
}

/** Two modes: a branch of large motions that nothing joins to the small ones within the range is found from the starts
 *  of the modes alone, and is confirmed in time. */
static void test_branches_of_two_modes_that_are_apart_are_found(void **state)
{
  solved s = {0};
  (void)state;
  solve(
      &s,
      "parts:\n  b: {kind: beam, length: 1, EI: 1, EA: 1e6, line_mass: 1, supports: immovable, ends: clamped-pinned,\n"
      "      axial_force: 5.927176763077044}\n"
      "analysis:\n  nonlinear: {lateral_modes: 2, harmonics: 7, from: 11, to: 32, force: {at: 0.4, amplitude: 0.3},\n"
      "    loss: {viscous: 0.3}, check: {time: true, points: 1}}\n");
  const hol_nonlinear_curve *c = &s.result.item[0].curve;
  assert_true(c->complete);
  assert_int_equal(c->coexisting, HOL_COEXISTING_COUNTED);
  assert_int_equal(c->branches, 2);
  const hol_nonlinear_branch *b = &c->branch[1];
  size_t confirmed = 0;
  assert_true(b->parent == SIZE_MAX);
  for (size_t i = 0; i < b->confirmations; i++) {
    confirmed += b->confirmation[i].is_stable && b->confirmation[i].agrees;
  }
  assert_true(confirmed > 0);
  forget(&s);
}

static void test_writers_tell_what_was_found(void **state)
{
  solved s = {0};
  hol_text table = {0}, csv = {0}, json = {0};
  (void)state;
  solve(&s, FIGURE("{eta: 0.1, cubic: true}", "harmonics: 1, check: {time: true}, find: {eta: folds-vanish}"));
  assert_int_equal(hol_nonlinear_table(&s.result, NULL, HOL_UNIT_HERTZ, &table), HOL_OK);
  const hol_study study = {.found = {{.row = &hol_nonlinear_row, .result = &s.result}}, .founds = 1};
  assert_int_equal(hol_write(&study, "csv", &csv), HOL_OK);
  json = json_of(&s.result);
  assert_non_null(strstr(table.data, "  at eta = 0.08293708103 (between 0.08293708103"));
  assert_non_null(strstr(table.data, "in time: 3 of 3 stable motions confirmed"));
  assert_non_null(strstr(csv.data, "\n,1.0,0.0,0.08293708103"));
  assert_non_null(strstr(csv.data, ",cubic,,1,folds-vanish,918.297389"));
  assert_non_null(
      strstr(json.data, "{\"what\": \"folds-vanish\", \"how\": \"cusp\", \"complete\": true, \"cubic_loss\": true"));
  assert_non_null(strstr(json.data, "\"in_time\": [{\"point\": "));
  hol_text_clear(&table);
  hol_text_clear(&csv);
  hol_text_clear(&json);
  forget(&s);
}

int main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_folds_vanish_at_triple_roots),
      cmocka_unit_test(test_folds_vanish_with_more_harmonics_where_curves_say_so),
      cmocka_unit_test(test_search_beside_the_place_is_not_complete),
      cmocka_unit_test(test_folds_that_leave_the_range_are_told_apart),
      cmocka_unit_test(test_beams_of_several_modes_have_their_loss_factor_found),
      cmocka_unit_test(test_stable_motions_come_back_in_time_and_unstable_ones_leave),
      cmocka_unit_test(test_motions_that_time_does_not_confirm_are_not_proved),
      cmocka_unit_test(test_limits_of_the_file_end_curves),
      cmocka_unit_test(test_convergence_is_that_of_single_curves),
      cmocka_unit_test(test_all_motions_at_a_frequency_are_listed),
      cmocka_unit_test(test_comparison_tells_wrong_and_missing_motions),
      cmocka_unit_test(test_branches_of_two_modes_that_are_apart_are_found),
      cmocka_unit_test(test_writers_tell_what_was_found),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}

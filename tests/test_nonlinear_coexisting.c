/* SPDX-License-Identifier: BSD-3-Clause */
/* Motions that coexist, the harmonics they need, and what is said of those that are not listed. */
#include "duffing_referee.h"
#include "holonome/output.h"
#include "nonlinear/analysis.h"
#include "nonlinear/motions.h"
#include "nonlinear/request.h"
#include "nonlinear_fixture.h"
#include "reading.h"

#include <stdio.h>
#include <string.h>

/** A problem, read and solved. {0} is empty. */
typedef struct solved {
  reading reading;
  hol_nonlinear_result result;
} solved;

static const hol_nonlinear_curve *solve_read(solved *s)
{
  assert_int_equal(hol_nonlinear_prepare(&s->reading.problem, &s->reading.faults), HOL_OK);
  assert_int_equal(hol_nonlinear_solve(hol_nonlinear_asked(&s->reading.problem), &s->result), HOL_OK);
  return &s->result.item[0].curve;
}

static const hol_nonlinear_curve *solve_file(solved *s, const char *path)
{
  assert_true(reading_of_file(path, &s->reading));
  return solve_read(s);
}

/** The bare equation; `text` from the brace on. */
static const hol_nonlinear_curve *solve(solved *s, const char *text)
{
  char all[512];
  (void)snprintf(all, sizeof all, "analysis:\n  nonlinear: {kind: duffing, %s}\n", text);
  assert_true(reading_of(all, &s->reading));
  return solve_read(s);
}

static void forget(solved *s)
{
  hol_nonlinear_result_clear(&s->result);
  reading_clear(&s->reading);
}

/** Motions with their images, and how many of these are stable. */
static size_t motions_of(const hol_nonlinear_curve *c, size_t *stable)
{
  size_t count = 0;
  *stable = 0;
  for (size_t i = 0; i < c->motions; i++) {
    size_t images = c->motion[i].images + 1;
    count += images;
    *stable += c->motion[i].unstable == 0 ? images : 0;
  }
  return count;
}

/** x″ + 0.25x′ + x + x³ = 10 cos 5t has nine motions of up to three periods: three of one, and two of three periods,
 *  each three times. The latter are on a branch that nothing joins to the others. */
static void test_motions_on_an_isolated_branch_are_found(void **state)
{
  (void)state;
  solved s = {0};
  const hol_nonlinear_curve *c = solve_file(&s, HOLONOME_TESTS "/faults/duffing-subharmonics.yaml");
  size_t stable;
  assert_int_equal(motions_of(c, &stable), 9);
  assert_int_equal(stable, 5);
  assert_int_equal(c->motions, 5);
  assert_int_equal(c->branch[c->motion[2].branch].period, 3);
  assert_near(c->motion[2].amplitude, 1.7083, 5e-5);
  assert_near(c->motion[2].multiplier, 0.624, 5e-4);
  assert_true(s.result.complete);
  assert_int_equal(c->coexisting, HOL_COEXISTING_COUNTED);
  forget(&s);
}

/** Two unstable motions of three periods, on a branch of its own that is not wide; by Newton's method from 1600 states
 *  over three periods with the classical Runge-Kutta method the motions are those with amplitudes 0.26720 (one period),
 *  0.27124 and 0.27298, besides the one at 0.23702 that the grid does not hit. */
static void test_a_short_branch_of_three_periods_is_found(void **state)
{
  (void)state;
  static const double amplitude[] = {0.23702, 0.26720, 0.27124, 0.27298};
  static const size_t images[] = {0, 1, 5, 5};
  solved s = {0};
  const hol_nonlinear_curve *c =
      solve(&s, "omega2: 7545.109923804693, mu: 1793706.2749085145, P: 9349.998635045788, "
                "loss: {viscous: 6.3448512595631055}, harmonics: 23, from: 113.3112058850502, "
                "to: 248.69022136026294, motions_at: 135.42444860721108, subharmonics: 3, search: 5");
  assert_int_equal(c->motions, 4);
  for (size_t i = 0; i < 4; i++) {
    const hol_nonlinear_branch *b = &c->branch[c->motion[i].branch];
    assert_near(c->motion[i].amplitude, amplitude[i], 2e-5);
    assert_int_equal(b->period, i < 2 ? 1 : 3);
    assert_int_equal(c->motion[i].images, images[i]);
  }
  forget(&s);
}

/** Between the frequencies that are searched: a narrow branch of two periods at little loss. All stable motions that
 *  random states come to at sixty random frequencies of the range are on branches. */
static void test_no_stable_motion_is_missing_between_searched_frequencies(void **state)
{
  (void)state;
  const duffing_problem p = duffing_light_at(1, 0);
  const duffing_along d = duffing_compare_along(&p, 1, 3, 60, 64);
  assert_true(d.complete);
  assert_true(d.found > 60);
  assert_int_equal(d.missing, 0);
}

/** Motions of two periods are born where one of one period doubles it: their branch ends there, whichever is found
 *  first. */
static void test_branches_of_two_periods_end_where_they_are_born(void **state)
{
  (void)state;
  solved s = {0};
  const hol_nonlinear_curve *c =
      solve(&s, "omega2: 1, mu: 1, P: 19.971756881049316, loss: {viscous: 0.25026526619968137}, "
                "harmonics: 23, from: 1.3, to: 1.5, subharmonics: 2, search: 5");
  assert_true(s.result.complete);
  assert_int_equal(c->reasons, 0);
  forget(&s);
}

/** An event is known as well on the branch that begins there as on the one it leaves: all digits are printed. */
static void test_births_of_branches_are_printed_with_their_digits(void **state)
{
  (void)state;
  solved s = {0};
  (void)solve(&s, "omega2: 1, mu: 1, P: 22, loss: {viscous: 0.2}, from: 1, to: 3, subharmonics: 2, search: 5");
  hol_text text = {0};
  assert_int_equal(hol_nonlinear_table(&s.result, NULL, HOL_UNIT_HERTZ, &text), HOL_OK);
  assert_null(strchr(text.data, '~'));
  assert_non_null(strstr(text.data, "branch point              1.508155475"));
  hol_text_clear(&text);
  forget(&s);
}

/** A motion of two periods is one even where its branch, not knowing that it ends there, passes the point where it is
 *  born and goes on as its own image: at nu = 1.3 there is one, with three images, by Newton's method with the
 *  classical Runge-Kutta method. */
static void test_a_motion_of_two_periods_is_listed_once(void **state)
{
  (void)state;
  const hol_nonlinear_options o = {.from = 1, .to = 3, .period = 2, .search = 5, .only_primary = true};
  const double nu = 1.3;
  hol_nonlinear_model m = {0};
  hol_nonlinear_curve c = {0};
  size_t doubled = 0;
  assert_int_equal(hol_nonlinear_model_start(&m, 1, 0), HOL_OK);
  m.omega2[0] = 1;
  m.S[0] = 1;
  m.stiffness = 2;
  m.force[0] = 22;
  m.viscous = 0.2;
  assert_close(hol_nonlinear_cubic(&m, 0), 1, 1e-15);
  assert_int_equal(hol_nonlinear_trace(&m, &o, &c), HOL_OK);
  assert_int_equal(hol_motions_at(&m, &o, &nu, 1, &c), HOL_OK);
  for (size_t i = 0; i < c.motions; i++) {
    if (c.branch[c.motion[i].branch].period == 2) {
      doubled++;
      assert_near(c.motion[i].amplitude, 4.39370, 1e-4);
      assert_int_equal(c.motion[i].images, 3);
    }
  }
  assert_int_equal(doubled, 1);
  hol_nonlinear_curve_clear(&c);
  hol_nonlinear_model_clear(&m);
}

/** The seven motions of x″ + 0.25x′ + x + x³ = 92 cos t need some sixty harmonics, and get them. */
static void test_harmonics_are_chosen(void **state)
{
  (void)state;
  static const double amplitude[] = {5.5975, 6.3207, 6.3733, 6.4329};
  solved s = {0};
  const hol_nonlinear_curve *c = solve_file(&s, HOLONOME_TESTS "/faults/duffing-truncation.yaml");
  size_t stable;
  assert_true(s.result.complete);
  assert_int_equal(motions_of(c, &stable), 7);
  assert_int_equal(stable, 4);
  assert_int_equal(c->motions, 4);
  for (size_t i = 0; i < 4; i++) {
    assert_near(c->motion[i].amplitude, amplitude[i], 5e-5);
    assert_true(c->motion[i].error < 1e-5);
  }
  for (size_t i = 0; i < c->branches; i++) {
    assert_true(c->branch[i].missing < 1e-6);
    assert_true(c->branch[i].tail < 1e-6);
  }
  forget(&s);
}

/** With seven harmonics there is one motion of 5.248, which is none: the result says so. */
static void test_too_few_harmonics_are_reported(void **state)
{
  (void)state;
  solved s = {0};
  const hol_nonlinear_curve *c =
      solve(&s, "omega2: 1, mu: 1, P: 92, loss: {viscous: 0.25}, from: 0.9, to: 1.1, harmonics: 7, motions_at: 1");
  assert_int_equal(c->motions, 1);
  assert_near(c->motion[0].amplitude, 5.248, 5e-4);
  assert_true(c->motion[0].error > 0.05);
  assert_false(c->complete);
  assert_int_equal(c->reason[0].kind, HOL_INCOMPLETE_HARMONICS);
  assert_int_equal(c->coexisting, HOL_COEXISTING_OPEN);
  hol_text text = {0};
  assert_int_equal(hol_nonlinear_table(&s.result, NULL, HOL_UNIT_HERTZ, &text), HOL_OK);
  assert_null(strstr(text.data, "5.248"));
  assert_non_null(strstr(text.data, "harmonics are too few"));
  hol_text_clear(&text);
  forget(&s);
}

/** Digits end where more harmonics would change them: with three harmonics the peak is known to two or three digits. */
static void test_errors_cover_what_more_harmonics_change(void **state)
{
  (void)state;
  static const char *const equation =
      "omega2: 1, mu: 1, P: 2, loss: {viscous: 0.25}, from: 1.2, to: 3, motions_at: 2%s";
  char few[256], many[256];
  solved a = {0}, b = {0};
  (void)snprintf(few, sizeof few, equation, ", harmonics: 3");
  (void)snprintf(many, sizeof many, equation, ", harmonics: 25");
  const hol_nonlinear_curve *c = solve(&a, few), *d = solve(&b, many);
  size_t compared = 0;
  assert_int_equal(c->motions, d->motions);
  for (size_t i = 0; i < c->motions; i++) {
    double off = fabs(c->motion[i].amplitude / d->motion[i].amplitude - 1);
    assert_true(off <= 2 * c->motion[i].error);
    assert_true(c->motion[i].error < 0.05);
    assert_true(d->motion[i].error < 1e-9);
  }
  for (size_t i = 0; i < c->branch->events && d->branch->events == c->branch->events; i++, compared++) {
    const hol_nonlinear_event *few_event = &c->branch->event[i], *many_event = &d->branch->event[i];
    assert_int_equal(few_event->kind, many_event->kind);
    assert_true(fabs(few_event->nu / many_event->nu - 1) <= 2 * few_event->error);
  }
  assert_true(compared >= 3);
  forget(&a);
  forget(&b);
}

/** The indices of softening springs close, once all motions have been looked for. */
static void test_softening_curves_are_complete(void **state)
{
  (void)state;
  static const char *const path[] = {HOLONOME_TESTS "/faults/softening-1.yaml",
                                     HOLONOME_TESTS "/faults/softening-2.yaml"};
  for (size_t i = 0; i < 2; i++) {
    solved s = {0};
    const hol_nonlinear_curve *c = solve_file(&s, path[i]);
    assert_true(c->complete);
    assert_int_equal(c->reasons, 0);
    assert_int_equal(c->coexisting, HOL_COEXISTING_COUNTED);
    forget(&s);
  }
}

/** Strong losses make all motions come together, little ones do not, and nothing is proved of a softening spring. */
static void test_uniqueness_is_proved_only_by_the_theorem(void **state)
{
  (void)state;
  static const struct {
    const char *text;
    hol_coexisting coexisting;
  } row[] = {
      {"omega2: 1, mu: 0.1, P: 0.1, loss: {viscous: 1}, from: 0.5, to: 2, subharmonics: 2", HOL_COEXISTING_PROVED},
      {"omega2: 1, mu: 0.1, P: 0.18, loss: {viscous: 0.05}, from: 0.9, to: 1.4", HOL_COEXISTING_COUNTED},
      {"omega2: 1, mu: 0.1, P: 3, loss: {viscous: 1}, from: 0.5, to: 2", HOL_COEXISTING_COUNTED},
      {"omega2: 1, mu: -0.1, P: 0.1, loss: {viscous: 1}, from: 0.5, to: 2", HOL_COEXISTING_COUNTED},
      {"omega2: 1, mu: 0.1, P: 0.1, loss: {eta: 1, cubic: true}, from: 0.5, to: 2", HOL_COEXISTING_COUNTED}};
  for (size_t i = 0; i < sizeof row / sizeof *row; i++) {
    solved s = {0};
    const hol_nonlinear_curve *c = solve(&s, row[i].text);
    assert_true(c->complete);
    assert_int_equal(c->coexisting, row[i].coexisting);
    forget(&s);
  }
}

/** Every curve that is not complete says why. */
static void test_reasons_are_given(void **state)
{
  (void)state;
  static const struct {
    const char *text;
    hol_incomplete_kind kind;
  } row[] = {
      {"omega2: 1, mu: 1, P: 10, loss: {viscous: 0.25}, from: 0.5, to: 2, max_branches: 1", HOL_INCOMPLETE_BRANCHES},
      {"omega2: 1, mu: 1, P: 10, loss: {viscous: 0.25}, from: 2.5, to: 7, max_points: 5", HOL_INCOMPLETE_POINTS}};
  for (size_t i = 0; i < sizeof row / sizeof *row; i++) {
    solved s = {0};
    const hol_nonlinear_curve *c = solve(&s, row[i].text);
    bool said = false;
    assert_false(s.result.complete);
    assert_int_equal(c->coexisting, HOL_COEXISTING_OPEN);
    for (size_t k = 0; k < c->reasons; k++) {
      said = said || c->reason[k].kind == row[i].kind;
    }
    assert_true(said);
    forget(&s);
  }
}

/** A sample of the campaign. */
static void test_stable_motions_of_random_problems_are_listed(void **state)
{
  (void)state;
  size_t found = 0, longer = 0;
  for (unsigned long k = 0; k < 30; k++) {
    const duffing_problem p = duffing_problem_at(3, k);
    if (p.omega2 < 0 || p.P > 30 * p.omega2 * sqrt(fabs(p.omega2 / p.mu))) {
      continue; /* with many branches: left to the campaign */
    }
    const duffing_verdict d = duffing_compare(&p, k, 48);
    assert_int_equal(d.missing, 0);
    found += d.found;
    longer += d.found > 1;
  }
  assert_true(found >= 15);
  assert_true(longer > 0);
}

int main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_motions_on_an_isolated_branch_are_found),
      cmocka_unit_test(test_a_short_branch_of_three_periods_is_found),
      cmocka_unit_test(test_no_stable_motion_is_missing_between_searched_frequencies),
      cmocka_unit_test(test_branches_of_two_periods_end_where_they_are_born),
      cmocka_unit_test(test_births_of_branches_are_printed_with_their_digits),
      cmocka_unit_test(test_a_motion_of_two_periods_is_listed_once),
      cmocka_unit_test(test_harmonics_are_chosen),
      cmocka_unit_test(test_too_few_harmonics_are_reported),
      cmocka_unit_test(test_errors_cover_what_more_harmonics_change),
      cmocka_unit_test(test_softening_curves_are_complete),
      cmocka_unit_test(test_uniqueness_is_proved_only_by_the_theorem),
      cmocka_unit_test(test_reasons_are_given),
      cmocka_unit_test(test_stable_motions_of_random_problems_are_listed),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}

/* SPDX-License-Identifier: BSD-3-Clause */
/* Branches of steady motions: published folds with any first step, the closed form, coexisting motions of appendix
   G. */
#include "nonlinear/curve.h"
#include "nonlinear/duffing.h"
#include "nonlinear/time.h"
#include "nonlinear_fixture.h"

#include <stdio.h>

static hol_nonlinear_curve trace(const hol_nonlinear_model *m, hol_nonlinear_options o)
{
  hol_nonlinear_curve curve = {0};
  assert_int_equal(hol_nonlinear_trace(m, &o, &curve), HOL_OK);
  return curve;
}

/** The events of one kind of a branch; at most 16. */
static size_t events_of(const hol_nonlinear_branch *b, hol_event_kind kind, double nu[16])
{
  size_t count = 0;
  for (size_t i = 0; i < b->events; i++) {
    if (b->event[i].kind == kind && count < 16) {
      nu[count++] = b->event[i].nu;
    }
  }
  return count;
}

static void test_folds_do_not_depend_on_the_first_step(void **state)
{
  (void)state;
  static const double step[] = {1e-9, 1e-5, 1e-2, 0.3, 1, 1e6};
  static const struct {
    size_t harmonics;
    double up, down;
  } row[] = {{7, 1.269601956, 1.115700252}, {1, 1.267536960, 1.115585927}};
  hol_nonlinear_model m = duffing_of_brief();
  for (size_t i = 0; i < 2; i++) {
    for (size_t k = 0; k < sizeof step / sizeof *step; k++) {
      hol_nonlinear_curve c = trace(
          &m,
          (hol_nonlinear_options){.from = 0.2, .to = 2.5, .harmonics = row[i].harmonics, .step = step[k], .search = 1});
      double nu[16];
      assert_true(c.complete);
      assert_int_equal(c.branches, 1);
      assert_int_equal(events_of(c.branch, HOL_EVENT_FOLD, nu), 2);
      assert_near(nu[0], row[i].up, 6e-10); /* the published digits */
      assert_near(nu[1], row[i].down, 6e-10);
      hol_nonlinear_curve_clear(&c);
    }
  }
  hol_nonlinear_model_clear(&m);
}

static void test_upper_part_between_folds_is_unstable_only_in_the_middle(void **state)
{
  (void)state;
  hol_nonlinear_model m = duffing_of_brief();
  hol_nonlinear_curve c = trace(&m, (hol_nonlinear_options){.from = 0.2, .to = 2.5, .search = 1});
  const hol_nonlinear_branch *b = c.branch;
  size_t first = 0, last = 0;
  for (size_t i = 0, folds = 0; i < b->events; i++) {
    if (b->event[i].kind == HOL_EVENT_FOLD) {
      *(folds++ == 0 ? &first : &last) = b->event[i].before;
    }
  }
  for (size_t k = 0; k < b->points; k++) {
    assert_int_equal(b->unstable[k], k > first && k <= last);
    assert_true((b->multiplier[k] > 1) == (b->unstable[k] > 0));
  }
  hol_nonlinear_curve_clear(&c);
  hol_nonlinear_model_clear(&m);
}

static hol_nonlinear_model bar(double eta, bool cubic)
{
  hol_nonlinear_model m = {0};
  assert_int_equal(hol_nonlinear_from_duffing(0.7172e6, 0.1414e6, &m), HOL_OK);
  m.force_nu2[0] = 0.083;
  m.eta = eta;
  m.cubic_loss = cubic;
  return m;
}

/** Figure VI.1 by continuation with one harmonic: every point and fold is that of the closed form. */
static void test_one_harmonic_curve_is_the_closed_form(void **state)
{
  (void)state;
  for (int cubic = 0; cubic < 2; cubic++) {
    hol_nonlinear_model m = bar(0.07, cubic);
    const hol_duffing d = {.omega2 = 0.7172e6, .mu = 0.1414e6, .P_nu2 = 0.083, .eta = 0.07, .cubic_loss = cubic};
    hol_nonlinear_curve c = trace(&m, (hol_nonlinear_options){.from = 500, .to = 3000, .harmonics = 1, .search = 1});
    hol_duffing_fold fold[HOL_DUFFING_FOLDS_MAX];
    size_t folds = hol_duffing_folds(&d, 500, 3000, fold);
    double nu[16];
    size_t found = 0;
    assert_int_equal(c.branches, cubic ? 1 : 2); /* linear loss and P ∝ ν²: the upper branch runs on */
    for (size_t i = 0; i < c.branches; i++) {
      const hol_nonlinear_branch *b = &c.branch[i];
      size_t count = events_of(b, HOL_EVENT_FOLD, nu);
      for (size_t k = 0; k < count; k++) {
        double nearest = (double)INFINITY;
        for (size_t j = 0; j < folds; j++) {
          nearest = fmin(nearest, fabs(fold[j].nu - nu[k]) / nu[k]);
        }
        assert_near(nearest, 0, 1e-11);
      }
      found += count;
      for (size_t k = 0; k < b->points; k++) {
        double a[3], nearest = (double)INFINITY;
        double mine = hol_nonlinear_harmonic(b, b->coefficient + k * b->unknowns, 0, 1);
        size_t roots = hol_duffing_amplitudes(&d, b->nu[k], a);
        for (size_t j = 0; j < roots; j++) {
          nearest = fmin(nearest, fabs(a[j] - mine) / mine);
        }
        assert_near(nearest, 0, 1e-8);
      }
    }
    assert_int_equal(found, folds);
    hol_nonlinear_curve_clear(&c);
    hol_nonlinear_model_clear(&m);
  }
}

static void test_no_fold_with_harmonics_at_eta_0_1(void **state)
{
  (void)state;
  hol_nonlinear_model m = bar(0.1, true);
  hol_nonlinear_curve c = trace(&m, (hol_nonlinear_options){.from = 500, .to = 1500, .search = 1});
  double nu[16];
  assert_int_equal(c.branches, 1);
  assert_int_equal(events_of(c.branch, HOL_EVENT_FOLD, nu), 0);
  hol_nonlinear_curve_clear(&c);
  hol_nonlinear_model_clear(&m);
}

/** The state of a one-mode motion at t = 0. */
static void state_of(const hol_nonlinear_branch *b, const double *c, double nu, double y[2])
{
  size_t highest = b->harmonics * b->period;
  y[0] = hol_nonlinear_motion(b, c, 0, 0);
  y[1] = 0;
  for (size_t h = 1; h <= highest; h++) {
    y[1] += (double)h * nu / (double)b->period * c[2 * h];
  }
}

/** Motion number `at` of a branch, disturbed by a thousandth, comes back to itself in time, as fast as its multiplier
 *  says. */
static void check_attracts(const hol_nonlinear_model *m, const hol_nonlinear_branch *b, size_t at, double tolerance)
{
  double periods = ceil(log(1e-4 * tolerance) / log(b->multiplier[at]));
  const double nu = b->nu[at], *c = b->coefficient + at * b->unknowns, T = 2 * M_PI * (double)b->period / nu;
  double start[2];
  state_of(b, c, nu, start);
  double y[2] = {start[0] * 1.001, start[1] * 1.001};
  assert_int_equal(hol_nonlinear_integrate(m, nu, 0, periods * T, 1e-11, y), HOL_OK);
  double size = hol_nonlinear_amplitude(b, c, 0);
  assert_near(y[0], start[0], tolerance * size);
  assert_near(y[1], start[1], tolerance * size * nu);
}

static void test_stable_motions_are_reached_in_time(void **state)
{
  (void)state;
  hol_nonlinear_model m = duffing_of_brief();
  hol_nonlinear_curve c = trace(&m, (hol_nonlinear_options){.from = 0.2, .to = 2.5, .harmonics = 13, .search = 1});
  size_t checked = 0;
  for (size_t k = 0; k < c.branch->points; k += 40) {
    if (c.branch->unstable[k] == 0 && c.branch->multiplier[k] < 0.96) {
      check_attracts(&m, c.branch, k, 1e-7);
      checked++;
    }
  }
  assert_true(checked > 5);
  hol_nonlinear_curve_clear(&c);
  hol_nonlinear_model_clear(&m);
}

/** Appendix G, b = 4, ω = 1: two stable motions of the force's period (figures G.1 and G.2), images of each other, and
 *  the unstable symmetric one between them. */
static void test_two_stable_motions_of_appendix_are_found(void **state)
{
  (void)state;
  hol_nonlinear_model m = duffing_of_appendix(4);
  hol_nonlinear_curve c = trace(&m, (hol_nonlinear_options){.from = 0.8, .to = 1.2, .harmonics = 25, .search = 1});
  size_t stable = 0, motions = 0;
  assert_true(c.complete);
  for (size_t i = 0; i < c.branches; i++) {
    const hol_nonlinear_branch *b = &c.branch[i];
    for (size_t k = 0; k + 1 < b->points; k++) {
      if ((b->nu[k] < 1) != (b->nu[k + 1] < 1)) {
        motions += 1 + b->images;
        stable += b->unstable[k] == 0 ? 1 + b->images : 0;
        if (b->unstable[k] == 0) {
          check_attracts(&m, b, k, 1e-8);
        }
      }
    }
  }
  assert_int_equal(motions, 3);
  assert_int_equal(stable, 2);
  hol_nonlinear_curve_clear(&c);
  hol_nonlinear_model_clear(&m);
}

/** A pair of motions of three periods, far from all of one period: found, complete with its images, reached in time. */
static void test_subharmonic_motions_are_found_and_reached_in_time(void **state)
{
  (void)state;
  hol_nonlinear_model m = duffing_of_appendix(10);
  m.viscous = 0.1;
  hol_nonlinear_curve c =
      trace(&m, (hol_nonlinear_options){.from = 5.8, .to = 6.2, .harmonics = 5, .period = 3, .search = 1});
  bool reached = false;
  for (size_t i = 0; i < c.branches; i++) {
    const hol_nonlinear_branch *b = &c.branch[i];
    size_t k = b->points / 2;
    if (b->period == 3) {
      assert_int_equal(b->images, 2);
      if (b->unstable[k] == 0) {
        check_attracts(&m, b, k, 1e-6);
        reached = true;
      }
    }
  }
  assert_true(reached);
  assert_true(c.complete);
  hol_nonlinear_curve_clear(&c);
  hol_nonlinear_model_clear(&m);
}

static void test_impossible_requests_are_refused(void **state)
{
  (void)state;
  hol_nonlinear_model m = duffing_of_brief();
  hol_nonlinear_curve c = {0};
  static const hol_nonlinear_options wrong[] = {{.from = 0, .to = 1},
                                                {.from = 2, .to = 1},
                                                {.from = -1, .to = 1},
                                                {.from = 0.5, .to = 1, .step = -0.1},
                                                {.from = 0.5, .to = (double)INFINITY},
                                                {.from = 0.5, .to = 1, .period = 1000}};
  for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
    assert_int_equal(hol_nonlinear_trace(&m, &wrong[i], &c), HOL_INVALID);
    hol_nonlinear_curve_clear(&c);
  }
  m.viscous = 0; /* no loss at all: nothing settles */
  const hol_nonlinear_options o = {.from = 0.5, .to = 1};
  assert_int_equal(hol_nonlinear_trace(&m, &o, &c), HOL_INVALID);
  m.viscous = -0.1;
  assert_int_equal(hol_nonlinear_trace(&m, &o, &c), HOL_INVALID);
  hol_nonlinear_curve_clear(&c);
  hol_nonlinear_curve_clear(&c);
  hol_nonlinear_model_clear(&m);
}

static void test_without_force_there_is_rest(void **state)
{
  (void)state;
  hol_nonlinear_model m = duffing_of_brief();
  m.force[0] = 0;
  hol_nonlinear_curve c = trace(&m, (hol_nonlinear_options){.from = 0.5, .to = 2, .search = 1});
  assert_int_equal(c.branches, 1);
  assert_true(c.complete);
  assert_near(hol_nonlinear_amplitude(c.branch, c.branch->coefficient, 0), 0, 0);
  hol_nonlinear_curve_clear(&c);
  hol_nonlinear_model_clear(&m);
}

int main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_folds_do_not_depend_on_the_first_step),
      cmocka_unit_test(test_upper_part_between_folds_is_unstable_only_in_the_middle),
      cmocka_unit_test(test_one_harmonic_curve_is_the_closed_form),
      cmocka_unit_test(test_no_fold_with_harmonics_at_eta_0_1),
      cmocka_unit_test(test_stable_motions_are_reached_in_time),
      cmocka_unit_test(test_two_stable_motions_of_appendix_are_found),
      cmocka_unit_test(test_subharmonic_motions_are_found_and_reached_in_time),
      cmocka_unit_test(test_impossible_requests_are_refused),
      cmocka_unit_test(test_without_force_there_is_rest),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}

/* SPDX-License-Identifier: BSD-3-Clause */
/* Modes followed over a grid: crossings and veerings where theory has them, and nothing where it has none. */
#include "close.h"
#include "reading.h"

#include "holonome/holonome.h"
#include "model/geometry.h"

#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static void sweep_text(const char *text, hol_sweep *sweep)
{
  reading r = {0};
  assert_true(reading_of(text, &r));
  assert_int_equal(hol_sweep_run(&r.problem, (hol_sweep_options){0}, sweep, &r.faults), HOL_OK);
  reading_clear(&r);
}

static size_t count_events(const hol_sweep *sweep, hol_sweep_event_kind kind)
{
  size_t n = 0;
  for (size_t e = 0; e < sweep->event_count; e++) {
    n += sweep->event[e].kind == kind;
  }
  return n;
}

/** Every branch at most once at a point, and each point has as many as frequencies. */
static void check_branches(const hol_sweep *sweep)
{
  for (size_t p = 0; p < sweep->points; p++) {
    for (size_t c = 0; c < sweep->columns; c++) {
      const size_t *row = sweep->branch + p * sweep->columns;
      assert_true(row[c] >= 1);
      assert_true(row[c] <= sweep->branches);
      for (size_t d = 0; d < c; d++) {
        assert_int_not_equal(row[c], row[d]);
      }
    }
  }
}

/** Two cantilevers side by side; the second has length L, the spring between the tips stiffness k. */
static void cantilevers(const char *stiffness, const char *lengths, size_t count, hol_sweep *sweep)
{
  char text[1024];
  (void)snprintf(text, sizeof text,
                 "parameters: {L: 1}\n"
                 "parts:\n"
                 "  a: {kind: beam, from: [0, 0], to: [1, 0], EI: 1, line_mass: 1}\n"
                 "  b: {kind: beam, from: [0, 1], to: [L, 1], EI: 1, line_mass: 1}\n"
                 "joints:\n"
                 "  - {fix: a.start}\n"
                 "  - {fix: b.start}\n"
                 "  - {spring: [a.end, b.end], freedom: uy, stiffness: %s}\n"
                 "analysis:\n"
                 "  frequencies: {count: %zu}\n"
                 "  sweep: {over: {L: %s}, follow: true}\n",
                 stiffness, count, lengths);
  sweep_text(text, sweep);
  check_branches(sweep);
}

/** The frequencies of the second are those of the first over L²: mode i of the first meets mode j of the second at the
 *  ratio of wave numbers j to i, with i + j - 2 frequencies below. Five steps for all of them. */
static void test_uncoupled_cantilevers_cross_at_the_ratios_of_their_wave_numbers(void **state)
{
  (void)state;
  const double wave[] = {1.8751040687119611664, 4.6940911329741745764, 7.8547574382376125649, 10.995540734875466990};
  const size_t pair[][2] = {{3, 2}, {4, 3}, {1, 1}, {2, 2}, {3, 3}, {3, 4}}; /* by L, then by number */
  hol_sweep sweep;
  cantilevers("1e-12", "{from: 0.55, to: 1.45, points: 6}", 6, &sweep);
  assert_int_equal(sweep.event_count, 6);
  for (size_t e = 0; e < sweep.event_count; e++) {
    const hol_sweep_event *event = &sweep.event[e];
    assert_int_equal(event->kind, HOL_SWEEP_CROSSING);
    assert_int_equal(event->number, pair[e][0] + pair[e][1] - 1);
    assert_close(event->at, wave[pair[e][1] - 1] / wave[pair[e][0] - 1], 1e-7);
    assert_close(event->omega, pow(wave[pair[e][0] - 1], 2), 1e-7);
  }
  for (size_t p = 0; p < sweep.points; p++) { /* the first cantilever's modes are where they were */
    const size_t *row = sweep.branch + p * sweep.columns;
    for (size_t c = 0; c < sweep.columns; c++) {
      if (row[c] == sweep.branch[0]) {
        assert_close(sweep.omega[p * sweep.columns + c], wave[0] * wave[0], 1e-9);
      }
    }
  }
  hol_sweep_clear(&sweep);
}

/** Symmetric and antisymmetric at L = 1: 3.516² and, for a spring 2k at the tip, about 3.516² + 4·2k for small k (a tip
 *  of unit modal mass has X(1) = 2). Near by two levels repel each other with that gap. */
static void test_coupled_cantilevers_veer_with_the_gap_of_perturbation_theory(void **state)
{
  (void)state;
  double omega = 3.516015268500157, k = 1e-3, gap = sqrt(omega * omega + 8 * k) - omega;
  const char *const lengths[] = {"{from: 0.8, to: 1.25, points: 4}", "{from: 0.9, to: 1.1, points: 2001}"};
  for (size_t i = 0; i < 2; i++) {
    hol_sweep sweep;
    cantilevers("1e-3", lengths[i], 2, &sweep);
    assert_int_equal(sweep.branches, 2);
    assert_int_equal(count_events(&sweep, HOL_SWEEP_CROSSING), 0);
    assert_int_equal(count_events(&sweep, HOL_SWEEP_UNCLEAR), 0);
    assert_int_equal(count_events(&sweep, HOL_SWEEP_VEERING), 1);
    assert_int_equal(sweep.event[0].number, 1);
    assert_int_equal(sweep.event[0].branch[0], 1);
    assert_int_equal(sweep.event[0].branch[1], 2);
    assert_near(sweep.event[0].at, 1, 1e-4);
    assert_close(sweep.event[0].gap, gap, 2e-3);
    for (size_t p = 0; p < sweep.points; p++) {
      assert_int_equal(sweep.branch[2 * p], 1);
    }
    hol_sweep_clear(&sweep);
  }
}

/** Gap of the pair of an event at a point of its loupe. */
static double loupe_gap(const hol_sweep *sweep, const hol_sweep_loupe *loupe, size_t k)
{
  const double *row = loupe->omega + k * sweep->columns + (sweep->event[loupe->event].number - sweep->first);
  return row[1] - row[0];
}

/** The gap at its least is that of the event, and goes to the least times the root of 26, as those of two levels that
 *  repel do. */
static void test_a_loupe_shows_a_veering_that_the_grid_does_not(void **state)
{
  (void)state;
  enum { N = HOL_SWEEP_LOUPE_POINTS };
  hol_sweep sweep;
  cantilevers("1e-3", "{from: 0.8, to: 1.25, points: 4}", 2, &sweep);
  assert_int_equal(sweep.loupes, 1);
  const hol_sweep_loupe *loupe = &sweep.loupe[0];
  const hol_sweep_event *event = &sweep.event[loupe->event];
  double least = HUGE_VAL;
  for (size_t k = 0; k < N; k++) {
    assert_true(k == 0 || loupe->value[k] > loupe->value[k - 1]);
    assert_int_equal(loupe->branch[2 * k], event->branch[0]);
    assert_int_equal(loupe->branch[2 * k + 1], event->branch[1]);
    least = fmin(least, loupe_gap(&sweep, loupe, k));
  }
  assert_close(least, event->gap, 1e-3);
  assert_true(least >= event->gap * (1 - 1e-6));
  for (size_t k = 0; k < N; k += N - 1) {
    assert_close(loupe_gap(&sweep, loupe, k), sqrt(26) * event->gap, 0.05);
  }
  hol_sweep_clear(&sweep);
}

/** Through a crossing branches go straight on: that of the first cantilever stays where it is. */
static void test_a_loupe_goes_through_a_crossing_by_branch(void **state)
{
  (void)state;
  const char *const lengths[] = {"{from: 0.55, to: 1.45, points: 6}", "{from: 1.45, to: 0.55, points: 6}"};
  for (size_t way = 0; way < 2; way++) {
    hol_sweep sweep;
    cantilevers("1e-12", lengths[way], 3, &sweep);
    size_t fixed = sweep.branch[way ? 1 : 0]; /* of the first cantilever: the longer one is below it */
    assert_true(sweep.loupes >= 1);
    for (size_t l = 0; l < sweep.loupes; l++) {
      for (size_t k = 0; k < HOL_SWEEP_LOUPE_POINTS; k++) {
        for (size_t c = 0; c < sweep.columns; c++) {
          if (sweep.loupe[l].branch[k * sweep.columns + c] == fixed) {
            assert_close(sweep.loupe[l].omega[k * sweep.columns + c], 3.516015268500157, 1e-9);
          }
        }
      }
    }
    hol_sweep_clear(&sweep);
  }
}

/** At the ends and the events the structure has shapes, and the frequencies of the sweep. */
static void test_ends_and_events_have_shapes(void **state)
{
  (void)state;
  hol_sweep sweep;
  cantilevers("1e-3", "{from: 0.8, to: 1.25, points: 4}", 2, &sweep);
  assert_int_equal(sweep.states, 3);
  for (size_t i = 0; i < 3; i++) {
    const hol_sweep_state *s = &sweep.state[i];
    assert_int_equal(s->event, i < 2 ? SIZE_MAX : 0);
    assert_ptr_equal(s->result.problem, &s->problem);
    assert_int_equal(s->result.mode_count, 2);
    assert_non_null(s->result.mode[0].shape);
    assert_close(s->value[0], i == 0 ? 0.8 : i == 1 ? 1.25 : sweep.event[0].at, 1e-15);
    for (size_t c = 0; c < 2 && i < 2; c++) {
      assert_close(s->result.mode[c].omega, sweep.omega[i * 3 * 2 + c], 1e-12);
    }
    assert_close(s->result.geometry->part[1].to[0], s->value[0], 1e-15);
  }
  hol_sweep_clear(&sweep);
}

/** A square section: every bending frequency is double, whatever the length. */
static void test_frequencies_double_by_symmetry_are_followed_without_events(void **state)
{
  (void)state;
  hol_sweep sweep;
  sweep_text("parameters: {L: 1}\n"
             "parts:\n"
             "  a: {kind: beam, from: [0, 0, 0], to: [L, 0, 0], EA: 1e9, GJ: 1e9, EI_y: 1, EI_z: 1, line_mass: 1,\n"
             "      polar_inertia: 1}\n"
             "joints:\n"
             "  - {fix: a.start}\n"
             "analysis:\n"
             "  frequencies: {count: 6}\n"
             "  sweep: {over: {L: {from: 1, to: 2, points: 5}}, follow: true}\n",
             &sweep);
  check_branches(&sweep);
  assert_int_equal(sweep.branches, 6);
  assert_int_equal(sweep.event_count, 0);
  hol_sweep_clear(&sweep);
}

/** Three masses on springs, each tied a little to the others; the spring of the second is swept through both others
 *  between two points of the grid. Least gaps of the eigenvalues of the matrix of three rows, by the golden section:
 *  0.0032508244 at 0.505840 and 0.00071414 at 0.539562. */
static void test_two_veerings_of_one_branch_between_two_points_are_told_apart(void **state)
{
  (void)state;
  static const double at[] = {0.505840, 0.539562}, gap[] = {0.0032508244, 0.00071414};
  hol_sweep sweep;
  sweep_text("parameters: {p: 1}\n"
             "parts:\n"
             "  a: {kind: body, at: [0], mass: 0.88}\n"
             "  b: {kind: body, at: [1], mass: 0.96}\n"
             "  c: {kind: body, at: [2], mass: 0.78}\n"
             "freedoms: [ux]\n"
             "joints:\n"
             "  - {spring: a, freedom: ux, stiffness: 0.77}\n"
             "  - {spring: b, freedom: ux, stiffness: 1.66*p}\n"
             "  - {spring: c, freedom: ux, stiffness: 0.73}\n"
             "  - {spring: [a, b], freedom: ux, stiffness: 0.0028}\n"
             "  - {spring: [a, c], freedom: ux, stiffness: 2e-5}\n"
             "  - {spring: [b, c], freedom: ux, stiffness: 6e-4}\n"
             "analysis:\n"
             "  frequencies: {count: 3}\n"
             "  sweep: {over: {p: {from: 0.3, to: 3, points: 21}}, follow: true}\n",
             &sweep);
  check_branches(&sweep);
  assert_int_equal(sweep.event_count, 2);
  for (size_t e = 0; e < 2; e++) {
    assert_int_equal(sweep.event[e].kind, HOL_SWEEP_VEERING);
    assert_int_equal(sweep.event[e].number, e + 1);
    assert_near(sweep.event[e].at, at[e], 1e-5);
    assert_close(sweep.event[e].gap, gap[e], 1e-3);
  }
  hol_sweep_clear(&sweep);
}

/** Bending in two planes, one stiffness swept through the other: exactly equal at the middle point of the grid. */
static void test_crossing_at_a_point_of_the_grid_is_seen(void **state)
{
  (void)state;
  hol_sweep sweep;
  sweep_text("parameters: {B: 1}\n"
             "parts:\n"
             "  a: {kind: beam, from: [0, 0, 0], to: [1, 0, 0], EI_y: B, EI_z: 1, line_mass: 1}\n"
             "joints:\n"
             "  - {fix: a.start}\n"
             "freedoms: [uy, uz, ry, rz]\n"
             "analysis:\n"
             "  frequencies: {count: 4}\n"
             "  sweep: {over: {B: {from: 0.5, to: 1.5, points: 5}}, follow: true}\n",
             &sweep);
  check_branches(&sweep);
  assert_int_equal(count_events(&sweep, HOL_SWEEP_CROSSING), 2);
  assert_int_equal(sweep.event_count, 2);
  for (size_t e = 0; e < 2; e++) {
    assert_near(sweep.event[e].at, 1, 1e-6);
  }
  double fixed = 3.516015268500157;
  for (size_t p = 0; p < 5; p++) {
    size_t place = p <= 2 ? 1 : 0; /* the branch that began second stays, the other passes it */
    size_t other = sweep.branch[p * 4 + place];
    assert_close(sweep.omega[p * 4 + place], fixed, 1e-9);
    if (p != 2) {
      assert_int_equal(other, 2);
    }
  }
  hol_sweep_clear(&sweep);
}

static void test_branches_do_not_depend_on_the_fineness_of_the_grid(void **state)
{
  (void)state;
  hol_sweep coarse, fine;
  cantilevers("3", "{from: 0.5, to: 1.5, points: 6}", 5, &coarse);
  cantilevers("3", "{from: 0.5, to: 1.5, points: 101}", 5, &fine);
  for (size_t p = 0; p < 6; p++) {
    for (size_t c = 0; c < 5; c++) {
      assert_close(coarse.omega[p * 5 + c], fine.omega[20 * p * 5 + c], 1e-10);
      assert_int_equal(coarse.branch[p * 5 + c], fine.branch[20 * p * 5 + c]);
    }
  }
  hol_sweep_clear(&coarse);
  hol_sweep_clear(&fine);
}

/** On a grid of two parameters the lines hang together by their first points. */
static void test_modes_are_followed_over_a_grid_of_two_parameters(void **state)
{
  (void)state;
  hol_sweep sweep;
  sweep_text("parameters: {a: 1, b: 1}\n"
             "parts:\n"
             "  p: {kind: beam, from: [0, 0], to: [1, 0], EI: a, line_mass: 1}\n"
             "  q: {kind: beam, from: [0, 1], to: [1, 1], EI: b, line_mass: 1}\n"
             "joints:\n"
             "  - {fix: p.start}\n"
             "  - {fix: q.start}\n"
             "analysis:\n"
             "  frequencies: {count: 2}\n"
             "  sweep: {over: {a: [1, 2, 4], b: [1.1, 2.1, 3.9]}, follow: true}\n",
             &sweep);
  check_branches(&sweep);
  assert_int_equal(sweep.branches, 2);
  for (size_t p = 0; p < sweep.points; p++) { /* branch 1 is p's, 2 is q's: the first was the lower at (1, 1.1) */
    const size_t *row = sweep.branch + 2 * p;
    double a = sweep.parameter[2 * p], b = sweep.parameter[2 * p + 1];
    assert_int_equal(row[0], a < b ? 1 : 2);
    assert_close(sweep.omega[2 * p], 3.516015268500157 * sqrt(fmin(a, b)), 1e-9);
  }
  hol_sweep_clear(&sweep);
}

int main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_uncoupled_cantilevers_cross_at_the_ratios_of_their_wave_numbers),
      cmocka_unit_test(test_coupled_cantilevers_veer_with_the_gap_of_perturbation_theory),
      cmocka_unit_test(test_a_loupe_shows_a_veering_that_the_grid_does_not),
      cmocka_unit_test(test_a_loupe_goes_through_a_crossing_by_branch),
      cmocka_unit_test(test_ends_and_events_have_shapes),
      cmocka_unit_test(test_frequencies_double_by_symmetry_are_followed_without_events),
      cmocka_unit_test(test_two_veerings_of_one_branch_between_two_points_are_told_apart),
      cmocka_unit_test(test_crossing_at_a_point_of_the_grid_is_seen),
      cmocka_unit_test(test_branches_do_not_depend_on_the_fineness_of_the_grid),
      cmocka_unit_test(test_modes_are_followed_over_a_grid_of_two_parameters),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}

/* SPDX-License-Identifier: BSD-3-Clause */
/* Structures under compression: motions that grow, neutral equilibrium, and counts that contradict each other. What is
   right comes from closed forms, or from counts of finite elements that share nothing with the library but the
   reader. */
#include "model_of.h"
#include "fe_count.h"
#include "solved.h"

#include "spectrum/ground.h"

#include <string.h>

static const double pi = 3.14159265358979323846;

static const char free_beam[] = "freedoms: [uy, rz]\n"
                                "parts:\n"
                                "  b: {kind: beam, length: 1, EI: 1, line_mass: 1, axial_force: -1}\n"
                                "analysis: {frequencies: %s, compliance: %s}\n";
static const char massless[] = "freedoms: [uy, rz]\n"
                               "parts:\n"
                               "  m1: {kind: beam, from: [0, 0], to: [1, 0], EI: 1, line_mass: 0, axial_force: -1}\n"
                               "  m2: {kind: beam, from: [1, 0], to: [2, 0], EI: 1, line_mass: 1}\n"
                               "joints:\n"
                               "  - {pin: m1.start}\n"
                               "  - {hinge: [m1.end, m2.start]}\n"
                               "analysis: {frequencies: %s, compliance: %s}\n";
static const char column[] = "freedoms: [uy, rz]\n"
                             "parts:\n"
                             "  b: {kind: beam, length: 1, EI: 1, line_mass: 1, axial_force: %.17g}\n"
                             "joints: [{pin: b.start}, {pin: b.end}]\n"
                             "analysis: {frequencies: {count: 4}, compliance: %s}\n";

static const char *const compliances[] = {"exact", "{modes: 4}", "{modes: 4, order: 3}", "{tolerance: 1e-8}"};
enum { COMPLIANCES = sizeof compliances / sizeof *compliances };

/** Finite elements count as many eigenvalues on both sides of every bracket of a growing motion as the mode says. */
static void check_growth_by_elements(const solved *s)
{
  fe_counter c = {0};
  const hol_result *r = &s->result;
  assert_true(fe_counter_open(&s->reading.problem, s->reading.kind, 100, 4, &c));
  for (size_t i = 0; i < r->mode_count && r->mode[i].growth > 0; i++) {
    const hol_mode *m = &r->mode[i];
    const real low = m->lower_growth, high = m->upper_growth, slack = 1e-13L;
    assert_int_equal(fe_counter_below(&c, -high * high * (1 + slack)), m->count_below);
    assert_int_equal(fe_counter_below(&c, -low * low * (1 - slack)), m->count_above);
    assert_true(m->lower_growth <= m->growth);
    assert_true(m->growth <= m->upper_growth);
  }
  fe_counter_clear(&c);
}

/** One growing motion, one without energy, then what oscillates; the list says so, and it is not called complete. */
static void check_one_grows(const solved *s, size_t count, double rate)
{
  const hol_result *r = &s->result;
  assert_int_equal(s->status, HOL_INCOMPLETE);
  assert_false(r->complete);
  assert_true(r->count_proved);
  assert_int_equal(r->growing, 1);
  assert_int_equal(r->neutral, 0);
  assert_int_equal(r->mode_count, count);
  assert_int_equal(r->mode[0].number, 1);
  assert_true(r->mode[0].omega == 0);
  assert_close(r->mode[0].growth, rate, 1e-7);
  assert_true(r->mode[0].upper_growth - r->mode[0].lower_growth < 1e-7 * rate);
  assert_true(r->mode[0].shape != NULL);
  for (size_t i = 1; i < count; i++) {
    assert_true(r->mode[i].growth == 0);
    assert_int_equal(r->mode[i].count_below, i);
    assert_true(i == 1 ? r->mode[i].omega == 0 : r->mode[i].omega > 1);
  }
}

/** The free beam turns over: λ = -12.0587; by every compliance, and however the frequencies are asked for. */
static void test_stability_free_beam_turns_over(void **state)
{
  (void)state;
  solved s = {0};
  const struct {
    const char *asked;
    size_t modes;
  } by[] = {{"{count: 1}", 1}, {"{count: 2}", 2}, {"{count: 3}", 3}, {"{below: 1}", 2}, {"{below: 30}", 3}};
  for (size_t c = 0; c < COMPLIANCES; c++) {
    for (size_t k = 0; k < sizeof by / sizeof *by; k++) {
      solve_text(&s, free_beam, by[k].asked, compliances[c]);
      check_one_grows(&s, by[k].modes, 3.4725674524);
      check_growth_by_elements(&s);
    }
  }
  forget(&s);
}

/** A massless column pushes a free beam aside. */
static void test_stability_massless_column_pushes(void **state)
{
  (void)state;
  solved s = {0};
  for (size_t c = 0; c < COMPLIANCES; c++) {
    solve_text(&s, massless, "{count: 3}", compliances[c]);
    check_one_grows(&s, 3, 2.0095262894);
    check_growth_by_elements(&s);
  }
  forget(&s);
}

/** What grows is listed beside a range, too. */
static void test_stability_is_told_beside_a_range(void **state)
{
  (void)state;
  solved s = {0};
  solve_text(&s, massless, "{from: 30, to: 100}", "exact");
  assert_int_equal(s.status, HOL_INCOMPLETE);
  assert_int_equal(s.result.mode_count, 2);
  assert_true(s.result.mode[0].growth > 2);
  assert_int_equal(s.result.mode[1].number, 4);
  assert_true(s.result.count_proved);
  assert_true(!s.result.complete);
  forget(&s);
}

/** Joint reactions as coordinates may not allow a motion; it is counted all the same. */
static void test_stability_by_joint_reactions(void **state)
{
  (void)state;
  solved s = {0};
  solve_text(&s, free_beam, "{count: 3}", "reactions");
  assert_int_equal(s.result.growing, 1);
  assert_false(s.result.complete);
  solve_text(&s, massless, "{count: 3}", "reactions");
  assert_int_equal(s.result.growing, 1);
  assert_true(s.result.mode[0].growth > 1.9);
  assert_true(s.result.mode[0].growth < 2.0095262895);
  assert_true(isnan(s.result.mode[0].upper_growth));
  forget(&s);
}

/** λ_n = (nπ)²((nπ)² - P): the second and the third wave may grow faster than the first. */
static void test_stability_columns_beyond_buckling(void **state)
{
  (void)state;
  solved s = {0};
  const double force[] = {9.87, 30, 50, 100, 170};
  for (size_t f = 0; f < sizeof force / sizeof *force; f++) {
    for (size_t c = 0; c < COMPLIANCES; c++) {
      solve_text(&s, column, -force[f], compliances[c]);
      assert_int_equal(s.result.mode_count, 4);
      assert_int_equal(s.status, HOL_INCOMPLETE);
      size_t growing = 0;
      for (int n = 1; n <= 4; n++) {
        double square = n * n * pi * pi, lambda = square * (square - force[f]);
        size_t place = 0;
        for (int m = 1; m < 12; m++) {
          double other = m * m * pi * pi;
          place += other * (other - force[f]) < lambda;
        }
        growing += lambda < 0;
        if (place < 4) {
          const hol_mode *mode = &s.result.mode[place];
          if (c == 0 || c == 3 || lambda < 0) { /* four modes say little of the fourth frequency */
            assert_close(lambda < 0 ? mode->growth : mode->omega, sqrt(fabs(lambda)), c == 0 || c == 3 ? 1e-7 : 2e-2);
          }
          assert_true((lambda < 0) == (mode->growth > 0));
          /* the difference square - P loses digits near buckling; ulps of what is subtracted */
          double low = lambda < 0 ? mode->lower_growth : mode->lower,
                 high = lambda < 0 ? mode->upper_growth : mode->upper;
          double slack = 8 * 2.2e-16 * square * force[f];
          bool holds = (isnan(low) || low * low - slack <= fabs(lambda)) && fabs(lambda) <= high * high + slack;
          if (!holds) {
            print_error("P %g, %s, wave %d: %.17g not in [%.17g, %.17g]\n", force[f], compliances[c], n,
                        sqrt(fabs(lambda)), low, high);
          }
          assert_true(holds);
        }
      }
      assert_int_equal(s.result.growing, growing);
    }
  }
  forget(&s);
}

/** At the buckling load to the last digit: neither a frequency nor a rate is invented, and a relative 1e-10 aside the
 *  sign is told. */
static void test_stability_neutral_equilibrium(void **state)
{
  (void)state;
  solved s = {0};
  for (size_t c = 0; c < 3; c++) {
    solve_text(&s, column, -pi * pi, compliances[c]);
    assert_int_equal(s.status, HOL_INCOMPLETE);
    assert_int_equal(s.result.neutral, 1);
    assert_int_equal(s.result.growing, 0);
    assert_true(s.result.mode[0].is_neutral);
    assert_true(s.result.mode[0].omega == 0);
    assert_true(s.result.mode[0].growth == 0);
    assert_true(s.result.mode[0].upper < 1e-4);
    assert_true(s.result.mode[0].upper > 0);
    assert_close(s.result.mode[1].omega, sqrt(12.0) * pi * pi, c == 0 ? 1e-12 : 1e-2);
    solve_text(&s, column, -pi * pi * (1 + 1e-9), compliances[c]);
    assert_true(s.result.mode[0].growth > 0);
    assert_true(s.result.neutral == 0);
    solve_text(&s, column, -pi * pi * (1 - 1e-9), compliances[c]);
    assert_true(s.result.mode[0].omega > 0);
    assert_true(s.result.neutral == 0);
    assert_true(s.result.growing == 0);
    assert_close(s.result.mode[0].omega, pi * pi * sqrt(1e-9), 1e-3);
  }
  forget(&s);
}

/** Two forces that balance each other on a free chain: turning it as a whole has no energy, though no member says
 *  so. */
static void test_stability_balanced_forces_are_neutral(void **state)
{
  (void)state;
  solved s = {0};
  solve_text(&s, "freedoms: [uy, rz]\n"
                 "parts:\n"
                 "  a: {kind: beam, from: [0, 0], to: [1, 0], EI: 1, line_mass: 1, axial_force: -1}\n"
                 "  b: {kind: beam, from: [1, 0], to: [2, 0], EI: 1, line_mass: 1, axial_force: 1}\n"
                 "joints: [{weld: [a.end, b.start]}]\n"
                 "analysis: {frequencies: {count: 3}}\n");
  assert_int_equal(s.result.growing + s.result.neutral, 1);
  assert_true(s.result.mode[0].omega == 0);
  assert_true(s.result.mode[1].omega == 0);
  assert_true(s.result.mode[2].omega > 1);
  assert_int_equal(s.status, HOL_INCOMPLETE);
  forget(&s);
}

/** Without mass there is no rate: it is said that there is a motion, and which part makes it. */
static void test_stability_without_mass_has_no_rate(void **state)
{
  (void)state;
  solved s = {0};
  solve_text(&s, "freedoms: [uy, rz]\n"
                 "parts:\n"
                 "  thin: {kind: beam, from: [0, 0], to: [1, 0], EI: 1, line_mass: 0, axial_force: -20}\n"
                 "  m: {kind: body, at: [1, 0], mass: 1, inertia: 1}\n"
                 "joints: [{pin: thin.start}, {weld: [thin.end, m]}, {spring: m, freedom: uy, stiffness: 100}]\n"
                 "analysis: {frequencies: {count: 3}}\n");
  assert_int_equal(s.status, HOL_INCOMPLETE);
  assert_true(s.result.growing >= 1);
  bool found = false;
  for (size_t i = 0; i < s.result.note_count; i++) {
    found = found || strstr(s.result.note[i], "thin");
  }
  bool infinite = isinf(s.result.mode[0].growth);
  assert_true(infinite ? found && s.result.mode[0].lower_growth > 1e6 : s.result.mode[0].growth > 0);
  forget(&s);
}

/** With nothing compressed nothing is looked for, and a structure in tension is stable. */
/** Far below zero the energy of what has no mass is rounding: a count that falls there is no motion that grows. */
static void test_stability_rounding_below_is_no_motion(void **state)
{
  (void)state;
  static const char text[] =
      "parts:\n"
      "  m1: {from: [0, 0], to: [-0.21508199173145764, 1.797175488602276], kind: beam, line_mass: 0, EI: 0.767, "
      "axial_force: -0.0108}\n"
      "  m2: {from: [1.0896734391658647, 0.25340174389292086], to: [-0.030326560834135523, 0.25340174389292086], kind: "
      "beam, line_mass: 0.364, EI: 2.23, rotary_inertia: 0.00083, axial_force: -10.1, EA: 18.4}\n"
      "  m3: {from: [-0.06710558142021479, 0.5607187524439101], to: [1.0896734391658647, 0.25340174389292086], kind: "
      "beam, line_mass: 0, EI: 0.839, axial_force: -5.75}\n"
      "joints:\n"
      "  - {hinge: [m1@0.141, m2.end]}\n"
      "  - {constraint: {terms: [[0.397, m1@0.312, ux], [-2.94, m3.start, rz]]}}\n"
      "  - {weld: [m2.start, m3.end]}\n"
      "analysis:\n"
      "  frequencies: {count: 4}\n";
  solved s = {0};
  assert_int_equal(solve_text(&s, "%s", text), HOL_INCOMPLETE);
  const hol_result *r = &s.result;
  assert_true(r->count_proved);
  assert_int_equal(r->growing, 3);
  assert_int_equal(r->mode_count, 4);
  assert_true(isinf(r->mode[0].growth));
  fe_counter c = {0};
  assert_true(fe_counter_open(&s.reading.problem, s.reading.kind, 100, 4, &c));
  for (size_t i = 1; i < 3; i++) {
    const hol_mode *m = &r->mode[i];
    assert_true(m->upper_growth - m->lower_growth < 1e-10 * m->growth);
    assert_int_equal(fe_counter_below(&c, -(real)m->upper_growth * m->upper_growth * (1 + 1e-13L)), i);
    assert_int_equal(fe_counter_below(&c, -(real)m->lower_growth * m->lower_growth * (1 - 1e-13L)), i + 1);
  }
  fe_counter_clear(&c);
  forget(&s);
}

static void test_stability_tension_costs_nothing(void **state)
{
  (void)state;
  solved s = {0};
  solve_text(&s, column, 5.0, "exact");
  assert_int_equal(s.status, HOL_OK);
  assert_int_equal(s.result.growing + s.result.neutral, 0);
  assert_true(s.result.complete);
  hol_model model = {0};
  assert_int_equal(model_of(&s.reading.problem, &model), HOL_OK);
  assert_false(hol_may_grow(&model));
  hol_model_clear(&model);
  forget(&s);
}

/* ---- counts that cannot be ---- */

/** A system that claims one multiplier more than it has counts one frequency too few everywhere. */
static void test_stability_contradicting_counts_are_refused(void **state)
{
  (void)state;
  solved s = {0};
  hol_model model = {0};
  hol_system system = {0};
  hol_interval interval;
  size_t count;
  solve_text(&s, column, 5.0, "exact");
  assert_int_equal(model_of(&s.reading.problem, &model), HOL_OK);
  assert_int_equal(hol_system_build(&model, 0, 1, HOL_BOUND_UPPER, &system), HOL_OK);
  hol_sturm_counter counter = {.system = &system};
  assert_int_equal(hol_sturm_count(&counter, 1e-3, &count), HOL_OK);
  assert_int_equal(count, 0);
  system.multipliers++;
  assert_int_equal(hol_sturm_count(&counter, 1e-3, &count), HOL_NUMERICAL);
  assert_int_equal(counter.contradiction.kind, HOL_COUNT_NEGATIVE);
  assert_int_equal(hol_interval_find(&counter, 0, 3, HUGE_VAL, &interval), HOL_NUMERICAL);
  system.multipliers -= 2;
  counter.contradiction = (hol_contradiction){0};
  assert_int_equal(hol_interval_find(&counter, 0, 3, HUGE_VAL, &interval), HOL_NUMERICAL);
  assert_int_equal(counter.contradiction.kind, HOL_COUNT_STAYS);
  hol_sturm_counter_clear(&counter);
  hol_system_clear(&system);
  hol_model_clear(&model);
  forget(&s);
}

/** An interval whose ends say that there are more roots below its lower end than there are. */
static void test_stability_falling_counts_are_refused(void **state)
{
  (void)state;
  solved s = {0};
  hol_model model = {0};
  hol_system system = {0};
  solve_text(&s, column, 5.0, "exact");
  assert_int_equal(model_of(&s.reading.problem, &model), HOL_OK);
  assert_int_equal(hol_system_build(&model, 0, 1, HOL_BOUND_UPPER, &system), HOL_OK);
  hol_sturm_counter counter = {.system = &system};
  hol_task task = {.in = {.low = 1, .high = 2000, .low_count = 2, .high_count = 4}}, upper; /* true: 0 and 2 */
  assert_int_equal(hol_task_step(&counter, 0, &task, &upper), HOL_NUMERICAL);
  assert_int_equal(counter.contradiction.kind, HOL_COUNT_FALLS);
  hol_sturm_counter_clear(&counter);
  hol_system_clear(&system);
  hol_model_clear(&model);
  forget(&s);
}

/* ---- what must end ---- */

/** A tolerance where nothing but rigid-body modes is asked for is reached at once. */
static void test_stability_tolerance_of_rigid_modes_ends(void **state)
{
  (void)state;
  solved s = {0};
  solve_text(&s, "freedoms: [uy, rz]\n"
                 "parts: {b: {kind: beam, length: 1, EI: 1, line_mass: 1, kGA: 100}}\n"
                 "analysis: {frequencies: {count: 2}, compliance: {tolerance: 1e-2}}\n");
  assert_int_equal(s.status, HOL_OK);
  assert_int_equal(s.result.mode_count, 2);
  assert_string_equal(s.result.compliance, "4 modes of each motion dynamic, the rest quasistatic");
  forget(&s);
}

/** The first fault of a problem that is refused. */
static void check_refused(const char *text, const char *words)
{
  reading r = {0};
  hol_result result = {0};
  hol_faults faults = {0};
  assert_true(reading_of(text, &r));
  assert_int_equal(hol_solve(&r.problem, (hol_solve_options){0}, &result, &faults), HOL_INVALID);
  assert_int_equal(faults.errors, 1);
  assert_non_null(strstr(faults.item[0].message, words));
  assert_true(faults.item[0].place.line > 0);
  hol_result_clear(&result);
  hol_faults_clear(&faults);
  reading_clear(&r);
}

static void test_stability_too_many_frequencies_are_refused(void **state)
{
  (void)state;
  check_refused("freedoms: [ux]\nparts: {b: {kind: bar, length: 1, EA: 1, line_mass: 1}}\n"
                "joints: [{fix: b.start}]\nanalysis: {frequencies: {below: 1e12 rad/s}}\n",
                "more than the 10000000");
}

/** Component modes that grow are estimated, ∫ √(−T/EI) dx/π, wherever the member is soft or the force is one: in closed
 *  form here. */
static void test_stability_crumpled_members_are_refused(void **state)
{
  (void)state;
  check_refused("freedoms: [uy, rz]\n"
                "parts: {a: {kind: beam, length: 1, EI: exp(-20*xi), line_mass: 1 - xi, axial_force: -1}}\n"
                "joints: [{fix: a.start}]\nanalysis: {frequencies: {count: 3}}\n",
                "about 701 own modes of `a` grow"); /* (e^10 - 1)/(10 pi) */
  check_refused("freedoms: [uy, rz]\n"
                "parts: {a: {kind: beam, length: 1, EI: 1e-9, line_mass: exp(-20*xi), axial_force: \"xi<0.5?-5:5\"}}\n"
                "joints: [{fix: a.start}]\nanalysis: {frequencies: {count: 3}, compliance: {modes: 4}}\n",
                "about 11254 own modes of `a` grow"); /* sqrt(5e9)/(2 pi): the mean of the force is nothing */
}

/** Fewer, of a member whose mass varies so much that its mesh would grow without end. */
static void test_stability_light_ends_are_refused(void **state)
{
  (void)state;
  check_refused("freedoms: [uy, rz]\n"
                "parts: {b: {kind: beam, length: 1, EI: 1e-4, kGA: 1e9, axial_force: -5, line_mass: exp(-20*xi)}}\n"
                "joints: [{fix: b.start}]\nanalysis: {frequencies: {count: 3}, compliance: {modes: 4}}\n",
                "own modes of `b` cannot be computed: about 71 grow");
}

/** Towards a sharp tip the critical length falls off faster than the length itself. */
static void test_stability_compressed_tips_are_refused(void **state)
{
  (void)state;
  check_refused("freedoms: [uy, rz]\n"
                "parts: {e: {kind: beam, length: 1, EI: \"(1-xi)^4\", line_mass: \"(1-xi)^2\", axial_force: -0.1}}\n"
                "joints: [{fix: e.start}]\nanalysis: {frequencies: {count: 3}}\n",
                "buckle at every wave length");
  solved s = {0};
  solve_text(
      &s,
      "freedoms: [uy, rz]\n"
      "parts: {e: {kind: beam, length: 1, EI: \"(1-xi)^4\", line_mass: \"(1-xi)^2\", axial_force: \"-0.1*(1-xi)^3\"}}\n"
      "joints: [{fix: e.start}]\nanalysis: {frequencies: {count: 3}}\n");
  assert_int_equal(s.status, HOL_OK);
  assert_true(omega_of(&s, 1) > 8);
  assert_true(omega_of(&s, 1) < 8.7192589);
  forget(&s);
}

/** Every question whether to go on may be the last, and the end is in order. */
static bool until(void *context, size_t done, size_t total, size_t points)
{
  (void)points;
  (void)done;
  (void)total;
  return (*(size_t *)context)-- > 1;
}

static void test_stability_every_question_may_be_the_last(void **state)
{
  (void)state;
  reading r = {0};
  assert_true(
      reading_of("freedoms: [uy, rz]\n"
                 "parts: {e: {kind: beam, length: 1, EI: \"(1-0.5*xi)^4\", line_mass: 1, axial_force: -1}}\n"
                 "joints: [{fix: e.start}]\nanalysis: {frequencies: {count: 2}, compliance: {tolerance: 1e-6}}\n",
                 &r));
  hol_status status = HOL_INCOMPLETE;
  size_t asked = 0;
  for (size_t most = 1; asked < 200000; most = most * 3 / 2 + 1) {
    hol_result result = {0};
    hol_faults faults = {0};
    size_t left = most;
    status =
        hol_solve(&r.problem, (hol_solve_options){.watch = {.progress = until, .context = &left}}, &result, &faults);
    bool stopped = result.stopped;
    hol_result_clear(&result);
    hol_faults_clear(&faults);
    if (left > 0 && !stopped) {
      break;
    }
    assert_int_equal(status, HOL_INCOMPLETE);
    assert_true(stopped);
    asked = most;
  }
  assert_true(asked > 100); /* component modes ask, too */
  reading_clear(&r);
}

int main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_stability_free_beam_turns_over),
      cmocka_unit_test(test_stability_massless_column_pushes),
      cmocka_unit_test(test_stability_is_told_beside_a_range),
      cmocka_unit_test(test_stability_by_joint_reactions),
      cmocka_unit_test(test_stability_columns_beyond_buckling),
      cmocka_unit_test(test_stability_neutral_equilibrium),
      cmocka_unit_test(test_stability_balanced_forces_are_neutral),
      cmocka_unit_test(test_stability_without_mass_has_no_rate),
      cmocka_unit_test(test_stability_rounding_below_is_no_motion),
      cmocka_unit_test(test_stability_tension_costs_nothing),
      cmocka_unit_test(test_stability_contradicting_counts_are_refused),
      cmocka_unit_test(test_stability_falling_counts_are_refused),
      cmocka_unit_test(test_stability_tolerance_of_rigid_modes_ends),
      cmocka_unit_test(test_stability_too_many_frequencies_are_refused),
      cmocka_unit_test(test_stability_crumpled_members_are_refused),
      cmocka_unit_test(test_stability_light_ends_are_refused),
      cmocka_unit_test(test_stability_compressed_tips_are_refused),
      cmocka_unit_test(test_stability_every_question_may_be_the_last),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}

/* SPDX-License-Identifier: BSD-3-Clause */
/* The public face of running: all that a problem asks for, told, written and compared. */
#include "close.h"
#include "holonome/holonome.h"

#include <stdio.h>
#include <string.h>

static const double pi = 3.14159265358979323846;

#define BEAM                                                                                                           \
  "parameters: {L: 1 m}\n"                                                                                             \
  "parts: {a: {kind: beam, length: L, EI: 1, line_mass: 1}}\n"                                                         \
  "joints: [{pin: a.start}, {pin: a.end}]\n"

typedef struct ran {
  hol_problem problem;
  hol_faults faults;
  hol_study study;
  hol_status status;
} ran;

static void run(const char *text, hol_solve_options options, ran *r)
{
  *r = (ran){.faults = {0}};
  assert_int_equal(hol_read(text, strlen(text), (hol_read_options){0}, &r->problem, &r->faults), HOL_OK);
  r->status = hol_study_run(&r->problem, options, &r->study, &r->faults);
}

static void clear(ran *r)
{
  hol_study_clear(&r->study);
  hol_study_clear(&r->study);
  hol_faults_clear(&r->faults);
  hol_problem_clear(&r->problem);
}

static void assert_written(const hol_study *study, const char *format, const char *words)
{
  hol_text text = {0};
  assert_int_equal(format ? hol_write(study, format, &text) : hol_write_table(study, &text), HOL_OK);
  if (!strstr(text.data, words)) {
    fail_msg("%s has no \"%s\":\n%s", format ? format : "the table", words, text.data);
  }
  hol_text_clear(&text);
}

static const char modes[] = BEAM "analysis: {frequencies: {count: 2}, compliance: exact}\n"
                                 "expect: [{frequencies: [9.8696 rad/s, 39.478 rad/s], rtol: 1e-4}]\n";

static void test_modes_are_run_written_and_compared(void **state)
{
  (void)state;
  ran r;
  hol_text text = {0};
  hol_comparison comparison;
  run(modes, (hol_solve_options){0}, &r);
  assert_int_equal(r.status, HOL_OK);
  const hol_result *result = hol_study_result(&r.study, "modes");
  assert_non_null(result);
  assert_null(hol_study_result(&r.study, "sweep"));
  assert_close(result->mode[0].omega, pi * pi, 1e-12);
  assert_written(&r.study, "json", "\"complete\": true");
  assert_written(&r.study, "csv", "\n");
  assert_written(&r.study, NULL, "9.8696");
  assert_int_equal(hol_write(&r.study, "table", &text), HOL_USAGE);
  assert_int_equal(hol_compare(&r.study, &comparison), HOL_OK);
  assert_int_equal(comparison.compared, 2);
  assert_int_equal(comparison.differences, 0);
  assert_int_equal(comparison.line.size, 0);
  assert_string_equal(comparison.what, "frequencies");
  hol_comparison_clear(&comparison);
  hol_text_clear(&text);
  clear(&r);
}

static void test_differences_are_told(void **state)
{
  (void)state;
  ran r;
  hol_comparison comparison;
  run(BEAM "analysis: {frequencies: {count: 2}, compliance: exact}\n"
           "expect: [{frequencies: [9.8696 rad/s, 40 rad/s], rtol: 1e-4}]\n",
      (hol_solve_options){0}, &r);
  assert_int_equal(r.status, HOL_OK);
  assert_int_equal(hol_compare(&r.study, &comparison), HOL_INCOMPLETE);
  assert_int_equal(comparison.compared, 2);
  assert_int_equal(comparison.differences, 1);
  assert_non_null(strstr(comparison.line.data, "1 of 2 frequencies differ"));
  assert_true(comparison.words.size > 0);
  hol_comparison_clear(&comparison);
  hol_comparison_clear(&comparison);
  clear(&r);
}

static void test_a_sweep_and_curves_are_run(void **state)
{
  (void)state;
  ran r;
  run(BEAM "analysis: {frequencies: {count: 1}, compliance: exact, sweep: {over: {L: [1 m, 2 m]}}}\n",
      (hol_solve_options){0}, &r);
  assert_int_equal(r.status, HOL_OK);
  const hol_sweep *sweep = hol_study_result(&r.study, "sweep");
  assert_non_null(sweep);
  assert_close(sweep->omega[1], pi * pi / 4, 1e-12);
  assert_written(&r.study, "csv", "2.467401100272");
  assert_int_equal(hol_nonlinear_run(&r.problem, (hol_solve_options){0}, &(hol_nonlinear_result){0}, &r.faults),
                   HOL_USAGE);
  clear(&r);
  run("analysis:\n  nonlinear: {kind: duffing, omega2: 1, mu: 0.1, P: 0.18, loss: {viscous: 0.05}, from: 0.9, to: "
      "1.4}\n",
      (hol_solve_options){0}, &r);
  assert_int_equal(r.status, HOL_OK);
  const hol_nonlinear_result *curves = hol_study_result(&r.study, "nonlinear");
  hol_nonlinear_result alone = {0};
  hol_sweep none;
  assert_int_equal(hol_nonlinear_run(&r.problem, (hol_solve_options){0}, &alone, &r.faults), HOL_OK);
  assert_int_equal(alone.items, 1);
  assert_int_equal(alone.item[0].curve.branch[0].points, curves->item[0].curve.branch[0].points);
  assert_int_equal(hol_sweep_run(&r.problem, (hol_sweep_options){0}, &none, &r.faults), HOL_USAGE);
  hol_nonlinear_result_clear(&alone);
  clear(&r);
}

/** A store that counts what it is given. */
static hol_status count_record(void *context, size_t item, const void *bytes, size_t count)
{
  (void)item, (void)bytes, (void)count;
  ++*(size_t *)context;
  return HOL_OK;
}

static void test_results_are_kept_and_nothing_is_solved_in_a_rehearsal(void **state)
{
  (void)state;
  ran r;
  size_t kept = 0;
  hol_solve_options options = {.watch = {.store = {.context = &kept, .record = count_record}}};
  run(modes, options, &r);
  assert_int_equal(r.status, HOL_OK);
  assert_true(kept > 0);
  clear(&r);
  options.dry_run = true;
  kept = 0;
  run(modes, options, &r);
  assert_int_equal(r.status, HOL_OK);
  assert_int_equal(kept, 0);
  assert_int_equal(((const hol_result *)hol_study_result(&r.study, "modes"))->mode_count, 0);
  clear(&r);
}

int main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_modes_are_run_written_and_compared),
      cmocka_unit_test(test_differences_are_told),
      cmocka_unit_test(test_a_sweep_and_curves_are_run),
      cmocka_unit_test(test_results_are_kept_and_nothing_is_solved_in_a_rehearsal),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}

/* SPDX-License-Identifier: BSD-3-Clause */
/* The public face of reading: a problem from bytes and from a file, its parameters, and the same at other values. */
#include "close.h"
#include "holonome/holonome.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>

static const double pi = 3.14159265358979323846;

static const char column[] = "parameters: {L: 2 m, d: L/40, n: 1}\n"
                             "parts: {a: {kind: beam, length: L, EI: 3 N m^2, line_mass: 2*n kg/m}}\n"
                             "joints: [{pin: a.start}, {pin: a.end}]\n"
                             "analysis: {frequencies: {count: 1}, compliance: exact, sensitivities: [L]}\n";

/** The first frequency, and its derivative by the length. */
static void assert_solution(const hol_problem *problem, double L, double mass)
{
  hol_result result = {0};
  hol_faults faults = {0};
  assert_int_equal(hol_solve(problem, (hol_solve_options){0}, &result, &faults), HOL_OK);
  double omega = pow(pi / L, 2) * sqrt(3 / mass);
  assert_close(result.mode[0].omega, omega, 1e-12);
  assert_non_null(result.mode[0].sensitivity);
  assert_close(result.mode[0].sensitivity[0], -2 * omega / L, 1e-8);
  hol_result_clear(&result);
  hol_faults_clear(&faults);
}

static void test_a_problem_outlives_what_it_was_read_from(void **state)
{
  (void)state;
  char bytes[sizeof column], set[] = "n = 4";
  memcpy(bytes, column, sizeof bytes);
  const hol_override override = {set};
  hol_problem problem = {0};
  hol_faults faults = {0};
  const hol_read_options options = {.set = &override, .set_count = 1};
  assert_int_equal(hol_read(bytes, strlen(bytes), options, &problem, &faults), HOL_OK);
  memset(bytes, '?', sizeof bytes);
  memset(set, '?', sizeof set);
  assert_string_equal(problem.bytes, column);
  assert_int_equal(problem.size, strlen(column));
  assert_solution(&problem, 2, 8);
  hol_problem_clear(&problem);
  hol_problem_clear(&problem);
}

static void test_parameters_can_be_looked_at_and_set(void **state)
{
  (void)state;
  const hol_override override = {"n=4"};
  hol_problem problem = {0};
  hol_faults faults = {0};
  const hol_read_options options = {.set = &override, .set_count = 1};
  assert_int_equal(hol_read(column, strlen(column), options, &problem, &faults), HOL_OK);
  assert_null(hol_problem_parameter(&problem, "E"));
  for (int i = 1; i <= 3; i++) {
    assert_int_equal(hol_problem_set(&problem, "L", i / 3.0, &faults), HOL_OK);
    assert_true(hol_problem_parameter(&problem, "L")->value >= i / 3.0);
    assert_true(hol_problem_parameter(&problem, "L")->value <= i / 3.0);
    assert_int_equal(hol_problem_parameter(&problem, "L")->dimension.length, 1);
    assert_close(hol_problem_parameter(&problem, "d")->value, i / 120.0, 1e-15);
    assert_solution(&problem, i / 3.0, 8);
  }
  assert_int_equal(hol_problem_set(&problem, "n", 0.5, &faults), HOL_OK);
  assert_solution(&problem, 1, 1);
  assert_int_equal(faults.count, 0);
  hol_problem_clear(&problem);
}

static const char frame[] = "parameters: {L: 2 m, s: 0.5 m, k: 2}\n"
                            "parts:\n"
                            "  a: {kind: beam, from: [0, 0], to: [L, 0], EI: 3 N m^2, line_mass: 2 kg/m}\n"
                            "  d: {kind: body, at: [s, 0], mass: k kg}\n"
                            "joints: [{pin: a.start}, {pin: a.end}, {weld: [a@(s/L), d], freedoms: [uy]}]\n"
                            "freedoms: [uy, rz]\n"
                            "analysis: {frequencies: {count: 1 + k}, compliance: exact}\n";

/** Frequencies of a problem that was set are those of one that is read so, to the last bit. */
static void assert_set(const hol_problem *problem, const char *L, const char *s, const char *k)
{
  const hol_override set[] = {{L}, {s}, {k}};
  hol_problem fresh = {0};
  hol_result one = {0}, other = {0};
  hol_faults faults = {0};
  assert_int_equal(hol_read(frame, strlen(frame), (hol_read_options){.set = set, .set_count = 3}, &fresh, &faults),
                   HOL_OK);
  assert_int_equal(hol_solve(problem, (hol_solve_options){0}, &one, &faults), HOL_OK);
  assert_int_equal(hol_solve(&fresh, (hol_solve_options){0}, &other, &faults), HOL_OK);
  assert_int_equal(one.mode_count, other.mode_count);
  for (size_t i = 0; i < one.mode_count; i++) {
    assert_memory_equal(&one.mode[i].omega, &other.mode[i].omega, sizeof one.mode[i].omega);
  }
  hol_result_clear(&one);
  hol_result_clear(&other);
  hol_faults_clear(&faults);
  hol_problem_clear(&fresh);
}

/** One after the other, the same again, a number of frequencies, a place that falls on another, what is refused. */
static void test_what_is_set_is_what_is_read_so(void **state)
{
  (void)state;
  const hol_override override = {"L = 1"};
  hol_problem problem = {0};
  hol_faults faults = {0};
  const hol_read_options options = {.set = &override, .set_count = 1};
  assert_int_equal(hol_read(frame, strlen(frame), options, &problem, &faults), HOL_OK);
  assert_set(&problem, "L=1", "s=0.5", "k=2");
  assert_int_equal(hol_problem_set(&problem, "L", 4, &faults), HOL_OK);
  const hol_part *before = problem.part;
  assert_int_equal(hol_problem_set(&problem, "L", 3.1, &faults), HOL_OK);
  assert_ptr_equal(problem.part, before); /* moved, not read */
  assert_set(&problem, "L=3.1", "s=0.5", "k=2");
  assert_int_equal(hol_problem_set(&problem, "s", 1.7, &faults), HOL_OK);
  assert_int_equal(hol_problem_set(&problem, "k", 3, &faults), HOL_OK);
  assert_int_equal(hol_problem_set(&problem, "k", 1, &faults), HOL_OK);
  assert_set(&problem, "L=3.1", "s=1.7", "k=1");
  assert_int_equal(hol_problem_set(&problem, "s", 1.3, &faults), HOL_OK);
  assert_int_equal(hol_problem_set(&problem, "s", 3.1, &faults), HOL_OK);
  assert_set(&problem, "L=3.1", "s=3.1", "k=1");
  assert_int_equal(hol_problem_set(&problem, "s", 3.2, &faults), HOL_INVALID);
  assert_set(&problem, "L=3.1", "s=3.1", "k=1");
  assert_int_equal(hol_problem_set(&problem, "L", 3.3, &faults), HOL_OK);
  assert_set(&problem, "L=3.3", "s=3.1", "k=1");
  hol_faults_clear(&faults);
  hol_problem_clear(&problem);
}

/** Frequencies after two settings, the first of which is read again with the second.
 *  @param[out] omega  [3] */
static void set_both(const char *first, double x, const char *second, double y, double *omega)
{
  hol_problem problem = {0};
  hol_result result = {0};
  hol_faults faults = {0};
  assert_int_equal(hol_read(frame, strlen(frame), (hol_read_options){0}, &problem, &faults), HOL_OK);
  assert_int_equal(hol_problem_set(&problem, first, x, &faults), HOL_OK);
  assert_int_equal(hol_problem_set(&problem, second, y, &faults), HOL_OK);
  assert_int_equal(hol_solve(&problem, (hol_solve_options){0}, &result, &faults), HOL_OK);
  assert_int_equal(result.mode_count, 3);
  for (size_t i = 0; i < 3; i++) {
    omega[i] = result.mode[i].omega;
  }
  hol_result_clear(&result);
  hol_faults_clear(&faults);
  hol_problem_clear(&problem);
}

/** Doubles with and without a short decimal. */
static void test_the_order_of_settings_is_of_no_account(void **state)
{
  (void)state;
  static const double length[] = {3.1, 10.0 / 3, 2.718281828459045, 7.0 / 9, 0.7, 1.0000000000000002, 5.00000000123456};
  for (size_t i = 0; i < sizeof length / sizeof *length; i++) {
    double one[3], other[3];
    set_both("L", length[i], "s", length[i] / 4, one);
    set_both("s", length[i] / 4, "L", length[i], other);
    assert_memory_equal(one, other, sizeof one);
  }
}

static void test_what_cannot_be_set_changes_nothing(void **state)
{
  (void)state;
  hol_problem problem = {0};
  hol_faults faults = {0};
  assert_int_equal(hol_read(column, strlen(column), (hol_read_options){0}, &problem, &faults), HOL_OK);
  assert_int_equal(hol_problem_set(&problem, "L", -1, &faults), HOL_INVALID);
  assert_int_equal(hol_problem_set(&problem, "L", NAN, &faults), HOL_INVALID);
  assert_string_equal(faults.item[faults.count - 1].message, "the value of parameter `L` is not a finite number");
  assert_int_equal(hol_problem_set(&problem, "E", 1, &faults), HOL_INVALID);
  assert_string_equal(faults.item[faults.count - 1].message, "the file has no parameter `E`");
  assert_int_equal(faults.errors, faults.count);
  assert_solution(&problem, 2, 2);
  hol_faults_clear(&faults);
  hol_problem_clear(&problem);
}

static void test_files_are_read_with_those_beside_them(void **state)
{
  (void)state;
  hol_problem problem = {0};
  hol_faults faults = {0};
  const char *imported = HOLONOME_PROBLEMS "/matrices/chain.yaml";
  assert_int_equal(hol_read_file(imported, (hol_read_options){0}, &problem, &faults), HOL_OK);
  assert_true(problem.file_count > 0);
  hol_problem_clear(&problem);
  const hol_read_options elsewhere = {.folder = HOLONOME_PROBLEMS};
  assert_int_equal(hol_read_file(imported, elsewhere, &problem, &faults), HOL_INVALID);
  hol_problem_clear(&problem);
  hol_faults_clear(&faults);
  errno = 0;
  assert_int_equal(hol_read_file(HOLONOME_PROBLEMS "/none.yaml", (hol_read_options){0}, &problem, &faults), HOL_FILE);
  assert_int_equal(errno, ENOENT);
  assert_int_equal(hol_read_file(HOLONOME_PROBLEMS, (hol_read_options){0}, &problem, &faults), HOL_FILE);
  assert_int_equal(errno, EISDIR);
  assert_int_equal(faults.count, 0);
  hol_problem_clear(&problem);
}

static void test_a_file_with_faults_keeps_its_bytes(void **state)
{
  (void)state;
  hol_problem problem = {0};
  hol_faults faults = {0};
  hol_text text = {0};
  const char wrong[] = "parts: {a: {kind: beem}}\n";
  assert_int_equal(hol_read(wrong, strlen(wrong), (hol_read_options){0}, &problem, &faults), HOL_INVALID);
  assert_int_equal(hol_faults_text(&faults, "w", problem.bytes, problem.size, &text), HOL_OK);
  assert_non_null(strstr(text.data, "w:1:19: error: "));
  assert_non_null(strstr(text.data, wrong));
  hol_text_clear(&text);
  hol_faults_clear(&faults);
  hol_problem_clear(&problem);
  assert_int_equal(hol_read(NULL, 0, (hol_read_options){0}, &problem, &faults), HOL_INVALID);
  assert_string_equal(faults.item[0].message, "the file is empty");
  hol_faults_clear(&faults);
  hol_problem_clear(&problem);
}

int main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_a_problem_outlives_what_it_was_read_from),
      cmocka_unit_test(test_parameters_can_be_looked_at_and_set),
      cmocka_unit_test(test_what_is_set_is_what_is_read_so),
      cmocka_unit_test(test_the_order_of_settings_is_of_no_account),
      cmocka_unit_test(test_what_cannot_be_set_changes_nothing),
      cmocka_unit_test(test_files_are_read_with_those_beside_them),
      cmocka_unit_test(test_a_file_with_faults_keeps_its_bytes),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}

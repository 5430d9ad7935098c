/* SPDX-License-Identifier: BSD-3-Clause */
/* From bytes to bytes: what other languages call. */
#include "close.h"
#include "holonome/holonome.h"

#include <jansson.h>
#include <stdlib.h>
#include <string.h>

static const double pi = 3.14159265358979323846;

/** What came of a question; the result is read back. */
typedef struct answer {
  hol_status status;
  json_t *result;
  char *faults;
} answer;

static answer ask(const char *problem, const char *parameters)
{
  answer a = {0};
  char *result = NULL;
  size_t size = 0, faults_size = 0;
  a.status = hol_answer(problem, strlen(problem), parameters, parameters ? strlen(parameters) : 0, &result, &size,
                        &a.faults, &faults_size);
  json_error_t error;
  a.result = json_loadb(result, size, 0, &error);
  assert_non_null(a.result);
  assert_int_equal(result[size], '\0');
  assert_int_equal(a.faults[faults_size], '\0');
  assert_int_equal(strlen(a.faults), faults_size);
  free(result);
  return a;
}

static void done(answer *a)
{
  json_decref(a->result);
  free(a->faults);
}

static double omega(const answer *a, size_t mode)
{
  return json_number_value(json_object_get(json_array_get(json_object_get(a->result, "modes"), mode), "omega"));
}

/* a problem made in memory: JSON is YAML */
static const char beam[] =
    "{\"parameters\": {\"L\": \"1 m\", \"m\": 1},"
    " \"parts\": {\"a\": {\"kind\": \"beam\", \"length\": \"L\", \"EI\": 1, \"line_mass\": \"m\"}},"
    " \"joints\": [{\"pin\": \"a.start\"}, {\"pin\": \"a.end\"}],"
    " \"analysis\": {\"frequencies\": {\"count\": 3}, \"compliance\": \"exact\"}}";

static void test_json_text_in_memory_is_a_problem(void **state)
{
  (void)state;
  answer a = ask(beam, NULL);
  assert_int_equal(a.status, HOL_OK);
  assert_string_equal(a.faults, "");
  assert_true(json_is_true(json_object_get(a.result, "complete")));
  for (size_t i = 0; i < 3; i++) {
    assert_close(omega(&a, i), pi * pi * (double)((i + 1) * (i + 1)), 1e-12);
  }
  done(&a);
}

static void test_parameters_are_lines(void **state)
{
  (void)state;
  answer a = ask(beam, "L=500 mm\n\nm=4\n");
  assert_int_equal(a.status, HOL_OK);
  assert_close(omega(&a, 0), 2 * pi * pi, 1e-12);
  done(&a);
  a = ask(beam, "m=2\nm=0.25"); /* the last one counts */
  assert_close(omega(&a, 0), 2 * pi * pi, 1e-12);
  done(&a);
}

/** A fault of an answer has this place and these words. */
static void assert_fault(const answer *a, size_t number, json_int_t line, json_int_t column, const char *message)
{
  const json_t *fault = json_array_get(json_object_get(a->result, "faults"), number);
  assert_non_null(fault);
  assert_true(json_is_true(json_object_get(fault, "is_error")));
  assert_int_equal(json_integer_value(json_object_get(fault, "line")), line);
  assert_int_equal(json_integer_value(json_object_get(fault, "column")), column);
  assert_string_equal(json_string_value(json_object_get(fault, "message")), message);
}

static void test_faults_have_places_and_text(void **state)
{
  (void)state;
  answer a = ask("parts:\n  a: {kind: beem}\njoints: [{pin: a.start}]\n", NULL);
  assert_int_equal(a.status, HOL_INVALID);
  assert_true(json_is_false(json_object_get(a.result, "complete")));
  assert_string_equal(json_string_value(json_object_get(a.result, "error")), "the problem file is not valid");
  assert_fault(&a, 0, 2, 13, "unknown kind `beem`");
  const json_t *fault = json_array_get(json_object_get(a.result, "faults"), 0);
  assert_int_equal(json_integer_value(json_object_get(fault, "length")), 4);
  assert_string_equal(json_string_value(json_object_get(fault, "hint")), "did you mean `beam`?");
  assert_non_null(strstr(a.faults, "problem:2:13: error: unknown kind `beem`\n"
                                   "    2 |   a: {kind: beem}\n"
                                   "      |             ^^^^\n"));
  done(&a);
}

static void test_wrong_parameters_are_faults_of_no_place(void **state)
{
  (void)state;
  answer a = ask(beam, "L=2\nnone=1");
  assert_int_equal(a.status, HOL_INVALID);
  assert_fault(&a, 0, 0, 0, "--set none=1: the file has no parameter `none`");
  done(&a);
  a = ask(beam, "L");
  assert_fault(&a, 0, 0, 0, "--set L: expected name=value");
  done(&a);
  a = ask("", NULL);
  assert_int_equal(a.status, HOL_INVALID);
  assert_true(json_array_size(json_object_get(a.result, "faults")) > 0);
  done(&a);
}

static void test_what_is_not_proved_is_a_result_that_says_so(void **state)
{
  (void)state;
  static const char unproved[] = "parts: {a: {kind: beam, length: 1, EI: 1, line_mass: 1}}\n"
                                 "joints: [{pin: a.start}, {pin: a.end}]\n"
                                 "analysis: {frequencies: {count: 2}, compliance: reactions}\n";
  answer a = ask(unproved, NULL);
  assert_int_equal(a.status, HOL_INCOMPLETE);
  assert_true(json_is_false(json_object_get(a.result, "complete")));
  assert_int_equal(json_array_size(json_object_get(a.result, "modes")), 2);
  assert_null(json_object_get(a.result, "error"));
  done(&a);
}

static void test_version_is_that_of_the_headers(void **state)
{
  (void)state;
  assert_string_equal(hol_version(), HOLONOME_VERSION);
}

int main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_json_text_in_memory_is_a_problem),
      cmocka_unit_test(test_parameters_are_lines),
      cmocka_unit_test(test_faults_have_places_and_text),
      cmocka_unit_test(test_wrong_parameters_are_faults_of_no_place),
      cmocka_unit_test(test_what_is_not_proved_is_a_result_that_says_so),
      cmocka_unit_test(test_version_is_that_of_the_headers),
  };
  return cmocka_run_group_tests_name("from bytes to bytes", tests, NULL, NULL);
}

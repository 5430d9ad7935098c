/* SPDX-License-Identifier: BSD-3-Clause */
/* Faults of a problem file as text: the line, the caret, what would be right. */
#include "close.h"
#include "holonome/output.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef struct given {
  bool is_error;
  hol_place place;
  const char *message, *hint;
} given;

/** Render faults of a file; size 0: that of the string. */
static hol_text rendered(const given *fault, size_t count, const char *bytes, size_t size)
{
  hol_faults all = {0};
  for (size_t i = 0; i < count; i++) {
    hol_faults_add(&all, fault[i].is_error, fault[i].place, fault[i].hint, "%s", fault[i].message);
  }
  hol_text text = {0};
  assert_int_equal(hol_faults_text(&all, "a.yaml", bytes, size ? size : strlen(bytes), &text), HOL_OK);
  hol_faults_clear(&all);
  return text;
}

static void assert_rendered(const given *fault, size_t count, const char *bytes, const char *expected)
{
  hol_text text = rendered(fault, count, bytes, 0);
  assert_string_equal(text.data, expected);
  hol_text_clear(&text);
}

static void test_faults_show_line_caret_and_hint(void **state)
{
  (void)state;
  static const given faults[] = {
      {true, {2, 11, 4}, "length must be positive", "a length is a positive number with a unit, as 1.5 m"},
      {false, {3, 1, 5}, "the joint does nothing", NULL},
      {true, {3, 8, 1}, "a value is missing", NULL},
  };
  assert_rendered(faults, 3, "shaft:\n  length: -2 m\nlast: \n",
                  "a.yaml:2:11: error: length must be positive\n"
                  "    2 |   length: -2 m\n"
                  "      |           ^^^^\n"
                  "a.yaml:2:11: note: a length is a positive number with a unit, as 1.5 m\n"
                  "a.yaml:3:1: remark: the joint does nothing\n"
                  "    3 | last: \n"
                  "      | ^^^^^\n"
                  "a.yaml:3:8: error: a value is missing\n"
                  "    3 | last: \n"
                  "      |       ^\n"
                  "2 errors; nothing was solved\n");
}

static void test_remarks_alone_have_no_count(void **state)
{
  (void)state;
  static const given remark = {false, {1, 1, 1}, "remarkable", NULL};
  assert_rendered(&remark, 1, "x", "a.yaml:1:1: remark: remarkable\n    1 | x\n      | ^\n");
}

static void test_faults_keep_tabs_under_tabs(void **state)
{
  (void)state;
  static const given tab = {true, {1, 4, 2}, "tab", NULL};
  assert_rendered(&tab, 1, "\ta\tbc",
                  "a.yaml:1:4: error: tab\n    1 | \ta\tbc\n      | \t \t^^\n1 error; nothing was solved\n");
}

static void test_faults_count_characters_not_bytes(void **state)
{
  (void)state;
  static const given wide = {true, {1, 4, 2}, "wide", NULL};
  assert_rendered(&wide, 1, "\xce\xbb\xe2\x82\xac: \xc3\xa4!",
                  "a.yaml:1:4: error: wide\n    1 | \xce\xbb\xe2\x82\xac: \xc3\xa4!\n      |    ^^\n"
                  "1 error; nothing was solved\n");
}

static void test_faults_show_no_control_characters(void **state)
{
  (void)state;
  static const given odd = {true, {1, 5, 1}, "key `\x1b[31m`", "\xe2\x80\xae turned"};
  assert_rendered(&odd, 1, "a\x1b\xff\xe2\x80\xae:\r\nnext",
                  "a.yaml:1:5: error: key `?[31m`\n    1 | a???:\n      |     ^\na.yaml:1:5: note: ? turned\n"
                  "1 error; nothing was solved\n");
}

static void test_faults_without_a_place_have_no_line(void **state)
{
  (void)state;
  static const given faults[] = {{true, {0, 0, 0}, "no parts", NULL}, {true, {9, 1, 1}, "beyond", NULL}};
  assert_rendered(faults, 2, "x\n",
                  "a.yaml: error: no parts\na.yaml:9:1: error: beyond\n2 errors; nothing was solved\n");
  assert_rendered(faults, 2, "", "a.yaml: error: no parts\na.yaml:9:1: error: beyond\n2 errors; nothing was solved\n");
}

static void test_faults_out_of_order_find_their_lines(void **state)
{
  (void)state;
  static const given faults[] = {
      {true, {3, 1, 1}, "c", NULL}, {true, {1, 1, 1}, "a", NULL}, {true, {2, 1, 9}, "b", NULL}};
  assert_rendered(faults, 3, "A\nB\nC\n",
                  "a.yaml:3:1: error: c\n    3 | C\n      | ^\na.yaml:1:1: error: a\n    1 | A\n      | ^\n"
                  "a.yaml:2:1: error: b\n    2 | B\n      | ^\n3 errors; nothing was solved\n");
}

/** The caret of a fault in a line of a million characters stands under the right one, in lines of at most 90
 *  columns. */
static void check_long(size_t column, const char *shown, const char *caret)
{
  enum { LENGTH = 1000000 };
  char *bytes = malloc(LENGTH);
  assert_non_null(bytes);
  memset(bytes, '.', LENGTH);
  memcpy(bytes + column - 1, "HERE", 4);
  const given here = {true, {1, column, 4}, "x", NULL};
  hol_text text = rendered(&here, 1, bytes, LENGTH);
  const char *line = strchr(text.data, '\n') + 1;
  const char *under = strchr(line, '\n') + 1;
  assert_in_range(under - line, 20, 90);
  assert_int_equal(strstr(line, "HERE") - line, strstr(under, "^^^^") - under);
  assert_memory_equal(line, shown, strlen(shown));
  assert_non_null(strstr(under, caret));
  hol_text_clear(&text);
  free(bytes);
}

static void test_faults_cut_very_long_lines_around_the_caret(void **state)
{
  (void)state;
  check_long(1, "    1 | HERE", "      | ^^^^\n");
  check_long(500000, "    1 | .....", "^^^^\n");
  check_long(999997, "    1 | .....", "^^^^\n");
}

static void test_faults_by_the_thousand_stay_quick(void **state)
{
  (void)state;
  enum { LINES = 100000 };
  char *bytes = malloc(2 * LINES);
  hol_faults all = {0};
  assert_non_null(bytes);
  for (size_t i = 0; i < LINES; i++) {
    memcpy(bytes + 2 * i, "x\n", 2);
    hol_faults_add(&all, true, (hol_place){i + 1, 1, 1}, NULL, "fault");
  }
  hol_text text = {0};
  assert_int_equal(hol_faults_text(&all, "a.yaml", bytes, 2 * LINES, &text), HOL_OK);
  assert_int_equal(all.count, HOL_FAULTS_MOST);
  assert_non_null(strstr(text.data, "\n100000 errors, the first of them above; nothing was solved\n"));
  assert_non_null(strstr(text.data, "a.yaml:1000:1: error: fault\n"));
  assert_null(strstr(text.data, "a.yaml:1001:1: error: fault\n"));
  hol_text_clear(&text);
  hol_faults_clear(&all);
  free(bytes);
}

static void test_text_grows_and_clears_twice(void **state)
{
  (void)state;
  hol_text text = {0};
  for (size_t i = 0; i < 1000; i++) {
    hol_text_add(&text, "%zu,", i);
  }
  assert_int_equal(text.size, 10 * 2 + 90 * 3 + 900 * 4);
  assert_int_equal(strlen(text.data), text.size);
  assert_false(text.failed);
  hol_text_put(&text, NULL, 0);
  assert_false(hol_text_reserve(&text, SIZE_MAX)); /* more than there is */
  assert_true(text.failed);
  hol_text_add(&text, "ignored");
  assert_int_equal(strlen(text.data), text.size);
  hol_text_clear(&text);
  hol_text_clear(&text);
  assert_null(text.data);
}

int main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_faults_show_line_caret_and_hint),
      cmocka_unit_test(test_remarks_alone_have_no_count),
      cmocka_unit_test(test_faults_keep_tabs_under_tabs),
      cmocka_unit_test(test_faults_count_characters_not_bytes),
      cmocka_unit_test(test_faults_show_no_control_characters),
      cmocka_unit_test(test_faults_without_a_place_have_no_line),
      cmocka_unit_test(test_faults_out_of_order_find_their_lines),
      cmocka_unit_test(test_faults_cut_very_long_lines_around_the_caret),
      cmocka_unit_test(test_faults_by_the_thousand_stay_quick),
      cmocka_unit_test(test_text_grows_and_clears_twice),
  };
  return cmocka_run_group_tests_name("faults as text", tests, NULL, NULL);
}

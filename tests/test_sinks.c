/* SPDX-License-Identifier: BSD-3-Clause */
/* What is told to a sink is written as told: JSON with its lines, CSV with its columns, names that occur twice. */
#include "close.h"

#include "output/csv.h"
#include "output/json.h"
#include "result/distinct.h"
#include "result/quantities.h"

#include <math.h>
#include <stdint.h>
#include <string.h>

typedef struct thing {
  char *name;
  double size;
  size_t count;
  bool is_odd;
} thing;

static const hol_quantity member[] = {{.name = "name", .type = HOL_TEXT, .at = offsetof(thing, name)},
                                      {.name = "size", .type = HOL_NUMBER, .at = offsetof(thing, size)},
                                      {.name = "count", .type = HOL_COUNT, .at = offsetof(thing, count)},
                                      {.name = "odd", .type = HOL_TRUTH, .at = offsetof(thing, is_odd)}};
static const hol_quantity *const column[] = {&hol_quantity_file, &member[2], &member[0], &member[1], &member[3], NULL};
static const hol_quantity all = {.type = HOL_RECORD, .flags = HOL_BLOCK, .items = 2};
static const hol_quantity things = {
    .name = "things", .type = HOL_LIST, .flags = HOL_BLOCK | HOL_ONE_HEADER, .items = 4, .column = column};
static const hol_quantity record = {.type = HOL_RECORD};

static thing some[] = {{"\n\xff", 1.5, 7, true}, {NULL, (double)NAN, SIZE_MAX, false}};

static void tell(const hol_sink *sink, const thing *of, size_t count)
{
  hol_open(sink, &things);
  for (size_t i = 0; i < count; i++) {
    hol_open(sink, &record);
    hol_put_members(sink, member, sizeof member / sizeof *member, &of[i]);
    hol_close(sink);
  }
  hol_close(sink);
}

static void test_json_is_what_was_told_line_by_line(void **state)
{
  (void)state;
  hol_text text = {0};
  hol_json json = {.text = &text};
  const hol_sink sink = hol_json_sink(&json);
  static const hol_quantity last = {.name = "last", .type = HOL_RECORD};
  hol_open(&sink, &all);
  tell(&sink, some, 2);
  hol_put_nothing(&sink, &last);
  hol_close(&sink);
  assert_string_equal(text.data, "{\n  \"things\": [\n"
                                 "    {\"name\": \"\\n\\ufffd\", \"size\": 1.5, \"count\": 7, \"odd\": true},\n"
                                 "    {\"name\": null, \"size\": null, \"count\": null, \"odd\": false}\n"
                                 "  ],\n  \"last\": null\n}\n");
  hol_text_clear(&text);
}

static void test_json_of_maps_and_rows(void **state)
{
  (void)state;
  static const hol_quantity named = {.name = "map", .type = HOL_MAP}, value = {.type = HOL_NUMBER};
  static const hol_quantity rows = {.name = "rows", .type = HOL_COUNT, .flags = HOL_BLOCK, .items = 4};
  hol_text text = {0};
  hol_json json = {.text = &text};
  const hol_sink sink = hol_json_sink(&json);
  hol_open(&sink, &all);
  hol_open(&sink, &named);
  hol_put_name(&sink, "a \"b\"");
  hol_put_number(&sink, &value, 0.5);
  hol_put_name(&sink, "c");
  hol_put_list(&sink, &value, 2, (const double[]){1, 2});
  hol_close(&sink);
  hol_put_rows(&sink, &rows, 2, 2, (const size_t[]){1, 2, 3, SIZE_MAX});
  tell(&sink, some, 0);
  hol_close(&sink);
  assert_string_equal(text.data, "{\n  \"map\": {\"a \\\"b\\\"\": 0.5, \"c\": [1.0, 2.0]},\n"
                                 "  \"rows\": [\n    [1, 2],\n    [3, null]\n  ],\n  \"things\": []\n}\n");
  hol_text_clear(&text);
}

static void test_csv_has_the_columns_of_a_list_under_one_header(void **state)
{
  (void)state;
  hol_text text = {0};
  for (size_t i = 0; i < 2; i++) {
    hol_csv csv = {.text = &text};
    const hol_sink sink = hol_csv_sink(&csv);
    hol_open(&sink, &all);
    hol_put_text(&sink, &hol_quantity_file, i == 0 ? "a,b" : "c");
    tell(&sink, some + i, 1);
    hol_close(&sink);
    hol_csv_clear(&csv);
  }
  assert_string_equal(text.data, "file,count,name,size,odd\n\"a,b\",7,\"\n\xff\",1.5,1\nc,,,,0\n");
  hol_text_clear(&text);
}

static const char *const colour[] = {"red", "sea green", "blue", NULL};
static const hol_quantity hue = {.name = "hue", .type = HOL_CHOICE, .word = colour};
static const hol_quantity length = {.name = "length", .type = HOL_NUMBER, .unit = "m", .flags = HOL_SHOW_UNIT},
                          ratio = {.name = "ratio", .type = HOL_NUMBER, .unit = "1", .flags = HOL_SHOW_UNIT};

/** Cells come in any order; one that is not told is empty. */
static void test_csv_has_words_for_choices_and_units_where_asked(void **state)
{
  (void)state;
  const hol_quantity *const each[] = {&length, &ratio, &hue, NULL};
  const hol_quantity rows = {.type = HOL_LIST, .column = each};
  hol_text text = {0};
  hol_csv csv = {.text = &text};
  const hol_sink sink = hol_csv_sink(&csv);
  hol_open(&sink, &rows);
  for (int i = 0; i < 3; i++) {
    hol_open(&sink, &record);
    hol_put_choice(&sink, &hue, i);
    hol_put_number(&sink, &length, i);
    if (i == 1) {
      hol_put_number(&sink, &ratio, 0.5);
    }
    hol_close(&sink);
  }
  hol_close(&sink);
  assert_string_equal(text.data, "length [m],ratio,hue\n0.0,,red\n1.0,0.5,sea green\n2.0,,blue\n");
  hol_csv_clear(&csv);
  hol_text_clear(&text);
}

/** Of structs one after another a member; numbers over three axes, in lists of lists of lists. */
static void test_json_of_arrays_over_axes(void **state)
{
  (void)state;
  static const hol_quantity cube = {.name = "cube", .type = HOL_COUNT},
                            colours = {.name = "hues", .type = HOL_CHOICE, .word = colour};
  static const size_t value[2][3][2] = {{{1, 2}, {3, 4}, {5, 6}}, {{7, 8}, {9, 10}, {11, 12}}};
  const hol_sink_axis two = {.count = 2}, three = {.count = 3}, *const over[] = {&two, &three, &two};
  hol_text text = {0};
  hol_json json = {.text = &text};
  const hol_sink sink = hol_json_sink(&json);
  hol_open(&sink, &all);
  hol_put_columns(&sink, &member[1], 2, &two, sizeof *some, some);
  hol_put_array(&sink, &cube, 3, over, 0, value);
  hol_put_array(&sink, &cube, 2, over, sizeof value[0], value[0]); /* three of each half */
  hol_put_list(&sink, &colours, 2, (const int[]){2, 0});
  hol_put_choice(&sink, &hue, 1);
  hol_close(&sink);
  assert_string_equal(text.data, "{\n  \"size\": [1.5, null],\n  \"count\": [7, null],\n"
                                 "  \"cube\": [[[1, 2], [3, 4], [5, 6]], [[7, 8], [9, 10], [11, 12]]],\n"
                                 "  \"cube\": [[1, 2, 3], [7, 8, 9]],\n"
                                 "  \"hues\": [\"blue\", \"red\"],\n  \"hue\": \"sea green\"\n}\n");
  hol_text_clear(&text);
}

static void test_names_are_made_different(void **state)
{
  (void)state;
  static const char *const name[] = {"b", "a", "b", "b (2)", "b", NULL};
  static const char *const wanted[] = {"b", "a", "b (3)", "b (2)", "b (4)", ""};
  hol_distinct all_names = {0};
  assert_int_equal(hol_distinct_make(name, 6, &all_names), HOL_OK);
  for (size_t i = 0; i < 6; i++) {
    assert_string_equal(all_names.name[i], wanted[i]);
  }
  hol_distinct_clear(&all_names);
  hol_distinct_clear(&all_names);
}

int main(void)
{
  const struct CMUnitTest test[] = {
      cmocka_unit_test(test_json_is_what_was_told_line_by_line),
      cmocka_unit_test(test_json_of_maps_and_rows),
      cmocka_unit_test(test_csv_has_the_columns_of_a_list_under_one_header),
      cmocka_unit_test(test_csv_has_words_for_choices_and_units_where_asked),
      cmocka_unit_test(test_json_of_arrays_over_axes),
      cmocka_unit_test(test_names_are_made_different),
  };
  return cmocka_run_group_tests(test, NULL, NULL);
}

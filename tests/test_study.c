/* SPDX-License-Identifier: BSD-3-Clause */
/* Several analyses of one file: each is told as it is alone, in a record, a table, a list of its own, and all of them
   have to be complete. */
#include "solved.h"

#include "result/quantities.h"
#include "result/sink.h"
#include "modes/analysis.h"
#include "study/formats.h"
#include "study/study.h"

#include <stdlib.h>
#include <string.h>

/* ---- a second analysis, which counts its parts ------------------------------------------------------------------- */

typedef struct census {
  size_t parts;
  bool fails;
} census;

static hol_status describe_parts(const void *result, const hol_sink *sink)
{
  static const hol_quantity parts = {.name = "parts", .type = HOL_COUNT}, record = {.type = HOL_RECORD};
  static const hol_quantity *const column[] = {&hol_quantity_file, &parts, NULL};
  static const hol_quantity list = {.name = "counts", .type = HOL_LIST, .column = column};
  const census *of = result;
  hol_open(sink, &list);
  hol_open(sink, &record);
  hol_put_count(sink, &parts, of->parts);
  hol_close(sink);
  hol_close(sink);
  return of->fails ? HOL_MEMORY : HOL_OK;
}

static hol_status show_parts(const hol_study *study, const void *result, hol_text *text)
{
  (void)study;
  hol_text_add(text, "parts: %zu\n", ((const census *)result)->parts);
  return HOL_OK;
}

static bool is_counted(const void *result)
{
  return !((const census *)result)->fails;
}

static bool is_stopped_counting(const void *result)
{
  return ((const census *)result)->parts == 0;
}

static void clear_parts(void *result)
{
  *(census *)result = (census){0};
}

static const hol_analysis_row counting = {.key = "census",
                                          .is_complete = is_counted,
                                          .is_stopped = is_stopped_counting,
                                          .describe = describe_parts,
                                          .table = show_parts,
                                          .size = sizeof(census),
                                          .clear = clear_parts};

/* ---- both together ----------------------------------------------------------------------------------------------- */

typedef struct both {
  reading reading;
  hol_study study;
  hol_text text;
} both;

static void start(both *b, size_t parts)
{
  hol_faults faults = {0};
  assert_true(reading_of("parts: {rod: {kind: bar, EA: 1, line_mass: 1, length: 1}}\njoints: [{fix: rod.start}]\n"
                         "analysis: {frequencies: {count: 2}}\n",
                         &b->reading));
  b->study = (hol_study){.file = "two.yaml", .problem = &b->reading.problem, .founds = 2};
  b->study.found[0].row = &hol_modes_row;
  b->study.found[1].row = &counting;
  for (size_t i = 0; i < 2; i++) {
    b->study.found[i].result = calloc(1, b->study.found[i].row->size);
    assert_non_null(b->study.found[i].result);
  }
  assert_int_equal(hol_modes_row.run(&b->study, (hol_watch){0}, b->study.found[0].result, &faults), HOL_OK);
  ((census *)b->study.found[1].result)->parts = parts;
  hol_faults_clear(&faults);
}

static void end(both *b)
{
  hol_study_clear(&b->study);
  hol_text_clear(&b->text);
  reading_clear(&b->reading);
}

static hol_status write_as(both *b, const char *option)
{
  for (size_t i = 0; i < hol_format_count; i++) {
    if (strcmp(hol_output_formats[i].option, option) == 0) {
      return hol_output_formats[i].write(&b->study, &b->text);
    }
  }
  return HOL_USAGE;
}

static void assert_in_order(const char *text, const char *const *words)
{
  for (size_t i = 0; words[i]; i++) {
    text = strstr(text, words[i]);
    if (!text) {
      fail_msg("`%s` is not there, or before what stands in front of it", words[i]);
    }
    text += strlen(words[i]);
  }
}

static void test_modes_stand_beside_the_problem_and_others_in_a_record(void **state)
{
  (void)state;
  both b = {0};
  start(&b, 1);
  assert_int_equal(write_as(&b, "json"), HOL_OK);
  assert_in_order(b.text.data,
                  (const char *const[]){"\"file\": \"two.yaml\"", "\"modes\": [", "\"number\": 2", "\"complete\": true",
                                        "\"census\": {", "\"counts\": [", "\"parts\": 1",
                                        "\"completeness\": {\"modes\": true, \"census\": true}", NULL});
  assert_null(strstr(strstr(b.text.data, "\"complete\"") + 1, "\"complete\""));
  end(&b);
}

/** All between two words, which is there once. */
static char *between(const char *text, const char *first, const char *last)
{
  const char *begin = strstr(text, first), *end = begin ? strstr(begin, last) : NULL;
  assert_non_null(begin);
  assert_non_null(end);
  return strndup(begin, (size_t)(end - begin));
}

static void test_what_is_told_does_not_depend_on_others(void **state)
{
  (void)state;
  static const char *const first[] = {"\"theory\"", "\"census\""}, *const behind[] = {",\n  \"census\"",
                                                                                      ",\n  \"completeness\""};
  both b = {0};
  start(&b, 1);
  assert_int_equal(write_as(&b, "json"), HOL_OK);
  for (size_t i = 0; i < 2; i++) {
    char *told = between(b.text.data, first[i], behind[i]);
    hol_study alone = b.study;
    hol_text text = {0};
    alone.found[0] = b.study.found[i];
    alone.founds = 1;
    assert_int_equal(hol_write(&alone, "json", &text), HOL_OK);
    assert_non_null(strstr(text.data, told));
    assert_null(strstr(text.data, "completeness"));
    hol_text_clear(&text);
    free(told);
  }
  end(&b);
}

static void test_one_that_is_not_complete_makes_the_whole_so(void **state)
{
  (void)state;
  both b = {0};
  start(&b, 1);
  assert_false(hol_study_is_stopped(&b.study));
  b.study.found[1].status = HOL_INCOMPLETE;
  assert_int_equal(write_as(&b, "json"), HOL_OK);
  assert_in_order(b.text.data, (const char *const[]){"\"modes\": [", "\"complete\": false", "\"census\": {",
                                                     "\"completeness\": {\"modes\": true, \"census\": false}", NULL});
  assert_false(hol_study_is_stopped(&b.study));
  ((census *)b.study.found[1].result)->parts = 0;
  assert_true(hol_study_is_stopped(&b.study));
  end(&b);
}

static void test_csv_has_a_table_of_each(void **state)
{
  (void)state;
  both b = {0};
  start(&b, 1);
  assert_int_equal(hol_write(&b.study, "csv", &b.text), HOL_USAGE);
  assert_int_equal(hol_write(&b.study, "csv.modes", &b.text), HOL_OK);
  assert_memory_equal(b.text.data, "file,number,", 12);
  assert_in_order(b.text.data, (const char *const[]){"\ntwo.yaml,1,", "\ntwo.yaml,2,", NULL});
  b.text.size = 0;
  assert_int_equal(hol_write(&b.study, "csv.census", &b.text), HOL_OK);
  assert_string_equal(b.text.data, "file,parts\ntwo.yaml,1\n");
  assert_int_equal(hol_write(&b.study, "csv.static", &b.text), HOL_USAGE);
  assert_int_equal(hol_write(&b.study, "json.modes", &b.text), HOL_USAGE);
  end(&b);
}

static void test_tables_stand_one_behind_the_other(void **state)
{
  (void)state;
  both b = {0};
  start(&b, 3);
  assert_int_equal(hol_write_table(&b.study, &b.text), HOL_OK);
  assert_in_order(b.text.data, (const char *const[]){"Complete: ", "\n\nparts: 3\n", NULL});
  end(&b);
}

static void test_a_failure_to_tell_is_passed_on(void **state)
{
  (void)state;
  both b = {0};
  start(&b, 1);
  ((census *)b.study.found[1].result)->fails = true;
  assert_int_equal(write_as(&b, "json"), HOL_MEMORY);
  hol_text_clear(&b.text);
  assert_int_equal(hol_write(&b.study, "csv.census", &b.text), HOL_MEMORY);
  end(&b);
}

int main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_modes_stand_beside_the_problem_and_others_in_a_record),
      cmocka_unit_test(test_what_is_told_does_not_depend_on_others),
      cmocka_unit_test(test_one_that_is_not_complete_makes_the_whole_so),
      cmocka_unit_test(test_csv_has_a_table_of_each),
      cmocka_unit_test(test_tables_stand_one_behind_the_other),
      cmocka_unit_test(test_a_failure_to_tell_is_passed_on),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}

/* SPDX-License-Identifier: BSD-3-Clause */
/* Faulty files. Every file of tests/wrong has beside it what must be said of it, line by line and nothing else. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "test_problem_kinds.h"

#include <dirent.h>
#include <stdio.h>
#include <stdlib.h>

#ifndef HOLONOME_TESTS
#error "HOLONOME_TESTS must name the folder of the tests"
#endif

/** The whole of a file, 0-terminated. */
static char *load(const char *path, size_t *size)
{
  FILE *file = fopen(path, "rb");
  assert_non_null(file);
  char *text = calloc(1, 65536);
  assert_non_null(text);
  *size = fread(text, 1, 65535, file);
  assert_int_equal(fclose(file), 0);
  return text;
}

static char *faults_text(const hol_faults *faults)
{
  char *text = calloc(1, 65536);
  assert_non_null(text);
  size_t used = 0;
  for (size_t i = 0; i < faults->count; i++) {
    const hol_finding *d = &faults->item[i];
    used += (size_t)snprintf(text + used, 65536 - used, "%zu:%zu: %s: %s\n", d->place.line, d->place.column,
                             d->is_error ? "error" : "remark", d->message);
    assert_true(used < 65536);
    if (d->hint) {
      used +=
          (size_t)snprintf(text + used, 65536 - used, "%zu:%zu: note: %s\n", d->place.line, d->place.column, d->hint);
      assert_true(used < 65536);
    }
  }
  return text;
}

/** Does the place of each fault lie in the file, so that a caret can be drawn? */
static void check_places(const hol_faults *faults, const char *text, size_t size)
{
  size_t lines = 1;
  for (size_t i = 0; i < size; i++) {
    lines += text[i] == '\n';
  }
  for (size_t i = 0; i < faults->count; i++) {
    hol_place place = faults->item[i].place;
    assert_true(place.line >= 1);
    assert_true(place.line <= lines);
    assert_true(place.column >= 1);
    assert_true(place.length >= 1);
  }
}

static void check_file(const char *name)
{
  char path[4096];
  size_t size, expected_size;
  hol_problem problem = {0};
  hol_faults faults = {0};
  (void)snprintf(path, sizeof path, "%s/wrong/%s.yaml", HOLONOME_TESTS, name);
  char *text = load(path, &size);
  (void)snprintf(path, sizeof path, "%s/wrong/%s.expect", HOLONOME_TESTS, name);
  char *expected = load(path, &expected_size);
  hol_status status = read_bytes(text, size, NULL, 0, &problem, &faults);
  char *said = faults_text(&faults);
  if (strcmp(said, expected) != 0) {
    fail_msg("%s.yaml: said\n%sand not\n%s", name, said, expected);
  }
  assert_int_equal(status, HOL_INVALID);
  assert_int_equal(faults.errors, faults.count);
  check_places(&faults, text, size);
  free(said);
  free(expected);
  free(text);
  hol_faults_clear(&faults);
  hol_problem_clear(&problem);
}

static void test_faults_of_wrong_files_are_all_told(void **state)
{
  (void)state;
  DIR *folder = opendir(HOLONOME_TESTS "/wrong");
  assert_non_null(folder);
  size_t files = 0;
  for (struct dirent *entry = readdir(folder); entry; entry = readdir(folder)) {
    char name[256];
    size_t length = strlen(entry->d_name);
    if (length > 5 && length < sizeof name && strcmp(entry->d_name + length - 5, ".yaml") == 0) {
      memcpy(name, entry->d_name, length - 5);
      name[length - 5] = '\0';
      check_file(name);
      files++;
    }
  }
  assert_int_equal(closedir(folder), 0);
  assert_true(files >= 30);
}

static void test_file_above_sixteen_mebibytes_is_refused(void **state)
{
  static const size_t size = 17000000;
  char *text = malloc(size);
  hol_problem problem = {0};
  hol_faults faults = {0};
  (void)state;
  assert_non_null(text);
  memset(text, '#', size);
  assert_int_equal(read_bytes(text, size, NULL, 0, &problem, &faults), HOL_INVALID);
  assert_int_equal(faults.count, 1);
  assert_string_equal(faults.item[0].message,
                      "the file has 17000000 bytes, more than the 16777216 of the largest problem file read");
  free(text);
  hol_faults_clear(&faults);
  hol_problem_clear(&problem);
}

static void test_hints_say_what_would_be_right(void **state)
{
  static const struct {
    const char *text, *hint;
  } row[] = {
      {"part: {}\nparts: {m: {kind: body}}\n", "did you mean `parts`?"},
      {"parts: {m: {kind: bdoy}}\n", "did you mean `body`?"},
      {"parts: {m: {kind: xyzzy}}\n", "the kinds are beam, bar, body, disk, plate, ring, arc"},
      {"parts: {m: {kind: body, mass: 3 m}}\n", "e.g. 2 kg"},
      {"parts: {m: {kind: body, mass: GPa}}\n", "a unit needs a number before it, e.g. `1 GPa`"},
      {"parameters: {k: 2, x: 3 k}\nparts: {m: {kind: body}}\n", "to multiply by the parameter write `*` before `k`"},
      {"parts: {rotor: {kind: body}}\njoints: [{pin: rotro}]\n", "did you mean `rotor`?"},
      {"parts: {m: {kind: body}}\njoints: [{fix: m, freedoms: [uz]}]\n", "the freedoms of this file are ux, uy, rz"},
      {"parts: {m: {kind: body, width: 3}}\n",
       "known keys: `kind`, `at`, `inertia`, `mass`, `x_axis`, `z_axis`, `velocity`, `spin`"},
  };
  (void)state;
  for (size_t i = 0; i < sizeof row / sizeof row[0]; i++) {
    hol_problem problem = {0};
    hol_faults faults = {0};
    assert_int_equal(read_text(row[i].text, &problem, &faults), HOL_INVALID);
    assert_int_equal(faults.count, 1);
    assert_non_null(faults.item[0].hint);
    assert_string_equal(faults.item[0].hint, row[i].hint);
    hol_faults_clear(&faults);
    hol_problem_clear(&problem);
  }
}

static void test_faults_are_sorted_stably_and_cleared(void **state)
{
  static const size_t line[] = {3, 1, 3, 2, 1, 3}, column[] = {1, 5, 1, 2, 4, 0};
  static const char *const order[] = {"4", "1", "3", "5", "0", "2"};
  hol_faults all = {0};
  (void)state;
  hol_faults_sort(&all);
  for (size_t i = 0; i < 6; i++) {
    hol_faults_add(&all, i != 3, (hol_place){.line = line[i], .column = column[i]}, NULL, "%zu", i);
  }
  assert_int_equal(all.errors, 5);
  hol_faults_sort(&all);
  for (size_t i = 0; i < 6; i++) {
    assert_string_equal(all.item[i].message, order[i]);
  }
  hol_faults_clear(&all);
  hol_faults_clear(&all);
  assert_int_equal(all.count, 0);
}

int main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_faults_of_wrong_files_are_all_told),
      cmocka_unit_test(test_file_above_sixteen_mebibytes_is_refused),
      cmocka_unit_test(test_hints_say_what_would_be_right),
      cmocka_unit_test(test_faults_are_sorted_stably_and_cleared),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}

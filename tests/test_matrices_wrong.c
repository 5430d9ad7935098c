/* SPDX-License-Identifier: BSD-3-Clause */
/* Faults that only building a structure finds, of matrices above all, or only the start of a motion. Every problem of
   tests/wrong_structures has beside it what must be said of it, and nothing else. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "holonome/solve.h"
#include "holonome/text.h"

#include <dirent.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static char *load(const char *name, const char *suffix)
{
  char path[4096];
  (void)snprintf(path, sizeof path, "%s/wrong_structures/%s%s", HOLONOME_TESTS, name, suffix);
  FILE *file = fopen(path, "rb");
  if (!file) {
    fail_msg("%s is missing", path);
  }
  char *text = calloc(1, 65536);
  assert_non_null(text);
  (void)fread(text, 1, 65535, file);
  assert_int_equal(fclose(file), 0);
  return text;
}

/** What is said of a problem when its model is built, or else when it is solved. */
static hol_status diagnose(const char *text, hol_faults *faults)
{
  static const char folder[] = HOLONOME_TESTS "/wrong_structures";
  hol_problem problem = {0};
  hol_study study = {0};
  hol_status status = hol_read(text, strlen(text), (hol_read_options){.folder = folder}, &problem, faults);
  if (status == HOL_OK) {
    status = hol_study_run(&problem, (hol_solve_options){.dry_run = true}, &study, faults);
  }
  if (status == HOL_OK) { /* the start of a motion is looked at when it is integrated */
    hol_study_clear(&study);
    status = hol_study_run(&problem, (hol_solve_options){0}, &study, faults);
  }
  hol_study_clear(&study);
  hol_problem_clear(&problem);
  return status;
}

static void check_file(const char *name)
{
  hol_faults faults = {0};
  hol_text said = {0};
  char *text = load(name, ".yaml"), *expected = load(name, ".expect");
  assert_int_equal(diagnose(text, &faults), HOL_INVALID);
  for (size_t i = 0; i < faults.count; i++) {
    const hol_finding *d = &faults.item[i];
    hol_text_add(&said, "%zu:%zu: %s: %s\n", d->place.line, d->place.column, d->is_error ? "error" : "remark",
                 d->message);
  }
  assert_non_null(said.data);
  if (strcmp(said.data, expected) != 0) {
    fail_msg("%s.yaml: said\n%sand not\n%s", name, said.data, expected);
  }
  hol_text_clear(&said);
  hol_faults_clear(&faults);
  free(text);
  free(expected);
}

static void test_matrices_every_fault_named_with_file_and_line(void **state)
{
  (void)state;
  DIR *folder = opendir(HOLONOME_TESTS "/wrong_structures");
  assert_non_null(folder);
  size_t files = 0;
  for (struct dirent *entry = readdir(folder); entry; entry = readdir(folder)) {
    char name[256];
    size_t length = strlen(entry->d_name);
    if (length > 5 && strcmp(entry->d_name + length - 5, ".yaml") == 0) {
      (void)snprintf(name, sizeof name, "%.*s", (int)length - 5, entry->d_name);
      check_file(name);
      files++;
    }
  }
  assert_int_equal(closedir(folder), 0);
  assert_true(files >= 45);
}

/** Bytes changed at random: a fault or a result, and nothing worse. */
static void test_matrices_damaged_files_are_refused_or_read(void **state)
{
  (void)state;
  static const char problem[] =
      "freedoms: [ux]\n"
      "parts:\n"
      "  chain: {kind: matrices, stiffness: %s, mass: good-m.mtx, ports: {a: {at: [0, 0], ux: 1}}}\n"
      "analysis: {frequencies: {count: 3}}\n";
  char *good = load("good-k", ".mtx"), path[] = "/tmp/holonome-damaged-XXXXXX", text[512];
  int descriptor = mkstemp(path);
  assert_true(descriptor >= 0);
  uint64_t random = 1;
  size_t size = strlen(good), refused = 0;
  (void)snprintf(text, sizeof text, problem, path);
  for (int round = 0; round < 2000; round++) {
    char *bytes = strdup(good);
    assert_non_null(bytes);
    for (int k = 0; k < 1 + round % 3; k++) {
      random = random * 6364136223846793005u + 1442695040888963407u;
      bytes[(random >> 33) % size] = (char)(random >> 56);
    }
    FILE *file = fopen(path, "wb");
    assert_non_null(file);
    assert_int_equal(fwrite(bytes, 1, size, file), size);
    assert_int_equal(fclose(file), 0);
    hol_faults faults = {0};
    hol_status status = diagnose(text, &faults);
    assert_true(status == HOL_OK || status == HOL_INCOMPLETE || (status == HOL_INVALID && faults.errors > 0));
    refused += status == HOL_INVALID;
    hol_faults_clear(&faults);
    free(bytes);
  }
  assert_true(refused > 500);
  (void)remove(path);
  free(good);
}

int main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_matrices_every_fault_named_with_file_and_line),
      cmocka_unit_test(test_matrices_damaged_files_are_refused_or_read),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}

/* SPDX-License-Identifier: BSD-3-Clause */
/* Studies that were stopped, that failed and that have only been prepared: whatever is made of them, nothing crashes,
   nothing is called complete, and nothing agrees with what the file expects. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "holonome/holonome.h"

#include <jansson.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/** Of each analysis one that is soon done. */
static const char *const file[] = {
    "book/vi1-mass-at-midspan-n1", "static/beam-column",  "static/euler-columns", "response/damped-absorber",
    "response/lossy-cantilever",   "response/two-floors", "response/shaken-rack", "sweeps/three-bars",
    "sweeps/coupled-cantilevers",  "nonlinear/duffing"};

/** What ends a study: a call of progress, or what is kept. */
typedef struct end {
  size_t calls, stop_at, kept, fail_at;
  hol_status failure;
} end;

static bool progress(void *context, size_t done, size_t total, size_t points)
{
  end *e = context;
  (void)done;
  (void)total;
  (void)points;
  return ++e->calls != e->stop_at;
}

static hol_status keep(void *context, size_t item, const void *bytes, size_t count)
{
  end *e = context;
  (void)item;
  (void)bytes;
  (void)count;
  return ++e->kept == e->fail_at ? e->failure : HOL_OK;
}

static bool recall(void *context, size_t item, const void **bytes, size_t *count)
{
  (void)context;
  (void)item;
  (void)bytes;
  (void)count;
  return false;
}

/** No JSON of it says that it is complete. */
static void check_json(const char *name, const hol_text *text)
{
  json_error_t error;
  json_t *all = json_loadb(text->data, text->size, 0, &error);
  if (!all) {
    fail_msg("%s: no JSON: %s", name, error.text);
  }
  if (json_is_true(json_object_get(all, "complete"))) {
    fail_msg("%s: it is called complete", name);
  }
  json_decref(all);
}

static void write_all(const char *name, const hol_study *study)
{
  static const char *const format[] = {"json",  "csv", "vtu", "uff", "report", "plot",
#ifndef HOLONOME_SANITIZED /* dlopen() of the sanitizer does not know the program's run path */
                                       "netcdf"
#endif
  };
  hol_comparison compared;
  hol_text table = {0};
  assert_int_equal(hol_write_table(study, &table), HOL_OK);
  if (table.data && strstr(table.data, "Complete:")) {
    fail_msg("%s: the table says that it is complete:\n%s", name, table.data);
  }
  hol_text_clear(&table);
  for (size_t i = 0; i < sizeof format / sizeof format[0]; i++) {
    hol_text text = {0};
    hol_status status = hol_write(study, format[i], &text);
    if (status != HOL_OK && status != HOL_USAGE && !(i > 0 && status == HOL_INCOMPLETE) &&
        !(i > 1 && status == HOL_NUMERICAL)) {
      fail_msg("%s as %s: status %d", name, format[i], status);
    }
    if (i == 0) {
      assert_int_equal(status, HOL_OK);
      check_json(name, &text);
    }
    hol_text_clear(&text);
  }
  hol_status status = hol_compare(study, &compared);
  if (status == HOL_OK) {
    fail_msg("%s agrees with what is expected", name);
  }
  hol_comparison_clear(&compared);
}

/** @return whether it came to the end that was meant */
static bool run_to(const char *name, end e, bool is_dry)
{
  char path[256];
  hol_problem problem = {0};
  hol_faults faults = {0};
  hol_study study = {0};
  (void)snprintf(path, sizeof path, "%s/%s.yaml", HOLONOME_PROBLEMS, name);
  assert_int_equal(hol_read_file(path, (hol_read_options){0}, &problem, &faults), HOL_OK);
  const hol_solve_options options = {.dry_run = is_dry,
                                     .watch = {.progress = progress, .context = &e, .store = {&e, keep, recall}}};
  hol_status status = hol_study_run(&problem, options, &study, &faults);
  bool is_ended = is_dry || (e.stop_at && e.calls >= e.stop_at) || (e.fail_at && e.kept >= e.fail_at);
  if (is_ended && e.fail_at && status != e.failure && status != HOL_INCOMPLETE) { /* of many curves one may fail */
    fail_msg("%s: status %d, not %d", name, status, e.failure);
  }
  if (is_ended && (is_dry || status != HOL_OK)) { /* its last call of progress stops nothing */
    write_all(name, &study);
  }
  hol_study_clear(&study);
  hol_faults_clear(&faults);
  hol_problem_clear(&problem);
  return is_ended;
}

static void test_a_study_may_be_stopped_anywhere(void **state)
{
  (void)state;
  for (size_t i = 0; i < sizeof file / sizeof file[0]; i++) {
    for (size_t n = 1; n < 10; n += 4) {
      (void)run_to(file[i], (end){.stop_at = n}, false);
    }
  }
  assert_true(run_to("nonlinear/figure-vi-1", (end){.stop_at = 1}, false)); /* before anything of the beam is known */
}

static void test_a_study_may_fail_anywhere(void **state)
{
  (void)state;
  for (size_t i = 0; i < sizeof file / sizeof file[0]; i++) {
    (void)run_to(file[i], (end){.fail_at = 1, .failure = HOL_NUMERICAL}, false);
    (void)run_to(file[i], (end){.fail_at = 1, .failure = HOL_MEMORY}, false);
  }
}

static void test_a_study_may_only_be_prepared(void **state)
{
  (void)state;
  for (size_t i = 0; i < sizeof file / sizeof file[0]; i++) {
    assert_true(run_to(file[i], (end){0}, true));
  }
}

int main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_a_study_may_be_stopped_anywhere),
      cmocka_unit_test(test_a_study_may_fail_anywhere),
      cmocka_unit_test(test_a_study_may_only_be_prepared),
  };
  return cmocka_run_group_tests_name("stopped", tests, NULL, NULL);
}

/* SPDX-License-Identifier: BSD-3-Clause */
/* A sweep is the same to the last bit on any number of ranks, and after any interruption. */
#include "close.h"
#include "ranks.h"
#include "reading.h"

#include "holonome/holonome.h"
#include "modes/describe.h"
#include "sweep/analysis.h"

#include <stdlib.h>
#include <string.h>

static const char grid[] = "parameters: {L: 1, m: 1}\n"
                           "parts:\n"
                           "  a: {kind: beam, from: [0, 0], to: [1, 0], EI: 1, line_mass: 1}\n"
                           "  b: {kind: beam, from: [0, 1], to: [L, 1], EI: 1, line_mass: m}\n"
                           "joints:\n"
                           "  - {fix: a.start}\n"
                           "  - {fix: b.start}\n"
                           "  - {spring: [a.end, b.end], freedom: uy, stiffness: 0.1}\n"
                           "analysis:\n"
                           "  frequencies: {count: 4}\n"
                           "  sweep: {over: {m: [0.8, 1, 1.2], L: {from: 0.6, to: 1.4, points: 50}}, follow: true}\n";
static const char samples[] = "parameters: {L: 1, E: 1}\n"
                              "parts:\n"
                              "  a: {kind: beam, from: [0, 0], to: [L, 0], EI: E, line_mass: 1}\n"
                              "  d: {kind: body, at: [0.3, 0], mass: 0.1}\n"
                              "joints:\n"
                              "  - {fix: a.start}\n"
                              "  - {weld: [a@0.3/L, d]}\n"
                              "analysis:\n"
                              "  frequencies: {count: 3}\n"
                              "  compliance: {modes: 6}\n"
                              "  sweep: {sample: {E: {mean: 1, deviation: 0.1}, L: {uniform: [1, 2]}}, count: 300}\n";

/** Everything of a sweep as text but the time it took. */
static char *run(const char *text, hol_sweep_options options, hol_status *status)
{
  reading r = {0};
  hol_sweep sweep;
  hol_text out = {0};
  *status = HOL_INVALID;
  if (!reading_of(text, &r)) {
    return NULL;
  }
  *status = hol_sweep_run(&r.problem, options, &sweep, &r.faults);
  if (*status == HOL_OK) {
    sweep.seconds = 0;
    const hol_study study = {
        .file = "sweep.yaml", .problem = &r.problem, .found = {{.row = &hol_sweep_row, .result = &sweep}}, .founds = 1};
    *status = hol_write(&study, "json", &out);
  }
  hol_sweep_clear(&sweep);
  reading_clear(&r);
  return out.data;
}

/** A sweep, and what comes out of it. */
typedef struct task {
  const char *text, *expected;
} task;

static int work(const hol_comm *comm, void *context)
{
  const task *t = context;
  hol_status status;
  char *found = run(t->text, (hol_sweep_options){.comm = comm}, &status);
  int wrong = status != HOL_OK || !found || strcmp(found, t->expected) != 0;
  free(found);
  return wrong;
}

static void check_ranks(const char *text, size_t ranks)
{
  hol_status status;
  char *expected = run(text, (hol_sweep_options){0}, &status);
  assert_int_equal(status, HOL_OK);
  on_ranks(ranks, work, &(task){text, expected});
  free(expected);
}

static void test_sweep_is_the_same_on_any_number_of_ranks(void **state)
{
  (void)state;
  const size_t ranks[] = {1, 2, 3, 5, 16};
  for (size_t i = 0; i < sizeof ranks / sizeof ranks[0]; i++) {
    check_ranks(grid, ranks[i]);
    check_ranks(samples, ranks[i]);
  }
}

/* ---- interruption ------------------------------------------------------------------------------------------------ */

enum { POINTS_MOST = 400 };

/** A checkpoint in memory; it breaks off after some points. */
typedef struct notes {
  hol_text point[POINTS_MOST];
  size_t kept, left;
} notes;

static hol_status note(void *context, size_t point, const void *bytes, size_t count)
{
  notes *n = context;
  if (n->left == 0) {
    return HOL_FILE;
  }
  n->left--;
  assert_true(point < POINTS_MOST);
  assert_int_equal(n->point[point].size, 0); /* each point once */
  hol_text_put(&n->point[point], bytes, count);
  n->kept++;
  return HOL_OK;
}

static bool look_up(void *context, size_t point, const void **bytes, size_t *count)
{
  const notes *n = context;
  *bytes = n->point[point].data;
  *count = n->point[point].size;
  return *count > 0;
}

static void forget(notes *n)
{
  for (size_t p = 0; p < POINTS_MOST; p++) {
    hol_text_clear(&n->point[p]);
  }
  free(n);
}

static void check_interruption(const char *text, size_t step)
{
  hol_status status;
  char *expected = run(text, (hol_sweep_options){0}, &status), *found = NULL;
  notes *n = calloc(1, sizeof *n);
  assert_non_null(n);
  hol_sweep_options options = {.watch = {.store = {.context = n, .record = note, .recall = look_up}}};
  size_t runs = 0;
  do {
    size_t before = n->kept;
    n->left = step;
    free(found);
    found = run(text, options, &status);
    runs++;
    assert_true(status == HOL_OK || (status == HOL_FILE && n->kept == before + step));
  } while (status != HOL_OK);
  assert_true(runs > 1);
  assert_string_equal(found, expected);
  forget(n);
  free(found);
  free(expected);
}

static void test_interrupted_sweep_continues_to_the_same_result(void **state)
{
  (void)state;
  check_interruption(grid, 37);
  check_interruption(samples, 101);
}

static void test_damaged_records_are_done_again(void **state)
{
  (void)state;
  hol_status status;
  char *expected = run(samples, (hol_sweep_options){0}, &status);
  notes *n = calloc(1, sizeof *n);
  assert_non_null(n);
  n->left = POINTS_MOST;
  hol_sweep_options options = {.watch = {.store = {.context = n, .record = note, .recall = look_up}}};
  free(run(samples, options, &status));
  for (size_t p = 0; p < 300; p += 3) { /* cut short, or too long */
    hol_text *t = &n->point[p];
    if (p % 2) {
      hol_text_put(t, "x", 1);
    } else {
      t->size = t->size > p ? t->size - p - 1 : 1;
    }
  }
  options.watch.store.record = NULL;
  char *found = run(samples, options, &status);
  assert_int_equal(status, HOL_OK);
  assert_string_equal(found, expected);
  forget(n);
  free(found);
  free(expected);
}

static bool stop_after_ten(void *context, size_t done, size_t total, size_t points)
{
  (void)points;
  (void)context;
  assert_true(total == 300);
  return done < 10;
}

static void test_progress_can_stop_a_sweep(void **state)
{
  (void)state;
  hol_status status;
  char *found = run(samples, (hol_sweep_options){.watch = {.progress = stop_after_ten}}, &status);
  assert_null(found);
  assert_int_equal(status, HOL_INCOMPLETE);
}

int main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_sweep_is_the_same_on_any_number_of_ranks),
      cmocka_unit_test(test_interrupted_sweep_continues_to_the_same_result),
      cmocka_unit_test(test_damaged_records_are_done_again),
      cmocka_unit_test(test_progress_can_stop_a_sweep),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}

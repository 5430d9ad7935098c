/* SPDX-License-Identifier: BSD-3-Clause */
/* The bytes that are stored belong to a format with a number. Where one of these sizes changes, so must the number, or
   a run would take up what it reads wrongly; other changes of what is stored - an order, a meaning, an item's number -
   are not seen here and raise it, too. */
#include "solved.h"

#include "holonome/solve.h"
#include "continuation/path.h"
#include "nonlinear/record.h"
#include "nonlinear/request.h"
#include "nonlinear/shoot.h"
#include "sweep/record.h"

#include <stdlib.h>

/** What the sizes below were taken at. */
enum { FORMAT = 10 };

/** Records and their bytes. */
typedef struct tally {
  size_t records, bytes;
} tally;

static hol_status weigh(void *context, size_t item, const void *bytes, size_t count)
{
  tally *t = context;
  (void)item;
  (void)bytes;
  t->records++;
  t->bytes += count;
  return HOL_OK;
}

/** A frequency is eight numbers. */
static void test_frequencies(void **state)
{
  (void)state;
  solved run = {0};
  tally t = {0};
  hol_result result = {0};
  hol_faults faults = {0};
  assert_int_equal(solve_text(&run,
                              "parts: {a: {kind: beam, length: 1, EI: 1, line_mass: 1}}\njoints: [{fix: a.start}]\n"
                              "analysis: {frequencies: {count: 3}}\n"),
                   HOL_OK);
  const hol_solve_options options = {.watch = {.store = {.context = &t, .record = weigh}}};
  assert_int_equal(hol_solve(&run.reading.problem, options, &result, &faults), HOL_OK);
  assert_int_equal(HOL_STORE_FORMAT, FORMAT);
  assert_true(t.records >= 3);
  assert_int_equal(t.bytes, t.records * 8 * 8);
  hol_result_clear(&result);
  hol_faults_clear(&faults);
  forget(&run);
}

/** A point of a sweep: eleven numbers, of them four lengths; four numbers a frequency; of each mode that is followed
 *  where it came from, how far it turned and two signs; seven numbers an event. */
static void test_points_of_sweeps(void **state)
{
  (void)state;
  hol_sweep_point point = {0};
  hol_bytes bytes = {0};
  assert_int_equal(hol_outcome_start(&point.outcome, 1, 3), HOL_OK);
  assert_int_equal(hol_link_start(&point.link, 2), HOL_OK);
  point.link.event = calloc(1, sizeof *point.link.event);
  assert_non_null(point.link.event);
  point.link.event_count = point.link.event_capacity = 1;
  hol_record_pass(&point, &bytes);
  assert_int_equal(bytes.status, HOL_OK);
  assert_int_equal(HOL_STORE_FORMAT, FORMAT);
  assert_int_equal(bytes.text.size, 11 * 8 + 3 * 4 * 8 + 2 * 4 * 8 + 7 * 8);
  hol_bytes_clear(&bytes);
  hol_sweep_point_clear(&point);
}

/** A curve with one of everything, whose arrays have one number each.
 *  @return the bytes of the fields that are stored */
static size_t fill(hol_nonlinear_case *item)
{
  hol_nonlinear_curve *curve = &item->curve;
  curve->branch = calloc(1, sizeof *curve->branch);
  curve->motion = calloc(1, sizeof *curve->motion);
  assert_true(curve->branch);
  assert_true(curve->motion);
  hol_nonlinear_branch *b = &curve->branch[0];
  b->nu = calloc(1, sizeof *b->nu);
  b->coefficient = calloc(1, sizeof *b->coefficient);
  b->unstable = calloc(1, sizeof *b->unstable);
  b->multiplier = calloc(1, sizeof *b->multiplier);
  b->event = calloc(1, sizeof *b->event);
  b->confirmation = calloc(1, sizeof *b->confirmation);
  curve->motion[0].coefficient = calloc(1, sizeof *curve->motion[0].coefficient);
  assert_true(b->nu);
  assert_true(b->coefficient);
  assert_true(b->unstable);
  assert_true(b->multiplier);
  assert_true(b->event);
  assert_true(b->confirmation);
  assert_true(curve->motion[0].coefficient);
  b->event[0].coefficient = calloc(1, sizeof *b->event[0].coefficient);
  assert_non_null(b->event[0].coefficient);
  b->points = b->unknowns = b->events = b->confirmations = 1;
  curve->branches = curve->motions = curve->reasons = item->folds = 1;
  size_t array = 2, event = 5 + array, confirmation = 5, motion = 7 + array, lack = 8, fold = 2;
  size_t branch = 5 + 4 * array + 1 + event + 1 + confirmation + 2 + 2 + 2;
  return 8 * (1 + 3 + (1 + branch + 1 + motion + 3 + lack + 3) + 1 + 7 + 1 + fold);
}

/** Curves are stored field by field; what is put is what is taken. */
static void test_curves(void **state)
{
  (void)state;
  hol_nonlinear_case item = {0}, taken = {0};
  hol_bytes bytes = {0}, again = {0};
  size_t size = fill(&item);
  hol_case_pass(&bytes, &item);
  assert_int_equal(HOL_STORE_FORMAT, FORMAT);
  assert_int_equal(bytes.status, HOL_OK);
  assert_int_equal(bytes.text.size, size);
  for (size_t left = 0; left <= size; left++) { /* cut short anywhere it is none */
    hol_bytes from = hol_bytes_of(bytes.text.data, left);
    hol_case_pass(&from, &taken);
    assert_int_equal(hol_bytes_end(&from), left < size ? HOL_NUMERICAL : HOL_OK);
    if (left < size) {
      hol_nonlinear_case_clear(&taken);
    }
  }
  hol_case_pass(&again, &taken);
  assert_int_equal(again.text.size, size);
  assert_memory_equal(again.text.data, bytes.text.data, size);
  hol_bytes_clear(&bytes);
  hol_bytes_clear(&again);
  hol_nonlinear_case_clear(&item);
  hol_nonlinear_case_clear(&taken);
}

/** What else is stored of curves: a field more or less changes the size of its structure. */
static void test_parts_of_curves(void **state)
{
  (void)state;
  static const struct {
    const char *name;
    size_t size, known;
  } row[] = {
      {"hol_nonlinear_found", sizeof(hol_nonlinear_found), 136},
      {"hol_nonlinear_resonance", sizeof(hol_nonlinear_resonance), 40},
      {"hol_path_point", sizeof(hol_path_point), 96},
      {"hol_path_event", sizeof(hol_path_event), 48},
      {"hol_cycle", sizeof(hol_cycle), 32},
  };
  assert_int_equal(HOL_STORE_FORMAT, FORMAT);
  for (size_t i = 0; i < sizeof row / sizeof row[0]; i++) {
    if (row[i].size != row[i].known) {
      print_error("%s has %zu bytes, in format %d it had %zu\n", row[i].name, row[i].size, FORMAT, row[i].known);
    }
    assert_int_equal(row[i].size, row[i].known);
  }
}

int main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_frequencies),
      cmocka_unit_test(test_points_of_sweeps),
      cmocka_unit_test(test_curves),
      cmocka_unit_test(test_parts_of_curves),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}

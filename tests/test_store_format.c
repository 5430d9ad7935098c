/* The bytes that are stored belong to a format with a number. Where one of these sizes changes, so must the number, or a
   run would take up what it reads wrongly; other changes of what is stored - an order, a meaning, an item's number - are
   not seen here and raise it, too. */
#include "solved.h"

#include "holonome/nonlinear.h"
#include "nonlinear/path.h"
#include "nonlinear/shoot.h"
#include "sweep/record.h"

#include <stdlib.h>

/** What the sizes below were taken at. */
enum { FORMAT = 3 };

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
  hol_diagnostics faults = {0};
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
  hol_diagnostics_clear(&faults);
  forget(&run);
}

/** A point of a sweep: ten numbers, of them three lengths; four numbers a frequency; of each mode that is followed where it
 *  came from, how far it turned and two signs; seven numbers an event. */
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
  assert_int_equal(bytes.text.size, 10 * 8 + 3 * 4 * 8 + 2 * 4 * 8 + 7 * 8);
  hol_bytes_clear(&bytes);
  hol_sweep_point_clear(&point);
}

/** Of a nonlinear analysis whole structures are stored, padding and all. */
static void test_curves(void **state)
{
  (void)state;
  static const struct {
    const char *name;
    size_t size, known;
  } row[] = {
      {"hol_nonlinear_case", sizeof(hol_nonlinear_case), 928},
      {"hol_nonlinear_curve", sizeof(hol_nonlinear_curve), 584},
      {"hol_nonlinear_branch", sizeof(hol_nonlinear_branch), 144},
      {"hol_nonlinear_event", sizeof(hol_nonlinear_event), 48},
      {"hol_nonlinear_motion_at", sizeof(hol_nonlinear_motion_at), 56},
      {"hol_nonlinear_confirmation", sizeof(hol_nonlinear_confirmation), 32},
      {"hol_nonlinear_found", sizeof(hol_nonlinear_found), 136},
      {"hol_nonlinear_resonance", sizeof(hol_nonlinear_resonance), 40},
      {"hol_path_point", sizeof(hol_path_point), 96},
      {"hol_path_event", sizeof(hol_path_event), 48},
      {"hol_cycle", sizeof(hol_cycle), 32},
  };
  assert_int_equal(HOL_STORE_FORMAT, FORMAT);
  size_t wrong = 0;
  for (size_t i = 0; i < sizeof row / sizeof row[0]; i++) {
    if (row[i].size != row[i].known) {
      print_error("%s has %zu bytes, in format %d it had %zu\n", row[i].name, row[i].size, FORMAT, row[i].known);
      wrong++;
    }
  }
  assert_int_equal(wrong, 0);
}

int main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_frequencies),
      cmocka_unit_test(test_points_of_sweeps),
      cmocka_unit_test(test_curves),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}

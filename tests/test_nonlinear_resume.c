/* SPDX-License-Identifier: BSD-3-Clause */
/* Runs that are stopped and continued: the same results to the last bit, wherever they were cut short. */
#include "nonlinear/request.h"
#include "nonlinear/words.h"
#include "nonlinear_fixture.h"
#include "reading.h"

#include <string.h>

enum { ITEMS_MAX = 4000 };

/** A store in memory, and when to stop. {0} is empty and never stops. */
typedef struct memory {
  struct {
    size_t item, count;
    void *bytes;
  } record[ITEMS_MAX];
  size_t records, recalled;
  size_t calls, stop_at; /**< of progress; 0: never */
} memory;

static hol_status keep(void *context, size_t item, const void *bytes, size_t count)
{
  memory *m = context;
  assert_true(m->records < ITEMS_MAX);
  for (size_t i = 0; i < m->records; i++) {
    assert_true(m->record[i].item != item);
  }
  m->record[m->records].item = item;
  m->record[m->records].count = count;
  m->record[m->records].bytes = malloc(count + 1);
  assert_non_null(m->record[m->records].bytes);
  memcpy(m->record[m->records].bytes, bytes, count);
  m->records++;
  return HOL_OK;
}

static bool recall(void *context, size_t item, const void **bytes, size_t *count)
{
  memory *m = context;
  for (size_t i = 0; i < m->records; i++) {
    if (m->record[i].item == item) {
      *bytes = m->record[i].bytes;
      *count = m->record[i].count;
      m->recalled++;
      return true;
    }
  }
  return false;
}

static bool progress(void *context, size_t done, size_t total, size_t points)
{
  memory *m = context;
  (void)points;
  assert_true(done <= total);
  return ++m->calls != m->stop_at;
}

static void clear(memory *m)
{
  for (size_t i = 0; i < m->records; i++) {
    free(m->record[i].bytes);
  }
  memset(m, 0, sizeof *m);
}

/** Solve, stopped at the given call of progress.
 *  @param[out] text  the JSON, if it was not stopped */
static hol_status solve(const hol_nonlinear_request *r, memory *m, size_t stop_at, hol_text *text)
{
  const hol_watch watch = {.progress = progress, .context = m, .store = {m, keep, recall}};
  const hol_comm alone = hol_comm_serial();
  hol_nonlinear_result result = {0};
  m->calls = 0;
  m->stop_at = stop_at;
  hol_status status = hol_nonlinear_solve_shared(r, &alone, watch, &result);
  if (status == HOL_OK) {
    assert_false(result.stopped);
    *text = json_of(&result);
  } else {
    assert_int_equal(status, HOL_INCOMPLETE);
    assert_true(result.stopped);
    assert_int_equal(result.items, 0);
  }
  hol_nonlinear_result_clear(&result);
  return status;
}

/** Cut a run short again and again, every time a part of the way further than the last, and compare with an undisturbed
 *  one. */
static void check_text(const char *problem, size_t parts)
{
  reading r = {0};
  memory plain = {0}, cut = {0};
  hol_text expected = {0}, text = {0};
  assert_true(reading_of(problem, &r));
  assert_int_equal(hol_nonlinear_prepare(&r.problem, &r.faults), HOL_OK);
  assert_int_equal(solve(hol_nonlinear_asked(&r.problem), &plain, 0, &expected), HOL_OK);
  size_t all = plain.calls;
  assert_true(all > parts);
  size_t runs = 1;
  while (solve(hol_nonlinear_asked(&r.problem), &cut, runs * (all / parts) + 1, &text) == HOL_INCOMPLETE) {
    assert_true(++runs <= 2 * parts);
  }
  assert_true(runs > 1);
  assert_true(cut.recalled > 0);
  assert_string_equal(text.data, expected.data);
  size_t records = cut.records;
  hol_text_clear(&text);
  assert_int_equal(solve(hol_nonlinear_asked(&r.problem), &cut, 0, &text),
                   HOL_OK); /* everything is there: nothing is computed */
  assert_int_equal(cut.records, records);
  assert_string_equal(text.data, expected.data);
  hol_text_clear(&text);
  hol_text_clear(&expected);
  clear(&plain);
  clear(&cut);
  reading_clear(&r);
}

static void test_curves_cut_short_are_continued_to_the_last_bit(void **state)
{
  (void)state;
  check_text("analysis:\n  nonlinear: {kind: duffing, omega2: 1, mu: 0.1, P: 0.18, harmonics: 3, search: 2,\n"
             "    loss: [{viscous: 0.05}, {eta: 0.05, cubic: true}], from: 0.9, to: 1.4, backbone: {limit: 2}}\n",
             23);
}

static void test_branches_of_several_modes_are_continued_to_the_last_bit(void **state)
{
  (void)state;
  check_text(
      "parts:\n  b: {kind: beam, length: 1, EI: 1, EA: 1e4, line_mass: 1, supports: immovable, ends: clamped-pinned}\n"
      "analysis:\n  nonlinear: {lateral_modes: 2, harmonics: 3, from: 12, to: 22, loss: {viscous: 0.4},\n"
      "    force: {at: 0.4, amplitude: 0.8}, motions_at: [14, 18], check: {time: true, points: 1}}\n",
      7);
}

static void test_searches_for_loss_factors_are_continued_to_the_last_bit(void **state)
{
  (void)state;
  check_text("analysis:\n  nonlinear: {kind: duffing, omega2: 1, mu: 0.1, P: 0.18, harmonics: 1, search: 1,\n"
             "    loss: {eta: 0.1}, from: 0.9, to: 1.4, find: {eta: folds-vanish, from: 0.05, to: 0.3}}\n",
             11);
}

static hol_status refuse(void *context, size_t item, const void *bytes, size_t count)
{
  (void)context;
  (void)item;
  (void)bytes;
  (void)count;
  return HOL_FILE;
}

static void test_store_that_refuses_ends_the_run(void **state)
{
  reading r = {0};
  const hol_watch watch = {.store = {NULL, refuse, NULL}};
  const hol_comm alone = hol_comm_serial();
  hol_nonlinear_result result = {0};
  (void)state;
  assert_true(
      reading_of("analysis:\n  nonlinear: {kind: duffing, omega2: 1, mu: 0.1, P: 0.18, harmonics: 1, search: 1,\n"
                 "    loss: {eta: 0.1}, from: 0.9, to: 1.4}\n",
                 &r));
  assert_int_equal(hol_nonlinear_solve_shared(hol_nonlinear_asked(&r.problem), &alone, watch, &result), HOL_FILE);
  assert_false(result.stopped);
  hol_nonlinear_result_clear(&result);
  reading_clear(&r);
}

int main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_curves_cut_short_are_continued_to_the_last_bit),
      cmocka_unit_test(test_branches_of_several_modes_are_continued_to_the_last_bit),
      cmocka_unit_test(test_searches_for_loss_factors_are_continued_to_the_last_bit),
      cmocka_unit_test(test_store_that_refuses_ends_the_run),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}

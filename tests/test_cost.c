/* SPDX-License-Identifier: BSD-3-Clause */
/* How much work a search takes: determinants, right-hand sides, counts. That what it finds is true is for others to say
   (test_enclose); here more work than there was is what fails. */
#include "close.h"
#include "enclose_fixture.h"

static size_t evaluations(const solved *s)
{
  return s->result.effort[0].evaluations;
}

static void frames_take_few_determinants(void **state)
{
  (void)state;
  static const struct {
    int n, count;
    size_t most, solves;
  } c[] = {{4, 6, 3, 100}, {6, 20, 5, 330}, {6, 60, 12, 750}, {10, 100, 12, 950}, {8, 160, 16, 1500}};
  for (size_t i = 0; i < sizeof c / sizeof *c; i++) {
    char below[600];
    solved s = {0};
    (void)snprintf(below, sizeof below, foot, c[i].n);
    assert_int_equal(solve_text(&s, frame, c[i].n, c[i].n, below, c[i].count), HOL_OK);
    print_message("%d frequencies: %zu evaluations, %zu solutions\n", c[i].count, evaluations(&s),
                  s.result.intervals.solves);
    assert_in_range(evaluations(&s), 1, c[i].most);
    assert_in_range(s.result.intervals.factorisations, 1, evaluations(&s));
    assert_in_range(s.result.intervals.solves, c[i].count,
                    c[i].solves); /* fields are not made anew for what bounds do not show */
    forget(&s);
  }
}

static void a_free_frame_takes_few_determinants(void **state)
{
  (void)state;
  solved s = {0};
  assert_int_equal(solve_text(&s, frame, 6, 6, "", 25), HOL_OK);
  assert_in_range(evaluations(&s), 1, 6);
  forget(&s);
}

static void bands_take_few_determinants(void **state)
{
  (void)state;
  solved s = {0};
  hol_text all = {0};
  put_spans(&all);
  assert_int_equal(solve_words(&s, &all), HOL_OK);
  assert_in_range(evaluations(&s), 1, 12);
  hol_text_clear(&all);
  forget(&s);
}

/** Modes, multiple ones, too, need no determinants of their own. */
static void multiple_frequencies_take_no_more(void **state)
{
  (void)state;
  solved s = {0};
  hol_text all = {0};
  put_cube(&all);
  assert_int_equal(solve_words(&s, &all), HOL_OK);
  assert_int_equal(evaluations(&s), s.result.intervals.factorisations);
  hol_text_clear(&all);
  forget(&s);
}

static void ends_take_few_counts(void **state)
{
  (void)state;
  for (size_t i = 0; i < COUNTED; i++) {
    counted law = counted_case[i].law;
    hol_shifts e;
    place_counted(&counted_case[i], &law, &e);
    assert_in_range(e.counts, 1, counted_case[i].most);
    hol_shifts_clear(&e);
  }
}

int main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(frames_take_few_determinants), cmocka_unit_test(a_free_frame_takes_few_determinants),
      cmocka_unit_test(bands_take_few_determinants), cmocka_unit_test(multiple_frequencies_take_no_more),
      cmocka_unit_test(ends_take_few_counts)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}

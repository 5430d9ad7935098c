/* SPDX-License-Identifier: BSD-3-Clause */
/* Work that ranks share: every result once on all of them, however items split and whatever each has done; whatever
   fails on one rank ends all. */
#include "close.h"
#include "ranks.h"

#include "farm/farm.h"

#include <stdlib.h>
#include <string.h>

enum { NUMBERS = 300, RANKS = 5 };

/** Numbers first..last−1, of which each is to be squared: cut in two, and again. Those below LONG take several
 *  steps. */
typedef struct range {
  hol_item item;
  size_t first, last, steps;
} range;
enum { LONG = 40 };

/** The work of one rank. */
typedef struct squares {
  hol_farm farm;
  size_t square[NUMBERS], times[NUMBERS]; /**< found or given here so often */
  size_t last, work;
  size_t fails_at, stops_at; /**< step, from 1 */
  size_t steps, recorded;
} squares;

static void set_item(range *r)
{
  r->item = (hol_item){.place = r->first, .weight = r->last - r->first, .splits = r->last - r->first};
}

static hol_status step(void *of, void *item, void *second, hol_did *did)
{
  squares *s = of;
  range *here = item, *there = second;
  size_t middle = here->first + (here->last - here->first + 1) / 3;
  did->work = 1;
  if (++s->steps == s->fails_at) {
    return HOL_NUMERICAL;
  }
  if (here->last - here->first > 1) {
    middle = middle > here->first ? middle : here->first + 1;
    *there = *here;
    there->first = here->last = middle;
    set_item(there);
    set_item(here);
    did->left = 2;
    return HOL_OK;
  }
  if (here->first < LONG && here->steps++ < here->first % 5) {
    did->left = 1;
    return HOL_OK;
  }
  s->last = here->first;
  s->square[s->last] = s->last * s->last;
  s->times[s->last]++;
  return hol_farm_publish(&s->farm, s->last, 1);
}

static void pass(void *of, uint64_t key, hol_bytes *bytes)
{
  squares *s = of;
  if (!bytes->takes && key != s->last) {
    hol_bytes_fail(bytes, HOL_NUMERICAL); /* it is the one given last that is asked for */
  }
  s->times[key] += bytes->takes;
  hol_bytes_count(bytes, &s->square[key]);
}

static bool progress(void *context, size_t done, size_t total, size_t points)
{
  squares *s = context;
  (void)points;
  return done <= total && !(s->stops_at > 0 && s->steps >= s->stops_at);
}

static hol_status record(void *context, size_t item, const void *bytes, size_t count)
{
  squares *s = context;
  size_t square = 0;
  memcpy(&square, bytes, count < sizeof square ? count : sizeof square);
  s->recorded++;
  return count == sizeof square && square == item * item ? HOL_OK : HOL_FILE;
}

/** All numbers from `first` on. */
static hol_status run(squares *s, const hol_comm *comm, hol_workload workload, size_t first)
{
  range all = {.first = first, .last = NUMBERS};
  set_item(&all);
  s->farm = (hol_farm){.comm = comm, .done = first, .total = NUMBERS};
  s->farm.watch = (hol_watch){.progress = progress, .context = s, .store = {.context = s, .record = record}};
  workload.size = sizeof all;
  workload.of = s;
  workload.step = step;
  workload.pass = pass;
  return hol_farm_run(&s->farm, &workload, &all, NUMBERS > first);
}

/** How many numbers are not as they should be: those from `first` on are there once. */
static size_t wrong_from(const squares *s, size_t first)
{
  size_t wrong = 0;
  for (size_t i = 0; i < NUMBERS; i++) {
    wrong += i < first ? s->times[i] != 0 : s->times[i] != 1 || s->square[i] != i * i;
  }
  return wrong;
}

static int find_all(const hol_comm *comm, void *context)
{
  squares s = {0};
  (void)context;
  bool is_found = run(&s, comm, (hol_workload){0}, 0) == HOL_OK && wrong_from(&s, 0) == 0 && s.farm.done == NUMBERS;
  /* items are split until they are single: no rank has much less than its part of the work, nor much more */
  size_t mean = 2 * NUMBERS / comm->size;
  return !is_found || s.steps < mean / 2 || s.steps > mean * 2 || s.farm.workers;
}

static void test_every_rank_has_every_result_once(void **state)
{
  (void)state;
  for (size_t ranks = 1; ranks <= RANKS; ranks++) {
    on_ranks(ranks, find_all, NULL);
  }
}

static int find_for_first(const hol_comm *comm, void *context)
{
  squares s = {0};
  (void)context;
  hol_status status = run(&s, comm, (hol_workload){.is_long = true, .is_for_first = true}, 0);
  size_t there = 0;
  for (size_t i = 0; i < NUMBERS; i++) {
    there += s.times[i];
  }
  /* one item, never given away: one rank does all */
  return status != HOL_OK || (comm->rank == 0 ? wrong_from(&s, 0) > 0 : there != s.recorded);
}

static void test_long_items_stay_where_they_are_and_results_go_to_rank_0(void **state)
{
  (void)state;
  on_ranks(1, find_for_first, NULL);
  on_ranks(3, find_for_first, NULL);
}

static int find_rest(const hol_comm *comm, void *context)
{
  const size_t *first = context;
  squares s = {0};
  return run(&s, comm, (hol_workload){0}, *first) != HOL_OK || wrong_from(&s, *first) > 0 || s.farm.done != NUMBERS;
}

static void test_what_is_left_is_done(void **state)
{
  (void)state;
  size_t first[] = {1, 150, NUMBERS - 1, NUMBERS};
  for (size_t i = 0; i < sizeof first / sizeof *first; i++) {
    on_ranks(3, find_rest, &first[i]);
  }
}

/** The rank that fails, or is told to stop. */
typedef struct trouble {
  size_t rank, fails_at, stops_at;
  hol_status expected;
} trouble;

static int fail_once(const hol_comm *comm, void *context)
{
  const trouble *t = context;
  squares s = {0};
  bool is_it = comm->rank == t->rank;
  s.fails_at = is_it ? t->fails_at : 0;
  s.stops_at = is_it ? t->stops_at : 0;
  return run(&s, comm, (hol_workload){0}, 0) != t->expected || s.farm.workers;
}

static void test_failure_on_one_rank_ends_all(void **state)
{
  (void)state;
  for (size_t rank = 0; rank < 3; rank++) {
    for (size_t at = 1; at < 100; at += 33) {
      on_ranks(3, fail_once, &(trouble){rank, at, 0, HOL_NUMERICAL});
      on_ranks(3, fail_once, &(trouble){rank, 0, at, HOL_INCOMPLETE});
    }
  }
}

static void test_bytes_that_are_none_are_refused(void **state)
{
  (void)state;
  hol_bytes put = {0};
  size_t huge = SIZE_MAX / 4, n = 2;
  double *none = NULL, *numbers = NULL, value[] = {1.5, -0.0};
  hol_bytes_count(&put, &huge);
  hol_bytes_numbers(&put, &none, n);
  double *two = value;
  hol_bytes_numbers(&put, &two, n);
  assert_int_equal(put.status, HOL_OK);
  hol_bytes take = hol_bytes_of(put.text.data, put.text.size);
  size_t length = 1;
  hol_bytes_array(&take, &numbers, &length, sizeof *numbers); /* more items than bytes: nothing is asked for */
  assert_null(numbers);
  assert_int_equal(length, 0);
  assert_int_equal(hol_bytes_end(&take), HOL_NUMERICAL);
  take = hol_bytes_of(put.text.data, put.text.size);
  hol_bytes_count(&take, &length);
  assert_int_equal(length, huge);
  hol_bytes_numbers(&take, &none, n);
  assert_null(none);
  assert_int_equal(hol_bytes_end(&take), HOL_NUMERICAL); /* some are left */
  hol_bytes_numbers(&take, &numbers, n);
  assert_int_equal(hol_bytes_end(&take), HOL_OK);
  assert_memory_equal(numbers, value, sizeof value);
  assert_int_equal(hol_bytes_choice(&take, 7, 3), 0); /* no more */
  assert_int_equal(hol_bytes_end(&take), HOL_NUMERICAL);
  free(numbers);
  hol_bytes_clear(&put);
}

int main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_every_rank_has_every_result_once),
      cmocka_unit_test(test_long_items_stay_where_they_are_and_results_go_to_rank_0),
      cmocka_unit_test(test_what_is_left_is_done),
      cmocka_unit_test(test_failure_on_one_rank_ends_all),
      cmocka_unit_test(test_bytes_that_are_none_are_refused),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}

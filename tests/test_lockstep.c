/* SPDX-License-Identifier: BSD-3-Clause */
/* Ranks that take the same steps and have things in common: whichever leaves early, wherever, all are told and none
   waits. */
#include "close.h"
#include "ranks.h"

#include "base/lockstep.h"

#include <stdlib.h>
#include <string.h>

enum { STEPS = 40, RANKS = 4 };

/** A thing in common, and how it came to its end. */
typedef struct thing {
  hol_common common;
  int *ended, *freed, *reached;
} thing;

static void end(hol_common *common, bool is_reached)
{
  thing *t = (thing *)common;
  t->common.lockstep = NULL;
  ++*t->ended;
  *t->reached += is_reached;
  if (t->common.is_left) {
    ++*t->freed;
    free(t);
  }
}

/** At step `at` a rank leaves with `status`, or is about to do something else. */
typedef struct plan {
  size_t rank, at;
  hol_status status;
  bool is_other;
} plan;

/** What a rank has made, all there has become of it, and its lockstep. */
typedef struct walker {
  hol_lockstep l;
  thing *live[STEPS];
  size_t made, left;
  int ended, freed, reached;
} walker;

/** Meet, and make a thing or leave the oldest. */
static hol_status step(walker *w, const plan *p, size_t i)
{
  bool is_odd = w->l.comm->rank == p->rank && i == p->at;
  if (is_odd && !p->is_other) {
    return p->status;
  }
  const size_t size[2] = {i + is_odd, i % 3};
  HOL_TRY(hol_lockstep_meet(&w->l, i % 3 ? HOL_MEET_TO_SOLVE : HOL_MEET_TO_MAKE, size, HOL_OK));
  if (i % 3 == 0) {
    thing *t = w->live[w->made++] = calloc(1, sizeof *t);
    *t = (thing){.common.end = end, .ended = &w->ended, .freed = &w->freed, .reached = &w->reached};
    hol_lockstep_add(&w->l, &t->common);
  } else if (i % 7 == 5) {
    w->live[w->left++]->common.is_left = true;
  }
  return HOL_OK;
}

/** Have all ranks made as much? Asked once they have all come to their end. */
static bool is_same_everywhere(const hol_comm *comm, size_t made)
{
  char *all = NULL;
  size_t *sizes = NULL;
  bool is_same = comm->gather(comm->handle, &made, sizeof made, &all, &sizes) == HOL_OK;
  for (size_t r = 0; r < comm->size && is_same; r++) {
    is_same = memcmp(all + r * sizeof made, &made, sizeof made) == 0;
  }
  free(all);
  free(sizes);
  return is_same;
}

/** One rank's way. @return 0 if it ends with this status, and of the things in common nothing is left */
static int walk(const hol_comm *comm, const plan *p, hol_status expected)
{
  walker w = {.l = {.comm = comm}};
  hol_status status = HOL_OK;
  for (size_t i = 0; i < STEPS && status == HOL_OK; i++) {
    status = step(&w, p, i);
  }
  status = hol_lockstep_leave(&w.l, status);
  for (size_t i = w.left; i < w.made; i++) {
    free(w.live[i]); /* ended: nobody else frees them */
  }
  int made = (int)w.made;
  bool is_over = w.l.is_over && !w.l.first && w.ended == made && w.reached == made && w.freed == (int)w.left;
  bool is_as_it_should = is_over && status == expected && w.l.has_parted == p->is_other;
  return !(is_same_everywhere(comm, w.made) && is_as_it_should);
}

static int all_come_to_the_end(const hol_comm *comm, void *context)
{
  (void)context;
  const plan p = {.rank = SIZE_MAX};
  return walk(comm, &p, HOL_OK);
}

static int one_leaves(const hol_comm *comm, void *context)
{
  static const hol_status with[] = {HOL_INCOMPLETE, HOL_NUMERICAL, HOL_MEMORY};
  int wrong = 0;
  (void)context;
  for (size_t i = 0; i < 3 * STEPS * RANKS; i++) {
    const plan p = {.rank = i % RANKS, .at = i / RANKS % STEPS, .status = with[i / (RANKS * STEPS)]};
    wrong += walk(comm, &p, p.status);
  }
  return wrong;
}

static int one_parts(const hol_comm *comm, void *context)
{
  int wrong = 0;
  (void)context;
  for (size_t i = 0; i < STEPS * RANKS; i++) {
    const plan p = {.rank = i % RANKS, .at = i / RANKS, .is_other = true};
    wrong += walk(comm, &p, HOL_NUMERICAL);
  }
  return wrong;
}

static void test_all_come_to_the_end(void **context)
{
  (void)context;
  on_ranks(RANKS, all_come_to_the_end, NULL);
}

static void test_one_that_leaves_takes_all_with_it(void **context)
{
  (void)context;
  on_ranks(RANKS, one_leaves, NULL);
}

static void test_ranks_that_do_different_things_part(void **context)
{
  (void)context;
  on_ranks(RANKS, one_parts, NULL);
}

/** At the end it is rank 0 that has the result. */
static int leave(const hol_comm *comm, void *context)
{
  int wrong = 0;
  (void)context;
  for (size_t stopped = 0; stopped < RANKS; stopped++) {
    hol_lockstep l = {.comm = comm};
    hol_status status = hol_lockstep_leave(&l, comm->rank == stopped ? HOL_INCOMPLETE : HOL_OK);
    wrong += status != (stopped == 0 ? HOL_INCOMPLETE : HOL_OK);
  }
  return wrong;
}

static void test_at_the_end_rank_0_counts(void **context)
{
  (void)context;
  on_ranks(RANKS, leave, NULL);
}

int main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_all_come_to_the_end), cmocka_unit_test(test_one_that_leaves_takes_all_with_it),
      cmocka_unit_test(test_ranks_that_do_different_things_part), cmocka_unit_test(test_at_the_end_rank_0_counts)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}

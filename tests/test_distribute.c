/* SPDX-License-Identifier: BSD-3-Clause */
/* The making of modes dealt to ranks that are played one after another: what one sends is kept for the next. */
#include "close.h"

#include "modes/run.h"

#include <stdlib.h>
#include <string.h>

enum { RANKS = 4, SINGLE = 20, N = 7 };

/** What goes over the line. */
typedef struct line {
  char *data;
  size_t count;
} line;

static hol_status agree(void *handle, hol_status status)
{
  (void)handle;
  return status;
}

/** Nobody but the rank that has all vectors sends anything; it is played first. */
static hol_status gather(void *handle, const void *bytes, size_t count, char **all, size_t **sizes)
{
  line *l = handle;
  if (count) {
    assert_null(l->data);
    l->data = malloc(count);
    assert_non_null(l->data);
    memcpy(l->data, bytes, count);
    l->count = count;
  }
  *all = malloc(l->count + 1);
  *sizes = calloc(RANKS, sizeof **sizes);
  assert_non_null(*all);
  assert_non_null(*sizes);
  if (l->count) {
    memcpy(*all, l->data, l->count);
  }
  (*sizes)[0] = l->count;
  return HOL_OK;
}

/** A double root held by rank 0, so many single ones, then a double and a triple one that nobody holds. */
static void start(hol_run *run, line *l, size_t rank)
{
  *run = (hol_run){.comm = {.rank = rank, .size = RANKS, .handle = l, .agree = agree, .gather = gather}};
  run->roots.item = calloc(SINGLE + 3, sizeof *run->roots.item);
  assert_non_null(run->roots.item);
  run->roots.count = SINGLE + 3;
  for (size_t i = 0; i <= SINGLE; i++) {
    run->roots.item[i] = (hol_root){.lambda = 1.0 + (double)i,
                                    .index = i ? i + 2 : 1,
                                    .multiplicity = i ? 1 : 2,
                                    .at = 1.0 + (double)i,
                                    .holder = 0};
  }
  run->roots.item[SINGLE + 1] = (hol_root){.index = SINGLE + 3, .multiplicity = 2, .holder = SIZE_MAX};
  run->roots.item[SINGLE + 2] = (hol_root){.index = SINGLE + 5, .multiplicity = 3, .holder = SIZE_MAX};
  for (size_t i = 0; i <= SINGLE && rank == 0; i++) {
    size_t columns = run->roots.item[i].multiplicity;
    struct hol_vector vector = {run->roots.item[i].index, N, columns, 42 + i, calloc(N * columns, sizeof(double))};
    assert_non_null(vector.value);
    vector.value[i % N] = 1.0 / (double)(i + 3);
    vector.value[N * columns - 1] = 0.5 / (double)(i + 3);
    assert_int_equal(hol_vectors_append(&run->counter.vectors, vector), HOL_OK);
  }
}

static void end(hol_run *run)
{
  hol_sturm_counter_clear(&run->counter);
  hol_roots_clear(&run->roots);
}

static void test_deal_gives_every_rank_as_many_modes(void **state)
{
  (void)state;
  size_t load[RANKS] = {0};
  hol_run run;
  line l = {0};
  start(&run, &l, 0);
  assert_int_equal(hol_run_distribute(&run), HOL_OK);
  for (size_t i = 0; i < run.roots.count; i++) {
    const hol_root *root = &run.roots.item[i];
    assert_true(root->maker < RANKS);
    load[root->maker] += root->multiplicity + (root->at > 0 ? 0 : 3);
  }
  /* 2 + 20 + 5 + 6 = 33 for four */
  for (size_t r = 0; r < RANKS; r++) {
    assert_in_range(load[r], 8, 9);
  }
  end(&run);
  free(l.data);
}

static void test_deal_hands_vectors_on_unchanged(void **state)
{
  (void)state;
  hol_run run[RANKS];
  line l = {0};
  size_t handed = 0;
  for (size_t r = 0; r < RANKS; r++) {
    start(&run[r], &l, r);
    assert_int_equal(hol_run_distribute(&run[r]), HOL_OK);
  }
  for (size_t i = 0; i < run[0].roots.count; i++) {
    const hol_root *root = &run[0].roots.item[i];
    for (size_t r = 1; r < RANKS; r++) {
      const struct hol_vector *vector = hol_vector_of(&run[r].counter, root);
      assert_int_equal(run[r].roots.item[i].maker, root->maker); /* all know the same */
      assert_true((vector != NULL) == (root->at > 0 && root->maker == r));
      if (vector) {
        const struct hol_vector *given = hol_vector_of(&run[0].counter, root);
        assert_true(vector->n == N);
        assert_true(vector->columns == root->multiplicity);
        assert_true(vector->signature == given->signature);
        assert_true(vector->index == root->index);
        assert_memory_equal(vector->value, given->value, N * vector->columns * sizeof(double));
        handed++;
      }
    }
  }
  assert_in_range(handed, 12, 13);
  for (size_t r = 0; r < RANKS; r++) {
    end(&run[r]);
  }
  free(l.data);
}

static void test_deal_alone_leaves_everything(void **state)
{
  (void)state;
  hol_run run;
  line l = {0};
  start(&run, &l, 0);
  run.comm.size = 1;
  assert_int_equal(hol_run_distribute(&run), HOL_OK);
  for (size_t i = 0; i < run.roots.count; i++) {
    assert_int_equal(run.roots.item[i].maker, 0);
  }
  assert_int_equal(l.count, 0);
  end(&run);
}

int main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_deal_gives_every_rank_as_many_modes),
      cmocka_unit_test(test_deal_hands_vectors_on_unchanged),
      cmocka_unit_test(test_deal_alone_leaves_everything),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}

/* SPDX-License-Identifier: BSD-3-Clause */
/* Modes of a class of a rectangular plate, from a space that need not hold all of them: as many as there are below the
   cut-off, or none at all. The class is made by hand, K = 1 and M = diag(mu), so that the terms are known. */
#include "close.h"

#include "parts/plate/krylov.h"

#include <stdlib.h>

enum { N = 90 };

/** Terms mu, falling: `equal` of them are 1, the others 0.9, 0.9², .. */
typedef struct made {
  double K[N * N], M[N * N], scale[N], rows[N];
  double L[N * N], mu[N];
  size_t unknown[N];
  hol_grid_class c;
  hol_grid_solution v;
} made;

static made *make(size_t equal)
{
  made *m = calloc(1, sizeof *m);
  assert_non_null(m);
  for (size_t i = 0; i < N; i++) {
    m->mu[i] = i < equal ? 1 : pow(0.9, (double)(i - equal + 1));
    m->K[i * (N + 1)] = m->L[i * (N + 1)] = m->scale[i] = m->rows[i] = 1;
    m->M[i * (N + 1)] = m->mu[i];
    m->unknown[i] = i;
  }
  m->c = (hol_grid_class){.n = N, .K = m->K, .M = m->M, .scale = m->scale, .rows = m->rows};
  m->v = (hol_grid_solution){.all = N, .n = N, .unknown = m->unknown, .L = m->L};
  return m;
}

/** Ask for the terms down to 0.5, of which there are said to be `below`. */
static hol_status solve(made *m, const size_t *below)
{
  const hol_krylov_request request = {.cutoff = 2, .given = HUGE_VAL, .ports = 1, .below = below};
  return hol_krylov_solve(&m->c, &request, &m->v);
}

static void release(made *m)
{
  free(m->v.mu);
  free(m->v.psi);
  free(m->v.x);
  free(m);
}

/** Terms at or above 0.5, counted on the diagonal. */
static size_t count_terms(const made *m)
{
  size_t count = 0;
  while (m->mu[count] * 2 >= 1) {
    count++;
  }
  return count;
}

/** A block of one port row and three others holds four equal terms. */
static void test_all_terms_are_found(void **state)
{
  (void)state;
  for (size_t equal = 1; equal <= 4; equal++) {
    made *m = make(equal);
    size_t below = count_terms(m);
    assert_int_equal(solve(m, &below), HOL_OK);
    assert_true(m->v.count >= below);
    for (size_t i = 0; i < below; i++) {
      assert_close(m->v.mu[i], m->mu[i], 1e-12);
    }
    assert_true(m->v.mu[below] * 2 < 1);
    release(m);
  }
}

/** More of them it holds only as far as rounding brings them in: either all are found, or it is said that some are not,
 *  and no list with gaps comes out. */
static void test_missing_terms_are_noticed(void **state)
{
  (void)state;
  size_t refused = 0;
  for (size_t equal = 5; equal <= 80; equal += 15) {
    made *m = make(equal);
    size_t below = count_terms(m);
    hol_status status = solve(m, &below);
    assert_true(status == HOL_OK || status == HOL_NUMERICAL);
    for (size_t i = 0; i < below && status == HOL_OK; i++) {
      assert_close(m->v.mu[i], m->mu[i], 1e-12);
    }
    refused += status == HOL_NUMERICAL;
    release(m);
  }
  print_message("refused: %zu of 6\n", refused);
  assert_true(refused > 0);
}

/** A count that is not that of the terms, one more or one less, is as bad. */
static void test_counts_that_contradict_the_terms(void **state)
{
  (void)state;
  for (int wrong = -1; wrong <= 1; wrong++) {
    made *m = make(2);
    size_t below = count_terms(m) + (size_t)(1 + wrong) - 1;
    assert_int_equal(solve(m, &below), wrong ? HOL_NUMERICAL : HOL_OK);
    release(m);
  }
}

int main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_all_terms_are_found),
      cmocka_unit_test(test_missing_terms_are_noticed),
      cmocka_unit_test(test_counts_that_contradict_the_terms),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}

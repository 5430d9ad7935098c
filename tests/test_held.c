/* SPDX-License-Identifier: BSD-3-Clause */
/* A free imported part held without force: a chain of masses in two directions, solutions in closed form; numbers with
   fewer digits are refused. */
#include "close.h"

#include "parts/import/imported.h"

#include <stdlib.h>
#include <string.h>

enum { NODES = 9, N = 2 * NODES, RIGID = 2 };

/** Masses 1 in two rows of springs, along x (stiffness 3) and along y (1e6 times as much), which know nothing of each
 *  other. */
typedef struct chain {
  hol_imported body;
  size_t start[N + 1];
  int row[2 * N];
  double k[2 * N], m[2 * N], R[N * RIGID];
} chain;

static double stiffness(size_t direction)
{
  return direction ? 3e6 : 3;
}

static void make(chain *c)
{
  memset(c, 0, sizeof *c);
  size_t e = 0;
  for (size_t j = 0; j < N; j++) {
    size_t node = j / 2;
    double k = stiffness(j % 2);
    c->row[e] = (int)j;
    c->k[e] = k * ((node > 0) + (node + 1 < NODES));
    c->m[e++] = 1;
    if (node + 1 < NODES) {
      c->row[e] = (int)(j + 2);
      c->k[e++] = -k;
    }
    c->start[j + 1] = e;
    c->R[j + j % 2 * N] = 1 / sqrt(NODES);
  }
  c->body = (hol_imported){
      .n = N, .start = c->start, .row = c->row, .k = c->k, .m = c->m, .rigid = RIGID, .R = c->R, .MR = c->R};
}

/** Forces 1 and −1 at the ends: every spring of that row is stretched by 1/k. */
static void test_solutions_are_those_of_the_free_part(void **context)
{
  (void)context;
  chain c;
  make(&c);
  hol_spd *held;
  assert_int_equal(hol_imported_hold(&c.body, &held), HOL_OK);
  for (size_t d = 0; d < 2; d++) {
    double x[N] = {0};
    x[d] = -1;
    x[N - 2 + d] = 1;
    assert_int_equal(hol_spd_solve(held, x, 1), HOL_OK);
    for (size_t j = d; j + 2 < N; j += 2) {
      assert_close((x[j + 2] - x[j]) * stiffness(d), 1, 1e-13);
    }
    for (size_t j = 1 - d; j < N; j += 2) { /* the other row has nothing to do with it */
      assert_near(x[j] * stiffness(0), 0, 1e-13);
    }
  }
  hol_spd_free(held);
}

/** One spring to the ground that is 1e-10 of what is there: a rigid-body motion has a force, and so would holds. */
static void test_numbers_with_few_digits_are_refused(void **context)
{
  (void)context;
  for (size_t j = 0; j < N; j++) {
    chain c;
    make(&c);
    c.k[c.start[j]] *= 1 + 1e-10;
    hol_spd *held;
    assert_int_equal(hol_imported_hold(&c.body, &held), HOL_NUMERICAL);
    assert_null(held);
  }
}

int main(void)
{
  const struct CMUnitTest tests[] = {cmocka_unit_test(test_solutions_are_those_of_the_free_part),
                                     cmocka_unit_test(test_numbers_with_few_digits_are_refused)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}

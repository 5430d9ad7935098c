/* SPDX-License-Identifier: BSD-3-Clause */
/* The finite-element road against the gallery: small problems with exact compliances meet the numbers that their files
   expect. Those come from closed forms and from dynamic stiffness in many digits. The folders of large problems and of
   those beyond the reach of elements are left out. */
#include "close.h"

#include "fe.h"
#include "reading.h"

#include <glob.h>
#include <stdio.h>

enum { MOST_PARTS = 24, MOST_MODES = 20 };

static const double least_tolerance = 1e-11;

/** Numbers compared, and how many of them differ. */
typedef struct tally {
  size_t compared, wrong;
} tally;

static void compare(const char *path, const hol_expect *expect, const fe_answer *answer, tally *t)
{
  for (size_t i = 0; i < expect->count; i++) {
    size_t mode = expect->first - 1 + i;
    double rtol = expect->rtol > least_tolerance ? expect->rtol : least_tolerance;
    bool good = mode < answer->count && close_is(answer->omega[mode], expect->omega[i], rtol, answer->error[mode]);
    t->compared++;
    if (!good) {
      fprintf(stderr, "%s: mode %zu is %.17g by finite elements, expected %.17g (rtol %g)\n", path, mode + 1,
              mode < answer->count ? answer->omega[mode] : (double)NAN, expect->omega[i], rtol);
      t->wrong++;
    }
  }
}

static size_t last_expected(const hol_problem *p)
{
  size_t last = 0;
  for (size_t i = 0; i < p->expect_count; i++) {
    size_t end = p->expect[i].first - 1 + p->expect[i].count;
    last = end > last ? end : last;
  }
  return last;
}

static void visit(const char *path, tally *t)
{
  reading r = {0};
  fe_answer answer = {0};
  assert_true(reading_of_file(path, &r));
  const hol_problem *p = &r.problem;
  if (p->analysis.exact && p->expect_count > 0 && p->part_count <= MOST_PARTS && last_expected(p) <= MOST_MODES) {
    const fe_status status = fe_solve(p, r.kind, r.kinds, last_expected(p), &answer);
    if (status == FE_FAILED) {
      fprintf(stderr, "%s: %s\n", path, answer.message);
      t->wrong++;
    }
    for (size_t i = 0; status == FE_OK && i < p->expect_count; i++) {
      compare(path, &p->expect[i], &answer, t);
    }
  }
  fe_clear(&answer);
  reading_clear(&r);
}

static void test_fe_meets_the_expectations_of_the_gallery(void **state)
{
  (void)state;
  static const char *const folder[] = {"bars", "beams", "book", "discrete", "frames", "shafts"};
  tally t = {0};
  for (size_t i = 0; i < sizeof folder / sizeof folder[0]; i++) {
    char pattern[1024];
    glob_t found;
    snprintf(pattern, sizeof pattern, "%s/%s/*.yaml", HOLONOME_PROBLEMS, folder[i]);
    assert_int_equal(glob(pattern, 0, NULL, &found), 0);
    for (size_t k = 0; k < found.gl_pathc; k++) {
      visit(found.gl_pathv[k], &t);
    }
    globfree(&found);
  }
  assert_true(t.compared > 300);
  assert_int_equal(t.wrong, 0);
}

int main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_fe_meets_the_expectations_of_the_gallery),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}

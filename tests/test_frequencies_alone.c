/* SPDX-License-Identifier: BSD-3-Clause */
/* Who asks for frequencies alone gets those of hol_solve(), with all that is proved and said about them. */
#include "gallery.h"

#include "modes/frequencies.h"

#include <stdio.h>
#include <stdlib.h>

enum { MOST = 20 }; /* parts: larger files say nothing more */

/** The same number, or none in both. */
static bool is_same(double a, double b)
{
  return memcmp(&a, &b, sizeof a) == 0 || (isnan(a) && isnan(b));
}

static bool same_mode(const hol_mode *a, const hol_mode *b)
{
  return a->number == b->number && is_same(a->omega, b->omega) && is_same(a->lower, b->lower) &&
         is_same(a->upper, b->upper) && is_same(a->growth, b->growth) && is_same(a->lower_growth, b->lower_growth) &&
         is_same(a->upper_growth, b->upper_growth) && a->multiplicity == b->multiplicity &&
         a->count_below == b->count_below && a->count_above == b->count_above;
}

/** Solve both ways. @return is there a mode of which the residual was not beyond doubt? */
static bool compare(const char *name, const hol_problem *problem)
{
  hol_problem own = *problem; /* what it holds stays the caller's */
  hol_result whole = {0}, alone = {0};
  hol_faults faults = {0};
  bool was_filled = false;
  own.analysis.sensitivity_count = 0;
  own.output_shapes = false;
  hol_status one = hol_solve(&own, (hol_solve_options){0}, &whole, &faults);
  own.output_points = 2;
  hol_status other = hol_solve_frequencies(&own, (hol_solve_options){0}, &alone, &faults);
  bool same = one == other && whole.mode_count == alone.mode_count && whole.complete == alone.complete &&
              whole.note_count == alone.note_count && whole.rigid_modes == alone.rigid_modes;
  for (size_t i = 0; i < whole.mode_count && same; i++) {
    same = same_mode(&whole.mode[i], &alone.mode[i]);
    was_filled = was_filled || (alone.mode[i].omega > 0 && alone.mode[i].reaction != NULL);
  }
  if (!same) {
    print_error("%s: frequencies alone are others\n", name);
  }
  assert_true(same);
  hol_result_clear(&whole);
  hol_result_clear(&alone);
  hol_faults_clear(&faults);
  return was_filled;
}

static void visit(const char *path, const char *name, void *context)
{
  size_t *made = context;
  reading r = {0};
  assert_true(reading_of_file(path, &r));
  if (r.problem.part_count <= MOST) {
    *made += compare(name, &r.problem);
  }
  reading_clear(&r);
}

static void test_gallery(void **state)
{
  size_t made = 0;
  (void)state;
  size_t files = gallery_visit(visit, &made);
  print_message("%zu files, of which %zu have motions that were made after all\n", files, made);
  assert_true(made > 0);
  assert_true(made < files / 10); /* both roads are gone */
}

/* Springs so stiff that counts contradict each other, or a motion does not fulfil the equations. */
static void test_springs_that_are_too_stiff(void **state)
{
  (void)state;
  for (int e = 4; e <= 24; e++) {
    char text[1024];
    reading r = {0};
    (void)snprintf(text, sizeof text,
                   "freedoms: [ux]\nparts:\n  a: {kind: body, at: [0, 0, 0], mass: 2}\n"
                   "  b: {kind: body, at: [1, 0, 0], mass: 3}\n  c: {kind: body, at: [2, 0, 0], mass: 5}\njoints:\n"
                   "  - {spring: [a, b], freedom: ux, stiffness: 1e%d}\n"
                   "  - {spring: [b, c], freedom: ux, stiffness: 3e%d}\n"
                   "  - {spring: [a, c], freedom: ux, stiffness: 2e%d}\n"
                   "  - {spring: a, freedom: ux, stiffness: 10}\n"
                   "analysis: {frequencies: {count: 1}, compliance: exact}\n",
                   e, e, e);
    assert_true(reading_of(text, &r));
    (void)compare("springs all round", &r.problem);
    reading_clear(&r);
  }
}

int main(void)
{
  const struct CMUnitTest tests[] = {cmocka_unit_test(test_gallery), cmocka_unit_test(test_springs_that_are_too_stiff)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}

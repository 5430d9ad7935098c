/* SPDX-License-Identifier: BSD-3-Clause */
/* Structures of thousands of parts: motions without energy from all rows together, no dense matrices, multiple
   frequencies of hundreds. */
#include "solved.h"

#include "base/null_space.h"

#include <math.h>
#include <stdlib.h>
#include <sys/resource.h>

static const double pi = 3.14159265358979323846;

/** Sanitizers look for shared objects in their own way and do not find plugins beside the program. */
static void need_plugins(void)
{
#ifdef HOLONOME_SANITIZED
  skip();
#endif
}

/** Differences of neighbours along a line of n columns, with gaps before those divisible by `every`: what moves alike.
 *  Every row so many times: with more rows than columns the question whether there is anything is asked first. */
static void judge_line_in_pieces(size_t times)
{
  enum { COLUMNS = 3000, EVERY = 1000 };
  hol_sparse *row = calloc(COLUMNS * times, sizeof *row);
  size_t rows = 0, dimension = 0;
  double *basis = NULL;
  for (size_t i = 1; i < COLUMNS; i++) {
    for (size_t k = 0; k < times && i % EVERY; k++, rows++) {
      assert_int_equal(hol_sparse_add(&row[rows], i - 1, 1), HOL_OK);
      assert_int_equal(hol_sparse_add(&row[rows], i, -1), HOL_OK);
    }
  }
  assert_int_equal(hol_null_space(rows, row, COLUMNS, 1e-10, 100, &dimension, &basis), HOL_OK);
  assert_int_equal(dimension, COLUMNS / EVERY);
  for (size_t k = 0; k < dimension; k++) {
    for (size_t i = 0; i < COLUMNS; i++) {
      double x = basis[i + k * COLUMNS], first = basis[i / EVERY * EVERY + k * COLUMNS];
      assert_near(x, first, 1e-11);
    }
  }
  for (size_t i = 0; i < rows; i++) {
    hol_sparse_clear(&row[i]);
  }
  free(row);
  free(basis);
}

static void test_long_null_space_of_lines_in_pieces(void **state)
{
  (void)state;
  need_plugins();
  judge_line_in_pieces(1);
  judge_line_in_pieces(2);
}

/** Nothing is in the null space of a line that is held. */
static void test_long_null_space_may_be_empty(void **state)
{
  (void)state;
  need_plugins();
  enum { COLUMNS = 2000 };
  hol_sparse *row = calloc(COLUMNS, sizeof *row);
  size_t dimension = 9;
  double *basis = NULL;
  for (size_t i = 0; i < COLUMNS; i++) {
    assert_int_equal(hol_sparse_add(&row[i], i, 1), HOL_OK);
    if (i) {
      assert_int_equal(hol_sparse_add(&row[i], i - 1, -1), HOL_OK);
    }
  }
  assert_int_equal(hol_null_space(COLUMNS, row, COLUMNS, 1e-10, 100, &dimension, &basis), HOL_OK);
  assert_int_equal(dimension, 0);
  for (size_t i = 0; i < COLUMNS; i++) {
    hol_sparse_clear(&row[i]);
  }
  free(row);
  free(basis);
}

static long peak_kilobytes(void)
{
  struct rusage usage = {0};
  (void)getrusage(RUSAGE_SELF, &usage);
  return usage.ru_maxrss;
}

static const char beams[] = "freedoms: [uy, rz]\nparts:\n  cell:\n    repeat: {n: %d, step: [1, 0], ends: open}\n"
                            "    parts:\n      m: {kind: beam, from: [0, 0], to: [1, 0], EI: 1, line_mass: 1}\n"
                            "    joints:\n      - {weld: [m.end, cell.next.m.start]}\n%s"
                            "analysis: {frequencies: {count: 5}}\noutput: {shapes: none}\n";

/** They are one cantilever; memory grows with their number, not with its square (604 MB for 2000 where it did). */
static void test_long_line_of_beams(void **state)
{
  (void)state;
  solved s = {0};
  static const double beta[] = {1.875104068711961166, 4.694091132974174576, 7.854757438237612565};
  long before = peak_kilobytes();
  assert_int_equal(solve_text(&s, beams, 2000, "joints:\n  - {fix: cell.first.m.start}\n"), HOL_OK);
  for (size_t i = 0; i < 3; i++) {
    assert_near(omega_of(&s, i + 1), pow(beta[i] / 2000, 2), 1e-7 * pow(beta[i] / 2000, 2));
  }
  forget(&s);
#ifndef HOLONOME_SANITIZED
  assert_true(peak_kilobytes() - before < 100000);
#endif
}

/** Free, they have two motions without energy, found exactly. */
static void test_long_line_of_free_beams(void **state)
{
  (void)state;
  solved s = {0};
  assert_int_equal(solve_text(&s, beams, 1200, ""), HOL_OK);
  assert_int_equal(s.result.rigid_modes, 2);
  assert_near(omega_of(&s, 3), pow(4.730040744862704026 / 1200, 2), 1e-7 * pow(4.73 / 1200, 2));
  forget(&s);
}

static const char masses[] =
    "freedoms: [ux]\nparts:\n  cell:\n    repeat: {n: %d, step: [1, 0], ends: open}\n"
    "    parts:\n      m: {kind: body, at: [0, 0], mass: 1}\nanalysis: {frequencies: {count: 5}}\n"
    "output: {shapes: none}\n";

/** Each moves by itself; of a hundred thousand, nobody wants to see that. */
static void test_long_lists_of_free_masses(void **state)
{
  (void)state;
  solved s = {0};
  assert_int_equal(solve_text(&s, masses, 1500), HOL_OK);
  assert_int_equal(s.result.rigid_modes, 1500);
  assert_true(s.result.complete);
  assert_int_equal(solve_text(&s, masses, 20000), HOL_INVALID);
  forget(&s);
}

static const char chain_of_many[] =
    "freedoms: [ux]\nparts:\n  cell:\n    repeat: {n: 720, step: [1, 0], ends: open}\n"
    "    parts:\n      m: {kind: body, at: [0, 0], mass: 1}\n"
    "    joints:\n      - {spring: [m, cell.next.m], freedom: ux, stiffness: 1}\n"
    "joints:\n  - {spring: cell.first.m, freedom: ux, stiffness: 1}\nanalysis: {frequencies: {count: %d}}\n"
    "output: {shapes: none%s}\n";

/** For who tells no more than JSON does, modes have the reactions that are told, or none. */
static void check_told_only(const hol_problem *problem, bool has_reactions)
{
  hol_result result = {0};
  hol_faults faults = {0};
  assert_int_equal(hol_solve(problem, (hol_solve_options){.is_told_only = true}, &result, &faults), HOL_OK);
  for (size_t i = 0; i < result.mode_count; i++) {
    assert_true((result.mode[i].reaction != NULL) == has_reactions);
    assert_int_equal(hol_reaction_of(&result, &result.mode[i], 0).count, has_reactions);
  }
  hol_result_clear(&result);
  hol_faults_clear(&faults);
}

/** 720 reactions in 694 modes are told if nothing is said, in 695 only if they are asked for; they are known in any
 *  case. */
static void test_long_lists_of_reactions_are_left_out(void **state)
{
  (void)state;
  need_plugins();
  static const struct {
    int count;
    const char *asked;
    bool is_left_out;
  } list[] = {{694, "", false}, {695, "", true}, {695, ", reactions: all", false}, {695, ", reactions: none", false}};
  solved s = {0};
  for (size_t i = 0; i < sizeof list / sizeof *list; i++) {
    assert_int_equal(solve_text(&s, chain_of_many, list[i].count, list[i].asked), HOL_OK);
    assert_true(s.result.reactions_left_out == list[i].is_left_out);
    assert_int_equal(s.result.note_count, list[i].is_left_out);
    double reaction = 0;
    for (size_t j = 0; j < s.reading.problem.joint_count; j++) {
      const hol_reaction of = hol_reaction_of(&s.result, &s.result.mode[4], j);
      reaction = of.count ? fmax(reaction, fabs(of.value[0])) : reaction;
    }
    assert_true(reaction > 0);
    check_told_only(&s.reading.problem, i % 2 == 0); /* not the second, and not the last */
  }
  forget(&s);
}

/** Masses between springs, one end held: ω = 2 sin((2k - 1)π/(4N + 2)); for N = 4999 λ = 1, where a search begins, is
 *  an eigenvalue. */
static void test_long_chain_with_a_root_where_the_search_begins(void **state)
{
  (void)state;
  need_plugins();
  solved s = {0};
  for (int n = 2000; n <= 5000; n += 3000) {
    assert_int_equal(solve_text(&s,
                                "freedoms: [ux]\nparts:\n  cell:\n    repeat: {n: %d, step: [1, 0], ends: open}\n"
                                "    parts:\n      m: {kind: body, at: [0, 0], mass: 1}\n"
                                "    joints:\n      - {spring: [m, cell.next.m], freedom: ux, stiffness: 1}\n"
                                "joints:\n  - {fix: cell.first.m}\nanalysis: {frequencies: {count: 5}}\n"
                                "output: {shapes: none}\n",
                                n),
                     HOL_OK);
    for (int k = 1; k <= 5; k++) {
      double omega = 2 * sin((2 * k - 1) * pi / (4.0 * (n - 1) + 2));
      const hol_mode *mode = &s.result.mode[k - 1];
      assert_true(mode->lower <= omega * (1 + 1e-15));
      assert_true(omega * (1 - 1e-15) <= mode->upper);
      assert_near(mode->omega, omega, 1e-8 * omega);
    }
    forget(&s);
  }
}

/** Equal beams at one clamped point: every frequency of a cantilever as often as there are beams. */
static void test_long_list_of_one_frequency(void **state)
{
  (void)state;
  enum { BEAMS = 150 };
  hol_text text = {0};
  hol_text_add(&text, "freedoms: [uy, rz]\nparts:\n");
  for (int i = 0; i < BEAMS; i++) {
    hol_text_add(&text, "  b%d: {kind: beam, from: [0, 0], to: [1, 0], EI: 1, line_mass: 1}\n", i);
  }
  hol_text_add(&text, "joints:\n  - {fix: b0.start}\n  - {weld: [b0.start");
  for (int i = 1; i < BEAMS; i++) {
    hol_text_add(&text, ", b%d.start", i);
  }
  hol_text_add(&text, "]}\nanalysis: {frequencies: {count: 5}}\noutput: {shapes: none}\n");
  solved s = {0};
  assert_int_equal(solve_words(&s, &text), HOL_OK);
  assert_int_equal(s.result.mode_count, BEAMS);
  assert_int_equal(s.result.mode[0].multiplicity, BEAMS);
  assert_near(omega_of(&s, 1), pow(1.875104068711961166, 2), 1e-12);
  forget(&s);
  hol_text_clear(&text);
}

int main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_long_null_space_of_lines_in_pieces),
      cmocka_unit_test(test_long_null_space_may_be_empty),
      cmocka_unit_test(test_long_line_of_beams),
      cmocka_unit_test(test_long_line_of_free_beams),
      cmocka_unit_test(test_long_lists_of_free_masses),
      cmocka_unit_test(test_long_lists_of_reactions_are_left_out),
      cmocka_unit_test(test_long_chain_with_a_root_where_the_search_begins),
      cmocka_unit_test(test_long_list_of_one_frequency),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}

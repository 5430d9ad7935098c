/* SPDX-License-Identifier: BSD-3-Clause */
/* Random structures: what the library proves against finite elements, which share nothing with it but the reader.

   HOLONOME_RANDOM=10000          how many structures (default: as many as take less than a minute, fewer with
   sanitizers) HOLONOME_RANDOM_FIRST=1234     the first seed, to repeat one that failed

   A structure that fails is printed as a problem file. */
#include "effort.h"
#include "close.h"

#include "fe.h"
#include "random_structure.h"
#include "reading.h"

#include "holonome/solve.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const double tolerance = 1e-9;

/** One structure: what was found on both roads, and the first thing wrong. */
typedef struct comparison {
  reading reading;
  hol_result result;
  fe_answer fe;
  char wrong[300];
} comparison;

/** An exact list: the same zero frequencies, every other one to the tolerance, none cut off, none missing. */
static void compare_exact(comparison *c)
{
  const hol_result *r = &c->result;
  const fe_answer *fe = &c->fe;
  if (!r->count_proved) {
    snprintf(c->wrong, sizeof c->wrong, "the list is not proved");
  } else if (r->mode_count > fe->count || (r->exhausted != (fe->exhausted && fe->count == r->mode_count))) {
    snprintf(c->wrong, sizeof c->wrong, "%zu modes%s, finite elements %zu%s", r->mode_count,
             r->exhausted ? " and no more" : "", fe->count, fe->exhausted ? " and no more" : "");
  } else if (r->rigid_modes != (fe->rigid < r->mode_count ? fe->rigid : r->mode_count)) {
    snprintf(c->wrong, sizeof c->wrong, "%zu zero frequencies, finite elements %zu", r->rigid_modes, fe->rigid);
  }
  for (size_t i = 0; !*c->wrong && i < r->mode_count; i++) {
    if (!close_is(r->mode[i].omega, fe->omega[i], tolerance, fe->error[i])) {
      snprintf(c->wrong, sizeof c->wrong, "mode %zu: %.17g, finite elements %.17g (relative %.2g, their error %.2g)",
               i + 1, r->mode[i].omega, fe->omega[i], r->mode[i].omega / fe->omega[i] - 1, fe->error[i] / fe->omega[i]);
    }
  }
  if (!*c->wrong && r->mode_count > 0 && r->mode_count < fe->count &&
      fe->omega[r->mode_count] <= fe->omega[r->mode_count - 1] * (1 + 1e-11)) {
    snprintf(c->wrong, sizeof c->wrong, "a multiple frequency is cut after mode %zu", r->mode_count);
  }
}

/** A list by N modes of each part: the true frequency of each number is between its bounds. N modes of each part may
 *  have fewer frequencies together than were asked for. */
static void compare_bounds(comparison *c)
{
  const hol_result *r = &c->result;
  const fe_answer *fe = &c->fe;
  if (!r->count_proved && r->mode_count >= c->reading.problem.analysis.count) {
    snprintf(c->wrong, sizeof c->wrong, "the list is not proved");
  } else if (r->mode_count > fe->count) {
    snprintf(c->wrong, sizeof c->wrong, "%zu modes, finite elements only %zu", r->mode_count, fe->count);
  } else if (r->rigid_modes != (fe->rigid < r->mode_count ? fe->rigid : r->mode_count)) {
    snprintf(c->wrong, sizeof c->wrong, "%zu zero frequencies, finite elements %zu", r->rigid_modes, fe->rigid);
  }
  for (size_t i = 0; !*c->wrong && i < r->mode_count; i++) {
    const hol_mode *mode = &r->mode[i];
    double slack = fe->error[i] + 1e-12 * fe->omega[i];
    if (isnan(mode->upper) || mode->upper < fe->omega[i] - slack) {
      snprintf(c->wrong, sizeof c->wrong, "mode %zu: upper bound %.17g, finite elements %.17g (relative %.2g)", i + 1,
               mode->upper, fe->omega[i], mode->upper / fe->omega[i] - 1);
    } else if (mode->lower > fe->omega[i] + slack) {
      snprintf(c->wrong, sizeof c->wrong, "mode %zu: lower bound %.17g, finite elements %.17g (relative %.2g)", i + 1,
               mode->lower, fe->omega[i], mode->lower / fe->omega[i] - 1);
    }
  }
}

static void take_both_roads(comparison *c, const char *text)
{
  hol_faults faults = {0};
  if (!reading_of(text, &c->reading)) {
    snprintf(c->wrong, sizeof c->wrong, "the reader finds faults");
    return;
  }
  const hol_problem *p = &c->reading.problem;
  hol_status status = hol_solve(p, (hol_solve_options){0}, &c->result, &faults);
  if (status != HOL_OK && !(status == HOL_INCOMPLETE && !p->analysis.exact)) {
    snprintf(c->wrong, sizeof c->wrong, "status: %s%s%s", hol_status_text(status), faults.count ? ": " : "",
             faults.count ? faults.item[0].message : "");
  }
  hol_faults_clear(&faults);
  size_t wanted = c->result.mode_count > p->analysis.count ? c->result.mode_count : p->analysis.count;
  if (!*c->wrong && fe_solve(p, c->reading.kind, c->reading.kinds, wanted, &c->fe) != FE_OK) {
    snprintf(c->wrong, sizeof c->wrong, "finite elements: %s", c->fe.message);
  }
}

/** @return does the structure of this seed agree? */
static bool agrees(uint64_t seed)
{
  comparison c = {0};
  char *text = random_structure(seed, random_options_of(seed));
  if (!text) {
    return false;
  }
  take_both_roads(&c, text);
  if (!*c.wrong && c.reading.problem.analysis.exact) {
    compare_exact(&c);
  } else if (!*c.wrong) {
    compare_bounds(&c);
  }
  bool good = !*c.wrong;
  if (!good) {
    fprintf(stderr, "# seed %llu: %s\n%s\n", (unsigned long long)seed, c.wrong, text);
  }
  fe_clear(&c.fe);
  hol_result_clear(&c.result);
  reading_clear(&c.reading);
  free(text);
  return good;
}

/** All seeds with exact compliances, or all with N modes. */
static void check_all(bool exact)
{
  uint64_t first = effort_number("HOLONOME_RANDOM_FIRST", 1);
  uint64_t count = effort_count(120, 400);
  size_t wrong = 0;
  for (uint64_t seed = first; seed < first + count; seed++) {
    if ((random_options_of(seed).modes == 0) == exact && !agrees(seed)) {
      wrong++;
    }
  }
  assert_int_equal(wrong, 0);
}

static void test_random_exact_frequencies_agree_with_finite_elements(void **state)
{
  (void)state;
  check_all(true);
}

static void test_random_bounds_hold_the_frequencies_of_finite_elements(void **state)
{
  (void)state;
  check_all(false);
}

static void test_random_structure_is_the_same_for_the_same_seed(void **state)
{
  (void)state;
  for (uint64_t seed = 1; seed <= 60; seed++) {
    char *once = random_structure(seed, random_options_of(seed)),
         *again = random_structure(seed, random_options_of(seed));
    char *other = random_structure(seed + 60, random_options_of(seed));
    assert_non_null(once);
    assert_string_equal(once, again);
    assert_string_not_equal(once, other);
    free(once);
    free(again);
    free(other);
  }
}

int main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_random_structure_is_the_same_for_the_same_seed),
      cmocka_unit_test(test_random_exact_frequencies_agree_with_finite_elements),
      cmocka_unit_test(test_random_bounds_hold_the_frequencies_of_finite_elements),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}

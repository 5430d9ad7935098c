/* SPDX-License-Identifier: BSD-3-Clause */
/* Row of the analysis `random`, and comparison of its root mean squares with those expected. */
#include "problem/grammar.h"
#include "response/random/random.h"

#include <math.h>

static bool is_asked(const hol_problem *problem)
{
  return hol_request_of(problem, &hol_random_grammar) != NULL;
}

static hol_status prepare(const hol_study *study, hol_faults *faults)
{
  return study->comm->agree(study->comm->handle, hol_random_check(study->problem, faults));
}

static hol_status run(const hol_study *study, hol_watch watch, void *result, hol_faults *faults)
{
  const hol_solve_options options = {.comm = study->comm, .watch = watch};
  return hol_random_run(study->problem, options, result, faults);
}

static bool is_stopped(const void *result)
{
  return ((const hol_random *)result)->forced.stopped;
}

static bool is_complete(const void *result)
{
  return hol_forced_is_met(&((const hol_random *)result)->forced);
}

static hol_status table(const hol_study *study, const void *result, hol_text *text)
{
  (void)study;
  return hol_random_table(result, text);
}

static void compare_entry(const hol_random *s, const hol_expect *expect, hol_comparison *c)
{
  const hol_random_expected *e = expect->wanted;
  for (size_t i = 0; i < e->count; i++) {
    double found = i < s->receivers ? s->motion[i].rms : (double)NAN;
    c->compared++;
    if (!(fabs(found - e->value[i]) <= expect->rtol * fabs(e->value[i]))) {
      c->differences++;
      hol_text_add(&c->words, "receiver %zu: %.12g, expected %.12g\n", i + 1, found, e->value[i]);
    }
  }
}

static void compare_all(const hol_random *s, hol_comparison *c)
{
  for (size_t k = 0; k < s->forced.problem->expect_count && s->motion; k++) {
    if (s->forced.problem->expect[k].of == &hol_random_grammar && s->forced.problem->expect[k].wanted) {
      compare_entry(s, &s->forced.problem->expect[k], c);
    }
  }
  hol_comparison_tell(c, "numbers");
}

static hol_status compare(const hol_study *study, const void *result, hol_status status, hol_comparison *c)
{
  (void)study;
  compare_all(result, c);
  return hol_comparison_end(c, status, "not everything is proved");
}

static void clear(void *result)
{
  hol_random_clear(result);
}

const hol_analysis_row hol_random_row = {.key = "random",
                                         .counted = "frequencies",
                                         .then = "modes",
                                         .is_asked = is_asked,
                                         .prepare = prepare,
                                         .run = run,
                                         .is_complete = is_complete,
                                         .is_stopped = is_stopped,
                                         .describe = hol_random_describe,
                                         .rows = hol_random_rows,
                                         .arrays = hol_random_arrays,
                                         .table = table,
                                         .compared = "numbers",
                                         .compare = compare,
                                         .size = sizeof(hol_random),
                                         .clear = clear};

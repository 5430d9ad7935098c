/* SPDX-License-Identifier: BSD-3-Clause */
/* Row of the analysis `response_spectrum`, and comparison of its estimates with those expected. */
#include "problem/grammar.h"
#include "response/shock/seismic.h"

#include <math.h>

static bool is_asked(const hol_problem *problem)
{
  return hol_request_of(problem, &hol_seismic_grammar) != NULL;
}

static hol_status prepare(const hol_study *study, hol_faults *faults)
{
  return study->comm->agree(study->comm->handle, hol_seismic_check(study->problem, faults));
}

static hol_status run(const hol_study *study, hol_watch watch, void *result, hol_faults *faults)
{
  const hol_solve_options options = {.comm = study->comm, .watch = watch};
  return hol_seismic_run(study->problem, options, result, faults);
}

static bool is_stopped(const void *result)
{
  return ((const hol_seismic *)result)->stopped;
}

static bool is_complete(const void *result)
{
  return ((const hol_seismic *)result)->modes.is_complete;
}

static hol_status table(const hol_study *study, const void *result, hol_text *text)
{
  (void)study;
  return hol_seismic_table(result, text);
}

static void compare_entry(const hol_seismic *s, const hol_expect *expect, hol_comparison *c)
{
  const hol_seismic_expected *e = expect->wanted;
  for (size_t i = 0; i < e->count; i++) {
    double found = i < s->estimates ? s->estimate[i].total : (double)NAN;
    c->compared++;
    if (!(fabs(found - e->value[i]) <= expect->rtol * fabs(e->value[i]))) {
      c->differences++;
      hol_text_add(&c->words, "estimate %zu: %.12g, expected %.12g\n", i + 1, found, e->value[i]);
    }
  }
}

void hol_seismic_compare(const hol_seismic *s, hol_comparison *c)
{
  for (size_t k = 0; k < s->problem->expect_count && s->estimate; k++) {
    if (s->problem->expect[k].of == &hol_seismic_grammar && s->problem->expect[k].wanted) {
      compare_entry(s, &s->problem->expect[k], c);
    }
  }
  hol_comparison_tell(c, "numbers");
}

static hol_status compare(const hol_study *study, const void *result, hol_status status, hol_comparison *c)
{
  (void)study;
  hol_seismic_compare(result, c);
  return hol_comparison_end(c, status, "not everything is proved");
}

static void clear(void *result)
{
  hol_seismic_clear(result);
}

const hol_analysis_row hol_seismic_row = {.key = "response_spectrum",
                                          .counted = "frequencies",
                                          .then = "modes",
                                          .is_asked = is_asked,
                                          .prepare = prepare,
                                          .run = run,
                                          .is_complete = is_complete,
                                          .is_stopped = is_stopped,
                                          .describe = hol_seismic_describe,
                                          .rows = hol_seismic_rows,
                                          .table = table,
                                          .compared = "numbers",
                                          .compare = compare,
                                          .size = sizeof(hol_seismic),
                                          .clear = clear};

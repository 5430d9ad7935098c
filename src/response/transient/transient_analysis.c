/* SPDX-License-Identifier: BSD-3-Clause */
/* Row of the analysis `transient`. */
#include "problem/grammar.h"
#include "response/transient/transient.h"

static bool is_asked(const hol_problem *problem)
{
  return hol_request_of(problem, &hol_transient_grammar) != NULL;
}

static hol_status prepare(const hol_study *study, hol_faults *faults)
{
  return study->comm->agree(study->comm->handle, hol_transient_check(study->problem, faults));
}

static hol_status run(const hol_study *study, hol_watch watch, void *result, hol_faults *faults)
{
  const hol_solve_options options = {.comm = study->comm, .watch = watch};
  return hol_transient_run(study->problem, options, result, faults);
}

static bool is_stopped(const void *result)
{
  return ((const hol_transient *)result)->forced.stopped;
}

static bool is_complete(const void *result)
{
  return hol_forced_is_met(&((const hol_transient *)result)->forced);
}

static hol_status table(const hol_study *study, const void *result, hol_text *text)
{
  (void)study;
  return hol_transient_table(result, text);
}

static hol_status compare(const hol_study *study, const void *result, hol_status status, hol_comparison *c)
{
  (void)study;
  hol_transient_compare(result, c);
  return hol_comparison_end(c, status, "not everything is proved");
}

static void clear(void *result)
{
  hol_transient_clear(result);
}

const hol_analysis_row hol_transient_row = {.key = "transient",
                                            .counted = "frequencies",
                                            .then = "modes",
                                            .is_asked = is_asked,
                                            .prepare = prepare,
                                            .run = run,
                                            .is_complete = is_complete,
                                            .is_stopped = is_stopped,
                                            .describe = hol_transient_describe,
                                            .rows = hol_transient_rows,
                                            .arrays = hol_transient_arrays,
                                            .table = table,
                                            .compared = "numbers",
                                            .compare = compare,
                                            .size = sizeof(hol_transient),
                                            .clear = clear};

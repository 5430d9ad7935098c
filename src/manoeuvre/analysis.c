/* SPDX-License-Identifier: BSD-3-Clause */
/* Row of the analysis `manoeuvre`. */
#include "manoeuvre/manoeuvre.h"
#include "problem/grammar.h"

static bool is_asked(const hol_problem *problem)
{
  return hol_request_of(problem, &hol_manoeuvre_grammar) != NULL;
}

static hol_status prepare(const hol_study *study, hol_faults *faults)
{
  return study->comm->agree(study->comm->handle, hol_manoeuvre_check(study->problem, faults));
}

static hol_status run(const hol_study *study, hol_watch watch, void *result, hol_faults *faults)
{
  const hol_solve_options options = {.comm = study->comm, .watch = watch};
  return hol_manoeuvre_run(study->problem, options, result, faults);
}

static bool is_stopped(const void *result)
{
  return ((const hol_manoeuvre *)result)->is_stopped;
}

static bool is_complete(const void *result)
{
  return ((const hol_manoeuvre *)result)->is_complete;
}

static hol_status table(const hol_study *study, const void *result, hol_text *text)
{
  (void)study;
  return hol_manoeuvre_table(result, text);
}

static hol_status compare(const hol_study *study, const void *result, hol_status status, hol_comparison *c)
{
  (void)study;
  hol_manoeuvre_compare(result, c);
  return hol_comparison_end(c, status, "not all modes are proved");
}

static void clear(void *result)
{
  hol_manoeuvre_clear(result);
}

const hol_analysis_row hol_manoeuvre_row = {.key = "manoeuvre",
                                            .counted = "frequencies",
                                            .then = "modes",
                                            .tells_structure = true,
                                            .is_asked = is_asked,
                                            .prepare = prepare,
                                            .run = run,
                                            .is_complete = is_complete,
                                            .is_stopped = is_stopped,
                                            .describe = hol_manoeuvre_describe,
                                            .rows = hol_manoeuvre_rows,
                                            .arrays = hol_manoeuvre_arrays,
                                            .table = table,
                                            .compared = "numbers",
                                            .compare = compare,
                                            .size = sizeof(hol_manoeuvre),
                                            .clear = clear};

/* SPDX-License-Identifier: BSD-3-Clause */
/* Row of the analysis `nonlinear`: its result is computed, passed on and freed here. */
#include "nonlinear/analysis.h"

#include "holonome/output.h"
#include "nonlinear/describe.h"
#include "nonlinear/request.h"
#include "result/quantities.h"

static bool is_asked(const hol_problem *problem)
{
  return hol_nonlinear_asked(problem) != NULL;
}

static hol_status prepare(const hol_study *study, hol_faults *faults)
{
  return hol_nonlinear_prepare(study->problem, faults);
}

static hol_status solve(const hol_problem *problem, const hol_comm *comm, hol_watch watch, hol_nonlinear_result *found)
{
  hol_status status = hol_nonlinear_solve_shared(hol_nonlinear_asked(problem), comm, watch, found);
  bool is_open = comm->rank == 0 && !found->complete; /* what is found is there alone */
  return comm->agree(comm->handle, status == HOL_OK && is_open ? HOL_INCOMPLETE : status);
}

static hol_status run_nonlinear(const hol_study *study, hol_watch watch, void *result, hol_faults *faults)
{
  (void)faults;
  return solve(study->problem, study->comm, watch, result);
}

hol_status hol_nonlinear_run(hol_problem *problem, hol_solve_options options, hol_nonlinear_result *result,
                             hol_faults *faults)
{
  const hol_comm alone = hol_comm_serial(), *comm = options.comm ? options.comm : &alone;
  if (!hol_nonlinear_asked(problem)) {
    return HOL_USAGE;
  }
  HOL_TRY(comm->agree(comm->handle, hol_nonlinear_prepare(problem, faults)));
  return options.dry_run ? HOL_OK : solve(problem, comm, options.watch, result);
}

static bool is_stopped(const void *result)
{
  return ((const hol_nonlinear_result *)result)->stopped;
}

static bool is_complete(const void *result)
{
  return ((const hol_nonlinear_result *)result)->complete;
}

static hol_status describe(const void *result, const hol_sink *sink)
{
  hol_nonlinear_describe(result, sink);
  return HOL_OK;
}

static hol_status table(const hol_study *study, const void *result, hol_text *text)
{
  return hol_nonlinear_table(result, study->problem->title, study->unit, text);
}

static hol_status compare(const hol_study *study, const void *result, hol_status status, hol_comparison *c)
{
  HOL_TRY(hol_nonlinear_compare(result, study->problem, &c->compared, &c->differences, &c->words));
  if (c->differences > 0) {
    hol_text_add(&c->line, "%zu differences, %zu numbers compared", c->differences, c->compared);
    hol_comparison_list(c);
  }
  if (status == HOL_INCOMPLETE) {
    hol_text_add(&c->line, "%snot every curve is complete", c->line.size ? "; " : "");
  }
  return HOL_OK;
}

static void clear_nonlinear(void *result)
{
  hol_nonlinear_result_clear(result);
}

const hol_analysis_row hol_nonlinear_row = {.key = "nonlinear",
                                            .has_own_place = true,
                                            .tells_structure = true,
                                            .counted = "curves",
                                            .is_told_along = true,
                                            .kept = "curves",
                                            .is_prepared = true,
                                            .is_asked = is_asked,
                                            .prepare = prepare,
                                            .run = run_nonlinear,
                                            .is_complete = is_complete,
                                            .is_stopped = is_stopped,
                                            .describe = describe,
                                            .rows = hol_nonlinear_rows,
                                            .table = table,
                                            .compared = "numbers",
                                            .compare = compare,
                                            .size = sizeof(hol_nonlinear_result),
                                            .clear = clear_nonlinear};

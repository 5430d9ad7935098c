/* SPDX-License-Identifier: BSD-3-Clause */
/* Row of the analysis `sweep`: preparation, run, result and table. */
#include "sweep/analysis.h"

#include "holonome/solve.h"
#include "modes/analysis.h"
#include "sweep/describe.h"
#include "sweep/outputs.h"
#include "sweep/plan.h"

static bool is_asked(const hol_problem *problem)
{
  return hol_plan_of(problem) != NULL;
}

/** Of itself and of what outputs are taken of. */
static hol_status prepare(const hol_study *study, hol_faults *faults)
{
  HOL_TRY(hol_modes_prepare(study, faults));
  HOL_TRY(study->comm->agree(study->comm->handle, hol_outputs_check(study, faults)));
  for (size_t i = 0; i < study->others; i++) {
    HOL_TRY(study->found[study->founds + i].row->prepare(study, faults));
  }
  return HOL_OK;
}

static hol_status run_sweep(const hol_study *study, hol_watch watch, void *result, hol_faults *faults)
{
  const hol_sweep_options options = {.comm = study->comm, .watch = watch, .study = study};
  return hol_sweep_run(study->problem, options, result, faults);
}

static bool is_stopped(const void *result)
{
  return ((const hol_sweep *)result)->points == 0;
}

static bool is_complete(const void *result)
{
  return ((const hol_sweep *)result)->solved == ((const hol_sweep *)result)->points;
}

static hol_status table(const hol_study *study, const void *result, hol_text *text)
{
  return hol_sweep_table(result, study->problem->title, study->unit, text);
}

static void clear_sweep(void *result)
{
  hol_sweep_clear(result);
}

/** What is expected of a file with a sweep are its own frequencies. */
const hol_analysis_row hol_sweep_row = {.key = "sweep",
                                        .has_own_place = true,
                                        .counted = "points",
                                        .then = "points",
                                        .kept = "points",
                                        .runs_others = true,
                                        .is_asked = is_asked,
                                        .prepare = prepare,
                                        .run = run_sweep,
                                        .is_complete = is_complete,
                                        .is_stopped = is_stopped,
                                        .describe = hol_sweep_describe,
                                        .rows = hol_sweep_rows,
                                        .arrays = hol_sweep_arrays,
                                        .table = table,
                                        .size = sizeof(hol_sweep),
                                        .clear = clear_sweep};

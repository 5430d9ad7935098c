/* SPDX-License-Identifier: BSD-3-Clause */
/* Outputs of other analyses at a point of a sweep: checks of their paths, run, and selection of the numbers. */
#include "sweep/outputs.h"

#include "base/memory.h"
#include "result/analysis.h"
#include "result/pick.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/** Is an output of this analysis? */
static bool is_of(const hol_plan_output *output, const hol_analysis_row *row)
{
  size_t length = strlen(row->key);
  return strncmp(output->path, row->key, length) == 0 && output->path[length] == '.';
}

static const hol_analysis_row *other(const hol_study *study, size_t i)
{
  return study->found[study->founds + i].row;
}

hol_status hol_outputs_check(const hol_study *study, hol_faults *faults)
{
  const hol_plan *plan = hol_plan_of(study->problem);
  hol_status status = HOL_OK;
  for (size_t o = 0; o < plan->outputs; o++) {
    bool is_asked = false;
    for (size_t i = 0; i < study->others; i++) {
      is_asked = is_asked || is_of(&plan->output[o], other(study, i));
    }
    if (!is_asked) {
      hol_faults_add(faults, true, plan->output[o].place, "ask for it beside `sweep`",
                     "the file does not ask for the analysis that `%s` is of", plan->output[o].path);
      status = HOL_INVALID;
    }
  }
  return status;
}

/** The path in the record of its analysis. A number behind the analysis is one of the list that is called the same. */
static const char *inner_path(const hol_plan_output *output)
{
  const char *behind = strchr(output->path, '.') + 1;
  return *behind >= '0' && *behind <= '9' ? output->path : behind;
}

static void report_fault(const hol_plan_output *output, const hol_pick *pick, hol_faults *faults)
{
  const char *at = inner_path(output), *end;
  for (size_t i = 0; i < pick->part && strchr(at, '.'); i++) {
    at = strchr(at, '.') + 1;
  }
  end = at + strcspn(at, ".");
  if (pick->kind == HOL_PICK_OTHER) {
    hol_faults_add(faults, true, output->place, NULL, "`%s` is not a number", output->path);
    return;
  }
  char *hint = pick->told.size ? hol_format("there are: %s", pick->told.data) : NULL;
  hol_faults_add(faults, true, output->place, hint, "the results have no `%.*s` of `%s`", (int)(end - at), at,
                 output->path);
  free(hint);
}

static hol_status read_output(const hol_plan_output *output, const hol_analysis_row *row, const void *result,
                              double *value, char *unit, hol_faults *faults)
{
  hol_pick pick = {.path = inner_path(output)};
  const hol_sink sink = hol_pick_sink(&pick);
  hol_status status = row->describe(result, &sink);
  status = status == HOL_OK ? hol_pick_end(&pick) : status;
  if (status == HOL_OK && pick.kind == HOL_PICK_FOUND) {
    *value = pick.value;
    if (unit) {
      memcpy(unit, pick.unit, sizeof pick.unit);
    }
  } else if (status == HOL_OK && pick.kind != HOL_PICK_NONE) {
    report_fault(output, &pick, faults);
    status = HOL_INVALID;
  }
  hol_pick_clear(&pick);
  return status;
}

/** Run one analysis and take what is of it. */
static hol_status run_and_read(const hol_study *study, const hol_analysis_row *row, const hol_study *here,
                               hol_watch watch, double *value, char (*unit)[48], hol_status *ended, hol_faults *faults)
{
  const hol_plan *plan = hol_plan_of(study->problem);
  void *result = hol_alloc(1, row->size);
  if (!result) {
    return HOL_MEMORY;
  }
  *ended = row->run(here, watch, result, faults);
  bool is_filled = *ended == HOL_OK || *ended == HOL_INCOMPLETE;
  hol_status status = *ended == HOL_MEMORY                                  ? HOL_MEMORY
                      : *ended == HOL_INCOMPLETE && row->is_stopped(result) ? HOL_INCOMPLETE
                                                                            : HOL_OK;
  for (size_t o = 0; o < plan->outputs && is_filled && status == HOL_OK; o++) {
    if (is_of(&plan->output[o], row)) {
      status = read_output(&plan->output[o], row, result, &value[o], unit ? unit[o] : NULL, faults);
    }
  }
  row->clear(result);
  free(result);
  return status;
}

hol_status hol_outputs_take(const hol_study *study, hol_problem *here, hol_watch watch, double *value, char (*unit)[48],
                            hol_status *ended, hol_faults *faults)
{
  const hol_plan *plan = hol_plan_of(study->problem);
  const hol_comm alone = hol_comm_serial();
  const hol_study at = {.file = study->file, .problem = here, .comm = &alone};
  watch.store = (hol_store){0};
  *ended = HOL_OK;
  for (size_t o = 0; o < plan->outputs; o++) {
    value[o] = (double)NAN;
  }
  for (size_t i = 0; i < study->others; i++) {
    bool is_wanted = false;
    hol_status own = HOL_OK;
    for (size_t o = 0; o < plan->outputs; o++) {
      is_wanted = is_wanted || is_of(&plan->output[o], other(study, i));
    }
    if (is_wanted) {
      HOL_TRY(run_and_read(study, other(study, i), &at, watch, value, unit, &own, faults));
    }
    *ended = own > *ended ? own : *ended;
  }
  return HOL_OK;
}

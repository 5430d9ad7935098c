/* SPDX-License-Identifier: BSD-3-Clause */
/* Row of the analysis `modes`: its result is computed, written, compared and freed here. */
#include "modes/analysis.h"

#include "holonome/output.h"
#include "holonome/solve.h"
#include "modes/describe.h"

/** A file that asks for nothing has its model told. */
static bool is_asked(const hol_problem *problem)
{
  return problem->analysis.frequencies != HOL_FREQUENCIES_NONE;
}

hol_status hol_modes_prepare(const hol_study *study, hol_faults *faults)
{
  hol_result result = {0};
  const hol_solve_options options = {.dry_run = true, .comm = study->comm};
  hol_status status = hol_solve(study->problem, options, &result, faults);
  hol_result_clear(&result);
  return status == HOL_INCOMPLETE ? HOL_OK : status; /* nothing was to be found yet */
}

static hol_status run(const hol_study *study, hol_watch watch, void *result, hol_faults *faults)
{
  const hol_solve_options options = {.comm = study->comm, .watch = watch, .is_told_only = study->is_told_only};
  return hol_solve(study->problem, options, result, faults);
}

static bool is_stopped(const void *result)
{
  return ((const hol_result *)result)->stopped;
}

static bool is_complete(const void *result)
{
  return ((const hol_result *)result)->complete;
}

static hol_status table(const hol_study *study, const void *result, hol_text *text)
{
  return hol_output_table(result, &(hol_output_source){study->file, study->unit}, text);
}

static void excuse(const void *result, hol_text *text)
{
  const hol_result *found = result;
  for (size_t i = 0; i < found->note_count; i++) {
    hol_text_add(text, "; %s", found->note[i]);
  }
}

static hol_status compare(const hol_study *study, const void *result, hol_status status, hol_comparison *c)
{
  const hol_result *found = result;
  (void)study;
  HOL_TRY(hol_output_compare(found, &c->compared, &c->differences, &c->words));
  hol_comparison_tell(c, "frequencies");
  if (status == HOL_INCOMPLETE && found->only_upper) {
    if (c->line.size == 0 && c->compared > 0) {
      hol_text_add(&c->line, c->compared > 1 ? "all " : "");
      hol_comparison_agree(&c->line, c->compared, "frequencies");
    }
    hol_text_add(&c->line, "%sthey are upper bounds only", c->line.size ? "; " : "");
  } else if (status == HOL_INCOMPLETE) {
    hol_text_add(&c->line, "%sthe list is not proved complete", c->line.size ? "; " : "");
  }
  return HOL_OK;
}

static void clear(void *result)
{
  hol_result_clear(result);
}

const hol_analysis_row hol_modes_row = {.key = "modes",
                                        .has_own_place = true,
                                        .tells_structure = true,
                                        .counted = "frequencies",
                                        .then = "frequencies, now their modes",
                                        .kept = "frequencies",
                                        .is_asked = is_asked,
                                        .prepare = hol_modes_prepare,
                                        .run = run,
                                        .is_complete = is_complete,
                                        .is_stopped = is_stopped,
                                        .describe = hol_modes_describe,
                                        .arrays = hol_modes_arrays,
                                        .table = table,
                                        .excuse = excuse,
                                        .compared = "frequencies",
                                        .compare = compare,
                                        .size = sizeof(hol_result),
                                        .clear = clear};

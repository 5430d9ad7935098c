/* SPDX-License-Identifier: BSD-3-Clause */
/* Row of the analysis `static`: solution, with its stability and the balance of reactions and loads as verdict. */
#include "statics/analysis.h"

#include "base/memory.h"
#include "problem/grammar.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/** What may be left of balances, and of the solution, before it is not believed. */
static const double balanced = 1e-9;

static bool is_asked(const hol_problem *problem)
{
  return hol_request_of(problem, &hol_static_grammar) != NULL;
}

static hol_status prepare(const hol_study *study, hol_faults *faults)
{
  hol_statics statics = {.residual = 0};
  hol_status status =
      hol_statics_prepare(&(hol_statics_request){.problem = study->problem, .points = 2}, &statics, faults);
  hol_statics_clear(&statics);
  return study->comm->agree(study->comm->handle, status);
}

/** Points that something is expected of. @param[out] point  [*count], owned by the caller; their texts are not */
static hol_status expected_points(const hol_problem *problem, hol_point **point, size_t *count)
{
  *count = 0;
  *point = hol_alloc(problem->expect_count, sizeof **point);
  for (size_t i = 0; *point && i < problem->expect_count; i++) {
    const hol_static_expected *expected = problem->expect[i].wanted;
    if (problem->expect[i].of == &hol_static_grammar && expected && expected->quantity != HOL_EXPECT_REACTION) {
      (*point)[(*count)++] = expected->point;
    }
  }
  return *point ? HOL_OK : HOL_MEMORY;
}

static hol_status solve(const hol_problem *problem, hol_cancellation cancellation, hol_static_result *found,
                        hol_faults *faults)
{
  const hol_static_request *request = hol_request_of(problem, &hol_static_grammar);
  hol_point *point = NULL;
  size_t count = 0;
  hol_status status = expected_points(problem, &point, &count);
  const hol_statics_request spec = {problem, request->points, point, count, true, cancellation};
  status = status == HOL_OK ? hol_statics_solve(&spec, &found->statics, faults) : status;
  free(point);
  found->is_stopped = status == HOL_INCOMPLETE;
  HOL_TRY(status);
  HOL_TRY(hol_statics_balance(&found->statics, found->balance));
  found->is_filled = true;
  found->is_stable = found->statics.unstable == 0;
  found->is_balanced =
      found->statics.residual <= balanced && !(found->balance[0] > balanced) && !(found->balance[1] > balanced);
  return found->is_stable && found->is_balanced ? HOL_OK : HOL_INCOMPLETE;
}

static hol_status run(const hol_study *study, hol_watch watch, void *result, hol_faults *faults)
{
  return study->comm->agree(study->comm->handle, solve(study->problem, hol_watch_cancellation(&watch), result, faults));
}

static bool is_stopped(const void *result)
{
  return ((const hol_static_result *)result)->is_stopped;
}

static bool is_complete(const void *result)
{
  const hol_static_result *found = result;
  return found->is_stable && found->is_balanced;
}

static hol_status table(const hol_study *study, const void *result, hol_text *text)
{
  (void)study;
  return hol_static_table(result, text);
}

static hol_status compare(const hol_study *study, const void *result, hol_status status, hol_comparison *c)
{
  HOL_TRY(hol_static_compare(result, study->problem, c));
  if (status == HOL_INCOMPLETE) {
    const hol_static_result *found = result;
    hol_text_add(&c->line, "%s%s", c->line.size ? "; " : "",
                 found->is_stable ? "reactions do not balance the loads" : "the structure is unstable");
  }
  return HOL_OK;
}

static void clear(void *result)
{
  hol_static_result *found = result;
  hol_statics_clear(&found->statics);
  *found = (hol_static_result){0};
}

const hol_analysis_row hol_static_row = {.key = "static",
                                         .counted = "structures",
                                         .then = "structures",
                                         .is_asked = is_asked,
                                         .prepare = prepare,
                                         .run = run,
                                         .is_complete = is_complete,
                                         .is_stopped = is_stopped,
                                         .describe = hol_static_describe,
                                         .rows = hol_static_rows,
                                         .table = table,
                                         .compared = "numbers",
                                         .compare = compare,
                                         .size = sizeof(hol_static_result),
                                         .clear = clear};

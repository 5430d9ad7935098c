/** @file solve.h  The pipeline in one call: resolve the parts, build the model, find and prove the frequencies.  */
#ifndef HOLONOME_SOLVE_H
#define HOLONOME_SOLVE_H

#include "holonome/parts.h"
#include "holonome/result.h"

/** Progress: `done` of `total` modes; return false to stop. May be NULL. */
typedef bool (*hol_progress)(void *context, size_t done, size_t total);

typedef struct hol_solve_options {
  bool dry_run;            /**< build the model, find its faults, solve nothing */
  hol_progress progress;
  void *context;
} hol_solve_options;

/** Solve a problem.
 *  @param[in]  problem  borrowed; must outlive result
 *  @param[out] result   {0} or filled; to be cleared by the caller in every case
 *  @param[out] faults   geometric and mechanical faults of the file, appended
 *  @return HOL_OK; HOL_INCOMPLETE (result is filled, complete is false); HOL_INVALID (see faults);
 *          HOL_NUMERICAL, HOL_MEMORY (result is partly filled). Not collective. */
HOL_MUST_CHECK hol_status hol_solve(const hol_problem *problem, hol_solve_options options, hol_result *result,
                                    hol_diagnostics *faults);

#endif

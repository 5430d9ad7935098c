/** @file solve.h  The pipeline in one call: resolve the parts, build the model, find and prove the frequencies.  */
#ifndef HOLONOME_SOLVE_H
#define HOLONOME_SOLVE_H

#include "holonome/comm.h"
#include "holonome/result.h"
#include "holonome/watch.h"

typedef struct hol_solve_options {
  bool dry_run;         /**< build the model, find its faults, solve nothing */
  const hol_comm *comm; /**< NULL: one process. Borrowed */
  hol_watch watch;      /**< frequencies are told, and kept */
} hol_solve_options;

/** Solve a problem.
 *  @param[in]  problem  borrowed; must outlive result
 *  @param[out] result   {0} or filled; to be cleared by the caller in every case
 *  @param[out] faults   geometric and mechanical faults of the file, appended
 *  @return HOL_OK; HOL_INCOMPLETE (result is filled, complete is false; without modes if progress said stop); HOL_INVALID (see faults);
 *          HOL_NUMERICAL, HOL_MEMORY (result is partly filled); the same on every rank.
 *  Collective. Every rank must be given the same problem; the result is the same for any number of ranks, bit for bit, and
 *  whole on rank 0 (the others hold the modes they have computed themselves). */
HOL_MUST_CHECK hol_status hol_solve(const hol_problem *problem, hol_solve_options options, hol_result *result,
                                    hol_diagnostics *faults);

#endif

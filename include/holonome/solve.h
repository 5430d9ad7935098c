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

enum { HOL_ANALYSES_MAX = 16 };

/** One problem, the analyses that it asks for, and what they have found. {0} is empty. */
typedef struct hol_study {
  const char *file; /**< as named by the user. Borrowed, as all here but results */
  hol_problem *problem;
  const hol_comm *comm;
  struct hol_found {
    const struct hol_analysis_row *row; /**< which analysis, see src/result/analysis.h */
    void *result;                       /**< hol_result, hol_sweep or hol_nonlinear_result; owned */
    hol_status status;
  } found[HOL_ANALYSES_MAX]; /**< [founds] what is run for it, in the order of the rows */
  size_t founds;
} hol_study;

/** Run everything that a problem asks for, as `holonome run` does: one analysis after another until one fails.
 *  @param[in]  problem  as it was read; must outlive the study. A part that is made into a nonlinear beam is noted in it
 *  @param[in]  options  of each analysis; the first one that keeps anything has the store
 *  @param[out] study    overwritten; to be cleared by the caller in every case
 *  @param[out] faults   geometric and mechanical faults of the file, appended
 *  @return the worst of their statuses, as hol_solve(). Collective: what is found is on rank 0 as those say. */
HOL_MUST_CHECK hol_status hol_study_run(hol_problem *problem, hol_solve_options options, hol_study *study,
                                        hol_diagnostics *faults);
/** What an analysis has found, "modes" (hol_result), "sweep" (hol_sweep), "nonlinear" (hol_nonlinear_result). Borrowed.
 *  @return NULL if it was not asked for. Not collective. */
const void *hol_study_result(const hol_study *study, const char *analysis);
/** Free results and make their list empty. Idempotent. */
void hol_study_clear(hol_study *study);

#endif

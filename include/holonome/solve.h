/** @file solve.h  The pipeline in one call: resolve the parts, build the model, find and prove the frequencies.  */
#ifndef HOLONOME_SOLVE_H
#define HOLONOME_SOLVE_H

#include "holonome/comm.h"
#include "holonome/result.h"

/** Progress: `done` of `total` frequencies found by all ranks, as far as this one knows; return false to stop. Called on
 *  every rank, before every matrix. May be NULL. */
typedef bool (*hol_progress)(void *context, size_t done, size_t total);

/** The format of all that is stored, of whatever analysis: what an item is, and what its bytes are. A number of its own,
 *  raised by every change of these, since a version of the library may see several. */
enum { HOL_STORE_FORMAT = 2 };

/** A place for finished results, so that a run that was cut short can be continued. What is stored means something only to
 *  the same problem, the same version of the library and the same HOL_STORE_FORMAT. */
typedef struct hol_store {
  void *context;
  /** Keep a result. Called on the rank that found it, each item once.
   *  @return anything but HOL_OK ends the run with that status. May be NULL. */
  hol_status (*record)(void *context, size_t item, const void *bytes, size_t count);
  /** The bytes kept of an item, borrowed until the next call. Must be the same on every rank. May be NULL.
   *  @return false if there are none */
  bool (*recall)(void *context, size_t item, const void **bytes, size_t *count);
} hol_store;

typedef struct hol_solve_options {
  bool dry_run; /**< build the model, find its faults, solve nothing */
  hol_progress progress;
  void *context;
  const hol_problem_source *source; /**< what the problem was read from, for sensitivities; NULL: none. Borrowed */
  const hol_comm *comm;             /**< NULL: one process. Borrowed */
  hol_store store;
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

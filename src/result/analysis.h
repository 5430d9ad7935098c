/* SPDX-License-Identifier: BSD-3-Clause */
/** @file analysis.h  An analysis as a table row: the functions and properties by which any analysis is run and its
 *  results written.
 *
 *  A row stands in the room of its analysis; src/study/analyses.c lists them. */
#ifndef RESULT_ANALYSIS_H
#define RESULT_ANALYSIS_H

#include "base/cancellation.h"
#include "holonome/output.h"
#include "holonome/solve.h"

typedef struct hol_sink hol_sink; /* see result/sink.h */

/** Append the first differences to the sentence, and the number of the others. */
void hol_comparison_list(hol_comparison *comparison);
/** Begin the sentence: number of differing values and the first of them. @param[in] what  "frequencies" */
void hol_comparison_tell(hol_comparison *comparison, const char *what);
/** Append "3 frequencies agree" or "1 frequency agrees". @param[in] what  in the plural */
void hol_comparison_agree(hol_text *text, size_t count, const char *what);
/** End the sentence. @param[in] open  added for a result that is not complete @return HOL_MEMORY: words are missing */
HOL_MUST_CHECK hol_status hol_comparison_end(hol_comparison *comparison, hol_status status, const char *open);

/** Row of an analysis. A function that may be NULL states what that means. */
typedef struct hol_analysis_row {
  const char *key;            /**< the record of its results, whatever else the file asks for */
  bool has_own_place;         /**< no such record is opened: it tells where its results stand, beside the problem */
  const char *counted, *then; /**< in the words of progress: what is counted; once all are counted */
  bool is_told_along;         /**< progress tells of the one under way, too */
  const char *kept;           /**< in the words of a checkpoint: what it keeps there; NULL: nothing */
  bool runs_others;           /**< at every one of its points: what else the file asks for is not run by itself */
  bool tells_structure;       /**< remarks on the structure are among its results, or it is of none */
  bool is_prepared;           /**< `prepare` is called before it is run, always; else only where that is done later */
  bool (*is_asked)(const hol_problem *problem);
  /** Find faults of the problem without solving it. @return HOL_INVALID, HOL_MEMORY, ... Collective. */
  hol_status (*prepare)(const hol_study *study, hol_faults *faults);
  /** @param[out] result  {0}; to be cleared in every case
   *  @return HOL_INCOMPLETE if not everything is found or proved; as hol_solve(). Collective. */
  hol_status (*run)(const hol_study *study, hol_watch watch, void *result, hol_faults *faults);
  bool (*is_stopped)(const void *result);  /**< of a result that is not complete: by progress, and there is nothing to
                                               show */
  bool (*is_complete)(const void *result); /**< is all of it found and proved? */
  /** Write a result into the open record, with `complete`, which outside a record of its own is that of the whole file.
   *  @return HOL_MEMORY */
  hol_status (*describe)(const void *result, const hol_sink *sink);
  /** Write it as a list with columns, for formats of rows; NULL: `describe` writes one. @return HOL_MEMORY */
  hol_status (*rows)(const void *result, const hol_sink *sink);
  /** Write it as arrays over named axes, for formats with arrays; NULL: it has none. @return HOL_MEMORY */
  hol_status (*arrays)(const void *result, const hol_sink *sink);
  hol_status (*table)(const hol_study *study, const void *result, hol_text *text); /**< for a terminal */
  void (*excuse)(const void *result, hol_text *text); /**< of a failure: what is known of it besides; NULL: nothing */
  const char *compared;                               /**< what is: "frequencies" */
  /** NULL: nothing can be expected, and where that is to be compared it is not run. @param[in] status  of the run */
  hol_status (*compare)(const hol_study *study, const void *result, hol_status status, hol_comparison *comparison);
  size_t size; /**< of a result, bytes */
  void (*clear)(void *result);
} hol_analysis_row;

/** Return the cancellation callback that asks a watch, for computations between two calls of progress.
 *  @param[in] watch  borrowed as long as the callback is used */
hol_cancellation hol_watch_cancellation(hol_watch *watch);

#endif

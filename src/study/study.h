/* SPDX-License-Identifier: BSD-3-Clause */
/** @file study.h  The analyses of one problem file: selected, run, described and compared with expected results,
 *  each by its row (result/analysis.h). */
#ifndef STUDY_STUDY_H
#define STUDY_STUDY_H

#include "holonome/output.h"
#include "result/analysis.h"

/** Select the analyses to run: those that the problem requests. File, problem and comm are set.
 *  @param[in]  compares  only those with results that can be compared with expected ones
 *  @param[out] study     to be cleared in every case
 *  @return HOL_MEMORY. Not collective. */
HOL_MUST_CHECK hol_status hol_study_start(hol_study *study, bool compares);

/** Does a problem request an analysis with arrays? */
bool hol_study_has_arrays(const hol_problem *problem);

/** Check for faults without solving: those analyses that are always prepared, or all. @return as
 *  hol_analysis_row.prepare */
HOL_MUST_CHECK hol_status hol_study_prepare(const hol_study *study, bool all, hol_faults *faults);
/** After all analyses: add remarks on what is legal in the structure but probably unintended, unless an analysis
 *  reports them. Not collective.
 *  @return HOL_MEMORY. Cost: the layout of the structure */
HOL_MUST_CHECK hol_status hol_study_remark(hol_study *study);
/** Was an analysis cancelled by the progress callback? */
bool hol_study_is_stopped(const hol_study *study);
/** Run one of the analyses; its status is stored in `found`. Collective. */
void hol_study_run_one(hol_study *study, struct hol_found *found, hol_watch watch, hol_faults *faults);
/** Return why a requested analysis has no result; a cancelled one counts as having one. @return the status of an
 *  analysis that failed, HOL_INCOMPLETE where one has not been run, HOL_OK: none is missing */
hol_status hol_study_failure(const hol_study *study);
/** Name the results in the checkpoint of the study; "" if it stores none. */
const char *hol_study_keeps(const hol_study *study);

/** Write all results to a sink. @return HOL_MEMORY */
HOL_MUST_CHECK hol_status hol_study_describe(const hol_study *study, const hol_sink *sink);
/** Write the arrays of all analyses that have any, in the record of the analysis if it has one. @return HOL_MEMORY */
HOL_MUST_CHECK hol_status hol_study_arrays(const hol_study *study, const hol_sink *sink);
/** Add details of failures beyond their statuses. */
void hol_study_excuse(const hol_study *study, hol_text *text);

#endif

/** @file study.h  What one problem file leads to: its analyses run, told and compared, whichever they are. */
#ifndef STUDY_STUDY_H
#define STUDY_STUDY_H

#include "holonome/output.h"
#include "result/analysis.h"

/** Which analyses are run for the problem: those it asks for. File, problem and comm are set.
 *  @param[in]  compares  those alone of which something can be expected
 *  @param[out] study     to be cleared in every case
 *  @return HOL_MEMORY. Not collective. */
HOL_MUST_CHECK hol_status hol_study_start(hol_study *study, bool compares);

/** Does a problem ask for an analysis with arrays? */
bool hol_study_has_arrays(const hol_problem *problem);

/** Find faults without solving: of those analyses that are always prepared, or of all. @return as hol_analysis_row.prepare */
HOL_MUST_CHECK hol_status hol_study_prepare(const hol_study *study, bool all, hol_faults *faults);
/** Once everything is found: what is legal in the structure and probably not meant, if no analysis tells it. Not collective.
 *  @return HOL_MEMORY. Cost: the layout of the structure */
HOL_MUST_CHECK hol_status hol_study_remark(hol_study *study);
/** Was an analysis ended by progress? */
bool hol_study_is_stopped(const hol_study *study);
/** Run one of its analyses, whose status is in `found` then. Collective. */
void hol_study_run_one(hol_study *study, struct hol_found *found, hol_watch watch, hol_faults *faults);
/** Why there is no result of all that was asked for, not even of what was stopped: an analysis that failed, HOL_INCOMPLETE where one has not
 *  been run. @return HOL_OK: there is */
hol_status hol_study_failure(const hol_study *study);
/** What the checkpoint of the study is of; "" if it keeps nothing. */
const char *hol_study_keeps(const hol_study *study);

/** Tell everything that was found. @return HOL_MEMORY */
HOL_MUST_CHECK hol_status hol_study_describe(const hol_study *study, const hol_sink *sink);
/** Tell the arrays of all that have any, of each analysis with a record in it. @return HOL_MEMORY */
HOL_MUST_CHECK hol_status hol_study_arrays(const hol_study *study, const hol_sink *sink);
/** What is known of failures besides their statuses. */
void hol_study_excuse(const hol_study *study, hol_text *text);

#endif

/* SPDX-License-Identifier: BSD-3-Clause */
/** @file analysis.h  Motion over time as an analysis: its grammar and its row. Module `motion`. */
#ifndef MOTION_ANALYSIS_H
#define MOTION_ANALYSIS_H

#include "motion/request.h"
#include "result/analysis.h"

/** Key `motion`, at the top of a file and under `analysis`: a hol_motion_wanted. What is expected is a
 *  hol_motion_expected. See problem/grammar.h. */
extern const struct hol_analysis_grammar hol_motion_analysis_grammar;
extern const hol_analysis_row hol_motion_analysis_row;

/** Return what the file asks for; NULL: nothing. */
hol_motion_wanted *hol_motion_asked(const hol_problem *problem);
/** Make the system of the bodies and joints of a problem, with the dimensions of multipliers: of energy per equation,
 *  per time to its order. Arguments and failures as of hol_motion_bodies(). */
HOL_MUST_CHECK hol_status hol_motion_make_bodies(const hol_problem *problem, hol_motion_system *system,
                                                 hol_faults *faults);
/** Compare a hol_motion_result with what the file expects, as hol_analysis_row.compare. */
HOL_MUST_CHECK hol_status hol_motion_compare(const hol_study *study, const void *found, hol_status status,
                                             hol_comparison *comparison);

#endif

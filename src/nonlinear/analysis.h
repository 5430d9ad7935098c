/* SPDX-License-Identifier: BSD-3-Clause */
/** @file analysis.h  Steady motions as an analysis: the row. */
#ifndef NONLINEAR_ANALYSIS_H
#define NONLINEAR_ANALYSIS_H

#include "holonome/solve.h"
#include "result/analysis.h"

/** Key `nonlinear`: a hol_nonlinear_request. What is expected is a hol_expected_motions. See problem/grammar.h. */
extern const struct hol_analysis_grammar hol_nonlinear_grammar;
extern const hol_analysis_row hol_nonlinear_row;

/** The coefficients with their formulas, then of every curve its events, in at most 80 columns.
 *  @param[in] title  NULL: none */
HOL_MUST_CHECK hol_status hol_nonlinear_table(const hol_nonlinear_result *result, const char *title,
                                              hol_frequency_unit unit, hol_text *text);
/** Compare the events of curves and the loss factors found with those that a problem expects; one line of words per
 *  difference is added to `text`.
 *  @param[out] compared     numbers compared
 *  @param[out] differences  numbers that differ by more than their rtol, and curves with another number of events */
HOL_MUST_CHECK hol_status hol_nonlinear_compare(const hol_nonlinear_result *result, const hol_problem *problem,
                                                size_t *compared, size_t *differences, hol_text *text);

#endif

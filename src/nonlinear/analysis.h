/** @file analysis.h  Steady motions as an analysis: the row. */
#ifndef NONLINEAR_ANALYSIS_H
#define NONLINEAR_ANALYSIS_H

#include "result/analysis.h"

/** Key `nonlinear`: a hol_nonlinear_request. What is expected is a hol_expected_motions. See problem/grammar.h. */
extern const struct hol_analysis_grammar hol_nonlinear_grammar;
extern const hol_analysis_row hol_nonlinear_row;

#endif

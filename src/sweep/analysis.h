/* SPDX-License-Identifier: BSD-3-Clause */
/** @file analysis.h  Grammar and row of the analysis `sweep`. */
#ifndef SWEEP_ANALYSIS_H
#define SWEEP_ANALYSIS_H

#include "result/analysis.h"

/** Key `sweep`: a hol_plan. See problem/grammar.h. */
extern const struct hol_analysis_grammar hol_sweep_grammar;
extern const hol_analysis_row hol_sweep_row;

#endif

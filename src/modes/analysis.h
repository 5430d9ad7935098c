/* SPDX-License-Identifier: BSD-3-Clause */
/** @file analysis.h  Row of the analysis `modes`: natural frequencies and modes. */
#ifndef MODES_ANALYSIS_H
#define MODES_ANALYSIS_H

#include "result/analysis.h"

/** Keys `frequencies`, `compliance`, `sensitivities`: their values are in hol_problem.analysis, which all analyses of
 *  structures have. See problem/grammar.h. */
extern const struct hol_analysis_grammar hol_modes_grammar;
extern const hol_analysis_row hol_modes_row;

/** Build the model and find its faults. @return HOL_INVALID, HOL_NUMERICAL, HOL_MEMORY. Collective. */
HOL_MUST_CHECK hol_status hol_modes_prepare(const hol_study *study, hol_faults *faults);

/** Return the words for a compliance by reactions; NULL: none. */
const char *hol_reactions_text(hol_reactions_kind kind);

#endif

/** @file analysis.h  Natural frequencies and modes as an analysis: its row. */
#ifndef SPECTRUM_ANALYSIS_H
#define SPECTRUM_ANALYSIS_H

#include "result/analysis.h"

extern const hol_analysis_row hol_modes_row;

/** Build the model and find its faults. @return HOL_INVALID, HOL_NUMERICAL, HOL_MEMORY. Collective. */
HOL_MUST_CHECK hol_status hol_modes_prepare(const hol_study *study, hol_diagnostics *faults);

#endif

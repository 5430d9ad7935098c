/** @file analysis.h  Sweeps as an analysis: the row. */
#ifndef SWEEP_ANALYSIS_H
#define SWEEP_ANALYSIS_H

#include "result/analysis.h"

extern const hol_analysis_row hol_sweep_row;

#endif

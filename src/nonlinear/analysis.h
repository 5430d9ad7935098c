/** @file analysis.h  Steady motions as an analysis: the row. */
#ifndef NONLINEAR_ANALYSIS_H
#define NONLINEAR_ANALYSIS_H

#include "result/analysis.h"

extern const hol_analysis_row hol_nonlinear_row;

#endif

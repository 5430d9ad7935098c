/* SPDX-License-Identifier: BSD-3-Clause */
/** @file analyses.h  Table of all analyses, one line each in analyses.c. */
#ifndef STUDY_ANALYSES_H
#define STUDY_ANALYSES_H

#include "result/analysis.h"

/** Return row i, NULL behind the last. */
const hol_analysis_row *hol_analysis_row_at(size_t i);

#endif

/** @file read.h  What a problem file asks for of a sweep. */
#ifndef SWEEP_READ_H
#define SWEEP_READ_H

#include "problem/grammar.h"

/** Key `sweep`: a hol_plan. */
extern const hol_analysis_grammar hol_sweep_grammar;

#endif

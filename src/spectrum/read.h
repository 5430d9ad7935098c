/** @file read.h  What a problem file asks for of natural frequencies and modes, and what it expects of them. */
#ifndef SPECTRUM_READ_H
#define SPECTRUM_READ_H

#include "problem/grammar.h"

/** Keys `frequencies`, `compliance`, `sensitivities`: they stand in hol_problem.analysis, which all analyses of structures have. */
extern const hol_analysis_grammar hol_modes_grammar;

#endif

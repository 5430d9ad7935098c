/** @file analyses.h  The analyses that there are: one row each. */
#ifndef STUDY_ANALYSES_H
#define STUDY_ANALYSES_H

#include "problem/grammar.h"

/** What all of them have in a problem file. */
extern const hol_grammar hol_all_analyses;

#endif

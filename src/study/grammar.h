/** @file grammar.h  What the analyses have in a problem file, all of them. */
#ifndef STUDY_GRAMMAR_H
#define STUDY_GRAMMAR_H

#include "problem/grammar.h"

extern const hol_grammar hol_all_analyses;

#endif

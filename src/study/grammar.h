/* SPDX-License-Identifier: BSD-3-Clause */
/** @file grammar.h  Grammar of all analyses in a problem file. */
#ifndef STUDY_GRAMMAR_H
#define STUDY_GRAMMAR_H

#include "problem/grammar.h"

extern const hol_grammar hol_all_analyses;

#endif

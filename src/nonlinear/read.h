/** @file read.h  What a problem file asks for of steady motions, and what it expects of them. */
#ifndef NONLINEAR_READ_H
#define NONLINEAR_READ_H

#include "problem/grammar.h"

/** Key `nonlinear`: a hol_nonlinear_request. What is expected is a hol_expected_motions. */
extern const hol_analysis_grammar hol_nonlinear_grammar;

#endif

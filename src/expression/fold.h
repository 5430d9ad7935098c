/* SPDX-License-Identifier: BSD-3-Clause */
/** @file fold.h  Operations of a program with neutral elements left out: what derivatives and copies are made of.
 *
 *  Steps that are read from a text stay as they are written there, to the bit; those made here agree with
 *  hol_program_operation() up to rounding, where both are finite. */
#ifndef HOLONOME_EXPRESSION_FOLD_H
#define HOLONOME_EXPRESSION_FOLD_H

#include "expression/program.h"

/** Add an operation on earlier steps, or find an equal one that is simpler.
 *
 *  Plain 0 and 1 are left out (0 + x, 0 x, 1 x, x/1, x - x, x^0, x^1, 0/x), signs and constant factors come outwards
 *  and are collected, commutative operands are put in order, whole and half powers become products and roots, and a
 *  choice by a constant is its branch.
 *  @param[in] code  none of CONSTANT, VARIABLE, STATE  @return HOL_MEMORY */
HOL_MUST_CHECK hol_status hol_program_fold(hol_program *program, hol_step_code code, hol_step a, hol_step b, hol_step c,
                                           hol_step *step);
/** Add a plain number; a zero is one of every dimension. @return HOL_MEMORY */
HOL_MUST_CHECK hol_status hol_program_number(hol_program *program, hol_dd value, hol_step *step);

#endif

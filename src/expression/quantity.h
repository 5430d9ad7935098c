/* SPDX-License-Identifier: BSD-3-Clause */
/** @file quantity.h  Quantities: numbers, units and expressions over named variables.
 *
 *  A quantity is `expression` or `expression unit`. The text alone decides where the unit begins, never which
 *  names exist: it begins where an operand follows an operand outside brackets. So `2 m` is two metres even where a
 *  parameter is called m, and `2*m` is twice that parameter. */
#ifndef HOLONOME_EXPRESSION_QUANTITY_H
#define HOLONOME_EXPRESSION_QUANTITY_H

#include "expression/scope.h"

/** Most bytes of a quantity. */
enum { HOL_QUANTITY_MAX = 8000 };

/** Description of an error in a text. */
typedef struct hol_complaint {
  const char *message;   /**< NULL: already reported elsewhere */
  const char *hint;      /**< or NULL */
  size_t offset, length; /**< bytes of the text meant; length 0: all of it */
} hol_complaint;

/** Evaluate a quantity, and keep the steps to it if it follows from variables of the program.
 *
 *  Its dimension follows from those of the variables, not from their values: sums and comparisons are of one dimension,
 *  a constant 0 fits all, functions other than sqrt, abs, sign, min, max, sum, avg and atan2 take plain numbers.
 *
 *  @param[in]  text       0-terminated
 *  @param[out] quantity   finite
 *  @param[out] complaint  set when HOL_INVALID
 *  @return HOL_INVALID, HOL_MEMORY; quantity and program are then unchanged. */
HOL_MUST_CHECK hol_status hol_quantity_compile(hol_scope *scope, const char *text, hol_quantity *quantity,
                                               hol_complaint *complaint);

/** Compile a formula: a quantity that may follow from state variables, in a part of a text. Its step is there even if
 *  it follows from no variable. It may be longer, HOL_FORMULA_MAX, and have line breaks. What follows from states need
 *  not be finite at their present values: 1/x may begin at x = 0.
 *  @param[in]  start, end  bytes of the text; offsets in the complaint are those in the text
 *  @return as hol_quantity_compile() */
HOL_MUST_CHECK hol_status hol_formula_compile(hol_scope *scope, const char *text, size_t start, size_t end,
                                              hol_quantity *quantity, hol_complaint *complaint);
/** Compile an equation `left = right` of two formulas of one dimension.
 *  @param[out] difference  left - right; left alone where right is 0
 *  @return as hol_quantity_compile() */
HOL_MUST_CHECK hol_status hol_equation_compile(hol_scope *scope, const char *text, hol_quantity *difference,
                                               hol_complaint *complaint);

#endif

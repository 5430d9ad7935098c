/* SPDX-License-Identifier: BSD-3-Clause */
/** @file syntax.h  Parser of expressions: numbers, names, functions, + - * / ^, comparisons, && ||, ? : and
 *  brackets. */
#ifndef HOLONOME_EXPRESSION_SYNTAX_H
#define HOLONOME_EXPRESSION_SYNTAX_H

#include "expression/quantity.h"

/** Most bytes of an expression: of a quantity, and of a formula. */
enum { HOL_EXPRESSION_MAX = 4000, HOL_FORMULA_MAX = 64000 };

/** An expression as steps of the scope's program. */
typedef struct hol_expression {
  hol_step step;
  bool has_dimension;               /**< it uses a variable that has one */
  size_t mixed_start, mixed_length; /**< where dimensions do not agree, if step is HOL_STEP_IS_MIXED */
  hol_step mixed;                   /**< the operation there */
} hol_expression;

/** Compile an expression whose names are all ready.
 *
 *  Powers are taken first, from the right; then signs, which stand before an operand, one at most; * and /; + and -;
 *  comparisons; &&; ||; and `? :`, from the right. A name to the power 2, 3 or 4 is multiplied from the left, all other
 *  powers are pow().
 *  @param[in]  text       at most HOL_FORMULA_MAX bytes, without characters that belong to no expression
 *  @param[out] complaint  set when HOL_INVALID
 *  @return HOL_INVALID, HOL_MEMORY */
HOL_MUST_CHECK hol_status hol_expression_compile(hol_scope *scope, const char *text, hol_expression *expression,
                                                 hol_complaint *complaint);

#endif

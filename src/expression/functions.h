/* SPDX-License-Identifier: BSD-3-Clause */
/** @file functions.h  Functions and constants that expressions may name. */
#ifndef HOLONOME_EXPRESSION_FUNCTIONS_H
#define HOLONOME_EXPRESSION_FUNCTIONS_H

#include "base/double_double.h"

#include <stdbool.h>
#include <stddef.h>

/** Effect of a function on the dimension of its arguments. Several arguments must be of one dimension. */
typedef enum {
  HOL_ARGUMENT_PLAIN,  /**< takes and gives plain numbers */
  HOL_ARGUMENT_ANY,    /**< gives a plain number whatever it takes */
  HOL_ARGUMENT_KEPT,   /**< gives what it takes */
  HOL_ARGUMENT_HALVED, /**< gives the root of what it takes */
} hol_argument;

/** Functions of other than one number. */
typedef enum { HOL_OF_ONE, HOL_OF_ATAN2, HOL_OF_SUM, HOL_OF_AVERAGE, HOL_OF_LEAST, HOL_OF_GREATEST } hol_function_of;

typedef struct hol_function {
  const char *name;
  double (*value)(double);          /**< NULL: not of one number */
  long double (*wide)(long double); /**< the same to more digits; NULL: it is exact, or found otherwise */
  hol_argument argument;
  hol_function_of of;
} hol_function;

/** Find the function whose name these `length` bytes are; NULL: none. Its number is its index in hol_functions(). */
const hol_function *hol_function_find(const char *name, size_t length);
/** Return the table of all functions. */
const hol_function *hol_functions(void);
/** Find the constant whose name these `length` bytes are. @return false: none */
bool hol_constant_find(const char *name, size_t length, hol_dd *value);

#endif

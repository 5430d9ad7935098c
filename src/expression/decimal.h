/* SPDX-License-Identifier: BSD-3-Clause */
/** @file decimal.h  Conversion between decimal numbers and double-double values. */
#ifndef HOLONOME_EXPRESSION_DECIMAL_H
#define HOLONOME_EXPRESSION_DECIMAL_H

#include "base/double_double.h"

/** Read the number at the start of a text: sign, digits, point, exponent, as strtod() reads them. The value is
 *  strtod()'s; with it the rest gives the first 30 digits, those behind them count as 0.
 *  @param[in] text  0-terminated */
hol_dd hol_decimal_read(const char *text);

/** Return the decimal of at most 15 digits, 22 of them behind the point, to which a double is the nearest one: 0.001
 *  and its rest. The double alone where there is none. */
hol_dd hol_decimal_near(double value);

enum { HOL_DECIMAL_ROOM = 32 };
/** Write an expression that is read as hol_decimal_near(value), the rest too: that decimal, or the double as a whole
 *  number times a power of 2.
 *  @param[in]  value  finite
 *  @param[out] text   0-terminated */
void hol_decimal_write(double value, char text[HOL_DECIMAL_ROOM]);

#endif

/* SPDX-License-Identifier: BSD-3-Clause */
/** @file digits.h  Numbers printed with as many digits as their error bounds certify. */
#ifndef RESULT_DIGITS_H
#define RESULT_DIGITS_H

enum { HOL_CELL = 24 }; /**< bytes of a printed number */

/** Print x ≥ 0 with as many digits, at most 10, as leave both bounds less than one unit of the last digit away. If a
 *  bound is unknown (NAN) or not even the first digit is certain, the number is marked with `~`.
 *  @param[out] cell  [HOL_CELL] */
void hol_digits_print(double x, double lower, double upper, char *cell);

#endif

/** @file digits.h  A number with as many digits as are known of it. */
#ifndef OUTPUT_DIGITS_H
#define OUTPUT_DIGITS_H

#include "holonome/result.h"

enum { HOL_CELL = 24 }; /**< bytes of a printed number */

/** Print x ≥ 0 with as many digits, at most 10, as leave both bounds less than one unit of the last digit away. If a
 *  bound is unknown (NAN) or not even the first digit is certain, the number is marked with `~`.
 *  @param[out] cell  [HOL_CELL] */
void hol_digits_print(double x, double lower, double upper, char *cell);

/** Largest distance from the frequency to its bounds, NAN where one is unknown; same unit as omega. */
double hol_digits_deviation(const hol_mode *mode);

#endif

/* SPDX-License-Identifier: BSD-3-Clause */
/* Print a number with as many digits as its error bounds certify. */
#include "result/digits.h"

#include <assert.h>
#include <math.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { DIGITS_MAX = 10, DIGITS_UNPROVED = 6, ZEROS_MAX = 6 };

/** Print x > 0 with so many digits.
 *  @return the largest distance of a bound from what is printed, in units of its last digit; NAN with a bound */
static double print(double x, double lower, double upper, int digits, char *cell)
{
  char scientific[HOL_CELL];
  snprintf(scientific, sizeof scientific, "%.*e", digits - 1, x);
  double printed = strtod(scientific, NULL);
  int exponent = (int)strtol(strchr(scientific, 'e') + 1, NULL, 10), after = digits - 1 - exponent;
  if (exponent >= -4 && exponent < DIGITS_MAX && after >= 0) {
    snprintf(cell, HOL_CELL, "%.*f", after, x);
  } else if (after < 0 && exponent < ZEROS_MAX) {
    snprintf(cell, HOL_CELL, "%.0f", printed); /* zeros in the places that are not known read better than a power */
  } else {
    memcpy(cell, scientific, sizeof scientific);
  }
  double up = upper - printed, down = printed - lower, unit = pow(10, -after);
  return isnan(up) || isnan(down) ? (double)NAN : (up > down ? up : down) / unit;
}

void hol_digits_print(double x, double lower, double upper, char *cell)
{
  assert(!(x < 0));
  if (x == 0.0 || !isfinite(x)) {
    snprintf(cell, HOL_CELL, x == 0.0 ? "0" : "unknown");
    return;
  }
  char number[HOL_CELL];
  bool is_known = !isnan(lower) && !isnan(upper), is_certain = false;
  int digits = is_known ? DIGITS_MAX : DIGITS_UNPROVED;
  for (; !is_certain && digits >= 1; --digits) {
    is_certain = print(x, lower, upper, digits, number) < 1;
    if (!is_known) {
      break;
    }
  }
  snprintf(cell, HOL_CELL, "%s%.*s", is_certain ? "" : "~", HOL_CELL - 2, number);
}

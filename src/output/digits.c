#include "output/digits.h"

#include <assert.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

enum { DIGITS_MAX = 10, DIGITS_UNPROVED = 6 };

double hol_digits_deviation(const hol_mode *mode)
{
  double up = mode->upper - mode->omega, down = mode->omega - mode->lower;
  if (isnan(up) || isnan(down)) {
    return (double)NAN;
  }
  double deviation = up > down ? up : down;
  return deviation > 0 ? deviation : 0.0;
}

/** Digits of x whose last one is at least twice the deviation; < 1 if there are none. */
static int certified_digits(double x, double deviation)
{
  if (deviation <= 0) {
    return DIGITS_MAX;
  }
  double digits = floor(log10(x)) + 1 - log10(2 * deviation);
  return digits > DIGITS_MAX ? DIGITS_MAX : digits < 0 ? 0 : (int)digits;
}

void hol_digits_print(double x, double deviation, char *cell)
{
  assert(!(x < 0) && !(deviation < 0));
  if (!isfinite(x)) {
    snprintf(cell, HOL_CELL, "unknown");
    return;
  }
  if (x == 0.0) {
    snprintf(cell, HOL_CELL, "0");
    return;
  }
  int digits = isnan(deviation) ? DIGITS_UNPROVED : certified_digits(x, deviation);
  bool certain = !isnan(deviation) && digits >= 1;
  digits = digits >= 1 ? digits : 1;
  int after = digits - 1 - (int)floor(log10(x)); /* digits after the point */
  if (x >= 1e-4 && x < 1e10 && after >= 0) {
    snprintf(cell, HOL_CELL, "%s%.*f", certain ? "" : "~", after, x);
  } else {
    snprintf(cell, HOL_CELL, "%s%.*e", certain ? "" : "~", digits - 1, x);
  }
}

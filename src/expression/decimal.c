/* SPDX-License-Identifier: BSD-3-Clause */
/* Decimal numbers in double-double: reading, the nearest short decimal to a double, writing. */
#include "expression/decimal.h"

#include <math.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>

enum { DIGITS = 30, EXACT = 22, EXPONENT_MOST = 9999 };

/** A decimal as whole · 10^power. */
typedef struct decimal {
  hol_dd whole;
  bool is_short; /**< whole is a double */
  bool is_negative;
  long power;
} decimal;

static bool is_digit(char c)
{
  return c >= '0' && c <= '9';
}

static decimal split(const char *text)
{
  decimal d = {.is_negative = *text == '-'};
  const char *c = text + (*text == '-' || *text == '+');
  int digits = 0;
  bool is_behind = false;
  for (; is_digit(*c) || (*c == '.' && !is_behind); c++) {
    if (*c == '.') {
      is_behind = true;
    } else if (digits < DIGITS) {
      d.whole = hol_dd_add(hol_dd_multiply(d.whole, (hol_dd){10, 0}), (hol_dd){*c - '0', 0});
      digits += d.whole.value > 0;
      d.power -= is_behind;
    } else {
      d.power += !is_behind;
    }
  }
  if (*c == 'e' || *c == 'E') {
    long exponent = strtol(c + 1, NULL, 10);
    d.power += exponent > EXPONENT_MOST ? EXPONENT_MOST : exponent < -EXPONENT_MOST ? -EXPONENT_MOST : exponent;
  }
  d.is_short = !(fabs(d.whole.rest) > 0) && d.whole.value < 9007199254740992.0;
  return d;
}

/** 10^n for n ≥ 0, exactly a double up to EXACT. */
static hol_dd power_of_ten(long n)
{
  static const double exact[EXACT + 1] = {1e0,  1e1,  1e2,  1e3,  1e4,  1e5,  1e6,  1e7,  1e8,  1e9,  1e10, 1e11,
                                          1e12, 1e13, 1e14, 1e15, 1e16, 1e17, 1e18, 1e19, 1e20, 1e21, 1e22};
  hol_dd p = {exact[n <= EXACT ? n : n % EXACT], 0};
  for (long k = n <= EXACT ? 0 : n / EXACT; k > 0; k--) {
    p = hol_dd_multiply(p, (hol_dd){exact[EXACT], 0});
  }
  return p;
}

hol_dd hol_decimal_read(const char *text)
{
  const decimal d = split(text);
  if (fabs((double)d.power) > 280) { /* the rest would be below what doubles have */
    return (hol_dd){strtod(text, NULL), 0};
  }
  const hol_dd ten = power_of_ten(labs(d.power));
  hol_dd number = d.power < 0 ? hol_dd_divide(d.whole, ten) : hol_dd_multiply(d.whole, ten);
  bool is_right = d.is_short && labs(d.power) <= EXACT; /* one rounding of two doubles: strtod() gives no other */
  if (d.is_negative) {
    number = (hol_dd){-number.value, 0 - number.rest};
  }
  return is_right ? number
                  : hol_dd_of(strtod(text, NULL), hol_dd_subtract(number, (hol_dd){strtod(text, NULL), 0}).value);
}

hol_dd hol_decimal_near(double value)
{
  for (long places = 0; places <= EXACT; places++) {
    double ten = power_of_ten(places).value, whole = rint(value * ten), quotient = whole / ten;
    if (!(fabs(whole) < 1e15)) {
      break;
    }
    if (quotient <= value && quotient >= value) {
      return hol_dd_divide((hol_dd){whole, 0}, (hol_dd){ten, 0});
    }
  }
  return (hol_dd){value, 0};
}

void hol_decimal_write(double value, char text[HOL_DECIMAL_ROOM])
{
  enum { DIGITS_OF_A_DOUBLE = 53, LOWEST = -950 };
  const hol_dd near = hol_decimal_near(value);
  (void)snprintf(text, HOL_DECIMAL_ROOM, "%.15g", value);
  const hol_dd read = hol_decimal_read(text);
  bool is_same = !(fabs(read.value - near.value) > 0) && !(fabs(read.rest - near.rest) > 0);
  int exponent;
  double share = frexp(value, &exponent);
  if (!is_same && exponent < LOWEST) { /* what is read has no rest */
    (void)snprintf(text, HOL_DECIMAL_ROOM, "%.17g", value);
  } else if (!is_same) {
    (void)snprintf(text, HOL_DECIMAL_ROOM, "%.0f*2^(%d)", ldexp(share, DIGITS_OF_A_DOUBLE),
                   exponent - DIGITS_OF_A_DOUBLE);
  }
}

/* SPDX-License-Identifier: BSD-3-Clause */
/* Fast conversion of JSON numbers to the nearest double, with strtod() where the fast way leaves rounding open. */
#include "report/pack/decimal.h"

#include <float.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

enum { POWERS = 28, DIGITS = 19, LONGEST = 512, FAR = 100000 };

/** A number as digits x 10^power. */
typedef struct decimal {
  uint64_t digits;
  long power;
  bool is_negative;
  bool is_short; /**< all digits fit */
} decimal;

/** Take digits. @param[in,out] at  moved behind them. @return so many of them that count: not zeros in front of all
 *  others */
static long take_digits(const char **at, const char *end, uint64_t *digits)
{
  const char *p = *at;
  uint64_t value = *digits;
  while (value == 0 && p < end && *p == '0') {
    p++;
  }
  const char *first = p;
  for (; p < end && (unsigned)(*p - '0') < 10; p++) {
    value = 10 * value + (uint64_t)(*p - '0');
  }
  *digits = value;
  *at = p;
  return p - first;
}

static long exponent(const char *at, const char *end)
{
  bool is_negative = *at == '-';
  long power = 0;
  for (at += *at == '-' || *at == '+'; at < end && power < FAR; at++) {
    power = 10 * power + (*at - '0');
  }
  return is_negative ? -power : power;
}

static decimal split(hol_scan_span number)
{
  decimal d = {.is_negative = *number.begin == '-'};
  const char *at = number.begin + d.is_negative, *end = number.begin + number.size;
  long count = take_digits(&at, end, &d.digits);
  if (at < end && *at == '.') {
    const char *point = ++at;
    count += take_digits(&at, end, &d.digits);
    d.power = point - at;
  }
  d.power += at < end ? exponent(at + 1, end) : 0;
  d.is_short = count <= DIGITS;
  return d;
}

/** By the library, in the C locale that the program has. */
static double slow(hol_scan_span number)
{
  char text[LONGEST];
  size_t size = number.size < sizeof text ? number.size : sizeof text - 1;
  memcpy(text, number.begin, size);
  text[size] = '\0';
  return strtod(text, NULL);
}

double hol_decimal(hol_scan_span number)
{
  /* These are exact: 5^27 < 2^64. */
  static const long double power[POWERS] = {1e0L,  1e1L,  1e2L,  1e3L,  1e4L,  1e5L,  1e6L,  1e7L,  1e8L,  1e9L,
                                            1e10L, 1e11L, 1e12L, 1e13L, 1e14L, 1e15L, 1e16L, 1e17L, 1e18L, 1e19L,
                                            1e20L, 1e21L, 1e22L, 1e23L, 1e24L, 1e25L, 1e26L, 1e27L};
  const decimal d = split(number);
  long size = d.power < 0 ? -d.power : d.power;
  if (LDBL_MANT_DIG < 64 || !d.is_short || size >= 2 * POWERS - 1) {
    return slow(number);
  }
  /* At most three roundings to 64 bits: off by less than 2^-62, relatively. Unless that leaves open to which double. */
  long double factor = power[size < POWERS ? size : POWERS - 1] * (size < POWERS ? 1.0L : power[size - POWERS + 1]);
  long double value = d.power < 0 ? (long double)d.digits / factor : (long double)d.digits * factor;
  long double slack = value * 0x1p-62L;
  double below = (double)(value - slack), above = (double)(value + slack);
  bool is_sure = below == above && (value + slack > value || d.digits == 0); /* with fewer bits than said it is not */
  return !is_sure ? slow(number) : d.is_negative ? -below : below;
}

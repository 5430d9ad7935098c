/* SPDX-License-Identifier: BSD-3-Clause */
/* Doubles as short decimal text that reads back as the same double, without snprintf() for most numbers. */
#include "result/number.h"

#include <float.h>
#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/** A result has up to millions of numbers, and snprintf() would take most of the time of a run for them. So the digits
 *  are computed here: x·10^k, k chosen so that it has 17 digits before the point, as an unevaluated sum of two doubles.
 *  What is fewer digits reads back as x if it is less than half a step of doubles away from x, which needs no reading.
 *  Where rounding makes either doubtful, snprintf() and strtod() are asked. */
enum { DIGITS = 17, FEWER = 15, POWER_MAX = 22 }; /* 10^22 is the largest power of ten that is a double */

static const double power_of_ten[POWER_MAX + 1] = {1e0,  1e1,  1e2,  1e3,  1e4,  1e5,  1e6,  1e7,
                                                   1e8,  1e9,  1e10, 1e11, 1e12, 1e13, 1e14, 1e15,
                                                   1e16, 1e17, 1e18, 1e19, 1e20, 1e21, 1e22};

/** x·10^k = *high + *low, exact for k ≤ POWER_MAX, else to about 100 bits. 0 ≤ k ≤ 2 POWER_MAX. */
static void scale_by_ten(double x, int k, double *high, double *low)
{
  double factor = power_of_ten[k <= POWER_MAX ? k : POWER_MAX], rest = 0;
  if (k > POWER_MAX) {
    double more = power_of_ten[k - POWER_MAX], product = factor * more;
    rest = fma(factor, more, -product);
    factor = product;
  }
  *high = x * factor;
  *low = fma(x, factor, -*high) + x * rest;
}

double hol_number_hertz(double omega)
{
  return omega / 6.28318530717958647692;
}

/** Fewer digits than 17, if they read back alike: the 15 or 16 nearest to high + low.
 *  @param[in] half  half a step of doubles about x, as far from x as high + low is large
 *  @return false if rounding leaves that open. */
static bool shorten(int64_t *digits, double high, double low, double half)
{
  for (int64_t unit = 100; unit > 1; unit /= 10) {
    int64_t fewer = (*digits + unit / 2) / unit * unit;
    double away = fabs((double)(fewer - (int64_t)high) - low);
    double other = fabs((double)(fewer - unit - (int64_t)high) - low); /* below */
    if (other < away || (other == away && fewer / unit % 2 != 0)) {
      fewer -= unit;
      away = other;
    }
    if (fabs(away - half) < 1e-6) {
      return false;
    }
    if (away < half) {
      *digits = fewer;
      break;
    }
  }
  return true;
}

/** The digits to write of x > 0, zeros up to 17, and the decimal exponent of the first.
 *  @return false if this is not the way for x. */
static bool leading_digits(double x, int64_t *digits, int *exponent)
{
  int binary;
  double mantissa = frexp(x, &binary);
  int e = (int)floor((binary - 1) * 0.30102999566398120); /* floor(log10 x), or one less */
  double high = 0, low = 0;
  for (int tries = 0; tries < 2; ++tries, e++) {
    if (e < DIGITS - 1 - 2 * POWER_MAX || e > DIGITS - 1) {
      return false;
    }
    scale_by_ten(x, DIGITS - 1 - e, &high, &low);
    if ((high - 1e17) + low < 0) {
      break;
    }
  }
  /* high is an integer above 2^53, so only low decides the rounding */
  if (DIGITS - 1 - e > POWER_MAX && fabs(low - floor(low) - 0.5) < 1e-6) {
    return false;
  }
  *digits = (int64_t)high + llrint(low);
  *exponent = e;
  /* below a power of two the steps are half as long: what is nearer than these reads back in any case */
  const bool is_power = mantissa == 0.5;
  if (!shorten(digits, high, low, high / mantissa * (is_power ? 0x1p-55 : 0x1p-54)) || (is_power && *digits % 100)) {
    return false;
  }
  if (*digits == 100000000000000000) {
    *digits /= 10;
    ++*exponent;
  }
  return true;
}

/** The same of any x > 0, slowly: as few digits as read back alike, from 15 on; of numbers below the normal ones from 1
 *  on. */
static void printed_digits(double x, int64_t *digits, int *exponent)
{
  enum { ROOM = 40 };
  char words[ROOM];
  for (int count = x < DBL_MIN ? 1 : FEWER; count <= DIGITS; count++) {
    (void)snprintf(words, sizeof words, "%.*e", count - 1, x);
    if (strtod(words, NULL) == x) {
      break;
    }
  }
  const char *c = words;
  *digits = 0;
  for (int i = 0; i < DIGITS; i++) {
    c += strcspn(c, "0123456789e"); /* the decimal point of some locales is no point */
    *digits = 10 * *digits + (*c != 'e' ? *c++ - '0' : 0);
  }
  *exponent = (int)strtol(strchr(c, 'e') + 1, NULL, 10);
}

/** Write an exponent as `e%+03d` does; of shares of many parts most numbers have one. @return the number of bytes, up
 *  to 5 */
static size_t write_exponent(char *out, int exponent)
{
  int size = abs(exponent);
  char *start = out;
  *out++ = 'e';
  *out++ = exponent < 0 ? '-' : '+';
  if (size >= 100) {
    *out++ = (char)('0' + size / 100);
  }
  *out++ = (char)('0' + size / 10 % 10);
  *out++ = (char)('0' + size % 10);
  return (size_t)(out - start);
}

/** Write digits as `%.17g` does, without zeros at the end, into room for 32 bytes.
 *  @return the number of bytes. */
static size_t write_digits(char *out, int64_t digits, int exponent)
{
  char digit[DIGITS];
  for (size_t i = DIGITS; i > 0; --i, digits /= 10) {
    digit[i - 1] = (char)('0' + digits % 10);
  }
  size_t count = DIGITS; /* without zeros at the end */
  while (count > 1 && digit[count - 1] == '0') {
    --count;
  }
  char *start = out;
  bool is_scientific = exponent < -4 || exponent >= DIGITS;
  if (!is_scientific && exponent < 0) {
    memcpy(out, "0.000", (size_t)(1 - exponent));
    out += 1 - exponent;
    memcpy(out, digit, count);
    out += count;
  } else {
    size_t before = is_scientific ? 1 : (size_t)exponent + 1;
    memcpy(out, digit, before);
    out += before;
    if (count > before) {
      *out++ = '.';
      memcpy(out, digit + before, count - before);
      out += count - before;
    } else if (!is_scientific) {
      memcpy(out, ".0", 2);
      out += 2;
    }
  }
  if (is_scientific) {
    out += write_exponent(out, exponent);
  }
  return (size_t)(out - start);
}

void hol_number_add(hol_text *text, double x, const char *missing)
{
  enum { ROOM = 40 };

  if (!isfinite(x)) {
    hol_text_put(text, missing, strlen(missing));
    return;
  }
  if (!hol_text_reserve(text, ROOM)) {
    return;
  }
  char *out = text->data + text->size;
  if (signbit(x)) {
    *out++ = '-';
    x = -x;
  }
  int64_t digits = 0;
  int exponent = 0;
  if (x > 0.0) {
    if (!leading_digits(x, &digits, &exponent)) {
      printed_digits(x, &digits, &exponent);
    }
    out += write_digits(out, digits, exponent);
  } else {
    memcpy(out, "0.0", 3);
    out += 3;
  }
  text->size = (size_t)(out - text->data);
  text->data[text->size] = '\0';
}

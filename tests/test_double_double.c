/* SPDX-License-Identifier: BSD-3-Clause */
/* Double-double numbers and decimals against arithmetic in 113 bits. */
#include "base/double_double.h"
#include "expression/decimal.h"
#include "dice.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <float.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

__extension__ typedef __float128 quad;

static quad whole(hol_dd a)
{
  return (quad)a.value + (quad)a.rest;
}

static double relative(hol_dd a, quad right, quad size)
{
  quad off = whole(a) - right;
  return (double)((off < 0 ? -off : off) / (size < 0 ? -size : size));
}

/** Of any size between, and any sign, with a rest. */
static hol_dd number(uint64_t *dice)
{
  double value = ldexp(dice_uniform(dice, -1, 1), (int)dice_uniform(dice, -300, 300));
  return hol_dd_of(value, value * dice_uniform(dice, -1, 1) * 0.25 * DBL_EPSILON);
}

static void sums_and_products_have_a_hundred_bits(void **state)
{
  (void)state;
  const double limit = ldexp(1, -100);
  uint64_t dice = 7;
  for (int i = 0; i < 200000; i++) {
    hol_dd a = number(&dice), b = number(&dice);
    if (i % 2) { /* near one another, so that they cancel */
      b = hol_dd_of(a.value * (1 + dice_uniform(&dice, 0, 1e-12)), b.value > 0 ? a.rest : -a.rest);
    }
    const quad x = whole(a), y = whole(b), most = (x < 0 ? -x : x) + (y < 0 ? -y : y);
    assert_true(relative(hol_dd_add(a, b), x + y, most) <= limit);
    assert_true(relative(hol_dd_subtract(a, b), x - y, most) <= limit);
    assert_true(relative(hol_dd_multiply(a, b), x * y, x * y) <= limit);
    assert_true(relative(hol_dd_divide(a, b), x / y, x / y) <= limit);
  }
}

/** What is beyond doubles is as it is without rests. */
static void what_overflows_is_as_in_doubles(void **state)
{
  (void)state;
  const hol_dd huge = {DBL_MAX, 0}, one = {1, 0}, zero = {0, 0};
  hol_dd sum = hol_dd_add(huge, huge), product = hol_dd_multiply(huge, huge), ratio = hol_dd_divide(one, zero);
  assert_true(isinf(sum.value));
  assert_true(isinf(product.value));
  assert_true(isinf(ratio.value));
  assert_true(sum.rest <= 0);
  assert_true(sum.rest >= 0);
  assert_true(product.rest <= 0);
  assert_true(product.rest >= 0);
  assert_true(ratio.rest <= 0);
  assert_true(isnan(hol_dd_divide(zero, zero).value));
  hol_dd same = hol_dd_multiply(huge, one); /* splitting overflows */
  assert_true(same.value >= DBL_MAX);
  assert_true(same.rest <= 0);
  assert_true(same.rest >= 0);
}

/** A decimal is a whole number over a power of ten; its value is that of strtod(). */
static void decimals_have_thirty_digits(void **state)
{
  (void)state;
  uint64_t dice = 3;
  for (int i = 0; i < 100000; i++) {
    char text[64];
    unsigned long long m = (unsigned long long)dice_uniform(&dice, 1, i % 3 ? 1e9 : 9e18);
    int places = (int)dice_uniform(&dice, 0, 40), sign = i % 2 ? -1 : 1;
    quad ten = 1;
    for (int k = 0; k < places; k++) {
      ten *= 10;
    }
    (void)snprintf(text, sizeof text, "%s%llue-%d", sign < 0 ? "-" : i % 5 ? "" : "+", m, places);
    hol_dd read = hol_decimal_read(text), known = {strtod(text, NULL), 0};
    assert_true(read.value <= known.value);
    assert_true(read.value >= known.value);
    assert_true(relative(read, sign * (quad)m / ten, (quad)m / ten) <= 1e-30);
    if (m < 1000000000 && places <= 20) { /* what has few digits is known again from its double */
      assert_true(relative(hol_decimal_near(known.value), sign * (quad)m / ten, (quad)m / ten) <= 1e-30);
    }
  }
  const hol_dd digits = hol_decimal_read("00500000.100000000000000000000000000001"); /* 36 of them */
  assert_true(relative(digits, (quad)5000001 / 10, 1) <= 1e-24);
}

int main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(sums_and_products_have_a_hundred_bits),
      cmocka_unit_test(what_overflows_is_as_in_doubles),
      cmocka_unit_test(decimals_have_thirty_digits),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}

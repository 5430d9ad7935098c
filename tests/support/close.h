/* SPDX-License-Identifier: BSD-3-Clause */
/** @file close.h  Comparing doubles in tests, with both numbers in the message.
 *
 *  cmocka 1.1.5 compares floating point numbers as float; these compare as double and say how far off a number is.
 *  Include this header instead of <cmocka.h>. */
#ifndef HOLONOME_TESTS_CLOSE_H
#define HOLONOME_TESTS_CLOSE_H

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <math.h>

/** |actual - expected| ≤ rtol |expected|. Two equal infinities are close, a NaN is close to nothing. */
#define assert_close(actual, expected, rtol) close_check((actual), (expected), (rtol), 0.0, #actual, __FILE__, __LINE__)

/** |actual - expected| ≤ atol. For numbers that ought to vanish. */
#define assert_near(actual, expected, atol) close_check((actual), (expected), 0.0, (atol), #actual, __FILE__, __LINE__)

/** |actual - expected| ≤ rtol |expected| + atol. */
#define assert_within(actual, expected, rtol, atol)                                                                    \
  close_check((actual), (expected), (rtol), (atol), #actual, __FILE__, __LINE__)

/** Element by element; the message names the index. `atol` may be 0. */
#define assert_all_close(actual, expected, count, rtol, atol)                                                          \
  close_check_all((actual), (expected), (count), (rtol), (atol), #actual, __FILE__, __LINE__)

/** Is `actual` within rtol |expected| + atol of `expected`? */
static inline int close_is(double actual, double expected, double rtol, double atol)
{
  if (isinf(actual) || isinf(expected)) {
    return isinf(actual) && isinf(expected) && signbit(actual) == signbit(expected);
  }
  return fabs(actual - expected) <= rtol * fabs(expected) + atol;
}

/** Fail the running test unless the two agree; `what` is the text of the expression. */
static inline void close_check(double actual, double expected, double rtol, double atol, const char *what,
                               const char *file, int line)
{
  if (close_is(actual, expected, rtol, atol)) {
    return;
  }
  double difference = actual - expected;
  print_error("%s is %.17g, expected %.17g: off by %.3g (relative %.3g), allowed %.3g relative + %.3g\n", what, actual,
              expected, difference, difference / fabs(expected), rtol, atol);
  _fail(file, line);
}

/** Fail the running test unless all agree; every wrong element is printed. */
static inline void close_check_all(const double *actual, const double *expected, size_t count, double rtol, double atol,
                                   const char *what, const char *file, int line)
{
  size_t wrong = 0;
  for (size_t i = 0; i < count; i++) {
    if (!close_is(actual[i], expected[i], rtol, atol)) {
      print_error("%s[%zu] is %.17g, expected %.17g: off by %.3g (relative %.3g), allowed %.3g relative + %.3g\n", what,
                  i, actual[i], expected[i], actual[i] - expected[i], (actual[i] - expected[i]) / fabs(expected[i]),
                  rtol, atol);
      wrong++;
    }
  }
  if (wrong) {
    _fail(file, line);
  }
}

#endif

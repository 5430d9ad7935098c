/* SPDX-License-Identifier: BSD-3-Clause */
/** @file fe_real.h  The number type of the second road and its functions.
 *
 *  On x86 64 bits of mantissa; with FE_QUAD 113 bits, some fifty times slower, for what the former leave in doubt.
 *  Functions that are not needed to the last digit are those of long double in both. */
#ifndef HOLONOME_TESTS_FE_REAL_H
#define HOLONOME_TESTS_FE_REAL_H

#include <math.h>

#ifdef FE_QUAD
__extension__ typedef __float128 real;

static inline real real_abs(real x)
{
  return x < 0 ? -x : x;
}

/** Two steps of Newton from the root of long double. */
static inline real real_sqrt(real x)
{
  if (!(x > 0)) {
    return x < 0 ? (real)NAN : 0;
  }
  real y = sqrtl((long double)x);
  y = (y + x / y) / 2;
  return (y + x / y) / 2;
}
/** Not for numbers near the limits of the range. */
static inline real real_hypot(real x, real y)
{
  return real_sqrt(x * x + y * y);
}
#else
typedef long double real;

static inline real real_abs(real x)
{
  return fabsl(x);
}

static inline real real_sqrt(real x)
{
  return sqrtl(x);
}

static inline real real_hypot(real x, real y)
{
  return hypotl(x, y);
}
#endif

/** @name To the digits of long double */
/**@{*/
static inline real real_log(real x)
{
  return logl((long double)x);
}

static inline real real_exp(real x)
{
  return expl((long double)x);
}

static inline real real_cos(real x)
{
  return cosl((long double)x);
}

static inline real real_tanh(real x)
{
  return tanhl((long double)x);
}
/**@}*/

static inline real real_power(real x, unsigned n)
{
  real product = 1;
  for (unsigned i = 0; i < n; i++) {
    product *= x;
  }
  return product;
}

#endif

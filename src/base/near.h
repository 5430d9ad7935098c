/* SPDX-License-Identifier: BSD-3-Clause */
/** @file near.h  Comparison of two numbers within a relative tolerance. Module `base`. */
#ifndef BASE_NEAR_H
#define BASE_NEAR_H

#include <math.h>
#include <stdbool.h>

/** Test whether |a − b| ≤ tolerance · max(|a|, |b|). False for NaN. */
static inline bool hol_is_near(double a, double b, double tolerance)
{
  return fabs(a - b) <= tolerance * fmax(fabs(a), fabs(b));
}

#endif

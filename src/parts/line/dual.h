/* SPDX-License-Identifier: BSD-3-Clause */
/** @file dual.h  Dual numbers: values with a derivative with respect to λ. Internal to module `parts`. */
#ifndef PARTS_LINE_DUAL_H
#define PARTS_LINE_DUAL_H

#include <math.h>

/** v + d ε, ε² = 0: a value and its derivative. */
typedef struct hol_dual {
  double v, d;
} hol_dual;

static inline hol_dual dual_add(hol_dual a, hol_dual b)
{
  return (hol_dual){a.v + b.v, a.d + b.d};
}

static inline hol_dual dual_sub(hol_dual a, hol_dual b)
{
  return (hol_dual){a.v - b.v, a.d - b.d};
}

static inline hol_dual dual_mul(hol_dual a, hol_dual b)
{
  return (hol_dual){a.v * b.v, a.d * b.v + a.v * b.d};
}

static inline hol_dual dual_div(hol_dual a, hol_dual b)
{
  double q = a.v / b.v;
  return (hol_dual){q, (a.d - q * b.d) / b.v};
}

/** Times a constant. */
static inline hol_dual dual_times(double c, hol_dual a)
{
  return (hol_dual){c * a.v, c * a.d};
}

/** @pre a.v > 0 */
static inline hol_dual dual_sqrt(hol_dual a)
{
  double root = sqrt(a.v);
  return (hol_dual){root, a.d / (2 * root)};
}

/** a + b c */
static inline hol_dual dual_fma(hol_dual a, hol_dual b, hol_dual c)
{
  return dual_add(a, dual_mul(b, c));
}

#endif

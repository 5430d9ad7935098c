/* SPDX-License-Identifier: BSD-3-Clause */
/** @file double_double.h  Double-double arithmetic: numbers of twice the digits of a double, as an unevaluated sum
 *  value + rest.
 *
 *  The value is the double nearest to the number, the rest what it lacks, at most half a unit in its last place. Sums,
 *  differences, products and quotients are right to 2⁻¹⁰⁰ of their operands [Dekker 1971; Joldes, Muller, Popescu 2017]
 *  as long as nothing over- or underflows; where something does, or is not finite, the rest is 0 and the value that of
 *  doubles. There are no fused operations: expression/lanes.c does the same on vectors, to the same bits. */
#ifndef BASE_DOUBLE_DOUBLE_H
#define BASE_DOUBLE_DOUBLE_H

/** A number, value + rest. */
typedef struct hol_dd {
  double value, rest;
} hol_dd;

/** 0 for what is not finite. */
static inline double hol_dd_finite(double x)
{
  return x - x >= 0 ? x : 0;
}

/** s + e, where e is no larger than the rounding of s, or as small as it. */
static inline hol_dd hol_dd_of(double s, double e)
{
  double rest = hol_dd_finite(e), value = s + rest;
  return (hol_dd){value, hol_dd_finite(rest - (value - s))};
}

/** a + b, exact, not finite where it overflows. */
static inline hol_dd hol_dd_sum(double a, double b)
{
  double s = a + b, part = s - a;
  return (hol_dd){s, (a - (s - part)) + (b - part)};
}

/** a b, exact, by Veltkamp's splitting; the rest not finite where that overflows. */
static inline hol_dd hol_dd_product(double a, double b)
{
  double p = a * b, x = 134217729.0 * a, y = 134217729.0 * b;
  double high = x - (x - a), top = y - (y - b), low = a - high, end = b - top;
  return (hol_dd){p, ((high * top - p) + high * end + low * top) + low * end};
}

static inline hol_dd hol_dd_add(hol_dd a, hol_dd b)
{
  hol_dd s = hol_dd_sum(a.value, b.value), t = hol_dd_sum(a.rest, b.rest);
  double e = hol_dd_finite(s.rest + t.value), v = s.value + e;
  return hol_dd_of(v, (e - (v - s.value)) + t.rest);
}

static inline hol_dd hol_dd_subtract(hol_dd a, hol_dd b)
{
  return hol_dd_add(a, (hol_dd){-b.value, -b.rest});
}

static inline hol_dd hol_dd_multiply(hol_dd a, hol_dd b)
{
  hol_dd p = hol_dd_product(a.value, b.value);
  return hol_dd_of(p.value, p.rest + (a.value * b.rest + a.rest * b.value));
}

static inline hol_dd hol_dd_divide(hol_dd a, hol_dd b)
{
  double q = a.value / b.value;
  hol_dd p = hol_dd_product(q, b.value);
  return hol_dd_of(q, (((a.value - p.value) - p.rest) + (a.rest - q * b.rest)) / b.value);
}

#endif

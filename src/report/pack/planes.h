/* SPDX-License-Identifier: BSD-3-Clause */
/** @file planes.h  Quantised numbers as byte planes of differences, which compress well.
 *
 *  Values along parts are rounded to whole multiples q of a quantum, |q| < 2^(bits-1): the largest value is
 *  (2^(bits-1) - 1) quanta, and each is off by half a quantum at most. Smooth values have small differences: along a
 *  series of stations the differences of order min(k, order) of q at station k are stored, modulo 2^w, w = 8, 16 or 24
 *  the width of a whole number of bytes; without sign as 2d or -2d - 1 (zigzag). They stand by component, then station,
 *  then part, since differences at the same station are alike; and all their lowest bytes before all their next ones
 *  (planes). With 64 bits doubles are stored as they are, series by series, byte planes of IEEE 754 from the lowest. */
#ifndef REPORT_PACK_PLANES_H
#define REPORT_PACK_PLANES_H

#include "holonome/text.h"

/** Values of one component along one part: value[first + k stride], k < count. */
typedef struct hol_series {
  size_t first, stride, count;
  size_t group; /**< number of the component */
} hol_series;

typedef struct hol_planes {
  unsigned bits;  /**< 8, 16, 21 or 64 */
  unsigned order; /**< of the differences; 0 with 64 bits */
  double scale;   /**< the quantum; 0: all are 0, or they are exact */
} hol_planes;

/** Choose the storage of values: with the requested bits, or with 64 where the largest is not finite, or too large or
 *  too small for these.
 *  @param[in] series  [count] */
hol_planes hol_planes_of(const double *value, const hol_series *series, size_t count, unsigned bits, unsigned order);

/** Add the bytes of values.
 *  @return HOL_MEMORY */
HOL_MUST_CHECK hol_status hol_planes_put(hol_text *bytes, const hol_planes *planes, const double *value,
                                         const hol_series *series, size_t count);

#endif

/* SPDX-License-Identifier: BSD-3-Clause */
/** @file fe_smooth.h  Polynomials on a segment with continuous value, slope or curvature at its ends. */
#ifndef HOLONOME_TESTS_FE_SMOOTH_H
#define HOLONOME_TESTS_FE_SMOOTH_H

#include "fe_real.h"

#include <stddef.h>

/** One function: value and derivatives along the segment. */
typedef struct fe_jet {
  real d[4];
} fe_jet;

enum { FE_SMOOTH_MOST = 128 }; /**< functions of one field */

/** Functions at x on (-1, 1): first those of the start (value; slope; curvature), then those of the end, then `bubbles`
 *  that vanish at both with `order` derivatives. Derivatives 0..order + 1.
 *  @param[in]  order   0: values are continuous, 1: slopes, 2: curvatures
 *  @param[in]  half    half the length of the segment
 *  @param[out] f       [2*(order + 1) + bubbles] */
void fe_smooth(real x, size_t order, size_t bubbles, real half, fe_jet *f);

#endif

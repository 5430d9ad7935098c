/* SPDX-License-Identifier: BSD-3-Clause */
/** @file line_fixture.h  Lines with every pair of ends, and a quadrature, for the tests of component modes and
 *  compliances.
 */
#ifndef HOLONOME_TESTS_LINE_FIXTURE_H
#define HOLONOME_TESTS_LINE_FIXTURE_H

#include "close.h"
#include "parts/line/line.h"

#include <math.h>

#define FREE HOL_END_FREE
#define CLAMPED HOL_END_CLAMPED
#define PINNED HOL_END_PINNED
#define GUIDED HOL_END_GUIDED

enum { PAIR_COUNT = 16, GAUSS = 12, PANELS = 24 };

/** A line in bending whose numbers are no powers of anything, with the pair-th of the 16 pairs of ends.
 *  `gyration`: radius of gyration of the rotary inertia, in lengths. */
static inline hol_line bending_line(size_t pair, double gyration)
{
  static const hol_end end[] = {FREE, CLAMPED, PINNED, GUIDED};
  hol_line line = {.motion = HOL_BENDING_Z, .length = 1.7, .stiffness = 23.0, .mass = 0.6};
  line.rotary = line.mass * pow(gyration * line.length, 2);
  line.end[0] = end[pair / 4];
  line.end[1] = end[pair % 4];
  return line;
}

/** Length, stiffness and mass 1. */
static inline hol_line unit_line(hol_motion motion, hol_end left, hol_end right, double rotary)
{
  return (hol_line){.motion = motion, .length = 1, .stiffness = 1, .mass = 1, .rotary = rotary, .end = {left, right}};
}

/** Gauss–Legendre nodes and weights on (0, 1). */
static inline void gauss(double node[GAUSS], double weight[GAUSS])
{
  for (int i = 0; i < GAUSS; i++) {
    double x = cos(M_PI * (i + 0.75) / (GAUSS + 0.5)), slope = 1;
    for (int k = 0; k < 100; k++) {
      double p0 = 1, p1 = x;
      for (int j = 2; j <= GAUSS; j++) {
        double p2 = ((2 * j - 1) * x * p1 - (j - 1) * p0) / j;
        p0 = p1;
        p1 = p2;
      }
      slope = GAUSS * (x * p1 - p0) / (x * x - 1);
      double step = p1 / slope;
      x -= step;
      if (fabs(step) < 1e-17) {
        break;
      }
    }
    node[i] = (1 - x) / 2;
    weight[i] = 1 / ((1 - x * x) * slope * slope);
  }
}

typedef double (*integrand)(double x, const void *context);

/** ∫ f dx from a to b, exact to rounding for what has a few tens of waves. */
static inline double integral(integrand f, const void *context, double a, double b)
{
  double node[GAUSS], weight[GAUSS], sum = 0, panel = (b - a) / PANELS;
  gauss(node, weight);
  for (int k = 0; k < PANELS; k++) {
    for (int i = 0; i < GAUSS; i++) {
      sum += panel * weight[i] * f(a + panel * (k + node[i]), context);
    }
  }
  return sum;
}

#endif

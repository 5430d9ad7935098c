/* SPDX-License-Identifier: BSD-3-Clause */
/* Peaks of plans, their total variation, and bounds of what they leave. */
#include "manoeuvre/bounds.h"

#include <math.h>

/** Peaks on the grid this close to the highest may be higher between its points: a trigonometric polynomial of degree d
 *  falls by no more than a factor cos(d h/2) within half a step h. */
static const double near = 0.99;

enum { CELLS = 128, GRID = 16, SERIES = HOL_BASIS_DEGREE_MOST + HOL_BASIS_SMOOTH_MOST + 2 };

/* ---- peaks ------------------------------------------------------------------------------------------------------- */

/** Absolute value of the derivative of an order of the hub's place, at x = −cos θ. */
static double size_at(const hol_plan *plan, int order, double theta)
{
  hol_plan_point point = hol_plan_at(plan, plan->in * (1 - cos(theta)) / 2);
  return fabs(order == 1 ? point.speed : order == 2 ? point.acceleration : point.jerk);
}

static double refine(const hol_plan *plan, int order, double low, double high)
{
  for (int step = 0; step < 40; step++) {
    double third = (high - low) / 3;
    bool is_right = size_at(plan, order, low + third) < size_at(plan, order, high - third);
    low = is_right ? low + third : low;
    high = is_right ? high : high - third;
  }
  return size_at(plan, order, low / 2 + high / 2);
}

static double peak(const hol_plan *plan, int order)
{
  double size[GRID * (HOL_BASIS_DEGREE_MOST + 2 * HOL_BASIS_SMOOTH_MOST + 2) + 1];
  size_t count = GRID * (plan->degree + 2 * plan->smooth + 2);
  double top = 0, cell = M_PI / (double)count;
  for (size_t i = 0; i <= count; i++) {
    size[i] = size_at(plan, order, cell * (double)i);
    top = fmax(top, size[i]);
  }
  double found = top;
  for (size_t i = 0; i <= count; i++) {
    bool is_top = (i == 0 || size[i] >= size[i - 1]) && (i == count || size[i] >= size[i + 1]);
    if (is_top && size[i] > near * found) {
      double at = cell * (double)i;
      top = fmax(top, refine(plan, order, fmax(0, at - cell), fmin(M_PI, at + cell)));
    }
  }
  return top;
}

hol_plan_peaks hol_plan_peaks_of(const hol_plan *plan)
{
  return (hol_plan_peaks){.speed = peak(plan, 1), .acceleration = peak(plan, 2), .jerk = peak(plan, 3)};
}

/* ---- total variation --------------------------------------------------------------------------------------------- */

/** Of the table: u itself, or the slopes of its lines. */
static double variation_of_samples(const hol_plan *plan, size_t p)
{
  double step = plan->in / (double)(plan->samples - 1), sum = 0, before = 0, last = 0;
  for (size_t j = 0; j < plan->samples; j++) {
    double here = 4 / (plan->in * plan->in) *
                  hol_basis_sum(plan->smooth, plan->degree, plan->b, 2 * (double)j / (double)(plan->samples - 1) - 1);
    double slope = j > 0 ? (here - last) / step : 0;
    sum += fabs((p > 0 ? slope : here) - before);
    before = p > 0 ? slope : here;
    last = here;
  }
  return sum + fabs(before);
}

double hol_plan_variation(const hol_plan *plan, size_t p)
{
  double c[SERIES] = {0}, next[SERIES] = {0}, scale = 4 / (plan->in * plan->in);
  size_t m = plan->smooth, degree = plan->degree;
  if (plan->samples > 0) {
    return variation_of_samples(plan, p);
  }
  for (size_t k = 0; k <= degree; k++) {
    c[k] = plan->b[k];
  }
  for (size_t order = 0; order < p; order++, m--, degree++) {
    hol_basis_derive(m, degree, c, next);
    for (size_t k = 0; k <= degree + 1; k++) {
      c[k] = next[k];
    }
    scale *= 2 / plan->in;
  }
  size_t count = CELLS * (degree + 2 * m);
  double cell = M_PI / (double)count, sum = 0;
  for (size_t i = 0; i < count; i++) {
    double theta = cell * ((double)i + 0.5);
    sum += cell * sin(theta) * fabs(hol_basis_slope(m, degree, c, cos(theta)));
  }
  sum /= 1 - M_PI / (2 * CELLS);
  sum += m > 0 ? 0 : fabs(hol_basis_sum(0, degree, c, -1)) + fabs(hol_basis_sum(0, degree, c, 1));
  return scale * sum;
}

double hol_plan_rest_above(const hol_plan *plan, double omega)
{
  double least = HUGE_VAL, power = omega;
  size_t last = plan->samples > 0 && plan->smooth > 1 ? 1 : plan->smooth;
  for (size_t p = 0; p <= last; p++, power *= omega) {
    least = fmin(least, hol_plan_variation(plan, p) / power);
  }
  return least;
}

double hol_plan_rest_within(const hol_plan *plan, double lower, double upper, double effort)
{
  double middle = lower / 2 + upper / 2, half = fmax(upper - middle, middle - lower);
  return cabs(hol_plan_rest(plan, hol_complex(0, middle))) + half * plan->in / 2 * sqrt(plan->in * effort);
}

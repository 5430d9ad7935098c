/* SPDX-License-Identifier: BSD-3-Clause */
/* S-curves, input shapers, and durations below which no plan keeps limits. */
#include "base/memory.h"
#include "manoeuvre/least_norm.h"
#include "manoeuvre/limits.h"

#include <math.h>
#include <stdlib.h>

/** Of its velocity the share that an EI shaper leaves at its frequency. */
static const double tolerated = 0.05;

/* ---- S-curves ---------------------------------------------------------------------------------------------------- */

/** Top speed v of a move that does not reach the limit of speed: v (v/A + A/J) = a, or v 2√(v/J) = a. */
static double top_speed(double by, const hol_plan_limits *l)
{
  double edge = isfinite(l->jerk) ? l->acceleration / l->jerk : 0;
  if (isfinite(l->jerk)) {
    double v = cbrt(by * by * l->jerk / 4);
    if (!isfinite(l->acceleration) || v * l->jerk <= l->acceleration * l->acceleration) {
      return v;
    }
  }
  double half = edge * l->acceleration / 2;
  return isfinite(l->acceleration) ? sqrt(half * half + by * l->acceleration) - half : HUGE_VAL;
}

hol_s_curve hol_s_curve_of(double by, const hol_plan_limits *l)
{
  double distance = fabs(by), v = fmin(l->speed, top_speed(distance, l));
  double most = isfinite(l->jerk) ? fmin(l->acceleration, sqrt(v * l->jerk)) : l->acceleration;
  return (hol_s_curve){.by = by,
                       .travel = distance / v,
                       .rise = isfinite(most) ? v / most : 0,
                       .edge = isfinite(l->jerk) ? most / l->jerk : 0};
}

/* ---- shapers ----------------------------------------------------------------------------------------------------- */

/** Impulses half a damped period apart, of sum 1. @return how many */
static size_t impulses(hol_shaper shaper, double complex pole, double size[3], double *apart)
{
  double k = exp(creal(pole) * M_PI / cimag(pole)), sum = shaper == HOL_SHAPER_ZV ? 1 + k : (1 + k) * (1 + k);
  *apart = M_PI / cimag(pole);
  size[0] = 1 / sum;
  size[1] = (shaper == HOL_SHAPER_ZV ? 1 : 2) * k / sum;
  size[2] = k * k / sum;
  if (shaper == HOL_SHAPER_EI) { /* undamped; with damping its impulses fall as those of ZVD */
    size[0] *= 1 + tolerated;
    size[1] *= 1 - tolerated;
    size[2] *= 1 + tolerated;
  }
  return shaper == HOL_SHAPER_NONE ? 0 : shaper == HOL_SHAPER_ZV ? 2 : 3;
}

double hol_shaper_duration(hol_shaper shaper, const hol_quiet *quiet, size_t quiets)
{
  double sum = 0;
  for (size_t i = 0; i < quiets; i++) {
    double size[3], apart = 0;
    size_t count = cimag(quiet[i].pole) > 0 ? impulses(shaper, quiet[i].pole, size, &apart) : 0;
    sum += count > 0 ? (double)(count - 1) * apart : 0;
  }
  return sum;
}

/** (e^{z} − 1)/z. */
static double complex box(double complex z)
{
  return cabs(z) < 1e-8 ? 1 + z / 2 : (cexp(z) - 1) / z;
}

double hol_shaper_rest(const hol_s_curve *c, hol_shaper shaper, const hol_quiet *quiet, size_t quiets,
                       double complex pole)
{
  double complex value = pole * c->by * box(pole * c->travel) * box(pole * c->rise) * box(pole * c->edge);
  for (size_t i = 0; i < quiets; i++) {
    double size[3], apart = 0;
    double complex sum = 0;
    size_t count = cimag(quiet[i].pole) > 0 ? impulses(shaper, quiet[i].pole, size, &apart) : 0;
    for (size_t j = 0; j < count; j++) {
      sum += size[j] * cexp(pole * apart * (double)(count - 1 - j));
    }
    value *= count > 0 ? sum : 1;
  }
  return cabs(value);
}

/* ---- no plan below ----------------------------------------------------------------------------------------------- */

enum { CELLS = 1500, ROUNDS = 30, MOST = HOL_QUIET_MOST + 1, BISECTIONS = 24 };

/** What is asked of the functions that motions at rest are orthogonal to: x by sines, 1 by cosines, x²/2 by 1 and
 *  cosines. */
static double function(const hol_plan_request *request, int order, size_t k, double x)
{
  bool has_one = order == 3;
  if (has_one && k == 0) {
    return 1;
  }
  double omega = cimag(request->quiet[has_one ? k - 1 : k].pole);
  return order == 2 ? sin(omega * x) : cos(omega * x);
}

static double target(int order, double x)
{
  return order == 1 ? 1 : order == 2 ? x : x * x / 2;
}

/** Bounds of the first two derivatives of what is left of the target. */
static void steepest(const hol_plan_request *request, int order, double in, const double *c, double slope[2])
{
  size_t first = order == 3 ? 1 : 0;
  slope[0] = order == 1 ? 0 : order == 2 ? 1 : in / 2;
  slope[1] = order == 3 ? 1 : 0;
  for (size_t k = 0; k < request->quiets; k++) {
    double omega = cimag(request->quiet[k].pole);
    slope[0] += fabs(c[k + first]) * omega;
    slope[1] += fabs(c[k + first]) * omega * omega;
  }
}

/** A bound of the integral over a cell: from the middle by the second derivative where there is no zero in it, else by
 *  the first. */
static double over_cell(double middle, double cell, const double slope[2])
{
  bool has_zero = fabs(middle) <= slope[0] * cell / 2;
  return cell * fabs(middle) + (has_zero ? cell * cell / 4 * slope[0] : cell * cell * cell / 24 * slope[1]);
}

/** An upper bound of the least ∫ |target − Σ c f| over [−in/2, in/2]: any c gives one. Weighted least squares, weights
 *  1/|residual|; midpoint rule with its error by slopes. @param[in] work  [CELLS * (MOST + 2)] */
static double least_norm_of(const hol_plan_request *request, int order, double in, double *work)
{
  size_t count = request->quiets + (order == 3 ? 1 : 0);
  double *f = work, *residual = work + CELLS * MOST, *weight = residual + CELLS, cell = in / 2 / CELLS, best = HUGE_VAL;
  for (size_t i = 0; i < CELLS; i++) {
    double x = cell * ((double)i + 0.5);
    weight[i] = 1;
    for (size_t k = 0; k < count; k++) {
      f[i * MOST + k] = function(request, order, k, x);
    }
  }
  for (int round = 0; round < ROUNDS; round++) {
    double gram[MOST * MOST] = {0}, right[MOST] = {0}, c[MOST] = {0}, sum = 0, largest = 0, slope[2];
    for (size_t i = 0; i < CELLS; i++) {
      double wanted = target(order, cell * ((double)i + 0.5));
      for (size_t k = 0; k < count; k++) {
        right[k] += weight[i] * f[i * MOST + k] * wanted;
        for (size_t l = 0; l < count; l++) {
          gram[k * count + l] += weight[i] * f[i * MOST + k] * f[i * MOST + l];
        }
      }
    }
    if (count > 0 && hol_least_norm(count, count, gram, right, c, NULL) != HOL_OK) {
      return best;
    }
    steepest(request, order, in, c, slope);
    for (size_t i = 0; i < CELLS; i++) {
      residual[i] = target(order, cell * ((double)i + 0.5));
      for (size_t k = 0; k < count; k++) {
        residual[i] -= c[k] * f[i * MOST + k];
      }
      sum += over_cell(residual[i], cell, slope);
      largest = fmax(largest, fabs(residual[i]));
    }
    best = fmin(best, 2 * sum);
    for (size_t i = 0; i < CELLS; i++) {
      weight[i] = 1 / fmax(fabs(residual[i]), 1e-4 * largest);
    }
  }
  return best;
}

static bool is_too_short(const hol_plan_request *request, const hol_plan_limits *l, double in, double *work)
{
  const double limit[] = {l->speed, l->acceleration, l->jerk};
  bool is = false;
  for (int order = 1; order <= 3 && !is; order++) {
    is = isfinite(limit[order - 1]) && limit[order - 1] * least_norm_of(request, order, in, work) < fabs(request->by);
  }
  return is;
}

hol_status hol_limits_no_plan_below(const hol_plan_request *request, const hol_plan_limits *limits, double *duration)
{
  hol_s_curve curve = hol_s_curve_of(request->by, limits);
  double low = hol_s_curve_duration(&curve);
  double high = low + hol_shaper_duration(HOL_SHAPER_ZV, request->quiet, request->quiets);
  double *work = hol_plan_is_odd(request) ? hol_alloc(CELLS * (MOST + 2), sizeof *work) : NULL;
  if (hol_plan_is_odd(request) && !work) {
    return HOL_MEMORY;
  }
  for (int i = 0; work && i < BISECTIONS && high - low > 1e-5 * high; i++) {
    double middle = low / 2 + high / 2;
    bool is = is_too_short(request, limits, middle, work);
    low = is ? middle : low;
    high = is ? high : middle;
  }
  free(work);
  *duration = low;
  return HOL_OK;
}

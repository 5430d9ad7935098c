/* SPDX-License-Identifier: BSD-3-Clause */
/* Plans within limits, by linear programs and bisection. */
#include "manoeuvre/limits.h"

#include "base/linear_program.h"
#include "base/memory.h"
#include "manoeuvre/bounds.h"
#include "manoeuvre/least_norm.h"

#include <math.h>
#include <stdlib.h>

enum { DEGREES = HOL_BASIS_DEGREE_MOST + 1, POINTS_LEAST = 120, POINTS_PER_DEGREE = 5 };
enum { LONGER_MOST = 40, BISECTIONS = 40 };

/** No unknown is larger: changes of coefficients over the distance, by their norms, and the ratio to the limits. */
static const double largest = 1e4;
/** The time is found to this share. */
static const double close_enough = 2e-4;
/** Ratios of peaks to limits may exceed 1 by rounding. */
static const double rounding = 1e-10;

/* ---- the linear program ------------------------------------------------------------------------------------------ */

typedef struct program {
  const hol_plan_request *request;
  const hol_plan_limits *limits;
  size_t degree, first, by, unknowns; /**< first, first + by, .. degree: b that are not known */
  size_t conditions, free, points, rows;
  double *basis; /**< [free * unknowns] changes of b times `norm` that keep the conditions */
  double *a, *lower, *upper, *cost, *x;
  double norm[DEGREES];
} program;

/** Values of φ_k in place, acceleration or jerk over their limits at x, per unit of b_k. */
static void ratios(const program *p, int order, double x, double *g)
{
  size_t m = p->request->smooth;
  double value[DEGREES + 1], in = p->request->in;
  double limit = order == 1 ? p->limits->speed : order == 2 ? p->limits->acceleration : p->limits->jerk;
  double scale = 2 * pow(2 / in, order - 1) / (in * limit);
  if (order == 1) {
    hol_basis_values(m + 1, p->degree, x, value);
  } else {
    hol_basis_values(order == 2 || m == 0 ? m : m - 1, p->degree + 1, x, value);
  }
  double slope[DEGREES + 1] = {0, 1};
  for (size_t k = 1; k <= p->degree; k++) {
    double n = (double)k, nu = (double)m;
    if (order == 1) {
      g[k] = -(2 * nu + 1) / (n * (n + 2 * nu + 1)) * value[k - 1];
    } else if (order == 2) {
      g[k] = value[k];
    } else if (m > 0) {
      g[k] = -(n + 1) * (n + 2 * nu) / (2 * nu - 1) * value[k + 1];
    } else {
      slope[k] = (k > 1 ? slope[k - 2] : 0) + (2 * n - 1) * value[k - 1];
      g[k] = slope[k];
    }
    g[k] *= scale;
  }
}

/** |Σ b_k g_k| ≤ ρ at a point: two rows. */
static void put_limit(program *p, size_t *row, const double *g, const hol_plan *plan)
{
  double known = 0;
  for (size_t k = 1; k <= p->degree; k++) {
    known += g[k] * plan->b[k];
  }
  for (int side = 0; side < 2; side++, (*row)++) {
    for (size_t j = 0; j < p->free; j++) {
      double sum = 0;
      for (size_t k = p->first, i = 0; k <= p->degree; k += p->by, i++) {
        sum += g[k] / p->norm[k] * p->basis[j * p->unknowns + i];
      }
      p->a[*row + j * p->rows] = sum;
    }
    p->a[*row + p->free * p->rows] = side == 0 ? -1 : 1;
    p->lower[*row] = side == 0 ? -HUGE_VAL : -known;
    p->upper[*row] = side == 0 ? -known : HUGE_VAL;
  }
}

static void fill(program *p, const hol_plan *plan)
{
  size_t row = 0;
  double g[DEGREES];
  for (size_t i = 0; i < p->points; i++) {
    double x = cos(M_PI * (double)i / (double)(p->by * (p->points - 1)));
    for (int order = 1; order <= 3; order++) {
      double limit = order == 1 ? p->limits->speed : order == 2 ? p->limits->acceleration : p->limits->jerk;
      if (isfinite(limit)) {
        ratios(p, order, x, g);
        put_limit(p, &row, g, plan);
      }
    }
  }
}

static size_t finite_limits(const hol_plan_limits *limits)
{
  return (isfinite(limits->speed) ? 1U : 0U) + (isfinite(limits->acceleration) ? 1U : 0U) +
         (isfinite(limits->jerk) ? 1U : 0U);
}

/** Sizes of a program. */
static void start(program *p)
{
  bool is_odd = hol_plan_is_odd(p->request);
  p->first = is_odd ? 3 : 2;
  p->by = is_odd ? 2 : 1;
  p->unknowns = (p->degree - p->first) / p->by + 1;
  p->points = (POINTS_LEAST + POINTS_PER_DEGREE * p->degree) / p->by;
  p->rows = 2 * p->points * finite_limits(p->limits);
  hol_basis_norms(p->request->smooth, p->degree, p->norm);
  for (size_t k = 0; k <= p->degree; k++) {
    p->norm[k] = sqrt(p->norm[k]) / fabs(p->request->by);
  }
}

/** Changes of the unknowns that keep the conditions. */
static hol_status find_free(program *p, double *conditions, double *r)
{
  size_t width = p->degree + 1;
  p->conditions = hol_plan_conditions(p->request, p->degree, conditions, r);
  if (p->conditions > p->unknowns) {
    return HOL_NUMERICAL;
  }
  p->free = p->unknowns - p->conditions;
  for (size_t i = 0; i < p->conditions; i++) {
    for (size_t k = p->first, j = 0; k <= p->degree; k += p->by, j++) {
      conditions[i * p->unknowns + j] = conditions[i * width + k] / p->norm[k];
    }
  }
  return hol_least_norm_free(p->conditions, p->unknowns, conditions, p->basis);
}

static hol_status solve(program *p, double *memory, hol_plan *plan)
{
  size_t most = hol_plan_conditions_most(p->request);
  p->basis = memory + most * (p->degree + 2);
  p->a = p->basis + p->unknowns * p->unknowns;
  HOL_TRY(find_free(p, memory, memory + most * (p->degree + 1)));
  p->lower = p->a + p->rows * (p->free + 1);
  p->upper = p->lower + p->rows;
  p->cost = p->upper + p->rows;
  p->x = p->cost + p->free + 1;
  fill(p, plan);
  p->cost[p->free] = 1;
  HOL_TRY(hol_linear_program(p->rows, p->free + 1, p->a, p->cost, p->lower, p->upper, largest, p->x));
  for (size_t k = p->first, i = 0; k <= p->degree; k += p->by, i++) {
    for (size_t j = 0; j < p->free; j++) {
      plan->b[k] += p->x[j] * p->basis[j * p->unknowns + i] / p->norm[k];
    }
  }
  return HOL_OK;
}

static double largest_ratio(const hol_plan *plan, const hol_plan_limits *limits)
{
  hol_plan_peaks peaks = hol_plan_peaks_of(plan);
  return fmax(fmax(peaks.speed / limits->speed, peaks.acceleration / limits->acceleration), peaks.jerk / limits->jerk);
}

hol_status hol_plan_make_minimax(const hol_plan_request *request, size_t degree, const hol_plan_limits *limits,
                                 hol_plan *plan, double *ratio)
{
  program p = {.request = request, .limits = limits, .degree = degree};
  HOL_TRY(hol_plan_make(request, degree, plan));
  start(&p);
  size_t most = hol_plan_conditions_most(request), n = p.unknowns;
  double *memory = hol_alloc(most * (degree + 2) + n * n + p.rows * (n + 3) + 2 * (n + 1), sizeof *memory);
  hol_status status = memory ? solve(&p, memory, plan) : HOL_MEMORY;
  free(memory);
  *ratio = largest_ratio(plan, limits);
  return status == HOL_INVALID ? HOL_NUMERICAL : status;
}

/* ---- the least time ---------------------------------------------------------------------------------------------- */

/** A plan of this duration within the limits: of the degree, or of one less. @param[out] fits  is there one? */
static hol_status attempt(const hol_plan_request *request, size_t degree, const hol_plan_limits *limits, double in,
                          hol_plan *best, bool *fits)
{
  hol_plan_request at = *request;
  hol_plan plan;
  double ratio = HUGE_VAL;
  at.in = in;
  hol_status status = hol_plan_make_minimax(&at, degree, limits, &plan, &ratio);
  *fits = status == HOL_OK && ratio <= 1 + rounding;
  if (*fits) {
    *best = plan;
  }
  return status == HOL_NUMERICAL ? HOL_OK : status;
}

hol_status hol_plan_make_within(const hol_plan_request *request, size_t degree, const hol_plan_limits *limits,
                                hol_plan *plan)
{
  hol_s_curve curve = hol_s_curve_of(request->by, limits);
  double low = hol_s_curve_duration(&curve);
  double high = low + hol_shaper_duration(HOL_SHAPER_ZV, request->quiet, request->quiets);
  bool fits = false;
  for (int i = 0; i < LONGER_MOST && !fits; i++) {
    HOL_TRY(attempt(request, degree, limits, high, plan, &fits));
    low = fits ? low : high;
    high *= fits ? 1 : 1.3;
  }
  for (int i = 0; fits && i < BISECTIONS && high - low > close_enough * high; i++) {
    double middle = low / 2 + high / 2;
    bool is_within = false;
    HOL_TRY(attempt(request, degree, limits, middle, plan, &is_within));
    low = is_within ? low : middle;
    high = is_within ? middle : high;
  }
  return fits ? HOL_OK : HOL_NUMERICAL;
}

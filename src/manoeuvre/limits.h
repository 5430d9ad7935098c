/* SPDX-License-Identifier: BSD-3-Clause */
/** @file limits.h  Plans of little time within limits of speed, acceleration and jerk; S-curves and input shapers
 *  beside them.
 *
 *  Module `manoeuvre`. Of all plans of a degree and a duration the one is taken whose largest ratio to the limits,
 *  ρ(T), is least: a linear program over points of a grid of cosines. The time sought lies between that of the rigid
 *  S-curve and that of an S-curve with a ZV shaper for each motion, made longer until ρ ≤ 1; bisection ends whether or
 *  not ρ falls. It is no proof that no shorter one exists: that is hol_limits_no_plan_below(). */
#ifndef MANOEUVRE_LIMITS_H
#define MANOEUVRE_LIMITS_H

#include "manoeuvre/plan.h"

/** m/s, m/s², m/s³ or rad for m; HUGE_VAL: none. */
typedef struct hol_plan_limits {
  double speed, acceleration, jerk;
} hol_plan_limits;

/** Rest to rest in the least time without any mode: boxes of speed, of these durations, one after another in
 *  convolution. */
typedef struct hol_s_curve {
  double by, travel, rise, edge; /**< m or rad; s: distance over top speed, top speed over top acceleration, that over
                                      the jerk */
} hol_s_curve;
/** @param[in] limits  one of speed and acceleration at least */
hol_s_curve hol_s_curve_of(double by, const hol_plan_limits *limits);
static inline double hol_s_curve_duration(const hol_s_curve *curve)
{
  return curve->travel + curve->rise + curve->edge;
}

typedef enum { HOL_SHAPER_NONE, HOL_SHAPER_ZV, HOL_SHAPER_ZVD, HOL_SHAPER_EI } hol_shaper;
/** Return how much longer a shaper for each of the motions takes, s. [Singer, Seering 1990; Singhose 1994, EI 5 %] */
double hol_shaper_duration(hol_shaper shaper, const hol_quiet *quiet, size_t quiets);
/** Return |e^{sT} ∫ u e^{−st} dt| of the S-curve with a shaper for each of the motions. */
double hol_shaper_rest(const hol_s_curve *curve, hol_shaper shaper, const hol_quiet *quiet, size_t quiets,
                       double complex pole);

/** Make the plan of a degree and duration whose largest ratio to the limits is least. @param[out] ratio  of the
 *  polynomial itself, between points of the grid too
 *  @return HOL_FILE: no plugin; HOL_NUMERICAL: rows depend on each other, or CLP fails; HOL_MEMORY */
HOL_MUST_CHECK hol_status hol_plan_make_minimax(const hol_plan_request *request, size_t degree,
                                                const hol_plan_limits *limits, hol_plan *plan, double *ratio);

/** Find a plan within limits of little time. request.in is not used; degrees go up to `degree`.
 *  @return as hol_plan_make_minimax() */
HOL_MUST_CHECK hol_status hol_plan_make_within(const hol_plan_request *request, size_t degree,
                                               const hol_plan_limits *limits, hol_plan *plan);

/** Return a duration below which no plan exists, polynomial or not: that of the S-curve, or where a limit times the L1
 *  norm of what motions at rest leave of 1, x or x²/2 is less than the distance. Motions with damping, or that swing at
 *  the start, are left out.
 *  @return HOL_MEMORY */
HOL_MUST_CHECK hol_status hol_limits_no_plan_below(const hol_plan_request *request, const hol_plan_limits *limits,
                                                   double *duration);

#endif

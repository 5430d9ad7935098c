/* SPDX-License-Identifier: BSD-3-Clause */
/** @file plan.h  Plan of a manoeuvre: the acceleration of a hub that moves it from rest to rest and leaves chosen
 *  motions of the structure at rest.
 *
 *  Module `manoeuvre`. With x = 2t/T − 1 the acceleration of the hub is
 *
 *      u(t) = (4/T²) Σ_{k = 1}^{N} b_k φ_k(x),     φ_k of basis.h, m = `smooth`, b_k in m or rad
 *
 *  A motion e^{st} of the structure, damped or not, is at rest at T if and only if ∫ u e^{−st} dt is
 *  (q̇(0) − s̄ q(0))/G, that is 0 from rest, G its participation: two rows, one where s is real, in b_k. As φ_k are
 *  orthogonal with their weight, ∫ u dt = 0 always, and the distance fixes b_1 alone: ∫ t u dt = −`by`. Without damping
 *  and start u is odd about T/2: even k are 0, and one row is left for each motion. Of the b that fulfil the rows those
 *  of least Σ b_k² ‖C_k‖² are taken: of degree 2n + 1 there is one alone [generalised principle of Gauss], for higher
 *  degrees ∫ u² falls to its minimum [Pontryagin]. */
#ifndef MANOEUVRE_PLAN_H
#define MANOEUVRE_PLAN_H

#include "holonome/status.h"
#include "manoeuvre/basis.h"

#include <stdbool.h>

enum { HOL_QUIET_MOST = 24 };

/** A motion that is to be at rest at the end. */
typedef struct hol_quiet {
  double complex pole;   /**< 1/s, s = −ζω + i ω_d, Im s ≥ 0; of two conjugate ones one */
  bool is_double;        /**< ∂/∂s is zero as well: rest to first order where s is a little off */
  double complex wanted; /**< ∫ u e^{−st} dt, m/s: (q̇(0) − s̄ q(0))/G; 0: from rest */
} hol_quiet;

/** What a plan has to do. */
typedef struct hol_plan_request {
  double by, in;          /**< distance, m or rad, and duration T > 0, s */
  size_t smooth;          /**< m, at most HOL_BASIS_SMOOTH_MOST − 2 */
  const hol_quiet *quiet; /**< [quiets] at most HOL_QUIET_MOST; borrowed */
  size_t quiets;
  size_t samples; /**< of a table whose straight lines fulfil the rows in place of the polynomial; 0: none, or ≥ 3 */
} hol_plan_request;

/** {0} is a plan that stays. */
typedef struct hol_plan {
  double by, in;
  size_t smooth, degree, samples;
  double b[HOL_BASIS_DEGREE_MOST + 1]; /**< by degree, b[0] = 0 */
} hol_plan;

/** Return whether odd degrees suffice: no damping, nothing moves at the start. */
bool hol_plan_is_odd(const hol_plan_request *request);
/** Return the least degree that has as many unknowns as rows: 2n + 1, one more pair for each double zero. */
size_t hol_plan_least_degree(const hol_plan_request *request);
/** Make the plan of a degree, at least hol_plan_least_degree().
 *  @return HOL_NUMERICAL: rows depend on each other to rounding - the plan of this degree does not exist for this
 *          duration, or two motions are the same; HOL_MEMORY. Cost: rows² times degree */
HOL_MUST_CHECK hol_status hol_plan_make(const hol_plan_request *request, size_t degree, hol_plan *plan);
/** Return the most rows that hol_plan_conditions() can fill. */
size_t hol_plan_conditions_most(const hol_plan_request *request);
/** Fill the rows that motions at rest, and where there are samples the distance, ask of b_0 .. b_degree.
 *  @param[out] a  [rows * (degree + 1)] row by row @param[out] r  [rows] @return how many */
size_t hol_plan_conditions(const hol_plan_request *request, size_t degree, double *a, double *r);
/** Make the plan of the least degree whose ∫ u² dt is at most 1.5 times that of eight degrees above the least.
 *  @return as hol_plan_make() */
HOL_MUST_CHECK hol_status hol_plan_make_auto(const hol_plan_request *request, hol_plan *plan);
/** Make the plan of the least degree whose ∫ u² dt is within `excess` of the least one of any shape with m = 0.
 *  @return HOL_NUMERICAL as well where no degree up to HOL_BASIS_DEGREE_MOST is */
HOL_MUST_CHECK hol_status hol_plan_make_least_effort(const hol_plan_request *request, double excess, hol_plan *plan);

/** Where the hub is at a time: m or rad, and its derivatives; 0 and `by` before and after. */
typedef struct hol_plan_point {
  double hub, speed, acceleration, jerk;
} hol_plan_point;
/** Evaluate the polynomial, between samples too. Relative error: roundings of its largest values. */
hol_plan_point hol_plan_at(const hol_plan *plan, double t);
/** Compute ∫ u² dt of the polynomial. */
HOL_MUST_CHECK hol_status hol_plan_effort(const hol_plan *plan, double *effort);
/** Compute the least ∫ u² dt of all accelerations that fulfil the rows of motions at rest, double zeros left out.
 *  @return HOL_NUMERICAL: rows depend on each other; HOL_MEMORY */
HOL_MUST_CHECK hol_status hol_plan_least_effort(const hol_plan_request *request, double *effort);
/** Return e^{sT} ∫ u e^{−st} dt: G times its size is the amplitude of velocity left at T in a motion from rest, of the
 *  table where there is one. m/s */
double complex hol_plan_rest(const hol_plan *plan, double complex pole);

/** Find durations near T at which the least degree has no plan: sign changes of its determinant, by its pivots, between
 *  (1 − width) T and (1 + width) T. Only without damping, start and double zeros; else none is found.
 *  @param[out] time  [most] rising @return how many */
size_t hol_plan_singular(const hol_plan_request *request, double width, size_t most, double *time);

#endif

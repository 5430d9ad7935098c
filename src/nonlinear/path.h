/* SPDX-License-Identifier: BSD-3-Clause */
/** @file path.h  Following a solution curve R(x, p) = 0, x in R^d, by arc length, with its events.
 *
 *  z = (x, p). Lengths are measured in units of the point the step starts from: |x| and the range of p. With the
 *  bordered matrix B = [∂R/∂x ∂R/∂p ; tᵀ], t the unit tangent, a fold is a sign change of t's share in p, a branch
 *  point one of det B; det ∂R/∂x has the sign of their product. */
#ifndef NONLINEAR_PATH_H
#define NONLINEAR_PATH_H

#include "nonlinear/floquet.h"
#include "farm/farm.h"
#include "holonome/solve.h"
#include "nonlinear/lu.h"

/** The equations, and what else is to be known of a point. */
typedef struct hol_equation {
  size_t unknowns; /**< d */
  void *self;
  void (*evaluate)(void *self, const double *z, double *r, double *a); /**< as hol_balance_evaluate() */
  /** Stability of a solution, given the sign of det ∂R/∂x there (0: not known); or NULL */
  hol_status (*observe)(void *self, const double *z, double sign, hol_stability *stability);
  double (*size_slope)(void *self, const double *z, const double *t); /**< d(size)/ds, for peaks; or NULL */
  double (*limit)(void *self, const double *z);                       /**< the path ends where this passes 0; or NULL */
  const double *(*known)(void *self, const double *z); /**< the branch point known already that this is, or NULL:
                                                                     the path ends there; or NULL */
} hol_equation;

typedef struct hol_path_options {
  double from, to; /**< of p */
  double unit;     /**< of p in lengths, > 0 */
  double first_step, largest_step;
  size_t max_points; /**< 1: nothing but the start, improved */
  bool is_definite;  /**< do not monitor the inertia (no resonances to be missed) */
  hol_farm *farm;    /**< the path is an operation of its item; or NULL. Borrowed */
} hol_path_options;

typedef struct hol_path_event {
  hol_event_kind kind;
  size_t before;  /**< between this point and the next */
  double at;      /**< length from that point */
  double *z;      /**< [d + 1] */
  double *across; /**< branch points: [d + 1] the direction of the other branch, unit length; else NULL */
  bool is_maximum;
} hol_path_event;

typedef struct hol_path_point {
  double share; /**< of p in the unit tangent */
  hol_determinant bordered;
  size_t negative; /**< negative eigenvalues of the symmetric part of ∂R/∂x */
  hol_stability stability;
  double size_slope;
  double step; /**< length to the next point */
} hol_path_point;

typedef struct hol_path {
  size_t unknowns, points;
  double *z, *t;         /**< [points][d + 1] points; tangents (not normalised) in the direction of travel */
  hol_path_point *point; /**< [points] */
  hol_path_event *event; /**< [events] in the order of travel */
  size_t events;
  hol_branch_end end; /**< how it ended */
  size_t steps, rejected;
  size_t z_capacity, t_capacity, point_capacity, event_capacity;
} hol_path;

void hol_path_clear(hol_path *path);

/** Follow the curve from a solution.
 *  @param[in] start      [d + 1], improved by Newton's method first, at fixed p
 *  @param[in] direction  [d + 1] the way to go: the tangent with a positive scalar product is taken
 *  @param[in] fixed      hold p in improving the start (otherwise the component along the direction)
 *  @param[out] path      {0} on entry; to be cleared in every case
 *  @return HOL_NUMERICAL if the start is no solution's neighbour, HOL_MEMORY, HOL_INCOMPLETE if it is told to stop. */
HOL_MUST_CHECK hol_status hol_path_follow(const hol_equation *equation, const hol_path_options *options,
                                          const double *start, const double *direction, bool fixed, hol_path *path);

/** Newton's method at fixed p from z, in place.
 *  @param[in]  unit       of p, for the size of a step
 *  @param[out] converged  whether z is a solution now
 *  @return HOL_MEMORY */
HOL_MUST_CHECK hol_status hol_path_solve(const hol_equation *equation, double unit, double *z, bool *converged);

/** The direction of another branch at a branch point z with tangent t (z is improved at fixed p first).
 *  @param[out] across  [d + 1] of unit length, as in hol_path_event
 *  @return HOL_NUMERICAL if z is no solution's neighbour, HOL_MEMORY */
HOL_MUST_CHECK hol_status hol_path_other_tangent(const hol_equation *equation, double unit, double *z, const double *t,
                                                 double *across);

#endif

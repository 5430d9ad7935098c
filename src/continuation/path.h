/* SPDX-License-Identifier: BSD-3-Clause */
/** @file path.h  Pseudo-arclength continuation of a solution curve R(x, p) = 0, x in R^d, with its events
 *  [H. B. Keller, 1977; E. L. Allgower, K. Georg, Introduction to Numerical Continuation Methods, 2003]. Room
 *  `continuation`.
 *
 *  z = (x, p). Lengths are measured in units of the point the step starts from: |x| and the unit of p. A step of length
 *  s predicts along the unit tangent t and the curvature and corrects by Newton's method with the row t·(z − z₀) = s.
 *  It is refused, and tried with 0.4 of its length, where the tangent turns by more than 0.3, the first correction is
 *  longer than 0.15 s or contracts by less than 4, or what the two ends say is not explained by the events located
 *  between them.
 *
 *  Test functions, with the bordered matrix B = [∂R/∂x ∂R/∂p ; tᵀ]: at a *fold* t's component dp/ds changes sign, at a
 *  *branch point* det B does; det ∂R/∂x has the sign of their product. A change of the inertia of the symmetric part of
 *  ∂R/∂x marks a narrow resonance, which is followed down to 1/8192 of the step. Roots are located to 1e-12 of the step
 *  (branch points as far as Newton's method converges beside them, and then by a secant), points on the curve to 1e-12
 *  of a length. Two folds within a step are found where dp/ds comes close to 0 between three points.
 *
 *  *Branch switching*: at a branch point the null space of [∂R/∂x ∂R/∂p] is spanned by t and one more direction, which
 *  the event has; the other branch is reached from a point beside it. */
#ifndef CONTINUATION_PATH_H
#define CONTINUATION_PATH_H

#include "continuation/equation.h"
#include "continuation/lu.h"
#include "farm/farm.h"

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
  size_t before;         /**< between this point and the next */
  double at;             /**< length from that point */
  double *z;             /**< [d + 1] */
  double *other_tangent; /**< branch points: [d + 1] the direction of the other branch, unit length; else NULL */
  bool is_maximum;
} hol_path_event;

typedef struct hol_path_point {
  double dp_ds; /**< component of p in the unit tangent */
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
 *  @param[out] other  [d + 1] of unit length, as in hol_path_event
 *  @return HOL_NUMERICAL if z is no solution's neighbour, HOL_MEMORY */
HOL_MUST_CHECK hol_status hol_path_other_tangent(const hol_equation *equation, double unit, double *z, const double *t,
                                                 double *other);

/** Length of the step from a branch point to the first point of the other branch. */
static const double HOL_BRANCH_STEP = 0.01;

/** Start of the other branch at an event HOL_EVENT_BRANCH: HOL_BRANCH_STEP along its other tangent, for
 *  hol_path_follow() without `fixed`.
 *  @param[in]  n          d + 1
 *  @param[in]  side       1 or −1
 *  @param[out] z          [n]
 *  @param[out] direction  [n] ± other tangent */
void hol_path_beside(const hol_path_event *event, size_t n, int side, double *z, double *direction);

/** The way back from the start of a branch to its branch point, as a path of two points.
 *  @param[in]  z, direction  [d + 1] as hol_path_beside() gave them
 *  @param[in]  start         the branch followed from there
 *  @param[out] back          {0} on entry; to be cleared in every case @return HOL_MEMORY */
HOL_MUST_CHECK hol_status hol_path_step_back(const double *z, const double *direction, const hol_path *start,
                                             hol_path *back);

#endif

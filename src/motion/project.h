/* SPDX-License-Identifier: BSD-3-Clause */
/** @file project.h  Projection of positions and speeds onto the constraints, in the metric of the mass matrix.
 *
 *      positions: Gauss-Newton on f(t, q) = 0 with  M dq = J' mu,  J dq = -f;
 *      speeds:    Newton on phi(t, q, q') = 0 with  M dq' = A' mu,  A dq' = -phi, once where phi is linear in q'.
 *
 *  Rows that follow from others are included as least squares: what they contradict stays as residual. */
#ifndef MOTION_PROJECT_H
#define MOTION_PROJECT_H

#include "motion/solver.h"

/** What was moved and what is left. */
typedef struct hol_motion_projection {
  double moved;                       /**< largest change of a coordinate */
  double moved_speed;                 /**< largest change of a speed */
  double lost_energy;                 /**< dq'·M dq'/2 of the change of the speeds (Carnot) */
  double position_left;               /**< largest |f| over its scale, sum_j |df/dq_j| times the size of q_j */
  double speed_left;                  /**< the same of df/dt and phi */
  size_t worst_position, worst_speed; /**< their rows; SIZE_MAX: there are none */
} hol_motion_projection;

/** Measure the residuals at (t, y), without a change. @param[in] scale  sizes of q and q', [2 n] */
void hol_motion_residuals(hol_motion_solver *solver, double t, const double *y, const double *scale,
                          hol_motion_projection *projection);

/** Project y. The numbers of the solver are those at the new y afterwards.
 *  @param[in,out] y  [hol_motion_state_size()]
 *  @return HOL_NUMERICAL: a number is not finite, or Gauss-Newton does not converge; y is then between */
HOL_MUST_CHECK hol_status hol_motion_project(hol_motion_solver *solver, double t, const double *scale, double *y,
                                             hol_motion_projection *projection);

#endif

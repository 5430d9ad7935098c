/* SPDX-License-Identifier: BSD-3-Clause */
/** @file jacobian.h  Equations of motion linearised about a motion: symbolic Jacobians of (1) of equations.h.
 *
 *      R(t, q, q', q'', lambda) = M q'' - h - C - B' lambda = 0,     g = A q'' - b = 0:
 *      M dq'' + D dq' + K dq - B' dlambda = 0,     A dq'' + G1 dq' + G0 dq = 0,
 *      K = dR/dq,  D = dR/dq',  G0 = dg/dq,  G1 = dg/dq',
 *
 *  and the tangent space of the constraints: df/dq dq = 0, d(df/dt)/dq dq + df/dq dq' = 0 of order 0, dphi/dq dq +
 *  dphi/dq' dq' = 0 of order 1. Friction and auxiliary states have no part in it. */
#ifndef MOTION_JACOBIAN_H
#define MOTION_JACOBIAN_H

#include "motion/equations.h"

/** {0} is empty; hol_motion_jacobian_clear() frees it. */
typedef struct hol_motion_jacobian {
  hol_program program;         /**< of the matrices below, over t, q, q', q'' and the multipliers */
  hol_motion_matrix stiffness; /**< K, n x n */
  hol_motion_matrix damping;   /**< D, n x n */
  hol_motion_matrix position;  /**< G0, constraints x n */
  hol_motion_matrix velocity;  /**< G1, constraints x n */
  hol_motion_matrix slope;     /**< of the velocity residuals, df/dt or phi, with respect to q, constraints x n */
} hol_motion_jacobian;

/** Derive the Jacobians of a system. @param[out] jacobian  {0} on entry, to be cleared in every case @return HOL_MEMORY
 */
HOL_MUST_CHECK hol_status hol_motion_jacobian_make(const hol_motion_system *system, hol_motion_jacobian *jacobian);
void hol_motion_jacobian_clear(hol_motion_jacobian *jacobian);

/** Fill a matrix with the values of its entries. @param[in] value  [steps + 1] by hol_program_run_states()
 *  @param[out] a  [rows columns] row after row, zero elsewhere */
void hol_motion_matrix_fill(const hol_motion_matrix *matrix, const double *value, size_t rows, size_t columns,
                            double *a);

#endif

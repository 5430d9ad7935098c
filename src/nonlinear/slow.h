/* SPDX-License-Identifier: BSD-3-Clause */
/** @file slow.h  Variations of a motion whose axial modes are fast: they follow the lateral ones.
 *
 *  Variations y of the lateral modes and u_r = δU_r of the axial ones obey, by θ,
 *
 *      y″ + C y′ + K y + Σ_r (M_r/M) g_r (u_r″ + c̄ u_r′) = 0,    g_r = Q^r q, bars: over w or w²
 *      u_r = g_rᵀy + v_r,   v_r = −[(D² + c̄D)(g_rᵀy + v_r) + d̄ D v_r]/p̄_r²
 *
 *  There are solutions in which v_r = a_r y + b_r y′ with periodic rows a_r, b_r: the variations that do not ring at
 *  the axial frequencies. Inserted again and again into the right-hand side the rows converge as powers of (frequency
 *  of y)²/p_r², and what is left is y″ + C̃ y′ + K̃ y = 0, whose multipliers are multipliers of all, exactly. The
 *  others ring at about p_r and fade as e^{−(c_v + ηp_r)t/2}: a motion with harmonics far below p_r does not feed
 *  them. */
#ifndef NONLINEAR_SLOW_H
#define NONLINEAR_SLOW_H

#include "nonlinear/balance.h"

/** {0} is empty. */
typedef struct hol_slow {
  hol_balance *balance; /**< borrowed */
  double *work;
  double *plain[2], *now[2];   /**< [n²][samples] K and C without axial modes; K̃ and C̃ */
  double *g1, *g2;             /**< [axial][n][samples] derivatives of g_r */
  double *v[2];                /**< [axial][n][samples] rows a_r, b_r */
  double *inertia[2];          /**< [axial][n][samples] rows of (D² + c̄D) v_r */
  double *row;                 /**< [6][n][samples] */
  double *solver;              /**< [n² + 2n²] */
  double *stiffness, *damping; /**< [n²][width] coefficients of K̃ − K and C̃ − C */
  double factor;               /**< the multipliers are so many times those of these equations */
} hol_slow;

HOL_MUST_CHECK hol_status hol_slow_start(hol_slow *slow, hol_balance *balance);
void hol_slow_clear(hol_slow *slow);

/** For the motion with lateral coefficients `full` at ν.
 *  @return whether the rows converge; otherwise the axial modes are not fast enough */
bool hol_slow_reduce(hol_slow *slow, const double *full, double nu);

#endif

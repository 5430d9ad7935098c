/* SPDX-License-Identifier: BSD-3-Clause */
/** @file floquet.h  Stability of a periodic motion: its Floquet multipliers.
 *
 *  The variational equation M w² y″ + (M c_v w + (η/m) M ω² + C(θ)) y′ + (M ω² + K(θ)) y = 0 over one period of the
 *  motion, by the symmetric drift-kick-drift composition on B equal intervals, each extrapolated from 1..8 substeps
 *  (order 16). Axial modes that are fast follow the lateral ones (slow.h) and take no coordinates; otherwise they are
 *  integrated, too. */
#ifndef NONLINEAR_FLOQUET_H
#define NONLINEAR_FLOQUET_H

#include "continuation/equation.h"
#include "nonlinear/slow.h"

/** The damping matrix over M w². */
typedef enum {
  HOL_DAMPING_CONSTANT,       /**< diagonal and constant */
  HOL_DAMPING_WEAKLY_VARYING, /**< that, and a little more that varies, in `damping` */
  HOL_DAMPING_GENERAL         /**< `damping` has all of it */
} hol_floquet_damping;

typedef struct hol_floquet {
  hol_balance *balance; /**< borrowed; its tables are workspace here */
  hol_slow slow;        /**< where there are axial modes */
  size_t coordinates;   /**< n, the lateral ones, or N: with the axial ones */
  hol_floquet_damping damped;
  size_t terms;     /**< of the exponential of slight damping */
  size_t intervals; /**< B of the tables */
  size_t nodes;     /**< distinct times in one period */
  size_t functions; /**< [functions][nodes/2] basis */
  double *basis;
  size_t basis_capacity, capacity;
  double *q, *g, *v, *gv;      /**< [n][nodes] */
  double *half, *loss;         /**< [nodes] Λ, ½vᵀSv */
  double *extra;               /**< [nodes] of one function more */
  double *stiffness, *damping; /**< [nodes][coordinates²] divided by M w² */
  double *keep, *take;         /**< [N] factors of a kick */
  double *y, *start, *sum;     /**< [2N·2N] */
  double *monodromy;           /**< [2N·2N] row by row */
  double *solver;              /**< [N·N] */
  double *rows;                /**< [N·5N] */
} hol_floquet;

HOL_MUST_CHECK hol_status hol_floquet_start(hol_floquet *floquet, hol_balance *balance);
void hol_floquet_clear(hol_floquet *floquet);

/** Multipliers of the motion with lateral coefficients `full` at frequency ν.
 *  @return HOL_MEMORY, HOL_NUMERICAL if numbers are not finite. */
HOL_MUST_CHECK hol_status hol_floquet_stability(hol_floquet *floquet, const double *full, double nu,
                                                hol_stability *stability);

/** Put another multiplier in the place of the one nearest to 1, which belongs to the equations with a finite number of
 *  harmonics: there a multiplier passes 1 exactly at their folds and branch points, while that of the motion they give,
 *  taken as one of the exact equation, does so a little beside. */
void hol_stability_replace(hol_stability *stability, double multiplier);

#endif

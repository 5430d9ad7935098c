/** @file floquet.h  Stability of a periodic motion: its Floquet multipliers.
 *
 *  The variational equation M w² y″ + (M c_v w + (η/m) M ω² + C(θ)) y′ + (M ω² + K(θ)) y = 0 over one period of the motion,
 *  by the symmetric drift-kick-drift composition on B equal intervals, each extrapolated from 1..8 substeps (order 16). */
#ifndef NONLINEAR_FLOQUET_H
#define NONLINEAR_FLOQUET_H

#include "nonlinear/balance.h"

/** Multipliers outside the unit circle, by kind. */
typedef struct hol_stability {
  size_t above;      /**< real, > 1 */
  size_t below;      /**< real, < −1 */
  size_t pairs;      /**< complex pairs */
  double largest;    /**< modulus */
  double nearest;    /**< of the real multipliers > 0 the one nearest to 1 on a logarithmic scale; 0: there is none */
  double others;     /**< largest modulus of all but that one */
} hol_stability;

typedef struct hol_floquet {
  const hol_balance *balance;  /**< borrowed */
  size_t intervals;            /**< B of the tables */
  size_t nodes;                /**< distinct times in one period */
  double *basis;               /**< [block][nodes] */
  size_t capacity;
  double *q, *g, *v, *gv;      /**< [N][nodes] */
  double *half, *loss;         /**< [nodes] Λ, ½vᵀSv */
  double *stiffness, *damping; /**< [nodes][N·N] divided by M w² */
  double *keep, *take;         /**< [N] factors of a kick */
  double *y, *start, *sum;     /**< [2N·2N] */
  double *monodromy;           /**< [2N·2N] row by row */
  double *solver;              /**< [N·N] */
  double *rows;                /**< [N·2N] */
} hol_floquet;

HOL_MUST_CHECK hol_status hol_floquet_start(hol_floquet *floquet, const hol_balance *balance);
void hol_floquet_clear(hol_floquet *floquet);

/** Multipliers of the motion with all coefficients `full` at frequency ν.
 *  @return HOL_MEMORY, HOL_NUMERICAL if numbers are not finite. */
HOL_MUST_CHECK hol_status hol_floquet_stability(hol_floquet *floquet, const double *full, double nu,
                                                hol_stability *stability);

/** Put another multiplier in the place of the one nearest to 1, which belongs to the equations with a finite number of
 *  harmonics: there a multiplier passes 1 exactly at their folds and branch points, while that of the motion they give,
 *  taken as one of the exact equation, does so a little beside. */
void hol_stability_replace(hol_stability *stability, double multiplier);

#endif

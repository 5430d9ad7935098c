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
  bool has_positive;     /**< there are real multipliers > 0 ... */
  bool nearest_is_above; /**< ... and the one nearest to 1 on a logarithmic scale is > 1 */
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
  double *monodromy;           /**< [2N·2N] column by column */
  double *solver;              /**< [N·N] with its scale */
  size_t *pivot;
} hol_floquet;

HOL_MUST_CHECK hol_status hol_floquet_start(hol_floquet *floquet, const hol_balance *balance);
void hol_floquet_clear(hol_floquet *floquet);

/** Multipliers of the motion with all coefficients `full` at frequency ν.
 *  @return HOL_MEMORY, HOL_NUMERICAL if numbers are not finite. */
HOL_MUST_CHECK hol_status hol_floquet_stability(hol_floquet *floquet, const double *full, double nu,
                                                hol_stability *stability);

/** Make the parity of `above` agree with the sign of the determinant of the balance's Jacobian, (−1)^above: at finite H
 *  the multiplier passes 1 a little beside the fold of the equations, and the equations are what is solved. */
void hol_stability_agree(hol_stability *stability, double sign);

#endif

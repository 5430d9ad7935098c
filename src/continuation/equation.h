/* SPDX-License-Identifier: BSD-3-Clause */
/** @file equation.h  The contract of an equation whose solution curves are followed: R(x, p) = 0, x in R^d, p in R,
 *  R(x, p) in R^d. Module `continuation`.
 *
 *  The equation gives its residual and its Jacobian [∂R/∂x ∂R/∂p], d·(d + 1); what else it gives are test functions
 *  along the curve and may be NULL. The module does not know the physics: harmonic balance of a beam, a
 *  frame with nonlinear joints, static equilibrium are all the same.
 *
 *  Smoothness: R is twice continuously differentiable along the curve, the Jacobian is that of R to rounding; Newton's
 *  method that contracts too slowly shortens the steps until the path ends early.
 *  Scaling: x is measured by |x|₂, p by a given unit (hol_path_options), so unknowns must be of comparable size: an
 *  equation with lengths of 0.1 mm and of 1 m divides each by a length of its own and gives the x̃ₖ = xₖ/lₖ as its
 *  unknowns. Rows of R may have any scale; they are equilibrated.
 *  Everything here may be called at points off the curve (iterates of Newton's method) and is called in sequence. */
#ifndef CONTINUATION_EQUATION_H
#define CONTINUATION_EQUATION_H

#include "holonome/solve.h"

/** Unstable eigenvalues of a solution by kind: multipliers outside the unit circle of a periodic one. Of a static one
 *  with eigenvalues σ they are those of e^σ, and `below` is 0. */
typedef struct hol_stability {
  size_t above;   /**< real, > 1 */
  size_t below;   /**< real, < −1 */
  size_t pairs;   /**< complex pairs */
  double largest; /**< modulus */
  double nearest; /**< of the real multipliers > 0 the one nearest to 1 on a logarithmic scale; 0: there is none */
  double others;  /**< largest modulus of all but that one */
} hol_stability;

/** An equation. z = (x, p) has d + 1 numbers. */
typedef struct hol_equation {
  size_t unknowns; /**< d */
  void *self;      /**< handed to all functions; borrowed */
  /** Residual and Jacobian.
   *  @param[out] r  [d]
   *  @param[out] a  [d][d + 1] row by row; NULL: not wanted */
  void (*evaluate)(void *self, const double *z, double *r, double *a);
  /** Stability of a solution; or NULL. A change of `below` is an event HOL_EVENT_PERIOD_DOUBLING, one of `pairs` an
   *  event HOL_EVENT_TORUS unless the number of unstable multipliers stays the same.
   *  @param[in] sign  of det ∂R/∂x there; 0: not known
   *  @return HOL_MEMORY; HOL_NUMERICAL where it cannot be computed, which makes the step shorter */
  hol_status (*stability)(void *self, const double *z, double sign, hol_stability *stability);
  /** The derivative along t of a size whose largest and smallest values are events HOL_EVENT_PEAK; or NULL. */
  double (*size_slope)(void *self, const double *z, const double *t);
  /** The path ends where this passes 0, HOL_BRANCH_ENDS_AT_LIMIT; or NULL. */
  double (*limit)(void *self, const double *z);
  /** The known branch point [d + 1] that z, just located, agrees with, or NULL where it is new: the path ends
   *  on a known one, HOL_BRANCH_ENDS_AT_BRANCH; or NULL. */
  const double *(*known_branch_point)(void *self, const double *z);
} hol_equation;

#endif

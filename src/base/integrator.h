/* SPDX-License-Identifier: BSD-3-Clause */
/** @file integrator.h  Integration of initial value problems whose solution stays on a manifold, by SUNDIALS.
 *
 *      y' = f(t, y),   y(t₀) = y₀,   y ∈ ℝⁿ;   after every accepted step  y ← P(t, y)
 *
 *  P projects onto an invariant manifold of the equation, such as g(t, y) = 0 with ∂g/∂t + ∂g/∂y f = 0; errors of the
 *  integration would lead away from it. Projection onto a smooth manifold keeps the order of a method [E. Hairer,
 *  C. Lubich, G. Wanner, Geometric Numerical Integration, IV.4].
 *
 *  *Not stiff*: the explicit Runge-Kutta pair of Fehlberg of order 8(7), 13 stages [NASA TR R-287, 1968], by ARKODE.
 *  *Stiff*: backward differentiation formulas of order 1 to 5 with Newton's method and a dense matrix, by CVODE; the
 *  estimate of the error is projected, too [E. Eich, SIAM J. Numer. Anal. 30 (1993) 1467].
 *
 *  A step is accepted if the weighted root mean square of its estimated error, √(Σ (eᵢ/(ρ|yᵢ| + αᵢ))²/n), is at most 1
 *  (relative tolerance ρ, absolute tolerances αᵢ). Both methods keep the error of *one step* there; the error at the
 *  end grows with the equation. Below ρ of about 1e-14 it is rounding that is estimated, and steps become ever shorter.
 *
 *  Nothing is interpolated, as polynomials through two steps leave the manifold: every time where y is wanted is the
 *  end of a step, by a stop time. Where f changes its form (switches, impulses), stop there and reset.
 *
 *  The library is in a plugin, loaded by the first integrator. Cost of a step: 13 evaluations of f (not stiff), or 1 to
 *  4, and a factorisation of an n × n matrix now and then; of memory: 25 vectors, or 20 and two n × n matrices. */
#ifndef BASE_INTEGRATOR_H
#define BASE_INTEGRATOR_H

#include "holonome/status.h"

#include <stdbool.h>
#include <stddef.h>

/** What is said where SUNDIALS cannot be loaded. */
#define HOL_INTEGRATOR_MISSING                                                                                         \
  "the plugin libholonome_sundials.so or the SUNDIALS library cannot be loaded; Debian's package recommends the "      \
  "library, and libsundials-dev is needed where holonome is built"

/** An equation. `count` ≥ 1; `project` and `jacobian` may be NULL.
 *
 *  All functions may be called at states of steps that are rejected later. They return HOL_OK; HOL_NUMERICAL where they
 *  are not defined (a logarithm of a negative number, a singular matrix), which makes the step shorter, as numbers do
 *  that are not finite; any other status ends the step, whose status it is: HOL_INCOMPLETE for an interrupt. */
typedef struct hol_integrator_equation {
  void *self;   /**< handed to all functions; borrowed */
  size_t count; /**< n */
  /** f. @param[out] rate  [n] */
  hol_status (*rate)(void *self, double t, const double *y, double *rate);
  /** P. @param[in,out] y  [n] near the manifold */
  hol_status (*project)(void *self, double t, double *y);
  /** ∂f/∂y, of stiff equations; NULL: by differences.
   *  @param[in]  rate      [n] f(t, y)
   *  @param[out] jacobian  [n * n] ∂fᵢ/∂yⱼ at i + n j; zero at first */
  hol_status (*jacobian)(void *self, double t, const double *y, const double *rate, double *jacobian);
} hol_integrator_equation;

/** Why a step fails with HOL_NUMERICAL. */
typedef enum hol_integrator_failure {
  HOL_INTEGRATOR_FINE,      /**< it does not */
  HOL_INTEGRATOR_ACCURACY,  /**< the error stays above the tolerance, or the step is shorter than the rounding of t */
  HOL_INTEGRATOR_UNDEFINED, /**< f, P or ∂f/∂y is not defined, however short the step; or it is not finite */
  HOL_INTEGRATOR_NEWTON     /**< Newton's method does not converge, however short the step */
} hol_integrator_failure;

typedef struct hol_integrator_counts {
  size_t steps, rejected;               /**< steps accepted; tried and rejected */
  size_t rates, projections, jacobians; /**< evaluations of f (with those for differences), P, ∂f/∂y */
} hol_integrator_counts;

/** Opaque; NULL is valid for freeing. */
typedef struct hol_integrator hol_integrator;

/** Create an integrator. f is not called yet; y is taken as it is, without projection.
 *  @param[in]  equation   copied
 *  @param[in]  relative   ρ ≥ 0
 *  @param[in]  absolute   [n] αᵢ > 0, in the unit of yᵢ; copied
 *  @param[in]  y          [n]; copied
 *  @param[out] integrator to be freed; NULL on failure
 *  @return HOL_FILE if SUNDIALS cannot be loaded (HOL_INTEGRATOR_MISSING); HOL_INVALID: n = 0 or a tolerance out of its
 *          range; HOL_MEMORY */
HOL_MUST_CHECK hol_status hol_integrator_make(const hol_integrator_equation *equation, bool is_stiff, double relative,
                                              const double *absolute, double t, const double *y,
                                              hol_integrator **integrator);
void hol_integrator_free(hol_integrator *integrator);

/** Take one accepted step, as long as the tolerance allows and to `stop` at most.
 *  @param[out] t  its end; where that is `stop`, `stop` to the last bit. Stops up to 8 roundings of t ahead are reached
 *                 without a step, and where `stop` is not ahead nothing happens: t and y are those of the last step
 *  @param[out] y  [n] projected
 *  @return the status of a function of the equation; HOL_NUMERICAL: see hol_integrator_why(); HOL_MEMORY. The
 *          integrator then still is where it was, t and y are unchanged, and the next call tries again */
HOL_MUST_CHECK hol_status hol_integrator_step(hol_integrator *integrator, double stop, double *t, double *y);
/** Why the last step failed. */
hol_integrator_failure hol_integrator_why(const hol_integrator *integrator);

/** Go on from another state, or from the same with another f: what is known of earlier steps is forgotten. Always
 *  called where f or y jumps.
 *  @param[in] first_step  tried first, such as hol_integrator_step_size() from before; 0: estimated by two or more
 *                         evaluations of f. Stiff: 0 is right most often, since the order begins at 1
 *  @return HOL_MEMORY */
HOL_MUST_CHECK hol_status hol_integrator_reset(hol_integrator *integrator, double t, const double *y,
                                               double first_step);
/** Change the tolerances from the next step on. @return HOL_INVALID: out of their range; HOL_MEMORY */
HOL_MUST_CHECK hol_status hol_integrator_set_tolerance(hol_integrator *integrator, double relative,
                                                       const double *absolute);

/** The last step that was as long as the tolerance allowed, not cut short by a stop (if all were, the longest); 0
 *  before the first. */
double hol_integrator_step_size(const hol_integrator *integrator);
/** Counts since the integrator was made. */
hol_integrator_counts hol_integrator_count(const hol_integrator *integrator);

#endif

/* SPDX-License-Identifier: BSD-3-Clause */
/** @file linearise.h  Small motions about rest, about a steady motion, or about a state of a motion: eigenvalues on the
 *  tangent space of the constraints.
 *
 *  With the accelerations eliminated, (dq, dq')' = X (dq, dq'), X = [0 I; Y0 Y1] from
 *
 *      [M -B'; A 0] (dq'', dlambda) = -(K dq + D dq', G0 dq + G1 dq')                            (jacobian.h)
 *
 *  and X leaves the tangent space {df/dq dq = 0, d(df/dt)/dq dq + df/dq dq' = 0, dphi/dq dq + dphi/dq' dq' = 0}
 *  invariant: V'X V on an orthonormal basis V of it. Its zero eigenvalues stand in Jordan blocks and would come out as
 *  1e-8: each coordinate that does not occur in the equations gives one (a symmetry), and each parameter of a family of
 *  steady motions one more (Lyapunov-Malkin); their vectors are taken out first, in this order, and the others are the
 *  eigenvalues of what is left.
 *
 *  At rest under holonomic constraints K and M are symmetric on the tangent space: Z'K Z - omega^2 Z'M Z. Frequencies
 *  are then counted by inertia (Sylvester) at both ends of a bracket, and the equilibrium is stable if K is positive
 *  definite (Lagrange, Dirichlet). */
#ifndef MOTION_LINEARISE_H
#define MOTION_LINEARISE_H

#include "holonome/status.h"
#include "motion/jacobian.h"
#include "motion/system.h"

/** About which motion. */
typedef enum {
  HOL_LINEARISE_EQUILIBRIUM, /**< rest near the start, found by Newton's method */
  HOL_LINEARISE_STEADY,      /**< the start with some speeds given, the others as the constraints have them */
  HOL_LINEARISE_TIME,        /**< the state of the motion at a time; coefficients are those of this instant */
} hol_linearise_about;

/** What `analysis: linearise:` asks for. */
typedef struct hol_linearise_request {
  hol_linearise_about about;
  double time;   /**< HOL_LINEARISE_TIME */
  double *speed; /**< [coordinates] HOL_LINEARISE_STEADY: speeds given, NAN of others; owned */
  hol_place place;
} hol_linearise_request;

typedef enum { HOL_STABILITY_STABLE, HOL_STABILITY_UNSTABLE, HOL_STABILITY_UNDECIDED } hol_stability;

/** One eigenvalue s, or a pair s, conj(s). */
typedef struct hol_linearise_root {
  double real, imaginary; /**< imaginary >= 0, 1/s */
  double error;           /**< of |s|, by its condition and rounding */
  double lower, upper;    /**< of a frequency at rest under holonomic constraints: bracket of omega; else NAN */
} hol_linearise_root;

/** {0} is empty; hol_linearised_clear() frees it. */
typedef struct hol_linearised {
  const hol_motion_system *system; /**< borrowed */
  double *position, *speed;        /**< [coordinates] of the motion that it is about */
  double *reaction;                /**< [constraints] NAN where not unique */
  double residual;    /**< largest acceleration there, beside the size of its terms: 0 at rest and in steady motion */
  size_t dimension;   /**< of the tangent space */
  size_t by_symmetry; /**< zero eigenvalues of coordinates that do not occur */
  size_t by_family;   /**< zero eigenvalues of parameters of the family of steady motions */
  hol_linearise_root *root; /**< [roots] rising by |s|, pairs once */
  size_t roots;
  double *shape;     /**< [roots][coordinates][2] real and imaginary part of dq, largest of size 1 */
  bool is_holonomic; /**< at rest under holonomic constraints: frequencies are counted */
  size_t counted;    /**< negative eigenvalues of K on the tangent space, by inertia */
  hol_stability stability;
  const char *reason; /**< of it, in words; static */
  bool complete;      /**< all roots are found: as many as the dimension says, and where frequencies are counted
                                   each bracket holds as many as it should */
} hol_linearised;

/** Linearise a system. @param[in] state  [hol_motion_state_size()] on the constraints: the start, or that of the time
 *  @param[out] linearised  {0} on entry, to be cleared in every case  @param[out] faults  no equilibrium is found
 *  @return HOL_INVALID: see faults; HOL_INCOMPLETE; HOL_NUMERICAL, HOL_MEMORY */
HOL_MUST_CHECK hol_status hol_motion_linearise(const hol_motion_system *system, const hol_linearise_request *request,
                                               const double *state, double time, hol_linearised *linearised,
                                               hol_faults *faults);
void hol_linearised_clear(hol_linearised *linearised);

#endif

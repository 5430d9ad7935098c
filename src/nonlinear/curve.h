/* SPDX-License-Identifier: BSD-3-Clause */
/** @file curve.h  Curves of steady motions with any number of harmonics. Module `nonlinear`. */
#ifndef NONLINEAR_CURVE_H
#define NONLINEAR_CURVE_H

#include "nonlinear/model.h"

/** Free everything, leave {0}. Idempotent. */
void hol_nonlinear_curve_clear(hol_nonlinear_curve *curve);

/** How to trace; zero members take their defaults. */
typedef struct hol_nonlinear_options {
  double from, to;     /**< rad/s, 0 < from < to */
  size_t harmonics;    /**< H of the force's frequency, even ones and the mean included; 0: as many as the motions
                                  need, for every period of its own */
  size_t period;       /**< largest period sought, in periods of the force; 1. Greater: subharmonic branches too */
  double step;         /**< first step along the curve, relative; any positive number; 0.01 */
  size_t points;       /**< least number of points across the range: bounds the step; 50 */
  size_t max_points;   /**< per branch; 100000 */
  size_t max_branches; /**< 100 */
  size_t search;       /**< frequencies, evenly spaced by their logarithms, at which further motions are looked for,
                                  besides the ends of the range and where such motions are born; 5, with subharmonic
                                  branches 24 */
  const double *at;
  size_t ats;        /**< more frequencies where they are looked for; borrowed */
  bool only_primary; /**< leave out branches from branch points and period doublings */
  bool no_stability;
} hol_nonlinear_options;

/** All branches of steady motions in a frequency range.
 *
 *  Branches are followed by arc length. A step is refused if the tangent turns too far, Newton's method contracts too
 *  slowly or its correction is too large; between two accepted points the signs of the bordered determinant and of the
 *  frequency's share in the tangent, the inertia of the symmetric part of the Jacobian and the number of multipliers
 *  outside the unit circle must be explained by the events located there, otherwise the step is halved.
 *  Beginnings: the force grown from zero at both ends of the range; one mode: all solutions of the one-harmonic
 *  equation between its folds, and all periodic motions found by letting states run until they repeat and by Newton's
 *  method on the Poincaré map, from a grid of states and from free motions - with subharmonic branches also those that
 *  continuation in the loss leads to from motions with less of it (isolas.h), motions of shorter periods first; several
 *  modes: at the searched frequencies the solutions of the one-harmonic equation of each mode alone, and its free
 *  motions at one, two and three times the frequency.
 *  @param[out] curve  {0} on entry, to be cleared in every case
 *  @return HOL_INVALID for options out of range or a model without any loss, HOL_NUMERICAL, HOL_MEMORY; curves that are
 *  not complete are no failure. Not collective. */
HOL_MUST_CHECK hol_status hol_nonlinear_trace(const hol_nonlinear_model *model, const hol_nonlinear_options *options,
                                              hol_nonlinear_curve *curve);

/** Free undamped motion that starts in lateral mode k with small amplitude (about the bottom of the well where ω_k² <
 *  0), time-symmetric (cosines only), until the RMS of q_k, its mean included, passes rms_limit or its frequency leaves
 *  [from, to] of the options (both 0: no bounds).
 *  Forces and losses of the model are left out; stability is not computed. One branch.
 *  @return as hol_nonlinear_trace(); HOL_INVALID also where mode k has no small free motions */
HOL_MUST_CHECK hol_status hol_nonlinear_backbone(const hol_nonlinear_model *model, size_t k, double rms_limit,
                                                 const hol_nonlinear_options *options, hol_nonlinear_curve *curve);

/** Coordinate i of a point of a branch at phase θ = νt/period. */
double hol_nonlinear_motion(const hol_nonlinear_branch *branch, const double *coefficient, size_t i, double theta);
/** Its largest magnitude over a period (right to rounding). */
double hol_nonlinear_amplitude(const hol_nonlinear_branch *branch, const double *coefficient, size_t i);
/** Its h-th harmonic of ν/period, √(c² + s²) (h = 0: the mean). */
double hol_nonlinear_harmonic(const hol_nonlinear_branch *branch, const double *coefficient, size_t i, size_t h);

#endif

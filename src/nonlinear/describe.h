/* SPDX-License-Identifier: BSD-3-Clause */
/** @file describe.h  Result of the analysis `nonlinear`, steady motions, written quantity by quantity. */
#ifndef NONLINEAR_DESCRIBE_H
#define NONLINEAR_DESCRIBE_H

#include "holonome/solve.h"
#include "result/sink.h"

/** Quantities of a motion and of its curve, the same in all outputs. */
enum {
  HOL_CURVE_NU,
  HOL_CURVE_LEVEL,
  HOL_CURVE_VISCOUS,
  HOL_CURVE_ETA,
  HOL_CURVE_UNSTABLE,
  HOL_CURVE_MULTIPLIER,
  HOL_CURVE_QUANTITIES
};
extern const hol_quantity hol_curve_quantity[HOL_CURVE_QUANTITIES];

/** Write all of it as one record `nonlinear`. Not collective. */
void hol_nonlinear_describe(const hol_nonlinear_result *result, const hol_sink *sink);
/** Write a hol_nonlinear_result as a list with columns: number of the curve, level, viscous, eta, law (linear or
 *  cubic), branch, period, kind, nu, hertz, for each coordinate its largest displacement and its harmonic of the
 *  force's frequency, number of multipliers outside the unit circle, largest multiplier (the last two empty for
 *  events). Of each curve first the points and events in the order of the path (kind point, fold-max, …), then the
 *  motions at requested frequencies (motion). Then a row folds-vanish for every loss factor found, and the backbone,
 *  with empty first columns.
 *  @return HOL_MEMORY */
HOL_MUST_CHECK hol_status hol_nonlinear_rows(const void *result, const hol_sink *sink);

/** Write the position of the beam and the shapes of its coordinates as `geometry` and `coordinates`; nothing for an
 *  equation without a beam. */
void hol_nonlinear_draw(const hol_nonlinear_result *result, const hol_sink *sink);

#endif

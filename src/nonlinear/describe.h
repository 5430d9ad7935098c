/* SPDX-License-Identifier: BSD-3-Clause */
/** @file describe.h  What is found of steady motions, told quantity by quantity. */
#ifndef NONLINEAR_DESCRIBE_H
#define NONLINEAR_DESCRIBE_H

#include "holonome/solve.h"
#include "result/sink.h"

/** What several tellings have of a motion and of the curve that it is on. */
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

/** Tell all of it as one record `nonlinear`. Not collective. */
void hol_nonlinear_describe(const hol_nonlinear_result *result, const hol_sink *sink);
/** Tell a hol_nonlinear_result as a list with columns, a row per point and event, in the order of travel: number of the
 *  curve, level, viscous, eta, law (linear or cubic), branch, period, kind (point, fold-max, …, motion), nu, hertz,
 *  largest displacement and first harmonic of every coordinate, multipliers outside the unit circle, largest
 *  multiplier. Then a row of kind folds-vanish for every loss factor found, and the backbone, with empty first columns.
 *  @return HOL_MEMORY */
HOL_MUST_CHECK hol_status hol_nonlinear_rows(const void *result, const hol_sink *sink);

/** Where the beam is, and the shapes of its coordinates, as `geometry` and `coordinates`; nothing of a bare
 *  equation. */
void hol_nonlinear_draw(const hol_nonlinear_result *result, const hol_sink *sink);

#endif

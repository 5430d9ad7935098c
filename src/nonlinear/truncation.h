/* SPDX-License-Identifier: BSD-3-Clause */
/** @file truncation.h  What the harmonics left out of a curve amount to. */
#ifndef NONLINEAR_TRUNCATION_H
#define NONLINEAR_TRUNCATION_H

#include "nonlinear/curve.h"

/** Fill `tail` and `missing` of all branches. The residual of a motion at the harmonics h between H and 2H (few ones:
 *  3H), which the equations with H harmonics do not see, would be balanced there by about residual/(M(ω² − (hw)²)).
 *  @return HOL_MEMORY */
HOL_MUST_CHECK hol_status hol_truncation_measure(const hol_nonlinear_model *model, hol_nonlinear_curve *curve);

/** Mark the curve as incomplete where so much is missing: with harmonics chosen by the program where the first digit
 *  is at stake, with those of the file where they cannot be meant. */
void hol_truncation_check(bool chosen, hol_nonlinear_curve *curve);

/** Fill `error` of all events and of all motions at frequencies asked for: they are solved with more harmonics, too, by
 *  a third at least, events on the plane across the branch there.
 *  @return HOL_MEMORY */
HOL_MUST_CHECK hol_status hol_truncation_errors(const hol_nonlinear_model *model, const hol_nonlinear_options *options,
                                                hol_nonlinear_curve *curve);

#endif

/* SPDX-License-Identifier: BSD-3-Clause */
/** @file confirm.h  Curves checked by integration in time. */
#ifndef NONLINEAR_CONFIRM_H
#define NONLINEAR_CONFIRM_H

#include "farm/farm.h"
#include "holonome/solve.h"
#include "nonlinear/request.h"

/** Let motions of every branch run, disturbed a little: stable ones have to come back, unstable ones to go away. Those
 *  of every stretch of a branch with the same stability that are `points` to it, evenly; not so close to a change of
 *  stability that more than some ten thousand periods are needed. A stable one that does not come back, or not to the
 *  motion of the branch, makes the curve not complete.
 *  @param[in] farm  or NULL
 *  @return HOL_MEMORY, HOL_INCOMPLETE if it is told to stop. */
HOL_MUST_CHECK hol_status hol_confirm(const hol_nonlinear_model *model, const hol_nonlinear_time_check *check,
                                      hol_farm *farm, hol_nonlinear_curve *curve);

/** The cheap form for one mode: at one motion of every stretch of a branch with the same stability and at every motion
 *  asked for, Newton's method on the Poincaré map begins from the motion's state at t = 0; the motion is confirmed if
 *  it stays near. The errors of motions asked for become at least the differences found. With `exact` a stable one that
 *  is not confirmed makes the curve not complete.
 *  @return HOL_MEMORY */
HOL_MUST_CHECK hol_status hol_confirm_by_map(const hol_nonlinear_model *model, bool exact, hol_nonlinear_curve *curve);

#endif

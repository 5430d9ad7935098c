/* SPDX-License-Identifier: BSD-3-Clause */
/** @file program_rates.h  Rates of all that is integrated, among them the controls of programs, see programs.h. */
#ifndef MOTION_PROGRAM_RATES_H
#define MOTION_PROGRAM_RATES_H

#include "motion/solver.h"

/** Rates of all that is integrated, at time t and state y: speeds, accelerations, auxiliary states, controls of
 *  programs, the power. The derivatives of q from the third on go into the variables.
 *  @param[out] rate  [hol_motion_state_size()]
 *  @return HOL_NUMERICAL: accelerations or controls are not determined; HOL_MEMORY */
HOL_MUST_CHECK hol_status hol_motion_rates(hol_motion_solver *solver, double t, const double *y, double *rate);

#endif

/* SPDX-License-Identifier: BSD-3-Clause */
/** @file program_rates.h  Rates of the controls of programs, see programs.h. */
#ifndef MOTION_PROGRAM_RATES_H
#define MOTION_PROGRAM_RATES_H

#include "motion/solver.h"

/** Rates of the states of programs at the present numbers, after hol_motion_solver_accelerate(): the derivatives of q
 *  from the third on go into the variables.
 *  @param[in]  state  [hol_motion_program_states()]  @param[out] rate  likewise
 *  @return HOL_NUMERICAL: the controls are not determined; HOL_MEMORY */
HOL_MUST_CHECK hol_status hol_motion_program_rates(hol_motion_solver *solver, const double *state, double *rate);

#endif

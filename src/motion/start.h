/* SPDX-License-Identifier: BSD-3-Clause */
/** @file start.h  Checks of the state in which a motion starts. */
#ifndef MOTION_START_H
#define MOTION_START_H

#include "motion/result.h"
#include "motion/solver.h"

/** Set the state at time 0, put it onto the constraints, and find what is wrong with it.
 *
 *  Faults, each with the names of the coordinates or constraints: a number that is not defined at the start; a
 *  constraint whose gradient vanishes there; a start that violates constraints (unless the request assembles, or it is
 *  rounding); constraints that contradict each other in positions, speeds or accelerations; a mass matrix with a
 *  negative direction; a coordinate whose acceleration is not determined (a null vector of [M; A]).
 *  @param[in,out] solver  its numbers, rows and accelerations are those of the start afterwards
 *  @param[out]    state   [hol_motion_state_size()]
 *  @param[in,out] result  rows, rank, assembling are set
 *  @return HOL_INVALID: see faults; HOL_MEMORY */
HOL_MUST_CHECK hol_status hol_motion_start_check(hol_motion_solver *solver, const hol_motion_request *request,
                                                 double *state, hol_motion_result *result, hol_faults *faults);

#endif

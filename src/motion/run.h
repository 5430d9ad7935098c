/* SPDX-License-Identifier: BSD-3-Clause */
/** @file run.h  Motion of a system over time, with its errors. */
#ifndef MOTION_RUN_H
#define MOTION_RUN_H

#include "holonome/solve.h"
#include "motion/result.h"
#include "motion/system.h"

/** Compute a motion twice, at a tolerance and at a thirtieth of it, and take the difference as its error; tolerances
 *  are tightened until the error is within the accuracy asked for, or rounding ends that.
 *
 *  The numbers are those of the tighter integration (Fehlberg 8(7) with projection after every step, or BDF where the
 *  request says stiff). Drift and power balance are independent checks: the first of the constraints, the second of
 *  everything else.
 *  @param[in]  system, request  borrowed as long as the result is used
 *  @param[in]  watch   output times are told
 *  @param[out] result  {0} on entry, to be cleared in every case
 *  @param[out] faults  of the start, each by name: constraints that contradict each other in positions, speeds or
 *                      accelerations; an acceleration that is not determined; a gradient that vanishes; a mass matrix
 *                      with a negative direction; a start that violates constraints
 *  @return HOL_OK; HOL_INCOMPLETE: result->complete is false, or progress said stop; HOL_INVALID: see faults;
 *          HOL_FILE: the plugin of the integrator is missing; HOL_MEMORY. Not collective.
 *
 *  Cost: about 13 (explicit) evaluations of the equations for each step, each linear in their steps plus the solution
 *  of a system of n + m unknowns. */
HOL_MUST_CHECK hol_status hol_motion_run(const hol_motion_system *system, const hol_motion_request *request,
                                         hol_watch watch, hol_motion_result *result, hol_faults *faults);

#endif

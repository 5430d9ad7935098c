/* SPDX-License-Identifier: BSD-3-Clause */
/** @file integrate.h  Integration of a motion over time at one tolerance, with projection onto the constraints after
 *  every step. Output times and events are ends of steps; nothing is interpolated. */
#ifndef MOTION_INTEGRATE_H
#define MOTION_INTEGRATE_H

#include "holonome/solve.h"
#include "motion/equations.h"
#include "motion/result.h"

/** Where a motion starts, and the sizes of its numbers. */
typedef struct hol_motion_start {
  const hol_motion_equations *equations; /**< borrowed */
  const hol_motion_request *request;     /**< borrowed */
  const double *state;                   /**< [hol_motion_state_size()] on the constraints */
  double *scale;                         /**< [hol_motion_state_size()] sizes of the components of the state, > 0; */
} hol_motion_start;

/** Integrate from time 0 to the last output time.
 *  @param[in]     tolerance  relative to the scales
 *  @param[in,out] result     made by hol_motion_result_make(); filled up to `stopped_at`
 *  @param[out]    largest    [hol_motion_state_size()] largest sizes of the components of the state; or NULL
 *  @return HOL_OK also where the motion ends early, see result->stopped_at; HOL_INCOMPLETE (stopped by progress),
 *          HOL_MEMORY */
HOL_MUST_CHECK hol_status hol_motion_integrate(const hol_motion_start *start, double tolerance, hol_watch watch,
                                               hol_motion_result *result, double *largest);

/** Allocate the arrays of a result. @param[out] result  {0} on entry, to be cleared in every case @return HOL_MEMORY */
HOL_MUST_CHECK hol_status hol_motion_result_make(const hol_motion_start *start, hol_motion_result *result);

#endif

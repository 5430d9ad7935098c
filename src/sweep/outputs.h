/* SPDX-License-Identifier: BSD-3-Clause */
/** @file outputs.h  Outputs of other analyses at one point of a sweep. */
#ifndef SWEEP_OUTPUTS_H
#define SWEEP_OUTPUTS_H

#include "holonome/solve.h"
#include "sweep/plan.h"

/** Are the analyses of all outputs asked for in the file? @return HOL_INVALID with faults */
HOL_MUST_CHECK hol_status hol_outputs_check(const hol_study *study, hol_faults *faults);

/** Run the analyses of the outputs and select the outputs.
 *  @param[in]  study    of the sweep
 *  @param[in]  here     the structure at the point
 *  @param[in]  watch    nothing is stored
 *  @param[out] value    [outputs] NAN: there is none of it here
 *  @param[out] unit     [outputs] written where there is one; NULL: not wanted
 *  @param[out] ended    the worst status of these analyses
 *  @param[out] faults   of these analyses, and last that of a name
 *  @return HOL_INVALID: no result has a number of this name; HOL_INCOMPLETE: cancelled; HOL_MEMORY */
HOL_MUST_CHECK hol_status hol_outputs_take(const hol_study *study, hol_problem *here, hol_watch watch, double *value,
                                           char (*unit)[48], hol_status *ended, hol_faults *faults);

#endif

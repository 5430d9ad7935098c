/* SPDX-License-Identifier: BSD-3-Clause */
/** @file assemble.h  Assembly of the arrays of a sweep from its finished points, its branches and statistics. */
#ifndef SWEEP_ASSEMBLE_H
#define SWEEP_ASSEMBLE_H

#include "sweep/plan.h"
#include "sweep/record.h"

/** Return the grid neighbour before a point: along the last axis that is not at its first value.
 *  @param[out] axis  along which
 *  @return SIZE_MAX for point 0 */
size_t hol_plan_before(const hol_plan *plan, size_t point, size_t *axis);

/** Fill a sweep from all its points, in order.
 *  @param[in] point  [plan->points] all done
 *  @param[in] unit   [plan->outputs]; empty: none is known
 *  @return HOL_MEMORY */
HOL_MUST_CHECK hol_status hol_sweep_assemble(const hol_problem *problem, const hol_sweep_point *point,
                                             const char (*unit)[48], hol_sweep *sweep);

/** Assign every frequency to its branch, find the veerings that several points resolve, sort the events. */
HOL_MUST_CHECK hol_status hol_sweep_branches(const hol_plan *plan, const hol_sweep_point *point, hol_sweep *sweep);

/** Free the contents of a state. */
void hol_sweep_state_clear(hol_sweep_state *state);

/** Compute the statistics of every column and every output. */
HOL_MUST_CHECK hol_status hol_sweep_take_statistics(hol_sweep *sweep);

#endif

/** @file assemble.h  From finished points to the arrays of a sweep. */
#ifndef SWEEP_ASSEMBLE_H
#define SWEEP_ASSEMBLE_H

#include "sweep/plan.h"
#include "sweep/record.h"

/** The grid neighbour that comes before a point: along the last axis that is not at its first value.
 *  @param[out] axis  along which
 *  @return SIZE_MAX for point 0 */
size_t hol_plan_before(const hol_plan *plan, size_t point, size_t *axis);

/** Fill a sweep from all its points, in order.
 *  @param[in] point  [plan->points] all done
 *  @param[in] unit   [plan->outputs]; empty: none is known
 *  @return HOL_MEMORY */
HOL_MUST_CHECK hol_status hol_sweep_assemble(const hol_problem *problem, const hol_sweep_point *point,
                                             const char (*unit)[48], hol_sweep *sweep);

/** Give every frequency its branch, find the veerings that several points resolve, order the events. */
HOL_MUST_CHECK hol_status hol_sweep_branches(const hol_plan *plan, const hol_sweep_point *point, hol_sweep *sweep);

/** Free what a state has. */
void hol_sweep_state_clear(hol_sweep_state *state);

/** Statistics of every column and every output. */
HOL_MUST_CHECK hol_status hol_sweep_take_statistics(hol_sweep *sweep);

#endif

/** @file closer.h  A closer look at a sweep: more points around its events, and shapes at its ends and events.
 *
 *  Where two frequencies veer the points of a grid are most often too far apart to show it: what is drawn through them crosses. */
#ifndef SWEEP_CLOSER_H
#define SWEEP_CLOSER_H

#include "farm/farm.h"
#include "sweep/point.h"

/** Loupes and states of a grid whose modes are followed; states alone of other grids. Collective.
 *  @param[in,out] farm    its points are told, and kept behind those of the grid
 *  @param[in,out] sweep   with everything else filled; the same on every rank
 *  @return what a store or progress returns, HOL_MEMORY. The same on every rank. Cost: 41 points for each of the first events of a
 *          grid of one parameter, and a solution with shapes for each state, on every rank */
HOL_MUST_CHECK hol_status hol_sweep_look_closer(hol_farm *farm, hol_solver *solver, hol_sweep *sweep);

#endif

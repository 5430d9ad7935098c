/* SPDX-License-Identifier: BSD-3-Clause */
/** @file refined_window.h  Refined windows of a sweep: more points around its events, and mode shapes.
 *
 *  Near a veering the points of a grid are most often too far apart to show it: curves drawn through them cross. */
#ifndef SWEEP_REFINED_WINDOW_H
#define SWEEP_REFINED_WINDOW_H

#include "farm/farm.h"
#include "sweep/point.h"

/** Compute refined windows and states of a grid whose modes are followed; states alone of other grids.
 *  Collective.
 *  @param[in,out] farm    progress of its points is reported, and they are recorded after those of the grid
 *  @param[in,out] sweep   with everything else filled; the same on every rank
 *  @return what a store or progress returns, HOL_MEMORY. The same on every rank. Cost: 41 points for each of the first
 *          events of a grid of one parameter, and a solution with shapes for each state, on every rank */
HOL_MUST_CHECK hol_status hol_sweep_refine_events(hol_farm *farm, hol_solver *solver, hol_sweep *sweep);

#endif

/* SPDX-License-Identifier: BSD-3-Clause */
/** @file shoot.h  Periodic motions of one coordinate at one frequency, as fixed points of the Poincaré map. */
#ifndef NONLINEAR_SHOOT_H
#define NONLINEAR_SHOOT_H

#include "farm/farm.h"
#include "holonome/solve.h"
#include "nonlinear/model.h"

/** A periodic motion. Its images - later by half periods of the force, every other one with reversed sign - are not
 *  listed. */
typedef struct hol_cycle {
  double state[2]; /**< displacement and velocity at t = 0 */
  size_t period;   /**< in periods of the force, the shortest */
  bool is_stable;
} hol_cycle;

typedef struct hol_cycles {
  hol_cycle *cycle;
  size_t count, capacity;
} hol_cycles;

void hol_cycles_clear(hol_cycles *cycles);

/** A state near which a motion with so many periods may begin. */
typedef struct hol_cycle_start {
  double state[2];
  size_t period;
} hol_cycle_start;

/** What is searched: states in |q| ≤ box[0], |v| ≤ box[1]. */
typedef struct hol_cycle_search {
  size_t shortest, longest; /**< periods */
  size_t grid; /**< Newton's method for the shortest period from so many states per side, besides the starts */
  size_t grid_of_others; /**< the same for the others */
  double loss;           /**< the losses are this part of the model's; 0: 1 */
  size_t settling;       /**< states, besides the starts, that are let run until they repeat: stable motions */
  double box[2];         /**< > 0 */
  const hol_cycle_start *start;
  size_t starts; /**< borrowed */
} hol_cycle_search;

/** Add the motions found, stable ones first.
 *  @param[in] farm  the search is an operation of its item; or NULL
 *  @return HOL_MEMORY, HOL_INCOMPLETE if it is told to stop */
HOL_MUST_CHECK hol_status hol_cycles_find(const hol_nonlinear_model *model, double nu, const hol_cycle_search *how,
                                          hol_farm *farm, hol_cycles *cycles);

#endif

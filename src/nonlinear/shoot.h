/** @file shoot.h  Periodic motions of one coordinate at one frequency, as fixed points of the Poincaré map. */
#ifndef NONLINEAR_SHOOT_H
#define NONLINEAR_SHOOT_H

#include "nonlinear/keep.h"

typedef struct hol_cycles {
  double *state;      /**< [count][2] displacement and velocity at t = 0 */
  size_t count, capacity;
} hol_cycles;

void hol_cycles_clear(hol_cycles *cycles);

/** What is searched: states in |q| ≤ box[0], |v| ≤ box[1]; motions of `period` periods of the force. */
typedef struct hol_cycle_search {
  size_t period, grid;       /**< grid: states per side */
  double box[2];             /**< > 0 */
} hol_cycle_search;

/** Newton's method on the map over `period` periods of the force from a grid of states.
 *  Motions with a shorter period are left out.
 *  @param[in] keeper  the search is an operation of its task; or NULL
 *  @return HOL_MEMORY, HOL_INCOMPLETE if the keeper says stop */
HOL_MUST_CHECK hol_status hol_cycles_find(const hol_nonlinear_model *model, double nu, hol_cycle_search how,
                                          hol_keeper *keeper, hol_cycles *cycles);

#endif

/** @file shoot.h  Periodic motions of one coordinate at one frequency, as fixed points of the Poincaré map. */
#ifndef NONLINEAR_SHOOT_H
#define NONLINEAR_SHOOT_H

#include "holonome/nonlinear.h"

typedef struct hol_cycles {
  double *state;      /**< [count][2] displacement and velocity at t = 0 */
  size_t count, capacity;
} hol_cycles;

void hol_cycles_clear(hol_cycles *cycles);

/** Newton's method on the map over `period` periods of the force from a grid of states in |q| ≤ box[0], |v| ≤ box[1].
 *  Motions with a shorter period are left out.
 *  @param[in] grid  states per side
 *  @return HOL_MEMORY */
HOL_MUST_CHECK hol_status hol_cycles_find(const hol_nonlinear_model *model, double nu, size_t period, size_t grid,
                                          const double box[2], hol_cycles *cycles);

#endif

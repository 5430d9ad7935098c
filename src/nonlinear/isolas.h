/* SPDX-License-Identifier: BSD-3-Clause */
/** @file isolas.h  Isolated branches of motions of one coordinate, found by continuation in the loss.
 *
 *  With all its losses λ times what they are, the motions with m periods of the force at all frequencies form surfaces
 *  in (state, ν, λ). The branches are their level lines λ = 1. A branch that no other leads to (an isola) grows out of
 *  a point, its centre, where λ has a maximum along the surface, above 1 [Golubitsky, Schaeffer, Singularities and
 *  Groups in Bifurcation Theory I, ch. III]: at λ < 1 it is longer, however short it is at 1. From a motion with less
 *  loss the steepest ascent of λ along the surface leads to λ = 1, or to a maximum below. */
#ifndef NONLINEAR_ISOLAS_H
#define NONLINEAR_ISOLAS_H

#include "farm/farm.h"
#include "holonome/solve.h"
#include "nonlinear/shoot.h"

/** A motion at λ = 1 and its frequency. */
typedef struct hol_isola_motion {
  double nu;
  hol_cycle cycle;
} hol_isola_motion;

/** Where an ascent may go. */
typedef struct hol_isola_range {
  double from, to; /**< of ν */
  double box[2];   /**< as that of a search: measures states */
} hol_isola_range;

/** Follow motions at ν and λ < 1, first with ν fixed, and those that do not last that way up the surface. Images are as
 *  good.
 *  @param[in] loss    λ
 *  @param[in] cycles  of a search there
 *  @param[out] found  [cycles->count]
 *  @param[out] count  those that have come to λ = 1, in the order of `cycles`, without those of a shorter period
 *  @return HOL_MEMORY, HOL_INCOMPLETE if it is told to stop */
HOL_MUST_CHECK hol_status hol_isolas_ascend(const hol_nonlinear_model *model, const hol_isola_range *range, double nu,
                                            double loss, const hol_cycles *cycles, hol_farm *farm,
                                            hol_isola_motion *found, size_t *count);

#endif

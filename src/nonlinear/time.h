/* SPDX-License-Identifier: BSD-3-Clause */
/** @file time.h  Motion in time, with the derivative of the motion by its initial state. */
#ifndef NONLINEAR_TIME_H
#define NONLINEAR_TIME_H

#include "holonome/solve.h"
#include "nonlinear/model.h"

/** An integrator for one model and frequency; {0} is empty. */
typedef struct hol_clock {
  const hol_nonlinear_model *model; /**< borrowed */
  double nu, tolerance;
  size_t coordinates; /**< N */
  size_t columns;     /**< variations carried along: 0 or 2N */
  size_t size;        /**< 2N (1 + columns) numbers: state, then variations */
  double step;        /**< proposed */
  double *work;
  double *g, *gv;                                /**< [N] S q, S q̇ */
  double *gr;                                    /**< [2N] Q^r q, Q^r q̇ */
  double *table;                                 /**< [rows][size] */
  double *slope, *before, *now, *first, *result; /**< [size] */
} hol_clock;

HOL_MUST_CHECK hol_status hol_clock_start(hol_clock *clock, const hol_nonlinear_model *model, double nu,
                                          double tolerance, bool with_variations);
void hol_clock_clear(hol_clock *clock);

/** Advance y from one time to another.
 *  @return HOL_NUMERICAL if the step underflows or numbers are not finite */
HOL_MUST_CHECK hol_status hol_clock_run(hol_clock *clock, double from, double to, double *y);

/** Integrate the model from one time to another by extrapolation of the modified midpoint rule, error per unit of the
 *  state's scale below `tolerance` in every step.
 *  @param[in,out] state  [2N] displacements, then velocities
 *  @return HOL_NUMERICAL if the step underflows, HOL_MEMORY. Not collective. */
HOL_MUST_CHECK hol_status hol_nonlinear_integrate(const hol_nonlinear_model *model, double nu, double from, double to,
                                                  double tolerance, double *state);

#endif

/* SPDX-License-Identifier: BSD-3-Clause */
/** @file derive.h  Derivatives of the steps of a program with respect to its state variables.
 *
 *  The derivative of a step is a step, too, with its dimension, and can be differentiated again. Neutral elements are
 *  left out (expression/fold.h): what does not follow from a state has a derivative 0, so that the order of an equation
 *  can be seen from the steps it needs.
 *
 *  A choice has the derivative of the branch that is taken, min, max and abs likewise; comparisons, sign and rint have
 *  0, jumps counting nothing. Where branches meet the derivative is that of one side, and hol_program_switches() finds
 *  these places. */
#ifndef HOLONOME_EXPRESSION_DERIVE_H
#define HOLONOME_EXPRESSION_DERIVE_H

#include "expression/program.h"

/** With respect to what, and the derivatives found so far, until the program is rewound.
 *
 *  {.state = k} is the partial derivative by state k; {.rate = r, .states = n} the total one,
 *  df = Σ ∂f/∂z_k r_k, along rates that are steps of the program: with q' for each q, and 1 for time, df/dt. */
typedef struct hol_derivatives {
  uint16_t state;
  const hol_step *rate; /**< [states] of each state, 0: it does not change; borrowed; NULL: the partial derivative */
  size_t states;        /**< those with higher numbers do not change */
  hol_step *of;         /**< [capacity] derivative of each step, 0: not found yet; owned */
  size_t capacity;
} hol_derivatives;

/** Find the derivative of a step.
 *  @return HOL_MEMORY; the program may then have more steps than it had. Cost: steps up to this one, the first time. */
HOL_MUST_CHECK hol_status hol_program_derivative(hol_program *program, hol_derivatives *by, hol_step step,
                                                 hol_step *derivative);
/** Free what was found. Idempotent. */
void hol_derivatives_clear(hol_derivatives *by);

#endif

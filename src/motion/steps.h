/* SPDX-License-Identifier: BSD-3-Clause */
/** @file steps.h  Sums and products of steps of a program, and of vectors of three steps. Internal to module `motion`.
 *
 *  Step 0 stands for zero: what is multiplied by it is 0, what is added to it stays. A failure is kept, and every step
 *  after it is 0: it is asked for once, at the end. */
#ifndef MOTION_STEPS_H
#define MOTION_STEPS_H

#include "expression/program.h"
#include "holonome/status.h"

/** A program to which steps are added. */
typedef struct hol_steps {
  hol_program *program; /**< borrowed */
  hol_status status;    /**< HOL_OK, or what failed first */
} hol_steps;

/** Three components along the axes of the file. */
typedef struct hol_vector {
  hol_step c[3];
} hol_vector;

/** A constant; 0 gives step 0. */
hol_step hol_steps_number(hol_steps *s, double value, hol_dimension dimension);
/** A state variable with the value that it has at the start. */
hol_step hol_steps_state(hol_steps *s, size_t number, double value, hol_dimension dimension);
hol_step hol_steps_sum(hol_steps *s, hol_step a, hol_step b);
hol_step hol_steps_difference(hol_steps *s, hol_step a, hol_step b);
hol_step hol_steps_product(hol_steps *s, hol_step a, hol_step b);
/** a/b; b must not be 0. */
hol_step hol_steps_quotient(hol_steps *s, hol_step a, hol_step b);
/** A function of one number by its name: "sin", "cos", "sqrt". */
hol_step hol_steps_function(hol_steps *s, const char *name, hol_step a);
/** atan2(y, x). */
hol_step hol_steps_angle(hol_steps *s, hol_step y, hol_step x);

/** Constant components. */
hol_vector hol_steps_vector(hol_steps *s, const double value[3], hol_dimension dimension);
/** a + factor b. */
hol_vector hol_steps_add_scaled(hol_steps *s, hol_vector a, hol_step factor, hol_vector b);
hol_vector hol_steps_apart(hol_steps *s, hol_vector a, hol_vector b);
hol_vector hol_steps_scaled(hol_steps *s, hol_step factor, hol_vector a);
hol_vector hol_steps_cross(hol_steps *s, hol_vector a, hol_vector b);
hol_step hol_steps_dot(hol_steps *s, hol_vector a, hol_vector b);

#endif

/* SPDX-License-Identifier: BSD-3-Clause */
/** @file derivation.h  Symbolic derivation of the equations of motion, before the steps needed are copied. */
#ifndef MOTION_DERIVATION_H
#define MOTION_DERIVATION_H

#include "expression/derive.h"
#include "expression/extract.h"
#include "expression/fold.h"
#include "motion/equations.h"

/** Derivation under way: all steps are made in `all`, those of `to` number steps there. */
typedef struct hol_motion_derivation {
  const hol_motion_system *system; /**< borrowed */
  hol_motion_equations *to;        /**< borrowed */
  hol_program all;                 /**< owned */
  hol_derivatives *memo;           /**< [variables] what is known of the derivatives by each; owned */
  hol_derivatives total;           /**< by time along `rate` */
  size_t last;                     /**< variable of the derivative taken last */
  hol_step looked;                 /**< step whose variables are known; 0: none */
  bool *depends;                   /**< [variables] those of it; owned */
  bool *needed;                    /**< [room] scratch over the steps; owned */
  size_t room;
  hol_step *rate; /**< [variables] rates of the variables with accelerations left out; 0: none. Owned */
} hol_motion_derivation;

/** Derive all equations, see equations.h; the program of `to` stays empty.
 *  @param[out] d  {.system, .to} on entry, to be cleared in every case @return HOL_MEMORY */
HOL_MUST_CHECK hol_status hol_motion_derive(hol_motion_derivation *d);
void hol_motion_derivation_clear(hol_motion_derivation *d);

/** df/d(variable); 0: it is 0 identically. @param[in] f  0: 0 */
HOL_MUST_CHECK hol_status hol_motion_derivative(hol_motion_derivation *d, hol_step f, size_t variable,
                                                hol_step *result);
/** Total derivative by time along d->rate; states without a rate do not change. @param[in] f  0: 0 */
HOL_MUST_CHECK hol_status hol_motion_total_derivative(hol_motion_derivation *d, hol_step f, hol_step *result);
/** a + b, a - b or a b, of steps that may be 0. */
HOL_MUST_CHECK hol_status hol_motion_combine(hol_motion_derivation *d, hol_step_code code, hol_step a, hol_step b,
                                             hol_step *result);
/** The state variable of this number as a step. */
HOL_MUST_CHECK hol_status hol_motion_state_step(hol_motion_derivation *d, size_t number, hol_step *step);
/** *sum += factor times a state variable, or -=. @param[in] code  HOL_STEP_ADD or HOL_STEP_SUBTRACT */
HOL_MUST_CHECK hol_status hol_motion_add_product(hol_motion_derivation *d, hol_step_code code, hol_step factor,
                                                 size_t number, hol_step *sum);
/** R_i = M q'' - h - C - B' lambda of coordinate i, with q'' and the multipliers hol_motion_multiplier(, 0, ) as state
 *  variables; g = A q'' - b of a row. */
HOL_MUST_CHECK hol_status hol_motion_derive_residual(hol_motion_derivation *d, size_t i, hol_step *residual);
HOL_MUST_CHECK hol_status hol_motion_derive_second(hol_motion_derivation *d, size_t row, hol_step *second);
/** Add an entry to a matrix, unless it is 0. */
HOL_MUST_CHECK hol_status hol_motion_put(hol_motion_matrix *matrix, size_t row, size_t column, hol_step step);

/** Find where the forces, rates and rows of d->to bend or jump. */
HOL_MUST_CHECK hol_status hol_motion_derive_changes(hol_motion_derivation *d);

/** Addresses of steps that are needed; {0} is empty. */
typedef struct hol_motion_roots {
  hol_step **root; /**< [count] owned */
  size_t count, capacity;
} hol_motion_roots;
HOL_MUST_CHECK hol_status hol_motion_want(hol_motion_roots *roots, hol_step *step, size_t count);
HOL_MUST_CHECK hol_status hol_motion_want_matrix(hol_motion_roots *roots, hol_motion_matrix *matrix);
/** Want all steps of equations. */
HOL_MUST_CHECK hol_status hol_motion_want_equations(hol_motion_roots *roots, hol_motion_equations *to);
/** Copy the steps wanted to an empty program, and renumber them there. Frees the addresses. */
HOL_MUST_CHECK hol_status hol_motion_extract(hol_motion_derivation *d, hol_motion_roots *roots, hol_program *to);

#endif

/* SPDX-License-Identifier: BSD-3-Clause */
/** @file extract.h  Parts of a program: the steps that some of its steps need, on what these depend, and where they
 *  bend or jump. */
#ifndef HOLONOME_EXPRESSION_EXTRACT_H
#define HOLONOME_EXPRESSION_EXTRACT_H

#include "expression/program.h"

/** Mark the steps that some steps need, and these.
 *  @param[in]  root    [roots] steps; 0 needs nothing
 *  @param[out] needed  [count + 1] 1 or 0 */
void hol_program_needed(const hol_program *program, const hol_step *root, size_t roots, uint8_t *needed);

/** Find the states on which steps depend.
 *  @param[out] needed   [count + 1] as hol_program_needed()
 *  @param[out] depends  [states] 1 or 0 */
void hol_program_depends(const hol_program *program, const hol_step *root, size_t roots, uint8_t *needed, size_t states,
                         uint8_t *depends);

/** Copy steps, and those that they need, to an empty program, simplified as by hol_program_fold(). Numbers of the copy
 *  are plain: dimensions are those of the original.
 *  @param[in]  variable  [1 + parameters] as for hol_program_run(): xi and parameters become constants with these
 *                        values; NULL: they stay variables, with the same numbers
 *  @param[in]  root      [roots] steps of `from`; 0 is copied as 0
 *  @param[out] copy      [roots] steps of `to`
 *  @return HOL_MEMORY; `to` is then to be cleared */
HOL_MUST_CHECK hol_status hol_program_extract(hol_program *to, const hol_program *from, const double *variable,
                                              const hol_step *root, size_t roots, hol_step *copy);

/** Where a step changes branches: where another, `step`, crosses zero. */
typedef struct hol_switch {
  hol_step step;
  bool may_jump; /**< a value may jump there; else it bends */
} hol_switch;
/** {0} is empty. */
typedef struct hol_switches {
  hol_switch *item; /**< [count], owned */
  size_t count, capacity;
} hol_switches;
/** Find the switching surfaces of steps: the differences of the sides of < <= > >= and of min and max, what abs and
 *  sign are taken of, the angle's y for the jump at atan2(0, x < 0), and cos(pi x) for rint(x). Those of == and != are
 *  not among them: they differ from what is beside them at single instants only. Adds steps for differences.
 *  @return HOL_MEMORY */
HOL_MUST_CHECK hol_status hol_program_switches(hol_program *program, const hol_step *root, size_t roots,
                                               hol_switches *switches);
/** Free everything, leave {0}. Idempotent. */
void hol_switches_clear(hol_switches *switches);

#endif

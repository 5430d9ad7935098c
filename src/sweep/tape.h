/** @file tape.h  Expressions of a problem file, compiled: evaluated for many values of the parameters at once.
 *
 *  Only what is analytic is taken: + - * / ^, and functions without kinks. Two such expressions that agree at a few
 *  places chosen at random agree everywhere. The reader's own evaluation is the one that counts; callers compare. */
#ifndef SWEEP_TAPE_H
#define SWEEP_TAPE_H

#include "holonome/problem.h"
#include "base/lane.h"
#include "expression/names.h"
#include "expression/unit.h"

typedef enum {
  HOL_TAPE_CONSTANT,
  HOL_TAPE_AXIS,
  HOL_TAPE_ADD,
  HOL_TAPE_SUBTRACT,
  HOL_TAPE_MULTIPLY,
  HOL_TAPE_DIVIDE,
  HOL_TAPE_POWER,
  HOL_TAPE_FUNCTION
} hol_tape_code;

/** One step: its value from those of earlier steps. */
typedef struct hol_tape_step {
  hol_tape_code code;
  size_t a, b; /**< steps; AXIS: a is the axis */
  double constant;
  double (*function)(double);
} hol_tape_step;

/** {0} is empty. */
typedef struct hol_tape {
  hol_tape_step *step; /**< [count], owned */
  size_t count, capacity;
} hol_tape;
void hol_tape_clear(hol_tape *tape);

/** Append the steps of a quantity, `expression` or `expression unit`.
 *  @param[in]  names  names of parameters, and the steps that have their values
 *  @param[out] value  the step that has its value, SI
 *  @return HOL_INVALID if it is no such quantity: the tape is then as it was; HOL_MEMORY */
HOL_MUST_CHECK hol_status hol_tape_quantity(hol_tape *tape, const hol_names *names, hol_units *units, const char *text,
                                            size_t *value);
/** Append one step. @param[out] value  its number */
HOL_MUST_CHECK hol_status hol_tape_add(hol_tape *tape, hol_tape_step step, size_t *value);

/** Run the tape. @param[in] axis  [axes] values of the swept parameters @param[out] value  [count] of all steps */
void hol_tape_run(const hol_tape *tape, const hol_lane *axis, hol_lane *value);

#endif

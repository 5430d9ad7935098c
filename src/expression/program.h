/* SPDX-License-Identifier: BSD-3-Clause */
/** @file program.h  Programs that compute numbers from variables: a list of steps, each of which uses earlier ones.
 *
 *  Equal steps are merged, and a step that uses constants alone is a constant. Each has a value, for the values its
 *  variables were given, and a dimension that holds for all of them. Steps can be run again for other values of the
 *  variables, of one structure or of several side by side: the same operations on the same numbers, hence the same
 *  bits.
 *
 *  Values are double-double (base/double_double.h): a length that is the difference of coordinates far from the origin
 *  keeps its digits. Functions have those of a long double. */
#ifndef HOLONOME_EXPRESSION_PROGRAM_H
#define HOLONOME_EXPRESSION_PROGRAM_H

#include "base/double_double.h"
#include "base/lane.h"
#include "expression/dimension.h"
#include "expression/functions.h"

#include <stdint.h>

/** Number of a step, from 1 on; 0: none. */
typedef uint32_t hol_step;

typedef enum {
  HOL_STEP_CONSTANT,
  HOL_STEP_VARIABLE, /**< a is its number: 0 is xi, parameters follow */
  HOL_STEP_ADD,
  HOL_STEP_SUBTRACT,
  HOL_STEP_MULTIPLY,
  HOL_STEP_DIVIDE,
  HOL_STEP_POWER,
  HOL_STEP_LESS,
  HOL_STEP_LESS_EQUAL,
  HOL_STEP_GREATER,
  HOL_STEP_GREATER_EQUAL,
  HOL_STEP_EQUAL,
  HOL_STEP_NOT_EQUAL,
  HOL_STEP_AND,
  HOL_STEP_OR,
  HOL_STEP_ATAN2,
  HOL_STEP_LEAST,
  HOL_STEP_GREATEST,
  HOL_STEP_HYPOTENUSE,
  HOL_STEP_NEGATE,
  HOL_STEP_FUNCTION, /**< b is its number in hol_functions() */
  HOL_STEP_SELECT,   /**< b where a is not zero, else c */
  HOL_STEP_ROUND,    /**< the value of a without its rest */
  HOL_STEP_REST,     /**< the rest of a */
  HOL_STEP_STATE     /**< a state variable: `number` says which */
} hol_step_code;

/** Flags of a step. */
enum {
  HOL_STEP_OF_XI = 1,        /**< it follows from xi */
  HOL_STEP_OF_PARAMETER = 2, /**< it follows from a parameter that is a variable */
  HOL_STEP_FITS_ALL = 4,     /**< zero whatever the variables are: of every dimension */
  HOL_STEP_IS_MIXED = 8,     /**< it, or one that it uses, adds or compares what has different dimensions, or takes a
                                  function of what has one */
  HOL_STEP_IS_POWER = 16,    /**< its dimension is that for the present value of the exponent b, which follows from a
                                  parameter */
  HOL_STEP_OF_STATE = 32     /**< it follows from a state variable */
};

/** One step. Operands that it does not have are 0. */
typedef struct hol_operation {
  hol_step a, b, c;
  uint8_t code, flags;
  uint16_t number;    /**< of a state variable */
  hol_dd value;       /**< for the values of the variables when it was added */
  double exponent[3]; /**< of length, mass and time: fractions on the way to a quantity are allowed */
} hol_operation;

/** Compute the value of an operation, from those of its operands; of a constant or a variable its own. */
hol_dd hol_operation_value(const hol_operation *o, hol_dd a, hol_dd b, hol_dd c);
/** The same in doubles. */
double hol_operation_double(const hol_operation *o, double a, double b, double c);
/** One number of each of several structures side by side. */
typedef struct hol_lane_dd {
  hol_lane value, rest;
} hol_lane_dd;

/** {0} is empty. */
typedef struct hol_program {
  hol_operation *step; /**< [count + 1], step[0] is none; owned */
  hol_step *slot;      /**< [slots] steps by their contents, open addressing; owned */
  size_t count, capacity, slots;
  size_t parameters; /**< variables 1 .. parameters */
} hol_program;
void hol_program_clear(hol_program *program);
/** Copy a program with all its steps. @param[out] to  {0} on entry @return HOL_MEMORY; `to` is then empty */
HOL_MUST_CHECK hol_status hol_program_copy(hol_program *to, const hol_program *from);

/** Add a constant. @param[in] exponent  [3] @param[in] flags  HOL_STEP_FITS_ALL or 0 @return HOL_MEMORY */
HOL_MUST_CHECK hol_status hol_program_constant(hol_program *program, hol_dd value, const double *exponent,
                                               unsigned flags, hol_step *step);
/** Add a variable: xi, a plain number, or a parameter, with the value and the dimension that it has. @return
 *  HOL_MEMORY */
HOL_MUST_CHECK hol_status hol_program_xi(hol_program *program, double value, hol_step *step);
HOL_MUST_CHECK hol_status hol_program_parameter(hol_program *program, double value, hol_dimension dimension,
                                                hol_step *step);
/** Add a parameter, a plain number, that has a number already in another program, from which this one is copied. */
HOL_MUST_CHECK hol_status hol_program_parameter_at(hol_program *program, hol_step number, double value, hol_step *step);
/** Add a state variable, one of those that change along a solution, such as unknowns and time. Programs that have some
 *  are run by hol_program_run_states(); in all other runs a state keeps the value that it was added with.
 *  @param[in] number  from 0 on; that of a state that is there gives its step @return HOL_MEMORY */
HOL_MUST_CHECK hol_status hol_program_state(hol_program *program, uint16_t number, double value,
                                            hol_dimension dimension, hol_step *step);
/** Add an operation on earlier steps; its value and dimension follow from theirs.
 *
 *  Only a base with a dimension needs a known exponent: it is taken at its present value, and may not follow from
 *  xi or a state.
 *  @param[in] code  none of CONSTANT, VARIABLE, STATE
 *  @return HOL_MEMORY */
HOL_MUST_CHECK hol_status hol_program_operation(hol_program *program, hol_step_code code, hol_step a, hol_step b,
                                                hol_step c, hol_step *step);
/** Are these the same steps in the same order? */
bool hol_program_equal(const hol_program *a, const hol_program *b);
/** Remove all steps after the first `count`. */
void hol_program_rewind(hol_program *program, size_t count);

/** Copy a step of `from` and the steps it needs to `to`; steps that do not follow from xi become constants. */
HOL_MUST_CHECK hol_status hol_program_along(hol_program *to, const hol_program *from, hol_step step, hol_step *copy);

/** Compute the values of all steps, for one structure.
 *  @param[in]  variable  [1 + parameters], xi first; a parameter stands for the decimal that it is nearest to,
 *                         hol_decimal_near()
 *  @param[out] value     [count + 1] */
void hol_program_run(const hol_program *program, const double *variable, hol_dd *value);
/** The same in doubles, for evaluations at very many xi. */
void hol_program_run_double(const hol_program *program, const double *variable, double *value);
/** The same in doubles for a program of states: the hot loop of an integration in time.
 *  @param[in] state  [highest number + 1]; variables have the values that they were added with */
void hol_program_run_states(const hol_program *program, const double *state, double *value);
/** The same as hol_program_run() for HOL_LANES structures. The operand that a SELECT does not choose is computed too,
 *  and ignored. */
void hol_program_lanes(const hol_program *program, const hol_lane *variable, hol_lane_dd *value);

#endif

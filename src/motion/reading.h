/* SPDX-License-Identifier: BSD-3-Clause */
/** @file reading.h  State of the reading of a system in named coordinates, and functions common to its readers. Module
 *  `motion`.
 *
 *  Formulas are compiled into the reader's own program, in a section of local names, and copied to that of the system
 *  at the end: until then all steps of the system are those of the reader. */
#ifndef MOTION_READING_H
#define MOTION_READING_H

#include "motion/request.h"
#include "problem/grammar.h"

/** Keys of `motion` at the top of a file, in the order of its mapping. */
enum {
  HOL_MOTION_KEY_COORDINATES,
  HOL_MOTION_KEY_DEFINE,
  HOL_MOTION_KEY_KINETIC,
  HOL_MOTION_KEY_POTENTIAL,
  HOL_MOTION_KEY_FORCES,
  HOL_MOTION_KEY_WORK,
  HOL_MOTION_KEY_STATES,
  HOL_MOTION_KEY_CONSTRAINTS,
  HOL_MOTION_KEY_FRICTION,
  HOL_MOTION_KEY_PROGRAM,
  HOL_MOTION_KEY_PRINCIPLE,
  HOL_MOTION_KEY_BREAKS,
  HOL_MOTION_KEYS
};

/** Mappings: of the section, of its entries, of the keys of `analysis`. */
enum {
  HOL_MOTION_OF_SECTION,
  HOL_MOTION_OF_COORDINATE,
  HOL_MOTION_OF_STATE,
  HOL_MOTION_OF_CONSTRAINT,
  HOL_MOTION_OF_FRICTION,
  HOL_MOTION_OF_PROGRAM,
  HOL_MOTION_OF_REQUEST,
  HOL_MOTION_MAPPINGS
};
extern const hol_mapping hol_motion_mapping[HOL_MOTION_MAPPINGS];

/** An entry that has a name: its key, and its variable in the scope if it has one. */
typedef struct hol_motion_name {
  const hol_node *name;
  size_t variable;
} hol_motion_name;

/** An abbreviation of `define`. */
typedef struct hol_motion_definition {
  const hol_node *name;
  size_t variable; /**< in the scope */
  enum { HOL_DEFINITION_OPEN, HOL_DEFINITION_ON_PATH, HOL_DEFINITION_DONE } state;
} hol_motion_definition;

typedef struct hol_motion_reading {
  hol_reader *reader;
  hol_motion_system *system;
  const hol_node *key; /**< of the section */
  hol_field field[HOL_MOTION_KEYS];
  hol_dimension time, energy;
  hol_names coordinates, states, constraints, definitions; /**< numbers in the arrays */
  hol_names faulty;                  /**< names that could not be taken: who uses them is not told of */
  hol_motion_name *coordinate;       /**< [coordinates.count] */
  size_t *derivative;                /**< [coordinates.count][HOL_MOTION_ORDERS] variables of the scope */
  hol_motion_name *state;            /**< [states.count] */
  hol_motion_name *constraint;       /**< [constraints.count] its variable is that of its reaction */
  hol_motion_definition *definition; /**< [definitions.count] */
  size_t *path;                      /**< [definitions.count] those being compiled */
  size_t path_count;
  double *parameter;   /**< [1 + parameters of the scope's program] their values */
  bool *is_unsaid;     /**< [coordinates.count] it starts at 0 without a unit, in a file with units */
  bool is_too_large;   /**< which has been told */
  const char *missing; /**< of the last abbreviation that named what has no value yet: that name; in the arena */
} hol_motion_reading;

/** Where a formula stands, and on what it may depend. */
typedef struct hol_motion_rule {
  const char *what; /**< for messages: "`kinetic`" */
  unsigned order;   /**< of the highest derivative allowed */
  bool takes_reactions;
  bool is_smooth;     /**< it is differentiated: no abs, min, ... */
  bool is_equation;   /**< left = right */
  bool is_definition; /**< an abbreviation: it may name what has no value yet, and wait */
} hol_motion_rule;

/** Compile a formula, or an equation as the difference of its sides, and check on what it depends.
 *  @param[out] quantity  with its step in the reader's program @return false after a fault */
bool hol_motion_formula(hol_motion_reading *reading, const hol_node *node, const hol_motion_rule *rule,
                        hol_quantity *quantity);
/** Return the hint that a coordinate of a formula has no dimension because its start has no unit; NULL: there is none
 *  such. */
const char *hol_motion_plain_hint(hol_motion_reading *reading, const hol_node *node);
/** Has anything below a node a unit, or names a parameter that has one? */
bool hol_motion_any_unit(hol_reader *reader, const hol_node *node);
/** Is it a number without unit that follows from no state, and means SI? */
bool hol_motion_is_bare(const hol_motion_reading *reading, const hol_quantity *quantity);
/** Check the dimension of a formula; a bare number is SI.
 *  @param[in] what  "the force on `x`"  @return false after a fault that names both dimensions */
bool hol_motion_check_dimension(hol_motion_reading *reading, const hol_node *node, const char *what,
                                hol_dimension wanted, const hol_quantity *quantity);
/** Return a / b^power; none after a fault, where an exponent is too large. */
hol_dimension hol_motion_quotient(hol_motion_reading *reading, const hol_node *node, hol_dimension a, hol_dimension b,
                                  int power);
/** Return the dimension of the k-th derivative of what has dimension a; k = -1: of its integral. */
hol_dimension hol_motion_rate(hol_motion_reading *reading, const hol_node *node, hol_dimension a, int k);

/** What a formula amounts to, folded: on which states it depends. {0} is empty. */
typedef struct hol_motion_look {
  hol_program program; /**< owned */
  hol_step step;
  uint8_t *depends; /**< [states] owned */
  uint8_t *needed;  /**< [count + 1] of the program when it was folded; owned */
  size_t states;
} hol_motion_look;
/** Fold a step. @return false without memory: reader->status */
bool hol_motion_look_at(hol_motion_reading *reading, hol_step step, hol_motion_look *look);
void hol_motion_look_clear(hol_motion_look *look);
/** Return the highest derivative on which it depends; -1: no coordinate occurs. */
int hol_motion_look_order(const hol_motion_reading *reading, const hol_motion_look *look);
/** Is it a polynomial of at most this degree in the derivatives of an order?
 *  @param[out] is  @return false without memory */
bool hol_motion_look_degree(hol_motion_reading *reading, hol_motion_look *look, unsigned order, unsigned degree,
                            bool *is);

/** Check that a formula depends on nothing that its rule forbids. @return false after a fault */
bool hol_motion_look_check(hol_motion_reading *reading, const hol_node *node, const hol_motion_rule *rule,
                           const hol_motion_look *look);

/** Add the names of all entries to the scope, t among them. */
void hol_motion_read_names(hol_motion_reading *reading);
/** Read the starts of coordinates, then of states: they and their derivatives get values, and can be named. */
void hol_motion_read_starts(hol_motion_reading *reading);
/** Compile a definition, after those that it uses. What has no value yet goes to reading->missing; it then stays open.
 *  @return false after a fault, or where something is missing */
bool hol_motion_define(hol_motion_reading *reading, size_t definition);
/** Return "a coordinate", "a parameter", ...: what this name stands for; NULL: nothing. */
const char *hol_motion_name_is(const hol_motion_reading *reading, const char *name);
/** Find a coordinate by its name. @return false after a fault */
bool hol_motion_find_coordinate(hol_motion_reading *reading, const hol_node *name, size_t *coordinate);

/** Read `constraints`; `friction`; `program`, with `principle`. */
void hol_motion_read_constraints(hol_motion_reading *reading);
void hol_motion_read_friction(hol_motion_reading *reading);
void hol_motion_read_program(hol_motion_reading *reading);
/** Read generalised forces per unit of a multiplier, by coordinate.
 *  @param[out] by          [coordinates] steps, 0: none on it; owned by the caller; NULL after a fault
 *  @param[out] multiplier  its dimension */
void hol_motion_read_by(hol_motion_reading *reading, const hol_node *node, const hol_motion_rule *rule, hol_step **by,
                        hol_dimension *multiplier);
/** Read outputs, a mapping under `analysis: motion`. */
void hol_motion_read_outputs(hol_motion_reading *reading, const hol_field *field);

/** Read the key `motion` at the top of a file. @param[in] root  of the file */
void hol_motion_read_section(hol_reader *reader, const hol_node *key, const hol_node *root, hol_motion_wanted *wanted);
/** Read the key `motion` of `analysis`. */
void hol_motion_read_request(hol_reader *reader, const hol_node *key, hol_motion_wanted *wanted);
/** Read what is expected, as hol_analysis_grammar.expect. */
void hol_motion_read_expected(hol_reader *reader, const hol_node *entry, const hol_field *field,
                              const hol_motion_wanted *wanted, hol_expect *expect);

#endif

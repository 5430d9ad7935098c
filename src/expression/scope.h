/* SPDX-License-Identifier: BSD-3-Clause */
/** @file scope.h  Scope of quantities: the variables that they may name, and the program that computes their values. */
#ifndef HOLONOME_EXPRESSION_SCOPE_H
#define HOLONOME_EXPRESSION_SCOPE_H

#include "base/arena.h"
#include "expression/names.h"
#include "expression/program.h"
#include "expression/unit.h"

#include <stdbool.h>

/** A quantity in SI. */
typedef struct hol_quantity {
  double value, rest; /**< double-double */
  hol_dimension dimension;
  bool fits_all; /**< zero whatever the variables are: of every dimension */
  bool is_plain; /**< written with a unit that has no dimension, such as deg: no bare number that means SI */
  hol_step step; /**< that has its value, in the scope's program; 0: it follows from no variable */
} hol_quantity;

typedef enum {
  HOL_VARIABLE_OPEN, /**< not ready yet */
  HOL_VARIABLE_READY,
  HOL_VARIABLE_FAULTY,
  HOL_VARIABLE_CLOSED /**< a local name whose section has ended: like no name at all */
} hol_variable_state;

/** A named value. */
typedef struct hol_variable {
  const char *name; /**< borrowed */
  hol_variable_state state;
  bool is_local; /**< it goes away with hol_scope_close_local() */
  hol_quantity quantity;
} hol_variable;

/** Variables, units and program of quantities; {0} with an arena is ready. */
typedef struct hol_scope {
  hol_arena *arena; /**< for messages; borrowed */
  hol_units units;
  hol_names names;        /**< numbers in `variable` */
  hol_variable *variable; /**< [names.count], owned */
  size_t capacity;
  hol_program program;
  size_t before_xi;    /**< steps of the program when xi was opened */
  size_t before_local; /**< likewise of local names */
  size_t compared;     /**< names compared in searches for near ones */
  bool is_damaged;     /**< variables may be missing through syntax errors: unknown names are not reported */
} hol_scope;

/** Most bytes of a name, with its 0: of a word of 63 with primes, or `reaction()` around it. */
enum { HOL_NAME_SIZE = 80 };

/** Add a variable that is not ready yet.
 *  @param[in]  name    borrowed
 *  @param[out] number  its index in scope->variable; of the old one if the name exists */
HOL_MUST_CHECK hol_status hol_scope_add(hol_scope *scope, const char *name, size_t *number);
/** Find the variable whose name these `length` bytes are, if it is ready; NULL: none. */
const hol_variable *hol_scope_find(const hol_scope *scope, const char *name, size_t length);

/** Allow expressions to use `xi`, the place along a member, with a value; or no longer, and remove the steps added
 *  since then. */
HOL_MUST_CHECK hol_status hol_scope_open_xi(hol_scope *scope, bool is_open, double value);

/** Begin a section with local names: state variables, and quantities that follow from them. */
void hol_scope_open_local(hol_scope *scope);
/** Add a local name that is not ready yet, as hol_scope_add(); a name of a section that has ended begins anew.
 *  @param[out] is_taken  it is the name of another variable, local or not, and nothing has changed */
HOL_MUST_CHECK hol_status hol_scope_add_local(hol_scope *scope, const char *name, size_t *number, bool *is_taken);
/** Make a local name a state variable of the program, hol_program_state(), and ready. */
HOL_MUST_CHECK hol_status hol_scope_set_state(hol_scope *scope, size_t variable, uint16_t number, double value,
                                              hol_dimension dimension);
/** End the section: close its names and remove the steps added since it began. */
void hol_scope_close_local(hol_scope *scope);

/** Return the step of a quantity: a constant, if it follows from no variable. @return HOL_MEMORY */
HOL_MUST_CHECK hol_status hol_quantity_step(hol_scope *scope, const hol_quantity *quantity, hol_step *step);

/** May a variable have this name? @return NULL if so, else what it is: "a function", ... */
const char *hol_scope_reserved(const char *name);

/** May so many more names be compared in the search for a near one? The number is limited: hints must not take longer
 *  than the reading where a large file has very many faults. */
bool hol_scope_may_compare(hol_scope *scope, size_t names);

/** Iterator over the names of variables in the expression part of a text; functions and units are skipped. */
typedef struct hol_name_walk {
  const char *text;
  size_t start;       /**< of the last name */
  size_t offset, end; /**< of what is left */
  size_t factor;      /**< where a factor behind the unit begins that is still to be walked through; 0: there is none */
} hol_name_walk;
/** Start an iteration. A text too long for a formula has no names. */
hol_name_walk hol_name_walk_start(const char *text);
/** Find the next name.
 *  @param[out] name  [size], 0-terminated, hol_lexer_name(); names too long are skipped. It is from walk->start to
 *                     walk->offset
 *  @return false at the end */
bool hol_name_walk_next(hol_name_walk *walk, char *name, size_t size);

/** Free everything, leave {0}. Idempotent. */
void hol_scope_clear(hol_scope *scope);

#endif

/** @file scope.h  Quantities: numbers, units and expressions over named variables.
 *
 *  A quantity is `expression` or `expression unit`. Where the unit begins follows from the text alone, never from which
 *  names exist: it begins where an operand follows an operand outside brackets. So `2 m` is two metres even where a
 *  parameter is called m, and `2*m` is twice that parameter. */
#ifndef HOLONOME_PROBLEM_SCOPE_H
#define HOLONOME_PROBLEM_SCOPE_H

#include "base/arena.h"
#include "expression/names.h"
#include "expression/unit.h"

#include <stdbool.h>

/** A quantity in SI. */
typedef struct hol_quantity {
  double value;
  hol_dimension dimension;
  bool fits_all; /**< zero whatever the variables are: of every dimension */
} hol_quantity;

typedef enum { HOL_VARIABLE_OPEN, HOL_VARIABLE_READY, HOL_VARIABLE_FAULTY } hol_variable_state;

/** A named value. */
typedef struct hol_variable {
  const char *name; /**< borrowed */
  hol_variable_state state;
  hol_quantity quantity;
  double *bound; /**< where the expression parser reads it; NULL: not known to the parser yet */
} hol_variable;

/** The variables and what evaluates expressions over them; {0} with an arena is ready. */
typedef struct hol_scope {
  hol_arena *arena; /**< for messages and bound values; borrowed */
  hol_units units;
  hol_names names;        /**< numbers in `variable` */
  hol_variable *variable; /**< [names.count], owned */
  size_t capacity;
  void *parser;    /**< muParser, created when the first expression is met; owned */
  size_t compared; /**< names compared in searches for near ones */
  bool is_damaged; /**< variables may be missing through syntax errors: unknown names are not complained of */
} hol_scope;

/** What is wrong with a text. */
typedef struct hol_complaint {
  const char *message;   /**< NULL: complained of elsewhere already */
  const char *hint;      /**< or NULL */
  size_t offset, length; /**< bytes of the text meant; length 0: all of it */
} hol_complaint;

/** Add a variable that is not ready yet.
 *  @param[in]  name    borrowed
 *  @param[out] number  its index in scope->variable; of the old one if the name exists */
HOL_MUST_CHECK hol_status hol_scope_add(hol_scope *scope, const char *name, size_t *number);

/** Let expressions use `xi`, the place along a member, with a value; or no longer. */
HOL_MUST_CHECK hol_status hol_scope_open_xi(hol_scope *scope, bool is_open, double value);

/** May a variable have this name? @return NULL if so, else what it is: "a function", ... */
const char *hol_scope_reserved(const char *name);

/** May so many more names be compared in the search for a near one? Not without end: hints must not take longer than
 *  the reading where a large file has very many faults. */
bool hol_scope_may_compare(hol_scope *scope, size_t names);

/** Evaluate a quantity.
 *
 *  The dimension of an expression is found by evaluating it with the base units of length, mass and time rescaled by
 *  powers of two, which changes no digit of sums and products: the exponents are read off the results.
 *
 *  @param[in]  text       0-terminated
 *  @param[out] quantity   finite
 *  @param[out] complaint  set when HOL_INVALID
 *  @return HOL_INVALID, HOL_MEMORY; quantity is then unchanged. */
HOL_MUST_CHECK hol_status hol_scope_evaluate(hol_scope *scope, const char *text, hol_quantity *quantity,
                                             hol_complaint *complaint);

/** A walk over the names of variables in the expression part of a text; functions and units are left out. */
typedef struct hol_name_walk {
  const char *text;
  size_t offset, end;
} hol_name_walk;
/** Begin a walk. A text too long for a quantity has no names. */
hol_name_walk hol_name_walk_start(const char *text);
/** The next name.
 *  @param[out] name  [size], 0-terminated; names too long are left out. It ends at walk->offset
 *  @return false at the end */
bool hol_name_walk_next(hol_name_walk *walk, char *name, size_t size);

/** Free everything, leave {0}. Idempotent. */
void hol_scope_clear(hol_scope *scope);

#endif

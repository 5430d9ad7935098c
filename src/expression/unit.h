/* SPDX-License-Identifier: BSD-3-Clause */
/** @file unit.h  Conversion of units by UDUNITS-2, whose data base is read only for the first unit that is not a usual
 *  one.
 *
 *  Differences from UDUNITS' own reading: 1 Hz is 2 pi rad/s; `deg`, `rev` and `Nm` are known; a digit may only be an
 *  exponent (UDUNITS takes m^0.5 for m^0 times .5). */
#ifndef HOLONOME_EXPRESSION_UNIT_H
#define HOLONOME_EXPRESSION_UNIT_H

#include "holonome/problem.h"
#include "base/arena.h"
#include "expression/names.h"

typedef enum {
  HOL_UNIT_OK,
  HOL_UNIT_UNKNOWN,
  HOL_UNIT_FOREIGN,     /**< has to do with temperature, current, amount or light */
  HOL_UNIT_WITH_ORIGIN, /**< an origin of its own (degC), a date or a logarithm */
  HOL_UNIT_NO_DATABASE,
  HOL_UNIT_NO_MEMORY
} hol_unit_kind;

/** Value of a unit: factor times the SI unit of the dimension. */
typedef struct hol_unit {
  hol_unit_kind kind;
  double factor, rest; /**< double-double */
  hol_dimension dimension;
} hol_unit;

/** A unit that most files use, as it is written there. */
typedef struct hol_usual_unit {
  const char *text;
  double factor;
  hol_dimension dimension;
} hol_usual_unit;
/** Return the table of usual units. */
const hol_usual_unit *hol_usual_units(size_t *count);
/** Find a usual unit. @return false: it is none */
bool hol_usual_unit_find(const char *text, hol_unit *unit);

/** The data base and the units met so far; {0} is ready. */
typedef struct hol_units {
  struct ut_system *system; /**< owned; NULL: not read yet */
  bool is_missing;          /**< the data base cannot be read */
  hol_arena arena;          /**< texts of the units met */
  hol_names met;            /**< numbers in `unit` */
  hol_unit *unit;           /**< [met.count], owned */
  size_t capacity;
} hol_units;

/** Evaluate a unit.
 *  @param[in]  text  e.g. "kN/mm^2", UTF-8
 *  @return HOL_MEMORY. A bad unit is not a failure but a kind. Not thread-safe (UDUNITS is not). */
HOL_MUST_CHECK hol_status hol_units_parse(hol_units *units, const char *text, hol_unit *unit);
/** The same, always by UDUNITS and without caching. */
hol_unit hol_units_ask(hol_units *units, const char *text);
/** Suggest a known unit for one that is not known: its words in another case (Gpa), or as handbooks abbreviate them
 *  (lbm, psf).
 *  @param[in] arena  where the result is
 *  @return a unit that is known; NULL: none is near, or memory is out. As hol_units_parse() otherwise. */
const char *hol_units_suggest(hol_units *units, const char *text, hol_arena *arena);
/** Free everything, leave {0}. Idempotent. */
void hol_units_clear(hol_units *units);

#endif

/* SPDX-License-Identifier: BSD-3-Clause */
/** @file quantity.h  Quantities of a result: name, type and unit, defined once for all output formats.
 *
 *  Module `result`. A result is not stored a second time in order to be written: an analysis writes it to a sink
 *  (sink.h), quantity by quantity. Tables of quantities are static and stand in the room of their analysis. */
#ifndef RESULT_QUANTITY_H
#define RESULT_QUANTITY_H

#include <stddef.h>

typedef enum {
  HOL_NUMBER, /**< double; NAN and infinity: none */
  HOL_COUNT,  /**< size_t; SIZE_MAX: none */
  HOL_TRUTH,  /**< bool */
  HOL_TEXT,   /**< const char *, UTF-8; NULL: none */
  HOL_CHOICE, /**< int, from 0: one of a few words */
  HOL_RECORD, /**< quantities that belong together, each once */
  HOL_LIST,   /**< any number of the same */
  HOL_MAP     /**< the same by part, by joint, by parameter */
} hol_quantity_type;

/** Return the bytes of one value in an array. */
static inline size_t hol_value_size(hol_quantity_type type)
{
  return type == HOL_NUMBER  ? sizeof(double)
         : type == HOL_COUNT ? sizeof(size_t)
         : type == HOL_TEXT  ? sizeof(char *)
                             : sizeof(int);
}

/** Flags of a quantity. */
enum {
  HOL_BLOCK = 1,      /**< the bracket behind its items has a line of its own, unless there are none */
  HOL_ONE_HEADER = 2, /**< LIST with columns: one head of columns is enough for the results of several files */
  HOL_SHOW_UNIT = 4   /**< the head of its column names its unit */
};

typedef struct hol_quantity {
  const char *name; /**< the key of JSON, the column of CSV, the variable of NetCDF; NULL: item of a list */
  hol_quantity_type type;
  const char *unit;        /**< in the words of UDUNITS, "1" of plain numbers; NULL: none, or that of a parameter */
  const char *text;        /**< what it is, where its name does not say it; NULL */
  const char *const *word; /**< CHOICE: what its values are called; the last NULL */
  size_t at;               /**< where in its struct it stands, for hol_put_members() and hol_put_columns() */
  unsigned flags;
  unsigned char line, items; /**< JSON: on a line of its own behind so many blanks; each of its items, rows is. 0:
                                  not */
  const struct hol_quantity *const *column; /**< LIST of records that are rows of one table: its columns, the last
                                                 NULL */
} hol_quantity;

#endif

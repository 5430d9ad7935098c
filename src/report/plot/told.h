/* SPDX-License-Identifier: BSD-3-Clause */
/** @file told.h  Tree of a result in memory with look-up by name, for pictures, which need the first members together
 *  with the last.
 *
 *  The tree has the structure of the JSON. Consecutive numbers are stored together as doubles. */
#ifndef REPORT_PLOT_TOLD_H
#define REPORT_PLOT_TOLD_H

#include "base/arena.h"
#include "result/sink.h"

#include <stdbool.h>

typedef enum {
  HOL_TOLD_NOTHING,
  HOL_TOLD_NUMBER,
  HOL_TOLD_TRUTH, /**< the number 0 or 1 */
  HOL_TOLD_TEXT,
  HOL_TOLD_RECORD, /**< members have names */
  HOL_TOLD_LIST,   /**< members have none */
  HOL_TOLD_NUMBERS /**< a list of numbers and nothing else */
} hol_told_type;

/** Owned by its book. */
typedef struct hol_told {
  const char *name;
  hol_told_type type;
  double number; /**< NAN: none */
  const char *text;
  const double *value; /**< [count] */
  size_t count;        /**< of its members, or of its numbers */
  struct hol_told *first, *last, *next, *parent;
} hol_told;

/** {0} is empty. */
typedef struct hol_told_book {
  hol_arena arena;   /**< of all that is told, and of what is made of it */
  hol_told *all;     /**< the first that was told. Owned by the arena */
  hol_told *open;    /**< what was opened last */
  const char *named; /**< in a map: the name of what comes next */
  bool failed;       /**< memory ran out */
  /** Is what comes next, a record or a list of this name, to be forgotten with all that is in it? NULL: nothing is.
   *  @param[in] of  what it would stand in, as told so far; NULL: nothing */
  bool (*forgets)(const hol_told *of, const char *name, void *context);
  void *context;
  size_t forgotten; /**< so many things are open of which nothing is kept */
} hol_told_book;

/** Return the sink that fills a book, which is borrowed. */
hol_sink hol_told_sink(hol_told_book *book);
void hol_told_clear(hol_told_book *book);

/** Return a member by its name; NULL: there is none, or `of` is NULL. */
const hol_told *hol_told_get(const hol_told *of, const char *name);
/** Return a number; NAN: it is none. */
double hol_told_number(const hol_told *of);
/** Return a text; "": it is none. */
const char *hol_told_text(const hol_told *of);
bool hol_told_truth(const hol_told *of);
/** Return the number of members or numbers; 0 for NULL. */
size_t hol_told_count(const hol_told *of);
/** Return number i of a list of numbers; NAN: there is none. */
double hol_told_value(const hol_told *of, size_t i);

#endif

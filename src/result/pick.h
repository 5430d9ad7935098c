/* SPDX-License-Identifier: BSD-3-Clause */
/** @file pick.h  Sink that extracts one number of a result by its path.
 *
 *  A path consists of names of the JSON separated by points: `receivers.1.peaks.1.magnitude`. Items of lists and of
 *  arrays have numbers, from 1. */
#ifndef RESULT_PICK_H
#define RESULT_PICK_H

#include "holonome/text.h"
#include "result/sink.h"

typedef enum {
  HOL_PICK_NONE, /**< there is none of it in this result: a list is shorter, or that is told */
  HOL_PICK_FOUND,
  HOL_PICK_UNKNOWN, /**< no result of this analysis has such a name, or number */
  HOL_PICK_OTHER    /**< what stands there is not a number */
} hol_pick_kind;

enum { HOL_PICK_DEPTH = 16, HOL_PICK_UNIT = 48 };

/** State of the sink; initialised as {.path = ...}. */
typedef struct hol_pick {
  const char *path; /**< borrowed */
  hol_pick_kind kind;
  double value;             /**< FOUND */
  char unit[HOL_PICK_UNIT]; /**< FOUND: of it; "1" where it has none */
  size_t part;              /**< UNKNOWN: which part of the path, from 0 */
  hol_text told;            /**< UNKNOWN: names that are told in its place, with commas. Owned */
  /* While it is told: */
  struct hol_pick_level {
    hol_quantity_type type;
    size_t items;
    bool is_met; /**< what the path names here has been told */
  } level[HOL_PICK_DEPTH];
  size_t depth, matched; /**< levels open; of these from the first on are on the path */
  const char *named;     /**< in a map: what comes next */
} hol_pick;
void hol_pick_clear(hol_pick *pick);

/** Return a sink for the members of one record. */
hol_sink hol_pick_sink(hol_pick *pick);
/** End the extraction after the whole result. @return HOL_MEMORY */
HOL_MUST_CHECK hol_status hol_pick_end(hol_pick *pick);

#endif

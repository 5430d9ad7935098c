/* SPDX-License-Identifier: BSD-3-Clause */
/** @file names.h  Hash table from names to numbers, and search for the nearest name to a misspelt one. */
#ifndef HOLONOME_EXPRESSION_NAMES_H
#define HOLONOME_EXPRESSION_NAMES_H

#include "holonome/status.h"

#include <stdbool.h>
#include <stddef.h>

typedef struct hol_names_slot {
  const char *name; /**< borrowed, NULL = empty */
  size_t hash, value;
} hol_names_slot;

/** Names to numbers, by open addressing; {0} is empty. Names are borrowed and must outlive the table. */
typedef struct hol_names {
  hol_names_slot *slot; /**< [capacity], owned */
  size_t count, capacity;
} hol_names;

/** Find a name. @param[out] value  may be NULL; untouched when there is no such name */
bool hol_names_find(const hol_names *names, const char *name, size_t *value);
/** Return the address of the number of a name, to change it; NULL when there is no such name. Valid until a name is
 *  added. */
size_t *hol_names_number(const hol_names *names, const char *name);
/** Add a name, unless it is there.
 *  @param[out] existed  the name was there; its number is left as it was
 *  @return HOL_MEMORY; the table is then unchanged */
HOL_MUST_CHECK hol_status hol_names_add(hol_names *names, const char *name, size_t value, bool *existed);
/** Free everything, leave {0}. Idempotent. */
void hol_names_clear(hol_names *names);

/** Search for the nearest of many names; start from {.wanted = name}. */
typedef struct hol_nearest {
  const char *wanted;
  const char *best; /**< NULL: none is near */
  size_t distance;
} hol_nearest;
/** Offer a name to the search. */
void hol_nearest_offer(hol_nearest *nearest, const char *name);

#endif

/* SPDX-License-Identifier: BSD-3-Clause */
/** @file distinct.h  Unique names made from names that may repeat, as keys of a map. */
#ifndef RESULT_DISTINCT_H
#define RESULT_DISTINCT_H

#include "holonome/status.h"

#include <stddef.h>

/** Unique names; {0} is empty. */
typedef struct hol_distinct {
  char **name; /**< [count], owned */
  size_t count;
} hol_distinct;

/** Make names different: of equal ones the second becomes `name (2)`, unless that is the name of another.
 *  @param[in]  name  [count]; NULL is empty
 *  @param[out] all   {0} on entry; to be cleared in every case
 *  @return HOL_MEMORY. Cost: a sorting. Not collective. */
HOL_MUST_CHECK hol_status hol_distinct_make(const char *const *name, size_t count, hol_distinct *all);
/** Free the names and make the list empty. Idempotent. */
void hol_distinct_clear(hol_distinct *all);

#endif

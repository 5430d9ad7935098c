/** @file distinct.h  Names that may occur twice, made different: each has its own key in a map. */
#ifndef RESULT_DISTINCT_H
#define RESULT_DISTINCT_H

#include "holonome/status.h"

#include <stddef.h>

/** Names of their own; {0} is empty. */
typedef struct hol_distinct {
  char **name; /**< [count], owned */
  size_t count;
} hol_distinct;

/** Make names different: of equal ones the second becomes `name (2)`, unless that is the name of another.
 *  @param[in]  name  [count]; NULL is empty
 *  @param[out] all   {0} on entry; to be cleared in every case
 *  @return HOL_MEMORY. Cost: a sorting. Not collective. */
HOL_MUST_CHECK hol_status hol_distinct_make(const char *const *name, size_t count, hol_distinct *all);
/** Free and make empty. Idempotent. */
void hol_distinct_clear(hol_distinct *all);

#endif

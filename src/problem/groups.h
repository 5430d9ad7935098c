/** @file groups.h  Parts that are told of together: the copies of a repeated one, and all others of a kind. */
#ifndef PROBLEM_GROUPS_H
#define PROBLEM_GROUPS_H

#include "holonome/problem.h"
#include "holonome/status.h"

/** {0} is empty. */
typedef struct hol_groups {
  char **name; /**< [count] `bay[*].post` of copies, else the kind, `beam`; in the order of their first parts. Owned */
  size_t *of;  /**< [parts] group of each part. Owned */
  size_t count;
} hol_groups;

/** Is a part a copy, such as `bay[3].post`? */
bool hol_groups_is_copy(const hol_part *part);
/** @param[out] groups  {0} on entry; to be cleared in every case
 *  @return HOL_MEMORY. Not collective. */
HOL_MUST_CHECK hol_status hol_groups_make(const hol_problem *problem, hol_groups *groups);
/** Add up shares of parts.
 *  @param[in]  share  [parts] NAN: not known, nor is the sum then
 *  @param[out] sum    [count] */
void hol_groups_sum(const hol_groups *groups, size_t parts, const double *share, double *sum);
/** Free and make empty. Idempotent. */
void hol_groups_clear(hol_groups *groups);

#endif

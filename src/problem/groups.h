/* SPDX-License-Identifier: BSD-3-Clause */
/** @file groups.h  Groups of parts with results in common: the copies of a repeated part, and all others of a kind. */
#ifndef PROBLEM_GROUPS_H
#define PROBLEM_GROUPS_H

#include "holonome/problem.h"
#include "holonome/status.h"

/** Groups of the parts of a problem; {0} is empty. */
typedef struct hol_groups {
  char **name; /**< [count] `bay[*].post` of copies, else the kind, `beam`; in the order of their first parts. Owned */
  size_t *of;  /**< [parts] group of each part. Owned */
  size_t count;
} hol_groups;

/** Is a part a copy, such as `bay[3].post`? */
bool hol_groups_is_copy(const hol_part *part);
/** Group the parts of a problem.
 *  @param[out] groups  {0} on entry; to be cleared in every case
 *  @return HOL_MEMORY. Not collective. */
HOL_MUST_CHECK hol_status hol_groups_make(const hol_problem *problem, hol_groups *groups);
/** Sum shares of parts by group.
 *  @param[in]  share  [parts] NAN: unknown, and so is the sum
 *  @param[out] sum    [count] */
void hol_groups_sum(const hol_groups *groups, size_t parts, const double *share, double *sum);
/** Free the groups and make them empty. Idempotent. */
void hol_groups_clear(hol_groups *groups);

#endif

/* SPDX-License-Identifier: BSD-3-Clause */
/** @file named.h  Unique names of a problem's parts and joints, as keys of a map. Module `problem`. */
#ifndef HOLONOME_PROBLEM_NAMED_H
#define HOLONOME_PROBLEM_NAMED_H

#include "holonome/problem.h"
#include "result/distinct.h"

/** Make the names of parts unique.
 *  @param[out] part  {0} on entry; to be cleared by hol_distinct_clear() in every case @return HOL_MEMORY. Not
 *  collective. */
HOL_MUST_CHECK hol_status hol_named_parts(const hol_problem *problem, hol_distinct *part);
/** Make the names of joints unique; joints may share a name, such as two springs between the same points. @param[out]
 *  joint  as for parts */
HOL_MUST_CHECK hol_status hol_named_joints(const hol_problem *problem, hol_distinct *joint);

#endif

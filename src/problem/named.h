/** @file named.h  Names of a problem's parts and joints, made different: each is a key of its own in a map. Room `problem`. */
#ifndef HOLONOME_PROBLEM_NAMED_H
#define HOLONOME_PROBLEM_NAMED_H

#include "holonome/problem.h"
#include "result/distinct.h"

/** @param[out] part  {0} on entry; to be cleared by hol_distinct_clear() in every case @return HOL_MEMORY. Not collective. */
HOL_MUST_CHECK hol_status hol_named_parts(const hol_problem *problem, hol_distinct *part);
/** Joints may share a name, such as two springs between the same points. @param[out] joint  as for parts */
HOL_MUST_CHECK hol_status hol_named_joints(const hol_problem *problem, hol_distinct *joint);

#endif

/* SPDX-License-Identifier: BSD-3-Clause */
/** @file ground.h  Joints to the ground. Module `problem`. */
#ifndef HOLONOME_PROBLEM_GROUND_H
#define HOLONOME_PROBLEM_GROUND_H

#include "holonome/problem.h"

/** Does a joint hold one point to the ground? A joint in general form does not: it has terms. */
static inline bool hol_joint_is_to_ground(const hol_joint *joint)
{
  return joint->point_count == 1 && joint->term_count == 0;
}

#endif

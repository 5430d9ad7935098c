/* SPDX-License-Identifier: BSD-3-Clause */
/* Unique names of all parts and of all joints, as keys of maps in a result. */
#include "problem/named.h"

#include "base/memory.h"

#include <stdlib.h>

hol_status hol_named_parts(const hol_problem *problem, hol_distinct *part)
{
  const char **name = hol_alloc(problem->part_count, sizeof *name);
  if (!name) {
    return HOL_MEMORY;
  }
  for (size_t i = 0; i < problem->part_count; i++) {
    name[i] = problem->part[i].name;
  }
  hol_status status = hol_distinct_make(name, problem->part_count, part);
  free(name);
  return status;
}

hol_status hol_named_joints(const hol_problem *problem, hol_distinct *joint)
{
  const char **name = hol_alloc(problem->joint_count, sizeof *name);
  if (!name) {
    return HOL_MEMORY;
  }
  for (size_t i = 0; i < problem->joint_count; i++) {
    name[i] = problem->joint[i].name;
  }
  hol_status status = hol_distinct_make(name, problem->joint_count, joint);
  free(name);
  return status;
}

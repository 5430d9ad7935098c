/* SPDX-License-Identifier: BSD-3-Clause */
/* Names of the components of the reactions of joints, joint by joint: constraints, then springs. */
#include "modes/components.h"

#include "base/memory.h"

#include <stdlib.h>

hol_status hol_components_make(const hol_result *result, hol_components *all)
{
  size_t joints = result->problem->joint_count;
  all->first = hol_alloc(joints + 2, sizeof *all->first);
  all->word = hol_alloc(result->constraint_count + result->spring_count, sizeof *all->word);
  if (!all->first || !all->word) {
    return HOL_MEMORY;
  }
  size_t *next = all->first + 1; /* counted one further on, each is where its joint ends once all are placed */
  for (size_t i = 0; i < result->constraint_count; i++) {
    if (result->constraint[i].joint < joints) {
      next[result->constraint[i].joint + 1]++;
    }
  }
  for (size_t i = 0; i < result->spring_count; i++) {
    next[result->spring[i].joint + 1]++;
  }
  for (size_t j = 1; j <= joints; j++) {
    next[j] += next[j - 1];
  }
  for (size_t i = 0; i < result->constraint_count; i++) {
    if (result->constraint[i].joint < joints) {
      all->word[next[result->constraint[i].joint]++] = result->constraint[i].component;
    }
  }
  for (size_t i = 0; i < result->spring_count; i++) {
    all->word[next[result->spring[i].joint]++] = result->spring[i].component;
  }
  return HOL_OK;
}

void hol_components_clear(hol_components *all)
{
  free(all->first);
  free(all->word);
  *all = (hol_components){0};
}

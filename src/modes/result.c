/* SPDX-License-Identifier: BSD-3-Clause */
/* Reactions of a joint in a mode, and freeing of a result. */
#include "holonome/solve.h"
#include "model/geometry.h"

#include <stdlib.h>

static void mode_clear(hol_mode *mode)
{
  free(mode->outlet);
  free(mode->energy);
  free(mode->sensitivity);
  free(mode->reaction);
  free(mode->shape);
}

hol_reaction hol_reaction_of(const hol_result *result, const hol_mode *mode, size_t joint)
{
  const size_t *first = result->reaction_first;
  return mode->reaction && first ? (hol_reaction){first[joint + 1] - first[joint], mode->reaction + first[joint]}
                                 : (hol_reaction){0};
}

void hol_result_clear(hol_result *result)
{
  for (size_t i = 0; i < result->mode_count; i++) {
    mode_clear(&result->mode[i]);
  }
  for (size_t i = 0; i < result->constraint_count; i++) {
    free(result->constraint[i].depends_on);
  }
  for (size_t i = 0; i < result->component_count; i++) {
    free(result->component[i]);
  }
  for (size_t i = 0; i < result->note_count; i++) {
    free(result->note[i]);
  }
  free(result->intervals.end);
  free(result->effective);
  if (result->geometry) {
    hol_geometry_clear(result->geometry);
  }
  free(result->geometry);
  free(result->effort);
  free(result->mode);
  free(result->reaction_first);
  free(result->place);
  free(result->constraint);
  free(result->spring);
  free(result->component);
  free(result->note);
  free(result->theory);
  free(result->compliance);
  *result = (hol_result){0};
}

#include "holonome/solve.h"
#include "model/geometry.h"

#include <stdlib.h>

static void shape_clear(hol_shape *shape)
{
  free(shape->s);
  free(shape->at);
  for (size_t f = 0; f < HOL_FREEDOM_COUNT; f++) {
    free(shape->value[f]);
  }
}

/** @param[in] parts,joints  lengths of the mode's arrays */
static void mode_clear(hol_mode *mode, size_t parts, size_t joints)
{
  for (size_t i = 0; mode->reaction && i < joints; i++) {
    free(mode->reaction[i].value);
  }
  for (size_t i = 0; mode->shape && i < parts; i++) {
    shape_clear(&mode->shape[i]);
  }
  free(mode->outlet);
  free(mode->energy);
  free(mode->sensitivity);
  free(mode->reaction);
  free(mode->shape);
}

void hol_result_clear(hol_result *result)
{
  size_t parts = result->problem ? result->problem->part_count : 0;
  size_t joints = result->problem ? result->problem->joint_count : 0;
  for (size_t i = 0; i < result->mode_count; i++) {
    mode_clear(&result->mode[i], parts, joints);
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
  free(result->constraint);
  free(result->spring);
  free(result->component);
  free(result->note);
  free(result->theory);
  free(result->compliance);
  *result = (hol_result){0};
}

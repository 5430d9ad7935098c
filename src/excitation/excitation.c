/* SPDX-License-Identifier: BSD-3-Clause */
/* Memory of excitations and outputs; joints whose support can move or whose reaction can be an output. */
#include "excitation/excitation.h"

#include "problem/ground.h"

#include <stdlib.h>

const char *const hol_motion_word[] = {"displacement", "velocity", "acceleration", "absolute_acceleration", NULL};

void hol_outputs_clear(hol_output *output, size_t outputs)
{
  for (size_t i = 0; output && i < outputs; i++) {
    free(output[i].point.text);
  }
  free(output);
}

void hol_excitations_clear(hol_excitation *excitation, size_t count)
{
  for (size_t i = 0; excitation && i < count; i++) {
    free(excitation[i].at.point.text);
    free(excitation[i].joint);
    hol_history_clear(&excitation[i].history);
    free(excitation[i].density.omega);
    free(excitation[i].density.value);
  }
  free(excitation);
}

bool hol_joint_is_support(const hol_joint *joint)
{
  switch (joint->kind) {
  case HOL_FIX:
  case HOL_PIN:
  case HOL_ROLLER:
    return true;
  case HOL_SPRING:
  case HOL_DASHPOT:
    return hol_joint_is_to_ground(joint) && joint->stiffness_count <= 1;
  default:
    return false;
  }
}

bool hol_joint_is_rigid(const hol_joint *joint)
{
  switch (joint->kind) {
  case HOL_WELD:
  case HOL_HINGE:
  case HOL_BALL:
  case HOL_UNIVERSAL:
  case HOL_SLIDE:
    return true;
  case HOL_TIE:
    return joint->stiffness_count == 0 && joint->point_count == 2;
  default:
    return false;
  }
}

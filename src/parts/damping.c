/* SPDX-License-Identifier: BSD-3-Clause */
/* Damping law of a part: loss factor, Rayleigh coefficients and line damping as given for it or its material. */
#include "parts/damping.h"

#include <math.h>

static double given(const hol_part *part, int property)
{
  return part->given >> property & 1u ? part->value[property] : 0;
}

hol_damping hol_part_damping(const hol_part *part)
{
  hol_damping damping = {.loss_factor = given(part, HOL_P_LOSS_FACTOR),
                         .mass = given(part, HOL_P_RAYLEIGH_MASS),
                         .stiffness = given(part, HOL_P_RAYLEIGH_STIFFNESS),
                         .line = given(part, HOL_P_LINE_DAMPING)};
  bool is_own = part->given & HOL_P(LOSS_FACTOR);
  if (!is_own && part->material && !isnan(part->material->loss_factor)) {
    damping.loss_factor = part->material->loss_factor;
  }
  return damping;
}

bool hol_damping_is_any(hol_damping damping)
{
  return damping.loss_factor > 0 || damping.mass > 0 || damping.stiffness > 0 || damping.line > 0;
}

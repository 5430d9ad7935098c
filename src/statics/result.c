/* SPDX-License-Identifier: BSD-3-Clause */
/* What was found of a structure at rest. */
#include "statics/analysis.h"

void hol_static_displacement(const hol_static_result *result, size_t station, double value[HOL_FREEDOM_COUNT])
{
  const hol_model *model = &result->statics.model;
  hol_model_displacement(model, result->statics.U, &model->station[station], value);
}

bool hol_static_reaction(const hol_static_result *result, size_t joint, size_t *next, const char **component,
                         double *value)
{
  const hol_statics *s = &result->statics;
  const hol_model *model = &s->model;
  for (; *next < model->constraint_count; ++*next) {
    if (model->layout->constraint[*next].joint == joint) {
      *component = model->layout->constraint[*next].component;
      *value = model->reaction_sign[*next] * s->multiplier[*next];
      ++*next;
      return true;
    }
  }
  for (; *next < model->constraint_count + model->spring_count; ++*next) {
    size_t spring = *next - model->constraint_count;
    if (model->spring[spring].joint == joint) {
      *component = model->layout->spring[spring].component;
      *value = -model->spring[spring].reaction_sign * hol_spring_force(&s->system, spring, s->v);
      ++*next;
      return true;
    }
  }
  return false;
}

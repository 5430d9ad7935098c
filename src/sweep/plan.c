/* SPDX-License-Identifier: BSD-3-Clause */
/* Which values belong to which point. */
#include "sweep/plan.h"
#include "sweep/random.h"

#include <math.h>

double hol_axis_value(const hol_axis *axis, size_t index)
{
  if (axis->kind == HOL_AXIS_VALUES) {
    return axis->value[index];
  }
  if (index == 0 || index + 1 == axis->count) {
    return index ? axis->b : axis->a; /* the ends without rounding */
  }
  double share = (double)index / (double)(axis->count - 1);
  return axis->kind == HOL_AXIS_EVEN ? axis->a + share * (axis->b - axis->a) : axis->a * pow(axis->b / axis->a, share);
}

void hol_plan_values(const hol_plan *plan, size_t point, double *value)
{
  size_t rest = point;
  for (size_t a = plan->axis_count; a-- > 0;) {
    const hol_axis *axis = &plan->axis[a];
    if (axis->kind == HOL_AXIS_UNIFORM) {
      value[a] = axis->a + hol_random_uniform(plan->seed, point, (uint32_t)a) * (axis->b - axis->a);
    } else if (axis->kind == HOL_AXIS_NORMAL) {
      value[a] = axis->a + hol_normal_quantile(hol_random_uniform(plan->seed, point, (uint32_t)a)) * axis->b;
    } else {
      value[a] = hol_axis_value(axis, rest % axis->count);
      rest /= axis->count;
    }
  }
}

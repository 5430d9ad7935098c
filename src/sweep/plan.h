/** @file plan.h  The points of a sweep. Room `sweep`. */
#ifndef SWEEP_PLAN_H
#define SWEEP_PLAN_H

#include "holonome/sweep.h"

/** A value of a grid axis, SI; index < axis->count. */
double hol_axis_value(const hol_axis *axis, size_t index);
/** The values of all axes at a point, SI. @param[out] value  [axis_count] */
void hol_plan_values(const hol_plan *plan, size_t point, double *value);

#endif

/* SPDX-License-Identifier: BSD-3-Clause */
/** @file plan.h  Plan of a sweep: its axes, points and outputs. Module `sweep`. */
#ifndef SWEEP_PLAN_H
#define SWEEP_PLAN_H

#include "holonome/problem.h"

typedef enum { HOL_AXIS_VALUES, HOL_AXIS_EVEN, HOL_AXIS_LOGARITHMIC, HOL_AXIS_UNIFORM, HOL_AXIS_NORMAL } hol_axis_kind;

/** A parameter that a sweep varies. SI. */
typedef struct hol_axis {
  size_t parameter;   /**< index into hol_problem.parameter */
  hol_axis_kind kind; /**< the first three: values of a grid; the others: a random variable */
  double *value;      /**< VALUES: [count], owned */
  size_t count;       /**< grid: values */
  double a, b;        /**< EVEN, LOGARITHMIC: first and last value; UNIFORM: from a to b, a < b;
                                       NORMAL: mean a, standard deviation b >= 0 */
  hol_place place;
} hol_axis;

/** A number from another analysis of the file, computed at every point. */
typedef struct hol_plan_output {
  char *name;      /**< owned */
  char *path;      /**< the analysis and behind it the path of result/pick.h; owned */
  hol_place place; /**< of the path */
} hol_plan_output;

/** `analysis.sweep`: the same structure for many values of its parameters. Points are numbered from 0; on a
 *  grid the last axis runs fastest. */
typedef struct hol_plan {
  hol_axis *axis;    /**< [axis_count], owned, in the order of the file */
  size_t axis_count; /**< at least one */
  size_t points;
  bool is_random; /**< every point draws all axes */
  bool follow;    /**< grids: follow frequencies by mode */
  uint64_t seed;
  hol_plan_output *output; /**< [outputs], owned */
  size_t outputs;
  hol_place place;
} hol_plan;

/** Return the sweep that a file asks for; NULL: none. */
const hol_plan *hol_plan_of(const hol_problem *problem);

/** Return a value of a grid axis, SI; index < axis->count. */
double hol_axis_value(const hol_axis *axis, size_t index);
/** Compute the values of all axes at a point, SI. @param[out] value  [axis_count] */
void hol_plan_values(const hol_plan *plan, size_t point, double *value);

#endif

/* SPDX-License-Identifier: BSD-3-Clause */
/** @file series.h  Quantities of a motion over time as series of numbers with names and units, the same in all outputs.
 *  Module `motion`. */
#ifndef MOTION_SERIES_H
#define MOTION_SERIES_H

#include "expression/dimension.h"
#include "holonome/text.h"
#include "motion/result.h"

/** Kinds of series: one series for each coordinate, auxiliary state, constraint, friction element, program, output. */
typedef enum {
  HOL_MOTION_COORDINATES,
  HOL_MOTION_SPEEDS,
  HOL_MOTION_ACCELERATIONS,
  HOL_MOTION_AUXILIARIES,
  HOL_MOTION_OUTPUTS,
  HOL_MOTION_REACTIONS, /**< multipliers */
  HOL_MOTION_FORCES,    /**< A' lambda, of each coordinate */
  HOL_MOTION_NONIDEALS, /**< forces that are not ideal and friction, of each coordinate */
  HOL_MOTION_FRICTIONS, /**< along the slip */
  HOL_MOTION_CONTROLS,
  HOL_MOTION_ENERGIES, /**< one: H = T2 - T0 + V, kinetic energy by its degree in the speeds */
  HOL_MOTION_FREEINGS, /**< `free_by`: forces to add */
  HOL_MOTION_GROUPS
} hol_motion_group;

/** One series. */
typedef struct hol_motion_series {
  hol_motion_group group;
  const char *name;              /**< of the coordinate, constraint, ...; borrowed from the system */
  const double *value;           /**< value[k * count] at time k; NULL: not computed. Borrowed from the result */
  size_t count;                  /**< series in its group */
  double error;                  /**< largest over time, an estimate; NAN: not known */
  char unit[HOL_DIMENSION_TEXT]; /**< SI; "1": a plain number; "": there are none, or its own is not known */
  bool has_number;               /**< at some time */
} hol_motion_series;

/** Key of a group in JSON: "coordinates", "speeds", ... */
extern const char *const hol_motion_group_key[HOL_MOTION_GROUPS];

/** Return the number of series of a group. */
size_t hol_motion_series_count(const hol_motion_result *result, hol_motion_group group);
/** Return series i of a group. @param[in] i  below their number. Cost: as many numbers as are not finite. */
hol_motion_series hol_motion_series_at(const hol_motion_result *result, hol_motion_group group, size_t i);
/** Return its value at time k; NAN: none. */
double hol_motion_series_value(const hol_motion_series *series, size_t k);
/** Add its name as within its group: "x", "x'", "wire"; or as among all quantities: "reaction wire", "force x", which
 *  is that of `expect`. */
void hol_motion_series_say(const hol_motion_series *series, bool among_all, hol_text *text);

/** Return what an event happens to: the name of a friction element or a constraint; NULL: the whole system. */
const char *hol_motion_event_element(const hol_motion_result *result, const hol_motion_event *event);
/** "sticks", "slips forward", ...; the last NULL. */
extern const char *const hol_motion_mode_word[];

#endif

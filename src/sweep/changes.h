/* SPDX-License-Identifier: BSD-3-Clause */
/** @file changes.h  Numbers of a structure that a sweep changes while joints and constraints stay the same: lengths,
 *  stiffnesses, masses, places on members. */
#ifndef SWEEP_CHANGES_H
#define SWEEP_CHANGES_H

#include "problem/origin.h"

/** Places of the sweep at which numbers are compared. */
enum { HOL_PLACES = 6 };

/** A number of a structure that depends on the swept parameters. */
typedef struct hol_change {
  hol_step step;
  bool is_moved;            /**< it differs between the places; others must stay what they are */
  bool is_positive;         /**< it must be */
  double *number;           /**< in the problem; NULL: nowhere. Borrowed */
  double read;              /**< its value where the problem was read */
  const hol_origin *origin; /**< borrowed */
} hol_change;

/** Destination of a number. */
typedef struct hol_put {
  hol_step step;
  double *number; /**< borrowed */
} hol_put;

/** All changing numbers of a problem; {0} is empty. */
typedef struct hol_changes {
  hol_change *item; /**< [count] one per origin, owned */
  size_t count;
  hol_put *put; /**< [puts] those that are moved and stand somewhere, and what is stored over them; owned */
  size_t puts;
} hol_changes;
void hol_changes_clear(hol_changes *changes);

/** Find the numbers that change.
 *  @param[in]  problem  read with the swept parameters set as numbers; borrowed
 *  @param[in]  step     its program as it has been run; the first HOL_PLACES lanes are the places
 *  @return HOL_INVALID if a number changes that is not of this kind; HOL_MEMORY */
HOL_MUST_CHECK hol_status hol_changes_find(hol_problem *problem, const hol_lane_dd *step, hol_changes *changes);

/** Check the numbers of all lanes of the program.
 *  @param[out] fits  false: a number changes that was not found to, is not valid, or is zero where that has another
 *                    meaning */
void hol_changes_fit(const hol_changes *changes, const hol_lane_dd *step, bool fits[HOL_LANES]);
/** Store the numbers of a lane that fits in the problem. */
void hol_changes_put(const hol_changes *changes, const hol_lane_dd *step, size_t lane);

/** Return the point of a joint whose place along its part this number is; NULL: none. */
const hol_point *hol_change_point(const hol_problem *problem, const hol_origin *origin);

#endif

/** @file changes.h  The numbers of a structure that a sweep changes, as far as all its structures have joints and constraints in
 *  common: lengths, stiffnesses, masses, places on members. */
#ifndef SWEEP_CHANGES_H
#define SWEEP_CHANGES_H

#include "problem/origin.h"

/** Places of the sweep at which numbers are compared. */
enum { HOL_PLACES = 6 };

/** A number of a structure that follows from what is swept. */
typedef struct hol_change {
  hol_step step;
  bool is_moved;            /**< it differs between the places; others must stay what they are */
  bool is_positive;         /**< it must be */
  double *number;           /**< in the problem; NULL: nowhere. Borrowed */
  double read;              /**< its value where the problem was read */
  const hol_origin *origin; /**< borrowed */
} hol_change;

/** Where a number is to be put. */
typedef struct hol_put {
  hol_step step;
  double *number; /**< borrowed */
} hol_put;

/** All of a problem; {0} is empty. */
typedef struct hol_changes {
  hol_change *item; /**< [count] one per origin, owned */
  size_t count;
  hol_put *put; /**< [puts] those that are moved and stand somewhere, and what is stored over them; owned */
  size_t puts;
} hol_changes;
void hol_changes_clear(hol_changes *changes);

/** Find what changes.
 *  @param[in]  problem  read with what is swept set as numbers; borrowed
 *  @param[in]  step     its program as it has been run; the first HOL_PLACES lanes are the places
 *  @return HOL_INVALID if one number moves that is not of this sort; HOL_MEMORY */
HOL_MUST_CHECK hol_status hol_changes_find(hol_problem *problem, const hol_lane_dd *step, hol_changes *changes);

/** Look at all lanes of the program.
 *  @param[out] fits  false: a number moves that has not been found to, is not valid, or is zero where that means something else */
void hol_changes_fit(const hol_changes *changes, const hol_lane_dd *step, bool fits[HOL_LANES]);
/** Put one that fits into the problem. */
void hol_changes_put(const hol_changes *changes, const hol_lane_dd *step, size_t lane);

/** The point of a joint whose place along its part this is; NULL: of none. */
const hol_point *hol_change_point(const hol_problem *problem, const hol_origin *origin);

#endif

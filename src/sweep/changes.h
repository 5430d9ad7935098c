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

/** All of a problem; {0} is empty. */
typedef struct hol_changes {
  hol_change *item; /**< [count] one per origin, owned */
  size_t count;
} hol_changes;
void hol_changes_clear(hol_changes *changes);

/** Find what changes.
 *  @param[in]  problem  read with what is swept set as numbers; borrowed
 *  @param[in]  step     its program as it has been run; the first HOL_PLACES lanes are the places
 *  @return HOL_INVALID if one number moves that is not of this sort; HOL_MEMORY */
HOL_MUST_CHECK hol_status hol_changes_find(hol_problem *problem, const hol_lane *step, hol_changes *changes);

/** Put one lane of the program into the problem.
 *  @return false: a number moves that has not been found to, is not valid, or is zero where that means something else; the
 *  problem is then unchanged */
bool hol_changes_take(const hol_changes *changes, const hol_lane *step, size_t lane);

/** The point of a joint whose place along its part this is; NULL: of none. */
const hol_point *hol_change_point(const hol_problem *problem, const hol_origin *origin);

#endif

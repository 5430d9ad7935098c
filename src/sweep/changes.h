/** @file changes.h  The numbers of a structure that a sweep changes, as far as all its structures have joints and constraints in
 *  common: lengths, stiffnesses, masses, places on members. */
#ifndef SWEEP_CHANGES_H
#define SWEEP_CHANGES_H

#include "problem/origin.h"

/** Places of the sweep at which numbers are compared. */
enum { HOL_PLACES = 6 };

/** Which numbers change?
 *  @param[in]  problem  read with what is swept set as numbers
 *  @param[in]  step     its program as it has been run; the first HOL_PLACES lanes are the places
 *  @param[out] changed  [origins] which differ between the places
 *  @return HOL_INVALID if one does that is not of this sort */
HOL_MUST_CHECK hol_status hol_changes_find(const hol_problem *problem, const hol_lane *step, bool *changed);

/** Put one lane into the problem.
 *  @return false: a number changes that has not been found to, is not valid, or is zero where that means something else; the
 *  problem is then unchanged */
bool hol_changes_take(hol_problem *problem, const bool *changed, const hol_lane *step, size_t lane);

/** The point of a joint whose place along its part this is; NULL: of none. */
const hol_point *hol_change_point(const hol_problem *problem, const hol_origin *origin);

#endif

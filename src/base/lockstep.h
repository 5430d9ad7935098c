/* SPDX-License-Identifier: BSD-3-Clause */
/** @file lockstep.h  Lockstep of ranks that compute the same, step by step, and distribute what is too large for
 *  one rank.
 *
 *  Whatever is in common is made, used and ended by all ranks at once. Between two such operations each rank goes its
 *  own way, which is the same way as long as it computes with the same numbers; but one may be told to stop, or be out
 *  of memory. So the ranks meet before every operation, each with what it is about to do. If all are about to do the
 *  same they do it. If one has left, it is over:
 *  what was in common is ended, no rank waits for another any more, and all are to leave what they are doing as if they
 *  were told to stop. A rank that leaves, for whatever reason, meets the others once more, wherever they are.
 *
 *  What is freed by its owner is ended when ranks meet next, by all of them in the same order. */
#ifndef BASE_LOCKSTEP_H
#define BASE_LOCKSTEP_H

#include "holonome/solve.h"

/** First member of every object that ranks have in common. {0} is not in common. */
typedef struct hol_common {
  struct hol_common *next;
  struct hol_lockstep *lockstep; /**< NULL: it is not, or no longer, in common */
  void (*end)(struct hol_common *thing,
              bool is_reached); /**< end it, with the others if they can be reached, and free it if its
                                                                 owner has left it */
  bool is_left;                 /**< by its owner */
} hol_common;

/** {0} with `comm` set has begun. The same on every rank but for `comm`. */
typedef struct hol_lockstep {
  const hol_comm *comm; /**< borrowed; of several ranks it has `mumps` */
  bool is_over;         /**< nothing is in common any more */
  bool has_parted;      /**< ranks were about to do different things: their numbers differ */
  hol_status status;    /**< that it has ended with */
  hol_common *first;    /**< in the order in which they were made */
  size_t factors,
      factorising; /**< bytes: of this rank's part of factors, of one matrix, and what making them took; at the most */
} hol_lockstep;

/** Operations before which ranks meet. */
typedef enum {
  HOL_MEET_TO_LEAVE,
  HOL_MEET_TO_MAKE,
  HOL_MEET_TO_ANALYSE,
  HOL_MEET_TO_FACTORISE,
  HOL_MEET_TO_SOLVE
} hol_meeting;

/** Meet before an operation.
 *  @param[in] size    of it: numbers that are the same on every rank
 *  @param[in] status  of this rank's preparations
 *  @return HOL_OK: all are about to do it. HOL_INCOMPLETE: the lockstep is over. It has ended with the worst status of
 *          all ranks, or with HOL_NUMERICAL if they are about to do different things. Collective, unless it is over. */
HOL_MUST_CHECK hol_status hol_lockstep_meet(hol_lockstep *l, hol_meeting what, const size_t size[2], hol_status status);
/** Register an object that all ranks have just made as one in common. */
void hol_lockstep_add(hol_lockstep *l, hol_common *thing);
/** End the lockstep where all ranks know that they cannot reach each other. @return HOL_INCOMPLETE */
hol_status hol_lockstep_break(hol_lockstep *l, hol_status status);
/** Leave the lockstep, at the end of a rank's work. @param[in] status  what it ends with
 *  @return if all ranks have come to the end: the status of rank 0, which has the result. Else what the lockstep has
 *          ended with, the same on every rank. Collective, unless it is over. */
HOL_MUST_CHECK hol_status hol_lockstep_leave(hol_lockstep *l, hol_status status);

#endif

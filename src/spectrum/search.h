/** @file search.h  The search for roots, shared by all ranks.
 *
 *  The search is a tree: intervals of λ are cut by counting until single roots are left, these are refined and proved. Every
 *  piece of it (hol_task) comes to the same end whoever takes its steps, so the pieces are free to be dealt: in rounds,
 *  after each of which every rank knows all pieces and all roots found. A round ends when every rank has done half of what
 *  it was dealt, or after a fixed time; what is left is dealt again, more of it to those that have done less so far. Ranks
 *  therefore do the same number of steps however much these differ from root to root. */
#ifndef SPECTRUM_SEARCH_H
#define SPECTRUM_SEARCH_H

#include "holonome/comm.h"
#include "holonome/solve.h"
#include "spectrum/roots.h"

typedef struct hol_search {
  hol_counter *counter;
  const hol_comm *comm;
  const hol_store *store; /**< what has been found earlier, and where to keep what is found */
  size_t stage;           /**< which of the searches of a run this is: below HOL_STAGES */
  hol_interval interval;  /**< the same on every rank */
  size_t first, last;     /**< indices wanted; a root of which only a part is wanted is found whole */
  hol_effort *effort;     /**< of this rank: time is added */
  size_t *found;          /**< frequencies found so far by all, as far as this rank knows, for progress */
} hol_search;

/** Number of searches in one run: several attempts with two determinants each. */
enum { HOL_STAGES = 32 };

/** A time after which ranks exchange what they have; so all know soon when one has failed. {0} has not begun. */
typedef struct hol_round {
  double processor, clock; /**< at its start, s */
} hol_round;
hol_round hol_round_start(void);
/** Half a second of work, or two seconds where processors are shared with others. */
bool hol_round_is_over(const hol_round *round);

/** Seconds of a clock that only rises; of this process's processor. */
double hol_seconds(void);
double hol_processor_seconds(void);

/** Find all roots first..last of an interval.
 *  @param[out] roots  {0} before; the same on every rank, rising and merged
 *  @return HOL_INCOMPLETE if a rank was told to stop; the worst status of all ranks otherwise. Collective. */
HOL_MUST_CHECK hol_status hol_search_roots(const hol_search *search, hol_roots *roots);

#endif

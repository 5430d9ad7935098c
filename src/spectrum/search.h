/* SPDX-License-Identifier: BSD-3-Clause */
/** @file search.h  Search for roots by Sturm counts, distributed over all ranks.
 *
 *  The search is a tree: intervals of λ are cut by counting until single roots are left, these are refined and proved.
 *  Every piece of it (hol_task) comes to the same end whoever takes its steps, so the pieces are items of a farm. */
#ifndef SPECTRUM_SEARCH_H
#define SPECTRUM_SEARCH_H

#include "farm/farm.h"
#include "holonome/solve.h"
#include "spectrum/roots.h"

typedef struct hol_search {
  hol_sturm_counter *counter;
  hol_farm *farm;           /**< stores roots, and counts the frequencies wanted among them */
  size_t stage;             /**< which of the searches of a run this is: below HOL_STAGES */
  hol_interval interval;    /**< the same on every rank */
  size_t first, last;       /**< indices wanted; a root of which only a part is wanted is found whole */
  hol_intervals *intervals; /**< shifts and counts of enclose.h, for the result; NULL: not wanted */
} hol_search;

/** Number of searches in one run: several attempts with two determinants each. */
enum { HOL_STAGES = 32 };

/** Find all roots first..last of an interval.
 *  @param[out] roots  {0} before; the same on every rank, rising and merged
 *  @return HOL_INCOMPLETE if a rank was told to stop; the worst status of all ranks otherwise. Collective. */
HOL_MUST_CHECK hol_status hol_search_roots(const hol_search *search, hol_roots *roots);

#endif

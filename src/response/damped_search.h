/* SPDX-License-Identifier: BSD-3-Clause */
/** @file damped_search.h  Search for damped eigenvalues of any linear damping, and their number by the argument
 *  principle. Internal to module `response`. */
#ifndef RESPONSE_DAMPED_SEARCH_H
#define RESPONSE_DAMPED_SEARCH_H

#include "response/damped_list.h"

/** What of the damping decides what can be proved. */
typedef struct hol_damped_kind {
  bool is_lossy;       /**< there are loss factors */
  bool is_losses_only; /**< and nothing else, of parts whose stiffness is not negative */
  bool is_dashpots_only;
  double least, most; /**< loss factors of all that has stiffness */
} hol_damped_kind;

/** Fill the list: zeros of det S(s) searched from the undamped modes, their number by the argument principle; with loss
 *  factors alone by their discs.
 *  @param[in,out] undamped  is solved
 *  @return HOL_OK with the list open, too: `reason` says why */
HOL_MUST_CHECK hol_status hol_damped_search(hol_undamped *undamped, const hol_damped_kind *kind,
                                            const hol_damped_request *request, hol_damped *found, hol_faults *faults);

/** With dashpots alone: assign to damped modes the circles that are proved to contain them, where there are such.
 *  @param[in] undamped  solved */
HOL_MUST_CHECK hol_status hol_damped_circles(hol_undamped *undamped, hol_damped *found, hol_faults *faults);

#endif

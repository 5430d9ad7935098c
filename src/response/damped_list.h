/* SPDX-License-Identifier: BSD-3-Clause */
/** @file damped_list.h  List of undamped modes from which damped modes are searched, and list of damped modes. Internal
 *  to module `response`. */
#ifndef RESPONSE_DAMPED_LIST_H
#define RESPONSE_DAMPED_LIST_H

#include "base/complex.h"
#include "model/layout.h"
#include "response/damped.h"

/** The undamped list. {0} is empty. */
typedef struct hol_undamped {
  hol_model model;     /**< of this problem and its damping, with exact compliances. Made by hol_damped_find() */
  hol_problem problem; /**< as given, but for what is asked of frequencies: borrowed */
  hol_watch watch;
  hol_result result;
  double covered; /**< λ below which all are listed */
  bool is_proved;
} hol_undamped;

void hol_undamped_clear(hol_undamped *undamped);
/** Find `count` undamped modes, or with 0 those below `below`, rad/s.
 *  @return HOL_INCOMPLETE: progress said stop; else as hol_solve(), proved or not */
HOL_MUST_CHECK hol_status hol_undamped_solve(hol_undamped *undamped, size_t count, double below, hol_faults *faults);

/** Append a damped mode without proved bounds. @param[out] added  until the next is added */
HOL_MUST_CHECK hol_status hol_damped_add(hol_damped *found, double complex s, hol_damped_motion **added);
/** Sort by |s| and drop modes beyond the request.
 *  @return |s| up to which undamped motions matter; NAN: there are too few */
double hol_damped_cut(const hol_damped_request *request, hol_damped *found);

#endif

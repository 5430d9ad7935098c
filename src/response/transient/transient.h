/* SPDX-License-Identifier: BSD-3-Clause */
/** @file transient.h  Transient response to forces and base acceleration: what a file asks for, and what is found. */
#ifndef RESPONSE_TRANSIENT_TRANSIENT_H
#define RESPONSE_TRANSIENT_TRANSIENT_H

#include "result/analysis.h"
#include "response/forced/forced.h"
#include "response/forced/truncation.h"

struct hol_analysis_grammar; /* see problem/grammar.h */

/** What a file asks for; the tolerance is of the radius, beside the largest of its receiver. */
typedef struct hol_transient_request {
  hol_forced_request forced;
  double *time; /**< [times] s, rising. Owned */
  size_t times;
} hol_transient_request;

/** What an entry of `expect` has. */
typedef struct hol_transient_expected {
  size_t receiver;      /**< from 1 */
  double *time, *value; /**< [count] owned */
  size_t count;
} hol_transient_expected;

/** A receiver in time. */
typedef struct hol_transient_motion {
  double *value;  /**< [times] m or rad, relative to the ground where that moves; NAN: the list of damped motions is
                      open. Owned */
  double *radius; /**< [times] how far from it the motion can be, for the modes left out and rounding; INFINITY, NAN:
                       not known. Owned */
  double terms;   /**< size of the terms that it is a sum of */
  double scale;   /**< what they could be if receiver and load moved alike in every mode, no less: by Cauchy's
                     inequality */
  double largest, at, most; /**< the largest of all times by its size, and when; the largest radius */
} hol_transient_motion;

/** {0} is empty. */
typedef struct hol_transient {
  const hol_transient_request *request; /**< borrowed */
  hol_forced forced; /**< its errors are measured under impulses: they rest on how fast modes die out far above */
  hol_transient_motion *motion; /**< [receivers] owned */
  size_t receivers;
} hol_transient;

/** Compute the motion, with modes as the request has it. Collective.
 *  @param[out] result  to be cleared in every case @return as hol_forced_run() */
HOL_MUST_CHECK hol_status hol_transient_run(const hol_problem *problem, hol_solve_options options,
                                            hol_transient *result, hol_faults *faults);
/** Find faults of the problem and the request, without solving. Not collective. */
HOL_MUST_CHECK hol_status hol_transient_check(const hol_problem *problem, hol_faults *faults);
void hol_transient_clear(hol_transient *result);

/** Add the response to a load of modes that damping does not couple. @param[in] load  its number @return HOL_MEMORY */
HOL_MUST_CHECK hol_status hol_transient_add(hol_transient *result, size_t load);
/** Return whether there are impulses in a load, or in those of its derivatives that receivers ask for. */
bool hol_transient_has_impulse(const hol_transient *result);
/** Add the response to all loads together by damped modes; NAN where their list has a gap. @return HOL_MEMORY */
HOL_MUST_CHECK hol_status hol_transient_add_coupled(hol_transient *result);

HOL_MUST_CHECK hol_status hol_transient_describe(const void *result, const hol_sink *sink);
HOL_MUST_CHECK hol_status hol_transient_rows(const void *result, const hol_sink *sink);
HOL_MUST_CHECK hol_status hol_transient_arrays(const void *result, const hol_sink *sink);
HOL_MUST_CHECK hol_status hol_transient_table(const hol_transient *result, hol_text *text);
/** Compare with what is expected of it. */
void hol_transient_compare(const hol_transient *result, hol_comparison *comparison);

extern const struct hol_analysis_grammar hol_transient_grammar;
extern const hol_analysis_row hol_transient_row;

#endif

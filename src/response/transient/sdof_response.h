/* SPDX-License-Identifier: BSD-3-Clause */
/** @file sdof_response.h  Response of a single-degree-of-freedom oscillator to a force history, at given times. Room
 *  `response`. */
#ifndef RESPONSE_TRANSIENT_SDOF_RESPONSE_H
#define RESPONSE_TRANSIENT_SDOF_RESPONSE_H

#include "excitation/history.h"
#include "response/forced/oscillator.h"

/** Times asked for and breaks of a history, one after another. Begin with the first three. */
typedef struct hol_time_cursor {
  const double *time; /**< [times] rising; borrowed */
  size_t times;
  const hol_history *history;
  size_t next_time, next_break;
  double now;
  bool is_asked, is_break; /**< what is now: the time asked for is the one before next_time */
} hol_time_cursor;

/** Advance to the next time asked for or the next break, whichever is earlier.
 *  @return false: no time asked for is left */
bool hol_time_cursor_next(hol_time_cursor *walk);

/** Compute q and q′ from rest, exactly but for rounding, at all times; at the time of an impulse those after it.
 *  @param[out] q, rate  [times]; rate may be NULL */
void hol_oscillator_respond(const hol_history *history, hol_oscillator oscillator, const double *time, size_t times,
                            double *q, double *rate);
/** Replace the derivatives of orders k = `order` and k + 1 by those of orders k + 1 and k + 2, by q″ = f − c q′ − λ q
 *  and its derivatives.
 *  @param[in,out] q, rate  [times] */
void hol_oscillator_derive(const hol_history *history, hol_oscillator oscillator, const double *time, size_t times,
                           int order, double *q, double *rate);

#endif

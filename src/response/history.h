/** @file history.h  A force or acceleration as a function of time, from rest: what it does piece by piece. */
#ifndef RESPONSE_HISTORY_H
#define RESPONSE_HISTORY_H

#include "holonome/status.h"

#include <stdbool.h>
#include <stddef.h>

typedef enum {
  HOL_HISTORY_STEP,      /**< zero, then its size from time 0 on */
  HOL_HISTORY_IMPULSE,   /**< its size times Dirac's delta */
  HOL_HISTORY_HALF_SINE, /**< half a sine, its size at the top, from time 0 on */
  HOL_HISTORY_RECORD     /**< linear between samples, zero before the first one and after the last */
} hol_history_kind;

typedef struct hol_history {
  hol_history_kind kind;
  double size;          /**< SI; of a record, what its values are multiplied by */
  double duration;      /**< s, of a half sine */
  size_t count;         /**< of a record, samples; at least 2 */
  double *time, *value; /**< [count] s, rising from 0 or later; owned */
} hol_history;

void hol_history_clear(hol_history *history);

/** Times at which it, or its slope, jumps: 0, 1, ... rising. @return false: there are no more */
bool hol_history_break(const hol_history *history, size_t index, double *time);

/** What it does between two breaks: f′ and f″ = −square f, linear where square is 0. */
typedef struct hol_history_piece {
  double value, slope; /**< at the time asked for */
  double square;       /**< 1/s² */
} hol_history_piece;
/** From a time on, which may be a break, up to the next break. */
hol_history_piece hol_history_after(const hol_history *history, double time);
/** Up to a time, which may be a break. Nothing at time 0. */
hol_history_piece hol_history_before(const hol_history *history, double time);

/** The same of a derivative. @param[in] order  0: of the function itself */
hol_history_piece hol_history_derived(hol_history_piece piece, int order);
/** ∫|f″| between two times of one piece, without jumps at its ends, of the derivative of an order. */
double hol_history_bend(const hol_history *history, int order, double from, double to);
/** Does it jump before a time? */
bool hol_history_jumps(const hol_history *history, double before);
/** The largest of its sizes; of an impulse its size. */
double hol_history_largest(const hol_history *history);

#endif

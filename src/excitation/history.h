/* SPDX-License-Identifier: BSD-3-Clause */
/** @file history.h  Time history of a force or acceleration, from rest: its breaks, and the pieces between them. */
#ifndef EXCITATION_HISTORY_H
#define EXCITATION_HISTORY_H

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

/** Get the break of a number from 0 on: a time at which the history or its slope jumps, rising.
 *  @return false: there are no more */
bool hol_history_break(const hol_history *history, size_t index, double *time);

/** What it does between two breaks: f′ and f″ = −square f, linear where square is 0. */
typedef struct hol_history_piece {
  double value, slope; /**< at the time asked for */
  double square;       /**< 1/s² */
} hol_history_piece;
/** Return the piece from a time on, which may be a break, up to the next break. */
hol_history_piece hol_history_after(const hol_history *history, double time);
/** Return the piece up to a time, which may be a break. Zero at time 0. */
hol_history_piece hol_history_before(const hol_history *history, double time);

/** Return the same of a time derivative. @param[in] order  0: of the function itself */
hol_history_piece hol_history_derived(hol_history_piece piece, int order);
/** Compute ∫|f″| of the derivative of an order between two times of one piece, without jumps at its ends. */
double hol_history_bend(const hol_history *history, int order, double from, double to);
/** Return whether the value jumps before a time. */
bool hol_history_jumps(const hol_history *history, double before);
/** Return the largest absolute value; of an impulse its size. */
double hol_history_largest(const hol_history *history);

#endif

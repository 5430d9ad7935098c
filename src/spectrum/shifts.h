/* SPDX-License-Identifier: BSD-3-Clause */
/** @file shifts.h  Placement of the ends of intervals (shifts σ) by Sturm counts alone.
 *
 *  Marching from interval to interval (enclose.c) is sequential: each shift depends on the interval before it. Here all
 *  shifts are placed first, so that intervals are independent. Between two known counts N(λ) is interpolated by a power
 *  of λ, and counted where it should have a prescribed value, on any rank. The topmost shift is found first, in
 *  strides; then the intervals below it are divided, all at once, until their counts are as planned, and shifts far
 *  from their planned place are counted anew. The placement does not depend on the number of ranks. A shift within the
 *  rounding of a root is detected when its interval is proved (trial.c). */
#ifndef SPECTRUM_SHIFTS_H
#define SPECTRUM_SHIFTS_H

#include "holonome/solve.h"

#include <stdbool.h>

/** Most roots planned for a pair of neighbouring intervals, which share the estimates about the shift between them.
 *  Intervals come in full pairs; the last one is open above. */
enum { HOL_SHIFTS_PAIR = 112 };
/** Roots of an interval in percent of those planned: limit for joining two intervals; limit beyond which one is
 *  divided; hard limit; roots between the last shift and the last root wanted; distance of a shift from its plan. */
enum {
  HOL_SHIFTS_MOST = 120,
  HOL_SHIFTS_CUT = 140,
  HOL_SHIFTS_LIMIT = 220,
  HOL_SHIFTS_TAIL = 125,
  HOL_SHIFTS_OFF = 20
};

/** A λ and the roots below it. */
typedef struct hol_shifts_point {
  double lambda;
  size_t count;
  bool is_counted; /**< else the count is an estimate */
} hol_shifts_point;

/** {0} but for what the caller sets: the first points. */
typedef struct hol_shifts {
  size_t zero, last;       /**< count below all that is searched; number of the last root wanted */
  hol_shifts_point *point; /**< [points] rising; the first is the lowest end. Owned */
  size_t points, capacity;
  size_t piece;  /**< roots of an interval as they are planned */
  size_t counts; /**< counted by count() so far */
  void *context;
  /** Counts at some λ. @param[in] lambda  [n] @param[out] count  [n] */
  hol_status (*count)(void *context, size_t n, const double *lambda, size_t *count);
} hol_shifts;

void hol_shifts_clear(hol_shifts *e);
/** Insert a point in the order of λ. */
HOL_MUST_CHECK hol_status hol_shifts_insert(hol_shifts *e, double lambda, size_t count, bool is_counted);
/** Place ends until they are as close as planned, the last one about an interval below the last root wanted; then keep
 *  only those that are needed.
 *  @pre the first point is counted, and others are there to go by
 *  @return what count() returns; HOL_NUMERICAL where counts fall; HOL_MEMORY */
HOL_MUST_CHECK hol_status hol_shifts_place(hol_shifts *e);

#endif

/* SPDX-License-Identifier: BSD-3-Clause */
/** @file shifts.h  Placement of the ends of intervals (shifts σ) by Sturm counts alone.
 *
 *  Where many roots are wanted, marching from end to end (enclose.c) lets nobody else begin: every end is put where the
 *  interval before it has left off. Here all ends are there first. N(λ) is a power of λ between two counts that are
 *  known; where it should have some value it is counted, on whichever rank. First the topmost end is sought, in
 *  strides, then what lies between is cut, all at once; counts that come out otherwise are cut again, and what is far
 *  from its place then is counted once more. Nothing of it depends on the number of ranks, nor on where roots are: an
 *  end that lies within the noise of one is seen by who proves the interval (trial.c). */
#ifndef SPECTRUM_SHIFTS_H
#define SPECTRUM_SHIFTS_H

#include "holonome/solve.h"

#include <stdbool.h>

/** Roots of two intervals beside each other, whose estimates are those about the end between them, at most as it is
 *  planned. There are as many intervals as make full pairs; the last one is open above. */
enum { HOL_SHIFTS_PAIR = 112 };
/** Roots of an interval against those of a planned one, in percent: no more than that where two become one; more than
 *  that are cut; never more than that; those between the last end and the last root that is wanted; those between an
 *  end and where it is planned. */
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
  bool is_counted; /**< else it is estimated, and no end */
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

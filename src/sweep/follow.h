/* SPDX-License-Identifier: BSD-3-Clause */
/** @file follow.h  Mode tracking from one point of a grid to the next, with crossings and veerings. */
#ifndef SWEEP_FOLLOW_H
#define SWEEP_FOLLOW_H

#include "sweep/match.h"

/** Links between the modes of a point and the next, and events on the way; {0} is empty. */
typedef struct hol_link {
  bool is_followed;  /**< false: one of the two points has no frequencies */
  size_t count;      /**< modes at the later point */
  size_t *from;      /**< [count] number, from 0, at the earlier point; SIZE_MAX: new; owned */
  double *turn;      /**< [count] angle by which the shapes of modes j and j + 1 turn into each other, rad, with the
                          signs that the earlier shapes have; 0 where they are not neighbours at both points; owned */
  signed char *sign; /**< [count] whether the sign of that angle is the other way round for the later shapes; owned */
  bool *is_told;     /**< [count] an event of modes j and j + 1 has been recorded on the way; owned */
  hol_sweep_event *event; /**< owned; point and axis are not set, branch[] are modes of the earlier point, from 1 */
  size_t event_count, event_capacity;
} hol_link;
void hol_link_clear(hol_link *link);
/** Make room for `count` modes in unchanged order. */
HOL_MUST_CHECK hol_status hol_link_start(hol_link *link, size_t count);

/** A path between two points of the grid, and its solver. */
typedef struct hol_way {
  hol_solver *solver;
  const double *from, *to; /**< [axis_count] parameters at t = 0 and t = 1 */
  size_t axis;             /**< whose value the events state */
  size_t modes;            /**< to be solved for on the way */
  size_t spare;            /**< of which the highest may be lost */
  double *value;           /**< [axis_count] scratch */
} hol_way;

/** Follow the modes of a (t = 0) to b (t = 1), with points between where shapes change too much or a mode changes
 *  places with more than one other: the path is halved until it has one event of each mode.
 *
 *  A pair that has changed places is resolved further: the point where their frequencies would meet is solved,
 *  again and again, until they do within 1e-8 (a crossing) or their shapes are found mixed (a veering: order is kept).
 *  Where neither results the event is unclear.
 *  @param[out] link  {0} or filled; to be cleared by the caller in every case
 *  @return HOL_MEMORY, HOL_NUMERICAL. */
HOL_MUST_CHECK hol_status hol_follow(const hol_way *way, const hol_snapshot *a, const hol_snapshot *b, hol_link *link);

#endif

/* SPDX-License-Identifier: BSD-3-Clause */
/** @file schedule.h  Schedules of programs of state variables: the order in which a processor computes their steps
 *  fastest, for the many evaluations of an integration in time.
 *
 *  Steps that are equal operations on what is known follow each other, sine and cosine of one number are computed
 *  together, and constants once for all. Values are those of hol_program_run_states(), as far as a library's sine and
 *  cosine together are those that it gives alone. */
#ifndef HOLONOME_EXPRESSION_SCHEDULE_H
#define HOLONOME_EXPRESSION_SCHEDULE_H

#include "base/lane.h"
#include "expression/program.h"

/** Where a value goes, and where its operands are. */
typedef struct hol_scheduled {
  hol_step to, a, b, c;
} hol_scheduled;

/** So many equal operations, one after the other. */
typedef struct hol_schedule_run {
  uint32_t kind, count;
} hol_schedule_run;

/** A step that is given: a constant, or a state. */
typedef struct hol_schedule_leaf {
  double value;
  hol_step to;
  uint16_t number;
} hol_schedule_leaf;

/** {0} is empty. */
typedef struct hol_schedule {
  hol_scheduled *item;     /**< [items] of all runs, owned */
  hol_schedule_run *run;   /**< [runs], owned */
  hol_schedule_leaf *leaf; /**< [constants + states], constants first; owned */
  size_t items, runs, constants, states;
} hol_schedule;

/** Arrange a program, best one with no more steps than are needed: hol_program_extract(). Variables other than states
 *  are constants with the values that they were added with.
 *  @return HOL_MEMORY; schedule is then {0}. Cost: steps times runs. */
HOL_MUST_CHECK hol_status hol_schedule_make(const hol_program *program, hol_schedule *schedule);
/** Set the constants among the values of steps, which stay from run to run. @param[out] value  [count + 1] */
void hol_schedule_begin(const hol_schedule *schedule, double *value);
/** Compute the values of all steps. @param[in] state  [highest number + 1] @param[in,out] value  as begun */
void hol_schedule_run_states(const hol_schedule *schedule, const double *state, double *value);
/** The same for HOL_LANES motions side by side, to the same bits. */
void hol_schedule_begin_lanes(const hol_schedule *schedule, hol_lane *value);
void hol_schedule_run_lanes(const hol_schedule *schedule, const hol_lane *state, hol_lane *value);
/** Free everything, leave {0}. Idempotent. */
void hol_schedule_clear(hol_schedule *schedule);

#endif

/* SPDX-License-Identifier: BSD-3-Clause */
/** @file integration.h  An integration under way, for the files that take its steps (integrate.c), record its states
 *  (record.c) and find where friction and right sides change (changes.c). */
#ifndef MOTION_INTEGRATION_H
#define MOTION_INTEGRATION_H

#include "base/integrator.h"
#include "motion/friction.h"
#include "motion/integrate.h"
#include "motion/project.h"

/** An integration under way. */
typedef struct hol_integration {
  const hol_motion_start *start;
  hol_motion_result *to;
  hol_watch watch;
  hol_motion_solver solver;
  hol_integrator *integrator;
  size_t size;
  double tolerance;
  double time, *state;           /**< present ones, on the constraints */
  double *largest;               /**< [size] or NULL */
  double begun, *before;         /**< time and state at the begin of the last step */
  double step;                   /**< its size before it was cut */
  double *margin;                /**< [margins] at its begin: how far friction is from a change, see margin_of() */
  bool *is_armed;                /**< [margins] a crossing of zero counts */
  double *zero;                  /**< [frictions] slips below are zero */
  bool *breaks;                  /**< [frictions] elements that are to break loose */
  double *course;                /**< [frictions 2] direction of the slip in a plane at the begin of the step */
  size_t margins;                /**< of elements, of reactions that press, of changes of branches */
  double *largest_margin;        /**< [changes] largest size of the step so far */
  double *side;                  /**< [changes] sign of the step at the begin of the step */
  double *row_size, force_size;  /**< [constraints] largest generalised force of a row, in units; of any force */
  double earlier_time, *earlier; /**< begin of the step before the last one */
  double pivot[3];               /**< least pivots of the rows chosen at the ends of the last steps; the newest last */
  double recent;                 /**< time of the change CHANGES_MOST before */
  size_t changed;                /**< since then */
  size_t taken;                  /**< steps since `taken_from` */
  double taken_from;             /**< a time */
  size_t next;                   /**< output time to be reached */
  size_t kink;                   /**< kink to be reached */
  size_t event_capacity;
  bool is_past; /**< a singular position has been looked at, and is not left yet */
  bool has_begun;
  double first_energy, kinetic, exchanged, imbalance, stored; /**< largest so far; of T and Pi */
} hol_integration;

/** Choose rows and solve at the present state; take its sizes, drift and power balance. @return HOL_NUMERICAL */
HOL_MUST_CHECK hol_status hol_integration_settle(hol_integration *run);
/** Record the present state at the output time that is next. */
void hol_integration_record(hol_integration *run);
/** At the end: which constraints are free, from the sizes of their forces. */
void hol_integration_judge_rows(hol_integration *run);
/** End the motion at the present time, with a reason. @param[in] reason  static, or result->stop_text */
void hol_integration_end(hol_integration *run, const char *reason);

/** At the start: which elements stick. Before a step: the margins at its begin. After a step: does friction, or the
 *  branch of a right side, change within it? Then the step ends there. How far a step may go at most. */
HOL_MUST_CHECK hol_status hol_integration_choose_friction(hol_integration *run);
void hol_integration_arm(hol_integration *run);
HOL_MUST_CHECK hol_status hol_integration_pass_changes(hol_integration *run);
/** After a step: did the rows pass a singular position in the last two? Then an event names it. */
HOL_MUST_CHECK hol_status hol_integration_pass_singular(hol_integration *run);
double hol_integration_step_most(const hol_integration *run);

#endif

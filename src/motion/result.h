/* SPDX-License-Identifier: BSD-3-Clause */
/** @file result.h  The motion of a system over time, its reactions, and what is known of their errors. Module `motion`.
 *
 *  Numbers that do not exist are NAN: a reaction that is not unique, the friction of two elements that share a slip. */
#ifndef MOTION_RESULT_H
#define MOTION_RESULT_H

#include "motion/system.h"

/** What happens at an event: an element begins to slip forward (+), backward (-), in a plane, or sticks; the rows of
 *  the constraints change their rank; a kink of a right side. */
typedef enum {
  HOL_MOTION_STICKS,
  HOL_MOTION_SLIPS_FORWARD,
  HOL_MOTION_SLIPS_BACKWARD,
  HOL_MOTION_SLIPS_IN_PLANE,
  HOL_MOTION_RANK_CHANGES,
} hol_motion_mode;

typedef struct hol_motion_event {
  double time;
  size_t element; /**< friction element, or constraint whose row changes; SIZE_MAX: the whole system */
  hol_motion_mode from, to;
  double impulse, lost_energy; /**< where a row is imposed at speed; 0 */
  size_t rank;                 /**< of the rows after it */
} hol_motion_event;

/** What is known of one constraint. */
typedef struct hol_motion_row {
  const char *name; /**< borrowed from the system */
  unsigned order;
  bool is_redundant;    /**< at the end of the motion, or where rank changes at some time of it: see `redundant_from` */
  size_t *follows_from; /**< [follows] constraints of which it is a combination; owned */
  size_t follows;
  bool is_unique;        /**< its reaction, all along the motion */
  bool is_free;          /**< largest reaction below 1e-10 of the largest force term */
  double largest;        /**< |reaction| */
  double residual_force; /**< (A a - b) at the start, of the motion without constraints: what the reaction has to make
                              up; in units of the row */
} hol_motion_row;

/** {0} is empty; hol_motion_result_clear() frees it. Arrays over times run as [time][...]. */
typedef struct hol_motion_result {
  const hol_motion_system *system; /**< borrowed */
  size_t times;
  double *time;
  double *position, *speed, *acceleration; /**< [times][coordinates] */
  double *auxiliary;                       /**< [times][states] */
  double *reaction;                        /**< [times][constraints] multipliers; NAN where not unique */
  double *force;                           /**< [times][coordinates] A' lambda, always unique */
  double *nonideal;                        /**< [times][coordinates] C and friction forces */
  double *control;                         /**< [times][controls] */
  double *output;                          /**< [times][outputs] */
  double *friction;                        /**< [times][frictions] force along the slip; NAN where not unique */
  double *energy;                          /**< [times] H = T2 - T0 + Pi */
  double *position_error, *speed_error;    /**< [coordinates] largest over time, from a second tolerance */
  double *reaction_error;                  /**< [constraints] */
  double *output_error;                    /**< [outputs] */
  double *auxiliary_error;                 /**< [states] */
  double error;                            /**< largest of the coordinates' relative to their scales */
  double drift;                            /**< largest |f|, |phi| over all output states, relative to their scales */
  double power_balance;  /**< |H - H(0) - integral of the power|, relative to the largest of T and the change of Pi */
  double accuracy_until; /**< time from which on the error exceeds the accuracy; INFINITY: never */
  hol_motion_event *event;
  size_t events;
  hol_motion_row *row; /**< [constraints] */
  size_t rank;         /**< of the rows at the start */
  bool near_rank;      /**< a pivot lay between 1e-12 and 1e-6: the rank is a matter of judgement */
  bool is_assembled;
  double moved, lost_energy; /**< by assembling: largest change of a coordinate; energy lost by the change of speeds */
  double *unmet;             /**< [times] `free_by`: share of A a - b that is left; NULL: not asked */
  double *freeing;           /**< [times][coordinates] `free_by`: the force to add; NULL */
  bool stays_free;           /**< `free_by`: the motion stays that of the constrained system */
  double stopped_at;         /**< time from which on there is no motion, with `stop_reason`; INFINITY: none */
  const char *stop_reason;   /**< in words, static or owned by `stop_text` */
  char *stop_text;           /**< owned */
  size_t steps, evaluations; /**< of the second, tighter integration, which the numbers are of */
  bool complete;             /**< the error is within the accuracy, drift and power balance within their bounds */
  bool stopped;              /**< by progress */
} hol_motion_result;

void hol_motion_result_clear(hol_motion_result *result);

#endif

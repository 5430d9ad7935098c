/* SPDX-License-Identifier: BSD-3-Clause */
/** @file motion_check.h  Accelerations and reactions of a system at its start, in the plainest way, for tests: symbolic
 *  derivatives one by one, dense matrices, elimination with complete pivoting. */
#ifndef HOLONOME_TESTS_MOTION_CHECK_H
#define HOLONOME_TESTS_MOTION_CHECK_H

#include "motion/system.h"

#include <stdbool.h>

/** Numbers of a system at one state. {0} is empty. Arrays are owned. */
typedef struct motion_check {
  size_t n, rows;
  double *state;        /**< [variables] */
  double *value;        /**< [steps + 1] of the system's program */
  double *M, *A;        /**< [n n], [rows n] row by row */
  double *h, *b;        /**< [n], [rows] */
  double *acceleration; /**< [n] */
  double *reaction;     /**< [rows]; of rows that follow from others 0 */
  double kinetic, potential;
  size_t rank;         /**< of A */
  size_t rank_of_both; /**< of [M; A] */
} motion_check;

/** Compute all at the start; the program of the system gets more steps. @return false if memory is out */
bool motion_check_of(hol_motion_system *system, motion_check *c);
void motion_check_clear(motion_check *c);
/** Coordinate by its name; SIZE_MAX: none. Constraint likewise. */
size_t motion_coordinate(const hol_motion_system *system, const char *name);
size_t motion_constraint(const hol_motion_system *system, const char *name);

#endif

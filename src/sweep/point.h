/* SPDX-License-Identifier: BSD-3-Clause */
/** @file point.h  Solution of one point of a sweep: its frequencies, and its shapes where modes are followed. */
#ifndef SWEEP_POINT_H
#define SWEEP_POINT_H

#include "holonome/solve.h"
#include "problem/again.h"

/** Frequencies of one point; {0} is empty. */
typedef struct hol_outcome {
  hol_status status;             /**< OK and INCOMPLETE have frequencies */
  size_t first, count;           /**< mode numbers first .. first + count - 1 */
  size_t modes, order;           /**< N and the order of the residual flexibility that the file asks for here */
  double tolerance;              /**< asked for here, 0: none */
  double *omega, *lower, *upper; /**< [count] rad/s, NAN: no bound; owned, one block that begins at omega */
  double *growth;                /**< [count] 1/s, of motions that grow, whose omega is 0; in the same block */
} hol_outcome;
/** Numbers per frequency in that block. */
enum { HOL_OUTCOME_NUMBERS = 4 };
/** Keep at most so many frequencies. */
void hol_outcome_cut(hol_outcome *outcome, size_t count);
void hol_outcome_clear(hol_outcome *outcome);
/** Allocate `count` frequencies in an empty outcome. */
HOL_MUST_CHECK hol_status hol_outcome_start(hol_outcome *outcome, size_t first, size_t count);

/** Modes with numbers 1 .. count of one point, for comparison with its neighbours; {0} is empty. */
typedef struct hol_snapshot {
  hol_status status;   /**< as hol_outcome */
  double t;            /**< place on the way between two points */
  size_t count, rigid; /**< modes; of which the first are without energy */
  double *omega;       /**< [count] rad/s, rising; owned */
  size_t length;       /**< numbers per shape */
  double *shape;       /**< [length * count] times the square roots of the masses, so that the dot product of two
                            shapes of one structure is their M-product; of unit length; owned */
} hol_snapshot;
void hol_snapshot_clear(hol_snapshot *snapshot);

/** Workspace to solve any point; make with hol_solver_start, free with hol_solver_clear. */
typedef struct hol_solver {
  const hol_problem *problem; /**< as it was read */
  hol_setting *set;           /**< [axis_count], owned */
  hol_problem here;           /**< the structure read last, moved to where one is solved */
  size_t solves;
  bool (*proceed)(void *context); /**< asked while a point is solved; false: hol_point_solve() ends. May be NULL */
  void *context;
} hol_solver;
HOL_MUST_CHECK hol_status hol_solver_start(const hol_problem *problem, hol_solver *solver);
void hol_solver_clear(hol_solver *solver);

/** Read the file with these parameters. @param[out] problem  to be cleared by the caller in every case */
HOL_MUST_CHECK hol_status hol_point_read(hol_solver *solver, const double *value, hol_problem *problem,
                                         hol_faults *faults);

/** Requested modes of a point. */
enum { HOL_POINT_AS_ASKED = 0, HOL_POINT_SPARE = 2 };
#define HOL_POINT_ASKED_AND_SPARE SIZE_MAX

/** Solve the problem with these parameters by hol_solve(). Of a count that the file asks for at this point no more are
 *  kept.
 *  @param[in]  value    [axis_count] SI
 *  @param[in]  modes    HOL_POINT_AS_ASKED: what the file asks for; else this number of modes from the first, shapes
 *                       wanted; HOL_POINT_ASKED_AND_SPARE: HOL_POINT_SPARE more than the count the file asks for, of
 *                       which the outcome has not the spare ones
 *  @param[out] outcome  {0} or filled, may be NULL
 *  @param[out] snapshot {0} or filled, may be NULL
 *  @param[out] faults   may be NULL
 *  @return HOL_OK or HOL_MEMORY; HOL_INCOMPLETE if it was cancelled; the status of the solution is in the outcome and
 *          the snapshot. */
HOL_MUST_CHECK hol_status hol_point_solve(hol_solver *solver, const double *value, size_t modes, hol_outcome *outcome,
                                          hol_snapshot *snapshot, hol_faults *faults);

/** Solve the structure with these parameters with shapes, as many modes as the file asks for; without reactions and
 *  derivatives.
 *  @param[in]  value    [axis_count] SI
 *  @param[out] problem  to be cleared by the caller in every case; must stay where it is as long as the result
 *  @param[out] result   likewise; empty where it cannot be solved
 *  @return HOL_OK; HOL_INCOMPLETE if it was cancelled; HOL_MEMORY */
HOL_MUST_CHECK hol_status hol_point_shapes(hol_solver *solver, const double *value, hol_problem *problem,
                                           hol_result *result);

#endif

/* SPDX-License-Identifier: BSD-3-Clause */
/** @file solver.h  Accelerations and reactions of a system at one state.
 *
 *  The state vector of an integration is y = [q, q', s, p, W]: n coordinates, n speeds, auxiliary states, states of
 *  programs (hol_motion_program_states()), the integral of the power. Rows are chosen at states on the constraints,
 *  hol_motion_solver_choose(), and kept until the next choice: at stages off the constraints redundant rows contradict
 *  each other. */
#ifndef MOTION_SOLVER_H
#define MOTION_SOLVER_H

#include "motion/equations.h"
#include "motion/freeing.h"
#include "motion/saddle.h"
#include "motion/sparse_saddle.h"

/** State of a friction element. One that is loose has no friction force: while another state is looked for. */
typedef enum {
  HOL_SLIP_BACKWARD = -1,
  HOL_SLIP_STICKS = 0,
  HOL_SLIP_FORWARD = 1,
  HOL_SLIP_PLANE = 2,
  HOL_SLIP_LOOSE = 3
} hol_slip;

/** {0} is empty; hol_motion_solver_clear() frees it. Arrays are owned. */
typedef struct hol_motion_solver {
  const hol_motion_equations *equations; /**< borrowed */
  hol_motion_numbers numbers;
  hol_slip *slip;   /**< [frictions] */
  int *sign;        /**< [constraints] sign of the reaction where friction elements press with it */
  double *course;   /**< [frictions 2] direction of the slip in a plane while it is too small to have one */
  double *friction; /**< [frictions] force along the slip, in a plane its size */
  size_t *active;   /**< [actives] rows of the equations that hold in the present state of friction */
  size_t actives;
  double *row;       /**< [actives n] their gradients */
  double *column;    /**< [actives n] their directions; */
  double *right;     /**< [actives] */
  bool *takes;       /**< [rows] which a sparse system takes; scratch */
  double smallest;   /**< the last accepted pivot beside the first */
  double least;      /**< pivot number `usual_rank` beside the first, accepted or not */
  size_t usual_rank; /**< largest rank noted, and the largest of its last pivots; 0: none */
  double usual;
  hol_saddle saddle;          /**< (1) of the active rows: units, independent rows, metric, factors */
  double *work, *solution;    /**< scratch */
  size_t *which;              /**< [rows] scratch */
  hol_sparse_saddle *sparse;  /**< solves (1) in place of `saddle`; `row` and `column` are then those of the numbers.
                                  NULL: dense. Owned */
  bool is_dense;              /**< set before it is made: never sparse. Fixed coordinates need it */
  bool is_sparsely_chosen;    /**< rows are chosen by a sparse factorisation, which tells no small pivots */
  double *load;               /**< [n] h, C, friction of elements that slide */
  double *nonideal;           /**< [n] C and friction, sliding and sticking */
  double *acceleration;       /**< [n] */
  double *multiplier;         /**< [rows] of active rows; 0 of others. Of rows that were not chosen 0 */
  double *held;               /**< [n] B' lambda of all active rows but slips */
  double *control;            /**< [n] forces of programs */
  hol_motion_freeing freeing; /**< forces that make reactions vanish, if they are asked for */
} hol_motion_solver;

HOL_MUST_CHECK hol_status hol_motion_solver_make(const hol_motion_equations *equations, hol_motion_solver *solver);
void hol_motion_solver_clear(hol_motion_solver *solver);

/** Compute the numbers of the equations at (t, y). @param[in] y  [hol_motion_state_size()] */
void hol_motion_solver_at(hol_motion_solver *solver, double t, const double *y);

/** Factor the metric of projections at the present numbers, W = M + A'A/2 in units of the coordinates in which masses
 *  have diagonal 1 and rows length 1; sets units and lengths.
 *  @return HOL_NUMERICAL: not positive definite, an acceleration is not determined or a mass is negative */
HOL_MUST_CHECK hol_status hol_motion_solver_metric(hol_motion_solver *solver);

/** Factor the sparse matrix at the present numbers, by rows of order `order` at most, all or the chosen ones:
 *  solver->sparse. @param[in] floor  see hol_sparse_saddle_factorise()
 *  @return HOL_INVALID: an acceleration is not determined; HOL_NUMERICAL, HOL_MEMORY */
HOL_MUST_CHECK hol_status hol_motion_solver_sparse_metric(hol_motion_solver *solver, unsigned order, bool with_chosen,
                                                          double floor, size_t *undetermined);

/** Set the states of all friction elements: slips of those that stick become rows, with the numbers at hand. */
void hol_motion_solver_set_slips(hol_motion_solver *solver, const hol_slip *slip);

/** Choose independent rows among those that hold at the present numbers. @return HOL_NUMERICAL, HOL_MEMORY */
HOL_MUST_CHECK hol_status hol_motion_solver_choose(hol_motion_solver *solver);

/** Solve (1) for the accelerations and the multipliers of the rows chosen, at the present numbers.
 *  @return HOL_NUMERICAL: the matrix is singular, or a number is not finite */
HOL_MUST_CHECK hol_status hol_motion_solver_accelerate(hol_motion_solver *solver);

/** Solve (1) for another load and other right sides, by the factors of hol_motion_solver_accelerate().
 *  @param[in]  load          [n]  @param[in] right  [rows] NULL: 0
 *  @param[out] acceleration  [n]  @param[out] multiplier  [rows] */
void hol_motion_solver_respond(hol_motion_solver *solver, const double *load, const double *right, double *acceleration,
                               double *multiplier);

/** Return the slip of element f in component k, at the present numbers. */
double hol_motion_solver_slip(const hol_motion_solver *solver, size_t f, size_t k);
/** Return the largest friction force of element f, static or sliding, for the multipliers at hand. */
double hol_motion_solver_limit(const hol_motion_solver *solver, size_t f, bool is_static);

/** Note the rank of an accepted state: a pivot that falls far below those before is that of a singular position. */
void hol_motion_solver_note_rank(hol_motion_solver *solver);
/** Return the pivot, of rows of length 1, below which a row is left out. */
double hol_motion_solver_threshold(const hol_motion_solver *solver);

/** Is the multiplier of row i of the equations unique, by the last choice? */
bool hol_motion_solver_is_unique(const hol_motion_solver *solver, size_t i);

/** The rate of y at the present numbers, after hol_motion_solver_accelerate(), without those of programs.
 *  @param[out] rate  [hol_motion_state_size()] */
void hol_motion_solver_rate(const hol_motion_solver *solver, const double *y, double *rate);

/** Return the length of y. */
static inline size_t hol_motion_state_size(const hol_motion_equations *equations)
{
  return 2 * equations->coordinates + equations->states + hol_motion_program_states(equations->system) + 1;
}

#endif

/* SPDX-License-Identifier: BSD-3-Clause */
/** @file equations.h  Equations of motion of a system under constraints, by symbolic derivatives of its energies and
 *  rows.
 *
 *      M q'' = h + B' lambda + C,     A q'' = b,                                                    (1)
 *      M = d2T/dq'2,   h = Q - dPi/dq + dT/dq - (d2T/dq'dq) q' - d2T/dq'dt - (d2T/dq'ds) s'
 *
 *  (Udwadia and Kalaba 1992, 2000). Every constraint gives one row of A, its gradient with respect to q (order 0, twice
 *  differentiated), q' (order 1, once) or q'' (order 2); B = A, but for rows that are held by other forces. Rows of the
 *  constraints come first, then those of the slips of friction elements, which count only while they stick.
 *
 *  Power balance: H = q'·dT/dq' - T + Pi (= T2 - T0 + Pi), dH/dt = (Q + C + B' lambda)·q' - d(T - Pi)/dt, the last by
 *  the explicit time and auxiliary states alone. */
#ifndef MOTION_EQUATIONS_H
#define MOTION_EQUATIONS_H

#include "expression/schedule.h"
#include "motion/system.h"

/** A step that is an entry of a matrix. */
typedef struct hol_motion_entry {
  size_t row, column;
  hol_step step;
} hol_motion_entry;

/** Entries of a matrix that are not 0 identically, in the order of rows. */
typedef struct hol_motion_matrix {
  hol_motion_entry *entry; /**< [count] owned */
  size_t count, capacity;
} hol_motion_matrix;

/** A row of (1). */
typedef struct hol_motion_equation {
  unsigned order;    /**< 0, 1, 2 */
  hol_step position; /**< f, of order 0; 0: none */
  hol_step velocity; /**< df/dt or phi, of order 0 and 1; 0: none */
  hol_step right;    /**< b; 0: it is 0 */
  bool has_by;       /**< held by other forces than its gradient */
} hol_motion_equation;

/** A friction element: its slips are rows. Steps that are 0 are not given. */
typedef struct hol_motion_element {
  size_t row;   /**< of its first slip */
  size_t slips; /**< 1, 2 in a plane */
  size_t at;    /**< constraint whose reaction presses; SIZE_MAX: `normal` or `limit` */
  hol_step normal, fixed, sliding, limit;
} hol_motion_element;

/** One more derivative of the equations, for programs: of (1) with the highest derivatives of coordinates, multipliers
 *  and controls left out. */
typedef struct hol_motion_level {
  hol_step *rest;   /**< [n] of d^j/dt^j (M q'' - h - C - B' lambda - b control); owned */
  hol_step *second; /**< [constraints] of d^j/dt^j (A q'' - b); owned */
} hol_motion_level;

/** Programs of order N, held by controls: d^(N-2)/dt^(N-2) of (1), and F(t, q, ..., q^(N)) = 0 for q^(N) and the
 *  derivative N - 2 of the controls; those of lower order are states. By the principle of Gauss (order 3) q'' is a
 *  state, and M q''' + dE/dt - Gamma q' E = sum mu dF/dq''', E = M q'' - h - C. */
typedef struct hol_motion_programs {
  unsigned order; /**< N; 0: there are none */
  bool is_gauss;
  hol_motion_level *level;     /**< [order - 2] derivatives 1 .. N - 2; owned */
  hol_motion_matrix gradient;  /**< dF/dq^(N), controls x n */
  hol_motion_matrix direction; /**< b, controls x n */
  hol_step *equation;          /**< [controls] F with q^(N) left out; owned */
} hol_motion_programs;

/** {0} is empty; hol_motion_equations_clear() frees it. */
typedef struct hol_motion_equations {
  const hol_motion_system *system;  /**< borrowed */
  hol_program program;              /**< all steps below, none else */
  hol_schedule schedule;            /**< of the program */
  size_t coordinates, states, rows; /**< n; auxiliary; constraints and slips */
  hol_motion_matrix mass;           /**< M, lower triangle */
  hol_motion_matrix gradient;       /**< A, rows x n */
  hol_motion_matrix direction;      /**< B of rows that have forces of their own, rows x n */
  hol_motion_equation *row;         /**< [rows] owned */
  hol_motion_element *element;      /**< [frictions] owned */
  hol_motion_programs programs;
  hol_step *force;                     /**< [n] h; owned */
  hol_step *applied;                   /**< [n] Q; owned */
  hol_step *work;                      /**< [n] C; owned */
  hol_step *rate;                      /**< [states] s'; owned */
  hol_step explicit_power;             /**< -d(T - Pi)/dt by explicit time and auxiliary states; 0: none */
  hol_step kinetic, potential, energy; /**< T, Pi, H */
  hol_step *change; /**< [changes] steps at whose zeros a force, a rate or a row bends or jumps; owned */
  size_t changes;
  hol_step *output;                   /**< [outputs] owned */
  bool has_work, work_uses_reactions; /**< C is there; C depends on ideal multipliers */
} hol_motion_equations;

/** Derive the equations of a system. Cost: derivatives are steps with common ones shared; a few microseconds a step.
 *  @param[in]  system     borrowed as long as the equations are used
 *  @param[out] equations  {0} on entry, to be cleared in every case
 *  @return HOL_MEMORY */
HOL_MUST_CHECK hol_status hol_motion_equations_make(const hol_motion_system *system, hol_motion_equations *equations);
void hol_motion_equations_clear(hol_motion_equations *equations);

/** The numbers of the equations at one state. Arrays are owned. Dense, row after row. */
typedef struct hol_motion_numbers {
  double *variable;  /**< [hol_motion_variables()] state variables, to be set by the caller: time, q, q', states;
                          accelerations 0 */
  double *value;     /**< [steps + 1] of the program, by its schedule */
  double *mass;      /**< [n n] M */
  double *gradient;  /**< [rows n] A */
  double *direction; /**< [rows n] B */
  double *right;     /**< [rows] b */
  double *force;     /**< [n] h */
  double *work;      /**< [n] C, for the ideal multipliers among the variables */
} hol_motion_numbers;
HOL_MUST_CHECK hol_status hol_motion_numbers_make(const hol_motion_equations *equations, hol_motion_numbers *numbers);
void hol_motion_numbers_clear(hol_motion_numbers *numbers);

/** Compute all numbers at the state in numbers->variable. Not a number where the system is not defined. */
void hol_motion_numbers_at(const hol_motion_equations *equations, hol_motion_numbers *numbers);
/** Compute C anew, after the ideal multipliers among the variables have been set. */
void hol_motion_work_at(const hol_motion_equations *equations, hol_motion_numbers *numbers);

/** Return the number of states that programs add to the state vector: controls and their derivatives below N - 2, or
 *  q'' by the principle of Gauss. */
size_t hol_motion_program_states(const hol_motion_system *system);

/** Return the value of a step; 0 of none. */
static inline double hol_motion_value(const hol_motion_numbers *numbers, hol_step step)
{
  return step ? numbers->value[step] : 0;
}

#endif

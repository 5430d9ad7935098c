/* SPDX-License-Identifier: BSD-3-Clause */
/** @file map.h  The Poincaré map of one coordinate: states after a number of half periods of the force, several at
 *  once.
 *      v' = −ω²q − μq³ − cv − γv³ + F cos νt
 *
 *  by a fixed number of big steps, each extrapolated from 1..ROWS drift-kick-drift substeps (order 2·ROWS). The damping
 *  is integrated exactly, half before and half after every kick, so that the composition is symmetric and its error
 *  even in the substep. */
#ifndef NONLINEAR_MAP_H
#define NONLINEAR_MAP_H

#include "base/lane.h"
#include "nonlinear/model.h"

enum { HOL_MAP_ROWS = 6 };

/** Factors of the exact damping over a time: v⁺ = a v/√(1 + b v²). */
typedef struct hol_damper {
  double a, b;
} hol_damper;

/** {0} is empty. */
typedef struct hol_oscillator {
  double omega2, mu, force, nu, c, gamma;
  size_t steps; /**< big steps in a period of the force, even */
  double weight[HOL_MAP_ROWS];
  hol_damper half[HOL_MAP_ROWS]; /**< of half a substep */
  double *wave;                  /**< [steps][kicks] force at the kicks; owned */
} hol_oscillator;

/** One state in every lane. */
typedef struct hol_states {
  hol_lane q, v;
  hol_lane by_q[2], by_v[2]; /**< derivatives of (q, v) by the first displacement and velocity */
} hol_states;

/** The coefficients of a model of one lateral mode at ν. */
hol_oscillator hol_oscillator_of(const hol_nonlinear_model *model, double nu);
/** Make it ready for motions of displacements up to `reach`, with `finer` times as many steps as these need.
 *  @return HOL_MEMORY */
HOL_MUST_CHECK hol_status hol_oscillator_start(hol_oscillator *oscillator, double reach, size_t finer);
void hol_oscillator_clear(hol_oscillator *oscillator);

/** Advance states by so many half periods, beginning with the first or (`late`) with the second half of a period. */
void hol_map_states(const hol_oscillator *oscillator, size_t halves, bool late, hol_states *states);
/** The same from t = 0 with the derivatives by the state, set to the identity first. */
void hol_map_varied(const hol_oscillator *oscillator, size_t halves, hol_states *states);
/** The step of Newton's method for P^m(z) = z in every lane. @param[in,out] z  states; the steps in q and v */
void hol_map_newton(const hol_oscillator *oscillator, size_t periods, hol_states *z);
/** Displacements after every big step of so many periods from t = 0. @param[out] q  [periods·steps] */
void hol_map_record(const hol_oscillator *oscillator, size_t periods, hol_states *states, hol_lane *q);

#endif

/* SPDX-License-Identifier: BSD-3-Clause */
/** @file oscillator.h  Exact time step of a single-degree-of-freedom oscillator q″ + c q′ + λ q = f. */
#ifndef RESPONSE_FORCED_OSCILLATOR_H
#define RESPONSE_FORCED_OSCILLATOR_H

#include <stddef.h>

/** λ may be 0, c anything not negative: damping below, at and above the critical one, and none. */
typedef struct hol_oscillator {
  double lambda; /**< rad²/s² */
  double c;      /**< 1/s */
} hol_oscillator;

/** What a time does to (q, q′, f, f′) where f″ = −square f: four by four, row by row. */
typedef struct hol_propagator {
  double time, square; /**< s; 1/s² */
  double a[4][4];
} hol_propagator;

/** @param[in] time  s, > 0. Relative error: some roundings for each radian and each 1/c in it. Cost: some dozens of
 *  products */
hol_propagator hol_propagator_of(hol_oscillator oscillator, double square, double time);
/** @param[in,out] state  q, q′ @param[in] f, slope  at the beginning */
void hol_propagate(const hol_propagator *propagator, double f, double slope, double state[2]);

#endif

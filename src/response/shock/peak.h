/* SPDX-License-Identifier: BSD-3-Clause */
/** @file peak.h  Largest displacement of an oscillator under a force history. */
#ifndef RESPONSE_SHOCK_PEAK_H
#define RESPONSE_SHOCK_PEAK_H

#include "excitation/history.h"
#include "response/forced/oscillator.h"

/** Return the largest |q| of q″ + c q′ + λ q = f from rest, λ > 0, until one period after the last break of f. Between
 *  zeros of q′, which are sought at sixteen places of each period, it is exact. Cost: some solutions for every half
 *  period. */
double hol_oscillator_peak(hol_oscillator oscillator, const hol_history *history);

#endif

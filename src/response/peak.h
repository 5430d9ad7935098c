/** @file peak.h  How far an oscillator is moved at the most. */
#ifndef RESPONSE_PEAK_H
#define RESPONSE_PEAK_H

#include "response/history.h"
#include "response/oscillator.h"

/** The largest |q| of q″ + c q′ + λ q = f from rest, λ > 0, until one period after the last break of f. Between zeros of q′, which
 *  are sought at sixteen places of each period, it is exact. Cost: some solutions for every half period. */
double hol_oscillator_peak(hol_oscillator oscillator, const hol_history *history);

#endif

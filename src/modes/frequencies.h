/* SPDX-License-Identifier: BSD-3-Clause */
/** @file frequencies.h  Solution for natural frequencies and their bounds alone. */
#ifndef MODES_FREQUENCIES_H
#define MODES_FREQUENCIES_H

#include "holonome/solve.h"

/** Solve as hol_solve() does, with the same status, frequencies, bounds and rates of growth, to the bit; nothing else
 *  of a mode may be used: shapes, energies, reactions and modal masses are made only where the proof depends on
 *  them. */
HOL_MUST_CHECK hol_status hol_solve_frequencies(const hol_problem *problem, hol_solve_options options,
                                                hol_result *result, hol_faults *faults);

#endif

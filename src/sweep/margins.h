/* SPDX-License-Identifier: BSD-3-Clause */
/** @file margins.h  Stopping criterion of the iteration for a root, and relative margins of the counts that prove it:
 *  the same for one structure and for several side by side. */
#ifndef SWEEP_MARGINS_H
#define SWEEP_MARGINS_H

/** A step relatively shorter than this is the last: the next would be about its square. */
static const double hol_last_step = 1e-8;
/** Margin of a proof: at first, and at most where rounding asks for more. */
static const double hol_margin_first = 4e-13, hol_margin_most = 1e-10;

/** Steps of an iteration; iterations for one root. */
enum { HOL_STEPS_MOST = 40, HOL_ROUNDS_MOST = 6 };

#endif

/* SPDX-License-Identifier: BSD-3-Clause */
/** @file clock.h  Wall-clock and processor time, for progress, rounds of work and reports of a run; no result depends
 *  on them. Not collective. */
#ifndef BASE_CLOCK_H
#define BASE_CLOCK_H

/** Return the seconds of a monotonic clock. */
double hol_seconds(void);
/** Return the processor time of this process, s. */
double hol_processor_seconds(void);

#endif

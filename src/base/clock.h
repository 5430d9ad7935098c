/** @file clock.h  Time, for progress, rounds of work and what is said of a run; no result depends on it. Not collective. */
#ifndef BASE_CLOCK_H
#define BASE_CLOCK_H

/** Seconds of a clock that only rises. */
double hol_seconds(void);
/** Seconds of this process's processor. */
double hol_processor_seconds(void);

#endif

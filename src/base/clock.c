/* SPDX-License-Identifier: BSD-3-Clause */
/* Monotonic time and processor time in seconds. */
#include "base/clock.h"

#include <time.h>

static double seconds_of(clockid_t clock)
{
  struct timespec t = {0};
  (void)clock_gettime(clock, &t);
  return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

double hol_seconds(void)
{
  return seconds_of(CLOCK_MONOTONIC);
}

double hol_processor_seconds(void)
{
  return seconds_of(CLOCK_PROCESS_CPUTIME_ID);
}

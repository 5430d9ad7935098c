/* SPDX-License-Identifier: BSD-3-Clause */
/* A watch as cancellation. */
#include "result/analysis.h"

static bool goes_on(void *context)
{
  const hol_watch *watch = context;
  return !watch->progress || watch->progress(watch->context, 0, 1, 0);
}

hol_cancellation hol_watch_cancellation(hol_watch *watch)
{
  return (hol_cancellation){goes_on, watch};
}

/* SPDX-License-Identifier: BSD-3-Clause */
/** @file progress.h  Progress of a run: one line on a terminal, rewritten in place. */
#ifndef CLI_PROGRESS_H
#define CLI_PROGRESS_H

#include <stdbool.h>
#include <stddef.h>

/** {0} shows nothing. */
typedef struct progress {
  bool shows; /**< the line may be shown */
  bool is_shown;
  double start;       /**< s, of the current count */
  double last;        /**< s, time of the last update of the line */
  double renewal;     /**< s between updates */
  size_t first, done; /**< at the start; now (curves: points of the current one) */
  size_t begun;       /**< curves done when the line was first shown */
} progress;

/** Begin a progress line; `shows` only on a terminal and where it is wanted.
 *  @param[in] renewal  s between two updates and before the first; negative: the default, 0.2 s and 1 s */
progress progress_start(bool shows, double renewal);
/** Update the line if it is due: amount done, total, rate, remaining time. */
void progress_show(progress *p, size_t done, size_t total, const char *what);
/** Update the line for curves, of which the current one has so many points and starts of searches. */
void progress_along(progress *p, size_t done, size_t total, size_t points);
/** Erase the line. */
void progress_end(progress *p);

#endif

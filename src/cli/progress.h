/** @file progress.h  How far a run is: one line on a terminal, renewed. */
#ifndef CLI_PROGRESS_H
#define CLI_PROGRESS_H

#include <stdbool.h>
#include <stddef.h>

/** {0} shows nothing. */
typedef struct progress {
  bool shows; /**< the line may be shown */
  bool is_shown;
  double start;       /**< s, of the count under way */
  double last;        /**< s, when the line was last renewed */
  double renewal;     /**< s until it is renewed */
  size_t first, done; /**< at the start; now (curves: points of the one under way) */
  size_t begun;       /**< curves done when the line was first shown */
} progress;

/** Begin; `shows` only on a terminal and where this is wanted.
 *  @param[in] renewal  s between two renewals and before the first; negative: the usual, 0.2 s and 1 s */
progress progress_start(bool shows, double renewal);
/** Renew the line if it is time. What is done, of what, how fast, how long still. */
void progress_show(progress *p, size_t done, size_t total, const char *what);
/** The same for curves, of which the one under way has so many points, and starts of searches. */
void progress_along(progress *p, size_t done, size_t total, size_t points);
/** Take the line away. */
void progress_end(progress *p);

#endif

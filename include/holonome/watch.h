/** @file watch.h  What a long run tells while it goes on, and where it keeps what it has found. */
#ifndef HOLONOME_WATCH_H
#define HOLONOME_WATCH_H

#include "holonome/status.h"

#include <stdbool.h>
#include <stddef.h>

/** The format of all that is stored, of whatever analysis: what an item is, and what its bytes are. A number of its own,
 *  raised by every change of these, since a version of the library may see several. */
enum { HOL_STORE_FORMAT = 4 };

/** A place for finished results, so that a run that was cut short can be continued. What is stored means something only to
 *  the same problem, the same version of the library and the same HOL_STORE_FORMAT. */
typedef struct hol_store {
  void *context;
  /** Keep a result. Called on the rank that found it, each item once.
   *  @return anything but HOL_OK ends the run with that status. May be NULL. */
  hol_status (*record)(void *context, size_t item, const void *bytes, size_t count);
  /** The bytes kept of an item, borrowed until the next call. Must be the same on every rank. May be NULL.
   *  @return false if there are none */
  bool (*recall)(void *context, size_t item, const void **bytes, size_t *count);
} hol_store;

/** {0}: nobody looks, nothing is kept. */
typedef struct hol_watch {
  /** Progress: `done` of `total` - frequencies, points of a sweep, curves - found by all ranks, as far as this one knows;
   *  `points` of the curve under way on this rank. Called on every rank, before every matrix and at every point of a curve.
   *  @return false to stop. May be NULL */
  bool (*progress)(void *context, size_t done, size_t total, size_t points);
  void *context;
  hol_store store;
} hol_watch;

#endif

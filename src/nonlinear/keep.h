/** @file keep.h  A long computation that can be stopped, and continued where it was.
 *
 *  A task (a curve, a search) consists of operations that are done in an order that depends on nothing but the task:
 *  paths followed, motions searched for. What an operation has found is recorded under its number, a path in pieces while
 *  it grows. Continuing means to go through the operations again and to take what is recorded in place of computing it, so
 *  the result is the same to the last bit. */
#ifndef NONLINEAR_KEEP_H
#define NONLINEAR_KEEP_H

#include "holonome/nonlinear.h"

/** {0} keeps nothing and never stops. */
typedef struct hol_keeper {
  hol_watch watch;
  size_t done, total;     /**< tasks */
  size_t task, operation; /**< this one; the next operation of it */
  size_t points;          /**< computed in this task, and starts of searches */
  double due;             /**< s of the clock, when the next piece of a path is recorded */
} hol_keeper;

/** The keeper of another task. */
void hol_keeper_begin(hol_keeper *keeper, size_t task);
/** Number of the next operation; 0 is the finished task. */
size_t hol_keeper_next(hol_keeper *keeper);

/** Tell how far it is. @param[in] keeper  may be NULL
 *  @return HOL_INCOMPLETE if it is to stop */
HOL_MUST_CHECK hol_status hol_keeper_go_on(hol_keeper *keeper);
/** The same after one more point, or one more start of a search. */
HOL_MUST_CHECK hol_status hol_keeper_count(hol_keeper *keeper);

/** Is it time to record a piece of what is growing? */
bool hol_keeper_is_due(hol_keeper *keeper);
/** Record a piece of an operation, numbered from 0. @return what the store returns; HOL_MEMORY if the bytes failed */
HOL_MUST_CHECK hol_status hol_keeper_record(hol_keeper *keeper, size_t operation, size_t piece, const hol_text *bytes);
/** The bytes of a piece, borrowed until the next call; false: there are none. @param[in] keeper  may be NULL */
bool hol_keeper_recall(hol_keeper *keeper, size_t operation, size_t piece, const char **bytes, size_t *count);

/* ---- bytes ------------------------------------------------------------------------------------------------------- */

/** Numbers as they are in memory. */
void hol_put_bytes(hol_text *bytes, const void *x, size_t count, size_t size);

/** What is left to be read. The bytes come from the same program, so that they are only counted. */
typedef struct hol_reading {
  const char *at;
  size_t left;
} hol_reading;

/** @return HOL_NUMERICAL if there are not so many bytes */
HOL_MUST_CHECK hol_status hol_take_bytes(hol_reading *bytes, void *x, size_t count, size_t size);

/** A curve, with its branches. */
void hol_put_curve(hol_text *bytes, const hol_nonlinear_curve *curve);
/** @param[out] curve  {0} on entry; can be cleared in every case */
HOL_MUST_CHECK hol_status hol_take_curve(hol_reading *bytes, hol_nonlinear_curve *curve);

#endif

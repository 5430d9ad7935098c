/* SPDX-License-Identifier: BSD-3-Clause */
/** @file farm.h  Dynamic load balancing over MPI ranks, with checkpoint and restart.
 *
 *  Work comes in items: intervals of a search, blocks of a sweep, curves. The result of an item does not depend, to the
 *  last bit, on the rank that computes it or on the order of items, so items are distributed freely. They are
 *  distributed in rounds: a round ends when every rank has done half of its share, or after a fixed time. Ranks then
 *  exchange the items that are left and distribute them again, more of them to the ranks that have done less so far. So
 *  all ranks do the same amount of work however much items differ. Items too long to wait for are distributed once.
 *
 *  Every result has a key and is recorded under it as soon as it exists; a restarted run recalls recorded results and
 *  makes items of the others only. When all items are done the ranks exchange their results.
 *
 *  After a failure on any rank all ranks leave at the end of the round, with the worst status. */
#ifndef FARM_FARM_H
#define FARM_FARM_H

#include "base/bytes.h"
#include "holonome/solve.h"

#include <stdint.h>

/** State of the distribution and progress of a run. The caller sets `comm`, `watch`, `total`, and `done` at the
 *  beginning; the functions of this file update the rest. */
typedef struct hol_farm {
  const hol_comm *comm; /**< borrowed */
  hol_watch watch;
  size_t done, total;     /**< results on all ranks, as of the last exchange; the number of all results */
  size_t item, operation; /**< the long item in progress; its current operation */
  size_t points;          /**< found in it */
  double due;             /**< wall-clock time at which its next chunk is recorded, s */
  double seconds;         /**< processor time of this rank, without waiting, s */
  size_t first; /**< the rank that comes first among ranks of equal load: the one after the last of the previous run */
  struct workers *workers; /**< during hol_farm_run(); else NULL */
} hol_farm;

/** Report progress. Not collective.
 *  @param[in] farm  may be NULL
 *  @return HOL_INCOMPLETE if the run is cancelled */
HOL_MUST_CHECK hol_status hol_farm_go_on(const hol_farm *farm);

/** Broadcast the data of rank 0, so that all ranks continue from the same bits on unlike processors. Collective. */
HOL_MUST_CHECK hol_status hol_farm_broadcast(const hol_farm *farm, void *data, size_t count);

/* ---- rounds ------------------------------------------------------------------------------------------------------ */

/** Time limit of a round, so that all ranks learn of a failure soon. */
typedef struct hol_round {
  double processor, clock; /**< at its start, s */
} hol_round;
hol_round hol_round_start(void);
/** Half a second of work, or two seconds where processors are shared with others. */
bool hol_round_is_over(const hol_round *round);

/** Header of an item. Items are plain data: ranks send them to each other as they are. */
typedef struct hol_item {
  size_t place;  /**< items are computed by rising place; all differ */
  size_t weight; /**< estimated work; > 0 */
  size_t splits; /**< number of items that it may still be split into; 1: it cannot be split */
} hol_item;

/** Outcome of a step. */
typedef struct hol_did {
  size_t left; /**< 0: the item is done; 1: it continues; 2: it is split */
  size_t work; /**< in the unit of weights */
} hol_did;

/** A kind of items and how a step of one is computed. */
typedef struct hol_workload {
  size_t size;       /**< of an item, bytes */
  bool is_long;      /**< items are distributed once, and ranks communicate when all are done */
  bool is_for_first; /**< only rank 0 receives the results of others */
  void *of;          /**< first argument of: */
  /** Compute the next step of an item and pass its results to hol_farm_publish().
   *  @param[in,out] item    updated to continue from
   *  @param[out]    second  [size] if it is split: the part with the greater place */
  hol_status (*step)(void *of, void *item, void *second, hol_did *did);
  /** Serialise the result published last, or restore one of another rank or another run. */
  void (*pass)(void *of, uint64_t key, hol_bytes *bytes);
} hol_workload;

/** Compute all items.
 *  @param[in] first  [count] the same on every rank
 *  @return the worst status of all ranks. Collective. */
HOL_MUST_CHECK hol_status hol_farm_run(hol_farm *farm, const hol_workload *workload, const void *first, size_t count);
/** Publish a result, within a step: it is recorded and counted, and sent to other ranks when all items are done.
 *  @param[in] done  its share of hol_farm.total
 *  @return the status of the store, as hol_farm_go_on(), HOL_MEMORY. Not collective. */
HOL_MUST_CHECK hol_status hol_farm_publish(hol_farm *farm, uint64_t key, size_t done);

/* ---- recorded results -------------------------------------------------------------------------------------------- */

/** Record bytes under a key. @param[in,out] bytes  cleared
 *  @return the status of the store or of the bytes. Not collective. */
HOL_MUST_CHECK hol_status hol_farm_record(const hol_farm *farm, uint64_t key, hol_bytes *bytes);
/** Restore a result of an earlier run by workload->pass(). Not collective.
 *  @return HOL_INCOMPLETE if none was recorded or its bytes are damaged: the caller clears what was begun of it;
 *                         HOL_MEMORY */
HOL_MUST_CHECK hol_status hol_farm_fetch(const hol_farm *farm, const hol_workload *workload, uint64_t key);
/** Read what an earlier run has recorded under a key; valid until the next call. The same on every rank.
 *  @return false if nothing was recorded: `bytes` are unchanged. Not collective. */
bool hol_farm_recall(const hol_farm *farm, uint64_t key, hol_bytes *bytes);

/* A long item consists of operations (paths followed, motions searched for) whose order depends on the item alone. What
   an operation finds is recorded in chunks while it grows. A restarted run repeats the operations and reads recorded
   chunks in place of computing them, so the result is the same to the last bit. In these functions `farm` may be NULL:
   nothing is reported or recorded. Not collective. */

/** The key of the result of a long item. */
uint64_t hol_farm_key(size_t item);
/** The item of a key. */
size_t hol_farm_item(uint64_t key);
/** Begin another long item. */
void hol_farm_begin(hol_farm *farm, size_t item);
/** Number of the next operation, from 1. */
size_t hol_farm_next(hol_farm *farm);
/** Count one more point and report progress, as hol_farm_go_on(). */
HOL_MUST_CHECK hol_status hol_farm_count(hol_farm *farm);
/** Is it time to record another chunk? */
bool hol_farm_is_due(hol_farm *farm);
/** Record a chunk of an operation, numbered from 0. @param[in,out] bytes  cleared
 *  @return the status of the store or of the bytes */
HOL_MUST_CHECK hol_status hol_farm_keep(const hol_farm *farm, size_t operation, size_t chunk, hol_bytes *bytes);
/** Read a recorded chunk, as hol_farm_recall(). */
bool hol_farm_find(const hol_farm *farm, size_t operation, size_t chunk, hol_bytes *bytes);

#endif

/** @file farm.h  Work that ranks share: dealt, exchanged, recorded, continued and watched.
 *
 *  Work comes in items: pieces of a search, blocks of a sweep, curves. An item leads to the same results, to the last bit,
 *  whoever takes its steps and in whichever order items are taken. So they are free to be dealt: in rounds, after each of
 *  which every rank knows all items that are left. A round ends when every rank has done half of what it was dealt, or
 *  after a fixed time; what is left is dealt again, more of it to those that have done less so far. Ranks therefore do the
 *  same amount of work however much items differ. Items too long to wait for each other are dealt once.
 *
 *  Every result has a key. It is recorded under it as soon as it is there; a later run recalls what is recorded and makes
 *  items of the rest only. When all items are done every rank is given the results of the others.
 *
 *  Whatever fails on whichever rank, all leave at the end of the round, with the worst status. */
#ifndef FARM_FARM_H
#define FARM_FARM_H

#include "base/bytes.h"
#include "holonome/solve.h"

#include <stdint.h>

/** What a run shares its work by, and how far it is. Kept by functions of this file but for `comm`, `watch`, `total`, and
 *  `done` at the beginning. */
typedef struct hol_farm {
  const hol_comm *comm; /**< borrowed */
  hol_watch watch;
  size_t done, total;     /**< results on all ranks, as far as this one knows; of all */
  size_t item, operation; /**< the long item under way; the operation of it */
  size_t points;          /**< found in it */
  double due;             /**< s of the clock, when the next chunk of it is kept */
  double seconds;         /**< of this rank's processor at work, without waiting for others */
  size_t first; /**< of ranks that have done as much as each other, who is dealt to first: the one after the last run's */
  struct crew *crew; /**< while items are worked on; else NULL */
} hol_farm;

/** Tell how far it is. Not collective.
 *  @param[in] farm  may be NULL
 *  @return HOL_INCOMPLETE if it is to stop */
HOL_MUST_CHECK hol_status hol_farm_go_on(const hol_farm *farm);

/** What rank 0 has, so that all go on from the same even if they compute differently. Collective. */
HOL_MUST_CHECK hol_status hol_farm_share(const hol_farm *farm, void *data, size_t count);

/* ---- rounds ------------------------------------------------------------------------------------------------------ */

/** A time after which ranks exchange what they have; so all know soon when one has failed. */
typedef struct hol_round {
  double processor, clock; /**< at its start, s */
} hol_round;
hol_round hol_round_start(void);
/** Half a second of work, or two seconds where processors are shared with others. */
bool hol_round_is_over(const hol_round *round);

/** What items begin with. Items are plain data: ranks send them to each other as they are. */
typedef struct hol_item {
  size_t place;  /**< items are worked on by rising place; all differ */
  size_t weight; /**< work that it takes, roughly; > 0 */
  size_t splits; /**< items that it may still be split into; 1: it is whole */
} hol_item;

/** What a step has done. */
typedef struct hol_did {
  size_t left; /**< 0: the item is done with; 1: it goes on; 2: it is split */
  size_t work; /**< in the unit of weights */
} hol_did;

/** One kind of work. */
typedef struct hol_chore {
  size_t size;       /**< of an item, bytes */
  bool is_long;      /**< items are dealt once, and ranks speak to each other when all are done */
  bool is_for_first; /**< the results of others are given to rank 0 only */
  void *of;          /**< handed to these: */
  /** The next step of an item. Its results are given by hol_farm_give().
   *  @param[in,out] item    as it is to go on
   *  @param[out]    second  [size] if it is split: the part with the greater place */
  hol_status (*step)(void *of, void *item, void *second, hol_did *did);
  /** Put the result that was given last, or take one of another rank or another run. */
  void (*pass)(void *of, uint64_t key, hol_bytes *bytes);
} hol_chore;

/** All steps of all items.
 *  @param[in] first  [count] the same on every rank
 *  @return the worst status of all ranks. Collective. */
HOL_MUST_CHECK hol_status hol_farm_run(hol_farm *farm, const hol_chore *chore, const void *first, size_t count);
/** In a step: a result is there. It is recorded, told, and given to other ranks when all items are done.
 *  @param[in] done  so much of hol_farm.total
 *  @return what the store returns, as hol_farm_go_on(), HOL_MEMORY. Not collective. */
HOL_MUST_CHECK hol_status hol_farm_give(hol_farm *farm, uint64_t key, size_t done);

/* ---- results that are kept --------------------------------------------------------------------------------------- */

/** Keep bytes under a key. @param[in,out] bytes  cleared
 *  @return what the store returns; the status of the bytes. Not collective. */
HOL_MUST_CHECK hol_status hol_farm_record(const hol_farm *farm, uint64_t key, hol_bytes *bytes);
/** Take a result of an earlier run by chore->pass(). Not collective.
 *  @return HOL_INCOMPLETE if there is none, or bytes that are none: what was begun of it is to be cleared; HOL_MEMORY */
HOL_MUST_CHECK hol_status hol_farm_take(const hol_farm *farm, const hol_chore *chore, uint64_t key);
/** What an earlier run has kept under a key, to be taken from, valid until the next call. The same on every rank.
 *  @return false if there is nothing: `bytes` are as they were. Not collective. */
bool hol_farm_recall(const hol_farm *farm, uint64_t key, hol_bytes *bytes);

/* A long item consists of operations - paths followed, motions searched for - that are done in an order which depends on
   nothing but the item. What an operation finds is kept in chunks while it grows. Continuing means to go through the
   operations again and to take what is kept in place of computing it, so the result is the same to the last bit. In
   these functions `farm` may be NULL: nothing is told, nothing kept. Not collective. */

/** The key of the result of a long item. */
uint64_t hol_farm_key(size_t item);
/** The item of a key. */
size_t hol_farm_item(uint64_t key);
/** Another long item begins. */
void hol_farm_begin(hol_farm *farm, size_t item);
/** Number of the next operation, from 1. */
size_t hol_farm_next(hol_farm *farm);
/** As hol_farm_go_on() after one more point. */
HOL_MUST_CHECK hol_status hol_farm_count(hol_farm *farm);
/** Is it time to keep a chunk of what is growing? */
bool hol_farm_is_due(hol_farm *farm);
/** Keep a chunk of an operation, numbered from 0. @param[in,out] bytes  cleared
 *  @return what the store returns; the status of the bytes */
HOL_MUST_CHECK hol_status hol_farm_keep(const hol_farm *farm, size_t operation, size_t chunk, hol_bytes *bytes);
/** A chunk that was kept, as hol_farm_recall(). */
bool hol_farm_find(const hol_farm *farm, size_t operation, size_t chunk, hol_bytes *bytes);

#endif

/* SPDX-License-Identifier: BSD-3-Clause */
/* Distribution of items over ranks in rounds, and exchange of their results. */
#include "farm/farm.h"

#include "base/clock.h"
#include "base/memory.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

hol_round hol_round_start(void)
{
  return (hol_round){hol_processor_seconds(), hol_seconds()};
}

bool hol_round_is_over(const hol_round *round)
{
  return hol_processor_seconds() - round->processor > 0.5 || hol_seconds() - round->clock > 2.0;
}

hol_status hol_farm_broadcast(const hol_farm *farm, void *data, size_t count)
{
  char *bytes = data;
  size_t size = count;
  HOL_TRY(farm->comm->broadcast(farm->comm->handle, &bytes, &size));
  if (bytes != data && size == count) {
    memcpy(data, bytes, count);
  }
  if (bytes != data) {
    free(bytes);
  }
  return HOL_OK;
}

/** Contiguous items of one workload. */
typedef struct items {
  char *data;
  size_t count, capacity;
} items;

/** State of a rank. */
typedef struct worker {
  size_t given; /**< of hol_farm.total */
  size_t work;  /**< done */
  size_t load;  /**< work done and weight of the items assigned */
} worker;

/** Message of a rank after a round; the items that it has left follow. */
typedef struct rank_report {
  hol_status status;
  size_t given, work, items;
} rank_report;

/** The ranks and items of a workload. After a round everything but `own`, `large` and `results` is the same on every
 *  rank. */
struct workers {
  const hol_farm *farm;
  const hol_workload *workload;
  size_t before;    /**< results at the beginning */
  items open;       /**< all items that are left */
  worker *worker;   /**< [ranks] */
  size_t *heap;     /**< [ranks] ranks, least load on top */
  items own;        /**< this rank's, the next at the end */
  items large;      /**< those of them that are to be split first */
  char *step;       /**< [2] items of the current step */
  worker did;       /**< by this rank so far */
  size_t budget;    /**< work that this rank is to do in this round */
  hol_text results; /**< of this rank, for others: key, length, bytes */
};

static char *item_at(const struct workers *workers, const items *list, size_t i)
{
  return list->data + i * workers->workload->size;
}

/** Header of an item. */
static const hol_item *head_of(const struct workers *workers, const items *list, size_t i)
{
  return (const void *)item_at(workers, list, i);
}

static hol_status push_items(const struct workers *workers, items *list, const void *item, size_t count)
{
  size_t size = workers->workload->size;
  if (count > 0 && !hol_grow(&list->data, &list->capacity, list->count + count, size)) {
    return HOL_MEMORY;
  }
  if (count > 0) {
    memcpy(item_at(workers, list, list->count), item, count * size);
  }
  list->count += count;
  return HOL_OK;
}

static void sort_items(const struct workers *workers, items *list, int (*order)(const void *, const void *))
{
  if (list->count) {
    qsort(list->data, list->count, workers->workload->size, order);
  }
}

/* ---- this rank's work -------------------------------------------------------------------------------------------- */

/** Compute the next step of the last item of the stack. */
static hol_status run_step(struct workers *workers)
{
  const hol_workload *workload = workers->workload;
  char *item = workers->step, *second = item + workload->size;
  hol_did did = {0};
  memcpy(item, item_at(workers, &workers->own, --workers->own.count), workload->size);
  HOL_TRY(workload->step(workload->of, item, second, &did));
  workers->did.work += did.work;
  HOL_TRY(push_items(workers, &workers->own, second, did.left > 1));
  return push_items(workers, &workers->own, item, did.left > 0);
}

/** Compute one step of each large item, which splits it. */
static hol_status split_large_items(struct workers *workers)
{
  hol_status status = HOL_OK;
  for (size_t i = 0; i < workers->large.count && status == HOL_OK; i++) {
    status = push_items(workers, &workers->own, item_at(workers, &workers->large, i), 1);
    status = status == HOL_OK ? run_step(workers) : status;
  }
  workers->large.count = 0;
  return status;
}

/** Compute steps until the budget is used up, or the time of the round where there are other ranks. */
static hol_status run_batch(struct workers *workers)
{
  size_t start = workers->did.work;
  bool exchanges = workers->farm->comm->size > 1 && !workers->workload->is_long;
  hol_round round = hol_round_start();
  hol_status status = split_large_items(workers);
  while (workers->own.count && workers->did.work - start < workers->budget && status == HOL_OK &&
         !(exchanges && hol_round_is_over(&round))) {
    status = run_step(workers);
  }
  return status;
}

hol_status hol_farm_publish(hol_farm *farm, uint64_t key, size_t done)
{
  struct workers *workers = farm->workers;
  hol_bytes bytes = {0};
  bool is_sent = farm->comm->size > 1 && !(workers->workload->is_for_first && farm->comm->rank == 0);
  farm->done += done;
  workers->did.given += done;
  if (is_sent || farm->watch.store.record) {
    workers->workload->pass(workers->workload->of, key, &bytes);
  }
  if (is_sent) {
    const uint64_t head[] = {key, bytes.text.size};
    hol_text_put(&workers->results, (const char *)head, sizeof head);
    hol_text_put(&workers->results, bytes.text.data, bytes.text.size);
  }
  HOL_TRY(hol_farm_record(farm, key, &bytes));
  return workers->results.failed ? HOL_MEMORY : hol_farm_go_on(farm);
}

/* ---- distribution ------------------------------------------------------------------------------------------------ */

/** Does rank a come before rank b: less load, or the same load and closer behind the first? */
static bool comes_first(const struct workers *workers, size_t a, size_t b)
{
  size_t p = workers->worker[a].load, q = workers->worker[b].load, size = workers->farm->comm->size,
         first = workers->farm->first;
  return p < q || (p == q && (a + size - first) % size < (b + size - first) % size);
}

/** Restore the order of the heap below entry i. */
static void sift_down(struct workers *workers, size_t i)
{
  size_t n = workers->farm->comm->size, *heap = workers->heap;
  for (size_t child = 2 * i + 1; child < n; child = 2 * i + 1) {
    child += child + 1 < n && comes_first(workers, heap[child + 1], heap[child]);
    if (!comes_first(workers, heap[child], heap[i])) {
      break;
    }
    size_t swapped = heap[i];
    heap[i] = heap[child];
    heap[child] = swapped;
    i = child;
  }
}

/** Build the heap of ranks by work done. */
static void make_heap(struct workers *workers)
{
  size_t size = workers->farm->comm->size;
  for (size_t r = 0; r < size; r++) {
    workers->worker[r].load = workers->worker[r].work;
    workers->heap[r] = (r + workers->farm->first) % size;
  }
  for (size_t i = size; i > 0; i--) {
    sift_down(workers, i - 1);
  }
}

static int by_weight_falling(const void *a, const void *b)
{
  const hol_item *x = a, *y = b;
  return x->weight != y->weight ? (x->weight < y->weight) - (x->weight > y->weight)
                                : (x->place > y->place) - (x->place < y->place);
}

static int by_place_falling(const void *a, const void *b)
{
  const hol_item *x = a, *y = b;
  return (x->place < y->place) - (x->place > y->place);
}

/** Must an item be split first, so that every rank has work? True while there are fewer items than ranks, or where this
 *  item holds a large share of all splits. */
static bool is_large(const struct workers *workers, const hol_item *item, size_t all)
{
  size_t size = workers->farm->comm->size;
  return size > 1 && item->splits > 1 &&
         (workers->open.count < size || (item->splits > 8 && item->splits * 4 * size > all));
}

/** Assign an item to the rank of least load. */
static hol_status assign_item(struct workers *workers, size_t i, bool is_large)
{
  size_t rank = workers->heap[0];
  workers->worker[rank].load += head_of(workers, &workers->open, i)->weight;
  sift_down(workers, 0);
  return rank == workers->farm->comm->rank
             ? push_items(workers, is_large ? &workers->large : &workers->own, item_at(workers, &workers->open, i), 1)
             : HOL_OK;
}

/** Distribute all items and set the budget of this round: one step of each large item if there are any, else half of
 *  this rank's share. */
static hol_status distribute(struct workers *workers)
{
  size_t all = 0, large = 0, size = workers->farm->comm->size;
  for (size_t i = 0; i < workers->open.count; i++) {
    all += head_of(workers, &workers->open, i)->splits;
  }
  make_heap(workers);
  sort_items(workers, &workers->open, by_weight_falling);
  for (size_t i = 0; i < workers->open.count; i++) {
    bool first = is_large(workers, head_of(workers, &workers->open, i), all);
    large += first;
    HOL_TRY(assign_item(workers, i, first));
  }
  workers->open.count = 0;
  sort_items(workers, &workers->own, by_place_falling);
  const worker *own = &workers->worker[workers->farm->comm->rank];
  size_t half = (own->load - own->work + 1) / 2;
  workers->budget = size == 1 || workers->workload->is_long ? SIZE_MAX : large ? (large + size - 1) / size : half;
  return HOL_OK;
}

/* ---- rounds ------------------------------------------------------------------------------------------------------ */

/** The part of a round without communication. */
static hol_status work(hol_farm *farm)
{
  double start = hol_processor_seconds();
  hol_status status = distribute(farm->workers);
  status = status == HOL_OK ? run_batch(farm->workers) : status;
  farm->seconds += hol_processor_seconds() - start;
  return status;
}

/** Read the message of a rank. @return HOL_MEMORY */
static hol_status read_report(struct workers *workers, size_t rank, const char *bytes, hol_status *worst)
{
  rank_report received;
  memcpy(&received, bytes, sizeof received);
  workers->worker[rank] = (worker){.given = received.given, .work = received.work};
  *worst = received.status > *worst ? received.status : *worst;
  return push_items(workers, &workers->open, bytes + sizeof received, received.items);
}

/** Exchange statuses and items that are left. All ranks return the same status. */
static hol_status exchange_items(hol_farm *farm, hol_status status)
{
  struct workers *workers = farm->workers;
  const hol_comm *comm = farm->comm;
  const rank_report received = {status, workers->did.given, workers->did.work, workers->own.count};
  hol_text own = {0};
  char *all = NULL;
  size_t *sizes = NULL;
  hol_text_put(&own, (const char *)&received, sizeof received);
  hol_text_put(&own, workers->own.data, workers->own.count * workers->workload->size);
  status = comm->agree(comm->handle, own.failed ? HOL_MEMORY : HOL_OK);
  status = status == HOL_OK ? comm->gather(comm->handle, own.data, own.size, &all, &sizes) : status;
  hol_status worst = status;
  workers->own.count = 0;
  farm->done = status == HOL_OK ? workers->before : farm->done;
  for (size_t r = 0, at = 0; r < comm->size && status == HOL_OK; at += sizes[r], r++) {
    status = read_report(workers, r, all + at, &worst);
    farm->done += workers->worker[r].given;
  }
  free(all);
  free(sizes);
  hol_text_clear(&own);
  return comm->agree(comm->handle, status > worst ? status : worst);
}

/* ---- results ----------------------------------------------------------------------------------------------------- */

/** Restore all results of one rank. */
static hol_status unpack_results(const hol_workload *workload, const char *at, size_t size)
{
  uint64_t head[2];
  for (const char *end = at + size; at < end; at += head[1]) {
    memcpy(head, at, sizeof head);
    at += sizeof head;
    hol_bytes bytes = hol_bytes_of(at, head[1]);
    workload->pass(workload->of, head[0], &bytes);
    HOL_TRY(hol_bytes_end(&bytes));
  }
  return HOL_OK;
}

/** Send the results of every rank to those that need them. */
static hol_status exchange_results(hol_farm *farm)
{
  const hol_comm *comm = farm->comm;
  const hol_workload *workload = farm->workers->workload;
  const hol_text *own = &farm->workers->results;
  char *all = NULL;
  size_t *sizes = NULL;
  if (comm->size == 1) {
    return HOL_OK;
  }
  hol_status status = workload->is_for_first ? comm->collect(comm->handle, own->data, own->size, &all, &sizes)
                                             : comm->gather(comm->handle, own->data, own->size, &all, &sizes);
  for (size_t r = 0, at = 0; sizes && r < comm->size && status == HOL_OK; at += sizes[r], r++) {
    status = r == comm->rank ? HOL_OK : unpack_results(workload, all + at, sizes[r]);
  }
  free(all);
  free(sizes);
  return comm->agree(comm->handle, status);
}

/* ---- a whole run ------------------------------------------------------------------------------------------------- */

static hol_status allocate(struct workers *workers, const void *first, size_t count)
{
  size_t ranks = workers->farm->comm->size;
  workers->worker = hol_alloc(ranks, sizeof *workers->worker);
  workers->heap = hol_alloc(ranks, sizeof *workers->heap);
  workers->step = hol_alloc(2, workers->workload->size);
  return workers->worker && workers->heap && workers->step ? push_items(workers, &workers->open, first, count)
                                                           : HOL_MEMORY;
}

static hol_status run_items(hol_farm *farm, const void *first, size_t count)
{
  const hol_comm *comm = farm->comm;
  HOL_TRY(comm->agree(comm->handle, allocate(farm->workers, first, count)));
  while (farm->workers->open.count) {
    HOL_TRY(exchange_items(farm, work(farm)));
  }
  return exchange_results(farm);
}

hol_status hol_farm_run(hol_farm *farm, const hol_workload *workload, const void *first, size_t count)
{
  struct workers workers = {.farm = farm, .workload = workload, .before = farm->done};
  assert(!farm->workers && workload->size >= sizeof(hol_item));
  farm->workers = &workers;
  hol_status status = run_items(farm, first, count);
  farm->first = (farm->first + count) % farm->comm->size;
  farm->workers = NULL;
  free(workers.open.data);
  free(workers.own.data);
  free(workers.large.data);
  free(workers.worker);
  free(workers.heap);
  free(workers.step);
  hol_text_clear(&workers.results);
  return status;
}

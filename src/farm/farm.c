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

hol_status hol_farm_share(const hol_farm *farm, void *data, size_t count)
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

/** Items of one chore, one after another. */
typedef struct items {
  char *data;
  size_t count, capacity;
} items;

/** What is known of a rank. */
typedef struct member {
  size_t given; /**< of hol_farm.total */
  size_t work;  /**< done */
  size_t load;  /**< that, and the weight of what it is dealt */
} member;

/** What a rank says of itself after a round; its items that are left follow. */
typedef struct report {
  hol_status status;
  size_t given, work, items;
} report;

/** All who work on a chore. Everything but what is `own` is the same on every rank after a round. */
struct crew {
  const hol_farm *farm;
  const hol_chore *chore;
  size_t before;    /**< results there at the beginning */
  items open;       /**< all items that are left */
  member *member;   /**< [ranks] */
  size_t *heap;     /**< [ranks] ranks, least load on top */
  items own;        /**< this rank's, the next at the end */
  items large;      /**< those of them that are to be split first */
  char *step;       /**< [2] items, while one takes a step */
  member did;       /**< by this rank so far */
  size_t budget;    /**< work that this rank is to do in this round */
  hol_text results; /**< of this rank, for others: key, length, bytes */
};

static char *item_at(const struct crew *crew, const items *list, size_t i)
{
  return list->data + i * crew->chore->size;
}

/** What an item begins with. */
static const hol_item *head_of(const struct crew *crew, const items *list, size_t i)
{
  return (const void *)item_at(crew, list, i);
}

static hol_status push_items(const struct crew *crew, items *list, const void *item, size_t count)
{
  size_t size = crew->chore->size;
  if (count > 0 && !hol_grow(&list->data, &list->capacity, list->count + count, size)) {
    return HOL_MEMORY;
  }
  if (count > 0) {
    memcpy(item_at(crew, list, list->count), item, count * size);
  }
  list->count += count;
  return HOL_OK;
}

static void sort_items(const struct crew *crew, items *list, int (*order)(const void *, const void *))
{
  if (list->count) {
    qsort(list->data, list->count, crew->chore->size, order);
  }
}

/* ---- this rank's work -------------------------------------------------------------------------------------------- */

/** The next step of the topmost item. */
static hol_status take_step(struct crew *crew)
{
  const hol_chore *chore = crew->chore;
  char *item = crew->step, *second = item + chore->size;
  hol_did did = {0};
  memcpy(item, item_at(crew, &crew->own, --crew->own.count), chore->size);
  HOL_TRY(chore->step(chore->of, item, second, &did));
  crew->did.work += did.work;
  HOL_TRY(push_items(crew, &crew->own, second, did.left > 1));
  return push_items(crew, &crew->own, item, did.left > 0);
}

/** One step of each large item. */
static hol_status widen_work(struct crew *crew)
{
  hol_status status = HOL_OK;
  for (size_t i = 0; i < crew->large.count && status == HOL_OK; i++) {
    status = push_items(crew, &crew->own, item_at(crew, &crew->large, i), 1);
    status = status == HOL_OK ? take_step(crew) : status;
  }
  crew->large.count = 0;
  return status;
}

/** Steps until the budget is used up, or the time if there are others to speak to. */
static hol_status labour(struct crew *crew)
{
  size_t start = crew->did.work;
  bool speaks = crew->farm->comm->size > 1 && !crew->chore->is_long;
  hol_round round = hol_round_start();
  hol_status status = widen_work(crew);
  while (crew->own.count && crew->did.work - start < crew->budget && status == HOL_OK &&
         !(speaks && hol_round_is_over(&round))) {
    status = take_step(crew);
  }
  return status;
}

hol_status hol_farm_give(hol_farm *farm, uint64_t key, size_t done)
{
  struct crew *crew = farm->crew;
  hol_bytes bytes = {0};
  bool is_sent = farm->comm->size > 1 && !(crew->chore->is_for_first && farm->comm->rank == 0);
  farm->done += done;
  crew->did.given += done;
  if (is_sent || farm->watch.store.record) {
    crew->chore->pass(crew->chore->of, key, &bytes);
  }
  if (is_sent) {
    const uint64_t head[] = {key, bytes.text.size};
    hol_text_put(&crew->results, (const char *)head, sizeof head);
    hol_text_put(&crew->results, bytes.text.data, bytes.text.size);
  }
  HOL_TRY(hol_farm_record(farm, key, &bytes));
  return crew->results.failed ? HOL_MEMORY : hol_farm_go_on(farm);
}

/* ---- dealing ----------------------------------------------------------------------------------------------------- */

/** Is the heap's order wrong: should rank a be above rank b? */
static bool is_above(const struct crew *crew, size_t a, size_t b)
{
  size_t p = crew->member[a].load, q = crew->member[b].load, size = crew->farm->comm->size, first = crew->farm->first;
  return p < q || (p == q && (a + size - first) % size < (b + size - first) % size);
}

/** Let the entry at i sink to its place. */
static void sink(struct crew *crew, size_t i)
{
  size_t n = crew->farm->comm->size, *heap = crew->heap;
  for (size_t child = 2 * i + 1; child < n; child = 2 * i + 1) {
    child += child + 1 < n && is_above(crew, heap[child + 1], heap[child]);
    if (!is_above(crew, heap[child], heap[i])) {
      break;
    }
    size_t swapped = heap[i];
    heap[i] = heap[child];
    heap[child] = swapped;
    i = child;
  }
}

/** Every rank by what it has done, in a heap. */
static void make_heap(struct crew *crew)
{
  size_t size = crew->farm->comm->size;
  for (size_t r = 0; r < size; r++) {
    crew->member[r].load = crew->member[r].work;
    crew->heap[r] = (r + crew->farm->first) % size;
  }
  for (size_t i = size; i > 0; i--) {
    sink(crew, i - 1);
  }
}

static int by_weight(const void *a, const void *b)
{
  const hol_item *x = a, *y = b;
  return x->weight != y->weight ? (x->weight < y->weight) - (x->weight > y->weight)
                                : (x->place > y->place) - (x->place < y->place);
}

static int from_above(const void *a, const void *b)
{
  const hol_item *x = a, *y = b;
  return (x->place < y->place) - (x->place > y->place);
}

/** Is an item to be split before anything else, so that there is enough for every rank? As long as there are fewer items
 *  than ranks, or where this one has much of it all. */
static bool is_large(const struct crew *crew, const hol_item *item, size_t all)
{
  size_t size = crew->farm->comm->size;
  return size > 1 && item->splits > 1 && (crew->open.count < size || (item->splits > 8 && item->splits * 4 * size > all));
}

/** An item to the rank that will have done the least. */
static hol_status deal_one(struct crew *crew, size_t i, bool is_large)
{
  size_t rank = crew->heap[0];
  crew->member[rank].load += head_of(crew, &crew->open, i)->weight;
  sink(crew, 0);
  return rank == crew->farm->comm->rank
             ? push_items(crew, is_large ? &crew->large : &crew->own, item_at(crew, &crew->open, i), 1)
             : HOL_OK;
}

/** Deal all items, and say how much of them is to be done in this round: with large ones a step of each, else half. */
static hol_status deal(struct crew *crew)
{
  size_t all = 0, large = 0, size = crew->farm->comm->size;
  for (size_t i = 0; i < crew->open.count; i++) {
    all += head_of(crew, &crew->open, i)->splits;
  }
  make_heap(crew);
  sort_items(crew, &crew->open, by_weight);
  for (size_t i = 0; i < crew->open.count; i++) {
    bool first = is_large(crew, head_of(crew, &crew->open, i), all);
    large += first;
    HOL_TRY(deal_one(crew, i, first));
  }
  crew->open.count = 0;
  sort_items(crew, &crew->own, from_above);
  const member *own = &crew->member[crew->farm->comm->rank];
  size_t half = (own->load - own->work + 1) / 2;
  crew->budget = size == 1 || crew->chore->is_long ? SIZE_MAX : large ? (large + size - 1) / size : half;
  return HOL_OK;
}

/* ---- rounds ------------------------------------------------------------------------------------------------------ */

/** The part of a round that every rank does by itself. */
static hol_status work(hol_farm *farm)
{
  double start = hol_processor_seconds();
  hol_status status = deal(farm->crew);
  status = status == HOL_OK ? labour(farm->crew) : status;
  farm->seconds += hol_processor_seconds() - start;
  return status;
}

/** What one rank has said. @return HOL_MEMORY */
static hol_status hear(struct crew *crew, size_t rank, const char *bytes, hol_status *worst)
{
  report said;
  memcpy(&said, bytes, sizeof said);
  crew->member[rank] = (member){.given = said.given, .work = said.work};
  *worst = said.status > *worst ? said.status : *worst;
  return push_items(crew, &crew->open, bytes + sizeof said, said.items);
}

/** Tell each other. All ranks take the same way afterwards. */
static hol_status exchange_items(hol_farm *farm, hol_status status)
{
  struct crew *crew = farm->crew;
  const hol_comm *comm = farm->comm;
  const report said = {status, crew->did.given, crew->did.work, crew->own.count};
  hol_text own = {0};
  char *all = NULL;
  size_t *sizes = NULL;
  hol_text_put(&own, (const char *)&said, sizeof said);
  hol_text_put(&own, crew->own.data, crew->own.count * crew->chore->size);
  status = comm->agree(comm->handle, own.failed ? HOL_MEMORY : HOL_OK);
  status = status == HOL_OK ? comm->gather(comm->handle, own.data, own.size, &all, &sizes) : status;
  hol_status worst = status;
  crew->own.count = 0;
  farm->done = status == HOL_OK ? crew->before : farm->done;
  for (size_t r = 0, at = 0; r < comm->size && status == HOL_OK; at += sizes[r], r++) {
    status = hear(crew, r, all + at, &worst);
    farm->done += crew->member[r].given;
  }
  free(all);
  free(sizes);
  hol_text_clear(&own);
  return comm->agree(comm->handle, status > worst ? status : worst);
}

/* ---- results ----------------------------------------------------------------------------------------------------- */

/** All results of one rank. */
static hol_status take_results(const hol_chore *chore, const char *at, size_t size)
{
  uint64_t head[2];
  for (const char *end = at + size; at < end; at += head[1]) {
    memcpy(head, at, sizeof head);
    at += sizeof head;
    hol_bytes bytes = hol_bytes_of(at, head[1]);
    chore->pass(chore->of, head[0], &bytes);
    HOL_TRY(hol_bytes_end(&bytes));
  }
  return HOL_OK;
}

/** Every rank's results to those who are to have them. */
static hol_status hand_out(hol_farm *farm)
{
  const hol_comm *comm = farm->comm;
  const hol_chore *chore = farm->crew->chore;
  const hol_text *own = &farm->crew->results;
  char *all = NULL;
  size_t *sizes = NULL;
  if (comm->size == 1) {
    return HOL_OK;
  }
  hol_status status = chore->is_for_first ? comm->collect(comm->handle, own->data, own->size, &all, &sizes)
                                          : comm->gather(comm->handle, own->data, own->size, &all, &sizes);
  for (size_t r = 0, at = 0; sizes && r < comm->size && status == HOL_OK; at += sizes[r], r++) {
    status = r == comm->rank ? HOL_OK : take_results(chore, all + at, sizes[r]);
  }
  free(all);
  free(sizes);
  return comm->agree(comm->handle, status);
}

/* ---- together ---------------------------------------------------------------------------------------------------- */

static hol_status begin_items(struct crew *crew, const void *first, size_t count)
{
  size_t ranks = crew->farm->comm->size;
  crew->member = hol_alloc(ranks, sizeof *crew->member);
  crew->heap = hol_alloc(ranks, sizeof *crew->heap);
  crew->step = hol_alloc(2, crew->chore->size);
  return crew->member && crew->heap && crew->step ? push_items(crew, &crew->open, first, count) : HOL_MEMORY;
}

static hol_status run_items(hol_farm *farm, const void *first, size_t count)
{
  const hol_comm *comm = farm->comm;
  HOL_TRY(comm->agree(comm->handle, begin_items(farm->crew, first, count)));
  while (farm->crew->open.count) {
    HOL_TRY(exchange_items(farm, work(farm)));
  }
  return hand_out(farm);
}

hol_status hol_farm_run(hol_farm *farm, const hol_chore *chore, const void *first, size_t count)
{
  struct crew crew = {.farm = farm, .chore = chore, .before = farm->done};
  assert(!farm->crew && chore->size >= sizeof(hol_item));
  farm->crew = &crew;
  hol_status status = run_items(farm, first, count);
  farm->first = (farm->first + count) % farm->comm->size;
  farm->crew = NULL;
  free(crew.open.data);
  free(crew.own.data);
  free(crew.large.data);
  free(crew.member);
  free(crew.heap);
  free(crew.step);
  hol_text_clear(&crew.results);
  return status;
}

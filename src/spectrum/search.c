#include "spectrum/search.h"
#include "base/memory.h"
#include "spectrum/transfer.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

static double seconds_of(clockid_t clock)
{
  struct timespec t = {0};
  clock_gettime(clock, &t);
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

hol_round hol_round_start(void)
{
  return (hol_round){hol_processor_seconds(), hol_seconds()};
}

bool hol_round_is_over(const hol_round *round)
{
  return hol_processor_seconds() - round->processor > 0.5 || hol_seconds() - round->clock > 2.0;
}

/** Pieces of the search. */
typedef struct tasks {
  hol_task *item;
  size_t count, capacity;
} tasks;

/** What a rank says of itself after a round; its roots and its unfinished pieces follow. */
typedef struct report {
  hol_status status;
  size_t evaluations, roots, tasks;
} report;

/** The state of a search. Everything but `own` and `done` is the same on every rank. */
struct crew {
  const hol_search *search;
  hol_roots *roots; /**< found by all up to the last round */
  hol_roots known;  /**< found in an earlier run, rising */
  tasks open;       /**< all pieces, by index */
  size_t *used;     /**< [size] evaluations of each rank */
  size_t *load;     /**< [size] evaluations of each rank, expected at the end */
  size_t *heap;     /**< [size] ranks, least load on top */
  tasks own;        /**< pieces of this rank, the lowest at the end */
  tasks large;      /**< those of them that are to be cut first */
  hol_roots done;   /**< found by this rank in this round */
  size_t budget;    /**< evaluations that this rank is to do in this round */
};

static hol_status push_task(tasks *list, const hol_task *task)
{
  if (!hol_grow(&list->item, &list->capacity, list->count + 1, sizeof *list->item)) {
    return HOL_MEMORY;
  }
  list->item[list->count++] = *task;
  return HOL_OK;
}

static hol_status push_root(hol_roots *list, const hol_root *root)
{
  if (!hol_grow(&list->item, &list->capacity, list->count + 1, sizeof *list->item)) {
    return HOL_MEMORY;
  }
  list->item[list->count++] = *root;
  return HOL_OK;
}

static size_t roots_in(const hol_task *task)
{
  return task->in.high_count - task->in.low_count;
}

/** Frequencies of a list of roots that are among those wanted. */
static size_t wanted_in(const hol_search *search, const hol_roots *roots)
{
  size_t count = 0;
  for (size_t i = 0; i < roots->count; i++) {
    const hol_root *root = &roots->item[i];
    size_t from = root->index > search->first ? root->index : search->first;
    size_t to = root->index + root->multiplicity - 1 < search->last ? root->index + root->multiplicity - 1 : search->last;
    count += to >= from ? to - from + 1 : 0;
  }
  return count;
}

/* ------------------------------------------------------------------------------------------------ earlier results */

/** A root as it is stored: eight bytes a number. */
typedef struct stored {
  uint64_t index, multiplicity, is_cluster;
  double lambda, lower, upper, at;
} stored;

static size_t key_of(const hol_search *search, size_t index)
{
  return index * HOL_STAGES + search->stage;
}

static hol_status record(const hol_search *search, const hol_root *root)
{
  const stored s = {root->index, root->multiplicity, root->is_cluster, root->lambda,
                    root->lower, root->upper,        root->at};
  return search->store->record ? search->store->record(search->store->context, key_of(search, root->index), &s, sizeof s)
                               : HOL_OK;
}

static bool recall(const hol_search *search, size_t index, hol_root *root)
{
  const void *bytes;
  size_t count;
  stored s;
  if (!search->store->recall || !search->store->recall(search->store->context, key_of(search, index), &bytes, &count) ||
      count != sizeof s) {
    return false;
  }
  memcpy(&s, bytes, sizeof s);
  *root = (hol_root){.lambda = s.lambda,
                     .lower = s.lower,
                     .upper = s.upper,
                     .index = s.index,
                     .at = s.at,
                     .multiplicity = s.multiplicity,
                     .is_cluster = s.is_cluster != 0,
                     .holder = SIZE_MAX};
  return s.index == index && s.multiplicity > 0 && s.lower <= s.upper && isfinite(s.lambda);
}

static hol_status recall_all(struct crew *crew)
{
  const hol_search *search = crew->search;
  size_t last = search->last < search->interval.high_count ? search->last : search->interval.high_count;
  for (size_t i = search->first; i <= last;) {
    hol_root root;
    bool is_known = recall(search, i, &root);
    i += is_known ? root.multiplicity : 1;
    if (is_known) {
      HOL_TRY(push_root(&crew->known, &root));
      HOL_TRY(push_root(crew->roots, &root));
    }
  }
  return HOL_OK;
}

static int by_index(const void *a, const void *b)
{
  const hol_root *x = a, *y = b;
  return (x->index > y->index) - (x->index < y->index);
}

/** Are all roots of a piece known from an earlier run? */
static bool is_known(const struct crew *crew, const hol_task *task)
{
  const hol_roots *known = &crew->known;
  size_t next = task->in.low_count + 1;
  hol_root key = {.index = next > crew->search->first ? next : crew->search->first};
  const hol_root *root = known->count ? bsearch(&key, known->item, known->count, sizeof key, by_index) : NULL;
  if (!root) {
    return false;
  }
  size_t end = task->in.high_count < crew->search->last ? task->in.high_count : crew->search->last;
  for (next = key.index; root < known->item + known->count && root->index == next && next <= end; root++) {
    next += root->multiplicity;
  }
  return next > end;
}

/* ------------------------------------------------------------------------------------------------ this rank's work */

/** A piece goes on, or there is nothing more to do in it. */
static hol_status put_back(struct crew *crew, const hol_task *task)
{
  const hol_search *search = crew->search;
  if (task->phase == HOL_FOUND) {
    HOL_TRY(push_root(&crew->done, &task->found));
    *search->found += task->found.multiplicity;
    return record(search, &task->found);
  }
  bool is_wanted = roots_in(task) && task->in.low_count < search->last && task->in.high_count >= search->first;
  return is_wanted && !is_known(crew, task) ? push_task(&crew->own, task) : HOL_OK;
}

/** The next step of the topmost piece. */
static hol_status step(struct crew *crew)
{
  hol_task task = crew->own.item[--crew->own.count], upper;
  hol_status status = hol_task_step(crew->search->counter, crew->search->comm->rank, &task, &upper);
  if (status != HOL_OK) {
    return status;
  }
  HOL_TRY(put_back(crew, &upper));
  return put_back(crew, &task);
}

/** One step of each large piece. */
static hol_status widen(struct crew *crew)
{
  hol_status status = HOL_OK;
  for (size_t i = 0; i < crew->large.count && status == HOL_OK; i++) {
    status = push_task(&crew->own, &crew->large.item[i]);
    status = status == HOL_OK ? step(crew) : status;
  }
  crew->large.count = 0;
  return status;
}

/** Steps until the budget is used up, or the time if there are others to speak to. */
static hol_status labour(struct crew *crew)
{
  hol_counter *counter = crew->search->counter;
  size_t start = counter->evaluations;
  bool speaks = crew->search->comm->size > 1;
  hol_round round = hol_round_start();
  hol_status status = widen(crew);
  while (crew->own.count && counter->evaluations - start < crew->budget && status == HOL_OK &&
         !(speaks && hol_round_is_over(&round))) {
    status = step(crew);
  }
  return status;
}

/* ------------------------------------------------------------------------------------------------ dealing */

/** Is the heap's order wrong: should rank a be above rank b? */
static bool is_above(const struct crew *crew, size_t a, size_t b)
{
  return crew->load[a] < crew->load[b] || (crew->load[a] == crew->load[b] && a < b);
}

/** Let the entry at i sink to its place. */
static void sink(struct crew *crew, size_t i)
{
  size_t n = crew->search->comm->size, *heap = crew->heap;
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

/** A piece to the rank that will have done the least. */
static hol_status deal_one(struct crew *crew, const hol_task *task, bool is_large)
{
  size_t rank = crew->heap[0];
  crew->load[rank] += hol_task_weight(task);
  sink(crew, 0);
  return rank == crew->search->comm->rank ? push_task(is_large ? &crew->large : &crew->own, task) : HOL_OK;
}

static void sort_tasks(tasks *list, int (*order)(const void *, const void *))
{
  if (list->count) {
    qsort(list->item, list->count, sizeof *list->item, order);
  }
}

static int by_weight(const void *a, const void *b)
{
  const hol_task *x = a, *y = b;
  size_t p = hol_task_weight(x), q = hol_task_weight(y);
  return p != q ? (p < q) - (p > q) : (x->in.low_count > y->in.low_count) - (x->in.low_count < y->in.low_count);
}

static int from_above(const void *a, const void *b)
{
  const hol_task *x = a, *y = b;
  return (x->in.low_count < y->in.low_count) - (x->in.low_count > y->in.low_count);
}

/** Is a piece to be cut before anything else, so that there is enough for every rank? As long as there are fewer pieces
 *  than ranks, or where this one has many of the roots. */
static bool is_large(const struct crew *crew, const hol_task *task, size_t pieces, size_t roots)
{
  size_t k = roots_in(task), size = crew->search->comm->size;
  return size > 1 && task->phase == HOL_SEEK && k > 1 && (pieces < size || (k > 8 && k * 4 * size > roots));
}

/** Every rank by what it has done, in a heap. */
static void make_heap(struct crew *crew)
{
  size_t size = crew->search->comm->size;
  for (size_t r = 0; r < size; r++) {
    crew->load[r] = crew->used[r];
    crew->heap[r] = r;
  }
  for (size_t i = size; i > 0; i--) {
    sink(crew, i - 1);
  }
}

/** Deal all pieces, and say how much of them is to be done in this round: with large ones a step of each, else half. */
static hol_status deal(struct crew *crew)
{
  size_t roots = 0, large = 0, pieces = crew->open.count, size = crew->search->comm->size;
  size_t own = crew->search->comm->rank;
  for (size_t i = 0; i < pieces; i++) {
    roots += roots_in(&crew->open.item[i]);
  }
  make_heap(crew);
  sort_tasks(&crew->open, by_weight);
  for (size_t i = 0; i < pieces; i++) {
    bool first = is_large(crew, &crew->open.item[i], pieces, roots);
    large += first;
    HOL_TRY(deal_one(crew, &crew->open.item[i], first));
  }
  crew->open.count = 0;
  sort_tasks(&crew->own, from_above);
  size_t half = (crew->load[own] - crew->used[own] + 1) / 2;
  crew->budget = size == 1 ? SIZE_MAX : large ? (large + size - 1) / size : half;
  return HOL_OK;
}

/* ------------------------------------------------------------------------------------------------ rounds */

/** What this rank has to say, as bytes. */
static hol_status pack(const struct crew *crew, hol_status status, hol_bytes *bytes)
{
  const report r = {status, crew->search->counter->evaluations, crew->done.count, crew->own.count};
  HOL_TRY(hol_bytes_put(bytes, &r, sizeof r));
  HOL_TRY(hol_bytes_put(bytes, crew->done.item, crew->done.count * sizeof *crew->done.item));
  return hol_bytes_put(bytes, crew->own.item, crew->own.count * sizeof *crew->own.item);
}

/** What one rank has said. */
static hol_status unpack(struct crew *crew, size_t rank, hol_bytes *bytes, hol_status *worst)
{
  report r;
  hol_root root;
  hol_task task;
  HOL_TRY(hol_bytes_take(bytes, &r, sizeof r));
  crew->used[rank] = r.evaluations;
  *worst = r.status > *worst ? r.status : *worst;
  for (size_t i = 0; i < r.roots; i++) {
    HOL_TRY(hol_bytes_take(bytes, &root, sizeof root));
    HOL_TRY(push_root(crew->roots, &root));
  }
  for (size_t i = 0; i < r.tasks; i++) {
    HOL_TRY(hol_bytes_take(bytes, &task, sizeof task));
    HOL_TRY(push_task(&crew->open, &task));
  }
  return HOL_OK;
}

/** Tell each other. All ranks take the same way afterwards. */
static hol_status exchange(struct crew *crew, hol_status status)
{
  const hol_comm *comm = crew->search->comm;
  hol_bytes bytes = {0};
  char *all = NULL;
  size_t *sizes = NULL;
  status = comm->agree(comm->handle, pack(crew, status, &bytes) == HOL_OK ? HOL_OK : HOL_MEMORY);
  status = status == HOL_OK ? comm->gather(comm->handle, bytes.data, bytes.count, &all, &sizes) : status;
  hol_status worst = status;
  crew->own.count = crew->done.count = 0;
  for (size_t r = 0, at = 0; r < comm->size && status == HOL_OK; at += sizes[r], r++) {
    hol_bytes part = {.data = all + at, .count = sizes[r]};
    status = unpack(crew, r, &part, &worst);
  }
  free(all);
  free(sizes);
  hol_bytes_clear(&bytes);
  *crew->search->found = wanted_in(crew->search, crew->roots);
  return comm->agree(comm->handle, status > worst ? status : worst);
}

static hol_status begin(struct crew *crew)
{
  size_t size = crew->search->comm->size;
  crew->used = hol_alloc(size, sizeof *crew->used);
  crew->load = hol_alloc(size, sizeof *crew->load);
  crew->heap = hol_alloc(size, sizeof *crew->heap);
  if (!crew->used || !crew->load || !crew->heap) {
    return HOL_MEMORY;
  }
  HOL_TRY(recall_all(crew));
  *crew->search->found = wanted_in(crew->search, crew->roots);
  const hol_task all = {.in = crew->search->interval};
  HOL_TRY(put_back(crew, &all));
  tasks empty = crew->open;
  crew->open = crew->own;
  crew->own = empty;
  return HOL_OK;
}

/** In order, each frequency once (a stored root may be one that was found again under other limits). */
static void put_in_order(hol_roots *roots)
{
  size_t n = 0, next = 0;
  if (roots->count) {
    qsort(roots->item, roots->count, sizeof *roots->item, by_index);
  }
  for (size_t i = 0; i < roots->count; i++) {
    if (roots->item[i].index >= next) {
      next = roots->item[i].index + roots->item[i].multiplicity;
      roots->item[n++] = roots->item[i];
    }
  }
  roots->count = n;
}

/** The part of a round that every rank does by itself. */
static hol_status work(struct crew *crew)
{
  double start = hol_processor_seconds();
  hol_status status = deal(crew);
  status = status == HOL_OK ? labour(crew) : status;
  crew->search->effort->seconds += hol_processor_seconds() - start;
  return status;
}

static hol_status search_in(struct crew *crew)
{
  const hol_comm *comm = crew->search->comm;
  HOL_TRY(comm->agree(comm->handle, begin(crew)));
  while (crew->open.count) {
    HOL_TRY(exchange(crew, work(crew)));
  }
  put_in_order(crew->roots);
  hol_roots_merge(crew->roots);
  return HOL_OK;
}

hol_status hol_search_roots(const hol_search *search, hol_roots *roots)
{
  struct crew crew = {.search = search, .roots = roots};
  hol_status status = search_in(&crew);
  hol_roots_clear(&crew.known);
  hol_roots_clear(&crew.done);
  free(crew.open.item);
  free(crew.own.item);
  free(crew.large.item);
  free(crew.used);
  free(crew.load);
  free(crew.heap);
  return status;
}

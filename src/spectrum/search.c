/* SPDX-License-Identifier: BSD-3-Clause */
/* Search for the roots of an interval by Sturm counts, its tasks distributed over ranks, earlier results recalled. */
#include "spectrum/search.h"
#include "spectrum/pass.h"

#include <math.h>
#include <stdlib.h>

/** A piece of the search as an item. */
typedef struct piece {
  hol_item item;
  hol_task task;
} piece;

/** A search under way on one rank. */
typedef struct seeker {
  const hol_search *search;
  hol_roots *roots; /**< those of an earlier run, then those found here, then those of other ranks */
  size_t known;     /**< of an earlier run, rising */
} seeker;

static size_t roots_in(const hol_task *task)
{
  return task->in.high_count - task->in.low_count;
}

/** Frequencies of a root that are among those wanted. */
static size_t wanted_of(const hol_search *search, const hol_root *root)
{
  size_t last = root->index + root->multiplicity - 1;
  size_t from = root->index > search->first ? root->index : search->first;
  size_t to = last < search->last ? last : search->last;
  return to >= from ? to - from + 1 : 0;
}

/* ------------------------------------------------------------------------------------------------ results */

static uint64_t key_of(const hol_search *search, size_t index)
{
  return index * HOL_STAGES + search->stage;
}

static void transfer_root(void *of, uint64_t key, hol_bytes *bytes)
{
  seeker *s = of;
  hol_root taken = {0};
  hol_root *root = bytes->takes ? &taken : &s->roots->item[s->roots->count - 1];
  (void)key;
  hol_root_pass(bytes, root);
  if (bytes->takes && hol_bytes_end(bytes) == HOL_OK && hol_roots_append(s->roots, &taken) != HOL_OK) {
    hol_bytes_fail(bytes, HOL_MEMORY);
  }
}

/** A root of an earlier run. */
static bool recall(const hol_search *search, size_t index, hol_root *root)
{
  hol_bytes bytes;
  if (!hol_farm_recall(search->farm, key_of(search, index), &bytes)) {
    return false;
  }
  hol_root_pass(&bytes, root);
  root->holder = SIZE_MAX; /* its vector is gone */
  return hol_bytes_end(&bytes) == HOL_OK && root->index == index && root->multiplicity > 0 &&
         root->lower <= root->upper && isfinite(root->lambda);
}

static hol_status recall_all(seeker *s)
{
  const hol_search *search = s->search;
  size_t last = search->last < search->interval.high_count ? search->last : search->interval.high_count;
  for (size_t i = search->first; i <= last;) {
    hol_root root = {0};
    bool is_known = recall(search, i, &root);
    i += is_known ? root.multiplicity : 1;
    if (is_known) {
      HOL_TRY(hol_roots_append(s->roots, &root));
      search->farm->done += wanted_of(search, &root);
    }
  }
  s->known = s->roots->count;
  return HOL_OK;
}

static int by_index(const void *a, const void *b)
{
  const hol_root *x = a, *y = b;
  return (x->index > y->index) - (x->index < y->index);
}

/** Are all roots of a piece known from an earlier run? */
static bool are_roots_known(const seeker *s, const hol_task *task)
{
  const hol_root *known = s->roots->item;
  size_t next = task->in.low_count + 1;
  hol_root key = {.index = next > s->search->first ? next : s->search->first};
  const hol_root *root = s->known ? bsearch(&key, known, s->known, sizeof key, by_index) : NULL;
  if (!root) {
    return false;
  }
  size_t end = task->in.high_count < s->search->last ? task->in.high_count : s->search->last;
  for (next = key.index; root < known + s->known && root->index == next && next <= end; root++) {
    next += root->multiplicity;
  }
  return next > end;
}

/* ------------------------------------------------------------------------------------------------ steps */

static piece piece_of(const hol_task *task)
{
  bool is_whole = task->phase != HOL_SEEK;
  return (piece){
      {.place = task->in.low_count, .weight = hol_task_weight(task), .splits = is_whole ? 1 : roots_in(task)}, *task};
}

/** Is there anything to do in a piece? */
static bool is_open(const seeker *s, const hol_task *task)
{
  const hol_search *search = s->search;
  return task->phase != HOL_FOUND && roots_in(task) && task->in.low_count < search->last &&
         task->in.high_count >= search->first && !are_roots_known(s, task);
}

/** Give the root of a piece, if it is found. */
static hol_status publish_root(seeker *s, const hol_task *task)
{
  const hol_search *search = s->search;
  if (task->phase != HOL_FOUND) {
    return HOL_OK;
  }
  HOL_TRY(hol_roots_append(s->roots, &task->found));
  return hol_farm_publish(search->farm, key_of(search, task->found.index), wanted_of(search, &task->found));
}

static hol_status step_task(void *of, void *item, void *second, hol_did *did)
{
  seeker *s = of;
  piece *next[] = {item, second};
  hol_sturm_counter *counter = s->search->counter;
  hol_task half[2] = {next[0]->task};
  size_t before = counter->evaluations;
  hol_status status = hol_task_step(counter, s->search->farm->comm->rank, &half[0], &half[1]);
  did->work = counter->evaluations - before;
  for (size_t i = 0; i < 2 && status == HOL_OK; i++) {
    status = publish_root(s, &half[i]);
    if (is_open(s, &half[i])) {
      *next[did->left++] = piece_of(&half[i]);
    }
  }
  return status;
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

static hol_status search_in(seeker *s)
{
  hol_farm *farm = s->search->farm;
  const hol_workload workload = {.size = sizeof(piece), .of = s, .step = step_task, .pass = transfer_root};
  const hol_task all = {.in = s->search->interval};
  const piece first = piece_of(&all);
  HOL_TRY(farm->comm->agree(farm->comm->handle, recall_all(s)));
  HOL_TRY(hol_farm_run(farm, &workload, &first, is_open(s, &all)));
  put_in_order(s->roots);
  hol_roots_merge(s->roots);
  return HOL_OK;
}

hol_status hol_search_roots(const hol_search *search, hol_roots *roots)
{
  seeker s = {.search = search, .roots = roots};
  return search_in(&s);
}

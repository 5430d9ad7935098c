/* SPDX-License-Identifier: BSD-3-Clause */
/* Progress of a run and its recorded results: keys, chunks of long items, cancellation. */
#include "farm/farm.h"

#include "base/clock.h"

#include <assert.h>

/** Keys of long items: item, operation, chunk. */
enum { OPERATION_BITS = 24, CHUNK_BITS = 20 };
static_assert(sizeof(size_t) >= sizeof(uint64_t), "a key is an item of a store");

/** Seconds between chunks. */
static const double PAUSE = 0.5;

hol_status hol_farm_go_on(const hol_farm *farm)
{
  const hol_watch *w = farm ? &farm->watch : NULL;
  bool goes = !w || !w->progress || w->progress(w->context, farm->done, farm->total, farm->points);
  return goes ? HOL_OK : HOL_INCOMPLETE;
}

hol_status hol_farm_record(const hol_farm *farm, uint64_t key, hol_bytes *bytes)
{
  const hol_store *store = &farm->watch.store;
  hol_status status = bytes->status;
  if (status == HOL_OK && store->record) {
    status = store->record(store->context, key, bytes->text.data, bytes->text.size);
  }
  hol_bytes_clear(bytes);
  return status;
}

bool hol_farm_recall(const hol_farm *farm, uint64_t key, hol_bytes *bytes)
{
  const hol_store *store = &farm->watch.store;
  const void *found = NULL;
  size_t count = 0;
  if (!store->recall || !store->recall(store->context, key, &found, &count)) {
    return false;
  }
  *bytes = hol_bytes_of(found, count);
  return true;
}

hol_status hol_farm_fetch(const hol_farm *farm, const hol_workload *workload, uint64_t key)
{
  hol_bytes bytes;
  if (!hol_farm_recall(farm, key, &bytes)) {
    return HOL_INCOMPLETE;
  }
  workload->pass(workload->of, key, &bytes);
  hol_status status = hol_bytes_end(&bytes);
  return status == HOL_OK || status == HOL_MEMORY ? status : HOL_INCOMPLETE;
}

uint64_t hol_farm_key(size_t item)
{
  return (uint64_t)item << (OPERATION_BITS + CHUNK_BITS);
}

size_t hol_farm_item(uint64_t key)
{
  return (size_t)(key >> (OPERATION_BITS + CHUNK_BITS));
}

void hol_farm_begin(hol_farm *farm, size_t item)
{
  farm->item = item;
  farm->operation = 0;
  farm->points = 0;
}

size_t hol_farm_next(hol_farm *farm)
{
  if (!farm) {
    return 0;
  }
  farm->due = farm->watch.store.record ? hol_seconds() + PAUSE : 0;
  return ++farm->operation;
}

hol_status hol_farm_count(hol_farm *farm)
{
  if (farm) {
    farm->points++;
  }
  return hol_farm_go_on(farm);
}

bool hol_farm_is_due(hol_farm *farm)
{
  if (!farm || !farm->watch.store.record || hol_seconds() < farm->due) {
    return false;
  }
  farm->due = hol_seconds() + PAUSE;
  return true;
}

/** @return false if the number of the operation or of the chunk is too large for a key */
static bool find_key(const hol_farm *farm, size_t operation, size_t chunk, uint64_t *key)
{
  *key = hol_farm_key(farm->item) | (uint64_t)operation << CHUNK_BITS | chunk;
  return operation >> OPERATION_BITS == 0 && chunk >> CHUNK_BITS == 0;
}

hol_status hol_farm_keep(const hol_farm *farm, size_t operation, size_t chunk, hol_bytes *bytes)
{
  uint64_t key;
  if (farm && find_key(farm, operation, chunk, &key)) {
    return hol_farm_record(farm, key, bytes);
  }
  hol_status status = bytes->status;
  hol_bytes_clear(bytes);
  return status;
}

bool hol_farm_find(const hol_farm *farm, size_t operation, size_t chunk, hol_bytes *bytes)
{
  uint64_t key;
  return farm && find_key(farm, operation, chunk, &key) && hol_farm_recall(farm, key, bytes);
}

/* Which rank makes the modes of which roots. The null vector of a single root is left over from the search, on the rank that
   refined it; but ranks do not refine equally many. So some vectors are handed on - they are small against the work of making
   them again - and every rank makes as many modes as any other. */
#include "base/memory.h"
#include "spectrum/run.h"
#include "spectrum/transfer.h"

#include <stdlib.h>

/** Modes that take as long as finding the null vectors of a root that has none: its matrix is factorised again. */
enum { MODES_PER_MATRIX = 3 };

/** Most bytes of vectors that are handed on: they pass through the memory of every rank. */
static const size_t passed_most = (size_t)64 << 20;

/** A vector on its way; its numbers follow. */
typedef struct parcel {
  size_t index, n, maker;
  uint64_t form;
} parcel;

static bool has_vector(const hol_run *run, const hol_root *root)
{
  return root->at > 0 && root->multiplicity == 1 && root->holder < run->comm.size;
}

/** Roots with vectors stay where they are, the others go to those with the least to do.
 *  @param[in,out] load  [size] zero before; work of each rank
 *  @return the work of all */
static size_t place(hol_run *run, size_t *load)
{
  size_t sum = 0;
  for (size_t i = 0; i < run->roots.count; i++) {
    hol_root *root = &run->roots.item[i];
    root->maker = root->holder;
    if (has_vector(run, root)) {
      load[root->maker]++;
      sum++;
    }
  }
  for (size_t i = 0; i < run->roots.count; i++) {
    hol_root *root = &run->roots.item[i];
    if (has_vector(run, root)) {
      continue;
    }
    root->maker = 0;
    for (size_t r = 1; r < run->comm.size; r++) {
      root->maker = load[r] < load[root->maker] ? r : root->maker;
    }
    load[root->maker] += root->multiplicity + MODES_PER_MATRIX;
    sum += root->multiplicity + MODES_PER_MATRIX;
  }
  return sum;
}

/** Hand roots with vectors on from ranks with more than `mean` to ranks with less.
 *  @param[in] most  so many at most
 *  @return how many */
static size_t level(hol_run *run, size_t *load, size_t mean, size_t most)
{
  size_t size = run->comm.size, taker = 0, passed = 0;
  for (size_t i = 0; i < run->roots.count && passed < most; i++) {
    hol_root *root = &run->roots.item[i];
    while (taker < size && load[taker] >= mean) {
      taker++;
    }
    if (taker < size && has_vector(run, root) && load[root->maker] > mean) {
      load[root->maker]--;
      load[taker]++;
      root->maker = taker;
      passed++;
    }
  }
  return passed;
}

/** This rank's vectors that others are to have. */
static hol_status pack(hol_run *run, hol_bytes *bytes)
{
  for (size_t i = 0; i < run->roots.count; i++) {
    const hol_root *root = &run->roots.item[i];
    bool is_passed = has_vector(run, root) && root->holder == run->comm.rank && root->maker != root->holder;
    const struct hol_vector *vector = is_passed ? hol_vector_of(&run->counter, root) : NULL;
    if (vector) { /* not kept for want of room: it is made again */
      const parcel p = {vector->index, vector->n, root->maker, vector->form};
      HOL_TRY(hol_bytes_put(bytes, &p, sizeof p));
      HOL_TRY(hol_bytes_put(bytes, vector->value, vector->n * sizeof *vector->value));
    }
  }
  return HOL_OK;
}

/** What is for this rank out of what all ranks send. */
static hol_status unpack(hol_run *run, hol_bytes *bytes)
{
  while (bytes->read < bytes->count) {
    parcel p;
    HOL_TRY(hol_bytes_take(bytes, &p, sizeof p));
    if (p.maker != run->comm.rank) {
      bytes->read += p.n * sizeof(double);
      continue;
    }
    struct hol_vector vector = {p.index, p.n, p.form, hol_alloc(p.n, sizeof *vector.value)};
    hol_status status = vector.value ? hol_bytes_take(bytes, vector.value, p.n * sizeof *vector.value) : HOL_MEMORY;
    if (status != HOL_OK) {
      free(vector.value);
      return status;
    }
    HOL_TRY(hol_vector_keep(&run->counter, vector));
  }
  return HOL_OK;
}

static hol_status pass(hol_run *run)
{
  hol_bytes own = {0}, all = {0};
  size_t *sizes = NULL;
  hol_status status = hol_run_agree(run, pack(run, &own));
  if (status == HOL_OK) {
    status = run->comm.gather(run->comm.handle, own.data, own.count, &all.data, &sizes);
  }
  for (size_t r = 0; r < run->comm.size && status == HOL_OK && sizes; r++) {
    all.count += sizes[r];
  }
  status = status == HOL_OK ? unpack(run, &all) : status;
  hol_bytes_clear(&all);
  hol_bytes_clear(&own);
  free(sizes);
  return hol_run_agree(run, status);
}

hol_status hol_run_deal(hol_run *run)
{
  size_t *load = hol_alloc(run->comm.size, sizeof *load);
  HOL_TRY(hol_run_agree(run, load ? HOL_OK : HOL_MEMORY));
  size_t sum = place(run, load), size = run->comm.size;
  size_t most = passed_most / ((run->system.fixed + 1) * sizeof(double));
  size_t passed = level(run, load, sum / size, most);
  (void)level(run, load, (sum + size - 1) / size, most - passed); /* where the mean is no whole number */
  free(load);
  return run->comm.size > 1 ? pass(run) : HOL_OK;
}

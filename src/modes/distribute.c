/* SPDX-License-Identifier: BSD-3-Clause */
/* Which rank makes the modes of which roots. The null vector of a single root is left over from the search, on the rank
   that refined it; but ranks do not refine equally many. So some vectors are handed on - they are small against the
   work of making them again - and every rank makes as many modes as any other. */
#include "base/memory.h"
#include "spectrum/pass.h"
#include "modes/run.h"

#include <stdlib.h>

/** Modes that take as long as finding the null vectors of a root that has none: its matrix is factorised again. */
enum { MODES_PER_MATRIX = 3 };

/** Most bytes of vectors that are handed on: they pass through the memory of every rank. */
static const size_t passed_most = (size_t)64 << 20;

static bool has_vector(const hol_run *run, const hol_root *root)
{
  return root->at > 0 && root->holder < run->comm.size;
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
      load[root->maker] += root->multiplicity;
      sum += root->multiplicity;
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
    bool is_little = passed + root->multiplicity <= most;
    if (taker < size && has_vector(run, root) && load[root->maker] > mean && is_little) {
      load[root->maker] -= root->multiplicity;
      load[taker] += root->multiplicity;
      root->maker = taker;
      passed += root->multiplicity;
    }
  }
  return passed;
}

/** Put a vector for a rank, or take one. */
static void pass_vector(hol_bytes *bytes, struct hol_vector *vector, size_t *maker)
{
  hol_bytes_count(bytes, maker);
  hol_vector_pass(bytes, vector);
}

/** This rank's vectors that others are to have. */
static void put_vectors(hol_run *run, hol_bytes *bytes)
{
  for (size_t i = 0; i < run->roots.count; i++) {
    const hol_root *root = &run->roots.item[i];
    bool is_passed = has_vector(run, root) && root->holder == run->comm.rank && root->maker != root->holder;
    const struct hol_vector *vector = is_passed ? hol_vector_of(&run->counter, root) : NULL;
    if (vector) { /* not kept for want of room: it is made again */
      struct hol_vector passed = *vector;
      size_t maker = root->maker;
      pass_vector(bytes, &passed, &maker);
    }
  }
}

/** What is for this rank out of what all ranks send. */
static hol_status take_vectors(hol_run *run, hol_bytes bytes)
{
  while (bytes.left > 0) {
    struct hol_vector vector = {0};
    size_t maker = SIZE_MAX;
    pass_vector(&bytes, &vector, &maker);
    if (bytes.status != HOL_OK || maker != run->comm.rank) {
      free(vector.value);
      continue;
    }
    HOL_TRY(hol_vectors_append(&run->counter.vectors, vector));
  }
  return bytes.status;
}

static hol_status pass_vectors(hol_run *run)
{
  hol_bytes own = {0};
  char *all = NULL;
  size_t *sizes = NULL, count = 0;
  put_vectors(run, &own);
  hol_status status = hol_run_agree(run, own.status);
  if (status == HOL_OK) {
    status = run->comm.gather(run->comm.handle, own.text.data, own.text.size, &all, &sizes);
  }
  for (size_t r = 0; r < run->comm.size && status == HOL_OK && sizes; r++) {
    count += sizes[r];
  }
  status = status == HOL_OK ? take_vectors(run, hol_bytes_of(all, count)) : status;
  hol_bytes_clear(&own);
  free(all);
  free(sizes);
  return hol_run_agree(run, status);
}

hol_status hol_run_distribute(hol_run *run)
{
  size_t *load = hol_alloc(run->comm.size, sizeof *load);
  HOL_TRY(hol_run_agree(run, load ? HOL_OK : HOL_MEMORY));
  size_t sum = place(run, load), size = run->comm.size;
  size_t most = passed_most / ((run->system.fixed + 1) * sizeof(double));
  size_t passed = level(run, load, sum / size, most);
  (void)level(run, load, (sum + size - 1) / size, most - passed); /* where the mean is no whole number */
  free(load);
  return run->comm.size > 1 ? pass_vectors(run) : HOL_OK;
}

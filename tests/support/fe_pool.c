/* SPDX-License-Identifier: BSD-3-Clause */
#include "fe_pool.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static void out_of_memory(void)
{
  fputs("fe: out of memory\n", stderr);
  abort();
}

void *fe_pool_get(fe_pool *pool, size_t n, size_t item_size)
{
  if (pool->count == pool->capacity) {
    size_t capacity = pool->capacity ? 2 * pool->capacity : 64;
    void **block = realloc(pool->block, capacity * sizeof *block);
    if (!block) {
      out_of_memory();
    }
    pool->block = block;
    pool->capacity = capacity;
  }
  void *memory = calloc(n ? n : 1, item_size);
  if (!memory) {
    out_of_memory();
  }
  pool->block[pool->count++] = memory;
  return memory;
}

void *fe_pool_grow(fe_pool *pool, void *array, size_t count, size_t *capacity, size_t item_size)
{
  if (count < *capacity) {
    return array;
  }
  size_t larger = *capacity ? 2 * *capacity : 8;
  void *fresh = fe_pool_get(pool, larger, item_size);
  if (count) {
    memcpy(fresh, array, count * item_size);
  }
  *capacity = larger;
  return fresh;
}

void fe_pool_clear(fe_pool *pool)
{
  for (size_t i = 0; i < pool->count; i++) {
    free(pool->block[i]);
  }
  free(pool->block);
  *pool = (fe_pool){0};
}

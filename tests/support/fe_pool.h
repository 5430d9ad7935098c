/* SPDX-License-Identifier: BSD-3-Clause */
/** @file fe_pool.h  Memory of one finite-element solution: everything is freed at once; lack of it ends the process. */
#ifndef HOLONOME_TESTS_FE_POOL_H
#define HOLONOME_TESTS_FE_POOL_H

#include "fe_real.h"

#include <stddef.h>

/** {0} is empty. */
typedef struct fe_pool {
  void **block;
  size_t count, capacity;
} fe_pool;

/** Zeroed memory for n items, owned by the pool. Never NULL. */
void *fe_pool_get(fe_pool *pool, size_t n, size_t item_size);
/** Room for one more item in an array of the pool that holds `count` items and has room for *capacity. */
void *fe_pool_grow(fe_pool *pool, void *array, size_t count, size_t *capacity, size_t item_size);
/** Free everything. Idempotent. */
void fe_pool_clear(fe_pool *pool);

#endif

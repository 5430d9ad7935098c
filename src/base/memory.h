/** @file memory.h  Allocation with overflow check; everything comes zeroed. */
#ifndef BASE_MEMORY_H
#define BASE_MEMORY_H

#include "holonome/status.h"

#include <stdbool.h>
#include <stddef.h>

/** Zeroed memory for n items (never NULL for n = 0 unless memory is out). NULL on overflow or lack of memory. */
void *hol_alloc(size_t n, size_t item_size);

/** Make room for at least `needed` items in *array (capacity in *capacity), new items zeroed.
 *  @return false if memory is out; *array is then unchanged and still valid. */
bool hol_grow(void *array, size_t *capacity, size_t needed, size_t item_size);

/** printf into fresh memory, NULL if memory is out. Owned by the caller. */
char *hol_format(const char *format, ...) HOL_PRINTF(1, 2);

#endif

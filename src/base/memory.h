/* SPDX-License-Identifier: BSD-3-Clause */
/** @file memory.h  Allocation with overflow check; all memory is zeroed.
 *
 *  Nothing outside this folder allocates otherwise (a test examines the compiled files), so that no product of count
 *  and size goes unchecked. What is allocated is freed with free(), as is memory from other libraries. */
#ifndef BASE_MEMORY_H
#define BASE_MEMORY_H

#include "holonome/status.h"

#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>

/** Allocate zeroed memory for n items (never NULL for n = 0 unless memory is out). NULL on overflow or lack of
 *  memory. */
void *hol_alloc(size_t n, size_t item_size);

/** Allocate a copy of n items, which may be NULL for n = 0. NULL on lack of memory. */
void *hol_alloc_copy(const void *items, size_t n, size_t item_size);

/** Allocate a copy of the first `length` bytes of a text that has at least so many, and a final 0. NULL on lack of
 *  memory. */
char *hol_alloc_text(const char *text, size_t length);

/** Make *array, which has room for n items (NULL for 0), longer by `more` zeroed ones, no longer.
 *  @return false on overflow or lack of memory; *array is then unchanged and still valid. */
bool hol_extend(void *array, size_t n, size_t more, size_t item_size);

/** Make room for at least `needed` items in *array (capacity in *capacity), new items zeroed. The capacity grows by
 *  half, so that items added one by one cost constant time each.
 *  @return false on overflow or lack of memory; *array is then unchanged and still valid. */
bool hol_grow(void *array, size_t *capacity, size_t needed, size_t item_size);

/** Return freed memory to the system, where the allocator keeps it for later requests (glibc; elsewhere nothing
 *  happens): for the end of work that has used much more than stays. Cost: some milliseconds. */
void hol_trim(void);

/** Shrink an array to its `count` items; where that fails it stays as it is. */
void hol_fit(void *array, size_t *capacity, size_t count, size_t item_size);

/** Format into allocated memory as printf does, NULL if memory is out. Owned by the caller. */
char *hol_format(const char *format, ...) HOL_PRINTF(1, 2);

/** The same for a started argument list, as vprintf; `list` is used up. */
char *hol_format_list(const char *format, va_list list) HOL_PRINTF(1, 0);

#endif

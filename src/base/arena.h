/* SPDX-License-Identifier: BSD-3-Clause */
/** @file arena.h  Arena allocator: memory that is allocated while a file is read and freed all at once. */
#ifndef HOLONOME_BASE_ARENA_H
#define HOLONOME_BASE_ARENA_H

#include "holonome/status.h"

#include <stddef.h>

typedef struct hol_arena_block hol_arena_block;

/** {0} is empty. */
typedef struct hol_arena {
  hol_arena_block *block; /**< newest first, owned */
} hol_arena;

/** Allocate `size` bytes, aligned for any object, valid until hol_arena_clear(); NULL without memory. */
void *hol_arena_take(hol_arena *arena, size_t size);
/** Copy a text into the arena: a 0-terminated copy of `size` bytes; NULL without memory. */
char *hol_arena_copy(hol_arena *arena, const char *text, size_t size);
/** Format into the arena as printf does; NULL without memory. */
char *hol_arena_print(hol_arena *arena, const char *format, ...) HOL_PRINTF(2, 3);
/** Free everything, leave {0}. Idempotent. */
void hol_arena_clear(hol_arena *arena);

#endif

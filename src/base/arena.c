/* SPDX-License-Identifier: BSD-3-Clause */
/* Arena allocator: memory in blocks that are freed together. */
#include "base/arena.h"

#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct hol_arena_block {
  hol_arena_block *next;
  size_t used, capacity;
  max_align_t data[];
};

enum { BLOCK_SIZE = 1 << 15 };

static hol_arena_block *block_create(size_t capacity)
{
  if (capacity > SIZE_MAX - sizeof(hol_arena_block)) {
    return NULL;
  }
  hol_arena_block *block = malloc(sizeof *block + capacity);
  if (block) {
    block->next = NULL;
    block->used = 0;
    block->capacity = capacity;
  }
  return block;
}

void *hol_arena_take(hol_arena *arena, size_t size)
{
  if (size > SIZE_MAX / 2) {
    return NULL;
  }
  size = (size + sizeof(max_align_t) - 1) / sizeof(max_align_t) * sizeof(max_align_t);
  hol_arena_block *block = arena->block;
  if (!block || block->capacity - block->used < size) {
    block = block_create(size > BLOCK_SIZE ? size : BLOCK_SIZE);
    if (!block) {
      return NULL;
    }
    block->next = arena->block;
    arena->block = block;
  }
  char *start = (char *)block->data + block->used;
  block->used += size;
  return start;
}

char *hol_arena_copy(hol_arena *arena, const char *text, size_t size)
{
  char *copy = hol_arena_take(arena, size + 1);
  if (copy) {
    if (size > 0) {
      memcpy(copy, text, size);
    }
    copy[size] = '\0';
  }
  return copy;
}

char *hol_arena_print(hol_arena *arena, const char *format, ...)
{
  va_list arguments, again;
  va_start(arguments, format);
  va_copy(again, arguments);
  int size = vsnprintf(NULL, 0, format, arguments);
  va_end(arguments);
  char *text = size < 0 ? NULL : hol_arena_take(arena, (size_t)size + 1);
  if (text) {
    (void)vsnprintf(text, (size_t)size + 1, format, again);
  }
  va_end(again);
  return text;
}

void hol_arena_clear(hol_arena *arena)
{
  while (arena->block) {
    hol_arena_block *next = arena->block->next;
    free(arena->block);
    arena->block = next;
  }
}

/* SPDX-License-Identifier: BSD-3-Clause */
/* Zeroed allocation with overflow check, growing arrays, and printf into allocated memory. */
#include "base/memory.h"

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#ifdef __GLIBC__
#include <malloc.h>
#endif

void *hol_alloc(size_t n, size_t item_size)
{
  return calloc(n ? n : 1, item_size ? item_size : 1);
}

void *hol_alloc_copy(const void *items, size_t n, size_t item_size)
{
  void *copy = hol_alloc(n, item_size);
  if (copy && n) {
    memcpy(copy, items, n * item_size);
  }
  return copy;
}

char *hol_alloc_text(const char *text, size_t length)
{
  char *copy = length < SIZE_MAX ? hol_alloc(length + 1, 1) : NULL;
  if (copy) {
    memcpy(copy, text, length);
  }
  return copy;
}

bool hol_extend(void *array, size_t n, size_t more, size_t item_size)
{
  if (more > SIZE_MAX - n || n + more > SIZE_MAX / item_size) {
    return false;
  }
  void *old;
  memcpy(&old, array, sizeof old);
  char *fresh = realloc(old, n + more ? (n + more) * item_size : 1);
  if (!fresh) {
    return false;
  }
  memset(fresh + n * item_size, 0, more * item_size);
  memcpy(array, &fresh, sizeof fresh);
  return true;
}

bool hol_grow(void *array, size_t *capacity, size_t needed, size_t item_size)
{
  if (needed <= *capacity) {
    return true;
  }
  size_t n = *capacity + *capacity / 2 + 8;
  n = n < needed ? needed : n;
  if (!hol_extend(array, *capacity, n - *capacity, item_size)) {
    return false;
  }
  *capacity = n;
  return true;
}

void hol_trim(void)
{
#ifdef __GLIBC__
  malloc_trim(0);
#endif
}

void hol_fit(void *array, size_t *capacity, size_t count, size_t item_size)
{
  void *old;
  size_t kept = count ? count : 1;
  memcpy(&old, array, sizeof old);
  char *fresh = kept < *capacity ? realloc(old, kept * item_size) : NULL;
  if (fresh) {
    memcpy(array, &fresh, sizeof fresh);
    *capacity = kept;
  }
}

char *hol_format_list(const char *format, va_list list)
{
  va_list again;
  va_copy(again, list);
  int n = vsnprintf(NULL, 0, format, list);
  char *text = n < 0 ? NULL : hol_alloc((size_t)n + 1, 1);
  if (text) {
    vsnprintf(text, (size_t)n + 1, format, again);
  }
  va_end(again);
  return text;
}

char *hol_format(const char *format, ...)
{
  va_list list;
  va_start(list, format);
  char *text = hol_format_list(format, list);
  va_end(list);
  return text;
}

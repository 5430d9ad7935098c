#include "base/memory.h"

#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

void *hol_alloc(size_t n, size_t item_size)
{
  return calloc(n ? n : 1, item_size ? item_size : 1);
}

bool hol_grow(void *array, size_t *capacity, size_t needed, size_t item_size)
{
  if (needed <= *capacity) {
    return true;
  }
  size_t n = *capacity + *capacity / 2 + 8;
  n = n < needed ? needed : n;
  if (n > SIZE_MAX / item_size) {
    return false;
  }
  void *old;
  memcpy(&old, array, sizeof old);
  char *fresh = realloc(old, n * item_size);
  if (!fresh) {
    return false;
  }
  memset(fresh + *capacity * item_size, 0, (n - *capacity) * item_size);
  memcpy(array, &fresh, sizeof fresh);
  *capacity = n;
  return true;
}

char *hol_format(const char *format, ...)
{
  va_list list, again;
  va_start(list, format);
  va_copy(again, list);
  int n = vsnprintf(NULL, 0, format, list);
  char *text = n < 0 ? NULL : hol_alloc((size_t)n + 1, 1);
  if (text) {
    vsnprintf(text, (size_t)n + 1, format, again);
  }
  va_end(again);
  va_end(list);
  return text;
}

#include "holonome/problem.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static char *formatted(const char *format, va_list arguments)
{
  va_list again;
  va_copy(again, arguments);
  int size = vsnprintf(NULL, 0, format, arguments);
  char *text = size < 0 ? NULL : malloc((size_t)size + 1);
  if (text) {
    (void)vsnprintf(text, (size_t)size + 1, format, again);
  }
  va_end(again);
  return text;
}

static bool make_room(hol_diagnostics *all)
{
  if (all->count < all->capacity) {
    return true;
  }
  size_t capacity = all->capacity ? 2 * all->capacity : 8;
  hol_diagnostic *item = realloc(all->item, capacity * sizeof *item);
  if (!item) {
    return false;
  }
  all->item = item;
  all->capacity = capacity;
  return true;
}

void hol_diagnostics_add(hol_diagnostics *all, bool is_error, hol_place place, const char *hint, const char *format, ...)
{
  va_list arguments;
  va_start(arguments, format);
  char *message = formatted(format, arguments);
  va_end(arguments);
  char *hint_copy = hint ? strdup(hint) : NULL;
  if (!message || (hint && !hint_copy) || !make_room(all)) {
    free(message);
    free(hint_copy);
    all->errors++; /* what cannot be said must not pass for faultless */
    return;
  }
  all->item[all->count++] = (hol_diagnostic){.is_error = is_error, .place = place, .message = message, .hint = hint_copy};
  all->errors += is_error;
}

static int compare_places(hol_place a, hol_place b)
{
  if (a.line != b.line) {
    return a.line < b.line ? -1 : 1;
  }
  return a.column < b.column ? -1 : a.column > b.column;
}

/* Merge sort of item[0 .. n) with room for n items in `spare`: stable, and no worse than n log n. */
static void sort_range(hol_diagnostic *item, size_t n, hol_diagnostic *spare)
{
  if (n < 2) {
    return;
  }
  size_t half = n / 2;
  sort_range(item, half, spare);
  sort_range(item + half, n - half, spare);
  memcpy(spare, item, n * sizeof *item);
  size_t a = 0, b = half;
  for (size_t i = 0; i < n; i++) {
    bool take_first = b == n || (a < half && compare_places(spare[a].place, spare[b].place) <= 0);
    item[i] = spare[take_first ? a++ : b++];
  }
}

void hol_diagnostics_sort(hol_diagnostics *all)
{
  hol_diagnostic *spare = malloc((all->count + 1) * sizeof *spare);
  if (spare) { /* without memory they stay in the order found */
    sort_range(all->item, all->count, spare);
  }
  free(spare);
}

void hol_diagnostics_clear(hol_diagnostics *all)
{
  for (size_t i = 0; i < all->count; i++) {
    free(all->item[i].message);
    free(all->item[i].hint);
  }
  free(all->item);
  *all = (hol_diagnostics){0};
}

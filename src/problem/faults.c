/* SPDX-License-Identifier: BSD-3-Clause */
/* List of faults: append up to a maximum number, sort by position in the file (stable), free. */
#include "base/memory.h"
#include "holonome/problem.h"
#include "problem/reader.h"

#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

bool hol_faults_is_full(const hol_faults *all, bool is_error)
{
  return all->count >= (is_error ? HOL_FAULTS_MOST : HOL_FAULTS_MOST / 2);
}

void hol_faults_add(hol_faults *all, bool is_error, hol_place place, const char *hint, const char *format, ...)
{
  va_list arguments;
  if (hol_faults_is_full(all, is_error)) {
    all->errors += is_error; /* counted, not told */
    return;
  }
  va_start(arguments, format);
  char *message = hol_format_list(format, arguments);
  va_end(arguments);
  char *hint_copy = hint ? hol_alloc_text(hint, strlen(hint)) : NULL;
  if (!message || (hint && !hint_copy) || !hol_grow(&all->item, &all->capacity, all->count + 1, sizeof *all->item)) {
    free(message);
    free(hint_copy);
    all->errors++; /* what cannot be said must not pass for faultless */
    return;
  }
  all->item[all->count++] = (hol_finding){.is_error = is_error, .place = place, .message = message, .hint = hint_copy};
  all->errors += is_error;
}

static int compare_places(hol_place a, hol_place b)
{
  if (a.line != b.line) {
    return a.line < b.line ? -1 : 1;
  }
  return a.column < b.column ? -1 : a.column > b.column;
}

/** Merge sort of item[0 .. n) with room for n items in `spare`: stable, and no worse than n log n. */
static void sort_range(hol_finding *item, size_t n, hol_finding *spare)
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

void hol_faults_sort(hol_faults *all)
{
  hol_finding *spare = hol_alloc(all->count + 1, sizeof *spare);
  if (spare) { /* without memory they stay in the order found */
    sort_range(all->item, all->count, spare);
  }
  free(spare);
}

void hol_faults_clear(hol_faults *all)
{
  for (size_t i = 0; i < all->count; i++) {
    free(all->item[i].message);
    free(all->item[i].hint);
  }
  free(all->item);
  *all = (hol_faults){0};
}

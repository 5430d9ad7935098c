/* SPDX-License-Identifier: BSD-3-Clause */
/* Unique names: a number is appended to repeated ones, as in `name (2)`. */
#include "result/distinct.h"

#include "base/memory.h"

#include <stdlib.h>
#include <string.h>

typedef struct named {
  const char *name;
  size_t index;
} named;

static int by_name(const void *a, const void *b)
{
  const named *x = a, *y = b;
  int order = strcmp(x->name, y->name);
  return order != 0 ? order : (x->index > y->index) - (x->index < y->index);
}

static int by_name_alone(const void *key, const void *item)
{
  return strcmp(((const named *)key)->name, ((const named *)item)->name);
}

/** A name that none of the sorted ones is. @param[in,out] number  of the last of these */
static char *another(const named *sorted, size_t count, const char *name, size_t *number)
{
  for (;;) {
    char *other = hol_format("%s (%zu)", name, ++*number);
    named wanted = {other, 0};
    if (!other || !bsearch(&wanted, sorted, count, sizeof *sorted, by_name_alone)) {
      return other;
    }
    free(other);
  }
}

static hol_status make(named *sorted, size_t count, hol_distinct *all)
{
  qsort(sorted, count, sizeof *sorted, by_name);
  for (size_t i = 0, number = 1; i < count; i++) {
    const char *name = sorted[i].name;
    bool is_second = i > 0 && strcmp(name, sorted[i - 1].name) == 0;
    number = is_second ? number : 1;
    char *own = is_second ? another(sorted, count, name, &number) : hol_alloc_text(name, strlen(name));
    if (!own) {
      return HOL_MEMORY;
    }
    all->name[sorted[i].index] = own;
  }
  return HOL_OK;
}

hol_status hol_distinct_make(const char *const *name, size_t count, hol_distinct *all)
{
  named *sorted = hol_alloc(count, sizeof *sorted);
  all->name = hol_alloc(count, sizeof *all->name);
  hol_status status = sorted && all->name ? HOL_OK : HOL_MEMORY;
  if (status == HOL_OK) {
    all->count = count;
    for (size_t i = 0; i < count; i++) {
      sorted[i] = (named){name[i] ? name[i] : "", i};
    }
    status = make(sorted, count, all);
  }
  free(sorted);
  return status;
}

void hol_distinct_clear(hol_distinct *all)
{
  for (size_t i = 0; i < all->count; i++) {
    free(all->name[i]);
  }
  free(all->name);
  *all = (hol_distinct){0};
}

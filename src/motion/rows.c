/* SPDX-License-Identifier: BSD-3-Clause */
/* A motion as rows of one table, a row for each time, for CSV. */
#include "motion/describe.h"

#include "base/memory.h"
#include "motion/series.h"

#include <stdlib.h>

/** Columns that are not those of a series; `unmet` is there where forces are asked for that make the others vanish. */
enum { T, UNMET, OTHERS };
static const hol_quantity other[OTHERS] = {
    [T] = {.name = "t", .type = HOL_NUMBER}, [UNMET] = {.name = "unmet", .type = HOL_NUMBER}};

/** All series as columns. */
typedef struct columns {
  hol_motion_series *series; /**< [count] owned */
  hol_text *name;            /**< [count] owned */
  hol_quantity *quantity;    /**< [count] owned */
  const hol_quantity **each; /**< the last NULL, owned */
  size_t count;
} columns;

static void clear_columns(columns *c)
{
  for (size_t i = 0; i < c->count && c->name; i++) {
    hol_text_clear(&c->name[i]);
  }
  free(c->series);
  free(c->name);
  free(c->quantity);
  free(c->each);
}

static hol_status fill_columns(const hol_motion_result *r, columns *c)
{
  size_t n = 0, used = 0;
  c->each[used++] = &other[T];
  for (hol_motion_group which = 0; which < HOL_MOTION_GROUPS; which++) {
    for (size_t i = 0; i < hol_motion_series_count(r, which); i++, n++) {
      c->series[n] = hol_motion_series_at(r, which, i);
      hol_motion_series_say(&c->series[n], true, &c->name[n]);
      if (c->name[n].failed) {
        return HOL_MEMORY;
      }
      c->quantity[n] = (hol_quantity){.name = c->name[n].data, .type = HOL_NUMBER};
      c->each[used++] = &c->quantity[n];
    }
  }
  if (r->unmet) {
    c->each[used] = &other[UNMET];
  }
  return HOL_OK;
}

static hol_status make_columns(const hol_motion_result *r, columns *c)
{
  for (hol_motion_group which = 0; which < HOL_MOTION_GROUPS; which++) {
    c->count += hol_motion_series_count(r, which);
  }
  c->series = hol_alloc(c->count, sizeof *c->series);
  c->name = hol_alloc(c->count, sizeof *c->name);
  c->quantity = hol_alloc(c->count, sizeof *c->quantity);
  c->each = hol_alloc(c->count + OTHERS + 1, sizeof *c->each);
  return c->series && c->name && c->quantity && c->each ? fill_columns(r, c) : HOL_MEMORY;
}

static void put_row(const hol_sink *sink, const hol_motion_result *r, const columns *c, size_t k)
{
  static const hol_quantity record = {.type = HOL_RECORD};
  hol_open(sink, &record);
  hol_put_number(sink, &other[T], r->time[k]);
  for (size_t i = 0; i < c->count; i++) {
    hol_put_number(sink, &c->quantity[i], hol_motion_series_value(&c->series[i], k));
  }
  if (r->unmet) {
    hol_put_number(sink, &other[UNMET], r->unmet[k]);
  }
  hol_close(sink);
}

hol_status hol_motion_rows(const void *result, const hol_sink *sink)
{
  const hol_motion_result *r = result;
  columns c = {0};
  hol_status status = make_columns(r, &c);
  if (status == HOL_OK) {
    const hol_quantity rows = {.name = "motion", .type = HOL_LIST, .column = c.each};
    hol_open(sink, &rows);
    for (size_t k = 0; r->time && k < r->times; k++) {
      put_row(sink, r, &c, k);
    }
    hol_close(sink);
  }
  clear_columns(&c);
  return status;
}

/* SPDX-License-Identifier: BSD-3-Clause */
/* A path in records of a farm: what has been added since the last record, and the way back. */
#include "continuation/tracer.h"

#include "base/memory.h"

#include <string.h>

static void pass_point(hol_bytes *bytes, hol_path_point *point)
{
  hol_bytes_number(bytes, &point->dp_ds);
  hol_bytes_number(bytes, &point->bordered.sign);
  hol_bytes_number(bytes, &point->bordered.log);
  hol_bytes_count(bytes, &point->negative);
  hol_bytes_count(bytes, &point->stability.above);
  hol_bytes_count(bytes, &point->stability.below);
  hol_bytes_count(bytes, &point->stability.pairs);
  hol_bytes_number(bytes, &point->stability.largest);
  hol_bytes_number(bytes, &point->stability.nearest);
  hol_bytes_number(bytes, &point->stability.others);
  hol_bytes_number(bytes, &point->size_slope);
  hol_bytes_number(bytes, &point->step);
}

static void pass_event(hol_bytes *bytes, hol_path_event *e, size_t n)
{
  e->kind = (hol_event_kind)hol_bytes_choice(bytes, (int)e->kind, HOL_EVENT_PEAK + 1);
  hol_bytes_count(bytes, &e->before);
  hol_bytes_number(bytes, &e->at);
  hol_bytes_numbers(bytes, &e->z, n);
  hol_bytes_numbers(bytes, &e->other_tangent, n);
  hol_bytes_truth(bytes, &e->is_maximum);
}

/** Where a path stands; of points and events those that have come since `from`. Taken, there is room for them in the
 *  path. */
static void pass_state(hol_tracer *k, const hol_path_state *from, hol_path_state *to, hol_bytes *bytes)
{
  hol_path *p = k->path;
  size_t points = to->points - from->points, events = to->events - from->events;
  hol_bytes_length(bytes, &points);
  hol_bytes_length(bytes, &events);
  to->points = from->points + points;
  to->events = from->events + events;
  hol_bytes_number(bytes, &to->largest);
  hol_bytes_number(bytes, &to->step);
  hol_bytes_truth(bytes, &to->goes_on);
  p->end = (hol_branch_end)hol_bytes_choice(bytes, (int)p->end, HOL_BRANCH_ENDS_EARLY + 1);
  hol_bytes_count(bytes, &p->steps);
  hol_bytes_count(bytes, &p->rejected);
  if (!hol_grow(&p->z, &p->z_capacity, to->points * k->n, sizeof *p->z) ||
      !hol_grow(&p->t, &p->t_capacity, to->points * k->n, sizeof *p->t) ||
      !hol_grow(&p->point, &p->point_capacity, to->points, sizeof *p->point) ||
      !hol_grow(&p->event, &p->event_capacity, to->events, sizeof *p->event)) {
    hol_bytes_fail(bytes, HOL_MEMORY);
  }
}

/** Put what has come since `from`, or take it: up to `to`. */
static void pass_chunk(hol_tracer *k, const hol_path_state *from, hol_path_state *to, hol_bytes *bytes)
{
  hol_path *p = k->path;
  size_t n = k->n, before = from->points > 0 ? from->points - 1 : 0; /* the last one knows its step only now */
  pass_state(k, from, to, bytes);
  if (bytes->status != HOL_OK) {
    return;
  }
  hol_bytes_fill(bytes, p->z + before * n, (to->points - before) * n);
  hol_bytes_fill(bytes, p->t + before * n, (to->points - before) * n);
  for (size_t i = before; i < to->points; i++) {
    pass_point(bytes, &p->point[i]);
  }
  for (size_t i = from->events; i < to->events; i++) {
    p->events = i + 1 > p->events ? i + 1 : p->events;
    pass_event(bytes, &p->event[i], n);
  }
  p->points = to->points;
}

/** Keep what has come since `from`. */
hol_status hol_path_record(hol_tracer *k, size_t operation, size_t *chunk, const hol_path_state *from,
                           hol_path_state *to)
{
  hol_bytes bytes = {0};
  pass_chunk(k, from, to, &bytes);
  return hol_farm_keep(k->options->farm, operation, (*chunk)++, &bytes);
}

/** Take the chunks of an earlier run. */
hol_status hol_path_restore(hol_tracer *k, size_t operation, size_t *chunk, hol_path_state *at)
{
  hol_bytes bytes;
  while (hol_farm_find(k->options->farm, operation, *chunk, &bytes)) {
    const hol_path_state from = *at;
    pass_chunk(k, &from, at, &bytes);
    HOL_TRY(hol_bytes_end(&bytes));
    ++*chunk;
  }
  k->largest = at->largest;
  if (at->points > 0) {
    memcpy(k->start, k->path->z, k->n * sizeof *k->start);
  }
  return HOL_OK;
}

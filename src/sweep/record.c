/* SPDX-License-Identifier: BSD-3-Clause */
/* Serialisation of a finished point: its frequencies, links between modes, events and outputs. */
#include "sweep/record.h"
#include "base/memory.h"

#include <stdlib.h>

void hol_sweep_point_clear(hol_sweep_point *point)
{
  hol_outcome_clear(&point->outcome);
  hol_link_clear(&point->link);
  free(point->output);
  *point = (hol_sweep_point){0};
}

static void pass_outcome(hol_bytes *bytes, hol_outcome *o)
{
  size_t first = o->first, count = o->count;
  o->status = (hol_status)hol_bytes_choice(bytes, (int)o->status, HOL_MEMORY + 1);
  hol_bytes_count(bytes, &first);
  hol_bytes_length(bytes, &count);
  if (bytes->takes && hol_outcome_start(o, first, count) != HOL_OK) {
    hol_bytes_fail(bytes, HOL_MEMORY);
    return;
  }
  hol_bytes_count(bytes, &o->modes);
  hol_bytes_count(bytes, &o->order);
  hol_bytes_number(bytes, &o->tolerance);
  hol_bytes_fill(bytes, o->omega, HOL_OUTCOME_NUMBERS * count);
}

static void pass_event(hol_bytes *bytes, hol_sweep_event *event)
{
  event->kind = (hol_sweep_event_kind)hol_bytes_choice(bytes, (int)event->kind, HOL_SWEEP_EVENT_KINDS);
  hol_bytes_count(bytes, &event->number);
  hol_bytes_count(bytes, &event->branch[0]);
  hol_bytes_count(bytes, &event->branch[1]);
  hol_bytes_number(bytes, &event->at);
  hol_bytes_number(bytes, &event->omega);
  hol_bytes_number(bytes, &event->gap);
}

static void pass_link(hol_bytes *bytes, hol_link *link)
{
  size_t count = link->count;
  hol_bytes_length(bytes, &count);
  if (bytes->takes && count > 0 && hol_link_start(link, count) != HOL_OK) {
    hol_bytes_fail(bytes, HOL_MEMORY);
    return;
  }
  hol_bytes_truth(bytes, &link->is_followed);
  for (size_t j = 0; j < count; j++) {
    bool is_turned = link->sign[j] < 0;
    hol_bytes_count(bytes, &link->from[j]);
    hol_bytes_number(bytes, &link->turn[j]);
    hol_bytes_truth(bytes, &is_turned);
    hol_bytes_truth(bytes, &link->is_told[j]);
    link->sign[j] = is_turned ? -1 : 1;
  }
  hol_bytes_array(bytes, &link->event, &link->event_count, sizeof *link->event);
  for (size_t e = 0; e < link->event_count; e++) {
    pass_event(bytes, &link->event[e]);
  }
}

void hol_record_pass(hol_sweep_point *point, hol_bytes *bytes)
{
  pass_outcome(bytes, &point->outcome);
  hol_bytes_truth(bytes, &point->is_batched);
  pass_link(bytes, &point->link);
  hol_bytes_array(bytes, &point->output, &point->outputs, sizeof *point->output);
  hol_bytes_fill(bytes, point->output, point->outputs);
}

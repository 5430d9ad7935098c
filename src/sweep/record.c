#include "sweep/record.h"
#include "base/memory.h"

#include <stdlib.h>
#include <string.h>

enum { STATUS, FIRST, COUNT, BATCHED, FOLLOWED, LINKED, EVENTS, MODES, ORDER, HEADER };
enum { KIND, NUMBER, LOWER_BRANCH, UPPER_BRANCH, EVENT_WORDS, AT = 0, OMEGA, GAP, EVENT_NUMBERS };

void hol_sweep_point_clear(hol_sweep_point *point)
{
  hol_outcome_clear(&point->outcome);
  hol_link_clear(&point->link);
  *point = (hol_sweep_point){0};
}

static void put(hol_text *text, const void *data, size_t size)
{
  hol_text_put(text, data, size);
}

void hol_record_pack(const hol_sweep_point *point, hol_text *text)
{
  const hol_outcome *o = &point->outcome;
  const hol_link *link = &point->link;
  uint64_t header[HEADER] = {[STATUS] = (uint64_t)o->status, [FIRST] = o->first,     [COUNT] = o->count,
                             [BATCHED] = point->is_batched,  [LINKED] = link->count, [EVENTS] = link->event_count,
                             [FOLLOWED] = link->is_followed, [MODES] = o->modes,     [ORDER] = o->order};
  put(text, header, sizeof header);
  put(text, &o->tolerance, sizeof o->tolerance);
  put(text, o->omega, HOL_OUTCOME_NUMBERS * o->count * sizeof *o->omega);
  for (size_t j = 0; j < link->count; j++) {
    uint64_t from = link->from[j] == SIZE_MAX ? UINT64_MAX : link->from[j];
    signed char flags[2] = {link->sign[j], link->is_told[j]};
    put(text, &from, sizeof from);
    put(text, &link->turn[j], sizeof link->turn[j]);
    put(text, flags, sizeof flags);
  }
  for (size_t e = 0; e < link->event_count; e++) {
    const hol_sweep_event *event = &link->event[e];
    uint64_t words[EVENT_WORDS] = {[KIND] = (uint64_t)event->kind,
                                   [NUMBER] = event->number,
                                   [LOWER_BRANCH] = event->branch[0],
                                   [UPPER_BRANCH] = event->branch[1]};
    double numbers[EVENT_NUMBERS] = {[AT] = event->at, [OMEGA] = event->omega, [GAP] = event->gap};
    put(text, words, sizeof words);
    put(text, numbers, sizeof numbers);
  }
}

/** The next bytes; false if there are not so many. */
static bool take(const char **bytes, size_t *count, void *data, size_t size)
{
  if (size > *count) {
    return false;
  }
  if (size) {
    memcpy(data, *bytes, size);
  }
  *bytes += size;
  *count -= size;
  return true;
}

static bool take_link(const char **bytes, size_t *count, hol_link *link)
{
  for (size_t j = 0; j < link->count; j++) {
    uint64_t from;
    signed char flags[2];
    if (!take(bytes, count, &from, sizeof from) || !take(bytes, count, &link->turn[j], sizeof link->turn[j]) ||
        !take(bytes, count, flags, sizeof flags)) {
      return false;
    }
    link->from[j] = from == UINT64_MAX ? SIZE_MAX : (size_t)from;
    link->sign[j] = flags[0];
    link->is_told[j] = flags[1] != 0;
  }
  return true;
}

static bool take_event(const char **bytes, size_t *count, hol_sweep_event *event)
{
  uint64_t words[EVENT_WORDS];
  double numbers[EVENT_NUMBERS];
  if (!take(bytes, count, words, sizeof words) || !take(bytes, count, numbers, sizeof numbers) ||
      words[KIND] >= HOL_SWEEP_EVENT_KINDS) {
    return false;
  }
  *event = (hol_sweep_event){.kind = (hol_sweep_event_kind)words[KIND],
                             .number = (size_t)words[NUMBER],
                             .branch = {(size_t)words[LOWER_BRANCH], (size_t)words[UPPER_BRANCH]},
                             .at = numbers[AT],
                             .omega = numbers[OMEGA],
                             .gap = numbers[GAP]};
  return true;
}

hol_status hol_record_unpack(const char **bytes, size_t *count, hol_sweep_point *point)
{
  uint64_t header[HEADER];
  if (!take(bytes, count, header, sizeof header) || header[COUNT] > *count / 32 || header[LINKED] > *count / 18 ||
      header[EVENTS] > *count / 56 || header[STATUS] > HOL_MEMORY) {
    return HOL_INVALID;
  }
  HOL_TRY(hol_outcome_start(&point->outcome, (size_t)header[FIRST], (size_t)header[COUNT]));
  point->outcome.status = (hol_status)header[STATUS];
  point->outcome.modes = (size_t)header[MODES];
  point->outcome.order = (size_t)header[ORDER];
  point->is_batched = header[BATCHED] != 0;
  if (header[LINKED]) {
    HOL_TRY(hol_link_start(&point->link, (size_t)header[LINKED]));
  }
  hol_link *link = &point->link;
  link->is_followed = header[FOLLOWED] != 0;
  if (!take(bytes, count, &point->outcome.tolerance, sizeof point->outcome.tolerance) ||
      !take(bytes, count, point->outcome.omega, HOL_OUTCOME_NUMBERS * point->outcome.count * sizeof(double)) ||
      !take_link(bytes, count, link)) {
    return HOL_INVALID;
  }
  for (size_t e = 0; e < header[EVENTS]; e++) {
    if (!hol_grow(&link->event, &link->event_capacity, e + 1, sizeof *link->event)) {
      return HOL_MEMORY;
    }
    if (!take_event(bytes, count, &link->event[e])) {
      return HOL_INVALID;
    }
    link->event_count++;
  }
  point->is_done = true;
  return HOL_OK;
}

/* SPDX-License-Identifier: BSD-3-Clause */
/* Time history of a load (step, impulse, half sine, sampled record): breaks, pieces between them, derivatives. */
#include "excitation/history.h"

#include <math.h>
#include <stdlib.h>

void hol_history_clear(hol_history *history)
{
  free(history->time);
  free(history->value);
  *history = (hol_history){.kind = HOL_HISTORY_STEP};
}

bool hol_history_break(const hol_history *h, size_t index, double *time)
{
  size_t count = h->kind == HOL_HISTORY_RECORD ? h->count : h->kind == HOL_HISTORY_HALF_SINE ? 2 : 1;
  if (index < count) {
    *time = h->kind == HOL_HISTORY_RECORD ? h->time[index] : index == 0 ? 0 : h->duration;
  }
  return index < count;
}

/** Samples at or before a time; `is_after`: at it, too. */
static size_t samples_until(const hol_history *h, double time, bool is_after)
{
  size_t low = 0, high = h->count;
  while (low < high) {
    size_t middle = low + (high - low) / 2;
    bool is_past = h->time[middle] < time || (is_after && !(h->time[middle] > time));
    low = is_past ? middle + 1 : low;
    high = is_past ? high : middle;
  }
  return low;
}

static hol_history_piece of_record(const hol_history *h, double time, bool is_after)
{
  size_t next = samples_until(h, time, is_after);
  if (next == 0 || next == h->count) {
    return (hol_history_piece){.value = 0};
  }
  double slope = h->size * (h->value[next] - h->value[next - 1]) / (h->time[next] - h->time[next - 1]);
  return (hol_history_piece){.value = h->size * h->value[next - 1] + slope * (time - h->time[next - 1]),
                             .slope = slope};
}

static hol_history_piece at(const hol_history *h, double time, bool is_after)
{
  double omega = h->kind == HOL_HISTORY_HALF_SINE ? M_PI / h->duration : 0;
  bool is_on = time > 0 || (is_after && !(time < 0));
  switch (h->kind) {
  case HOL_HISTORY_STEP:
    return (hol_history_piece){.value = is_on ? h->size : 0};
  case HOL_HISTORY_HALF_SINE:
    is_on = is_on && (is_after ? time < h->duration : time <= h->duration);
    return is_on ? (hol_history_piece){.value = h->size * sin(omega * time),
                                       .slope = h->size * omega * cos(omega * time),
                                       .square = omega * omega}
                 : (hol_history_piece){.value = 0};
  case HOL_HISTORY_RECORD:
    return of_record(h, time, is_after);
  case HOL_HISTORY_IMPULSE:
    break;
  }
  return (hol_history_piece){.value = 0};
}

hol_history_piece hol_history_after(const hol_history *history, double time)
{
  return at(history, time, true);
}

hol_history_piece hol_history_before(const hol_history *history, double time)
{
  return at(history, time, false);
}

hol_history_piece hol_history_derived(hol_history_piece piece, int order)
{
  for (int k = 0; k < order; k++) {
    piece = (hol_history_piece){.value = piece.slope, .slope = 0 - piece.square * piece.value, .square = piece.square};
  }
  return piece;
}

double hol_history_bend(const hol_history *h, int order, double from, double to)
{
  hol_history_piece first = hol_history_derived(hol_history_after(h, from), order),
                    last = hol_history_derived(hol_history_before(h, to), order);
  double middle = h->duration / 2;
  if (!(first.square > 0)) {
    return 0;
  }
  if (order % 2 == 0 || to <= middle || from >= middle) { /* the slope of a half sine falls all the way */
    return fabs(last.slope - first.slope);
  }
  double there = hol_history_derived(hol_history_before(h, middle), order).slope;
  return fabs(there - first.slope) + fabs(last.slope - there);
}

bool hol_history_jumps(const hol_history *h, double before)
{
  double time;
  for (size_t i = 0; hol_history_break(h, i, &time) && time < before; i++) {
    if (fabs(hol_history_after(h, time).value - hol_history_before(h, time).value) > 1e-9 * hol_history_largest(h)) {
      return true;
    }
  }
  return false;
}

double hol_history_largest(const hol_history *h)
{
  double most = 0;
  for (size_t i = 0; h->kind == HOL_HISTORY_RECORD && i < h->count; i++) {
    most = fmax(most, fabs(h->size * h->value[i]));
  }
  return h->kind == HOL_HISTORY_RECORD ? most : fabs(h->size);
}

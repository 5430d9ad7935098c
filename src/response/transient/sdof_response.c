/* SPDX-License-Identifier: BSD-3-Clause */
/* Response of a single-degree-of-freedom oscillator to a force history by exact steps, and its time derivatives. */
#include "response/transient/sdof_response.h"

#include <math.h>

bool hol_time_cursor_next(hol_time_cursor *w)
{
  double at = 0;
  bool has_break = hol_history_break(w->history, w->next_break, &at), has_time = w->next_time < w->times;
  if (!has_time) {
    return false;
  }
  double asked = w->time[w->next_time];
  w->is_asked = !has_break || asked <= at;
  w->is_break = has_break && at <= asked;
  w->now = w->is_asked ? asked : at;
  w->next_time += w->is_asked;
  w->next_break += w->is_break;
  return true;
}

/** The propagator over a time, the one before where that is the same but for rounding. */
static const hol_propagator *propagate_over(hol_oscillator oscillator, double square, double from, double to,
                                            hol_propagator *kept)
{
  double time = to - from, same = 4 * 2.3e-16 * to;
  bool is_kept = fabs(kept->time - time) <= same && !(fabs(kept->square - square) > 0);
  if (!is_kept) {
    *kept = hol_propagator_of(oscillator, square, time);
  }
  return kept;
}

void hol_oscillator_respond(const hol_history *history, hol_oscillator oscillator, const double *time, size_t times,
                            double *q, double *rate)
{
  hol_time_cursor w = {.time = time, .times = times, .history = history};
  hol_propagator kept = {.time = 0};
  double state[2] = {0}, before = 0;
  while (hol_time_cursor_next(&w)) {
    if (w.now > before) {
      hol_history_piece piece = hol_history_after(history, before);
      hol_propagate(propagate_over(oscillator, piece.square, before, w.now, &kept), piece.value, piece.slope, state);
    }
    before = w.now;
    if (w.is_asked) {
      q[w.next_time - 1] = state[0];
    }
    if (w.is_break && history->kind == HOL_HISTORY_IMPULSE) {
      state[1] += history->size;
    }
    if (w.is_asked && rate) {
      rate[w.next_time - 1] = state[1];
    }
  }
}

void hol_oscillator_derive(const hol_history *history, hol_oscillator oscillator, const double *time, size_t times,
                           int order, double *q, double *rate)
{
  for (size_t i = 0; i < times; i++) {
    double f = hol_history_derived(hol_history_before(history, time[i]), order).value;
    double next = f - oscillator.c * rate[i] - oscillator.lambda * q[i];
    q[i] = rate[i];
    rate[i] = next;
  }
}

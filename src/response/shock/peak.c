/* SPDX-License-Identifier: BSD-3-Clause */
/* Largest displacement of an oscillator under a force history: sampled in each period, bisected at zero velocity. */
#include "response/shock/peak.h"

#include <math.h>

enum { EACH_PERIOD = 16, HALVINGS = 50 };

/** A segment of time without a break. */
typedef struct segment {
  hol_oscillator oscillator;
  hol_history_piece piece; /**< at its beginning */
  double state[2];         /**< there */
} segment;

/** Time after the beginning, and what is there. */
static void go(const segment *s, double time, double state[2])
{
  hol_propagator p = hol_propagator_of(s->oscillator, s->piece.square, time);
  state[0] = s->state[0];
  state[1] = s->state[1];
  hol_propagate(&p, s->piece.value, s->piece.slope, state);
}

/** |q| where q′ changes its sign. @param[in] until  state[1] is of the other sign there */
static double turn(const segment *s, double until)
{
  double low = 0, high = until, state[2] = {0};
  for (int i = 0; i < HALVINGS && high - low > 1e-9 * until; i++) {
    double middle = (low + high) / 2;
    go(s, middle, state);
    if ((state[1] > 0) == (s->state[1] > 0)) {
      low = middle;
    } else {
      high = middle;
    }
  }
  go(s, high, state);
  return fabs(state[0]);
}

/** From a time to another, without a break between. */
static double over(hol_oscillator oscillator, const hol_history *history, double from, double to, double state[2],
                   double most)
{
  double period = 2 * M_PI / sqrt(oscillator.lambda), steps = ceil(EACH_PERIOD * (to - from) / period);
  for (double i = 0; i < steps; i++) {
    double time = from + i * (to - from) / steps, length = (to - from) / steps;
    segment s = {oscillator, hol_history_after(history, time), {state[0], state[1]}};
    go(&s, length, state);
    double here = fmax(fabs(s.state[0]), fabs(state[0]));
    bool turns = (s.state[1] > 0) != (state[1] > 0);
    most = fmax(most, turns && here > 0.8 * most ? fmax(here, turn(&s, length)) : here);
  }
  return most;
}

double hol_oscillator_peak(hol_oscillator oscillator, const hol_history *history)
{
  double state[2] = {0}, most = 0, before = 0, at = 0;
  for (size_t i = 0; hol_history_break(history, i, &at); i++) {
    most = at > before ? over(oscillator, history, before, at, state, most) : most;
    state[1] += history->kind == HOL_HISTORY_IMPULSE ? history->size : 0;
    before = at;
  }
  return over(oscillator, history, before, before + 2 * M_PI / sqrt(oscillator.lambda), state, most);
}

/* SPDX-License-Identifier: BSD-3-Clause */
/* Truncation error in time: free motions left by jumps, kinks and impulses of the load in the modes left out. */
#include "response/forced/truncation.h"

#include <math.h>

double hol_truncation_rate(double next, hol_proportional law)
{
  double c = isfinite(next) ? hol_proportional_damping(law, next) : 0;
  return c > 0 ? 0.5 * fmin(c / 2, next / c) : 0;
}

void hol_truncation_advance(const hol_history *history, double to, double rate, hol_truncation *t)
{
  double fading = exp(-rate * (to - t->time)), bend = hol_history_bend(history, t->order, t->time, to);
  t->faded_jump *= fading;
  t->faded_bend = t->faded_bend * fading + bend;
  t->faded_blow *= fading;
  t->bend += bend;
  t->time = to;
}

/** The impulse that a break is to a derivative. What rounding leaves of the end of a half sine is none. */
static double blow_at(const hol_history *history, const hol_truncation *t, hol_history_piece before,
                      hol_history_piece after)
{
  static const double rounding = 1e-12;
  if (t->order == 0) {
    return history->kind == HOL_HISTORY_IMPULSE && !(t->time > 0) ? fabs(history->size) : 0;
  }
  double jump = fabs(hol_history_derived(after, t->order - 1).value - hol_history_derived(before, t->order - 1).value);
  return t->order > 1 || jump > rounding * hol_history_largest(history) ? jump : 0;
}

void hol_truncation_pass(const hol_history *history, hol_truncation *t)
{
  hol_history_piece before = hol_history_before(history, t->time), after = hol_history_after(history, t->time);
  double blow = blow_at(history, t, before, after);
  before = hol_history_derived(before, t->order);
  after = hol_history_derived(after, t->order);
  double jump = fabs(after.value - before.value), bend = fabs(after.slope - before.slope);
  t->jump += jump;
  t->faded_jump += jump;
  t->bend += bend;
  t->faded_bend += bend;
  t->blow += blow;
  t->faded_blow += blow;
}

/** What impulses have left. */
static double left_by_blows(const hol_truncation *t, hol_proportional law, double static_part, double impulse)
{
  double by_root = isfinite(impulse) ? impulse * fmin(t->blow, sqrt(2) * t->faded_blow) : HUGE_VAL;
  double by_damping = law.stiffness > 0 ? static_part / law.stiffness * fmin(t->blow, 2 * t->faded_blow) : HUGE_VAL;
  return t->blow > 0 ? fmin(by_root, by_damping) : 0;
}

double hol_truncation_radius(const hol_history *history, const hol_truncation *t, double next, hol_proportional law,
                             double static_part, double impulse)
{
  if (!isfinite(next)) {
    return 0;
  }
  double slope = fabs(hol_history_derived(hol_history_before(history, t->time), t->order).slope);
  double lag = hol_proportional_damping(law, next) / next;
  double jumps = fmin(t->jump, sqrt(1.25) * t->faded_jump);
  double bends = fmin(t->bend * hypot(1 / sqrt(next), lag), t->faded_bend * hypot(sqrt(2 / next), lag));
  return static_part * (jumps + bends + slope * lag) + left_by_blows(t, law, static_part, impulse);
}

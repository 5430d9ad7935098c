/* SPDX-License-Identifier: BSD-3-Clause */
/* All branches of steady motions in a range: searched frequencies, numbers of harmonics, rounds of the search. */
#include "nonlinear/trace.h"

#include "base/memory.h"
#include "nonlinear/incomplete.h"
#include "nonlinear/melnikov.h"
#include "nonlinear/search.h"
#include "nonlinear/truncation.h"

#include <math.h>
#include <stdlib.h>

enum { SETTLING = 128, BIRTHS = 6, LEAST = 3, UNKNOWNS_MAX = 321 };

hol_nonlinear_options hol_options_completed(hol_nonlinear_options o)
{
  o.period = o.period ? o.period : 1;
  o.step = o.step != 0 ? o.step : 0.01;
  o.points = o.points ? o.points : 50;
  o.max_points = o.max_points ? o.max_points : 100000;
  o.search = o.search ? o.search : o.period > 1 ? 24 : 5;
  o.max_branches = o.max_branches ? o.max_branches : 100;
  return o;
}

static bool is_valid(const hol_nonlinear_options *o)
{
  return isfinite(o->from) && isfinite(o->to) && o->from > 0 && o->to > o->from && o->step > 0 && isfinite(o->step) &&
         o->period <= HOL_PERIOD_MAX && o->harmonics <= 1000;
}

static bool has_loss(const hol_nonlinear_model *m)
{
  return isfinite(m->viscous) && isfinite(m->eta) && m->viscous >= 0 && m->eta >= 0 && m->viscous + m->eta > 0;
}

/** The frequencies at which motions are searched for: close to both ends of the range, inside, evenly spaced by their
 *  logarithms, those asked for and, of one mode, those at which motions are born. */
static hol_status choose_frequencies(hol_curve_search *s)
{
  const hol_nonlinear_options *o = &s->options;
  double range = o->to - o->from, ratio = o->to / o->from;
  s->at = hol_alloc(o->search + o->ats + 2 + BIRTHS, sizeof *s->at);
  if (!s->at) {
    return HOL_MEMORY;
  }
  s->at[0] = o->from + 1e-6 * range;
  s->at[1] = o->to - 1e-6 * range;
  s->ats = 2;
  for (size_t i = 0; i < o->search; i++) {
    s->at[s->ats++] = o->from * pow(ratio, ((double)i + 0.5) / (double)o->search);
  }
  for (size_t i = 0; i < o->ats; i++) {
    s->at[s->ats++] = fmin(fmax(o->at[i], s->at[0]), s->at[1]);
  }
  s->ats += hol_search_has_one_mode(s)
                ? hol_melnikov_frequencies(s->model, o->from, o->to, o->period, BIRTHS, s->at + s->ats)
                : 0;
  return HOL_OK;
}

/** Everything with the harmonics chosen. */
static hol_status trace_once(hol_curve_search *s)
{
  s->curve->complete = true;
  HOL_TRY(hol_seeds_first(s));
  HOL_TRY(hol_search_follow_all(s));
  HOL_TRY(hol_search_follow_cycles(s));
  if (!s->options.only_primary) {
    HOL_TRY(hol_search_count(s));
  }
  if (s->taken < s->queued) {
    hol_incomplete_add(s->curve,
                       (hol_incomplete_reason){.kind = HOL_INCOMPLETE_BRANCHES, .nu = (double)NAN, .branch = SIZE_MAX});
    s->curve->coexisting = HOL_COEXISTING_OPEN;
  }
  return HOL_OK;
}

/** Forget what has been followed. */
static void clear_search(hol_curve_search *s)
{
  for (size_t i = 0; s->steady && i < s->options.period; i++) {
    hol_steady_clear(&s->steady[i]);
    s->started[i] = false;
  }
  for (size_t i = 0; i < s->queued; i++) {
    free(s->queue[i].z);
    free(s->queue[i].direction);
  }
  s->queued = s->taken = s->cycle_seeds = 0;
  s->chaos_nu = 0;
}

/** So many harmonics, those of twice the period at least as many: its motions are born from these. */
static void raise_harmonics(hol_curve_search *s, size_t period, size_t harmonics)
{
  size_t n = s->model->lateral + s->model->axial;
  size_t most = (UNKNOWNS_MAX / n - 1) / (2 * period);
  harmonics = harmonics < most ? harmonics : most;
  if (harmonics > s->harmonics[period - 1]) {
    s->harmonics[period - 1] = harmonics;
    if (2 * period <= s->options.period) {
      raise_harmonics(s, 2 * period, harmonics);
    }
  }
}

/** As many as the cycles found so far need. @return whether there were as many */
static bool fit_cycles(hol_curve_search *s)
{
  bool is_enough = true;
  for (size_t i = 0; s->options.harmonics == 0 && i < s->cycles.count; i++) {
    const hol_spectrum *it = &s->cycles.item[i];
    size_t period = it->cycle.period, before = s->harmonics[period - 1];
    if (it->cycle.is_stable || period == 1 || hol_seeds_unstable_beside(s, it) <= HOL_CHAOS) {
      raise_harmonics(s, period, (it->needed + period - 1) / period);
      is_enough = is_enough && s->harmonics[period - 1] == before;
    }
  }
  return is_enough;
}

/** As the file has them, or as the cycles need them. */
static void choose_harmonics(hol_curve_search *s)
{
  for (size_t period = 1; period <= s->options.period; period++) {
    s->harmonics[period - 1] = s->options.harmonics         ? s->options.harmonics
                               : hol_search_has_one_mode(s) ? LEAST
                                                            : HOL_USUAL_HARMONICS;
  }
  (void)fit_cycles(s);
}

/** Are there enough of them on all branches? If not, take more where that is possible. */
static bool has_enough_harmonics(hol_curve_search *s)
{
  bool is_enough = true;
  for (size_t i = 0; s->options.harmonics == 0 && i < s->curve->branches; i++) {
    const hol_nonlinear_branch *b = &s->curve->branch[i];
    if (b->missing > HOL_ENOUGH && b->harmonics == s->harmonics[b->period - 1]) {
      raise_harmonics(s, b->period, b->harmonics + 2 + b->harmonics / 2);
      is_enough = is_enough && b->harmonics == s->harmonics[b->period - 1];
    }
  }
  return is_enough;
}

static hol_status trace_in(hol_curve_search *s)
{
  HOL_TRY(choose_frequencies(s));
  for (size_t i = 0; hol_search_has_one_mode(s) && i < s->ats; i++) {
    HOL_TRY(hol_seeds_find_cycles(s, s->at[i],
                                  (hol_cycle_search){.shortest = 1,
                                                     .longest = s->options.period,
                                                     .grid = HOL_GRID,
                                                     .grid_of_others = HOL_GRID,
                                                     .settling = SETTLING}));
  }
  for (size_t i = 2; hol_search_has_one_mode(s) && s->options.period > 1 && i < s->ats;
       i++) { /* without the ends of the range */
    HOL_TRY(hol_seeds_find_isolas(s, s->at[i]));
  }
  choose_harmonics(s);
  for (int round = 0;; round++) {
    HOL_TRY(trace_once(s));
    HOL_TRY(hol_truncation_measure(s->model, s->curve));
    bool fits = fit_cycles(s), is_enough = has_enough_harmonics(s);
    if ((fits && is_enough) || round + 1 == HOL_ROUNDS) {
      break;
    }
    clear_search(s);
    hol_nonlinear_curve_clear(s->curve);
    s->branch_capacity = 0;
  }
  hol_truncation_check(s->options.harmonics == 0, s->curve);
  s->curve->coexisting = s->curve->reasons > 0 ? HOL_COEXISTING_OPEN : s->curve->coexisting;
  return HOL_OK;
}

hol_status hol_trace(const hol_nonlinear_model *model, const hol_nonlinear_options *options, hol_farm *farm,
                     hol_nonlinear_curve *curve)
{
  hol_curve_search s = {.model = model, .options = hol_options_completed(*options), .curve = curve, .farm = farm};
  if (!is_valid(&s.options) || !has_loss(model)) {
    return HOL_INVALID;
  }
  s.steady = hol_alloc(s.options.period, sizeof *s.steady);
  hol_status status = s.steady ? trace_in(&s) : HOL_MEMORY;
  clear_search(&s);
  hol_spectra_clear(&s.cycles);
  free(s.at);
  free(s.queue);
  free(s.steady);
  return status;
}

hol_status hol_nonlinear_trace(const hol_nonlinear_model *model, const hol_nonlinear_options *options,
                               hol_nonlinear_curve *curve)
{
  return hol_trace(model, options, NULL, curve);
}

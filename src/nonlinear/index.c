/* SPDX-License-Identifier: BSD-3-Clause */
/* The sum of indices of all motions at a frequency: does it show that one is missing? */
#include "nonlinear/search.h"

#include "base/memory.h"
#include "nonlinear/duffing.h"
#include "nonlinear/incomplete.h"
#include "nonlinear/unique.h"

#include <math.h>
#include <stdlib.h>

/* The indices sign det(1 − DPᵐ) of all motions with m periods of the force sum to the degree of the restoring force
 * g = ω²q + μq³ over a large interval: periodic motions stay within bounds while the force is taken away, and those of
 * the equation without force that are no states of rest count nothing [Capietto, Mawhin, Zanolin, Trans. Amer. Math.
 * Soc. 329 (1992)]. The degree is 1 if g pulls back at large q, −1 if it pushes away, however the velocity is damped.
 * Counted over the branches that cross a frequency, images included, the sum tells whether one (or any odd number) is
 * missing.
 *
 * The same holds for a beam with any number of modes and harmonics: while the force is taken away the losses bound the
 * velocities, ∮c q̇ᵀMq̇ ≤ ∮Fᵀq̇, and these the displacements by the stretching energy, which pulls back at large q;
 * what is left without a force are states of rest, whose indices sum to 1. */

static long expected_sum(const hol_curve_search *s)
{
  const hol_duffing d = hol_duffing_of(s->model, 0);
  return (d.mu != 0 ? d.mu : d.omega2) < 0 ? -1 : 1;
}

/** Index of the motion between points k and k + 1 of a branch at ν, for the map over `turns` of its periods; 0 where it
 *  cannot be computed, so that the sum does not close. */
static hol_status index_at(hol_curve_search *s, const hol_nonlinear_branch *b, size_t k, double nu, size_t turns,
                           long *index)
{
  hol_steady *steady = &s->steady[b->period - 1];
  size_t n = steady->balance.unknowns;
  const double *here = b->coefficient + k * b->unknowns, *next = here + b->unknowns;
  double part = (nu - b->nu[k]) / (b->nu[k + 1] - b->nu[k]);
  double *z = hol_alloc(n + 1, sizeof *z);
  hol_status status = z ? HOL_OK : HOL_MEMORY;
  hol_stability stability = {0};
  bool is_there = false;
  if (status == HOL_OK) {
    for (size_t i = 0; i < n; i++) {
      z[i] = here[i] + part * (next[i] - here[i]);
    }
    z[n] = nu;
    status = hol_path_solve(&steady->equation, steady->unit, z, &is_there);
  }
  if (status == HOL_OK && is_there && turns % 2) { /* only the sign of the determinant counts */
    status = hol_steady_sign(steady, z, index);
  } else if (status == HOL_OK && is_there) {
    status = hol_steady_index(steady, z, &stability);
    *index = (stability.above + stability.below) % 2 ? -1 : 1;
  }
  *index = is_there && status == HOL_OK ? *index : 0;
  free(z);
  return status == HOL_NUMERICAL ? HOL_OK : status;
}

static hol_status index_sum(hol_curve_search *s, double nu, size_t period, long *sum)
{
  *sum = 0;
  for (size_t i = 0; i < s->curve->branches; i++) {
    const hol_nonlinear_branch *b = &s->curve->branch[i];
    for (size_t k = 0; period % b->period == 0 && k + 1 < b->points; k++) {
      if ((b->nu[k] < nu) != (b->nu[k + 1] < nu)) {
        long index = 0;
        HOL_TRY(index_at(s, b, k, nu, period / b->period, &index));
        *sum += index * (long)(b->images + 1);
      }
    }
  }
  return HOL_OK;
}

/** Is a frequency away from all events, so that the motions at it can be told from each other by their neighbours? */
static bool is_away_from_events(const hol_curve_search *s, double nu, size_t period)
{
  double near = 1e-4 * (s->options.to - s->options.from);
  for (size_t i = 0; i < s->curve->branches; i++) {
    const hol_nonlinear_branch *b = &s->curve->branch[i];
    for (size_t k = 0; period % b->period == 0 && k < b->events; k++) {
      const hol_nonlinear_event *e = &b->event[k];
      bool crosses = e->before + 1 < b->points && (b->nu[e->before] < nu) != (b->nu[e->before + 1] < nu);
      if (crosses || fabs(e->nu - nu) < near) {
        return false;
      }
    }
  }
  return true;
}

/** A frequency that is, if there is one a little further inside the range. */
static double away_from_events(const hol_curve_search *s, double nu, size_t period)
{
  enum { STEPS = 40 };
  const hol_nonlinear_options *o = &s->options;
  double step = (o->to - o->from) / 2000 * (nu < (o->from + o->to) / 2 ? 1 : -1);
  for (int i = 0; i < STEPS; i++) {
    if (is_away_from_events(s, nu + i * step, period)) {
      return nu + i * step;
    }
  }
  return nu;
}

/** Search anew, from a finer grid, where the indices say that a motion is missing. */
static hol_status search_missing(hol_curve_search *s, double nu, size_t period)
{
  size_t grid = HOL_GRID;
  for (int round = 1; round < HOL_ROUNDS && s->curve->branches < s->options.max_branches; round++) {
    long sum;
    if (period > 1 && s->chaos_nu > 0) {
      break; /* they do not close in any case */
    }
    nu = away_from_events(s, nu, period);
    HOL_TRY(index_sum(s, nu, period, &sum));
    if (sum == expected_sum(s)) {
      break;
    }
    grid = 2 * grid + 3;
    HOL_TRY(hol_seeds_find_cycles(s, nu, (hol_cycle_search){.shortest = period, .longest = period, .grid = grid}));
    HOL_TRY(hol_search_follow_cycles(s));
  }
  return HOL_OK;
}

/** Do the indices close now? What was missing at one frequency may have been found at another. */
static hol_status check_sum(hol_curve_search *s, double nu, size_t period, bool *closes)
{
  long expected = expected_sum(s);
  long sum;
  nu = away_from_events(s, nu, period);
  HOL_TRY(index_sum(s, nu, period, &sum));
  if (sum != expected) {
    hol_incomplete_add(s->curve, (hol_incomplete_reason){.kind = HOL_INCOMPLETE_INDEX,
                                                         .nu = nu,
                                                         .branch = SIZE_MAX,
                                                         .period = period,
                                                         .sum = sum,
                                                         .expected = expected});
    *closes = false;
  }
  return HOL_OK;
}

/** Do the indices close, and is there a theorem? */
hol_status hol_search_count(hol_curve_search *s)
{
  hol_nonlinear_curve *curve = s->curve;
  size_t places = s->options.period * s->ats;
  bool closes = true;
  for (size_t i = 0; hol_search_has_one_mode(s) && i < places; i++) {
    HOL_TRY(search_missing(s, s->at[i % s->ats], i / s->ats + 1));
  }
  for (size_t i = 0; i < (s->chaos_nu > 0 ? s->ats : places); i++) {
    HOL_TRY(check_sum(s, s->at[i % s->ats], i / s->ats + 1, &closes));
  }
  curve->coexisting = !closes || curve->reasons > 0 ? HOL_COEXISTING_OPEN : HOL_COEXISTING_COUNTED;
  if (curve->coexisting == HOL_COEXISTING_COUNTED && curve->branches == 1 && hol_is_unique(s->model, &s->options)) {
    curve->coexisting = HOL_COEXISTING_PROVED;
  }
  return HOL_OK;
}

/* SPDX-License-Identifier: BSD-3-Clause */
/* Enclosure of many roots, interval by interval: estimates, an end in a gap, proof by Lehmann's theorem. */
#include "spectrum/enclose.h"
#include "base/clock.h"
#include "spectrum/encloser.h"
#include "spectrum/shares.h"

#include <math.h>
#include <stdlib.h>

/** Times that a low end is moved towards the first root. */
enum { ROOTS = HOL_INTERVAL_ROOTS, AHEAD = HOL_INTERVAL_AHEAD, CLOSER = 4 };
/** Fewest unknowns for which the method pays. */
enum { LEAST = 100 };
/** Estimates are tried again where an interval is so many times as long as what they are exact up to. */
enum { FARTHER = 2 };
/** A low end far from all roots goes this part of the way to the first. */
static const double close_to = 0.9;

/** An end below which there is nothing that is looked for. */
static hol_status find_low(hol_encloser *c, size_t zero, double low)
{
  enum { STEPS = 6 };
  double lambda = low > 0 ? low : hol_typical_lambda(c->system) * (zero ? 1e-6 : 1e-9);
  for (int i = 0; i < STEPS; i++, lambda *= 1e-3) {
    HOL_TRY(hol_encloser_factorise_low(c, lambda, 0));
    if (c->low.count == zero) {
      return HOL_OK;
    }
    if (c->low.count < zero || low > 0) {
      break;
    }
  }
  return hol_encloser_fail(c, "no shift is found below all requested frequencies");
}

/** Put the low end on the list. */
static hol_status append_low(hol_encloser *c)
{
  return hol_encloser_append_interval(c, c->low.lambda, c->low.count);
}

/** Estimates about the low end, in forms that are good for a while above it. */
static hol_status estimate_roots(hol_encloser *c)
{
  size_t need = c->search->last - c->low.count;
  HOL_TRY(hol_encloser_choose_low_forms(c));
  const hol_estimates_side last = {need + AHEAD, HOL_INTERVAL_ROUGH}, some = {ROOTS + AHEAD + HOL_INTERVAL_ROUGH, 0};
  const hol_estimates_side above = need <= ROOTS ? last : some;
  return hol_encloser_estimate(c, &c->low, (hol_estimates_side){0}, above);
}

/** Where no estimate is good - a band of many equal segments begins at their own frequency, which is a pole of the
 *  forms, or it is dense against its distance - the low end is put closer to the first, into forms that are good there.
 *  @param[out] is_closer  it was */
static hol_status approach_first(hol_encloser *c, bool *is_closer)
{
  const hol_estimates *e = &c->estimates;
  bool has_good = hol_estimates_good(e) && hol_estimate(e, 0) <= HOL_INTERVAL_NEAR * c->limit;
  double first = fmax(hol_estimate(e, 0), c->low.lambda);
  double lambda = c->low.lambda + close_to * (first - c->low.lambda);
  *is_closer = !has_good && lambda > 1.05 * c->low.lambda && c->approaches++ < CLOSER;
  if (!*is_closer) {
    return HOL_OK;
  }
  size_t count = c->low.count;
  hol_encloser_release(c, &c->low);
  HOL_TRY(hol_encloser_factorise_low(c, lambda, 0));
  if (c->low.count != count) {
    return hol_encloser_fail(c, "a frequency lies below the first estimate");
  }
  c->reach = 0;
  if (c->intervals.ends > 1) {
    return append_low(c);
  }
  c->intervals.end[0].lambda = lambda;
  return HOL_OK;
}

static hol_status try_step(hol_encloser *c)
{
  bool is_closer = true;
  hol_status status = HOL_OK;
  c->approaches = 0;
  c->is_early = false;
  while (status == HOL_OK && is_closer) {
    status = estimate_roots(c);
    status = status == HOL_OK ? approach_first(c, &is_closer) : status;
  }
  status = status == HOL_OK ? hol_encloser_raise_low(c) : status;
  return status == HOL_OK ? hol_encloser_step(c) : status;
}

/** Restore the low end from before a failed step, which may have moved it. */
static hol_status restore_low(hol_encloser *c, hol_interval_end low, double as)
{
  hol_encloser_release(c, &c->low);
  hol_encloser_release(c, &c->high);
  c->intervals.end[c->intervals.ends - 1] = low;
  HOL_TRY(hol_encloser_factorise_low(c, low.lambda, as));
  return c->low.count == low.count ? HOL_OK : hol_encloser_fail(c, "the count at a shift has changed");
}

/** From the low end to the next one, which becomes the low end; by finer estimates if early ones do not do, and by such
 *  as are exact farther if the interval has become much longer than was known: behind a band without roots. */
static hol_status advance_interval(hol_encloser *c)
{
  const hol_interval_end low = {c->low.lambda, c->low.count};
  double as = c->low_as;
  size_t ends = c->intervals.ends;
  c->length = 0;
  hol_status status = try_step(c);
  bool is_farther = c->length > FARTHER * c->reach;
  if (status == HOL_NUMERICAL && (c->is_early || is_farther)) {
    c->is_fine |= c->is_early;
    c->reach = is_farther ? c->length : c->reach;
    c->intervals.fallback = NULL;
    c->intervals.ends = ends;
    HOL_TRY(restore_low(c, low, as));
    status = try_step(c);
  }
  return status;
}

/** Does the method apply to S(λ)? In component modes and a residual flexibility of order 1 it does, for the lower
 *  bound, too: what it adds, λ/(λ_c − λ) R, makes of R modes that all have the frequency of the cut-off. */
static bool is_fit(const hol_search *search, size_t zero)
{
  const hol_system *system = search->counter->system;
  bool is_pencil = system->model->exact || system->order == 1;
  return !search->counter->mirrored && !system->by_reactions && is_pencil && !isfinite(system->trust) &&
         system->fixed >= LEAST && search->last < system->finite_roots && search->first <= zero + 1;
}

/** Enclose interval after interval, until all roots are found or one fails. Every rank does all of it. */
static hol_status march(hol_encloser *c)
{
  const hol_search *search = c->search;
  double start = hol_processor_seconds();
  hol_status status = HOL_OK;
  while (c->low.count < search->last && status == HOL_OK) {
    size_t before = c->low.count, evaluations = c->counter->evaluations;
    status = advance_interval(c);
    c->intervals.factorisations += c->counter->evaluations - evaluations;
    status = status == HOL_OK ? append_low(c) : status;
    status = status == HOL_OK ? hol_encloser_store(c, &c->vectors) : status;
    search->farm->done += status == HOL_OK ? (c->low.count < search->last ? c->low.count : search->last) - before : 0;
  }
  search->farm->seconds += hol_processor_seconds() - start;
  return status;
}

/** The first end, and the forces that trial functions leave. */
static hol_status begin(hol_encloser *c, double low)
{
  double start = hol_processor_seconds();
  HOL_TRY(hol_forces_make(c->system, &c->forces));
  hol_status status = find_low(c, c->zero, low);
  c->intervals.factorisations = c->counter->evaluations - c->intervals.factorisations;
  c->search->farm->seconds += hol_processor_seconds() - start;
  return status == HOL_OK ? append_low(c) : status;
}

/** Enclose many roots by all ranks, the rest by each of them. */
static hol_status enclose_all(hol_encloser *c, double low)
{
  const hol_comm *comm = c->search->farm->comm;
  HOL_TRY(comm->agree(comm->handle, begin(c, low)));
  HOL_TRY(hol_shares_take(c));
  return march(c);
}

/** Move shifts and counts to the result, or discard them. */
static void give_intervals(hol_encloser *c, hol_status status)
{
  c->intervals.is_tried = true;
  c->intervals.fallback = status != HOL_NUMERICAL ? NULL
                          : c->intervals.fallback ? c->intervals.fallback
                                                  : "a computation fails";
  if (c->search->intervals) {
    *c->search->intervals = c->intervals;
  } else {
    free(c->intervals.end);
  }
}

static void clear_encloser(hol_encloser *c)
{
  hol_matrix_clear(&c->matrix);
  hol_forces_clear(&c->forces);
  hol_condensation_clear(&c->condensation);
  hol_symmetric_free(c->mass);
  hol_estimates_clear(&c->estimates);
  hol_trial_clear(&c->trial);
  hol_trial_clear(&c->next_trial);
  hol_shift_clear(&c->low);
  hol_shift_clear(&c->high);
  hol_shift_clear(&c->spare_shift);
  hol_vectors_clear(&c->vectors);
}

hol_status hol_enclose_roots(const hol_search *search, size_t zero, double low, hol_roots *roots, double *reached,
                             size_t *count)
{
  *reached = low;
  *count = zero;
  if (!is_fit(search, zero)) {
    return HOL_OK;
  }
  hol_encloser c = {.search = search, .counter = search->counter, .system = search->counter->system, .zero = zero};
  c.cancellation = (hol_cancellation){c.counter->proceed, c.counter->context};
  c.roots = roots;
  c.holder = SIZE_MAX;
  c.intervals.factorisations = c.counter->evaluations;
  hol_sturm_counter_release(c.counter); /* ends have factors of their own */
  hol_status status = enclose_all(&c, low);
  if (c.intervals.ends > 0) {
    *reached = c.intervals.end[c.intervals.ends - 1].lambda;
    *count = c.intervals.end[c.intervals.ends - 1].count;
  }
  give_intervals(&c, status);
  clear_encloser(&c);
  hol_roots_merge(roots);
  return status == HOL_NUMERICAL && !c.is_broken ? HOL_OK : status;
}

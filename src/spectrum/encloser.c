/* SPDX-License-Identifier: BSD-3-Clause */
/* Steps of an enclosure on one rank: factorised ends, forms, estimates, trial functions, proof of an interval. */
#include "spectrum/encloser.h"
#include "base/memory.h"
#include "spectrum/vectors.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/** Trial functions are taken up to this part of the nearest pole above. */
static const double clear = 0.95;
/** Effect of what estimates may lack: where they place ends only; from an end below all roots, where trial functions
 *  improve fast, if vectors are so long that their columns cost more than that; else. From vectors so long on estimates
 *  end early, too. */
static const double rough = 1, coarse = 1e-2, fine = 1e-6;
enum { AHEAD = HOL_INTERVAL_AHEAD + HOL_INTERVAL_ROUGH };

hol_status hol_encloser_fail(hol_encloser *c, const char *why)
{
  c->intervals.fallback = why;
  return HOL_NUMERICAL;
}

/* ------------------------------------------------------------------------------------------------ ends */

hol_status hol_encloser_factorise(hol_encloser *c, double lambda, double as, hol_shift *e)
{
  HOL_TRY(hol_check_cancelled(&c->cancellation));
  if (!e->decomposition.condensed) {
    hol_shift_clear(e);
    *e = c->spare_shift;
    c->spare_shift = (hol_shift){0};
  }
  c->counter->evaluations++;
  return hol_shift_factorise(c->system, lambda, as > 0 ? as : lambda, e);
}

void hol_encloser_release(hol_encloser *c, hol_shift *e)
{
  hol_shift_release(e);
  if (e->decomposition.condensed) {
    hol_shift_clear(&c->spare_shift);
    c->spare_shift = *e;
    *e = (hol_shift){0};
  }
}

hol_status hol_encloser_factorise_low(hol_encloser *c, double lambda, double as)
{
  c->as = c->low_as = as > 0 ? as : lambda;
  return hol_encloser_factorise(c, lambda, as, &c->low);
}

hol_status hol_encloser_choose_forms(hol_encloser *c, double lambda, double about)
{
  static const double try[] = {1, 1.1, 1.3, 1.6, 2, 2.5, 3.2, 4};
  double low, high, best = 0;
  size_t chosen = 0;
  for (size_t i = 0; i < sizeof try / sizeof *try; i++) {
    double as = i ? about * try[i] : c->as;
    HOL_TRY(hol_system_matrix_as(c->system, lambda, as, false, &c->matrix));
    hol_expansion_range(c->system, &c->matrix, &low, &high);
    /* others than those there are, which cost a determinant, only if they reach much farther, or these next to
       nowhere */
    bool is_poor = best < 1.5 * lambda;
    if (low <= 0 && high > best * (i == 0 ? 1 : chosen || is_poor ? 1.2 : 2)) {
      best = high;
      chosen = i;
    }
    if (i == 0 && high > 3 * lambda && low <= 0) {
      break;
    }
  }
  hol_matrix_clear(&c->matrix);
  c->limit = best;
  c->as = chosen ? about * try[chosen] : c->as;
  return chosen || best > 1.2 * lambda
             ? HOL_OK
             : hol_encloser_fail(c, "frequencies of members by themselves lie too close together");
}

hol_status hol_encloser_choose_low_forms(hol_encloser *c)
{
  size_t count = c->low.count;
  HOL_TRY(hol_encloser_choose_forms(c, c->low.lambda, c->low.lambda));
  if (c->as == c->low_as) {
    return HOL_OK;
  }
  HOL_TRY(hol_encloser_factorise_low(c, c->low.lambda, c->as));
  return c->low.count == count ? HOL_OK : hol_encloser_fail(c, "the counts of two formulations differ at a shift");
}

/* ------------------------------------------------------------------------------------------------ estimates */

hol_status hol_encloser_choose_high(hol_encloser *c, double *lambda, size_t *inside)
{
  const hol_estimates *e = &c->estimates;
  size_t good = hol_estimates_good(e), about = hol_estimates_rough(e), need = c->search->last - c->estimated;
  double top = about ? hol_estimate(e, about - 1) : 0; /* there is no other below it */
  /* behind a band without roots there may be no other choice */
  bool is_far = about && hol_estimate(e, 0) > HOL_INTERVAL_NEAR * c->limit;
  double most = (is_far ? clear : HOL_INTERVAL_NEAR) * c->limit;
  while (about > 0 && hol_estimate(e, about - 1) > most) {
    about--;
  }
  good = good < about ? good : about;
  size_t from = need <= good ? need : good - good / 3;
  double widest = 0, last = fmin(top, most);
  for (size_t i = from; i > 0 && i <= good && i <= from + AHEAD; i++) {
    double a = hol_estimate(e, i - 1), b = i < about ? hol_estimate(e, i) : last, gap = (b - a) / b;
    if (gap > widest) {
      widest = gap;
      *lambda = 0.5 * (a + b);
      *inside = i;
    }
  }
  return widest > 1e-6 ? HOL_OK : hol_encloser_fail(c, "no gap between frequencies is found for a shift");
}

hol_status hol_encloser_raise_low(hol_encloser *c)
{
  double first = hol_estimate(&c->estimates, 0), last = hol_estimate_below(&c->estimates, 0);
  size_t count = c->low.count;
  if (count == 0 || !isfinite(last) || !(last < 0.1 * c->estimates.about) || first < 100 * c->low.lambda) {
    return HOL_OK;
  }
  HOL_TRY(hol_encloser_factorise_low(c, 0.3 * first, c->as));
  if (c->low.count != count) {
    return hol_encloser_fail(c, "a frequency lies below the first estimate");
  }
  c->intervals.end[c->intervals.ends - 1].lambda = c->low.lambda;
  return HOL_OK;
}

/* ------------------------------------------------------------------------------------------------ roots */

/** Keep the trial functions of a root as its vectors. */
static hol_status keep_vectors(hol_encloser *c, hol_trial *t, size_t from, size_t columns, size_t index)
{
  struct hol_vector vector = {.index = index, .n = t->all, .columns = columns, .signature = c->low.matrix.signature};
  vector.value = hol_alloc(t->all * columns, sizeof *vector.value);
  HOL_TRY(hol_vectors_append(&c->vectors, vector));
  return vector.value ? hol_trial_vectors(t, from, columns, vector.value) : HOL_MEMORY;
}

hol_status hol_encloser_store(hol_encloser *c, hol_vectors *vectors)
{
  hol_status status = HOL_OK;
  for (size_t i = 0; i < vectors->count && status == HOL_OK; i++) {
    struct hol_vector vector = vectors->item[i];
    vectors->item[i].value = NULL; /* taken over, even on failure */
    status = hol_vectors_append(&c->counter->vectors, vector);
  }
  hol_vectors_clear(vectors);
  return status;
}

static hol_status append_root(hol_encloser *c, hol_trial *t, size_t from, size_t to, double lower, double upper)
{
  hol_roots *roots = c->roots;
  const hol_search *search = c->search;
  size_t index = c->low.count + from + 1;
  if (index > search->last || index + (to - from) <= search->first) {
    return HOL_OK;
  }
  /* a root has vectors as long as there is room for those of all before it: the same on any number of ranks */
  size_t holder = c->holder == SIZE_MAX ? roots->count % search->farm->comm->size : c->holder, columns = to - from;
  bool has_vectors = hol_vectors_fit(index - (c->zero + 1) + columns, t->all);
  hol_root root = {.lambda = 0.5 * (lower + upper),
                   .lower = lower,
                   .upper = upper,
                   .index = index,
                   .multiplicity = columns,
                   .is_cluster = columns > 1 && upper - lower > 1e-14 * upper,
                   .at = has_vectors ? c->as : 0,
                   .holder = has_vectors ? holder : SIZE_MAX,
                   .from = c->low.lambda,
                   .to = c->high.lambda};
  for (size_t i = from; i < to; i++) {
    root.residual = fmax(root.residual, t->residual[i]);
  }
  HOL_TRY(hol_roots_append(roots, &root));
  bool is_own = has_vectors && holder == search->farm->comm->rank;
  return is_own ? keep_vectors(c, t, from, columns, index) : HOL_OK;
}

/** Append the roots of one interval from their bounds; those equal to rounding are one multiple root. */
static hol_status append_roots(hol_encloser *c, hol_trial *t)
{
  double lower, upper;
  for (size_t from = 0, to; from < t->inside; from = to) {
    to = hol_trial_root(t, from, &lower, &upper);
    HOL_TRY(append_root(c, t, from, to, lower, upper));
  }
  return HOL_OK;
}

/** Improve the trial functions, and prove the list by them. */
static hol_status prove_trial(hol_encloser *c, hol_trial *t)
{
  hol_status status = hol_trial_refine(t);
  status = status == HOL_OK ? hol_trial_prove(t) : status;
  c->intervals.solves += t->solves;
  c->counter->evaluations += t->evaluations;
  c->refactorisations += t->evaluations;
  c->intervals.fallback = status == HOL_NUMERICAL ? t->why : c->intervals.fallback;
  hol_trial_close(t);
  return status == HOL_OK ? append_roots(c, t) : status;
}

/* ------------------------------------------------------------------------------------------------ intervals */

/** An empty block of trial functions between both ends, in the forms and with the condensed multipliers that there
 *  are. */
static void begin_trial(hol_encloser *c, hol_trial *t)
{
  hol_trial_clear(t);
  *t = (hol_trial){.system = c->system,
                   .forces = &c->forces,
                   .condensation = &c->condensation,
                   .mass = c->mass,
                   .low = &c->low,
                   .high = &c->high,
                   .as = c->as,
                   .cancellation = &c->cancellation};
}

hol_status hol_encloser_trial(hol_encloser *c, bool is_above, size_t inside, hol_trial *t)
{
  begin_trial(c, t);
  return hol_estimates_trial(&c->estimates, is_above, inside, HOL_INTERVAL_BEYOND, clear * c->limit, t);
}

/** Factorise the high end, unless it is, and check the forms and counts of both ends. */
static hol_status check_ends(hol_encloser *c, double lambda, size_t inside)
{
  bool is_there = c->high.matrix.n > 0;
  HOL_TRY(is_there ? HOL_OK : hol_encloser_factorise(c, lambda, c->as, &c->high));
  if (c->high.matrix.signature != c->low.matrix.signature) {
    return hol_encloser_fail(c, "members change their formulation within an interval");
  }
  return c->high.count == c->low.count + inside ? HOL_OK : hol_encloser_fail(c, "the estimates miss some frequencies");
}

void hol_encloser_advance(hol_encloser *c)
{
  hol_encloser_release(c, &c->low);
  c->low = c->high;
  c->low_as = c->as;
  c->high = (hol_shift){0};
}

hol_status hol_encloser_prove(hol_encloser *c, double lambda, hol_trial *t)
{
  hol_status status = check_ends(c, lambda, t->inside);
  status = status == HOL_OK ? prove_trial(c, t) : status;
  hol_trial_clear(t);
  if (status == HOL_OK) {
    c->reach = c->high.lambda - c->low.lambda;
    hol_encloser_advance(c);
  }
  return status;
}

/** Estimates are discarded as soon as trial functions are taken from them. */
hol_status hol_encloser_step(hol_encloser *c)
{
  double lambda;
  size_t inside;
  HOL_TRY(hol_encloser_choose_high(c, &lambda, &inside));
  c->length = lambda - c->low.lambda;
  HOL_TRY(hol_encloser_trial(c, true, inside, &c->trial));
  hol_estimates_clear(&c->estimates);
  return hol_encloser_prove(c, lambda, &c->trial);
}

hol_status hol_encloser_append_interval(hol_encloser *c, double lambda, size_t count)
{
  hol_intervals *intervals = &c->intervals;
  if (!hol_grow(&intervals->end, &intervals->capacity, intervals->ends + 1, sizeof *intervals->end)) {
    return HOL_MEMORY;
  }
  intervals->end[intervals->ends++] = (hol_interval_end){lambda, count};
  return HOL_OK;
}

hol_status hol_encloser_estimate(hol_encloser *c, hol_shift *end, hol_estimates_side below, hol_estimates_side above)
{
  hol_estimates *e = &c->estimates;
  c->reach = c->reach > 0 ? c->reach : 0.05 * (c->limit - end->lambda);
  hol_estimates_clear(e);
  hol_symmetric_free(c->mass);
  c->mass = NULL;
  hol_condensation_clear(&c->condensation);
  HOL_TRY(hol_condensation_choose(c->system, &end->matrix, c->limit, &c->condensation));
  c->is_early = c->condensation.n > HOL_ESTIMATES_LONG && !c->is_fine;
  bool is_coarse = c->is_early && end->count == c->zero;
  const hol_estimates_request request = {.above = above,
                                         .below = below,
                                         .is_early = c->is_early,
                                         .of = {.condensation = &c->condensation,
                                                .reach = c->reach,
                                                .effect = c->is_rough ? rough
                                                          : is_coarse ? coarse
                                                                      : fine,
                                                .limit = c->limit}};
  c->estimated = end->count;
  hol_status status = hol_estimates_make(c->system, end, request, c->cancellation, e);
  c->mass = e->mass;
  e->mass = NULL;
  c->intervals.solves += e->solves;
  return status;
}

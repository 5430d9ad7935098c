/* SPDX-License-Identifier: BSD-3-Clause */
/* Estimates of roots on both sides of a shift by block Lanczos, and trial functions taken from them. */
#include "spectrum/estimates.h"
#include "base/memory.h"

#include <math.h>
#include <stdlib.h>

/** Columns of a block; vectors for an estimate at the least (it takes 2.5 to 3.5), at the most, and beside these. */
enum { COLUMNS = 4, LEAST = 2, MOST = 3, SPARE = 150 };
/** Residuals, relatively to 1/t, of estimates that are good, and of those that are about right: their t is to the
 *  square of it, and trial functions from beyond the ends need no more. [is_early] */
static const double converged = 1e-8, roughly[] = {1e-3, 1e-2};
/** It is asked anew before there are so many times as many vectors more as there are. */
static const double farthest = 0.25;
/** Of long vectors not all are kept: beside those that are wanted and so many more on each side there is room for so
 *  many, or for this part of them. It takes hardly more vectors than if all were kept. */
enum { BESIDE = 6, SPARE_LEAST = 32, PART = 3 };

void hol_estimates_clear(hol_estimates *e)
{
  hol_krylov_clear(&e->krylov);
  hol_symmetric_free(e->mass);
  *e = (hol_estimates){0};
}

/** Estimates above the end that are right to `error`, with no other nearer: the last values. */
static size_t good_above(const hol_krylov *k, double error)
{
  size_t good = 0;
  while (good < k->columns) {
    size_t i = k->columns - 1 - good;
    if (!(k->value[i] > 0 && k->error[i] <= error * k->value[i])) {
      break;
    }
    good++;
  }
  return good;
}

/** The same below the end: the first values. */
static size_t good_below(const hol_krylov *k, double error)
{
  size_t good = 0;
  while (good < k->columns && k->value[good] < 0 && k->error[good] <= -error * k->value[good]) {
    good++;
  }
  return good;
}

/** Stopping test of the iteration. */
typedef struct asked {
  hol_estimates_side below, above;
  double rough;   /**< residual of those about right */
  size_t columns; /**< that had been made when it was asked last; 0: never */
  double excess;  /**< the error then, as below */
} stopping_test;

static bool has_enough(const stopping_test *a, const hol_krylov *k)
{
  return good_above(k, converged) >= a->above.good && good_above(k, a->rough) >= a->above.good + a->above.rough &&
         good_below(k, converged) >= a->below.good && good_below(k, a->rough) >= a->below.good + a->below.rough;
}

/** Decades by which the error of the estimate that is farthest is more than it may be. @return HUGE_VAL: there is none
 *  yet */
static double excess_of(const hol_krylov *k, bool is_above, size_t number, double error)
{
  if (number == 0) {
    return -HUGE_VAL;
  }
  size_t i = is_above ? k->columns - number : number - 1;
  bool is_there = number <= k->columns && (is_above ? k->value[i] > 0 : k->value[i] < 0);
  return is_there ? log10(k->error[i] / (error * fabs(k->value[i]))) : HUGE_VAL;
}

static double excess_of_side(const stopping_test *a, const hol_krylov *k, bool is_above)
{
  const hol_estimates_side side = is_above ? a->above : a->below;
  size_t all = side.rough > 0 ? side.good + side.rough : 0;
  return fmax(excess_of(k, is_above, side.good, converged), excess_of(k, is_above, all, a->rough));
}

/** Half of what is missing if errors go on to fall as they have since it was asked last: they do so faster and
 *  faster. */
static size_t missing_vectors(void *context, const hol_krylov *k)
{
  stopping_test *a = context;
  if (has_enough(a, k)) {
    return 0;
  }
  double excess = fmax(excess_of_side(a, k, true), excess_of_side(a, k, false));
  size_t made = k->discarded + k->columns;
  double rate = (a->excess - excess) / (double)(made - a->columns);
  bool is_known = a->columns > 0 && isfinite(excess) && isfinite(a->excess) && rate > 0 && excess > 0;
  size_t more = is_known ? (size_t)fmin(0.5 * excess / rate, farthest * (double)k->columns) : 0;
  a->columns = made;
  a->excess = excess;
  return more > 0 ? more : 1;
}

/** Limit the vectors stored if they are long. */
static void limit_room(const hol_estimates_request *request, hol_block_lanczos *lanczos)
{
  if (request->of.condensation->n > HOL_ESTIMATES_LONG) {
    lanczos->low = request->below.good + request->below.rough;
    lanczos->high = request->above.good + request->above.rough;
    lanczos->buffer = BESIDE;
    size_t part = (lanczos->low + lanczos->high) / PART;
    lanczos->subspace_growth = part > SPARE_LEAST ? part : SPARE_LEAST;
  }
}

hol_status hol_estimates_make(const hol_system *system, hol_shift *end, hol_estimates_request request,
                              hol_cancellation cancellation, hol_estimates *e)
{
  stopping_test about = {.below = request.below, .above = request.above, .rough = roughly[request.is_early]};
  size_t wanted = request.above.good + request.above.rough + request.below.good + request.below.rough;
  hol_block_lanczos lanczos = {.block = COLUMNS,
                               .least = LEAST * wanted,
                               .most = MOST * wanted + SPARE,
                               .context = &about,
                               .missing = missing_vectors};
  limit_room(&request, &lanczos);
  *e = (hol_estimates){.about = end->lambda, .rough = about.rough};
  hol_expansion expansion = {0};
  hol_status status = hol_expansion_make(system, &end->matrix, &end->decomposition, request.of, &expansion);
  expansion.cancellation = cancellation;
  status = status == HOL_OK ? hol_expansion_solve(&expansion, &lanczos, &e->krylov) : status;
  e->solves = expansion.solves;
  hol_krylov_drop_single(&e->krylov); /* trial functions are of v alone */
  if (end->matrix.block_count == 0) {
    e->mass = expansion.mass;
    expansion.mass = NULL;
  }
  hol_expansion_clear(&expansion);
  return status;
}

size_t hol_estimates_good(const hol_estimates *e)
{
  return good_above(&e->krylov, converged);
}

size_t hol_estimates_rough(const hol_estimates *e)
{
  return good_above(&e->krylov, e->rough);
}

double hol_estimate(const hol_estimates *e, size_t i)
{
  return e->about + 1 / e->krylov.value[e->krylov.columns - 1 - i];
}

double hol_estimate_below(const hol_estimates *e, size_t i)
{
  const hol_krylov *k = &e->krylov;
  return i < k->columns && k->value[i] < 0 ? e->about + 1 / k->value[i] : -HUGE_VAL;
}

size_t hol_estimates_good_below(const hol_estimates *e)
{
  return good_below(&e->krylov, converged);
}

/** Estimates above the end, in the order of nearness, and those below, which are trial functions: from so many on, up
 *  to so many. */
typedef struct taken {
  size_t above, below;
} taken;

/** Put the numbers of trial functions in their order: those inside rising, the others as they are nearer. */
static size_t *order_of(const hol_krylov *k, const hol_trial *t, bool is_above, taken all)
{
  size_t *number = hol_alloc(all.above + all.below, sizeof *number), n = 0;
  for (size_t i = 0; i < t->inside && !is_above && number; i++) {
    number[n++] = t->inside - 1 - i;
  }
  for (size_t i = 0; i < all.above && number; i++) {
    number[n++] = k->columns - 1 - i;
  }
  for (size_t i = is_above ? 0 : t->inside; i < all.below && number; i++) {
    number[n++] = i;
  }
  return number;
}

/** Where roots that are no trial functions may begin, above or below the end: no farther than the next value may be,
 *  which need not have converged.
 *  @param[in] number  of trial functions on that side */
static double reach_of(const hol_estimates *e, bool is_above, size_t number)
{
  const hol_krylov *k = &e->krylov;
  size_t i = is_above ? k->columns - 1 - number : number;
  if (number >= k->columns || (is_above ? k->value[i] <= 0 : k->value[i] >= 0)) {
    return is_above ? HUGE_VAL : -HUGE_VAL;
  }
  double most = fabs(k->value[i]) + k->error[i];
  most = number > 0 ? fmin(most, fabs(k->value[is_above ? i + 1 : i - 1])) : most;
  return e->about + (is_above ? 1 : -1) / most;
}

hol_status hol_estimates_trial(const hol_estimates *e, bool is_above, size_t inside, size_t beyond, double limit,
                               hol_trial *t)
{
  const hol_krylov *k = &e->krylov;
  size_t good = good_above(k, e->rough), most_above = is_above ? inside + beyond : beyond;
  size_t most_below = is_above ? beyond : inside + beyond;
  taken all = {is_above ? inside : 0, good_below(k, e->rough)};
  while (all.above < most_above && all.above < good && hol_estimate(e, all.above) < limit) {
    all.above++;
  }
  all.below = all.below < most_below ? all.below : most_below;
  t->inside = inside;
  if (!is_above && all.below < inside) {
    return HOL_NUMERICAL;
  }
  t->above = reach_of(e, true, all.above);
  t->below = reach_of(e, false, all.below);
  size_t *number = order_of(k, t, is_above, all);
  hol_status status = number ? hol_trial_start(t, all.above + all.below) : HOL_MEMORY;
  for (size_t i = 0; i < all.above + all.below && status == HOL_OK; i++) {
    t->theta[i] = e->about + 1 / k->value[number[i]];
  }
  status = status == HOL_OK ? hol_krylov_vectors(k, t->n, t->count, number, t->x) : status;
  free(number);
  return status;
}

#include "spectrum/enclose.h"
#include "base/memory.h"
#include "spectrum/expansion.h"
#include "spectrum/trial.h"
#include "spectrum/vectors.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/** Unknowns from which on it is worth while. */
enum { LEAST = 100 };
/** Roots from one end at the most, estimates beyond the last one that is wanted, fields from beyond an end, columns of a block,
 *  times that a low end comes closer. */
enum { ROOTS = 40, AHEAD = 8, BEYOND = 10, COLUMNS = 4, CLOSER = 4 };
/** Estimates are good, relatively to 1/t. */
static const double converged = 1e-8, roughly = 1e-3;
/** An interval ends at this part of the nearest pole above; fields are taken up to that part of it; a low end far from all roots goes this
 *  part of the way to the first. */
static const double near = 0.6, clear = 0.95, close_to = 0.9;

typedef struct encloser {
  const hol_search *search;
  hol_counter *counter;
  hol_patience patience; /**< the counter's */
  const hol_system *system;
  double as;    /**< λ whose forms are taken */
  double about; /**< λ that estimates are taken about */
  double limit; /**< λ up to which they have no pole */
  double reach; /**< length of an interval, as far as it is known */
  hol_trial_end low, high;
  hol_matrix matrix; /**< of forms that are tried */
  hol_forces forces;
  hol_trial trial;
  hol_expansion expansion; /**< about the low end, until fields are taken of it */
  size_t wanted;           /**< estimates above the low end that are to be good */
  size_t closer;           /**< times the low end has come closer to the first root */
  hol_roots *roots;
  hol_intervals told; /**< what is told of it */
} encloser;

/** It does not work here. @param[in] why  for who reads the result */
static hol_status give_up(encloser *c, const char *why)
{
  c->told.fallback = why;
  return HOL_NUMERICAL;
}

/* ------------------------------------------------------------------------------------------------ ends */

/** @param[in] as  0: the forms that are best there */
static hol_status take_end(encloser *c, double lambda, double as, hol_trial_end *e)
{
  HOL_TRY(hol_go_on(&c->patience));
  c->counter->evaluations++;
  return hol_trial_end_take(c->system, lambda, as > 0 ? as : lambda, e);
}

/** An end below which there is nothing that is looked for. */
static hol_status find_low(encloser *c, size_t zero, double low)
{
  enum { STEPS = 6 };
  double lambda = low > 0 ? low : hol_typical_lambda(c->system) * (zero ? 1e-6 : 1e-9);
  for (int i = 0; i < STEPS; i++, lambda *= 1e-3) {
    HOL_TRY(take_end(c, lambda, 0, &c->low));
    if (c->low.count == zero) {
      c->as = lambda;
      return HOL_OK;
    }
    if (c->low.count < zero || low > 0) {
      break;
    }
  }
  return give_up(c, "no end is found below all that is looked for");
}

/** Put the low end into forms that have no pole for a good way up; one more determinant where those it has do. */
static hol_status take_forms(encloser *c)
{
  static const double try[] = {1, 1.1, 1.3, 1.6, 2, 2.5, 3.2, 4};
  double low, high, best = 0;
  size_t chosen = 0;
  for (size_t i = 0; i < sizeof try / sizeof *try; i++) {
    double as = i ? c->low.lambda * try[i] : c->as;
    HOL_TRY(hol_system_matrix_as(c->system, c->low.lambda, as, false, &c->matrix));
    hol_expansion_range(c->system, &c->matrix, &low, &high);
    if (low <= 0 && high > best * (chosen ? 1.2 : i ? 2 : 1)) {
      best = high;
      chosen = i;
    }
    if (i == 0 && high > 3 * c->low.lambda && low <= 0) {
      break;
    }
  }
  c->limit = best;
  if (chosen) {
    c->as = c->low.lambda * try[chosen];
    size_t count = c->low.count;
    HOL_TRY(take_end(c, c->low.lambda, c->as, &c->low));
    return c->low.count == count ? HOL_OK : give_up(c, "an end has another count in other forms");
  }
  return best > 1.2 * c->low.lambda ? HOL_OK : give_up(c, "frequencies of members by themselves lie too close together");
}

/* ------------------------------------------------------------------------------------------------ estimates */

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

static bool has_enough(void *context, const hol_krylov *k)
{
  return good_above(k, converged) >= *(const size_t *)context;
}

/** The i-th estimate above the end, from 0. */
static double estimate(const encloser *c, const hol_krylov *k, size_t i)
{
  return c->about + 1 / k->value[k->columns - 1 - i];
}

/** Where the next end is best: in the widest gap behind what is wanted, or behind most of what is good.
 *  @param[out] inside  estimates below it */
static hol_status choose_high(encloser *c, const hol_krylov *k, double *lambda, size_t *inside)
{
  size_t good = good_above(k, converged), need = c->search->last - c->low.count;
  double top = good ? estimate(c, k, good - 1) : 0; /* there is no other below it */
  while (good > 0 && estimate(c, k, good - 1) > near * c->limit) {
    good--;
  }
  size_t from = need < good ? need : good - good / 3;
  double widest = 0, last = fmin(top, near * c->limit);
  for (size_t i = from; i > 0 && i <= good && i <= from + AHEAD; i++) {
    double a = estimate(c, k, i - 1), b = i < good ? estimate(c, k, i) : last, gap = (b - a) / b;
    if (gap > widest) {
      widest = gap;
      *lambda = 0.5 * (a + b);
      *inside = i;
    }
  }
  return widest > 1e-6 ? HOL_OK : give_up(c, "no gap between frequencies is found to put an end into");
}

/** Motions without energy just below the low end stand in the way of all solutions there: it is put between them and the first root. */
static hol_status raise_low(encloser *c, const hol_krylov *k)
{
  double first = estimate(c, k, 0);
  size_t count = c->low.count;
  if (count == 0 || k->value[0] > 0 || !(c->about + 1 / k->value[0] < 0.1 * c->about) || first < 100 * c->low.lambda) {
    return HOL_OK;
  }
  HOL_TRY(take_end(c, 0.3 * first, c->as, &c->low));
  c->told.end[c->told.ends - 1].lambda = c->low.lambda;
  return c->low.count == count ? HOL_OK : give_up(c, "a frequency lies below the first that is estimated");
}

/* ------------------------------------------------------------------------------------------------ fields */

/** @param[in] number  [count] of the estimates */
static hol_status take_vectors(const encloser *c, const hol_krylov *k, const size_t *number, hol_trial *t)
{
  const hol_expansion *e = &c->expansion;
  double *v = hol_alloc(e->n * t->count, sizeof *v);
  hol_status status = v ? hol_krylov_vectors(k, e->n, t->count, number, v) : HOL_MEMORY;
  status = status == HOL_OK ? hol_expansion_complete(e, t->count, t->theta, v, t->x) : status;
  free(v);
  return status;
}

/** Those inside, then those beyond the high end, then those below the low one. */
static hol_status take_fields(const encloser *c, const hol_krylov *k, size_t inside, hol_trial *t)
{
  size_t good = good_above(k, roughly), beyond = 0, below = good_below(k, roughly);
  while (beyond < BEYOND && inside + beyond < good && estimate(c, k, inside + beyond) < clear * c->limit) {
    beyond++;
  }
  below = below < BEYOND ? below : BEYOND;
  size_t next = inside + beyond;
  t->above = next < k->columns && k->value[k->columns - 1 - next] > 0 ? estimate(c, k, next) : HUGE_VAL;
  t->below = below < k->columns && k->value[below] < 0 ? c->about + 1 / k->value[below] : -HUGE_VAL;
  size_t *number = hol_alloc(next + below, sizeof *number), n = c->low.matrix.n;
  hol_status status = number ? hol_trial_start(t, n, next + below) : HOL_MEMORY;
  t->inside = inside;
  for (size_t i = 0; i < next + below && status == HOL_OK; i++) {
    number[i] = i < next ? k->columns - 1 - i : i - next;
    t->theta[i] = c->about + 1 / k->value[number[i]];
  }
  status = status == HOL_OK ? take_vectors(c, k, number, t) : status;
  free(number);
  return status;
}

static hol_status push_root(encloser *c, const hol_trial *t, size_t from, size_t to, double lower, double upper)
{
  hol_roots *roots = c->roots;
  const hol_search *search = c->search;
  size_t index = c->low.count + from + 1;
  if (index > search->last || index + (to - from) <= search->first) {
    return HOL_OK;
  }
  if (!hol_grow(&roots->item, &roots->capacity, roots->count + 1, sizeof *roots->item)) {
    return HOL_MEMORY;
  }
  /* a root has vectors as long as there is room for those of all before it: the same on any number of ranks */
  size_t ranks = search->farm->comm->size, holder = roots->count % ranks, columns = to - from;
  size_t before = roots->count ? index - roots->item[0].index : 0;
  bool has_vectors = hol_vectors_fit(before + columns, t->n);
  hol_root *root = &roots->item[roots->count++];
  *root = (hol_root){.lambda = 0.5 * (lower + upper),
                     .lower = lower,
                     .upper = upper,
                     .index = index,
                     .multiplicity = to - from,
                     .is_cluster = to - from > 1 && upper - lower > 1e-14 * upper,
                     .at = has_vectors ? c->as : 0,
                     .holder = has_vectors ? holder : SIZE_MAX,
                     .from = c->low.lambda,
                     .to = c->high.lambda};
  for (size_t i = from; i < to; i++) {
    root->residual = fmax(root->residual, t->residual[i]);
  }
  if (!has_vectors || holder != search->farm->comm->rank) {
    return HOL_OK;
  }
  struct hol_vector vector = {index, t->n, columns, c->low.matrix.signature,
                              hol_alloc(t->n * columns, sizeof *vector.value)};
  if (!vector.value) {
    return HOL_MEMORY;
  }
  memcpy(vector.value, t->x + from * t->n, t->n * columns * sizeof *vector.value);
  return hol_vector_store(c->counter, vector);
}

/** Roots of one interval from their bounds; what rounding leaves as one frequency is one. */
static hol_status push_roots(encloser *c, const hol_trial *t)
{
  double lower, upper;
  for (size_t from = 0, to; from < t->inside; from = to) {
    to = hol_trial_root(t, from, &lower, &upper);
    HOL_TRY(push_root(c, t, from, to, lower, upper));
  }
  return HOL_OK;
}

/** Improve the fields, and prove the list by them. */
static hol_status prove_fields(encloser *c, hol_trial *t)
{
  hol_status status = hol_trial_refine(t);
  status = status == HOL_OK ? hol_trial_prove(t) : status;
  c->told.solves += t->solves;
  c->counter->evaluations += t->evaluations;
  c->told.fallback = status == HOL_NUMERICAL ? t->why : c->told.fallback;
  return status == HOL_OK ? push_roots(c, t) : status;
}

/* ------------------------------------------------------------------------------------------------ intervals */

/** Fields between the low end and the high one, which is taken, too.
 *  @param[in,out] k  forgotten as soon as fields are taken of it: it is what is largest */
static hol_status prepare_interval(encloser *c, hol_krylov *k, hol_trial *t)
{
  double lambda = 0;
  size_t inside = 0;
  HOL_TRY(choose_high(c, k, &lambda, &inside));
  HOL_TRY(raise_low(c, k));
  HOL_TRY(take_fields(c, k, inside, t));
  hol_krylov_clear(k);
  hol_expansion_clear(&c->expansion);
  HOL_TRY(take_end(c, lambda, c->as, &c->high));
  if (c->high.matrix.signature != c->low.matrix.signature) {
    return give_up(c, "members change their form within an interval");
  }
  return c->high.count == c->low.count + inside ? HOL_OK : give_up(c, "there are other frequencies than are estimated");
}

static hol_status enclose_interval(encloser *c, hol_krylov *k)
{
  hol_trial *t = &c->trial;
  *t = (hol_trial){
      .system = c->system, .forces = &c->forces, .low = &c->low, .high = &c->high, .as = c->as, .patience = &c->patience};
  hol_status status = prepare_interval(c, k, t);
  status = status == HOL_OK ? prove_fields(c, t) : status;
  hol_trial_clear(t);
  return status;
}

/** Put the low end on the list. */
static hol_status tell_end(encloser *c)
{
  hol_intervals *told = &c->told;
  if (!hol_grow(&told->end, &told->capacity, told->ends + 1, sizeof *told->end)) {
    return HOL_MEMORY;
  }
  told->end[told->ends++] = (hol_interval_end){c->low.lambda, c->low.count};
  return HOL_OK;
}

/** Estimates about the low end, in forms that are good for a while above it. */
static hol_status estimate_roots(encloser *c, hol_krylov *k)
{
  hol_expansion *e = &c->expansion;
  size_t need = c->search->last - c->low.count;
  c->wanted = (need < ROOTS ? need : ROOTS) + AHEAD;
  const hol_block_lanczos lanczos = {
      .block = COLUMNS, .most = 3 * c->wanted + 150, .context = &c->wanted, .is_enough = has_enough};
  HOL_TRY(take_forms(c));
  c->reach = c->reach > 0 ? c->reach : 0.05 * (c->limit - c->low.lambda);
  hol_expansion_clear(e);
  HOL_TRY(hol_expansion_make(c->system, &c->low.matrix, &c->low.decomposition, c->reach, c->limit, e));
  c->about = c->low.lambda;
  e->patience = c->patience;
  hol_status status = hol_expansion_solve(e, &lanczos, k);
  c->told.solves += e->solves;
  return status;
}

/** Where no estimate is good - a band of many equal stretches begins at their own frequency, which is a pole of the forms, or it is
 *  dense against its distance - the low end is put closer to the first, into forms that are good there. @param[out] is_closer  it was */
static hol_status come_closer(encloser *c, const hol_krylov *k, bool *is_closer)
{
  bool has_good = good_above(k, converged) && estimate(c, k, 0) <= near * c->limit;
  double first = k->value[k->columns - 1] > 0 ? estimate(c, k, 0) : c->low.lambda;
  double lambda = c->low.lambda + close_to * (first - c->low.lambda);
  *is_closer = !has_good && lambda > 1.05 * c->low.lambda && c->closer++ < CLOSER;
  if (!*is_closer) {
    return HOL_OK;
  }
  size_t count = c->low.count;
  hol_trial_end_clear(&c->low);
  HOL_TRY(take_end(c, lambda, 0, &c->low));
  if (c->low.count != count) {
    return give_up(c, "a frequency lies below the first that is estimated");
  }
  c->as = lambda;
  c->reach = 0;
  if (c->told.ends > 1) {
    return tell_end(c);
  }
  c->told.end[0].lambda = lambda;
  return HOL_OK;
}

/** From the low end to the next one, which becomes the low end. */
static hol_status step(encloser *c)
{
  hol_krylov k = {0};
  bool is_closer = true;
  hol_status status = HOL_OK;
  c->closer = 0;
  while (status == HOL_OK && is_closer) {
    hol_krylov_clear(&k);
    status = estimate_roots(c, &k);
    status = status == HOL_OK ? come_closer(c, &k, &is_closer) : status;
  }
  status = status == HOL_OK ? enclose_interval(c, &k) : status;
  hol_krylov_clear(&k);
  if (status == HOL_OK) {
    c->reach = c->high.lambda - c->low.lambda;
    hol_trial_end_clear(&c->low);
    c->low = c->high;
    c->high = (hol_trial_end){0};
  }
  return status;
}

/** Is S(λ) of the kind that this is for? */
static bool is_fit(const hol_search *search, size_t zero)
{
  const hol_system *system = search->counter->system;
  bool is_pencil = system->model->exact || (system->order == 1 && system->bound == HOL_BOUND_UPPER);
  return !search->counter->mirrored && !system->by_reactions && is_pencil && !isfinite(system->trust) &&
         system->fixed >= LEAST && search->last < system->finite_roots && search->first <= zero + 1;
}

/** Interval after interval, until all is found or one does not come out. */
static hol_status enclose_all(encloser *c, double *reached, size_t *count)
{
  const hol_search *search = c->search;
  while (c->low.count < search->last) {
    HOL_TRY(step(c));
    HOL_TRY(tell_end(c));
    *reached = c->low.lambda;
    search->farm->done += (c->low.count < search->last ? c->low.count : search->last) - *count;
    *count = c->low.count;
  }
  return HOL_OK;
}

/** Hand over what is told, or forget it. */
static void hand_over(encloser *c, hol_status status)
{
  c->told.is_tried = true;
  c->told.factorisations = c->counter->evaluations - c->told.factorisations;
  c->told.fallback = status != HOL_NUMERICAL ? NULL : c->told.fallback ? c->told.fallback : "a computation fails";
  if (c->search->intervals) {
    *c->search->intervals = c->told;
  } else {
    free(c->told.end);
  }
}

hol_status hol_enclose_roots(const hol_search *search, size_t zero, double low, hol_roots *roots, double *reached,
                             size_t *count)
{
  *reached = low;
  *count = zero;
  if (!is_fit(search, zero)) {
    return HOL_OK;
  }
  encloser c = {.search = search, .counter = search->counter, .system = search->counter->system, .roots = roots};
  c.patience = (hol_patience){c.counter->proceed, c.counter->context};
  c.told.factorisations = c.counter->evaluations;
  hol_status status = hol_forces_make(c.system, &c.forces);
  status = status == HOL_OK ? find_low(&c, zero, low) : status;
  status = status == HOL_OK ? tell_end(&c) : status;
  status = status == HOL_OK ? enclose_all(&c, reached, count) : status;
  hand_over(&c, status);
  hol_matrix_clear(&c.matrix);
  hol_forces_clear(&c.forces);
  hol_expansion_clear(&c.expansion);
  hol_trial_end_clear(&c.low);
  hol_trial_end_clear(&c.high);
  hol_roots_merge(roots);
  return status == HOL_NUMERICAL ? HOL_OK : status;
}

#include "spectrum/enclose.h"
#include "base/memory.h"
#include "base/vector.h"
#include "spectrum/expansion.h"
#include "spectrum/lehmann.h"
#include "spectrum/vectors.h"

#include <float.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

/** Unknowns from which on it is worth while. */
enum { LEAST = 100 };
/** Roots from one end at the most, estimates beyond the last one that is wanted, fields from beyond an end, columns of a block,
 *  improvements, right-hand sides solved together, times that a low end comes closer. */
enum { ROOTS = 40, AHEAD = 8, BEYOND = 10, COLUMNS = 4, ROUNDS = 5, SOLVED = 16, CLOSER = 4 };
/** Estimates are good, relatively to 1/t; fields closer than this are one group. */
static const double converged = 1e-8, roughly = 1e-3, together = 1e-9;
/** An interval ends at this part of the nearest pole above; fields are taken up to that part of it; a low end far from all roots goes this
 *  part of the way to the first. */
static const double near = 0.6, clear = 0.95, close_to = 0.9;

/** How good fields must be: they change no more than this by an improvement; brackets are no wider; narrower ones gain nothing from better
 *  fields. */
typedef struct precision {
  double fine, wide, narrow;
} precision;

/** One end of an interval: S(σ) in the form of all, its factors and its count. */
typedef struct end {
  double lambda;
  size_t count;
  hol_matrix matrix;
  hol_decomposition decomposition;
} end;

/** Fields of one interval. */
typedef struct fields {
  size_t n, count, inside;
  double *x, *r;       /**< [n * count] */
  double *y;           /**< [n * count] S(σ)⁻¹r between both ends: see improve() */
  double change;       /**< of those inside by the last improvement, of unit modal mass */
  bool is_ahead;       /**< x is improved, all else is not */
  double above, below; /**< roots that are not in the block are beyond these, as far as is known */
  double *theta;       /**< [count] */
  double *resolution;  /**< [count] rounding of each root by its energies */
  double *residual; /**< [count] ‖z‖/‖w‖ of (2) in lehmann.h, the smaller one of both ends; of those inside */
  double *G;        /**< [count²] */
  double *along;    /**< [count²] r_iᵀx_j */
  double *Q[2];     /**< [count²] */
} fields;

typedef struct encloser {
  const hol_search *search;
  hol_counter *counter;
  hol_patience patience; /**< the counter's */
  const hol_system *system;
  double as;    /**< λ whose forms are taken */
  double about; /**< λ that estimates are taken about */
  double limit; /**< λ up to which they have no pole */
  double reach; /**< length of an interval, as far as it is known */
  end low, high;
  hol_matrix matrix;       /**< at a field */
  hol_expansion expansion; /**< about the low end, until fields are taken of it */
  size_t wanted;           /**< estimates above the low end that are to be good */
  size_t closer;           /**< times the low end has come closer to the first root */
  hol_roots *roots;
  hol_intervals told; /**< what is told of it */
} encloser;

/** Of the second determinant only lower bounds are used, far below those of the first: what its fields lack is in them by its square. */
static precision precision_of(const hol_system *system)
{
  static const precision sharp = {.fine = 1e-8, .wide = 1e-12, .narrow = 1e-14};
  static const precision one_sided = {.fine = 1e-5, .wide = 1e-8, .narrow = 1e-10};
  return system->bound == HOL_BOUND_LOWER ? one_sided : sharp;
}

/** It does not work here. @param[in] why  for who reads the result */
static hol_status give_up(encloser *c, const char *why)
{
  c->told.fallback = why;
  return HOL_NUMERICAL;
}

static void clear_end(end *e)
{
  hol_matrix_clear(&e->matrix);
  hol_decomposition_clear(&e->decomposition);
  *e = (end){0};
}

static void clear_fields(fields *f)
{
  free(f->x);
  free(f->r);
  free(f->y);
  free(f->theta);
  free(f->resolution);
  free(f->residual);
  free(f->G);
  free(f->along);
  free(f->Q[0]);
  free(f->Q[1]);
  *f = (fields){0};
}

/* ------------------------------------------------------------------------------------------------ ends */

/** @param[in] as  0: the forms that are best there */
static hol_status take_end(encloser *c, double lambda, double as, end *e)
{
  e->lambda = lambda;
  e->decomposition.reckons = true; /* is_clear() reckons */
  HOL_TRY(hol_go_on(&c->patience));
  HOL_TRY(hol_system_matrix_as(c->system, lambda, as > 0 ? as : lambda, true, &e->matrix));
  HOL_TRY(hol_decompose(c->system, &e->matrix, &e->decomposition));
  c->counter->evaluations++;
  return hol_system_count(c->system, &e->matrix, e->decomposition.negative, &e->count);
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

static hol_status make_room(fields *f, size_t n, size_t count)
{
  *f = (fields){.n = n,
                .above = f->above,
                .below = f->below,
                .x = hol_alloc(n * count, sizeof *f->x),
                .r = hol_alloc(n * count, sizeof *f->r),
                .y = hol_alloc(n * count, sizeof *f->y),
                .theta = hol_alloc(count, sizeof *f->theta),
                .resolution = hol_alloc(count, sizeof *f->resolution),
                .residual = hol_alloc(count, sizeof *f->residual),
                .G = hol_alloc(count * count, sizeof *f->G),
                .along = hol_alloc(count * count, sizeof *f->along),
                .Q = {hol_alloc(count * count, sizeof *f->Q[0]), hol_alloc(count * count, sizeof *f->Q[1])}};
  bool has_vectors = f->x && f->r && f->y, has_numbers = f->theta && f->resolution && f->residual;
  return has_vectors && has_numbers && f->G && f->along && f->Q[0] && f->Q[1] ? HOL_OK : HOL_MEMORY;
}

/** @param[in] number  [f->count] of the estimates */
static hol_status take_vectors(const encloser *c, const hol_krylov *k, const size_t *number, fields *f)
{
  const hol_expansion *e = &c->expansion;
  double *v = hol_alloc(e->n * f->count, sizeof *v);
  hol_status status = v ? hol_krylov_vectors(k, e->n, f->count, number, v) : HOL_MEMORY;
  status = status == HOL_OK ? hol_expansion_complete(e, f->count, f->theta, v, f->x) : status;
  free(v);
  return status;
}

/** Those inside, then those beyond the high end, then those below the low one. */
static hol_status take_fields(const encloser *c, const hol_krylov *k, size_t inside, fields *f)
{
  size_t good = good_above(k, roughly), beyond = 0, below = good_below(k, roughly);
  while (beyond < BEYOND && inside + beyond < good && estimate(c, k, inside + beyond) < clear * c->limit) {
    beyond++;
  }
  below = below < BEYOND ? below : BEYOND;
  size_t next = inside + beyond;
  f->above = next < k->columns && k->value[k->columns - 1 - next] > 0 ? estimate(c, k, next) : HUGE_VAL;
  f->below = below < k->columns && k->value[below] < 0 ? c->about + 1 / k->value[below] : -HUGE_VAL;
  size_t *number = hol_alloc(next + below, sizeof *number), n = c->low.matrix.n;
  hol_status status = number ? make_room(f, n, next + below) : HOL_MEMORY;
  f->inside = inside;
  for (size_t i = 0; i < next + below && status == HOL_OK; i++) {
    number[i] = i < next ? k->columns - 1 - i : i - next;
    f->theta[f->count++] = c->about + 1 / k->value[number[i]];
  }
  status = status == HOL_OK ? take_vectors(c, k, number, f) : status;
  free(number);
  return status;
}

/** The group of fields that begins with this one gets its mean θ. @return the field after it */
static size_t gather_group(fields *f, size_t from)
{
  size_t to = from + 1;
  double sum = f->theta[from];
  while (to < f->count && (to < f->inside) == (from < f->inside) &&
         fabs(f->theta[to] - f->theta[to - 1]) <= together * fabs(f->theta[to])) {
    sum += f->theta[to++];
  }
  for (size_t i = from; i < to; i++) {
    f->theta[i] = sum / (double)(to - from);
  }
  return to;
}

/** r and the products of a group's fields among each other, at unit modal mass. y: scratch [2n] */
static hol_status fill_group(encloser *c, fields *f, size_t from, size_t to, double *y)
{
  size_t n = f->n, m = f->count;
  HOL_TRY(hol_system_matrix_as(c->system, f->theta[from], c->as, true, &c->matrix));
  if (c->matrix.n != n || c->matrix.signature != c->low.matrix.signature) {
    return HOL_NUMERICAL;
  }
  for (size_t j = from; j < to; j++) {
    double *x = f->x + j * n;
    hol_matrix_apply(&c->matrix, true, false, x, y);
    double mass = -hol_dot(n, x, y);
    if (!(mass > 0)) {
      return HOL_NUMERICAL;
    }
    hol_scale(n, 1 / sqrt(mass), x);
    hol_scale(n, 1 / sqrt(mass), y);
    for (size_t i = from; i <= j; i++) {
      f->G[i + j * m] = f->G[j + i * m] = -hol_dot(n, f->x + i * n, y);
    }
    hol_matrix_apply(&c->matrix, false, false, x, f->r + j * n);
    f->resolution[j] = hol_rounding_of(c->system, &c->matrix, x, y, y + n);
  }
  return HOL_OK;
}

/** G between groups, (1) of lehmann.h. */
static void fill_products(fields *f)
{
  size_t n = f->n, m = f->count;
  hol_dense_multiply(m, n, m, 1, (hol_block){f->r, n, true}, (hol_block){f->x, n, false}, 0, f->along, m);
  for (size_t j = 0; j < m; j++) {
    for (size_t i = 0; i < m; i++) {
      if (f->theta[i] != f->theta[j]) {
        f->G[i + j * m] = (f->along[j + i * m] - f->along[i + j * m]) / (f->theta[i] - f->theta[j]);
      }
    }
  }
}

/** The most that a part from a root at λ_j outside the block keeps when the ends have shares w′ and w, at θ:
 *  1 − (λ_j − θ)(w′/(λ_j − σ′) + w/(λ_j − σ)). */
static double part_left(const encloser *c, const fields *f, double theta, double share)
{
  const double at[] = {f->above, f->below};
  double most = 0;
  for (int i = 0; i < 2; i++) {
    if (isfinite(at[i])) {
      double low = (at[i] - theta) / (at[i] - c->low.lambda), high = (at[i] - theta) / (at[i] - c->high.lambda);
      most = fmax(most, fabs(1 - (1 - share) * low - share * high));
    }
  }
  return most;
}

/** Share of the high end in what is taken from both for field k: linear in θ, or all of one end where roots close by are outside. */
static double share_of_high(const encloser *c, const fields *f, size_t k)
{
  double theta = f->theta[k], linear = (theta - c->low.lambda) / (c->high.lambda - c->low.lambda);
  double best = linear > 1 ? 1 : linear < 0 ? 0 : linear;
  const double other[] = {0, 1};
  for (int i = 0; i < 2; i++) {
    best = part_left(c, f, theta, other[i]) < part_left(c, f, theta, best) ? other[i] : best;
  }
  return best;
}

static double weight_of(const encloser *c, const fields *f, size_t k, const end *e)
{
  double share = share_of_high(c, f, k);
  return e == &c->high ? share : 1 - share;
}

/** Of one end, for some fields: Q = r_iᵀx_j − r_iᵀS(σ)⁻¹r_j, and that end's part of f->y and f->residual.
 *  @param[in] y  [n * (fields + 1)] scratch */
static hol_status fill_some(encloser *c, fields *f, size_t first, size_t to, end *e, double *y, double *Q)
{
  size_t n = f->n, m = f->count, count = to - first;
  double *scratch = y + count * n;
  memcpy(y, f->r + first * n, n * count * sizeof *y);
  HOL_TRY(hol_decomposition_solve(&e->decomposition, y, count));
  hol_dense_multiply(m, n, count, -1, (hol_block){f->r, n, true}, (hol_block){y, n, false}, 1, Q + first * m, m);
  for (size_t k = first; k < to; k++, y += n) {
    hol_add_scaled(n, weight_of(c, f, k, e), y, f->y + k * n);
    hol_matrix_apply(&e->matrix, true, false, y, scratch);
    double z = sqrt(fmax(-hol_dot(n, y, scratch), 0)); /* ‖w‖ is 1 */
    f->residual[k] = e == &c->high ? fmin(f->residual[k], z) : z;
  }
  c->told.solves += count;
  return HOL_OK;
}

/** The same for all, some at a time. y: [n * (SOLVED + 1)] */
static hol_status fill_end(encloser *c, fields *f, end *e, double *y, double *Q)
{
  memcpy(Q, f->along, f->count * f->count * sizeof *Q);
  for (size_t first = 0; first < f->count; first += SOLVED) {
    size_t to = first + SOLVED < f->count ? first + SOLVED : f->count;
    HOL_TRY(fill_some(c, f, first, to, e, y, Q));
  }
  return HOL_OK;
}

static hol_status fill_fields(encloser *c, fields *f)
{
  double *y = hol_alloc(f->n * (SOLVED + 1), sizeof *y);
  hol_status status = y ? HOL_OK : HOL_MEMORY;
  for (size_t from = 0, to; from < f->count && status == HOL_OK; from = to) {
    to = gather_group(f, from);
    status = hol_goes_on(&c->patience) ? fill_group(c, f, from, to, y) : HOL_INCOMPLETE;
  }
  if (status == HOL_OK) {
    fill_products(f);
    memset(f->y, 0, f->n * f->count * sizeof *f->y);
    status = fill_end(c, f, &c->low, y, f->Q[0]);
  }
  status = status == HOL_OK ? fill_end(c, f, &c->high, y, f->Q[1]) : status;
  free(y);
  return status;
}

/** Is a field the one of a root of this λ? */
static bool is_own(const fields *f, size_t j, double lambda)
{
  return fabs(f->theta[j] + f->Q[0][j * (f->count + 1)] - lambda) <= together * fabs(lambda);
}

/** What makes every field more like that of its root when it is taken off. With g_j = x_jᵀr,
 *
 *      S(λ)⁻¹r = Σ_j x_j g_j/(λ_j − λ),     1/(λ_j − λ) = w′/(λ_j − σ′) + w/(λ_j − σ) + O((λ − σ′)(σ − λ)/((λ_j − σ′)(λ_j − σ)(λ_j − λ)))
 *
 *  with w′ = (σ − λ)/(σ − σ′), w = 1 − w′: of roots in the block as it is, of all others from the solutions at both ends.
 *  @param[out] scratch  [n]
 *  @return the most that it changes one of those inside. In f->y */
static double find_improvement(const encloser *c, fields *f, double *scratch)
{
  size_t n = f->n, m = f->count;
  double change = 0;
  for (size_t k = 0; k < m; k++) {
    double lambda = f->theta[k] + f->Q[0][k * (m + 1)], *y = f->y + k * n;
    for (size_t j = 0; j < m; j++) {
      double at = f->theta[j] + f->Q[0][j * (m + 1)];
      double part =
          weight_of(c, f, k, &c->low) / (at - c->low.lambda) + weight_of(c, f, k, &c->high) / (at - c->high.lambda);
      double whole = is_own(f, j, lambda) ? 0 : 1 / (at - lambda);
      hol_add_scaled(n, f->along[k + j * m] * (whole - part), f->x + j * n, y);
    }
    hol_matrix_apply(&c->low.matrix, true, false, y, scratch);
    change = k < f->inside ? fmax(change, sqrt(fabs(hol_dot(n, y, scratch)))) : change;
  }
  return change;
}

static void improve(fields *f)
{
  for (size_t i = 0; i < f->n * f->count; i++) {
    f->x[i] -= f->y[i];
  }
}

/** New places, and all that is known of the fields anew. */
static hol_status fill_again(encloser *c, fields *f)
{
  for (size_t k = 0; k < f->count; k++) {
    f->theta[k] += f->Q[0][k * (f->count + 1)];
  }
  f->is_ahead = false;
  return fill_fields(c, f);
}

/** Fields, improved until that changes next to nothing, or no less than before: what is left is rounding, and stays away. The last change
 *  is in bounds by its square only: it is taken off x alone. */
static hol_status refine_fields(encloser *c, fields *f)
{
  HOL_TRY(fill_fields(c, f));
  double *scratch = hol_alloc(f->n, sizeof *scratch), fine = precision_of(c->system).fine;
  hol_status status = scratch ? HOL_OK : HOL_MEMORY;
  f->change = HUGE_VAL;
  for (int round = 0; round < ROUNDS && f->change > fine && status == HOL_OK; round++) {
    double change = find_improvement(c, f, scratch);
    if (!(change < f->change)) {
      break;
    }
    improve(f);
    f->change = change;
    f->is_ahead = true;
    status = change > fine ? fill_again(c, f) : HOL_OK;
  }
  free(scratch);
  return status == HOL_OK && !(f->change <= fine) ? give_up(c, "fields do not settle") : status;
}

/* ------------------------------------------------------------------------------------------------ roots */

/** Is a count at an end beyond doubt? No field is so close to it that elimination may have moved its root across. */
static bool is_clear(const fields *f, const end *e)
{
  for (size_t i = 0; i < f->count; i++) {
    double noise = f->resolution[i] + 0.5 * DBL_EPSILON * hol_decomposition_energy(&e->decomposition, f->x + i * f->n);
    if (!(fabs(f->theta[i] - e->lambda) > 16 * noise)) {
      return false;
    }
  }
  return true;
}

/** The same, and if rounding of stiff multipliers that were eliminated is what leaves a doubt, count once more with pivots. */
static hol_status clear_up(encloser *c, const fields *f, end *e)
{
  size_t count = e->count;
  if (is_clear(f, e)) {
    return HOL_OK;
  }
  e->decomposition.reckons = false;
  HOL_TRY(hol_decompose(c->system, &e->matrix, &e->decomposition));
  c->counter->evaluations++;
  HOL_TRY(hol_system_count(c->system, &e->matrix, e->decomposition.negative, &e->count));
  bool is_clear_now = e->count == count && is_clear(f, e);
  return is_clear_now ? HOL_OK : give_up(c, "a frequency is too close to an end to be counted there");
}

static hol_status push_root(encloser *c, const fields *f, size_t from, size_t to, double lower, double upper)
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
  bool has_vectors = hol_vectors_fit(before + columns, f->n);
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
    root->residual = fmax(root->residual, f->residual[i]);
  }
  if (!has_vectors || holder != search->farm->comm->rank) {
    return HOL_OK;
  }
  struct hol_vector vector = {index, f->n, columns, c->low.matrix.signature,
                              hol_alloc(f->n * columns, sizeof *vector.value)};
  if (!vector.value) {
    return HOL_MEMORY;
  }
  memcpy(vector.value, f->x + from * f->n, f->n * columns * sizeof *vector.value);
  return hol_vector_store(c->counter, vector);
}

/** Roots of one interval from their bounds; what rounding leaves as one frequency is one. */
static hol_status push_roots(encloser *c, const fields *f, const double *lower, const double *upper)
{
  for (size_t from = 0, to; from < f->inside; from = to) {
    double noise = f->resolution[from];
    for (to = from + 1; to < f->inside; to++) {
      noise = fmax(noise, f->resolution[to]);
      if (lower[to] - upper[to - 1] > fmax(16 * noise, 1e-13 * upper[to])) {
        noise = fmax(f->resolution[from], f->resolution[to - 1]);
        break;
      }
    }
    double pad = 8 * (noise + 2 * DBL_EPSILON * upper[to - 1]);
    HOL_TRY(push_root(c, f, from, to, fmax(lower[from] - pad, 0), upper[to - 1] + pad));
  }
  return HOL_OK;
}

/** @param[out] width  the largest, relatively */
static hol_status bound_roots(const encloser *c, const fields *f, double *lower, double *upper, double *width)
{
  const hol_lehmann l = {.sigma = {c->low.lambda, c->high.lambda},
                         .count = f->count,
                         .inside = f->inside,
                         .theta = f->theta,
                         .G = f->G,
                         .Q = {f->Q[0], f->Q[1]}};
  *width = HUGE_VAL;
  HOL_TRY(hol_lehmann_bounds(&l, lower, upper));
  *width = 0;
  for (size_t i = 0; i < f->inside; i++) {
    *width = fmax(*width, (upper[i] - lower[i]) / upper[i]);
  }
  return HOL_OK;
}

static hol_status prove_fields(encloser *c, fields *f)
{
  HOL_TRY(clear_up(c, f, &c->low));
  HOL_TRY(clear_up(c, f, &c->high));
  const precision p = precision_of(c->system);
  double *lower = hol_alloc(f->inside, sizeof *lower), *upper = hol_alloc(f->inside, sizeof *upper), width = HUGE_VAL;
  hol_status status = lower && upper ? bound_roots(c, f, lower, upper, &width) : HOL_MEMORY;
  if (f->is_ahead && status != HOL_MEMORY && !(width <= p.narrow)) {
    status = fill_again(c, f);
    status = status == HOL_OK ? bound_roots(c, f, lower, upper, &width) : status;
  }
  status = status == HOL_NUMERICAL                  ? give_up(c, "the fields do not prove the list")
           : status == HOL_OK && !(width <= p.wide) ? give_up(c, "bounds are too wide")
                                                    : status;
  status = status == HOL_OK ? push_roots(c, f, lower, upper) : status;
  free(lower);
  free(upper);
  return status;
}

/* ------------------------------------------------------------------------------------------------ intervals */

/** Fields between the low end and the high one, which is taken, too.
 *  @param[in,out] k  forgotten as soon as fields are taken of it: it is what is largest */
static hol_status prepare_interval(encloser *c, hol_krylov *k, fields *f)
{
  double lambda = 0;
  size_t inside = 0;
  HOL_TRY(choose_high(c, k, &lambda, &inside));
  HOL_TRY(raise_low(c, k));
  HOL_TRY(take_fields(c, k, inside, f));
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
  fields f = {0};
  hol_status status = prepare_interval(c, k, &f);
  status = status == HOL_OK ? refine_fields(c, &f) : status;
  status = status == HOL_OK ? prove_fields(c, &f) : status;
  clear_fields(&f);
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
  clear_end(&c->low);
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
    clear_end(&c->low);
    c->low = c->high;
    c->high = (end){0};
  }
  return status;
}

/** Is S(λ) of the kind that this is for? In own modes and a remainder of order 1 it is, and the lower bound, too: what it adds, λ/(λ_c − λ) R,
 *  makes of R modes that all have the frequency of the cut-off. */
static bool is_fit(const hol_search *search, size_t zero)
{
  const hol_system *system = search->counter->system;
  bool is_pencil = system->model->exact || system->order == 1;
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
  hol_status status = find_low(&c, zero, low);
  status = status == HOL_OK ? tell_end(&c) : status;
  status = status == HOL_OK ? enclose_all(&c, reached, count) : status;
  hand_over(&c, status);
  hol_matrix_clear(&c.matrix);
  hol_expansion_clear(&c.expansion);
  clear_end(&c.low);
  clear_end(&c.high);
  hol_roots_merge(roots);
  return status == HOL_NUMERICAL ? HOL_OK : status;
}

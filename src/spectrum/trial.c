/* SPDX-License-Identifier: BSD-3-Clause */
/* Trial functions between two shifts: forces left at joints, products, improvement, and proof of the roots. */
#include "spectrum/trial.h"
#include "base/dense.h"
#include "base/memory.h"
#include "base/vector.h"
#include "spectrum/blend.h"
#include "spectrum/lehmann.h"
#include "spectrum/vectors.h"

#include <float.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

/** Improvements; right-hand sides solved together, with all unknowns of S. */
enum { ROUNDS = 12, SOLVED = 8, WHOLE = 4 };
/** Trial functions closer than this are one group; changes of a trial function that bounds of others do not feel.
 *  Relatively to λ, or to a trial function of modal mass one. */
static const double together = 1e-9, outside_change = 1e-3;
/** No root that is not in the block is taken to be nearer to an end than this part of the interval. */
static const double beyond = 1e-2;
/** While others still change trial functions do that change by more than this part of what is fine. */
static const double locked_change = 1e-2;

/** Accuracy required of trial functions, in the same units: they change no more than this by an improvement, which
 *  their bounds do not feel; brackets are no wider; narrower ones gain nothing from better trial functions. */
typedef struct precision {
  double fine, wide, narrow;
} precision;

/** Of the second determinant only lower bounds are used, far below those of the first: what its trial functions lack is
 *  in them by its square. */
static precision precision_of(const hol_system *system)
{
  static const precision sharp = {.fine = 1e-7, .wide = 1e-12, .narrow = 1e-14};
  static const precision one_sided = {.fine = 1e-5, .wide = 1e-8, .narrow = 1e-10};
  return system->bound == HOL_BOUND_LOWER ? one_sided : sharp;
}

/** Record why the method fails. @param[in] why  text for the result */
static hol_status fail(hol_trial *t, const char *why)
{
  t->why = why;
  return HOL_NUMERICAL;
}

/* ------------------------------------------------------------------------------------------------ ends */

/** Weights of what rounding of S(σ), whose entries the count is of, may move a root by. */
static void fill_rounding_weights(hol_shift *e)
{
  const double *d = e->decomposition.scale;
  hol_matrix_apply(&e->matrix, false, true, d, e->weight);
  for (size_t i = 0; i < e->matrix.n; i++) {
    e->weight[i] /= d[i];
  }
}

/** The entries of segments are there for as long as they are factorised: they are most of the room of an end. */
static hol_status factorise(const hol_system *system, double as, hol_shift *e)
{
  HOL_TRY(hol_system_matrix_as(system, e->lambda, as, true, &e->matrix));
  HOL_TRY(hol_decompose(system, &e->matrix, &e->decomposition));
  HOL_TRY(hol_system_count(system, &e->matrix, e->decomposition.negative, &e->count));
  if (!hol_grow(&e->weight, &e->weight_capacity, e->matrix.n, sizeof *e->weight)) {
    return HOL_MEMORY;
  }
  fill_rounding_weights(e);
  hol_matrix_drop_segments(&e->matrix);
  return HOL_OK;
}

hol_status hol_shift_factorise(const hol_system *system, double lambda, double as, hol_shift *end)
{
  end->lambda = lambda;
  end->decomposition.reckons = true; /* check_distance() reckons */
  return factorise(system, as, end);
}

void hol_shift_clear(hol_shift *end)
{
  hol_matrix_clear(&end->matrix);
  hol_decomposition_clear(&end->decomposition);
  free(end->weight);
  *end = (hol_shift){0};
}

void hol_shift_release(hol_shift *end)
{
  hol_decomposition decomposition = end->decomposition;
  end->decomposition = (hol_decomposition){0};
  hol_shift_clear(end);
  end->decomposition = decomposition;
  hol_decomposition_rest(&end->decomposition);
}

/* ------------------------------------------------------------------------------------------------ room */

static void free_functions(hol_trial *t)
{
  free(t->x);
  free(t->r);
  free(t->y);
  free(t->theta);
  free(t->resolution);
  free(t->residual);
  free(t->change);
  free(t->is_active);
  free(t->G);
  free(t->along);
  free(t->Q[0]);
  free(t->Q[1]);
  free(t->C[0]);
  free(t->C[1]);
  free(t->square);
  free(t->lower);
  free(t->upper);
  free(t->scratch);
}

void hol_trial_clear(hol_trial *t)
{
  free_functions(t);
  hol_matrix_clear(&t->matrix);
  *t = (hol_trial){0};
}

static bool make_room(hol_trial *t, size_t count)
{
  size_t n = t->condensation->n;
  free_functions(t);
  t->x = hol_alloc(n * count, sizeof *t->x);
  t->r = hol_alloc(n * count, sizeof *t->r);
  t->y = hol_alloc(n * count, sizeof *t->y);
  t->theta = hol_alloc(count, sizeof *t->theta);
  t->resolution = hol_alloc(count, sizeof *t->resolution);
  t->residual = hol_alloc(count, sizeof *t->residual);
  t->change = hol_alloc(count, sizeof *t->change);
  t->is_active = hol_alloc(count, sizeof *t->is_active);
  t->G = hol_alloc(count * count, sizeof *t->G);
  t->along = hol_alloc(count * count, sizeof *t->along);
  t->Q[0] = hol_alloc(count * count, sizeof *t->Q[0]);
  t->Q[1] = hol_alloc(count * count, sizeof *t->Q[1]);
  t->C[0] = hol_alloc(count * count, sizeof *t->C[0]);
  t->C[1] = hol_alloc(count * count, sizeof *t->C[1]);
  t->square = hol_alloc(count * count, sizeof *t->square);
  t->lower = hol_alloc(count, sizeof *t->lower);
  t->upper = hol_alloc(count, sizeof *t->upper);
  t->scratch = hol_alloc(WHOLE * t->condensation->all + SOLVED * n, sizeof *t->scratch);
  bool has_vectors = t->x && t->r && t->y && t->scratch,
       has_numbers = t->theta && t->resolution && t->residual && t->change && t->is_active;
  return has_vectors && has_numbers && t->G && t->along && t->Q[0] && t->Q[1] && t->C[0] && t->C[1] && t->square &&
         t->lower && t->upper;
}

hol_status hol_trial_start(hol_trial *t, size_t count)
{
  bool is_same = t->n == t->condensation->n && t->all == t->condensation->all;
  if ((!is_same || t->capacity < count) && !make_room(t, count)) {
    return HOL_MEMORY;
  }
  t->capacity = is_same && t->capacity > count ? t->capacity : count;
  t->n = t->condensation->n;
  t->all = t->condensation->all;
  t->count = count;
  t->has_pending = false;
  t->why = NULL;
  return HOL_OK;
}

/* ------------------------------------------------------------------------------------------------ trial functions */

/** The group of trial functions that begins with this one; where one of them is active all are. @return the trial
 *  function after it */
static size_t form_group(hol_trial *t, size_t from)
{
  size_t to = from + 1;
  bool is_active = t->is_active[from];
  while (to < t->count && (to < t->inside) == (from < t->inside) &&
         fabs(t->theta[to] - t->theta[to - 1]) <= together * fabs(t->theta[to])) {
    is_active |= t->is_active[to++];
  }
  for (size_t i = from; i < to; i++) {
    t->is_active[i] = is_active;
  }
  return to;
}

/** A group gets its mean θ. */
static void average_group(hol_trial *t, size_t from, size_t to)
{
  double sum = 0;
  for (size_t i = from; i < to; i++) {
    sum += t->theta[i];
  }
  for (size_t i = from; i < to; i++) {
    t->theta[i] = sum / (double)(to - from);
  }
}

/** r of a trial function, which gets unit modal mass, and its products with the trial functions of its group before it.
 *  scratch: [2 * all + n] */
static hol_status fill_function(hol_trial *t, size_t from, size_t j, double *scratch)
{
  size_t n = t->n, m = t->count;
  double *x = t->x + j * n, *r = t->r + j * n, *slope = scratch;
  hol_forces_apply_condensed(t->forces, t->condensation, &t->matrix, x, r, slope, scratch + n);
  double mass = -hol_dot(n, x, slope);
  if (!(mass > 0)) {
    return HOL_NUMERICAL;
  }
  hol_scale(n, 1 / sqrt(mass), x);
  hol_scale(n, 1 / sqrt(mass), r);
  hol_scale(n, 1 / sqrt(mass), slope);
  for (size_t i = from; i <= j; i++) {
    t->G[i + j * m] = t->G[j + i * m] = -hol_dot(n, t->x + i * n, slope);
  }
  return HOL_OK;
}

/** S at a trial function, but for the entries of segments. */
static hol_status take_matrix(hol_trial *t, double theta)
{
  HOL_TRY(hol_check_cancelled(t->cancellation));
  HOL_TRY(hol_system_matrix_rest(t->system, theta, t->as, &t->matrix));
  HOL_TRY(hol_condensation_at(t->condensation, &t->matrix));
  return t->matrix.n == t->all && t->matrix.signature == t->low->matrix.signature ? HOL_OK : HOL_NUMERICAL;
}

/** The same of a group. */
static hol_status fill_group(hol_trial *t, size_t from, size_t to)
{
  average_group(t, from, to);
  HOL_TRY(take_matrix(t, t->theta[from]));
  for (size_t j = from; j < to; j++) {
    HOL_TRY(fill_function(t, from, j, t->scratch));
  }
  return HOL_OK;
}

/** Products, G between groups by (1) of lehmann.h. */
static void fill_products(hol_trial *t)
{
  size_t n = t->n, m = t->count;
  hol_dense_multiply(m, n, m, 1, (hol_block){t->r, n, true}, (hol_block){t->x, n, false}, 0, t->along, m);
  for (size_t j = 0; j < m; j++) {
    for (size_t i = 0; i < m; i++) {
      if (t->theta[i] != t->theta[j]) {
        t->G[i + j * m] = (t->along[j + i * m] - t->along[i + j * m]) / (t->theta[i] - t->theta[j]);
      }
    }
  }
}

/** Weights of the solutions at both ends for trial function k. Roots outside the block are outside the
 *  interval, whatever is said of them. */
static void weights_of(const hol_trial *t, size_t k, double weight[2])
{
  const double low = t->low->lambda, high = t->high->lambda, gap = beyond * (high - low);
  const hol_blend blend = {{low, high}, fmin(t->below, low - gap), fmax(t->above, high + gap)};
  hol_blend_weights(&blend, t->theta[k], t->is_first, weight);
}

static bool is_nearer_to_low(const hol_trial *t, size_t k)
{
  return t->theta[k] - t->low->lambda < t->high->lambda - t->theta[k];
}

/** ‖z‖/‖w‖ of (2) in lehmann.h, of a trial function inside, by the end that is farther from it. ‖w‖ is 1. @param[in] y
 *  of S(σ)⁻¹r
 *  @param[out] scratch  [2 * all] */
static void measure_residual(hol_trial *t, size_t k, const hol_shift *e, const double *y, double *scratch)
{
  if (k < t->inside && (e == t->low) != is_nearer_to_low(t, k)) {
    t->residual[k] = sqrt(fmax(hol_forces_mass_condensed(t->forces, t->condensation, &e->matrix, y, scratch), 0));
  }
}

/** Of one end, whose condensed multipliers are taken, for some trial functions: C_ij = r_iᵀS(σ)⁻¹r_j, and that end's
 *  part of t->y. */
static hol_status fill_some(hol_trial *t, size_t count, const size_t *field, hol_shift *e, double *C)
{
  size_t n = t->n, m = t->count;
  double *y = t->scratch, *whole = y + SOLVED * n;
  for (size_t i = 0; i < count; i++) {
    memcpy(y + i * n, t->r + field[i] * n, n * sizeof *y);
  }
  HOL_TRY(hol_decomposition_solve_condensed(&e->decomposition, t->condensation, y, count));
  hol_dense_multiply(m, n, count, 1, (hol_block){t->r, n, true}, (hol_block){y, n, false}, 0, t->square, m);
  for (size_t i = 0; i < count; i++, y += n) {
    memcpy(C + field[i] * m, t->square + i * m, m * sizeof *C);
    double part[2];
    weights_of(t, field[i], part);
    hol_add_scaled(n, part[e == t->high], y, t->y + field[i] * n);
    measure_residual(t, field[i], e, y, whole);
  }
  t->solves += count;
  return HOL_OK;
}

/** The same for all that move, some at a time; then Q = r_iᵀx_j − C_ij. C is symmetric, and that of others is as it
 *  was. */
static hol_status fill_end(hol_trial *t, hol_shift *e, double *C, double *Q)
{
  size_t m = t->count, field[SOLVED], count = 0;
  HOL_TRY(hol_condensation_at(t->condensation, &e->matrix));
  for (size_t k = 0; k < m; k++) {
    if (t->is_active[k]) {
      field[count++] = k;
    }
    if (count == SOLVED || (k + 1 == m && count > 0)) {
      HOL_TRY(fill_some(t, count, field, e, C));
      count = 0;
    }
  }
  for (size_t j = 0; j < m; j++) {
    for (size_t i = 0; i < m; i++) {
      if (t->is_active[i] && !t->is_active[j]) {
        C[i + j * m] = C[j + i * m];
      }
    }
  }
  for (size_t i = 0; i < m * m; i++) {
    Q[i] = t->along[i] - C[i];
  }
  return HOL_OK;
}

static hol_status fill_functions(hol_trial *t)
{
  for (size_t from = 0, to; from < t->count; from = to) {
    to = form_group(t, from);
    HOL_TRY(t->is_active[from] ? fill_group(t, from, to) : HOL_OK);
  }
  fill_products(t);
  for (size_t k = 0; k < t->count; k++) {
    if (t->is_active[k]) {
      memset(t->y + k * t->n, 0, t->n * sizeof *t->y);
    }
  }
  HOL_TRY(fill_end(t, t->low, t->C[0], t->Q[0]));
  return fill_end(t, t->high, t->C[1], t->Q[1]);
}

/** Does a trial function belong to a root at this λ? */
static bool is_own(const hol_trial *t, size_t j, double lambda)
{
  return fabs(t->theta[j] + t->Q[0][j * (t->count + 1)] - lambda) <= together * fabs(lambda);
}

/** Compute the correction of every trial function, to be subtracted. With g_j = x_jᵀr,
 *
 *      S(λ)⁻¹r = Σ_j x_j g_j/(λ_j − λ),     1/(λ_j − λ) = w′/(λ_j − σ′) + w/(λ_j − σ) + O((λ − σ′)(σ − λ)/((λ_j −
 *      σ′)(λ_j − σ)(λ_j − λ)))
 *
 *  with w′ = (σ − λ)/(σ − σ′), w = 1 − w′: of roots in the block as it is, of all others from the solutions at both
 *  ends. With other weights what is left of these is (1) of blend.h. In t->y. */
static void find_improvement(hol_trial *t)
{
  size_t n = t->n, m = t->count;
  double *weight = t->square;
  for (size_t k = 0; k < m; k++) {
    double lambda = t->theta[k] + t->Q[0][k * (m + 1)], of[2];
    weights_of(t, k, of);
    for (size_t j = 0; j < m && t->is_active[k]; j++) {
      double at = t->theta[j] + t->Q[0][j * (m + 1)];
      double part = of[0] / (at - t->low->lambda) + of[1] / (at - t->high->lambda);
      double whole = is_own(t, j, lambda) ? 0 : 1 / (at - lambda);
      weight[j + k * m] = t->along[k + j * m] * (whole - part);
    }
  }
  for (size_t from = 0, to; from < m; from = to) { /* neighbours that move together */
    for (to = from + 1; to < m && t->is_active[to] == t->is_active[from];) {
      to++;
    }
    hol_dense_multiply(n, m, t->is_active[from] ? to - from : 0, 1, (hol_block){t->x, n, false},
                       (hol_block){weight + from * m, m, false}, 1, t->y + from * n, n);
  }
}

/** Modal mass, at the low end if need be, whose condensed multipliers are taken. */
static double mass_of(hol_trial *t, const double *y)
{
  if (!t->mass) {
    return hol_forces_mass_condensed(t->forces, t->condensation, &t->low->matrix, y, t->scratch);
  }
  hol_symmetric_multiply(t->mass, 1, t->n, y, t->scratch);
  return hol_dot(t->n, y, t->scratch);
}

/** Compute the size of the correction of each trial function, relative to modal mass one. */
static hol_status measure_changes(hol_trial *t)
{
  HOL_TRY(t->mass ? HOL_OK : hol_condensation_at(t->condensation, &t->low->matrix));
  for (size_t k = 0; k < t->count; k++) {
    t->change[k] = t->is_active[k] ? sqrt(fabs(mass_of(t, t->y + k * t->n))) : t->change[k];
    if (!isfinite(t->change[k])) {
      return HOL_NUMERICAL;
    }
  }
  return HOL_OK;
}

/** The most of those inside. */
static double largest_of(const hol_trial *t, const double *value)
{
  double largest = 0;
  for (size_t k = 0; k < t->inside; k++) {
    largest = fmax(largest, value[k]);
  }
  return largest;
}

static void activate(hol_trial *t, size_t count)
{
  for (size_t k = 0; k < t->count; k++) {
    t->is_active[k] = k < count;
  }
}

/** Lock trial functions that change by no more than `least`, a group as a whole. Those from beyond the ends only
 *  correct the others: they need to be roughly right. */
static void lock_converged(hol_trial *t, double least)
{
  for (size_t k = 0; k < t->count; k++) {
    bool is_told = k < t->inside && t->residual[k] > least; /* of roots close to the farther end */
    t->is_active[k] = t->is_active[k] && (is_told || t->change[k] > (k < t->inside ? least : outside_change));
  }
  for (size_t from = 0; from < t->count;) {
    from = form_group(t, from);
  }
}

static void improve(hol_trial *t)
{
  for (size_t k = 0; k < t->count; k++) {
    if (t->is_active[k]) {
      hol_add_scaled(t->n, -1, t->y + k * t->n, t->x + k * t->n);
    }
  }
}

/** New θ of the active trial functions, and their products. */
static hol_status fill_again(hol_trial *t)
{
  t->is_first = false;
  for (size_t k = 0; k < t->count; k++) {
    t->theta[k] += t->is_active[k] ? t->Q[0][k * (t->count + 1)] : 0;
  }
  t->has_pending = false;
  return fill_functions(t);
}

/** Improve trial functions until they hardly change - at least once if residuals are larger than changes - or changes
 *  do not decrease: what is left is rounding, and is not applied. The last change is pending, and so are those of
 *  locked trial functions: all products belong to the same trial functions, as the proof needs. */
hol_status hol_trial_refine(hol_trial *t)
{
  const double fine = precision_of(t->system).fine;
  double last = HUGE_VAL;
  activate(t, t->count);
  t->is_first = true;
  HOL_TRY(fill_functions(t));
  for (int round = 0; round < ROUNDS && !t->has_pending; round++) {
    find_improvement(t);
    HOL_TRY(measure_changes(t));
    double change = largest_of(t, t->change);
    if (!(change < last)) {
      break;
    }
    last = change;
    t->has_pending = change <= fine && (round > 0 || largest_of(t, t->residual) <= fine);
    if (!t->has_pending) {
      lock_converged(t, locked_change * fine);
      improve(t);
      HOL_TRY(fill_again(t));
    }
  }
  return last <= fine ? HOL_OK : fail(t, "trial functions do not converge");
}

/* ------------------------------------------------------------------------------------------------ roots */

/** What rounding of the matrix at an end may move the root of a trial function by. @param[in] x  [all] */
static double matrix_noise(const hol_trial *t, const hol_shift *e, const double *x)
{
  double size = 0;
  for (size_t k = 0; k < t->all; k++) {
    size += e->weight[k] * x[k] * x[k];
  }
  return 4 * DBL_EPSILON * size + hol_rounding_beside(t->system, &e->matrix, x);
}

/** And rounding of its elimination. It grows with every |x_k|. */
static double elimination_noise(const hol_shift *e, const double *x)
{
  return 0.5 * DBL_EPSILON * hol_decomposition_energy(&e->decomposition, x);
}

static bool is_clear_of_shift(const hol_trial *t, size_t i, const hol_shift *e, double noise)
{
  return fabs(t->theta[i] - e->lambda) > 16 * noise;
}

/** Is a count at an end beyond doubt? No trial function is so close to it that rounding may have moved its root across:
 *  for most it is enough to take the largest of all trial functions in every unknown for each. */
static hol_status check_distance(hol_trial *t, const hol_shift *e, bool *is_clear)
{
  double *x = t->scratch, *largest = x + t->all, *noise = t->square;
  memset(largest, 0, t->all * sizeof *largest);
  HOL_TRY(hol_condensation_at(t->condensation, &e->matrix));
  for (size_t i = 0; i < t->count; i++) {
    hol_forces_expand(t->forces, t->condensation, t->x + i * t->n, x);
    noise[i] = matrix_noise(t, e, x);
    for (size_t k = 0; k < t->all; k++) {
      largest[k] = fmax(largest[k], fabs(x[k]));
    }
  }
  double most = elimination_noise(e, largest);
  *is_clear = true;
  for (size_t i = 0; i < t->count && *is_clear; i++) {
    if (!is_clear_of_shift(t, i, e, noise[i] + most)) {
      hol_forces_expand(t->forces, t->condensation, t->x + i * t->n, x);
      *is_clear = is_clear_of_shift(t, i, e, noise[i] + elimination_noise(e, x));
    }
  }
  return HOL_OK;
}

/** The same, and if rounding of stiff multipliers that were eliminated is what leaves a doubt, count once more with
 *  pivots. */
static hol_status confirm_count(hol_trial *t, hol_shift *e)
{
  size_t count = e->count;
  bool is_clear;
  HOL_TRY(check_distance(t, e, &is_clear));
  if (is_clear) {
    return HOL_OK;
  }
  e->decomposition.reckons = false;
  HOL_TRY(factorise(t->system, t->as, e));
  t->evaluations++;
  HOL_TRY(check_distance(t, e, &is_clear));
  return is_clear && e->count == count ? HOL_OK : fail(t, "a frequency is too close to a shift to be counted there");
}

/** r_iᵀx_j within a group by energies, in all that is made of them: of forces at the joints rounding is that of what
 *  moves, not of what is deformed. And what rounding leaves of them. */
static hol_status sharpen_group(hol_trial *t, size_t from, size_t to)
{
  size_t m = t->count, n = t->n;
  double *x = t->scratch, *other = x + t->all, *work = other + t->all;
  HOL_TRY(take_matrix(t, t->theta[from]));
  for (size_t j = from; j < to; j++) {
    double size = 0;
    hol_forces_expand(t->forces, t->condensation, t->x + j * n, x);
    for (size_t i = from; i <= j; i++) {
      const double *by = i < j ? other : x;
      if (i < j) {
        hol_forces_expand(t->forces, t->condensation, t->x + i * n, other);
      }
      double energy = hol_forces_energy(t->forces, &t->matrix, by, x, &size, work);
      size_t at = i + j * m, across = j + i * m;
      double more[] = {energy - t->along[at], energy - t->along[across]};
      t->along[at] = t->along[across] = energy;
      for (int e = 0; e < 2; e++) {
        t->Q[e][at] += more[0];
        t->Q[e][across] += i == j ? 0 : more[1];
      }
    }
    /* a term has some sixteen roundings of half an ε, those of the numbers it is made of among them; brackets leave
       room for eight times the resolution */
    t->resolution[j] = DBL_EPSILON * size + hol_rounding_beside(t->system, &t->matrix, x);
  }
  return HOL_OK;
}

static hol_status sharpen(hol_trial *t)
{
  for (size_t from = 0, to; from < t->inside; from = to) {
    for (to = from + 1; to < t->inside && t->theta[to] == t->theta[from];) {
      to++;
    }
    HOL_TRY(sharpen_group(t, from, to));
  }
  return HOL_OK;
}

/** @param[out] width  the largest, relatively */
static hol_status bound_roots(hol_trial *t, double *width)
{
  const hol_lehmann l = {.sigma = {t->low->lambda, t->high->lambda},
                         .count = t->count,
                         .inside = t->inside,
                         .theta = t->theta,
                         .G = t->G,
                         .Q = {t->Q[0], t->Q[1]}};
  *width = HUGE_VAL;
  HOL_TRY(sharpen(t));
  HOL_TRY(hol_lehmann_bounds(&l, t->lower, t->upper));
  *width = 0;
  for (size_t i = 0; i < t->inside; i++) {
    *width = fmax(*width, (t->upper[i] - t->lower[i]) / t->upper[i]);
  }
  return HOL_OK;
}

hol_status hol_trial_prove(hol_trial *t)
{
  const precision p = precision_of(t->system);
  double width;
  HOL_TRY(confirm_count(t, t->low));
  HOL_TRY(confirm_count(t, t->high));
  hol_status status = bound_roots(t, &width);
  activate(t, t->inside);
  if (t->has_pending && status != HOL_MEMORY && !(width <= p.narrow)) {
    improve(t);
    status = fill_again(t);
    status = status == HOL_OK ? bound_roots(t, &width) : status;
  }
  if (t->has_pending && status == HOL_OK) { /* bounds do not rest on it */
    improve(t);
    t->has_pending = false;
  }
  return status == HOL_NUMERICAL                  ? fail(t, "the trial functions do not prove the list")
         : status == HOL_OK && !(width <= p.wide) ? fail(t, "bounds are too wide")
                                                  : status;
}

void hol_trial_close(hol_trial *t)
{
  double **of[] = {&t->y, &t->G, &t->along, &t->square, &t->C[0], &t->C[1], &t->Q[0], &t->Q[1]};
  for (size_t i = 0; i < sizeof of / sizeof *of; i++) {
    free(*of[i]);
    *of[i] = NULL;
  }
  t->capacity = 0;
}

/** x less S(σ)⁻¹S(θ)x of some trial functions, which are proved: a change by rounding. @param[in,out] x  [all *
 *  count] */
static hol_status correct_some(hol_trial *t, size_t from, size_t count, hol_shift *e, double *x)
{
  for (size_t k = 0; k < count; k++) {
    double *force = t->scratch, *slope = force + t->all;
    hol_forces_apply(t->forces, &t->matrix, x + k * t->all, force, slope);
    hol_condensation_pick(t->condensation, force, t->r + (from + k) * t->n);
  }
  for (size_t k = 0; k < count; k++) {
    hol_condensation_spread(t->condensation, t->r + (from + k) * t->n, t->scratch + k * t->all);
  }
  HOL_TRY(hol_decomposition_solve(&e->decomposition, t->scratch, count));
  t->solves += count;
  hol_add_scaled(t->all * count, -1, t->scratch, x);
  return HOL_OK;
}

hol_status hol_trial_vectors(hol_trial *t, size_t from, size_t count, double *x)
{
  /* the low end may have been given back, and θ have been improved past the next one's */
  bool is_low = is_nearer_to_low(t, from) && t->low->decomposition.n > 0;
  if (t->n == t->all) { /* nothing has been left out */
    memcpy(x, t->x + from * t->n, t->n * count * sizeof *x);
    return HOL_OK;
  }
  if (!is_low) { /* much room, and vectors are much, too */
    hol_decomposition_rest(&t->low->decomposition);
  }
  HOL_TRY(take_matrix(t, t->theta[from]));
  for (size_t k = 0; k < count; k++) {
    hol_forces_expand(t->forces, t->condensation, t->x + (from + k) * t->n, x + k * t->all);
  }
  for (size_t k = 0; k < count; k += WHOLE) {
    size_t some = k + WHOLE < count ? WHOLE : count - k;
    HOL_TRY(correct_some(t, from + k, some, is_low ? t->low : t->high, x + k * t->all));
  }
  return HOL_OK;
}

size_t hol_trial_root(const hol_trial *t, size_t from, double *lower, double *upper)
{
  double noise = t->resolution[from];
  size_t to = from + 1;
  for (; to < t->inside; to++) {
    noise = fmax(noise, t->resolution[to]);
    if (t->lower[to] - t->upper[to - 1] > fmax(16 * noise, 1e-13 * t->upper[to])) {
      noise = fmax(t->resolution[from], t->resolution[to - 1]);
      break;
    }
  }
  double pad = 8 * (noise + 2 * DBL_EPSILON * t->upper[to - 1]);
  *lower = fmax(t->lower[from] - pad, 0);
  *upper = t->upper[to - 1] + pad;
  return to;
}

/* SPDX-License-Identifier: BSD-3-Clause */
/* The loss factor from which on no motion folds: bisection over whole curves, then the cusp at which the last two folds
 * meet. On the branch, with σ the share of ν in the unit tangent at length s from a point between the folds,
 *
 *     σ(s, η) = 0,   ∂σ/∂s (s, η) = 0:
 *
 * two folds have come together. σ is computed to rounding, its derivatives are differences; η is right to rounding,
 * too, since σ is flat in s there. */
#include "nonlinear/branches.h"
#include "continuation/corrector.h"
#include "nonlinear/tasks.h"
#include "nonlinear/trace.h"

#include "base/memory.h"
#include "base/vector.h"

#include <float.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

/** How close bisection comes before the cusp is sought, and where no cusp is found; relative. */
static const double CLOSE = 1e-3, CLOSEST = 1e-10;
/** Loss factors are sought down to the first of these, from the second on where the file has none. */
static const double LEAST_ETA = 1e-6, USUAL_ETA = 0.1;
enum { DOUBLINGS = 30 };

/** A search under way. */
typedef struct vanishing {
  hol_nonlinear_model *model;
  hol_nonlinear_options options;
  hol_farm *farm;
  hol_nonlinear_found *found;
  size_t n;        /**< unknowns of a motion, and ν */
  double *between; /**< [n] a point between two folds, the closest ones of the last curve that had any; owned */
  double fold_nu, fold_amplitude; /**< of one of them */
} vanishing;

/* ---- folds of a whole curve -------------------------------------------------------------------------------------- */

/** The point of a branch in the middle between two of its events. */
static hol_status take_between(vanishing *v, const hol_nonlinear_branch *b, const hol_nonlinear_event *e,
                               const hol_nonlinear_event *f)
{
  size_t all = b->unknowns, d = v->model->lateral * (all / b->coordinates),
         middle = e->before + (f->before - e->before + 1) / 2;
  if (!v->between) {
    v->n = d + 1;
    v->between = hol_alloc(v->n, sizeof *v->between);
  }
  if (!v->between) {
    return HOL_MEMORY;
  }
  for (size_t i = 0; i < d; i++) {
    v->between[i] =
        f->before > e->before ? b->coefficient[middle * all + i] : (e->coefficient[i] + f->coefficient[i]) / 2;
  }
  v->between[d] = f->before > e->before ? b->nu[middle] : (e->nu + f->nu) / 2;
  return HOL_OK;
}

/** Count the folds of a branch, and keep the closest two of them that follow each other. */
static hol_status count_on(vanishing *v, const hol_nonlinear_branch *b, size_t *folds, double *closest)
{
  const hol_nonlinear_event *last = NULL;
  for (size_t i = 0; i < b->events; i++) {
    const hol_nonlinear_event *e = &b->event[i];
    if (e->kind != HOL_EVENT_FOLD) {
      continue;
    }
    if (last && fabs(e->nu - last->nu) < *closest) {
      *closest = fabs(e->nu - last->nu);
      HOL_TRY(take_between(v, b, last, e));
    }
    if (++*folds == 1) {
      v->fold_nu = e->nu;
      v->fold_amplitude = hol_nonlinear_amplitude(b, e->coefficient, 0);
    }
    last = e;
  }
  return HOL_OK;
}

static hol_status has_folds(vanishing *v, double eta, bool *has)
{
  hol_nonlinear_curve curve = {0};
  size_t folds = 0;
  double closest = (double)INFINITY;
  v->model->eta = eta;
  hol_status status = hol_trace(v->model, &v->options, v->farm, &curve);
  for (size_t i = 0; status == HOL_OK && i < curve.branches; i++) {
    status = count_on(v, &curve.branch[i], &folds, &closest);
  }
  v->found->complete = v->found->complete && curve.complete;
  *has = folds > 0;
  hol_nonlinear_curve_clear(&curve);
  return status;
}

/* ---- bracketing -------------------------------------------------------------------------------------------------- */

/** Loss factors with folds (lower) and without (upper), as far as the request allows.
 *  @param[out] is_there  whether there are such */
static hol_status bracket(vanishing *v, const hol_nonlinear_find *find, double start, bool *is_there)
{
  double low = find->from, high = find->to > 0 ? find->to : fmax(start, find->from);
  bool folds = false, knows_low = false;
  HOL_TRY(has_folds(v, high, &folds));
  for (int i = 0; folds && !(find->to > 0) && i < DOUBLINGS; i++) {
    low = high;
    knows_low = true;
    high *= 2;
    HOL_TRY(has_folds(v, high, &folds));
  }
  *is_there = !folds;
  if (folds || knows_low) {
    v->found->lower = low;
    v->found->upper = high;
    return HOL_OK;
  }
  low = find->from > 0 ? find->from : high / 2;
  HOL_TRY(has_folds(v, low, &folds));
  while (!folds && !(find->from > 0) && low > LEAST_ETA) {
    high = low;
    low /= 2;
    HOL_TRY(has_folds(v, low, &folds));
  }
  *is_there = folds;
  v->found->lower = low;
  v->found->upper = high;
  return HOL_OK;
}

static hol_status bisect(vanishing *v, double close)
{
  hol_nonlinear_found *f = v->found;
  while (f->upper - f->lower > close * f->upper) {
    double middle = f->lower + (f->upper - f->lower) / 2;
    bool folds = false;
    HOL_TRY(has_folds(v, middle, &folds));
    *(folds ? &f->lower : &f->upper) = middle;
  }
  return HOL_OK;
}

/* ---- the cusp ---------------------------------------------------------------------------------------------------- */

/** The branch near a point, by length along the tangent there. */
typedef struct near_cusp {
  hol_nonlinear_model *model;
  hol_corrector corrector;
  double *origin, *row, *z, *t; /**< [n] each */
  double s, eta;
  bool failed; /**< a point could not be computed */
} near_cusp;

/** σ at (s, η). */
static double tangent_part(near_cusp *c, double s, double eta)
{
  size_t n = c->corrector.n;
  c->model->eta = eta;
  if (!hol_corrector_solve(&c->corrector, c->row, c->origin, s, c->z).converged) {
    c->failed = true;
    return 0;
  }
  hol_corrector_tangent(&c->corrector, c->z, c->row, c->t, NULL);
  return c->t[n - 1];
}

static const double STEP = 1e-4; /* of s, for differences */

/** σ, ∂σ/∂s and ∂²σ/∂s². */
static void shares(near_cusp *c, double s, double eta, double value[3])
{
  double middle = tangent_part(c, s, eta), before = tangent_part(c, s - STEP, eta),
         after = tangent_part(c, s + STEP, eta);
  value[0] = middle;
  value[1] = (after - before) / (2 * STEP);
  value[2] = (after - 2 * middle + before) / (STEP * STEP);
}

/** Newton's method for both equations. */
static bool solve_cusp(near_cusp *c)
{
  double start = c->eta;
  for (int i = 0; i < 40; i++) {
    double h = 1e-6 * c->eta;
    double f[3], g[3];
    shares(c, c->s, c->eta, f);
    shares(c, c->s, c->eta + h, g);
    double a = f[1], b = (g[0] - f[0]) / h, p = f[2], q = (g[1] - f[1]) / h, det = a * q - b * p;
    double ds = -(f[0] * q - f[1] * b) / det, d_eta = -(a * f[1] - p * f[0]) / det;
    if (c->failed || !isfinite(ds) || !isfinite(d_eta)) {
      return false;
    }
    double factor = fmin(1, 1 / fmax(fabs(ds) / 0.05, fabs(d_eta) / (0.002 * c->eta)));
    c->s += factor * ds;
    c->eta += factor * d_eta;
    if (!(fabs(c->eta - start) < 10 * CLOSE * start) || !(fabs(c->s) < 1)) {
      return false;
    }
    if (fabs(d_eta) < 1e-13 * c->eta && fabs(ds) < 1e-5) {
      return true;
    }
  }
  return false;
}

/** σ at its vertex in s near the cusp, for another loss factor. */
static double vertex(near_cusp *c, double eta)
{
  double s = c->s, value[3] = {0};
  for (int i = 0; i < 4; i++) {
    shares(c, s, eta, value);
    s -= value[2] != 0 ? fmin(fmax(value[1] / value[2], -0.05), 0.05) : 0;
  }
  return tangent_part(c, s, eta);
}

/** The narrowest loss factors about the cusp between which the vertex changes its sign by more than rounding. */
static bool certify(near_cusp *c, hol_nonlinear_found *found)
{
  for (double width = 1e-13; width < 1e-6; width *= 10) {
    double low = c->eta * (1 - width), high = c->eta * (1 + width);
    double a = vertex(c, low), b = vertex(c, high);
    if (!c->failed && a * b < 0 && fmin(fabs(a), fabs(b)) > 64 * DBL_EPSILON) {
      found->lower = low;
      found->upper = high;
      return true;
    }
  }
  return false;
}

static void take_cusp(near_cusp *c, const hol_steady *s, hol_nonlinear_found *found)
{
  const hol_balance *b = &s->balance;
  const hol_nonlinear_branch shape = {
      .unknowns = b->unknowns, .coordinates = b->coordinates, .period = b->period, .harmonics = b->highest / b->period};
  (void)tangent_part(c, c->s, c->eta);
  found->kind = HOL_VANISHING_CUSP;
  found->loss.eta = c->eta;
  found->nu = c->z[b->unknowns];
  found->amplitude = hol_nonlinear_amplitude(&shape, c->z, 0);
}

/** From the point between the folds to the cusp.
 *  @param[in] work  [4n] */
static void find_cusp_in(vanishing *v, hol_steady *s, near_cusp *c, double *work)
{
  size_t n = v->n;
  c->origin = work;
  c->row = work + n;
  c->z = work + 2 * n;
  c->t = work + 3 * n;
  c->corrector.unit_x = fmax(hol_norm(n - 1, v->between), s->small);
  c->corrector.unit_p = s->unit;
  v->model->eta = v->found->lower;
  memcpy(c->z, v->between, n * sizeof *c->z);
  memcpy(c->origin, v->between, n * sizeof *c->origin);
  c->row[n - 1] = 1;
  if (!hol_corrector_solve(&c->corrector, c->row, c->origin, 0, c->z).converged) {
    return;
  }
  memcpy(c->origin, c->z, n * sizeof *c->z);
  hol_corrector_tangent(&c->corrector, c->z, c->row, c->row, NULL);
  c->eta = v->found->lower;
  if (solve_cusp(c) && certify(c, v->found)) {
    take_cusp(c, s, v->found);
  }
}

static hol_status find_cusp(vanishing *v)
{
  hol_steady s = {0};
  near_cusp c = {.model = v->model};
  hol_status status = hol_steady_start(&s, v->model, &v->options, 1, false);
  double *work = hol_alloc(4 * v->n, sizeof *work);
  if (status == HOL_OK) {
    status = hol_corrector_start(&c.corrector, &s.equation);
  }
  if (status == HOL_OK) {
    status = work ? HOL_OK : HOL_MEMORY;
  }
  if (status == HOL_OK) {
    find_cusp_in(v, &s, &c, work);
  }
  free(work);
  hol_corrector_clear(&c.corrector);
  hol_steady_clear(&s);
  return status;
}

/* ---- all together ------------------------------------------------------------------------------------------------ */

static hol_status search(vanishing *v, const hol_nonlinear_find *find, double start)
{
  hol_nonlinear_found *f = v->found;
  bool is_there = false;
  HOL_TRY(bracket(v, find, start, &is_there));
  if (!is_there) {
    f->complete = false;
    return HOL_OK;
  }
  HOL_TRY(bisect(v, CLOSE));
  double low = f->lower, high = f->upper;
  if (v->between) {
    HOL_TRY(find_cusp(v));
  }
  if (f->kind == HOL_VANISHING_CUSP && f->lower >= low * (1 - CLOSE) && f->upper <= high * (1 + CLOSE)) {
    return HOL_OK;
  }
  f->lower = low;
  f->upper = high;
  f->kind = HOL_VANISHING_AT_RANGE;
  HOL_TRY(bisect(v, CLOSEST));
  f->loss.eta = f->lower + (f->upper - f->lower) / 2;
  f->nu = v->fold_nu;
  f->amplitude = v->fold_amplitude;
  return HOL_OK;
}

/** Is this the first loss with its law? */
static bool is_new_law(const hol_nonlinear_request *r, size_t i)
{
  for (size_t j = 0; j < i; j++) {
    if (r->loss[j].viscous == r->loss[i].viscous && r->loss[j].cubic == r->loss[i].cubic) {
      return false;
    }
  }
  return true;
}

static bool is_wanted(const hol_nonlinear_request *r, size_t find, size_t loss)
{
  return is_new_law(r, loss) && (!r->find[find].has_law || r->find[find].cubic == r->loss[loss].cubic);
}

/** Number k of the searches, levels and laws, the last running fastest.
 *  @param[out] found  may be NULL
 *  @return how many there are, at most k + 1 */
static size_t enumerate(const hol_nonlinear_request *r, size_t k, hol_nonlinear_found *found)
{
  size_t levels = r->levels ? r->levels : 1;
  size_t count = 0;
  for (size_t i = 0; i < r->finds * levels; i++) {
    for (size_t j = 0; j < r->losses && count <= k; j++) {
      if (is_wanted(r, i / levels, j) && count++ == k && found) {
        *found = (hol_nonlinear_found){
            .find = i / levels, .level = r->levels ? r->level[i % levels] : 1, .loss = r->loss[j]};
      }
    }
  }
  return count;
}

size_t hol_nonlinear_finds(const hol_nonlinear_request *request)
{
  return enumerate(request, SIZE_MAX - 1, NULL);
}

/** The largest loss factor of the request with this law. */
static double largest_eta(const hol_nonlinear_request *r, const hol_nonlinear_loss *law)
{
  double largest = 0;
  for (size_t i = 0; i < r->losses; i++) {
    largest =
        r->loss[i].viscous == law->viscous && r->loss[i].cubic == law->cubic ? fmax(largest, r->loss[i].eta) : largest;
  }
  return largest > 0 ? largest : USUAL_ETA;
}

hol_status hol_vanishing_solve(const hol_nonlinear_request *request, size_t k, hol_farm *farm,
                               hol_nonlinear_found *found)
{
  hol_nonlinear_found f = {0};
  hol_nonlinear_model model = {0};
  (void)enumerate(request, k, &f);
  vanishing v = {.model = &model, .options = request->options, .farm = farm, .found = &f};
  double start = largest_eta(request, &f.loss);
  v.options.period = 1;
  v.options.no_stability = true;
  f.kind = HOL_VANISHING_NOT;
  f.loss.eta = f.nu = f.amplitude = (double)NAN;
  f.complete = true;
  hol_status status = hol_case_model(request, f.level, &f.loss, &model);
  if (status == HOL_OK) {
    status = search(&v, &request->find[f.find], start);
  }
  free(v.between);
  hol_nonlinear_model_clear(&model);
  f.failed = status == HOL_NUMERICAL;
  f.complete = f.complete && !f.failed;
  f.kind = f.failed ? HOL_VANISHING_NOT : f.kind;
  *found = f;
  return f.failed ? HOL_OK : status;
}

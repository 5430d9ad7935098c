/* SPDX-License-Identifier: BSD-3-Clause */
/* All motions of a curve at the frequencies asked for. */
#include "nonlinear/motions.h"

#include "base/memory.h"
#include "base/vector.h"
#include "nonlinear/branches.h"
#include "nonlinear/incomplete.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

typedef struct listing {
  const hol_nonlinear_model *model;
  hol_nonlinear_options options;
  hol_nonlinear_curve *curve;
  size_t capacity;
  double *z; /**< a motion with its frequency */
} listing;

/** A point of a branch or an event of it. */
typedef struct curve_point {
  double nu;
  const double *coefficient;
  bool is_fold;
} curve_point;

/** Does the branch pass ν between two places? A branch may begin at the lower end of the range. */
static bool passes(const listing *l, const curve_point *a, const curve_point *b, double nu)
{
  return nu == l->options.from ? (a->nu <= nu) != (b->nu <= nu) : (a->nu < nu) != (b->nu < nu);
}

/** Where ν is between two places: beside a fold its distance grows as the square of that along the branch. */
static double part_of(const curve_point *a, const curve_point *b, double nu)
{
  double part = (nu - a->nu) / (b->nu - a->nu);
  return a->is_fold ? sqrt(part) : b->is_fold ? 1 - sqrt(1 - part) : part;
}

/** The motion between two places into z. */
static hol_status solve_motion(hol_steady *s, const curve_point *a, const curve_point *b, double *z, bool *converged)
{
  size_t n = s->balance.unknowns;
  double nu = z[n], part = part_of(a, b, nu), start[] = {part, (part + 0.5) / 2, part / 2, (part + 1) / 2};
  *converged = false;
  for (size_t k = 0; k < sizeof start / sizeof *start && !*converged; k++) {
    for (size_t i = 0; i < n; i++) {
      z[i] = a->coefficient[i] + start[k] * (b->coefficient[i] - a->coefficient[i]);
    }
    z[n] = nu;
    HOL_TRY(hol_path_solve(&s->equation, s->unit, z, converged));
  }
  return HOL_OK;
}

static hol_status add_motion(listing *l, hol_steady *s, size_t branch, const curve_point *a, const curve_point *b,
                             double nu)
{
  hol_nonlinear_curve *c = l->curve;
  if (!hol_grow(&c->motion, &l->capacity, c->motions + 1, sizeof *c->motion)) {
    return HOL_MEMORY;
  }
  hol_nonlinear_motion_at *m = &c->motion[c->motions];
  size_t n = s->balance.unknowns, all = c->branch[branch].unknowns;
  *m = (hol_nonlinear_motion_at){
      .nu = nu, .branch = branch, .unstable = SIZE_MAX, .multiplier = (double)NAN, .error = (double)NAN};
  m->coefficient = hol_alloc(all, sizeof *m->coefficient);
  double *z = l->z;
  if (!m->coefficient) {
    return HOL_MEMORY;
  }
  c->motions++;
  bool converged = false;
  z[n] = nu;
  HOL_TRY(solve_motion(s, a, b, z, &converged));
  hol_balance_spread(&s->balance, z, nu, m->coefficient);
  if (!converged) {
    hol_incomplete_add(c, (hol_incomplete_reason){.kind = HOL_INCOMPLETE_MOTION, .nu = nu, .branch = branch});
  }
  m->amplitude = hol_nonlinear_amplitude(&c->branch[branch], m->coefficient, 0);
  if (!l->options.no_stability) {
    hol_stability stability = {0};
    HOL_TRY(hol_steady_index(s, z, &stability));
    m->unstable = stability.above + stability.below + 2 * stability.pairs;
    m->multiplier = stability.largest;
  }
  return HOL_OK;
}

/** All passages of ν along a branch. */
static hol_status list_branch(listing *l, hol_steady *s, size_t branch, double nu)
{
  const hol_nonlinear_branch *b = &l->curve->branch[branch];
  size_t event = 0;
  curve_point last = {b->nu[0], b->coefficient, false};
  for (size_t k = 1; k < b->points; k++) {
    for (; event < b->events && b->event[event].before == k - 1; event++) {
      const hol_nonlinear_event *e = &b->event[event];
      const curve_point here = {e->nu, e->coefficient, e->kind == HOL_EVENT_FOLD};
      HOL_TRY(passes(l, &last, &here, nu) ? add_motion(l, s, branch, &last, &here, nu) : HOL_OK);
      last = here;
    }
    const curve_point here = {b->nu[k], b->coefficient + k * b->unknowns, false};
    HOL_TRY(passes(l, &last, &here, nu) ? add_motion(l, s, branch, &last, &here, nu) : HOL_OK);
    last = here;
  }
  return HOL_OK;
}

static int by_amplitude(const void *x, const void *y)
{
  const hol_nonlinear_motion_at *a = x, *b = y;
  return (a->amplitude > b->amplitude) - (a->amplitude < b->amplitude);
}

/** Is the r-th image of x y, but for rounding? @param[in] image  [unknowns] scratch */
static bool is_image(const hol_steady *s, const double *x, size_t r, const double *y, double *image)
{
  static const double same = 1e-6;
  size_t n = s->balance.unknowns;
  double off = 0;
  hol_image(&s->balance, x, r, image);
  for (size_t i = 0; i < n; i++) {
    off = fmax(off, fabs(image[i] - y[i]));
  }
  return off <= same * hol_largest(n, y);
}

/** Leave out the motions listed since there were `first` that are images of others: a branch that passes a point of
 *  greater symmetry goes on as its own image. The others' images are counted. */
static void drop_images(listing *l, const hol_steady *s, size_t first)
{
  hol_nonlinear_curve *c = l->curve;
  size_t all = 2 * s->balance.period, kept = first;
  for (size_t i = first; i < c->motions; i++) {
    hol_nonlinear_motion_at *m = &c->motion[i];
    size_t same = 0;
    bool is_listed = false;
    for (size_t r = 0; r < all; r++) {
      same += is_image(s, m->coefficient, r, m->coefficient, l->z);
      for (size_t k = first; k < kept && !is_listed; k++) {
        is_listed = is_image(s, m->coefficient, r, c->motion[k].coefficient, l->z);
      }
    }
    m->images = all / (same > 0 ? same : 1) - 1;
    if (is_listed) {
      free(m->coefficient);
    } else {
      c->motion[kept++] = *m;
    }
  }
  c->motions = kept;
}

/** The branches of one period. */
static hol_status list_period(listing *l, size_t period, double nu)
{
  hol_steady s = {0};
  size_t first = 0, before = l->curve->motions;
  while (first < l->curve->branches && l->curve->branch[first].period != period) {
    first++;
  }
  if (first == l->curve->branches) {
    return HOL_OK;
  }
  l->options.harmonics = l->curve->branch[first].harmonics;
  hol_status status = hol_steady_start(&s, l->model, &l->options, period, false);
  if (status == HOL_OK) {
    l->z = hol_alloc(s.balance.unknowns + 1, sizeof *l->z);
    status = l->z ? HOL_OK : HOL_MEMORY;
  }
  for (size_t i = 0; status == HOL_OK && i < l->curve->branches; i++) {
    status = l->curve->branch[i].period == period ? list_branch(l, &s, i, nu) : HOL_OK;
  }
  if (status == HOL_OK) {
    drop_images(l, &s, before);
  }
  free(l->z);
  l->z = NULL;
  hol_steady_clear(&s);
  return status;
}

hol_status hol_motions_at(const hol_nonlinear_model *model, const hol_nonlinear_options *options, const double *nu,
                          size_t count, hol_nonlinear_curve *curve)
{
  listing l = {.model = model, .options = *options, .curve = curve};
  for (size_t k = 0; k < count; k++) {
    size_t first = curve->motions;
    for (size_t period = 1; period <= (options->period ? options->period : 1); period++) {
      HOL_TRY(list_period(&l, period, nu[k]));
    }
    if (curve->motions > first) {
      qsort(curve->motion + first, curve->motions - first, sizeof *curve->motion, by_amplitude);
    }
  }
  return HOL_OK;
}

/* SPDX-License-Identifier: BSD-3-Clause */
/* Branches of a curve found so far, and whether a motion lies on one of them. */
#include "nonlinear/branches.h"

#include "base/memory.h"
#include "base/vector.h"
#include "continuation/corrector.h"
#include "nonlinear/map.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

static void clear_branch(hol_nonlinear_branch *b)
{
  for (size_t i = 0; i < b->events; i++) {
    free(b->event[i].coefficient);
  }
  free(b->nu);
  free(b->coefficient);
  free(b->unstable);
  free(b->multiplier);
  free(b->event);
  free(b->confirmation);
  *b = (hol_nonlinear_branch){0};
}

void hol_nonlinear_curve_clear(hol_nonlinear_curve *curve)
{
  for (size_t i = 0; i < curve->branches; i++) {
    clear_branch(&curve->branch[i]);
  }
  for (size_t i = 0; i < curve->motions; i++) {
    free(curve->motion[i].coefficient);
  }
  free(curve->branch);
  free(curve->motion);
  *curve = (hol_nonlinear_curve){0};
}

/* ---------------------------------------------------------------------------------------------------- making */

static void take_point(hol_steady *s, const hol_path *path, size_t at, hol_nonlinear_branch *b, size_t to)
{
  const double *z = path->z + at * (path->unknowns + 1);
  const hol_stability *stability = &path->point[at].stability;
  bool is_known = s->equation.stability != NULL;
  b->nu[to] = z[path->unknowns];
  hol_balance_spread(&s->balance, z, b->nu[to], b->coefficient + to * b->unknowns);
  b->unstable[to] = is_known ? stability->above + stability->below + 2 * stability->pairs : SIZE_MAX;
  b->multiplier[to] = is_known ? stability->largest : (double)NAN;
}

static hol_status take_event(hol_steady *s, const hol_path_event *from, size_t before, hol_nonlinear_branch *b)
{
  hol_nonlinear_event *e = &b->event[b->events];
  e->coefficient = hol_alloc(b->unknowns, sizeof *e->coefficient);
  if (!e->coefficient) {
    return HOL_MEMORY;
  }
  b->events++;
  e->kind = from->kind;
  e->nu = from->z[s->balance.unknowns];
  e->before = before;
  e->is_maximum = from->is_maximum;
  e->error = (double)NAN;
  hol_balance_spread(&s->balance, from->z, e->nu, e->coefficient);
  return HOL_OK;
}

static hol_status fill_branch(hol_steady *s, const hol_path *back, const hol_path *forth, hol_nonlinear_branch *b)
{
  size_t behind = back->points > 0 ? back->points - 1 : 0;
  for (size_t i = 0; i < behind; i++) {
    take_point(s, back, behind - i, b, i);
  }
  for (size_t i = 0; i < forth->points; i++) {
    take_point(s, forth, i, b, behind + i);
  }
  for (size_t i = back->events; i-- > 0;) {
    HOL_TRY(take_event(s, &back->event[i], behind - 1 - back->event[i].before, b));
  }
  for (size_t i = 0; i < forth->events; i++) {
    HOL_TRY(take_event(s, &forth->event[i], behind + forth->event[i].before, b));
  }
  return HOL_OK;
}

hol_status hol_branch_make(hol_steady *s, const hol_path *back, const hol_path *forth, hol_nonlinear_branch *branch)
{
  const hol_balance *balance = &s->balance;
  size_t behind = back->points > 0 ? back->points - 1 : 0, coordinates = balance->coordinates + balance->model->axial;
  hol_nonlinear_branch b = {.points = behind + forth->points,
                            .unknowns = coordinates * balance->block,
                            .coordinates = coordinates,
                            .period = balance->period,
                            .harmonics = balance->highest / balance->period,
                            .parent = SIZE_MAX};
  b.nu = hol_alloc(b.points, sizeof *b.nu);
  b.coefficient = hol_alloc(b.points * b.unknowns, sizeof *b.coefficient);
  b.unstable = hol_alloc(b.points, sizeof *b.unstable);
  b.multiplier = hol_alloc(b.points, sizeof *b.multiplier);
  b.event = hol_alloc(back->events + forth->events, sizeof *b.event);
  b.end[0] = back->points > 0                       ? back->end
             : forth->end == HOL_BRANCH_ENDS_CLOSED ? forth->end
                                                    : HOL_BRANCH_ENDS_AT_RANGE;
  b.end[1] = forth->end;
  hol_status status = HOL_MEMORY;
  if (b.nu && b.coefficient && b.unstable && b.multiplier && b.event) {
    status = fill_branch(s, back, forth, &b);
  }
  if (status != HOL_OK) {
    clear_branch(&b);
  }
  *branch = b;
  return status;
}

/* ---------------------------------------------------------------------------------------------------- asking */

/** Does the arc over the chord from a to b (points of a branch) pass through z? On the plane through z across the chord
 *  the branch has one point near the chord; Newton's method finds it, at folds and vertices as well as elsewhere.
 *  @param[in] work  [3n] */
static bool is_on_arc(hol_corrector *c, const double *a, const double *b, const double *z, double *work)
{
  size_t n = c->n;
  double *row = work, *guess = work + n, length = 0, along = 0, off = 0, miss = 0;
  for (size_t i = 0; i < n; i++) {
    double unit = hol_corrector_unit(c, i), d = (b[i] - a[i]) / unit, e = (z[i] - a[i]) / unit;
    row[i] = d;
    length += d * d;
    along += d * e;
    off += e * e;
  }
  length = sqrt(length);
  if (!(length > 0) || along < -0.02 * length * length || along > 1.02 * length * length) {
    return false;
  }
  along /= length;
  if (off - along * along > 0.09 * length * length) { /* a step turns by less than 0.3 */
    return false;
  }
  for (size_t i = 0; i < n; i++) {
    row[i] /= length;
    guess[i] = a[i] + along * row[i] * hol_corrector_unit(c, i);
  }
  if (!hol_corrector_solve(c, row, a, along, guess).converged) {
    return false;
  }
  for (size_t i = 0; i < n; i++) {
    miss = fmax(miss, fabs(guess[i] - z[i]) / hol_corrector_unit(c, i));
  }
  return miss <= 1e-7;
}

/** Point k of a branch with its frequency: n unknowns of the equations. */
static void copy_point(const hol_nonlinear_branch *b, size_t k, size_t n, double *z)
{
  memcpy(z, b->coefficient + k * b->unknowns, n * sizeof *z);
  z[n] = b->nu[k];
}

/** @param[in] work  [4n] */
static bool passes(hol_corrector *c, const hol_steady *s, const hol_nonlinear_branch *b, const double *z, double *work)
{
  size_t n = c->n;
  c->unit_x = fmax(hol_norm(n - 1, z), s->small);
  c->unit_p = s->unit;
  copy_point(b, 0, n - 1, work);
  for (size_t k = 1; k < b->points; k++) {
    double *from = k % 2 ? work : work + n, *to = k % 2 ? work + n : work;
    copy_point(b, k, n - 1, to);
    if (is_on_arc(c, from, to, z, work + 2 * n)) {
      return true;
    }
  }
  return false;
}

hol_status hol_branch_has(hol_steady *s, const hol_nonlinear_branch *branch, const double *z, bool images, bool *found)
{
  *found = false;
  size_t n = s->balance.unknowns + 1, count = images ? 2 * s->balance.period : 1;
  if (branch->period != s->balance.period) {
    return HOL_OK;
  }
  hol_corrector c;
  hol_status status = hol_corrector_start(&c, &s->equation);
  double *work = hol_alloc(5 * n, sizeof *work);
  status = work ? status : HOL_MEMORY;
  for (size_t r = 0; status == HOL_OK && r < count && !*found; r++) {
    hol_image(&s->balance, z, r, work);
    work[n - 1] = z[n - 1];
    *found = passes(&c, s, branch, work, work + n);
  }
  free(work);
  hol_corrector_clear(&c);
  return status;
}

/* ---------------------------------------------------------------------------------------------------- by the map */

/** A motion in time: its states at t = 0 and after every half period of the force, with sign (-1)^r. */
typedef struct orbit {
  hol_oscillator map;
  size_t period;
  double *state; /**< [2·period][2]; owned */
  double size[2];
} orbit;

static hol_status start_orbit(const hol_nonlinear_model *model, const hol_spectrum *cycle, orbit *o)
{
  size_t images = 2 * cycle->cycle.period;
  *o = (orbit){.map = hol_oscillator_of(model, cycle->nu), .period = cycle->cycle.period};
  double reach = fabs(cycle->coefficient[0]);
  for (size_t h = 1; h <= cycle->highest; h++) {
    reach += hypot(cycle->coefficient[2 * h - 1], cycle->coefficient[2 * h]);
  }
  HOL_TRY(hol_oscillator_start(&o->map, 1.5 * reach, 1));
  o->state = hol_alloc(2 * images, sizeof *o->state);
  if (!o->state) {
    return HOL_MEMORY;
  }
  hol_states z = {0};
  z.q[0] = cycle->cycle.state[0];
  z.v[0] = cycle->cycle.state[1];
  for (size_t r = 0; r < images; r++) {
    double sign = r % 2 ? -1 : 1;
    o->state[2 * r] = sign * z.q[0];
    o->state[2 * r + 1] = sign * z.v[0];
    o->size[0] = fmax(o->size[0], fabs(z.q[0]));
    o->size[1] = fmax(o->size[1], fabs(z.v[0]));
    hol_map_states(&o->map, 1, r % 2, &z);
  }
  return HOL_OK;
}

static void clear_orbit(orbit *o)
{
  hol_oscillator_clear(&o->map);
  free(o->state);
}

/** The state at t = 0 between points k and k + 1 of a branch. */
static void state_between(const hol_nonlinear_branch *b, size_t k, double nu, double *q, double *v)
{
  const double *x = b->coefficient + k * b->unknowns, *y = x + b->unknowns;
  double part = (nu - b->nu[k]) / (b->nu[k + 1] - b->nu[k]), w = nu / (double)b->period;
  *q = sqrt(0.5) * (x[0] + part * (y[0] - x[0]));
  *v = 0;
  for (size_t h = 1; 2 * h < b->unknowns; h++) {
    *q += x[2 * h - 1] + part * (y[2 * h - 1] - x[2 * h - 1]);
    *v += (double)h * w * (x[2 * h] + part * (y[2 * h] - x[2 * h]));
  }
}

/** Does Newton's method lead from one of the states to one of the orbit? */
static bool leads_to(const orbit *o, size_t count, hol_states *z)
{
  enum { ITERATIONS = 6 };
  static const double same = 1e-5, far = 0.2;
  const hol_states start = *z;
  hol_states step = {0};
  for (int i = 0; i < ITERATIONS; i++) {
    step = *z;
    hol_map_newton(&o->map, o->period, &step);
    z->q += step.q;
    z->v += step.v;
  }
  for (size_t l = 0; l < count; l++) {
    double rest = fmax(fabs(step.q[l]) / o->size[0], fabs(step.v[l]) / o->size[1]);
    double moved = fmax(fabs(z->q[l] - start.q[l]) / o->size[0], fabs(z->v[l] - start.v[l]) / o->size[1]);
    for (size_t r = 0; r < 2 * o->period && rest < 1e-7 && moved < far; r++) {
      const double *image = o->state + 2 * r;
      if (fabs(z->q[l] - image[0]) < same * o->size[0] && fabs(z->v[l] - image[1]) < same * o->size[1]) {
        return true;
      }
    }
  }
  return false;
}

hol_status hol_branch_has_cycle(const hol_nonlinear_model *model, const hol_nonlinear_branch *b,
                                const hol_spectrum *cycle, bool *found)
{
  *found = false;
  if (b->period != cycle->cycle.period) {
    return HOL_OK;
  }
  orbit o;
  hol_states z = {0};
  size_t count = 0;
  hol_status status = start_orbit(model, cycle, &o);
  for (size_t k = 0; status == HOL_OK && k + 1 < b->points && !*found; k++) {
    if ((b->nu[k] < cycle->nu) != (b->nu[k + 1] < cycle->nu)) {
      double q, v;
      state_between(b, k, cycle->nu, &q, &v);
      z.q[count] = q;
      z.v[count++] = v;
    }
    if (count == HOL_LANES) {
      *found = leads_to(&o, count, &z);
      z = (hol_states){0};
      count = 0;
    }
  }
  *found = *found || (status == HOL_OK && count > 0 && leads_to(&o, count, &z));
  clear_orbit(&o);
  return status;
}

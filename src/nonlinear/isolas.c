/* SPDX-License-Identifier: BSD-3-Clause */
/* Isolated subharmonic branches: continuation in the loss from where they appear. */
#include "nonlinear/isolas.h"

#include "nonlinear/map.h"

#include <math.h>
#include <string.h>

/** Places: state, frequency, part of the losses. */
enum { Q, V, NU, LOSS, PLACES };

/** A surface of motions. */
typedef struct surface {
  const hol_nonlinear_model *model;
  const hol_isola_range *range;
  size_t period;
  double unit[PLACES]; /**< in which lengths are measured */
} surface;

/** P^m(z) - z and its derivatives, in units. */
typedef struct equations {
  double f[2], by[2][PLACES];
} equations;

/** The oscillator at a place, ready. To be cleared in every case. */
static hol_status oscillator_at(const surface *s, double nu, double loss, hol_oscillator *o)
{
  *o = hol_oscillator_of(s->model, nu);
  o->c *= loss;
  o->gamma *= loss;
  return hol_oscillator_start(o, s->range->box[0], 1);
}

/** The image of a state. */
static hol_status image_of(const surface *s, const double x[PLACES], bool varied, hol_states *y)
{
  hol_oscillator o;
  hol_status status = oscillator_at(s, x[NU], x[LOSS], &o);
  *y = (hol_states){0};
  y->q[0] = x[Q];
  y->v[0] = x[V];
  if (status == HOL_OK && varied) {
    hol_map_varied(&o, 2 * s->period, y);
  } else if (status == HOL_OK) {
    hol_map_states(&o, 2 * s->period, false, y);
  }
  hol_oscillator_clear(&o);
  return status;
}

static hol_status evaluate(const surface *s, const double x[PLACES], equations *e)
{
  static const double part = 1e-6; /* of a unit: for differences */
  hol_states y, moved;
  HOL_TRY(image_of(s, x, true, &y));
  const double by_state[2][2] = {{y.by_q[0][0] - 1, y.by_v[0][0]}, {y.by_q[1][0], y.by_v[1][0] - 1}};
  e->f[0] = (y.q[0] - x[Q]) / s->unit[Q];
  e->f[1] = (y.v[0] - x[V]) / s->unit[V];
  for (size_t i = 0; i < 2; i++) {
    for (size_t k = 0; k < 2; k++) {
      e->by[i][k] = by_state[i][k] * s->unit[k] / s->unit[i];
    }
  }
  for (size_t k = NU; k < PLACES; k++) {
    double beside[PLACES];
    memcpy(beside, x, sizeof beside);
    beside[k] += part * s->unit[k];
    HOL_TRY(image_of(s, beside, false, &moved));
    e->by[0][k] = (moved.q[0] - y.q[0]) / (part * s->unit[Q]);
    e->by[1][k] = (moved.v[0] - y.v[0]) / (part * s->unit[V]);
  }
  return HOL_OK;
}

/** The least d with J d = r among the free places: Jt (J Jt)^-1 r. @return whether the rows are independent */
static bool least_solution(const equations *e, const bool is_free[PLACES], const double r[2], double d[PLACES])
{
  double g[3] = {0};
  for (size_t k = 0; k < PLACES; k++) {
    g[0] += is_free[k] ? e->by[0][k] * e->by[0][k] : 0;
    g[1] += is_free[k] ? e->by[0][k] * e->by[1][k] : 0;
    g[2] += is_free[k] ? e->by[1][k] * e->by[1][k] : 0;
  }
  double det = g[0] * g[2] - g[1] * g[1];
  const double w[2] = {(g[2] * r[0] - g[1] * r[1]) / det, (g[0] * r[1] - g[1] * r[0]) / det};
  for (size_t k = 0; k < PLACES; k++) {
    d[k] = is_free[k] ? e->by[0][k] * w[0] + e->by[1][k] * w[1] : 0;
  }
  return det > 1e-14 * g[0] * g[2] && isfinite(w[0]) && isfinite(w[1]);
}

/** Gauss-Newton iterations onto the surface.
 *  @param[out] first      length of the first correction
 *  @param[out] converged  whether x is on it */
static hol_status correct(const surface *s, const bool is_free[PLACES], double x[PLACES], double *first,
                          bool *converged)
{
  enum { ITERATIONS = 6 };
  *converged = false;
  for (int i = 0; i < ITERATIONS && !*converged; i++) {
    equations e;
    double d[PLACES], size = 0;
    HOL_TRY(evaluate(s, x, &e));
    if (!least_solution(&e, is_free, e.f, d)) {
      return HOL_OK;
    }
    for (size_t k = 0; k < PLACES; k++) {
      x[k] -= d[k] * s->unit[k];
      size = fmax(size, fabs(d[k]));
    }
    *first = i == 0 ? size : *first;
    *converged = size < 1e-7;
    if (!(size < 0.3)) {
      return HOL_OK;
    }
  }
  return HOL_OK;
}

/** The steepest way up along the surface, of unit length. @return its slope; 0: none */
static double steepest(const equations *e, const bool is_free[PLACES], double way[PLACES])
{
  const double r[2] = {e->by[0][LOSS], e->by[1][LOSS]};
  double size = 0;
  if (!least_solution(e, is_free, r, way)) {
    return 0;
  }
  for (size_t k = 0; k < PLACES; k++) {
    way[k] = (k == LOSS ? 1 : 0) - way[k];
    size += way[k] * way[k];
  }
  size = sqrt(size);
  for (size_t k = 0; k < PLACES; k++) {
    way[k] /= size;
  }
  return size;
}

/** At an end of the range the way along ν out of it is closed. */
static void choose_free(const surface *s, const double x[PLACES], const equations *e, bool is_free[PLACES],
                        double way[PLACES], double *slope)
{
  is_free[NU] = true;
  *slope = steepest(e, is_free, way);
  bool leaves = (x[NU] <= s->range->from && way[NU] < 0) || (x[NU] >= s->range->to && way[NU] > 0);
  if (leaves) {
    is_free[NU] = false;
    *slope = steepest(e, is_free, way);
  }
}

/** One step of the ascent from x, shortened where it would leave the range or pass λ = 1. */
static void predict(const surface *s, const double x[PLACES], const double way[PLACES], double length,
                    double to[PLACES])
{
  length = fmin(length, (1 - x[LOSS]) / fmax(way[LOSS] * s->unit[LOSS], 1e-300));
  for (size_t k = 0; k < PLACES; k++) {
    to[k] = x[k] + length * way[k] * s->unit[k];
  }
  to[NU] = fmin(fmax(to[NU], s->range->from), s->range->to);
}

/** Up from x, which is on the surface, until λ = 1 (x there) or a maximum. */
static hol_status ascend(const surface *s, double x[PLACES], bool *arrived)
{
  enum { STEPS = 60 };
  static const double longest = 0.1, shortest = 1e-3, flat = 0.02;
  double length = 0.02;
  *arrived = false;
  for (int i = 0; i < STEPS && length > shortest; i++) {
    equations e;
    bool is_free[PLACES] = {true, true, true, true}, converged;
    double way[PLACES], slope, first = 0, to[PLACES];
    HOL_TRY(evaluate(s, x, &e));
    choose_free(s, x, &e, is_free, way, &slope);
    if (!(slope > flat)) {
      return HOL_OK; /* a maximum */
    }
    predict(s, x, way, length, to);
    bool is_last = to[LOSS] > 1 - 1e-9;
    is_free[LOSS] = !is_last;
    to[LOSS] = is_last ? 1 : to[LOSS];
    HOL_TRY(correct(s, is_free, to, &first, &converged));
    bool is_inside = to[NU] >= s->range->from * (1 - 1e-9) && to[NU] <= s->range->to * (1 + 1e-9);
    if (!converged || !(first < 0.5 * length) || to[LOSS] < x[LOSS]) {
      length /= 3;
      continue;
    }
    to[NU] = is_inside ? to[NU] : fmin(fmax(to[NU], s->range->from), s->range->to);
    memcpy(x, to, sizeof to);
    if (is_last) {
      *arrived = is_inside;
      return HOL_OK;
    }
    length = fmin(length * (first < 0.1 * length ? 2 : 1), longest);
  }
  return HOL_OK;
}

/* ---- at one frequency -------------------------------------------------------------------------------------------- */

/** Motions of one period side by side, on their way up with ν fixed. */
typedef struct flight {
  size_t count;
  double x[HOL_LANES][PLACES]; /**< the last place on the surface */
  double before[HOL_LANES][2]; /**< the state a step before */
  bool lasts[HOL_LANES];
} flight;

/** Newton's method in all lanes at the next λ. */
static hol_status lift(const surface *s, double nu, double loss, bool has_before, flight *f)
{
  enum { ITERATIONS = 5 };
  static const double far = 0.1;
  hol_oscillator o;
  hol_states z = {0};
  double miss[HOL_LANES] = {0};
  hol_status status = oscillator_at(s, nu, loss, &o);
  for (size_t l = 0; l < f->count; l++) {
    z.q[l] = f->x[l][Q] + (has_before ? f->x[l][Q] - f->before[l][Q] : 0);
    z.v[l] = f->x[l][V] + (has_before ? f->x[l][V] - f->before[l][V] : 0);
  }
  for (int i = 0; status == HOL_OK && i < ITERATIONS; i++) {
    hol_states step = z;
    hol_map_newton(&o, s->period, &step);
    for (size_t l = 0; l < f->count; l++) {
      miss[l] = fmax(fabs(step.q[l]) / s->unit[Q], fabs(step.v[l]) / s->unit[V]);
      z.q[l] += step.q[l];
      z.v[l] += step.v[l];
    }
  }
  for (size_t l = 0; status == HOL_OK && l < f->count; l++) {
    double moved = fmax(fabs(z.q[l] - f->x[l][Q]) / s->unit[Q], fabs(z.v[l] - f->x[l][V]) / s->unit[V]);
    f->lasts[l] = f->lasts[l] && miss[l] < 1e-7 && moved < far;
    if (f->lasts[l]) {
      memcpy(f->before[l], f->x[l], sizeof f->before[l]);
      f->x[l][Q] = z.q[l];
      f->x[l][V] = z.v[l];
      f->x[l][LOSS] = loss;
    }
  }
  hol_oscillator_clear(&o);
  return status;
}

/** Is the motion at λ = 1 one of its period, and is it stable? */
static hol_status motion_at(const surface *s, const double x[PLACES], hol_isola_motion *motion, bool *is_one)
{
  hol_states y;
  surface part = *s;
  *is_one = true;
  for (part.period = 1; part.period < s->period; part.period++) {
    HOL_TRY(image_of(&part, x, false, &y));
    double off = fmax(fabs(y.q[0] - x[Q]) / s->unit[Q], fabs(y.v[0] - x[V]) / s->unit[V]);
    *is_one = *is_one && (s->period % part.period != 0 || off > 1e-5);
  }
  HOL_TRY(image_of(s, x, true, &y));
  double trace = y.by_q[0][0] + y.by_v[1][0], product = y.by_q[0][0] * y.by_v[1][0] - y.by_v[0][0] * y.by_q[1][0];
  *motion = (hol_isola_motion){x[NU], {{x[Q], x[V]}, s->period, fabs(trace) < 1 + product && product < 1}};
  return HOL_OK;
}

/** Motions [first, first + f->count) of one period. */
static hol_status raise(const surface *s, double nu, double loss, flight *f, hol_farm *farm, hol_isola_motion *found,
                        size_t *count)
{
  enum { STEPS = 8 };
  for (int i = 1; i <= STEPS; i++) {
    HOL_TRY(lift(s, nu, loss + (1 - loss) * i / STEPS, i > 1, f));
  }
  for (size_t l = 0; l < f->count; l++) {
    bool arrived = f->lasts[l];
    HOL_TRY(hol_farm_go_on(farm));
    HOL_TRY(arrived ? HOL_OK : ascend(s, f->x[l], &arrived));
    if (arrived) {
      HOL_TRY(motion_at(s, f->x[l], &found[*count], &arrived));
      *count += arrived;
    }
  }
  return HOL_OK;
}

hol_status hol_isolas_ascend(const hol_nonlinear_model *model, const hol_isola_range *range, double nu, double loss,
                             const hol_cycles *cycles, hol_farm *farm, hol_isola_motion *found, size_t *count)
{
  *count = 0;
  for (size_t first = 0, last = 0; first < cycles->count; first = last) {
    surface s = {model, range, cycles->cycle[first].period, {range->box[0], range->box[1], 0.3 * nu, 1}};
    flight f = {0};
    while (last < cycles->count && f.count < HOL_LANES && cycles->cycle[last].period == s.period) {
      const double x[PLACES] = {cycles->cycle[last].state[0], cycles->cycle[last].state[1], nu, loss};
      memcpy(f.x[f.count], x, sizeof x);
      f.lasts[f.count++] = true;
      last++;
    }
    HOL_TRY(raise(&s, nu, loss, &f, farm, found, count));
  }
  return HOL_OK;
}

/* SPDX-License-Identifier: BSD-3-Clause */
/* Check of curves by integration in time: stable motions return to themselves, unstable ones depart. */
#include "nonlinear/confirm.h"

#include "base/memory.h"
#include "nonlinear/incomplete.h"
#include "nonlinear/map.h"
#include "nonlinear/time.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { POINTS = 3, PERIODS_MAX = 20000, PHASES = 16 };
/** Of the largest displacement: the disturbance, and what changes from period to period where a motion is steady. */
static const double DISTURBANCE = 1e-3, STEADY = 1e-7, TOLERANCE = 0.05;
/** An unstable motion has gone away when its distance has grown so many times. */
static const double GONE = 10;
static const double PRECISION = 1e-9; /* of a step in time */

/** One motion let run. */
typedef struct runner {
  hol_clock clock;
  const hol_nonlinear_branch *branch;
  const double *coefficient;
  size_t n;                /**< coordinates */
  double w, length;        /**< ν/period; the period of the motion, s */
  double *scale;           /**< [n] largest displacement of each, at least a small part of the largest of all */
  double *state, *last;    /**< [2n] */
  double largest, fastest; /**< displacement and velocity of all */
} runner;

/** Displacements and velocities of the branch at a phase. */
static void state_of(const runner *r, double theta, double *state)
{
  size_t highest = r->branch->harmonics * r->branch->period, block = 2 * highest + 1;
  for (size_t i = 0; i < r->n; i++) {
    const double *c = r->coefficient + i * block;
    double q = c[0] * sqrt(0.5), v = 0;
    for (size_t h = 1; h <= highest; h++) {
      double m = (double)h, x = cos(m * theta), y = sin(m * theta);
      q += c[2 * h - 1] * x + c[2 * h] * y;
      v += m * (c[2 * h] * x - c[2 * h - 1] * y);
    }
    state[i] = q;
    state[r->n + i] = v * r->w;
  }
}

/** Largest difference of displacements and of velocities, over the largest of all: integration knows no better. */
static double state_distance(const runner *r, const double *x, const double *y)
{
  double largest = 0;
  for (size_t i = 0; i < r->n; i++) {
    largest = fmax(largest, fabs(x[i] - y[i]) / r->largest);
    largest = fmax(largest, fabs(x[r->n + i] - y[r->n + i]) / r->fastest);
  }
  return largest;
}

/** Largest difference of the displacements over one period, over the largest displacement; the state goes on by a
 *  period. */
static hol_status compare_periods(runner *r, double *difference)
{
  double largest = 0;
  for (size_t k = 0; k < PHASES; k++) {
    double from = r->length * (double)k / PHASES, to = r->length * (double)(k + 1) / PHASES;
    HOL_TRY(hol_clock_run(&r->clock, from, to, r->state));
    state_of(r, r->w * to, r->last);
    for (size_t i = 0; i < r->n; i++) {
      largest = fmax(largest, fabs(r->state[i] - r->last[i]) / r->largest);
    }
  }
  *difference = largest;
  return HOL_OK;
}

/** The state a little beside the branch, every coordinate by another part. */
static void disturb(const runner *r, double part, double *state)
{
  state_of(r, 0, state);
  for (size_t i = 0; i < r->n; i++) {
    state[i] += part * r->scale[i] * cos((double)i + 1);
    state[r->n + i] += part * r->scale[i] * r->w * sin((double)i + 1);
  }
}

/** Until the state repeats, or the periods are spent. */
static hol_status settle_motion(runner *r, size_t periods, hol_farm *farm, bool *is_steady, size_t *done)
{
  *is_steady = false;
  for (*done = 0; *done < periods && !*is_steady; ++*done) {
    HOL_TRY(hol_farm_go_on(farm));
    memcpy(r->last, r->state, 2 * r->n * sizeof *r->last);
    HOL_TRY(hol_clock_run(&r->clock, 0, r->length, r->state));
    *is_steady = state_distance(r, r->state, r->last) < STEADY;
  }
  return HOL_OK;
}

/** Once more with a smaller disturbance if that was too large: close to a fold the other side begins close by. */
static hol_status run_stable(runner *r, size_t periods, hol_farm *farm, double tolerance, hol_nonlinear_confirmation *c)
{
  for (double part = DISTURBANCE; part > STEADY && !c->agrees; part *= 0.01) {
    bool is_steady = false;
    disturb(r, part, r->state);
    HOL_TRY(settle_motion(r, periods, farm, &is_steady, &c->periods));
    HOL_TRY(compare_periods(r, &c->difference));
    c->agrees = is_steady && c->difference <= tolerance;
  }
  return HOL_OK;
}

/** Until the motion is far from the branch, or the periods are spent. */
static hol_status run_unstable(runner *r, size_t periods, hol_farm *farm, hol_nonlinear_confirmation *c)
{
  disturb(r, DISTURBANCE, r->state);
  for (c->periods = 0; c->periods < periods && !c->agrees; c->periods++) {
    HOL_TRY(hol_farm_go_on(farm));
    HOL_TRY(hol_clock_run(&r->clock, 0, r->length, r->state));
    state_of(r, 0, r->last);
    c->agrees = state_distance(r, r->state, r->last) > GONE * DISTURBANCE;
  }
  return HOL_OK;
}

/** Periods in which a disturbance grows or shrinks by a factor, and as many for what comes before it does so evenly. */
static size_t periods_for(double multiplier, double factor)
{
  double rate = fabs(log(fmax(multiplier, 1e-3)));
  return (size_t)fmin(2 * log(factor) / fmax(rate, 1e-9) + 20, 2.0 * PERIODS_MAX);
}

static hol_status run_check(runner *r, const hol_nonlinear_time_check *check, hol_farm *farm,
                            hol_nonlinear_confirmation *c)
{
  double multiplier = r->branch->multiplier[c->point];
  size_t periods = periods_for(multiplier, c->is_stable ? DISTURBANCE / STEADY : 2 * GONE);
  double tolerance = check->tolerance > 0 ? check->tolerance : TOLERANCE;
  hol_status status = c->is_stable ? run_stable(r, periods, farm, tolerance, c) : run_unstable(r, periods, farm, c);
  if (status == HOL_NUMERICAL) { /* an unbounded motion */
    c->agrees = !c->is_stable;
    status = HOL_OK;
  }
  return status;
}

static void fill_scales(runner *r)
{
  r->largest = 0;
  for (size_t i = 0; i < r->n; i++) {
    r->scale[i] = hol_nonlinear_amplitude(r->branch, r->coefficient, i);
    r->largest = fmax(r->largest, r->scale[i]);
  }
  for (size_t i = 0; i < r->n; i++) {
    r->scale[i] = fmax(r->scale[i], 1e-6 * r->largest);
  }
  r->fastest = r->w * r->largest;
  for (size_t k = 0; k < PHASES; k++) {
    state_of(r, 2 * M_PI * (double)k / PHASES, r->last);
    for (size_t i = 0; i < r->n; i++) {
      r->fastest = fmax(r->fastest, fabs(r->last[r->n + i]));
    }
  }
}

static hol_status confirm_point(const hol_nonlinear_model *model, const hol_nonlinear_branch *b,
                                const hol_nonlinear_time_check *check, hol_farm *farm, hol_nonlinear_confirmation *c)
{
  size_t n = b->coordinates;
  runner r = {.branch = b, .coefficient = b->coefficient + c->point * b->unknowns, .n = n};
  double *work = hol_alloc(5 * n, sizeof *work);
  hol_status status = work ? hol_clock_start(&r.clock, model, b->nu[c->point], PRECISION, false) : HOL_MEMORY;
  if (status == HOL_OK) {
    r.w = b->nu[c->point] / (double)b->period;
    r.length = 2 * M_PI / r.w;
    r.scale = work;
    r.state = work + n;
    r.last = work + 3 * n;
    fill_scales(&r);
    c->agrees = r.largest == 0 && c->is_stable; /* at rest without a force: nothing to be integrated */
    status = r.largest > 0 ? run_check(&r, check, farm, c) : HOL_OK;
  }
  hol_clock_clear(&r.clock);
  free(work);
  return status;
}

/** Can the point be decided within the periods allowed? */
static bool is_decidable(const hol_nonlinear_branch *b, size_t point)
{
  bool is_stable = b->unstable[point] == 0;
  return b->unstable[point] != SIZE_MAX &&
         periods_for(b->multiplier[point], is_stable ? DISTURBANCE / STEADY : 2 * GONE) <= PERIODS_MAX;
}

static hol_status choose_point(hol_nonlinear_branch *b, size_t *capacity, size_t point)
{
  if (!hol_grow(&b->confirmation, capacity, b->confirmations + 1, sizeof *b->confirmation)) {
    return HOL_MEMORY;
  }
  b->confirmation[b->confirmations++] =
      (hol_nonlinear_confirmation){.point = point, .is_stable = b->unstable[point] == 0};
  return HOL_OK;
}

/** The points of a branch to be let run. */
static hol_status choose_all(hol_nonlinear_branch *b, size_t points)
{
  size_t capacity = 0;
  for (size_t from = 0, to; from < b->points; from = to) {
    for (to = from; to < b->points && b->unstable[to] == b->unstable[from]; to++) {
    }
    size_t last = SIZE_MAX;
    for (size_t i = 0; i < points; i++) {
      size_t at = from + (to - from) * (2 * i + 1) / (2 * points);
      if (at != last && is_decidable(b, at)) {
        HOL_TRY(choose_point(b, &capacity, at));
      }
      last = at;
    }
  }
  return HOL_OK;
}

hol_status hol_confirm(const hol_nonlinear_model *model, const hol_nonlinear_time_check *check, hol_farm *farm,
                       hol_nonlinear_curve *curve)
{
  for (size_t i = 0; i < curve->branches; i++) {
    hol_nonlinear_branch *b = &curve->branch[i];
    HOL_TRY(choose_all(b, check->points ? check->points : POINTS));
    for (size_t k = 0; k < b->confirmations; k++) {
      hol_nonlinear_confirmation *c = &b->confirmation[k];
      HOL_TRY(confirm_point(model, b, check, farm, c));
      if (!c->agrees && c->is_stable) {
        hol_incomplete_add(curve,
                           (hol_incomplete_reason){
                               .kind = HOL_INCOMPLETE_TIME, .nu = b->nu[c->point], .branch = i, .size = c->difference});
      }
    }
  }
  return HOL_OK;
}

/* ---- by the Poincaré map ----------------------------------------------------------------------------------------- */

/** One motion of one coordinate. */
typedef struct mapped {
  const hol_nonlinear_branch *branch;
  const double *coefficient;
  double nu;
} mapped;

/** One step of Newton's method for P(z) = z; its length over the size of the motion. */
static double step_by_map(const hol_oscillator *map, size_t period, const double size[2], double z[2])
{
  hol_states s = {0};
  s.q[0] = z[0];
  s.v[0] = z[1];
  hol_map_varied(map, 2 * period, &s);
  double f = s.q[0] - z[0], g = s.v[0] - z[1];
  double a = s.by_q[0][0] - 1, b = s.by_v[0][0], c = s.by_q[1][0], d = s.by_v[1][0] - 1, det = a * d - b * c;
  const double step[2] = {-(d * f - b * g) / det, -(a * g - c * f) / det};
  z[0] += step[0];
  z[1] += step[1];
  return fmax(fabs(step[0]) / size[0], fabs(step[1]) / size[1]);
}

/** How far the motion in time is from that of a branch; INFINITY: there is none near. */
static hol_status difference_by_map(const hol_nonlinear_model *model, const mapped *m, double *difference)
{
  enum { STEPS = 8 };
  const runner r = {.branch = m->branch, .coefficient = m->coefficient, .n = 1, .w = m->nu / (double)m->branch->period};
  double size[2] = {0}, start[2], z[2], step = (double)INFINITY;
  for (size_t k = 0; k < PHASES; k++) {
    state_of(&r, 2 * M_PI * (double)k / PHASES, z);
    size[0] = fmax(size[0], fabs(z[0]));
    size[1] = fmax(size[1], fabs(z[1]));
  }
  state_of(&r, 0, start);
  memcpy(z, start, sizeof z);
  *difference = 0;
  if (!(size[0] > 0) || !(size[1] > 0)) {
    return HOL_OK;
  }
  hol_oscillator map = hol_oscillator_of(model, m->nu);
  hol_status status = hol_oscillator_start(&map, 1.5 * size[0], 2);
  for (int i = 0; status == HOL_OK && i < STEPS && step > 1e-9; i++) {
    step = step_by_map(&map, m->branch->period, size, z);
    *difference = fmax(fabs(z[0] - start[0]) / size[0], fabs(z[1] - start[1]) / size[1]);
    *difference = *difference < 0.5 ? *difference : (double)INFINITY;
    step = isfinite(*difference) ? step : 0;
  }
  *difference = step <= 1e-9 ? *difference : (double)INFINITY;
  hol_oscillator_clear(&map);
  return status;
}

static void time_reason(hol_nonlinear_curve *curve, size_t branch, double nu, double difference)
{
  hol_incomplete_add(
      curve, (hol_incomplete_reason){.kind = HOL_INCOMPLETE_TIME, .nu = nu, .branch = branch, .size = difference});
}

static hol_status confirm_motions_by_map(const hol_nonlinear_model *model, bool exact, hol_nonlinear_curve *curve)
{
  for (size_t i = 0; i < curve->motions; i++) {
    hol_nonlinear_motion_at *m = &curve->motion[i];
    const mapped it = {&curve->branch[m->branch], m->coefficient, m->nu};
    double difference;
    HOL_TRY(difference_by_map(model, &it, &difference));
    m->error = fmax(m->error, difference);
    if (exact && m->unstable == 0 && !(difference <= TOLERANCE)) {
      time_reason(curve, m->branch, m->nu, difference);
    }
  }
  return HOL_OK;
}

hol_status hol_confirm_by_map(const hol_nonlinear_model *model, bool exact, hol_nonlinear_curve *curve)
{
  for (size_t i = 0; i < curve->branches; i++) {
    hol_nonlinear_branch *b = &curve->branch[i];
    HOL_TRY(choose_all(b, 1));
    for (size_t k = 0; k < b->confirmations; k++) {
      hol_nonlinear_confirmation *c = &b->confirmation[k];
      const mapped it = {b, b->coefficient + c->point * b->unknowns, b->nu[c->point]};
      HOL_TRY(difference_by_map(model, &it, &c->difference));
      c->agrees = c->difference <= TOLERANCE;
      c->periods = b->period;
      if (exact && c->is_stable && !c->agrees) {
        time_reason(curve, i, it.nu, c->difference);
      }
    }
  }
  return confirm_motions_by_map(model, exact, curve);
}

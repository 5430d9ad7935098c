/* SPDX-License-Identifier: BSD-3-Clause */
/* Integration in time with the state transition matrix. */
#include "nonlinear/time.h"

#include "base/memory.h"
#include "nonlinear/bar.h"

#include <assert.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

/** Extrapolation of the modified midpoint rule (Gragg, Bulirsch, Stoer) with 2, 4, .. 2·ROWS substeps: order 2·ROWS. No
 *  library is asked for this: the systems are small, smooth and not stiff, and the variations come along in the same
 *  way. */
enum { ROWS = 8 };

hol_status hol_clock_start(hol_clock *clock, const hol_nonlinear_model *model, double nu, double tolerance,
                           bool with_variations)
{
  size_t n = model->lateral + model->axial;
  hol_clock c = {.model = model, .nu = nu, .tolerance = tolerance, .coordinates = n};
  c.columns = with_variations ? 2 * n : 0;
  c.size = 2 * n * (1 + c.columns);
  c.work = hol_alloc(4 * n + (ROWS + 5) * c.size, sizeof *c.work);
  *clock = c;
  if (!c.work) {
    return HOL_MEMORY;
  }
  clock->g = c.work;
  clock->gv = c.work + n;
  clock->gr = c.work + 2 * n;
  clock->table = c.work + 4 * n;
  clock->slope = clock->table + ROWS * c.size;
  clock->before = clock->slope + c.size;
  clock->now = clock->before + c.size;
  clock->first = clock->now + c.size;
  clock->result = clock->first + c.size;
  return HOL_OK;
}

void hol_clock_clear(hol_clock *clock)
{
  free(clock->work);
  *clock = (hol_clock){0};
}

/** g = S x; xᵀS y/2 for another y. */
static double stretch(size_t lateral, const double *S, const double *x, const double *y, double *g)
{
  double half = 0;
  for (size_t k = 0; k < lateral; k++) {
    g[k] = 0;
    for (size_t j = 0; j < lateral; j++) {
      g[k] += S[k * lateral + j] * x[j];
    }
    half += 0.5 * y[k] * g[k];
  }
  return half;
}

/** The factor of the loss of the cubic term. */
static double loss_factor(const hol_clock *c)
{
  return c->model->cubic_loss ? c->model->eta * c->model->stiffness / (c->nu * c->nu * c->nu) : 0;
}

/** Accelerations but for axial modes: inertia takes up bending, losses, stretch and the force outside. */
static void slope_of_bending(hol_clock *c, double t, const double *y, double *slope)
{
  const hol_nonlinear_model *m = c->model;
  size_t n = c->coordinates, l = m->lateral;
  const double *q = y, *v = y + n, loss = loss_factor(c), wave = cos(c->nu * t);
  double force = m->stiffness * stretch(l, m->S, q, q, c->g);
  double loss_half = loss != 0 ? stretch(l, m->S, v, v, c->gv) : 0;
  for (size_t i = 0; i < n; i++) {
    slope[i] = v[i];
    slope[n + i] = -m->viscous * v[i];
  }
  for (size_t i = 0; i < l; i++) {
    double applied = (m->force[i] + m->force_nu2[i] * c->nu * c->nu) * wave;
    double f = force * c->g[i] + (loss != 0 ? loss * loss_half * c->gv[i] : 0) - applied;
    slope[n + i] -= m->eta / c->nu * m->omega2[i] * v[i] + m->omega2[i] * q[i] + f / m->mass[i];
  }
}

/** The same of a variation, after slope_of_bending(). */
static void vary_bending(const hol_clock *c, const double *of, const double *y, double *slope)
{
  const hol_nonlinear_model *m = c->model;
  size_t n = c->coordinates, l = m->lateral;
  const double *dq = y, *dv = y + n, loss = loss_factor(c);
  double half = 0, loss_half = 0, stretched = 0, rate = 0;
  for (size_t k = 0; k < l; k++) {
    half += 0.5 * of[k] * c->g[k];
    stretched += m->stiffness * c->g[k] * dq[k];
    loss_half += loss != 0 ? 0.5 * of[n + k] * c->gv[k] : 0;
    rate += loss != 0 ? c->gv[k] * dv[k] : 0;
  }
  for (size_t i = 0; i < n; i++) {
    slope[i] = dv[i];
    slope[n + i] = -m->viscous * dv[i];
  }
  for (size_t i = 0; i < l; i++) {
    double f = stretched * c->g[i] + (loss != 0 ? loss * rate * c->gv[i] : 0);
    for (size_t j = 0; j < l; j++) {
      double s = m->S[i * l + j];
      f += m->stiffness * half * s * dq[j] + (loss != 0 ? loss * loss_half * s * dv[j] : 0);
    }
    slope[n + i] -= m->eta / c->nu * m->omega2[i] * dv[i] + m->omega2[i] * dq[i] + f / m->mass[i];
  }
}

/** What axial mode r adds to the accelerations, also of variations: R_r depends on z_r, and pulls U_r and q. */
static void add_bar(hol_clock *c, size_t r, const double *y, double *slope)
{
  const hol_nonlinear_model *m = c->model;
  size_t n = c->coordinates, l = m->lateral, at = l + r;
  const double *Q = m->form + r * l * l, p2 = m->omega2[at], d = hol_bar_damping(m, r), mass = m->mass[at];
  double *g = c->gr, *dg = c->gr + l;
  double z = y[at] - stretch(l, Q, y, y, g), rate = y[n + at] - 2 * stretch(l, Q, y + n, y, dg);
  double pull = mass * (p2 * z + d * rate);
  slope[n + at] -= pull / mass;
  for (size_t i = 0; i < l; i++) {
    slope[n + i] += pull * g[i] / m->mass[i];
  }
  for (size_t k = 1; k <= c->columns; k++) {
    const double *x = y + 2 * n * k;
    double *s = slope + 2 * n * k, dz = x[at], drate = x[n + at];
    for (size_t i = 0; i < l; i++) {
      dz -= g[i] * x[i];
      drate -= dg[i] * x[i] + g[i] * x[n + i];
    }
    double dpull = mass * (p2 * dz + d * drate);
    s[n + at] -= dpull / mass;
    for (size_t i = 0; i < l; i++) {
      double f = dpull * g[i];
      for (size_t j = 0; j < l; j++) {
        f += pull * Q[i * l + j] * x[j];
      }
      s[n + i] += f / m->mass[i];
    }
  }
}

static void slope_of(hol_clock *c, double t, const double *y, double *slope)
{
  size_t n = c->coordinates;
  slope_of_bending(c, t, y, slope);
  for (size_t k = 1; k <= c->columns; k++) {
    vary_bending(c, y, y + 2 * n * k, slope + 2 * n * k);
  }
  for (size_t r = 0; r < c->model->axial; r++) {
    add_bar(c, r, y, slope);
  }
}

/** Modified midpoint with `substeps` (even) over h, smoothed at the end, into `out`; the slope at the start is
 *  given. */
static void midpoint(hol_clock *c, double t, double h, size_t substeps, const double *y, const double *first,
                     double *out)
{
  double s = h / (double)substeps;
  double *before = c->before, *now = c->now;
  memcpy(before, y, c->size * sizeof *y);
  for (size_t i = 0; i < c->size; i++) {
    now[i] = y[i] + s * first[i];
  }
  for (size_t k = 1; k < substeps; k++) {
    slope_of(c, t + (double)k * s, now, c->slope);
    for (size_t i = 0; i < c->size; i++) {
      double next = before[i] + 2 * s * c->slope[i];
      before[i] = now[i];
      now[i] = next;
    }
  }
  slope_of(c, t + h, now, c->slope);
  for (size_t i = 0; i < c->size; i++) {
    out[i] = 0.5 * (now[i] + before[i] + s * c->slope[i]);
  }
}

/** Largest difference of displacements, and of velocities, each in units of the largest such number of the motion.
 *  Infinite where a step was so long that numbers are none any more: no maximum tells of these. */
static double error_of(const hol_clock *c, const double *y, const double *better, const double *worse)
{
  size_t n = c->coordinates;
  double size[2] = {0}, error = 0;
  for (size_t i = 0; i < 2 * n; i++) {
    size[i / n] = fmax(size[i / n], fmax(fabs(y[i]), fabs(better[i])));
  }
  double w = c->nu; /* a motion at rest is measured by the other half of its state */
  const double unit[2] = {fmax(size[0], size[1] / w), fmax(size[1], size[0] * w)};
  for (size_t i = 0; i < 2 * n; i++) {
    if (!isfinite(better[i]) || !isfinite(worse[i])) {
      return HUGE_VAL;
    }
    error = fmax(error, unit[i / n] > 0 ? fabs(better[i] - worse[i]) / unit[i / n] : 0);
  }
  return error;
}

/** One step of length h by Neville's scheme; the result is the last row, the error its last change. */
static double step_of(hol_clock *c, double t, double h, const double *y, double *first, double *result)
{
  size_t n = c->size;
  slope_of(c, t, y, first);
  for (size_t r = 0; r < ROWS; r++) {
    midpoint(c, t, h, 2 * (r + 1), y, first, result);
    for (size_t k = 0; k < r; k++) { /* table[k]: what row r − 1 had after k extrapolations */
      double ratio = (double)(r + 1) / (double)(r - k), factor = 1 / (ratio * ratio - 1);
      double *old = c->table + k * n;
      for (size_t i = 0; i < n; i++) {
        double better = result[i] + factor * (result[i] - old[i]);
        old[i] = result[i];
        result[i] = better;
      }
    }
    memcpy(c->table + r * n, result, n * sizeof *result);
  }
  return error_of(c, y, result, c->table + (ROWS - 2) * n);
}

hol_status hol_clock_run(hol_clock *c, double from, double to, double *y)
{
  double t = from, *first = c->first;
  double direction = to >= from ? 1 : -1, least = 1e-14 * (fabs(from) + fabs(to));
  double *result = c->result;
  hol_status status = HOL_OK;
  if (!(c->step > 0)) {
    c->step = 0.3 / c->nu;
  }
  while (status == HOL_OK && (to - t) * direction > least) {
    bool is_last = c->step >= fabs(to - t);
    double h = direction * (is_last ? fabs(to - t) : c->step);
    double error = step_of(c, t, h, y, first, result) / c->tolerance;
    if (!isfinite(error)) {
      c->step *= 0.1;
    } else {
      double factor = fmin(fmax(0.85 * pow(error + 1e-20, -1.0 / (2 * ROWS - 1)), 0.2), 3);
      c->step = is_last && error <= 1 ? fmax(c->step, fabs(h) * factor) : fabs(h) * factor;
    }
    if (isfinite(error) && error <= 1) {
      memcpy(y, result, c->size * sizeof *y);
      t = is_last ? to : t + h;
    } else if (c->step < least) {
      status = HOL_NUMERICAL;
    }
  }
  return status;
}

hol_status hol_nonlinear_integrate(const hol_nonlinear_model *model, double nu, double from, double to,
                                   double tolerance, double *state)
{
  if (!(nu > 0) || !(tolerance > 0) || !isfinite(from) || !isfinite(to)) {
    return HOL_INVALID;
  }
  hol_clock clock;
  hol_status status = hol_clock_start(&clock, model, nu, fmax(tolerance, 1e-14), false);
  if (status == HOL_OK) {
    status = hol_clock_run(&clock, from, to, state);
  }
  hol_clock_clear(&clock);
  return status;
}

/* SPDX-License-Identifier: BSD-3-Clause */
/* Poincaré map of one coordinate by extrapolated drift-kick-drift steps, many states at once. */
#include "nonlinear/map.h"

#include "base/memory.h"

#include <assert.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { ROWS = HOL_MAP_ROWS, KICKS = ROWS * (ROWS + 1) / 2, STEPS_MAX = 8192 };

/** v⁺ = v e^{−cτ}/√(1 + (γ/c)(1 − e^{−2cτ}) v²). */
static hol_damper damper_of(const hol_oscillator *o, double tau)
{
  double x = 2 * o->c * tau;
  return (hol_damper){exp(-x / 2), o->gamma * (x > 1e-12 ? -expm1(-x) / o->c : 2 * tau)};
}

hol_oscillator hol_oscillator_of(const hol_nonlinear_model *m, double nu)
{
  hol_oscillator o = {.omega2 = m->omega2[0], .mu = hol_nonlinear_cubic(m, 0), .nu = nu};
  assert(m->lateral == 1 && m->axial == 0);
  o.force = (m->force[0] + m->force_nu2[0] * nu * nu) / m->mass[0];
  o.c = m->viscous + m->eta * m->omega2[0] / nu;
  o.gamma = m->cubic_loss ? m->eta * o.mu / (nu * nu * nu) : 0;
  return o;
}

hol_status hol_oscillator_start(hol_oscillator *o, double reach, size_t finer)
{
  double fastest = sqrt(fmax(fabs(o->omega2), o->nu * o->nu) + 3 * fabs(o->mu) * reach * reach);
  o->steps = 2 * (size_t)ceil(fmin(ceil(2 * M_PI * fastest / o->nu / 2) + 1, STEPS_MAX) / 2);
  o->steps *= finer;
  for (int j = 1; j <= ROWS; j++) {
    o->weight[j - 1] = 1;
    for (int i = 1; i <= ROWS; i++) {
      o->weight[j - 1] *= i == j ? 1 : (double)(j * j) / (double)(j * j - i * i);
    }
  }
  double h = 2 * M_PI / (double)o->steps;
  o->wave = hol_alloc(o->steps * KICKS, sizeof *o->wave);
  if (!o->wave) {
    return HOL_MEMORY;
  }
  double *wave = o->wave;
  for (size_t i = 0; i < o->steps; i++) {
    for (size_t j = 1; j <= ROWS; j++) {
      for (size_t m = 0; m < j; m++) {
        *wave++ = o->force * cos(h * ((double)i + ((double)m + 0.5) / (double)j));
      }
    }
  }
  for (size_t j = 1; j <= ROWS; j++) {
    o->half[j - 1] = damper_of(o, h / o->nu / (double)j / 2);
  }
  return HOL_OK;
}

void hol_oscillator_clear(hol_oscillator *o)
{
  free(o->wave);
  *o = (hol_oscillator){0};
}

/** 1/√x in all lanes; as a loop over numbers it becomes one instruction. */
HOL_LANE_INLINE void invert_root(hol_lane *x)
{
  double y[HOL_LANES];
  memcpy(y, x, sizeof y);
  for (int l = 0; l < HOL_LANES; l++) {
    y[l] = sqrt(y[l]);
  }
  memcpy(x, y, sizeof y);
  *x = 1 / *x;
}

/** Half a substep of damping. */
HOL_LANE_INLINE void damp(hol_damper d, bool cubic, bool varied, hol_states *s)
{
  hol_lane factor = d.a + (hol_lane){0}, slope = factor;
  if (cubic) {
    hol_lane root = 1 + d.b * s->v * s->v;
    invert_root(&root);
    factor *= root;
    slope = factor * root * root;
  }
  s->v *= factor;
  if (varied) {
    s->by_q[1] *= slope;
    s->by_v[1] *= slope;
  }
}

HOL_LANE_INLINE void drift(double h, bool varied, hol_states *s)
{
  s->q += h * s->v;
  if (varied) {
    s->by_q[0] += h * s->by_q[1];
    s->by_v[0] += h * s->by_v[1];
  }
}

HOL_LANE_INLINE void kick(const hol_oscillator *o, double t, double wave, bool varied, hol_states *s)
{
  const hol_lane square = o->mu * s->q * s->q;
  s->v += t * (wave - (o->omega2 + square) * s->q);
  if (varied) {
    const hol_lane slope = t * (o->omega2 + 3 * square);
    s->by_q[1] -= slope * s->by_q[0];
    s->by_v[1] -= slope * s->by_v[0];
  }
}

HOL_LANE_INLINE void add_weighted(double weight, bool varied, const hol_states *z, hol_states *sum)
{
  sum->q += weight * z->q;
  sum->v += weight * z->v;
  for (int i = 0; i < 2 && varied; i++) {
    sum->by_q[i] += weight * z->by_q[i];
    sum->by_v[i] += weight * z->by_v[i];
  }
}

/** Big steps [first, last) of a period. */
HOL_LANE_INLINE void advance(const hol_oscillator *o, size_t first, size_t last, bool cubic, bool varied, hol_states *s)
{
  const double h = 2 * M_PI / (double)o->steps / o->nu, *wave = o->wave + first * KICKS;
  for (size_t i = first; i < last; i++) {
    hol_states sum = {0};
    for (size_t j = 1; j <= ROWS; j++) {
      double t = h / (double)j;
      const hol_damper half = o->half[j - 1];
      hol_states z = *s;
      drift(t / 2, varied, &z);
      for (size_t m = 0; m < j; m++) {
        damp(half, cubic, varied, &z);
        kick(o, t, *wave++, varied, &z);
        damp(half, cubic, varied, &z);
        drift(m + 1 < j ? t : t / 2, varied, &z);
      }
      add_weighted(o->weight[j - 1], varied, &z, &sum);
    }
    *s = sum;
  }
}

HOL_LANE_CLONES static void advance_linear(const hol_oscillator *o, size_t first, size_t last, hol_states *s)
{
  advance(o, first, last, false, false, s);
}

HOL_LANE_CLONES static void advance_cubic(const hol_oscillator *o, size_t first, size_t last, hol_states *s)
{
  advance(o, first, last, true, false, s);
}

HOL_LANE_CLONES static void advance_linear_varied(const hol_oscillator *o, size_t first, size_t last, hol_states *s)
{
  advance(o, first, last, false, true, s);
}

HOL_LANE_CLONES static void advance_cubic_varied(const hol_oscillator *o, size_t first, size_t last, hol_states *s)
{
  advance(o, first, last, true, true, s);
}

void hol_map_states(const hol_oscillator *o, size_t halves, bool late, hol_states *s)
{
  size_t half = o->steps / 2;
  for (size_t i = 0; i < halves; i++) {
    size_t first = (i % 2 == 1) != late ? half : 0;
    (o->gamma != 0 ? advance_cubic : advance_linear)(o, first, first + half, s);
  }
}

void hol_map_varied(const hol_oscillator *o, size_t halves, hol_states *s)
{
  size_t half = o->steps / 2;
  const hol_lane zero = {0};
  s->by_q[0] = s->by_v[1] = zero + 1.0;
  s->by_q[1] = s->by_v[0] = zero;
  for (size_t i = 0; i < halves; i++) {
    size_t first = i % 2 == 1 ? half : 0;
    (o->gamma != 0 ? advance_cubic_varied : advance_linear_varied)(o, first, first + half, s);
  }
}

void hol_map_newton(const hol_oscillator *o, size_t periods, hol_states *z)
{
  hol_states y = *z;
  hol_map_varied(o, 2 * periods, &y);
  const hol_lane f = y.q - z->q, g = y.v - z->v;
  const hol_lane a = y.by_q[0] - 1.0, b = y.by_v[0], c = y.by_q[1], d = y.by_v[1] - 1.0, det = a * d - b * c;
  z->q = (b * g - d * f) / det;
  z->v = (c * f - a * g) / det;
}

void hol_map_record(const hol_oscillator *o, size_t periods, hol_states *s, hol_lane *q)
{
  for (size_t i = 0; i < periods * o->steps; i++) {
    size_t step = i % o->steps;
    (o->gamma != 0 ? advance_cubic : advance_linear)(o, step, step + 1, s);
    q[i] = s->q;
  }
}

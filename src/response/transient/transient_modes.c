/* SPDX-License-Identifier: BSD-3-Clause */
/* Motion in time by modes that damping leaves apart. */
#include "base/memory.h"
#include "response/transient/sdof_response.h"
#include "response/forced/impulse_residual.h"
#include "response/transient/transient.h"

#include <float.h>
#include <math.h>
#include <stdlib.h>

/** q, q′ of a mode, at the times asked for, or the derivatives of an order and the next. */
typedef struct motion {
  double *q, *rate;
  double *off;      /**< how far q can be from it, over itself at its largest so far */
  double *power;    /**< [receivers] Σ φ_r² |q| of the modes, and what is at rest */
  double pushed[3]; /**< by order, Σ φ_d² |q| likewise */
  double stored[3]; /**< by order, Σ λ φ_d² q², twice the energy of all if they were at their largest at once */
} motion;

/** Each step of integration rounds by so much, and each radian. */
static const double stepped = 16 * DBL_EPSILON;

/** By rounding, and by how well frequency and shape are known. @return the largest q of all times */
static double doubt(const hol_transient *t, size_t k, size_t breaks, const motion *m)
{
  const hol_superposition *s = &t->forced.modes;
  double top = 0, omega = sqrt(s->lambda[k]);
  for (size_t i = 0; i < t->request->times; i++) {
    double time = t->request->time[i], steps = (double)(i + breaks) + omega * time;
    top = fmax(top, omega > 0 ? hypot(m->q[i], m->rate[i] / omega) : fabs(m->q[i]));
    m->off[i] = top * (s->known[k] + s->width[k] * time + stepped * steps);
  }
  return top;
}

static void add_order(hol_transient *t, size_t k, const hol_forced_load *load, int order, size_t breaks, motion *m)
{
  const hol_superposition *s = &t->forced.modes;
  double driven = load->sign * load->phi[k * load->step];
  double top = doubt(t, k, breaks, m);
  m->pushed[order] += driven * driven * top;
  m->stored[order] += s->lambda[k] * driven * driven * top * top;
  for (size_t r = 0; r < t->receivers; r++) {
    if (hol_forced_is_apart(load, r) || hol_motion_order(t->request->forced.receiver[r].quantity) != order) {
      continue;
    }
    double phi = s->phi[r + k * s->probes];
    m->power[r] += phi * phi * top;
    t->motion[r].terms += fabs(phi * driven) * top;
    for (size_t i = 0; i < t->request->times; i++) {
      t->motion[r].value[i] += phi * driven * m->q[i];
      t->motion[r].radius[i] += fabs(phi * driven) * m->off[i];
    }
  }
}

/** Add what the modes do. */
static void add_modes(hol_transient *t, const hol_history *history, const hol_forced_load *load, motion *m)
{
  const hol_transient_request *request = t->request;
  const hol_superposition *s = &t->forced.modes;
  size_t breaks = 0;
  double at;
  while (hol_history_break(history, breaks, &at)) {
    breaks++;
  }
  for (size_t k = 0; k < s->modes; k++) {
    const hol_oscillator oscillator = {s->lambda[k], hol_proportional_damping(t->forced.law, s->lambda[k])};
    hol_oscillator_respond(history, oscillator, request->time, request->times, m->q, m->rate);
    add_order(t, k, load, 0, breaks, m);
    for (int order = 1; order <= hol_forced_orders(&t->forced); order++) {
      hol_oscillator_derive(history, oscillator, request->time, request->times, order - 1, m->q, m->rate);
      add_order(t, k, load, order, breaks, m);
    }
  }
}

/** ∫ (Σ λ φ_r² h²)^½ dt up to a time, with the impulse responses h of the modes: of light damping √λ |h| fades as
 *  e^{−ct/2}, overdamped ones integrate to 1/√λ. */
static double passed_on(const hol_transient *t, size_t receiver, double time)
{
  static const double light = 0.9; /* of critical damping */
  const hol_superposition *s = &t->forced.modes;
  double sum = 0, heavy = 0, least = HUGE_VAL;
  for (size_t k = 0; k < s->modes; k++) {
    double phi = s->phi[receiver + k * s->probes], lambda = s->lambda[k];
    double c = hol_proportional_damping(t->forced.law, lambda), share = lambda > 0 ? c * c / (4 * lambda) : 0;
    if (lambda > 0 && share < light * light) {
      sum += phi * phi / (1 - share);
      least = fmin(least, c);
    } else if (lambda > 0) {
      heavy += fabs(phi) / sqrt(lambda);
    }
  }
  return sqrt(sum) * (least > 0 ? fmin(time, 2 / least) : time) + heavy;
}

/** Computed parts are not as stiff as they are taken for, by δK whose energy is no more than a share ε of that of any
 *  motion: a receiver moves by h_rᵀ δK u more, which is no more than ε ∫ (h_rᵀ K h_r)^½ dt times the largest (uᵀ K
 *  u)^½. What is left out is almost at rest.
 *  @param[in] top  the largest derivative of the load, by order */
static void add_computed(hol_transient *t, const hol_forced_load *load, const double top[3], const motion *m)
{
  const hol_superposition *s = &t->forced.modes;
  bool is_all = !isfinite(s->next);
  for (size_t r = 0; r < t->receivers && s->computed > 0; r++) {
    int order = hol_motion_order(t->request->forced.receiver[r].quantity);
    double rest = is_all ? 0 : sqrt(s->rest[r * (s->probes + 1)]), push = is_all ? 0 : sqrt(load->own);
    double moved = sqrt(m->stored[order]) + push * top[order];
    for (size_t i = 0; !hol_forced_is_apart(load, r) && i < t->request->times; i++) {
      t->motion[r].radius[i] += s->computed * (passed_on(t, r, t->request->time[i]) + 2 * rest) * moved;
    }
  }
}

/** Sizes of what the others do at rest, and what terms could be. @param[in] top  the largest derivative of the load, by
 *  order */
static void add_scale(hol_transient *t, const hol_forced_load *load, const double top[3], const motion *m)
{
  const hol_superposition *s = &t->forced.modes;
  for (size_t r = 0; r < t->receivers; r++) {
    if (hol_forced_is_apart(load, r)) {
      continue;
    }
    int order = hol_motion_order(t->request->forced.receiver[r].quantity);
    double own = isfinite(s->next) ? s->rest[r * (s->probes + 1)] : 0, push = isfinite(s->next) ? load->own : 0;
    t->motion[r].terms += fabs(load->rest[r]) * top[order];
    t->motion[r].scale += sqrt((m->power[r] + own * top[order]) * (m->pushed[order] + push * top[order]));
  }
}

/** Add what the others do at rest, and how far from that they can be, to receivers of an order.
 *  @param[in] impulse_residual  [receivers] for impulses; NULL: there are none 
 *  @return the largest derivative of the load */
static double add_rest(hol_transient *t, const hol_history *history, const hol_forced_load *load, int order,
                       const double *impulse_residual)
{
  const hol_transient_request *request = t->request;
  const hol_superposition *s = &t->forced.modes;
  hol_time_cursor w = {.time = request->time, .times = request->times, .history = history};
  hol_truncation truncation = {.order = order};
  double rate = hol_truncation_rate(s->next, t->forced.law), top = 0;
  while (hol_time_cursor_next(&w)) {
    double f = hol_history_derived(hol_history_before(history, w.now), order).value;
    hol_truncation_advance(history, w.now, rate, &truncation);
    top = w.is_asked ? fmax(top, fabs(f)) : top;
    for (size_t r = 0; w.is_asked && r < t->receivers; r++) {
      if (hol_forced_is_apart(load, r) || hol_motion_order(request->forced.receiver[r].quantity) != order) {
        continue;
      }
      double size = sqrt(s->rest[r * (s->probes + 1)] * load->own), blow = impulse_residual ? impulse_residual[r] : 0;
      size_t i = w.next_time - 1;
      t->motion[r].value[i] += load->rest[r] * f;
      t->motion[r].radius[i] += load->doubt[r] * fabs(f);
      t->motion[r].radius[i] += hol_truncation_radius(history, &truncation, s->next, t->forced.law, size, blow);
    }
    if (w.is_break) {
      hol_truncation_pass(history, &truncation);
    }
  }
  return top;
}

/** Is there an impulse in the history, or in the derivatives that are asked for? */
static bool has_blow(const hol_transient *t, const hol_history *history)
{
  double last = t->request->time[t->request->times - 1];
  int orders = hol_forced_orders(&t->forced);
  return history->kind == HOL_HISTORY_IMPULSE || orders > 1 || (orders > 0 && hol_history_jumps(history, last));
}

static bool make_room(size_t times, size_t receivers, motion *m)
{
  m->q = hol_alloc(times, sizeof *m->q);
  m->rate = hol_alloc(times, sizeof *m->rate);
  m->off = hol_alloc(times, sizeof *m->off);
  m->power = hol_alloc(receivers, sizeof *m->power);
  return m->q && m->rate && m->off && m->power;
}

/** Are sums for impulses what errors rest on, and have they an end? */
static void judge_impulse(hol_transient *t, const hol_forced_load *load, const double *impulse_residual)
{
  enum { ENOUGH = 128 }; /* modes, where no number of them gives a bound */
  for (size_t r = 0; r < t->receivers && load->probe != SIZE_MAX; r++) {
    bool has_other = t->forced.law.stiffness > 0, has_end = isfinite(impulse_residual[r]);
    if (!hol_forced_is_apart(load, r)) {
      t->forced.is_measured = t->forced.is_measured || has_end || !has_other;
      t->forced.is_endless = t->forced.is_endless || (!has_end && !has_other && t->forced.modes.modes >= ENOUGH);
    }
  }
}

/** Sums for impulses, where there are any. @param[out] impulse_residual  [receivers] owned; NULL: there are none */
static hol_status find_impulse_residuals(hol_transient *t, const hol_history *history, const hol_forced_load *load,
                                         double **impulse_residual)
{
  if (!has_blow(t, history) || !isfinite(t->forced.modes.next)) {
    return HOL_OK;
  }
  *impulse_residual = hol_alloc(t->receivers, sizeof **impulse_residual);
  HOL_TRY(*impulse_residual ? hol_impulse_residuals(&t->forced.modes, t->receivers, load->probe, *impulse_residual)
                            : HOL_MEMORY);
  judge_impulse(t, load, *impulse_residual);
  return HOL_OK;
}

hol_status hol_transient_add(hol_transient *t, size_t load)
{
  const hol_history *history = &t->request->forced.load[load].history;
  const hol_forced_load pull = hol_forced_load_of(&t->forced, load);
  motion m = {.q = NULL};
  double *impulse_residual = NULL, top[3] = {0};
  hol_status status = make_room(t->request->times, t->receivers, &m) ? HOL_OK : HOL_MEMORY;
  status = status == HOL_OK ? find_impulse_residuals(t, history, &pull, &impulse_residual) : status;
  if (status == HOL_OK) {
    add_modes(t, history, &pull, &m);
    for (int order = 0; order <= hol_forced_orders(&t->forced); order++) {
      top[order] = add_rest(t, history, &pull, order, impulse_residual);
    }
    add_computed(t, &pull, top, &m);
    add_scale(t, &pull, top, &m);
  }
  free(m.q);
  free(m.rate);
  free(m.off);
  free(m.power);
  free(impulse_residual);
  return status;
}

/* SPDX-License-Identifier: BSD-3-Clause */
/* Motion in time where damping couples the modes: by damped motions. */
#include "base/memory.h"
#include "response/transient/sdof_response.h"
#include "response/transient/transient.h"

#include <math.h>
#include <stdlib.h>

/** Parts of the upper half of the modes, from each of which on the sum is a measure of what follows. */
enum { PARTS = 4 };
/** That measure is taken so many times. */
static const double times_measured = 4;
/** What circles of the moments and factors leave of rounding, relative to the sizes of the terms. */
static const double rounding = 1e-12;

/** q, q′ of a mode, and of a load the times asked for. {0} is empty. */
typedef struct motion {
  double *q, *rate;
  double *upper; /**< [PARTS * receivers * times] what the modes from each part on change */
  double *size;  /**< [receivers * times] of the terms */
} motion;

static void clear_motion(motion *m)
{
  free(m->q);
  free(m->rate);
  free(m->upper);
  free(m->size);
}

static hol_status make_motion(const hol_transient *t, motion *m)
{
  size_t times = t->request->times;
  m->q = hol_alloc(times, sizeof *m->q);
  m->rate = hol_alloc(times, sizeof *m->rate);
  m->upper = hol_alloc(PARTS * times * t->receivers, sizeof *m->upper);
  m->size = hol_alloc(times * t->receivers, sizeof *m->size);
  return m->q && m->rate && m->upper && m->size ? HOL_OK : HOL_MEMORY;
}

/* ---- terms ------------------------------------------------------------------------------------------------------- */

static double *upper_of(const hol_transient *t, const motion *m, size_t part, size_t receiver)
{
  return m->upper + (part * t->receivers + receiver) * t->request->times;
}

/** @param[in] m  derivatives of this order and the next */
static void add_order(hol_transient *t, size_t load, size_t k, int order, const motion *m)
{
  const hol_transient_request *request = t->request;
  const hol_complex_modes *modes = &t->forced.coupled;
  const hol_history *history = &request->forced.load[load].history;
  for (size_t r = 0; r < t->receivers; r++) {
    size_t place = k * modes->stride + r * request->forced.loads + load;
    double a = modes->a[place], b = modes->b[place], rest = hol_complex_mode_at_rest(&modes->mode[k], a, b);
    if (hol_motion_order(request->forced.receiver[r].quantity) != order) {
      continue;
    }
    for (size_t i = 0; i < request->times; i++) {
      double value = a * m->rate[i] + b * m->q[i];
      double f = hol_history_derived(hol_history_before(history, request->time[i]), order).value;
      t->motion[r].value[i] += value;
      m->size[r * request->times + i] += fabs(a * m->rate[i]) + fabs(b * m->q[i]);
      for (size_t part = 0; part < PARTS && 2 * PARTS * k >= (PARTS + part) * modes->modes; part++) {
        upper_of(t, m, part, r)[i] += value - rest * f;
      }
    }
  }
}

static void add_mode(hol_transient *t, size_t load, size_t k, const motion *m)
{
  const hol_transient_request *request = t->request;
  const hol_complex_mode *mode = &t->forced.coupled.mode[k];
  const hol_history *history = &request->forced.load[load].history;
  const hol_oscillator oscillator = {.lambda = mode->lambda, .c = mode->c};
  hol_oscillator_respond(history, oscillator, request->time, request->times, m->q, m->rate);
  add_order(t, load, k, 0, m);
  for (int order = 1; order <= hol_forced_orders(&t->forced); order++) {
    hol_oscillator_derive(history, oscillator, request->time, request->times, order - 1, m->q, m->rate);
    add_order(t, load, k, order, m);
  }
}

static void add_rest(hol_transient *t, size_t load)
{
  const hol_transient_request *request = t->request;
  const hol_history *history = &request->forced.load[load].history;
  for (size_t r = 0; r < t->receivers; r++) {
    int order = hol_motion_order(request->forced.receiver[r].quantity);
    for (size_t i = 0; i < request->times; i++) {
      double f = hol_history_derived(hol_history_before(history, request->time[i]), order).value;
      t->motion[r].value[i] += t->forced.coupled.rest[r * request->forced.loads + load] * f;
    }
  }
}

/* ---- how far it can be from that --------------------------------------------------------------------------------- */

/** Of a receiver under a load: as truncation.h has it of modes, by the energy of what is left out.
 *  @param[out] by_impulse  the part of impulses */
static double radius_of(const hol_history *history, const hol_truncation *so_far, const hol_residual *left, double next,
                        double *by_impulse)
{
  double slope = fabs(hol_history_derived(hol_history_before(history, so_far->time), so_far->order).slope);
  double jumps = fmin(so_far->jump, sqrt(1.25) * so_far->faded_jump),
         bends = fmin(so_far->bend, sqrt(2) * so_far->faded_bend);
  *by_impulse = so_far->blow > 0 ? left->struck * fmin(so_far->blow, sqrt(2) * so_far->faded_blow) : 0;
  return left->size * jumps + hypot(left->size / next, left->lag) * bends + left->slope * slope;
}

/** The largest change by a part of the upper half up to a time. */
static double measured_at(const hol_transient *t, const motion *m, size_t receiver, size_t i)
{
  double most = 0;
  for (size_t part = 0; part < PARTS; part++) {
    most = fmax(most, fabs(upper_of(t, m, part, receiver)[i]));
  }
  return most;
}

/** Impulses on what has modes without end that do not fall fast enough have no bound: there the upper half is a
 *  measure, times what it does not see. */
static void bound_receiver(hol_transient *t, size_t receiver, size_t load, const motion *m)
{
  const hol_complex_modes *modes = &t->forced.coupled;
  const hol_history *history = &t->request->forced.load[load].history;
  const hol_residual left = hol_complex_modes_residual(modes, receiver, load);
  hol_time_cursor w = {.time = t->request->time, .times = t->request->times, .history = history};
  hol_truncation so_far = {.order = hol_motion_order(t->request->forced.receiver[receiver].quantity)};
  double most = 0;
  while (isfinite(modes->next) && hol_time_cursor_next(&w)) {
    hol_truncation_advance(history, w.now, left.rate, &so_far);
    if (w.is_asked) {
      double by_impulse = 0, radius = radius_of(history, &so_far, &left, modes->next, &by_impulse);
      most = fmax(most, measured_at(t, m, receiver, w.next_time - 1));
      double measured = times_measured * left.unseen * most;
      t->motion[receiver].radius[w.next_time - 1] += radius + (by_impulse > measured ? measured : by_impulse);
    }
    if (w.is_break) {
      hol_truncation_pass(history, &so_far);
    }
  }
}

/** The difference of sum and transfer functions, where nothing is left out; of all terms their rounding. */
static void add_rounding(hol_transient *t, const motion *m)
{
  size_t times = t->request->times;
  for (size_t r = 0; r < t->receivers; r++) {
    double largest = 0, most = 0;
    for (size_t i = 0; i < times; i++) {
      largest = fmax(largest, fabs(t->motion[r].value[i]));
    }
    for (size_t i = 0; i < times; i++) {
      double here = t->motion[r].radius[i] + t->forced.coupled.rounding * largest + rounding * m->size[r * times + i];
      most = fmax(most, here);
      t->motion[r].radius[i] = most;
    }
  }
}

/** Of a list with a gap nothing is known. */
static void leave_open(hol_transient *t)
{
  for (size_t r = 0; r < t->receivers; r++) {
    for (size_t i = 0; i < t->request->times; i++) {
      t->motion[r].value[i] = t->motion[r].radius[i] = NAN;
    }
  }
}

static void add_load(hol_transient *t, size_t load, motion *m)
{
  for (size_t i = 0; i < PARTS * t->receivers * t->request->times; i++) {
    m->upper[i] = 0;
  }
  for (size_t k = 0; k < t->forced.coupled.modes; k++) {
    add_mode(t, load, k, m);
  }
  add_rest(t, load);
  for (size_t r = 0; r < t->receivers; r++) {
    bound_receiver(t, r, load, m);
  }
}

hol_status hol_transient_add_coupled(hol_transient *t)
{
  if (!hol_complex_modes_are_known(&t->forced.coupled)) {
    leave_open(t);
    return HOL_OK;
  }
  motion m = {.q = NULL};
  hol_status status = make_motion(t, &m);
  for (size_t l = 0; status == HOL_OK && l < t->request->forced.loads; l++) {
    add_load(t, l, &m);
  }
  if (status == HOL_OK) {
    add_rounding(t, &m);
  }
  clear_motion(&m);
  return status;
}

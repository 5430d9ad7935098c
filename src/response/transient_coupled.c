/* Motion in time where damping couples the modes: by damped motions. */
#include "base/memory.h"
#include "response/driven.h"
#include "response/transient.h"

#include <math.h>
#include <stdlib.h>

/** q, q′ of a mode, and of a load the times asked for. */
typedef struct motion {
  double *q, *rate;
  double *upper; /**< [receivers * times] what the upper half of the modes changes */
} motion;

/** @param[in] m  derivatives of this order and the next */
static void add_order(hol_transient *t, size_t load, size_t k, int order, const motion *m)
{
  const hol_transient_request *request = t->request;
  const hol_complex_modes *modes = &t->forced.coupled;
  const hol_history *history = &request->history[load];
  bool is_upper = 2 * k >= modes->modes && isfinite(modes->next);
  for (size_t r = 0; r < t->receivers; r++) {
    size_t place = k * modes->curves + r * request->forced.loads + load;
    double a = modes->a[place], b = modes->b[place];
    double rest = is_upper ? hol_complex_mode_at_rest(&modes->mode[k], a, b) : 0;
    if (hol_motion_order(request->forced.receiver[r].quantity) != order) {
      continue;
    }
    for (size_t i = 0; i < request->times; i++) {
      double value = a * m->rate[i] + b * m->q[i];
      double f = hol_history_derived(hol_history_before(history, request->time[i]), order).value;
      t->motion[r].value[i] += value;
      if (is_upper) {
        m->upper[r * request->times + i] += value - rest * f;
      }
    }
  }
}

static void add_mode(hol_transient *t, size_t load, size_t k, const motion *m)
{
  const hol_transient_request *request = t->request;
  const hol_complex_mode *mode = &t->forced.coupled.mode[k];
  const hol_history *history = &request->history[load];
  const hol_oscillator oscillator = {.lambda = mode->lambda, .c = mode->c};
  hol_oscillator_drive(history, oscillator, request->time, request->times, m->q, m->rate);
  add_order(t, load, k, 0, m);
  for (int order = 1; order <= hol_forced_orders(&t->forced); order++) {
    hol_oscillator_derive(history, oscillator, request->time, request->times, order - 1, m->q, m->rate);
    add_order(t, load, k, order, m);
  }
}

static void add_load(hol_transient *t, size_t load, const motion *m)
{
  const hol_transient_request *request = t->request;
  const hol_history *history = &request->history[load];
  for (size_t k = 0; k < t->forced.coupled.modes; k++) {
    add_mode(t, load, k, m);
  }
  for (size_t r = 0; r < t->receivers; r++) {
    int order = hol_motion_order(request->forced.receiver[r].quantity);
    for (size_t i = 0; i < request->times; i++) {
      double f = hol_history_derived(hol_history_before(history, request->time[i]), order).value;
      t->motion[r].value[i] += t->forced.coupled.rest[r * request->forced.loads + load] * f;
    }
  }
}

hol_status hol_transient_add_coupled(hol_transient *t)
{
  size_t times = t->request->times;
  motion m = {.q = hol_alloc(times, sizeof *m.q),
              .rate = hol_alloc(times, sizeof *m.rate),
              .upper = hol_alloc(times * t->receivers, sizeof *m.upper)};
  hol_status status = m.q && m.rate && m.upper ? HOL_OK : HOL_MEMORY;
  for (size_t l = 0; status == HOL_OK && l < t->request->forced.loads; l++) {
    add_load(t, l, &m);
  }
  for (size_t r = 0; status == HOL_OK && r < t->receivers; r++) {
    double most = 0, largest = 0;
    for (size_t i = 0; i < times; i++) {
      largest = fmax(largest, fabs(t->motion[r].value[i]));
    }
    for (size_t i = 0; i < times; i++) {
      most = fmax(most, t->forced.coupled.rounding * largest);
      most = fmax(most, fabs(m.upper[r * times + i]));
      t->motion[r].radius[i] = most;
    }
  }
  free(m.q);
  free(m.rate);
  free(m.upper);
  return status;
}

/* Motion in time by modes that damping leaves apart. */
#include "base/memory.h"
#include "response/driven.h"
#include "response/struck.h"
#include "response/transient.h"

#include <math.h>
#include <stdlib.h>

/** q, q′ of a mode, at the times asked for. */
typedef struct motion {
  double *q, *rate;
} motion;

static void add_order(hol_transient *t, size_t k, double driven, int order, const double *q)
{
  const hol_superposition *s = &t->forced.modes;
  for (size_t r = 0; r < t->receivers; r++) {
    bool is_asked = hol_motion_order(t->request->forced.receiver[r].quantity) == order;
    for (size_t i = 0; is_asked && i < t->request->times; i++) {
      t->motion[r].value[i] += s->phi[r + k * s->probes] * driven * q[i];
    }
  }
}

/** Add what the modes do. */
static void add_modes(hol_transient *t, const hol_history *history, const hol_forced_load *load, const motion *m)
{
  const hol_transient_request *request = t->request;
  const hol_superposition *s = &t->forced.modes;
  for (size_t k = 0; k < s->modes; k++) {
    double driven = load->sign * load->phi[k * load->step];
    const hol_oscillator oscillator = {s->lambda[k], hol_proportional_damping(t->forced.law, s->lambda[k])};
    if (!(fabs(driven) > 0)) {
      continue;
    }
    hol_oscillator_drive(history, oscillator, request->time, request->times, m->q, m->rate);
    add_order(t, k, driven, 0, m->q);
    for (int order = 1; order <= hol_forced_orders(&t->forced); order++) {
      hol_oscillator_derive(history, oscillator, request->time, request->times, order - 1, m->q, m->rate);
      add_order(t, k, driven, order, m->q);
    }
  }
}

/** Add what the others do at rest, and how far from that they can be, to receivers of an order.
 *  @param[in] struck  [receivers] for impulses; NULL: there are none */
static void add_rest(hol_transient *t, const hol_history *history, const hol_forced_load *load, int order,
                     const double *struck)
{
  const hol_transient_request *request = t->request;
  const hol_superposition *s = &t->forced.modes;
  hol_walk w = {.time = request->time, .times = request->times, .history = history};
  hol_truncation truncation = {.order = order};
  double rate = hol_truncation_rate(s->next, t->forced.law);
  while (hol_walk_on(&w)) {
    hol_truncation_advance(history, w.now, rate, &truncation);
    for (size_t r = 0; w.is_asked && r < t->receivers; r++) {
      if (hol_motion_order(request->forced.receiver[r].quantity) != order) {
        continue;
      }
      double size = sqrt(s->rest[r * (s->probes + 1)] * load->own), blow = struck ? struck[r] : 0;
      size_t i = w.next_time - 1;
      t->motion[r].value[i] += load->rest[r] * hol_history_derived(hol_history_before(history, w.now), order).value;
      t->motion[r].radius[i] += hol_truncation_radius(history, &truncation, s->next, t->forced.law, size, blow);
    }
    if (w.is_break) {
      hol_truncation_pass(history, &truncation);
    }
  }
}

/** Is there an impulse in the history, or in the derivatives that are asked for? */
static bool has_blow(const hol_transient *t, const hol_history *history)
{
  double last = t->request->time[t->request->times - 1];
  int orders = hol_forced_orders(&t->forced);
  return history->kind == HOL_HISTORY_IMPULSE || orders > 1 || (orders > 0 && hol_history_jumps(history, last));
}

hol_status hol_transient_add(hol_transient *t, size_t load)
{
  const hol_history *history = &t->request->history[load];
  const hol_forced_load pull = hol_forced_load_of(&t->forced, load);
  size_t times = t->request->times;
  motion m = {.q = hol_alloc(times, sizeof *m.q), .rate = hol_alloc(times, sizeof *m.rate)};
  double *struck = NULL;
  hol_status status = m.q && m.rate ? HOL_OK : HOL_MEMORY;
  if (status == HOL_OK && has_blow(t, history) && isfinite(t->forced.modes.next)) {
    struck = hol_alloc(t->receivers, sizeof *struck);
    status = struck ? hol_struck_sums(&t->forced.modes, t->receivers, pull.probe, struck) : HOL_MEMORY;
    t->forced.is_measured = t->forced.is_measured || pull.probe != SIZE_MAX;
  }
  if (status == HOL_OK) {
    add_modes(t, history, &pull, &m);
  }
  for (int order = 0; status == HOL_OK && order <= hol_forced_orders(&t->forced); order++) {
    add_rest(t, history, &pull, order, struck);
  }
  free(m.q);
  free(m.rate);
  free(struck);
  return status;
}

/* Motion in time by modes that damping leaves apart. */
#include "base/memory.h"
#include "response/driven.h"
#include "response/struck.h"
#include "response/transient.h"

#include <math.h>
#include <stdlib.h>

/** Add what the modes do. */
static hol_status add_modes(hol_transient *t, const hol_history *history, const hol_forced_load *load)
{
  const hol_transient_request *request = t->request;
  const hol_superposition *s = &t->forced.modes;
  double *q = hol_alloc(request->times, sizeof *q);
  if (!q) {
    return HOL_MEMORY;
  }
  for (size_t k = 0; k < s->modes; k++) {
    double driven = load->sign * load->phi[k * load->step];
    const hol_oscillator oscillator = {s->lambda[k], hol_proportional_damping(t->forced.law, s->lambda[k])};
    if (!(fabs(driven) > 0)) {
      continue;
    }
    hol_oscillator_drive(history, oscillator, request->time, request->times, q, NULL);
    for (size_t r = 0; r < t->receivers; r++) {
      for (size_t i = 0; i < request->times; i++) {
        t->motion[r].value[i] += s->phi[r + k * s->probes] * driven * q[i];
      }
    }
  }
  free(q);
  return HOL_OK;
}

/** Add what the others do at rest, and how far from that they can be. @param[in] struck  [receivers] for an impulse; NULL */
static void add_rest(hol_transient *t, const hol_history *history, const hol_forced_load *load, const double *struck)
{
  const hol_transient_request *request = t->request;
  const hol_superposition *s = &t->forced.modes;
  hol_walk w = {.time = request->time, .times = request->times, .history = history};
  hol_truncation truncation = {.time = 0};
  double rate = hol_truncation_rate(s->next, t->forced.law);
  while (hol_walk_on(&w)) {
    hol_truncation_advance(history, w.now, rate, &truncation);
    for (size_t r = 0; w.is_asked && r < t->receivers; r++) {
      double size = sqrt(s->rest[r * (s->probes + 1)] * load->own), blow = struck ? struck[r] : 0;
      size_t i = w.next_time - 1;
      t->motion[r].value[i] += load->rest[r] * hol_history_before(history, w.now).value;
      t->motion[r].radius[i] += hol_truncation_radius(history, &truncation, s->next, t->forced.law, size, blow);
    }
    if (w.is_break) {
      hol_truncation_pass(history, &truncation);
    }
  }
}

hol_status hol_transient_add(hol_transient *t, size_t load)
{
  const hol_history *history = &t->request->history[load];
  const hol_forced_load pull = hol_forced_load_of(&t->forced, load);
  double *struck = NULL;
  hol_status status = HOL_OK;
  if (history->kind == HOL_HISTORY_IMPULSE && isfinite(t->forced.modes.next)) {
    struck = hol_alloc(t->receivers, sizeof *struck);
    status = struck ? hol_struck_sums(&t->forced.modes, t->receivers, pull.probe, struck) : HOL_MEMORY;
    t->forced.is_measured = t->forced.is_measured || pull.probe != SIZE_MAX;
  }
  status = status == HOL_OK ? add_modes(t, history, &pull) : status;
  if (status == HOL_OK) {
    add_rest(t, history, &pull, struck);
  }
  free(struck);
  return status;
}

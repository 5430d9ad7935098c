/* Motion in time by modes that damping leaves apart. */
#include "response/transient_modes.h"

#include "base/memory.h"
#include "problem/grammar.h"
#include "response/driven.h"
#include "response/struck.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { MODES_FIRST = 8, MODES_MOST = 1024 };

/* ---- what is wished ------------------------------------------------------------------------------------------------ */

/** Receivers first, then points of loads. @param[out] probe  [receivers + loads] */
static hol_superposition_wish wish_of(const hol_problem *problem, const hol_transient_request *request, hol_probe *probe)
{
  hol_superposition_wish wish = {.problem = problem, .probe = probe, .ground_place = request->place};
  for (size_t i = 0; i < request->receivers; i++) {
    probe[wish.probes++] = request->receiver[i];
  }
  for (size_t i = 0; i < request->loads; i++) {
    const hol_transient_load *load = &request->load[i];
    if (load->is_ground) {
      wish.moves_ground = true;
      wish.ground_place = load->probe.place;
      memcpy(wish.ground, load->probe.direction, sizeof wish.ground);
    } else {
      probe[wish.probes++] = load->probe;
    }
  }
  return wish;
}

hol_status hol_transient_check(const hol_problem *problem, hol_faults *faults)
{
  const hol_transient_request *request = hol_request_of(problem, &hol_transient_grammar);
  hol_probe *probe = hol_alloc(request->receivers + request->loads, sizeof *probe);
  if (!probe) {
    return HOL_MEMORY;
  }
  const hol_superposition_wish wish = wish_of(problem, request, probe);
  size_t loose;
  hol_proportional law;
  bool is_coupled;
  hol_status status = hol_superposition_check(&wish, &loose, faults);
  status = status == HOL_OK ? hol_proportional_find(problem, request->law, &is_coupled, &law, faults) : status;
  free(probe);
  return status;
}

/* ---- one load ------------------------------------------------------------------------------------------------------ */

/** A load on the structure in its modes. */
typedef struct pull {
  const hol_history *history;
  const double *phi; /**< of mode k phi[k * step], times sign */
  size_t step;
  double sign;
  const double *rest; /**< [receivers] what the other modes do at rest */
  double own;         /**< Σ φ_d²/λ of them, from above */
  double *struck;     /**< [receivers] for an impulse Σ |φ_r φ_d|/√λ of them, from above; NULL */
} pull;

/** Add what the modes do. */
static hol_status add_modes(hol_transient *t, const pull *load, hol_proportional law)
{
  const hol_transient_request *request = t->request;
  const hol_superposition *s = &t->modes;
  double *q = hol_alloc(request->times, sizeof *q);
  if (!q) {
    return HOL_MEMORY;
  }
  for (size_t k = 0; k < s->modes; k++) {
    double driven = load->sign * load->phi[k * load->step];
    const hol_oscillator oscillator = {s->lambda[k], hol_proportional_damping(law, s->lambda[k])};
    if (!(fabs(driven) > 0)) {
      continue;
    }
    hol_oscillator_drive(load->history, oscillator, request->time, request->times, q, NULL);
    for (size_t r = 0; r < t->receivers; r++) {
      for (size_t i = 0; i < request->times; i++) {
        t->motion[r].value[i] += s->phi[r + k * s->probes] * driven * q[i];
      }
    }
  }
  free(q);
  return HOL_OK;
}

/** Add what the others do at rest, and how far from that they can be. */
static void add_rest(hol_transient *t, const pull *load, hol_proportional law)
{
  const hol_transient_request *request = t->request;
  const hol_superposition *s = &t->modes;
  hol_walk w = {.time = request->time, .times = request->times, .history = load->history};
  hol_truncation truncation = {.time = 0};
  double rate = hol_truncation_rate(s->next, law);
  while (hol_walk_on(&w)) {
    hol_truncation_advance(load->history, w.now, rate, &truncation);
    for (size_t r = 0; w.is_asked && r < t->receivers; r++) {
      double size = sqrt(s->rest[r * (s->probes + 1)] * load->own), struck = load->struck ? load->struck[r] : 0;
      size_t i = w.next_time - 1;
      t->motion[r].value[i] += load->rest[r] * hol_history_before(load->history, w.now).value;
      t->motion[r].radius[i] += hol_truncation_radius(load->history, &truncation, s->next, law, size, struck);
    }
    if (w.is_break) {
      hol_truncation_pass(load->history, &truncation);
    }
  }
}

/** @param[in,out] probe  of the points of loads, the next one */
static hol_status add_load(hol_transient *t, const hol_transient_load *load, hol_proportional law, size_t *probe)
{
  const hol_superposition *s = &t->modes;
  double *struck = NULL;
  pull p = {.history = &load->history, .step = 1, .sign = -1, .phi = s->participation, .rest = s->ground_rest};
  if (load->is_ground) {
    p.own = s->mass / s->next;
  } else {
    p.phi = s->phi + *probe;
    p.step = s->probes;
    p.sign = 1;
    p.rest = s->rest + *probe * s->probes;
    p.own = s->rest[*probe * (s->probes + 1)];
  }
  hol_status status = HOL_OK;
  if (load->history.kind == HOL_HISTORY_IMPULSE && isfinite(s->next)) {
    p.struck = struck = hol_alloc(t->receivers, sizeof *struck);
    status = struck ? hol_struck_sums(s, t->receivers, load->is_ground ? SIZE_MAX : *probe, struck) : HOL_MEMORY;
    t->is_measured = t->is_measured || !load->is_ground;
  }
  *probe += !load->is_ground;
  status = status == HOL_OK ? add_modes(t, &p, law) : status;
  if (status == HOL_OK) {
    add_rest(t, &p, law);
  }
  free(struck);
  return status;
}

/* ---- all of them --------------------------------------------------------------------------------------------------- */

/** On rank 0, with the modes that there are. @return HOL_INCOMPLETE: a radius is too large */
static hol_status move(hol_transient *t)
{
  size_t probe = t->request->receivers;
  HOL_TRY(hol_transient_start(t));
  for (size_t i = 0; i < t->request->loads; i++) {
    HOL_TRY(add_load(t, &t->request->load[i], t->law, &probe));
  }
  hol_transient_judge(t);
  return t->is_reached ? HOL_OK : HOL_INCOMPLETE;
}

/** With so many modes. @return HOL_INCOMPLETE: not everything is proved, or more modes are wanted */
static hol_status attempt(const hol_superposition_wish *wish, size_t modes, hol_solve_options options, hol_transient *t,
                          hol_faults *faults)
{
  const hol_comm alone = hol_comm_serial(), *comm = options.comm ? options.comm : &alone;
  hol_status status = hol_superposition_make(wish, modes, options, &t->modes, faults);
  t->stopped = t->modes.result.stopped;
  if (status > HOL_INCOMPLETE || t->stopped) {
    return status;
  }
  hol_status moved = comm->agree(comm->handle, comm->rank == 0 ? move(t) : HOL_OK);
  return moved > status ? moved : status;
}

/** Are more modes what is lacking? The same on every rank. */
static bool needs_more(const hol_transient *t, const hol_comm *comm)
{
  bool more = comm->rank == 0 && !t->stopped && !t->is_reached && t->modes.is_complete && isfinite(t->modes.next);
  return comm->agree(comm->handle, more ? HOL_INCOMPLETE : HOL_OK) == HOL_INCOMPLETE;
}

hol_status hol_transient_superpose(hol_solve_options options, hol_transient *t, hol_faults *faults)
{
  const hol_comm alone = hol_comm_serial(), *comm = options.comm ? options.comm : &alone;
  const hol_transient_request *request = t->request;
  hol_probe *probe = hol_alloc(request->receivers + request->loads, sizeof *probe);
  HOL_TRY(comm->agree(comm->handle, probe ? HOL_OK : HOL_MEMORY));
  const hol_superposition_wish wish = wish_of(t->problem, request, probe);
  size_t modes = request->count > 0 ? request->count : MODES_FIRST;
  const hol_transient empty = *t;
  hol_status status = attempt(&wish, modes, options, t, faults);
  while (status == HOL_INCOMPLETE && request->count == 0 && modes < MODES_MOST && needs_more(t, comm)) {
    hol_transient_clear(t);
    *t = empty;
    modes *= 2;
    status = attempt(&wish, modes, options, t, faults);
  }
  t->modes.probe = NULL;
  free(probe);
  return status;
}

#include "response/transient.h"

#include "base/memory.h"
#include "problem/grammar.h"
#include "response/oscillator.h"
#include "response/struck.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { MODES_FIRST = 8, MODES_MOST = 1024 };
/** Receivers that hardly move are judged beside this share of the largest. */
static const double hardly = 1e-6;

void hol_transient_clear(hol_transient *t)
{
  for (size_t i = 0; t->motion && i < t->receivers; i++) {
    free(t->motion[i].value);
    free(t->motion[i].radius);
  }
  free(t->motion);
  hol_superposition_clear(&t->modes);
  *t = (hol_transient){0};
}

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
  hol_status status = hol_superposition_check(&wish, &loose, faults);
  status = status == HOL_OK ? hol_proportional_find(problem, request->law, &law, faults) : status;
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

/** Times asked for and breaks of a history, one after another. */
typedef struct walk {
  const hol_transient_request *request;
  const hol_history *history;
  size_t next_time, next_break;
  double time;
  bool is_asked, is_break; /**< what is at this time */
} walk;

static bool go_on(walk *w)
{
  double at = 0;
  bool has_break = hol_history_break(w->history, w->next_break, &at), has_time = w->next_time < w->request->times;
  if (!has_time) {
    return false;
  }
  double asked = w->request->time[w->next_time];
  w->is_asked = !has_break || asked <= at;
  w->is_break = has_break && at <= asked;
  w->time = w->is_asked ? asked : at;
  w->next_time += w->is_asked;
  w->next_break += w->is_break;
  return true;
}

/** The propagator over a time, the one before where that is the same but for rounding. */
static const hol_propagator *propagate_over(hol_oscillator oscillator, double square, double from, double to,
                                            hol_propagator *kept)
{
  double time = to - from, same = 4 * 2.3e-16 * to;
  bool is_kept = fabs(kept->time - time) <= same && !(fabs(kept->square - square) > 0);
  if (!is_kept) {
    *kept = hol_propagator_of(oscillator, square, time);
  }
  return kept;
}

/** Amplitude of a mode of unit participation at all times asked for. @param[out] q  [times] */
static void follow_mode(const hol_transient_request *request, const hol_history *history, hol_oscillator oscillator,
                        double *q)
{
  walk w = {.request = request, .history = history};
  hol_propagator kept = {.time = 0};
  double state[2] = {0}, before = 0;
  while (go_on(&w)) {
    if (w.time > before) {
      hol_history_piece piece = hol_history_after(history, before);
      hol_propagate(propagate_over(oscillator, piece.square, before, w.time, &kept), piece.value, piece.slope, state);
    }
    before = w.time;
    if (w.is_asked) {
      q[w.next_time - 1] = state[0];
    }
    if (w.is_break && history->kind == HOL_HISTORY_IMPULSE) {
      state[1] += history->size;
    }
  }
}

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
    follow_mode(request, load->history, oscillator, q);
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
  walk w = {.request = request, .history = load->history};
  hol_truncation truncation = {.time = 0};
  double rate = hol_truncation_rate(s->next, law);
  while (go_on(&w)) {
    hol_truncation_advance(load->history, w.time, rate, &truncation);
    for (size_t r = 0; w.is_asked && r < t->receivers; r++) {
      double size = sqrt(s->rest[r * (s->probes + 1)] * load->own), struck = load->struck ? load->struck[r] : 0;
      size_t i = w.next_time - 1;
      t->motion[r].value[i] += load->rest[r] * hol_history_before(load->history, w.time).value;
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

static hol_status start(hol_transient *t)
{
  t->receivers = t->request->receivers;
  t->motion = hol_alloc(t->receivers, sizeof *t->motion);
  bool ok = t->motion != NULL;
  for (size_t r = 0; ok && r < t->receivers; r++) {
    t->motion[r].value = hol_alloc(t->request->times, sizeof(double));
    t->motion[r].radius = hol_alloc(t->request->times, sizeof(double));
    ok = t->motion[r].value && t->motion[r].radius;
  }
  return ok ? HOL_OK : HOL_MEMORY;
}

/** The largest of each receiver; and is every radius small beside them? */
static void judge(hol_transient *t)
{
  const hol_transient_request *request = t->request;
  double top[2] = {0};
  for (size_t r = 0; r < t->receivers; r++) {
    hol_transient_motion *m = &t->motion[r];
    for (size_t i = 0; i < request->times; i++) {
      if (fabs(m->value[i]) > fabs(m->largest)) {
        m->largest = m->value[i];
        m->at = request->time[i];
      }
      m->most = fmax(m->most, m->radius[i]);
    }
    bool turns = request->receiver[r].turns;
    top[turns] = fmax(top[turns], fabs(m->largest));
  }
  t->is_reached = true;
  for (size_t r = 0; r < t->receivers; r++) {
    double size = fmax(fabs(t->motion[r].largest), hardly * top[request->receiver[r].turns]);
    bool is_small = t->motion[r].most <= request->tolerance * size;
    t->is_reached = t->is_reached && (request->count > 0 ? isfinite(t->motion[r].most) : is_small);
  }
}

/** On rank 0, with the modes that there are. @return HOL_INCOMPLETE: a radius is too large */
static hol_status move(hol_transient *t)
{
  size_t probe = t->request->receivers;
  HOL_TRY(start(t));
  for (size_t i = 0; i < t->request->loads; i++) {
    HOL_TRY(add_load(t, &t->request->load[i], t->law, &probe));
  }
  judge(t);
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

static hol_status run_on(const hol_problem *problem, hol_solve_options options, hol_transient *t, hol_faults *faults)
{
  const hol_comm alone = hol_comm_serial(), *comm = options.comm ? options.comm : &alone;
  const hol_transient_request *request = t->request;
  hol_probe *probe = hol_alloc(request->receivers + request->loads, sizeof *probe);
  HOL_TRY(comm->agree(comm->handle, probe ? HOL_OK : HOL_MEMORY));
  const hol_superposition_wish wish = wish_of(problem, request, probe);
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

hol_status hol_transient_run(const hol_problem *problem, hol_solve_options options, hol_transient *result,
                             hol_faults *faults)
{
  const hol_comm alone = hol_comm_serial(), *comm = options.comm ? options.comm : &alone;
  *result = (hol_transient){.problem = problem, .request = hol_request_of(problem, &hol_transient_grammar)};
  HOL_TRY(comm->agree(comm->handle, hol_proportional_find(problem, result->request->law, &result->law, faults)));
  return run_on(problem, options, result, faults);
}

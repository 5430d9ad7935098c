/* SPDX-License-Identifier: BSD-3-Clause */
/* Forced response by mode superposition: more modes, or damped modes, until errors are within the tolerance. */
#include "response/forced/forced.h"

#include "base/memory.h"
#include "base/vector.h"
#include "response/steady/response.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/** Modes to begin with; damped motions at the most; lists with a gap after which another one is tried. */
enum { MODES_FIRST = 8, MOTIONS_MOST = 512, OPEN_MOST = 2 };

void hol_forced_request_clear(hol_forced_request *request)
{
  hol_excitations_clear(request->load, request->loads);
  hol_outputs_clear(request->receiver, request->receivers);
  *request = (hol_forced_request){.loads = 0};
}

void hol_forced_clear(hol_forced *forced)
{
  hol_superposition_clear(&forced->modes);
  hol_complex_modes_clear(&forced->coupled);
  *forced = (hol_forced){.problem = NULL};
}

/* ---- requests ---------------------------------------------------------------------------------------------------- */

/** Receivers first, then points of loads. @param[out] probe  [receivers + loads] */
static hol_superposition_request spec_of(const hol_problem *problem, const hol_forced_request *request,
                                         hol_output *probe)
{
  hol_superposition_request spec = {
      .problem = problem, .probe = probe, .accepts_bounds = true, .ground_place = request->place};
  for (size_t i = 0; i < request->receivers; i++) {
    probe[spec.probes++] = request->receiver[i];
  }
  for (size_t i = 0; i < request->loads; i++) {
    const hol_excitation *load = &request->load[i];
    if (load->kind == HOL_BASE_ACCELERATION) {
      spec.moves_ground = true;
      spec.ground_place = load->at.place;
      memcpy(spec.ground, load->at.direction, sizeof spec.ground);
    } else {
      probe[spec.probes++] = load->at;
    }
  }
  return spec;
}

hol_status hol_forced_check(const hol_problem *problem, const hol_forced_request *request, size_t *loose,
                            hol_faults *faults)
{
  hol_output *probe = hol_alloc(request->receivers + request->loads, sizeof *probe);
  if (!probe) {
    return HOL_MEMORY;
  }
  const hol_superposition_request spec = spec_of(problem, request, probe);
  hol_status status = hol_superposition_check(&spec, loose, faults);
  free(probe);
  return status;
}

hol_status hol_forced_start(const hol_problem *problem, const hol_forced_request *request, hol_forced *forced,
                            hol_faults *faults)
{
  *forced = (hol_forced){.problem = problem, .request = request};
  return hol_proportional_find(problem, request->law, &forced->is_coupled, &forced->law, faults);
}

int hol_forced_orders(const hol_forced *forced)
{
  int most = 0;
  for (size_t r = 0; r < forced->request->receivers; r++) {
    int order = hol_motion_order(forced->request->receiver[r].quantity);
    most = order > most ? order : most;
  }
  return most;
}

double hol_forced_share(const hol_forced *forced, size_t receiver, size_t load)
{
  const hol_output *to = &forced->request->receiver[receiver];
  const hol_excitation *from = &forced->request->load[load];
  bool has = from->kind == HOL_BASE_ACCELERATION && to->quantity == HOL_ABSOLUTE_ACCELERATION && !to->turns;
  return has ? hol_dot(3, to->direction, from->at.direction) : 0;
}

hol_forced_load hol_forced_load_of(const hol_forced *forced, size_t load)
{
  const hol_superposition *s = &forced->modes;
  size_t probe = forced->request->receivers;
  if (forced->request->load[load].kind == HOL_BASE_ACCELERATION) {
    return (hol_forced_load){.phi = s->participation,
                             .step = 1,
                             .sign = -1,
                             .rest = s->ground_rest,
                             .doubt = s->ground_doubt,
                             .own = s->mass / s->next,
                             .probe = SIZE_MAX};
  }
  for (size_t i = 0; i < load; i++) {
    probe += forced->request->load[i].kind != HOL_BASE_ACCELERATION;
  }
  return (hol_forced_load){.phi = s->phi + probe,
                           .step = s->probes,
                           .sign = 1,
                           .rest = s->rest + probe * s->probes,
                           .doubt = s->doubt + probe * s->probes,
                           .apart = s->apart + probe * s->probes,
                           .own = s->rest[probe * (s->probes + 1)],
                           .probe = probe};
}

/* ---- more and more modes ----------------------------------------------------------------------------------------- */

static hol_status fill(const hol_forced_use *use, const hol_forced *forced, hol_faults *faults)
{
  hol_status status = use->fill(use->result, faults);
  return status != HOL_OK ? status : forced->is_reached ? HOL_OK : HOL_INCOMPLETE;
}

static hol_status attempt_modes(const hol_superposition_request *spec, size_t count, const hol_forced_use *use,
                                hol_solve_options options, hol_forced *forced, hol_faults *faults)
{
  const hol_comm alone = hol_comm_serial(), *comm = options.comm ? options.comm : &alone;
  hol_status status = hol_superposition_make(spec, count, options, &forced->modes, faults);
  forced->stopped = forced->modes.result.stopped;
  if (status > HOL_INCOMPLETE || forced->stopped) {
    return status;
  }
  hol_status filled = comm->agree(comm->handle, comm->rank == 0 ? fill(use, forced, faults) : HOL_OK);
  return filled > status ? filled : status;
}

/** Are more of them what is lacking? The same on every rank. */
static bool needs_more(const hol_forced *m, const hol_comm *comm)
{
  bool lacks = m->modes.is_complete && isfinite(m->modes.next);
  bool more = comm->rank == 0 && !m->stopped && !m->is_reached && !m->is_endless && lacks;
  return comm->agree(comm->handle, more ? HOL_INCOMPLETE : HOL_OK) == HOL_INCOMPLETE;
}

/** Without room for another attempt nothing is left of the one before. */
static hol_status take_more_modes(const hol_superposition_request *spec, size_t most, const hol_forced_use *use,
                                  hol_solve_options options, hol_forced *forced, hol_faults *faults)
{
  const hol_comm alone = hol_comm_serial(), *comm = options.comm ? options.comm : &alone;
  size_t count = forced->request->count > 0 ? forced->request->count : MODES_FIRST;
  const hol_forced empty = *forced;
  hol_status status = attempt_modes(spec, count, use, options, forced, faults);
  while (status == HOL_INCOMPLETE && forced->request->count == 0 && count < most && needs_more(forced, comm)) {
    use->empty(use->result);
    hol_forced_clear(forced);
    *forced = empty;
    count *= 2;
    status = attempt_modes(spec, count, use, options, forced, faults);
  }
  return status;
}

static hol_status superpose(const hol_forced_use *use, size_t most, hol_solve_options options, hol_forced *forced,
                            hol_faults *faults)
{
  const hol_comm alone = hol_comm_serial(), *comm = options.comm ? options.comm : &alone;
  hol_output *probe = hol_alloc(forced->request->receivers + forced->request->loads, sizeof *probe);
  HOL_TRY(comm->agree(comm->handle, probe ? HOL_OK : HOL_MEMORY));
  const hol_superposition_request spec = spec_of(forced->problem, forced->request, probe);
  hol_status status = take_more_modes(&spec, most, use, options, forced, faults);
  forced->modes.probe = NULL;
  free(probe);
  return status;
}

/** With the damped motions found, which are taken over. */
static hol_status adopt(const hol_forced_use *use, hol_complex_modes *found, hol_forced *forced, hol_faults *faults)
{
  use->empty(use->result);
  hol_complex_modes_clear(&forced->coupled);
  forced->coupled = *found;
  *found = (hol_complex_modes){.mode = NULL};
  return fill(use, forced, faults);
}

/** So many damped motions; of a list with a gap nothing is taken where there was one without. @param[out] is_open  it
 *  has a gap */
static hol_status attempt_motions(const hol_complex_modes_request *spec, size_t count, const hol_forced_use *use,
                                  hol_watch watch, hol_forced *forced, bool *is_open, hol_faults *faults)
{
  hol_complex_modes found = {.mode = NULL};
  hol_status status = hol_complex_modes_make(spec, count, watch, &found, faults);
  forced->stopped = found.is_stopped;
  *is_open = !forced->stopped && !hol_complex_modes_are_known(&found);
  forced->open_reason = *is_open ? found.reason : forced->open_reason;
  if (status <= HOL_INCOMPLETE && !forced->stopped && (!*is_open || !hol_complex_modes_are_known(&forced->coupled))) {
    hol_status filled = adopt(use, &found, forced, faults);
    status = filled != HOL_OK ? filled : status;
  } else if (status == HOL_OK) {
    status = HOL_INCOMPLETE;
  }
  hol_complex_modes_clear(&found);
  return status;
}

/** What is known of lists of damped motions: so many of the longest one without a gap, of the shortest longer one with
 *  a gap; 0: none. */
typedef struct lists {
  size_t closed, open, opened;
} lists;

/** How many to look for next: twice as many; after a list with a gap a little more, as that may be where it was cut;
 *  after another one fewer, as long as that is worth it. 0: no more. */
static size_t next_count(const lists *l, size_t count)
{
  bool is_last = count >= MOTIONS_MOST;
  size_t next = count < l->open || l->open == 0 ? 2 * count : count + count / 4 + 1;
  if (l->open > 0 && l->closed > 0 && (l->opened > 1 || is_last)) {
    next = l->open - l->closed > l->closed / 4 ? l->closed + (l->open - l->closed) / 2 : 0;
  } else if (is_last) {
    next = 0;
  }
  return l->opened > OPEN_MOST ? 0 : next < MOTIONS_MOST ? next : MOTIONS_MOST;
}

/** More damped motions until errors are small, or there are no more. */
static hol_status take_more_motions(const hol_complex_modes_request *spec, const hol_forced_use *use, hol_watch watch,
                                    hol_forced *forced, hol_faults *faults)
{
  size_t count = forced->request->count > 0 ? forced->request->count : MODES_FIRST;
  forced->coupled.known = HOL_DAMPED_OPEN; /* there is no list yet */
  hol_status status = HOL_INCOMPLETE;
  for (lists l = {0}; status == HOL_INCOMPLETE && count > 0;) {
    bool is_open = false;
    status = attempt_motions(spec, count, use, watch, forced, &is_open, faults);
    l.opened += is_open;
    l.closed = is_open || forced->stopped ? l.closed : count;
    l.open = is_open && (l.open == 0 || count < l.open) ? count : l.open > l.closed ? l.open : 0;
    forced->open_from = l.open;
    bool has_end = !is_open && !isfinite(forced->coupled.next);
    count = forced->stopped || forced->request->count > 0 || has_end ? 0 : next_count(&l, count);
  }
  return status;
}

static void clear_unit_request(hol_response_request *request)
{
  free(request->load);
  free(request->receiver);
  *request = (hol_response_request){.loads = 0};
}

/** The load of size 1. */
static hol_excitation unit_load(hol_excitation_kind kind, const hol_output *at)
{
  return (hol_excitation){.kind = kind, .at = *at, .size = 1};
}

/** Displacements of receivers under unit loads, each by itself; then, for the truncation error of sums, displacements
 *  of points where forces act, and forces at receivers. Of R receivers and L loads the request has R receivers, then
 *  one for each force; L loads, then one for each receiver.
 *  @param[in] asked  borrowed @param[out] request  to be cleared in every case */
static hol_status make_unit_request(const hol_forced_request *asked, hol_response_request *request)
{
  size_t most = asked->loads + asked->receivers;
  *request = (hol_response_request){.quantity = HOL_RECEPTANCE, .is_separate = true, .place = asked->place};
  request->load = hol_alloc(most, sizeof *request->load);
  request->receiver = hol_alloc(most, sizeof *request->receiver);
  if (!request->load || !request->receiver) {
    return HOL_MEMORY;
  }
  for (size_t r = 0; r < asked->receivers; r++) {
    request->receiver[request->receivers++] = asked->receiver[r];
  }
  for (size_t l = 0; l < asked->loads; l++) {
    const hol_excitation *load = &asked->load[l];
    request->load[request->loads++] = unit_load(load->kind, &load->at);
    if (load->kind == HOL_POINT_LOAD) {
      request->receiver[request->receivers++] = load->at;
    }
  }
  for (size_t r = 0; r < asked->receivers; r++) {
    request->load[request->loads++] = unit_load(HOL_POINT_LOAD, &asked->receiver[r]);
  }
  return HOL_OK;
}

/** Every rank does all. */
static hol_status couple(const hol_forced_use *use, hol_solve_options options, hol_forced *forced, hol_faults *faults)
{
  const hol_comm alone = hol_comm_serial(), *comm = options.comm ? options.comm : &alone;
  hol_prestressed prestressed = {.is_owned = NULL};
  hol_response_request request;
  forced->is_measured = true;
  hol_status status = make_unit_request(forced->request, &request);
  status = status == HOL_OK ? hol_prestress_where_asked(forced->problem, hol_watch_cancellation(&options.watch),
                                                        &prestressed, faults)
                            : status;
  if (status == HOL_OK) {
    prestressed.problem.analysis.exact = true;
    const hol_complex_modes_request spec = {.problem = &prestressed.problem,
                                            .request = &request,
                                            .receivers = forced->request->receivers,
                                            .loads = forced->request->loads,
                                            .is_struck = use->has_impulse};
    status = take_more_motions(&spec, use, options.watch, forced, faults);
  }
  hol_prestressed_clear(&prestressed);
  clear_unit_request(&request);
  return comm->agree(comm->handle, status);
}

hol_status hol_forced_run(const hol_forced_use *use, size_t most, hol_solve_options options, hol_forced *forced,
                          hol_faults *faults)
{
  return forced->is_coupled ? couple(use, options, forced, faults) : superpose(use, most, options, forced, faults);
}

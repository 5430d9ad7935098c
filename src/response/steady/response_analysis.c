/* SPDX-License-Identifier: BSD-3-Clause */
/* Row of the analysis `response`: natural frequencies, response at given frequencies or over a range, faults. */
#include "base/memory.h"
#include "problem/grammar.h"
#include "response/steady/response_deal.h"
#include "spectrum/ground.h"
#include "statics/prestress.h"

#include <float.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

/** Modes are known so far beyond the range. */
static const double beyond = 1.3;

static bool is_asked(const hol_problem *problem)
{
  return hol_request_of(problem, &hol_response_grammar) != NULL;
}

static double largest_of(const hol_response_request *request)
{
  double most = request->to;
  for (size_t i = 0; i < request->count; i++) {
    most = fmax(most, request->omega[i]);
  }
  return most;
}

static hol_status prepare(const hol_study *study, hol_faults *faults)
{
  const hol_response_request *request = hol_request_of(study->problem, &hol_response_grammar);
  hol_response_system system = {0};
  hol_status status = hol_response_begin(study->problem, request, largest_of(request), &system, faults);
  hol_response_end(&system);
  return study->comm->agree(study->comm->handle, status);
}

/* ---- undamped frequencies ---------------------------------------------------------------------------------------- */

/** Those of rank 0 on every rank. */
static hol_status share_naturals(hol_response *r, const hol_comm *comm)
{
  size_t size = r->naturals * sizeof *r->natural;
  char *bytes = (char *)r->natural;
  HOL_TRY(comm->broadcast(comm->handle, &bytes, &size));
  if (comm->rank > 0) {
    free(r->natural);
    r->natural = (double *)(void *)bytes;
    r->naturals = size / sizeof *r->natural;
  }
  return HOL_OK;
}

/** Undamped modes, of which nothing is asked but their frequencies. What grows is a fault. Collective.
 *  @param[in] to  rad/s: all below; 0: the first alone */
static hol_status find_modes(const hol_problem *structure, const hol_response *r, double to, const hol_comm *comm,
                             hol_watch watch, hol_result *modes, hol_faults *faults)
{
  hol_problem problem = *structure;
  problem.analysis.frequencies = to > 0 ? HOL_FREQUENCIES_BELOW : HOL_FREQUENCIES_COUNT;
  problem.analysis.is_told = false;
  problem.analysis.count = 1;
  problem.analysis.to = to;
  problem.analysis.sensitivity_count = 0;
  problem.analysis.effective.is_asked = false;
  problem.output_shapes = false;
  problem.expect_count = 0;
  watch.store = (hol_store){0};
  hol_status status = hol_solve(&problem, (hol_solve_options){.comm = comm, .watch = watch}, modes, faults);
  modes->problem = structure; /* of the same parts and joints */
  status = status == HOL_INCOMPLETE && !modes->stopped ? HOL_OK : status;
  if (modes->growing > 0) {
    hol_faults_add(faults, true, r->request->place, "see `axial_force`", "the structure is unstable: motions grow");
    status = HOL_INVALID;
  }
  return comm->agree(comm->handle, status);
}

/** Proved ones up to beyond the range: where circles of resonance are. */
static hol_status find_naturals(const hol_problem *structure, hol_response *r, const hol_comm *comm, hol_watch watch,
                                hol_faults *faults)
{
  hol_result modes = {0};
  hol_status status = find_modes(structure, r, beyond * r->request->to, comm, watch, &modes, faults);
  r->natural = hol_alloc(modes.mode_count, sizeof *r->natural);
  for (size_t i = 0; r->natural && i < modes.mode_count; i++) {
    bool is_one = modes.mode[i].omega > 0;
    if (is_one) {
      r->natural[r->naturals++] = modes.mode[i].omega;
    }
  }
  hol_result_clear(&modes);
  status = comm->agree(comm->handle, r->natural ? status : HOL_MEMORY);
  return status == HOL_OK ? share_naturals(r, comm) : status;
}

/* ---- responses --------------------------------------------------------------------------------------------------- */

static hol_status name_curves(const hol_response_system *system, hol_response *r)
{
  r->curves = hol_response_curves(system);
  r->curve = hol_alloc(r->curves, sizeof *r->curve);
  if (!r->curve) {
    r->curves = 0;
    return HOL_MEMORY;
  }
  for (size_t i = 0; i < r->curves; i++) {
    const char *component;
    hol_response_curve_of(system, i, &r->curve[i].receiver, &r->curve[i].load, &component);
    r->curve[i].component = component ? hol_format("%s", component) : NULL;
    if (component && !r->curve[i].component) {
      return HOL_MEMORY;
    }
  }
  return HOL_OK;
}

/** Where it is looked at, and where it is shaken. */
static hol_status place_points(const hol_response_system *system, hol_response *r)
{
  const hol_response_request *request = r->request;
  r->place = hol_alloc(request->receivers + request->loads, sizeof *r->place);
  for (size_t i = 0; r->place && i < request->receivers + request->loads; i++) {
    bool is_load = i >= request->receivers;
    const hol_excitation *load = is_load ? &request->load[i - request->receivers] : NULL;
    const hol_output *output = is_load ? &load->at : &request->receiver[i];
    bool has_point = is_load ? load->kind == HOL_POINT_LOAD : !output->is_reaction;
    double at[6] = {NAN, NAN, NAN};
    if (has_point) {
      hol_model_locate(&system->model, &output->point, at);
    }
    memcpy(r->place[i], at, sizeof r->place[i]);
  }
  return r->place ? HOL_OK : HOL_MEMORY;
}

/** How much rounding of frequency k moves the value of a curve, relatively. */
static double moved_by_rounding(const hol_response *r, size_t i, size_t k)
{
  double size = cabs(r->curve[i].value[k]), change = 4 * DBL_EPSILON * r->omega[k] * cabs(r->curve[i].slope[k]);
  return size > 0 ? change / size : 0;
}

/** How much it moves the values that are next to a pole, where they fall a little aside; next to a zero they rise. */
static hol_status find_sharp_at(hol_response_deal *deal, size_t k, double *moved)
{
  static const double aside = 1e-7;
  const hol_response *r = deal->response;
  bool is_moved = false;
  *moved = 0;
  for (size_t i = 0; i < r->curves; i++) {
    is_moved = is_moved || moved_by_rounding(r, i, k) > r->request->tolerance;
  }
  if (!is_moved) {
    return HOL_OK;
  }
  HOL_TRY(hol_response_at(deal->system, r->omega[k] * (1 + aside), deal->scratch, NULL));
  for (size_t i = 0; i < r->curves; i++) {
    bool falls = cabs(deal->scratch[i]) < 0.5 * cabs(r->curve[i].value[k]);
    *moved = falls ? fmax(*moved, moved_by_rounding(r, i, k)) : *moved;
  }
  return HOL_OK;
}

/** Values that say no more than where rounding has put the frequency are told to be so. */
static hol_status find_sharp(hol_response_deal *deal)
{
  hol_response *r = deal->response;
  for (size_t k = 0; k < r->count; k++) {
    double moved;
    HOL_TRY(find_sharp_at(deal, k, &moved));
    if (moved > r->request->tolerance) {
      r->sharp++;
      r->sharpest = moved > r->rounding ? r->omega[k] : r->sharpest;
      r->rounding = fmax(r->rounding, moved);
    }
  }
  return HOL_OK;
}

static bool accelerates_base(const hol_response_request *request)
{
  bool does = false;
  for (size_t i = 0; i < request->loads; i++) {
    does = does || request->load[i].is_acceleration;
  }
  return does;
}

static hol_status refuse_rest(const hol_response_request *request, hol_faults *faults)
{
  bool is_base = accelerates_base(request);
  hol_faults_add(faults, true, request->place,
                 is_base ? "`motion` of the base, or frequencies above 0"
                         : "hold it by joints, or ask for frequencies above 0",
                 is_base ? "at 0 Hz an acceleration moves the base without bound"
                         : "at 0 Hz a load moves the structure without bound: nothing holds it there");
  return HOL_INVALID;
}

/** Why S is singular there: what nothing damps has no bound at its own frequency; or it is so at any. */
static hol_status refuse_frequency(hol_response_deal *deal, double omega, hol_faults *faults)
{
  static const double aside = 1e-6;
  const hol_response_request *request = deal->response->request;
  hol_status status = hol_response_at(deal->system, omega * (1 + aside), deal->scratch, NULL);
  if (status == HOL_MEMORY) {
    return status;
  }
  hol_faults_add(faults, true, request->place,
                 status == HOL_OK ? "give it damping, or ask for a frequency beside it"
                                  : "reactions of redundant supports are not determined",
                 status == HOL_OK
                     ? "the response has no bound at %.15g rad/s, an undamped natural frequency"
                     : "the response at %.15g rad/s cannot be computed: the requested forces are not determined",
                 omega);
  return HOL_INVALID;
}

static hol_status solve_given(hol_response_deal *deal, hol_faults *faults)
{
  hol_response *r = deal->response;
  const hol_response_request *request = r->request;
  r->difference = r->bound = (double)NAN;
  HOL_TRY(hol_response_deal_values(deal, request->omega, request->count));
  for (size_t i = 0; i < r->count; i++) {
    if (isnan(creal(r->curve[0].value[i]))) {
      return request->omega[i] > 0 ? refuse_frequency(deal, request->omega[i], faults) : refuse_rest(request, faults);
    }
  }
  HOL_TRY(find_sharp(deal));
  r->is_met = r->sharp == 0;
  return HOL_OK;
}

static hol_status solve_dealt(hol_response_system *system, const hol_study *study, const hol_response_bound *bound,
                              hol_watch watch, hol_response *r, hol_faults *faults)
{
  hol_response_deal deal;
  hol_status status = hol_response_deal_start(system, r, study->comm, watch, &deal);
  deal.bound = bound->is_known ? bound : NULL;
  if (status == HOL_OK) {
    status = r->request->omega ? solve_given(&deal, faults) : hol_response_sweep(&deal);
  }
  hol_response_deal_end(&deal);
  return status;
}

/** Values of which it is not known how far they can be from the exact ones. */
static void count_unbounded(hol_response *r)
{
  for (size_t i = 0; i < r->curves; i++) {
    for (size_t k = 0; k < r->count; k++) {
      r->unbounded += isfinite(r->curve[i].radius[k]) ? 0 : 1;
    }
  }
  r->is_met = r->is_met && r->unbounded == 0;
}

/** At frequencies that are given nothing is asked of modes, but under compression whether any grows. */
static hol_status refuse_growth(const hol_problem *problem, const hol_response_system *system, const hol_response *r,
                                const hol_comm *comm, hol_watch watch, hol_faults *faults)
{
  hol_result modes = {0};
  if (!r->request->omega || !hol_may_grow(&system->model)) {
    return HOL_OK;
  }
  hol_status status = find_modes(problem, r, 0, comm, watch, &modes, faults);
  hol_result_clear(&modes);
  return status;
}

static hol_status solve_in(const hol_study *study, const hol_problem *problem, hol_watch watch, hol_response *r,
                           hol_response_system *system, hol_faults *faults)
{
  const hol_comm *comm = study->comm;
  HOL_TRY(r->request->omega ? HOL_OK : find_naturals(problem, r, comm, watch, faults));
  hol_status status = hol_response_begin(problem, r->request, beyond * largest_of(r->request), system, faults);
  r->parts_error = system->system.error;
  status = status == HOL_OK ? name_curves(system, r) : status;
  status = status == HOL_OK ? place_points(system, r) : status;
  HOL_TRY(comm->agree(comm->handle, status));
  HOL_TRY(refuse_growth(problem, system, r, comm, watch, faults));
  hol_response_bound bound = {.is_known = false};
  bool may_bound = !r->request->omega && system->system.modal_count == 0; /* component modes are left out beyond some */
  status = may_bound ? hol_response_bound_make(problem, r, comm, watch, &bound) : HOL_OK;
  status = status == HOL_OK ? solve_dealt(system, study, &bound, watch, r, faults) : status;
  hol_response_bound_clear(&bound);
  HOL_TRY(comm->agree(comm->handle, status));
  r->modes = hol_response_modes(study->problem);
  count_unbounded(r);
  r->is_filled = true;
  return r->is_met ? HOL_OK : HOL_INCOMPLETE;
}

static hol_status run(const hol_study *study, hol_watch watch, void *result, hol_faults *faults)
{
  hol_response *r = result;
  hol_response_system system = {0};
  *r = (hol_response){.problem = study->problem, .request = hol_request_of(study->problem, &hol_response_grammar)};
  hol_prestressed prestressed = {.is_owned = NULL};
  hol_status status =
      study->comm->agree(study->comm->handle, hol_prestress_where_asked(study->problem, hol_watch_cancellation(&watch),
                                                                        &prestressed, faults));
  status = status == HOL_OK ? solve_in(study, &prestressed.problem, watch, r, &system, faults) : status;
  hol_response_end(&system);
  hol_prestressed_clear(&prestressed);
  return status;
}

static bool is_stopped(const void *result)
{
  return !((const hol_response *)result)->is_filled;
}

static bool is_complete(const void *result)
{
  return ((const hol_response *)result)->is_met;
}

static void clear(void *result)
{
  hol_response *r = result;
  for (size_t i = 0; i < r->curves; i++) {
    free(r->curve[i].component);
    free(r->curve[i].value);
    free(r->curve[i].slope);
    free(r->curve[i].radius);
    free(r->curve[i].peak);
    free(r->curve[i].dip);
  }
  free(r->curve);
  free(r->omega);
  free(r->natural);
  free(r->infinite);
  free(r->place);
  *r = (hol_response){0};
}

const hol_analysis_row hol_response_row = {.key = "response",
                                           .counted = "frequencies",
                                           .then = "frequencies",
                                           .kept = "frequencies",
                                           .is_asked = is_asked,
                                           .prepare = prepare,
                                           .run = run,
                                           .is_complete = is_complete,
                                           .is_stopped = is_stopped,
                                           .describe = hol_response_describe,
                                           .rows = hol_response_rows,
                                           .table = hol_response_table,
                                           .compared = "numbers",
                                           .compare = hol_response_compare,
                                           .size = sizeof(hol_response),
                                           .clear = clear};

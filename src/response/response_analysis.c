#include "base/memory.h"
#include "problem/grammar.h"
#include "response/response.h"

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

/* ---- undamped frequencies ------------------------------------------------------------------------------------------- */

/** Proved ones up to beyond the range: where circles of resonance are. */
static hol_status find_naturals(hol_response *r, hol_watch watch, hol_faults *faults)
{
  hol_problem problem = *r->problem;
  hol_result modes = {0};
  problem.analysis.frequencies = HOL_FREQUENCIES_BELOW;
  problem.analysis.to = beyond * r->request->to;
  problem.analysis.sensitivity_count = 0;
  problem.analysis.effective.is_asked = false;
  problem.output_shapes = false;
  problem.expect_count = 0;
  watch.store = (hol_store){0};
  hol_status status = hol_solve(&problem, (hol_solve_options){.watch = watch}, &modes, faults);
  bool is_stopped = modes.stopped;
  r->natural = hol_alloc(modes.mode_count, sizeof *r->natural);
  for (size_t i = 0; r->natural && i < modes.mode_count; i++) {
    bool is_one = modes.mode[i].omega > 0;
    if (is_one) {
      r->natural[r->naturals++] = modes.mode[i].omega;
    }
  }
  hol_result_clear(&modes);
  return !r->natural ? HOL_MEMORY : status == HOL_INCOMPLETE && !is_stopped ? HOL_OK : status;
}

/* ---- responses ------------------------------------------------------------------------------------------------------ */

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

static hol_status solve_given(hol_response_system *system, hol_watch watch, hol_response *r, hol_faults *faults)
{
  const hol_response_request *request = r->request;
  double complex *at = hol_alloc(r->curves, sizeof *at);
  r->omega = hol_alloc(request->count, sizeof *r->omega);
  r->difference = (double)NAN;
  hol_status status = at && r->omega ? HOL_OK : HOL_MEMORY;
  for (size_t i = 0; i < r->curves && status == HOL_OK; i++) {
    r->curve[i].value = hol_alloc(request->count, sizeof *r->curve[i].value);
    status = r->curve[i].value ? HOL_OK : HOL_MEMORY;
  }
  for (; r->count < request->count && status == HOL_OK; r->count++) {
    if (watch.progress && !watch.progress(watch.context, r->count, request->count, 0)) {
      status = HOL_INCOMPLETE;
      break;
    }
    r->omega[r->count] = request->omega[r->count];
    status = hol_response_at(system, request->omega[r->count], at, NULL);
    for (size_t k = 0; k < r->curves && status == HOL_OK; k++) {
      r->curve[k].value[r->count] = at[k];
    }
    if (status == HOL_NUMERICAL) {
      hol_faults_add(faults, true, request->place, "there |H| has no bound, or the forces asked for are not determined",
                     "the response at %.15g rad/s cannot be computed", request->omega[r->count]);
      status = HOL_INVALID;
    }
    r->factorisations += status == HOL_OK;
  }
  r->is_met = status == HOL_OK;
  free(at);
  return status;
}

static hol_status solve_in(const hol_problem *problem, hol_watch watch, hol_response *r, hol_response_system *system,
                           hol_faults *faults)
{
  HOL_TRY(r->request->omega ? HOL_OK : find_naturals(r, watch, faults));
  HOL_TRY(hol_response_begin(problem, r->request, beyond * largest_of(r->request), system, faults));
  r->parts_error = system->system.error;
  HOL_TRY(name_curves(system, r));
  HOL_TRY(r->request->omega ? solve_given(system, watch, r, faults) : hol_response_sweep(system, watch, r, faults));
  r->is_filled = true;
  return r->is_met ? HOL_OK : HOL_INCOMPLETE;
}

static hol_status run(const hol_study *study, hol_watch watch, void *result, hol_faults *faults)
{
  hol_response *r = result;
  hol_response_system system = {0};
  *r = (hol_response){.problem = study->problem, .request = hol_request_of(study->problem, &hol_response_grammar)};
  hol_status status = solve_in(study->problem, watch, r, &system, faults);
  hol_response_end(&system);
  return study->comm->agree(study->comm->handle, status);
}

static bool is_stopped(const void *result)
{
  return !((const hol_response *)result)->is_filled;
}

static void clear(void *result)
{
  hol_response *r = result;
  for (size_t i = 0; i < r->curves; i++) {
    free(r->curve[i].component);
    free(r->curve[i].value);
    free(r->curve[i].slope);
    free(r->curve[i].peak);
  }
  free(r->curve);
  free(r->omega);
  free(r->natural);
  free(r->infinite);
  *r = (hol_response){0};
}

const hol_analysis_row hol_response_row = {.key = "response",
                                           .has_record = true,
                                           .counted = "frequencies",
                                           .then = "frequencies",
                                           .is_asked = is_asked,
                                           .prepare = prepare,
                                           .run = run,
                                           .is_stopped = is_stopped,
                                           .describe = hol_response_describe,
                                           .rows = hol_response_rows,
                                           .table = hol_response_table,
                                           .compared = "numbers",
                                           .compare = hol_response_compare,
                                           .size = sizeof(hol_response),
                                           .clear = clear};

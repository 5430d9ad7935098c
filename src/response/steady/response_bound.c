/* SPDX-License-Identifier: BSD-3-Clause */
/* Error bound of cubic Hermite interpolation of a frequency response, from modes and residual flexibility. */
#include "response/steady/response_bound.h"

#include "base/memory.h"
#include "model/layout.h"
#include "response/uniform_damping.h"
#include "response/forced/superposition.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { MODES_FIRST = 8, MODES_MOST = 256 };
/** The first mode that is not listed is so many times beyond the range. */
static const double beyond = 2;
/** For the rounding of modes, relatively. */
static const double rounding = 1e-6;

void hol_response_bound_clear(hol_response_bound *b)
{
  free(b->lambda);
  free(b->share);
  free(b->tail);
  *b = (hol_response_bound){0};
}

/* ---- the derivative ---------------------------------------------------------------------------------------------- */

/** |dⁿ/dωⁿ 1/((ω − p)(ω − q))| where these are so far. */
static double derivative_of_pair(int n, double p, double q)
{
  double sum = 0, factorial = 1;
  for (int j = 0; j <= n; j++) {
    sum += pow(p, -(j + 1)) * pow(q, -(n - j + 1));
    factorial *= j > 0 ? j : 1;
  }
  return factorial * sum;
}

static double distance(double complex p, double low, double high)
{
  double x = fmin(fmax(creal(p), low), high);
  return hypot(creal(p) - x, cimag(p));
}

/** The fourth derivative of Q/D of a listed mode. */
static double of_mode(const hol_response_bound *b, double lambda, double low, double high)
{
  /* −ω² + ω i (a + bλ) + λ (1 + iη) = 0 */
  double complex c = hol_complex(0, b->law.mass + b->law.stiffness * lambda) / 2;
  double complex root = csqrt(c * c + lambda * hol_complex(1, b->law.loss_factor));
  double p = distance(c + root, low, high), q = distance(c - root, low, high);
  double fourth = derivative_of_pair(4, p, q);
  if (b->quantity == HOL_RECEPTANCE) {
    return fourth;
  }
  double third = derivative_of_pair(3, p, q);
  return b->quantity == HOL_MOBILITY ? high * fourth + 4 * third
                                     : high * high * fourth + 8 * high * third + 12 * derivative_of_pair(2, p, q);
}

/** The same of all that are not listed, for Σ|a_k|/λ_k = 1: in the best of some circles. */
static double of_others(const hol_response_bound *b, double high)
{
  enum { CIRCLES = 8 };
  double best = HUGE_VAL, room = sqrt(b->next) - high;
  for (int i = 1; i < CIRCLES; i++) {
    double rho = room * i / CIRCLES, R = high + rho;
    double least = b->next * (1 - b->law.stiffness * rho) - R * R - b->law.mass * R;
    double Q = b->quantity == HOL_RECEPTANCE ? 1 : b->quantity == HOL_MOBILITY ? R : R * R;
    best = rho > 0 && least > 0 ? fmin(best, 24 / pow(rho, 4) * Q * b->next / least) : best;
  }
  return best;
}

double hol_response_bound_at(const hol_response_bound *b, size_t curve, double low, double high)
{
  double sum = 0;
  for (size_t k = 0; k < b->modes; k++) {
    double share = b->share[k * b->curves + curve];
    sum += share > 0 ? share * of_mode(b, b->lambda[k], low, high) : 0;
  }
  if (isfinite(b->next) && b->tail[curve] > 0) {
    sum += b->tail[curve] * of_others(b, high);
  }
  return sum >= 0 ? (1 + rounding) * pow(high - low, 4) / 384 * sum : HUGE_VAL;
}

/* ---- modes ------------------------------------------------------------------------------------------------------- */

/** Displacements under forces alone have modes that say all. */
static bool is_plain(const hol_response_request *request)
{
  bool is = true;
  for (size_t i = 0; i < request->loads; i++) {
    is = is && request->load[i].kind == HOL_POINT_LOAD && !request->load[i].is_unbalance;
  }
  for (size_t i = 0; i < request->receivers; i++) {
    is = is && !request->receiver[i].is_reaction;
  }
  return is;
}

/** Receivers, then loads. */
static void choose_probes(const hol_response_request *request, hol_output *probe)
{
  for (size_t i = 0; i < request->receivers; i++) {
    probe[i] = request->receiver[i];
  }
  for (size_t i = 0; i < request->loads; i++) {
    probe[request->receivers + i] = request->load[i].at;
  }
}

/** a_k and T of one curve, in which the loads first .. last - 1 act together. */
static void take_curve(const hol_superposition *s, const hol_response_request *request, size_t curve, size_t receiver,
                       size_t first, size_t last, hol_response_bound *b)
{
  for (size_t l = first; l < last; l++) {
    size_t probe = request->receivers + l;
    b->tail[curve] +=
        fabs(request->load[l].size) * sqrt(s->rest[receiver * (s->probes + 1)] * s->rest[probe * (s->probes + 1)]);
  }
  for (size_t k = 0; k < s->modes; k++) {
    double sum = 0;
    for (size_t l = first; l < last; l++) {
      sum += request->load[l].size * s->phi[request->receivers + l + k * s->probes];
    }
    b->share[k * b->curves + curve] = fabs(s->phi[receiver + k * s->probes] * sum);
  }
}

/** On rank 0. */
static hol_status take_modes(const hol_superposition *s, const hol_response *r, hol_response_bound *b)
{
  const hol_response_request *request = r->request;
  size_t cases = request->is_separate ? request->loads : 1;
  b->modes = s->modes;
  b->curves = request->receivers * cases;
  b->next = s->next;
  b->lambda = hol_alloc_copy(s->lambda, s->modes, sizeof *b->lambda);
  b->share = hol_alloc(s->modes * b->curves, sizeof *b->share);
  b->tail = hol_alloc(b->curves, sizeof *b->tail);
  if (!b->lambda || !b->share || !b->tail) {
    return HOL_MEMORY;
  }
  for (size_t i = 0; i < b->curves; i++) {
    size_t first = request->is_separate ? r->curve[i].load : 0,
           last = request->is_separate ? first + 1 : request->loads;
    take_curve(s, request, i, r->curve[i].receiver, first, last, b);
  }
  return HOL_OK;
}

/** Modes until the first left out is far enough. @return HOL_INCOMPLETE: they are too many, or not proved; a status
 *  that is no fault of the response */
static hol_status find_modes(const hol_superposition_request *spec, const hol_response *r, hol_solve_options options,
                             hol_superposition *s, bool *stopped)
{
  double wanted = beyond * r->request->to;
  size_t modes = r->naturals + MODES_FIRST;
  for (;; modes *= 2) {
    hol_faults none = {0};
    hol_superposition_clear(s);
    hol_status status = modes <= MODES_MOST ? hol_superposition_make(spec, modes, options, s, &none) : HOL_INCOMPLETE;
    *stopped = s->result.stopped;
    hol_faults_clear(&none);
    bool is_far = options.comm->rank > 0 || sqrt(s->next) >= wanted;
    bool is_done = options.comm->agree(options.comm->handle, is_far ? HOL_OK : HOL_INCOMPLETE) == HOL_OK;
    if (status != HOL_OK || is_done) {
      return status;
    }
  }
}

static hol_status send(const hol_comm *comm, void **numbers, size_t size)
{
  char *bytes = *numbers;
  HOL_TRY(comm->broadcast(comm->handle, &bytes, &size));
  *numbers = bytes;
  return HOL_OK;
}

/** What rank 0 has, on every rank. */
static hol_status share_all(const hol_comm *comm, hol_response_bound *b)
{
  hol_response_bound *head = hol_alloc_copy(b, 1, sizeof *b);
  HOL_TRY(comm->agree(comm->handle, head ? HOL_OK : HOL_MEMORY));
  hol_status status = send(comm, (void **)&head, sizeof *head);
  if (status == HOL_OK && comm->rank > 0) {
    b->modes = head->modes;
    b->curves = head->curves;
    b->next = head->next;
  }
  free(head);
  HOL_TRY(status);
  HOL_TRY(send(comm, (void **)&b->lambda, b->modes * sizeof *b->lambda));
  HOL_TRY(send(comm, (void **)&b->share, b->modes * b->curves * sizeof *b->share));
  return send(comm, (void **)&b->tail, b->curves * sizeof *b->tail);
}

static hol_status make_with(const hol_superposition_request *spec, const hol_response *r, hol_solve_options options,
                            hol_response_bound *b)
{
  hol_superposition s = {.modes = 0};
  bool stopped = false;
  hol_status status = find_modes(spec, r, options, &s, &stopped);
  b->is_known = status == HOL_OK;
  stopped = options.comm->agree(options.comm->handle, stopped ? HOL_INCOMPLETE : HOL_OK) != HOL_OK;
  status = status == HOL_MEMORY ? HOL_MEMORY : stopped ? HOL_INCOMPLETE : HOL_OK;
  if (status == HOL_OK && b->is_known && options.comm->rank == 0) {
    status = take_modes(&s, r, b);
  }
  hol_superposition_clear(&s);
  HOL_TRY(options.comm->agree(options.comm->handle, status));
  return b->is_known ? share_all(options.comm, b) : HOL_OK;
}

/** Has the structure one law? */
static hol_status find_law(const hol_problem *problem, bool *is_one, hol_damping *law)
{
  hol_model model = {0};
  hol_faults none = {0};
  hol_status status = hol_model_make(problem, (hol_model_request){.exact = true}, &model, &none);
  *is_one = status == HOL_OK && hol_uniform_damping(&model, law);
  hol_model_clear(&model);
  hol_faults_clear(&none);
  return status == HOL_MEMORY ? HOL_MEMORY : HOL_OK;
}

hol_status hol_response_bound_make(const hol_problem *problem, const hol_response *response, const hol_comm *comm,
                                   hol_watch watch, hol_response_bound *bound)
{
  const hol_response_request *request = response->request;
  bool is_one = false;
  HOL_TRY(comm->agree(comm->handle, find_law(problem, &is_one, &bound->law)));
  if (!is_one || !is_plain(request)) {
    return HOL_OK;
  }
  hol_output *probe = hol_alloc(request->receivers + request->loads, sizeof *probe);
  HOL_TRY(comm->agree(comm->handle, probe ? HOL_OK : HOL_MEMORY));
  choose_probes(request, probe);
  watch.store = (hol_store){0};
  const hol_superposition_request spec = {.problem = problem,
                                          .probe = probe,
                                          .probes = request->receivers + request->loads,
                                          .ground_place = request->place};
  bound->quantity = request->quantity;
  hol_status status = make_with(&spec, response, (hol_solve_options){.comm = comm, .watch = watch}, bound);
  free(probe);
  return status;
}

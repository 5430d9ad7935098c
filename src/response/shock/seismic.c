/* SPDX-License-Identifier: BSD-3-Clause */
/* Response spectrum analysis: maxima of modes combined by SRSS and CQC, with the missing mass, and the base shear. */
#include "response/shock/seismic.h"

#include "base/memory.h"
#include "base/vector.h"
#include "problem/grammar.h"
#include "response/shock/peak.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

void hol_seismic_clear(hol_seismic *s)
{
  free(s->mode);
  free(s->estimate);
  hol_superposition_clear(&s->modes);
  *s = (hol_seismic){0};
}

double hol_seismic_correlation(const hol_seismic_mode *a, const hol_seismic_mode *b)
{
  double x = b->omega / a->omega, product = a->ratio * b->ratio, squares = a->ratio * a->ratio + b->ratio * b->ratio;
  double apart = (1 - x * x) * (1 - x * x) + 4 * product * x * (1 + x * x) + 4 * squares * x * x;
  double close = 8 * sqrt(product) * (a->ratio + x * b->ratio) * pow(x, 1.5);
  return a == b ? 1 : apart > 0 ? close / apart : 1;
}

/* ---- the spectrum ------------------------------------------------------------------------------------------------ */

/** Between points of a spectrum straight in logarithms; beyond the last one as there.
 *  @return NAN: it begins above this frequency */
static double in_spectrum(const hol_seismic_request *r, double hertz)
{
  size_t i = 0;
  while (i < r->points && r->frequency[i] <= hertz) {
    i++;
  }
  if (i == 0) {
    return (double)NAN;
  }
  if (i == r->points) {
    return r->unit * r->acceleration[i - 1];
  }
  double part = log(hertz / r->frequency[i - 1]) / log(r->frequency[i] / r->frequency[i - 1]);
  return r->unit * exp((1 - part) * log(r->acceleration[i - 1]) + part * log(r->acceleration[i]));
}

static double acceleration_of(const hol_seismic_request *r, double lambda, double c)
{
  return r->is_record ? lambda * hol_oscillator_peak((hol_oscillator){lambda, c}, &r->record)
                      : in_spectrum(r, sqrt(lambda) / (2 * M_PI));
}

static hol_status take_modes(hol_seismic *s, hol_faults *faults)
{
  const hol_seismic_request *r = s->request;
  s->mode = hol_alloc(s->modes.modes, sizeof *s->mode);
  s->estimates = r->receivers + 1;
  s->estimate = hol_alloc(s->estimates, sizeof *s->estimate);
  if (!s->mode || !s->estimate) {
    return HOL_MEMORY;
  }
  for (size_t k = 0; k < s->modes.modes; k++) {
    double lambda = s->modes.lambda[k], c = hol_proportional_damping(s->law, lambda), L = s->modes.participation[k];
    s->mode[k] = (hol_seismic_mode){.omega = sqrt(lambda),
                                    .ratio = c / (2 * sqrt(lambda)),
                                    .acceleration = acceleration_of(r, lambda, c),
                                    .mass = L * L};
    if (isnan(s->mode[k].acceleration)) {
      hol_faults_add(faults, true, r->spectrum_place, "let it begin below the first mode",
                     "mode %zu, of %.6g Hz, lies below the spectrum, which begins at %.6g Hz", k + 1,
                     s->mode[k].omega / (2 * M_PI), r->frequency[0]);
      return HOL_INVALID;
    }
  }
  s->peak = r->is_record ? hol_history_largest(&r->record) : r->unit * r->acceleration[r->points - 1];
  s->missing = s->modes.mass;
  return HOL_OK;
}

/* ---- combined ---------------------------------------------------------------------------------------------------- */

/** Maxima of the modes, with their signs. @param[in] value  [modes] */
static hol_seismic_estimate combine(const hol_seismic *s, const double *value, double missing)
{
  double squares = 0, all = 0;
  for (size_t i = 0; i < s->modes.modes; i++) {
    squares += value[i] * value[i];
    for (size_t j = 0; j < s->modes.modes; j++) {
      all += value[i] * value[j] * hol_seismic_correlation(&s->mode[i], &s->mode[j]);
    }
  }
  double cqc = sqrt(fmax(all, 0));
  return (hol_seismic_estimate){sqrt(squares), cqc, fabs(missing), hypot(cqc, missing)};
}

/** Of a receiver the maxima of the modes, φ L a/λ, or of absolute accelerations φ L a. @return the same of the modes
 *  left out, which follow the ground: at rest, or with all of its acceleration that the others do not have */
static double maxima_of(const hol_seismic *s, size_t receiver, double *value)
{
  const hol_superposition *m = &s->modes;
  const hol_output *probe = &s->request->receiver[receiver];
  bool is_absolute = probe->quantity == HOL_ABSOLUTE_ACCELERATION;
  double left = is_absolute && !probe->turns ? hol_dot(3, probe->direction, s->request->ground.direction) : 0;
  for (size_t k = 0; k < m->modes; k++) {
    double share = m->phi[receiver + k * m->probes] * m->participation[k];
    value[k] = share * s->mode[k].acceleration / (is_absolute ? 1 : m->lambda[k]);
    left -= is_absolute ? share : 0;
  }
  return s->peak * (is_absolute ? left : m->ground_rest[receiver]);
}

static hol_status estimate(hol_seismic *s)
{
  const hol_superposition *m = &s->modes;
  double *value = hol_alloc(m->modes, sizeof *value);
  if (!value) {
    return HOL_MEMORY;
  }
  for (size_t r = 0; r < s->request->receivers; r++) {
    double missing = maxima_of(s, r, value);
    s->estimate[r] = combine(s, value, missing);
  }
  for (size_t k = 0; k < m->modes; k++) {
    value[k] = s->mode[k].mass * s->mode[k].acceleration;
  }
  s->estimate[s->request->receivers] = combine(s, value, s->missing * s->peak);
  free(value);
  return HOL_OK;
}

/* ---- together ---------------------------------------------------------------------------------------------------- */

static hol_superposition_request spec_of(const hol_problem *problem, const hol_seismic_request *request)
{
  hol_superposition_request spec = {.problem = problem,
                                    .probe = request->receiver,
                                    .probes = request->receivers,
                                    .moves_ground = true,
                                    .ground_place = request->ground.place};
  memcpy(spec.ground, request->ground.direction, sizeof spec.ground);
  return spec;
}

hol_status hol_seismic_check(const hol_problem *problem, hol_faults *faults)
{
  const hol_seismic_request *request = hol_request_of(problem, &hol_seismic_grammar);
  const hol_superposition_request spec = spec_of(problem, request);
  hol_proportional law;
  size_t loose;
  HOL_TRY(hol_superposition_check(&spec, &loose, faults));
  return hol_proportional_find(problem, request->law, NULL, &law, faults);
}

/** On rank 0, with the modes that there are. */
static hol_status shake(hol_seismic *s, hol_faults *faults)
{
  HOL_TRY(take_modes(s, faults));
  return estimate(s);
}

hol_status hol_seismic_run(const hol_problem *problem, hol_solve_options options, hol_seismic *s, hol_faults *faults)
{
  const hol_comm alone = hol_comm_serial(), *comm = options.comm ? options.comm : &alone;
  *s = (hol_seismic){.problem = problem, .request = hol_request_of(problem, &hol_seismic_grammar)};
  const hol_superposition_request spec = spec_of(problem, s->request);
  HOL_TRY(comm->agree(comm->handle, hol_proportional_find(problem, s->request->law, NULL, &s->law, faults)));
  hol_status status = hol_superposition_make(&spec, s->request->count, options, &s->modes, faults);
  s->stopped = s->modes.result.stopped;
  if (status > HOL_INCOMPLETE || s->stopped) {
    return status;
  }
  hol_status shaken = comm->agree(comm->handle, comm->rank == 0 ? shake(s, faults) : HOL_OK);
  return shaken > status ? shaken : status;
}

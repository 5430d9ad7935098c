/* SPDX-License-Identifier: BSD-3-Clause */
/* The first resonance with different numbers of modes. */
#include "base/vector.h"
#include "nonlinear/tasks.h"
#include "nonlinear/trace.h"

#include <math.h>

size_t hol_nonlinear_resonances(const hol_nonlinear_request *request)
{
  return request->convergence.laterals * request->convergence.axials;
}

/** Mean square of the first coordinate, but for a factor. */
static double square_of(const hol_nonlinear_branch *b, const double *coefficient)
{
  return hol_dot(b->unknowns / b->coordinates, coefficient, coefficient);
}

/** The highest peak of a curve. */
static void take_peak(const hol_nonlinear_curve *curve, hol_nonlinear_resonance *r)
{
  double highest = 0;
  for (size_t i = 0; i < curve->branches; i++) {
    const hol_nonlinear_branch *b = &curve->branch[i];
    for (size_t k = 0; k < b->events; k++) {
      const hol_nonlinear_event *e = &b->event[k];
      double square = square_of(b, e->coefficient);
      if (e->kind == HOL_EVENT_PEAK && e->is_maximum && square > highest) {
        highest = square;
        r->nu = e->nu;
        r->amplitude = hol_nonlinear_amplitude(b, e->coefficient, 0);
      }
    }
  }
}

hol_status hol_resonance_solve(const hol_nonlinear_request *request, size_t k, hol_farm *farm,
                               hol_nonlinear_resonance *resonance)
{
  const hol_nonlinear_convergence *c = &request->convergence;
  hol_nonlinear_resonance r = {.lateral = c->lateral[k / c->axials],
                               .axial = c->axial[k % c->axials],
                               .nu = (double)NAN,
                               .amplitude = (double)NAN};
  hol_nonlinear_request one = *request; /* borrows what the request owns */
  hol_nonlinear_model model = {0};
  hol_nonlinear_curve curve = {0};
  one.lateral_modes = r.lateral;
  one.axial_modes = r.axial;
  one.options.period = 1;
  one.options.only_primary = one.options.no_stability = true;
  hol_status status = hol_case_model(&one, one.levels ? one.level[0] : 1, &one.loss[0], &model);
  if (status == HOL_OK) {
    status = hol_curve_failure(hol_trace(&model, &one.options, farm, &curve), &curve);
  }
  if (status == HOL_OK) {
    take_peak(&curve, &r);
    r.complete = curve.complete && isfinite(r.nu);
    *resonance = r;
  }
  hol_nonlinear_curve_clear(&curve);
  hol_nonlinear_model_clear(&model);
  return status;
}

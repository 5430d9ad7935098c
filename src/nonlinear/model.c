/* SPDX-License-Identifier: BSD-3-Clause */
/* Coefficients of the nonlinear model: masses, stiffnesses, cubic terms, forces and losses. */
#include "nonlinear/model.h"
#include "base/memory.h"

#include <assert.h>
#include <math.h>
#include <stdlib.h>

hol_status hol_nonlinear_model_start(hol_nonlinear_model *model, size_t lateral, size_t axial)
{
  assert(model && !model->mass);
  size_t n = lateral + axial;
  hol_nonlinear_model m = {.lateral = lateral, .axial = axial};
  m.mass = hol_alloc(n, sizeof *m.mass);
  m.omega2 = hol_alloc(n, sizeof *m.omega2);
  m.S = hol_alloc(lateral * lateral, sizeof *m.S);
  m.form = hol_alloc(axial * lateral * lateral, sizeof *m.form);
  m.force = hol_alloc(n, sizeof *m.force);
  m.force_nu2 = hol_alloc(n, sizeof *m.force_nu2);
  *model = m;
  if (!m.mass || !m.omega2 || !m.S || !m.form || !m.force || !m.force_nu2) {
    hol_nonlinear_model_clear(model);
    return HOL_MEMORY;
  }
  for (size_t i = 0; i < n; i++) {
    model->mass[i] = 1;
  }
  return HOL_OK;
}

double hol_nonlinear_cubic(const hol_nonlinear_model *model, size_t k)
{
  double s = model->S[k * (model->lateral + 1)];
  return 0.5 * model->stiffness * s * s / model->mass[k];
}

void hol_nonlinear_model_clear(hol_nonlinear_model *model)
{
  free(model->mass);
  free(model->omega2);
  free(model->S);
  free(model->form);
  free(model->force);
  free(model->force_nu2);
  free(model->shape);
  free(model->shape_scale);
  free(model->name);
  *model = (hol_nonlinear_model){0};
}

hol_status hol_nonlinear_from_duffing(double omega2, double mu, hol_nonlinear_model *model)
{
  if (!isfinite(omega2) || !isfinite(mu)) {
    return HOL_INVALID;
  }
  HOL_TRY(hol_nonlinear_model_start(model, 1, 0));
  model->omega2[0] = omega2;
  model->S[0] = 1;
  model->stiffness = 2 * mu;
  return HOL_OK;
}

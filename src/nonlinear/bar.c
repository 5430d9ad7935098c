/* SPDX-License-Identifier: BSD-3-Clause */
/* Axial modes of the beam: driven linear oscillators, eliminated at every harmonic. */
#include "nonlinear/bar.h"

#include "base/dense.h"
#include "base/memory.h"
#include "nonlinear/shapes.h"

#include <math.h>
#include <stdlib.h>

double hol_bar_damping(const hol_nonlinear_model *m, size_t r)
{
  return m->eta * sqrt(m->omega2[m->lateral + r]);
}

bool hol_bar_takes_part(const hol_nonlinear_model *m, size_t r)
{
  size_t square = m->lateral * m->lateral;
  for (size_t i = 0; i < square; i++) {
    if (m->form[r * square + i] != 0) {
      return true;
    }
  }
  return false;
}

hol_bar_response hol_bar_respond(const hol_nonlinear_model *m, size_t r, bool is_free, double complex sigma)
{
  size_t i = m->lateral + r;
  double p2 = m->omega2[i], c = is_free ? 0 : m->viscous, d = is_free ? 0 : hol_bar_damping(m, r);
  double complex spring = p2 + d * sigma, inertia = sigma * (sigma + c), all = spring + inertia;
  double complex inertia_slope = 2 * sigma + c;
  hol_bar_response response = {.follow = spring / all};
  response.pull = m->mass[i] * response.follow * inertia;
  /* 1/K = 1/inertia + 1/spring, over the mass */
  double complex part = inertia / all;
  response.slope = m->mass[i] * (response.follow * response.follow * inertia_slope + d * part * part);
  return response;
}

/** Modes of the bar between held ends, u = Σ U_r sin(rπx/l): the strain u′ + ½w′² has the cosine part
 *  (rπ/l) U_r + e_r, e_r = (1/l) ∫ w′² cos(rπx/l) dx, which vanishes in the quasistatic motion. */
static void held(const hol_nonlinear_beam *beam, hol_nonlinear_model *m)
{
  size_t n = m->lateral;
  for (size_t r = 0; r < m->axial; r++) {
    double number = (double)r + 1, wave = number * M_PI / beam->length;
    m->mass[n + r] = beam->line_mass * beam->length / 2;
    m->omega2[n + r] = wave * wave * beam->EA / beam->line_mass;
    for (size_t k = 0; k < n; k++) {
      for (size_t j = 0; j <= k; j++) {
        double product = hol_shape_product_cosine(&m->line, m->shape, k, j, r + 1);
        m->form[(r * n + k) * n + j] = m->form[(r * n + j) * n + k] =
            product == 0 ? 0 : -2 / (number * M_PI) * product * m->shape_scale[k] * m->shape_scale[j];
      }
    }
  }
}

/** Modes of the straightened bar. The modes u_j = sin((2j − 1)πx/2l) of the bar held at its start, with mass m l/2 and
 *  frequencies p_j, are joined with the quasistatic compliance of all others by its end displacement Σ ε_j u_j = ½ qᵀS
 *  q [book (4.2), (4.4)]. With the stretch given their frequencies are those of diag p_j² + (c/M) εεᵀ, 1/c = l/EA − Σ
 *  1/(M p_j²), and the quasistatic motion is the stretch times (c/M)(diag p_j² + (c/M) εεᵀ)⁻¹ ε. */
static hol_status straightened(const hol_nonlinear_beam *beam, hol_nonlinear_model *m, double *a)
{
  size_t n = m->axial, l = m->lateral;
  double mass = beam->line_mass * beam->length / 2;
  double compliance = beam->length / beam->EA;
  for (size_t j = 0; j < n; j++) {
    double wave = (2 * (double)j + 1) * M_PI / (2 * beam->length), p2 = wave * wave * beam->EA / beam->line_mass;
    a[j * n + j] = p2;
    compliance -= 1 / (mass * p2);
  }
  double c = 1 / (mass * compliance);
  for (size_t j = 0; j < n; j++) {
    for (size_t i = 0; i < n; i++) {
      a[j * n + i] += (i + j) % 2 ? -c : c;
    }
  }
  HOL_TRY(hol_dense_eigen(n, a, m->omega2 + l));
  for (size_t r = 0; r < n; r++) {
    double part = 0;
    for (size_t j = 0; j < n; j++) {
      part += (j % 2 ? -c : c) * a[r * n + j];
    }
    part = fabs(part) / m->omega2[l + r];
    m->mass[l + r] = mass;
    for (size_t i = 0; i < l * l; i++) {
      m->form[r * l * l + i] = part * m->S[i];
    }
  }
  return HOL_OK;
}

hol_status hol_bar_modes(const hol_nonlinear_beam *beam, hol_nonlinear_model *model)
{
  if (beam->inertia == HOL_AXIAL_HELD || model->axial == 0) {
    held(beam, model);
    return HOL_OK;
  }
  double *a = hol_alloc(model->axial * model->axial, sizeof *a);
  hol_status status = a ? straightened(beam, model, a) : HOL_MEMORY;
  free(a);
  return status;
}

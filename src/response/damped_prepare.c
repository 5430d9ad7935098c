/* SPDX-License-Identifier: BSD-3-Clause */
/* Preparation of a search for damped eigenvalues: systems, zero eigenvalues, the degree of a polynomial determinant. */
#include "response/damped_state.h"
#include "model/damping.h"
#include "model/mass_stiffness_rows.h"
#include "response/winding_number.h"
#include "response/zero_eigenvalue.h"

#include <math.h>

/** Orders of residual terms. */
enum { ORDERS = 8 };

/** Typical decay rate of bodies held by dashpots alone. */
static double rate_of(const hol_model *model)
{
  double mass = 0, damping = 0;
  for (size_t i = 0; i < model->mass_count; i++) {
    mass += model->mass[i].mass;
  }
  for (size_t i = 0; i < model->dashpot_count; i++) {
    damping += model->problem->joint[model->dashpot[i].joint].damping;
  }
  return mass > 0 && damping > 0 ? damping / mass : 1;
}

/** Test whether det S is a polynomial: only springs and dashpots between lumped masses. Members without mass and
 *  viscous damping are springs. */
static bool is_polynomial(const hol_damped_state *s)
{
  bool is = s->system.modal_count == 0;
  for (size_t i = 0; is && i < s->model->member_count; i++) {
    const hol_member *m = &s->model->member[i];
    hol_damping law = hol_member_damping(s->model, m);
    law.loss_factor = 0;
    is = !m->has_mass && !hol_damping_is_any(law);
  }
  return is;
}

/** det(s²M + s C + K) has the degree rank M + rank(M + C): both are positive semidefinite, and where neither is K
 *  holds, with loss factors its real part. Rows of masses and
 *  of dashpots span the range of M + C. */
static hol_status find_degree(hol_damped_state *s)
{
  const hol_model *model = s->model;
  hol_elimination e = {0};
  hol_row_collector to = {.elimination = &e};
  if (!is_polynomial(s)) {
    return HOL_OK;
  }
  hol_status status = hol_elimination_start(&e, model->coordinates);
  for (size_t i = 0; i < model->mass_count && status == HOL_OK; i++) {
    status = hol_collect_row(&to, &model->mass[i].along.row);
  }
  for (size_t i = 0; i < model->dashpot_count && status == HOL_OK; i++) {
    status = hol_collect_row(&to, &model->dashpot[i].along.row);
  }
  s->degree = status == HOL_OK ? model->mass_rank + e.pivots : 0;
  hol_elimination_clear(&e);
  return status;
}

hol_status hol_damped_prepare(hol_damped_state *s, hol_faults *faults)
{
  const hol_result *r = &s->undamped->result;
  double last = fmax(r->mode_count ? r->mode[r->mode_count - 1].omega : 0, s->request->below);
  s->first = last;
  for (size_t i = r->mode_count; i-- > 0;) {
    s->first = r->mode[i].omega > 0 ? r->mode[i].omega : s->first;
  }
  s->rigid = r->rigid_modes;
  s->model = &s->undamped->model;
  HOL_TRY(s->rigid > 0 ? hol_model_find_zero_modes(s->model, faults) : HOL_OK);
  s->first = s->first > 0 ? s->first : rate_of(s->model);
  last = fmax(last, s->first);
  s->model->reach = 16 * last * last;
  HOL_TRY(hol_system_build(s->model, 0, ORDERS, HOL_BOUND_UPPER, &s->system));
  HOL_TRY(hol_dynamic_start(&s->system, NULL, 0, &s->dynamic, faults));
  s->dynamic.is_continued = s->kind->is_lossy;
  s->zeros =
      (hol_eigenvalues){.dynamic = &s->dynamic,
                        .is_lossy = s->kind->is_lossy,
                        .wanted = r->mode_count,
                        .watch = {.progress = s->undamped->watch.progress, .context = s->undamped->watch.context}};
  hol_accumulation_discs(&s->zeros, &s->discs);
  HOL_TRY(find_degree(s));
  return hol_zero_eigenvalues(s->model, &s->zeros.at_zero);
}

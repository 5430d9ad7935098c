/* SPDX-License-Identifier: BSD-3-Clause */
/* Damped eigenvalues from the proved list of undamped ones: choice of method by damping model; uniform damping. */
#include "compliance/system.h"
#include "model/damping.h"
#include "response/damped_search.h"
#include "response/damping_models.h"
#include "response/uniform_damping.h"

#include <math.h>
#include <stdlib.h>

/** Relative radius about accumulation points within which eigenvalues are not listed. */
static const double accumulation_radius = 0.1;
/** Undamped frequencies are computed beyond the least needed, relatively; most of them. */
static const double margin = 1e-6;
enum { UNDAMPED_MAX = 20000 };

/** Damping models of a structure. */
typedef struct damping_survey {
  bool is_uniform;
  hol_damping law; /**< if uniform */
  hol_damped_kind kind;
  size_t all; /**< undamped frequencies that there are; SIZE_MAX: without end */
} damping_survey;

/* ---- damping models ---------------------------------------------------------------------------------------------- */

static bool has_viscous(hol_damping law)
{
  return law.mass > 0 || law.stiffness > 0 || law.line > 0;
}

/** Range of loss factors over all parts, and kinds of damping. */
static hol_damped_kind kind_of(const hol_model *model)
{
  const hol_problem *problem = model->problem;
  hol_damped_kind kind = {
      .is_losses_only = model->dashpot_count == 0, .is_dashpots_only = true, .least = HUGE_VAL, .most = 0};
  for (size_t i = 0; i < model->member_count; i++) {
    const hol_part *part = &problem->part[model->member[i].part];
    hol_damping law = hol_member_damping(model, &model->member[i]);
    bool may_push = part->given & HOL_P(AXIAL_FORCE) || part->piece_count > 0; /* which takes from its stiffness */
    kind.least = fmin(kind.least, law.loss_factor);
    kind.most = fmax(kind.most, law.loss_factor);
    kind.is_losses_only = kind.is_losses_only && !has_viscous(law) && !may_push;
    kind.is_dashpots_only = kind.is_dashpots_only && !hol_damping_is_any(law);
  }
  for (size_t i = 0; i < model->mass_count; i++) {
    bool is_viscous = has_viscous(hol_mass_damping(model, &model->mass[i]));
    kind.is_losses_only = kind.is_losses_only && !is_viscous;
    kind.is_dashpots_only = kind.is_dashpots_only && !is_viscous;
  }
  for (size_t i = 0; i < model->spring_count; i++) {
    const hol_joint *joint = &problem->joint[model->spring[i].joint];
    kind.is_dashpots_only = kind.is_dashpots_only && !(joint->loss_factor > 0);
    kind.least = fmin(kind.least, joint->loss_factor);
    kind.most = fmax(kind.most, joint->loss_factor);
  }
  kind.least = fmin(kind.least, kind.most);
  kind.is_lossy = kind.most > 0;
  return kind;
}

static damping_survey survey_model(const hol_model *model)
{
  damping_survey found = {.kind = kind_of(model)};
  found.is_uniform = hol_uniform_damping(model, &found.law);
  return found;
}

static hol_status make_survey(hol_undamped *u, damping_survey *found, hol_faults *faults)
{
  hol_system system = {0};
  HOL_TRY(hol_model_make(&u->problem, (hol_model_request){.exact = true}, &u->model, faults));
  *found = survey_model(&u->model);
  hol_status status = hol_system_build(&u->model, 0, HOL_ORDER_MAX / 2, HOL_BOUND_UPPER, &system);
  found->all = system.finite_roots;
  hol_system_clear(&system);
  return status;
}

/* ---- uniform damping --------------------------------------------------------------------------------------------- */

static hol_status add_roots(const hol_undamped *u, hol_damping law, hol_damped *found)
{
  found->motions = 0;
  for (size_t i = 0; i < u->result.mode_count; i++) {
    const hol_mode *mode = &u->result.mode[i];
    hol_damping_root root[2];
    size_t roots = hol_damping_roots(law, mode->lower * mode->lower, mode->upper * mode->upper, root);
    for (size_t k = 0; k < roots; k++) {
      hol_damped_motion *m;
      double complex g = hol_complex(1, law.loss_factor) + law.stiffness * root[k].s;
      if (law.stiffness > 0 && isfinite(u->covered) && cabs(g) < accumulation_radius) {
        continue;
      }
      HOL_TRY(hol_damped_add(found, root[k].s, &m));
      m->lower = fmax(m->omega - root[k].radius, 0);
      m->upper = m->omega + root[k].radius;
      m->region = HOL_REGION_CIRCLE;
      m->centre[0] = m->s[0];
      m->centre[1] = m->s[1];
      m->radius = root[k].radius;
    }
  }
  return HOL_OK;
}

/** Eigenvalues under uniform damping: undamped ones until they suffice. */
static hol_status find_uniform(hol_undamped *u, const damping_survey *s, const hol_damped_request *request,
                               hol_damped *found, hol_faults *faults)
{
  const hol_damping law = s->law;
  bool has_end = s->all <= UNDAMPED_MAX && law.stiffness > 0; /* no accumulation: all are wanted */
  size_t count = has_end && s->all > 0 ? s->all : request->count ? request->count + 1 : 0;
  double reach = hol_damping_reach(law, request->below, accumulation_radius), size = request->below;
  for (;;) {
    HOL_TRY(hol_undamped_solve(u, count, sqrt(reach) * (1 + margin), faults));
    if (u->result.growing + u->result.neutral > 0) {
      found->reason = "without damping the structure is unstable";
      return HOL_OK;
    }
    HOL_TRY(add_roots(u, law, found));
    size = hol_damped_cut(request, found);
    found->is_exhausted = isinf(u->covered);
    if (found->is_exhausted || !u->is_proved) {
      break;
    }
    reach = isnan(size) ? (double)INFINITY : hol_damping_reach(law, size, accumulation_radius);
    if (reach < u->covered || (count == 0 && !(reach > u->covered))) {
      break;
    }
    if (isnan(size) && count > UNDAMPED_MAX) {
      found->reason = "too many undamped frequencies belong to what comes first with damping";
      return HOL_OK;
    }
    count = isnan(size) ? 2 * count : 0;
  }
  bool comes_near = law.stiffness > 0 && !found->is_exhausted && size * law.stiffness > (1 - accumulation_radius);
  if (comes_near) {
    found->accumulation[found->accumulations++] = 1 / law.stiffness;
  }
  found->reason = u->is_proved ? NULL : "undamped frequencies are not proved";
  return HOL_OK;
}

/* ---- all --------------------------------------------------------------------------------------------------------- */

static hol_status find(hol_undamped *u, const hol_damped_request *request, hol_damped *found, hol_faults *faults)
{
  damping_survey s = {.is_uniform = false};
  HOL_TRY(make_survey(u, &s, faults));
  found->law = s.is_uniform            ? "one law for all"
               : s.kind.is_losses_only ? "loss factors that differ"
               : s.kind.is_lossy       ? "viscous and by loss factors"
                                       : "viscous";
  HOL_TRY(s.is_uniform ? find_uniform(u, &s, request, found, faults)
                       : hol_damped_search(u, &s.kind, request, found, faults));
  found->known = found->reason                        ? HOL_DAMPED_OPEN
                 : found->known == HOL_DAMPED_COUNTED ? HOL_DAMPED_COUNTED
                                                      : HOL_DAMPED_PROVED;
  found->is_filled = true;
  return found->reason ? HOL_INCOMPLETE : HOL_OK;
}

hol_status hol_damped_find(const hol_problem *problem, hol_watch watch, const hol_damped_request *request,
                           hol_damped *found, hol_faults *faults)
{
  *found = (hol_damped){.problem = problem, .known = HOL_DAMPED_OPEN};
  hol_undamped u = {.problem = *problem, .watch = watch};
  hol_status status = find(&u, request, found, faults);
  found->is_stopped = u.result.stopped || (status == HOL_INCOMPLETE && !found->is_filled);
  hol_undamped_clear(&u);
  return status;
}

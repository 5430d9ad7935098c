/* SPDX-License-Identifier: BSD-3-Clause */
/* Mode superposition: lowest modes at probes, participation factors, residual flexibility T(0) and its error. */
#include "response/forced/superposition.h"

#include "base/memory.h"
#include "result/analysis.h"
#include "response/forced/compliance_at.h"
#include "statics/statics.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/** What rounding may leave of a sum over modes, relative. */
static const double rounding = 1e-12;
/** Modes that leave less than nothing by more than this share are not all there are. */
static const double missing = 1e-7;

void hol_superposition_clear(hol_superposition *s)
{
  hol_result_clear(&s->result);
  free(s->problem.exported.outlet);
  hol_prestressed_clear(&s->prestressed);
  free(s->lambda);
  free(s->phi);
  free(s->width);
  free(s->known);
  free(s->doubt);
  free(s->apart);
  free(s->ground_doubt);
  free(s->participation);
  free(s->rest);
  free(s->ground_rest);
  *s = (hol_superposition){0};
}

/** Probes become outlets; nothing else is asked for than some modes with exact compliances. */
static hol_status choose(const hol_superposition_request *spec, size_t modes, const hol_problem *stressed,
                         hol_problem *problem)
{
  hol_analysis *a = &problem->analysis;
  *problem = *stressed;
  problem->exported = (hol_export){.outlet = hol_alloc(spec->probes, sizeof *problem->exported.outlet)};
  if (!problem->exported.outlet) {
    return HOL_MEMORY;
  }
  for (size_t i = 0; i < spec->probes; i++) {
    problem->exported.outlet[problem->exported.outlets++].point = spec->probe[i].point;
  }
  problem->output_shapes = false;
  a->frequencies = HOL_FREQUENCIES_COUNT;
  a->is_told = false;
  a->count = modes + 1;
  a->exact = true;
  a->reactions = HOL_REACTIONS_NONE;
  a->tolerance = 0;
  a->sensitivity_count = 0;
  a->prestress = false; /* it is there already */
  a->effective = (hol_ground_motions){.is_asked = spec->moves_ground, .place = spec->ground_place};
  memcpy(a->effective.unit, spec->ground, sizeof spec->ground);
  return HOL_OK;
}

static hol_status refuse(const hol_superposition_request *spec, const char *hint, const char *message,
                         hol_faults *faults)
{
  hol_faults_add(faults, true, spec->ground_place, hint, "%s", message);
  return HOL_INVALID;
}

/** Names a motion that the ground does not hold. */
static hol_status refuse_loose(const hol_superposition_request *spec, const hol_model *model, hol_faults *faults)
{
  size_t part, freedom;
  HOL_TRY(hol_statics_moves_most(model, model->zero_mode[0].w, &part, &freedom));
  hol_faults_add(
      faults, true, spec->ground_place, "hold it by joints, or leave out with `freedoms` what is not looked at",
      "the ground that moves does not hold the structure, which is loose in %zu motion%s: in one of them `%s` "
      "moves most, in %s",
      model->zero_count, model->zero_count == 1 ? "" : "s", model->problem->part[part].name, hol_freedom_name[freedom]);
  return HOL_INVALID;
}

/** Find faults, and the zero-energy modes. @param[out] problem  that of `c` */
static hol_status check(const hol_superposition_request *spec, hol_problem *problem, hol_compliance_at *c,
                        hol_faults *faults)
{
  HOL_TRY(choose(spec, 1, spec->problem, problem));
  HOL_TRY(hol_compliance_prepare(problem, spec->probe, c, faults));
  HOL_TRY(hol_model_find_zero_modes(&c->model, faults));
  return spec->moves_ground && c->model.zero_count > 0 ? refuse_loose(spec, &c->model, faults) : HOL_OK;
}

hol_status hol_superposition_check(const hol_superposition_request *spec, size_t *loose, hol_faults *faults)
{
  hol_problem problem = {.exported = {.outlet = NULL}};
  hol_compliance_at c = {.scale = 0};
  hol_status status = check(spec, &problem, &c, faults);
  *loose = c.model.zero_count;
  hol_compliance_clear(&c);
  free(problem.exported.outlet);
  return status;
}

/* ---- modes ------------------------------------------------------------------------------------------------------- */

/** A probe in a mode. */
static double component(const hol_output *probe, const double *outlet)
{
  double sum = 0;
  for (size_t k = 0; k < 3; k++) {
    sum += probe->direction[k] * outlet[k + (probe->turns ? HOL_RX : HOL_UX)];
  }
  return sum;
}

/** All modes but the last, which tells where the next one is; all if there are no more. */
static hol_status take_modes(const hol_superposition_request *spec, size_t wanted, hol_superposition *s)
{
  const hol_result *r = &s->result;
  s->probe = spec->probe;
  s->probes = spec->probes;
  s->modes = r->mode_count < wanted ? r->mode_count : wanted;
  s->rigid = r->rigid_modes;
  s->computed = 2 * r->computed; /* of stiffness, and of the damping that goes with it */
  s->next = r->mode_count > s->modes ? r->mode[s->modes].lower * r->mode[s->modes].lower : HUGE_VAL;
  s->lambda = hol_alloc(s->modes, sizeof *s->lambda);
  s->phi = hol_alloc(s->modes * s->probes, sizeof *s->phi);
  s->width = hol_alloc(s->modes, sizeof *s->width);
  s->known = hol_alloc(s->modes, sizeof *s->known);
  s->participation = spec->moves_ground ? hol_alloc(s->modes, sizeof *s->participation) : NULL;
  if (!s->lambda || !s->phi || !s->width || !s->known || (spec->moves_ground && !s->participation)) {
    return HOL_MEMORY;
  }
  for (size_t k = 0; k < s->modes; k++) {
    s->lambda[k] = r->mode[k].omega * r->mode[k].omega;
    s->width[k] = r->mode[k].upper - r->mode[k].lower;
    s->known[k] = rounding + (r->mode[k].omega > 0 ? 2 * s->width[k] / r->mode[k].omega : 0);
    for (size_t i = 0; i < s->probes && r->mode[k].outlet; i++) {
      s->phi[i + k * s->probes] = component(&spec->probe[i], r->mode[k].outlet + HOL_FREEDOM_COUNT * i);
    }
    if (s->participation) {
      s->participation[k] = r->mode[k].participation[0];
    }
  }
  return HOL_OK;
}

/* ---- the others -------------------------------------------------------------------------------------------------- */

/** What the modes taken have of H_ij(λ), and the sum of its terms' sizes. */
static double of_modes(const hol_superposition *s, size_t i, size_t j, double lambda, double *size)
{
  double sum = 0;
  *size = 0;
  for (size_t k = 0; k < s->modes; k++) {
    double term = s->phi[i + k * s->probes] * s->phi[j + k * s->probes] / (s->lambda[k] - lambda);
    sum += term;
    *size += fabs(term);
  }
  return sum;
}

/** Relative error of λ, by the bounds of the modes. */
static double error_of(const hol_superposition *s)
{
  double widest = 0;
  for (size_t k = 0; k < s->modes; k++) {
    const hol_mode *mode = &s->result.mode[k];
    widest = mode->omega > 0 ? fmax(widest, 2 * (mode->upper - mode->lower) / mode->omega) : widest;
  }
  return widest;
}

/** T(0), and whether it can be what is left of H. */
static hol_status leave(const hol_compliance_at *c, hol_superposition *s)
{
  size_t n = s->probes;
  double place[HOL_PLACES_MOST], weight[HOL_PLACES_MOST], error = rounding + error_of(s);
  size_t places =
      hol_compliance_places(s->rigid > 0, s->next, s->modes > 0 ? s->lambda[s->modes - 1] : 0, place, weight);
  double *H = hol_alloc(n * n, sizeof *H), *doubt = hol_alloc(n, sizeof *doubt), *all = hol_alloc(n, sizeof *all);
  hol_status status = H && doubt && all ? HOL_OK : HOL_MEMORY;
  for (size_t p = 0; status == HOL_OK && p < places; p++) {
    status = hol_compliance_fill(c, place[p], H);
    for (size_t k = 0; status == HOL_OK && k < n * n; k++) {
      double size, listed = of_modes(s, k % n, k / n, place[p], &size);
      s->rest[k] += weight[p] * (H[k] - listed);
      double both = sqrt(fabs(H[k % n * (n + 1)])) * sqrt(fabs(H[k / n * (n + 1)]));
      s->doubt[k] += fabs(weight[p]) * (size * error + rounding * fabs(H[k]) + s->computed * both);
      doubt[k % n] += k % n == k / n ? fabs(weight[p]) * (size * error + s->computed * both) : 0;
      all[k % n] = k % n == k / n ? fmax(all[k % n], size) : all[k % n];
    }
  }
  for (size_t i = 0; status == HOL_OK && i < n; i++) {
    double *own = &s->rest[i * (n + 1)];
    s->is_complete = s->is_complete && *own >= -(missing + error) * all[i];
    *own = fmax(*own, 0) + doubt[i];
  }
  free(H);
  free(doubt);
  free(all);
  return status;
}

/** What an acceleration of the ground by one does at rest: −K⁻¹M r, and what the modes have of it is −Σ φ L/λ. */
static hol_status leave_ground(const hol_superposition_request *spec, hol_superposition *s, hol_faults *faults)
{
  const hol_effective_mass *mass = s->result.effective;
  s->ground_rest = hol_alloc(s->probes, sizeof *s->ground_rest);
  s->ground_doubt = hol_alloc(s->probes, sizeof *s->ground_doubt);
  if (!s->ground_rest || !s->ground_doubt || !mass) {
    return s->ground_rest && s->ground_doubt ? HOL_NUMERICAL : HOL_MEMORY;
  }
  HOL_TRY(hol_compliance_of_ground(&s->problem, spec->probe, spec->ground, s->ground_rest, faults));
  s->mass = mass->total - mass->fixed;
  for (size_t k = 0; k < s->modes; k++) {
    s->mass -= s->participation[k] * s->participation[k];
  }
  s->is_complete = s->is_complete && s->mass >= -missing * mass->total;
  s->mass = fmax(s->mass, 0) + rounding * mass->total;
  double sag = s->mass / s->next; /* rᵀM K⁻¹ M r */
  for (size_t k = 0; k < s->modes; k++) {
    sag += s->participation[k] * s->participation[k] / s->lambda[k];
  }
  for (size_t i = 0; i < s->probes; i++) {
    double size, all = of_modes(s, i, i, 0, &size);
    s->ground_doubt[i] = s->computed * sqrt((s->rest[i * (s->probes + 1)] + all) * sag);
    s->ground_doubt[i] += rounding * fabs(s->ground_rest[i]);
    for (size_t k = 0; k < s->modes; k++) {
      double term = s->phi[i + k * s->probes] * s->participation[k] / s->lambda[k];
      s->ground_rest[i] += term;
      s->ground_doubt[i] += (rounding + error_of(s)) * fabs(term);
    }
  }
  return HOL_OK;
}

/** @param[in,out] c  prepared without axial forces; {0} where there are */
static hol_status find_rest(const hol_superposition_request *spec, hol_compliance_at *c, hol_superposition *s,
                            hol_faults *faults)
{
  double reach = isfinite(s->next) ? s->next : 0;
  s->rest = hol_alloc(s->probes * s->probes, sizeof *s->rest);
  s->doubt = hol_alloc(s->probes * s->probes, sizeof *s->doubt);
  s->apart = hol_alloc(s->probes * s->probes, sizeof *s->apart);
  if (!s->rest || !s->doubt || !s->apart) {
    return HOL_MEMORY;
  }
  hol_status status = c->row ? HOL_OK : hol_compliance_prepare(&s->problem, spec->probe, c, faults);
  status = status == HOL_OK ? hol_compliance_extend(c, reach) : status;
  status = status == HOL_OK ? leave(c, s) : status;
  status = status == HOL_OK ? hol_compliance_apart(c, isfinite(s->next) ? -s->next : -1, s->apart) : status;
  hol_compliance_clear(c);
  return status == HOL_OK && spec->moves_ground ? leave_ground(spec, s, faults) : status;
}

/* ---- together ---------------------------------------------------------------------------------------------------- */

/** On rank 0. @param[in] found  of the search */
static hol_status finish(const hol_superposition_request *spec, size_t modes, hol_status found, hol_compliance_at *c,
                         hol_superposition *s, hol_faults *faults)
{
  if (s->result.growing > 0 || s->result.neutral > 0) {
    return refuse(spec, "see `axial_force`", "the structure is unstable, or rounding does not tell: motions grow",
                  faults);
  }
  s->is_complete = found == HOL_OK && s->result.complete;
  HOL_TRY(take_modes(spec, modes, s));
  HOL_TRY(find_rest(spec, c, s, faults));
  return s->is_complete ? HOL_OK : HOL_INCOMPLETE;
}

/** @param[out] checked  the problem of `c` */
static hol_status make(const hol_superposition_request *spec, size_t modes, hol_solve_options options,
                       hol_problem *checked, hol_compliance_at *c, hol_superposition *s, hol_faults *faults)
{
  const hol_comm *comm = options.comm;
  HOL_TRY(comm->agree(comm->handle, check(spec, checked, c, faults)));
  modes = modes > c->model.zero_count ? modes : c->model.zero_count + 1;
  HOL_TRY(comm->agree(comm->handle, hol_prestress_where_asked(spec->problem, hol_watch_cancellation(&options.watch),
                                                              &s->prestressed, faults)));
  if (spec->problem->analysis.prestress) {
    hol_compliance_clear(c);
  }
  hol_system_clear(&c->system);
  HOL_TRY(comm->agree(comm->handle, choose(spec, modes, &s->prestressed.problem, &s->problem)));
  options.accepts_bounds = spec->accepts_bounds;
  hol_status status = hol_solve(&s->problem, options, &s->result, faults);
  if (status > HOL_INCOMPLETE || s->result.stopped) {
    return status;
  }
  return comm->agree(comm->handle, comm->rank == 0 ? finish(spec, modes, status, c, s, faults) : HOL_OK);
}

hol_status hol_superposition_make(const hol_superposition_request *spec, size_t modes, hol_solve_options options,
                                  hol_superposition *s, hol_faults *faults)
{
  const hol_comm alone = hol_comm_serial();
  hol_problem checked = {.exported = {.outlet = NULL}};
  hol_compliance_at c = {.scale = 0};
  options.comm = options.comm ? options.comm : &alone;
  hol_status status = make(spec, modes, options, &checked, &c, s, faults);
  hol_compliance_clear(&c);
  free(checked.exported.outlet);
  return status;
}

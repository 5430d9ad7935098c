/* SPDX-License-Identifier: BSD-3-Clause */
/* Request for steady motions: its checks, its cases and their solution. */
#include "nonlinear/request.h"

#include "base/memory.h"
#include "base/vector.h"
#include "nonlinear/confirm.h"
#include "nonlinear/duffing.h"
#include "nonlinear/motions.h"
#include "nonlinear/tasks.h"
#include "nonlinear/trace.h"
#include "nonlinear/truncation.h"

#include <math.h>
#include <stdlib.h>

enum { UNKNOWNS_MAX = 2000, AXIAL_MAX = 100 };

void hol_nonlinear_request_clear(hol_nonlinear_request *request)
{
  free(request->loss);
  free(request->level);
  free(request->at);
  free(request->find);
  free(request->convergence.lateral);
  free(request->convergence.axial);
  *request = (hol_nonlinear_request){0};
}

/* ---------------------------------------------------------------------------------------------------- checking */

static bool has_eta(const hol_nonlinear_request *r)
{
  bool any = false;
  for (size_t i = 0; i < r->losses; i++) {
    any = any || r->loss[i].eta > 0;
  }
  return any;
}

static void check_beam(const hol_nonlinear_request *r, hol_faults *faults)
{
  const hol_nonlinear_beam *b = &r->beam;
  const hol_nonlinear_places *at = &r->place;
  bool is_held = true;
  for (int i = 0; i < 2; i++) {
    is_held = is_held && (b->end[i] == HOL_END_PINNED || b->end[i] == HOL_END_CLAMPED);
  }
  if (!r->is_immovable || !is_held) {
    hol_faults_add(faults, true, at->supports.line ? at->supports : at->part,
                   "`supports: immovable` with `ends:` of pinned and clamped ones, e.g. ends: pinned-pinned",
                   "a beam stretches as it bends only between supports that hold it at both ends");
    return;
  }
  double load = hol_nonlinear_buckling_load(b);
  if (!isfinite(b->tension)) {
    hol_faults_add(faults, true, at->tension, NULL, "the initial tension is no finite number");
  } else if (fabs(b->tension + load) <= 1e-9 * load) {
    hol_faults_add(faults, true, at->tension, "a little more or less",
                   "the compression is the one at which the beam buckles, to all digits that count");
  } else if (b->tension < -load && has_eta(r)) {
    hol_faults_add(faults, true, at->tension, "loss: {viscous: ...}",
                   "the compression of %g N is beyond the %g N at which the beam buckles, and a loss factor of a "
                   "negative stiffness would feed the motion",
                   -b->tension, load);
  }
  if (r->axial_modes > AXIAL_MAX) {
    hol_faults_add(faults, true, at->axial_modes, NULL, "more than %d dynamic axial modes", (int)AXIAL_MAX);
  }
  if (r->force != 0 && !(r->force_at >= 0 && r->force_at <= b->length)) {
    hol_faults_add(faults, true, at->force, NULL, "the force is applied beside the beam, which is %g m long",
                   b->length);
  }
}

static bool is_loss(double x)
{
  return x >= 0 && isfinite(x);
}

/** What cannot be negative, and must be there. */
static void check_loss(const hol_nonlinear_request *r, hol_faults *faults)
{
  static const char hint[] = "`loss: {eta: 0.01}`, or `loss: {viscous: 0.05}` in 1/s",
                    words[] = "without any loss no motion becomes steady";
  const hol_place elsewhere = r->place.loss.line ? r->place.loss : r->place.request;
  if (r->losses == 0) {
    hol_faults_add(faults, true, elsewhere, hint, "%s", words);
  }
  for (size_t i = 0; i < r->losses; i++) {
    const hol_nonlinear_loss *loss = &r->loss[i];
    if (!is_loss(loss->viscous)) {
      hol_faults_add(faults, true, loss->viscous_place, NULL, "a viscous loss cannot be negative");
    }
    if (!is_loss(loss->eta)) {
      hol_faults_add(faults, true, loss->eta_place, NULL, "a loss factor cannot be negative");
    }
    if (loss->viscous == 0 && loss->eta == 0) {
      hol_faults_add(faults, true, loss->eta_place.line ? loss->eta_place : elsewhere, hint, "%s", words);
    }
  }
}

static size_t at_least_one(size_t n)
{
  return n ? n : 1;
}

/** The largest number of modes that is asked for. */
static size_t most_modes(const hol_nonlinear_request *r)
{
  const hol_nonlinear_convergence *c = &r->convergence;
  size_t lateral = at_least_one(r->lateral_modes), axial = r->axial_modes;
  for (size_t i = 0; i < c->laterals; i++) {
    lateral = c->lateral[i] > lateral ? c->lateral[i] : lateral;
  }
  for (size_t i = 0; i < c->axials; i++) {
    axial = c->axial[i] > axial ? c->axial[i] : axial;
  }
  return r->kind == HOL_NONLINEAR_BEAM ? lateral + axial : 1;
}

static void check_range(const hol_nonlinear_request *r, hol_faults *faults)
{
  const hol_nonlinear_options *o = &r->options;
  size_t modes = most_modes(r);
  size_t harmonics = o->harmonics ? o->harmonics : 7, period = o->period ? o->period : 1;
  if (!(o->from > 0) || !(o->to > o->from) || !isfinite(o->to)) {
    hol_faults_add(faults, true, r->place.range.line ? r->place.range : r->place.request, NULL,
                   "the frequency range has to begin above 0 and end above its beginning");
  }
  for (size_t i = 0; i < r->ats; i++) {
    if (!(r->at[i] >= o->from && r->at[i] <= o->to)) {
      hol_faults_add(faults, true, r->place.at, NULL, "motions are sought at %g rad/s, beside the frequency range",
                     r->at[i]);
    }
  }
  if (o->step < 0 || !isfinite(o->step)) {
    hol_faults_add(faults, true, r->place.step, NULL, "the first step has to be positive");
  }
  if (period > 64) {
    hol_faults_add(faults, true, r->place.period, NULL, "periods of more than 64 of the force are not sought");
  }
  if (harmonics > UNKNOWNS_MAX || period > UNKNOWNS_MAX || modes > UNKNOWNS_MAX ||
      modes * (2 * harmonics * period + 1) > UNKNOWNS_MAX) {
    hol_faults_add(faults, true, r->place.harmonics.line ? r->place.harmonics : r->place.request, NULL,
                   "modes times harmonics lead to more than %d unknowns", (int)UNKNOWNS_MAX);
  }
}

static void check_numbers(const hol_nonlinear_request *r, hol_faults *faults)
{
  const double number[] = {r->force, r->distributed, r->support_motion, r->omega2, r->mu, r->P, r->P_nu2};
  for (size_t i = 0; i < sizeof number / sizeof *number; i++) {
    if (!isfinite(number[i])) {
      hol_faults_add(faults, true, r->place.force.line ? r->place.force : r->place.request, NULL,
                     "a number of the equation is not finite");
      return;
    }
  }
  for (size_t i = 0; i < r->levels; i++) {
    if (!isfinite(r->level[i])) {
      hol_faults_add(faults, true, r->place.levels, NULL, "a level of the force is not finite");
    }
  }
}

/** Mode 1 as one equation, roughly: enough to see what is out of all proportion. */
static hol_duffing rough_equation(const hol_nonlinear_request *r)
{
  if (r->kind == HOL_NONLINEAR_DUFFING) {
    return (hol_duffing){.omega2 = r->omega2, .mu = r->mu, .P = r->P, .P_nu2 = r->P_nu2};
  }
  const hol_nonlinear_beam *b = &r->beam;
  double wave2 = M_PI * M_PI / (b->length * b->length);
  return (hol_duffing){.omega2 = wave2 * (b->EI * wave2 + b->tension) / b->line_mass,
                       .mu = b->EA * wave2 * wave2 / (4 * b->line_mass),
                       .P = 2 * (fabs(r->force) / b->length + fabs(r->distributed)) / b->line_mass,
                       .P_nu2 = 2 * r->support_motion};
}

/** A motion whose own frequency is so many times that of the force has more harmonics than can be computed. */
static void check_proportions(const hol_nonlinear_request *r, hol_faults *faults)
{
  double most = 1e4, nu = r->options.from;
  const hol_duffing d = rough_equation(r);
  double level = r->levels > 0 ? hol_largest(r->levels, r->level) : 1;
  double force = level * (fabs(d.P) + fabs(d.P_nu2) * nu * nu);
  double amplitude = d.mu != 0 ? fmax(cbrt(force / fabs(d.mu)), sqrt(fabs(d.omega2 / d.mu))) : 0;
  double fastest = sqrt(fabs(d.omega2)) + sqrt(fabs(d.mu)) * amplitude;
  if (!(fastest <= most * nu)) {
    hol_faults_add(faults, true, r->place.range.line ? r->place.range : r->place.request,
                   "a higher `from`, or other numbers of the equation",
                   "the frequency of free motions as large as the force makes them, %.3g rad/s, is more than %g times "
                   "that of the force: no harmonics reach it",
                   fastest, most);
  }
}

hol_status hol_nonlinear_check(const hol_nonlinear_request *request, hol_faults *faults)
{
  size_t before = faults->errors;
  if (request->kind == HOL_NONLINEAR_BEAM) {
    check_beam(request, faults);
  } else if (request->omega2 < 0 && has_eta(request)) {
    hol_faults_add(faults, true, request->place.loss.line ? request->place.loss : request->place.request,
                   "loss: {viscous: 0.1}", "a loss factor of a negative stiffness would feed the motion");
  }
  check_numbers(request, faults);
  check_loss(request, faults);
  check_range(request, faults);
  if (faults->errors == before) {
    check_proportions(request, faults);
  }
  return faults->errors > before ? HOL_INVALID : HOL_OK;
}

/* ---------------------------------------------------------------------------------------------------- solving */

size_t hol_nonlinear_cases(const hol_nonlinear_request *request)
{
  return at_least_one(request->losses) * at_least_one(request->levels);
}

hol_status hol_nonlinear_model_of(const hol_nonlinear_request *r, hol_nonlinear_model *model)
{
  if (r->kind == HOL_NONLINEAR_DUFFING) {
    HOL_TRY(hol_nonlinear_from_duffing(r->omega2, r->mu, model));
    model->force[0] = r->P;
    model->force_nu2[0] = r->P_nu2;
  } else {
    HOL_TRY(hol_nonlinear_from_beam(&r->beam, at_least_one(r->lateral_modes), r->axial_modes, model));
    hol_nonlinear_add_point_force(model, r->force_at, r->force);
    hol_nonlinear_add_distributed_force(model, r->distributed);
    hol_nonlinear_add_support_motion(model, r->support_motion);
  }
  return HOL_OK;
}

hol_status hol_case_model(const hol_nonlinear_request *r, double level, const hol_nonlinear_loss *loss,
                          hol_nonlinear_model *model)
{
  HOL_TRY(hol_nonlinear_model_of(r, model));
  model->viscous = loss->viscous;
  model->eta = loss->eta;
  model->cubic_loss = loss->cubic;
  for (size_t i = 0; i < model->lateral; i++) {
    model->force[i] *= level;
    model->force_nu2[i] *= level;
  }
  return HOL_OK;
}

/** The closed form that belongs to a model of one mode. */
static void close_form(const hol_nonlinear_model *m, const hol_nonlinear_options *o, hol_nonlinear_case *item)
{
  item->has_closed_form = true;
  item->closed_form = hol_duffing_of(m, 0);
  item->folds = hol_duffing_folds(&item->closed_form, o->from, o->to, item->fold);
}

hol_status hol_curve_failure(hol_status status, hol_nonlinear_curve *curve)
{
  if (status != HOL_NUMERICAL) {
    return status;
  }
  curve->failed = true;
  curve->complete = false;
  return HOL_OK;
}

hol_status hol_case_solve(const hol_nonlinear_request *r, size_t k, hol_farm *farm, hol_nonlinear_case *item)
{
  size_t losses = at_least_one(r->losses);
  hol_nonlinear_model m = {0};
  item->level = r->levels ? r->level[k / losses] : 1;
  item->loss = r->losses ? r->loss[k % losses] : (hol_nonlinear_loss){0};
  hol_status status = hol_case_model(r, item->level, &item->loss, &m);
  hol_nonlinear_options options = r->options;
  options.at = r->at;
  options.ats = r->ats;
  if (status == HOL_OK) {
    status = hol_trace(&m, &options, farm, &item->curve);
  }
  if (status == HOL_OK && r->ats > 0) {
    status = hol_motions_at(&m, &options, r->at, r->ats, &item->curve);
  }
  if (status == HOL_OK) {
    status = hol_truncation_errors(&m, &options, &item->curve);
  }
  if (status == HOL_OK && r->check.is_wanted) {
    status = hol_confirm(&m, &r->check, farm, &item->curve);
  } else if (status == HOL_OK && !r->check.is_refused && m.lateral == 1 && m.axial == 0) {
    status = hol_confirm_by_map(&m, r->options.harmonics == 0, &item->curve);
  }
  if (status == HOL_OK && m.lateral == 1 && m.axial == 0) {
    close_form(&m, &r->options, item);
  }
  hol_nonlinear_model_clear(&m);
  return hol_curve_failure(status, &item->curve);
}

hol_status hol_nonlinear_case_solve(const hol_nonlinear_request *r, size_t k, hol_nonlinear_case *item)
{
  return hol_case_solve(r, k, NULL, item);
}

void hol_nonlinear_case_clear(hol_nonlinear_case *item)
{
  hol_nonlinear_curve_clear(&item->curve);
  *item = (hol_nonlinear_case){0};
}

/** Twice the largest RMS of the first mode on any curve. */
static double largest_rms(const hol_nonlinear_result *result)
{
  double largest = 0;
  for (size_t i = 0; i < result->items; i++) {
    for (size_t j = 0; j < result->item[i].curve.branches; j++) {
      const hol_nonlinear_branch *b = &result->item[i].curve.branch[j];
      size_t block = b->unknowns / b->coordinates;
      for (size_t k = 0; k < b->points; k++) {
        double square = 0;
        for (size_t c = 0; c < block; c++) {
          square += b->coefficient[k * b->unknowns + c] * b->coefficient[k * b->unknowns + c];
        }
        largest = fmax(largest, sqrt(square / 2));
      }
    }
  }
  return 2 * largest;
}

static hol_status solve_backbone(const hol_nonlinear_request *r, hol_farm *farm, hol_nonlinear_result *result)
{
  double limit = r->backbone_limit > 0 ? r->backbone_limit : largest_rms(result);
  if (!r->wants_backbone || !(limit > 0)) {
    return HOL_OK;
  }
  hol_nonlinear_options o = r->options;
  o.from = o.to = 0;
  hol_status status = hol_backbone(result->model, 0, (hol_backbone_range){limit, &o}, farm, &result->backbone);
  HOL_TRY(hol_curve_failure(status == HOL_INVALID ? HOL_NUMERICAL : status, &result->backbone)); /* no mode to begin
                                                                                                    in */
  result->complete = result->complete && result->backbone.complete;
  return HOL_OK;
}

hol_status hol_request_finish(const hol_nonlinear_request *request, hol_farm *farm, hol_nonlinear_result *result)
{
  result->kind = request->kind;
  result->complete = true;
  result->model = hol_alloc(1, sizeof *result->model);
  HOL_TRY(result->model ? hol_nonlinear_model_of(request, result->model) : HOL_MEMORY);
  for (size_t k = 0; k < result->items; k++) {
    result->complete = result->complete && result->item[k].curve.complete;
  }
  for (size_t k = 0; k < result->founds; k++) {
    result->complete = result->complete && result->found[k].complete;
  }
  for (size_t k = 0; k < result->resonances; k++) {
    result->complete = result->complete && result->resonance[k].complete;
  }
  return solve_backbone(request, farm, result);
}

void hol_nonlinear_result_clear(hol_nonlinear_result *result)
{
  for (size_t i = 0; i < result->items; i++) {
    hol_nonlinear_case_clear(&result->item[i]);
  }
  free(result->item);
  free(result->found);
  free(result->resonance);
  hol_nonlinear_curve_clear(&result->backbone);
  if (result->model) {
    hol_nonlinear_model_clear(result->model);
  }
  free(result->model);
  *result = (hol_nonlinear_result){0};
}

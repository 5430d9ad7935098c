/* SPDX-License-Identifier: BSD-3-Clause */
/* Construction of a model with a new layout, from an existing layout, and renewal of its numbers. */
#include "base/memory.h"
#include "base/vector.h"
#include "model/rows.h"
#include "parts/same.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/** More than a part lists of lumped masses or holds. */
enum { LISTED_MOST = 1 << 12 };

/** Decisions on a part. */
static hol_status decide_part(hol_filling *filling, const hol_resolved *resolved)
{
  const hol_sites *sites = hol_resolved_sites(resolved);
  size_t moves = (size_t)resolved->deforms << 1 | resolved->is_renewable;
  for (size_t k = 0; k < resolved->rigid_dofs; k++) {
    moves = moves * (HOL_FREEDOM_COUNT + 1) + resolved->rigid_dof[k] + 1;
  }
  HOL_TRY(hol_decide(filling, moves));
  HOL_TRY(hol_decide(filling, (resolved->site_count * LISTED_MOST + resolved->lumped_masses) * LISTED_MOST +
                                  resolved->supports));
  HOL_TRY(hol_decide(filling, sites->points));
  HOL_TRY(hol_decide(filling, sites->mechanisms));
  HOL_TRY(hol_decide(filling, sites->rigid_in));
  HOL_TRY(hol_decide(filling, sites->rigid_held));
  for (size_t p = 0; p < sites->points; p++) {
    HOL_TRY(hol_decide(filling, sites->freedoms[p]));
    HOL_TRY(hol_decide(filling, sites->leader ? sites->leader[p] : 0));
  }
  return HOL_OK;
}

static hol_status decide_parts(hol_filling *filling)
{
  const hol_model *model = filling->model;
  HOL_TRY(hol_decide(filling, model->problem->freedoms));
  HOL_TRY(hol_decide(filling, model->problem->part_count));
  HOL_TRY(hol_decide(filling, model->problem->joint_count));
  HOL_TRY(hol_decide(filling, model->outputs));
  for (size_t i = 0; i < model->problem->part_count; i++) {
    HOL_TRY(decide_part(filling, &model->resolved[i]));
  }
  return HOL_OK;
}

/** A disk without axis turns about what it is welded to. */
static hol_status turn_disk(hol_model *model, size_t part)
{
  const hol_problem *p = model->problem;
  for (size_t j = 0; j < p->joint_count; j++) {
    const hol_joint *joint = &p->joint[j];
    size_t leader = SIZE_MAX;
    bool here = false;
    for (size_t i = 0; i < joint->point_count; i++) {
      here |= joint->point[i].part == part;
      leader = model->resolved[joint->point[i].part].gives_axis ? joint->point[i].part : leader;
    }
    if (here && leader != SIZE_MAX && joint->kind == HOL_WELD) {
      return hol_disk_set_axis(&model->resolved[part], &p->part[part], model->resolved[leader].axis[0]);
    }
  }
  return HOL_OK;
}

/** One of the examples that a part is like, NULL if it is like none. */
static const hol_resolved *find_like(const hol_model *model, size_t part, const size_t *example, size_t examples)
{
  const hol_problem *p = model->problem;
  for (size_t e = 0; e < examples; e++) {
    if (hol_part_is_same(&p->part[example[e]], &p->part[part])) {
      return &model->resolved[example[e]];
    }
  }
  return NULL;
}

/** @param[out] example  [parts] scratch: the first of those alike whose making serves the others */
static hol_status resolve_parts(hol_model *model, size_t *example, hol_faults *faults)
{
  const hol_problem *p = model->problem;
  size_t examples = 0;
  for (size_t i = 0; i < p->part_count; i++) {
    hol_resolved *resolved = &model->resolved[i];
    resolved->cancellation = &model->cancellation;
    resolved->like = find_like(model, i, example, examples);
    bool is_first = !resolved->like;
    hol_part_resolve(&p->part[i], p->freedoms, resolved, faults);
    HOL_TRY(resolved->failure);
    if (is_first && resolved->is_shared) {
      example[examples++] = i;
    }
  }
  return HOL_OK;
}

static hol_status resolve(hol_model *model, hol_faults *faults)
{
  const hol_problem *p = model->problem;
  size_t before = faults->errors, *example = hol_alloc(p->part_count, sizeof *example);
  hol_status status = example ? resolve_parts(model, example, faults) : HOL_MEMORY;
  free(example);
  HOL_TRY(status);
  for (size_t i = 0; i < p->part_count && faults->errors == before; i++) {
    HOL_TRY(model->resolved[i].follows_axis ? turn_disk(model, i) : HOL_OK);
  }
  return faults->errors == before ? HOL_OK : HOL_INVALID;
}

static hol_status begin_members(hol_model *model)
{
  model->lent = hol_resolved_lend(model->problem->part_count, model->resolved);
  return model->lent ? HOL_OK : HOL_MEMORY;
}

/** All members are made. */
static void end_members(hol_model *model)
{
  for (size_t i = 0; i < model->problem->part_count; i++) {
    model->resolved[i].line = NULL;
  }
  free(model->lent);
  model->lent = NULL;
}

static hol_status allocate_parts(hol_model *model)
{
  size_t n = model->problem->part_count;
  model->resolved = hol_alloc(n, sizeof *model->resolved);
  model->from = hol_alloc(n, sizeof *model->from);
  model->to = hol_alloc(n, sizeof *model->to);
  model->first_station = hol_alloc(n + 1, sizeof *model->first_station);
  model->own_column = hol_alloc(n, sizeof *model->own_column);
  bool ok = model->resolved && model->from && model->to && model->first_station && model->own_column;
  HOL_TRY(ok ? begin_members(model) : HOL_MEMORY);
  for (size_t f = 0; f < HOL_FREEDOM_COUNT; f++) {
    model->slot[f] = model->problem->freedoms >> f & 1 ? model->freedoms++ : SIZE_MAX;
  }
  return HOL_OK;
}

static hol_status fill_in(hol_filling *filling)
{
  hol_model *model = filling->model;
  HOL_TRY(allocate_parts(model));
  HOL_TRY(resolve(model, filling->faults));
  HOL_TRY(decide_parts(filling));
  HOL_TRY(hol_model_place(filling));
  HOL_TRY(hol_model_stations(filling));
  size_t before = filling->faults->errors;
  HOL_TRY(hol_model_constrain(filling));
  if (filling->faults->errors > before) {
    return HOL_INVALID;
  }
  HOL_TRY(hol_model_collect(filling));
  end_members(model);
  HOL_TRY(filling->making ? hol_model_check_levers(filling) : HOL_OK);
  HOL_TRY(filling->making ? hol_model_warn(model, filling->making) : HOL_OK);
  HOL_TRY(hol_model_reduce(filling));
  return hol_model_check_end_conditions(model, filling->faults);
}

/** Copy the points at which the model has outputs. */
static hol_status choose_outputs(const hol_model_request *request, hol_model *model)
{
  const hol_export *export = &model->problem->exported;
  model->outputs = request->has_outputs ? request->outputs : export->outlets;
  model->output = hol_alloc(model->outputs, sizeof *model->output);
  for (size_t i = 0; model->output && i < model->outputs; i++) {
    model->output[i] = request->has_outputs ? request->output[i] : export->outlet[i].point;
  }
  return model->output ? HOL_OK : HOL_MEMORY;
}

static hol_status make(const hol_problem *problem, const hol_model_request *request, hol_layout *layout,
                       hol_model *model, hol_faults *faults)
{
  *layout = (hol_layout){.reactions = request->reactions, .exact = request->exact};
  *model = (hol_model){.layout = layout,
                       .problem = problem,
                       .exact = request->exact,
                       .reactions = request->reactions,
                       .released = request->released,
                       .cancellation = model->cancellation};
  hol_filling filling = {.model = model, .making = layout, .faults = faults};
  hol_status status = choose_outputs(request, model);
  status = status == HOL_OK ? fill_in(&filling) : status;
  hol_fit(&layout->decision, &layout->decision_capacity, layout->decisions, sizeof *layout->decision);
  hol_fit(&layout->constraint, &layout->constraint_capacity, layout->constraint_count, sizeof *layout->constraint);
  hol_fit(&layout->spring, &layout->spring_capacity, layout->spring_count, sizeof *layout->spring);
  hol_fit(&layout->component, &layout->component_capacity, layout->component_count, sizeof *layout->component);
  hol_names_clear(&layout->component_number);
  return status;
}

hol_status hol_model_make(const hol_problem *problem, hol_model_request request, hol_model *model, hol_faults *faults)
{
  hol_layout *layout = hol_alloc(1, sizeof *layout);
  hol_status status = layout ? make(problem, &request, layout, model, faults) : HOL_MEMORY;
  model->own_layout = layout;
  return status;
}

hol_status hol_model_fill(const hol_layout *layout, const hol_problem *problem, hol_model *model)
{
  hol_faults faults = {0};
  *model = (hol_model){.layout = layout,
                       .problem = problem,
                       .exact = layout->exact,
                       .reactions = layout->reactions,
                       .cancellation = model->cancellation};
  hol_filling filling = {.model = model, .faults = &faults};
  hol_status status = choose_outputs(&(hol_model_request){.has_outputs = false}, model);
  status = status == HOL_OK ? fill_in(&filling) : status;
  hol_faults_clear(&faults);
  bool is_unfit =
      status == HOL_INVALID || status == HOL_NUMERICAL || (status == HOL_OK && filling.next < layout->decisions);
  return is_unfit ? HOL_RESHAPED : status;
}

/* ---- other numbers, the same rows -------------------------------------------------------------------------------- */

/** Remember what rows were written with, before it changes. */
static hol_status keep_geometry(hol_model *model)
{
  size_t parts = model->problem->part_count;
  double(*axis)[3][3] = hol_alloc(parts, sizeof *axis), (*at)[6] = hol_alloc(model->station_count, sizeof *at);
  if (!axis || !at) {
    free(axis);
    free(at);
    return HOL_MEMORY;
  }
  for (size_t i = 0; i < parts; i++) {
    memcpy(axis[i], model->resolved[i].axis, sizeof axis[i]);
  }
  for (size_t s = 0; s < model->station_count; s++) {
    memcpy(at[s], model->station[s].at, sizeof at[s]);
  }
  model->row_axis = axis;
  model->row_at = at;
  return HOL_OK;
}

/** Resolve the parts touched, and place all. */
static hol_status renew_parts(hol_filling *filling, const bool *touched)
{
  hol_model *model = filling->model;
  const hol_problem *p = model->problem;
  for (size_t i = 0; i < p->part_count; i++) {
    if (touched[i] && !model->resolved[i].is_renewable) {
      return HOL_RESHAPED;
    }
    if (touched[i]) {
      hol_part_resolve(&p->part[i], p->freedoms, &model->resolved[i], filling->faults);
    }
  }
  HOL_TRY(filling->faults->errors ? HOL_RESHAPED : HOL_OK);
  for (size_t i = 0; i < p->part_count; i++) {
    HOL_TRY(touched[i] && model->resolved[i].follows_axis ? turn_disk(model, i) : HOL_OK);
  }
  HOL_TRY(decide_parts(filling));
  return hol_model_place(filling);
}

/** Are the axes of a part what they were when rows were written? */
static bool points_as_before(const hol_model *model, size_t part)
{
  bool same = true;
  for (size_t i = 0; i < 9 && same; i++) {
    double now = model->resolved[part].axis[i / 3][i % 3], then = model->row_axis[part][i / 3][i % 3];
    same = fabs(now - then) <= HOL_GEOMETRY_ROUNDING;
  }
  return same;
}

/** Do the stations of a part that stays straight divide it as they did when rows were written? */
static bool divides_as_before(const hol_model *model, size_t part)
{
  if (!model->resolved[part].straight) {
    return true;
  }
  size_t first = model->first_station[part], end = model->first_station[part + 1];
  double length = hol_gap(model->row_at[first], model->row_at[end - 1]);
  bool same = true;
  for (size_t s = first; s < end && same; s++) {
    double x = hol_gap(model->row_at[first], model->row_at[s]);
    same = fabs(x - model->station[s].xi * length) <= HOL_GEOMETRY_ROUNDING * length;
  }
  return same;
}

/** Does a joint, as far as it carries motions from one point to another, find these as far apart as when rows were
 *  written? */
static bool reaches_as_before(const hol_model *model, const hol_joint *joint)
{
  static const bool carries_on[HOL_CONSTRAINT + 1] = {[HOL_SLIDE] = true,     [HOL_HINGE] = true,   [HOL_BALL] = true,
                                                      [HOL_UNIVERSAL] = true, [HOL_BUSHING] = true, [HOL_WELD] = true};
  bool carries = carries_on[joint->kind];
  const hol_station *a = carries ? hol_joint_end_of(model, &joint->point[0]).station : NULL;
  bool same = true;
  const double *a_then = a ? model->row_at[a - model->station] : NULL;
  for (size_t i = 1; i < joint->point_count && carries && same; i++) {
    const hol_station *b = hol_joint_end_of(model, &joint->point[i]).station;
    const double *b_then = model->row_at[b - model->station];
    double is[3], was[3];
    hol_apart(a->at, b->at, is);
    hol_apart(a_then, b_then, was);
    for (int k = 0; k < 3 && same; k++) {
      double now = is[k], then = was[k];
      bool is_none = fmax(fabs(now), fabs(then)) <= HOL_SAME_POINT * model->extent;
      same = is_none || fabs(now - then) <= HOL_GEOMETRY_ROUNDING * model->extent;
    }
  }
  return same;
}

static hol_status renew_in(hol_filling *filling, const bool *touched)
{
  hol_model *model = filling->model;
  HOL_TRY(renew_parts(filling, touched));
  HOL_TRY(hol_model_stations(filling));
  for (size_t i = 0; i < model->problem->part_count; i++) {
    HOL_TRY(!touched[i] || (points_as_before(model, i) && divides_as_before(model, i)) ? HOL_OK : HOL_RESHAPED);
  }
  for (size_t j = 0; j < model->problem->joint_count; j++) {
    HOL_TRY(reaches_as_before(model, &model->problem->joint[j]) ? HOL_OK : HOL_RESHAPED);
  }
  return hol_model_renew(model, touched);
}

hol_status hol_model_refill(const hol_problem *problem, const bool *touched, hol_model *model)
{
  hol_faults faults = {0};
  hol_filling filling = {.model = model, .faults = &faults};
  model->problem = problem;
  hol_status status = model->row_axis ? HOL_OK : keep_geometry(model);
  status = status == HOL_OK && !model->lent ? begin_members(model) : status;
  status = status == HOL_OK ? renew_in(&filling, touched) : status;
  hol_faults_clear(&faults);
  return status == HOL_MEMORY || status == HOL_OK ? status : HOL_RESHAPED;
}

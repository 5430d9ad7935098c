/* SPDX-License-Identifier: BSD-3-Clause */
/* Static solution S(0) v = b with iterative refinement, count of unstable directions, forces of members, reactions. */
#include "base/memory.h"
#include "base/vector.h"
#include "compliance/joint_forces.h"
#include "statics/statics.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/** Corrections of the solution by its residual. */
enum { REFINEMENTS = 2 };

void hol_statics_clear(hol_statics *s)
{
  hol_decomposition_clear(&s->decomposition);
  hol_matrix_clear(&s->matrix);
  hol_system_clear(&s->system);
  hol_model_clear(&s->model);
  free(s->output);
  free(s->output_of);
  free(s->v);
  free(s->b);
  free(s->size);
  free(s->U);
  free(s->load);
  free(s->along);
  free(s->force);
  free(s->rounding);
  free(s->tension);
  free(s->axial);
  free(s->multiplier);
  *s = (hol_statics){0};
}

/* ---- places ------------------------------------------------------------------------------------------------------ */

/** Has a part places along it? */
static bool has_places(const hol_part *part)
{
  return part->of && part->of->points == HOL_POINTS_ENDS;
}

static void add_output(hol_statics *s, const hol_point *point)
{
  s->output[s->outputs++] = *point;
}

/** Places that joints name: without a load each is a station, but knows only of the motions by which it is held. */
static void add_joints(hol_statics *s)
{
  const hol_problem *p = s->problem;
  for (size_t i = 0; i < p->joint_count; i++) {
    const hol_joint *joint = &p->joint[i];
    for (size_t k = 0; k < joint->point_count; k++) {
      add_output(s, &joint->point[k]);
    }
    for (size_t k = 0; k < joint->term_count; k++) {
      add_output(s, &joint->term[k].point);
    }
  }
}

static size_t count_joints(const hol_problem *p)
{
  size_t n = 0;
  for (size_t i = 0; i < p->joint_count; i++) {
    n += p->joint[i].point_count + p->joint[i].term_count;
  }
  return n;
}

/** Outputs where loads act and where something is asked for. */
static hol_status choose_outputs(const hol_statics_request *spec, hol_statics *s)
{
  const hol_problem *p = s->problem = spec->problem;
  size_t most = p->load_count + spec->point_count + p->part_count * spec->points + count_joints(p);
  s->output = hol_alloc(most, sizeof *s->output);
  s->output_of = hol_alloc(p->load_count, sizeof *s->output_of);
  if (!s->output || !s->output_of) {
    return HOL_MEMORY;
  }
  for (size_t i = 0; i < p->load_count; i++) {
    s->output_of[i] = s->outputs;
    if (!p->load[i].is_along) {
      add_output(s, &p->load[i].point);
    }
  }
  for (size_t i = 0; i < spec->point_count; i++) {
    add_output(s, &spec->point[i]);
  }
  if (spec->joints) {
    add_joints(s);
  }
  for (size_t i = 0; i < p->part_count; i++) {
    for (size_t k = 0; k < spec->points && has_places(&p->part[i]); k++) {
      double last = (double)(spec->points - 1);
      add_output(s, &(hol_point){.part = i, .xi = (double)k / last, .text = p->part[i].name});
    }
  }
  return HOL_OK;
}

/* ---- what is not held -------------------------------------------------------------------------------------------- */

hol_status hol_statics_moves_most(const hol_model *model, const double *w, size_t *part, size_t *freedom)
{
  double *U = hol_alloc(model->columns, sizeof *U), most = 0;
  *part = *freedom = 0;
  if (!U) {
    return HOL_MEMORY;
  }
  hol_model_expand(model, w, U);
  for (size_t i = 0; i < model->problem->part_count; i++) {
    for (size_t k = model->first_station[i]; k < model->first_station[i + 1]; k++) {
      double value[HOL_FREEDOM_COUNT];
      hol_model_displacement(model, U, &model->station[k], value);
      for (size_t f = 0; f < HOL_FREEDOM_COUNT; f++) {
        double size = fabs(value[f]) * (f >= HOL_RX ? model->scale : 1);
        if (size > 1.001 * most) { /* the first of many that move alike */
          most = size;
          *part = i;
          *freedom = f;
        }
      }
    }
  }
  free(U);
  return HOL_OK;
}

static hol_status blame_motion(const hol_model *model, const double *w, hol_faults *faults)
{
  size_t part, freedom;
  HOL_TRY(hol_statics_moves_most(model, w, &part, &freedom));
  hol_faults_add(faults, true, model->problem->part[part].place,
                 "in statics every motion must be held by a joint or by stiffness",
                 "the structure moves freely in %zu motion%s: in one of them `%s` moves most, in %s", model->zero_count,
                 model->zero_count == 1 ? "" : "s", model->problem->part[part].name, hol_freedom_name[freedom]);
  return HOL_INVALID;
}

/* ---- matrix ------------------------------------------------------------------------------------------------------ */

/** Members that enter by component modes, not by an exact relation. */
static size_t modal_members(const hol_model *model)
{
  size_t count = 0;
  for (size_t i = 0; i < model->member_count; i++) {
    count += model->member[i].is_modal;
  }
  return count;
}

hol_status hol_statics_count(hol_statics *s, hol_faults *faults)
{
  const hol_model_request request = {.exact = true, .has_outputs = true, .output = s->output, .outputs = s->outputs};
  HOL_TRY(hol_model_make(s->problem, request, &s->model, faults));
  if (s->unloaded && modal_members(&s->model) > modal_members(s->unloaded)) {
    return HOL_NUMERICAL;
  }
  HOL_TRY(hol_model_find_zero_modes(&s->model, faults));
  if (s->model.zero_count > 0) {
    return blame_motion(&s->model, s->model.zero_mode[0].w, faults);
  }
  HOL_TRY(hol_system_build(&s->model, 0, 1, HOL_BOUND_UPPER, &s->system));
  HOL_TRY(hol_system_matrix(&s->system, 0, false, &s->matrix));
  HOL_TRY(hol_decompose(&s->system, &s->matrix, &s->decomposition));
  return hol_system_count(&s->system, &s->matrix, s->decomposition.negative, &s->unstable);
}

/* ---- solution ---------------------------------------------------------------------------------------------------- */

/** r = b − S v, by its work in the solution over that of its terms: every unknown times its row is a work. */
static double residual_of(const hol_statics *s, double *r, double *size)
{
  double left = 0, all = 0;
  hol_matrix_apply(&s->matrix, false, false, s->v, r);
  hol_matrix_apply(&s->matrix, false, true, s->v, size);
  for (size_t i = 0; i < s->matrix.n; i++) {
    r[i] = s->b[i] - r[i];
    left += fabs(s->v[i] * r[i]);
    all += fabs(s->v[i]) * size[i];
  }
  return all > 0 ? left / all : 0;
}

static hol_status solve(hol_statics *s)
{
  size_t n = s->matrix.n;
  double *r = hol_alloc(2 * n, sizeof *r);
  hol_status status = r ? HOL_OK : HOL_MEMORY;
  if (status == HOL_OK) {
    memcpy(r, s->b, n * sizeof *r);
  }
  for (int i = 0; i <= REFINEMENTS && status == HOL_OK; i++) {
    status = hol_decomposition_solve(&s->decomposition, r, 1);
    for (size_t k = 0; k < n; k++) {
      s->v[k] += r[k];
    }
    s->residual = residual_of(s, r, r + n);
  }
  free(r);
  return status == HOL_OK && !isfinite(s->residual) ? HOL_NUMERICAL : status;
}

bool hol_statics_is_axial(const hol_member *m)
{
  bool varies = m->has_mass && m->segment;
  return m->orders == 1 && m->component[0].freedom == HOL_UX && !varies;
}

void hol_statics_end_forces(const hol_statics *s, size_t segment, const double *v, double *force)
{
  const hol_relation *r = hol_relation_of(&s->system, &s->matrix, segment);
  double local[HOL_RELATION_MAX];
  hol_segment_solution(&s->system, segment, r, v, local);
  for (size_t k = 0; k < HOL_RELATION_MAX; k++) {
    force[k] = k < r->n_ports ? hol_dot(r->n_mu + r->n_ports, r->S[r->n_mu + k], local) : 0;
  }
}

/** Forces at the ends of every segment; axial forces. */
static void find_forces(hol_statics *s)
{
  for (size_t k = 0; k < s->model.station_count; k++) {
    s->axial[k] = (double)NAN;
  }
  for (size_t i = 0; i < s->system.segment_count; i++) {
    const hol_segment *segment = &s->system.segment[i];
    const hol_relation *r = hol_relation_of(&s->system, &s->matrix, i);
    double *force = s->force + i * HOL_RELATION_MAX, sign = segment->member->component[0].sign;
    hol_statics_end_forces(s, i, s->v, force);
    for (size_t k = 0; k < r->n_ports; k++) {
      force[k] -= s->along[i * HOL_RELATION_MAX + r->n_mu + k];
    }
    if (!hol_statics_is_axial(segment->member)) {
      continue;
    }
    s->tension[2 * i] = -sign * force[0] + 0.0; /* no -0 */
    s->tension[2 * i + 1] = sign * force[1] + 0.0;
    double *axial = s->axial + (segment->member->station - s->model.station) + segment->station;
    axial[0] = s->tension[2 * i];
    axial[1] = s->tension[2 * i + 1];
  }
}

/** What rows hold: what the parts need in this deflection, less the loads. */
static hol_status find_reactions(hol_statics *s)
{
  double *force = hol_alloc(s->model.columns, sizeof *force);
  if (!force) {
    return HOL_MEMORY;
  }
  hol_column_forces(&s->system, &s->matrix, s->v, NULL, force);
  for (size_t j = 0; j < s->model.columns; j++) {
    force[j] -= s->load[j];
  }
  hol_status status = hol_joint_multipliers(&s->model, force, s->multiplier);
  free(force);
  return status;
}

static hol_status make_room(hol_statics *s)
{
  size_t n = s->matrix.n, segments = s->system.segment_count;
  s->v = hol_alloc(n, sizeof *s->v);
  s->b = hol_alloc(n, sizeof *s->b);
  s->size = hol_alloc(s->model.columns, sizeof *s->size);
  s->U = hol_alloc(s->model.columns, sizeof *s->U);
  s->load = hol_alloc(s->model.columns, sizeof *s->load);
  s->along = hol_alloc(segments * HOL_RELATION_MAX, sizeof *s->along);
  s->force = hol_alloc(segments * HOL_RELATION_MAX, sizeof *s->force);
  s->tension = hol_alloc(2 * segments, sizeof *s->tension);
  s->axial = hol_alloc(s->model.station_count, sizeof *s->axial);
  s->multiplier = hol_alloc(s->model.constraint_count, sizeof *s->multiplier);
  bool is_there = s->v && s->b && s->size && s->U && s->load && s->along && s->force && s->tension && s->axial;
  return is_there && s->multiplier ? HOL_OK : HOL_MEMORY;
}

hol_status hol_statics_make(const hol_statics_request *spec, hol_statics *s, hol_faults *faults)
{
  s->model.cancellation = spec->cancellation;
  HOL_TRY(choose_outputs(spec, s));
  return hol_statics_count(s, faults);
}

hol_status hol_statics_prepare(const hol_statics_request *spec, hol_statics *s, hol_faults *faults)
{
  HOL_TRY(hol_statics_make(spec, s, faults));
  HOL_TRY(make_room(s));
  return hol_statics_load(s, faults);
}

hol_status hol_statics_solve(const hol_statics_request *spec, hol_statics *s, hol_faults *faults)
{
  HOL_TRY(hol_statics_prepare(spec, s, faults));
  HOL_TRY(solve(s));
  hol_model_expand(&s->model, s->v, s->U);
  find_forces(s);
  return find_reactions(s);
}

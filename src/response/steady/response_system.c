/* SPDX-License-Identifier: BSD-3-Clause */
/* Structure under harmonic excitation: constraint rows of its joints, rows of loads and of outputs. */
#include "response/steady/response_system.h"

#include "base/memory.h"
#include "base/vector.h"
#include "problem/ground.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/** Order of the residual flexibility of parts in component modes: its error is below rounding within their reach. */
enum { ORDER = 8 };

void hol_response_end(hol_response_system *s)
{
  hol_dynamic_clear(&s->dynamic);
  hol_system_clear(&s->system);
  hol_model_clear(&s->model);
  for (size_t i = 0; i < s->rows; i++) {
    hol_sparse_clear(&s->row[i].row);
  }
  for (size_t i = 0; i < s->values; i++) {
    hol_sparse_clear(&s->value[i].row);
  }
  for (size_t i = 0; s->load && i < s->request->loads; i++) {
    hol_sparse_clear(&s->load[i].row);
    hol_inertia_load_clear(&s->load[i].inertia);
  }
  free(s->load);
  free(s->row);
  free(s->value);
  free(s->released);
  free(s->x);
  *s = (hol_response_system){0};
}

/* ---- the model --------------------------------------------------------------------------------------------------- */

/** Is it a constraint where its force is asked for or its support moves? */
static bool is_constraint(const hol_joint *joint)
{
  return joint->kind == HOL_FIX || joint->kind == HOL_PIN || joint->kind == HOL_ROLLER || hol_joint_is_rigid(joint);
}

/** Does the support of a joint move, or is its reaction an output? */
static bool is_named(const hol_response_request *request, size_t joint)
{
  bool is = false;
  for (size_t i = 0; i < request->loads; i++) {
    for (size_t k = 0; k < request->load[i].joints; k++) {
      is |= request->load[i].joint[k] == joint;
    }
  }
  for (size_t i = 0; i < request->receivers; i++) {
    is |= request->receiver[i].is_reaction && request->receiver[i].joint == joint;
  }
  return is;
}

/** Release the constraints that are named. @param[out] point  [its room] those of loads, then of outputs, then of the
 *  joints released @return how many */
static size_t choose_points(hol_response_system *s, hol_point *point)
{
  const hol_response_request *request = s->request;
  size_t points = 0;
  for (size_t i = 0; i < request->loads; i++) {
    if (request->load[i].kind == HOL_POINT_LOAD) {
      point[points++] = request->load[i].at.point;
    }
  }
  s->output_point = points;
  for (size_t i = 0; i < request->receivers; i++) {
    if (!request->receiver[i].is_reaction) {
      point[points++] = request->receiver[i].point;
    }
  }
  s->joint_point = points;
  for (size_t j = 0; j < s->problem->joint_count; j++) {
    const hol_joint *joint = &s->problem->joint[j];
    s->released[j] = is_constraint(joint) && is_named(request, j);
    if (s->released[j]) {
      memcpy(point + points, joint->point, joint->point_count * sizeof *point);
      points += joint->point_count;
    }
  }
  return points;
}

static hol_status make_model(bool exact, hol_response_system *s, hol_faults *faults)
{
  const hol_problem *problem = s->problem;
  size_t most = s->request->loads + s->request->receivers;
  for (size_t j = 0; j < problem->joint_count; j++) {
    most += problem->joint[j].point_count;
  }
  s->released = hol_alloc(problem->joint_count, sizeof *s->released);
  hol_point *point = hol_alloc(most, sizeof *point);
  hol_status status = HOL_MEMORY;
  if (s->released && point) {
    const hol_model_request request = {.exact = exact,
                                       .has_outputs = true,
                                       .output = point,
                                       .outputs = choose_points(s, point),
                                       .released = s->released};
    status = hol_model_make(problem, request, &s->model, faults);
  }
  free(point);
  return status;
}

/* ---- constraint rows --------------------------------------------------------------------------------------------- */

static hol_status constraint_row(hol_response_system *s, size_t joint, size_t point, bool turns, const double unit[3],
                                 const char *component)
{
  struct hol_response_row *row = &s->row[s->rows++];
  *row = (struct hol_response_row){.joint = joint};
  snprintf(row->component, sizeof row->component, "%s", component);
  for (size_t k = 0; k < 3 && !turns; k++) {
    row->along[k] = unit[k];
  }
  return hol_axis_row(&s->model, point, turns, unit, &row->row);
}

/** Rows of a joint that was left out. */
static hol_status support_constraint_rows(hol_response_system *s, size_t number, const hol_joint *joint, size_t point)
{
  double unit[3];
  if (joint->kind == HOL_ROLLER) {
    char component[96];
    hol_unit_vector(joint->direction, unit);
    snprintf(component, sizeof component, "along (%.6g, %.6g, %.6g)", unit[0], unit[1], unit[2]);
    return constraint_row(s, number, point, false, unit, component);
  }
  hol_freedoms mask = joint->kind == HOL_PIN ? HOL_TRANSLATIONS
                      : joint->has_freedoms  ? joint->freedoms
                                             : HOL_TRANSLATIONS | HOL_ROTATIONS;
  for (size_t f = 0; f < HOL_FREEDOM_COUNT; f++) {
    if (mask >> f & 1 && hol_point_component(&s->model, point, f)) {
      for (size_t k = 0; k < 3; k++) {
        unit[k] = k == f % 3;
      }
      HOL_TRY(constraint_row(s, number, point, f >= HOL_RX, unit, hol_freedom_name[f]));
    }
  }
  return HOL_OK;
}

static hol_status joint_constraint_row(hol_response_system *s, size_t number, const hol_joint *joint,
                                       hol_rigid_row *from, hol_elimination *known, hol_faults *faults)
{
  bool is_redundant = false, is_rotation = from->component[0] == 'r' || strncmp(from->component, "about", 5) == 0;
  if (from->is_idle && is_rotation) {
    return HOL_OK; /* no moment is in it */
  }
  HOL_TRY(hol_elimination_offer(known, &from->row, HOL_GEOMETRY_ROUNDING, &is_redundant, NULL));
  if (from->is_idle || is_redundant) {
    hol_faults_add(
        faults, true, joint->place,
        from->is_idle ? "weld the points where they are" : "reactions of redundant supports are not determined",
        from->is_idle
            ? "the forces of `%s` are unknown: %s of a point away from it needs a rotation that nothing carries"
            : "the forces of `%s` are not known: %s is held by other joints, too",
        joint->name, from->component);
    return HOL_INVALID;
  }
  struct hol_response_row *row = &s->row[s->rows++];
  *row = (struct hol_response_row){.joint = number, .row = from->row};
  from->row = (hol_sparse){0};
  snprintf(row->component, sizeof row->component, "%s", from->component);
  return HOL_OK;
}

/** Rows of a joint between parts. */
static hol_status joint_constraint_rows(hol_response_system *s, size_t number, const hol_joint *joint,
                                        hol_elimination *known, hol_faults *faults)
{
  hol_rigid_rows rows = {.row = NULL};
  hol_status status = hol_model_rigid_rows(&s->model, joint, &rows, faults);
  for (size_t i = 0; i < rows.count && status == HOL_OK; i++) {
    status = joint_constraint_row(s, number, joint, &rows.row[i], known, faults);
  }
  hol_rigid_rows_clear(&rows);
  return status;
}

static hol_status all_constraint_rows(const hol_problem *problem, hol_response_system *s, hol_elimination *known,
                                      hol_faults *faults)
{
  size_t point = s->joint_point, most = 0;
  for (size_t j = 0; j < problem->joint_count; j++) {
    most += HOL_FREEDOM_COUNT * problem->joint[j].point_count;
  }
  s->row = hol_alloc(most, sizeof *s->row);
  if (!s->row) {
    return HOL_MEMORY;
  }
  for (size_t j = 0; j < problem->joint_count; j++) {
    const hol_joint *joint = &problem->joint[j];
    if (s->released[j]) {
      HOL_TRY(hol_joint_is_to_ground(joint) ? support_constraint_rows(s, j, joint, point)
                                            : joint_constraint_rows(s, j, joint, known, faults));
      point += joint->point_count;
    }
  }
  return HOL_OK;
}

static hol_status make_constraint_rows(const hol_problem *problem, hol_response_system *s, hol_faults *faults)
{
  hol_elimination known = {0};
  hol_status status = hol_elimination_start(&known, s->model.coordinates);
  status = status == HOL_OK ? all_constraint_rows(problem, s, &known, faults) : status;
  hol_elimination_clear(&known);
  return status;
}

/* ---- loads ------------------------------------------------------------------------------------------------------- */

/** Rows of forces on rigid-body modes, and the members that bear the rest of a line load. */
static hol_status make_line_load(hol_response_system *s, const hol_excitation *of, struct hol_response_load *load,
                                 hol_faults *faults)
{
  hol_line_load all[3];
  size_t count;
  HOL_TRY(hol_line_load_of(&s->model, of->part, of->at.direction, true, of->at.place, all, &count, faults));
  for (size_t i = 0; i < count; i++) {
    double size = of->size * all[i].share;
    if (all[i].member) {
      load->line[load->lines++] = all[i];
      continue;
    }
    hol_sparse row = {0};
    hol_status status = hol_rigid_mode_row(&s->model, all[i].column, size * s->model.resolved[of->part].length, &row);
    status = status == HOL_OK ? hol_sparse_axpy(&load->row, 1, &row) : status;
    hol_sparse_clear(&row);
    HOL_TRY(status);
  }
  return HOL_OK;
}

static hol_status make_loads(hol_response_system *s, hol_faults *faults)
{
  size_t point = 0;
  for (size_t i = 0; i < s->request->loads; i++) {
    const hol_excitation *of = &s->request->load[i];
    struct hol_response_load *load = &s->load[i];
    switch (of->kind) {
    case HOL_POINT_LOAD:
      HOL_TRY(hol_output_row(&s->model, point++, &of->at, true, &load->row, faults));
      break;
    case HOL_LINE_LOAD:
      HOL_TRY(make_line_load(s, of, load, faults));
      break;
    case HOL_BASE_ACCELERATION:
      HOL_TRY(hol_inertia_load_make(&s->system, of->at.direction, of->at.place, &load->inertia, faults));
      break;
    case HOL_SUPPORT_MOTION:
      break;
    }
  }
  return HOL_OK;
}

/* ---- outputs ----------------------------------------------------------------------------------------------------- */

static struct hol_response_value *add_output(hol_response_system *s, size_t receiver)
{
  struct hol_response_value *value = &s->value[s->values++];
  *value = (struct hol_response_value){.receiver = receiver, .held = SIZE_MAX, .spring = SIZE_MAX};
  return value;
}

/** Forces of a joint: of its rows, or it is one spring or dashpot. */
static void reaction_outputs(hol_response_system *s, size_t receiver)
{
  size_t joint = s->request->receiver[receiver].joint;
  for (size_t k = 0; k < s->rows; k++) {
    if (s->row[k].joint == joint) {
      struct hol_response_value *value = add_output(s, receiver);
      value->held = k;
      value->component = s->row[k].component;
    }
  }
  if (!s->released[joint]) {
    struct hol_response_value *value = add_output(s, receiver);
    int freedom = s->problem->joint[joint].freedom;
    value->spring = joint;
    value->component = freedom >= 0 ? hol_freedom_name[freedom] : "along";
  }
}

static hol_status make_outputs(hol_response_system *s, hol_faults *faults)
{
  size_t point = s->output_point;
  s->value = hol_alloc(s->request->receivers * (s->rows + HOL_FREEDOM_COUNT), sizeof *s->value);
  if (!s->value) {
    return HOL_MEMORY;
  }
  for (size_t i = 0; i < s->request->receivers; i++) {
    const hol_output *output = &s->request->receiver[i];
    if (output->is_reaction) {
      reaction_outputs(s, i);
    } else {
      HOL_TRY(hol_output_row(&s->model, point++, output, false, &add_output(s, i)->row, faults));
    }
  }
  return HOL_OK;
}

/* ---- together ---------------------------------------------------------------------------------------------------- */

static hol_status begin_dynamic(hol_response_system *s, hol_faults *faults)
{
  hol_held_row *held = hol_alloc(s->rows, sizeof *held);
  for (size_t i = 0; held && i < s->rows; i++) {
    held[i] = (hol_held_row){.row = &s->row[i].row};
  }
  hol_status status = held ? hol_dynamic_start(&s->system, held, s->rows, &s->dynamic, faults) : HOL_MEMORY;
  free(held);
  return status;
}

size_t hol_response_modes(const hol_problem *problem)
{
  const hol_analysis *a = &problem->analysis;
  return a->exact || a->reactions != HOL_REACTIONS_NONE || a->tolerance > 0 ? 0 : a->modes;
}

hol_status hol_response_begin(const hol_problem *problem, const hol_response_request *request, double reach,
                              hol_response_system *s, hol_faults *faults)
{
  const hol_analysis *a = &problem->analysis;
  size_t modes = hol_response_modes(problem), order = modes > 0 ? a->order : ORDER;
  *s = (hol_response_system){
      .request = request, .problem = problem, .columns = request->is_separate ? request->loads : 1};
  s->load = hol_alloc(request->loads, sizeof *s->load);
  HOL_TRY(s->load ? HOL_OK : HOL_MEMORY);
  HOL_TRY(make_model(modes == 0, s, faults));
  s->model.reach = reach * reach;
  HOL_TRY(hol_system_build(&s->model, modes, order, HOL_BOUND_UPPER, &s->system));
  HOL_TRY(make_constraint_rows(problem, s, faults));
  HOL_TRY(begin_dynamic(s, faults));
  HOL_TRY(make_loads(s, faults));
  return make_outputs(s, faults);
}

size_t hol_response_curves(const hol_response_system *s)
{
  return s->values * s->columns;
}

void hol_response_curve_of(const hol_response_system *s, size_t i, size_t *receiver, size_t *load,
                           const char **component)
{
  *receiver = s->value[i / s->columns].receiver;
  *load = s->request->is_separate ? i % s->columns : SIZE_MAX;
  *component = s->value[i / s->columns].component;
}

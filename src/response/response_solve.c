/* SPDX-License-Identifier: BSD-3-Clause */
/* Steady motions at one frequency. */
#include "base/memory.h"
#include "base/vector.h"
#include "response/response.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/** Order of the residual flexibility of parts in component modes: what it leaves out is below rounding within their
 *  reach. */
enum { ORDER = 8 };
/** Steps of inverse iteration; the first ones stay where they began, until they have the vector. */
enum { STEPS = 20, STILL = 4 };
/** Components of a direction below this are rounding. */
static const double across = 1e-12;

/** A row held from outside: a component of a joint. */
struct hol_response_row {
  size_t joint; /**< in the file */
  hol_sparse row;
  double along[3]; /**< to the ground, the row is this component of the displacement; 0: a rotation, or between parts */
  char component[320];
};

/** What is looked at, a component of a receiver. */
struct hol_response_value {
  size_t receiver;
  hol_sparse row;        /**< a displacement: over w */
  size_t held;           /**< SIZE_MAX, or the row whose force it is */
  size_t spring;         /**< SIZE_MAX, or the joint, as solved, that is a spring or dashpot */
  const char *component; /**< of a force */
};

void hol_response_end(hol_response_system *s)
{
  hol_dynamic_clear(&s->dynamic);
  hol_system_clear(&s->system);
  hol_model_clear(&s->model);
  hol_layout_clear(&s->layout);
  for (size_t i = 0; i < s->rows; i++) {
    hol_sparse_clear(&s->row[i].row);
  }
  for (size_t i = 0; i < s->values; i++) {
    hol_sparse_clear(&s->value[i].row);
  }
  for (size_t i = 0; s->inertia && i < s->request->loads; i++) {
    hol_inertia_load_clear(&s->inertia[i]);
  }
  free(s->inertia);
  free(s->row);
  free(s->value);
  free(s->joint);
  free(s->x);
  if (s->request) {
    free(s->problem.joint);
    free(s->problem.exported.outlet);
  }
  *s = (hol_response_system){0};
}

/* ---- the structure as it is solved
   ---------------------------------------------------------------------------------- */

/** Is it held from outside where it is named? */
static bool is_rigid(const hol_joint *joint)
{
  return joint->kind == HOL_FIX || joint->kind == HOL_PIN || joint->kind == HOL_ROLLER || hol_response_joins(joint);
}

/** Does a joint of the file move, or is its force asked for? */
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

/** Does it act at a point? */
static bool is_at_point(const hol_response_load *load)
{
  return !load->is_base && !load->is_along && !load->is_ground;
}

/** Rigid joints that are named are left out: they are held from outside. Their points, of loads and of receivers are
 *  outlets: first of loads, then of receivers, then of joints. */
static hol_status change_problem(const hol_problem *problem, hol_response_system *s)
{
  const hol_response_request *request = s->request;
  size_t most = request->loads + request->receivers;
  for (size_t j = 0; j < problem->joint_count; j++) {
    most += problem->joint[j].point_count;
  }
  hol_export *export = &s->problem.exported;
  s->problem = *problem;
  *export = (hol_export){.outlet = hol_alloc(most, sizeof *export->outlet)};
  s->problem.joint = hol_alloc(problem->joint_count, sizeof *s->problem.joint);
  s->joint = hol_alloc(problem->joint_count, sizeof *s->joint);
  if (!export->outlet || !s->problem.joint || !s->joint) {
    return HOL_MEMORY;
  }
  for (size_t i = 0; i < request->loads; i++) {
    if (is_at_point(&request->load[i])) {
      export->outlet[export->outlets++].point = request->load[i].point;
    }
  }
  for (size_t i = 0; i < request->receivers; i++) {
    if (!request->receiver[i].is_reaction) {
      export->outlet[export->outlets++].point = request->receiver[i].point;
    }
  }
  s->problem.joint_count = 0;
  for (size_t j = 0; j < problem->joint_count; j++) {
    if (is_rigid(&problem->joint[j]) && is_named(request, j)) {
      for (size_t k = 0; k < problem->joint[j].point_count; k++) {
        export->outlet[export->outlets++].point = problem->joint[j].point[k];
      }
    } else {
      s->joint[s->problem.joint_count] = j;
      s->problem.joint[s->problem.joint_count++] = problem->joint[j];
    }
  }
  return HOL_OK;
}

/** A component of an outlet over w, for a unit vector. @param[in] first  HOL_UX or HOL_RX */
static hol_status component_of(const hol_response_system *s, size_t outlet, size_t first, const double unit[3],
                               hol_sparse *row)
{
  for (size_t k = 0; k < 3; k++) {
    if (fabs(unit[k]) > across) {
      HOL_TRY(hol_sparse_axpy(row, unit[k], &s->model.outlet[HOL_FREEDOM_COUNT * outlet + first + k].row));
    }
  }
  return HOL_OK;
}

static void unit_of(const double direction[3], double unit[3])
{
  double length = hol_length(direction);
  for (size_t k = 0; k < 3; k++) {
    unit[k] = direction[k] / length;
  }
}

/** Does a point have a component at all? */
static bool is_carried(const hol_response_system *s, size_t outlet, size_t freedom)
{
  return s->model.slot[freedom] != SIZE_MAX && s->model.outlet[HOL_FREEDOM_COUNT * outlet + freedom].full.count > 0;
}

static hol_status constraint_row(hol_response_system *s, size_t joint, size_t outlet, size_t first,
                                 const double unit[3], const char *component)
{
  struct hol_response_row *row = &s->row[s->rows++];
  *row = (struct hol_response_row){.joint = joint};
  snprintf(row->component, sizeof row->component, "%s", component);
  for (size_t k = 0; k < 3 && first == HOL_UX; k++) {
    row->along[k] = unit[k];
  }
  return component_of(s, outlet, first, unit, &row->row);
}

/** Rows of a joint that was left out. */
static hol_status support_constraint_rows(hol_response_system *s, size_t number, const hol_joint *joint, size_t outlet)
{
  double unit[3];
  if (joint->kind == HOL_ROLLER) {
    char component[96];
    unit_of(joint->direction, unit);
    snprintf(component, sizeof component, "along (%.6g, %.6g, %.6g)", unit[0], unit[1], unit[2]);
    return constraint_row(s, number, outlet, HOL_UX, unit, component);
  }
  hol_freedoms mask = joint->kind == HOL_PIN ? HOL_TRANSLATIONS
                      : joint->has_freedoms  ? joint->freedoms
                                             : HOL_TRANSLATIONS | HOL_ROTATIONS;
  for (size_t f = 0; f < HOL_FREEDOM_COUNT; f++) {
    if (mask >> f & 1 && is_carried(s, outlet, f)) {
      for (size_t k = 0; k < 3; k++) {
        unit[k] = k == f % 3;
      }
      HOL_TRY(constraint_row(s, number, outlet, f < HOL_RX ? HOL_UX : HOL_RX, unit, hol_freedom_name[f]));
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
        from->is_idle ? "weld the points where they are"
                      : "what holds the structure more than once has no forces of its own",
        from->is_idle
            ? "the forces of `%s` are not told: %s of a point away from it needs a rotation that nothing carries"
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
  size_t outlet = 0, most = 0;
  for (size_t i = 0; i < s->request->loads; i++) {
    outlet += is_at_point(&s->request->load[i]);
  }
  for (size_t i = 0; i < s->request->receivers; i++) {
    outlet += !s->request->receiver[i].is_reaction;
  }
  for (size_t j = 0; j < problem->joint_count; j++) {
    most += HOL_FREEDOM_COUNT * problem->joint[j].point_count;
  }
  s->row = hol_alloc(most, sizeof *s->row);
  if (!s->row) {
    return HOL_MEMORY;
  }
  for (size_t j = 0; j < problem->joint_count; j++) {
    const hol_joint *joint = &problem->joint[j];
    if (is_rigid(joint) && is_named(s->request, j)) {
      HOL_TRY(joint->point_count == 1 ? support_constraint_rows(s, j, joint, outlet)
                                      : joint_constraint_rows(s, j, joint, known, faults));
      outlet += joint->point_count;
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

/* ---- receivers
   ----------------------------------------------------------------------------------------------------- */

static struct hol_response_value *add_output(hol_response_system *s, size_t receiver)
{
  struct hol_response_value *value = &s->value[s->values++];
  *value = (struct hol_response_value){.receiver = receiver, .held = SIZE_MAX, .spring = SIZE_MAX};
  return value;
}

static hol_status output_row(hol_response_system *s, size_t receiver, size_t outlet, hol_faults *faults)
{
  const hol_receiver *r = &s->request->receiver[receiver];
  double unit[3];
  struct hol_response_value *value = add_output(s, receiver);
  unit_of(r->direction, unit);
  for (size_t k = 0; k < 3; k++) {
    size_t freedom = k + (r->turns ? HOL_RX : HOL_UX);
    if (fabs(unit[k]) > across && !is_carried(s, outlet, freedom)) {
      hol_faults_add(faults, true, r->place, "see `freedoms`, and what the part is made of", "there is no %s of %s",
                     hol_freedom_name[freedom], r->point.text);
      return HOL_INVALID;
    }
  }
  return component_of(s, outlet, r->turns ? HOL_RX : HOL_UX, unit, &value->row);
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
  for (size_t j = 0; j < s->problem.joint_count; j++) {
    if (s->joint[j] == joint) {
      struct hol_response_value *value = add_output(s, receiver);
      value->spring = j;
      value->component = s->problem.joint[j].freedom >= 0 ? hol_freedom_name[s->problem.joint[j].freedom] : "along";
    }
  }
}

static hol_status make_outputs(hol_response_system *s, hol_faults *faults)
{
  size_t outlet = 0;
  for (size_t i = 0; i < s->request->loads; i++) {
    outlet += is_at_point(&s->request->load[i]);
  }
  s->value = hol_alloc(s->request->receivers * (s->rows + HOL_FREEDOM_COUNT), sizeof *s->value);
  if (!s->value) {
    return HOL_MEMORY;
  }
  for (size_t i = 0; i < s->request->receivers; i++) {
    if (s->request->receiver[i].is_reaction) {
      reaction_outputs(s, i);
    } else {
      HOL_TRY(output_row(s, i, outlet++, faults));
    }
  }
  return HOL_OK;
}

/** Does anything bear a load along one of the own axes of a part? */
static bool is_borne(const hol_response_system *s, size_t part, size_t axis)
{
  const hol_resolved *resolved = &s->model.resolved[part];
  bool is = false;
  for (size_t k = 0; k < resolved->rigid_dofs; k++) {
    is = is || resolved->rigid_dof[k] == axis;
  }
  for (size_t i = 0; i < s->model.member_count; i++) {
    const hol_member *m = &s->model.member[i];
    is = is || (m->part == part && m->component[0].freedom == axis && !m->is_modal && m->class->damped_load);
  }
  return is;
}

static hol_status check_along(const hol_response_system *s, const hol_response_load *load, hol_faults *faults)
{
  static const char *const name[] = {"x", "y", "z"};
  double unit[3];
  unit_of(load->direction, unit);
  for (size_t axis = 0; axis < 3; axis++) {
    if (fabs(hol_dot(3, s->model.resolved[load->part].axis[axis], unit)) > across && !is_borne(s, load->part, axis)) {
      hol_faults_add(faults, true, load->place, "uniform beams in exact compliances bear them, bars along themselves",
                     "`%s` bears no line load along its own %s", s->problem.part[load->part].name, name[axis]);
      return HOL_INVALID;
    }
  }
  return HOL_OK;
}

/** Loads must act on something. */
static hol_status check_loads(const hol_response_system *s, hol_faults *faults)
{
  size_t outlet = 0;
  for (size_t i = 0; i < s->request->loads; i++) {
    const hol_response_load *load = &s->request->load[i];
    double unit[3];
    unit_of(load->direction, unit);
    HOL_TRY(load->is_along ? check_along(s, load, faults) : HOL_OK);
    HOL_TRY(load->is_ground ? hol_inertia_load_make(&s->system, unit, load->place, &s->inertia[i], faults) : HOL_OK);
    for (size_t k = 0; k < 3 && is_at_point(load); k++) {
      size_t freedom = k + (load->turns ? HOL_RX : HOL_UX);
      if (fabs(unit[k]) > across && !is_carried(s, outlet, freedom)) {
        hol_faults_add(faults, true, load->place, "see `freedoms`, and what the part is made of",
                       "nothing bears this load: there is no %s of %s", hol_freedom_name[freedom], load->point.text);
        return HOL_INVALID;
      }
    }
    outlet += is_at_point(load);
  }
  return HOL_OK;
}

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
  *s = (hol_response_system){.request = request, .columns = request->is_separate ? request->loads : 1};
  HOL_TRY(change_problem(problem, s));
  s->inertia = hol_alloc(request->loads, sizeof *s->inertia);
  HOL_TRY(s->inertia ? HOL_OK : HOL_MEMORY);
  const hol_analysis *a = &problem->analysis;
  size_t modes = hol_response_modes(problem), order = modes > 0 ? a->order : ORDER;
  HOL_TRY(hol_layout_make(&s->problem, modes == 0, &s->layout, &s->model, faults));
  s->model.reach = reach * reach;
  HOL_TRY(hol_system_build(&s->model, modes, order, HOL_BOUND_UPPER, &s->system));
  HOL_TRY(make_constraint_rows(problem, s, faults));
  HOL_TRY(begin_dynamic(s, faults));
  HOL_TRY(check_loads(s, faults));
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

/* ---- loads ------------------------------------------------------------------------------------------------------- */

/** Displacement of a support along a unit vector in a load case, and its derivative. */
static hol_complex_dual support_motion(const hol_response_system *s, size_t column, size_t joint, const double along[3],
                                       double complex at)
{
  hol_complex_dual sum = {0, 0};
  for (size_t i = 0; i < s->request->loads; i++) {
    const hol_response_load *load = &s->request->load[i];
    for (size_t k = 0; k < load->joints && (s->columns == 1 || i == column); k++) {
      if (load->joint[k] == joint) {
        double size = load->size * hol_dot(3, load->direction, along) / hol_length(load->direction);
        sum.v += load->is_acceleration ? size / (at * at) : size;
        sum.d += load->is_acceleration ? -2 * size / (at * at * at) : 0;
      }
    }
  }
  return sum;
}

/** Unit vector along which a spring or dashpot acts; 0 of one that turns. */
static void spring_axis(const hol_joint *joint, double along[3])
{
  memset(along, 0, 3 * sizeof *along);
  if (joint->freedom >= 0 && joint->freedom < HOL_RX) {
    along[joint->freedom] = 1;
  } else if (joint->freedom < 0 && !joint->rotation) {
    unit_of(joint->direction, along);
  }
}

/** k (1 + iη) + c s of a joint, and its row; NULL: it acts on nothing. */
static const hol_sparse *spring_of(const hol_response_system *s, size_t joint, double complex at,
                                   hol_complex_dual *stiffness)
{
  const hol_joint *of = &s->problem.joint[joint];
  const hol_sparse *row = NULL;
  *stiffness = (hol_complex_dual){of->damping * at, of->damping};
  for (size_t i = 0; i < s->model.spring_count; i++) {
    if (s->model.spring[i].joint == joint) {
      double loss = cimag(at) < 0 ? -of->loss_factor : of->loss_factor;
      stiffness->v += hol_complex(1, loss) / s->model.spring[i].compliance;
      row = &s->model.spring[i].along.row;
    }
  }
  for (size_t i = 0; i < s->model.dashpot_count; i++) {
    row = s->model.dashpot[i].joint == joint ? &s->model.dashpot[i].along.row : row;
  }
  return row;
}

static void add_row(double complex *to, double complex factor, const hol_sparse *row)
{
  for (size_t i = 0; row && i < row->count; i++) {
    to[row->index[i]] += factor * row->value[i];
  }
}

static double complex along_row(const hol_sparse *row, const double complex *x)
{
  double complex sum = 0;
  for (size_t i = 0; row && i < row->count; i++) {
    sum += row->value[i] * x[row->index[i]];
  }
  return sum;
}

/** What moving feet put to the right, and its derivative. */
static void add_support_motion(const hol_response_system *s, size_t column, double complex at, double complex *b,
                               double complex *db)
{
  for (size_t k = 0; k < s->rows; k++) {
    hol_complex_dual moved = support_motion(s, column, s->row[k].joint, s->row[k].along, at);
    b[s->dynamic.held_unknown + k] += moved.v;
    db[s->dynamic.held_unknown + k] += moved.d;
  }
  for (size_t j = 0; j < s->problem.joint_count; j++) {
    double along[3];
    hol_complex_dual stiffness;
    spring_axis(&s->problem.joint[j], along);
    hol_complex_dual moved = support_motion(s, column, s->joint[j], along, at);
    const hol_sparse *row = spring_of(s, j, at, &stiffness);
    add_row(b, stiffness.v * moved.v, row);
    add_row(db, stiffness.d * moved.v + stiffness.v * moved.d, row);
  }
}

/** Size of a load at a point, and its derivative. */
static hol_complex_dual size_at(const hol_response_load *load, double complex at)
{
  return load->is_unbalance ? (hol_complex_dual){-load->size * at * at, -2 * load->size * at}
                            : (hol_complex_dual){load->size, 0};
}

static hol_status load_points(const hol_response_system *s, size_t column, double complex at, double complex *b,
                              double complex *db)
{
  size_t outlet = 0;
  for (size_t i = 0; i < s->request->loads; i++) {
    const hol_response_load *load = &s->request->load[i];
    if (is_at_point(load) && (s->columns == 1 || i == column)) {
      double unit[3];
      hol_sparse row = {0};
      unit_of(load->direction, unit);
      hol_status status = component_of(s, outlet, load->turns ? HOL_RX : HOL_UX, unit, &row);
      add_row(b, size_at(load, at).v, &row);
      add_row(db, size_at(load, at).d, &row);
      hol_sparse_clear(&row);
      HOL_TRY(status);
    }
    outlet += is_at_point(load);
  }
  return HOL_OK;
}

/** A force on a motion of a part as a whole. */
static hol_status load_rigid_mode(const hol_response_system *s, size_t column, double force, double complex *b)
{
  const hol_model *model = &s->model;
  hol_sparse row = {0};
  hol_status status = hol_sparse_add(&row, column, force);
  status = status == HOL_OK ? hol_elimination_reduce(&model->constraints, &row) : status;
  for (size_t i = 0; status == HOL_OK && i < row.count; i++) {
    size_t w = model->coordinate[row.index[i]];
    b[w != SIZE_MAX ? w : 0] += w != SIZE_MAX ? row.value[i] : 0;
  }
  hol_sparse_clear(&row);
  return status;
}

/** A load along one of the own axes of a part. @return HOL_INVALID: nothing there bears it */
static hol_status load_axis(const hol_response_system *s, size_t part, size_t axis, double size, double complex *b,
                            double complex *db)
{
  const hol_model *model = &s->model;
  const hol_resolved *resolved = &model->resolved[part];
  for (size_t k = 0; k < resolved->rigid_dofs; k++) {
    if (resolved->rigid_dof[k] == axis) {
      return load_rigid_mode(s, model->own_column[part] + k, size * resolved->length, b);
    }
  }
  for (size_t i = 0; i < model->member_count; i++) {
    const hol_member *m = &model->member[i];
    if (m->part == part && m->component[0].freedom == axis) {
      return hol_dynamic_load(&s->dynamic, m, m->component[0].sign * size, false, b, db);
    }
  }
  return HOL_INVALID;
}

/** A line load, and its derivative. */
static hol_status load_along(const hol_response_system *s, const hol_response_load *load, double complex *b,
                             double complex *db)
{
  double unit[3];
  unit_of(load->direction, unit);
  for (size_t axis = 0; axis < 3; axis++) {
    double share = hol_dot(3, s->model.resolved[load->part].axis[axis], unit);
    HOL_TRY(fabs(share) > across ? load_axis(s, load->part, axis, load->size * share, b, db) : HOL_OK);
  }
  return HOL_OK;
}

static hol_status load_members(const hol_response_system *s, size_t column, double complex *b, double complex *db)
{
  for (size_t i = 0; i < s->request->loads; i++) {
    const hol_response_load *load = &s->request->load[i];
    bool is_here = s->columns == 1 || i == column;
    HOL_TRY(load->is_along && is_here ? load_along(s, load, b, db) : HOL_OK);
    HOL_TRY(load->is_ground && is_here ? hol_inertia_load_add(&s->inertia[i], &s->dynamic, -load->size, b, db)
                                       : HOL_OK);
  }
  return HOL_OK;
}

/* ---- solutions
   ----------------------------------------------------------------------------------------------------- */

static hol_status make_room(hol_response_system *s)
{
  size_t wanted = 3 * s->columns * s->dynamic.n;
  if (wanted > s->capacity) {
    free(s->x);
    s->x = hol_alloc(wanted, sizeof *s->x);
    s->capacity = s->x ? wanted : 0;
  }
  return s->x ? HOL_OK : HOL_MEMORY;
}

/** Solutions in x[0 .. columns), their derivatives behind them. */
static hol_status solve(hol_response_system *s, double complex at, bool with_slope)
{
  size_t n = s->dynamic.n;
  HOL_TRY(make_room(s));
  double complex *x = s->x, *dx = s->x + s->columns * n, *scratch = dx + s->columns * n;
  memset(s->x, 0, 3 * s->columns * n * sizeof *s->x);
  for (size_t c = 0; c < s->columns; c++) {
    HOL_TRY(load_points(s, c, at, x + c * n, dx + c * n));
    HOL_TRY(load_members(s, c, x + c * n, dx + c * n));
    add_support_motion(s, c, at, x + c * n, dx + c * n);
  }
  HOL_TRY(hol_dynamic_solve(&s->dynamic, x, s->columns));
  for (size_t c = 0; c < s->columns && with_slope; c++) {
    hol_dynamic_apply(&s->dynamic, true, x + c * n, scratch);
    for (size_t i = 0; i < n; i++) {
      dx[c * n + i] -= scratch[i];
    }
  }
  return with_slope ? hol_dynamic_solve(&s->dynamic, dx, s->columns) : HOL_OK;
}

/** Force of a spring or dashpot on the structure. */
static hol_complex_dual spring_force(const hol_response_system *s, size_t joint, size_t column, double complex at,
                                     const double complex *x, const double complex *dx)
{
  double along[3];
  hol_complex_dual stiffness;
  spring_axis(&s->problem.joint[joint], along);
  hol_complex_dual moved = support_motion(s, column, s->joint[joint], along, at);
  const hol_sparse *row = spring_of(s, joint, at, &stiffness);
  double complex stretched = along_row(row, x) - moved.v, faster = along_row(row, dx) - moved.d;
  return (hol_complex_dual){-stiffness.v * stretched, -stiffness.d * stretched - stiffness.v * faster};
}

/** A displacement as it was asked for: times 1, s, s². */
static hol_complex_dual to_requested_quantity(hol_response_quantity quantity, double complex at, hol_complex_dual u)
{
  for (int k = 0; k < (int)quantity; k++) {
    u = (hol_complex_dual){at * u.v, u.v + at * u.d};
  }
  return u;
}

/** All curves at any s. @param[out] slope  dH/ds; may be NULL */
static hol_status evaluate(hol_response_system *s, double complex at, double complex *value, double complex *slope)
{
  HOL_TRY(hol_dynamic_fill(&s->dynamic, at, false));
  HOL_TRY(hol_dynamic_factorise(&s->dynamic));
  HOL_TRY(solve(s, at, slope));
  size_t n = s->dynamic.n;
  for (size_t i = 0; i < hol_response_curves(s); i++) {
    const struct hol_response_value *of = &s->value[i / s->columns];
    size_t column = i % s->columns, held = s->dynamic.held_unknown + of->held;
    const double complex *x = s->x + column * n, *dx = x + s->columns * n;
    hol_complex_dual h;
    if (of->held != SIZE_MAX) {
      h = (hol_complex_dual){-x[held], -dx[held]};
    } else if (of->spring != SIZE_MAX) {
      h = spring_force(s, of->spring, column, at, x, dx);
    } else {
      h = to_requested_quantity(s->request->quantity, at,
                                (hol_complex_dual){along_row(&of->row, x), along_row(&of->row, dx)});
    }
    value[i] = h.v;
    if (slope) {
      slope[i] = h.d;
    }
    if (!isfinite(creal(h.v)) || !isfinite(cimag(h.v))) {
      return HOL_NUMERICAL;
    }
  }
  return HOL_OK;
}

double hol_response_output_row(const hol_response_system *s, size_t i, double complex *c)
{
  const struct hol_response_value *of = &s->value[i / s->columns];
  double complex at = s->dynamic.s;
  if (of->held != SIZE_MAX) {
    c[s->dynamic.held_unknown + of->held] -= 1;
  } else if (of->spring != SIZE_MAX) {
    hol_complex_dual stiffness;
    const hol_sparse *row = spring_of(s, of->spring, at, &stiffness);
    double along[3];
    add_row(c, -stiffness.v, row);
    spring_axis(&s->problem.joint[of->spring], along);
    return cabs(stiffness.v * support_motion(s, i % s->columns, s->joint[of->spring], along, at).v);
  } else {
    add_row(c, to_requested_quantity(s->request->quantity, at, (hol_complex_dual){1, 0}).v, &of->row);
  }
  return 0;
}

hol_status hol_response_at(hol_response_system *s, double omega, double complex *value, double complex *slope)
{
  HOL_TRY(evaluate(s, hol_complex(0, omega), value, slope));
  for (size_t i = 0; slope && i < hol_response_curves(s); i++) {
    slope[i] *= hol_complex(0, 1);
  }
  return HOL_OK;
}

hol_status hol_response_transfer(hol_response_system *s, double complex at, double complex *value)
{
  return evaluate(s, at, value, NULL);
}

/** One step of inverse iteration: x ← S⁻¹S′x, s ← s − vx/vx_new. @param[in,out] x  [2n], its first n normalised by v =
 *  its conjugate */
static hol_status step(hol_dynamic *d, double complex *x, double complex *s, bool keep_form)
{
  double complex *y = x + d->n, sum = 0;
  double size = 0;
  HOL_TRY(hol_dynamic_fill(d, *s, keep_form));
  HOL_TRY(hol_dynamic_factorise(d));
  hol_dynamic_apply(d, true, x, y);
  HOL_TRY(hol_dynamic_solve(d, y, 1));
  for (size_t i = 0; i < d->n; i++) {
    sum += conj(x[i]) * y[i];
    size += creal(y[i]) * creal(y[i]) + cimag(y[i]) * cimag(y[i]);
  }
  if (!(cabs(sum) > 0) || !isfinite(size)) {
    return HOL_NUMERICAL;
  }
  *s -= 1 / sum;
  for (size_t i = 0; i < d->n; i++) {
    x[i] = y[i] / sqrt(size);
  }
  return HOL_OK;
}

hol_status hol_response_pole(hol_response_system *s, double complex start, double complex *pole)
{
  hol_dynamic *d = &s->dynamic;
  double complex at = start;
  *pole = hol_complex((double)NAN, (double)NAN);
  HOL_TRY(hol_dynamic_fill(d, start, false));
  double complex *x = hol_alloc(2 * d->n, sizeof *x);
  if (!x) {
    return HOL_MEMORY;
  }
  for (size_t i = 0; i < d->n; i++) {
    x[i] = cos(1 + 2.4 * (double)i) / sqrt((double)d->n);
  }
  hol_status status = HOL_OK;
  for (int k = 0; k < STEPS && status == HOL_OK; k++) {
    double complex before = at;
    status = step(d, x, &at, true);
    bool is_there = status == HOL_NUMERICAL; /* singular to the last bit */
    if (is_there || (status == HOL_OK && cabs(at - before) <= 1e-10 * cabs(at))) {
      *pole = at;
      break;
    }
    at = k < STILL ? before : at;
  }
  free(x);
  return status == HOL_MEMORY ? status : HOL_OK;
}

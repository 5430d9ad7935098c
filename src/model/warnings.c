/* SPDX-License-Identifier: BSD-3-Clause */
/* Warnings: input that is valid and probably not intended. */
#include "base/memory.h"
#include "base/vector.h"
#include "model/rows.h"
#include "parts/damping.h"
#include "problem/grammar.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { NAMED = 3, LISTED = 4 }; /* parts of a piece, and pieces, that are named; the others are counted */

/** Names so far; the rest is counted. */
typedef struct name_list {
  hol_text text;
  size_t count;
} name_list;

static void add_name(name_list *list, const char *name)
{
  if (list->count++ < NAMED) {
    hol_text_add(&list->text, "%s%s", list->text.size ? ", " : "", name);
  }
}

static const char *finish_names(name_list *list)
{
  if (list->count > NAMED) {
    hol_text_add(&list->text, " and %zu more", list->count - NAMED);
  }
  return list->text.data && !list->text.failed ? list->text.data : "";
}

/* ---- pieces ------------------------------------------------------------------------------------------------------ */

static size_t root_of(size_t *parent, size_t part)
{
  while (parent[part] != part) {
    parent[part] = parent[parent[part]];
    part = parent[part];
  }
  return part;
}

/** Join the parts of a joint; the ground joins nothing. The first part of a piece stands for it. */
static void join(const hol_joint *joint, size_t *parent)
{
  size_t points = joint->kind == HOL_CONSTRAINT ? joint->term_count : joint->point_count, first = SIZE_MAX;
  for (size_t i = 0; i < points; i++) {
    const hol_point *point = joint->kind == HOL_CONSTRAINT ? &joint->term[i].point : &joint->point[i];
    size_t root = root_of(parent, point->part);
    if (first != SIZE_MAX && root != first) {
      parent[root > first ? root : first] = root < first ? root : first;
    }
    first = first == SIZE_MAX || root < first ? root : first;
  }
}

/** The parts of a piece, in braces. */
static void add_piece(const hol_problem *problem, size_t *parent, size_t root, hol_text *text)
{
  name_list names = {0};
  for (size_t i = root; i < problem->part_count; i++) {
    if (root_of(parent, i) == root) {
      add_name(&names, problem->part[i].name);
    }
  }
  hol_text_add(text, "%s{%s}", text->size ? ", " : "", finish_names(&names));
  hol_text_clear(&names.text);
}

static hol_status doubt_pieces(const hol_problem *problem, hol_layout *layout)
{
  size_t *parent = hol_alloc(problem->part_count, sizeof *parent), pieces = 0;
  if (!parent) {
    return HOL_MEMORY;
  }
  for (size_t i = 0; i < problem->part_count; i++) {
    parent[i] = i;
  }
  for (size_t j = 0; j < problem->joint_count; j++) {
    join(&problem->joint[j], parent);
  }
  hol_text list = {0};
  for (size_t i = 0; i < problem->part_count; i++) {
    if (parent[i] == i && pieces++ < LISTED) {
      add_piece(problem, parent, i, &list);
    }
  }
  hol_status status = HOL_OK;
  if (pieces > 1 && pieces <= LISTED) {
    status = hol_layout_note(layout,
                             hol_format("no joint connects these %zu pieces: %s", pieces, list.data ? list.data : ""));
  } else if (pieces > 1) {
    status = hol_layout_note(layout, hol_format("no joint connects these %zu pieces: %s and %zu more", pieces,
                                                list.data ? list.data : "", pieces - LISTED));
  }
  hol_text_clear(&list);
  free(parent);
  return status;
}

/* ---- sizes ------------------------------------------------------------------------------------------------------- */

/** The longest of the parts that have an extent; 0 if there is none. */
static double longest_part(const hol_model *model)
{
  double longest = 0;
  for (size_t i = 0; i < model->problem->part_count; i++) {
    longest = fmax(longest, model->resolved[i].length);
  }
  return longest;
}

/** A joint that holds points together over more than any part is long. */
static hol_status doubt_reach(const hol_model *model, double longest, const hol_joint *joint, hol_layout *layout)
{
  bool supports = /* freedoms of a weld are named on purpose, as of a rigid floor */
      (joint->kind == HOL_WELD && !joint->has_freedoms) || joint->kind == HOL_HINGE || joint->kind == HOL_BALL ||
      joint->kind == HOL_BUSHING;
  double reach = 0;
  for (size_t i = 1; i < joint->point_count && supports; i++) {
    const hol_joint_end first = hol_joint_end_of(model, &joint->point[0]),
                        other = hol_joint_end_of(model, &joint->point[i]);
    reach = fmax(reach, hol_gap(first.at, other.at));
  }
  return reach > longest
             ? hol_layout_note(layout, hol_format("%s holds points together that are %.6g m apart, farther than any "
                                                  "part is long (%.6g m): bare numbers are metres",
                                                  joint->name, reach, longest))
             : HOL_OK;
}

static hol_status doubt_reaches(const hol_model *model, hol_layout *layout)
{
  double longest = longest_part(model);
  for (size_t j = 0; longest > 0 && j < model->problem->joint_count; j++) {
    HOL_TRY(doubt_reach(model, longest, &model->problem->joint[j], layout));
  }
  return HOL_OK;
}

/** Length over the radius of gyration; infinite if that is not known. */
static double slenderness(const hol_resolved *resolved)
{
  return resolved->gyration > 0 ? resolved->length / resolved->gyration : HUGE_VAL;
}

/** Beams thicker than long, and those so thick that their theory leaves something out. */
static hol_status doubt_thickness(const hol_model *model, hol_layout *layout)
{
  static const double thick = 3.4641016151377544, stout = 10; /* a square as thick as long: sqrt(12) */
  name_list thicker = {0}, stouter = {0};
  for (size_t i = 0; i < model->problem->part_count; i++) {
    double ratio = slenderness(&model->resolved[i]);
    const hol_theory theory = model->problem->part[i].theory;
    if (ratio < thick) {
      add_name(&thicker, model->problem->part[i].name);
    } else if (ratio < stout && (theory == HOL_THEORY_EULER || theory == HOL_THEORY_DEFAULT)) {
      add_name(&stouter, model->problem->part[i].name);
    }
  }
  hol_status status = HOL_OK;
  if (thicker.count) {
    status = hol_layout_note(
        layout, hol_format("thicker than long: %s; a length without unit is in metres", finish_names(&thicker)));
  }
  if (stouter.count && status == HOL_OK) {
    status =
        hol_layout_note(layout, hol_format("less than 10 radii of gyration long: %s; with `theory: timoshenko` their "
                                           "frequencies would be lower",
                                           finish_names(&stouter)));
  }
  hol_text_clear(&thicker.text);
  hol_text_clear(&stouter.text);
  return status;
}

/* ---- hinges ------------------------------------------------------------------------------------------------------ */

/** Mark the stations at which something is turned in whatever way: a member that bears moments there, an inertia. */
static void find_turned(const hol_model *model, bool *turned)
{
  for (size_t i = 0; i < model->member_count; i++) {
    const hol_member *m = &model->member[i];
    bool *at = turned + (m->station - model->station);
    for (size_t k = 0; k < m->stations * m->orders; k++) {
      at[k / m->orders] |= hol_member_turns(m, k) && hol_member_carries(m, k) && hol_member_bears(m, k);
    }
  }
  for (size_t i = 0; i < model->mass_count; i++) {
    const hol_mass *mass = &model->mass[i];
    turned[model->first_station[mass->part]] |= model->resolved[mass->part].lumped_mass[mass->lumped_mass].turns;
  }
}

/** Would an axis make a difference to a hinge? */
static bool lacks_axis(const hol_model *model, const hol_joint *joint, const bool *turned)
{
  size_t count = 0;
  for (size_t i = 0; i < joint->point_count && joint->kind == HOL_HINGE && !joint->has_direction; i++) {
    const hol_joint_end end = hol_joint_end_of(model, &joint->point[i]);
    count += end.rim[0] || turned[end.station - model->station];
  }
  return count > 1;
}

static hol_status doubt_balls(const hol_model *model, hol_layout *layout)
{
  bool *turned = hol_alloc(model->station_count, sizeof *turned);
  if (!turned) {
    return HOL_MEMORY;
  }
  find_turned(model, turned);
  name_list balls = {0};
  for (size_t j = 0; j < model->problem->joint_count; j++) {
    if (lacks_axis(model, &model->problem->joint[j], turned)) {
      add_name(&balls, model->problem->joint[j].name);
    }
  }
  hol_status status = HOL_OK;
  if (balls.count) {
    status = hol_layout_note(layout, hol_format("without an `axis` a hinge in space turns about every axis: %s; `ball` "
                                                "in place of `hinge` says that this is meant",
                                                finish_names(&balls)));
  }
  hol_text_clear(&balls.text);
  free(turned);
  return status;
}

/** Hinges in space that turn about every axis. */
static hol_status doubt_hinges(const hol_model *model, hol_layout *layout)
{
  hol_freedoms rotations = model->problem->freedoms & HOL_ROTATIONS;
  bool has_one = (rotations & (rotations - 1)) == 0; /* or none */
  return has_one ? HOL_OK : doubt_balls(model, layout);
}

/* ---- sections ---------------------------------------------------------------------------------------------------- */

/** Local axes that are not those that `up` gives. */
static hol_status doubt_axes(const hol_model *model, hol_layout *layout)
{
  name_list turned = {0};
  for (size_t i = 0; i < model->problem->part_count; i++) {
    double degrees = model->resolved[i].turn * 180 / 3.14159265358979323846;
    char *name = degrees != 0 ? hol_format("%s by %.4g degrees", model->problem->part[i].name, degrees) : NULL;
    if (name) {
      add_name(&turned, name);
    } else if (degrees != 0) {
      turned.text.failed = true;
    }
    free(name);
  }
  hol_status status = turned.text.failed ? HOL_MEMORY : HOL_OK;
  if (turned.count && status == HOL_OK) {
    status = hol_layout_note(
        layout, hol_format("bent about principal axes, turned about x from those of `up`: %s", finish_names(&turned)));
  }
  hol_text_clear(&turned.text);
  return status;
}

/** Beams whose bending would twist them. */
static hol_status doubt_levers(const hol_model *model, hol_layout *layout)
{
  name_list coupled = {0};
  double lever = 0;
  for (size_t i = 0; i < model->problem->part_count; i++) {
    if (model->resolved[i].lever > 0) {
      add_name(&coupled, model->problem->part[i].name);
      lever = fmax(lever, model->resolved[i].lever);
    }
  }
  hol_status status = HOL_OK;
  if (coupled.count) {
    status = hol_layout_note(layout, hol_format("bending would twist %s, whose shear centre is up to %.4g m off the "
                                                "centroid: that coupling, and warping, are not considered",
                                                finish_names(&coupled), lever));
  }
  hol_text_clear(&coupled.text);
  return status;
}

/* ---- what counts as rounding ------------------------------------------------------------------------------------- */

/** A point that a joint names. */
typedef struct named_point {
  const hol_point *point;
  const char *joint;
} named_point;

static int compare_points(const void *a, const void *b)
{
  const hol_point *x = ((const named_point *)a)->point, *y = ((const named_point *)b)->point;
  if (x->part != y->part) {
    return x->part < y->part ? -1 : 1;
  }
  return x->index != y->index ? (x->index > y->index) - (x->index < y->index) : (x->xi > y->xi) - (x->xi < y->xi);
}

/** All points of all joints, by part and place. @return how many */
static size_t name_points(const hol_problem *problem, named_point *list)
{
  size_t n = 0;
  for (size_t j = 0; j < problem->joint_count; j++) {
    const hol_joint *joint = &problem->joint[j];
    for (size_t i = 0; i < joint->point_count; i++, n++) {
      list[n] = (named_point){&joint->point[i], joint->name};
    }
    for (size_t i = 0; i < joint->term_count; i++, n++) {
      list[n] = (named_point){&joint->term[i].point, joint->name};
    }
  }
  qsort(list, n, sizeof *list, compare_points);
  return n;
}

/** Points of a part that are apart by more than rounding of their numbers, and are one station. */
static hol_status doubt_point(const hol_model *model, const named_point *a, const named_point *b, hol_layout *layout)
{
  static const double rounding = 1e-14;
  const hol_point *p = a->point, *q = b->point;
  bool are_apart = p->part == q->part && p->index == q->index && q->xi - p->xi > rounding;
  bool are_one = are_apart && hol_model_station(model, p) == hol_model_station(model, q);
  return are_one
             ? hol_layout_note(
                   layout, hol_format("two points of %s, at xi = %.15g (%s) and %.15g (%s), are closer than 1e-9 of "
                                      "its length and count as one",
                                      model->problem->part[p->part].name, p->xi, a->joint, q->xi, b->joint))
             : HOL_OK;
}

static hol_status doubt_points(const hol_model *model, hol_layout *layout)
{
  const hol_problem *problem = model->problem;
  size_t count = 0;
  for (size_t j = 0; j < problem->joint_count; j++) {
    count += problem->joint[j].point_count + problem->joint[j].term_count;
  }
  named_point *list = hol_alloc(count, sizeof *list);
  hol_status status = list ? HOL_OK : HOL_MEMORY;
  size_t n = list ? name_points(problem, list) : 0;
  for (size_t i = 1; i < n && status == HOL_OK; i++) {
    status = doubt_point(model, &list[i - 1], &list[i], layout);
  }
  free(list);
  return status;
}

/** How much a term says of its row: rotations are told in displacements at the scale of the structure. */
static double weight_of(const hol_model *model, const hol_term *term)
{
  double size = fabs(term->coefficient);
  return term->freedom < 0 ? size * hol_length(term->direction) : term->freedom < HOL_RX ? size : size / model->scale;
}

/** Nearly follows what a joint says from other constraints? All that is left of it counts then. */
static bool is_nearly_redundant(const hol_layout *layout, const hol_joint *joint, const hol_problem *problem)
{
  bool is = false;
  for (size_t i = 0; i < layout->constraint_count; i++) {
    const hol_constraint *c = &layout->constraint[i];
    is = is || (c->joint != SIZE_MAX && &problem->joint[c->joint] == joint && c->error > 0);
  }
  return is;
}

static hol_status doubt_terms_of(const hol_model *model, const hol_joint *joint, hol_layout *layout)
{
  double largest = 0;
  if (is_nearly_redundant(layout, joint, model->problem)) {
    return HOL_OK;
  }
  for (size_t i = 0; i < joint->term_count; i++) {
    largest = fmax(largest, weight_of(model, &joint->term[i]));
  }
  for (size_t i = 0; i < joint->term_count; i++) {
    double weight = weight_of(model, &joint->term[i]);
    if (weight > 0 && weight <= HOL_GEOMETRY_ROUNDING * largest) {
      HOL_TRY(hol_layout_note(
          layout,
          hol_format("%s: its term %zu, %.6g times %s, is below 1e-11 of the largest and counts as rounding: ignored",
                     joint->name, i + 1, joint->term[i].coefficient,
                     model->problem->part[joint->term[i].point.part].name)));
    }
  }
  return HOL_OK;
}

static hol_status doubt_terms(const hol_model *model, hol_layout *layout)
{
  for (size_t j = 0; j < model->problem->joint_count; j++) {
    const hol_joint *joint = &model->problem->joint[j];
    HOL_TRY(joint->kind == HOL_CONSTRAINT && !(joint->compliance > 0) ? doubt_terms_of(model, joint, layout) : HOL_OK);
  }
  return HOL_OK;
}

/* ---- what does nothing ------------------------------------------------------------------------------------------- */

static hol_status doubt_idle(const hol_model *model, hol_layout *layout)
{
  bool *moves = hol_alloc(model->problem->part_count, sizeof *moves);
  if (!moves) {
    return HOL_MEMORY;
  }
  for (size_t i = 0; i < model->member_count; i++) {
    moves[model->member[i].part] = true;
  }
  name_list idle = {0};
  for (size_t i = 0; i < model->problem->part_count; i++) {
    if (!moves[i] && model->resolved[i].lumped_masses == 0) {
      add_name(&idle, model->problem->part[i].name);
    }
  }
  hol_status status = HOL_OK;
  if (idle.count) {
    status = hol_layout_note(layout, hol_format("no motion in `freedoms` moves %s: ignored", finish_names(&idle)));
  }
  hol_text_clear(&idle.text);
  free(moves);
  return status;
}

static hol_status doubt_mass(const hol_model *model, hol_layout *layout)
{
  bool has_mass = model->mass_count > 0 || model->problem->analysis.frequencies == HOL_FREQUENCIES_NONE;
  for (size_t i = 0; i < model->member_count && !has_mass; i++) {
    has_mass = model->member[i].has_mass;
  }
  return has_mass ? HOL_OK
                  : hol_layout_note(layout, hol_format("nothing that can move has mass: there are no frequencies"));
}

/** Natural frequencies are those without damping. */
static hol_status doubt_damping(const hol_model *model, hol_layout *layout)
{
  const hol_problem *problem = model->problem;
  bool is_damped = model->dashpot_count > 0;
  for (size_t i = 0; i < problem->part_count; i++) {
    is_damped |= hol_damping_is_any(hol_part_damping(&problem->part[i]));
  }
  for (size_t j = 0; j < problem->joint_count; j++) {
    is_damped |= problem->joint[j].loss_factor > 0;
  }
  return is_damped && problem->analysis.frequencies != HOL_FREQUENCIES_NONE
             ? hol_layout_note(layout, hol_format("natural frequencies and modes are undamped"))
             : HOL_OK;
}

/** Loads act in what is asked for of the structure at rest, and through it. */
static hol_status doubt_loads(const hol_model *model, hol_layout *layout)
{
  const hol_problem *problem = model->problem;
  bool has_loads = problem->load_count > 0 || hol_length(problem->gravity) > 0;
  bool acts = problem->analysis.prestress || !problem->analysis.is_told;
  for (size_t i = 0; i < problem->request_count; i++) {
    acts = acts || problem->request[i].of->bears_loads;
  }
  return has_loads && !acts ? hol_layout_note(layout, hol_format("%s without effect on frequencies unless `prestress: "
                                                                 "true` is set; `static: {}` computes their effect",
                                                                 problem->load_count ? "loads are" : "gravity is"))
                            : HOL_OK;
}

hol_status hol_model_warn(const hol_model *model, hol_layout *layout)
{
  HOL_TRY(doubt_pieces(model->problem, layout));
  HOL_TRY(doubt_reaches(model, layout));
  HOL_TRY(hol_model_warn_rotation(model, layout));
  HOL_TRY(hol_model_warn_misplaced(model, layout));
  HOL_TRY(doubt_hinges(model, layout));
  HOL_TRY(doubt_thickness(model, layout));
  HOL_TRY(doubt_axes(model, layout));
  HOL_TRY(doubt_levers(model, layout));
  HOL_TRY(doubt_points(model, layout));
  HOL_TRY(doubt_terms(model, layout));
  HOL_TRY(doubt_idle(model, layout));
  HOL_TRY(doubt_mass(model, layout));
  HOL_TRY(doubt_damping(model, layout));
  return doubt_loads(model, layout);
}

/* SPDX-License-Identifier: BSD-3-Clause */
#include "fe_stock.h"

#include <math.h>
#include <string.h>

/* ---- where the parts are ---- */

static void normalise(real v[3])
{
  const real size = real_sqrt(v[0] * v[0] + v[1] * v[1] + v[2] * v[2]);
  for (size_t k = 0; size > 0 && k < 3; k++) {
    v[k] /= size;
  }
}

static void cross(const real a[3], const real b[3], real c[3])
{
  for (size_t k = 0; k < 3; k++) {
    c[k] = a[(k + 1) % 3] * b[(k + 2) % 3] - a[(k + 2) % 3] * b[(k + 1) % 3];
  }
}

/** Local axes of a member: y is the part of `up` normal to x; by default global z × x, or +y for a member along z. */
static void set_axes(const hol_part *from, fe_part *part)
{
  real *x = part->axis[0], *y = part->axis[1], along = 0, length = 0;
  for (size_t k = 0; k < 3; k++) {
    x[k] = (real)from->to[k] - (real)from->from[k];
    length += x[k] * x[k];
    y[k] = from->has_up ? (real)from->up[k] : 0;
  }
  part->length = real_sqrt(length);
  normalise(x);
  if (!from->has_up) {
    bool is_upright = x[0] * x[0] + x[1] * x[1] < 1e-18L;
    y[0] = is_upright ? 0 : -x[1];
    y[1] = is_upright ? 1 : x[0];
  }
  for (size_t k = 0; k < 3; k++) {
    along += x[k] * y[k];
  }
  for (size_t k = 0; k < 3; k++) {
    y[k] -= along * x[k];
  }
  normalise(y);
  cross(x, y, part->axis[2]);
  real c, s, *z = part->axis[2];
  fe_section_turn(from, &c, &s);
  for (size_t k = 0; k < 3; k++) {
    const real upright = y[k];
    y[k] = c * upright + s * z[k];
    z[k] = c * z[k] - s * upright;
  }
}

/** Move the parts of a joint that have no place yet so that their points fall on its first point that has one. */
static bool place_by_joint(fe_model *model, const hol_joint *joint)
{
  const hol_point *anchor = NULL;
  bool moved = false;
  for (size_t i = 0; i < joint->point_count && !anchor; i++) {
    anchor = model->part[joint->point[i].part].is_placed ? &joint->point[i] : NULL;
  }
  for (size_t i = 0; anchor && i < joint->point_count; i++) {
    fe_part *part = &model->part[joint->point[i].part];
    real now[3], at[3];
    if (part->is_placed) {
      continue;
    }
    fe_model_position(model, &joint->point[i], now);
    fe_model_position(model, anchor, at);
    for (size_t k = 0; k < 3; k++) {
      part->from[k] += at[k] - now[k];
    }
    part->is_placed = moved = true;
  }
  return moved;
}

void fe_parts_place(fe_model *model)
{
  const hol_problem *p = model->problem;
  for (size_t i = 0; i < p->part_count; i++) {
    fe_part *part = &model->part[i];
    part->is_member = model->kinds[p->part[i].kind]->points == HOL_POINTS_ENDS;
    part->is_placed = p->part[i].is_placed;
    for (size_t k = 0; k < 3; k++) {
      part->from[k] = p->part[i].from[k];
    }
    if (part->is_member) {
      set_axes(&p->part[i], part);
    }
  }
  for (size_t next = 0; next < p->part_count;) {
    bool moved = false;
    for (size_t j = 0; j < p->joint_count; j++) {
      moved = place_by_joint(model, &p->joint[j]) || moved;
    }
    if (!moved) { /* a part that nothing places stays where it is written */
      model->part[next].is_placed = true;
      next++;
    }
  }
}

/* ---- stations ---- */

static void add_station(fe_model *model, size_t part_index, double xi)
{
  fe_part *part = &model->part[part_index];
  size_t at = 0;
  if (part->site) {
    return;
  }
  while (at < part->stations && part->xi[at] < xi - 1e-9) {
    at++;
  }
  if (at < part->stations && part->xi[at] <= xi + 1e-9) {
    return;
  }
  memmove(part->xi + at + 1, part->xi + at, (part->stations - at) * sizeof *part->xi);
  part->xi[at] = xi;
  part->stations++;
}

void fe_parts_cut(fe_model *model)
{
  const hol_problem *p = model->problem;
  size_t most = 2;
  for (size_t j = 0; j < p->joint_count; j++) {
    most += p->joint[j].point_count + p->joint[j].term_count;
  }
  for (size_t i = 0; i < p->part_count; i++) {
    fe_part *part = &model->part[i];
    size_t named = p->part[i].point_count;
    if (fe_model_is_named(model, i)) {
      part->site = fe_pool_get(model->pool, named * HOL_FREEDOM_COUNT + 1, sizeof *part->site);
      part->stations = named;
      continue;
    }
    part->xi = fe_pool_get(model->pool, most + 1, sizeof *part->xi);
    add_station(model, i, 0);
    if (part->is_member) {
      add_station(model, i, 1);
    }
  }
  for (size_t j = 0; j < p->joint_count; j++) {
    const hol_joint *joint = &p->joint[j];
    for (size_t i = 0; i < joint->point_count; i++) {
      add_station(model, joint->point[i].part, joint->point[i].xi);
    }
    for (size_t i = 0; i < joint->term_count; i++) {
      add_station(model, joint->term[i].point.part, joint->term[i].point.xi);
    }
  }
  for (size_t i = 0; i < p->part_count; i++) {
    fe_part *part = &model->part[i];
    part->loose = fe_pool_get(model->pool, part->stations * HOL_FREEDOM_COUNT, sizeof *part->loose);
    for (size_t k = 0; k < part->stations * HOL_FREEDOM_COUNT; k++) {
      part->loose[k] = SIZE_MAX;
    }
  }
}

/* ---- members ---- */

/** Share of a unit vector among the freedoms considered: 0 none of it, 1 all of it, else in between. */
static real considered(const fe_model *model, const real v[3], size_t offset)
{
  real share = 0;
  for (size_t k = 0; k < 3; k++) {
    share += fe_model_has(model, offset + k) ? v[k] * v[k] : 0;
  }
  return share;
}

static bool is_all(real share)
{
  return share > 1 - 1e-15L;
}

static bool is_none(real share)
{
  return share < 1e-18L;
}

/** Does a motion occur? Directions that are considered in part would couple motions; that is not known here. */
static bool occurs(fe_model *model, const fe_part *part, size_t motion)
{
  const real along = considered(model, part->axis[0], 0), about = considered(model, part->axis[0], 3);
  size_t across = motion == FE_BEND_Y ? 1 : 2;
  const real moves = motion == FE_AXIAL     ? along
                     : motion == FE_TORSION ? about
                                            : considered(model, part->axis[across], 0);
  const real turns = motion == FE_AXIAL || motion == FE_TORSION ? moves : considered(model, part->axis[3 - across], 3);
  if (is_none(moves) && is_none(turns)) {
    return false;
  }
  if (!is_all(moves) || !is_all(turns)) {
    model->fault = "a member's motion is considered in part only";
  }
  return true;
}

static size_t *new_unknowns(fe_model *model, size_t stations, size_t each, bool is_one)
{
  size_t *unknown = fe_pool_get(model->pool, stations, sizeof *unknown);
  for (size_t i = 0; i < stations; i++) {
    unknown[i] = model->unknowns;
    model->unknowns += is_one ? 0 : each;
  }
  model->unknowns += is_one ? each : 0;
  return unknown;
}

/** A motion that cannot deform: one unknown for all stations, the whole mass on it. */
static void collect_rigid(fe_model *model, fe_part *part, size_t motion, real mass)
{
  part->unknown[motion] = new_unknowns(model, part->stations, 1, true);
  fe_element *element = fe_model_element(model, 1, false);
  fe_form_add(model, &element->end[0], part->unknown[motion][0], 1);
  element->M[0] = mass * part->length;
}

/** One element between neighbouring stations. */
static void collect_line(fe_model *model, fe_part *part, size_t motion, const fe_line *whole)
{
  size_t each = whole->kind == FE_ROD ? 1 : 2;
  part->unknown[motion] = new_unknowns(model, part->stations, each, false);
  for (size_t i = 0; i + 1 < part->stations; i++) {
    fe_element *element = fe_model_element(model, 2 * each, true);
    element->line = *whole;
    element->line.length = ((real)part->xi[i + 1] - (real)part->xi[i]) * part->length;
    for (size_t k = 0; k < 2 * each; k++) {
      fe_form_add(model, &element->end[k], part->unknown[motion][i + k / each] + k % each, 1);
    }
  }
}

static void collect_motion(fe_model *model, fe_part *part, size_t motion, const fe_stock *stock)
{
  if (motion == FE_AXIAL || motion == FE_TORSION) {
    const real stiffness = motion == FE_AXIAL ? stock->EA : stock->GJ;
    const real mass = motion == FE_AXIAL ? stock->mass : stock->polar;
    if (!(stiffness > 0)) {
      collect_rigid(model, part, motion, mass);
      return;
    }
    collect_line(model, part, motion, &(fe_line){.kind = FE_ROD, .stiffness = stiffness, .mass = mass});
    return;
  }
  size_t plane = motion - FE_BEND_Y;
  const fe_line line = {.kind = stock->shear[plane] > 0 ? FE_SHEARABLE : FE_SLENDER,
                        .stiffness = stock->EI[plane],
                        .mass = stock->mass,
                        .rotary = stock->rotary[plane],
                        .shear = stock->shear[plane],
                        .tension = stock->tension,
                        .foundation = stock->foundation};
  if (!(line.stiffness > 0)) {
    model->fault = "a beam without bending stiffness";
    return;
  }
  collect_line(model, part, motion, &line);
}

/** Own ends: which of (deflection, rotation) an end holds; axial motion and torsion have deflections only. */
static void hold_end(fe_model *model, const fe_part *part, size_t end, hol_end kind)
{
  size_t station = end ? part->stations - 1 : 0;
  for (size_t motion = 0; kind != HOL_END_FREE && motion < FE_MOTIONS; motion++) {
    bool bends = motion == FE_BEND_Y || motion == FE_BEND_Z;
    if (part->unknown[motion] && (!bends || kind != HOL_END_GUIDED)) {
      fe_form_add(model, fe_model_row(model), part->unknown[motion][station], 1);
    }
    if (part->unknown[motion] && bends && kind != HOL_END_PINNED) {
      fe_form_add(model, fe_model_row(model), part->unknown[motion][station] + 1, 1);
    }
  }
}

/** Across itself a bar is straight: stations between its ends stay on the line between these, and every segment has the
 *  mass of a linear field. Own ends that are clamped or pinned hold it. */
static void collect_across(fe_model *model, size_t index, const real axis[3], real mass)
{
  const hol_part *from = &model->problem->part[index];
  const fe_part *part = &model->part[index];
  size_t last = part->stations - 1;
  for (size_t i = 0; i < last && mass > 0; i++) {
    fe_element *element = fe_model_element(model, 2, false);
    const real length = ((real)part->xi[i + 1] - (real)part->xi[i]) * part->length;
    for (size_t k = 0; k < 2; k++) {
      fe_model_component(model, index, 0, 0, axis, 1 - (real)part->xi[i + k], &element->end[k]);
      fe_model_component(model, index, last, 0, axis, part->xi[i + k], &element->end[k]);
      element->M[k] = element->M[3 - k] = mass * length * (real)(2 - k) / 6;
    }
  }
  for (size_t i = 1; i < last; i++) {
    fe_form *row = fe_model_row(model), form = {0};
    fe_model_component(model, index, i, 0, axis, 1, &form);
    fe_model_component(model, index, 0, 0, axis, (real)part->xi[i] - 1, &form);
    fe_model_component(model, index, last, 0, axis, -(real)part->xi[i], &form);
    *row = form;
  }
  for (size_t end = 0; from->has_ends && end < 2; end++) {
    if (from->end[end] == HOL_END_CLAMPED || from->end[end] == HOL_END_PINNED) {
      fe_form *row = fe_model_row(model), form = {0};
      fe_model_component(model, index, end ? last : 0, 0, axis, 1, &form);
      *row = form;
    }
  }
}

/** @param[in] mass  per length; 0: it is straight all the same */
static void collect_sideways(fe_model *model, size_t index, real mass)
{
  for (size_t k = 1; k < 3; k++) {
    if (!is_none(considered(model, model->part[index].axis[k], 0))) {
      size_t first = model->elements;
      collect_across(model, index, model->part[index].axis[k], mass);
      for (size_t e = first; e < model->elements; e++) {
        model->element[e].sideways = index + 1;
      }
    }
  }
}

static void collect_member(fe_model *model, size_t index)
{
  const hol_part *from = &model->problem->part[index];
  const char *kind = model->kinds[from->kind]->name;
  bool is_beam = !strcmp(kind, "beam"), is_bar = !strcmp(kind, "bar"), is_shaft = !strcmp(kind, "shaft");
  fe_part *part = &model->part[index];
  fe_stock stock;
  const char *fault = fe_stock_of(from, &stock);
  if (fault || !(is_beam || is_bar || is_shaft)) {
    model->fault = fault ? fault : "kind of member";
    return;
  }
  for (size_t motion = 0; motion < FE_MOTIONS; motion++) {
    bool carried = is_beam || (is_bar && motion == FE_AXIAL) || (is_shaft && motion == FE_TORSION);
    if (carried && occurs(model, part, motion)) {
      collect_motion(model, part, motion, &stock);
    }
  }
  for (size_t end = 0; from->has_ends && end < 2; end++) {
    hold_end(model, part, end, from->end[end]);
  }
  if (is_bar) {
    collect_sideways(model, index, from->is_light_across ? 0 : stock.mass);
  }
}

/* ---- bodies ---- */

/** The axis of a disk: its own, or that of the first member it is welded to, or x. */
static void disk_axis(const fe_model *model, size_t index, real along[3])
{
  const hol_problem *p = model->problem;
  const hol_part *disk = &p->part[index];
  for (size_t k = 0; k < 3; k++) {
    along[k] = disk->has_axis ? (real)disk->axis[k] : k == 0 ? 1 : 0;
  }
  normalise(along);
  for (size_t j = 0; !disk->has_axis && j < p->joint_count; j++) {
    const hol_joint *joint = &p->joint[j];
    bool is_here = false;
    const fe_part *member = NULL;
    for (size_t i = 0; joint->kind == HOL_WELD && i < joint->point_count; i++) {
      const fe_part *other = &model->part[joint->point[i].part];
      is_here = is_here || joint->point[i].part == index;
      member = !member && other->is_member ? other : member;
    }
    if (is_here && member) {
      memcpy(along, member->axis[0], 3 * sizeof *along);
      return;
    }
  }
}

static void collect_body(fe_model *model, size_t index)
{
  const hol_part *from = &model->problem->part[index];
  bool is_disk = !strcmp(model->kinds[from->kind]->name, "disk");
  if (!is_disk && strcmp(model->kinds[from->kind]->name, "body") != 0) {
    model->fault = "kind of body";
    return;
  }
  fe_part *part = &model->part[index];
  real along[3], mass, inertia[3][3];
  disk_axis(model, index, along);
  fe_body_of(from, is_disk, model->problem->freedoms, along, &mass, inertia);
  size_t ends = 0, freedom[HOL_FREEDOM_COUNT];
  for (size_t f = 0; f < HOL_FREEDOM_COUNT; f++) {
    part->body[f] = fe_model_has(model, f) ? model->unknowns++ : SIZE_MAX;
    freedom[ends] = f;
    ends += fe_model_has(model, f);
  }
  fe_element *element = fe_model_element(model, ends, false);
  for (size_t i = 0; i < ends; i++) {
    fe_form_add(model, &element->end[i], part->body[freedom[i]], 1);
    for (size_t j = 0; j < ends; j++) {
      bool turns = freedom[i] >= HOL_RX && freedom[j] >= HOL_RX;
      element->M[i * ends + j] = turns ? inertia[freedom[i] - HOL_RX][freedom[j] - HOL_RX] : i == j ? mass : 0;
    }
  }
}

/* ---- parts with named points ---- */

static void collect_named(fe_model *model, size_t index)
{
  const hol_part *from = &model->problem->part[index];
  const char *kind = model->kinds[from->kind]->name;
  if (from->has_x_axis || from->has_z_axis || !(model->omega > 0)) {
    model->fault = "part with own axes";
  } else if (!strcmp(kind, "ring")) {
    fe_ring_collect(model, index);
  } else if (!strcmp(kind, "plate")) {
    fe_plate_collect(model, index);
  } else if (!strcmp(kind, "matrices")) {
    fe_import_collect(model, index);
  } else {
    model->fault = "kind of part";
  }
}

void fe_parts_collect(fe_model *model)
{
  for (size_t i = 0; i < model->problem->part_count && !model->fault; i++) {
    if (model->part[i].is_member) {
      collect_member(model, i);
    } else if (model->part[i].site) {
      collect_named(model, i);
    } else {
      collect_body(model, i);
    }
  }
}

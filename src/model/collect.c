/* SPDX-License-Identifier: BSD-3-Clause */
/* Members, lumped masses and outputs of a model with rows over the columns, and renewal of their numbers. */
#include "base/memory.h"
#include "base/vector.h"
#include "model/rows.h"

#include <math.h>
#include <stdint.h>
#include <stdlib.h>

/** A port over the columns. */
static hol_status port_row(const hol_model *model, hol_member *member, size_t port)
{
  const hol_direction *component = &member->component[port % member->orders];
  return hol_model_own(model, member->part, &member->station[port / member->orders], component->freedom,
                       component->sign, &member->port[port].full);
}

/** The rotation at a station whose place hol_sites.even takes; HOL_FREEDOM_COUNT: none. */
static size_t replaced(const hol_member *member, size_t station)
{
  if (!member->sites->even || station == 0) {
    return HOL_FREEDOM_COUNT;
  }
  const double *even = member->sites->even[member->station[station].point];
  size_t best = HOL_RX;
  for (size_t f = HOL_RX + 1; f < HOL_FREEDOM_COUNT; f++) {
    best = fabs(even[f]) > fabs(even[best]) ? f : best;
  }
  return best;
}

/** Segments between the stations of a stepped motion. */
static hol_status take_segments(const hol_model *model, const hol_substructure *sub, hol_member *member)
{
  const hol_problem *p = model->problem;
  member->segment = hol_alloc(member->stations, sizeof *member->segment);
  for (size_t i = 0; member->segment && i + 1 < member->stations; i++) {
    HOL_TRY(hol_motion_segment(&p->part[member->part], p->freedoms, sub, member->station[i].x, member->station[i + 1].x,
                               &member->segment[i]));
  }
  return member->segment ? HOL_OK : HOL_MEMORY;
}

/** Which rotations are replaced. Models that are compared number by number replace the same ones. */
static hol_status choose_even(hol_filling *filling, hol_member *member)
{
  if (!member->sites->even) {
    return HOL_OK;
  }
  member->even = hol_alloc(member->stations, sizeof *member->even);
  for (size_t i = 0; member->even && i < member->stations; i++) {
    member->even[i] = replaced(member, i);
    HOL_TRY(hol_keep_decision(filling, &member->even[i]));
  }
  return member->even ? HOL_OK : HOL_MEMORY;
}

/** Displacement of a port without the mechanisms that have neither stiffness nor mass. */
static hol_status subtract_loose(const hol_model *model, const hol_member *member, size_t port, hol_sparse *row)
{
  const hol_sites *f = member->sites;
  size_t place = member->station[port / member->orders].point;
  for (size_t k = 0; k < f->mechanisms; k++) {
    double value = f->mechanism_at[place * f->mechanisms + k][port % member->orders];
    HOL_TRY(value != 0 ? hol_sparse_add(row, hol_model_mechanism_column(model, member->part, k), -value) : HOL_OK);
  }
  return HOL_OK;
}

/** Motions with neither stiffness nor mass as functionals of the columns. */
static hol_status loose_rows(const hol_model *model, hol_member *member)
{
  member->mechanism_count = member->sites->mechanisms;
  member->mechanism = hol_alloc(member->mechanism_count, sizeof *member->mechanism);
  for (size_t k = 0; member->mechanism && k < member->mechanism_count; k++) {
    HOL_TRY(hol_sparse_add(&member->mechanism[k].full, hol_model_mechanism_column(model, member->part, k), 1));
  }
  return member->mechanism ? HOL_OK : HOL_MEMORY;
}

/** Ports: the components that are carried, along and about own axes. */
static hol_status port_rows(const hol_model *model, hol_member *member)
{
  const hol_sites *sites = member->sites;
  for (size_t i = 0; i < member->stations * member->orders; i++) {
    const hol_station *station = &member->station[i / member->orders];
    size_t f = i % member->orders;
    bool is_led = sites->leader && sites->leader[station->point];
    if (is_led || (member->carried && !(member->carried[station->point] >> f & 1u))) {
      continue;
    }
    if (member->even && member->even[i / member->orders] == f) {
      HOL_TRY(sites->even_name ? HOL_OK
                               : hol_model_even(model, member->part, station, member->station, &member->port[i].full));
    } else {
      HOL_TRY(port_row(model, member, i));
      HOL_TRY(subtract_loose(model, member, i, &member->port[i].full));
    }
  }
  return HOL_OK;
}

/** Rigid-body modes at the ports, as the class computes them. */
static hol_status take_rigid(const hol_component_modes *own, const size_t *index, hol_member *member)
{
  size_t all = member->stations * member->orders;
  member->rigid_count = own->rigid;
  member->rigid_port = hol_alloc(all * own->rigid, sizeof *member->rigid_port);
  if (!member->rigid_port) {
    return HOL_MEMORY;
  }
  for (size_t r = 0; r < own->rigid; r++) {
    for (size_t i = 0; i < own->ports; i++) {
      member->rigid_port[r * all + index[i]] = own->phi[i + r * own->ports];
    }
  }
  return HOL_OK;
}

static hol_status rigid_in(hol_member *member, hol_port *port, size_t *index)
{
  hol_component_modes own = {0};
  hol_modes_request request = {.port = port, .only_rigid = true};
  for (size_t i = 0; i < member->stations * member->orders; i++) {
    if (hol_member_carries(member, i) && hol_member_bears(member, i)) {
      port[request.ports] = hol_member_port(member, i);
      index[request.ports++] = i;
    }
  }
  hol_status status = hol_component_modes_compute(member->class, member->of, &request, &own);
  status = status == HOL_OK ? take_rigid(&own, index, member) : status;
  hol_component_modes_clear(&own);
  return status;
}

/** The same where the class does not know them anywhere. */
static hol_status compute_rigid(hol_member *member)
{
  size_t ports = member->stations * member->orders;
  hol_port *port = hol_alloc(ports, sizeof *port);
  size_t *index = hol_alloc(ports, sizeof *index);
  hol_status status = port && index ? rigid_in(member, port, index) : HOL_MEMORY;
  free(port);
  free(index);
  return status;
}

/** Decisions on a member. */
static hol_status decide_member(hol_filling *filling, const hol_member *member)
{
  HOL_TRY(hol_decide(filling, member->part));
  HOL_TRY(hol_decide(filling, member->motion));
  HOL_TRY(hol_decide(filling, member->is_modal));
  HOL_TRY(hol_decide(filling, member->has_mass));
  HOL_TRY(hol_decide(filling, (uintptr_t)member->class));
  return hol_decide(filling, member->rigid_count);
}

/** Takes over the object of the substructure. */
static hol_status collect_substructure(hol_filling *filling, size_t part, const hol_substructure *sub)
{
  hol_model *model = filling->model;
  size_t n = model->member_count;
  if (!hol_grow(&model->member, &model->member_capacity, n + 1, sizeof *model->member)) {
    sub->class->free(sub->of);
    return HOL_MEMORY;
  }
  hol_member *member = &model->member[n];
  *member = (hol_member){.part = part,
                         .motion = sub->motion,
                         .class = sub->class,
                         .of = sub->of,
                         .sites = hol_resolved_sites(&model->resolved[part]),
                         .orders = sub->orders,
                         .component = sub->component,
                         .carried = sub->carried,
                         .rigid_count = sub->rigid,
                         .digits = sub->digits,
                         .has_mass = sub->has_mass,
                         .is_modal = sub->is_modal};
  model->member_count++;
  member->stations = model->first_station[part + 1] - model->first_station[part];
  member->station = model->station + model->first_station[part];
  member->port = hol_alloc(member->stations * member->orders, sizeof *member->port);
  if (!member->port) {
    return HOL_MEMORY;
  }
  HOL_TRY(sub->is_stepped ? take_segments(model, sub, member) : HOL_OK);
  HOL_TRY(choose_even(filling, member));
  HOL_TRY(port_rows(model, member));
  HOL_TRY(member->sites->mechanisms ? loose_rows(model, member) : HOL_OK);
  HOL_TRY(sub->class->rigid ? HOL_OK : compute_rigid(member));
  model->rigid_coordinates += member->rigid_count;
  return decide_member(filling, member);
}

/** Name a part whose motions could not be made of its properties. */
static hol_status name_part(const hol_part *part, hol_status status, hol_faults *faults)
{
  if (status != HOL_NUMERICAL) {
    return status;
  }
  hol_place force = hol_place_of_property(part, HOL_P_AXIAL_FORCE);
  hol_faults_add(faults, true, force.line ? force : part->place,
                 force.line ? "where it has no mass it must not be compressed beyond what its stiffness bears" : NULL,
                 "the motions of `%s` cannot be computed from its properties%s", part->name,
                 force.line ? ": what its axial force makes grow has too little mass" : "");
  return HOL_INVALID;
}

static hol_status collect_substructures(hol_filling *filling, size_t part)
{
  hol_model *model = filling->model;
  const hol_problem *p = model->problem;
  for (size_t k = 0; model->resolved[part].deforms >> k; k++) {
    if (!(model->resolved[part].deforms >> k & 1)) {
      continue;
    }
    hol_substructure sub = {0};
    hol_status status = hol_resolved_take(&p->part[part], p->freedoms, model->exact, k, &model->resolved[part], &sub);
    if (status != HOL_OK && sub.of) {
      sub.class->free(sub.of);
    }
    HOL_TRY(name_part(&p->part[part], status, filling->faults));
    HOL_TRY(collect_substructure(filling, part, &sub));
  }
  return HOL_OK;
}

/** Keep one scalar mass; takes over row. */
static hol_status add_mass(hol_model *model, hol_mass mass, hol_sparse *row)
{
  size_t n = model->mass_count;
  if (!hol_grow(&model->mass, &model->mass_capacity, n + 1, sizeof *model->mass)) {
    return HOL_MEMORY;
  }
  model->mass[n] = mass;
  model->mass[n].along.full = *row;
  *row = (hol_sparse){0};
  model->mass_count++;
  return HOL_OK;
}

/** Displacement of a lumped mass over the columns. */
static hol_status lump_row(const hol_model *model, size_t part, const hol_lumped_mass *lumped_mass, hol_sparse *row)
{
  if (lumped_mass->by == HOL_BY_RIGID_DOF) {
    return hol_sparse_add(row, model->own_column[part] + lumped_mass->which,
                          lumped_mass->turns ? 1.0 / model->scale : 1.0);
  }
  if (lumped_mass->by == HOL_BY_CHORD) {
    const hol_station *first = &model->station[model->first_station[part]];
    HOL_TRY(hol_model_along(model, first, 0, lumped_mass->axis, lumped_mass->share[0], row));
    return hol_model_along(model, &model->station[model->first_station[part + 1] - 1], 0, lumped_mass->axis,
                           lumped_mass->share[1], row);
  }
  bool is_at_site = lumped_mass->by == HOL_BY_SITE;
  hol_point site = {.part = part, .xi = is_at_site ? model->resolved[part].site[lumped_mass->which].xi : 0};
  const hol_station *station =
      is_at_site ? hol_model_station(model, &site) : &model->station[model->first_station[part]];
  HOL_TRY(hol_model_along(model, station, lumped_mass->turns ? 3 : 0, lumped_mass->axis, 1.0, row));
  if (lumped_mass->turns || is_at_site) {
    return HOL_OK;
  }
  double centre[6], arm[3], moment[3];
  hol_model_global(model, part, hol_resolved_sites(&model->resolved[part])->centre, centre);
  hol_apart(centre, station->at, arm);
  hol_cross(arm, lumped_mass->axis, moment);
  return hol_model_along(model, station, 3, moment, 1.0, row);
}

static hol_status collect_lumped_mass(hol_model *model, size_t part, size_t k)
{
  hol_sparse row = {0};
  const hol_lumped_mass *lumped_mass = &model->resolved[part].lumped_mass[k];
  hol_status status = lump_row(model, part, lumped_mass, &row);
  if (status == HOL_OK && hol_sparse_max(&row) > 0) {
    status = add_mass(model, (hol_mass){.part = part, .lumped_mass = k, .mass = lumped_mass->mass}, &row);
  }
  hol_sparse_clear(&row);
  return status;
}

/** Lumped masses of all parts. */
static hol_status collect_lumped_masses(hol_model *model, size_t part)
{
  for (size_t k = 0; k < model->resolved[part].lumped_masses; k++) {
    HOL_TRY(fabs(model->resolved[part].lumped_mass[k].mass) > 0 ? collect_lumped_mass(model, part, k) : HOL_OK);
  }
  return HOL_OK;
}

/** Can a force act on a component of an exported point? Not where it would act on a port that has no finite compliance:
 *  a moment at a point of a thin plate, anything at a sharp tip. */
static bool can_be_loaded(const hol_model *model, const hol_station *station, const hol_sparse *outlet)
{
  for (size_t i = 0; i < model->member_count; i++) {
    const hol_member *m = &model->member[i];
    for (size_t k = 0; k < m->stations * m->orders; k++) {
      const hol_sparse *row = &m->port[k].full;
      bool touches = &m->station[k / m->orders] == station && outlet->count &&
                     fabs(hol_sparse_get(row, outlet->index[0])) > HOL_GEOMETRY_ROUNDING * hol_sparse_max(row);
      if (touches && !hol_member_bears(m, k)) {
        return false;
      }
    }
  }
  return true;
}

static hol_status collect_outlets(hol_filling *filling)
{
  hol_model *model = filling->model;
  model->outlet = hol_alloc(HOL_FREEDOM_COUNT * model->outputs, sizeof *model->outlet);
  if (!model->outlet) {
    return HOL_MEMORY;
  }
  for (size_t i = 0; i < HOL_FREEDOM_COUNT * model->outputs; i++) {
    const hol_station *station = hol_model_station(model, &model->output[i / HOL_FREEDOM_COUNT]);
    hol_sparse *outlet = &model->outlet[i].full;
    HOL_TRY(hol_model_component(model, station, i % HOL_FREEDOM_COUNT, 1.0, outlet));
    bool is_loaded = can_be_loaded(model, station, outlet);
    HOL_TRY(hol_decide(filling, is_loaded));
    if (!is_loaded) {
      hol_sparse_clear(outlet);
    }
  }
  return HOL_OK;
}

static hol_status note_weightless(hol_filling *filling, size_t part)
{
  if (!filling->making || !filling->model->resolved[part].is_weightless) {
    return HOL_OK;
  }
  return hol_layout_note(filling->making,
                         hol_format("the mass of %s is unknown, because the part holds itself: it is not in the total",
                                    filling->model->problem->part[part].name));
}

hol_status hol_model_collect(hol_filling *filling)
{
  hol_model *model = filling->model;
  for (size_t i = 0; i < model->problem->part_count; i++) {
    HOL_TRY(collect_substructures(filling, i));
    HOL_TRY(note_weightless(filling, i));
    HOL_TRY(collect_lumped_masses(model, i));
    HOL_TRY(hol_decide(filling, model->mass_count));
  }
  hol_fit(&model->member, &model->member_capacity, model->member_count, sizeof *model->member);
  return collect_outlets(filling);
}

/* ---- other numbers, the same rows -------------------------------------------------------------------------------- */

/** Has a lumped mass something to move? */
static bool is_moved(const hol_model *model, const hol_lumped_mass *lumped_mass)
{
  bool moved = lumped_mass->by == HOL_BY_RIGID_DOF;
  for (size_t k = 0; k < 3; k++) {
    moved = moved || (lumped_mass->axis[k] != 0 && model->slot[k + (lumped_mass->turns ? HOL_RX : HOL_UX)] != SIZE_MAX);
  }
  return moved;
}

/** Masses of a part, from `next` on. A lumped mass without mass must not get one, and none must turn; where rows know
 *  how masses are to each other, all change alike. */
static hol_status renew_masses(hol_model *model, size_t part, size_t next)
{
  const hol_resolved *resolved = &model->resolved[part];
  double change = 0;
  for (size_t k = 0; k < resolved->lumped_masses; k++) {
    const hol_lumped_mass *lumped_mass = &resolved->lumped_mass[k];
    bool is_there = next < model->mass_count && model->mass[next].part == part && model->mass[next].lumped_mass == k;
    if (lumped_mass->is_principal || is_there != (fabs(lumped_mass->mass) > 0 && is_moved(model, lumped_mass)) ||
        !isfinite(lumped_mass->mass)) {
      return HOL_RESHAPED;
    }
    if (is_there) {
      hol_mass *mass = &model->mass[next++];
      double here = lumped_mass->mass / mass->mass;
      if (mass->is_reduced && change != 0 && !(fabs(here - change) <= HOL_GEOMETRY_ROUNDING * fabs(change))) {
        return HOL_RESHAPED;
      }
      change = here;
      mass->mass = lumped_mass->mass;
    }
  }
  return HOL_OK;
}

/** A member whose part is touched. What was decided about it stays, whatever comes out. */
static hol_status renew_member(const hol_model *model, hol_member *member)
{
  const hol_problem *p = model->problem;
  hol_substructure sub = {.class = member->class, .of = member->of};
  hol_status status = hol_resolved_take(&p->part[member->part], p->freedoms, model->exact, member->motion,
                                        &model->resolved[member->part], &sub);
  bool is_same = status == HOL_OK && sub.class == member->class && sub.rigid == member->rigid_count &&
                 sub.has_mass == member->has_mass;
  member->of = sub.of;
  member->class = sub.class;
  return is_same || status == HOL_MEMORY ? status : HOL_RESHAPED;
}

static hol_status renew_members(hol_model *model, const bool *touched)
{
  for (size_t i = 0; i < model->member_count; i++) {
    hol_member *member = &model->member[i];
    HOL_TRY(touched[member->part] ? renew_member(model, member) : HOL_OK);
  }
  return HOL_OK;
}

/** A spring that is one number; those of a matrix must not change. */
static hol_status renew_springs(hol_model *model)
{
  for (size_t i = 0; i < model->spring_count; i++) {
    const hol_joint *joint = &model->problem->joint[model->spring[i].joint];
    double *compliance = &model->spring[i].compliance;
    if (!hol_joint_is_matrix(joint)) {
      *compliance = joint->stiffness_count ? 1.0 / joint->stiffness[model->spring[i].equation] : joint->compliance;
    }
    if (!(*compliance > 0) || !isfinite(*compliance)) {
      return HOL_RESHAPED;
    }
  }
  return HOL_OK;
}

hol_status hol_model_renew(hol_model *model, const bool *touched)
{
  for (size_t part = 0, next = 0; part < model->problem->part_count; part++) {
    HOL_TRY(touched[part] ? renew_masses(model, part, next) : HOL_OK);
    while (next < model->mass_count && model->mass[next].part == part) {
      next++;
    }
  }
  HOL_TRY(renew_members(model, touched));
  return renew_springs(model);
}

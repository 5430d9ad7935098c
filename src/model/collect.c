#include "base/dense.h"
#include "base/memory.h"
#include "model/internal.h"

#include <math.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

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

/** What there is between the stations of a motion that is stepped. */
static hol_status take_stretches(const hol_model *model, const hol_substructure *sub, hol_member *member)
{
  const hol_problem *p = model->problem;
  member->stretch = hol_alloc(member->stations, sizeof *member->stretch);
  for (size_t i = 0; member->stretch && i + 1 < member->stations; i++) {
    double xi = 0.5 * (member->station[i].x + member->station[i + 1].x) / model->piece[member->part].length;
    HOL_TRY(hol_motion_stretch(&p->part[member->part], p->freedoms, sub, xi, &member->stretch[i]));
  }
  return member->stretch ? HOL_OK : HOL_MEMORY;
}

/** Ports of a motion of a straight member: all of them. */
static hol_status motion_rows(const hol_model *model, hol_member *member)
{
  for (size_t i = 0; i < member->stations * member->orders; i++) {
    HOL_TRY(port_row(model, member, i));
  }
  return HOL_OK;
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

/** What a port of a flexible part moves by itself: less the motions with neither stiffness nor mass. */
static hol_status subtract_loose(const hol_model *model, const hol_member *member, size_t port, hol_sparse *row)
{
  const hol_sites *f = member->sites;
  size_t place = member->station[port / member->orders].point;
  for (size_t k = 0; k < f->loose; k++) {
    double value = f->loose_at[place * f->loose + k][port % member->orders];
    HOL_TRY(value != 0 ? hol_sparse_add(row, model->loose_column[member->part] + k, -value) : HOL_OK);
  }
  return HOL_OK;
}

/** Motions with neither stiffness nor mass as functionals of the columns. */
static hol_status loose_rows(const hol_model *model, hol_member *member)
{
  member->loose_count = member->sites->loose;
  member->loose = hol_alloc(member->loose_count, sizeof *member->loose);
  for (size_t k = 0; member->loose && k < member->loose_count; k++) {
    HOL_TRY(hol_sparse_add(&member->loose[k].full, model->loose_column[member->part] + k, 1));
  }
  return member->loose ? HOL_OK : HOL_MEMORY;
}

/** Ports of a flexible part: the components it carries, along and about its own axes. */
static hol_status flexible_rows(const hol_model *model, hol_member *member)
{
  const hol_sites *sites = member->sites;
  for (size_t i = 0; i < member->stations * member->orders; i++) {
    const hol_station *station = &member->station[i / member->orders];
    size_t f = i % member->orders;
    bool is_led = sites->leader && sites->leader[station->point];
    if (is_led || !(sites->freedoms[station->point] >> f & 1u)) {
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
static hol_status take_rigid(const hol_own_modes *own, const size_t *index, hol_member *member)
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
  hol_own_modes own = {0};
  hol_wish wish = {.port = port, .only_rigid = true};
  const hol_substructure_class *class = member->class;
  for (size_t i = 0; i < member->stations * member->orders; i++) {
    if (hol_member_carries(member, i) && hol_member_bears(member, i)) {
      port[wish.ports] = hol_member_port(member, i);
      index[wish.ports++] = i;
    }
  }
  hol_status status = class->own(member->of, &wish, &own);
  status = status == HOL_OK ? take_rigid(&own, index, member) : status;
  class->clear(&own);
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

/** What a part with points has besides. */
static hol_status collect_points(hol_filling *filling, hol_member *member)
{
  HOL_TRY(choose_even(filling, member));
  HOL_TRY(flexible_rows(filling->model, member));
  HOL_TRY(loose_rows(filling->model, member));
  if (!filling->making || member->sites->mass > 0) {
    return HOL_OK;
  }
  return hol_layout_note(filling->making,
                         hol_format("the mass of %s is not known, as it is held by itself: it is not in the total",
                                    filling->model->problem->part[member->part].name));
}

/** What is decided about a member. */
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
                         .sites = &model->piece[part].sites,
                         .orders = sub->orders,
                         .component = sub->component,
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
  HOL_TRY(sub->is_stepped ? take_stretches(model, sub, member) : HOL_OK);
  HOL_TRY(member->sites->class ? collect_points(filling, member) : motion_rows(model, member));
  HOL_TRY(sub->class->rigid ? HOL_OK : compute_rigid(member));
  model->rigid_coordinates += member->rigid_count;
  return decide_member(filling, member);
}

static hol_status collect_substructures(hol_filling *filling, size_t part)
{
  hol_model *model = filling->model;
  const hol_problem *p = model->problem;
  for (int m = 0; m < HOL_MOTION_COUNT; m++) {
    hol_substructure sub = {0};
    hol_status status =
        hol_piece_take(&p->part[part], p->freedoms, model->exact, (hol_motion)m, &model->piece[part], &sub);
    if (status != HOL_OK && sub.of) {
      sub.class->free(sub.of);
    }
    HOL_TRY(status);
    HOL_TRY(sub.class ? collect_substructure(filling, part, &sub) : HOL_OK);
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

static hol_status add_mass_along(hol_model *model, hol_mass mass, size_t offset, const double direction[3])
{
  hol_sparse row = {0};
  const hol_station *station = &model->station[model->first_station[mass.part]];
  hol_status status = hol_model_along(model, station, offset, direction, 1.0, &row);
  if (status == HOL_OK && hol_sparse_max(&row) > 0 && mass.mass > 0) {
    status = add_mass(model, mass, &row);
  }
  hol_sparse_clear(&row);
  return status;
}

/** Are the principal axes of a body the global ones? */
static bool is_diagonal(const hol_piece *piece)
{
  return piece->inertia[0][1] == 0 && piece->inertia[0][2] == 0 && piece->inertia[1][2] == 0;
}

/** A body: its mass along the three axes, its inertia about the principal axes. */
static hol_status collect_body(hol_model *model, size_t part)
{
  const hol_piece *piece = &model->piece[part];
  double j[9], value[3];
  for (size_t i = 0; i < 9; i++) {
    j[i] = piece->inertia[i / 3][i % 3];
  }
  bool diagonal = is_diagonal(piece);
  if (diagonal) {
    value[0] = j[0];
    value[1] = j[4];
    value[2] = j[8];
    memcpy(j, (double[9]){1, 0, 0, 0, 1, 0, 0, 0, 1}, sizeof j);
  } else {
    HOL_TRY(hol_dense_eigen(3, j, value));
  }
  double largest = fmax(value[0], fmax(value[1], value[2]));
  for (size_t k = 0; k < 3; k++) {
    const double axis[3] = {k == 0, k == 1, k == 2};
    hol_mass mass = {.part = part, .kind = HOL_MASS_ALONG, .axis = k, .mass = piece->mass};
    HOL_TRY(add_mass_along(model, mass, 0, axis));
    mass.kind = diagonal ? HOL_MASS_ABOUT : HOL_MASS_OTHER;
    mass.mass = diagonal || value[k] > 1e-14 * largest ? value[k] : 0;
    HOL_TRY(add_mass_along(model, mass, 3, j + 3 * k));
  }
  return HOL_OK;
}

/** The mass that moves in an undeformable motion. */
static hol_status collect_rigid(hol_model *model, size_t part, int motion)
{
  hol_mass mass = {
      .part = part, .kind = HOL_MASS_RIGID, .axis = (size_t)motion, .mass = model->piece[part].rigid_mass[motion]};
  if (!(mass.mass > 0)) {
    return HOL_OK;
  }
  hol_sparse row = {0};
  hol_status status =
      hol_sparse_add(&row, model->rigid_column[motion][part], motion == HOL_AXIAL ? 1.0 : 1.0 / model->scale);
  status = status == HOL_OK ? add_mass(model, mass, &row) : status;
  hol_sparse_clear(&row);
  return status;
}

/** The mass of a flexible part in the components in which it is rigid: at its centre, moved by its first station. */
static hol_status collect_frame(hol_model *model, size_t part)
{
  const hol_piece *piece = &model->piece[part];
  const hol_sites *sites = &piece->sites;
  const hol_station *station = &model->station[model->first_station[part]];
  double centre[3], arm[3];
  hol_model_global(model, part, sites->centre, centre);
  for (int k = 0; k < 3; k++) {
    arm[k] = centre[k] - station->at[k];
  }
  for (size_t f = 0; f < HOL_FREEDOM_COUNT; f++) {
    if (!(sites->rigid_in >> f & 1)) {
      continue;
    }
    const double *d = piece->axis[f % 3];
    double moment[3] = {arm[1] * d[2] - arm[2] * d[1], arm[2] * d[0] - arm[0] * d[2], arm[0] * d[1] - arm[1] * d[0]};
    hol_sparse row = {0};
    hol_status status = hol_model_own(model, part, station, f, 1.0, &row);
    status = status == HOL_OK && f < HOL_RX ? hol_model_along(model, station, 3, moment, 1.0, &row) : status;
    double mass = f < HOL_RX ? sites->mass : sites->inertia[f % 3][f % 3];
    status = status == HOL_OK ? add_mass(model, (hol_mass){.part = part, .kind = HOL_MASS_OTHER, .mass = mass}, &row)
                              : status;
    hol_sparse_clear(&row);
    HOL_TRY(status);
  }
  return HOL_OK;
}

/** Can a force act on a component of an exported point? Not where it would act on a port that has no finite compliance: a moment at a
 *  point of a thin plate, anything at a sharp tip. */
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
  const hol_export *export = &model->problem->export;
  model->outlet = hol_alloc(HOL_FREEDOM_COUNT * export->outlets, sizeof *model->outlet);
  if (!model->outlet) {
    return HOL_MEMORY;
  }
  for (size_t i = 0; i < HOL_FREEDOM_COUNT * export->outlets; i++) {
    const hol_station *station = hol_model_station(model, &export->outlet[i / HOL_FREEDOM_COUNT].point);
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

/** What is heavy without being deformed. */
static hol_status collect_masses(hol_model *model, size_t part)
{
  const hol_piece *piece = &model->piece[part];
  for (int m = 0; m < HOL_MOTION_COUNT; m++) {
    HOL_TRY(model->rigid_column[m][part] != SIZE_MAX ? collect_rigid(model, part, m) : HOL_OK);
  }
  if (piece->sites.rigid_in && !piece->sites.rigid_held) {
    return collect_frame(model, part);
  }
  return hol_piece_is_point(piece) ? collect_body(model, part) : HOL_OK;
}

hol_status hol_model_collect(hol_filling *filling)
{
  hol_model *model = filling->model;
  for (size_t i = 0; i < model->problem->part_count; i++) {
    HOL_TRY(collect_substructures(filling, i));
    HOL_TRY(collect_masses(model, i));
    HOL_TRY(hol_decide(filling, model->mass_count));
  }
  return collect_outlets(filling);
}

/* ---- other numbers, the same rows -------------------------------------------------------------------------------- */

/** How many scalar masses a part has as a body, or in motions in which it is undeformable. */
static size_t count_masses(const hol_model *model, size_t part)
{
  const hol_piece *piece = &model->piece[part];
  size_t count = 0;
  for (size_t k = 0; k < 3; k++) {
    count += model->slot[HOL_UX + k] != SIZE_MAX && piece->mass > 0;
    count += model->slot[HOL_RX + k] != SIZE_MAX && piece->inertia[k][k] > 0;
  }
  for (int m = 0; m < HOL_MOTION_COUNT; m++) {
    count += model->rigid_column[m][part] != SIZE_MAX && piece->rigid_mass[m] > 0;
  }
  return count;
}

/** Masses of a part, from `next` on. One that has none must not get one, and a principal axis must not turn. */
static hol_status renew_masses(hol_model *model, size_t part, size_t next)
{
  const hol_piece *piece = &model->piece[part];
  size_t missing = count_masses(model, part);
  for (; next < model->mass_count && model->mass[next].part == part; next++, missing--) {
    hol_mass *mass = &model->mass[next];
    mass->mass = mass->kind == HOL_MASS_ALONG   ? piece->mass
                 : mass->kind == HOL_MASS_ABOUT ? piece->inertia[mass->axis][mass->axis]
                                                : piece->rigid_mass[mass->axis];
    if (mass->kind == HOL_MASS_OTHER || !(mass->mass > 0) || !isfinite(mass->mass)) {
      return HOL_RESHAPED;
    }
  }
  return missing == 0 && is_diagonal(piece) ? HOL_OK : HOL_RESHAPED;
}

/** A member whose part is touched. What was decided about it stays, whatever comes out. */
static hol_status renew_member(const hol_model *model, hol_member *member)
{
  const hol_problem *p = model->problem;
  hol_substructure sub = {.class = member->class, .of = member->of};
  hol_status status = hol_piece_take(&p->part[member->part], p->freedoms, model->exact, (hol_motion)member->motion,
                                     &model->piece[member->part], &sub);
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
    if (joint->stiffness_count <= 1) {
      *compliance = joint->stiffness_count ? 1.0 / joint->stiffness[0] : joint->compliance;
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

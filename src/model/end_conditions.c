/* SPDX-License-Identifier: BSD-3-Clause */
/* Check that no force, moment or compression acts where a member or part has infinite compliance, as at a sharp tip. */
#include "base/memory.h"
#include "model/internal.h"

#include <math.h>
#include <stdlib.h>

void hol_model_count_uses(const hol_model *model, size_t *uses)
{
  for (size_t i = 0; i < model->member_count; i++) {
    const hol_member *m = &model->member[i];
    for (size_t k = 0; k < m->stations * m->orders; k++) {
      for (size_t j = 0; j < m->port[k].row.count; j++) {
        uses[m->port[k].row.index[j]]++;
      }
    }
  }
  for (size_t i = 0; i < model->spring_count; i++) {
    for (size_t j = 0; j < model->spring[i].along.row.count; j++) {
      uses[model->spring[i].along.row.index[j]]++;
    }
  }
  for (size_t i = 0; i < model->dashpot_count; i++) {
    for (size_t j = 0; j < model->dashpot[i].along.row.count; j++) {
      uses[model->dashpot[i].along.row.index[j]]++;
    }
  }
  for (size_t i = 0; i < model->mass_count; i++) {
    for (size_t j = 0; j < model->mass[i].along.row.count; j++) {
      uses[model->mass[i].along.row.index[j]]++;
    }
  }
  for (size_t i = 0; i < HOL_FREEDOM_COUNT * model->outputs; i++) {
    for (size_t j = 0; j < model->outlet[i].row.count; j++) {
      uses[model->outlet[i].row.index[j]]++;
    }
  }
}

/** Where the file names the end of a part: the place of its first joint there, or of the part. */
static hol_place place_of(const hol_model *model, size_t part, int end)
{
  const hol_problem *p = model->problem;
  for (size_t j = 0; j < p->joint_count; j++) {
    const hol_joint *joint = &p->joint[j];
    for (size_t i = 0; i < joint->point_count; i++) {
      if (joint->point[i].part == part && fabs(joint->point[i].xi - end) <= HOL_SAME_POINT) {
        return joint->point[i].place;
      }
    }
    for (size_t i = 0; i < joint->term_count; i++) {
      if (joint->term[i].point.part == part && fabs(joint->term[i].point.xi - end) <= HOL_SAME_POINT) {
        return joint->term[i].point.place;
      }
    }
  }
  return p->part[part].place;
}

/** Does something act on the displacement or rotation of the member at its end? */
static bool is_loaded(const hol_member *m, hol_port port, double length, const size_t *uses)
{
  bool held = m->class->is_fixed && m->class->is_fixed(m->of, port);
  size_t station = port.x > 0 ? m->stations - 1 : 0;
  if (m->stations == 0 || fabs(m->station[station].x - port.x) > HOL_SAME_POINT * length) {
    return held;
  }
  const hol_sparse *row = &m->port[station * m->orders + (size_t)port.component].row;
  return held || row->count > 1 || (row->count == 1 && uses[row->index[0]] > 1);
}

static bool check_end(const hol_model *model, const hol_member *m, int end, const size_t *uses, hol_faults *faults)
{
  double length = model->resolved[m->part].length;
  for (size_t order = 0; order < m->orders; order++) {
    hol_port port = {.x = end ? length : 0, .component = (int)order};
    if (is_loaded(m, port, length, uses) && !m->class->accepts_force(m->of, port)) {
      const char *name = model->problem->part[m->part].name;
      hol_faults_add(faults, true, place_of(model, m->part, end),
                     order == 1 ? "hold or load displacements only there, e.g. with `hinge` or `pin`"
                                : "hold and load the member where it has some stiffness",
                     "`%s` ends in a sharp tip, where a %s would move it without limit", name,
                     hol_member_turns(m, order) ? "moment" : "force");
      return false;
    }
  }
  return true;
}

/** A compressed tip must not be so thin that it buckles at every wave length. */
static bool check_column(const hol_model *model, const hol_member *m, int end, hol_faults *faults)
{
  const hol_part *part = &model->problem->part[m->part];
  bool stands = m->class->is_stable_end(m->of, end);
  if (!stands) {
    hol_place place = hol_place_of_property(part, HOL_P_AXIAL_FORCE);
    hol_faults_add(faults, true, place.line ? place : part->place,
                   "an axial force must vanish towards a tip as its stiffness does, or the tip must be blunt",
                   "compression at the %s of `%s`, where its stiffness vanishes, makes it buckle at every wave length",
                   end ? "end" : "start", part->name);
  }
  return stands;
}

/** Where the file names a point of a flexible part. */
static hol_place place_of_point(const hol_model *model, size_t part, size_t index)
{
  const hol_problem *p = model->problem;
  for (size_t j = 0; j < p->joint_count; j++) {
    const hol_joint *joint = &p->joint[j];
    for (size_t i = 0; i < joint->point_count + joint->term_count; i++) {
      const hol_point *point = i < joint->point_count ? &joint->point[i] : &joint->term[i - joint->point_count].point;
      if (point->part == part && point->index == index) {
        return point->place;
      }
    }
  }
  return p->part[part].place;
}

/** Does anything but the ports of the same point use what this port moves - or hold it altogether? */
static bool is_loaded_by_others(const hol_member *m, size_t station, const hol_sparse *row, const size_t *uses)
{
  bool loaded = row->count == 0;
  for (size_t j = 0; j < row->count; j++) {
    size_t own = 0;
    for (size_t k = station * m->orders; k < (station + 1) * m->orders; k++) {
      own += hol_sparse_get(&m->port[k].row, row->index[j]) != 0;
    }
    loaded = loaded || uses[row->index[j]] > own;
  }
  return loaded;
}

/** A flexible part bears no force or moment where that would move it without limit. */
static bool check_ports(const hol_model *model, const hol_member *m, const size_t *uses, hol_faults *faults)
{
  bool good = true;
  for (size_t i = 0; i < m->stations * m->orders && m->class->accepts_force; i++) {
    const hol_sparse *row = &m->port[i].row;
    hol_port port = hol_member_port(m, i);
    bool loaded = is_loaded_by_others(m, i / m->orders, row, uses);
    if (hol_member_carries(m, i) && loaded && !hol_member_bears(m, i)) {
      const hol_part *part = &model->problem->part[m->part];
      hol_faults_add(faults, true, place_of_point(model, m->part, port.point),
                     port.component < HOL_RX ? NULL
                                             : "hold or load displacements only there, e.g. with `hinge` or `pin`",
                     "a %s at `%s.%s` would move it without limit (%s in its own axes)",
                     port.component < HOL_RX ? "force" : "moment", part->name, part->point[port.point].name,
                     hol_freedom_name[port.component]);
      good = false;
    }
  }
  return good;
}

hol_status hol_model_check_end_conditions(const hol_model *model, hol_faults *faults)
{
  size_t *uses = hol_alloc(model->coordinates, sizeof *uses);
  if (!uses) {
    return HOL_MEMORY;
  }
  hol_model_count_uses(model, uses);
  bool good = true;
  for (size_t i = 0; i < model->member_count; i++) {
    bool has_ends = model->member[i].class->is_stable_end;
    good &= has_ends || check_ports(model, &model->member[i], uses, faults);
    for (int end = 0; end < 2 && has_ends; end++) {
      good &= check_end(model, &model->member[i], end, uses, faults);
      good &= check_column(model, &model->member[i], end, faults);
    }
  }
  free(uses);
  return good ? HOL_OK : HOL_INVALID;
}

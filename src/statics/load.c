/* SPDX-License-Identifier: BSD-3-Clause */
/* What loads and gravity put to the right of S(0). */
#include "base/memory.h"
#include "base/vector.h"
#include "excitation/rows.h"
#include "statics/gravity_forces.h"
#include "statics/statics.h"

#include <math.h>
#include <stdlib.h>

static void add_row(double *to, double factor, const hol_sparse *row)
{
  for (size_t i = 0; i < row->count; i++) {
    to[row->index[i]] += factor * row->value[i];
  }
}

static void add_force(hol_statics *s, double force, const hol_functional *along)
{
  add_row(s->b, force, &along->row);
  for (size_t i = 0; i < along->full.count; i++) {
    s->size[along->full.index[i]] += fabs(force * along->full.value[i]);
  }
  add_row(s->load, force, &along->full);
}

/* ---- at points --------------------------------------------------------------------------------------------------- */

static hol_status load_point(hol_statics *s, size_t index, hol_faults *faults)
{
  const hol_load *load = &s->problem->load[index];
  double size = hol_length(load->direction);
  for (size_t k = 0; k < 3; k++) {
    double force = load->size * load->direction[k] / size;
    size_t freedom = k + (load->turns ? HOL_RX : HOL_UX);
    const hol_functional *along = hol_point_component(&s->model, s->output_of[index], freedom);
    if (fabs(force) <= hol_axis_rounding * fabs(load->size)) {
      continue;
    }
    if (!along) {
      hol_faults_add(faults, true, load->place, "see `freedoms`, and what the part is made of",
                     "no part takes this load: there is no %s of %s", hol_freedom_name[freedom], load->point.text);
      return HOL_INVALID;
    }
    add_force(s, force, along);
  }
  return HOL_OK;
}

/* ---- along members ----------------------------------------------------------------------------------------------- */

/** Load along the segments of one motion of a member. @param[in] size  per length, or the acceleration if `weight` */
static hol_status load_segments(hol_statics *s, const hol_member *m, double size, bool weight)
{
  for (size_t i = 0; i < s->system.segment_count; i++) {
    const hol_segment *segment = &s->system.segment[i];
    if (segment->member != m) {
      continue;
    }
    const hol_relation *r = hol_relation_of(&s->system, &s->matrix, i);
    double b[HOL_RELATION_MAX] = {0}, *along = s->along + i * HOL_RELATION_MAX;
    HOL_TRY(m->class->load(hol_member_segment(m, segment->station), r, weight, b));
    for (size_t k = 0; k < r->n_mu + r->n_ports; k++) {
      along[k] += size * b[k];
      if (k < r->n_mu) {
        s->b[segment->first_unknown + k] += size * b[k];
      } else {
        add_force(s, size * b[k], &m->port[segment->station * m->orders + k - r->n_mu]);
      }
    }
  }
  return HOL_OK;
}

/** A force on a rigid-body mode of a part. */
static hol_status load_rigid_mode(hol_statics *s, size_t column, double force)
{
  hol_sparse row = {0};
  hol_status status = hol_rigid_mode_row(&s->model, column, force, &row);
  if (status == HOL_OK) {
    add_row(s->b, 1, &row);
    s->load[column] += force;
    s->size[column] += fabs(force);
  }
  hol_sparse_clear(&row);
  return status;
}

static hol_status load_part(hol_statics *s, const hol_load *load, hol_faults *faults)
{
  hol_line_load line[3];
  size_t lines;
  HOL_TRY(hol_line_load_of(&s->model, load->part, load->direction, false, load->place, line, &lines, faults));
  for (size_t i = 0; i < lines; i++) {
    double q = load->size / hol_length(load->direction) * line[i].share;
    const hol_member *m = line[i].member;
    HOL_TRY(m ? load_segments(s, m, m->component[0].sign * q, false)
              : load_rigid_mode(s, line[i].column, q * s->model.resolved[load->part].length));
  }
  return HOL_OK;
}

/* ---- gravity ----------------------------------------------------------------------------------------------------- */

static hol_status gravity_on_modal(hol_statics *s, size_t index, const double g[3])
{
  const hol_modal *modal = &s->system.modal[index];
  double *c = hol_alloc(modal->member->rigid_count + 1, sizeof *c);
  hol_status status = c ? hol_gravity_amplitudes(&s->model, modal->member, g, c) : HOL_MEMORY;
  for (size_t r = 0; status == HOL_OK && r < modal->rigid; r++) {
    const hol_kept *kept = hol_kept_find(s->matrix.kept, s->matrix.kept_count, index, r);
    if (kept) {
      s->b[s->system.fixed + (size_t)(kept - s->matrix.kept)] += c[r];
    }
  }
  free(c);
  return status;
}

static hol_status gravity_on_members(hol_statics *s, const double g[3], hol_faults *faults)
{
  for (size_t i = 0, modal = 0; i < s->model.member_count; i++) {
    const hol_member *m = &s->model.member[i];
    double size = m->component[0].sign * hol_gravity_component(&s->model, m->part, m->component[0].freedom, g);
    bool is_light = !m->has_mass || fabs(size) <= hol_axis_rounding * hol_length(g);
    hol_status status = m->is_modal ? gravity_on_modal(s, modal++, g)
                        : is_light  ? HOL_OK
                                    : load_segments(s, m, size, true);
    if (status == HOL_INVALID) {
      hol_faults_add(faults, true, s->problem->gravity_place,
                     "hold it by joints and springs, not by its own `ends`, edges or matrices",
                     "`%s` holds itself: its weight is not known", s->problem->part[m->part].name);
    }
    HOL_TRY(status);
  }
  return HOL_OK;
}

static hol_status add_gravity(hol_statics *s, hol_faults *faults)
{
  const double *g = s->problem->gravity;
  double *G = hol_gravity_columns(&s->model, g);
  if (!G) {
    return HOL_MEMORY;
  }
  for (size_t i = 0; i < s->model.mass_count; i++) {
    const hol_mass *mass = &s->model.mass[i];
    add_force(s, mass->mass * hol_sparse_dot(&mass->along.full, G), &mass->along);
  }
  free(G);
  return gravity_on_members(s, g, faults);
}

hol_status hol_statics_load(hol_statics *s, hol_faults *faults)
{
  for (size_t i = 0; i < s->problem->load_count; i++) {
    const hol_load *load = &s->problem->load[i];
    HOL_TRY(load->is_along ? load_part(s, load, faults) : load_point(s, i, faults));
  }
  return hol_length(s->problem->gravity) > 0 ? add_gravity(s, faults) : HOL_OK;
}

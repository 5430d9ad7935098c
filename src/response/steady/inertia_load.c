/* SPDX-License-Identifier: BSD-3-Clause */
/* Inertia load M r of base excitation: forces of lumped masses, uniform loads, forces on rigid-body modes of parts. */
#include "response/steady/inertia_load.h"

#include "base/memory.h"
#include "statics/gravity_forces.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/** Components of a direction below this are rounding. */
static const double across = 1e-12;

void hol_inertia_load_clear(hol_inertia_load *load)
{
  free(load->force);
  free(load->amplitude);
  *load = (hol_inertia_load){.system = NULL};
}

static hol_status take_masses(hol_inertia_load *load)
{
  const hol_model *model = load->system->model;
  double *G = hol_gravity_columns(model, load->direction);
  for (size_t i = 0; G && i < model->mass_count; i++) {
    const hol_functional *along = &model->mass[i].along;
    double force = model->mass[i].mass * hol_sparse_dot(&along->full, G);
    for (size_t k = 0; k < along->row.count; k++) {
      load->force[along->row.index[k]] += force * along->row.value[k];
    }
  }
  hol_status status = G ? HOL_OK : HOL_MEMORY;
  free(G);
  return status;
}

static hol_status take_modal_parts(hol_inertia_load *load, hol_place place, hol_faults *faults)
{
  const hol_system *system = load->system;
  double *amplitude = load->amplitude;
  for (size_t i = 0; i < system->modal_count; i++) {
    const hol_member *member = system->modal[i].member;
    hol_status status = hol_gravity_amplitudes(system->model, member, load->direction, amplitude);
    if (status == HOL_INVALID) {
      hol_faults_add(faults, true, place, "hold it by joints and springs, not by its own `ends`, edges or matrices",
                     "`%s` holds itself: how the ground moves it is not known",
                     system->model->problem->part[member->part].name);
    }
    HOL_TRY(status);
    amplitude += member->rigid_count;
  }
  return HOL_OK;
}

hol_status hol_inertia_load_make(const hol_system *system, const double direction[3], hol_place place,
                                 hol_inertia_load *load, hol_faults *faults)
{
  size_t rigid = 0;
  for (size_t i = 0; i < system->modal_count; i++) {
    rigid += system->modal[i].member->rigid_count;
  }
  load->system = system;
  memcpy(load->direction, direction, sizeof load->direction);
  load->force = hol_alloc(system->fixed, sizeof *load->force);
  load->amplitude = hol_alloc(rigid, sizeof *load->amplitude);
  HOL_TRY(load->force && load->amplitude ? take_masses(load) : HOL_MEMORY);
  return take_modal_parts(load, place, faults);
}

static void add_modal_parts(const hol_inertia_load *load, const hol_dynamic *d, double size, double complex *b)
{
  const hol_system *system = load->system;
  const double *amplitude = load->amplitude;
  size_t first = d->held_unknown + d->held_count;
  for (size_t i = 0; i < system->modal_count; i++) {
    for (size_t r = 0; r < system->modal[i].rigid; r++) {
      const hol_kept *kept = hol_kept_find(d->form.kept, d->form.kept_count, i, r);
      if (kept) {
        b[first + (size_t)(kept - d->form.kept)] += size * amplitude[r];
      }
    }
    amplitude += system->modal[i].member->rigid_count;
  }
}

hol_status hol_inertia_load_add(const hol_inertia_load *load, const hol_dynamic *d, double size, double complex *b,
                                double complex *db)
{
  const hol_model *model = load->system->model;
  for (size_t i = 0; i < load->system->fixed; i++) {
    b[i] += size * load->force[i];
  }
  add_modal_parts(load, d, size, b);
  for (size_t i = 0; i < model->member_count; i++) {
    const hol_member *m = &model->member[i];
    const hol_direction *to = &m->component[0];
    double along = to->sign * hol_gravity_component(model, m->part, to->freedom, load->direction);
    if (!m->is_modal && m->has_mass && fabs(along) > across) {
      HOL_TRY(hol_dynamic_load(d, m, size * along, true, b, db));
    }
  }
  return HOL_OK;
}

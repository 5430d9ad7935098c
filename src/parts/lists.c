/* SPDX-License-Identifier: BSD-3-Clause */
/* Lists of a resolved part: nodes it needs, lumped masses, support rows. */
#include "base/dense.h"
#include "base/memory.h"
#include "parts/kinds.h"

#include <assert.h>
#include <math.h>
#include <string.h>

/** Inertia about a principal axis below this part of the largest one is rounding. */
static const double rounding = 1e-14;

hol_list_memory hol_list_memory_of(const hol_resolved *resolved)
{
  return (hol_list_memory){resolved->site,          resolved->lumped_mass,     resolved->support,
                           resolved->site_capacity, resolved->lumped_capacity, resolved->support_capacity};
}

void hol_list_begin(hol_resolved *resolved, hol_list_memory memory)
{
  resolved->site = memory.site;
  resolved->lumped_mass = memory.lumped_mass;
  resolved->support = memory.support;
  resolved->site_capacity = memory.site_capacity;
  resolved->lumped_capacity = memory.lumped_capacity;
  resolved->support_capacity = memory.support_capacity;
  resolved->rigid_dofs = resolved->site_count = resolved->lumped_masses = resolved->supports = 0;
}

/** Room for `more` items behind those there are. */
static bool make_room(void *array, size_t *capacity, size_t count, size_t more, size_t item_size)
{
  if (count + more <= *capacity) {
    return true;
  }
  bool ok = hol_extend(array, *capacity, count + more - *capacity, item_size);
  *capacity = ok ? count + more : *capacity;
  return ok;
}

hol_status hol_list_room(hol_resolved *resolved, size_t sites, size_t lumped_masses, size_t supports)
{
  bool ok = make_room(&resolved->site, &resolved->site_capacity, resolved->site_count, sites, sizeof *resolved->site) &&
            make_room(&resolved->lumped_mass, &resolved->lumped_capacity, resolved->lumped_masses, lumped_masses,
                      sizeof *resolved->lumped_mass) &&
            make_room(&resolved->support, &resolved->support_capacity, resolved->supports, supports,
                      sizeof *resolved->support);
  return ok ? HOL_OK : HOL_MEMORY;
}

void hol_list_site(hol_resolved *resolved, hol_site site)
{
  assert(resolved->site_count < resolved->site_capacity);
  resolved->site[resolved->site_count++] = site;
}

void hol_list_lumped_mass(hol_resolved *resolved, hol_lumped_mass lumped_mass)
{
  assert(resolved->lumped_masses < resolved->lumped_capacity);
  resolved->lumped_mass[resolved->lumped_masses++] = lumped_mass;
}

void hol_list_support(hol_resolved *resolved, hol_support_row support)
{
  assert(resolved->supports < resolved->support_capacity);
  resolved->support[resolved->supports++] = support;
}

/* ---- members ----------------------------------------------------------------------------------------------------- */

/** Ends of the segments without mass, or of all where compliances are exact; where pieces meet segments without mass
 *  are of other numbers. */
static void list_segment_ends(const hol_part *part, bool is_massless, hol_resolved *resolved)
{
  if (resolved->varies && resolved->has_tip && !is_massless) {
    return;
  }
  hol_need need = is_massless ? HOL_NEED_ALWAYS : HOL_NEED_EXACT;
  hol_list_site(resolved, (hol_site){.xi = 0, .need = need});
  hol_list_site(resolved, (hol_site){.xi = 1, .need = need});
  for (size_t k = 0; k + 1 < part->piece_count && is_massless; k++) {
    hol_list_site(resolved, (hol_site){part->piece[k].to, part->piece[k].to_rest, need});
  }
}

/** A member moves as a whole where it does not deform. */
static void list_whole(hol_resolved *resolved, hol_motion motion)
{
  bool turns = motion == HOL_TORSION;
  hol_lumped_mass lumped_mass = {
      .which = resolved->rigid_dofs, .turns = turns, .mass = turns ? resolved->turning[0] : resolved->moment[0]};
  memcpy(lumped_mass.axis, resolved->axis[0], sizeof lumped_mass.axis);
  hol_list_lumped_mass(resolved, lumped_mass);
  hol_list_support(resolved, (hol_support_row){.at = HOL_SUPPORT_EVERY,
                                               .to = HOL_TO_RIGID_DOF,
                                               .rigid_dof = resolved->rigid_dofs,
                                               .freedoms = 1u << (turns ? HOL_RX : HOL_UX),
                                               .name = turns ? "torsionally rigid" : "axially rigid"});
  resolved->rigid_dof[resolved->rigid_dofs++] = turns ? HOL_RX : HOL_UX;
}

/** Which components of its motion an own end holds: bit 0 the deflection (axial: displacement), bit 1 the slope. */
static unsigned held(hol_motion motion, hol_end end)
{
  bool bending = motion == HOL_BENDING_Y || motion == HOL_BENDING_Z;
  switch (end) {
  case HOL_END_CLAMPED:
    return bending ? 3u : 1u;
  case HOL_END_PINNED:
    return 1u;
  case HOL_END_GUIDED:
    return bending ? 2u : 1u;
  case HOL_END_FREE:
    break;
  }
  return 0u;
}

/** Support row of an own end, where there is a station. */
static void list_end(hol_resolved *resolved, double xi, hol_end end)
{
  static const char *const name[HOL_MOTION_COUNT][2] = {
      [HOL_AXIAL] = {"own end, axial"},
      [HOL_TORSION] = {"own end, twist"},
      [HOL_BENDING_Y] = {"own end, deflection z", "own end, slope y"},
      [HOL_BENDING_Z] = {"own end, deflection y", "own end, slope z"},
  };
  for (size_t m = 0; m < HOL_MOTION_COUNT && end != HOL_END_FREE; m++) {
    hol_motion motion = (hol_motion)m;
    unsigned mask = resolved->deforms >> m & 1u ? held(motion, end) : 0;
    for (size_t k = 0; mask >> k; k++) {
      hol_support_row support = {.at = HOL_SUPPORT_END, .xi = xi, .name = name[motion][k]};
      support.freedoms = 1u << hol_motion_ports(motion)[k].freedom;
      if (mask >> k & 1u) {
        hol_list_support(resolved, support);
      }
    }
  }
}

hol_status hol_list_member(const hol_part *part, hol_resolved *resolved)
{
  bool is_massless = false;
  size_t rigid_dofs = 0;
  for (unsigned m = 0; m < HOL_MOTION_COUNT; m++) {
    bool is_whole = resolved->present[m] && resolved->rigid[m], deforms = resolved->present[m] && !resolved->rigid[m];
    rigid_dofs += is_whole;
    resolved->deforms |= deforms ? 1u << m : 0;
    is_massless |= deforms && !(resolved->line[m].mass > 0);
  }
  size_t ends = part->has_ends ? rigid_dofs + 4 * HOL_MOTION_COUNT : 0;
  HOL_TRY(hol_list_room(resolved, 2 + part->piece_count, rigid_dofs, rigid_dofs + ends));
  resolved->is_renewable = !resolved->varies;
  list_segment_ends(part, is_massless, resolved);
  for (int m = HOL_AXIAL; m <= HOL_TORSION && rigid_dofs; m++) {
    if (resolved->present[m] && resolved->rigid[m]) {
      list_whole(resolved, (hol_motion)m);
    }
  }
  bool is_held = part->has_ends && (part->end[0] != HOL_END_FREE || part->end[1] != HOL_END_FREE);
  for (size_t k = 0; k < rigid_dofs && is_held; k++) { /* as a whole it is held by either end */
    hol_list_support(resolved, (hol_support_row){.at = HOL_SUPPORT_RIGID_DOF, .rigid_dof = k, .name = "own end"});
  }
  for (size_t e = 0; e < 2 && is_held; e++) {
    list_end(resolved, (double)e, part->end[e]);
  }
  return HOL_OK;
}

/* ---- bodies ------------------------------------------------------------------------------------------------------ */

/** Principal axes of a body that are not the global ones, one after the other, and the inertia about each. */
static hol_status turn_principal(const hol_resolved *resolved, double axis[9], double inertia[3])
{
  for (size_t i = 0; i < 9; i++) {
    axis[i] = resolved->inertia[i / 3][i % 3];
  }
  HOL_TRY(hol_dense_eigen(3, axis, inertia));
  double largest = fmax(inertia[0], fmax(inertia[1], inertia[2]));
  for (size_t k = 0; k < 3; k++) {
    inertia[k] = inertia[k] > rounding * largest ? inertia[k] : 0;
  }
  return HOL_OK;
}

/** A body: its mass along the three axes, its inertia about the principal axes. */
hol_status hol_list_body(const hol_part *part, hol_resolved *resolved)
{
  (void)part;
  double axis[9] = {1, 0, 0, 0, 1, 0, 0, 0, 1}, inertia[3];
  bool is_turned = resolved->inertia[0][1] != 0 || resolved->inertia[0][2] != 0 || resolved->inertia[1][2] != 0;
  for (size_t k = 0; k < 3; k++) {
    inertia[k] = resolved->inertia[k][k];
  }
  HOL_TRY(is_turned ? turn_principal(resolved, axis, inertia) : HOL_OK);
  HOL_TRY(hol_list_room(resolved, 1, 6, 0));
  resolved->samples = HOL_SAMPLES_STATION;
  resolved->is_renewable = true;
  hol_list_site(resolved, (hol_site){.xi = 0, .need = HOL_NEED_ALWAYS});
  for (size_t k = 0; k < 3; k++) {
    hol_list_lumped_mass(
        resolved, (hol_lumped_mass){.by = HOL_BY_SITE, .axis = {k == 0, k == 1, k == 2}, .mass = resolved->mass});
    hol_lumped_mass about = {.by = HOL_BY_SITE, .turns = true, .is_principal = is_turned, .mass = inertia[k]};
    memcpy(about.axis, axis + 3 * k, sizeof about.axis);
    hol_list_lumped_mass(resolved, about);
  }
  return HOL_OK;
}

/* ---- parts with points ------------------------------------------------------------------------------------------- */

/** It is heavy where it is rigid and free; elsewhere its modes have the mass. */
static void list_rigid(hol_resolved *resolved)
{
  const hol_sites *sites = hol_resolved_sites(resolved);
  hol_support_row support = {.at = HOL_SUPPORT_OTHERS, .to = HOL_TO_FIRST, .freedoms = sites->rigid_in};
  if (sites->rigid_held) {
    support.at = HOL_SUPPORT_EVERY;
    support.to = HOL_TO_REST;
  } else {
    hol_list_site(resolved, (hol_site){.xi = 0, .need = HOL_NEED_ALONE});
  }
  hol_list_support(resolved, support);
  for (size_t f = 0; f < HOL_FREEDOM_COUNT && !sites->rigid_held; f++) {
    if (sites->rigid_in >> f & 1) {
      hol_lumped_mass lumped_mass = {.by = HOL_BY_FIRST, .turns = f >= HOL_RX, .is_principal = true};
      lumped_mass.mass = lumped_mass.turns ? sites->inertia[f % 3][f % 3] : sites->mass;
      memcpy(lumped_mass.axis, resolved->axis[f % 3], sizeof lumped_mass.axis);
      hol_list_lumped_mass(resolved, lumped_mass);
    }
  }
}

hol_status hol_list_sites(const hol_part *part, hol_resolved *resolved)
{
  (void)part;
  const hol_sites *sites = hol_resolved_sites(resolved);
  HOL_TRY(hol_list_room(resolved, 2, HOL_FREEDOM_COUNT, 3));
  resolved->deforms = sites->part ? 1 : 0;
  resolved->samples = sites->is_circle ? HOL_SAMPLES_CIRCLE : HOL_SAMPLES_GIVEN;
  resolved->is_weightless = !(sites->mass > 0);
  hol_list_site(resolved, (hol_site){.xi = 0, .need = HOL_NEED_EXACT});
  if (sites->rigid_in) {
    list_rigid(resolved);
  }
  if (sites->leader) {
    hol_list_support(
        resolved,
        (hol_support_row){.at = HOL_SUPPORT_EVERY, .to = HOL_TO_LEADER, .freedoms = HOL_TRANSLATIONS | HOL_ROTATIONS});
  }
  if (sites->even && sites->even_name) {
    hol_list_support(
        resolved, (hol_support_row){
                      .at = HOL_SUPPORT_OTHERS, .to = HOL_TO_EVEN, .freedoms = 1u << HOL_RX, .name = sites->even_name});
  }
  return HOL_OK;
}

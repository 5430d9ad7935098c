/* SPDX-License-Identifier: BSD-3-Clause */
/* Parts with points: memory of their sites, own axes, checks of points. */
#include "base/memory.h"
#include "base/vector.h"
#include "parts/kinds.h"

#include <math.h>
#include <stdlib.h>

/** Sine of the least angle at which two directions are two. */
static const double parallel = 1e-6;

bool hol_sites_start(const hol_substructure_class *class, size_t points, size_t samples, hol_sites *sites)
{
  *sites = (hol_sites){.class = class, .points = points, .samples = samples, .point_sample = samples};
  sites->at = hol_alloc(points + 1, sizeof *sites->at);
  sites->freedoms = hol_alloc(points + 1, sizeof *sites->freedoms);
  sites->sample = hol_alloc(samples + 1, sizeof *sites->sample);
  bool ok = sites->at && sites->freedoms && sites->sample;
  if (!ok) {
    hol_sites_clear(sites);
  }
  return ok;
}

void hol_sites_clear(hol_sites *sites)
{
  if (sites->part) {
    sites->class->free(sites->part);
  }
  free(sites->at);
  free(sites->freedoms);
  free(sites->even);
  free(sites->leader);
  free(sites->mechanism_at);
  free(sites->mechanism_terms);
  free(sites->sample);
  *sites = (hol_sites){0};
}

bool hol_sites_copy(const hol_sites *from, void *part, hol_sites *to)
{
  size_t points = from->points, loose = from->mechanisms;
  *to = *from;
  to->part = part;
  to->at = hol_alloc_copy(from->at, points, sizeof *from->at);
  to->freedoms = hol_alloc_copy(from->freedoms, points, sizeof *from->freedoms);
  to->leader = from->leader ? hol_alloc_copy(from->leader, points, sizeof *from->leader) : NULL;
  to->even = from->even ? hol_alloc_copy(from->even, points, sizeof *from->even) : NULL;
  to->mechanism_at =
      loose ? hol_alloc_copy(from->mechanism_at, from->samples * loose, sizeof *from->mechanism_at) : NULL;
  to->mechanism_terms = loose ? hol_alloc_copy(from->mechanism_terms, 2 * loose, sizeof *from->mechanism_terms) : NULL;
  to->sample = hol_alloc_copy(from->sample, from->samples, sizeof *from->sample);
  bool ok = part && to->at && to->freedoms && (to->leader || !from->leader) && (to->even || !from->even) &&
            (!loose || (to->mechanism_at && to->mechanism_terms)) && to->sample;
  if (!ok) {
    hol_sites_clear(to);
  }
  return ok;
}

void hol_sites_pace(hol_sites *sites, double stiffness, double mass, double length, double power)
{
  double digits = log10(stiffness) - log10(mass) - power * log10(length);
  if (stiffness > 0 && fabs(digits) > fabs(sites->digits)) {
    sites->digits = digits;
  }
}

const hol_direction *hol_own_components(void)
{
  static const hol_direction all[HOL_FREEDOM_COUNT] = {{HOL_UX, 1}, {HOL_UY, 1}, {HOL_UZ, 1},
                                                       {HOL_RX, 1}, {HOL_RY, 1}, {HOL_RZ, 1}};
  return all;
}

const hol_direction *hol_motion_ports(hol_motion motion)
{
  static const hol_direction ports[HOL_MOTION_COUNT][2] = {[HOL_AXIAL] = {{HOL_UX, 1}},
                                                           [HOL_TORSION] = {{HOL_RX, 1}},
                                                           [HOL_BENDING_Y] = {{HOL_UZ, 1}, {HOL_RY, -1}},
                                                           [HOL_BENDING_Z] = {{HOL_UY, 1}, {HOL_RZ, 1}}};
  return ports[motion];
}

const hol_sites *hol_resolved_sites(const hol_resolved *resolved)
{
  static const hol_sites none = {.points = 0};
  return resolved->sites ? resolved->sites : &none;
}

hol_sites *hol_sites_new(hol_resolved *resolved)
{
  resolved->sites = hol_alloc(1, sizeof *resolved->sites);
  return resolved->sites;
}

void hol_resolved_clear(hol_resolved *resolved)
{
  if (resolved->sites) {
    hol_sites_clear(resolved->sites);
  }
  free(resolved->sites);
  free(resolved->site);
  free(resolved->lumped_mass);
  free(resolved->support);
  *resolved = (hol_resolved){0};
}

/** Unit component of v normal to the unit vector n; false if there is none. */
static bool across(const double v[3], const double n[3], double unit[3])
{
  double size = hol_length(v), along = 0;
  if (!(size > 0)) {
    return false;
  }
  for (int k = 0; k < 3; k++) {
    along += v[k] / size * n[k];
  }
  for (int k = 0; k < 3; k++) {
    unit[k] = v[k] / size - along * n[k];
  }
  size = hol_length(unit);
  for (int k = 0; k < 3; k++) {
    unit[k] /= size;
  }
  return size > parallel;
}

bool hol_own_axes(const hol_resolving *r, hol_resolved *resolved)
{
  static const double none[3] = {0}, x[3] = {1, 0, 0}, y[3] = {0, 1, 0}, z[3] = {0, 0, 1};
  const hol_part *part = r->part;
  double *ex = resolved->axis[0], *ey = resolved->axis[1], *ez = resolved->axis[2];
  bool good;
  if (part->has_z_axis) {
    good = across(part->z_axis, none, ez);
    good = good && (part->has_x_axis ? across(part->x_axis, ez, ex) : across(x, ez, ex) || across(y, ez, ex));
  } else {
    good = across(part->has_x_axis ? part->x_axis : x, none, ex);
    good = good && (across(z, ex, ez) || across(x, ex, ez));
  }
  if (!good) {
    hol_faults_add(r->faults, true, hol_places_of(part)->axes.line ? hol_places_of(part)->axes : part->place,
                   "two directions that are not parallel", "the own axes of %s `%s` are not determined", r->kind,
                   part->name);
    return false;
  }
  ey[0] = ez[1] * ex[2] - ez[2] * ex[1];
  ey[1] = ez[2] * ex[0] - ez[0] * ex[2];
  ey[2] = ez[0] * ex[1] - ez[1] * ex[0];
  return true;
}

hol_reach hol_own_reach(const hol_resolved *resolved, hol_freedoms own, hol_freedoms freedoms)
{
  size_t wanted = 0, there = 0;
  for (size_t f = 0; f < HOL_FREEDOM_COUNT; f++) {
    for (size_t k = 0; k < 3 && (own >> f & 1u); k++) {
      if (fabs(resolved->axis[f % 3][k]) > parallel) {
        wanted++;
        there += freedoms >> (f / 3 * 3 + k) & 1u;
      }
    }
  }
  return there == 0 ? HOL_REACH_NONE : there == wanted ? HOL_REACH_ALL : HOL_REACH_SOME;
}

bool hol_own_moves(const hol_resolving *r, const hol_resolved *resolved, hol_freedoms own, const char *what)
{
  hol_reach reach = hol_own_reach(resolved, own, r->freedoms);
  if (reach == HOL_REACH_SOME) {
    hol_faults_add(r->faults, true, r->part->place, "the `freedoms` of the file must have all of them, or none",
                   "%s `%s` moves %s with displacements and rotations that belong together", r->kind, r->part->name,
                   what);
  }
  return reach == HOL_REACH_ALL;
}

void hol_points_apart(const hol_resolving *r, double near)
{
  const hol_part *part = r->part;
  for (size_t i = 0; i < part->point_count; i++) {
    for (size_t j = 0; j < i; j++) {
      const double *a = part->point[i].at, *b = part->point[j].at;
      if (hol_distance(a, b) <= near) {
        hol_faults_add(r->faults, true, part->point[i].place, "use one name for both",
                       "the points `%s` and `%s` of %s `%s` are the same", part->point[j].name, part->point[i].name,
                       r->kind, part->name);
        break;
      }
    }
  }
}

/* SPDX-License-Identifier: BSD-3-Clause */
/* disk: a rigid cylinder. Mass ρπr²t; about its own axis m r²/2, across m(3r² + t²)/12. */
#include "base/vector.h"
#include "parts/keys.h"
#include "parts/kinds.h"
#include "parts/rigid.h"

#include <assert.h>
#include <math.h>

static bool is_given(const hol_part *part, int property)
{
  return part->given >> property & 1u;
}

static double disk_mass(const hol_part *part)
{
  double r = hol_given(part, HOL_P_RADIUS, (double)NAN), t = hol_given(part, HOL_P_THICKNESS, (double)NAN);
  double density = part->material == NULL ? (double)NAN : part->material->density;
  return hol_given(part, HOL_P_MASS, density * M_PI * r * r * t);
}

/** Inertia about the disk's own axis and across; NAN where not known. A disk with a mass but no thickness is thin. */
static void own_inertia(const hol_part *part, double *polar, double *across)
{
  if (part->inertia_count == 3) {
    *polar = part->inertia[0];
    *across = part->inertia[1];
    return;
  }
  double mass = disk_mass(part), r = hol_given(part, HOL_P_RADIUS, (double)NAN),
         t = hol_given(part, HOL_P_THICKNESS, 0);
  *polar = mass * r * r / 2;
  *across = mass * (3 * r * r + t * t) / 12;
}

void hol_disk_turn(hol_resolved *resolved, const hol_part *part, const double axis[3])
{
  double size = hol_length(axis), polar, across;
  assert(size > 0);
  if (part->inertia_count == 1) {
    return;
  }
  own_inertia(part, &polar, &across);
  for (int i = 0; i < 3; i++) {
    for (int j = 0; j < 3; j++) {
      resolved->inertia[i][j] = (i == j ? across : 0) + (polar - across) * (axis[i] / size) * (axis[j] / size);
    }
  }
}

/** Everything that must be known of a disk is; faults otherwise. */
static bool is_all_known(const hol_resolving *r)
{
  const hol_part *part = r->part;
  size_t before = r->faults->errors;
  if (isnan(disk_mass(part))) {
    hol_faults_add(r->faults, true, part->place, "give `mass`, or `radius`, `thickness` and a material with a density",
                   "the mass of disk `%s` is not known", part->name);
  }
  if (part->inertia_count == 0 && !is_given(part, HOL_P_RADIUS)) {
    hol_faults_add(r->faults, true, part->place, "give `radius`, or `inertia`", "the inertia of disk `%s` is not known",
                   part->name);
  }
  if (part->inertia_count == 3 &&
      fabs(part->inertia[1] - part->inertia[2]) > 1e-9 * fmax(part->inertia[1], part->inertia[2])) {
    hol_faults_add(r->faults, true, part->place, "write [about its axis, across, across], or use a `body`",
                   "disk `%s` has two different inertias across its axis", part->name);
  }
  if (part->has_axis && !(fabs(part->axis[0]) + fabs(part->axis[1]) + fabs(part->axis[2]) > 0)) {
    hol_faults_add(r->faults, true, part->place, NULL, "the axis of disk `%s` is zero", part->name);
  }
  return r->faults->errors == before;
}

void hol_resolve_disk(const hol_part *part, hol_freedoms freedoms, hol_resolved *resolved, hol_faults *faults)
{
  static const double x[3] = {1, 0, 0};
  hol_resolving r = {.kind = "disk", .part = part, .freedoms = freedoms, .faults = faults};
  *resolved = (hol_resolved){0};
  for (int i = 0; i < 3; i++) {
    resolved->axis[i][i] = 1;
  }
  if (!is_all_known(&r)) {
    return;
  }
  resolved->mass = disk_mass(part);
  resolved->follows_axis = !part->has_axis;
  if (part->inertia_count == 1) {
    (void)hol_body_one_inertia(&r, resolved);
    return;
  }
  hol_disk_turn(resolved, part, part->has_axis ? part->axis : x);
}

/* ---- what it has in a file --------------------------------------------------------------------------------------- */

static const hol_key radius = {.name = "radius",
                               .what = "radius",
                               .dimension = {.length = 1},
                               .least = 1,
                               .at = HOL_P_RADIUS,
                               .meaning = "with thickness and material, in place of mass and inertia"};
static const hol_key thickness = {.name = "thickness",
                                  .what = "thickness",
                                  .dimension = {.length = 1},
                                  .least = 1,
                                  .at = HOL_P_THICKNESS,
                                  .meaning = "along its axis; one with `mass` and without it is thin"};
static const hol_key mass = {.name = "mass",
                             .what = "mass",
                             .dimension = {0, 1, 0},
                             .least = 0,
                             .at = HOL_P_MASS,
                             .otherwise = "radius, thickness, material",
                             .meaning = "its mass"};

static void read_axis(hol_reader *reader, const hol_field *field, hol_part *part)
{
  part->has_axis = hol_read_direction(reader, field->value, "`axis`", part->axis);
}

static const hol_key own_axis = {.name = "axis",
                                 .form = "direction",
                                 .otherwise = "of the member it is welded to",
                                 .meaning = "the axis it is round about",
                                 .read = read_axis};

static const hol_key kind = {.name = "kind", .form = "disk", .is_required = true, .meaning = "rigid disk at a point"};

static const hol_key *const key[] = {&kind, &hol_key_at, &hol_key_material, &own_axis,         &hol_key_inertia,
                                     &mass, &radius,     &thickness,        &hol_key_velocity, &hol_key_spin};

const hol_part_kind hol_kind_disk = {
    .grammar = {.name = "disk",
                .key = key,
                .keys = sizeof key / sizeof *key,
                .points = HOL_POINTS_ITSELF,
                .place = hol_place_at,
                .own_size = sizeof(hol_rigid_start)},
    .theory = "disk: rigid cylinder at a point",
    .resolve = hol_resolve_disk,
    .list = hol_list_body,
};

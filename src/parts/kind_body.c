/* SPDX-License-Identifier: BSD-3-Clause */
/* body: a rigid body at a point, or a bare point. */
#include "parts/keys.h"
#include "parts/kinds.h"
#include "parts/rigid.h"

static void stand_upright(hol_resolved *resolved)
{
  for (int i = 0; i < 3; i++) {
    resolved->axis[i][i] = 1;
  }
}

bool hol_body_one_inertia(const hol_resolving *r, hol_resolved *resolved)
{
  int about = -1, count = 0;
  for (int i = 0; i < 3; i++) {
    if (r->freedoms >> (HOL_RX + i) & 1u) {
      about = i;
      count++;
    }
  }
  if (count > 1) {
    hol_faults_add(r->faults, true, r->part->place,
                   "in space an inertia is three numbers, as [0.1 kg m^2, 0.1 kg m^2, 0.2 kg m^2]",
                   "the inertia of %s `%s` is one number, but it can turn about %d axes", r->kind, r->part->name,
                   count);
    return false;
  }
  about = count == 0 ? 2 : about; /* it cannot turn; the number is that of a plane */
  resolved->inertia[about][about] = r->part->inertia[0];
  return true;
}

/** Three inertias are about own axes: I = Σ I_k e_k e_kᵀ. */
static void turn_inertia(const hol_resolving *r, hol_resolved *resolved)
{
  hol_resolved own = {0};
  bool has_axes = r->part->has_x_axis || r->part->has_z_axis;
  stand_upright(&own);
  if (has_axes && !hol_own_axes(r, &own)) {
    return;
  }
  for (size_t k = 0; k < 3; k++) {
    for (size_t i = 0; i < 9; i++) {
      resolved->inertia[i / 3][i % 3] += r->part->inertia[k] * own.axis[k][i / 3] * own.axis[k][i % 3];
    }
  }
}

void hol_resolve_body(const hol_part *part, hol_freedoms freedoms, hol_resolved *resolved, hol_faults *faults)
{
  hol_resolving r = {.kind = "body", .part = part, .freedoms = freedoms, .faults = faults};
  *resolved = (hol_resolved){0};
  stand_upright(resolved);
  resolved->mass = hol_given(part, HOL_P_MASS, 0);
  if (part->inertia_count == 1) {
    (void)hol_body_one_inertia(&r, resolved);
  }
  if (part->inertia_count == 3) {
    turn_inertia(&r, resolved);
  }
}

static const hol_key kind = {
    .name = "kind", .form = "body", .is_required = true, .meaning = "rigid body at a point, or a bare point"};

static const hol_key *const key[] = {&kind,           &hol_key_at,     &hol_key_inertia,  &hol_key_mass,
                                     &hol_key_x_axis, &hol_key_z_axis, &hol_key_velocity, &hol_key_spin};

const hol_part_kind hol_kind_body = {
    .grammar = {.name = "body",
                .key = key,
                .keys = sizeof key / sizeof *key,
                .points = HOL_POINTS_ITSELF,
                .place = hol_place_at,
                .own_size = sizeof(hol_rigid_start)},
    .theory = "body: rigid body at a point",
    .resolve = hol_resolve_body,
    .list = hol_list_body,
};

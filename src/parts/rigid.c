/* SPDX-License-Identifier: BSD-3-Clause */
/* Keys of rigid bodies for large motion: velocity and spin at its start. */
#include "parts/rigid.h"

#include "base/vector.h"
#include "parts/keys.h"
#include "parts/kinds.h"

#include <string.h>

const hol_rigid_start *hol_rigid_start_of(const hol_part *part)
{
  static const hol_rigid_start rest = {{0}, {0}};
  return hol_part_is_rigid(part) && part->own ? part->own : &rest;
}

bool hol_part_is_rigid(const hol_part *part)
{
  return part->of && (strcmp(part->of->name, "body") == 0 || strcmp(part->of->name, "disk") == 0);
}

bool hol_rigid_axes(const hol_part *part, hol_faults *faults, double axis[3][3])
{
  bool is_disk = strcmp(part->of->name, "disk") == 0;
  hol_part own = *part;
  hol_resolved resolved = {0};
  if (is_disk && part->has_axis) {
    own.has_x_axis = true;
    memcpy(own.x_axis, part->axis, sizeof own.x_axis);
  }
  const hol_resolving r = {.kind = part->of->name, .part = &own, .faults = faults};
  bool is_good = hol_own_axes(&r, &resolved);
  memcpy(axis, resolved.axis, sizeof resolved.axis);
  return is_good;
}

bool hol_rigid_contact(const hol_part *part, bool is_plane, const double normal[3], double axis[3], double arm[3])
{
  static const double flat = 1e-6, x[3] = {1, 0, 0}, z[3] = {0, 0, 1};
  const double *given = is_plane ? z : part->has_axis ? part->axis : x;
  double size = hol_length(given), across[3], along = hol_dot(3, given, normal) / size, left;
  for (size_t k = 0; k < 3; k++) {
    axis[k] = given[k] / size;
    across[k] = normal[k] - along * axis[k];
  }
  left = hol_length(across);
  if (!(left > flat * hol_length(normal)) || !(part->given & HOL_P(RADIUS))) {
    return false;
  }
  for (size_t k = 0; k < 3; k++) {
    arm[k] = -part->value[HOL_P_RADIUS] * across[k] / left;
  }
  return true;
}

/** As many components as the file has coordinates. */
static void read_components(hol_reader *reader, const hol_field *field, const hol_part *part, hol_wanted wanted,
                            double *value)
{
  const hol_node *node = field->value;
  size_t dimensions = reader->problem->dimensions;
  if (!hol_expect_kind(reader, node, HOL_NODE_LIST, field->key)) {
    return;
  }
  if (node->count != dimensions && (dimensions > 0 || node->count < 2 || node->count > 3)) {
    hol_fault(reader, node, "as many as coordinates", "`%s` must not have %zu components", field->key, node->count);
    return;
  }
  const hol_home outer = hol_enter_own(reader, part);
  (void)hol_read_list(reader, node, wanted, node->count, value);
  reader->home = outer;
}

static void read_velocity(hol_reader *reader, const hol_field *field, hol_part *part)
{
  static const hol_wanted wanted = {.what = "velocity", .dimension = {1, 0, -1}, .least = 2};
  hol_rigid_start *start = part->own;
  read_components(reader, field, part, wanted, start->velocity);
}

/** One number in a plane. */
static void read_spin(hol_reader *reader, const hol_field *field, hol_part *part)
{
  static const hol_wanted wanted = {.what = "angular velocity", .dimension = {0, 0, -1}, .least = 2};
  hol_rigid_start *start = part->own;
  if (field->value->kind != HOL_NODE_LIST) {
    const hol_home outer = hol_enter_own(reader, part);
    (void)hol_read_quantity(reader, field->value, wanted, &start->spin[2]);
    reader->home = outer;
    return;
  }
  read_components(reader, field, part, wanted, start->spin);
}

const hol_key hol_key_velocity = {.name = "velocity",
                                  .form = "list",
                                  .otherwise = "0",
                                  .meaning = "of its mass centre where a motion starts",
                                  .read = read_velocity};
const hol_key hol_key_spin = {.name = "spin",
                              .form = "rad/s; list",
                              .otherwise = "0",
                              .meaning = "angular velocity where a motion starts: one number in a plane",
                              .read = read_spin};

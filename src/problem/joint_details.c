/* What stands in a joint beside its points: freedoms, directions, axes, stiffness. */
#include "base/memory.h"
#include "base/vector.h"
#include "problem/joint.h"

#include <math.h>
#include <stdio.h>

const hol_joint_row hol_joint_rows[HOL_CONSTRAINT + 1] = {
    [HOL_WELD] = {"weld", 2, SIZE_MAX, HOL_TAKES(FREEDOMS)},
    [HOL_HINGE] = {"hinge", 2, SIZE_MAX, HOL_TAKES(AXIS)},
    [HOL_BALL] = {"ball", 2, SIZE_MAX, 0},
    [HOL_UNIVERSAL] = {"universal", 2, 2, HOL_TAKES(AXES)},
    [HOL_FIX] = {"fix", 1, 1, HOL_TAKES(FREEDOMS)},
    [HOL_PIN] = {"pin", 1, 1, 0},
    [HOL_ROLLER] = {"roller", 1, 1, HOL_TAKES(DIRECTION)},
    [HOL_SLIDE] = {"slide", 2, 2, HOL_TAKES(DIRECTION)},
    [HOL_SPRING] = {"spring", 1, 2,
                    HOL_TAKES(FREEDOM) | HOL_TAKES(DIRECTION) | HOL_TAKES(ROTATION) | HOL_TAKES(STIFFNESS)},
    [HOL_TIE] = {"tie", 2, 2, HOL_TAKES(FREEDOM) | HOL_TAKES(DIRECTION) | HOL_TAKES(STIFFNESS)},
    [HOL_CONSTRAINT] = {"constraint", 0, 0, 0},
};

static const char *file_freedoms_hint(hol_reader *reader)
{
  char text[32];
  hol_freedoms_text(reader->problem->freedoms, text);
  return hol_arena_print(reader->arena, "the freedoms of this file are %s", text);
}

bool hol_check_freedoms(hol_reader *reader, const hol_node *node, hol_freedoms freedoms)
{
  hol_freedoms absent = freedoms & ~reader->problem->freedoms;
  if (absent) {
    char text[32];
    hol_freedoms_text(absent, text);
    hol_fault(reader, node, file_freedoms_hint(reader), "%s is not considered in this file", text);
  }
  return absent == 0;
}

bool hol_check_direction(hol_reader *reader, const hol_node *node, const double *direction, bool is_rotation)
{
  for (int i = 0; i < 3; i++) {
    if (fabs(direction[i]) > 0 && reader->problem->freedoms & 1u << (is_rotation ? HOL_RX + i : HOL_UX + i)) {
      return true;
    }
  }
  hol_fault(reader, node, file_freedoms_hint(reader),
            is_rotation ? "nothing considered in this file turns about this axis"
                        : "nothing considered in this file moves in this direction");
  return false;
}

static bool read_scalar_motion(hol_reader *reader, const hol_node *key, const hol_field *field, hol_joint *joint)
{
  const hol_node *freedom = field[HOL_JOINT_FREEDOM].value, *direction = field[HOL_JOINT_DIRECTION].value;
  joint->freedom = -1;
  char message[64];
  (void)snprintf(message, sizeof message, "`%s` needs either `freedom` or `direction`", hol_joint_rows[joint->kind].key);
  if (!hol_check_either(reader, key, freedom, direction, "freedom: uy, or direction: [0, 1]", message)) {
    return false;
  }
  bool takes_rotation = hol_joint_rows[joint->kind].takes & HOL_TAKES(ROTATION);
  if (takes_rotation && field[HOL_JOINT_ROTATION].value &&
      !hol_read_bool(reader, field[HOL_JOINT_ROTATION].value, "`rotation`", &joint->rotation)) {
    return false;
  }
  if (freedom) {
    if (takes_rotation && field[HOL_JOINT_ROTATION].value) {
      hol_fault(reader, field[HOL_JOINT_ROTATION].name, NULL, "`rotation` belongs to `direction`, not to `freedom`");
    }
    return hol_read_freedom(reader, freedom, &joint->freedom) &&
           hol_check_freedoms(reader, freedom, 1u << joint->freedom);
  }
  joint->has_direction = hol_read_direction(reader, direction, "`direction`", joint->direction);
  return joint->has_direction && hol_check_direction(reader, direction, joint->direction, joint->rotation);
}

/** A spring without stiffness would join nothing, and its compliance would be infinite: it must be positive. */
static void read_stiffness(hol_reader *reader, const hol_node *node, hol_joint *joint)
{
  bool is_rotation = joint->rotation || joint->freedom >= HOL_RX;
  hol_wanted wanted = {.what = "stiffness", .dimension = {.mass = 1, .time = -2}, .least = 1};
  if (is_rotation) {
    wanted.what = "rotational stiffness";
    wanted.dimension.length = 2;
  }
  joint->stiffness = hol_alloc(1, sizeof *joint->stiffness);
  if (!joint->stiffness) {
    reader->status = HOL_MEMORY;
    return;
  }
  const hol_home outer = hol_enter_item(reader, HOL_TABLE_STIFFNESS, 0, joint->stiffness, sizeof *joint->stiffness);
  joint->stiffness_count = hol_read_quantity(reader, node, wanted, joint->stiffness);
  reader->home = outer;
}

static void read_spring(hol_reader *reader, const hol_node *key, const hol_field *field, hol_joint *joint)
{
  const hol_node *stiffness = field[HOL_JOINT_STIFFNESS].value;
  if (!stiffness) {
    hol_fault_missing(reader, key, "e.g. stiffness: 2 MN/m", "`spring` needs `stiffness`");
  }
  if (!stiffness || stiffness->kind != HOL_NODE_LIST) {
    if (read_scalar_motion(reader, key, field, joint) && stiffness) {
      read_stiffness(reader, stiffness, joint);
    }
    return;
  }
  joint->freedom = -1;
  if (field[HOL_JOINT_FREEDOM].value || field[HOL_JOINT_DIRECTION].value || field[HOL_JOINT_ROTATION].value) {
    hol_fault(reader, key, NULL, "a stiffness matrix acts on all freedoms: no `freedom` or `direction` belongs to it");
    return;
  }
  hol_read_matrix(reader, stiffness, joint);
}

/** Are rotations about z all there are? */
static bool turns_in_plane(const hol_reader *reader)
{
  return (reader->problem->freedoms & HOL_ROTATIONS) == 1u << HOL_RZ;
}

/** In a plane the axis of a hinge is known. */
static void read_axis(hol_reader *reader, const hol_node *node, hol_joint *joint)
{
  if (turns_in_plane(reader)) {
    hol_fault(reader, node, "leave `axis` out; points with three coordinates make a spatial structure",
              "in a plane a hinge turns about z and nothing else: it takes no `axis`");
    return;
  }
  joint->has_direction = hol_read_direction(reader, node, "`axis`", joint->direction) &&
                         hol_check_direction(reader, node, joint->direction, true);
}

/** A list of two axes, not parallel. Numbers that they follow from are held: where they move the file is read anew. */
static bool read_axes(hol_reader *reader, const hol_node *node, hol_joint *joint)
{
  if (!hol_expect_kind(reader, node, HOL_NODE_LIST, "`axes`")) {
    return false;
  }
  if (node->count != 2) {
    hol_fault(reader, node, "e.g. axes: [y, z]", "`axes` are two, not %zu", node->count);
    return false;
  }
  double *axis[2] = {joint->direction, joint->second}, across[3];
  bool is_good = true;
  for (size_t i = 0; i < 2; i++) {
    is_good = hol_read_direction(reader, &node->item[i], "an axis", axis[i]) &&
              hol_check_direction(reader, &node->item[i], axis[i], true) && is_good;
    for (size_t k = 0; k < 3; k++) {
      hol_hold(reader, hol_settled(reader, &axis[i][k]).step);
    }
  }
  hol_cross(axis[0], axis[1], across);
  if (is_good && !(hol_length(across) > 1e-6 * hol_length(axis[0]) * hol_length(axis[1]))) {
    hol_fault(reader, node, "the axes of the cross between the two shafts are at right angles",
              "the two axes of a universal joint must not be parallel");
    return false;
  }
  joint->has_direction = is_good;
  return is_good;
}

static void read_universal(hol_reader *reader, const hol_node *key, const hol_field *field, hol_joint *joint)
{
  const hol_node *axes = field[HOL_JOINT_AXES].value;
  if (turns_in_plane(reader)) {
    hol_fault(reader, key, "`hinge` leaves the rotation free",
              "in a plane parts turn about z alone: it has no universal joints");
  } else if (!axes && !field[HOL_JOINT_AXIS].value) {
    hol_fault_missing(reader, key, "e.g. axes: [y, z]", "`universal` needs `axes`");
  } else if (axes) {
    (void)read_axes(reader, axes, joint);
  }
}

void hol_read_joint_details(hol_reader *reader, const hol_node *key, const hol_field *field, hol_joint *joint)
{
  const hol_node *freedoms = field[HOL_JOINT_FREEDOMS].value, *direction = field[HOL_JOINT_DIRECTION].value;
  joint->freedom = -1;
  switch (joint->kind) {
  case HOL_WELD:
  case HOL_FIX:
    joint->has_freedoms = freedoms && hol_read_freedoms(reader, freedoms, &joint->freedoms) &&
                          hol_check_freedoms(reader, freedoms, joint->freedoms);
    break;
  case HOL_HINGE:
    if (field[HOL_JOINT_AXIS].value) {
      read_axis(reader, field[HOL_JOINT_AXIS].value, joint);
    }
    break;
  case HOL_UNIVERSAL:
    read_universal(reader, key, field, joint);
    break;
  case HOL_ROLLER:
  case HOL_SLIDE:
    if (!direction) {
      hol_fault_missing(reader, key, "e.g. direction: [0, 1]", "`%s` needs `direction`", key->text);
    } else if (hol_read_direction(reader, direction, "`direction`", joint->direction)) {
      joint->has_direction = joint->kind == HOL_SLIDE || hol_check_direction(reader, direction, joint->direction, false);
    }
    break;
  case HOL_SPRING:
    read_spring(reader, key, field, joint);
    break;
  case HOL_TIE:
    if (read_scalar_motion(reader, key, field, joint) && field[HOL_JOINT_STIFFNESS].value) {
      read_stiffness(reader, field[HOL_JOINT_STIFFNESS].value, joint);
    }
    break;
  default:
    break;
  }
}

/* SPDX-License-Identifier: BSD-3-Clause */
/* Details of a joint: freedoms, directions, axes, stiffness. */
#include "base/memory.h"
#include "base/vector.h"
#include "problem/joint.h"
#include "problem/keys.h"

#include <assert.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

/* ---- points ------------------------------------------------------------------------------------------------------ */

/** `shaft.end + [0, 20 mm]`, in place of the text of the point. */
static bool write_offset(hol_reader *reader, const hol_node *offset, hol_point *point)
{
  const char *text = point->text;
  for (size_t i = 0; i < offset->count && text; i++) {
    text = hol_arena_print(reader->arena, "%s%s%s", text, i ? ", " : " + [", offset->item[i].text);
  }
  char *whole = text ? hol_own_text(reader, hol_arena_print(reader->arena, "%s]", text)) : NULL;
  if (whole) {
    free(point->text);
    point->text = whole;
  }
  return whole != NULL;
}

/** A point off another, which carries it rigidly along. */
static hol_point_outcome read_off(hol_reader *reader, const hol_node *node, hol_point *point)
{
  hol_field field[2];
  assert(hol_offset_keys.keys == 2);
  hol_fields_of(&hol_offset_keys, field);
  hol_number x[3] = {{0}};
  *point = (hol_point){0};
  if (!hol_fields_take(reader, node, "a point with an offset", field, 2)) {
    return HOL_POINT_FAULTY;
  }
  bool is_good = field[1].value && hol_read_coordinates(reader, field[1].value, "`offset`", x);
  if (!field[1].value) {
    hol_fault_missing(reader, node, "e.g. {point: shaft.end, offset: [0, 20 mm]}", "a point written so needs `offset`");
  }
  if (!field[0].value) {
    hol_fault_missing(reader, node, "e.g. {point: shaft.end, offset: [0, 20 mm]}", "a point written so needs `point`");
    return HOL_POINT_FAULTY;
  }
  hol_point_outcome outcome = hol_read_point(reader, field[0].value, point);
  if (outcome != HOL_POINT_FOUND) {
    return outcome;
  }
  for (size_t k = 0; k < 3; k++) {
    hol_settle(reader, x[k], 2, &point->offset[k]);
  }
  if (is_good && write_offset(reader, field[1].value, point)) {
    return HOL_POINT_FOUND;
  }
  free(point->text);
  *point = (hol_point){0};
  return HOL_POINT_FAULTY;
}

hol_point_outcome hol_read_joint_point(hol_reader *reader, const hol_node *node, hol_point *point)
{
  return node->kind == HOL_NODE_MAP ? read_off(reader, node, point) : hol_read_point(reader, node, point);
}

/* ---- freedoms, directions ---------------------------------------------------------------------------------------- */

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
  (void)snprintf(message, sizeof message, "`%s` needs either `freedom` or `direction`",
                 hol_joint_rows[joint->kind].key[0]->name);
  if (!hol_check_either(reader, key, freedom, direction, "freedom: uy, or direction: [0, 1]", message)) {
    return false;
  }
  bool takes_rotation = hol_joint_takes(joint->kind, "rotation");
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

/** A spring along the line between its two points. */
static bool read_length(hol_reader *reader, const hol_field *field, hol_joint *joint)
{
  static const hol_wanted wanted = {.what = "length of a spring", .dimension = {.length = 1}, .least = 0};
  const hol_field *length = &field[HOL_JOINT_LENGTH];
  if (field[HOL_JOINT_FREEDOM].value || field[HOL_JOINT_DIRECTION].value || joint->point_count != 2) {
    hol_fault(reader, length->name, "two points and no `direction` or `freedom`",
              "a spring with `length` acts along the line between two points");
    return false;
  }
  joint->has_length = hol_read_quantity(reader, length->value, wanted, &joint->length);
  return joint->has_length;
}

static void read_spring(hol_reader *reader, const hol_node *key, const hol_field *field, hol_joint *joint)
{
  const hol_node *stiffness = field[HOL_JOINT_STIFFNESS].value;
  if (!stiffness) {
    hol_fault_missing(reader, key, "e.g. stiffness: 2 MN/m", "`spring` needs `stiffness`");
  }
  if (!stiffness || stiffness->kind != HOL_NODE_LIST) {
    bool is_read = field[HOL_JOINT_LENGTH].value ? read_length(reader, field, joint)
                                                 : read_scalar_motion(reader, key, field, joint);
    if (is_read && stiffness) {
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

/* ---- damping ----------------------------------------------------------------------------------------------------- */

/** Of a spring or dashpot that acts along or about one direction. */
static void read_damping(hol_reader *reader, const hol_node *node, hol_joint *joint)
{
  bool is_rotation = joint->rotation || joint->freedom >= HOL_RX;
  const hol_wanted along = {.what = "damping", .dimension = {0, 1, -1}, .least = 0},
                   about = {.what = "rotational damping", .dimension = {2, 1, -1}, .least = 0};
  if (joint->kind == HOL_SPRING && joint->stiffness_count > 1) {
    hol_fault(reader, node, "write dashpots beside it", "`damping` belongs to a spring whose stiffness is one number");
    return;
  }
  (void)hol_read_quantity(reader, node, is_rotation ? about : along, &joint->damping);
}

static void read_dashpot(hol_reader *reader, const hol_node *key, const hol_field *field, hol_joint *joint)
{
  const hol_node *damping = field[HOL_JOINT_DAMPING].value;
  if (!damping) {
    hol_fault_missing(reader, key, "e.g. damping: 30 N s/m", "`dashpot` needs `damping`");
  }
  if (read_scalar_motion(reader, key, field, joint) && damping) {
    read_damping(reader, damping, joint);
  }
}

/** Loss factor and damping of an elastic joint. */
static void read_loss(hol_reader *reader, const hol_field *field, hol_joint *joint)
{
  static const hol_wanted wanted = {.what = "loss factor", .least = 0};
  if (!field[HOL_JOINT_STIFFNESS].value) {
    hol_fault(reader, field[HOL_JOINT_LOSS_FACTOR].name, "give its `stiffness`, too",
              "a loss factor belongs to a stiffness, and this joint is rigid");
  } else {
    (void)hol_read_quantity(reader, field[HOL_JOINT_LOSS_FACTOR].value, wanted, &joint->loss_factor);
  }
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

/** A list of two axes. */
static bool read_axes(hol_reader *reader, const hol_node *node, hol_joint *joint)
{
  if (!hol_expect_kind(reader, node, HOL_NODE_LIST, "`axes`")) {
    return false;
  }
  if (node->count != 2) {
    hol_fault(reader, node, "e.g. axes: [y, z]", "`axes` are two, not %zu", node->count);
    return false;
  }
  double *axis[2] = {joint->direction, joint->second};
  bool is_good = true;
  for (size_t i = 0; i < 2; i++) {
    is_good = hol_read_direction(reader, &node->item[i], "an axis", axis[i]) &&
              hol_check_direction(reader, &node->item[i], axis[i], true) && is_good;
  }
  joint->has_direction = joint->has_second = is_good;
  return is_good;
}

/** Two that are not parallel. Numbers that they follow from are held: where they move the file is read anew. */
static void read_cross(hol_reader *reader, const hol_node *node, hol_joint *joint)
{
  double across[3];
  if (!read_axes(reader, node, joint)) {
    return;
  }
  for (size_t k = 0; k < 3; k++) {
    hol_hold(reader, hol_settled(reader, &joint->direction[k]).step);
    hol_hold(reader, hol_settled(reader, &joint->second[k]).step);
  }
  hol_cross(joint->direction, joint->second, across);
  if (!(hol_length(across) > 1e-6 * hol_length(joint->direction) * hol_length(joint->second))) {
    hol_fault(reader, node, "the axes of the cross between the two shafts are at right angles",
              "the two axes of a universal joint must not be parallel");
  }
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
    read_cross(reader, axes, joint);
  }
}

/* ---- bushings ---------------------------------------------------------------------------------------------------- */

/** Axes of a bushing of which only some motions are considered must not mix these with others. */
static bool check_mixing(hol_reader *reader, const hol_node *node, const hol_joint *joint)
{
  double axis[3][3], length = hol_length(joint->direction), along[3];
  for (size_t k = 0; k < 3; k++) {
    along[k] = joint->direction[k] / length;
  }
  if (!hol_axes_along(along, joint->has_second ? joint->second : NULL, axis)) {
    hol_fault(reader, node, NULL, "`up` is along the axis");
    return false;
  }
  hol_freedoms freedoms = reader->problem->freedoms;
  for (size_t f = 0; f < HOL_FREEDOM_COUNT; f++) {
    for (size_t k = 0; k < 3; k++) {
      size_t other = f < HOL_RX ? k : HOL_RX + k;
      if (freedoms >> f & 1u && !(freedoms >> other & 1u) && fabs(axis[f % 3][k]) > 1e-9) {
        hol_fault(reader, node, file_freedoms_hint(reader),
                  "with these axes the bushing would act along %s, too, which is not considered",
                  hol_freedom_name[other]);
        return false;
      }
    }
  }
  return true;
}

static void read_frame(hol_reader *reader, const hol_field *field, hol_joint *joint)
{
  const hol_node *axis = field[HOL_JOINT_AXIS].value, *up = field[HOL_JOINT_UP].value;
  if (up && !axis) {
    hol_fault(reader, field[HOL_JOINT_UP].name, "axis: the direction of the first stiffness",
              "`up` belongs to an `axis`");
    return;
  }
  bool is_good = !axis || hol_read_direction(reader, axis, "`axis`", joint->direction);
  is_good = (!up || hol_read_direction(reader, up, "`up`", joint->second)) && is_good;
  joint->has_direction = axis && is_good;
  joint->has_second = up && is_good;
  joint->has_direction = joint->has_direction && check_mixing(reader, axis, joint);
}

/** One stiffness for every freedom; one that is 0 must stay so. */
static bool read_stiffnesses(hol_reader *reader, const hol_node *node, hol_joint *joint)
{
  bool is_good = true, has_any = false;
  for (size_t f = 0, i = 0; f < HOL_FREEDOM_COUNT; f++) {
    if (!(reader->problem->freedoms >> f & 1u)) {
      continue;
    }
    hol_wanted wanted = {.what = "stiffness", .dimension = HOL_DIMENSION(0, 1, -2)};
    if (f >= HOL_RX) {
      wanted = (hol_wanted){.what = "rotational stiffness", .dimension = HOL_DIMENSION(2, 1, -2)};
    }
    const hol_home outer =
        hol_enter_item(reader, HOL_TABLE_STIFFNESS, i, &joint->stiffness[i], sizeof *joint->stiffness);
    is_good = hol_read_quantity(reader, &node->item[i], wanted, &joint->stiffness[i]) && is_good;
    has_any = hol_holds(reader, HOL_STEP_GREATER, hol_settled(reader, &joint->stiffness[i]), hol_plain(0)) || has_any;
    reader->home = outer;
    i++;
  }
  if (is_good && !has_any) {
    hol_fault(reader, node, NULL, "a bushing must have some stiffness");
  }
  return is_good;
}

static void read_bushing(hol_reader *reader, const hol_node *key, const hol_field *field, hol_joint *joint)
{
  const hol_node *node = field[HOL_JOINT_STIFFNESS].value;
  char text[32];
  size_t n = 0;
  hol_freedoms_text(reader->problem->freedoms, text);
  for (size_t f = 0; f < HOL_FREEDOM_COUNT; f++) {
    n += reader->problem->freedoms >> f & 1u;
  }
  read_frame(reader, field, joint);
  if (!node) {
    hol_fault_missing(reader, key, hol_arena_print(reader->arena, "a list, one for each of %s", text),
                      "`bushing` needs `stiffness`");
    return;
  }
  if (!hol_expect_kind(reader, node, HOL_NODE_LIST, "the stiffness of a bushing")) {
    return;
  }
  if (node->count != n) {
    hol_fault(reader, node, "one that does not resist has 0", "a bushing has %zu stiffnesses here, for %s, not %zu", n,
              text, node->count);
    return;
  }
  joint->stiffness = hol_alloc(n, sizeof *joint->stiffness);
  if (!joint->stiffness) {
    reader->status = HOL_MEMORY;
    return;
  }
  joint->stiffness_count = read_stiffnesses(reader, node, joint) ? n : 0;
}

/* ---- gears ------------------------------------------------------------------------------------------------------- */

/** Where one rotation alone is considered it is that. */
static void read_gear_axes(hol_reader *reader, const hol_node *key, const hol_field *field, hol_joint *joint)
{
  const hol_node *axis = field[HOL_JOINT_AXIS].value, *axes = field[HOL_JOINT_AXES].value;
  hol_freedoms rotations = reader->problem->freedoms & HOL_ROTATIONS;
  if (axis && axes) {
    hol_fault(reader, field[HOL_JOINT_AXES].name, NULL,
              "`axis` is that of both, `axes` are those of each: give one of them");
  } else if (axes) {
    (void)read_axes(reader, axes, joint);
  } else if (axis) {
    joint->has_direction = hol_read_direction(reader, axis, "`axis`", joint->direction) &&
                           hol_check_direction(reader, axis, joint->direction, true);
  } else if (rotations && (rotations & (rotations - 1)) == 0) {
    for (size_t k = 0; k < 3; k++) {
      joint->direction[k] = rotations >> (HOL_RX + k) & 1u;
    }
    joint->has_direction = true;
  } else {
    hol_fault_missing(reader, key, "e.g. axis: x, or axes: [x, z] of a bevel gear",
                      "`gear` needs `axis`, or the `axes` of both");
  }
}

static void read_gear(hol_reader *reader, const hol_node *key, const hol_field *field, hol_joint *joint)
{
  static const hol_wanted wanted = {.what = "ratio", .least = 2};
  const hol_node *ratio = field[HOL_JOINT_RATIO].value;
  joint->rotation = true;
  read_gear_axes(reader, key, field, joint);
  if (!ratio) {
    hol_fault_missing(reader, key, "a turns so many times as fast as b, backwards if it is negative: ratio: -3",
                      "`gear` needs `ratio`");
  } else if (hol_read_quantity(reader, ratio, wanted, &joint->ratio) &&
             hol_holds(reader, HOL_STEP_EQUAL, hol_settled(reader, &joint->ratio), hol_plain(0))) {
    hol_fault(reader, ratio, NULL, "`ratio` must not be zero");
  }
  if (field[HOL_JOINT_STIFFNESS].value) {
    read_stiffness(reader, field[HOL_JOINT_STIFFNESS].value, joint);
  }
}

/* ---- drives ------------------------------------------------------------------------------------------------------ */

/** The motion is compiled where time is known: it is kept as it is written. */
static void read_drive(hol_reader *reader, const hol_node *key, const hol_field *field, hol_joint *joint)
{
  const hol_node *motion = field[HOL_JOINT_MOTION].value;
  if (!motion) {
    hol_fault_missing(reader, key, "e.g. motion: L + a*sin(w*t)", "`drive` needs `motion`");
    return;
  }
  const char *text = hol_read_text(reader, motion, "`motion`");
  joint->motion = text ? hol_own_text(reader, text) : NULL;
  joint->motion_place = hol_node_place(motion);
}

/* ---- all --------------------------------------------------------------------------------------------------------- */

static void read_by_kind(hol_reader *reader, const hol_node *key, const hol_field *field, hol_joint *joint)
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
  case HOL_PIN:
    if (field[HOL_JOINT_AXIS].value) {
      read_axis(reader, field[HOL_JOINT_AXIS].value, joint);
    }
    break;
  case HOL_UNIVERSAL:
    read_universal(reader, key, field, joint);
    break;
  case HOL_ROLLER:
  case HOL_SLIDE:
  case HOL_ROLL:
    if (!direction) {
      hol_fault_missing(reader, key, "e.g. direction: [0, 1]", "`%s` needs `direction`", key->text);
    } else if (hol_read_direction(reader, direction, "`direction`", joint->direction)) {
      joint->has_direction =
          joint->kind != HOL_ROLLER || hol_check_direction(reader, direction, joint->direction, false);
    }
    break;
  case HOL_SPRING:
    read_spring(reader, key, field, joint);
    break;
  case HOL_DASHPOT:
    read_dashpot(reader, key, field, joint);
    break;
  case HOL_BUSHING:
    read_bushing(reader, key, field, joint);
    break;
  case HOL_GEAR:
    read_gear(reader, key, field, joint);
    break;
  case HOL_TIE:
    if (read_scalar_motion(reader, key, field, joint) && field[HOL_JOINT_STIFFNESS].value) {
      read_stiffness(reader, field[HOL_JOINT_STIFFNESS].value, joint);
    }
    break;
  case HOL_DRIVE:
    read_drive(reader, key, field, joint);
    break;
  default:
    break;
  }
}

void hol_read_joint_details(hol_reader *reader, const hol_node *key, const hol_field *field, hol_joint *joint)
{
  read_by_kind(reader, key, field, joint);
  if (field[HOL_JOINT_LOSS_FACTOR].value && hol_joint_takes(joint->kind, "loss_factor")) {
    read_loss(reader, field, joint);
  }
  if (field[HOL_JOINT_DAMPING].value && joint->kind == HOL_SPRING) {
    read_damping(reader, field[HOL_JOINT_DAMPING].value, joint);
  }
}

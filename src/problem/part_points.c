/* SPDX-License-Identifier: BSD-3-Clause */
/* Places on a part: stations of members, rings and arcs, named points of parts that have own axes. */
#include "base/memory.h"
#include "problem/draft.h"
#include "problem/kind.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

hol_part_point *hol_part_point_new(hol_reader *reader, const hol_node *name, hol_part *part)
{
  if (!hol_check_name(reader, name, "a point")) {
    return NULL;
  }
  if (!hol_extend(&part->point, part->point_count, 1, sizeof *part->point)) {
    reader->status = HOL_MEMORY;
    return NULL;
  }
  hol_part_point *point = &part->point[part->point_count];
  *point = (hol_part_point){.name = hol_own_text(reader, name->text), .place = hol_node_place(name)};
  part->point_count += point->name != NULL;
  return point->name ? point : NULL;
}

/** `@0.3` as a fraction, `@300 mm` as an arc length. */
bool hol_read_station(hol_reader *reader, const hol_node *node, hol_number length, hol_number *xi)
{
  hol_quantity quantity;
  if (!hol_read_open(reader, node, "the place on a member", &quantity)) {
    return false;
  }
  *xi = hol_number_of(&quantity);
  if (!hol_dimension_is_none(quantity.dimension)) {
    if (!hol_check_dimension(reader, node, "arc length", HOL_DIMENSION(1, 0, 0), &quantity) || !(length.value > 0)) {
      return false;
    }
    *xi = hol_compute(reader, HOL_STEP_DIVIDE, *xi, length);
  }
  /* Sums of lengths may miss an end by their rounding; a point is not outside for that. */
  if (hol_holds(reader, HOL_STEP_LESS, *xi, hol_plain(-1e-12)) ||
      hol_holds(reader, HOL_STEP_GREATER, *xi, hol_plain(1 + 1e-12))) {
    hol_fault(reader, node, "0 is the start, 1 the end; or an arc length with its unit",
              "the point is outside the member");
    return false;
  }
  *xi = hol_compute(reader, HOL_STEP_GREATEST, *xi, hol_plain(0));
  *xi = hol_compute(reader, HOL_STEP_LEAST, *xi, hol_plain(1));
  return true;
}

bool hol_part_is_round(const hol_part *part)
{
  return part->of->points == HOL_POINTS_TURNED || part->of->points == HOL_POINTS_BENT;
}

hol_number hol_part_circumference(hol_reader *reader, const hol_part *part, size_t row)
{
  bool is_bent = part->of->points == HOL_POINTS_BENT,
       is_known = part->given & (is_bent ? HOL_P(LENGTH) : HOL_P(RADIUS));
  hol_number number = hol_part_number(reader, part, row, is_bent ? HOL_P_LENGTH : HOL_P_RADIUS);
  return !is_known ? hol_plain(0)
         : is_bent ? number
                   : hol_compute(reader, HOL_STEP_MULTIPLY, hol_plain(2 * M_PI), number);
}

/** Numbers that determine a point of a ring or an arc are held: its points are found anew. */
static void put_on_circle(hol_reader *reader, hol_part_point *point, const hol_part *part, size_t row, hol_number at)
{
  double radius = part->value[HOL_P_RADIUS], xi = at.value;
  hol_hold(reader, at.step);
  hol_hold(reader, hol_part_number(reader, part, row, HOL_P_RADIUS).step);
  if (part->of->points == HOL_POINTS_BENT) {
    double turn = xi * part->value[HOL_P_LENGTH] / radius, half = sin(turn / 2);
    point->at[0] = radius * sin(turn);
    point->at[1] = 2 * radius * half * half;
    return;
  }
  point->at[0] = radius * cos(2 * M_PI * xi);
  point->at[1] = radius * sin(2 * M_PI * xi);
}

bool hol_part_station(hol_reader *reader, const hol_node *node, hol_number xi, size_t row, size_t *index)
{
  hol_part *part = &reader->problem->part[row];
  hol_part_point there = {0};
  put_on_circle(reader, &there, part, row, xi);
  for (*index = 0; *index < part->point_count; (*index)++) {
    const double *at = part->point[*index].at;
    if (hypot(at[0] - there.at[0], at[1] - there.at[1]) <= 1e-9 * part->value[HOL_P_RADIUS]) {
      return true;
    }
  }
  bool has_room = hol_extend(&part->point, part->point_count, 1, sizeof *part->point);
  if (has_room) {
    there.name = hol_own_text(reader, node->text);
    there.place = hol_node_place(node);
    part->point[part->point_count] = there;
    part->point_count += there.name != NULL;
  }
  reader->status = has_room && there.name ? reader->status : HOL_MEMORY;
  return has_room && there.name;
}

/** Has the part a point of this name before its last? */
static bool has_point(const hol_part *part, const char *name)
{
  for (size_t i = 0; i + 1 < part->point_count; i++) {
    if (strcmp(part->point[i].name, name) == 0) {
      return true;
    }
  }
  return false;
}

/** `[x, y]`, in own axes. */
static void read_place(hol_reader *reader, const hol_node *node, hol_part_point *point)
{
  static const hol_wanted coordinate = {.what = "coordinate", .dimension = {.length = 1}, .least = 2};
  if (hol_read_list(reader, node, coordinate, 3, point->at) == 1) {
    hol_fault(reader, node, "[x, y] or [x, y, z] in the part's own axes", "a point needs two or three coordinates");
  }
}

/** `{at: [x, y], patch: r}`. @return the node of the radius; NULL: there is none */
static const hol_node *read_patch(hol_reader *reader, const hol_node *node, hol_part_point *point)
{
  static const hol_wanted radius = {.what = "radius of a patch", .dimension = {.length = 1}, .least = 1};
  hol_field field[] = {{.key = "at"}, {.key = "patch"}};
  if (!hol_fields_take(reader, node, "a point with a patch", field, 2)) {
    return NULL;
  }
  for (size_t i = 0; i < 2; i++) {
    if (!field[i].value) {
      hol_fault_missing(reader, node, "e.g. {at: [20 mm, 30 mm], patch: 5 mm}", "a point written so needs `%s`",
                        field[i].key);
      return NULL;
    }
  }
  read_place(reader, field[0].value, point);
  bool is_good = hol_read_quantity(reader, field[1].value, radius, &point->patch);
  for (size_t k = 0; k < 2; k++) { /* its rim is found anew where these move */
    hol_hold(reader, hol_settled(reader, &point->at[k]).step);
  }
  hol_hold(reader, hol_settled(reader, &point->patch).step);
  return is_good ? field[1].value : NULL;
}

/** Three points round the last one. */
static void add_rim(hol_reader *reader, const hol_node *patch, hol_part *part)
{
  const hol_part_point centre = part->point[part->point_count - 1];
  const char *name = hol_arena_print(reader->arena, "%s (rim)", centre.name);
  bool has_room = name && hol_extend(&part->point, part->point_count, 3, sizeof *part->point);
  reader->status = has_room ? reader->status : HOL_MEMORY;
  for (size_t k = 0; k < 3 && has_room && reader->status == HOL_OK; k++) {
    double turn = 2 * M_PI * (double)k / 3;
    hol_part_point *rim = &part->point[part->point_count];
    *rim = (hol_part_point){.name = hol_own_text(reader, name), .place = hol_node_place(patch), .is_rim = true};
    rim->at[0] = centre.at[0] + centre.patch * cos(turn);
    rim->at[1] = centre.at[1] + centre.patch * sin(turn);
    rim->at[2] = centre.at[2];
    part->point_count += rim->name != NULL;
  }
}

static void read_points(hol_reader *reader, const hol_node *node, hol_part *part)
{
  if (!hol_expect_kind(reader, node, HOL_NODE_MAP, "`points`")) {
    return;
  }
  for (size_t i = 0; i < node->count && reader->status == HOL_OK; i++) {
    const hol_node *name = &node->item[2 * i];
    hol_part_point *point = hol_part_point_new(reader, name, part);
    hol_number xi;
    size_t row = reader->home.row;
    if (point && has_point(part, point->name)) {
      bool is_bent = part->of->points == HOL_POINTS_BENT;
      hol_fault(reader, name, is_bent ? "`start` and `end` are its ends" : "`inner_edge: hub` names the hub",
                "there is a point `%s` already", point->name);
    } else if (point && hol_part_is_round(part)) {
      if (hol_read_station(reader, name + 1, hol_part_circumference(reader, part, row), &xi)) {
        put_on_circle(reader, point, part, row, xi);
      }
    } else if (point) {
      const hol_home outer = hol_enter_item(reader, HOL_TABLE_POINT, part->point_count - 1, point, sizeof *point);
      const hol_node *patch = NULL;
      if (name[1].kind == HOL_NODE_MAP) {
        patch = read_patch(reader, name + 1, point);
      } else {
        read_place(reader, name + 1, point);
      }
      reader->home = outer;
      if (patch) {
        add_rim(reader, patch, part);
      }
    }
  }
}

const hol_key hol_key_points = {.name = "points",
                                .form = "mapping",
                                .meaning =
                                    "names for places: coordinates in its own axes, or fractions of a circumference"};

void hol_settle_points(hol_reader *reader, const hol_part_draft *draft)
{
  const hol_node *points = hol_draft_field(draft, "points")->value;
  if (points) {
    read_points(reader, points, draft->part);
  }
}

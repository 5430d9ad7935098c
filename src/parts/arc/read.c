/* SPDX-License-Identifier: BSD-3-Clause */
/* Where an arc is: two ends, a centre, and a way round it. */
#include "base/vector.h"
#include "parts/arc/written.h"
#include "problem/kind.h"

#include <math.h>
#include <string.h>

/** Relative, of what is written in decimals: distances of both ends from the centre, directions across each other. */
static const double near = 1e-9;

static void cross(const double a[3], const double b[3], double c[3])
{
  for (size_t i = 0; i < 3; i++) {
    c[i] = a[(i + 1) % 3] * b[(i + 2) % 3] - a[(i + 2) % 3] * b[(i + 1) % 3];
  }
}

static void read_normal(hol_reader *reader, const hol_field *field, hol_part *part)
{
  part->places->axes = hol_node_place(field->value);
  part->has_z_axis = hol_read_direction(reader, field->value, "`normal`", part->z_axis);
}

const hol_key hol_key_arc_from = {.name = "from", .form = "point", .meaning = "where it starts", .is_required = true};
const hol_key hol_key_arc_to = {.name = "to", .form = "point", .meaning = "where it ends", .is_required = true};
const hol_key hol_key_arc_centre = {.name = "centre",
                                    .form = "point",
                                    .meaning = "of its circle, as far from its start as from its end",
                                    .is_required = true};
const hol_key hol_key_arc_normal = {.name = "normal",
                                    .form = "direction",
                                    .otherwise = "the shorter way",
                                    .meaning = "it goes counterclockwise, seen from where this points",
                                    .read = read_normal};

/** A place that is written, which decides what the arc is. */
static bool read_place(hol_reader *reader, const hol_part_draft *draft, const char *key, double x[6])
{
  const hol_field *field = hol_draft_field(draft, key);
  if (!field->value) {
    hol_fault_missing(reader, draft->name, "e.g. from: [1, 0], to: [0, 1], centre: [0, 0]", "arc `%s` needs `%s`",
                      draft->name->text, key);
    return false;
  }
  if (!hol_read_position(reader, field, x)) {
    return false;
  }
  for (size_t i = 0; i < 3; i++) {
    hol_hold(reader, hol_settled_both(reader, &x[i], 3).step);
  }
  return true;
}

/** Unit vector across its plane, about which it goes from a to b, both of length R. */
static bool find_normal(hol_reader *reader, const hol_part_draft *draft, const double a[3], const double b[3], double R,
                        double normal[3])
{
  const hol_part *part = draft->part;
  const hol_node *node = hol_draft_field(draft, "normal")->value;
  cross(a, b, normal);
  double size = hol_length(normal), given = part->has_z_axis ? hol_length(part->z_axis) : 0;
  bool is_straight = !(size > near * R * R);
  if (is_straight && !part->has_z_axis) {
    hol_fault_missing(reader, draft->name, "normal: z goes counterclockwise, normal: [0, 0, -1] clockwise",
                      "`%s` is half a circle: `normal` must say which half", draft->name->text);
    return false;
  }
  for (size_t i = 0; i < 3 && is_straight; i++) {
    normal[i] = part->z_axis[i] / given;
  }
  for (size_t i = 0; i < 3 && !is_straight; i++) {
    normal[i] /= size;
  }
  double along = given > 0 ? hol_dot(3, normal, part->z_axis) / given : 1;
  double aside = is_straight ? hol_dot(3, normal, a) / R : sqrt(fmax(1 - along * along, 0));
  if (fabs(aside) > sqrt(near)) {
    hol_fault(reader, node, "it must be across the plane of its ends and its centre",
              "`normal` of arc `%s` is not normal", draft->name->text);
    return false;
  }
  for (size_t i = 0; i < 3 && along < 0; i++) {
    normal[i] = -normal[i];
  }
  return true;
}

static bool check_circle(hol_reader *reader, const hol_part_draft *draft, double R, double other, double apart)
{
  const hol_node *to = hol_draft_field(draft, "to")->value, *centre = hol_draft_field(draft, "centre")->value;
  if (!(R > 0) || !(other > 0)) {
    hol_fault(reader, centre, NULL, "arc `%s` has no radius: `centre` is one of its ends", draft->name->text);
  } else if (!(apart > near * R)) {
    hol_fault(reader, to, "a whole circle is a part of kind `ring`", "arc `%s` ends where it starts",
              draft->name->text);
  } else if (fabs(other - R) > near * R) {
    hol_fault(reader, centre, "both ends lie on one circle about it",
              "the centre of arc `%s` is %.9g m from its start and %.9g m from its end", draft->name->text, R, other);
  } else {
    return true;
  }
  return false;
}

/** Its start and end are points like others. */
static void add_ends(hol_reader *reader, const hol_part_draft *draft, double R, double angle)
{
  static const char *const name[] = {"start", "end"};
  for (size_t e = 0; e < 2; e++) {
    hol_node node = *draft->name;
    node.text = name[e];
    hol_part_point *point = hol_part_point_new(reader, &node, draft->part);
    double turn = e ? angle : 0;
    if (point) {
      point->at[0] = R * sin(turn);
      point->at[1] = 2 * R * sin(turn / 2) * sin(turn / 2);
    }
  }
}

void hol_place_arc(hol_reader *reader, const hol_part_draft *draft)
{
  hol_part *part = draft->part;
  part->is_placed = true;
  bool has_from = read_place(reader, draft, "from", part->from), has_to = read_place(reader, draft, "to", part->to);
  part->given |= has_from && has_to ? HOL_P(LENGTH) : 0; /* until it is settled */
}

/** Which way round it goes. @param[in] a,b  from its centre to its ends @return false after a fault */
static bool find_turn(hol_reader *reader, const hol_part_draft *draft, const double a[3], const double b[3],
                      double *angle)
{
  hol_arc_words *words = draft->part->own;
  double R = hol_length(a), chord[3], outward[3];
  for (size_t i = 0; i < 3; i++) {
    chord[i] = b[i] - a[i];
    outward[i] = a[i] / R;
  }
  if (!check_circle(reader, draft, R, hol_length(b), hol_length(chord)) ||
      !find_normal(reader, draft, a, b, R, words->normal)) {
    return false;
  }
  cross(words->normal, outward, words->tangent);
  *angle = atan2(hol_dot(3, words->tangent, b), hol_dot(3, outward, b));
  *angle += *angle < 0 ? 2 * M_PI : 0;
  return true;
}

void hol_settle_arc(hol_reader *reader, const hol_part_draft *draft)
{
  hol_part *part = draft->part;
  double centre[6], a[3], b[3], angle = 0;
  bool is_placed = part->given & HOL_P(LENGTH), has_centre = read_place(reader, draft, "centre", centre);
  part->given &= ~HOL_P(LENGTH);
  for (size_t i = 0; i < 3 && part->has_z_axis; i++) {
    hol_hold(reader, hol_settled(reader, &part->z_axis[i]).step);
  }
  if (has_centre) {
    hol_apart(part->from, centre, a);
    hol_apart(part->to, centre, b);
  }
  if (is_placed && has_centre && find_turn(reader, draft, a, b, &angle)) {
    part->value[HOL_P_RADIUS] = hol_length(a);
    part->value[HOL_P_LENGTH] = part->value[HOL_P_RADIUS] * angle;
    part->given |= HOL_P(LENGTH) | HOL_P(RADIUS);
  }
  add_ends(reader, draft, part->value[HOL_P_RADIUS], angle); /* one fault is enough: they can be named all the same */
  hol_settle_points(reader, draft);
}

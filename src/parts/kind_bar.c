/* SPDX-License-Identifier: BSD-3-Clause */
/* bar: axial stiffness and mass; laterally a straight line that has mass and no stiffness. */
#include "parts/keys.h"
#include "parts/kinds.h"

#include <math.h>
#include <string.h>

/** Own components across the bar in which its ends can move. */
static hol_freedoms across(const hol_resolved *resolved, hol_freedoms freedoms)
{
  hol_freedoms moved = 0;
  for (size_t a = 1; a < 3; a++) {
    moved |= hol_member_moves_along(resolved, a, freedoms) ? 1u << (HOL_UX + a) : 0;
  }
  return moved;
}

void hol_resolve_bar(const hol_part *part, hol_freedoms freedoms, hol_resolved *resolved, hol_faults *faults)
{
  hol_resolving r = {.kind = "bar", .part = part, .freedoms = freedoms, .faults = faults};
  hol_stock stock = hol_part_stock(part);
  hol_member_begin(resolved);
  if (!hol_member_axes(&r, resolved)) {
    return;
  }
  double added = hol_given(part, HOL_P_ADDED_MASS, 0);
  resolved->line_mass = hol_given(part, HOL_P_LINE_MASS, isnan(stock.line_mass) ? 0 : stock.line_mass) + added;
  resolved->straight = across(resolved, freedoms);
  if (!hol_member_has(resolved, HOL_AXIAL, freedoms)) {
    return;
  }
  resolved->present[HOL_AXIAL] = true;
  hol_line *line = &resolved->line[HOL_AXIAL];
  *line = (hol_line){.motion = HOL_AXIAL, .length = resolved->length};
  line->stiffness =
      hol_needed(&r, HOL_P_EA, hol_given(part, HOL_P_EA, stock.EA), "E of the material and the area of the section");
  line->mass = hol_needed(&r, HOL_P_LINE_MASS, hol_given(part, HOL_P_LINE_MASS, stock.line_mass),
                          "the density of the material and the area of the section") +
               added;
  hol_member_ends(part, line);
}

/** Across itself the bar is a rigid straight line: its mass moves as its centre does, and the rest of its inertia as it
 *  turns. */
static void list_inertia(hol_resolved *resolved, size_t axis)
{
  double l = resolved->length, mass = resolved->moment[0], centre = resolved->moment[1] / mass / l;
  hol_lumped_mass moved = {.by = HOL_BY_CHORD, .share = {1 - centre, centre}, .mass = mass};
  hol_lumped_mass turned = {
      .by = HOL_BY_CHORD, .share = {-1, 1}, .mass = resolved->moment[2] / l / l - mass * centre * centre};
  memcpy(moved.axis, resolved->axis[axis], sizeof moved.axis);
  memcpy(turned.axis, resolved->axis[axis], sizeof turned.axis);
  hol_list_lumped_mass(resolved, moved);
  hol_list_lumped_mass(resolved, turned);
}

/** Own ends that hold along the bar hold across it, too, unless they slide that way. */
static void list_held_ends(const hol_part *part, hol_resolved *resolved, size_t axis)
{
  for (size_t e = 0; e < 2 && part->has_ends; e++) {
    if (part->end[e] == HOL_END_CLAMPED || part->end[e] == HOL_END_PINNED) {
      hol_list_support(resolved,
                       (hol_support_row){.at = HOL_SUPPORT_END,
                                         .xi = (double)e,
                                         .freedoms = 1u << (HOL_UX + axis),
                                         .name = axis == 1 ? "own end, deflection y" : "own end, deflection z"});
    }
  }
}

static hol_status list_bar(const hol_part *part, hol_resolved *resolved)
{
  bool is_heavy = resolved->moment[0] > 0 && !part->is_light_across;
  HOL_TRY(hol_list_member(part, resolved));
  if (!resolved->straight) {
    return HOL_OK;
  }
  HOL_TRY(hol_list_room(resolved, 2, 4, 5));
  hol_list_site(resolved, (hol_site){.xi = 0, .need = HOL_NEED_ALWAYS});
  hol_list_site(resolved, (hol_site){.xi = 1, .need = HOL_NEED_ALWAYS});
  for (size_t axis = 1; axis < 3; axis++) {
    if (resolved->straight >> (HOL_UX + axis) & 1u) {
      if (is_heavy) {
        list_inertia(resolved, axis);
      }
      list_held_ends(part, resolved, axis);
    }
  }
  hol_list_support(
      resolved, (hol_support_row){
                    .at = HOL_SUPPORT_BETWEEN, .to = HOL_TO_CHORD, .freedoms = resolved->straight, .name = "straight"});
  return HOL_OK;
}

static const hol_key kind = {
    .name = "kind", .form = "bar", .is_required = true, .meaning = "member that resists axial motion only"};

static void read_transverse_mass(hol_reader *reader, const hol_field *field, hol_part *part)
{
  static const char *const word[] = {"rigid", "none"};
  size_t choice;
  if (hol_read_choice(reader, field->value, "`transverse_mass`", word, 2, &choice)) {
    part->is_light_across = choice == 1;
  }
}

static const hol_key transverse_mass = {
    .name = "transverse_mass",
    .form = "word",
    .otherwise = "rigid",
    .meaning = "what its mass does as its ends move sideways: rigid, that of a straight line; none, nothing",
    .read = read_transverse_mass};

static const hol_key *const key[] = {&kind,
                                     &hol_key_from,
                                     &hol_key_to,
                                     &hol_key_material,
                                     &hol_key_section,
                                     &hol_key_ends,
                                     &hol_key_pieces,
                                     &hol_key_length,
                                     &hol_key_EA,
                                     &hol_key_line_mass,
                                     &hol_key_added_mass,
                                     &transverse_mass,
                                     &hol_key_loss_factor,
                                     &hol_key_rayleigh,
                                     &hol_key_line_damping};

const hol_part_kind hol_kind_bar = {
    .grammar = {.name = "bar",
                .key = key,
                .keys = sizeof key / sizeof *key,
                .points = HOL_POINTS_ENDS,
                .place = hol_place_member,
                .settle = hol_settle_pieces},
    .theory = "bar: one-dimensional axial wave equation",
    .resolve = hol_resolve_bar,
    .list = list_bar,
};

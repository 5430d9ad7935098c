/* bar: axial motion only. */
#include "parts/keys.h"
#include "parts/kinds.h"

#include <math.h>

void hol_resolve_bar(const hol_part *part, hol_freedoms freedoms, hol_resolved *resolved, hol_faults *faults)
{
  hol_resolving r = {.kind = "bar", .part = part, .freedoms = freedoms, .faults = faults};
  hol_stock stock = hol_part_stock(part);
  *resolved = (hol_resolved){0};
  if (!hol_member_axes(&r, resolved)) {
    return;
  }
  resolved->line_mass = hol_given(part, HOL_P_LINE_MASS, isnan(stock.line_mass) ? 0 : stock.line_mass);
  if (!hol_member_has(resolved, HOL_AXIAL, freedoms)) {
    return;
  }
  resolved->present[HOL_AXIAL] = true;
  hol_line *line = &resolved->line[HOL_AXIAL];
  *line = (hol_line){.motion = HOL_AXIAL, .length = resolved->length};
  line->stiffness =
      hol_needed(&r, HOL_P_EA, hol_given(part, HOL_P_EA, stock.EA), "E of the material and the area of the section");
  line->mass = hol_needed(&r, HOL_P_LINE_MASS, hol_given(part, HOL_P_LINE_MASS, stock.line_mass),
                          "the density of the material and the area of the section");
  hol_member_ends(part, line);
}

static const hol_key kind = {
    .name = "kind", .form = "bar", .is_required = true, .meaning = "member with axial motion only"};

static const hol_key *const key[] = {
    &kind,         &hol_key_from,   &hol_key_to,     &hol_key_material, &hol_key_section,
    &hol_key_ends, &hol_key_pieces, &hol_key_length, &hol_key_EA,       &hol_key_line_mass};

const hol_part_kind hol_kind_bar = {
    .grammar = {.name = "bar",
                .key = key,
                .keys = sizeof key / sizeof *key,
                .points = HOL_POINTS_ENDS,
                .place = hol_place_member,
                .settle = hol_settle_pieces},
    .theory = "bar: one-dimensional axial wave equation",
    .resolve = hol_resolve_bar,
    .list = hol_list_member,
};

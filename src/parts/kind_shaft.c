/* SPDX-License-Identifier: BSD-3-Clause */
/* shaft: torsion only. */
#include "parts/keys.h"
#include "parts/kinds.h"

#include <math.h>

void hol_resolve_shaft(const hol_part *part, hol_freedoms freedoms, hol_resolved *resolved, hol_faults *faults)
{
  hol_resolving r = {.kind = "shaft", .part = part, .freedoms = freedoms, .faults = faults};
  hol_stock stock = hol_part_stock(part);
  hol_member_begin(resolved);
  if (!hol_member_axes(&r, resolved)) {
    return;
  }
  resolved->line_mass = isnan(stock.line_mass) ? 0 : stock.line_mass; /* it turns only, but it has a weight */
  resolved->polar_inertia = hol_given(part, HOL_P_POLAR_INERTIA, isnan(stock.polar_inertia) ? 0 : stock.polar_inertia);
  if (!hol_member_has(resolved, HOL_TORSION, freedoms)) {
    return;
  }
  resolved->present[HOL_TORSION] = true;
  hol_line *line = &resolved->line[HOL_TORSION];
  *line = (hol_line){.motion = HOL_TORSION, .length = resolved->length};
  line->stiffness = hol_needed(&r, HOL_P_GJ, hol_given(part, HOL_P_GJ, stock.GJ),
                               "G (or E and nu) of the material and J of the section");
  line->mass = hol_needed(&r, HOL_P_POLAR_INERTIA, hol_given(part, HOL_P_POLAR_INERTIA, stock.polar_inertia),
                          "the density of the material and the polar moment of the section");
  hol_member_ends(part, line);
}

static const hol_key kind = {
    .name = "kind", .form = "shaft", .is_required = true, .meaning = "member with torsion only"};

static const hol_key *const key[] = {
    &kind,           &hol_key_from,   &hol_key_to, &hol_key_material,      &hol_key_section,     &hol_key_ends,
    &hol_key_pieces, &hol_key_length, &hol_key_GJ, &hol_key_polar_inertia, &hol_key_loss_factor, &hol_key_rayleigh};

const hol_part_kind hol_kind_shaft = {
    .grammar = {.name = "shaft",
                .key = key,
                .keys = sizeof key / sizeof *key,
                .points = HOL_POINTS_ENDS,
                .place = hol_place_member,
                .settle = hol_settle_pieces},
    .theory = "shaft: one-dimensional torsional wave equation (Saint-Venant)",
    .resolve = hol_resolve_shaft,
    .list = hol_list_member,
};

/* SPDX-License-Identifier: BSD-3-Clause */
/* Damping law of members and lumped masses, with line damping as mass damping where the two are equivalent. */
#include "model/damping.h"
#include "base/near.h"
#include "problem/varying.h"

#include <float.h>

/** Relative difference of numbers that differ by rounding alone. */
static const double rounding = 4 * DBL_EPSILON;

/** Numbers that the inertia of a piece follows from. */
static const hol_properties of_inertia =
    HOL_P(LINE_MASS) | HOL_P(ADDED_MASS) | HOL_P(ROTARY_INERTIA) | HOL_P(ROTARY_INERTIA_Y) | HOL_P(ROTARY_INERTIA_Z);

/** Is inertia the same all along a piece? */
static bool is_even(const hol_part *part, const hol_part_piece *piece)
{
  const hol_section *section = piece->section ? piece->section : part->section;
  bool by_section = !((part->given | piece->given) & HOL_P(LINE_MASS));
  bool is = !(by_section && section && section->varying);
  for (size_t i = 0; i < hol_varying_count(piece->varying); i++) {
    is = is && !(of_inertia >> hol_varying_target(piece->varying, i) & 1u);
  }
  return is;
}

/** Mass per length at a place; 0 where there is none, or where that is not all of the inertia. */
static double mass_at(const hol_member *member, double xi)
{
  hol_inertia here;
  bool is_known = member->class->inertia && member->class->inertia(member->of, xi, 0, &here) == HOL_OK;
  return is_known && !(here.rotary > 0) ? here.mass : 0;
}

/** Mass per length of a motion whose inertia is that and the same all along; 0: it is not so. */
static double even_mass(const hol_part *part, const hol_member *member)
{
  double from = 0, mass = part->piece_count ? 0 : mass_at(member, 0.5);
  for (size_t k = 0; k < part->piece_count; k++) {
    const hol_part_piece *piece = &part->piece[k];
    double here = is_even(part, piece) ? mass_at(member, (from + piece->to) / 2) : 0;
    if (!(here > 0) || (k > 0 && !hol_is_near(here, mass, rounding))) {
      return 0;
    }
    mass = here;
    from = piece->to;
  }
  return mass;
}

hol_damping hol_member_damping(const hol_model *model, const hol_member *member)
{
  const hol_part *part = &model->problem->part[member->part];
  hol_damping law = hol_part_damping(part);
  bool is_torsion = member->orders == 1 && member->component[0].freedom >= HOL_RX;
  double mass = law.line > 0 && !is_torsion ? even_mass(part, member) : 0;
  if (mass > 0 || is_torsion) {
    law.mass += is_torsion ? 0 : law.line / mass;
    law.line = 0;
  }
  return law;
}

hol_damping hol_mass_damping(const hol_model *model, const hol_mass *mass)
{
  const hol_resolved *resolved = &model->resolved[mass->part];
  hol_damping law = hol_part_damping(&model->problem->part[mass->part]);
  bool turns = law.line > 0 && resolved->lumped_mass[mass->lumped_mass].turns;
  if (law.line > 0 && (turns || resolved->moment[0] > 0)) {
    law.mass += turns ? 0 : law.line * resolved->length / resolved->moment[0];
    law.line = 0;
  }
  return law;
}

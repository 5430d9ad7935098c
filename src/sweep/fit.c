/* One structure put into a layout. */
#include "sweep/layout.h"

#include <math.h>

/** Two places on a member closer than this (xi) are not told apart here, and a place this near to an end is left to
 *  hol_solve(). */
static const double apart = 1e-6, together = 5e-10;

double hol_layout_xi(const hol_layout *layout, size_t part, size_t station)
{
  for (size_t p = 0; p < layout->point_count; p++) {
    if (layout->point[p].station == station) {
      return *layout->point[p].xi;
    }
  }
  return layout->model.station[station].x / layout->model.piece[part].length;
}

double hol_layout_compliance(const hol_layout *layout, size_t spring)
{
  const hol_spring *first = &layout->model.spring[spring];
  const hol_joint *joint = &layout->work.joint[first->joint];
  return layout->spring_is_constant[spring] ? first->compliance
         : joint->stiffness_count == 1      ? 1.0 / joint->stiffness[0]
                                            : joint->compliance;
}

double hol_layout_mass_value(const hol_piece *piece, const hol_layout_mass *mass)
{
  return mass->kind == HOL_LAYOUT_BODY      ? piece->mass
         : mass->kind == HOL_LAYOUT_INERTIA ? piece->inertia[mass->axis][mass->axis]
                                            : piece->rigid_mass[mass->axis];
}

/** Are the stations those of the model: points together or apart as they were there, ends at the ends? */
static bool places_hold(const hol_layout *layout)
{
  for (size_t p = 0; p < layout->point_count; p++) {
    const hol_layout_point *point = &layout->point[p];
    size_t part = 0;
    while (layout->model.first_station[part + 1] <= point->station) {
      part++;
    }
    double xi = *point->xi, was = layout->model.station[point->station].x / layout->model.piece[part].length;
    bool at_end = was <= together || was >= 1 - together;
    if (!layout->model.piece[part].is_member) {
      continue;
    }
    if (at_end ? fabs(xi - was) > together : (xi < apart || xi > 1 - apart)) {
      return false;
    }
    if (p > 0 && point[-1].station >= layout->model.first_station[part]) {
      double gap = xi - *point[-1].xi;
      if (point[-1].station == point->station ? fabs(gap) > together : gap < apart) {
        return false;
      }
    }
  }
  return true;
}

/** Resolve the parts that change; axes and kinds of motion must stay what they are in the layout. */
static bool resolve_parts(const hol_layout *layout, hol_piece *pieces)
{
  size_t kinds;
  const hol_part_kind *kind = hol_part_kinds(&kinds);
  hol_diagnostics faults = {0};
  bool good = true;
  for (size_t p = 0; p < layout->work.part_count && good; p++) {
    if (!layout->part_changes[p]) {
      continue;
    }
    const hol_part *part = &layout->work.part[p];
    hol_piece *piece = &pieces[p];
    const hol_piece *first = &layout->model.piece[p];
    kind[part->kind].resolve(part, layout->work.freedoms, piece, &faults);
    good = faults.errors == 0;
    for (size_t i = 0; i < 9 && good; i++) {
      good = fabs(piece->axis[i / 3][i % 3] - first->axis[i / 3][i % 3]) <= HOL_GEOMETRY_ROUNDING;
    }
    for (size_t m = 0; m < HOL_MOTION_COUNT && good; m++) {
      good = piece->present[m] == first->present[m] && piece->rigid[m] == first->rigid[m];
    }
  }
  hol_diagnostics_clear(&faults);
  return good;
}

/** Masses stay masses, springs springs. */
static bool is_sound(const hol_layout *layout, const hol_piece *piece)
{
  for (size_t i = 0; i < layout->mass_count; i++) {
    double value = hol_layout_mass_value(&piece[layout->mass[i].part], &layout->mass[i]);
    if (!(value > 0) || !isfinite(value)) {
      return false;
    }
  }
  for (size_t i = 0; i < layout->model.spring_count; i++) {
    double value = hol_layout_compliance(layout, i);
    if (!(value > 0) || !isfinite(value)) {
      return false;
    }
  }
  return true;
}

bool hol_layout_fit(const hol_layout *layout, const hol_lane *step, size_t lane, hol_piece *piece)
{
  return hol_changes_apply(&layout->changes, &layout->numbers, &layout->work, step, lane) &&
         resolve_parts(layout, piece) && places_hold(layout) && is_sound(layout, piece);
}

/* One structure put into a reduction. */
#include "parts/resolve.h"
#include "sweep/reduction.h"

#include <math.h>

/** Two places on a member closer than this (xi) are not told apart here, and a place this near to an end is left to
 *  hol_solve(). */
static const double apart = 1e-6, together = 5e-10;

double hol_reduction_xi(const hol_reduction *reduction, size_t part, size_t station)
{
  for (size_t p = 0; p < reduction->point_count; p++) {
    if (reduction->point[p].station == station) {
      return *reduction->point[p].xi;
    }
  }
  return reduction->model.station[station].x / reduction->model.piece[part].length;
}

double hol_reduction_compliance(const hol_reduction *reduction, size_t spring)
{
  const hol_spring *first = &reduction->model.spring[spring];
  const hol_joint *joint = &reduction->work.joint[first->joint];
  return reduction->spring_is_constant[spring] ? first->compliance
         : joint->stiffness_count == 1         ? 1.0 / joint->stiffness[0]
                                               : joint->compliance;
}

double hol_reduction_mass_value(const hol_piece *piece, const hol_reduction_mass *mass)
{
  return mass->kind == HOL_REDUCTION_BODY      ? piece->mass
         : mass->kind == HOL_REDUCTION_INERTIA ? piece->inertia[mass->axis][mass->axis]
                                               : piece->rigid_mass[mass->axis];
}

/** Are the stations those of the model: points together or apart as they were there, ends at the ends? */
static bool places_hold(const hol_reduction *reduction)
{
  for (size_t p = 0; p < reduction->point_count; p++) {
    const hol_reduction_point *point = &reduction->point[p];
    size_t part = 0;
    while (reduction->model.first_station[part + 1] <= point->station) {
      part++;
    }
    double xi = *point->xi, was = reduction->model.station[point->station].x / reduction->model.piece[part].length;
    bool at_end = was <= together || was >= 1 - together;
    if (!reduction->model.piece[part].is_member) {
      continue;
    }
    if (at_end ? fabs(xi - was) > together : (xi < apart || xi > 1 - apart)) {
      return false;
    }
    if (p > 0 && point[-1].station >= reduction->model.first_station[part]) {
      double gap = xi - *point[-1].xi;
      if (point[-1].station == point->station ? fabs(gap) > together : gap < apart) {
        return false;
      }
    }
  }
  return true;
}

/** Resolve the parts that change; axes and kinds of motion must stay what they are in the reduction. */
static bool resolve_parts(const hol_reduction *reduction, hol_piece *pieces)
{
  size_t kinds;
  const hol_part_kind *kind = hol_part_kinds(&kinds);
  hol_diagnostics faults = {0};
  bool good = true;
  for (size_t p = 0; p < reduction->work.part_count && good; p++) {
    if (!reduction->part_changes[p]) {
      continue;
    }
    const hol_part *part = &reduction->work.part[p];
    hol_piece *piece = &pieces[p];
    const hol_piece *first = &reduction->model.piece[p];
    kind[part->kind].resolve(part, reduction->work.freedoms, piece, &faults);
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
static bool is_sound(const hol_reduction *reduction, const hol_piece *piece)
{
  for (size_t i = 0; i < reduction->mass_count; i++) {
    double value = hol_reduction_mass_value(&piece[reduction->mass[i].part], &reduction->mass[i]);
    if (!(value > 0) || !isfinite(value)) {
      return false;
    }
  }
  for (size_t i = 0; i < reduction->model.spring_count; i++) {
    double value = hol_reduction_compliance(reduction, i);
    if (!(value > 0) || !isfinite(value)) {
      return false;
    }
  }
  return true;
}

bool hol_reduction_fit(const hol_reduction *reduction, const hol_lane *step, size_t lane, hol_piece *piece)
{
  return hol_changes_apply(&reduction->changes, &reduction->numbers, &reduction->work, step, lane) &&
         resolve_parts(reduction, piece) && places_hold(reduction) && is_sound(reduction, piece);
}

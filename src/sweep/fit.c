/* One structure put into a frame. */
#include "sweep/frame.h"

#include <math.h>

/** Two places on a member closer than this (xi) are not told apart here, and a place this near to an end is left to
 *  hol_solve(). */
static const double apart = 1e-6, together = 5e-10;

double hol_frame_xi(const hol_frame *frame, size_t part, size_t station)
{
  for (size_t p = 0; p < frame->point_count; p++) {
    if (frame->point[p].station == station) {
      return *frame->point[p].xi;
    }
  }
  return frame->model.station[station].x / frame->model.piece[part].length;
}

double hol_frame_compliance(const hol_frame *frame, size_t spring)
{
  const hol_spring *first = &frame->model.spring[spring];
  const hol_joint *joint = &frame->work.joint[first->joint];
  return frame->spring_is_constant[spring] ? first->compliance
         : joint->stiffness_count == 1     ? 1.0 / joint->stiffness[0]
                                           : joint->compliance;
}

double hol_frame_mass_value(const hol_piece *piece, const hol_frame_mass *mass)
{
  return mass->kind == HOL_FRAME_BODY      ? piece->mass
         : mass->kind == HOL_FRAME_INERTIA ? piece->inertia[mass->axis][mass->axis]
                                           : piece->rigid_mass[mass->axis];
}

/** Are the stations those of the model: points together or apart as they were there, ends at the ends? */
static bool places_hold(const hol_frame *frame)
{
  for (size_t p = 0; p < frame->point_count; p++) {
    const hol_frame_point *point = &frame->point[p];
    size_t part = 0;
    while (frame->model.first_station[part + 1] <= point->station) {
      part++;
    }
    double xi = *point->xi, was = frame->model.station[point->station].x / frame->model.piece[part].length;
    bool at_end = was <= together || was >= 1 - together;
    if (!frame->model.piece[part].is_member) {
      continue;
    }
    if (at_end ? fabs(xi - was) > together : (xi < apart || xi > 1 - apart)) {
      return false;
    }
    if (p > 0 && point[-1].station >= frame->model.first_station[part]) {
      double gap = xi - *point[-1].xi;
      if (point[-1].station == point->station ? fabs(gap) > together : gap < apart) {
        return false;
      }
    }
  }
  return true;
}

/** Resolve the parts that change; axes and kinds of motion must stay what they are in the frame. */
static bool resolve_parts(const hol_frame *frame, hol_piece *pieces)
{
  size_t kinds;
  const hol_part_kind *kind = hol_part_kinds(&kinds);
  hol_diagnostics faults = {0};
  bool good = true;
  for (size_t p = 0; p < frame->work.part_count && good; p++) {
    if (!frame->part_changes[p]) {
      continue;
    }
    const hol_part *part = &frame->work.part[p];
    hol_piece *piece = &pieces[p];
    const hol_piece *first = &frame->model.piece[p];
    kind[part->kind].resolve(part, frame->work.freedoms, piece, &faults);
    good = faults.errors == 0;
    for (size_t i = 0; i < 9 && good; i++) {
      good = fabs(piece->axis[i / 3][i % 3] - first->axis[i / 3][i % 3]) <= 1e-11;
    }
    for (size_t m = 0; m < HOL_MOTION_COUNT && good; m++) {
      good = piece->present[m] == first->present[m] && piece->rigid[m] == first->rigid[m];
    }
  }
  hol_diagnostics_clear(&faults);
  return good;
}

/** Masses stay masses, springs springs. */
static bool is_sound(const hol_frame *frame, const hol_piece *piece)
{
  for (size_t i = 0; i < frame->mass_count; i++) {
    double value = hol_frame_mass_value(&piece[frame->mass[i].part], &frame->mass[i]);
    if (!(value > 0) || !isfinite(value)) {
      return false;
    }
  }
  for (size_t i = 0; i < frame->model.spring_count; i++) {
    double value = hol_frame_compliance(frame, i);
    if (!(value > 0) || !isfinite(value)) {
      return false;
    }
  }
  return true;
}

bool hol_frame_fit(const hol_frame *frame, const hol_lane *step, size_t lane, hol_piece *piece)
{
  return hol_changes_apply(&frame->changes, &frame->numbers, &frame->work, step, lane) && resolve_parts(frame, piece) &&
         places_hold(frame) && is_sound(frame, piece);
}

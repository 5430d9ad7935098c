/* SPDX-License-Identifier: BSD-3-Clause */
/* From the part of a problem to the beam of a request. */
#include "nonlinear/request.h"
#include "parts/resolve.h"

#include <string.h>

/** Where the part is, and its local axis in which it bends. */
static hol_nonlinear_place place_of(const hol_part *part, const hol_resolved *resolved, hol_motion motion)
{
  hol_nonlinear_place place = {.name = part->name};
  memcpy(place.from, part->from, sizeof place.from);
  memcpy(place.across, resolved->axis[hol_motion_ports(motion)[0].freedom - HOL_UX], sizeof place.across);
  for (int k = 0; k < 3; k++) {
    place.to[k] = place.from[k] + resolved->length * resolved->axis[0][k];
  }
  return place;
}

static void fill_beam(const hol_part *part, const hol_resolved *resolved, hol_nonlinear_request *r, hol_faults *faults)
{
  const hol_line *axial = hol_resolved_line(resolved, HOL_AXIAL), *across = hol_resolved_line(resolved, HOL_BENDING_Z),
                 *line = across ? across : hol_resolved_line(resolved, HOL_BENDING_Y);
  bool is_stiff = resolved->rigid_dofs > 0 && resolved->rigid_dof[0] == HOL_UX;
  if (!line || (!axial && !is_stiff)) {
    hol_faults_add(faults, true, part->place, "leave out `freedoms`",
                   "`%s` cannot bend and stretch with these freedoms", part->name);
    return;
  }
  if (is_stiff) {
    hol_faults_add(faults, true, part->place, "give it `EA`, or `material` and `section`",
                   "`%s` does not stretch, so it cannot bend between immovable supports", part->name);
    return;
  }
  if (line->shear > 0 || line->rotary > 0 || line->foundation > 0) {
    hol_faults_add(faults, true, part->place, "theory: euler, without `kGA`, `rotary_inertia` and `foundation`",
                   "`%s` has shear, rotary inertia or a foundation, which a nonlinear analysis does not know",
                   part->name);
    return;
  }
  if (!(resolved->line_mass > 0)) {
    hol_faults_add(faults, true, part->place, NULL, "`%s` has no mass to vibrate", part->name);
    return;
  }
  r->beam = (hol_nonlinear_beam){.length = resolved->length,
                                 .EA = axial->stiffness,
                                 .EI = line->stiffness,
                                 .line_mass = resolved->line_mass,
                                 .tension = line->tension,
                                 .end = {part->end[0], part->end[1]},
                                 .inertia = r->axial_inertia,
                                 .place = place_of(part, resolved, across ? HOL_BENDING_Z : HOL_BENDING_Y)};
}

hol_status hol_nonlinear_prepare(hol_problem *problem, hol_faults *faults)
{
  hol_nonlinear_request *r = hol_nonlinear_asked(problem);
  size_t before = faults->errors;
  if (r->kind == HOL_NONLINEAR_BEAM) {
    hol_line line[HOL_MOTION_COUNT];
    hol_resolved resolved = {.line = line};
    const hol_part *part = &problem->part[r->part];
    hol_part_resolve(part, problem->freedoms, &resolved, faults);
    if (faults->errors == before) {
      fill_beam(part, &resolved, r, faults);
      r->beam.place.dimension = (size_t)problem->dimensions;
    }
    hol_resolved_clear(&resolved);
  }
  return faults->errors > before ? HOL_INVALID : hol_nonlinear_check(r, faults);
}

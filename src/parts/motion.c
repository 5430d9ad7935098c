/* SPDX-License-Identifier: BSD-3-Clause */
/* Substructures of a resolved part: the class of each of its motions. */
#include "base/memory.h"
#include "parts/graded/graded.h"
#include "parts/kinds.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

void *hol_resolved_lend(size_t count, hol_resolved *resolved)
{
  hol_line *line = hol_alloc(count * HOL_MOTION_COUNT, sizeof *line);
  for (size_t i = 0; i < count && line; i++) {
    resolved[i].line = line + i * HOL_MOTION_COUNT;
  }
  return line;
}

const hol_line *hol_resolved_line(const hol_resolved *resolved, hol_motion motion)
{
  return resolved->present[motion] && !resolved->rigid[motion] ? &resolved->line[motion] : NULL;
}

/** Closed forms, where there are any, or relations. An object of before is used again. */
static hol_status take_line(const hol_line *line, hol_substructure *sub)
{
  hol_line_part *object = sub->of ? sub->of : hol_alloc(1, sizeof *object);
  if (!object) {
    return HOL_MEMORY;
  }
  hol_line_part_set(object, line);
  sub->of = object;
  sub->rigid = object->rigid_count;
  return HOL_OK;
}

/** Computed motions: the properties along a member that varies, or of a uniform one without closed forms. */
static hol_status take_profile(const hol_part *part, hol_freedoms freedoms, const hol_resolved *resolved,
                               const hol_line *line, hol_substructure *sub)
{
  hol_varied *object =
      resolved->varies ? hol_varied_new(part, resolved, freedoms, line->motion, line->end) : hol_varied_uniform(line);
  sub->of = object;
  HOL_TRY(object ? hol_varied_settle(object, line) : HOL_MEMORY);
  sub->rigid = object->means.rigid_count;
  return HOL_OK;
}

/** The exact relation of a member that varies, its ends free: rows of the structure hold them. @param[out] graded
 *  NULL: there is none */
static hol_status find_graded(const hol_part *part, hol_freedoms freedoms, const hol_resolved *resolved, hol_line line,
                              hol_graded **graded)
{
  line.end[0] = line.end[1] = HOL_END_FREE;
  hol_varied *object = hol_varied_new(part, resolved, freedoms, line.motion, line.end);
  *graded = NULL;
  if (object) {
    object->means.line = line;
  }
  hol_status status = object ? hol_graded_new(object, graded) : HOL_MEMORY;
  if (!*graded) {
    free(object);
  }
  return status == HOL_MEMORY ? status : HOL_OK;
}

/** Does a linear axial force work on a member on a foundation? Without mass, too, its relation is none in closed
 *  form. */
static bool is_pulled(const hol_part *part, const hol_line *line)
{
  bool pulled = false;
  for (size_t k = 0; k < part->piece_count; k++) {
    pulled = pulled || fabs(part->piece[k].axial_force_slope) > 0;
  }
  return pulled && hol_line_is_bending(line) && line->foundation > 0;
}

/** Is a motion of a part with pieces the same all along, as the axial one of a member whose axial force alone varies?
 *  @param[out] line  then */
static bool is_same_all_along(const hol_part *part, hol_freedoms freedoms, hol_motion motion, hol_line *line)
{
  bool same = hol_part_is_stepped(part);
  hol_line here, first = *line;
  double from = 0;
  for (size_t k = 0; k < part->piece_count && same; k++) {
    same = hol_part_line_at(part, freedoms, motion, (from + part->piece[k].to) / 2, &here) == HOL_OK;
    here.length = line->length;
    memcpy(here.end, line->end, sizeof here.end);
    first = k ? first : here;
    same = same && !(fabs(here.tension_slope) > 0) && hol_line_is_same(&first, &here);
    from = part->piece[k].to;
  }
  *line = same ? first : *line;
  return same;
}

static hol_status take_points(hol_sites *sites, hol_substructure *sub)
{
  *sub = (hol_substructure){.class = sites->class,
                            .of = sites->part,
                            .orders = HOL_FREEDOM_COUNT,
                            .component = hol_own_components(),
                            .carried = sites->freedoms,
                            .has_mass = true,
                            .is_modal = true,
                            .digits = sites->digits};
  sites->part = NULL;
  return HOL_OK;
}

/** Let go of an object that is not of this class. */
static void *keep_object(const hol_substructure *before, const hol_substructure_class *class)
{
  if (before->of && before->class != class) {
    before->class->free(before->of);
  }
  return before->class == class ? before->of : NULL;
}

hol_status hol_resolved_take(const hol_part *part, hol_freedoms freedoms, bool exact, size_t k, hol_resolved *resolved,
                             hol_substructure *sub)
{
  if (resolved->sites && resolved->sites->part) {
    return take_points(resolved->sites, sub);
  }
  hol_motion motion = (hol_motion)k;
  hol_line line = resolved->line[motion];
  if (!(line.length > 0) || !(line.stiffness > 0)) {
    return HOL_INVALID;
  }
  bool varies = resolved->varies && !(exact && is_same_all_along(part, freedoms, motion, &line));
  bool has_mass = line.mass > 0, is_modal = has_mass && (!exact || varies);
  bool is_plain = !(line.shear > 0) && line.tension == 0 && !(line.foundation > 0);
  bool is_line = !has_mass || (!varies && (!is_modal || is_plain));
  hol_graded *graded = NULL;
  if (exact && varies && (has_mass || is_pulled(part, &line)) && !resolved->has_tip) {
    HOL_TRY(find_graded(part, freedoms, resolved, line, &graded));
  }
  const hol_substructure_class *class = graded    ? hol_graded_class()
                                        : is_line ? hol_line_class()
                                                  : hol_profile_class(motion);
  *sub = (hol_substructure){.class = class,
                            .of = keep_object(sub, is_line ? class : NULL),
                            .motion = motion,
                            .orders = hol_line_is_bending(&line) ? 2 : 1,
                            .component = hol_motion_ports(motion),
                            .has_mass = has_mass,
                            .is_modal = is_modal && !graded,
                            .is_stepped = varies && (!has_mass || graded)};
  if (graded) {
    sub->of = graded;
    sub->rigid = graded->means.rigid_count;
    return HOL_OK;
  }
  if (!is_modal) {
    line.end[0] = line.end[1] = HOL_END_FREE; /* rows of the structure hold them */
  }
  return is_line ? take_line(&line, sub) : take_profile(part, freedoms, resolved, &line, sub);
}

hol_status hol_motion_segment(const hol_part *part, hol_freedoms freedoms, const hol_substructure *sub, double from,
                              double to, void **of)
{
  *of = NULL;
  if (sub->class == hol_graded_class()) {
    hol_graded *segment = NULL;
    hol_status status = hol_graded_segment(sub->of, from, to, &segment);
    *of = segment;
    return status;
  }
  const hol_line *means = hol_line_part_line(sub->of);
  hol_line_part *object = *of = hol_alloc(1, sizeof *object);
  hol_line line;
  HOL_TRY(object ? hol_part_line_at(part, freedoms, means->motion, 0.5 * (from + to) / means->length, &line)
                 : HOL_MEMORY);
  line.length = means->length;
  line.end[0] = line.end[1] = HOL_END_FREE;
  hol_line_part_set(object, &line);
  return HOL_OK;
}

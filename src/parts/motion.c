/* From resolved parts to substructures: which class a motion is of. */
#include "base/memory.h"
#include "parts/kinds.h"

#include <stdlib.h>

bool hol_motion_is_modal(const hol_resolved *resolved, hol_motion motion, bool exact)
{
  return resolved->line[motion].mass > 0 && (!exact || resolved->varies);
}

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

/** What is computed: the properties along a member that varies, or of a uniform one without closed forms. */
static hol_status take_profile(const hol_part *part, hol_freedoms freedoms, const hol_resolved *resolved,
                               const hol_line *line, hol_substructure *sub)
{
  free(sub->of);
  hol_varied *object =
      resolved->varies ? hol_varied_new(part, resolved, freedoms, line->motion, line->end) : hol_varied_uniform(line);
  sub->of = object;
  HOL_TRY(object ? hol_varied_settle(object, line) : HOL_MEMORY);
  sub->rigid = object->means.rigid_count;
  return HOL_OK;
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
  bool has_mass = line.mass > 0, is_modal = hol_motion_is_modal(resolved, motion, exact);
  bool is_plain = !(line.shear > 0) && line.tension == 0 && !(line.foundation > 0);
  bool is_line = !has_mass || (!resolved->varies && (!is_modal || is_plain));
  const hol_substructure_class *class = is_line ? hol_line_class() : hol_profile_class(motion);
  *sub = (hol_substructure){.class = class,
                            .of = keep_object(sub, class),
                            .motion = motion,
                            .orders = hol_line_is_bending(&line) ? 2 : 1,
                            .component = hol_motion_ports(motion),
                            .has_mass = has_mass,
                            .is_modal = is_modal,
                            .is_stepped = resolved->varies && !has_mass};
  if (!is_modal) {
    line.end[0] = line.end[1] = HOL_END_FREE; /* rows of the structure hold them */
  }
  return is_line ? take_line(&line, sub) : take_profile(part, freedoms, resolved, &line, sub);
}

hol_status hol_motion_stretch(const hol_part *part, hol_freedoms freedoms, const hol_substructure *sub, double xi,
                              void **of)
{
  const hol_line *means = hol_line_part_line(sub->of);
  hol_line_part *object = *of = hol_alloc(1, sizeof *object);
  hol_line line;
  HOL_TRY(object ? hol_part_line_at(part, freedoms, means->motion, xi, &line) : HOL_MEMORY);
  line.length = means->length;
  line.end[0] = line.end[1] = HOL_END_FREE;
  hol_line_part_set(object, &line);
  return HOL_OK;
}

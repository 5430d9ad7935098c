#include "sweep/changes.h"
#include "base/memory.h"

#include <float.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

const hol_point *hol_change_point(const hol_problem *problem, const hol_origin *origin)
{
  const hol_joint *joint = &problem->joint[origin->row];
  switch ((hol_table)origin->table) {
  case HOL_TABLE_JOINT_POINT:
    return &joint->point[origin->item];
  case HOL_TABLE_TERM:
    return origin->at == offsetof(hol_term, point.xi) ? &joint->term[origin->item].point : NULL;
  default:
    return NULL;
  }
}

/** Is it one of `count` numbers from a byte on? */
static bool is_among(const hol_origin *origin, size_t first, size_t count)
{
  return origin->at >= first && origin->at < first + count * sizeof(double);
}

/** May it change, with joints and constraints as they are? */
static bool may_change(const hol_problem *problem, const hol_origin *origin)
{
  switch ((hol_table)origin->table) {
  case HOL_TABLE_ASIDE:
  case HOL_TABLE_PARAMETER:
  case HOL_TABLE_SECTION:
  case HOL_TABLE_STIFFNESS:
    return true;
  case HOL_TABLE_MATERIAL:
    return is_among(origin, offsetof(hol_material, E), 1) || is_among(origin, offsetof(hol_material, density), 1);
  case HOL_TABLE_PART:
    return is_among(origin, offsetof(hol_part, from), 3) || is_among(origin, offsetof(hol_part, to), 3) ||
           is_among(origin, offsetof(hol_part, value), HOL_PROPERTY_COUNT) ||
           is_among(origin, offsetof(hol_part, inertia), 3);
  case HOL_TABLE_JOINT:
    return is_among(origin, offsetof(hol_joint, compliance), 1);
  case HOL_TABLE_JOINT_POINT:
  case HOL_TABLE_TERM:
    return hol_change_point(problem, origin) != NULL;
  case HOL_TABLE_DECISION:
  case HOL_TABLE_OWN:
  case HOL_TABLE_PIECE:
  case HOL_TABLE_POINT:
    break;
  }
  return false;
}

static bool is_moved(const hol_origin *origin, const hol_lane *step)
{
  double first = step[origin->step][0];
  bool moved = false;
  for (size_t s = 1; s < HOL_PLACES; s++) {
    double other = step[origin->step][s];
    moved = moved || memcmp(&other, &first, sizeof first) != 0;
  }
  return moved;
}

hol_status hol_changes_find(hol_problem *problem, const hol_lane *step, hol_changes *changes)
{
  const hol_origins *origins = problem->origins;
  *changes = (hol_changes){.item = hol_alloc(origins->count, sizeof *changes->item), .count = origins->count};
  if (!changes->item) {
    return HOL_MEMORY;
  }
  for (size_t i = 0; i < changes->count; i++) {
    const hol_origin *origin = &origins->origin[i];
    changes->item[i] = (hol_change){.step = origin->step,
                                    .is_moved = is_moved(origin, step),
                                    .is_positive = origin->least != 2,
                                    .number = hol_origin_number(problem, origin),
                                    .read = origins->program.step[origin->step].value,
                                    .origin = origin};
    if (changes->item[i].is_moved && !may_change(problem, origin)) {
      return HOL_INVALID;
    }
  }
  return HOL_OK;
}

void hol_changes_clear(hol_changes *changes)
{
  free(changes->item);
  *changes = (hol_changes){0};
}

/** May the number have this value? */
static bool fits(const hol_change *change, double value)
{
  return change->is_moved ? (!change->is_positive || value > 0) && fabs(value) <= DBL_MAX
                          : memcmp(&value, &change->read, sizeof value) == 0;
}

bool hol_changes_take(const hol_changes *changes, const hol_lane *step, size_t lane)
{
  bool good = true;
  for (size_t i = 0; i < changes->count && good; i++) {
    good = fits(&changes->item[i], step[changes->item[i].step][lane]);
  }
  for (size_t i = 0; i < changes->count && good; i++) {
    const hol_change *change = &changes->item[i];
    if (change->number) {
      *change->number = step[change->step][lane];
    }
  }
  return good;
}

#include "sweep/changes.h"

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
  case HOL_TABLE_PIECE:
  case HOL_TABLE_POINT:
    break;
  }
  return false;
}

hol_status hol_changes_find(const hol_problem *problem, const hol_lane *step, bool *changed)
{
  for (size_t i = 0; i < problem->origins->count; i++) {
    const hol_origin *origin = &problem->origins->origin[i];
    double first = step[origin->step][0];
    changed[i] = false;
    for (size_t s = 1; s < HOL_PLACES; s++) {
      double other = step[origin->step][s];
      changed[i] = changed[i] || memcmp(&other, &first, sizeof first) != 0;
    }
    if (changed[i] && !may_change(problem, origin)) {
      return HOL_INVALID;
    }
  }
  return HOL_OK;
}

bool hol_changes_take(hol_problem *problem, const bool *changed, const hol_lane *step, size_t lane)
{
  const hol_origins *origins = problem->origins;
  for (size_t i = 0; i < origins->count; i++) {
    const hol_origin *origin = &origins->origin[i];
    double value = step[origin->step][lane], read = origins->program.step[origin->step].value;
    bool is_zero = origin->least != 2 && !(value > 0) && origin->table != HOL_TABLE_ASIDE;
    if (changed[i] ? is_zero : memcmp(&value, &read, sizeof value) != 0) {
      return false;
    }
  }
  return hol_problem_take(problem, step, lane);
}

/* SPDX-License-Identifier: BSD-3-Clause */
/* Numbers of a structure that differ between points of a sweep: search, validity, and replacement. */
#include "sweep/changes.h"
#include "base/memory.h"

#include <stdint.h>
#include <stdlib.h>
#include <string.h>

/** Is it one of `count` numbers from a byte on? */
static bool is_among(const hol_origin *origin, size_t first, size_t count)
{
  return origin->at >= first && origin->at < first + count * sizeof(double);
}

const hol_point *hol_change_point(const hol_problem *problem, const hol_origin *origin)
{
  const hol_joint *joint = &problem->joint[origin->row];
  switch ((hol_table)origin->table) {
  case HOL_TABLE_JOINT_POINT:
    return is_among(origin, offsetof(hol_point, xi), 2) ? &joint->point[origin->item] : NULL;
  case HOL_TABLE_TERM:
    return is_among(origin, offsetof(hol_term, point.xi), 2) ? &joint->term[origin->item].point : NULL;
  default:
    return NULL;
  }
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
    return is_among(origin, offsetof(hol_part, from), 6) || is_among(origin, offsetof(hol_part, to), 6) ||
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

/** Does it differ between the places? Rests are rounding: those that are the same here may differ elsewhere. */
static bool is_moved(const hol_problem *problem, const hol_origin *origin, const hol_lane_dd *step)
{
  const hol_operation *o = &problem->origins->program.step[origin->step];
  double first = step[origin->step].value[0];
  bool moved = o->code == HOL_STEP_REST && o->flags & HOL_STEP_OF_PARAMETER && may_change(problem, origin);
  for (size_t s = 1; s < HOL_PLACES; s++) {
    double other = step[origin->step].value[s];
    moved = moved || memcmp(&other, &first, sizeof first) != 0;
  }
  return moved;
}

/** It is stored if it is moved, or if what is stored before it in the same place is. */
static void add_put(hol_changes *changes, const hol_change *change)
{
  bool is_put = change->is_moved;
  for (size_t i = 0; i < changes->puts && !is_put; i++) {
    is_put = changes->put[i].number == change->number;
  }
  if (is_put && change->number) {
    changes->put[changes->puts++] = (hol_put){change->step, change->number};
  }
}

hol_status hol_changes_find(hol_problem *problem, const hol_lane_dd *step, hol_changes *changes)
{
  const hol_origins *origins = problem->origins;
  *changes = (hol_changes){.item = hol_alloc(origins->count, sizeof *changes->item),
                           .count = origins->count,
                           .put = hol_alloc(origins->count, sizeof *changes->put)};
  if (!changes->item || !changes->put) {
    return HOL_MEMORY;
  }
  for (size_t i = 0; i < changes->count; i++) {
    const hol_origin *origin = &origins->origin[i];
    changes->item[i] = (hol_change){.step = origin->step,
                                    .is_moved = is_moved(problem, origin, step),
                                    .is_positive = origin->least != 2,
                                    .number = hol_origin_number(problem, origin),
                                    .read = origins->program.step[origin->step].value.value,
                                    .origin = origin};
    add_put(changes, &changes->item[i]);
    if (changes->item[i].is_moved && !may_change(problem, origin)) {
      return HOL_INVALID;
    }
  }
  return HOL_OK;
}

void hol_changes_clear(hol_changes *changes)
{
  free(changes->item);
  free(changes->put);
  *changes = (hol_changes){0};
}

/** Bit by bit: comparisons of vectors are not everywhere one instruction. */
typedef uint64_t lane_bits __attribute__((vector_size(8 * HOL_LANES)));

HOL_LANE_CLONES
void hol_changes_fit(const hol_changes *changes, const hol_lane_dd *step, bool fits[HOL_LANES])
{
  const hol_lane zero = {0};
  lane_bits wrong = {0};
  for (size_t i = 0; i < changes->count; i++) {
    const hol_change *change = &changes->item[i];
    const hol_lane value = step[change->step].value;
    if (!change->is_moved) {
      wrong |= (lane_bits)value ^ (lane_bits)(zero + change->read);
      continue;
    }
    const lane_bits bits = (lane_bits)value;
    wrong |= (lane_bits)(value - value); /* no zero where it is not finite */
    if (change->is_positive) {
      wrong |= (bits | (bits - 1)) >> 63; /* less than zero, or one of both zeros */
    }
  }
  for (size_t l = 0; l < HOL_LANES; l++) {
    fits[l] = wrong[l] == 0;
  }
}

void hol_changes_put(const hol_changes *changes, const hol_lane_dd *step, size_t lane)
{
  for (size_t i = 0; i < changes->puts; i++) {
    *changes->put[i].number = step[changes->put[i].step].value[lane];
  }
}

/* SPDX-License-Identifier: BSD-3-Clause */
/* Re-evaluation of a problem's numbers at other parameter values by the recorded program, without parsing again. */
#include "problem/origin.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

void hol_origins_free(hol_origins *origins)
{
  if (origins) {
    hol_program_clear(&origins->program);
    free(origins->origin);
    free(origins->setting);
    free(origins->variable);
    free(origins->value);
    free(origins);
  }
}

static void *row_of(const hol_problem *problem, const hol_origin *origin)
{
  size_t row = origin->row, item = origin->item;
  switch ((hol_table)origin->table) {
  case HOL_TABLE_PARAMETER:
    return &problem->parameter[row];
  case HOL_TABLE_MATERIAL:
    return &problem->material[row];
  case HOL_TABLE_SECTION:
    return &problem->section[row];
  case HOL_TABLE_PART:
    return &problem->part[row];
  case HOL_TABLE_OWN:
    return problem->part[row].own;
  case HOL_TABLE_PIECE:
    return &problem->part[row].piece[item];
  case HOL_TABLE_POINT:
    return &problem->part[row].point[item];
  case HOL_TABLE_JOINT:
    return &problem->joint[row];
  case HOL_TABLE_JOINT_POINT:
    return &problem->joint[row].point[item];
  case HOL_TABLE_TERM:
    return &problem->joint[row].term[item];
  case HOL_TABLE_STIFFNESS:
    return &problem->joint[row].stiffness[item];
  case HOL_TABLE_DECISION:
  case HOL_TABLE_ASIDE:
    break;
  }
  return NULL;
}

double *hol_origin_number(const hol_problem *problem, const hol_origin *origin)
{
  char *row = row_of(problem, origin);
  return row ? (double *)(void *)(row + origin->at) : NULL;
}

bool hol_origin_fits(const hol_origins *origins, const hol_origin *origin, double value)
{
  const double *read = &origins->program.step[origin->step].value.value;
  if (origin->table == HOL_TABLE_DECISION) {
    return memcmp(&value, read, sizeof value) == 0;
  }
  return isfinite(value) && (origin->least == 2 || (origin->least == 1 ? value > 0 : value >= 0));
}

bool hol_problem_at(hol_problem *problem, const double *setting)
{
  hol_origins *o = problem->origins;
  if (!o) {
    return false;
  }
  for (size_t k = 0; k < o->program.parameters; k++) {
    o->variable[1 + k] = setting[o->setting[k]];
  }
  hol_program_run(&o->program, o->variable, o->value);
  for (size_t i = 0; i < o->count; i++) {
    if (!hol_origin_fits(o, &o->origin[i], o->value[o->origin[i].step].value)) {
      return false;
    }
  }
  for (size_t i = 0; i < o->count; i++) {
    double *number = hol_origin_number(problem, &o->origin[i]);
    if (number) {
      *number = o->value[o->origin[i].step].value;
    }
  }
  return true;
}

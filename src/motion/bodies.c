/* SPDX-License-Identifier: BSD-3-Clause */
/* The system in generalised coordinates of rigid bodies and joints of a problem file. */
#include "motion/bodies.h"

#include "base/memory.h"
#include "motion/body.h"

#include <math.h>
#include <stdlib.h>

void hol_motion_joint_forces_clear(hol_motion_joint_forces *forces)
{
  free(forces->item);
  *forces = (hol_motion_joint_forces){0};
}

static hol_status assemble(hol_assembly *a)
{
  const hol_problem *problem = a->problem;
  bool is_driven = false;
  for (size_t j = 0; j < problem->joint_count; j++) {
    is_driven = is_driven || problem->joint[j].kind == HOL_DRIVE;
  }
  HOL_TRY(is_driven ? hol_drives_compile(a) : HOL_OK);
  HOL_TRY(hol_bodies_place(a));
  if (a->faults->errors > a->errors) {
    return HOL_INVALID;
  }
  HOL_TRY(hol_bodies_move(a));
  for (size_t j = 0; j < problem->joint_count; j++) {
    hol_joint_hold(a, j);
    hol_joint_push(a, j);
  }
  hol_loads_push(a);
  return a->faults->errors > a->errors ? HOL_INVALID : a->steps.status;
}

hol_status hol_motion_bodies(const hol_problem *problem, hol_motion_system *system, hol_motion_joint_forces *forces,
                             hol_faults *faults)
{
  hol_assembly a = {.problem = problem,
                    .system = system,
                    .forces = forces,
                    .faults = faults,
                    .steps = {.program = &system->program},
                    .body = hol_alloc(problem->part_count, sizeof *a.body),
                    .is_plane = problem->dimensions == 2,
                    .errors = faults->errors};
  system->has_time_unit = true;
  hol_status status = a.body ? assemble(&a) : HOL_MEMORY;
  free(a.body);
  free(a.drive);
  return status;
}

static void add(const hol_step step[3], const double *value, double factor, double sum[3])
{
  for (size_t k = 0; k < 3; k++) {
    sum[k] += step[k] ? factor * value[step[k]] : 0;
  }
}

bool hol_motion_joint_force_at(const hol_motion_joint_forces *forces, size_t joint, size_t part, const double *value,
                               const double *reaction, double at[3], double force[3], double moment[3])
{
  bool is_any = false;
  for (size_t k = 0; k < 3; k++) {
    at[k] = force[k] = moment[k] = 0;
  }
  for (size_t i = 0; i < forces->count; i++) {
    const hol_motion_joint_force *item = &forces->item[i];
    if (item->joint == joint && item->part == part) {
      for (size_t k = 0; k < 3; k++) {
        at[k] = item->at[k] ? value[item->at[k]] : 0;
      }
      add(item->force, value, reaction[item->constraint], force);
      add(item->moment, value, reaction[item->constraint], moment);
      is_any = true;
    }
  }
  return is_any;
}

/* SPDX-License-Identifier: BSD-3-Clause */
/* Row of the analysis `motion`: its result is computed, passed on and freed here. */
#include "motion/analysis.h"

#include "expression/dimension.h"
#include "motion/bodies.h"
#include "motion/describe.h"
#include "motion/result.h"
#include "motion/run.h"

/** A motion, and the system of bodies that it is of; of named coordinates the request has the system. */
typedef struct found {
  hol_motion_result result; /**< first: other functions of the row know nothing else */
  hol_motion_system bodies;
} found;

static bool is_asked(const hol_problem *problem)
{
  const hol_motion_wanted *wanted = hol_motion_asked(problem);
  return wanted && wanted->has_request;
}

hol_status hol_motion_make_bodies(const hol_problem *problem, hol_motion_system *system, hol_faults *faults)
{
  HOL_TRY(hol_motion_bodies(problem, system, NULL, faults));
  system->has_time_unit = true;
  for (size_t i = 0; i < system->constraints; i++) {
    hol_motion_constraint *c = &system->constraint[i];
    const hol_dimension energy = hol_motion_energy_dimension(system), f = c->dimension;
    c->multiplier = HOL_DIMENSION(energy.length - f.length, energy.mass - f.mass, energy.time - f.time - (int)c->order);
  }
  return HOL_OK;
}

static hol_status prepare(const hol_study *study, hol_faults *faults)
{
  hol_motion_system bodies = {0};
  const hol_motion_wanted *wanted = hol_motion_asked(study->problem);
  hol_status status = wanted->has_system ? HOL_OK : hol_motion_make_bodies(study->problem, &bodies, faults);
  hol_motion_system_clear(&bodies);
  return status;
}

static hol_status run_motion(const hol_study *study, hol_watch watch, void *result, hol_faults *faults)
{
  found *f = result;
  const hol_motion_wanted *wanted = hol_motion_asked(study->problem);
  hol_status status = wanted->has_system ? HOL_OK : hol_motion_make_bodies(study->problem, &f->bodies, faults);
  const hol_motion_system *system = wanted->has_system ? &wanted->system : &f->bodies;
  status = status == HOL_OK ? hol_motion_run(system, &wanted->request, watch, &f->result, faults) : status;
  return study->comm->agree(study->comm->handle, status);
}

static bool is_stopped(const void *result)
{
  return ((const hol_motion_result *)result)->stopped;
}

static bool is_complete(const void *result)
{
  return ((const hol_motion_result *)result)->complete;
}

static hol_status table(const hol_study *study, const void *result, hol_text *text)
{
  return hol_motion_table(result, study->problem->title, text);
}

static void clear_motion(void *result)
{
  found *f = result;
  hol_motion_result_clear(&f->result);
  hol_motion_system_clear(&f->bodies);
}

const hol_analysis_row hol_motion_analysis_row = {.key = "motion",
                                                  .tells_structure = true,
                                                  .counted = "times",
                                                  .is_prepared = true,
                                                  .is_asked = is_asked,
                                                  .prepare = prepare,
                                                  .run = run_motion,
                                                  .is_complete = is_complete,
                                                  .is_stopped = is_stopped,
                                                  .describe = hol_motion_describe,
                                                  .rows = hol_motion_rows,
                                                  .arrays = hol_motion_arrays,
                                                  .table = table,
                                                  .compared = "numbers",
                                                  .compare = hol_motion_compare,
                                                  .size = sizeof(found),
                                                  .clear = clear_motion};

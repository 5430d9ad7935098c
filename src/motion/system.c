/* SPDX-License-Identifier: BSD-3-Clause */
/* Ownership of systems in generalised coordinates, of requests for their motion, and of results. */
#include "motion/system.h"

#include "motion/result.h"

#include <stdlib.h>

void hol_motion_system_clear(hol_motion_system *system)
{
  for (size_t i = 0; i < system->coordinates; i++) {
    free(system->coordinate[i].name);
  }
  for (size_t i = 0; i < system->states; i++) {
    free(system->state[i].name);
  }
  for (size_t i = 0; i < system->constraints; i++) {
    free(system->constraint[i].name);
    free(system->constraint[i].by);
  }
  for (size_t i = 0; i < system->frictions; i++) {
    free(system->friction[i].name);
  }
  for (size_t i = 0; i < system->controls; i++) {
    free(system->control[i].name);
    free(system->control[i].by);
    free(system->control[i].start);
  }
  for (size_t i = 0; i < system->outputs; i++) {
    free(system->output[i].name);
  }
  free(system->coordinate);
  free(system->state);
  free(system->constraint);
  free(system->friction);
  free(system->control);
  free(system->output);
  free(system->kink);
  hol_program_clear(&system->program);
  *system = (hol_motion_system){0};
}

void hol_motion_request_clear(hol_motion_request *request)
{
  free(request->time);
  free(request->frees);
  *request = (hol_motion_request){0};
}

void hol_motion_result_clear(hol_motion_result *result)
{
  double *const owned[] = {result->time,           result->position,        result->speed,
                           result->acceleration,   result->auxiliary,       result->reaction,
                           result->force,          result->nonideal,        result->control,
                           result->output,         result->friction,        result->energy,
                           result->position_error, result->speed_error,     result->reaction_error,
                           result->output_error,   result->auxiliary_error, result->unmet,
                           result->freeing};
  for (size_t i = 0; i < sizeof owned / sizeof *owned; i++) {
    free(owned[i]);
  }
  for (size_t i = 0; result->row && result->system && i < result->system->constraints; i++) {
    free(result->row[i].follows_from);
  }
  free(result->row);
  free(result->event);
  free(result->stop_text);
  *result = (hol_motion_result){0};
}

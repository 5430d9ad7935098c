/* SPDX-License-Identifier: BSD-3-Clause */
#include "model_of.h"

hol_status model_of(const hol_problem *problem, hol_model *model)
{
  hol_faults faults = {0};
  hol_status status = hol_model_make(
      problem, (hol_model_request){.exact = problem->analysis.exact, .reactions = problem->analysis.reactions}, model,
      &faults);
  status = status == HOL_OK ? hol_model_find_zero_modes(model, &faults) : status;
  hol_faults_clear(&faults);
  return status;
}

/* SPDX-License-Identifier: BSD-3-Clause */
/* Remarks on a structure of which no frequencies are told. */
#include "model/layout.h"
#include "study/study.h"

hol_status hol_study_remark(hol_study *study)
{
  for (size_t i = 0; i < study->founds; i++) {
    if (study->found[i].row->tells_structure) {
      return HOL_OK;
    }
  }
  hol_model model = {0};
  hol_faults faults = {0};
  hol_status status = hol_model_make(study->problem, (hol_model_request){.exact = true}, &model, &faults);
  if (status == HOL_OK) {
    study->note = model.own_layout->note;
    study->notes = model.own_layout->note_count;
    model.own_layout->note = NULL;
    model.own_layout->note_count = 0;
  }
  hol_model_clear(&model);
  hol_faults_clear(&faults);
  return status == HOL_MEMORY ? HOL_MEMORY : HOL_OK;
}

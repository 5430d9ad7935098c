/* Remarks that a model has for its reader. */
#include "base/memory.h"
#include "model/internal.h"

#include <stdlib.h>

hol_status hol_model_note(hol_model *model, char *note)
{
  if (!note || !hol_grow(&model->note, &model->note_capacity, model->note_count + 1, sizeof *model->note)) {
    free(note);
    return HOL_MEMORY;
  }
  model->note[model->note_count++] = note;
  return HOL_OK;
}

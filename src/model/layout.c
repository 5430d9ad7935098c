/* What is decided about a model, written down or compared. */
#include "base/memory.h"
#include "model/internal.h"

#include <stdlib.h>

void hol_layout_clear(hol_layout *layout)
{
  for (size_t i = 0; layout->constraint && i < layout->constraint_count; i++) {
    free(layout->constraint[i].name);
    free(layout->constraint[i].component);
    free(layout->constraint[i].depends_on);
  }
  for (size_t i = 0; i < layout->note_count; i++) {
    free(layout->note[i]);
  }
  hol_pivots_clear(&layout->constraints);
  hol_pivots_clear(&layout->effects);
  free(layout->decision);
  free(layout->constraint);
  free(layout->note);
  *layout = (hol_layout){0};
}

hol_status hol_layout_note(hol_layout *layout, char *note)
{
  if (!note || !hol_grow(&layout->note, &layout->note_capacity, layout->note_count + 1, sizeof *layout->note)) {
    free(note);
    return HOL_MEMORY;
  }
  layout->note[layout->note_count++] = note;
  return HOL_OK;
}

hol_status hol_keep_decision(hol_filling *filling, size_t *value)
{
  hol_layout *making = filling->making;
  const hol_layout *layout = filling->model->layout;
  if (making) {
    if (!hol_grow(&making->decision, &making->decision_capacity, making->decisions + 1, sizeof *making->decision)) {
      return HOL_MEMORY;
    }
    making->decision[making->decisions++] = *value;
    return HOL_OK;
  }
  if (filling->next == layout->decisions) {
    return HOL_RESHAPED;
  }
  *value = layout->decision[filling->next++];
  return HOL_OK;
}

hol_status hol_decide(hol_filling *filling, size_t value)
{
  size_t decided = value;
  HOL_TRY(hol_keep_decision(filling, &decided));
  return decided == value ? HOL_OK : HOL_RESHAPED;
}

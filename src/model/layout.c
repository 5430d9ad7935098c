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
  for (size_t i = 0; layout->spring && i < layout->spring_count; i++) {
    free(layout->spring[i].component);
  }
  for (size_t i = 0; i < layout->note_count; i++) {
    free(layout->note[i]);
  }
  hol_pivots_clear(&layout->constraints);
  hol_pivots_clear(&layout->effects);
  free(layout->decision);
  free(layout->constraint);
  free(layout->spring);
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

hol_status hol_layout_add(hol_layout *layout, size_t decision)
{
  if (!hol_grow(&layout->decision, &layout->decision_capacity, layout->decisions + 1, sizeof *layout->decision)) {
    return HOL_MEMORY;
  }
  layout->decision[layout->decisions++] = decision;
  return HOL_OK;
}

/* SPDX-License-Identifier: BSD-3-Clause */
/* Decisions, remarks and names of a layout: append, look up, free. */
#include "base/memory.h"
#include "model/internal.h"

#include <stdlib.h>

void hol_layout_close(hol_layout *layout)
{
  hol_pivots_clear(&layout->constraints);
  hol_pivots_clear(&layout->effects);
  free(layout->decision);
  layout->decision = NULL;
  layout->decisions = layout->decision_capacity = 0;
}

void hol_layout_clear(hol_layout *layout)
{
  for (size_t i = 0; layout->constraint && i < layout->constraint_count; i++) {
    free(layout->constraint[i].depends_on);
  }
  for (size_t i = 0; i < layout->component_count; i++) {
    free(layout->component[i]);
  }
  for (size_t i = 0; i < layout->note_count; i++) {
    free(layout->note[i]);
  }
  hol_layout_close(layout);
  hol_names_clear(&layout->component_number);
  free(layout->constraint);
  free(layout->spring);
  free(layout->component);
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

hol_status hol_layout_name(hol_layout *layout, const char *text, const char **component)
{
  size_t number;
  if (!hol_names_find(&layout->component_number, text, &number)) {
    bool existed;
    number = layout->component_count;
    char *copy = hol_format("%s", text);
    if (!copy || !hol_grow(&layout->component, &layout->component_capacity, number + 1, sizeof *layout->component)) {
      free(copy);
      return HOL_MEMORY;
    }
    layout->component[layout->component_count++] = copy;
    HOL_TRY(hol_names_add(&layout->component_number, copy, number, &existed));
  }
  *component = layout->component[number];
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

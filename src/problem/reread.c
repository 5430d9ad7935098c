/* Reading a problem again with other values of its parameters. */
#include "base/memory.h"
#include "problem/again.h"

#include <stdio.h>
#include <stdlib.h>

enum { NUMBER = 32 };

/** Overrides of the source, then those wanted now: the last one for a parameter counts. */
static hol_status read_in(const hol_problem_source *source, hol_override *set, size_t n, hol_problem *problem)
{
  hol_diagnostics faults = {0};
  hol_units units = {0};
  hol_problem_source changed = *source;
  changed.set = set;
  changed.n_set += n;
  hol_status status = hol_problem_read_again(&units, &changed, problem, &faults);
  hol_units_clear(&units);
  hol_diagnostics_clear(&faults);
  return status;
}

hol_status hol_problem_reread(const hol_problem_source *source, size_t n, const char *const *name, const double *value,
                              hol_problem *problem)
{
  hol_override *set = hol_alloc(source->n_set + n + 1, sizeof *set);
  char **text = hol_alloc(n + 1, sizeof *text);
  hol_status status = set && text ? HOL_OK : HOL_MEMORY;
  for (size_t i = 0; status == HOL_OK && i < source->n_set; i++) {
    set[i] = source->set[i];
  }
  for (size_t i = 0; status == HOL_OK && i < n; i++) {
    size_t length = 0;
    while (name[i][length]) {
      length++;
    }
    text[i] = hol_alloc(length + NUMBER, 1);
    if (!text[i]) {
      status = HOL_MEMORY;
    } else {
      (void)snprintf(text[i], length + NUMBER, "%s=%.17g", name[i], value[i]);
      set[source->n_set + i].text = text[i];
    }
  }
  status = status == HOL_OK ? read_in(source, set, n, problem) : status;
  for (size_t i = 0; text && i < n; i++) {
    free(text[i]);
  }
  free(text);
  free(set);
  return status;
}

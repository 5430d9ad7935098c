/* SPDX-License-Identifier: BSD-3-Clause */
/* Component modes of a substructure: computation by its class, and release. */
#include "parts/substructure.h"

#include <stdlib.h>

void hol_component_modes_clear(hol_component_modes *modes)
{
  if (modes->data) {
    modes->class->clear(modes->data);
  }
  free(modes->omega2);
  free(modes->phi);
  free(modes->massless);
  *modes = (hol_component_modes){0};
}

hol_status hol_component_modes_compute(const hol_substructure_class *class, const void *of,
                                       const hol_modes_request *request, hol_component_modes *modes)
{
  *modes = (hol_component_modes){.class = class};
  hol_status status = class->component_modes(of, request, modes);
  if (status != HOL_OK) {
    hol_component_modes_clear(modes);
  }
  return status;
}

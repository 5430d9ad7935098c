/* SPDX-License-Identifier: BSD-3-Clause */
/* Component modes of a substructure: computation by its class, and release. */
#include "parts/substructure.h"

#include <stdlib.h>

void hol_own_clear(hol_own_modes *modes)
{
  if (modes->own) {
    modes->class->clear(modes->own);
  }
  free(modes->omega2);
  free(modes->phi);
  free(modes->light);
  *modes = (hol_own_modes){0};
}

hol_status hol_own_compute(const hol_substructure_class *class, const void *of, const hol_wish *wish,
                           hol_own_modes *modes)
{
  *modes = (hol_own_modes){.class = class};
  hol_status status = class->own(of, wish, modes);
  if (status != HOL_OK) {
    hol_own_clear(modes);
  }
  return status;
}

/* matrices: a part imported from another program by its stiffness and mass. */
#include "parts/import/import.h"
#include "parts/kinds.h"

void hol_resolve_matrices(const hol_part *part, hol_freedoms freedoms, hol_piece *piece, hol_faults *faults)
{
  hol_resolving r = {.kind = "part", .part = part, .freedoms = freedoms, .faults = faults};
  *piece = (hol_piece){0};
  if (!hol_own_axes(&r, piece) || !part->matrices || !part->matrices->stiffness.path || !part->matrices->mass.path) {
    return;
  }
  hol_status status = hol_import_part(&r, (const double(*)[3])piece->axis, &piece->sites, &piece->length);
  if (status != HOL_OK && status != HOL_INVALID) {
    hol_faults_add(faults, true, part->place, NULL, "the matrices of `%s` cannot be used: %s", part->name,
                   hol_status_text(status));
  }
}

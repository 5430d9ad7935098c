/* bar: axial motion only. */
#include "parts/kinds.h"

#include <math.h>

void hol_resolve_bar(const hol_part *part, hol_freedoms freedoms, hol_piece *piece, hol_faults *faults)
{
  hol_resolving r = {.kind = "bar", .part = part, .freedoms = freedoms, .faults = faults};
  hol_stock stock = hol_part_stock(part);
  *piece = (hol_piece){0};
  if (!hol_member_axes(&r, piece)) {
    return;
  }
  piece->line_mass = hol_given(part, HOL_P_LINE_MASS, isnan(stock.line_mass) ? 0 : stock.line_mass);
  if (!hol_member_has(piece, HOL_AXIAL, freedoms)) {
    return;
  }
  piece->present[HOL_AXIAL] = true;
  hol_line *line = &piece->line[HOL_AXIAL];
  *line = (hol_line){.motion = HOL_AXIAL, .length = piece->length};
  line->stiffness =
      hol_needed(&r, HOL_P_EA, hol_given(part, HOL_P_EA, stock.EA), "E of the material and the area of the section");
  line->mass = hol_needed(&r, HOL_P_LINE_MASS, hol_given(part, HOL_P_LINE_MASS, stock.line_mass),
                          "the density of the material and the area of the section");
  hol_member_ends(part, line);
}

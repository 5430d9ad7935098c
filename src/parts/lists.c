/* What the structure gets of a resolved part besides what deforms. */
#include "base/dense.h"
#include "base/memory.h"
#include "parts/kinds.h"

#include <math.h>
#include <string.h>

/** Inertia about a principal axis below this part of the largest one is rounding. */
static const double rounding = 1e-14;

hol_status hol_list_lump(hol_piece *piece, hol_lump lump)
{
  if (!hol_grow(&piece->lump, &piece->lump_capacity, piece->lumps + 1, sizeof *piece->lump)) {
    return HOL_MEMORY;
  }
  piece->lump[piece->lumps++] = lump;
  return HOL_OK;
}

/** A member moves as a whole where it does not deform. */
hol_status hol_list_member(hol_piece *piece)
{
  static const size_t along[HOL_MOTION_COUNT] = {[HOL_AXIAL] = HOL_UX, [HOL_TORSION] = HOL_RX};
  piece->wholes = piece->lumps = 0;
  for (int m = HOL_AXIAL; m <= HOL_TORSION; m++) {
    if (!piece->present[m] || !piece->rigid[m]) {
      continue;
    }
    hol_lump lump = {.by = HOL_BY_WHOLE, .whole = piece->wholes, .turns = m == HOL_TORSION};
    lump.mass = lump.turns ? piece->turning[0] : piece->moment[0];
    memcpy(lump.axis, piece->axis[0], sizeof lump.axis);
    piece->whole[piece->wholes++] = along[m];
    HOL_TRY(hol_list_lump(piece, lump));
  }
  return HOL_OK;
}

/** Principal axes of a body that are not the global ones, one after the other, and the inertia about each. */
static hol_status turn_principal(const hol_piece *piece, double axis[9], double inertia[3])
{
  for (size_t i = 0; i < 9; i++) {
    axis[i] = piece->inertia[i / 3][i % 3];
  }
  HOL_TRY(hol_dense_eigen(3, axis, inertia));
  double largest = fmax(inertia[0], fmax(inertia[1], inertia[2]));
  for (size_t k = 0; k < 3; k++) {
    inertia[k] = inertia[k] > rounding * largest ? inertia[k] : 0;
  }
  return HOL_OK;
}

/** A body: its mass along the three axes, its inertia about the principal axes. */
hol_status hol_list_body(hol_piece *piece)
{
  double axis[9] = {1, 0, 0, 0, 1, 0, 0, 0, 1}, inertia[3];
  bool is_turned = piece->inertia[0][1] != 0 || piece->inertia[0][2] != 0 || piece->inertia[1][2] != 0;
  for (size_t k = 0; k < 3; k++) {
    inertia[k] = piece->inertia[k][k];
  }
  piece->lumps = 0;
  HOL_TRY(is_turned ? turn_principal(piece, axis, inertia) : HOL_OK);
  for (size_t k = 0; k < 3; k++) {
    HOL_TRY(hol_list_lump(piece, (hol_lump){.by = HOL_BY_FIRST, .axis = {k == 0, k == 1, k == 2}, .mass = piece->mass}));
    hol_lump about = {.by = HOL_BY_FIRST, .turns = true, .is_principal = is_turned, .mass = inertia[k]};
    memcpy(about.axis, axis + 3 * k, sizeof about.axis);
    HOL_TRY(hol_list_lump(piece, about));
  }
  return HOL_OK;
}

/** A part with points is heavy where it is rigid and free; elsewhere its modes have the mass. */
hol_status hol_list_sites(hol_piece *piece)
{
  const hol_sites *sites = &piece->sites;
  piece->lumps = 0;
  for (size_t f = 0; f < HOL_FREEDOM_COUNT && !sites->rigid_held; f++) {
    if (!(sites->rigid_in >> f & 1)) {
      continue;
    }
    hol_lump lump = {.by = HOL_BY_FIRST, .turns = f >= HOL_RX, .is_principal = true};
    lump.mass = lump.turns ? sites->inertia[f % 3][f % 3] : sites->mass;
    memcpy(lump.axis, piece->axis[f % 3], sizeof lump.axis);
    HOL_TRY(hol_list_lump(piece, lump));
  }
  return HOL_OK;
}

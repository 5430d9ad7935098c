/* How many frequencies a system has whose parts have finitely many modes. */
#include "compliance/system.h"

#include <math.h>

/** What of a row is rounding when rows of order one are eliminated. */
static const double geometry_rounding = 1e-11;

/** Are the motions of a part those of its modes alone, so that each port is an equation on them? */
static bool is_whole(const hol_system *system, const hol_modal *modal)
{
  if (system->by_reactions) {
    return true;
  }
  bool whole = modal->own && modal->own->has_all && modal->modes == modal->own->rigid + modal->own->modes;
  for (size_t i = 0; whole && i < modal->ports; i++) {
    double compliance = 0;
    for (size_t k = modal->rigid; k < modal->modes; k++) {
      double phi = modal->phi[i + k * modal->ports];
      compliance += phi * phi / modal->mode[k].omega2;
    }
    whole = fabs(modal->remainder[i * (modal->ports + 1)]) <= 1e-11 * compliance;
  }
  return whole;
}

static hol_status offer(hol_elimination *e, const hol_sparse *row)
{
  bool redundant;
  return row->count ? hol_elimination_offer(e, row, geometry_rounding, &redundant, NULL) : HOL_OK;
}

/** Ports of whole parts, and masses. */
static hol_status offer_all(const hol_system *system, hol_elimination *moving, size_t *roots)
{
  const hol_model *model = system->model;
  HOL_TRY(hol_elimination_start(moving, model->coordinates));
  for (size_t m = 0; m < system->modal_count; m++) {
    const hol_modal *modal = &system->modal[m];
    bool whole = is_whole(system, modal);
    *roots += modal->modes - (whole ? modal->ports : 0);
    for (size_t i = 0; whole && i < modal->ports; i++) {
      HOL_TRY(offer(moving, hol_modal_row(modal, i)));
    }
  }
  for (size_t i = 0; i < model->mass_count; i++) {
    HOL_TRY(offer(moving, &model->mass[i].along.row));
  }
  return HOL_OK;
}

hol_status hol_system_count_roots(hol_system *system)
{
  hol_elimination moving = {0};
  size_t roots = 0;
  hol_status status = offer_all(system, &moving, &roots);
  system->finite_roots = roots + moving.pivots;
  hol_elimination_clear(&moving);
  return status;
}

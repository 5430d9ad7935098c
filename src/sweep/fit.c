/* SPDX-License-Identifier: BSD-3-Clause */
/* One structure put into a reduction. */
#include "parts/resolve.h"
#include "sweep/reduction.h"

/** Two places on a member closer than this (xi) are not told apart here, and a place this near to an end is left to
 *  hol_solve(). */
static const double apart = 1e-6, together = 5e-10;

/** Are places on members well apart, or at an end? */
static bool are_apart(const hol_model *model)
{
  for (size_t part = 0; part < model->problem->part_count; part++) {
    size_t first = model->first_station[part], last = model->first_station[part + 1];
    for (size_t s = first; s < last; s++) {
      double xi = model->station[s].xi;
      bool at_end = xi <= together || xi >= 1 - together;
      if ((!at_end && (xi < apart || xi > 1 - apart)) || (s > first && xi - model->station[s - 1].xi < apart)) {
        return false;
      }
    }
  }
  return true;
}

void hol_reduction_run(hol_reduction *reduction, const hol_lane *axis, hol_lane_dd *step)
{
  hol_program_lanes(&reduction->work.origins->program, axis, step);
  hol_changes_fit(&reduction->changes, step, reduction->fits);
}

bool hol_reduction_fit(hol_reduction *reduction, const hol_lane_dd *step, size_t lane)
{
  if (!reduction->fits[lane]) {
    return false;
  }
  hol_changes_put(&reduction->changes, step, lane);
  return hol_model_refill(&reduction->work, reduction->part_changes, &reduction->model) == HOL_OK &&
         are_apart(&reduction->model);
}

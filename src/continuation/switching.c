/* SPDX-License-Identifier: BSD-3-Clause */
/* Branch switching: the other tangent at a branch point, a start beside it; and a solution at a fixed parameter. */
#include "continuation/corrector.h"

#include "base/memory.h"
#include "base/vector.h"

#include <stdlib.h>
#include <string.h>

/** Units of a lone point. */
static void set_units(hol_corrector *c, double unit, const double *z)
{
  double size = hol_norm(c->n - 1, z);
  c->unit_x = size > 0 ? size : 1;
  c->unit_p = unit;
}

static bool solve_at_parameter(hol_corrector *c, double unit, double *z, double *work)
{
  set_units(c, unit, z);
  memset(work, 0, c->n * sizeof *work);
  work[c->n - 1] = 1;
  memcpy(work + c->n, z, c->n * sizeof *z);
  return hol_corrector_solve(c, work, work + c->n, 0, z).converged;
}

hol_status hol_path_solve(const hol_equation *equation, double unit, double *z, bool *converged)
{
  hol_corrector c;
  hol_status status = hol_corrector_start(&c, equation);
  double *work = hol_alloc(2 * (equation->unknowns + 1), sizeof *work);
  status = work ? status : HOL_MEMORY;
  if (status == HOL_OK) {
    *converged = solve_at_parameter(&c, unit, z, work);
  }
  free(work);
  hol_corrector_clear(&c);
  return status;
}

static hol_status other_tangent_in(hol_corrector *c, double unit, double *z, const double *t, double *other,
                                   double *work)
{
  if (!solve_at_parameter(c, unit, z, work)) {
    return HOL_NUMERICAL;
  }
  hol_corrector_row(c, t, work);
  hol_corrector_tangent(c, z, work, work, NULL);
  hol_corrector_other_tangent(c, work, other);
  for (size_t i = 0; i < c->n; i++) {
    other[i] *= hol_corrector_unit(c, i);
  }
  return HOL_OK;
}

hol_status hol_path_other_tangent(const hol_equation *equation, double unit, double *z, const double *t, double *other)
{
  hol_corrector c;
  hol_status status = hol_corrector_start(&c, equation);
  double *work = hol_alloc(2 * (equation->unknowns + 1), sizeof *work);
  status = work ? status : HOL_MEMORY;
  if (status == HOL_OK) {
    status = other_tangent_in(&c, unit, z, t, other, work);
  }
  free(work);
  hol_corrector_clear(&c);
  return status;
}

void hol_path_beside(const hol_path_event *event, size_t n, int side, double *z, double *direction)
{
  for (size_t i = 0; i < n; i++) {
    direction[i] = (double)side * event->other_tangent[i];
    z[i] = event->z[i] + HOL_BRANCH_STEP * direction[i];
  }
}

hol_status hol_path_step_back(const double *z, const double *direction, const hol_path *start, hol_path *back)
{
  size_t n = start->unknowns + 1;
  back->unknowns = start->unknowns;
  back->end = HOL_BRANCH_ENDS_AT_BRANCH;
  back->z = hol_alloc(2 * n, sizeof *back->z);
  back->point = hol_alloc(2, sizeof *back->point);
  if (!back->z || !back->point) {
    return HOL_MEMORY;
  }
  back->points = 2;
  for (size_t i = 0; i < n; i++) {
    back->z[i] = start->z[i];
    back->z[n + i] = z[i] - HOL_BRANCH_STEP * direction[i];
  }
  back->point[1].stability = start->point[0].stability; /* at the branch point itself it is undecided */
  return HOL_OK;
}

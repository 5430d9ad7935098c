/* SPDX-License-Identifier: BSD-3-Clause */
/* Lone points of a curve: a solution at a fixed parameter, and the other tangent at a branch point. */
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

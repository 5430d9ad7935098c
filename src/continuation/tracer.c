/* SPDX-License-Identifier: BSD-3-Clause */
/* One step of a continuation: units of lengths, prediction and correction of a point, test functions there. */
#include "continuation/tracer.h"

#include "base/memory.h"
#include "base/vector.h"

#include <math.h>
#include <string.h>

/** Units of x and p at a point with tangent t (any length). */
void hol_tracer_set_units(hol_tracer *k, const double *z, const double *t)
{
  hol_corrector *c = &k->corrector;
  size_t d = k->n - 1;
  double size = hol_norm(d, z), slope = hol_norm(d, t);
  k->largest = fmax(k->largest, size);
  c->unit_p = k->options->unit;
  c->unit_x = fmax(size, 0.02 * k->largest);
  if (!(c->unit_x > 0)) { /* at rest: measure x by what it is about to become */
    c->unit_x = t[d] != 0 && slope > 0 ? slope / fabs(t[d]) * c->unit_p : slope > 0 ? slope : 1;
  }
}

/** Prepare steps from point `at`: units, unit tangent, curvature from the point before. */
void hol_tracer_set_base(hol_tracer *k, size_t at)
{
  size_t n = k->n;
  const double *z = k->path->z + at * n;
  hol_tracer_set_units(k, z, k->path->t + at * n);
  hol_corrector_row(&k->corrector, k->path->t + at * n, k->row);
  memset(k->bend, 0, n * sizeof *k->bend);
  if (at == 0) {
    return;
  }
  hol_corrector_row(&k->corrector, k->path->t + (at - 1) * n, k->bend);
  double length = 0, overlap = 0;
  const double *before = z - n;
  for (size_t i = 0; i < n; i++) {
    double step = (z[i] - before[i]) / hol_corrector_unit(&k->corrector, i);
    length += step * step;
    k->bend[i] = k->row[i] - k->bend[i];
    overlap += k->bend[i] * k->row[i];
  }
  length = sqrt(length);
  for (size_t i = 0; i < n; i++) {
    k->bend[i] = length > 0 ? (k->bend[i] - overlap * k->row[i]) / length : 0;
  }
}

/** Everything about a solution z whose tangent is near `row`. */
hol_status hol_tracer_test(hol_tracer *k, const double *z, double *t, bool with_inertia, bool with_stability,
                           hol_path_point *point)
{
  const hol_equation *e = k->equation;
  *point = (hol_path_point){0};
  hol_corrector_tangent(&k->corrector, z, k->row, t, with_inertia ? &point->negative : NULL);
  point->dp_ds = t[k->n - 1];
  point->bordered = k->corrector.bordered;
  if (e->size_slope) {
    double *unscaled = k->corrector.right;
    for (size_t i = 0; i < k->n; i++) {
      unscaled[i] = t[i] * hol_corrector_unit(&k->corrector, i);
    }
    point->size_slope = e->size_slope(e->self, z, unscaled);
  }
  if (with_stability && e->stability) {
    HOL_TRY(e->stability(e->self, z, point->bordered.sign * (point->dp_ds < 0 ? -1 : 1), &point->stability));
  }
  return HOL_OK;
}

/** Predict and correct the point at `length` from base point `at`. */
hol_correction hol_tracer_correct(hol_tracer *k, size_t at, double length, double *z)
{
  const double *origin = k->path->z + at * k->n;
  for (size_t i = 0; i < k->n; i++) {
    z[i] = origin[i] + hol_corrector_unit(&k->corrector, i) * length * (k->row[i] + 0.5 * length * k->bend[i]);
  }
  return hol_corrector_solve(&k->corrector, k->row, origin, length, z);
}

hol_status hol_tracer_append(hol_tracer *k, const double *z, const double *t, const hol_path_point *point)
{
  hol_path *p = k->path;
  size_t n = k->n;
  if (!hol_grow(&p->z, &p->z_capacity, (p->points + 1) * n, sizeof *p->z) ||
      !hol_grow(&p->t, &p->t_capacity, (p->points + 1) * n, sizeof *p->t) ||
      !hol_grow(&p->point, &p->point_capacity, p->points + 1, sizeof *p->point)) {
    return HOL_MEMORY;
  }
  memcpy(p->z + p->points * n, z, n * sizeof *z);
  for (size_t i = 0; i < n; i++) {
    p->t[p->points * n + i] = t[i] * hol_corrector_unit(&k->corrector, i);
  }
  p->point[p->points] = *point;
  p->points++;
  return HOL_OK;
}

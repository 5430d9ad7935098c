/* SPDX-License-Identifier: BSD-3-Clause */
/* Newton’s method on the bordered system: one point of a curve, its tangent and the other tangent at a branch point. */
#include "continuation/corrector.h"

#include "base/memory.h"
#include "base/vector.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

static const double TOLERANCE = 1e-12; /* length of what is left to correct */
enum { ITERATIONS = 12 };

hol_status hol_corrector_start(hol_corrector *corrector, const hol_equation *equation)
{
  size_t n = equation->unknowns + 1;
  hol_corrector c = {.equation = equation, .n = n, .unit_x = 1, .unit_p = 1};
  c.matrix = hol_alloc(n * n, sizeof(double));
  c.scale = hol_alloc(2 * n, sizeof(double));
  c.symmetric = hol_alloc(n * n, sizeof(double));
  c.pivot = hol_alloc(n, sizeof *c.pivot);
  *corrector = c;
  if (!c.matrix || !c.scale || !c.symmetric || !c.pivot) {
    hol_corrector_clear(corrector);
    return HOL_MEMORY;
  }
  corrector->right = corrector->scale + n;
  return HOL_OK;
}

void hol_corrector_clear(hol_corrector *c)
{
  free(c->matrix);
  free(c->scale);
  free(c->symmetric);
  free(c->pivot);
  *c = (hol_corrector){0};
}

void hol_corrector_row(const hol_corrector *c, const double *t, double *row)
{
  for (size_t i = 0; i < c->n; i++) {
    row[i] = t[i] / hol_corrector_unit(c, i);
  }
  double factor = 1 / hol_norm(c->n, row);
  for (size_t i = 0; i < c->n; i++) {
    row[i] *= factor;
  }
}

/** Residual and bordered matrix at z in units, factorised. */
static void form(hol_corrector *c, const double *z, const double *row, size_t *negative)
{
  size_t n = c->n, d = n - 1;
  c->equation->evaluate(c->equation->self, z, c->right, c->matrix);
  if (negative) {
    for (size_t i = 0; i < d; i++) {
      for (size_t j = i; j < d; j++) {
        c->symmetric[i * d + j] = c->matrix[i * n + j] + c->matrix[j * n + i];
      }
    }
    *negative = hol_negative_pivots(d, c->symmetric);
  }
  for (size_t i = 0; i < d; i++) {
    double *restrict a = c->matrix + i * n;
    for (size_t j = 0; j < d; j++) {
      a[j] *= c->unit_x;
    }
    a[d] *= c->unit_p;
  }
  memcpy(c->matrix + d * n, row, n * sizeof *row);
  c->bordered = hol_lu_factor(n, c->matrix, c->pivot, c->scale);
}

static double along(const hol_corrector *c, const double *row, const double *z, const double *origin)
{
  double sum = 0;
  for (size_t i = 0; i + 1 < c->n; i++) {
    sum += row[i] * (z[i] - origin[i]);
  }
  return sum / c->unit_x + row[c->n - 1] * (z[c->n - 1] - origin[c->n - 1]) / c->unit_p;
}

/** One correction from the residual in `right`; its length. */
static double correct(hol_corrector *c, const double *row, const double *origin, double length, double *z)
{
  size_t n = c->n;
  c->right[n - 1] = along(c, row, z, origin) - length;
  hol_lu_solve(n, c->matrix, c->pivot, c->scale, c->right);
  for (size_t i = 0; i + 1 < n; i++) {
    z[i] -= c->unit_x * c->right[i];
  }
  z[n - 1] -= c->unit_p * c->right[n - 1];
  return hol_norm(n, c->right);
}

hol_correction hol_corrector_solve(hol_corrector *c, const double *row, const double *origin, double length, double *z)
{
  hol_correction result = {0};
  double last = 0, rate = 1;
  bool fresh = true;
  for (int i = 0; i < ITERATIONS; i++) {
    if (fresh) {
      form(c, z, row, NULL);
    } else {
      c->equation->evaluate(c->equation->self, z, c->right, NULL);
    }
    double size = correct(c, row, origin, length, z);
    if (!isfinite(size) || size > 1e3) {
      return result;
    }
    rate = i > 0 && last > 0 ? size / last : 1;
    result.first = i == 0 ? size : result.first;
    result.contraction = i == 1 ? rate : result.contraction;
    /* left over: less than rate·size; or rounding, where corrections stop to shrink */
    if (size < TOLERANCE || (i > 0 && rate < 0.1 && size * rate < TOLERANCE) || (i > 0 && size < 1e-9 && rate > 0.3)) {
      result.converged = true;
      return result;
    }
    if (i > 0 && rate > 2) {
      return result;
    }
    fresh = i > 0 && rate > 0.1; /* the old matrix does as long as it contracts well */
    last = size;
  }
  return result;
}

void hol_corrector_tangent(hol_corrector *c, const double *z, const double *row, double *t, size_t *negative)
{
  size_t n = c->n;
  form(c, z, row, negative);
  memset(c->right, 0, n * sizeof *c->right);
  c->right[n - 1] = 1;
  hol_lu_solve(n, c->matrix, c->pivot, c->scale, c->right);
  double factor = 1 / hol_norm(n, c->right);
  for (size_t i = 0; i < n; i++) {
    t[i] = factor * c->right[i];
  }
}

void hol_corrector_other_tangent(hol_corrector *c, const double *row, double *other)
{
  size_t n = c->n;
  for (size_t i = 0; i + 1 < n; i++) { /* any numbers that no symmetry of the equations annuls */
    other[i] = cos(1 + 7 * sqrt((double)i + 2));
  }
  other[n - 1] = 0; /* orthogonal to the tangent; the rest is drowned by the null direction */
  hol_lu_solve(n, c->matrix, c->pivot, c->scale, other);
  double factor = 1 / hol_norm(n, other), overlap = 0;
  for (size_t i = 0; i < n; i++) {
    other[i] *= factor;
    overlap += other[i] * row[i];
  }
  for (size_t i = 0; i < n; i++) {
    other[i] -= overlap * row[i];
  }
  factor = 1 / hol_norm(n, other);
  for (size_t i = 0; i < n; i++) {
    other[i] *= factor;
  }
}

/* SPDX-License-Identifier: BSD-3-Clause */
/* Massless motions of an imported part. */
#include "base/dense.h"
#include "base/memory.h"
#include "base/vector.h"
#include "parts/import/imported.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/** Shares of mass, or of stiffness, below this are rounding. */
static const double rounding = 1e-11;
/** Parts of more unknowns are not looked at. */
enum { SMALL = 400 };

/** Square roots of the masses of the rows; rows without mass get that of a spring of theirs which swings as slowly as
 *  any. */
static void row_sizes(const hol_imported *body, double *size)
{
  double least = HUGE_VAL;
  for (size_t i = 0; i < body->n; i++) {
    double k = body->k[body->start[i]], m = body->m[body->start[i]];
    least = m > 0 && k > 0 ? fmin(least, k / m) : least;
  }
  for (size_t i = 0; i < body->n; i++) {
    double k = body->k[body->start[i]], m = body->m[body->start[i]];
    size[i] = sqrt(m > 0 ? m : k > 0 && isfinite(least) ? k / least : 1);
  }
}

/** D⁻¹M D⁻¹ */
static void scaled_mass(const hol_imported *body, const double *size, double *A)
{
  size_t n = body->n;
  for (size_t j = 0; j < n; j++) {
    for (size_t e = body->start[j]; e < body->start[j + 1]; e++) {
      size_t i = (size_t)body->row[e];
      A[i + j * n] = A[j + i * n] = body->m[e] / (size[i] * size[j]);
    }
  }
}

/** Is M plainly regular? Its Cholesky factor then has no small pivot. A: destroyed */
static bool is_regular(size_t n, double *A)
{
  bool regular = hol_dense_cholesky(n, A) == HOL_OK;
  for (size_t i = 0; i < n && regular; i++) {
    regular = A[i * (n + 1)] > 1e-3;
  }
  return regular;
}

static hol_status light_in(const hol_imported *body, double *size, double *A, double *value, size_t *count, double **Z)
{
  size_t n = body->n;
  row_sizes(body, size);
  scaled_mass(body, size, A);
  if (is_regular(n, A)) {
    *Z = hol_alloc(0, sizeof **Z);
    return *Z ? HOL_OK : HOL_MEMORY;
  }
  memset(A, 0, n * n * sizeof *A);
  scaled_mass(body, size, A);
  HOL_TRY(hol_dense_eigen(n, A, value));
  while (*count < n && value[*count] <= rounding * value[n - 1]) {
    ++*count;
  }
  *Z = hol_alloc(n * *count, sizeof **Z);
  for (size_t i = 0; *Z && i < n * *count; i++) {
    (*Z)[i] = A[i] / size[i % n];
  }
  return *Z ? HOL_OK : HOL_MEMORY;
}

hol_status hol_imported_light(const hol_imported *body, size_t *count, double **Z)
{
  size_t n = body->n;
  *count = 0;
  *Z = NULL;
  double *size = hol_alloc(n, sizeof *size), *A = hol_alloc(n * n, sizeof *A), *value = hol_alloc(n, sizeof *value);
  hol_status status = size && A && value ? light_in(body, size, A, value, count, Z) : HOL_MEMORY;
  free(size);
  free(A);
  free(value);
  return status;
}

/** The least eigenvalue of ZᵀKZ, scaled by the terms its diagonal is a sum of. */
static hol_status least_stiffness(const hol_imported *body, size_t count, const double *Z, double *least)
{
  size_t n = body->n;
  double *KZ = hol_alloc(n * count, sizeof *KZ), *G = hol_alloc(count * count, sizeof *G),
         *size = hol_alloc(2 * count, sizeof *size);
  hol_status status = KZ && G && size ? hol_imported_terms(body, false, count, Z, size) : HOL_MEMORY;
  if (status == HOL_OK) {
    hol_imported_apply(body, false, count, Z, KZ);
    for (size_t i = 0; i < count * count; i++) {
      double scale = sqrt(size[i % count]) * sqrt(size[i / count]);
      G[i] = scale > 0 ? hol_dot(n, Z + i % count * n, KZ + i / count * n) / scale : 0;
    }
    status = hol_dense_eigen(count, G, size + count);
    *least = size[count];
  }
  free(KZ);
  free(G);
  free(size);
  return status;
}

hol_status hol_imported_has_mechanism(const hol_imported *body, bool *is_loose)
{
  size_t count;
  double *Z, least = 1;
  *is_loose = false;
  if (body->n > SMALL) {
    return HOL_OK;
  }
  HOL_TRY(hol_imported_light(body, &count, &Z));
  hol_status status = count ? least_stiffness(body, count, Z, &least) : HOL_OK;
  *is_loose = fabs(least) <= rounding;
  free(Z);
  return status;
}

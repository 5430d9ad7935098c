/* SPDX-License-Identifier: BSD-3-Clause */
/* Rayleigh-Ritz modes from strains without a stiffness matrix: QR factorisation, SVD, compliance, Sturm count. */
#include "parts/ritz.h"
#include "base/dense.h"
#include "base/memory.h"
#include "base/vector.h"

#include <assert.h>
#include <float.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

hol_status hol_ritz_start(hol_ritz *r)
{
  size_t columns = r->rigid + r->n;
  r->E = hol_alloc(r->strains * r->n, sizeof *r->E);
  r->N = hol_alloc(r->masses * columns, sizeof *r->N);
  r->P = hol_alloc(r->ports * columns, sizeof *r->P);
  r->R = hol_alloc(r->n * r->n, sizeof *r->R);
  r->lift = hol_alloc(r->rigid * r->n, sizeof *r->lift);
  r->orthonormal = hol_alloc(r->rigid * r->rigid, sizeof *r->orthonormal);
  return r->E && r->N && r->P && r->R && r->lift && r->orthonormal ? HOL_OK : HOL_MEMORY;
}

void hol_ritz_clear(hol_ritz *r)
{
  free(r->E);
  free(r->N);
  free(r->P);
  free(r->R);
  free(r->lift);
  free(r->orthonormal);
  *r = (hol_ritz){0};
}

/** Gram–Schmidt, twice, of the rigid columns. */
static hol_status orthonormalise_rigid(hol_ritz *r)
{
  for (size_t k = 0; k < r->rigid; k++) {
    double *column = r->N + k * r->masses, *port = r->P + k * r->ports, *made = r->orthonormal + k * r->rigid;
    made[k] = 1;
    for (size_t twice = 0; twice < 2; twice++) {
      for (size_t j = 0; j < k; j++) {
        double part = -hol_dot(r->masses, column, r->N + j * r->masses);
        hol_add_scaled(r->masses, part, r->N + j * r->masses, column);
        hol_add_scaled(r->ports, part, r->P + j * r->ports, port);
        hol_add_scaled(r->rigid, part, r->orthonormal + j * r->rigid, made);
      }
    }
    double size = sqrt(hol_dot(r->masses, column, column));
    if (!(size > 0)) {
      return HOL_NUMERICAL;
    }
    hol_scale(r->masses, 1 / size, column);
    hol_scale(r->ports, 1 / size, port);
    hol_scale(r->rigid, 1 / size, made);
  }
  return HOL_OK;
}

/** Take the rigid motion out of the elastic columns, twice. */
static void remove_rigid(hol_ritz *r)
{
  for (size_t twice = 0; twice < 2; twice++) {
    for (size_t j = 0; j < r->n; j++) {
      double *column = r->N + (r->rigid + j) * r->masses, *port = r->P + (r->rigid + j) * r->ports;
      for (size_t k = 0; k < r->rigid; k++) {
        double part = -hol_dot(r->masses, column, r->N + k * r->masses);
        hol_add_scaled(r->masses, part, r->N + k * r->masses, column);
        hol_add_scaled(r->ports, part, r->P + k * r->ports, port);
        r->lift[k + j * r->rigid] += part;
      }
    }
  }
}

hol_status hol_ritz_reduce(hol_ritz *r)
{
  size_t n = r->n;
  assert(r->strains >= n);
  HOL_TRY(hol_dense_triangle(r->strains, n, r->E, r->R));
  double largest = 0;
  for (size_t j = 0; j < n; j++) {
    double size = sqrt(hol_dot(j + 1, r->R + j * n, r->R + j * n));
    if (!(fabs(r->R[j * (n + 1)]) > 64 * DBL_EPSILON * size)) {
      return HOL_NUMERICAL;
    }
    largest = fmax(largest, size);
  }
  if (!isfinite(largest)) {
    return HOL_NUMERICAL;
  }
  hol_dense_divide_right(r->masses, n, r->R, r->N + r->rigid * r->masses);
  hol_dense_divide_right(r->ports, n, r->R, r->P + r->rigid * r->ports);
  HOL_TRY(orthonormalise_rigid(r));
  remove_rigid(r);
  return HOL_OK;
}

void hol_ritz_modes_clear(hol_ritz_modes *modes)
{
  free(modes->mu);
  free(modes->psi);
  free(modes->z);
  *modes = (hol_ritz_modes){0};
}

hol_status hol_ritz_solve(const hol_ritz *r, hol_ritz_modes *modes)
{
  size_t n = r->n;
  modes->mu = hol_alloc(n, sizeof *modes->mu);
  modes->psi = hol_alloc(r->ports * n, sizeof *modes->psi);
  modes->z = hol_alloc(n * n, sizeof *modes->z);
  if (!modes->mu || !modes->psi || !modes->z) {
    return HOL_MEMORY;
  }
  HOL_TRY(hol_dense_svd_graded(r->masses, n, r->N + r->rigid * r->masses, modes->mu, modes->z));
  for (size_t k = 0; k < n; k++) {
    modes->mu[k] *= modes->mu[k];
  }
  hol_dense_product(r->ports, n, n, r->P + r->rigid * r->ports, modes->z, modes->psi);
  return HOL_OK;
}

hol_status hol_ritz_static(const hol_ritz *r, size_t orders, double *gamma)
{
  size_t n = r->n, ports = r->ports;
  const double *B = r->N + r->rigid * r->masses, *P = r->P + r->rigid * r->ports;
  double *z = hol_alloc(n * ports, sizeof *z), *image = hol_alloc(r->masses * ports, sizeof *image);
  bool ok = z && image;
  for (size_t p = 0; ok && p < ports; p++) {
    for (size_t i = 0; i < n; i++) {
      z[i + p * n] = P[p + i * ports];
    }
  }
  for (size_t order = 0; ok && order < orders; order++) {
    double *g = gamma + order * ports * ports;
    if (order % 2 == 0) { /* zᵀz, z = (BᵀB)^{order/2} Pᵀ */
      hol_dense_product_transposed(n, ports, ports, z, z, g);
      hol_dense_product(r->masses, n, ports, B, z, image);
    } else {
      hol_dense_product_transposed(r->masses, ports, ports, image, image, g);
      hol_dense_product_transposed(r->masses, n, ports, B, image, z);
    }
  }
  free(z);
  free(image);
  return ok ? HOL_OK : HOL_MEMORY;
}

hol_status hol_ritz_count(const hol_ritz *r, double mu, size_t *count)
{
  hol_factor factor = {0};
  hol_status status = hol_factor_start(&factor, r->n);
  if (status == HOL_OK) { /* μ − BᵀB has as many negative eigenvalues as there are modes above μ */
    hol_dense_gram(r->masses, r->n, r->N + r->rigid * r->masses, factor.a);
    for (size_t i = 0; i < r->n * r->n; i++) {
      factor.a[i] = (i % (r->n + 1) == 0 ? mu : 0) - factor.a[i];
    }
    status = hol_factor_compute(&factor);
  }
  *count = factor.negative;
  hol_factor_clear(&factor);
  return status;
}

void hol_ritz_unknowns(const hol_ritz *r, const double *z, double *y)
{
  for (size_t k = 0; k < r->rigid; k++) {
    y[k] = 0;
  }
  for (size_t k = 0; k < r->rigid; k++) { /* as much of orthonormal rigid mode k */
    double part = 0;
    for (size_t i = 0; i < r->n; i++) {
      part += r->lift[k + i * r->rigid] * z[i];
    }
    hol_add_scaled(r->rigid, part, r->orthonormal + k * r->rigid, y);
  }
  for (size_t i = 0; i < r->n; i++) {
    y[r->rigid + i] = z[i];
  }
  hol_dense_backsolve(r->n, r->R, y + r->rigid);
}

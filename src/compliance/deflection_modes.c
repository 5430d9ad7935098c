/* SPDX-License-Identifier: BSD-3-Clause */
/* Γ₀x = ω²Γ₁x from the factors Γ₀ = HᵀJH and Γ₁ = GᵀG. The columns of H (where J = 1; else of G) are made orthonormal
 * one by one, H = QR, with the other factor carried along, B = GR⁻¹; then B v = u/ω are singular values. What is
 * squared in Γ never is, so that ports close together, or very different units of forces and moments, cost no
 * digits. */
#include "base/memory.h"
#include "base/vector.h"
#include "compliance/reactions.h"

#include <assert.h>
#include <float.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

/** What is left of a deflection when those before are taken out; less is rounding of the integrals. */
static const double distinct = 1e-12;
/** A deflection that moves no mass gets this much of the one that moves most: ω² is then beyond everything. */
static const double massless = 1e-8;

/** A factor that is made orthonormal, one that is carried along, and R⁻¹: columns belong to ports. */
typedef struct reduction {
  size_t ports, rows, more;
  double *A;       /**< [rows * ports] */
  double *B;       /**< [more * ports] */
  double *inverse; /**< [ports * ports] the present column as a combination of the deflections */
  double *norm;    /**< [ports] of A at first */
  size_t count, *which;
} reduction;

/** Of the ports that are left the one with most of its column left; SIZE_MAX: none. */
static size_t next_port(const reduction *r)
{
  size_t best = SIZE_MAX;
  double most = distinct;
  for (size_t i = 0; i < r->ports; i++) {
    bool taken = false;
    for (size_t k = 0; k < r->count; k++) {
      taken |= r->which[k] == i;
    }
    double left = taken || !(r->norm[i] > 0) ? 0 : sqrt(hol_dot(r->rows, r->A + i * r->rows, r->A + i * r->rows));
    if (left > most * (best == SIZE_MAX ? 1 : 1 + 1e-9)) { /* of equal ones the first, whatever rounding does */
      best = i;
      most = left;
    }
  }
  return best;
}

static void scale_column(reduction *r, size_t i, double factor)
{
  hol_scale(r->rows, factor, r->A + i * r->rows);
  hol_scale(r->more, factor, r->B + i * r->more);
  hol_scale(r->ports, factor, r->inverse + i * r->ports);
}

/** Gram and Schmidt, twice. */
static void orthogonalise(reduction *r, size_t i, size_t against)
{
  for (int pass = 0; pass < 2; pass++) {
    double factor = -hol_dot(r->rows, r->A + against * r->rows, r->A + i * r->rows);
    hol_add_scaled(r->rows, factor, r->A + against * r->rows, r->A + i * r->rows);
    hol_add_scaled(r->more, factor, r->B + against * r->more, r->B + i * r->more);
    hol_add_scaled(r->ports, factor, r->inverse + against * r->ports, r->inverse + i * r->ports);
  }
}

static void reduce(reduction *r)
{
  for (size_t i = 0; i < r->ports; i++) {
    r->inverse[i * (r->ports + 1)] = 1;
    r->norm[i] = sqrt(hol_dot(r->rows, r->A + i * r->rows, r->A + i * r->rows));
    if (r->norm[i] > 0) {
      scale_column(r, i, 1 / r->norm[i]);
    }
  }
  for (size_t port; (port = next_port(r)) != SIZE_MAX;) {
    for (size_t k = 0; k < r->count; k++) {
      orthogonalise(r, port, r->which[k]);
    }
    double left = sqrt(hol_dot(r->rows, r->A + port * r->rows, r->A + port * r->rows));
    scale_column(r, port, 1 / left);
    r->which[r->count++] = port;
    for (size_t i = 0; i < r->ports; i++) {
      bool taken = false;
      for (size_t k = 0; k < r->count; k++) {
        taken |= r->which[k] == i;
      }
      if (!taken) {
        orthogonalise(r, i, port);
      }
    }
  }
}

/** Room of one computation; ports n. */
typedef struct shed {
  double *packed;    /**< [more * n] the columns of B that count, side by side */
  double *value, *v; /**< [n], [n * n] */
  double *H;         /**< [strains * n] as it was */
} shed;

/** All stable: σ of B. @param[out] omega2 [count] */
static hol_status stable_modes(reduction *r, shed *s, double *omega2)
{
  size_t n = r->count;
  for (size_t k = 0; k < n; k++) {
    memcpy(s->packed + k * r->more, r->B + r->which[k] * r->more, r->more * sizeof *s->packed);
  }
  HOL_TRY(hol_dense_svd(r->more, n, s->packed, s->value, s->v));
  for (size_t k = 0; k < n; k++) {
    double sigma = fmax(s->value[k], massless * s->value[0]);
    if (!(sigma > 0)) {
      return HOL_NUMERICAL;
    }
    omega2[k] = 1 / (sigma * sigma);
    hol_scale(n, 1 / sigma, s->v + k * n);
  }
  return HOL_OK;
}

/** Compressed beyond buckling: eigenvalues of BᵀJB with the masses orthonormal. */
static hol_status unstable_modes(reduction *r, const double *sign, shed *s, double *omega2)
{
  size_t n = r->count;
  for (size_t j = 0; j < n; j++) {
    const double *b = r->B + r->which[j] * r->more;
    for (size_t i = j; i < n; i++) {
      const double *a = r->B + r->which[i] * r->more;
      double sum = 0;
      for (size_t k = 0; k < r->more; k++) {
        sum += sign[k] * a[k] * b[k];
      }
      s->v[i + j * n] = sum;
    }
  }
  return hol_dense_eigen(n, s->v, omega2);
}

/** The same sign wherever they are computed: the first displacement that does not vanish is positive. */
static void orient(size_t ports, size_t count, const double *unit, double *phi, double *force)
{
  double largest = 0, sign = 1;
  for (size_t i = 0; i < ports; i++) {
    largest = fmax(largest, unit[i] * fabs(phi[i]));
  }
  for (size_t i = ports; i-- > 0;) {
    sign = unit[i] * fabs(phi[i]) > 1e-7 * largest ? phi[i] : sign;
  }
  if (sign < 0) {
    hol_scale(ports, -1, phi);
    hol_scale(count, -1, force);
  }
}

/** Forces x = R⁻¹v and displacements Γ₀x = HᵀJHx. */
static void deliver(const hol_deflections *d, const reduction *r, const shed *s, double *phi, double *force)
{
  size_t n = r->count, ports = r->ports;
  double *unit = s->value, *strain = s->packed; /* no longer needed, and large enough */
  for (size_t i = 0; i < ports; i++) {
    double norm = sqrt(hol_dot(d->strains, s->H + i * d->strains, s->H + i * d->strains));
    unit[i] = norm > 0 ? 1 / norm : 0;
  }
  for (size_t k = 0; k < n; k++) {
    memset(strain, 0, d->strains * sizeof *strain);
    for (size_t i = 0; i < n; i++) {
      double x = 0;
      for (size_t j = 0; j < n; j++) {
        x += r->inverse[r->which[j] * ports + r->which[i]] * s->v[j + k * n];
      }
      force[i + k * n] = x;
      hol_add_scaled(d->strains, x, s->H + r->which[i] * d->strains, strain);
    }
    for (size_t j = 0; j < d->strains; j++) {
      strain[j] *= d->sign[j];
    }
    for (size_t i = 0; i < ports; i++) {
      phi[i + k * ports] = hol_dot(d->strains, s->H + i * d->strains, strain);
    }
    orient(ports, n, unit, phi + k * ports, force + k * n);
  }
}

/** Columns of R⁻¹ that left nothing. */
static void list_idle(const reduction *r, double *idle)
{
  for (size_t i = 0; i < r->ports; i++) {
    bool taken = false;
    for (size_t k = 0; k < r->count; k++) {
      taken |= r->which[k] == i;
    }
    if (!taken) {
      memcpy(idle, r->inverse + i * r->ports, r->ports * sizeof *idle);
      idle += r->ports;
    }
  }
}

static hol_status modes_in(hol_deflections *d, reduction *r, shed *s, double *omega2, double *phi, double *force,
                           double *idle)
{
  bool stable = true;
  for (size_t i = 0; i < d->strains; i++) {
    stable &= d->sign[i] > 0;
  }
  memcpy(s->H, d->H, d->strains * d->ports * sizeof *s->H);
  r->rows = stable ? d->strains : d->masses;
  r->more = stable ? d->masses : d->strains;
  r->A = stable ? d->H : d->G;
  r->B = stable ? d->G : d->H;
  reduce(r);
  HOL_TRY(stable ? stable_modes(r, s, omega2) : unstable_modes(r, d->sign, s, omega2));
  deliver(d, r, s, phi, force);
  list_idle(r, idle);
  return HOL_OK;
}

hol_status hol_deflection_modes(hol_deflections *d, size_t *count, size_t *which, double *omega2, double *phi,
                                double *force, double *idle)
{
  assert(d->ports > 0);
  size_t n = d->ports, most = d->strains > d->masses ? d->strains : d->masses;
  reduction r = {.ports = n, .which = which};
  r.inverse = hol_alloc(n * n, sizeof *r.inverse);
  r.norm = hol_alloc(n, sizeof *r.norm);
  shed s = {.packed = hol_alloc(most * n, sizeof *s.packed),
            .value = hol_alloc(n, sizeof *s.value),
            .v = hol_alloc(n * n, sizeof *s.v),
            .H = hol_alloc(d->strains * n, sizeof *s.H)};
  bool ok = r.inverse && r.norm && s.packed && s.value && s.v && s.H;
  hol_status status = ok ? modes_in(d, &r, &s, omega2, phi, force, idle) : HOL_MEMORY;
  *count = r.count;
  free(r.inverse);
  free(r.norm);
  free(s.packed);
  free(s.value);
  free(s.v);
  free(s.H);
  return status;
}

/* SPDX-License-Identifier: BSD-3-Clause */
/* Truncation under an impulse: Σ |φ_r φ_d|/√λ of the modes left out, by quadrature of the residual flexibility. */
#include "response/forced/impulse_residual.h"

#include "base/memory.h"
#include "response/forced/compliance_at.h"

#include <math.h>
#include <stdlib.h>

/** Places for each e-fold of ξ, from 1/10 of the first mode left out to 400 times that, or farther where T ξ does not
 *  yet fall: near what holds. */
enum { EACH = 2, BELOW = 5, ABOVE = 12, FARTHEST = 36 };
/** T ξ that falls no faster than this, from a place to the next, has no sum that could be trusted. */
static const double hardly_falls = 0.93;

/** Σ of T ξ over the places, and what it was at the last two. */
typedef struct sums {
  double all, last, before;
} sums;

/** T_ii(−ξ²). */
static double rest_at(const hol_superposition *s, const double *H, size_t i, double xi)
{
  double value = H[i * (s->probes + 1)];
  for (size_t k = 0; k < s->modes; k++) {
    double phi = s->phi[i + k * s->probes];
    value -= phi * phi / (s->lambda[k] + xi * xi);
  }
  return fmax(value, 0);
}

/** Does T ξ of every probe fall? */
static bool fall(const hol_superposition *s, const sums *sum)
{
  bool all = true;
  for (size_t i = 0; i < s->probes; i++) {
    all = all && !(sum[i].last > hardly_falls * sum[i].before);
  }
  return all;
}

static hol_status add_places(const hol_superposition *s, const hol_compliance_at *c, double *H, sums *sum)
{
  double unit = sqrt(s->next);
  for (int p = -BELOW; p <= ABOVE || (p <= FARTHEST && !fall(s, sum)); p++) {
    double xi = unit * exp((double)p / EACH);
    HOL_TRY(hol_compliance_fill(c, -xi * xi, H));
    for (size_t i = 0; i < s->probes; i++) {
      double value = rest_at(s, H, i, xi) * xi;
      sum[i].all += value;
      sum[i].before = sum[i].last;
      sum[i].last = value;
    }
  }
  return HOL_OK;
}

/** B of a probe. */
static double whole(const hol_superposition *s, size_t i, const sums *sum)
{
  double below = s->rest[i * (s->probes + 1)] * sqrt(s->next) * exp(-(double)BELOW / EACH) / expm1(1.0 / EACH);
  double ratio = sum->before > 0 ? sum->last / sum->before : 0;
  if (ratio > hardly_falls) {
    return HUGE_VAL;
  }
  return M_2_PI / EACH * (below + sum->all + sum->last * ratio / (1 - ratio));
}

hol_status hol_impulse_residuals(const hol_superposition *s, size_t receivers, size_t driver, double *value)
{
  if (driver == SIZE_MAX) {
    for (size_t i = 0; i < receivers; i++) {
      value[i] = sqrt(s->rest[i * (s->probes + 1)] * s->mass);
    }
    return HOL_OK;
  }
  hol_compliance_at c = {.scale = 0};
  hol_faults none = {0};
  sums *sum = hol_alloc(s->probes, sizeof *sum);
  double *H = hol_alloc(s->probes * s->probes, sizeof *H);
  hol_status status = sum && H ? hol_compliance_prepare(&s->problem, s->probe, &c, &none) : HOL_MEMORY;
  status = status == HOL_OK ? add_places(s, &c, H, sum) : status;
  for (size_t i = 0; status == HOL_OK && i < receivers; i++) {
    value[i] = sqrt(whole(s, i, &sum[i]) * whole(s, driver, &sum[driver]));
  }
  hol_compliance_clear(&c);
  hol_faults_clear(&none);
  free(sum);
  free(H);
  return status;
}

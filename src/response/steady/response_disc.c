/* SPDX-License-Identifier: BSD-3-Clause */
/* How far steady motions can be from the values told of them: by what N component modes of each part leave out, as is
 * proved (disc.h), and by rounding and errors of computed parts, to first order
 *
 *     |δH| ≤ |x_r|ᵀ |ΔS| |x_d| / (1 − ‖S⁻¹ΔS‖),   x_r = S⁻ᵀc, x_d = S⁻¹f. */
#include "base/memory.h"
#include "model/damping.h"
#include "response/disc.h"
#include "response/steady/response.h"

#include <float.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

/** Computed frequencies of component modes are known at least so well. */
static const double rounding = 1e-9;
/** S may be changed by so much of what makes it singular; beyond that nothing is known. */
static const double perturbed = 0.5;
/** What a number told is rounded by. */
static const double ulps = 4 * DBL_EPSILON;

/** What one frequency needs. {0} is empty. */
typedef struct discs {
  hol_disc_block *block; /**< [blocks] */
  size_t blocks;
  size_t *unknown; /**< [ports] of S */
  size_t ports;
  double complex *G;      /**< [ports * ports], and its transpose where S is not symmetric */
  double complex *x;      /**< [2n] */
  double complex *port_x; /**< [ports] */
} discs;

static void clear(discs *d)
{
  free(d->block);
  free(d->unknown);
  free(d->G);
  free(d->x);
  free(d->port_x);
}

/** Parts of which modes are left out. */
static hol_status gather(const hol_dynamic *dynamic, discs *d)
{
  const hol_system *system = dynamic->system;
  size_t ports = 0;
  for (size_t i = 0; i < system->modal_count; i++) {
    ports += system->modal[i].ports;
  }
  d->block = hol_alloc(system->modal_count, sizeof *d->block);
  d->unknown = hol_alloc(ports, sizeof *d->unknown);
  if (!d->block || !d->unknown) {
    return HOL_MEMORY;
  }
  for (size_t i = 0; i < system->modal_count; i++) {
    const hol_modal *modal = &system->modal[i];
    const hol_law law = hol_law_at(hol_member_damping(system->model, modal->member), dynamic->s);
    double next = modal->cutoff * (1 - rounding - system->error);
    double epsilon = hol_disc_higher(law.inertia.v / law.stiffness.v, next, law.stiffness.v, modal->order);
    if (!(epsilon > 0)) {
      continue;
    }
    d->block[d->blocks++] =
        (hol_disc_block){.first = d->ports,
                         .ports = modal->ports,
                         .epsilon = epsilon,
                         .rest = modal->flexibility + (modal->order - 1) * modal->ports * modal->ports,
                         .terms = modal->order == 1 ? modal->magnitude : NULL};
    for (size_t p = 0; p < modal->ports; p++) {
      d->unknown[d->ports++] = modal->first_unknown + p;
    }
  }
  d->G = hol_alloc((hol_dynamic_is_symmetric(dynamic) ? 1 : 2) * d->ports * d->ports, sizeof *d->G);
  d->x = hol_alloc(2 * dynamic->n, sizeof *d->x);
  d->port_x = hol_alloc(d->ports, sizeof *d->port_x);
  return d->G && d->x && d->port_x ? HOL_OK : HOL_MEMORY;
}

static bool has_bound(const discs *d)
{
  bool has = true;
  for (size_t b = 0; b < d->blocks; b++) {
    has = has && isfinite(d->block[b].epsilon);
  }
  return has;
}

static double norm_of(const discs *d, const double complex *x)
{
  for (size_t p = 0; p < d->ports; p++) {
    d->port_x[p] = x[d->unknown[p]];
  }
  return hol_disc_norm(d->block, d->blocks, d->port_x);
}

/** κ: one solution for each port. */
static hol_status find_kappa(hol_dynamic *dynamic, discs *d, double *kappa)
{
  double complex *transposed = d->G + (hol_dynamic_is_symmetric(dynamic) ? 0 : d->ports * d->ports);
  for (size_t j = 0; j < d->ports; j++) {
    memset(d->x, 0, dynamic->n * sizeof *d->x);
    d->x[d->unknown[j]] = 1;
    HOL_TRY(hol_dynamic_solve(dynamic, d->x, 1));
    for (size_t i = 0; i < d->ports; i++) {
      d->G[i * d->ports + j] = d->x[d->unknown[i]];
      if (transposed != d->G) {
        transposed[j * d->ports + i] = d->x[d->unknown[i]];
      }
    }
  }
  *kappa = hol_disc_kappa(d->block, d->blocks, d->ports, d->G, transposed);
  return HOL_OK;
}

/** Both of a value: under one load after the other. @param[in] kappa  of the disc; infinite: not known @param[in]
 *  sensitivity  of S */
static hol_status fill_value(hol_response_system *s, size_t value, double kappa, double sensitivity, discs *d,
                             double *radius)
{
  size_t n = s->dynamic.n, first = value * s->columns;
  double beside = 0;
  for (size_t c = 0; c < s->columns; c++) {
    memset(d->x, 0, n * sizeof *d->x);
    beside = fmax(beside, hol_response_output_row(s, first + c, d->x));
  }
  HOL_TRY(hol_dynamic_solve_roughly(&s->dynamic, true, d->x));
  double look = norm_of(d, d->x);
  for (size_t c = 0; c < s->columns; c++) {
    const double complex *x = s->x + c * n;
    double cut = kappa < 1 ? look * norm_of(d, x) / (1 - kappa) : HUGE_VAL;
    double off = (cut + hol_dynamic_error(&s->dynamic, d->x, x)) / (1 - sensitivity) + ulps * beside;
    radius[first + c] = sensitivity <= perturbed && isfinite(off) ? off : HUGE_VAL;
  }
  return HOL_OK;
}

static hol_status fill(hol_response_system *s, discs *d, double *radius)
{
  double kappa = HUGE_VAL, sensitivity;
  HOL_TRY(gather(&s->dynamic, d));
  HOL_TRY(has_bound(d) ? find_kappa(&s->dynamic, d, &kappa) : HOL_OK);
  HOL_TRY(hol_dynamic_sensitivity(&s->dynamic, d->x, &sensitivity));
  for (size_t i = 0; i < hol_response_curves(s) / s->columns; i++) {
    HOL_TRY(fill_value(s, i, kappa, sensitivity, d, radius));
  }
  return HOL_OK;
}

hol_status hol_response_radii(hol_response_system *s, const double complex *value, double *radius)
{
  discs d = {.blocks = 0};
  hol_status status = fill(s, &d, radius);
  for (size_t i = 0; status == HOL_OK && i < hol_response_curves(s); i++) {
    radius[i] += ulps * cabs(value[i]);
  }
  clear(&d);
  return status;
}

/* Proved discs of steady motions by N own modes of each part. */
#include "base/memory.h"
#include "response/disc.h"
#include "response/response.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/** Computed frequencies of own modes are known at least so well. */
static const double rounding = 1e-9;

/** What one frequency needs. {0} is empty. */
typedef struct discs {
  hol_disc_block *block; /**< [blocks] */
  size_t blocks;
  size_t *unknown; /**< [ports] of S */
  size_t ports;
  double complex *G;      /**< [ports * ports] */
  double complex *x;      /**< [n] */
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
    const hol_law law = hol_law_at(hol_part_damping(&system->model->problem->part[modal->member->part]), dynamic->s);
    double next = modal->cutoff * (1 - rounding - system->error);
    double epsilon = hol_disc_higher(law.inertia.v / law.stiffness.v, next, law.stiffness.v, modal->order);
    if (!(epsilon > 0)) {
      continue;
    }
    d->block[d->blocks++] = (hol_disc_block){d->ports, modal->ports, epsilon,
                                             modal->remainder + (modal->order - 1) * modal->ports * modal->ports};
    for (size_t p = 0; p < modal->ports; p++) {
      d->unknown[d->ports++] = modal->first_unknown + p;
    }
  }
  d->G = hol_alloc(d->ports * d->ports, sizeof *d->G);
  d->x = hol_alloc(dynamic->n, sizeof *d->x);
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
  for (size_t j = 0; j < d->ports; j++) {
    memset(d->x, 0, dynamic->n * sizeof *d->x);
    d->x[d->unknown[j]] = 1;
    HOL_TRY(hol_dynamic_solve(dynamic, d->x, 1));
    for (size_t i = 0; i < d->ports; i++) {
      d->G[i * d->ports + j] = d->x[d->unknown[i]];
    }
  }
  *kappa = hol_disc_kappa(d->block, d->blocks, d->ports, d->G);
  return HOL_OK;
}

static hol_status fill(hol_response_system *s, discs *d, double *radius)
{
  double kappa = HUGE_VAL;
  HOL_TRY(gather(&s->dynamic, d));
  HOL_TRY(has_bound(d) ? find_kappa(&s->dynamic, d, &kappa) : HOL_OK);
  for (size_t i = 0; i < hol_response_curves(s); i++) {
    radius[i] = HUGE_VAL;
    if (kappa < 1) {
      memset(d->x, 0, s->dynamic.n * sizeof *d->x);
      hol_response_look(s, i, d->x);
      HOL_TRY(hol_dynamic_solve(&s->dynamic, d->x, 1));
      double load = norm_of(d, s->x + i % s->columns * s->dynamic.n);
      radius[i] = norm_of(d, d->x) * load / (1 - kappa);
    }
  }
  return HOL_OK;
}

hol_status hol_response_radii(hol_response_system *s, double *radius)
{
  discs d = {.blocks = 0};
  hol_status status = fill(s, &d, radius);
  clear(&d);
  return status;
}

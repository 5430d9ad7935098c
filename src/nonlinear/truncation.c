/* SPDX-License-Identifier: BSD-3-Clause */
/* Error of a curve by the harmonics left out. */
#include "nonlinear/truncation.h"

#include "base/memory.h"
#include "base/vector.h"
#include "nonlinear/branches.h"
#include "continuation/corrector.h"
#include "nonlinear/incomplete.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/** Missing parts that make a curve incomplete: with harmonics chosen by the program, and with those of the file. */
static const double MUCH = 1e-2, ABSURD = 0.05;

/** The unknowns among the coefficients of a branch - those of axial modes follow from them - with as many harmonics as
 *  another balance has. */
static void widen_motion(const hol_nonlinear_branch *b, const double *narrow, const hol_balance *wide, double *z)
{
  size_t block = b->unknowns / b->coordinates;
  memset(z, 0, wide->unknowns * sizeof *z);
  for (size_t i = 0; i < wide->coordinates; i++) {
    memcpy(z + i * wide->block, narrow + i * block, block * sizeof *z);
  }
}

/** Size of the two highest harmonics. */
static double tail_of(const hol_nonlinear_branch *b, size_t lateral, const double *coefficient)
{
  size_t block = b->unknowns / b->coordinates, highest = (block - 1) / 2, first = highest > 1 ? highest - 1 : highest;
  double sum = 0;
  for (size_t i = 0; i < lateral; i++) {
    for (size_t k = 2 * first - 1; k < block; k++) {
      sum += coefficient[i * block + k] * coefficient[i * block + k];
    }
  }
  return sqrt(sum);
}

/** What the residual r would bring about at the harmonics that are missing. */
static double missing_of(const hol_balance *wide, size_t highest, double nu, const double *r)
{
  const hol_nonlinear_model *m = wide->model;
  double sum = 0;
  for (size_t i = 0; i < wide->coordinates; i++) {
    for (size_t h = highest + 1; h <= wide->highest; h++) {
      double w = (double)h * nu / (double)wide->period, inertia = m->mass[i] * w * w;
      double stiff = fmax(fabs(m->mass[i] * m->omega2[i] - inertia), 0.1 * inertia);
      const double *pair = r + i * wide->block + 2 * h - 1;
      sum += (pair[0] * pair[0] + pair[1] * pair[1]) / (stiff * stiff);
    }
  }
  return sqrt(sum);
}

/** @param[in] work  [2·(unknowns + 1)] of the wide balance */
static void measure_branch(hol_balance *wide, hol_nonlinear_branch *b, double *work)
{
  double *z = work, *r = work + wide->unknowns + 1;
  size_t highest = b->harmonics * b->period;
  b->tail = b->missing = 0;
  for (size_t k = 0; k < b->points; k++) {
    size_t lateral = wide->coordinates * (b->unknowns / b->coordinates);
    const double *c = b->coefficient + k * b->unknowns, size = hol_norm(lateral, c);
    if (!(size > 0)) {
      continue;
    }
    widen_motion(b, c, wide, z);
    z[wide->unknowns] = b->nu[k];
    hol_balance_evaluate(wide, z, r, NULL);
    b->tail = fmax(b->tail, tail_of(b, wide->coordinates, c) / size);
    b->missing = fmax(b->missing, missing_of(wide, highest, b->nu[k], r) / size);
  }
}

hol_status hol_truncation_measure(const hol_nonlinear_model *model, hol_nonlinear_curve *curve)
{
  hol_status status = HOL_OK;
  for (size_t i = 0; status == HOL_OK && i < curve->branches; i++) {
    hol_nonlinear_branch *b = &curve->branch[i];
    hol_balance wide = {0};
    status = hol_balance_start(&wide, model, (b->harmonics > 3 ? 2 : 3) * b->harmonics, b->period);
    double *work = status == HOL_OK ? hol_alloc(2 * (wide.unknowns + 1), sizeof *work) : NULL;
    status = work ? status : HOL_MEMORY;
    if (status == HOL_OK) {
      measure_branch(&wide, b, work);
    }
    free(work);
    hol_balance_clear(&wide);
  }
  return status;
}

void hol_truncation_check(bool chosen, hol_nonlinear_curve *curve)
{
  for (size_t i = 0; i < curve->branches; i++) {
    const hol_nonlinear_branch *b = &curve->branch[i];
    if (b->missing > (chosen ? MUCH : ABSURD)) {
      hol_incomplete_add(curve,
                         (hol_incomplete_reason){
                             .kind = HOL_INCOMPLETE_HARMONICS, .nu = (double)NAN, .branch = i, .size = b->missing});
    }
  }
}

/* ---- errors ------------------------------------------------------------------------------------------------------ */

/** So many harmonics that those of a motion have decayed by as much again as makes a difference. */
static size_t more_than(size_t harmonics)
{
  return harmonics + harmonics / 3 + 2;
}

/** The equations with more harmonics. */
typedef struct referee {
  hol_steady steady;
  hol_corrector corrector;
  double *work; /**< [4·(unknowns + 1)] */
} referee;

static void clear_referee(referee *r)
{
  hol_corrector_clear(&r->corrector);
  hol_steady_clear(&r->steady);
  free(r->work);
}

/** The referee borrows from itself, it must not be moved. */
static hol_status start_referee(referee *r, const hol_nonlinear_model *model, const hol_nonlinear_options *options,
                                const hol_nonlinear_branch *b)
{
  hol_nonlinear_options o = *options;
  o.harmonics = more_than(b->harmonics);
  *r = (referee){0};
  HOL_TRY(hol_steady_start(&r->steady, model, &o, b->period, false));
  HOL_TRY(hol_corrector_start(&r->corrector, &r->steady.equation));
  r->work = hol_alloc(4 * (r->steady.balance.unknowns + 1), sizeof *r->work);
  return r->work ? HOL_OK : HOL_MEMORY;
}

/** How far a motion of a branch is from that with more harmonics: at its frequency, or across the branch. */
static double error_of(referee *r, const hol_nonlinear_branch *b, const double *coefficient, double nu, bool across)
{
  hol_corrector *c = &r->corrector;
  size_t n = c->n, d = n - 1;
  double *z = r->work, *origin = z + n, *row = z + 2 * n;
  widen_motion(b, coefficient, &r->steady.balance, z);
  z[d] = nu;
  memcpy(origin, z, n * sizeof *z);
  memset(row, 0, n * sizeof *row);
  row[d] = 1;
  double size = hol_norm(d, z);
  if (!(size > 0)) {
    return 0;
  }
  c->unit_x = size;
  c->unit_p = across ? nu : r->steady.unit;
  for (int i = 0; across && i < 2; i++) { /* on a fold the first row is singular, and the second one right */
    hol_corrector_tangent(c, z, row, row, NULL);
  }
  if (!hol_corrector_solve(c, row, origin, 0, z).converged) {
    return (double)INFINITY;
  }
  for (size_t i = 0; i < d; i++) {
    row[i] = z[i] - origin[i];
  }
  return fmax(hol_norm(d, row) / size, fabs(z[d] - nu) / nu);
}

hol_status hol_truncation_errors(const hol_nonlinear_model *model, const hol_nonlinear_options *options,
                                 hol_nonlinear_curve *curve)
{
  hol_status status = HOL_OK;
  for (size_t i = 0; status == HOL_OK && i < curve->branches; i++) {
    hol_nonlinear_branch *b = &curve->branch[i];
    referee r;
    status = start_referee(&r, model, options, b);
    for (size_t k = 0; status == HOL_OK && k < b->events; k++) {
      b->event[k].error = error_of(&r, b, b->event[k].coefficient, b->event[k].nu, true);
    }
    for (size_t k = 0; status == HOL_OK && k < curve->motions; k++) {
      hol_nonlinear_motion_at *m = &curve->motion[k];
      m->error = m->branch == i ? error_of(&r, b, m->coefficient, m->nu, false) : m->error;
    }
    clear_referee(&r);
  }
  return status;
}

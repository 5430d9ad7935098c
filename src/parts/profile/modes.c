/* SPDX-License-Identifier: BSD-3-Clause */
/* Singular value decomposition of a member with varying properties, dense by Jacobi rotations or partial by Lanczos. */
#include "parts/profile/modes.h"
#include "base/dense.h"
#include "base/lanczos.h"
#include "base/memory.h"

#include <float.h>
#include <math.h>
#include <stdlib.h>

/** Singular values below this, relative to the largest and √rows, may be rounding. */
static const double rounding = 16 * DBL_EPSILON;

void hol_singular_clear(hol_singular *singular)
{
  free(singular->sigma);
  free(singular->v);
  *singular = (hol_singular){0};
}

/** The largest singular value after the last wide gap among the first k: beyond a gap there may be all of what is
 *  requested for, where one motion is hardly resisted beside those of the stiff rest. */
static double unit_of(size_t k, const double *sigma)
{
  static const double wide = 30, least = 2e-8; /* beyond is rounding, or what has no mass */
  double unit = sigma[0];
  for (size_t i = 0; i + 1 < k && sigma[i + 1] > least * sigma[0]; i++) {
    unit = sigma[i] > wide * sigma[i + 1] ? sigma[i + 1] : unit;
  }
  return unit;
}

/** B = G V, column by column. */
static void images(hol_space *space, size_t k, const double *V, double *B)
{
  for (size_t j = 0; j < k; j++) {
    hol_space_apply(space, V + j * space->n, B + j * space->rows);
  }
}

/** V and σ of all of G. What V has of a motion that is hardly resisted, whose column is long, is then right to rounding
 *  relative to other motions; it is made right relative to itself among those that are more than rounding of it. */
static hol_status decompose(hol_space *space, double *A, hol_singular *singular)
{
  size_t n = space->n, rows = space->rows, sound = 0;
  double *V = singular->v, *sigma = singular->sigma;
  for (size_t j = 0; j < n; j++) {
    V[j * (n + 1)] = 1;
  }
  images(space, n, V, A);
  HOL_TRY(hol_dense_svd_graded(rows, n, A, sigma, V));
  HOL_TRY(hol_may_continue(space->profile.cancellation) ? HOL_OK : HOL_INCOMPLETE);
  while (sound < n && sigma[sound] > rounding * sqrt((double)rows) * sigma[0]) {
    sound++;
  }
  images(space, sound, V, A);
  return hol_dense_orthogonalise(rows, n, sound, A, V, sigma);
}

hol_status hol_singular_dense(hol_space *space, size_t requested, hol_singular *singular)
{
  size_t n = space->n;
  double *A = hol_alloc(space->rows * n, sizeof *A);
  singular->v = hol_alloc(n * n, sizeof *singular->v);
  singular->sigma = hol_alloc(n, sizeof *singular->sigma);
  hol_status status = A && singular->v && singular->sigma ? HOL_OK : HOL_MEMORY;
  status = status == HOL_OK ? decompose(space, A, singular) : status;
  if (status == HOL_OK) {
    singular->unit = unit_of(requested < n ? requested : n, singular->sigma);
    singular->count = n;
    singular->has_all = true;
  }
  free(A);
  return status;
}

/* ---- the leading ones ----------------------------------------------------------------------------------------------
 */

/** Operator of the Lanczos iteration: GᵀG. */
typedef struct squared {
  hol_space *space;
  double *image; /**< [rows] scratch */
} squared;

static hol_status apply_squared(void *context, const double *x, double *y)
{
  const squared *s = context;
  hol_space_apply(s->space, x, s->image);
  hol_space_transpose(s->space, s->image, y);
  return HOL_OK;
}

hol_status hol_singular_leading(hol_space *space, size_t count, hol_singular *singular)
{
  size_t n = space->n;
  if (count + 1 >= n) {
    return HOL_NUMERICAL;
  }
  squared s = {.space = space, .image = hol_alloc(space->rows * count, sizeof *s.image)};
  singular->v = hol_alloc(n * count, sizeof *singular->v);
  singular->sigma = hol_alloc(count, sizeof *singular->sigma);
  hol_lanczos lanczos = {.n = n,
                         .wanted = count,
                         .basis = 2 * count + 20 < n ? 2 * count + 20 : n,
                         .restarts = 3000,
                         .apply = apply_squared,
                         .context = &s,
                         .cancellation = space->profile.cancellation};
  hol_status status = s.image && singular->v && singular->sigma ? hol_lanczos_run(&lanczos, singular->v) : HOL_MEMORY;
  if (status == HOL_OK) {
    images(space, count, singular->v, s.image);
    status = hol_dense_orthogonalise(space->rows, n, count, s.image, singular->v, singular->sigma);
    singular->count = count;
    singular->unit = singular->sigma[0];
  }
  free(s.image);
  return status;
}

/* SPDX-License-Identifier: BSD-3-Clause */
/* Harmonic balance as the equation of a continuation, with signs, indices and images of motions. */
#include "nonlinear/branches.h"

#include "base/memory.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

static void evaluate_steady(void *self, const double *z, double *r, double *a)
{
  hol_steady *s = self;
  hol_balance_evaluate(&s->balance, z, r, a);
}

/** Where Hill's determinant, of the sign `sign` at 0, has its next real zero in the direction in which a multiplier was
 *  missed: growth where the sign is negative, decay where it is positive.
 *  @param[in] room  [d (d + 2)]
 *  @return λ; 0 where there is none near */
static double hill_exponent(hol_balance *b, const double *z, double sign, double *room, size_t *pivot)
{
  double way = sign < 0 ? 1 : -1;
  double near = 0, far = 1e-6;
  for (int i = 0; hol_balance_hill(b, z, way * far, room, pivot).sign == sign; i++) {
    if (i == 40) {
      return 0;
    }
    near = far;
    far *= 2;
  }
  while (far - near > 1e-12 + 1e-10 * far) {
    double middle = near + (far - near) / 2;
    bool is_before = hol_balance_hill(b, z, way * middle, room, pivot).sign == sign;
    near = is_before ? middle : near;
    far = is_before ? far : middle;
  }
  return way * far; /* beyond: not 0 */
}

/** Stability of a motion of these equations. The multipliers are those of the motion in the exact equation; if their
 *  number above 1 does not fit the sign of det ∂R/∂x, (−1)^above, the harmonics are too few for this motion, and the
 *  multiplier nearest to 1 is replaced by that of Hill's determinant with the same harmonics: the equations are what is
 *  solved.
 *  @param[in] sign  of the determinant; 0: not known
 *  @return HOL_MEMORY, HOL_NUMERICAL if numbers are not finite */
static hol_status find_stability(void *self, const double *z, double sign, hol_stability *stability)
{
  hol_steady *s = self;
  size_t d = s->balance.unknowns;
  HOL_TRY(hol_floquet_stability(&s->floquet, z, z[d], stability));
  if (sign == 0 || (stability->above % 2 == 1) == (sign < 0)) {
    return HOL_OK;
  }
  double *room = hol_alloc(d * (d + 2), sizeof *room);
  size_t *pivot = hol_alloc(d, sizeof *pivot);
  hol_status status = room && pivot ? HOL_OK : HOL_MEMORY;
  if (status == HOL_OK) {
    hol_stability_replace(stability, exp(2 * M_PI * hill_exponent(&s->balance, z, sign, room, pivot)));
  }
  free(room);
  free(pivot);
  return status;
}

hol_status hol_steady_sign(hol_steady *s, const double *z, long *sign)
{
  size_t d = s->balance.unknowns;
  double *room = hol_alloc(d * (d + 2), sizeof *room);
  size_t *pivot = hol_alloc(d, sizeof *pivot);
  hol_status status = room && pivot ? HOL_OK : HOL_MEMORY;
  if (status == HOL_OK) {
    *sign = (long)hol_balance_hill(&s->balance, z, 0, room, pivot).sign;
  }
  free(room);
  free(pivot);
  return status;
}

hol_status hol_steady_index(hol_steady *s, const double *z, hol_stability *stability)
{
  long sign = 0;
  HOL_TRY(hol_steady_sign(s, z, &sign));
  return find_stability(s, z, (double)sign, stability);
}

/** d(½ RMS²·2)/ds of the watched coordinate: Σ x dx over its block. */
static double size_slope(void *self, const double *z, const double *t)
{
  const hol_steady *s = self;
  double sum = 0;
  for (size_t i = 0; i < s->balance.block; i++) {
    sum += z[s->watched * s->balance.block + i] * t[s->watched * s->balance.block + i];
  }
  return sum;
}

static const double *matches_known_branch_point(void *self, const double *z)
{
  const hol_steady *s = self;
  size_t n = s->balance.unknowns + 1;
  for (size_t k = 0; k < s->points; k++) {
    const double *p = s->branch_point + k * n;
    double size = 0, off = 0;
    for (size_t i = 0; i + 1 < n; i++) {
      size += p[i] * p[i];
      off += (p[i] - z[i]) * (p[i] - z[i]);
    }
    if (off <= 1e-10 * size && fabs(p[n - 1] - z[n - 1]) <= 1e-6 * s->unit) {
      return p;
    }
  }
  return NULL;
}

/** A small part of the amplitude at which stretching matters as much as bending, √(2Mω²/cS²). */
static double small_displacement(const hol_nonlinear_model *m)
{
  double cubic = fabs(m->stiffness) * m->S[0] * m->S[0], linear = 2 * m->mass[0] * fabs(m->omega2[0]);
  return cubic > 0 && linear > 0 ? 1e-8 * sqrt(linear / cubic) : 1;
}

hol_status hol_steady_start(hol_steady *s, const hol_nonlinear_model *model, const hol_nonlinear_options *options,
                            size_t period, bool with_stability)
{
  *s = (hol_steady){.unit = options->to - options->from, .small = small_displacement(model)};
  HOL_TRY(hol_balance_start(&s->balance, model, options->harmonics, period));
  HOL_TRY(hol_floquet_start(&s->floquet, &s->balance));
  s->equation = (hol_equation){.unknowns = s->balance.unknowns,
                               .self = s,
                               .evaluate = evaluate_steady,
                               .stability = with_stability ? find_stability : NULL,
                               .size_slope = size_slope,
                               .known_branch_point = matches_known_branch_point};
  return HOL_OK;
}

void hol_steady_clear(hol_steady *s)
{
  hol_floquet_clear(&s->floquet);
  hol_balance_clear(&s->balance);
  free(s->branch_point);
  *s = (hol_steady){0};
}

void hol_image(const hol_balance *b, const double *full, size_t r, double *image)
{
  double shift = M_PI * (double)r / (double)b->period;
  for (size_t i = 0; i < b->coordinates; i++) {
    const double sign = r % 2 ? -1 : 1, *x = full + i * b->block;
    double *y = image + i * b->block;
    y[0] = sign * x[0];
    for (size_t h = 1; h <= b->highest; h++) {
      bool is_whole = h * r % b->period == 0; /* then the turn is by multiples of π, exactly */
      double c = is_whole ? (h * r / b->period % 2 ? -1 : 1) : cos((double)h * shift);
      double d = is_whole ? 0 : sin((double)h * shift);
      y[2 * h - 1] = sign * (c * x[2 * h - 1] + d * x[2 * h]);
      y[2 * h] = sign * (c * x[2 * h] - d * x[2 * h - 1]);
    }
  }
}

hol_status hol_steady_remember(hol_steady *s, const double *z)
{
  size_t n = s->balance.unknowns + 1, images = 2 * s->balance.period;
  if (!hol_grow(&s->branch_point, &s->capacity, (s->points + images) * n, sizeof *s->branch_point)) {
    return HOL_MEMORY;
  }
  for (size_t r = 0; r < images; r++) {
    double *to = s->branch_point + s->points * n;
    hol_image(&s->balance, z, r, to);
    to[n - 1] = z[n - 1];
    s->points++;
  }
  return HOL_OK;
}

#include "nonlinear/branches.h"

#include "base/memory.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

static void evaluate(void *self, const double *z, double *r, double *a)
{
  hol_steady *s = self;
  hol_balance_evaluate(&s->balance, z, r, a);
}

static hol_status observe(void *self, const double *z, hol_stability *stability)
{
  hol_steady *s = self;
  return hol_floquet_stability(&s->floquet, z, z[s->balance.unknowns], stability);
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

static const double *known(void *self, const double *z)
{
  const hol_steady *s = self;
  const size_t n = s->balance.unknowns + 1;
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
  const double cubic = fabs(m->stiffness) * m->S[0] * m->S[0], linear = 2 * m->mass[0] * fabs(m->omega2[0]);
  return cubic > 0 && linear > 0 ? 1e-8 * sqrt(linear / cubic) : 1;
}

hol_status hol_steady_start(hol_steady *s, const hol_nonlinear_model *model, const hol_nonlinear_options *options,
                            size_t period, bool with_stability)
{
  *s = (hol_steady){.unit = options->to - options->from, .small = small_displacement(model)};
  HOL_TRY(hol_balance_start(&s->balance, model, options->harmonics, period));
  HOL_TRY(hol_floquet_start(&s->floquet, &s->balance));
  s->equation = (hol_equation){.unknowns = s->balance.unknowns, .self = s, .evaluate = evaluate,
                               .observe = with_stability ? observe : NULL, .size_slope = size_slope,
                               .known = known};
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
  const double shift = M_PI * (double)r / (double)b->period;
  for (size_t i = 0; i < b->coordinates; i++) {
    const double sign = i < b->model->lateral && r % 2 ? -1 : 1, *x = full + i * b->block;
    double *y = image + i * b->block;
    y[0] = sign * x[0];
    for (size_t h = 1; h <= b->highest; h++) {
      const bool is_whole = h * r % b->period == 0; /* then the turn is by multiples of π, exactly */
      const double c = is_whole ? (h * r / b->period % 2 ? -1 : 1) : cos((double)h * shift);
      const double d = is_whole ? 0 : sin((double)h * shift);
      y[2 * h - 1] = sign * (c * x[2 * h - 1] + d * x[2 * h]);
      y[2 * h] = sign * (c * x[2 * h] - d * x[2 * h - 1]);
    }
  }
}

hol_status hol_steady_remember(hol_steady *s, const double *z)
{
  const size_t n = s->balance.unknowns + 1, images = 2 * s->balance.period;
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

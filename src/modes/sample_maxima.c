/* SPDX-License-Identifier: BSD-3-Clause */
/* Largest displacement and rotation of the samples of a mode, evaluating as few parts as possible, and its sign. */
#include "modes/sample_maxima.h"

#include <math.h>
#include <string.h>

/** The largest displacement and rotation of a shape. NaN values are skipped. */
static void measure(const hol_shape *shape, double most[2])
{
  most[0] = most[1] = 0;
  for (size_t f = 0; f < HOL_FREEDOM_COUNT; f++) {
    const double *value = shape->value[f];
    double largest = most[f >= HOL_RX];
    for (size_t p = 0; value && p < shape->points; p++) {
      double size = fabs(value[p]);
      largest = size > largest ? size : largest;
    }
    most[f >= HOL_RX] = largest;
  }
}

hol_status hol_sample_maxima_shape(hol_sample_maxima *maxima, size_t part, const hol_shape **shape)
{
  hol_sampling *samples = maxima->s->samples;
  hol_shape *here = maxima->shape ? &maxima->shape[part] : &maxima->one;
  *shape = here;
  if (maxima->shape ? samples->is_made[part] : maxima->part == part) {
    return HOL_OK;
  }
  if (!maxima->shape) {
    maxima->one = hol_sampling_one(samples, part);
    maxima->part = part;
  }
  HOL_TRY(hol_sample_part(maxima->s, part, here));
  samples->is_made[part] = true;
  double *most = samples->most[part];
  measure(here, most);
  maxima->top[0] = fmax(maxima->top[0], most[0]);
  maxima->top[1] = fmax(maxima->top[1], most[1]);
  return HOL_OK;
}

double hol_sample_maxima_bound(const hol_sample_maxima *maxima, size_t part, bool rotation)
{
  return maxima->s->samples->most[part][rotation];
}

/** Bound the values of all parts without evaluating their shapes; evaluate those that have no bound.
 *  @param[out] first  of those not evaluated the parts with the largest bound of displacement, rotation; SIZE_MAX:
 *                     none */
static hol_status bound_all(hol_sample_maxima *maxima, bool is_wanted, size_t first[2])
{
  hol_sampling *samples = maxima->s->samples;
  const hol_shape *shape;
  double highest[2] = {0, 0};
  first[0] = first[1] = SIZE_MAX;
  for (size_t i = 0; i < samples->parts; i++) {
    double *most = samples->most[i];
    if (is_wanted || !hol_sample_bound(maxima->s, i, most)) {
      HOL_TRY(hol_sample_maxima_shape(maxima, i, &shape));
      continue;
    }
    for (size_t k = 0; k < 2; k++) {
      first[k] = most[k] > highest[k] ? i : first[k];
      highest[k] = fmax(highest[k], most[k]);
    }
  }
  return HOL_OK;
}

hol_status hol_sample_maxima_make(const hol_solution *s, hol_shape *wanted, hol_sample_maxima *maxima)
{
  hol_sampling *samples = s->samples;
  const hol_shape *shape;
  size_t first[2];
  *maxima = (hol_sample_maxima){.s = s,
                                .shape = wanted            ? wanted
                                         : samples->is_all ? samples->shape
                                                           : NULL,
                                .part = SIZE_MAX};
  memset(samples->is_made, 0, samples->parts * sizeof *samples->is_made);
  HOL_TRY(bound_all(maxima, wanted != NULL, first));
  for (size_t k = 0; k < 2; k++) {
    HOL_TRY(first[k] != SIZE_MAX ? hol_sample_maxima_shape(maxima, first[k], &shape) : HOL_OK);
  }
  for (size_t i = 0; i < samples->parts; i++) {
    const double *most = samples->most[i];
    if (!samples->is_made[i] && (most[0] > maxima->top[0] || most[1] > maxima->top[1])) {
      HOL_TRY(hol_sample_maxima_shape(maxima, i, &shape));
    }
  }
  return HOL_OK;
}

hol_status hol_sample_maxima_sign(hol_sample_maxima *maxima, bool rotation, double *sign)
{
  double least = (1 - 1e-6) * maxima->top[rotation];
  size_t from = rotation ? HOL_RX : HOL_UX, to = rotation ? HOL_FREEDOM_COUNT : HOL_RX;
  for (size_t i = 0; i < maxima->s->samples->parts; i++) {
    const hol_shape *shape;
    if (hol_sample_maxima_bound(maxima, i, rotation) < least) {
      continue;
    }
    HOL_TRY(hol_sample_maxima_shape(maxima, i, &shape));
    for (size_t f = from; f < to; f++) {
      for (size_t p = 0; shape->value[f] && p < shape->points; p++) {
        if (fabs(shape->value[f][p]) >= least) {
          *sign = shape->value[f][p] < 0 ? -1.0 : 1.0;
          return HOL_OK;
        }
      }
    }
  }
  *sign = 1.0;
  return HOL_OK;
}

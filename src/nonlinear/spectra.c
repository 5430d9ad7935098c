/* SPDX-License-Identifier: BSD-3-Clause */
/* Fourier coefficients of motions found by integration in time. */
#include "nonlinear/spectra.h"

#include "base/memory.h"
#include "nonlinear/map.h"

#include <math.h>
#include <stdlib.h>

enum { FINER = 3, SPARE = 2, HIGHEST_MAX = 1000 };
static const double NEGLIGIBLE = 1e-8, NEAR = 1e-2;

/** Motions of one period side by side, and what is needed to take their coefficients. */
typedef struct batch {
  size_t period, samples, highest;
  hol_lane *q;           /**< [samples] displacements at t = (i + 1)·T·period/samples; owned */
  double *cosine, *sine; /**< [samples] of 2πi/samples; owned */
} batch;

static void clear_batch(batch *b)
{
  free(b->q);
  free(b->cosine);
  *b = (batch){0};
}

static hol_status start_batch(const hol_oscillator *map, size_t period, batch *b)
{
  size_t samples = period * map->steps, most = samples / 2 - 1;
  *b = (batch){.period = period, .samples = samples, .highest = most < HIGHEST_MAX ? most : HIGHEST_MAX};
  b->q = hol_lanes_alloc(samples);
  b->cosine = hol_alloc(2 * samples, sizeof *b->cosine);
  if (!b->q || !b->cosine) {
    return HOL_MEMORY;
  }
  b->sine = b->cosine + samples;
  for (size_t i = 0; i < samples; i++) {
    b->cosine[i] = cos(2 * M_PI * (double)i / (double)samples);
    b->sine[i] = sin(2 * M_PI * (double)i / (double)samples);
  }
  return HOL_OK;
}

/** The coefficients of one lane. */
static void analyse_lane(const batch *b, size_t lane, double *c)
{
  double factor = 2 / (double)b->samples;
  for (size_t h = 0; h <= b->highest; h++) {
    double x = 0, y = 0;
    for (size_t i = 0, at = h; i < b->samples; i++) { /* the first sample is one step after t = 0 */
      x += b->q[i][lane] * b->cosine[at];
      y += b->q[i][lane] * b->sine[at];
      at += h;
      at -= at >= b->samples ? b->samples : 0;
    }
    if (h == 0) {
      c[0] = factor * x * sqrt(0.5);
    } else {
      c[2 * h - 1] = factor * x;
      c[2 * h] = factor * y;
    }
  }
}

/** The last harmonic that counts. A motion that does not quite close has all of them, as small as its gap. */
static size_t needed(const double *c, size_t highest, double gap)
{
  double largest = fabs(c[0]);
  for (size_t h = 1; h <= highest; h++) {
    largest = fmax(largest, hypot(c[2 * h - 1], c[2 * h]));
  }
  double least = fmax(NEGLIGIBLE * largest, 10 * gap);
  size_t last = highest;
  while (last > 1 && hypot(c[2 * last - 1], c[2 * last]) <= least) {
    last--;
  }
  return last + SPARE < highest ? last + SPARE : highest;
}

static hol_status add_cycle(const batch *b, size_t lane, double nu, const hol_cycle *cycle, hol_spectra *all)
{
  if (!hol_grow(&all->item, &all->capacity, all->count + 1, sizeof *all->item)) {
    return HOL_MEMORY;
  }
  hol_spectrum *it = &all->item[all->count];
  *it = (hol_spectrum){.nu = nu, .cycle = *cycle, .highest = b->highest};
  it->coefficient = hol_alloc(2 * b->highest + 1, sizeof *it->coefficient);
  if (!it->coefficient) {
    return HOL_MEMORY;
  }
  all->count++;
  analyse_lane(b, lane, it->coefficient);
  it->needed = needed(it->coefficient, b->highest, fabs(b->q[b->samples - 1][lane] - cycle->state[0]));
  return HOL_OK;
}

/** Newton's method with the finer steps. A motion of the coarser ones that is none of these moves away: such are found
 *  where states run off to infinity within a step.
 *  @param[in,out] z   states at t = 0
 *  @param[out] moved  by all steps together, over the reach; INFINITY: the method has not come to an end */
static void improve(const hol_oscillator *map, size_t period, double reach, hol_states *z, double moved[HOL_LANES])
{
  enum { STEPS = 5 };
  double pace = reach * map->nu;
  for (int k = 0; k <= STEPS; k++) {
    hol_states step = *z;
    hol_map_newton(map, period, &step);
    for (size_t l = 0; l < HOL_LANES; l++) {
      double size = hypot(step.q[l] / reach, step.v[l] / pace);
      moved[l] = (k == 0 ? 0 : moved[l]) + size;
      moved[l] = k < STEPS || size < 1e-7 ? moved[l] : (double)INFINITY;
      z->q[l] += step.q[l];
      z->v[l] += step.v[l];
    }
  }
}

/** Motions [first, last) of one period. */
static hol_status add_batch(const hol_oscillator *map, double reach, const hol_cycles *cycles, size_t first,
                            size_t last, hol_spectra *all)
{
  batch b = {0};
  double moved[HOL_LANES];
  hol_status status = start_batch(map, cycles->cycle[first].period, &b);
  hol_states improved = {0};
  for (size_t i = first; status == HOL_OK && i < last; i++) {
    improved.q[i - first] = cycles->cycle[i].state[0];
    improved.v[i - first] = cycles->cycle[i].state[1];
  }
  if (status == HOL_OK) {
    improve(map, b.period, reach, &improved, moved);
    hol_states states = improved;
    hol_map_record(map, b.period, &states, b.q);
  }
  for (size_t i = first; status == HOL_OK && i < last; i++) {
    const hol_cycle cycle = {{improved.q[i - first], improved.v[i - first]}, b.period, cycles->cycle[i].is_stable};
    status = moved[i - first] < NEAR ? add_cycle(&b, i - first, map->nu, &cycle, all) : HOL_OK;
  }
  clear_batch(&b);
  return status;
}

hol_status hol_spectra_add(const hol_nonlinear_model *model, double nu, double reach, const hol_cycles *cycles,
                           hol_spectra *spectra)
{
  hol_oscillator map = hol_oscillator_of(model, nu);
  hol_status status = hol_oscillator_start(&map, reach, FINER);
  for (size_t first = 0, last = 0; status == HOL_OK && first < cycles->count; first = last) {
    while (last < cycles->count && last < first + HOL_LANES &&
           cycles->cycle[last].period == cycles->cycle[first].period) {
      last++;
    }
    status = add_batch(&map, reach, cycles, first, last, spectra);
  }
  hol_oscillator_clear(&map);
  return status;
}

void hol_spectra_clear(hol_spectra *spectra)
{
  for (size_t i = 0; i < spectra->count; i++) {
    free(spectra->item[i].coefficient);
  }
  free(spectra->item);
  *spectra = (hol_spectra){0};
}

/* SPDX-License-Identifier: BSD-3-Clause */
/* Sturm counts about λ = 0 and below: growing and neutral motions, and how far down rates are searched. */
#include "spectrum/ground.h"
#include "base/memory.h"
#include "spectrum/vectors.h"

#include <float.h>
#include <math.h>
#include <stdlib.h>

/** Signs are believed this many times above the rounding of the energies. */
static const double clear_of_rounding = 64;
/** Looking for the edge, rounding is asked for from here on, relative to a typical λ. */
static const double not_yet = 1e-4;
/** Below everything that has a mass worth the name, relative to a typical λ; counts are sound so far down. */
static const double abyss = 1e24;
/** From so many times a typical λ on a count that rises on the way down, or falls where vectors have no mass left above
 *  rounding, says that numbers are at their end. */
static const double depth = 1e12;
/** Rounding of the energies, relative to λ, up to which a count that falls so far down is believed. */
static const double resolved = 1e-3;

bool hol_may_grow(const hol_model *model)
{
  bool may = false;
  for (size_t i = 0; i < model->member_count && !may; i++) {
    const hol_member *m = &model->member[i];
    may = m->class->compressed && m->class->compressed(m->of);
  }
  return may;
}

/** Frequencies below −x, and between −x and x. */
static hol_status count_about(hol_sturm_counter *counter, double x, size_t *below, size_t *within)
{
  size_t above;
  HOL_TRY(hol_sturm_count(counter, -x, below));
  HOL_TRY(hol_sturm_count(counter, x, &above));
  if (above < *below) {
    return hol_contradict(counter, -x, *below, x, above);
  }
  *within = above - *below;
  return HOL_OK;
}

/** Vectors that stand for no motion: where all there is has no reactions in the forms that S has, nothing of it is in
 *  S, and what is found is rounding, with a root beyond everything. */
static bool is_motion(const hol_sturm_counter *counter, size_t k, const double *theta)
{
  static const double far_off = 1e12;
  return fmax(fabs(theta[0]), fabs(theta[k - 1])) < far_off * hol_typical_lambda(counter->system);
}

static hol_status rounding_in(hol_sturm_counter *counter, double x, size_t k, double *rounding)
{
  size_t count;
  HOL_TRY(hol_sturm_count_with_slope(counter, x, &count));
  double *V = hol_alloc(counter->matrix.n * k, sizeof *V), *theta = hol_alloc(k, sizeof *theta);
  hol_resolution resolution = {0};
  hol_status status = V && theta ? hol_ritz(counter, k, 2, V, theta, &resolution) : HOL_MEMORY;
  status = status == HOL_OK && !is_motion(counter, k, theta) ? HOL_NUMERICAL : status;
  *rounding = status == HOL_OK ? fmax(resolution.root, resolution.count) : 0;
  free(V);
  free(theta);
  return status;
}

/** Rounding of the energies of the k motions nearest to λ = x, rad²/s². Where there are not so many, or their vectors
 *  do not come apart, of fewer. */
static hol_status rounding_about(hol_sturm_counter *counter, double x, size_t k, double *rounding)
{
  hol_status status = HOL_NUMERICAL;
  k = k < counter->system->finite_roots ? k : counter->system->finite_roots;
  for (*rounding = 0; k > 0 && status == HOL_NUMERICAL; k--) {
    *rounding = 0;
    status = rounding_in(counter, x, k, rounding);
  }
  return status == HOL_NUMERICAL ? HOL_OK : status;
}

/** Rounding of component modes, computed under compression, that are next to nothing: of what is subtracted from each
 *  other in them, about the next one above. rad²/s² */
static double rounding_of_own(const hol_system *system)
{
  static const double share = 1e-14, nothing = 1e-9;
  double rounding = 0;
  for (size_t i = 0; i < system->modal_count; i++) {
    const hol_component_modes *own = system->modal[i].component_modes;
    for (size_t k = 0; own && own->class->may_grow && k + 1 < own->trusted; k++) {
      bool is_nothing = fabs(own->omega2[k]) < nothing * fabs(own->omega2[k + 1]);
      rounding = is_nothing ? fmax(rounding, share * fabs(own->omega2[k + 1])) : rounding;
    }
  }
  return rounding;
}

/** The largest x of a falling sequence within which there is nothing but motions without energy, or what rounding
 *  leaves. */
static hol_status find_edge(hol_sturm_counter *counter, double start, hol_ground *ground)
{
  size_t zero = counter->system->model->zero_count, within = 0;
  double x = start, own = rounding_of_own(counter->system), rounding = own;
  for (int i = 0; i < 200; i++, x /= 16) {
    HOL_TRY(count_about(counter, x, &ground->growing, &within));
    bool is_clear = within <= zero;
    if (is_clear || x < not_yet * start) {
      HOL_TRY(rounding_about(counter, x, is_clear ? zero + 1 : within, &rounding));
      rounding = fmax(rounding, own);
    }
    if (is_clear || x <= clear_of_rounding * rounding) {
      break;
    }
  }
  while (x < clear_of_rounding * rounding) {
    x *= 4;
    HOL_TRY(count_about(counter, x, &ground->growing, &within));
  }
  if (within < zero) {
    return hol_contradict(counter, -x, ground->growing + zero, x, ground->growing + within);
  }
  ground->edge = x;
  ground->neutral = within - zero;
  return HOL_OK;
}

/** A motion without mass that grows at once is counted at any depth, until the sign of its energy is rounding: is that
 *  still far? Where even the nearest motion cannot be told from rounding, it is not. */
static hol_status is_resolved(hol_sturm_counter *counter, double depth_now, bool *is)
{
  double rounding = 0;
  hol_status status = rounding_in(counter, -depth_now, 1, &rounding);
  *is = status == HOL_OK && rounding < resolved * depth_now;
  return status == HOL_NUMERICAL ? HOL_OK : status;
}

hol_status hol_ground_find(hol_sturm_counter *counter, double limit, hol_ground *ground)
{
  double typical = hol_typical_lambda(counter->system), start = fmin(typical, limit / 16), before = 0;
  *ground = (hol_ground){0};
  HOL_TRY(find_edge(counter, start, ground));
  limit = fmax(fmin(limit, abyss * typical), 16 * ground->edge);
  ground->floor = ground->edge;
  ground->beyond = ground->growing;
  for (double factor = 16; ground->beyond > 0 && ground->floor < limit;) {
    size_t last = ground->beyond;
    before = ground->floor;
    ground->floor = fmin(before * factor, limit);
    HOL_TRY(hol_sturm_count(counter, -ground->floor, &ground->beyond));
    bool is_sound = true;
    if (ground->beyond != last && ground->floor > depth * typical) {
      is_sound = false;
      HOL_TRY(ground->beyond < last ? is_resolved(counter, ground->floor, &is_sound) : HOL_OK);
    }
    if (!is_sound) { /* rounding of what is without mass: no deeper */
      ground->floor = before;
      ground->beyond = last;
      break;
    }
    if (ground->beyond > last) {
      return hol_contradict(counter, -ground->floor, ground->beyond, -before, last);
    }
    factor = ground->floor > 1e8 * typical ? 1e4 : 16;
  }
  return HOL_OK;
}

/* SPDX-License-Identifier: BSD-3-Clause */
/* Regions within which damped eigenvalues are counted: radii far from poles and zeros, without discs about accumulation
 *  points. */
#include "response/damped_state.h"
#include "base/memory.h"
#include "response/winding_number.h"

#include <math.h>
#include <stdlib.h>

/** Radii tried in a range. */
enum { PLACES = 9 };
/** Relative radius about accumulation points within which eigenvalues are not listed. */
static const double accumulation_radius = 0.1;

static int rising(const void *a, const void *b)
{
  double x = *(const double *)a, y = *(const double *)b;
  return (x > y) - (x < y);
}

bool hol_damped_is_listed(const hol_damped_state *s, double complex zero)
{
  bool is = !(cimag(zero) < 0);
  for (size_t i = 0; i < s->discs.discs; i++) {
    is = is && !(cabs(zero - s->discs.centre[i]) < accumulation_radius * cabs(s->discs.centre[i]));
  }
  return is;
}

hol_status hol_damped_sort_sizes(hol_damped_state *s)
{
  free(s->size);
  s->listed = 0;
  s->size = hol_alloc(s->zeros.count + 1, sizeof *s->size);
  for (size_t i = 0; s->size && i < s->zeros.count; i++) {
    if (hol_damped_is_listed(s, s->zeros.zero[i])) {
      s->size[s->listed++] = cabs(s->zeros.zero[i]);
    }
  }
  if (s->size) {
    qsort(s->size, s->listed, sizeof *s->size, rising);
  }
  return s->size ? HOL_OK : HOL_MEMORY;
}

/** Move the range of radii so that the circle passes through no disc. */
static void avoid_discs(const hol_damped_state *s, double *low, double *high)
{
  for (size_t i = 0; i < s->discs.discs; i++) {
    double size = cabs(s->discs.centre[i]), inner = (1 - s->discs.part) * size, outer = (1 + s->discs.part) * size;
    if (*low<outer && * high> inner && *low < inner) {
      *high = inner;
    } else if (*low < outer && *low >= inner) {
      *low = outer;
      *high = 1.1 * outer;
    }
  }
}

void hol_damped_radius_range(const hol_damped_state *s, double wide, double *low, double *high)
{
  size_t n = 0, wanted = s->request->count > s->rigid ? s->request->count - s->rigid : 0;
  bool by_count = s->request->count > 0;
  if (by_count && s->listed < wanted) {
    *low = fmax(wide, s->listed > 0 ? s->size[s->listed - 1] : 0);
    *high = 1.1 * *low;
  } else {
    while (n < s->listed && (by_count ? n < wanted : s->size[n] < s->request->below)) {
      n++;
    }
    *low = n > 0 ? s->size[n - 1] : s->first / 8;
    *low = by_count ? *low : s->request->below;
    while (by_count && n < s->listed && s->size[n] <= *low * (1 + 1e-6)) { /* of the same size: both are inside */
      *low = s->size[n++];
    }
    *high = n < s->listed ? fmin(s->size[n], 1.3 * *low) : 1.1 * *low;
  }
  avoid_discs(s, low, high);
}

/** Distance of a circle from the nearest pole or known zero. */
static double distance_of(const hol_damped_state *s, double radius)
{
  double away = HUGE_VAL;
  for (size_t k = 0; k < s->poles; k++) {
    away = fmin(away, fabs(cabs(s->pole[k]) - radius));
  }
  for (size_t k = 0; k < s->zeros.count; k++) {
    away = fmin(away, fabs(cabs(s->zeros.zero[k]) - radius));
  }
  return away;
}

/** Relative distance of the discs within the circle from poles and known zeros. @param[in] part  their relative
 *  radius */
static double distance_of_discs(const hol_damped_state *s, double radius, double part)
{
  double away = HUGE_VAL;
  for (size_t i = 0; i < s->discs.discs && cabs(s->discs.centre[i]) < radius; i++) {
    double complex centre = s->discs.centre[i];
    for (size_t k = 0; k < s->poles; k++) {
      away = fmin(away, fabs(cabs(s->pole[k] - centre) / cabs(centre) - part));
    }
    for (size_t k = 0; k < s->zeros.count; k++) {
      away = fmin(away, fabs(cabs(s->zeros.zero[k] - centre) / cabs(centre) - part));
    }
  }
  return away;
}

hol_status hol_damped_choose_region(hol_damped_state *s, double low, double high, hol_eigenvalue_region *region)
{
  double best = 0, best_part = 0;
  *region = s->discs;
  region->radius = high;
  region->part = s->discs.part / 2;
  free(s->pole);
  s->pole = NULL;
  HOL_TRY(high <= s->discs.radius ? hol_dynamic_fill(&s->dynamic, hol_complex(0, (low + high) / 2), false)
                                  : HOL_INVALID);
  HOL_TRY(hol_determinant_poles(&s->zeros, region, &s->pole, &s->poles));
  region->radius = 0;
  for (int i = 0; i < PLACES; i++) {
    double here = low + (high - low) * (i + 1) / (PLACES + 1), part = s->discs.part * (0.5 + 0.5 * (i + 1) / PLACES);
    double away = fmin(fmin(s->request->count ? here - low : HUGE_VAL, high - here), distance_of(s, here));
    double away_part = distance_of_discs(s, low, part);
    region->radius = away > best ? here : region->radius;
    best = fmax(away, best);
    region->part = away_part > best_part ? part : region->part;
    best_part = fmax(away_part, best_part);
  }
  return region->radius > 0 ? HOL_OK : HOL_NUMERICAL;
}

void hol_damped_list_accumulations(const hol_damped_state *s, hol_damped *found)
{
  double last = found->motions > 0 ? found->motion[found->motions - 1].omega : 0;
  last = s->request->count > 0 ? last : s->request->below;
  for (size_t i = 0; i < s->discs.discs && (1 - accumulation_radius) * cabs(s->discs.centre[i]) < last; i++) {
    found->accumulation[found->accumulations++] = -creal(s->discs.centre[i]);
  }
}

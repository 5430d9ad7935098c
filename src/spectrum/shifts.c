/* SPDX-License-Identifier: BSD-3-Clause */
/* Placement of shifts by Sturm counts: N(λ) interpolated by powers of λ, intervals cut until they are as planned. */
#include "spectrum/shifts.h"
#include "base/memory.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/** Counts for the topmost end, times that what is between is cut, places in it; a stride takes the roots below times so
 *  many; an end may lie so many roots beyond the last one wanted. */
enum { TOP_TRIES = 8, CUTS = 3, PLACES = 64, STRIDE = 4, OVER = 8 };
/** N is not taken for a lesser or a greater power of λ than these beyond what is known; in a stride for no lesser than
 *  that: the lowest roots, of the structure as a whole, are farther apart than those that follow. */
static const double power_least = 0.25, power_most = 2, power_stride = 0.75;

void hol_shifts_clear(hol_shifts *e)
{
  free(e->point);
  *e = (hol_shifts){0};
}

hol_status hol_shifts_insert(hol_shifts *e, double lambda, size_t count, bool is_counted)
{
  size_t i = e->points;
  if (!hol_grow(&e->point, &e->capacity, e->points + 1, sizeof *e->point)) {
    return HOL_MEMORY;
  }
  for (; i > 0 && e->point[i - 1].lambda > lambda; i--) {
    e->point[i] = e->point[i - 1];
  }
  e->point[i] = (hol_shifts_point){lambda, count, is_counted};
  e->points++;
  return HOL_OK;
}

/** Count at some places and insert them. Discard estimates that a count contradicts. */
static hol_status count_at(hol_shifts *e, size_t n, const double *lambda)
{
  size_t count[PLACES], kept = 0;
  HOL_TRY(e->count(e->context, n, lambda, count));
  e->counts += n;
  for (size_t i = 0; i < n; i++) {
    HOL_TRY(hol_shifts_insert(e, lambda[i], count[i], true));
  }
  for (size_t i = 0; i < e->points; i++) {
    const hol_shifts_point *p = &e->point[i];
    bool fits = (i == 0 || p[-1].count <= p->count) && (i + 1 == e->points || p[1].count >= p->count);
    if (p->is_counted || fits) {
      e->point[kept++] = *p;
    }
  }
  e->points = kept;
  for (size_t i = 1; i < e->points; i++) {
    if (e->point[i].count < e->point[i - 1].count) {
      return HOL_NUMERICAL;
    }
  }
  return HOL_OK;
}

static double height(const hol_shifts *e, const hol_shifts_point *p)
{
  return log((double)(p->count - e->zero) + 0.5);
}

/** Where N should be `count`, by the power of λ that it is between two points. @param[in] least  beyond them no lesser
 *  power */
static double place_of(const hol_shifts *e, const hol_shifts_point *a, const hol_shifts_point *b, double least,
                       double count)
{
  double power = (height(e, b) - height(e, a)) / log(b->lambda / a->lambda);
  bool is_beyond = count > (double)b->count;
  power = is_beyond ? fmin(fmax(power, least), power_most) : power;
  return b->lambda * exp((log(count - (double)e->zero + 0.5) - height(e, b)) / power);
}

/** The same between those points that are next to it. */
static double place_within(const hol_shifts *e, double count)
{
  size_t i = 1;
  while (i + 1 < e->points && (double)e->point[i].count < count) {
    i++;
  }
  return place_of(e, &e->point[i - 1], &e->point[i], power_least, count);
}

/** Roots of so many percent of an interval. */
static size_t share_of(const hol_shifts *e, size_t percent)
{
  return (e->piece * percent + 99) / 100;
}

/** The highest point that may be an end. */
static size_t topmost(const hol_shifts *e)
{
  size_t i = e->points - 1;
  while (i > 0 && !(e->point[i].is_counted && e->point[i].count <= e->last + OVER)) {
    i--;
  }
  return i;
}

/** Place shifts up to the last root wanted, in strides. */
static hol_status place_top_shift(hol_shifts *e)
{
  for (int i = 0; i < TOP_TRIES; i++) {
    const hol_shifts_point *top = &e->point[e->points - 1];
    if (e->point[topmost(e)].count + share_of(e, HOL_SHIFTS_TAIL) >= e->last) {
      break;
    }
    double below = (double)(top->count - e->zero), aim = (double)(e->last - e->piece);
    double least = aim > 2 * below + (double)e->zero ? power_stride : power_least;
    aim = (double)top->count > aim ? aim : fmin(aim, (double)e->zero + fmax(STRIDE * below, (double)e->piece));
    double lambda = (double)top->count > aim ? place_within(e, aim) : place_of(e, top - 1, top, least, aim);
    HOL_TRY(isfinite(lambda) && lambda > 0 ? count_at(e, 1, &lambda) : HOL_NUMERICAL);
  }
  return HOL_OK;
}

/** Cut all intervals that have too many roots. @param[out] cuts  how many places were counted */
static hol_status cut(hol_shifts *e, size_t *cuts)
{
  double lambda[PLACES];
  size_t n = 0, top = topmost(e), before = 0;
  for (size_t i = 1; i <= top; i++) {
    if (!e->point[i].is_counted) {
      continue;
    }
    size_t from = e->point[before].count, roots = e->point[i].count - from;
    size_t pieces = roots > share_of(e, HOL_SHIFTS_CUT) ? (roots + e->piece / 2) / e->piece : 1;
    for (size_t k = 1; k < pieces && n < PLACES; k++) {
      lambda[n] = place_within(e, (double)from + (double)(roots * k) / (double)pieces);
      n += lambda[n] > e->point[before].lambda && lambda[n] < e->point[i].lambda;
    }
    before = i;
  }
  *cuts = n;
  return n ? count_at(e, n, lambda) : HOL_OK;
}

/** Roots between a count and the nearest place that may be an end. */
static size_t distance_to(const hol_shifts *e, size_t count)
{
  size_t nearest = SIZE_MAX;
  for (size_t i = 0; i < e->points; i++) {
    size_t there = e->point[i].count, roots = there > count ? there - count : count - there;
    nearest = e->point[i].is_counted && roots < nearest ? roots : nearest;
  }
  return nearest;
}

/** Where places are far from those planned, so that there would be more intervals than that, or ranks with more to do
 *  than others, it is counted once more, now that more is known of N. */
static hol_status even_out(hol_shifts *e)
{
  double lambda[PLACES];
  size_t n = 0, highest = e->point[e->points - 1].count;
  for (size_t count = e->zero + e->piece; count + e->piece <= e->last && count < highest && n < PLACES;
       count += e->piece) {
    if (distance_to(e, count) > share_of(e, HOL_SHIFTS_OFF)) {
      lambda[n++] = place_within(e, (double)count);
    }
  }
  size_t points = e->points;
  hol_status status = n ? count_at(e, n, lambda) : HOL_OK;
  if (status == HOL_NUMERICAL && e->points == points) { /* one of them cannot be counted at: it is no worse without */
    e->counts += n;
    return HOL_OK;
  }
  return status;
}

/** Keep from every shift the farthest one within the limits; stop where even the next one is beyond. */
static void choose(hol_shifts *e)
{
  size_t kept = 1, at = 0, top = topmost(e);
  while (at < top && e->point[at].count < e->last) {
    size_t next = at;
    for (size_t i = at + 1; i <= top; i++) {
      size_t roots = e->point[i].count - e->point[at].count;
      bool is_fit =
          e->point[i].is_counted && roots > 0 && roots <= share_of(e, next == at ? HOL_SHIFTS_LIMIT : HOL_SHIFTS_MOST);
      next = is_fit ? i : next;
    }
    if (next == at || (at > 0 && e->last - e->point[at].count <= share_of(e, HOL_SHIFTS_TAIL))) {
      break;
    }
    e->point[kept++] = e->point[next];
    at = next;
  }
  e->points = kept;
}

hol_status hol_shifts_place(hol_shifts *e)
{
  size_t roots = e->last - e->zero, pairs = (roots + HOL_SHIFTS_PAIR - 1) / HOL_SHIFTS_PAIR;
  e->piece = (roots + 2 * pairs - 1) / (2 * pairs);
  HOL_TRY(place_top_shift(e));
  size_t cuts = 1;
  for (size_t i = 0; i < CUTS + roots / (e->piece * PLACES / 2) && cuts; i++) {
    HOL_TRY(cut(e, &cuts));
  }
  HOL_TRY(pairs > 1 ? even_out(e) : HOL_OK);
  choose(e);
  return HOL_OK;
}

/* SPDX-License-Identifier: BSD-3-Clause */
/* Bounds of properties along a member by enclosures: constant or not, points where a property vanishes, mean values. */
#include "problem/bounds.h"
#include "base/memory.h"
#include "problem/varying.h"

#include <math.h>
#include <stdlib.h>

/** An expression of a piece, bounded on stretches of it. */
typedef struct bounded {
  hol_varying *v;
  size_t which;
  hol_enclosure *bounds; /**< [hol_varying_count(v)] borrowed */
} bounded;

static hol_enclosure bound(const bounded *b, double from, double to)
{
  hol_varying_enclose(b->v, from, to, b->bounds);
  return b->bounds[b->which];
}

static double start_of(const hol_part *part, size_t piece)
{
  return piece ? part->piece[piece - 1].to : 0;
}

/* ---- the same all along ------------------------------------------------------------------------------------------ */

/** Is it the same on a stretch, halved where that is not seen? What is not constant shows itself early. */
static bool is_same(const bounded *b, double from, double to)
{
  enum { PARTS_MOST = 4096 };
  static const double same = 1e-9;
  double a = from, width = to - from, low = HUGE_VAL, high = -HUGE_VAL;
  for (int parts = 0; a < to; parts++) {
    double end = fmin(a + width, to);
    hol_enclosure e = bound(b, a, end);
    double unit = same * fmax(fabs(e.low), fabs(e.high));
    if (!(e.high - e.low <= unit)) {
      width *= 0.5;
      if (parts > PARTS_MOST || !(a + width > a)) {
        return false;
      }
      continue;
    }
    low = fmin(low, e.low);
    high = fmax(high, e.high);
    if (!(high - low <= unit)) {
      return false;
    }
    a = end;
    width *= 2;
  }
  return true;
}

/** Expressions of a piece by itself, or of its section. */
typedef bool (*look)(const bounded *b, const hol_part *part, size_t piece, void *found);

/** Look at the expressions that samples do not tell of, until one is found. */
static hol_status look_at_list(hol_varying *v, const hol_part *part, size_t piece, hol_properties of, look at,
                               void *found)
{
  size_t count = hol_varying_is_short(v) ? 0 : hol_varying_count(v);
  bounded b = {v, 0, hol_alloc(count, sizeof *b.bounds)};
  bool ends = !b.bounds;
  for (; b.which < count && !ends; b.which++) {
    ends = (of >> hol_varying_target(v, b.which) & 1) && at(&b, part, piece, found);
  }
  free(b.bounds);
  return b.bounds ? HOL_OK : HOL_MEMORY;
}

static bool varies(const bounded *b, const hol_part *part, size_t piece, void *found)
{
  bool *is_constant = found;
  *is_constant = is_same(b, start_of(part, piece), part->piece[piece].to);
  return !*is_constant;
}

static hol_varying *of_section(const hol_part *part, size_t piece)
{
  const hol_section *section = part->piece[piece].section ? part->piece[piece].section : part->section;
  return section ? section->varying : NULL;
}

hol_status hol_part_is_constant(const hol_part *part, size_t piece, hol_properties of, bool *is_constant)
{
  bool is_section_constant = true;
  *is_constant = true;
  HOL_TRY(look_at_list(part->piece[piece].varying, part, piece, of, varies, is_constant));
  HOL_TRY(look_at_list(of_section(part, piece), part, piece, ~(hol_properties)0, varies, &is_section_constant));
  *is_constant = *is_constant && is_section_constant;
  return HOL_OK;
}

/* ---- next to nothing --------------------------------------------------------------------------------------------- */

static const double nothing = 1e-13;

/** Is there more of it on the way from xi to an end? */
static bool rises_towards(const bounded *b, double xi, double end, double least)
{
  for (double share = 1; share > 1e-9; share *= 0.5) {
    double half = 0.25 * share * fabs(end - xi), at = xi + share * (end - xi), from = fmax(fmin(at, end) - half, 0);
    hol_enclosure e = bound(b, from, fmin(from + half, 1));
    if (e.low > least) {
      return true;
    }
  }
  return false;
}

/** From the left, by halves: what is more than nothing is left behind. */
static bool vanishes(const bounded *b, const hol_part *part, size_t piece, void *found)
{
  enum { PARTS_MOST = 20000, PLACES_MOST = 64 };
  hol_vanishing *v = found;
  bool is_positive;
  double start = start_of(part, piece), end = part->piece[piece].to,
         least = nothing * hol_varying_size(b->v, b->which, &is_positive), a = start, width = end - start;
  for (int parts = 0, places = 0; is_positive && a < end && parts < PARTS_MOST && places < PLACES_MOST; parts++) {
    double to = fmin(a + width, end), middle = 0.5 * (a + to);
    hol_enclosure e = bound(b, a, to);
    if (e.high <= least) {
      places++;
      if (rises_towards(b, middle, start, 1e3 * least) && rises_towards(b, middle, end, 1e3 * least)) {
        *v = (hol_vanishing){hol_varying_target(b->v, b->which), middle};
        return true;
      }
    } else if (e.low <= least && middle > a && middle < to) {
      width = 0.5 * (to - a);
      continue;
    }
    a = to;
    width *= 2;
  }
  return false;
}

hol_status hol_part_vanishing(const hol_part *part, size_t piece, hol_properties of, hol_vanishing *v)
{
  *v = (hol_vanishing){HOL_PROPERTY_COUNT, 0};
  return look_at_list(part->piece[piece].varying, part, piece, of, vanishes, v);
}

/* ---- how much ---------------------------------------------------------------------------------------------------- */

double hol_part_mean(const hol_part *part, size_t property)
{
  double mean = 0;
  for (size_t k = 0; k < part->piece_count; k++) {
    const hol_part_piece *p = &part->piece[k];
    double size = fabs(p->given >> property & 1 ? p->value[property] : part->value[property]);
    for (size_t i = 0; i < hol_varying_count(p->varying); i++) {
      bool is_positive;
      size = hol_varying_target(p->varying, i) == property ? hol_varying_size(p->varying, i, &is_positive) : size;
    }
    mean += size * (p->to - start_of(part, k));
  }
  return mean;
}

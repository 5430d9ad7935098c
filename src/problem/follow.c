/* SPDX-License-Identifier: BSD-3-Clause */
/* Resolution of a member's expressions by samples, checked with enclosures; jumps, breaks and hidden peaks. */
#include "problem/follow.h"
#include "base/memory.h"
#include "base/vector.h"
#include "problem/varying.h"

#include <float.h>
#include <math.h>
#include <stdlib.h>

enum { SAMPLES = HOL_ENCLOSED_SAMPLES, LOOKS_MOST = 20000 };
/** An expression is settled on a part of the stretch where it is a polynomial to this, relative to its largest value,
 *  and the same as that of the whole stretch to this more. */
static const double smooth = 1e-13, same = 2e-12;

/** Expressions looked at along a stretch. */
typedef struct look {
  hol_varying *v;
  size_t count;
  double from, to;
  double s[SAMPLES], w[SAMPLES];  /**< Chebyshev points of (−1, 1), barycentric weights */
  double *sample;                 /**< [SAMPLES * count] of the stretch */
  double *value;                  /**< [count] at one place */
  double *largest;                /**< [count] */
  hol_enclosure *bounds, *before; /**< [count] here, and of the part before this one */
} look;

static void clear(look *l)
{
  free(l->sample);
  free(l->value);
  free(l->largest);
  free(l->bounds);
  free(l->before);
}

static hol_status start(hol_varying *v, double from, double to, look *l)
{
  *l = (look){.v = v, .count = hol_varying_count(v), .from = from, .to = to};
  l->sample = hol_alloc(SAMPLES * l->count, sizeof *l->sample);
  l->value = hol_alloc(l->count, sizeof *l->value);
  l->largest = hol_alloc(l->count, sizeof *l->largest);
  l->bounds = hol_alloc(l->count, sizeof *l->bounds);
  l->before = hol_alloc(l->count, sizeof *l->before);
  return l->sample && l->value && l->largest && l->bounds && l->before ? HOL_OK : HOL_MEMORY;
}

/** Values negligible beside the expression elsewhere count as zero. */
static void note_largest(look *l)
{
  static const double nothing = 1e-20, least = 1e-290;
  for (size_t i = 0; i < l->count; i++) {
    bool is_positive;
    double lowest = fmax(nothing * hol_varying_size(l->v, i, &is_positive), least), here = fabs(l->value[i]);
    l->largest[i] = fmax(l->largest[i], fmax(lowest, isfinite(here) ? here : 0));
  }
}

static void take_samples(look *l)
{
  for (size_t k = 0; k < SAMPLES; k++) {
    double angle = M_PI * (2.0 * (double)k + 1) / (2 * SAMPLES);
    l->s[k] = cos(angle);
    l->w[k] = (k % 2 ? -1 : 1) * sin(angle);
    hol_varying_values(l->v, l->from + 0.5 * (l->to - l->from) * (1 + l->s[k]), l->value);
    note_largest(l);
    for (size_t i = 0; i < l->count; i++) {
      l->sample[k + i * SAMPLES] = l->value[i];
    }
  }
}

/** Are all expressions polynomials, or flat, between a and b? */
static bool settles(const look *l)
{
  bool all = true;
  for (size_t i = 0; i < l->count && all; i++) {
    const hol_enclosure *e = &l->bounds[i];
    all = HOL_ENCLOSED_PART * e->reach <= smooth * l->largest[i] || e->high - e->low <= same * l->largest[i];
  }
  return all;
}

/** Are the values at x of the stretch (−1, 1) those of the polynomials through the samples? xi itself is rounded, which
 *  is felt where the stretch is short. */
static bool agrees(const look *l, double x, const double *value)
{
  double rounded = same + 64 * DBL_EPSILON * l->to / (l->to - l->from), below = 0, share[SAMPLES];
  for (size_t k = 0; k < SAMPLES; k++) {
    if (fabs(x - l->s[k]) <= 4 * DBL_EPSILON) {
      return true;
    }
    share[k] = l->w[k] / (x - l->s[k]);
    below += share[k];
  }
  bool same_value = true;
  for (size_t i = 0; i < l->count; i++) {
    double above = 0;
    for (size_t k = 0; k < SAMPLES; k++) {
      above += share[k] * l->sample[k + i * SAMPLES];
    }
    same_value = same_value && fabs(above / below - value[i]) <= rounded * l->largest[i];
  }
  return same_value;
}

/** The polynomial of the part from a to b against that of the whole stretch. */
static bool compare(look *l, double a, double b)
{
  bool all = true;
  for (size_t k = 0; k < SAMPLES && all; k++) {
    double xi = a + 0.5 * (b - a) * (1 + l->s[k]);
    hol_varying_values(l->v, xi, l->value);
    all = agrees(l, 2 * (xi - l->from) / (l->to - l->from) - 1, l->value);
  }
  return all;
}

/** May an expression that lies between these bounds over a width hide that much? */
static bool is_felt(const hol_enclosure *e, double width, double size, bool is_positive)
{
  static const double little = 1e-12;
  bool hides = width * (e->high - e->low) > little * size;
  return hides || (is_positive && !(e->low > 0 && width * size * (1 / e->low - 1 / e->high) <= little));
}

/** Of the part from a to b, between two numbers next to each other. */
static bool is_any_felt(const look *l, double a, double b)
{
  bool felt = false;
  for (size_t i = 0; i < l->count; i++) {
    bool is_positive, is_end = a <= 0 || b >= 1;
    double size = hol_varying_size(l->v, i, &is_positive);
    felt = felt || is_felt(&l->bounds[i], b - a, size, is_positive && !is_end);
  }
  return felt;
}

/** Between two parts that meet at a: enclosures apart, of what would be continuous, show a jump. */
static void note_jump(const look *l, double a, double *largest, hol_following *f)
{
  for (size_t i = 0; i < l->count && a > l->from; i++) {
    const hol_enclosure *p = &l->before[i], *q = &l->bounds[i];
    double gap = fmax(p->low - q->high, q->low - p->high) / l->largest[i];
    if (gap > *largest) {
      *largest = gap;
      f->jumps = true;
      f->jump = a;
    }
  }
}

/** Part by part from the left, each as long as it settles. Two neighbouring numbers have nothing between them. Once a
 *  polynomial is not followed only jumps are looked for, where there may be some: beside a needle nothing settles at
 *  the size of what is without it. */
static void follow_parts(look *l, hol_following *f)
{
  double a = l->from, width = 0.125 * (l->to - l->from), largest = same;
  bool may_jump = hol_varying_may_jump(l->v);
  f->follows = true;
  for (int looks = 0; a < l->to && (f->follows || may_jump); looks++) {
    double next = fmax(a + 4 * width, nextafter(a, HUGE_VAL)), b = fmin(next, l->to), middle = a + 0.5 * (b - a);
    hol_varying_enclose(l->v, a, b, l->bounds);
    bool settled = settles(l), is_short = !(middle > a && middle < b);
    if (looks > LOOKS_MOST) {
      f->follows = false;
      return;
    }
    if (!settled && !is_short) {
      width = 0.125 * (b - a);
      continue;
    }
    f->follows = f->follows && (settled ? compare(l, a, b) : !is_any_felt(l, a, b));
    note_jump(l, a, &largest, f);
    for (size_t i = 0; i < l->count; i++) {
      l->before[i] = l->bounds[i];
    }
    width = b - a;
    a = b;
  }
}

static hol_status follow(hol_varying *v, double from, double to, hol_following *f)
{
  look l = {0};
  hol_status status = start(v, from, to, &l);
  if (status == HOL_OK) {
    hol_varying_values(v, from + 0.5 * (to - from), l.value);
    note_largest(&l);
    hol_varying_enclose(v, from, to, l.bounds);
    f->follows = settles(&l);
    if (!f->follows) {
      take_samples(&l);
      follow_parts(&l, f);
    }
  }
  clear(&l);
  return status;
}

/** Varying properties of a piece, its own and those of its section. */
static void varyings(const hol_part *part, size_t piece, hol_varying *list[2])
{
  const hol_section *section = part->piece[piece].section ? part->piece[piece].section : part->section;
  list[0] = part->piece[piece].varying;
  list[1] = section ? section->varying : NULL;
}

bool hol_part_may_jump(const hol_part *part, size_t piece)
{
  hol_varying *list[2];
  varyings(part, piece, list);
  return hol_varying_may_jump(list[0]) || hol_varying_may_jump(list[1]);
}

size_t hol_part_breaks(const hol_part *part, size_t piece, size_t most, double *xi)
{
  hol_varying *list[2];
  double from = piece ? part->piece[piece - 1].to : 0, to = part->piece[piece].to;
  size_t all = 0, count = 0;
  varyings(part, piece, list);
  for (int i = 0; i < 2; i++) {
    all += hol_varying_breaks(list[i], most - all, xi + all);
  }
  hol_sort(all, xi);
  for (size_t i = 0; i < all; i++) {
    if (xi[i] > from && xi[i] < to && !(count && xi[i] <= xi[count - 1])) {
      xi[count++] = xi[i];
    }
  }
  return count;
}

hol_status hol_part_follow(const hol_part *part, size_t piece, double from, double to, hol_following *following)
{
  hol_varying *list[2];
  *following = (hol_following){.follows = true};
  varyings(part, piece, list);
  for (int i = 0; i < 2; i++) {
    hol_following f = {.follows = true};
    HOL_TRY(hol_varying_is_short(list[i]) ? HOL_OK : follow(list[i], from, to, &f));
    following->follows = following->follows && f.follows;
    if (f.jumps && !following->jumps) {
      following->jumps = true;
      following->jump = f.jump;
    }
  }
  return HOL_OK;
}

static hol_status may_hide(hol_varying *v, double from, double to, bool is_of_section, hol_hidden *hidden)
{
  enum { PARTS = 16 };
  size_t count = hol_varying_count(v);
  hol_enclosure *bounds = hol_alloc(count, sizeof *bounds);
  bool is_end = from <= 0 || to >= 1;
  for (int k = 0; bounds && k < PARTS; k++) {
    double width = (to - from) / PARTS, a = from + k * width;
    hol_varying_enclose(v, a, k + 1 < PARTS ? from + (k + 1) * width : to, bounds);
    for (size_t i = 0; i < count; i++) {
      bool is_positive;
      double size = hol_varying_size(v, i, &is_positive);
      bool is_bounded = isfinite(bounds[i].low) && isfinite(bounds[i].high);
      if (!(hidden->hides && is_bounded) && is_felt(&bounds[i], width, size, is_positive && !is_end)) {
        *hidden = (hol_hidden){true, is_bounded, is_of_section ? HOL_PROPERTY_COUNT : hol_varying_target(v, i)};
      }
    }
  }
  free(bounds);
  return bounds ? HOL_OK : HOL_MEMORY;
}

hol_status hol_part_may_hide(const hol_part *part, size_t piece, double from, double to, hol_hidden *hidden)
{
  hol_varying *list[2];
  *hidden = (hol_hidden){.property = HOL_PROPERTY_COUNT};
  varyings(part, piece, list);
  for (int i = 0; i < 2; i++) {
    HOL_TRY(hol_varying_is_short(list[i]) ? HOL_OK : may_hide(list[i], from, to, i == 1, hidden));
  }
  return HOL_OK;
}

/* SPDX-License-Identifier: BSD-3-Clause */
/* How many zeros the determinant has within a circle: turns of its argument, and its poles. */
#include "base/memory.h"
#include "model/damping.h"
#include "response/laws.h"
#include "response/zeros.h"

#include <math.h>
#include <stdlib.h>

enum { PIECES = 16, HALVINGS = 24, PIECE_MOST = 256, BISECTIONS = 60, IDLE = 8, OWN_MOST = 4096 };
/** Discs about the points at which zeros come together are no larger than this part of their distance. */
static const double beside = 0.1, least_beside = 0.01;
/** Two such points are one if they are this close, relatively. */
static const double same = 1e-12;

/* ---- points at which zeros come together
   --------------------------------------------------------------------------- */

static hol_damping law_of(const hol_dynamic *d, const hol_member *member)
{
  return hol_member_damping(d->system->model, member);
}

/** Of one law: none without b. Of more than there is room for the nearest ones stay. */
static void add_centre(hol_damping law, hol_zeros_region *region)
{
  double complex here = law.stiffness > 0 ? -hol_complex(1, law.loss_factor) / law.stiffness : 0;
  double size = cabs(here);
  if (!(size > 0) || !((1 - beside) * size < region->radius)) {
    return;
  }
  for (size_t i = 0; i < region->discs; i++) {
    if (cabs(region->centre[i] - here) <= same * size) {
      return;
    }
  }
  double complex farthest = here;
  for (size_t i = 0; i < region->discs; i++) { /* in order */
    if (cabs(region->centre[i]) > cabs(farthest)) {
      const double complex next = region->centre[i];
      region->centre[i] = farthest;
      farthest = next;
    }
  }
  if (region->discs < HOL_DISCS_MOST) {
    region->centre[region->discs++] = farthest;
  } else {
    region->radius = (1 - beside) * cabs(farthest);
  }
}

/** How large, as a part of their centres, two discs may be that are apart. */
static double part_between(double complex a, double complex b)
{
  return 0.9 * cabs(a - b) / (cabs(a) + cabs(b));
}

/** Discs so small that they are apart; of points too close for that those before them stay. */
static void keep_apart(hol_zeros_region *region)
{
  size_t discs = region->discs;
  for (size_t i = 0; i < discs; i++) {
    for (size_t j = 0; j < i && j < region->discs; j++) {
      if (part_between(region->centre[i], region->centre[j]) < least_beside) {
        region->discs = j;
        region->radius = fmin(region->radius, (1 - beside) * cabs(region->centre[j]));
      }
    }
  }
  for (size_t i = 0; i < region->discs; i++) {
    for (size_t j = 0; j < i; j++) {
      region->part = fmin(region->part, part_between(region->centre[i], region->centre[j]));
    }
  }
}

void hol_zeros_discs(const hol_zeros *zeros, hol_zeros_region *region)
{
  const hol_system *system = zeros->dynamic->system;
  *region = (hol_zeros_region){.radius = HUGE_VAL, .part = beside};
  for (size_t i = 0; i < system->segment_count; i++) {
    if (system->segment[i].member->has_mass) {
      add_centre(law_of(zeros->dynamic, system->segment[i].member), region);
    }
  }
  for (size_t i = 0; i < system->modal_count; i++) {
    add_centre(law_of(zeros->dynamic, system->modal[i].member), region);
  }
  keep_apart(region);
}

/* ---- poles ------------------------------------------------------------------------------------------------------- */

typedef struct pole_list {
  double complex *at;
  size_t count, capacity;
} pole_list;

/** Both motions of an own frequency: their product is λ (1 + iη). */
static hol_status add_pole(pole_list *p, hol_damping law, double lambda)
{
  hol_law_root root[2];
  if (!hol_grow(&p->at, &p->capacity, p->count + 2, sizeof *p->at)) {
    return HOL_MEMORY;
  }
  (void)hol_law_roots(law, lambda, lambda, root);
  p->at[p->count++] = root[0].s;
  p->at[p->count++] = cabs(root[0].s) > 0 ? lambda * hol_complex(1, law.loss_factor) / root[0].s : -law.mass;
  return HOL_OK;
}

/** Own frequencies below λ of a segment in a form. */
static hol_status own_below(const hol_segment *s, hol_form form, double lambda, size_t *count)
{
  hol_relation relation;
  const void *of = hol_member_segment(s->member, s->station);
  hol_status status = HOL_NUMERICAL;
  for (int k = 0; k < 4 && status == HOL_NUMERICAL; k++, lambda *= 1 + 3e-6) {
    status = s->member->class->relation(of, s->length, lambda, form, false, &relation);
  }
  *count = status == HOL_OK ? relation.count : 0;
  return status;
}

/** The j-th own λ, from 0: by halving. */
static hol_status own_frequency(const hol_segment *s, hol_form form, size_t j, double high, double *lambda)
{
  double low = 0;
  for (int k = 0; k < BISECTIONS && high - low > 1e-7 * high; k++) {
    double middle = low > 0 ? sqrt(low * high) : high / 16;
    size_t count;
    HOL_TRY(own_below(s, form, middle, &count));
    low = count > j ? low : middle;
    high = count > j ? middle : high;
  }
  *lambda = (low + high) / 2;
  return HOL_OK;
}

/** Under line damping, wave by wave until none is in the region for a while. */
static hol_status add_waves(const hol_segment *s, hol_form form, const hol_damping *law, const hol_zeros_region *region,
                            pole_list *p)
{
  const void *of = hol_member_segment(s->member, s->station);
  size_t idle = 0;
  if (!s->member->class->damped_own) {
    return HOL_INVALID;
  }
  for (size_t n = 0; idle < IDLE; n++) {
    double complex own[HOL_DAMPED_OWN_MOST];
    size_t count, before = p->count;
    HOL_TRY(s->member->class->damped_own(of, s->length, law, form, n, own, &count));
    if (!hol_grow(&p->at, &p->capacity, p->count + count, sizeof *p->at)) {
      return HOL_MEMORY;
    }
    for (size_t k = 0; k < count; k++) {
      if (hol_zeros_is_in(region, own[k])) {
        p->at[p->count++] = own[k];
      }
    }
    idle = p->count > before ? 0 : idle + 1;
    if (p->count > OWN_MOST) {
      return HOL_INVALID;
    }
  }
  return HOL_OK;
}

static hol_status add_segment(const hol_dynamic *d, const hol_segment *s, hol_form form, const hol_zeros_region *region,
                              pole_list *p)
{
  const hol_damping law = law_of(d, s->member);
  double reach = hol_law_reach(law, region->radius, region->part);
  size_t count;
  if (law.line > 0) {
    return add_waves(s, form, &law, region, p);
  }
  if (!s->member->class->relation) {
    return HOL_INVALID;
  }
  HOL_TRY(own_below(s, form, reach, &count));
  if (count > OWN_MOST) {
    return HOL_INVALID;
  }
  for (size_t j = 0; j < count; j++) {
    double lambda;
    HOL_TRY(own_frequency(s, form, j, reach, &lambda));
    HOL_TRY(add_pole(p, law, lambda));
  }
  return HOL_OK;
}

static hol_status add_modal(const hol_dynamic *d, size_t index, const hol_zeros_region *region, pole_list *p)
{
  const hol_modal *modal = &d->system->modal[index];
  const hol_damping law = law_of(d, modal->member);
  double reach = hol_law_reach(law, region->radius, region->part);
  if (law.line > 0) {
    return HOL_INVALID;
  }
  for (size_t k = 0; k < modal->modes; k++) {
    if (modal->omega2[k] <= reach && !hol_kept_find(d->form.kept, d->form.kept_count, index, k)) {
      HOL_TRY(add_pole(p, law, modal->omega2[k]));
    }
  }
  return HOL_OK;
}

hol_status hol_zeros_poles(const hol_zeros *zeros, const hol_zeros_region *region, double complex **pole, size_t *count)
{
  const hol_dynamic *d = zeros->dynamic;
  pole_list p = {.at = NULL};
  hol_status status = HOL_OK;
  for (size_t i = 0; i < d->system->segment_count && status == HOL_OK; i++) {
    size_t example = 0;
    while (d->example[example] != d->law_of[i]) {
      example++;
    }
    status = add_segment(d, &d->system->segment[i], d->form.form[example], region, &p);
  }
  for (size_t i = 0; i < d->system->modal_count && status == HOL_OK; i++) {
    status = add_modal(d, i, region, &p);
  }
  *pole = p.at;
  *count = p.count;
  return status;
}

/* ---- turns ------------------------------------------------------------------------------------------------------- */

/** The determinant at one place of the path. */
typedef struct node {
  double complex s, slope;
  double angle;
} node;

/** A piece of the path: an arc. */
typedef struct piece {
  double complex centre;
  double radius, from, to; /**< angles */
} piece;

static double complex at(const piece *p, double t)
{
  double angle = p->from + t * (p->to - p->from);
  return p->centre + p->radius * hol_complex(cos(angle), sin(angle));
}

static hol_status look(hol_zeros *z, double complex s, node *here)
{
  double size;
  here->s = s;
  z->evaluations++;
  HOL_TRY(hol_zeros_slope(z, s, true, &here->slope));
  HOL_TRY(hol_dynamic_fill(z->dynamic, s, true));
  HOL_TRY(hol_dynamic_factorise(z->dynamic));
  return hol_complex_lu_determinant(&z->dynamic->lu, &size, &here->angle);
}

static double turn(const node *a, const node *b)
{
  return remainder(b->angle - a->angle, 2 * acos(-1));
}

static bool is_short(const node *a, const node *b)
{
  double h = cabs(b->s - a->s);
  return h * cabs(a->slope) <= 1 && h * cabs(b->slope) <= 1;
}

/** What adds up along a path. */
typedef struct sums {
  double scale; /**< of s in powers */
  double turns;
  double complex moment[HOL_MOMENTS]; /**< ∫ (s/scale)^k f'/f ds */
} sums;

/** Powers of s times f'/f ds/dt. */
static void integrand(const piece *p, double scale, const node *at, double complex value[HOL_MOMENTS])
{
  double complex along = (at->s - p->centre) * hol_complex(0, p->to - p->from), power = 1;
  for (int k = 0; k < HOL_MOMENTS; k++) {
    power *= at->s / scale;
    value[k] = power * at->slope * along;
  }
}

/** By Simpson's rule from one node over a middle to another, dt apart. */
static void add_moments(const piece *p, const node *from, const node *middle, const node *to, double dt, sums *sum)
{
  double complex a[HOL_MOMENTS], b[HOL_MOMENTS], c[HOL_MOMENTS];
  integrand(p, sum->scale, from, a);
  integrand(p, sum->scale, middle, b);
  integrand(p, sum->scale, to, c);
  for (int k = 0; k < HOL_MOMENTS; k++) {
    sum->moment[k] += dt / 6 * (a[k] + 4 * b[k] + c[k]);
  }
}

/** Turns from t = a to b, by halves until they add up. @param[in] most  matrices that may have been filled by its end:
 *  where nothing but rounding is left halves never do */
static hol_status walk(hol_zeros *z, const piece *p, double a, const node *from, double b, const node *to, int depth,
                       size_t most, sums *sum)
{
  node middle;
  double t = (a + b) / 2;
  if (depth > HALVINGS || z->evaluations > most) {
    return HOL_NUMERICAL;
  }
  HOL_TRY(look(z, at(p, t), &middle));
  double first = turn(from, &middle), second = turn(&middle, to);
  if (is_short(from, &middle) && is_short(&middle, to) && fabs(first + second - turn(from, to)) < 1e-6) {
    sum->turns += first + second;
    add_moments(p, from, &middle, to, b - a, sum);
    return HOL_OK;
  }
  HOL_TRY(walk(z, p, a, from, t, &middle, depth + 1, most, sum));
  return walk(z, p, t, &middle, b, to, depth + 1, most, sum);
}

static hol_status walk_piece(hol_zeros *z, const piece *p, sums *sum)
{
  node from, to;
  HOL_TRY(look(z, at(p, 0), &from));
  for (int k = 0; k < PIECES; k++) {
    double a = (double)k / PIECES, b = (double)(k + 1) / PIECES;
    HOL_TRY(look(z, at(p, b), &to));
    HOL_TRY(walk(z, p, a, &from, b, &to, 0, z->evaluations + PIECE_MOST + PIECE_MOST / 4 * z->count, sum));
    from = to;
  }
  return HOL_OK;
}

/** Once around a circle: whole turns, and moments over 2πi. Without loss factors the lower half is as the upper one. */
static hol_status walk_circle(hol_zeros *z, double complex centre, double radius, sums *sum)
{
  double pi = acos(-1);
  for (int half = 0; half < (z->is_lossy ? 2 : 1); half++) {
    const piece arc = {centre, radius, half * pi, (half + 1) * pi};
    HOL_TRY(walk_piece(z, &arc, sum));
  }
  sum->turns /= z->is_lossy ? 2 * pi : pi;
  for (int k = 0; k < HOL_MOMENTS; k++) {
    sum->moment[k] = z->is_lossy ? sum->moment[k] / hol_complex(0, 2 * pi) : cimag(sum->moment[k]) / pi;
  }
  return fabs(sum->turns - rint(sum->turns)) < 1e-4 ? HOL_OK : HOL_NUMERICAL;
}

/** Σ (s/R)^k of some, those in the region, times a factor. @param[in] is_half  of those above the real axis with their
 *  conjugates */
static void add_powers(const hol_zeros_region *region, const double complex *s, size_t count, bool is_half,
                       double factor, double complex sum[HOL_MOMENTS])
{
  for (size_t i = 0; i < count; i++) {
    double complex power = factor, one = s[i] / region->radius;
    for (int k = 0; k < HOL_MOMENTS && hol_zeros_is_in(region, s[i]); k++) {
      power *= one;
      sum[k] += is_half && cimag(s[i]) > 0 ? 2 * creal(power) : power;
    }
  }
}

hol_status hol_zeros_count(hol_zeros *z, const hol_zeros_region *region, const double complex *pole, size_t poles,
                           long *count, double complex unknown[HOL_MOMENTS])
{
  sums all = {.scale = region->radius};
  HOL_TRY(walk_circle(z, 0, region->radius, &all));
  *count = lround(all.turns);
  for (size_t i = 0; i < region->discs; i++) {
    double size = cabs(region->centre[i]);
    sums one = {.scale = region->radius};
    if (size < region->radius) {
      HOL_TRY(walk_circle(z, region->centre[i], region->part * size, &one));
      *count -= lround(one.turns);
    }
    for (int k = 0; k < HOL_MOMENTS; k++) {
      all.moment[k] -= one.moment[k];
    }
  }
  for (size_t k = 0; k < poles; k++) {
    *count += hol_zeros_is_in(region, pole[k]);
  }
  for (int k = 0; k < HOL_MOMENTS; k++) {
    unknown[k] = all.moment[k];
  }
  add_powers(region, pole, poles, false, 1, unknown);
  add_powers(region, z->zero, z->count, !z->is_lossy, -1, unknown);
  return HOL_OK;
}

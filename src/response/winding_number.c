/* SPDX-License-Identifier: BSD-3-Clause */
/* Number of zeros of det S(s) in a region by the argument principle: accumulation points, poles, winding number. */
#include "base/memory.h"
#include "model/damping.h"
#include "response/damping_models.h"
#include "response/winding_number.h"

#include <math.h>
#include <stdlib.h>

enum {
  SEGMENTS = 16,
  HALVINGS = 24,
  SEGMENT_EVALUATIONS_MAX = 256,
  BISECTIONS = 60,
  EMPTY_WAVES = 8,
  POLES_MAX = 4096
};
/** Largest and least radius of discs about accumulation points, relative to |centre|. */
static const double disc_radius = 0.1, least_disc_radius = 0.01;
/** Relative distance of accumulation points that are the same. */
static const double same_point = 1e-12;

/* ---- accumulation points ----------------------------------------------------------------------------------------- */

static hol_damping law_of(const hol_dynamic *d, const hol_member *member)
{
  return hol_member_damping(d->system->model, member);
}

/** Add the accumulation point of one damping model: none without b. If there are too many the nearest ones are kept. */
static void add_centre(hol_damping law, hol_eigenvalue_region *region)
{
  double complex here = law.stiffness > 0 ? -hol_complex(1, law.loss_factor) / law.stiffness : 0;
  double size = cabs(here);
  if (!(size > 0) || !((1 - disc_radius) * size < region->radius)) {
    return;
  }
  for (size_t i = 0; i < region->discs; i++) {
    if (cabs(region->centre[i] - here) <= same_point * size) {
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
    region->radius = (1 - disc_radius) * cabs(farthest);
  }
}

/** Largest relative radius of two disjoint discs. */
static double part_between(double complex a, double complex b)
{
  return 0.9 * cabs(a - b) / (cabs(a) + cabs(b));
}

/** Reduce discs until they are disjoint; of points too close for that only those before them are kept. */
static void keep_apart(hol_eigenvalue_region *region)
{
  size_t discs = region->discs;
  for (size_t i = 0; i < discs; i++) {
    for (size_t j = 0; j < i && j < region->discs; j++) {
      if (part_between(region->centre[i], region->centre[j]) < least_disc_radius) {
        region->discs = j;
        region->radius = fmin(region->radius, (1 - disc_radius) * cabs(region->centre[j]));
      }
    }
  }
  for (size_t i = 0; i < region->discs; i++) {
    for (size_t j = 0; j < i; j++) {
      region->part = fmin(region->part, part_between(region->centre[i], region->centre[j]));
    }
  }
}

void hol_accumulation_discs(const hol_eigenvalues *zeros, hol_eigenvalue_region *region)
{
  const hol_system *system = zeros->dynamic->system;
  *region = (hol_eigenvalue_region){.radius = HUGE_VAL, .part = disc_radius};
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

/** Both damped modes of a component frequency: their product is λ (1 + iη). */
static hol_status add_pole(pole_list *p, hol_damping law, double lambda)
{
  hol_damping_root root[2];
  if (!hol_grow(&p->at, &p->capacity, p->count + 2, sizeof *p->at)) {
    return HOL_MEMORY;
  }
  (void)hol_damping_roots(law, lambda, lambda, root);
  p->at[p->count++] = root[0].s;
  p->at[p->count++] = cabs(root[0].s) > 0 ? lambda * hol_complex(1, law.loss_factor) / root[0].s : -law.mass;
  return HOL_OK;
}

/** Number of component frequencies below λ of a segment in a form. */
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

/** The j-th component λ, from 0, by bisection. */
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

/** Under line damping, wave by wave until EMPTY_WAVES in a row have no pole in the region. */
static hol_status add_waves(const hol_segment *s, hol_form form, const hol_damping *law,
                            const hol_eigenvalue_region *region, pole_list *p)
{
  const void *of = hol_member_segment(s->member, s->station);
  size_t empty = 0;
  if (!s->member->class->damped_own) {
    return HOL_INVALID;
  }
  for (size_t n = 0; empty < EMPTY_WAVES; n++) {
    double complex own[HOL_DAMPED_OWN_MOST];
    size_t count, before = p->count;
    HOL_TRY(s->member->class->damped_own(of, s->length, law, form, n, own, &count));
    if (!hol_grow(&p->at, &p->capacity, p->count + count, sizeof *p->at)) {
      return HOL_MEMORY;
    }
    for (size_t k = 0; k < count; k++) {
      if (hol_eigenvalue_region_contains(region, own[k])) {
        p->at[p->count++] = own[k];
      }
    }
    empty = p->count > before ? 0 : empty + 1;
    if (p->count > POLES_MAX) {
      return HOL_INVALID;
    }
  }
  return HOL_OK;
}

static hol_status add_segment(const hol_dynamic *d, const hol_segment *s, hol_form form,
                              const hol_eigenvalue_region *region, pole_list *p)
{
  const hol_damping law = law_of(d, s->member);
  double reach = hol_damping_reach(law, region->radius, region->part);
  size_t count;
  if (law.line > 0) {
    return add_waves(s, form, &law, region, p);
  }
  if (!s->member->class->relation) {
    return HOL_INVALID;
  }
  HOL_TRY(own_below(s, form, reach, &count));
  if (count > POLES_MAX) {
    return HOL_INVALID;
  }
  for (size_t j = 0; j < count; j++) {
    double lambda;
    HOL_TRY(own_frequency(s, form, j, reach, &lambda));
    HOL_TRY(add_pole(p, law, lambda));
  }
  return HOL_OK;
}

static hol_status add_modal(const hol_dynamic *d, size_t index, const hol_eigenvalue_region *region, pole_list *p)
{
  const hol_modal *modal = &d->system->modal[index];
  const hol_damping law = law_of(d, modal->member);
  double reach = hol_damping_reach(law, region->radius, region->part);
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

hol_status hol_determinant_poles(const hol_eigenvalues *zeros, const hol_eigenvalue_region *region,
                                 double complex **pole, size_t *count)
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

/* ---- winding number ---------------------------------------------------------------------------------------------- */

/** The determinant at one point of the path. */
typedef struct path_point {
  double complex s, slope;
  double angle;
} path_point;

/** A circular arc of the path. */
typedef struct arc {
  double complex centre;
  double radius, from, to; /**< angles */
} arc;

static double complex at(const arc *p, double t)
{
  double angle = p->from + t * (p->to - p->from);
  return p->centre + p->radius * hol_complex(cos(angle), sin(angle));
}

static hol_status evaluate(hol_eigenvalues *z, double complex s, path_point *here)
{
  double size;
  here->s = s;
  z->evaluations++;
  HOL_TRY(hol_log_derivative(z, s, true, &here->slope));
  HOL_TRY(hol_dynamic_fill(z->dynamic, s, true));
  HOL_TRY(hol_dynamic_factorise(z->dynamic));
  return hol_complex_lu_determinant(&z->dynamic->lu, &size, &here->angle);
}

static double argument_change(const path_point *a, const path_point *b)
{
  return remainder(b->angle - a->angle, 2 * acos(-1));
}

static bool is_fine_enough(const path_point *a, const path_point *b)
{
  double h = cabs(b->s - a->s);
  return h * cabs(a->slope) <= 1 && h * cabs(b->slope) <= 1;
}

/** Integrals along a path. */
typedef struct path_integrals {
  double scale; /**< of s in powers */
  double argument;
  double complex moment[HOL_POWER_SUMS]; /**< ∫ (s/scale)^k f'/f ds */
} path_integrals;

/** Power sums: (s/scale)^k f'/f ds/dt. */
static void integrand(const arc *p, double scale, const path_point *at, double complex value[HOL_POWER_SUMS])
{
  double complex along = (at->s - p->centre) * hol_complex(0, p->to - p->from), power = 1;
  for (int k = 0; k < HOL_POWER_SUMS; k++) {
    power *= at->s / scale;
    value[k] = power * at->slope * along;
  }
}

/** Simpson's rule over an interval dt. */
static void add_moments(const arc *p, const path_point *from, const path_point *middle, const path_point *to, double dt,
                        path_integrals *sum)
{
  double complex a[HOL_POWER_SUMS], b[HOL_POWER_SUMS], c[HOL_POWER_SUMS];
  integrand(p, sum->scale, from, a);
  integrand(p, sum->scale, middle, b);
  integrand(p, sum->scale, to, c);
  for (int k = 0; k < HOL_POWER_SUMS; k++) {
    sum->moment[k] += dt / 6 * (a[k] + 4 * b[k] + c[k]);
  }
}

/** Change of the argument from t = a to b, bisected until halves add up.
 *  @param[in] evaluations_max  matrices allowed by then: where det S is rounding alone halves never add up */
static hol_status integrate_segment(hol_eigenvalues *z, const arc *p, double a, const path_point *from, double b,
                                    const path_point *to, int depth, size_t evaluations_max, path_integrals *sum)
{
  path_point middle;
  double t = (a + b) / 2;
  if (depth > HALVINGS || z->evaluations > evaluations_max) {
    return HOL_NUMERICAL;
  }
  HOL_TRY(evaluate(z, at(p, t), &middle));
  double first = argument_change(from, &middle), second = argument_change(&middle, to);
  if (is_fine_enough(from, &middle) && is_fine_enough(&middle, to) &&
      fabs(first + second - argument_change(from, to)) < 1e-6) {
    sum->argument += first + second;
    add_moments(p, from, &middle, to, b - a, sum);
    return HOL_OK;
  }
  HOL_TRY(integrate_segment(z, p, a, from, t, &middle, depth + 1, evaluations_max, sum));
  return integrate_segment(z, p, t, &middle, b, to, depth + 1, evaluations_max, sum);
}

static hol_status integrate_arc(hol_eigenvalues *z, const arc *p, path_integrals *sum)
{
  path_point from, to;
  HOL_TRY(evaluate(z, at(p, 0), &from));
  for (int k = 0; k < SEGMENTS; k++) {
    double a = (double)k / SEGMENTS, b = (double)(k + 1) / SEGMENTS;
    HOL_TRY(evaluate(z, at(p, b), &to));
    HOL_TRY(integrate_segment(z, p, a, &from, b, &to, 0,
                              z->evaluations + SEGMENT_EVALUATIONS_MAX + SEGMENT_EVALUATIONS_MAX / 4 * z->count, sum));
    from = to;
  }
  return HOL_OK;
}

/** Winding number around a circle, and moments over 2πi. Without loss factors the lower half equals the upper one. */
static hol_status integrate_circle(hol_eigenvalues *z, double complex centre, double radius, path_integrals *sum)
{
  double pi = acos(-1);
  for (int half = 0; half < (z->is_lossy ? 2 : 1); half++) {
    const arc half_circle = {centre, radius, half * pi, (half + 1) * pi};
    HOL_TRY(integrate_arc(z, &half_circle, sum));
  }
  sum->argument /= z->is_lossy ? 2 * pi : pi;
  for (int k = 0; k < HOL_POWER_SUMS; k++) {
    sum->moment[k] = z->is_lossy ? sum->moment[k] / hol_complex(0, 2 * pi) : cimag(sum->moment[k]) / pi;
  }
  return fabs(sum->argument - rint(sum->argument)) < 1e-4 ? HOL_OK : HOL_NUMERICAL;
}

/** Add factor Σ (s/R)^k over numbers in the region.
 *  @param[in] is_half  those above the real axis with their conjugates */
static void add_powers(const hol_eigenvalue_region *region, const double complex *s, size_t count, bool is_half,
                       double factor, double complex sum[HOL_POWER_SUMS])
{
  for (size_t i = 0; i < count; i++) {
    double complex power = factor, one = s[i] / region->radius;
    for (int k = 0; k < HOL_POWER_SUMS && hol_eigenvalue_region_contains(region, s[i]); k++) {
      power *= one;
      sum[k] += is_half && cimag(s[i]) > 0 ? 2 * creal(power) : power;
    }
  }
}

hol_status hol_winding_number_count(hol_eigenvalues *z, const hol_eigenvalue_region *region, const double complex *pole,
                                    size_t poles, long *count, double complex unknown[HOL_POWER_SUMS])
{
  path_integrals all = {.scale = region->radius};
  HOL_TRY(integrate_circle(z, 0, region->radius, &all));
  *count = lround(all.argument);
  for (size_t i = 0; i < region->discs; i++) {
    double size = cabs(region->centre[i]);
    path_integrals one = {.scale = region->radius};
    if (size < region->radius) {
      HOL_TRY(integrate_circle(z, region->centre[i], region->part * size, &one));
      *count -= lround(one.argument);
    }
    for (int k = 0; k < HOL_POWER_SUMS; k++) {
      all.moment[k] -= one.moment[k];
    }
  }
  for (size_t k = 0; k < poles; k++) {
    *count += hol_eigenvalue_region_contains(region, pole[k]);
  }
  for (int k = 0; k < HOL_POWER_SUMS; k++) {
    unknown[k] = all.moment[k];
  }
  add_powers(region, pole, poles, false, 1, unknown);
  add_powers(region, z->zero, z->count, !z->is_lossy, -1, unknown);
  return HOL_OK;
}

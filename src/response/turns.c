/* How many zeros the determinant has within a circle: turns of its argument, and its poles. */
#include "base/memory.h"
#include "model/damping.h"
#include "response/laws.h"
#include "response/zeros.h"

#include <math.h>
#include <stdlib.h>

enum { PIECES = 16, HALVINGS = 24, BISECTIONS = 60, OWN_MOST = 4096 };
/** Where infinitely many come together: a circle of this part of the distance is left out. */
static const double beside = 0.1;

/* ---- poles -------------------------------------------------------------------------------------------------------- */

typedef struct poles {
  double *size;
  size_t count, capacity;
  bool is_lossy;
} poles;

/** Both motions of an own frequency, as they count. */
static hol_status add_pole(poles *p, hol_damping law, double lambda)
{
  hol_law_root root[2];
  size_t roots = hol_law_roots(law, lambda, lambda, root);
  for (size_t k = 0; k < roots; k++) {
    size_t times = !p->is_lossy && cimag(root[k].s) > 0 ? 2 : 1;
    if (p->is_lossy && !(cimag(root[k].s) > 0)) {
      continue;
    }
    for (size_t t = 0; t < times; t++) {
      if (!hol_grow(&p->size, &p->capacity, p->count + 1, sizeof *p->size)) {
        return HOL_MEMORY;
      }
      p->size[p->count++] = cabs(root[k].s);
    }
  }
  return HOL_OK;
}

static hol_damping law_of(const hol_dynamic *d, const hol_member *member)
{
  return hol_member_damping(d->system->model, member);
}

/** Own frequencies below λ of a stretch in a form. */
static hol_status own_below(const hol_stretch *s, hol_form form, double lambda, size_t *count)
{
  hol_relation relation;
  const void *of = hol_member_stretch(s->member, s->station);
  hol_status status = HOL_NUMERICAL;
  for (int k = 0; k < 4 && status == HOL_NUMERICAL; k++, lambda *= 1 + 3e-6) {
    status = s->member->class->relation(of, s->length, lambda, form, false, &relation);
  }
  *count = status == HOL_OK ? relation.count : 0;
  return status;
}

/** The j-th own λ, from 0: by halving. */
static hol_status own_frequency(const hol_stretch *s, hol_form form, size_t j, double high, double *lambda)
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

static hol_status add_stretch(const hol_dynamic *d, const hol_stretch *s, hol_form form, double radius, poles *p)
{
  const hol_damping law = law_of(d, s->member);
  double reach = hol_law_reach(law, radius, beside);
  size_t count;
  if (law.line > 0 || law.stiffness * radius > 1 - beside || !s->member->class->relation) {
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

static hol_status add_modal(const hol_dynamic *d, size_t index, double radius, poles *p)
{
  const hol_modal *modal = &d->system->modal[index];
  const hol_damping law = law_of(d, modal->member);
  double reach = hol_law_reach(law, radius, beside);
  if (law.line > 0 || law.stiffness * radius > 1 - beside) {
    return HOL_INVALID;
  }
  for (size_t k = 0; k < modal->modes; k++) {
    if (modal->omega2[k] <= reach && !hol_kept_find(d->form.kept, d->form.kept_count, index, k)) {
      HOL_TRY(add_pole(p, law, modal->omega2[k]));
    }
  }
  return HOL_OK;
}

hol_status hol_zeros_poles(const hol_zeros *zeros, double radius, double **pole, size_t *count)
{
  const hol_dynamic *d = zeros->dynamic;
  poles p = {.is_lossy = zeros->is_lossy};
  hol_status status = HOL_OK;
  for (size_t i = 0; i < d->system->stretch_count && status == HOL_OK; i++) {
    size_t example = 0;
    while (d->example[example] != d->law_of[i]) {
      example++;
    }
    status = add_stretch(d, &d->system->stretch[i], d->form.form[example], radius, &p);
  }
  for (size_t i = 0; i < d->system->modal_count && status == HOL_OK; i++) {
    status = add_modal(d, i, radius, &p);
  }
  *pole = p.size;
  *count = p.count;
  return status;
}

/* ---- turns -------------------------------------------------------------------------------------------------------- */

/** The determinant at one place of the path. */
typedef struct node {
  double complex s, slope;
  double angle;
} node;

/** A piece of the path: an arc about zero, or a straight one. */
typedef struct piece {
  double complex from, to;
  bool is_arc;
} piece;

static double complex at(const piece *p, double t)
{
  if (!p->is_arc) {
    return p->from + t * (p->to - p->from);
  }
  double size = cabs(p->from), a = carg(p->from), b = carg(p->to), angle = a + t * (b - a);
  return hol_complex(size * cos(angle), size * fmax(sin(angle), 0));
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

/** Turns from t = a to b, by halves until they add up. */
static hol_status walk(hol_zeros *z, const piece *p, double a, const node *from, double b, const node *to, int depth,
                       double *sum)
{
  node middle;
  double t = (a + b) / 2;
  if (depth > HALVINGS) {
    return HOL_NUMERICAL;
  }
  HOL_TRY(look(z, at(p, t), &middle));
  double first = turn(from, &middle), second = turn(&middle, to);
  if (is_short(from, &middle) && is_short(&middle, to) && fabs(first + second - turn(from, to)) < 1e-6) {
    *sum += first + second;
    return HOL_OK;
  }
  HOL_TRY(walk(z, p, a, from, t, &middle, depth + 1, sum));
  return walk(z, p, t, &middle, b, to, depth + 1, sum);
}

static hol_status walk_piece(hol_zeros *z, const piece *p, double *sum)
{
  node from, to;
  HOL_TRY(look(z, at(p, 0), &from));
  for (int k = 0; k < PIECES; k++) {
    double a = (double)k / PIECES, b = (double)(k + 1) / PIECES;
    HOL_TRY(look(z, at(p, b), &to));
    HOL_TRY(walk(z, p, a, &from, b, &to, 0, sum));
    from = to;
  }
  return HOL_OK;
}

hol_status hol_zeros_count(hol_zeros *z, double radius, double least, size_t poles_within, long *count)
{
  double pi = acos(-1), sum = 0;
  const piece half[] = {{radius, -radius, true}, {-radius, -least, false}, {-least, least, true}, {least, radius, false}};
  size_t pieces = z->is_lossy ? sizeof half / sizeof *half : 1;
  for (size_t i = 0; i < pieces; i++) {
    HOL_TRY(walk_piece(z, &half[i], &sum));
  }
  double turns = z->is_lossy ? sum / (2 * pi) : sum / pi;
  *count = lround(turns) + (long)poles_within;
  return fabs(turns - (double)lround(turns)) < 1e-4 ? HOL_OK : HOL_NUMERICAL;
}

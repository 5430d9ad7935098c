/* SPDX-License-Identifier: BSD-3-Clause */
/* Exact end relations of a segment without mass and foundation whose axial force T(x) is linear, in the forms of
   relation.c.

   With φ = 1/kGA, e = 1 + φT > 0 and V the transverse force, which is constant, w′ = (ψ + φV)/e and

       EI ψ″ = (T ψ − V)/e,    w₂ − w₁ = ∫(ψ + φV)/e dx = ∫ψ dx − φ EI [ψ′].                                     (1)

   Eliminating w′, whose energy is positive, from the energy of the segment and its constraint leaves

       L = ½ ∫(EI ψ′² + (T/e) ψ²)dx − V ∫ψ/e dx − ½ V² ∫φ/e dx + V (w₂ − w₁),                                   (2)

   and n₋ of the segment with w held at both ends is n₋(L) − 1; with V = 0 it is that of a free end. The segment is cut
   into equal parts, so short that ψ held at both ends has positive energy on each ((T/e) h² > −π² EI). There (1) is
   solved by power series; k, r and f are stiffness, ∫ψ/e and the compliance to V with ψ held:

       L = Σ ½ ψᵀk ψ − V rᵀψ − ½ f V² + V (w₂ − w₁).

   What is left is a tridiagonal matrix in ψ. Its inertia is Sturm's: the pivots count it whatever their size.

       one end guided:  ψ held at the end that is pulled more, free at the other: y its moment and V, d = w₁ and the
       slope held
       PINNED_PINNED    y = (M₁, M₂), d = (w₁, w₂): what is between the ends first, then a matrix of three for ψ₁, ψ₂
       and V

   Poles of the two lie between one another: a slope that is free and one that is held at the same end. */
#include "parts/line/bending.h"

#include "base/dense.h"
#include "base/memory.h"
#include "base/vector.h"

#include <lapacke.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

/** Terms of a power series: the axial force of a part of the segment is at most that of one radian. */
enum { TERMS = 40 };
/** Equal parts up to so many, then such as grow from the weaker end on, at the most so many; parts of which the axial
 *  force leaves 1 + φT all but constant. */
static const double few_parts = 64, graded = 0.25;
static const size_t most_graded = 100000;
/** A form whose entries are so many times what they are like is near a pole; one that is not is as good as another. */
static const double far_off = 1e6, comfortable = 4;

/** A solution of (1) from its value and slope at 0: at h, and its integral. */
typedef struct solution {
  double value, slope, area;
} solution;

/** One part of the segment: T = t + g x, EI, φ and its length. */
typedef struct piece {
  double t, g, EI, phi, h;
} piece;

/** EI(e₀ + e₁x)ψ″ = (t + g x)ψ − V by powers of x/h. */
static solution solve_from(const piece *p, double value, double slope, double V)
{
  double a[TERMS] = {value, slope * p->h}, t = p->t * p->h * p->h / p->EI, g = p->g * p->h * p->h * p->h / p->EI;
  double e0 = 1 + p->phi * p->t, e1 = p->phi * p->g * p->h, load = V * p->h * p->h / p->EI;
  solution s = {value + a[1], a[1], value + a[1] / 2};
  for (int n = 0; n + 2 < TERMS; n++) {
    double sum = t * a[n] + (n ? g * a[n - 1] : -load) - e1 * (n + 1) * n * a[n + 1];
    a[n + 2] = sum / (e0 * (n + 2) * (n + 1));
    s.value += a[n + 2];
    s.slope += (n + 2) * a[n + 2];
    s.area += a[n + 2] / (n + 3);
  }
  s.slope /= p->h;
  s.area *= p->h;
  return s;
}

/** Contribution of one interval to L. */
typedef struct share {
  double k[3], r[2], f; /**< k: 11, 12, 22 */
} share;

static share share_of(const piece *p)
{
  solution A = solve_from(p, 1, 0, 0), B = solve_from(p, 0, 1, 0), C = solve_from(p, 0, 0, 1);
  double soft = p->phi * p->EI, start = -A.value / B.value, load = -C.value / B.value; /* slopes at 0 */
  share s = {.k = {p->EI * A.value / B.value, -p->EI / B.value, p->EI * B.slope / B.value}};
  s.r[0] = A.area + start * B.area - soft * (A.slope + start * B.slope - start);
  s.r[1] = (B.area - soft * (B.slope - 1)) / B.value;
  s.f = C.area + load * B.area - soft * (C.slope + load * B.slope - load);
  return s;
}

/** L of the whole segment: a tridiagonal matrix of ψ₀..ψ_n, bordered by V. */
typedef struct chain {
  size_t n;
  double *main, *side, *r; /**< [n + 1], [n], [n + 1] */
  double f;
} chain;

/** Where a segment is cut. */
typedef struct cuts {
  double end[2], rise; /**< axial force at both ends, and the difference */
  double h, phi, EI;
  double shortest; /**< equal parts as short as the shortest would be: so many */
} cuts;

/** How long a part may be that has so much of e = 1 + φT at its weaker end. */
static double longest(const cuts *c, double e)
{
  double force = fmax(fabs(c->end[0]), fabs(c->end[1]));
  return fmin(1 / sqrt(force / e / c->EI), graded * e * c->h / (c->phi * fabs(c->rise)));
}

/** Cut from the weaker end on, where e is least: parts grow with it. @param[out] to  [count + 1] distances from there,
 *  or NULL
 *  @return how many */
static size_t cut_graded(const cuts *c, double *to)
{
  double at = 0, weakest = 1 + c->phi * fmin(c->end[0], c->end[1]);
  size_t n = 0;
  while (at < c->h && n < most_graded) {
    double left = c->h - at, parts = floor(left / longest(c, weakest + c->phi * fabs(c->rise) * at / c->h)) + 1;
    at = parts > 1 ? at + left / parts : c->h;
    n++;
    if (to) {
      to[n] = at;
    }
  }
  return at < c->h ? 0 : n;
}

/** @return HOL_NUMERICAL where it would buckle in shear at every wave length */
static hol_status look_at_ends(const hol_line *line, double h, cuts *c)
{
  *c = (cuts){
      .rise = line->tension_slope * h, .h = h, .phi = line->shear > 0 ? 1 / line->shear : 0, .EI = line->stiffness};
  for (int i = 0; i < 2; i++) {
    c->end[i] = line->tension + (i ? c->rise : -c->rise) / 2;
    double e = 1 + c->phi * c->end[i];
    if (!(e > 0)) {
      return HOL_NUMERICAL;
    }
    c->shortest = fmax(c->shortest, fmax(h * sqrt(fabs(c->end[i]) / e / c->EI), c->phi * fabs(c->rise) / e / graded));
  }
  return HOL_OK;
}

/** Places where the segment is cut, from its start to its end. @param[out] to  [n + 1] of its length */
static void take_cuts(const cuts *c, bool is_graded, size_t n, double *to)
{
  if (!is_graded) {
    for (size_t i = 0; i <= n; i++) {
      to[i] = (double)i / (double)n;
    }
    return;
  }
  (void)cut_graded(c, to);
  to[0] = 0;
  for (size_t i = 0; i <= n; i++) {
    to[i] /= c->h;
  }
  for (size_t i = 0; c->rise < 0 && i <= n - i; i++) { /* the end is the weaker one */
    double keep = to[i];
    to[i] = 1 - to[n - i];
    to[n - i] = 1 - keep;
  }
}

static hol_status make_chain(const hol_line *line, double h, chain *c)
{
  cuts cut;
  HOL_TRY(look_at_ends(line, h, &cut));
  bool is_graded = !(cut.shortest < few_parts);
  c->n = is_graded ? cut_graded(&cut, NULL) : 1 + (size_t)cut.shortest;
  if (c->n == 0) {
    return HOL_NUMERICAL;
  }
  c->main = hol_alloc(4 * (c->n + 1), sizeof *c->main);
  if (!c->main) {
    return HOL_MEMORY;
  }
  c->side = c->main + c->n + 1;
  c->r = c->side + c->n + 1;
  double *to = c->r + c->n + 1;
  take_cuts(&cut, is_graded, c->n, to);
  for (size_t i = 0; i < c->n; i++) {
    const piece p = {.t = cut.end[0] + cut.rise * to[i],
                     .g = line->tension_slope,
                     .EI = cut.EI,
                     .phi = cut.phi,
                     .h = is_graded ? h * (to[i + 1] - to[i]) : h / (double)c->n};
    const share s = share_of(&p);
    c->main[i] += s.k[0];
    c->main[i + 1] += s.k[2];
    c->side[i] = s.k[1];
    c->r[i] += s.r[0];
    c->r[i + 1] += s.r[1];
    c->f += s.f;
  }
  return HOL_OK;
}

/** Negative pivots of rows first..last. A pivot that vanishes is taken for one of rounding. */
static size_t count_negative(const chain *c, size_t first, size_t last)
{
  size_t count = 0;
  double pivot = 1;
  for (size_t i = first; i <= last; i++) {
    pivot = c->main[i] - (i > first ? c->side[i - 1] * c->side[i - 1] / pivot : 0);
    pivot = pivot != 0 ? pivot : 1e-300 + 1e-16 * fabs(c->main[i]);
    count += pivot < 0;
  }
  return count;
}

/** K x = b on rows first..last, three columns, with exchange of rows. @param[in,out] b  [3 * (last - first + 1)] */
static hol_status solve_rows(const chain *c, size_t first, size_t last, double *b)
{
  size_t n = last - first + 1;
  double *copy = hol_alloc(3 * n, sizeof *copy);
  if (!copy) {
    return HOL_MEMORY;
  }
  memcpy(copy, c->main + first, n * sizeof *copy);
  memcpy(copy + n, c->side + first, (n - 1) * sizeof *copy);
  memcpy(copy + 2 * n, c->side + first, (n - 1) * sizeof *copy);
  lapack_int info = LAPACKE_dgtsv(LAPACK_COL_MAJOR, (lapack_int)n, 3, copy + n, copy, copy + 2 * n, b, (lapack_int)n);
  free(copy);
  return info == 0 ? HOL_OK : HOL_NUMERICAL;
}

static void put(hol_relation *r, size_t i, size_t j, double value)
{
  r->S[i][j] = r->S[j][i] = value;
}

/** ψ free at the end that is pulled less. @param[in] end  which that is, 0 or 1 @param[in] size  what slopes under a
 *  moment are like */
static hol_status one_guided(const chain *c, size_t end, double size, hol_relation *r, double *largest)
{
  size_t n = c->n, first = end ? 1 : 0, free_row = end ? n - 1 : 0, held_row = n - 1 - free_row, held = end ? 0 : n;
  double *x = hol_alloc(3 * n, sizeof *x); /* under the moment, V, the slope held */
  if (!x) {
    return HOL_MEMORY;
  }
  const double *load = c->r + first, side = c->side[end ? 0 : n - 1];
  x[free_row] = 1;
  memcpy(x + n, load, n * sizeof *x);
  x[2 * n + held_row] = -side;
  hol_status status = solve_rows(c, first, first + n - 1, x);
  *r = (hol_relation){.form = end ? HOL_FORM_FIXED_FREE : HOL_FORM_PINNED_GUIDED,
                      .h = r->h,
                      .lambda = r->lambda,
                      .n_mu = 2,
                      .n_ports = 4};
  size_t slope = end ? 5 : 3, other = end ? 3 : 5;
  r->count = count_negative(c, first, first + n - 1);
  put(r, 0, 0, -x[free_row]);
  put(r, 0, 1, -x[n + free_row]);
  put(r, 1, 1, -hol_dot(n, load, x + n) - c->f);
  put(r, 0, slope, 1);
  put(r, 0, other, -x[2 * n + free_row]);
  put(r, 1, 2, -1);
  put(r, 1, 4, 1);
  put(r, 1, other, -c->r[held] - hol_dot(n, load, x + 2 * n));
  put(r, other, other, c->main[held] + side * x[2 * n + held_row]);
  *largest = fabs(x[free_row]) / size;
  free(x);
  return status;
}

/** L of ψ₁, ψ₂ and V, those between them eliminated, in the lower triangle of f->a; their negative directions are added
 *  to `count`. */
static hol_status reduce(const chain *c, hol_factor *f, size_t *count)
{
  size_t n = c->n, inner = n - 1;
  double *a = f->a, *x = hol_alloc(3 * n, sizeof *x); /* under the slope of the start, of the end, V */
  hol_status status = x ? HOL_OK : HOL_MEMORY;
  a[0] = c->main[0];
  a[4] = c->main[n];
  a[1] = inner ? 0 : c->side[0];
  a[2] = -c->r[0];
  a[5] = -c->r[n];
  a[8] = -c->f;
  if (x && inner) {
    const double first = c->side[0], last = c->side[n - 1];
    x[0] = -first;
    x[2 * inner - 1] = -last;
    memcpy(x + 2 * inner, c->r + 1, inner * sizeof *x);
    status = solve_rows(c, 1, inner, x);
    a[0] += first * x[0];
    a[1] += last * x[inner - 1];
    a[2] -= hol_dot(inner, c->r + 1, x);
    a[4] += last * x[2 * inner - 1];
    a[5] -= hol_dot(inner, c->r + 1, x + inner);
    a[8] -= hol_dot(inner, c->r + 1, x + 2 * inner);
    *count += count_negative(c, 1, inner);
  }
  free(x);
  return status;
}

/** Both slopes free. */
static hol_status both_pinned(const chain *c, double size, hol_relation *r, double *largest)
{
  hol_factor f = {0};
  double z[9] = {1, 0, 0, 0, 1, 0, 0, 0, 1}, span = r->h * r->h;
  *r = (hol_relation){.form = HOL_FORM_PINNED_PINNED, .h = r->h, .lambda = r->lambda, .n_mu = 2, .n_ports = 4};
  hol_status status = hol_factor_start(&f, 3);
  status = status == HOL_OK ? reduce(c, &f, &r->count) : status;
  status = status == HOL_OK ? hol_factor_compute(&f) : status;
  status = status == HOL_OK ? hol_factor_solve(&f, z, 3) : status;
  r->count += f.negative - 1; /* that of w held at both ends */
  hol_factor_clear(&f);
  put(r, 0, 0, -z[0]);
  put(r, 0, 1, -z[1]);
  put(r, 1, 1, -z[4]);
  put(r, 0, 3, 1);
  put(r, 1, 5, 1);
  for (size_t i = 0; i < 2; i++) {
    put(r, i, 2, -z[6 + i]);
    put(r, i, 4, z[6 + i]);
  }
  put(r, 2, 2, -z[8]);
  put(r, 4, 4, -z[8]);
  put(r, 2, 4, z[8]);
  *largest = fmax(fmax(fabs(z[0]), fabs(z[4])) / size, fabs(z[8]) * span * size);
  return status;
}

hol_status hol_line_pulled(const hol_line *line, hol_form wanted, hol_relation *relation)
{
  double h = relation->h;
  double size = h / line->stiffness; /* of a slope under a moment */
  double guided = HUGE_VAL, pinned = HUGE_VAL;
  hol_relation by_pins = {.h = h, .lambda = relation->lambda}, by_guide = by_pins;
  chain c = {.n = 0};
  if (line->mass != 0 || line->foundation != 0 || (line->rotary != 0 && relation->lambda != 0)) {
    return HOL_NUMERICAL;
  }
  hol_status status = make_chain(line, h, &c);
  if (status == HOL_OK && wanted != HOL_FORM_PINNED_PINNED) {
    status = one_guided(&c, line->tension_slope > 0 ? 0 : 1, size, &by_guide, &guided);
  }
  if (status == HOL_OK && (wanted == HOL_FORM_PINNED_PINNED || (wanted == HOL_FORM_ANY && !(guided < comfortable)))) {
    status = both_pinned(&c, size, &by_pins, &pinned);
  }
  free(c.main);
  *relation = pinned < guided ? by_pins : by_guide;
  return status == HOL_OK && !(fmin(pinned, guided) < far_off) ? HOL_NUMERICAL : status;
}

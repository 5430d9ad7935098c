/* SPDX-License-Identifier: BSD-3-Clause */
/* Rings: curved elements between points, with the energies of parts/ring.h written anew as polynomials in θ.

   In the plane: radial w and tangential u; without EA u alone, w = -u′. Across it: v and the twist β about the tangent;
   without GJ v alone, β = c - v/R with one constant c for the whole ring. */
#include "fe_model.h"
#include "fe_smooth.h"

#include <math.h>
#include <stdlib.h>

static const real pi = 3.14159265358979323846264338327950288L;
enum { LONGEST_ARCS = 4 }; /* arcs between points are cut so that none is longer than a quarter */

typedef struct ring {
  fe_model *model;
  const hol_part *from;
  real R, EA, EI[2], GJ, mass, polar; /**< EI: in the plane, across */
  size_t stations;
  real *theta;    /**< [stations] rising */
  size_t *plane;  /**< [stations] first of three unknowns: (w, w′, u), or (u, u′, u″) */
  size_t *across; /**< [stations] first of (v, v′, β), or (v, v′) */
  size_t turn;    /**< c */
} ring;

/** A field of an element: one row of shape functions per unknown. */
typedef struct terms {
  real strain[3], move[2]; /**< square roots of stiffness and of mass times what the unknown gives */
} terms;

static real given(const hol_part *part, int property)
{
  return part->given >> property & 1u ? (real)part->value[property] : 0;
}

static int rising(const void *a, const void *b)
{
  const real x = *(const real *)a, y = *(const real *)b;
  return (x > y) - (x < y);
}

static real angle_of(const hol_part_point *point)
{
  const long double angle = atan2l((long double)point->at[1], (long double)point->at[0]);
  return angle < 0 ? (real)angle + 2 * pi : (real)angle;
}

/** Points, and places between those that are far apart. */
static void cut(ring *r)
{
  size_t n = r->from->point_count;
  real *at = fe_pool_get(r->model->pool, n + 1, sizeof *at);
  r->theta = fe_pool_get(r->model->pool, n + LONGEST_ARCS + 2, sizeof *r->theta);
  for (size_t i = 0; i < n; i++) {
    at[i] = angle_of(&r->from->point[i]);
  }
  qsort(at, n ? n : 1, sizeof *at, rising);
  for (size_t i = 0; i < (n ? n : 1); i++) {
    const real arc = (i + 1 < n ? at[i + 1] : at[0] + 2 * pi) - at[i];
    size_t parts = 1 + (size_t)((long double)(arc * LONGEST_ARCS / (2 * pi)) - 1e-9L);
    for (size_t k = 0; k < parts; k++) {
      r->theta[r->stations++] = at[i] + arc * (real)k / (real)parts;
    }
  }
}

static void number_unknowns(ring *r, bool plane, bool across)
{
  fe_model *model = r->model;
  r->plane = plane ? fe_pool_get(model->pool, r->stations, sizeof *r->plane) : NULL;
  r->across = across ? fe_pool_get(model->pool, r->stations, sizeof *r->across) : NULL;
  for (size_t i = 0; i < r->stations; i++) {
    if (plane) {
      r->plane[i] = model->unknowns;
      model->unknowns += 3;
    }
    if (across) {
      r->across[i] = model->unknowns;
      model->unknowns += r->GJ > 0 ? 3 : 2;
    }
  }
  r->turn = model->unknowns;
  model->unknowns += across && !(r->GJ > 0);
}

/** Degrees enough for waves round the ring up to omega. */
static size_t bubbles_of(const ring *r, real arc)
{
  const real omega = r->model->omega;
  real waves = 2;
  for (size_t i = 0; i < 2; i++) {
    waves += r->EI[i] > 0 ? real_sqrt(omega * real_sqrt(r->mass / r->EI[i])) * r->R : 0;
  }
  waves += r->EA > 0 ? omega * r->R * real_sqrt(r->mass / r->EA) : 0;
  waves += r->GJ > 0 ? omega * r->R * real_sqrt(r->polar / r->GJ) : 0;
  const real quarter = waves * arc / 4;
  real coefficient = 1;
  size_t q = 0;
  while (q < FE_SMOOTH_MOST - 20 && coefficient > 1e-9L) {
    q++;
    coefficient *= quarter / (real)q;
  }
  return q + 2 + r->model->extra;
}

/** Add weight × (strainᵀ strain, moveᵀ move). */
static void add_point(const terms *t, size_t n, real weight, real *K, real *M)
{
  for (size_t i = 0; i < n; i++) {
    for (size_t j = 0; j < n; j++) {
      for (size_t s = 0; s < 3; s++) {
        K[i * n + j] += weight * t[i].strain[s] * t[j].strain[s];
      }
      for (size_t s = 0; s < 2; s++) {
        M[i * n + j] += weight * t[i].move[s] * t[j].move[s];
      }
    }
  }
}

/** What the functions of w or u (in the plane), v or β (across) give. */
static terms of_radial(const ring *r, const fe_jet *f)
{
  return (terms){.strain = {real_sqrt(r->EI[0]) * f->d[2] / (r->R * r->R), real_sqrt(r->EA) * f->d[0] / r->R},
                 .move = {real_sqrt(r->mass) * f->d[0]}};
}

static terms of_tangential(const ring *r, const fe_jet *f)
{
  return (terms){.strain = {-real_sqrt(r->EI[0]) * f->d[1] / (r->R * r->R), real_sqrt(r->EA) * f->d[1] / r->R},
                 .move = {0, real_sqrt(r->mass) * f->d[0]}};
}

static terms of_unstretched(const ring *r, const fe_jet *f)
{
  return (terms){.strain = {-real_sqrt(r->EI[0]) * (f->d[3] + f->d[1]) / (r->R * r->R)},
                 .move = {-real_sqrt(r->mass) * f->d[1], real_sqrt(r->mass) * f->d[0]}};
}

static terms of_normal(const ring *r, const fe_jet *f)
{
  const real R = r->R;
  if (r->GJ > 0) {
    return (terms){.strain = {real_sqrt(r->EI[1]) * f->d[2] / (R * R), real_sqrt(r->GJ) * f->d[1] / (R * R)},
                   .move = {real_sqrt(r->mass) * f->d[0]}};
  }
  return (terms){.strain = {real_sqrt(r->EI[1]) * (f->d[2] + f->d[0]) / (R * R)},
                 .move = {real_sqrt(r->mass) * f->d[0], -real_sqrt(r->polar) * f->d[0] / R}};
}

static terms of_twist(const ring *r, const fe_jet *f)
{
  return (terms){.strain = {-real_sqrt(r->EI[1]) * f->d[0] / r->R, real_sqrt(r->GJ) * f->d[1] / r->R},
                 .move = {0, real_sqrt(r->polar) * f->d[0]}};
}

/** Two fields: the first with continuous slopes, the second (where there is one) with continuous values; ends in the
 *  order of the unknowns of the stations. */
static void two_fields(const ring *r, bool plane, real x, size_t bubbles, real half, terms *t)
{
  fe_jet f[FE_SMOOTH_MOST + 8], g[FE_SMOOTH_MOST + 8];
  bool second = plane || r->GJ > 0;
  size_t each = second ? 3 : 2;
  fe_smooth(x, 1, bubbles, half, f);
  fe_smooth(x, 0, bubbles, half, g);
  for (size_t end = 0; end < 2; end++) {
    for (size_t k = 0; k < 2; k++) {
      t[each * end + k] = plane ? of_radial(r, &f[2 * end + k]) : of_normal(r, &f[2 * end + k]);
    }
    if (second) {
      t[each * end + 2] = plane ? of_tangential(r, &g[end]) : of_twist(r, &g[end]);
    }
  }
  size_t n = 2 * each;
  if (!second) { /* c, an unknown of the whole ring */
    const fe_jet one = {{1}};
    t[n++] = of_twist(r, &one);
  }
  for (size_t b = 0; b < bubbles; b++) {
    t[n++] = plane ? of_radial(r, &f[4 + b]) : of_normal(r, &f[4 + b]);
  }
  for (size_t b = 0; second && b < bubbles; b++) {
    t[n++] = plane ? of_tangential(r, &g[2 + b]) : of_twist(r, &g[2 + b]);
  }
}

static void one_field(const ring *r, real x, size_t bubbles, real half, terms *t)
{
  fe_jet f[FE_SMOOTH_MOST + 8];
  fe_smooth(x, 2, bubbles, half, f);
  for (size_t i = 0; i < 6 + bubbles; i++) {
    t[i] = of_unstretched(r, &f[i]);
  }
}

static void collect_arc(const ring *r, bool plane, size_t from, size_t to, real arc)
{
  fe_model *model = r->model;
  bool unstretched = plane && !(r->EA > 0), untwisted = !plane && !(r->GJ > 0);
  size_t each = untwisted ? 2 : 3, ends = 2 * each + untwisted, bubbles = bubbles_of(r, arc);
  size_t inside = unstretched || untwisted ? bubbles : 2 * bubbles, n = ends + inside, nodes = bubbles + 8;
  const size_t *unknown = plane ? r->plane : r->across;
  fe_element *element = fe_model_block(model, ends, inside);
  for (size_t k = 0; k < 2 * each; k++) {
    fe_form_add(model, &element->end[k], unknown[k < each ? from : to] + k % each, 1);
  }
  if (untwisted) {
    fe_form_add(model, &element->end[4], r->turn, 1);
  }
  terms t[2 * FE_SMOOTH_MOST + 16];
  for (size_t q = 0; q < nodes; q++) {
    real weight;
    const real x = fe_gauss_node(q, nodes, &weight);
    if (unstretched) {
      one_field(r, x, bubbles, arc / 2, t);
    } else {
      two_fields(r, plane, x, bubbles, arc / 2, t);
    }
    add_point(t, n, weight * r->R * arc / 2, element->K, element->M);
  }
}

static void add(const ring *r, fe_form *form, size_t column, real value)
{
  fe_form_add(r->model, form, column, value);
}

/** Components of a point by the unknowns of its station. */
static void collect_site(const ring *r, size_t point, size_t station)
{
  fe_form *site = r->model->part[r->from - r->model->problem->part].site + point * HOL_FREEDOM_COUNT;
  const hol_part_point *p = &r->from->point[point];
  const real size = real_hypot(p->at[0], p->at[1]), c = (real)p->at[0] / size, s = (real)p->at[1] / size, R = r->R;
  if (r->plane) { /* (u - w′)/R about z */
    size_t first = r->plane[station];
    bool stretches = r->EA > 0;
    size_t w = stretches ? first : first + 1, slope = stretches ? first + 1 : first + 2,
           u = stretches ? first + 2 : first;
    const real sign = stretches ? 1 : -1; /* w = -u′ */
    add(r, &site[HOL_UX], w, sign * c), add(r, &site[HOL_UX], u, -s);
    add(r, &site[HOL_UY], w, sign * s), add(r, &site[HOL_UY], u, c);
    add(r, &site[HOL_RZ], slope, -sign / R), add(r, &site[HOL_RZ], u, 1 / R);
  }
  if (r->across) { /* v′/R about the radius, β about the tangent */
    size_t v = r->across[station];
    bool twists = r->GJ > 0;
    const real along[2] = {-s, c}, radial[2] = {c, s};
    add(r, &site[HOL_UZ], v, 1);
    for (size_t k = 0; k < 2; k++) {
      fe_form *form = &site[HOL_RX + k];
      add(r, form, v + 1, radial[k] / R);
      add(r, form, twists ? v + 2 : r->turn, along[k]);
      if (!twists) {
        add(r, form, v, -along[k] / R);
      }
    }
  }
}

static size_t station_of(const ring *r, real theta)
{
  size_t best = 0;
  for (size_t i = 1; i < r->stations; i++) {
    best = real_abs(r->theta[i] - theta) < real_abs(r->theta[best] - theta) ? i : best;
  }
  return best;
}

void fe_ring_collect(fe_model *model, size_t part)
{
  const hol_part *from = &model->problem->part[part];
  bool plane = fe_model_has(model, HOL_RZ), across = fe_model_has(model, HOL_UZ);
  ring r = {.model = model,
            .from = from,
            .R = given(from, HOL_P_RADIUS),
            .EA = given(from, HOL_P_EA),
            .GJ = given(from, HOL_P_GJ),
            .mass = given(from, HOL_P_LINE_MASS),
            .polar = given(from, HOL_P_POLAR_INERTIA)};
  const real both = given(from, HOL_P_EI);
  r.EI[0] = from->given & HOL_P(EI_Z) ? given(from, HOL_P_EI_Z) : both;
  r.EI[1] = from->given & HOL_P(EI_Y) ? given(from, HOL_P_EI_Y) : both;
  if (from->section || from->material || !(r.mass > 0)) {
    model->fault = "ring of a section";
    return;
  }
  cut(&r);
  number_unknowns(&r, plane, across);
  for (size_t i = 0; i < r.stations; i++) {
    size_t next = (i + 1) % r.stations;
    const real arc = next ? r.theta[next] - r.theta[i] : r.theta[0] + 2 * pi - r.theta[i];
    if (plane) {
      collect_arc(&r, true, i, next, arc);
    }
    if (across) {
      collect_arc(&r, false, i, next, arc);
    }
  }
  for (size_t i = 0; i < from->point_count; i++) {
    collect_site(&r, i, station_of(&r, angle_of(&from->point[i])));
  }
}

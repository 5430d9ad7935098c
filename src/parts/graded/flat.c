/* SPDX-License-Identifier: BSD-3-Clause */
/* Pieces that are the same all along but for an axial force that is linear: power series in the distance from the
   start. */
#include "parts/graded/series.h"

#include <math.h>
#include <string.h>

/** Terms of a power series: a piece is no longer than a quarter wave, and e changes little along it. */
enum { TERMS = 32 };
static const double gentle = 0.1, nothing = 1e-19;

/** In units of the piece, from its start: T = T₀ + T₁x, e = e₀ + e₁x. */
typedef struct flat {
  double soft, mass, rotary, shear, found, load, T0, T1, e0, e1;
} flat;

/** Powers of x. */
typedef struct powers {
  double w[TERMS + 1], psi[TERMS + 1], V[TERMS + 1], M[TERMS + 1];
} powers;

static flat flat_of(const hol_nodes *nodes, const hol_piece *p, double reach, const double *load)
{
  double h = p->to - p->from, E = p->unit, k = p->orders == 2 ? h * h * h * h / E : h * h / E,
         shear = p->value[HOL_G_SHEAR][0];
  double a = p->value[HOL_G_TENSION][0], b = p->value[HOL_G_TENSION][nodes->n - 1];
  double rise = (b - a) / (nodes->x[nodes->n - 1] - nodes->x[0]), start = (a + b) / 2 - rise / 2;
  return (flat){.soft = E * p->value[HOL_G_SOFTNESS][0],
                .mass = reach * p->value[HOL_G_MASS][0] * k,
                .rotary = reach * p->value[HOL_G_ROTARY][0] * h * h / E,
                .shear = shear * E / (h * h),
                .found = p->value[HOL_G_FOUNDATION][0] * k,
                .load = load ? load[0] * k / h : 0,
                .T0 = start * h * h / E,
                .T1 = rise * h * h / E,
                .e0 = 1 + shear * start,
                .e1 = shear * rise};
}

bool hol_piece_is_flat(const hol_nodes *nodes, const hol_piece *p)
{
  if (!p->is_step) {
    return false;
  }
  const flat f = flat_of(nodes, p, 0, NULL);
  return fabs(f.e1) < gentle * f.e0;
}

/** A solution from its start, forced by another: −λm, −λr of `before`. @param[in] before  NULL: of itself, at λ/reach =
 *  at */
static void solve(const flat *f, size_t orders, const double start[4], const powers *before, double at, double load,
                  powers *s)
{
  double moment = 0, inverse = 1 / f->e0;
  const powers *by = before ? before : s;
  double mass = f->mass * (before ? 1 : at), rotary = f->rotary * (before ? 1 : at);
  s->w[0] = start[0];
  s->psi[0] = start[1];
  s->V[0] = start[2];
  s->M[0] = start[3];
  for (size_t n = 0; n < TERMS; n++) {
    double next = 1 / (double)(n + 1);
    s->V[n + 1] = (f->found * s->w[n] - mass * by->w[n] - (n == 0 ? load * f->load : 0)) * next;
    if (orders == 1) {
      s->w[n + 1] = f->soft * s->V[n] * next;
      s->psi[n + 1] = s->M[n + 1] = 0;
      continue;
    }
    moment = (f->T0 * s->psi[n] + (n ? f->T1 * s->psi[n - 1] : 0) - s->V[n] - f->e1 * moment) * inverse;
    s->M[n + 1] = (moment - rotary * by->psi[n]) * next;
    s->psi[n + 1] = f->soft * s->M[n] * next;
    s->w[n + 1] = (s->psi[n] + f->shear * s->V[n] - f->e1 * (double)n * s->w[n]) * inverse * next;
  }
}

static double value_at(const double *c, double x)
{
  double sum = 0;
  for (size_t n = TERMS + 1; n-- > 0;) {
    sum = sum * x + c[n];
  }
  return sum;
}

static double size_of(const double *c)
{
  double sum = 0;
  for (size_t n = 0; n <= TERMS; n++) {
    sum += fabs(c[n]);
  }
  return sum;
}

/** w and ψ, of a rod u and u′, at 0, the points and 1: sums side by side. */
static void put_fields(const hol_nodes *nodes, const flat *f, size_t orders, const powers *s, double *value,
                       double *slope)
{
  double x[HOL_NODES_MORE + 2] = {0};
  const double *turn = orders == 2 ? s->psi : s->V;
  memcpy(x + 1, nodes->x, nodes->n * sizeof *x);
  x[nodes->n + 1] = 1;
  for (size_t n = TERMS + 1; n-- > 0;) {
    for (size_t i = 0; i < nodes->n + 2; i++) {
      value[i] = value[i] * x[i] + s->w[n];
      slope[i] = slope[i] * x[i] + turn[n];
    }
  }
  for (size_t i = 0; i < nodes->n + 2 && orders == 1; i++) {
    slope[i] *= f->soft;
  }
}

void hol_flat_fields(const hol_nodes *nodes, const hol_piece *piece, double lambda, double (*value)[HOL_NODES_MORE + 2],
                     double (*slope)[HOL_NODES_MORE + 2])
{
  const flat f = flat_of(nodes, piece, lambda, NULL);
  for (size_t column = 0; column < 2 * piece->orders; column++) {
    double start[4] = {0};
    powers s;
    start[column < piece->orders ? column : 2 + column - piece->orders] = 1;
    solve(&f, piece->orders, start, NULL, 1, 0, &s);
    put_fields(nodes, &f, piece->orders, &s, value[column], slope[column]);
  }
}

void hol_flat_make(const hol_nodes *nodes, const hol_piece *piece, double reach,
                   const hol_power_series_request *request, hol_power_series *m)
{
  size_t k = piece->orders;
  const flat f = flat_of(nodes, piece, reach, request ? request->load : NULL);
  bool is_still = !(fabs(f.T0) > 0) && !(fabs(f.T1) > 0) && !(fabs(f.found) > 0);
  *m = (hol_power_series){.orders = k, .h = piece->to - piece->from, .stiffness = piece->unit, .reach = reach};
  for (size_t column = 0; column < 2 * k; column++) {
    double start[4] = {0};
    powers before = {.w = {0}}, s;
    start[column < k ? column : 2 + column - k] = 1;
    for (size_t j = 0; j < HOL_SERIES_TERMS; j++) {
      solve(&f, k, start, &before, 0, 0, &s);
      const double end[4] = {value_at(s.w, 1), value_at(s.psi, 1), value_at(s.V, 1), value_at(s.M, 1)};
      hol_power_series_put(m, j, column, end);
      memset(start, 0, sizeof start);
      before = s;
      if (size_of(s.w) + size_of(s.psi) + size_of(s.V) + size_of(s.M) < nothing) {
        break;
      }
    }
  }
  hol_power_series_finish(m, !is_still);
  if (request && request->load) {
    const double start[4] = {0};
    const powers rest = {.w = {0}};
    powers s;
    solve(&f, k, start, &rest, 0, 1, &s);
    const double end[4] = {value_at(s.w, 1), value_at(s.psi, 1), value_at(s.V, 1), value_at(s.M, 1)};
    memcpy(m->load, end, sizeof m->load);
  }
}

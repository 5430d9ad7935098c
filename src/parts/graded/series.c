/* SPDX-License-Identifier: BSD-3-Clause */
/* Collocation of the equations of a piece, one power of λ after the other. */
#include "parts/graded/series.h"

#include <math.h>
#include <string.h>

enum { N = HOL_NODES_MORE, ITERATIONS = 80 };
/** Tolerances: of an iteration, relative to the largest value; of a power of λ, relative to 1. */
static const double settled = 1e-16, nothing = 1e-19;
/** The reach of a piece without mass. */
static const double endless = 1e200;
/** The least e = 1 + φT for which a piece is used: rounding of e is ε/e of it. */
static const double least_e = 1e-3;

/* ---- how far a piece may be used --------------------------------------------------------------------------------- */

double hol_piece_least_e(const hol_piece *p)
{
  return fmin(1, 1 + fmax(p->high[HOL_G_SHEAR], 0) * p->low[HOL_G_TENSION]);
}

static bool is_short(const hol_piece *p, double square, double lambda)
{
  double stiff = 1 / p->high[HOL_G_SOFTNESS], slow = lambda * fmax(p->high[HOL_G_MASS], 0) * square;
  double force = fmax(fabs(p->low[HOL_G_TENSION]), fabs(p->high[HOL_G_TENSION])), found = p->high[HOL_G_FOUNDATION];
  if (p->orders == 1) {
    return slow + fmax(found, 0) * square < stiff;
  }
  double c = slow + fmax(-p->low[HOL_G_TENSION], 0), soft = c * fmax(p->high[HOL_G_SHEAR], 0);
  double e = hol_piece_least_e(p);
  bool is_weak = force * square < e * stiff && fmax(found, 0) * square * square < stiff;
  return is_weak && e > least_e && soft < 1 &&
         (c / (1 - soft) + lambda * fmax(p->high[HOL_G_ROTARY], 0)) * square < stiff;
}

/** The greatest λ between 0 and `high` for which a piece is short. */
static double find_reach(const hol_piece *p, double square, double high)
{
  enum { STEPS = 40 };
  double low = 0;
  for (int i = 0; i < STEPS && !is_short(p, square, high * (1 - 1e-3)) && high - low > 1e-3 * high; i++) {
    double middle = (low + high) / 2;
    bool ok = is_short(p, square, middle);
    low = ok ? middle : low;
    high = ok ? high : middle;
  }
  return is_short(p, square, high * (1 - 1e-3)) ? high * (1 - 1e-3) : low;
}

double hol_piece_reach(const hol_piece *p, double h)
{
  double square = 4 * h * h / (M_PI * M_PI), mass = fmax(p->high[HOL_G_MASS], 0),
         rotary = fmax(p->high[HOL_G_ROTARY], 0);
  double stiff = 1 / p->high[HOL_G_SOFTNESS], shear = fmax(p->high[HOL_G_SHEAR], 0);
  if (!(stiff > 0) || !is_short(p, square, 0)) {
    return 0;
  }
  double high = stiff / (p->orders == 1 ? mass * square : (mass * square + rotary) * square);
  if (!isfinite(high)) {
    return endless;
  }
  double reach = find_reach(p, square, high);
  if (!(reach > 0) && p->orders == 2 && shear > 0 && mass > 0) { /* far below: no farther than where c is kGA */
    reach = find_reach(p, square, (1 / shear - fmax(-p->low[HOL_G_TENSION], 0)) / (mass * square));
  }
  return reach;
}

/* ---- integration ------------------------------------------------------------------------------------------------- */

/** Properties in units of the piece, at the points. */
typedef struct units {
  size_t n;
  bool coupled; /**< is there an axial force or a foundation? */
  double soft[N], mass[N], rotary[N], shear[N], e[N], pull[N], found[N], load[N];
} units;

static units units_of(const hol_nodes *nodes, const hol_piece *p, double stiffness, double reach, const double *load)
{
  units u = {.n = nodes->n};
  double h = p->to - p->from, k = p->orders == 2 ? h * h * h * h / stiffness : h * h / stiffness, E = stiffness;
  for (size_t i = 0; i < u.n; i++) {
    double tension = p->value[HOL_G_TENSION][i], shear = p->value[HOL_G_SHEAR][i];
    u.soft[i] = E * p->value[HOL_G_SOFTNESS][i];
    u.mass[i] = reach * p->value[HOL_G_MASS][i] * k;
    u.rotary[i] = reach * p->value[HOL_G_ROTARY][i] * h * h / E;
    u.shear[i] = shear * E / (h * h);
    u.e[i] = 1 + shear * tension;
    u.pull[i] = tension * h * h / E / u.e[i];
    u.found[i] = p->value[HOL_G_FOUNDATION][i] * k;
    u.load[i] = load ? load[i] * k / h : 0;
    u.coupled = u.coupled || u.pull[i] != 0 || u.found[i] != 0;
  }
  return u;
}

/** value = start + ∫ f. @return it at the end */
static double integrate(const hol_nodes *nodes, double start, const double *f, double *value)
{
  double end = start;
  for (size_t i = 0; i < nodes->n; i++) {
    double sum = 0;
    for (size_t j = 0; j < nodes->n; j++) {
      sum += nodes->integral[i][j] * f[j];
    }
    value[i] = start + sum;
    end += nodes->weight[i] * f[i];
  }
  return end;
}

/** One power of λ of a solution: fields at the points, and at the end (w, ψ, V, M; of a rod u in [0], N in [2]). */
typedef struct state {
  double w[N], psi[N], V[N], M[N], end[4];
} state;

/** Once round: forces from displacements, displacements from forces. */
static void go_round(const hol_nodes *nodes, const units *u, size_t orders, const double start[4], const state *before,
                     double load, state *s)
{
  double f[N];
  for (size_t i = 0; i < u->n; i++) {
    f[i] = u->found[i] * s->w[i] - u->mass[i] * before->w[i] - load * u->load[i];
  }
  s->end[2] = integrate(nodes, start[2], f, s->V);
  if (orders == 2) {
    for (size_t i = 0; i < u->n; i++) {
      f[i] = u->pull[i] * s->psi[i] - s->V[i] / u->e[i] - u->rotary[i] * before->psi[i];
    }
    s->end[3] = integrate(nodes, start[3], f, s->M);
    for (size_t i = 0; i < u->n; i++) {
      f[i] = u->soft[i] * s->M[i];
    }
    s->end[1] = integrate(nodes, start[1], f, s->psi);
  }
  for (size_t i = 0; i < u->n; i++) {
    f[i] = orders == 2 ? (s->psi[i] + u->shear[i] * s->V[i]) / u->e[i] : u->soft[i] * s->V[i];
  }
  s->end[0] = integrate(nodes, start[0], f, s->w);
}

/** Change of the displacements by one iteration, and their size. */
static double change(const state *s, const state *old, size_t n, double *size)
{
  double most = 0;
  *size = 0;
  for (size_t i = 0; i < n; i++) {
    most = fmax(most, fmax(fabs(s->w[i] - old->w[i]), fabs(s->psi[i] - old->psi[i])));
    *size = fmax(*size, fmax(fabs(s->w[i]), fabs(s->psi[i])));
  }
  return most;
}

static void solve(const hol_nodes *nodes, const units *u, size_t orders, const double start[4], const state *before,
                  double load, state *s)
{
  memset(s, 0, sizeof *s);
  go_round(nodes, u, orders, start, before, load, s);
  for (int i = 0; i < ITERATIONS && u->coupled; i++) {
    double size;
    state old = *s;
    go_round(nodes, u, orders, start, before, load, s);
    if (change(s, &old, u->n, &size) <= settled * size) {
      return;
    }
  }
}

/* ---- the series -------------------------------------------------------------------------------------------------- */

/** Add a power to the fields at one λ. */
static void add_fields(const units *u, size_t orders, double factor, const double start[4], const state *s,
                       double *value, double *slope)
{
  size_t n = u->n;
  bool bends = orders == 2;
  double ends[2] = {1.5 * u->soft[0] - 0.5 * u->soft[1], 1.5 * u->soft[n - 1] - 0.5 * u->soft[n - 2]};
  value[0] += factor * start[0];
  value[n + 1] += factor * s->end[0];
  slope[0] += factor * (bends ? start[1] : ends[0] * start[2]);
  slope[n + 1] += factor * (bends ? s->end[1] : ends[1] * s->end[2]);
  for (size_t i = 0; i < n; i++) {
    value[i + 1] += factor * s->w[i];
    slope[i + 1] += factor * (bends ? s->psi[i] : u->soft[i] * s->V[i]);
  }
}

static double size_of(const double *a, size_t n)
{
  double most = 0;
  for (size_t i = 0; i < n; i++) {
    most = fmax(most, fabs(a[i]));
  }
  return most;
}

void hol_power_series_make(const hol_nodes *nodes, const hol_piece *piece, double reach,
                           const hol_power_series_request *request, hol_power_series *m)
{
  size_t k = piece->orders;
  double stiffness = piece->unit;
  if (hol_piece_is_flat(nodes, piece)) {
    hol_flat_make(nodes, piece, reach, request, m);
    return;
  }
  *m = (hol_power_series){.orders = k, .h = piece->to - piece->from, .stiffness = stiffness, .reach = reach};
  const units u = units_of(nodes, piece, stiffness, reach, request ? request->load : NULL);
  for (size_t column = 0; column < 2 * k; column++) {
    double start[4] = {0}, factor = 1;
    start[column < k ? column : 2 + column - k] = 1;
    state before = {.w = {0}}, s;
    for (size_t j = 0; j < HOL_SERIES_TERMS; j++) {
      solve(nodes, &u, k, start, &before, 0, &s);
      hol_power_series_put(m, j, column, s.end);
      if (request && request->value) {
        add_fields(&u, k, factor, start, &s, request->value[column], request->slope[column]);
      }
      memset(start, 0, sizeof start);
      before = s;
      factor *= request ? request->at : 0;
      if (size_of(s.w, u.n) + size_of(s.psi, u.n) + size_of(s.end, 4) < nothing) {
        break;
      }
    }
  }
  hol_power_series_finish(m, u.coupled);
  if (request && request->load) {
    const double start[4] = {0};
    state before = {.w = {0}}, s;
    solve(nodes, &u, k, start, &before, 1, &s);
    memcpy(m->load, s.end, sizeof m->load);
  }
}

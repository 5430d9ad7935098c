/* SPDX-License-Identifier: BSD-3-Clause */
/* Damped segments of pieces: span.c with complex numbers, which have no inertia to be counted. */
#include "parts/graded/graded.h"

#include <math.h>
#include <string.h>

typedef hol_complex_dual dual;

enum { ALL = 12, FORMS = 5 };
/** As in span.c. */
static const double comfortable = 8, pole = 1e7;
static const hol_form bent[FORMS] = {HOL_FORM_FIXED_FREE, HOL_FORM_PINNED_PINNED, HOL_FORM_PINNED_GUIDED,
                                     HOL_FORM_GUIDED_PINNED, HOL_FORM_FREE_FIXED};
static const hol_form rods[FORMS] = {HOL_FORM_FIXED_FREE, HOL_FORM_FREE_FIXED, HOL_FORM_FIXED_FIXED,
                                     HOL_FORM_FIXED_FREE, HOL_FORM_FIXED_FREE};

static dual times(double c, dual a)
{
  return (dual){c * a.v, c * a.d};
}

/** As hol_span. */
typedef struct span {
  size_t orders, n_mu;
  unsigned freed;
  dual S[HOL_RELATION_MAX][HOL_RELATION_MAX];
} span;

/* ---- one piece --------------------------------------------------------------------------------------------------- */

static void at_lambda(const hol_power_series *m, const double (*power)[4], dual lambda, const double *row,
                      const double *column, dual value[4])
{
  size_t k = m->orders;
  dual x = times(1 / m->reach, lambda);
  for (size_t i = 0; i < k * k; i++) {
    dual sum = {power[m->terms - 1][i], 0};
    for (size_t j = m->terms - 1; j-- > 0;) {
      sum = hol_dual_product(sum, x);
      sum.v += power[j][i];
    }
    value[i] = times(row[i % k] / column[i / k], sum);
  }
}

/** D⁻¹, k × k. */
static void invert(size_t k, const dual *D, dual *X)
{
  const dual one = {1, 0};
  if (k == 1) {
    X[0] = hol_dual_quotient(one, D[0]);
    return;
  }
  dual det = hol_dual_minus(hol_dual_product(D[0], D[3]), hol_dual_product(D[1], D[2]));
  X[0] = hol_dual_quotient(D[3], det);
  X[1] = times(-1, hol_dual_quotient(D[1], det));
  X[2] = times(-1, hol_dual_quotient(D[2], det));
  X[3] = hol_dual_quotient(D[0], det);
}

static void put(span *s, size_t i, size_t j, dual value)
{
  s->S[i][j] = s->S[j][i] = value;
}

static void span_of(const hol_power_series *m, const hol_span_units *units, dual lambda, span *s)
{
  size_t k = m->orders;
  hol_span_units own = hol_span_units_of(k, m->h, m->stiffness);
  double u[2] = {own.displacement[0] / units->displacement[0], 1}, n[2], h = m->h / units->length;
  dual B[4], C[4], D[4], X[4];
  for (size_t i = 0; i < 2; i++) {
    n[i] = own.force[i] / units->force[i];
  }
  at_lambda(m, m->B, lambda, u, n, B);
  at_lambda(m, m->C, lambda, n, u, C);
  at_lambda(m, m->D, lambda, n, n, D);
  for (size_t i = 0; i < k; i++) {
    D[i + k * i].v += 1;
  }
  D[1].v -= k == 2 ? h : 0;
  invert(k, D, X);
  *s = (span){.orders = k, .n_mu = k, .freed = hol_form_freed(HOL_FORM_ANY, k)};
  for (size_t i = 0; i < k; i++) {
    for (size_t j = 0; j < k; j++) {
      dual alpha = {0, 0}, K = {0, 0};
      for (size_t l = 0; l < k; l++) {
        alpha = hol_dual_plus(alpha, hol_dual_product(B[i + k * l], X[l + k * j]));
        K = hol_dual_plus(K, hol_dual_product(X[i + k * l], C[l + k * j]));
      }
      put(s, i, j, times(-1, alpha));
      put(s, k + i, k + j, K);
      put(s, i, k + j, times(-1, X[j + k * i]));
    }
    put(s, i, 2 * k + i, (dual){1, 0});
  }
}

/* ---- joining ----------------------------------------------------------------------------------------------------- */

typedef struct bordered {
  size_t n, inner;
  dual a[ALL][ALL];
} bordered;

static void swap(bordered *m, size_t i, size_t j)
{
  for (size_t k = 0; k < m->n && i != j; k++) {
    dual t = m->a[i][k];
    m->a[i][k] = m->a[j][k];
    m->a[j][k] = t;
  }
}

/** Inner unknowns out, rows exchanged among them for the largest pivot in each column. */
static bool eliminate(bordered *m)
{
  for (size_t c = 0; c < m->inner; c++) {
    size_t best = c;
    for (size_t i = c; i < m->inner; i++) {
      best = cabs(m->a[i][c].v) > cabs(m->a[best][c].v) ? i : best;
    }
    swap(m, c, best);
    if (!(cabs(m->a[c][c].v) > 0)) {
      return false;
    }
    for (size_t i = c + 1; i < m->n; i++) {
      dual factor = hol_dual_quotient(m->a[i][c], m->a[c][c]);
      for (size_t j = c; j < m->n; j++) {
        m->a[i][j] = hol_dual_minus(m->a[i][j], hol_dual_product(factor, m->a[c][j]));
      }
    }
  }
  return true;
}

/** Where quantities stand: those of both spans, the end ports, their multipliers. */
typedef struct places {
  size_t first[HOL_RELATION_MAX], second[HOL_RELATION_MAX], end[4], multiplier[4];
} places;

static places place_unknowns(const span *a, const span *b, unsigned freed, bordered *m)
{
  places at = {.end = {0}};
  size_t k = a->orders, n = 0;
  for (size_t i = 0; i < a->n_mu; i++) {
    at.first[i] = n++;
  }
  for (size_t i = 0; b && i < b->n_mu; i++) {
    at.second[i] = n++;
  }
  for (size_t i = 0; b && i < k; i++) {
    at.first[a->n_mu + k + i] = at.second[b->n_mu + i] = n++;
  }
  for (size_t i = 0; i < 2 * k; i++) {
    at.end[i] = freed >> i & 1 ? n++ : 0;
  }
  m->inner = n;
  for (size_t i = 0; i < 2 * k; i++) {
    *(freed >> i & 1 ? &at.multiplier[i] : &at.end[i]) = n++;
  }
  m->n = n;
  for (size_t i = 0; i < k; i++) {
    at.first[a->n_mu + i] = at.end[i];
    *(b ? &at.second[b->n_mu + k + i] : &at.first[a->n_mu + k + i]) = at.end[k + i];
  }
  return at;
}

static void add_span(const span *s, const size_t *at, bordered *m)
{
  size_t n = s->n_mu + 2 * s->orders;
  for (size_t i = 0; i < n; i++) {
    for (size_t j = 0; j < n; j++) {
      m->a[at[i]][at[j]] = hol_dual_plus(m->a[at[i]][at[j]], s->S[i][j]);
    }
  }
}

static bool join_in(const span *a, const span *b, unsigned freed, span *out, double *largest)
{
  bordered m = {.n = 0};
  places at = place_unknowns(a, b, freed, &m);
  size_t ports = 2 * a->orders, n = 0, from[HOL_RELATION_MAX], to[HOL_RELATION_MAX], n_mu = 0;
  add_span(a, at.first, &m);
  if (b) {
    add_span(b, at.second, &m);
  }
  for (size_t i = 0; i < ports; i++) {
    if (freed >> i & 1) {
      m.a[at.multiplier[i]][at.end[i]] = m.a[at.end[i]][at.multiplier[i]] = (dual){-1, 0};
      n_mu++;
    }
  }
  if (!eliminate(&m)) {
    return false;
  }
  *out = (span){.orders = a->orders, .freed = freed, .n_mu = n_mu};
  for (size_t i = 0, mu = 0; i < ports; i++) {
    from[n] = freed >> i & 1 ? at.multiplier[i] : at.end[i];
    to[n++] = freed >> i & 1 ? mu++ : n_mu + i;
  }
  *largest = 0;
  for (size_t i = 0; i < n; i++) {
    for (size_t j = 0; j < n; j++) {
      out->S[to[i]][to[j]] = times(0.5, hol_dual_plus(m.a[from[i]][from[j]], m.a[from[j]][from[i]]));
      *largest = fmax(*largest, cabs(m.a[from[i]][from[j]].v));
    }
  }
  for (size_t i = 0, mu = 0; i < ports; i++) {
    if (freed >> i & 1) {
      put(out, mu++, n_mu + i, (dual){1, 0});
    }
  }
  return isfinite(*largest);
}

/** Join in a form, and keep the result if its entries are smaller than the best so far. @param[in,out] least  its
 *  largest entry */
static void try_form(const span *a, const span *b, unsigned freed, span *best, double *least)
{
  span other;
  double largest;
  if (join_in(a, b, freed, &other, &largest) && largest < *least) {
    *least = largest;
    *best = other;
  }
}

static hol_status join(const span *a, const span *b, hol_form form, span *s)
{
  span best = {.orders = 0};
  double least = HUGE_VAL;
  bool is_any = form == HOL_FORM_ANY;
  try_form(a, b, is_any ? a->freed : hol_form_freed(form, a->orders), &best, &least);
  for (size_t i = 0; i < FORMS && is_any && !(least < comfortable); i++) {
    try_form(a, b, hol_form_freed((a->orders == 2 ? bent : rods)[i], a->orders), &best, &least);
  }
  *s = least < pole ? best : *s;
  return least < pole ? HOL_OK : HOL_NUMERICAL;
}

/* ---- as a relation ----------------------------------------------------------------------------------------------- */

static hol_status make_span(const hol_graded *g, dual lambda, hol_form form, hol_span_units *units, span *s)
{
  double size = cabs(lambda.v);
  bool is_begun = false;
  *units = hol_graded_units(g, size);
  for (size_t i = 0; i < g->count; i++) {
    size_t parts = hol_graded_divide(&g->piece[i], size);
    for (size_t j = 0; j < parts; j++) {
      hol_piece part;
      hol_power_series scratch;
      span next;
      bool is_last = i + 1 == g->count && j + 1 == parts;
      span_of(hol_graded_series(g, &g->piece[i], parts, j, size, &part, &scratch), units, lambda, &next);
      HOL_TRY(is_begun ? join(s, &next, is_last ? form : HOL_FORM_ANY, s) : HOL_OK);
      *s = is_begun ? *s : next;
      is_begun = true;
    }
  }
  bool is_other = form != HOL_FORM_ANY && hol_form_freed(form, s->orders) != s->freed;
  return is_other ? join(s, NULL, form, s) : HOL_OK;
}

/** In SI, of stiffness g: forces are g times as large. */
static bool put_relation(const span *s, const hol_span_units *units, dual g, hol_damped_relation *r)
{
  size_t k = s->orders, n = s->n_mu + 2 * k, mu = 0;
  double unit[HOL_RELATION_MAX];
  bool is_finite = true;
  const dual soft = hol_dual_quotient((dual){1, 0}, g);
  for (size_t i = 0; i < 2 * k; i++) {
    unit[s->n_mu + i] = units->displacement[i % k];
    if (s->freed >> i & 1) {
      unit[mu++] = units->force[i % k];
    }
  }
  r->n_mu = s->n_mu;
  r->n_ports = 2 * k;
  for (size_t i = 0; i < (k == 2 ? FORMS : 3); i++) {
    hol_form form = (k == 2 ? bent : rods)[i];
    r->form = hol_form_freed(form, k) == s->freed ? form : r->form;
  }
  for (size_t i = 0; i < n; i++) {
    for (size_t j = 0; j < n; j++) {
      bool by_force = i < s->n_mu, also = j < s->n_mu;
      dual entry = times(units->energy / unit[i] / unit[j], s->S[i][j]);
      entry = by_force != also ? entry : hol_dual_product(entry, by_force ? soft : g);
      r->S[i][j] = entry.v;
      r->dS[i][j] = entry.d;
      is_finite = is_finite && isfinite(cabs(entry.v)) && isfinite(cabs(entry.d));
    }
  }
  return is_finite;
}

hol_status hol_graded_damped(const void *of, double h, const hol_law *law, hol_form form, hol_damped_relation *relation)
{
  hol_span_units units;
  span s;
  (void)h;
  *relation = (hol_damped_relation){.form = form};
  if (cabs(law->line.v) > 0) {
    return HOL_INVALID;
  }
  HOL_TRY(cabs(law->stiffness.v) > 0 ? HOL_OK : HOL_NUMERICAL);
  HOL_TRY(make_span(of, hol_dual_quotient(law->inertia, law->stiffness), form, &units, &s));
  return put_relation(&s, &units, law->stiffness, relation) ? HOL_OK : HOL_NUMERICAL;
}

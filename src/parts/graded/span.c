/* SPDX-License-Identifier: BSD-3-Clause */
/* Spans of pieces: the relation of one piece, and of two that meet. */
#include "parts/graded/span.h"

#include <math.h>
#include <string.h>

/** Unknowns of two spans that meet: multipliers of both, displacements of three places. */
enum { ALL = 12, FORMS = 5 };
/** A form whose entries are below this is as good as another; above this is at a pole. */
static const double comfortable = 8, pole = 1e7;

static const hol_form bent[FORMS] = {HOL_FORM_FIXED_FREE, HOL_FORM_PINNED_PINNED, HOL_FORM_PINNED_GUIDED,
                                     HOL_FORM_GUIDED_PINNED, HOL_FORM_FREE_FIXED};
static const hol_form rods[FORMS] = {HOL_FORM_FIXED_FREE, HOL_FORM_FREE_FIXED, HOL_FORM_FIXED_FIXED,
                                     HOL_FORM_FIXED_FREE, HOL_FORM_FIXED_FREE};

unsigned hol_form_freed(hol_form form, size_t orders)
{
  static const unsigned freed[FORMS] = {4 | 8, 2 | 8, 2 | 4, 1 | 8, 1 | 2}, of_rod[3] = {2, 1, 0};
  for (size_t i = 0; i < (orders == 2 ? FORMS : 3); i++) {
    if ((orders == 2 ? bent : rods)[i] == form) {
      return (orders == 2 ? freed : of_rod)[i];
    }
  }
  return orders == 2 ? freed[0] : of_rod[0];
}

hol_span_units hol_span_units_of(size_t orders, double length, double stiffness)
{
  hol_span_units u = {.length = length, .displacement = {length, 1}};
  u.force[0] = orders == 2 ? stiffness / (length * length) : stiffness;
  u.force[1] = stiffness / length;
  u.energy = orders == 2 ? stiffness / length : stiffness * length;
  return u;
}

/* ---- one piece --------------------------------------------------------------------------------------------------- */

static void put(hol_span *s, size_t i, size_t j, hol_dual value)
{
  s->S[i][j] = s->S[j][i] = value;
}

/** B, C or D at λ, in units of the span. */
static void at_lambda(const hol_power_series *m, const double (*power)[4], double lambda, const double *row,
                      const double *column, hol_dual value[4])
{
  size_t k = m->orders;
  double x = lambda / m->reach;
  for (size_t i = 0; i < k * k; i++) {
    hol_dual sum = {power[m->terms - 1][i], 0};
    for (size_t j = m->terms - 1; j-- > 0;) {
      sum.d = sum.d * x + sum.v;
      sum.v = sum.v * x + power[j][i];
    }
    double scale = row[i % k] / column[i / k];
    value[i] = (hol_dual){sum.v * scale, sum.d * scale / m->reach};
  }
}

/** X ← D⁻¹ X, k × k. */
static void divide(size_t k, const hol_dual *D, hol_dual *X)
{
  if (k == 1) {
    X[0] = dual_div(X[0], D[0]);
    return;
  }
  hol_dual det = dual_sub(dual_mul(D[0], D[3]), dual_mul(D[1], D[2]));
  for (size_t c = 0; c < 2; c++) {
    hol_dual a = X[2 * c], b = X[1 + 2 * c];
    X[2 * c] = dual_div(dual_sub(dual_mul(D[3], a), dual_mul(D[2], b)), det);
    X[1 + 2 * c] = dual_div(dual_sub(dual_mul(D[0], b), dual_mul(D[1], a)), det);
  }
}

/** R less its rigid part: (D⁻¹ − D_r⁻¹)ᵀ = −(D⁻¹ δD D_r⁻¹)ᵀ with D_r⁻¹ = [1 0; h 1]. @param[in] h  in units */
static void moved(size_t k, const hol_dual *D, const hol_dual *change, double h, hol_dual *R)
{
  hol_dual X[4];
  memcpy(X, change, k * k * sizeof *X);
  if (k == 2) {
    X[0] = dual_add(X[0], dual_times(h, X[2]));
    X[1] = dual_add(X[1], dual_times(h, X[3]));
  }
  divide(k, D, X);
  for (size_t i = 0; i < k; i++) {
    for (size_t j = 0; j < k; j++) {
      R[j + k * i] = dual_times(-1, X[i + k * j]);
    }
  }
}

/** Reduced load: with p the response from rest, b_y = p_u − B D⁻¹p_n at the multipliers, −D⁻¹p_n at the start. */
static void put_load(const hol_power_series *m, const double *u, const double *n, const hol_dual *B, const hol_dual *D,
                     hol_span *s)
{
  size_t k = m->orders;
  hol_dual X[4] = {{0, 0}};
  for (size_t i = 0; i < k; i++) {
    X[i].v = m->load[2 + i] * n[i];
  }
  hol_dual wide[4];
  memcpy(wide, D, sizeof wide);
  divide(k, wide, X);
  for (size_t i = 0; i < k; i++) {
    s->side[i][HOL_SPAN_LOAD] = m->load[i] * u[i];
    s->side[k + i][HOL_SPAN_LOAD] = -X[i].v;
    for (size_t j = 0; j < k; j++) {
      s->side[i][HOL_SPAN_LOAD] -= B[i + k * j].v * X[j].v;
    }
  }
}

void hol_span_of(const hol_power_series *m, const hol_span_units *units, double lambda, hol_span *s)
{
  size_t k = m->orders;
  hol_span_units own = hol_span_units_of(k, m->h, m->stiffness);
  double u[2] = {own.displacement[0] / units->displacement[0], 1}, n[2], h = m->h / units->length;
  hol_dual B[4], C[4], D[4], change[4], R[4], alpha[4], K[4];
  for (size_t i = 0; i < 2; i++) {
    n[i] = own.force[i] / units->force[i];
  }
  at_lambda(m, m->B, lambda, u, n, B);
  at_lambda(m, m->C, lambda, n, u, C);
  at_lambda(m, m->D, lambda, n, n, change);
  memcpy(D, change, sizeof D);
  for (size_t i = 0; i < k; i++) {
    D[i + k * i].v += 1;
  }
  D[1].v -= k == 2 ? h : 0;
  *s = (hol_span){.orders = k, .length = h, .freed = hol_form_freed(HOL_FORM_ANY, k), .n_mu = k};
  moved(k, D, change, h, R);
  memcpy(K, C, sizeof K);
  divide(k, D, K);
  for (size_t i = 0; i < k; i++) { /* α = B D⁻¹ = B Rᵀ, R = R_r + moved, R_r = [1 h; 0 1] */
    for (size_t j = 0; j < k; j++) {
      alpha[i + k * j] = dual_add(B[i + k * j], j == 0 && k == 2 ? dual_times(h, B[i + k]) : (hol_dual){0, 0});
      for (size_t l = 0; l < k; l++) {
        alpha[i + k * j] = dual_fma(alpha[i + k * j], B[i + k * l], R[j + k * l]);
      }
    }
  }
  for (size_t i = 0; i < k; i++) {
    for (size_t j = 0; j < k; j++) {
      hol_dual rigid = {i == j ? 1 : i == 0 && j == 1 ? h : 0, 0};
      put(s, i, j, dual_times(-0.5, dual_add(alpha[i + k * j], alpha[j + k * i])));
      put(s, k + i, k + j, dual_times(0.5, dual_add(K[i + k * j], K[j + k * i])));
      put(s, i, k + j, dual_times(-1, dual_add(rigid, R[i + k * j])));
      s->side[i][j] = -R[i + k * j].v;
      s->side[k + i][j] = s->S[k + i][k + j].v;
    }
    put(s, i, 2 * k + i, (hol_dual){1, 0});
  }
  put_load(m, u, n, B, D, s);
}

/* ---- elimination ------------------------------------------------------------------------------------------------- */

/** A symmetric matrix with sides; the first `inner` unknowns are to be eliminated. */
typedef struct bordered {
  size_t n, inner, negative;
  hol_dual a[ALL][ALL];
  double side[ALL][HOL_SPAN_SIDES];
} bordered;

static void swap(bordered *m, size_t i, size_t j)
{
  for (size_t k = 0; k < m->n && i != j; k++) {
    hol_dual t = m->a[i][k];
    m->a[i][k] = m->a[j][k];
    m->a[j][k] = t;
  }
  for (size_t k = 0; k < m->n && i != j; k++) {
    hol_dual t = m->a[k][i];
    m->a[k][i] = m->a[k][j];
    m->a[k][j] = t;
  }
  for (size_t k = 0; k < HOL_SPAN_SIDES && i != j; k++) {
    double t = m->side[i][k];
    m->side[i][k] = m->side[j][k];
    m->side[j][k] = t;
  }
}

/** The largest entry on the diagonal, and beside it, of what is still to be eliminated. */
static double find_pivot(const bordered *m, size_t from, size_t *d, size_t *p, size_t *q)
{
  double diagonal = 0, beside = 0;
  *d = *p = *q = from;
  for (size_t i = from; i < m->inner; i++) {
    for (size_t j = from; j <= i; j++) {
      double size = fabs(m->a[i][j].v);
      if (i == j && size > diagonal) {
        diagonal = size;
        *d = i;
      } else if (i != j && size > beside) {
        beside = size;
        *p = j;
        *q = i;
      }
    }
  }
  if (diagonal >= 0.6403882032022076 * beside) { /* (1 + √17)/8 */
    *p = *q = *d;
  }
  return fmax(diagonal, beside);
}

/** a_ij −= x y for all unknowns behind, and sides. f: rows of the pivots divided by the pivot block */
static void subtract(bordered *m, size_t from, size_t pivots, hol_dual f[2][ALL])
{
  for (size_t p = 0; p < pivots; p++) {
    size_t row = from + p;
    for (size_t i = from + pivots; i < m->n; i++) {
      for (size_t j = i; j < m->n; j++) {
        m->a[i][j] = m->a[j][i] = dual_sub(m->a[i][j], dual_mul(f[p][i], m->a[row][j]));
      }
      for (size_t k = 0; k < HOL_SPAN_SIDES; k++) {
        m->side[i][k] -= f[p][i].v * m->side[row][k];
      }
    }
  }
}

/** Eliminate the inner unknowns, and count. @return false if they are singular */
static bool eliminate(bordered *m)
{
  for (size_t from = 0; from < m->inner;) {
    size_t d, p, q;
    hol_dual f[2][ALL];
    double size = find_pivot(m, from, &d, &p, &q);
    if (!(size > 0) || !isfinite(size)) {
      return false;
    }
    if (p == q) {
      swap(m, from, d);
      hol_dual pivot = m->a[from][from];
      m->negative += pivot.v < 0;
      for (size_t i = from + 1; i < m->n; i++) {
        f[0][i] = dual_div(m->a[from][i], pivot);
      }
      subtract(m, from, 1, f);
      from++;
      continue;
    }
    swap(m, from, p);
    swap(m, from + 1, q);
    hol_dual a = m->a[from][from], b = m->a[from][from + 1], c = m->a[from + 1][from + 1];
    hol_dual det = dual_sub(dual_mul(a, c), dual_mul(b, b));
    m->negative += det.v < 0 ? 1 : a.v < 0 ? 2 : 0;
    for (size_t i = from + 2; i < m->n; i++) {
      hol_dual x = m->a[from][i], y = m->a[from + 1][i];
      f[0][i] = dual_div(dual_sub(dual_mul(c, x), dual_mul(b, y)), det);
      f[1][i] = dual_div(dual_sub(dual_mul(a, y), dual_mul(b, x)), det);
    }
    subtract(m, from, 2, f);
    from += 2;
  }
  return true;
}

/* ---- joining ----------------------------------------------------------------------------------------------------- */

/** Where the unknowns of both stand among those of `bordered`: multipliers of both, and displacements of the start, the
 *  joint, the end. */
typedef struct places {
  size_t of_first[HOL_RELATION_MAX], of_second[HOL_RELATION_MAX];
  size_t end[4];        /**< of the end ports of the whole */
  size_t multiplier[4]; /**< of the end ports freed */
} places;

static places place_unknowns(const hol_span *a, const hol_span *b, unsigned freed, bordered *m)
{
  places at = {.end = {0}};
  size_t k = a->orders, n = 0;
  for (size_t i = 0; i < a->n_mu; i++) {
    at.of_first[i] = n++;
  }
  for (size_t i = 0; b && i < b->n_mu; i++) {
    at.of_second[i] = n++;
  }
  for (size_t i = 0; b && i < k; i++) {
    at.of_first[a->n_mu + k + i] = at.of_second[b->n_mu + i] = n++;
  }
  for (size_t i = 0; i < 2 * k; i++) {
    at.end[i] = freed >> i & 1 ? n++ : 0;
  }
  m->inner = n;
  for (size_t i = 0; i < 2 * k; i++) {
    at.multiplier[i] = freed >> i & 1 ? n++ : 0;
  }
  for (size_t i = 0; i < 2 * k; i++) {
    at.end[i] = freed >> i & 1 ? at.end[i] : n++;
  }
  m->n = n;
  for (size_t i = 0; i < k; i++) {
    at.of_first[a->n_mu + i] = at.end[i];
    *(b ? &at.of_second[b->n_mu + k + i] : &at.of_first[a->n_mu + k + i]) = at.end[k + i];
  }
  return at;
}

/** Add a span. @param[in] offset  of its start from that of the whole: a rotation about the latter shifts it */
static void add_span(const hol_span *s, const size_t *at, double offset, bordered *m)
{
  size_t n = s->n_mu + 2 * s->orders;
  for (size_t i = 0; i < n; i++) {
    for (size_t j = 0; j < n; j++) {
      m->a[at[i]][at[j]] = dual_add(m->a[at[i]][at[j]], s->S[i][j]);
    }
    m->side[at[i]][HOL_SPAN_SHIFT] += s->side[i][HOL_SPAN_SHIFT];
    m->side[at[i]][HOL_SPAN_TURN] += s->side[i][HOL_SPAN_TURN] + offset * s->side[i][HOL_SPAN_SHIFT];
    m->side[at[i]][HOL_SPAN_LOAD] += s->side[i][HOL_SPAN_LOAD];
  }
}

/** The remaining segment. @return its largest entry */
static double take_out(const bordered *m, const places *at, unsigned freed, hol_span *s)
{
  size_t n = 0, from[HOL_RELATION_MAX], to[HOL_RELATION_MAX], ports = 2 * s->orders;
  double largest = 0;
  s->freed = freed;
  s->n_mu = 0;
  for (size_t i = 0; i < ports; i++) {
    s->n_mu += freed >> i & 1;
  }
  for (size_t i = 0, mu = 0; i < ports; i++) {
    bool is_freed = freed >> i & 1;
    from[n] = is_freed ? at->multiplier[i] : at->end[i];
    to[n++] = is_freed ? mu++ : s->n_mu + i;
  }
  memset(s->S, 0, sizeof s->S);
  memset(s->side, 0, sizeof s->side);
  for (size_t i = 0; i < n; i++) {
    for (size_t j = 0; j < n; j++) {
      s->S[to[i]][to[j]] = m->a[from[i]][from[j]];
      largest = fmax(largest, fabs(m->a[from[i]][from[j]].v));
    }
    memcpy(s->side[to[i]], m->side[from[i]], sizeof s->side[0]);
  }
  for (size_t i = 0, mu = 0; i < ports; i++) {
    if (freed >> i & 1) {
      put(s, mu++, s->n_mu + i, (hol_dual){1, 0});
    }
  }
  return largest;
}

/** In one form. @param[out] largest  entry @return false: at a pole */
static bool join_in(const hol_span *a, const hol_span *b, unsigned freed, hol_span *out, double *largest)
{
  bordered m = {.n = 0};
  places at = place_unknowns(a, b, freed, &m);
  add_span(a, at.of_first, 0, &m);
  if (b) {
    add_span(b, at.of_second, a->length, &m);
  }
  for (size_t i = 0; i < 2 * a->orders; i++) {
    if (freed >> i & 1) { /* y (c − c inside) */
      m.a[at.multiplier[i]][at.end[i]] = m.a[at.end[i]][at.multiplier[i]] = (hol_dual){-1, 0};
    }
  }
  if (!eliminate(&m)) {
    return false;
  }
  size_t multipliers = a->n_mu + (b ? b->n_mu : 0), below = a->count + (b ? b->count : 0) + m.negative;
  *out = (hol_span){.orders = a->orders, .length = a->length + (b ? b->length : 0), .count = below - multipliers};
  *largest = take_out(&m, &at, freed, out);
  return isfinite(*largest) && below >= multipliers;
}

/** Join in a form, and keep the result if its entries are smaller than the best so far. @param[in,out] least  its
 *  largest entry */
static void try_form(const hol_span *first, const hol_span *second, unsigned freed, hol_span *best, double *least)
{
  hol_span other;
  double largest;
  if (join_in(first, second, freed, &other, &largest) && largest < *least) {
    *least = largest;
    *best = other;
  }
}

hol_status hol_span_join(const hol_span *first, const hol_span *second, hol_form form, hol_span *span)
{
  hol_span best = {.orders = 0};
  size_t orders = first->orders;
  double least = HUGE_VAL;
  if (form != HOL_FORM_ANY) {
    bool ok = join_in(first, second, hol_form_freed(form, orders), &best, &least);
    *span = ok ? best : *span;
    return ok && least < pole ? HOL_OK : HOL_NUMERICAL;
  }
  try_form(first, second, first->freed, &best, &least);
  for (size_t i = 0; i < FORMS && !(least < comfortable); i++) {
    try_form(first, second, hol_form_freed((orders == 2 ? bent : rods)[i], orders), &best, &least);
  }
  *span = least < pole ? best : *span;
  return least < pole ? HOL_OK : HOL_NUMERICAL;
}

/* ---- as a relation ----------------------------------------------------------------------------------------------- */

void hol_span_relation(const hol_span *s, const hol_span_units *units, hol_relation *r)
{
  size_t k = s->orders, n = s->n_mu + 2 * k, mu = 0;
  double unit[HOL_RELATION_MAX];
  for (size_t i = 0; i < 2 * k; i++) {
    unit[s->n_mu + i] = units->displacement[i % k];
    if (s->freed >> i & 1) {
      unit[mu++] = units->force[i % k];
    }
  }
  r->n_mu = s->n_mu;
  r->n_ports = 2 * k;
  r->count = s->count;
  for (size_t i = 0; i < (k == 2 ? FORMS : 3); i++) {
    hol_form form = (k == 2 ? bent : rods)[i];
    r->form = hol_form_freed(form, k) == s->freed ? form : r->form;
  }
  for (size_t i = 0; i < n; i++) {
    for (size_t j = 0; j < n; j++) {
      r->S[i][j] = s->S[i][j].v * units->energy / unit[i] / unit[j];
      r->dS[i][j] = s->S[i][j].d * units->energy / unit[i] / unit[j];
    }
    double turn = s->side[i][HOL_SPAN_TURN] - s->length * s->S[i][s->n_mu + k].v;
    r->sum[0][i] = s->side[i][HOL_SPAN_SHIFT] * units->energy / unit[i] / units->displacement[0];
    r->sum[1][i] = k == 2 ? turn * units->energy / unit[i] : 0;
  }
}

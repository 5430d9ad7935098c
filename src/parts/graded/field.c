/* SPDX-License-Identifier: BSD-3-Clause */
/* Fields inside a segment of pieces, as shares of its multipliers and the ports it holds: states at all joints by
   elimination backwards, between them by the polynomials of collocation. */
#include "parts/graded/graded.h"
#include "base/memory.h"

#include <lapacke.h>
#include <math.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

enum { N = HOL_NODES_MORE + 2, FREE = 4, INNER = 10 };
#define NONE SIZE_MAX

/** A piece on the way, what is before it as one span, and what moves its start: shares of the end quantities in (u, n)
 *  there. */
typedef struct link {
  hol_span before, own;
  double from, to;       /**< m, from the start of the segment */
  double state[4][FREE]; /**< w, ψ, V, M (of a rod u, N in the first and third), in units of the spans */
  const hol_graded_piece *of;
  size_t parts, part;
} link;

typedef struct chain {
  hol_span_units units;
  link *link;
  size_t count;
} chain;

static hol_status make_chain(const hol_graded *g, const hol_relation *r, chain *c)
{
  size_t n = 0;
  for (size_t i = 0; i < g->count; i++) {
    c->count += hol_graded_divide(&g->piece[i], r->lambda);
  }
  c->units = hol_graded_units(g, r->lambda);
  c->link = hol_alloc(c->count, sizeof *c->link);
  double start = g->piece[0].piece.from;
  for (size_t i = 0; i < g->count && c->link; i++) {
    const hol_piece *p = &g->piece[i].piece;
    size_t parts = hol_graded_divide(&g->piece[i], r->lambda);
    for (size_t j = 0; j < parts; j++, n++) {
      link *l = &c->link[n];
      hol_piece part;
      hol_power_series scratch;
      double h = (p->to - p->from) / (double)parts;
      *l = (link){.from = p->from - start + h * (double)j, .of = &g->piece[i], .parts = parts, .part = j};
      l->to = j + 1 < parts ? p->from - start + h * (double)(j + 1) : p->to - start;
      hol_span_of(hol_graded_series(g, l->of, parts, j, r->lambda, &part, &scratch), &c->units, r->lambda, &l->own);
      if (n == 1) {
        l->before = l[-1].own;
      } else if (n > 1) {
        HOL_TRY(hol_span_join(&l[-1].before, &l[-1].own, HOL_FORM_ANY, &l->before));
      }
    }
  }
  return c->link ? HOL_OK : HOL_MEMORY;
}

/** Shares of the four quantities of a form in all end quantities of a span: multipliers, then ports. */
typedef struct shares {
  double of[HOL_RELATION_MAX][FREE];
} shares;

/** Those of the form itself: multipliers and held ports are, freed ports follow from the rows of the multipliers. */
static shares own_shares(const hol_span *s)
{
  shares all = {.of = {{0}}};
  size_t k = 0, mu = 0;
  for (size_t i = 0; i < s->n_mu; i++) {
    all.of[i][k++] = 1;
  }
  for (size_t i = 0; i < 2 * s->orders; i++) {
    if (!(s->freed >> i & 1)) {
      all.of[s->n_mu + i][k++] = 1;
    }
  }
  for (size_t i = 0; i < 2 * s->orders; i++) {
    if (!(s->freed >> i & 1)) {
      continue;
    }
    for (size_t j = 0; j < s->n_mu + 2 * s->orders; j++) { /* row of the multiplier: S y + c = 0 */
      for (size_t f = 0; f < FREE && (j < s->n_mu || !(s->freed >> (j - s->n_mu) & 1)); f++) {
        all.of[s->n_mu + i][f] -= s->S[mu][j].v * all.of[j][f];
      }
    }
    mu++;
  }
  return all;
}

/** Equations of what is inside: multipliers of both spans, displacements of the joint and of ends that are free. */
typedef struct inside {
  size_t n;
  double A[INNER * INNER], x[INNER * FREE];
} inside;

/** Put in a span. @param[in] at  where its quantities stand, NONE: they are known, by shares `known` */
static void put_span(const hol_span *s, const size_t *at, double known[HOL_RELATION_MAX][FREE], inside *m)
{
  size_t count = s->n_mu + 2 * s->orders;
  for (size_t i = 0; i < count; i++) {
    for (size_t j = 0; j < count && at[i] != NONE; j++) {
      if (at[j] != NONE) {
        m->A[at[i] + at[j] * m->n] += s->S[i][j].v;
        continue;
      }
      for (size_t f = 0; f < FREE; f++) {
        m->x[at[i] + f * m->n] -= s->S[i][j].v * known[j][f];
      }
    }
  }
}

static void take_shares(const hol_span *s, const size_t *at, const inside *m, shares *of)
{
  for (size_t i = 0; i < s->n_mu + 2 * s->orders; i++) {
    for (size_t f = 0; f < FREE && at[i] != NONE; f++) {
      of->of[i][f] = m->x[at[i] + f * m->n];
    }
  }
}

/** From shares of the ends of the whole to those of both spans that it was joined of, b may be NULL. */
static hol_status part_shares(const hol_span *a, const hol_span *b, const shares *ends, const hol_span *whole,
                              shares *first, shares *second)
{
  size_t k = a->orders, na = a->n_mu, nb = b ? b->n_mu : 0, at_a[HOL_RELATION_MAX], at_b[HOL_RELATION_MAX], mu = 0;
  int pivot[INNER];
  inside m = {.n = 0};
  *first = *second = (shares){.of = {{0}}};
  for (size_t i = 0; i < na; i++) {
    at_a[i] = m.n++;
  }
  for (size_t i = 0; i < nb; i++) {
    at_b[i] = m.n++;
  }
  for (size_t i = 0; b && i < k; i++) {
    at_a[na + k + i] = at_b[nb + i] = m.n++;
  }
  for (size_t i = 0; i < 2 * k; i++) {
    bool is_freed = whole->freed >> i & 1, is_first = i < k || !b;
    (is_first ? at_a : at_b)[(is_first ? na : nb) + i] = is_freed ? m.n++ : NONE;
    memcpy((is_first ? first : second)->of[(is_first ? na : nb) + i], ends->of[whole->n_mu + i], sizeof first->of[0]);
  }
  put_span(a, at_a, first->of, &m);
  if (b) {
    put_span(b, at_b, second->of, &m);
  }
  for (size_t i = 0; i < 2 * k; i++) {
    if (whole->freed >> i & 1) {
      size_t row = i < k || !b ? at_a[na + i] : at_b[nb + i];
      for (size_t f = 0; f < FREE; f++) {
        m.x[row + f * m.n] += ends->of[mu][f];
      }
      mu++;
    }
  }
  lapack_int n = (lapack_int)m.n;
  if (LAPACKE_dgesv(LAPACK_COL_MAJOR, n, FREE, m.A, n, pivot, m.x, n) != 0) {
    return HOL_NUMERICAL;
  }
  take_shares(a, at_a, &m, first);
  if (b) {
    take_shares(b, at_b, &m, second);
  }
  return HOL_OK;
}

/** Displacements and forces at the start of a piece. Rows of its start are −n there. */
static void take_state(const hol_span *s, const shares *ends, double state[4][FREE])
{
  for (size_t i = 0; i < s->orders; i++) {
    memcpy(state[i], ends->of[s->n_mu + i], sizeof state[0]);
    for (size_t j = 0; j < s->n_mu + 2 * s->orders; j++) {
      for (size_t f = 0; f < FREE; f++) {
        state[2 + i][f] -= s->S[s->n_mu + i][j].v * ends->of[j][f];
      }
    }
  }
}

/** From the ends of the whole back to the start. */
static hol_status go_back(chain *c, const hol_relation *r)
{
  link *last = &c->link[c->count - 1];
  hol_span whole;
  shares first, second;
  HOL_TRY(c->count > 1 ? hol_span_join(&last->before, &last->own, r->form, &whole)
                       : hol_span_join(&last->own, NULL, r->form, &whole));
  shares ends = own_shares(&whole);
  for (size_t i = c->count; i-- > 1;) {
    HOL_TRY(part_shares(&c->link[i].before, &c->link[i].own, &ends, &whole, &first, &second));
    take_state(&c->link[i].own, &second, c->link[i].state);
    ends = first;
    whole = c->link[i].before;
  }
  HOL_TRY(c->count > 1 ? HOL_OK : part_shares(&last->own, NULL, &ends, &whole, &first, &second));
  take_state(&c->link[0].own, c->count > 1 ? &ends : &first, c->link[0].state);
  return HOL_OK;
}

/* ---- places ------------------------------------------------------------------------------------------------------ */

/** Displacement and slope at 0, the points and 1 of a piece, from a unit of each quantity at its start in its own
 *  units. */
typedef struct inner_field {
  hol_span_units own;
  double value[4][N], slope[4][N];
} inner_field;

static void make_field(const hol_graded *g, const link *l, double lambda, inner_field *f)
{
  hol_piece part;
  hol_power_series series;
  const hol_piece *piece = hol_graded_part(g, l->of, l->parts, l->part, &part);
  *f = (inner_field){.own = hol_span_units_of(piece->orders, piece->to - piece->from, piece->unit)};
  if (hol_piece_is_flat(&g->nodes, piece)) {
    hol_flat_fields(&g->nodes, piece, lambda, f->value, f->slope);
    return;
  }
  double reach = l->parts == 1 ? l->of->series.reach : fabs(lambda);
  const hol_power_series_request request = {.at = lambda / reach, .value = f->value, .slope = f->slope};
  hol_power_series_make(&g->nodes, piece, reach, &request, &series);
}

/** In SI: shares of multipliers and held ports of the relation. */
static void field_at(const hol_graded *g, const chain *c, const hol_relation *r, const link *l, const inner_field *f,
                     double x, hol_relation_sample *place)
{
  size_t k = l->own.orders, points = g->nodes.n + 2, z = 0;
  hol_span_units own = f->own;
  double share[N], unit[FREE] = {1, 1, 1, 1};
  unsigned freed = hol_form_freed(r->form, k);
  hol_nodes_shares(&g->nodes, fmin(fmax((x - l->from) / (l->to - l->from), 0), 1), share);
  for (size_t i = 0; i < 2 * k; i++) {
    if (freed >> i & 1) {
      unit[z++] = c->units.force[i % k];
    }
  }
  for (size_t i = 0; i < 2 * k; i++) {
    if (!(freed >> i & 1)) {
      unit[z++] = c->units.displacement[i % k];
    }
  }
  memset(place, 0, sizeof *place);
  for (size_t q = 0; q < 2 * k; q++) {
    size_t row = q < k ? q : 2 + q - k;
    double scale = q < k ? c->units.displacement[q] / own.displacement[q] : c->units.force[q - k] / own.force[q - k];
    double value = 0, slope = 0;
    for (size_t i = 0; i < points; i++) {
      value += share[i] * f->value[q][i];
      slope += share[i] * f->slope[q][i];
    }
    value *= own.displacement[0] * scale;
    slope *= scale;
    for (size_t s = 0; s < 2 * k; s++) {
      place->share[0][s] += value * l->state[row][s] / unit[s];
      place->share[1][s] += slope * l->state[row][s] / unit[s];
    }
  }
}

static hol_status fill_places(const hol_graded *g, const hol_relation *r, size_t count, const double *x, chain *c,
                              hol_relation_sample *place)
{
  inner_field field;
  size_t at = SIZE_MAX;
  HOL_TRY(make_chain(g, r, c));
  HOL_TRY(go_back(c, r));
  for (size_t i = 0; i < count; i++) {
    size_t here = at == SIZE_MAX || x[i] < c->link[at].from ? 0 : at;
    while (here + 1 < c->count && x[i] > c->link[here].to) {
      here++;
    }
    if (here != at) {
      make_field(g, &c->link[here], r->lambda, &field);
      at = here;
    }
    field_at(g, c, r, &c->link[at], &field, x[i], &place[i]);
  }
  return HOL_OK;
}

hol_relation_waves hol_graded_samples(const void *of, const hol_relation *relation, size_t count, const double *x,
                                      hol_relation_sample *place)
{
  chain c = {.link = NULL};
  if (fill_places(of, relation, count, x, &c, place) != HOL_OK) {
    for (size_t i = 0; i < 8 * count; i++) {
      place[i / 8].share[i / 4 % 2][i % 4] = (double)NAN;
    }
  }
  free(c.link);
  return (hol_relation_waves){.h = relation->h};
}

void hol_graded_inside(const hol_relation *r, const hol_relation_waves *waves, size_t count,
                       const hol_relation_sample *place, const double *v, double *value, double *slope)
{
  size_t k = r->n_ports / 2, n = 0;
  double z[FREE] = {0};
  unsigned freed = hol_form_freed(r->form, k);
  (void)waves;
  for (size_t i = 0; i < r->n_mu; i++) {
    z[n++] = v[i];
  }
  for (size_t i = 0; i < 2 * k; i++) {
    if (!(freed >> i & 1)) {
      z[n++] = v[r->n_mu + i];
    }
  }
  for (size_t i = 0; i < count; i++) {
    value[i] = slope[i] = 0;
    for (size_t f = 0; f < n; f++) {
      value[i] += place[i].share[0][f] * z[f];
      slope[i] += place[i].share[1][f] * z[f];
    }
  }
}

/* SPDX-License-Identifier: BSD-3-Clause */
/* Products S(λ)x and S′(λ)x and energies xᵀS(λ)y, segment by segment through the deformation of its ends. */
#include "compliance/forces.h"
#include "base/memory.h"
#include "base/vector.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { ORDERS = HOL_CONDENSATION_ORDERS };
static const uint32_t absent = UINT32_MAX;

void hol_forces_clear(hol_forces *forces)
{
  free(forces->term);
  free(forces->end);
  *forces = (hol_forces){0};
}

/* ---- where ports are --------------------------------------------------------------------------------------------- */

/** The ports of an order at both ends as terms: those at equal places with equal coefficients are one. @return how
 *  many */
static size_t pair_terms(const hol_sparse *one, const hol_sparse *two, hol_port_term *term)
{
  size_t n = 0, i = 0, j = 0;
  while (i < one->count || j < two->count) {
    bool first = i < one->count, second = j < two->count;
    if (first && second && one->value[i] != two->value[j]) { /* what is left over is on the longer side */
      first = one->count - i >= two->count - j;
      second = !first;
    }
    term[n++] = (hol_port_term){.first = first ? (uint32_t)one->index[i] : absent,
                                .second = second ? (uint32_t)two->index[j] : absent,
                                .value = first ? one->value[i] : two->value[j]};
    i += first;
    j += second;
  }
  return n;
}

static const hol_sparse *port_of(const hol_segment *s, size_t end, size_t order)
{
  return &s->member->port[(s->station + end) * s->member->orders + order].row;
}

hol_status hol_forces_make(const hol_system *system, hol_forces *forces)
{
  size_t most = 0, ports = 0, n = 0;
  for (size_t i = 0; i < system->segment_count; i++) {
    const hol_segment *s = &system->segment[i];
    for (size_t k = 0; k < s->member->orders; k++, ports++) {
      most += port_of(s, 0, k)->count + port_of(s, 1, k)->count;
    }
  }
  *forces = (hol_forces){
      .system = system, .term = hol_alloc(most, sizeof *forces->term), .end = hol_alloc(ports, sizeof *forces->end)};
  if (!forces->term || !forces->end) {
    hol_forces_clear(forces);
    return HOL_MEMORY;
  }
  ports = 0;
  for (size_t i = 0; i < system->segment_count; i++) {
    const hol_segment *s = &system->segment[i];
    for (size_t k = 0; k < s->member->orders; k++) {
      n += pair_terms(port_of(s, 0, k), port_of(s, 1, k), forces->term + n);
      forces->end[ports++] = n;
    }
  }
  return HOL_OK;
}

/* ---- one segment ------------------------------------------------------------------------------------------------- */

/** Its ports in the order of `end`. */
typedef struct ports {
  const hol_port_term *term;
  size_t end[ORDERS];
} ports;

/** The ports of the next segment. @param[in,out] port  of the first of them @param[in,out] from  its first term */
static ports ports_of(const hol_forces *f, const hol_segment *s, size_t *port, size_t *from)
{
  ports p = {.term = f->term + *from};
  for (size_t k = 0; k < s->member->orders; k++) {
    p.end[k] = f->end[*port + k] - *from;
  }
  *port += s->member->orders;
  *from = f->end[*port - 1];
  return p;
}

/** End quantities: multipliers, displacements of the start, by how much the end is displaced more. */
typedef struct motion {
  double mu[2], start[ORDERS], more[ORDERS];
} motion;

/** The same with the sizes of the terms that displacements are sums of. */
typedef struct sized {
  motion m;
  double start[ORDERS], more[ORDERS];
} sized;

static double value_at(const double *x, uint32_t unknown)
{
  return unknown != absent ? x[unknown] : 0;
}

/** Displacements of both ends. */
static motion move_ports(const hol_segment *s, const ports *p, const double *x)
{
  motion m = {0};
  for (size_t k = 0, t = 0; k < s->member->orders; k++) {
    for (; t < p->end[k]; t++) {
      const hol_port_term *term = &p->term[t];
      double first = value_at(x, term->first), second = value_at(x, term->second);
      m.start[k] += term->value * first;
      m.more[k] += term->value * (second - first);
    }
  }
  return m;
}

static motion motion_of(const hol_segment *s, const hol_relation *r, const ports *p, const double *x)
{
  motion m = move_ports(s, p, x);
  for (size_t i = 0; i < r->n_mu; i++) {
    m.mu[i] = x[s->first_unknown + i];
  }
  return m;
}

static sized size_motion(const hol_segment *s, const hol_relation *r, const ports *p, const double *x)
{
  sized all = {.m = motion_of(s, r, p, x)};
  for (size_t k = 0, t = 0; k < s->member->orders; k++) {
    for (; t < p->end[k]; t++) {
      const hol_port_term *term = &p->term[t];
      double first = value_at(x, term->first), second = value_at(x, term->second);
      all.start[k] += fabs(term->value * first);
      all.more[k] += fabs(term->value * (second - first));
    }
  }
  return all;
}

/** Row i of S times the motion. */
static double row_force(const hol_relation *r, size_t i, const motion *m)
{
  size_t first = r->n_mu, orders = r->n_ports / 2;
  double sum = 0;
  for (size_t j = 0; j < r->n_mu; j++) {
    sum += r->S[i][j] * m->mu[j];
  }
  for (size_t k = 0; k < orders; k++) {
    sum += r->S[i][first + orders + k] * m->more[k] + r->sum[k][i] * m->start[k];
  }
  return sum;
}

static double row_slope(const hol_relation *r, size_t i, const motion *m)
{
  size_t first = r->n_mu, orders = r->n_ports / 2;
  double sum = 0;
  for (size_t j = 0; j < r->n_mu; j++) {
    sum += r->dS[i][j] * m->mu[j];
  }
  for (size_t k = 0; k < orders; k++) {
    sum += r->dS[i][first + k] * m->start[k] + r->dS[i][first + orders + k] * (m->start[k] + m->more[k]);
  }
  return sum;
}

/** Put what acts at the ports of a segment where it belongs. @param[in] number  of the unknowns in y; NULL: those of S
 *  @param[in] row  of the start in every order, then of the end */
static void put_ports(const hol_segment *s, const ports *p, const uint32_t *number, const double *row, double *y)
{
  size_t orders = s->member->orders;
  for (size_t k = 0, t = 0; k < orders; k++) {
    for (; t < p->end[k]; t++) {
      const hol_port_term *term = &p->term[t];
      if (term->first != absent) {
        y[number ? number[term->first] : term->first] += term->value * row[k];
      }
      if (term->second != absent) {
        y[number ? number[term->second] : term->second] += term->value * row[orders + k];
      }
    }
  }
}

/** Put the rows of a segment where they belong. @param[in] number  as above @param[in] row  [n_mu + n_ports] */
static void put_rows(const hol_segment *s, const hol_relation *r, const ports *p, const uint32_t *number,
                     const double *row, double *y)
{
  for (size_t i = 0; i < r->n_mu; i++) {
    y[number ? number[s->first_unknown + i] : s->first_unknown + i] += row[i];
  }
  put_ports(s, p, number, row + r->n_mu, y);
}

/** Force and slope of a segment by all rows of its relation. @param[in] number  of the unknowns in y and z, as above */
static void apply_relation(const hol_segment *s, const hol_relation *r, const ports *p, const double *x,
                           const uint32_t *number, double *y, double *z)
{
  const motion m = motion_of(s, r, p, x);
  double force[HOL_RELATION_MAX], slope[HOL_RELATION_MAX];
  for (size_t i = 0; i < r->n_mu + r->n_ports; i++) {
    force[i] = row_force(r, i, &m);
    slope[i] = row_slope(r, i, &m);
  }
  put_rows(s, r, p, number, force, y);
  put_rows(s, r, p, number, slope, z);
  for (size_t i = r->n_mu; i < s->multipliers; i++) { /* forms with fewer multipliers: −1 on the diagonal */
    size_t unknown = s->first_unknown + i;
    y[number ? number[unknown] : unknown] -= x[unknown];
  }
}

void hol_forces_apply(const hol_forces *f, const hol_matrix *rest, const double *x, double *y, double *z)
{
  size_t port = 0, from = 0;
  hol_matrix_apply(rest, false, false, x, y);
  hol_matrix_apply(rest, true, false, x, z);
  for (size_t e = 0; e < f->system->segment_count; e++) {
    const hol_segment *s = &f->system->segment[e];
    const hol_relation *r = hol_relation_of(f->system, rest, e);
    const ports p = ports_of(f, s, &port, &from);
    apply_relation(s, r, &p, x, NULL, y, z);
  }
}

/** mᵀS′m of a segment. */
static double square_slope(const hol_relation *r, const motion *m)
{
  size_t first = r->n_mu, orders = r->n_ports / 2;
  double sum = 0;
  for (size_t i = 0; i < first; i++) {
    sum += m->mu[i] * row_slope(r, i, m);
  }
  for (size_t k = 0; k < orders; k++) {
    sum += m->start[k] * row_slope(r, first + k, m) + (m->start[k] + m->more[k]) * row_slope(r, first + orders + k, m);
  }
  return sum;
}

/* ---- multipliers that follow ------------------------------------------------------------------------------------- */

/** μ = T u of a segment, through deformations. @param[in,out] mu  zero before */
static inline void condensed_motion(const hol_condensation_kind *kind, size_t orders, const motion *u, double *mu)
{
  size_t m = kind->multipliers;
  for (size_t i = 0; i < m; i++) {
    for (size_t k = 0; k < orders; k++) {
      mu[i] += kind->T[i + (orders + k) * m] * u->more[k] + kind->both[i + k * m] * u->start[k];
    }
  }
}

static bool has_condensed(const hol_condensation *by, const hol_segment *s)
{
  return by->kind[s->alike].is_condensed && by->kind[s->alike].multipliers;
}

void hol_forces_expand(const hol_forces *f, const hol_condensation *by, const double *v, double *x)
{
  size_t port = 0, from = 0;
  hol_condensation_spread(by, v, x);
  for (size_t e = 0; e < f->system->segment_count; e++) {
    const hol_segment *s = &f->system->segment[e];
    ports p = ports_of(f, s, &port, &from);
    if (has_condensed(by, s)) {
      const motion u = move_ports(s, &p, x);
      condensed_motion(&by->kind[s->alike], s->member->orders, &u, x + s->first_unknown);
    }
  }
}

/** D′u of a segment, of which the compiler is to know the orders. */
static inline void slope_of_kind(size_t orders, const hol_condensation_kind *kind, const motion *u, double *slope)
{
  for (size_t i = 0; i < 2 * orders; i++) {
    slope[i] = 0;
    for (size_t k = 0; k < orders; k++) {
      double start = kind->slope[i + 2 * orders * k], end = kind->slope[i + 2 * orders * (orders + k)];
      slope[i] += start * u->start[k] + end * (u->start[k] + u->more[k]);
    }
  }
}

/** Du and D′u of a segment. D itself, whose entries have rounding of stiffness each, would work on motions that deform
 *  nothing: forces that are made of multipliers are in balance, whatever rounding these have. */
static inline void apply_kind(size_t orders, const hol_condensation_kind *kind, const hol_relation *r, motion *u,
                              double *force, double *slope)
{
  condensed_motion(kind, orders, u, u->mu);
  for (size_t i = 0; i < 2 * orders; i++) {
    force[i] = row_force(r, r->n_mu + i, u);
  }
  slope_of_kind(orders, kind, u, slope);
}

void hol_forces_apply_condensed(const hol_forces *f, const hol_condensation *by, const hol_matrix *rest,
                                const double *v, double *y, double *z, double *work)
{
  size_t port = 0, from = 0;
  double *x = work, *all = work + by->all;
  hol_condensation_spread(by, v, x);
  hol_matrix_apply(rest, false, false, x, all);
  hol_condensation_pick(by, all, y);
  hol_matrix_apply(rest, true, false, x, all);
  hol_condensation_pick(by, all, z);
  for (size_t e = 0; e < f->system->segment_count; e++) {
    const hol_segment *s = &f->system->segment[e];
    const hol_condensation_kind *kind = &by->kind[s->alike];
    const hol_relation *r = hol_relation_of(f->system, rest, e);
    const ports p = ports_of(f, s, &port, &from);
    if (!kind->is_condensed) {
      apply_relation(s, r, &p, x, by->number, y, z);
      continue;
    }
    motion u = move_ports(s, &p, x);
    double force[2 * ORDERS], slope[2 * ORDERS];
    if (s->member->orders == 1) {
      apply_kind(1, kind, r, &u, force, slope);
    } else {
      apply_kind(ORDERS, kind, r, &u, force, slope);
    }
    put_ports(s, &p, by->number, force, y);
    put_ports(s, &p, by->number, slope, z);
  }
}

/** −uᵀD′u of a segment. */
static inline double mass_of_kind(size_t orders, const hol_condensation_kind *kind, const motion *u)
{
  double slope[2 * ORDERS], sum = 0;
  slope_of_kind(orders, kind, u, slope);
  for (size_t k = 0; k < orders; k++) {
    sum -= u->start[k] * slope[k] + (u->start[k] + u->more[k]) * slope[orders + k];
  }
  return sum;
}

double hol_forces_mass_condensed(const hol_forces *f, const hol_condensation *by, const hol_matrix *rest,
                                 const double *v, double *work)
{
  size_t port = 0, from = 0;
  double *x = work;
  hol_condensation_spread(by, v, x);
  hol_matrix_apply(rest, true, false, x, work + by->all);
  double sum = -hol_dot(by->all, x, work + by->all);
  for (size_t e = 0; e < f->system->segment_count; e++) {
    const hol_segment *s = &f->system->segment[e];
    const hol_condensation_kind *kind = &by->kind[s->alike];
    const hol_relation *r = hol_relation_of(f->system, rest, e);
    const ports p = ports_of(f, s, &port, &from);
    if (kind->is_condensed) {
      const motion m = move_ports(s, &p, x);
      sum += s->member->orders == 1 ? mass_of_kind(1, kind, &m) : mass_of_kind(ORDERS, kind, &m);
    } else {
      const motion m = motion_of(s, r, &p, x);
      sum -= square_slope(r, &m);
    }
  }
  return sum;
}

/* ---- energies ---------------------------------------------------------------------------------------------------- */

/** A sum and what rounding has taken from it (Neumaier 1974); sizes of terms. */
typedef struct sum {
  double value, lost, size;
} sum;

static void add(sum *s, double value, double size)
{
  double before = s->value;
  s->value += value;
  s->lost += fabs(before) >= fabs(value) ? (before - s->value) + value : (value - s->value) + before;
  s->size += size;
}

/** Σ_k S_i2 (u₂ − u₁) + (S_i1 + S_i2) u₁, in row i. */
static double deformation(const hol_relation *r, size_t i, const sized *u, double *size)
{
  size_t orders = r->n_ports / 2;
  double value = 0;
  *size = 0;
  for (size_t k = 0; k < orders; k++) {
    double more = r->S[i][r->n_mu + orders + k];
    value += more * u->m.more[k] + r->sum[k][i] * u->m.start[k];
    *size += fabs(more) * u->more[k] + fabs(r->sum[k][i]) * u->start[k];
  }
  return value;
}

/** μᵀS_μμ μ + μᵀd + dᵀμ. */
static void add_multipliers(const hol_relation *r, const sized *a, const sized *b, sum *all)
{
  double value = 0, size = 0;
  for (size_t i = 0; i < r->n_mu; i++) {
    double size_a, size_b, of_a = deformation(r, i, a, &size_a), of_b = deformation(r, i, b, &size_b);
    value += a->m.mu[i] * of_b + b->m.mu[i] * of_a;
    size += fabs(a->m.mu[i]) * size_b + fabs(b->m.mu[i]) * size_a;
    for (size_t j = 0; j < r->n_mu; j++) {
      double term = a->m.mu[i] * r->S[i][j] * b->m.mu[j];
      value += term;
      size += fabs(term);
    }
  }
  add(all, value, size);
}

/** uᵀS_uu u, of displacements of the start and what the end has more. */
static void add_ports(const hol_relation *r, const sized *a, const sized *b, sum *all)
{
  size_t first = r->n_mu, orders = r->n_ports / 2;
  double value = 0, size = 0;
  for (size_t k = 0; k < orders; k++) {
    for (size_t l = 0; l < orders; l++) {
      size_t end_k = first + orders + k, end_l = first + orders + l;
      double both = r->sum[l][first + k] + r->sum[l][end_k], end = r->S[end_k][end_l];
      value += a->m.start[k] * both * b->m.start[l] + a->m.more[k] * r->sum[l][end_k] * b->m.start[l] +
               a->m.start[k] * r->sum[k][end_l] * b->m.more[l] + a->m.more[k] * end * b->m.more[l];
      size += (fabs(r->sum[l][first + k]) + fabs(r->sum[l][end_k])) * a->start[k] * b->start[l] +
              fabs(r->sum[l][end_k]) * a->more[k] * b->start[l] + fabs(r->sum[k][end_l]) * a->start[k] * b->more[l] +
              fabs(end) * a->more[k] * b->more[l];
    }
  }
  add(all, value, size);
}

double hol_forces_energy(const hol_forces *f, const hol_matrix *rest, const double *x, const double *y, double *size,
                         double *work)
{
  size_t port = 0, from = 0, n = rest->n;
  hol_matrix_apply(rest, false, false, y, work);
  sum all = {.value = hol_dot(n, x, work)};
  for (size_t e = 0; e < f->system->segment_count; e++) {
    const hol_segment *s = &f->system->segment[e];
    const hol_relation *r = hol_relation_of(f->system, rest, e);
    ports p = ports_of(f, s, &port, &from);
    sized a = size_motion(s, r, &p, x), b = x == y ? a : size_motion(s, r, &p, y);
    add_multipliers(r, &a, &b, &all);
    add_ports(r, &a, &b, &all);
    for (size_t i = r->n_mu; i < s->multipliers; i++) {
      double term = x[s->first_unknown + i] * y[s->first_unknown + i];
      add(&all, -term, fabs(term));
    }
  }
  if (size) {
    for (size_t i = 0; i < n; i++) {
      work[i] = fabs(y[i]);
    }
    hol_matrix_apply(rest, false, true, work, work + n);
    *size = all.size;
    for (size_t i = 0; i < n; i++) {
      *size += fabs(x[i]) * work[n + i];
    }
  }
  return all.value + all.lost;
}

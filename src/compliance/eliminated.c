/* SPDX-License-Identifier: BSD-3-Clause */
/* Elimination of the multipliers of exact segments, once for every kind: pattern, Schur complements, solutions. */
#include "compliance/eliminated.h"
#include "base/hash.h"
#include "base/memory.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/** Without pivoting, two rows that are this close to one cost too many digits. */
static const double block_condition = 1e5;

void hol_eliminated_clear(hol_eliminated *e)
{
  free(e->kind);
  free(e->number);
  *e = (hol_eliminated){0};
}

/* ---- where ------------------------------------------------------------------------------------------------------- */

static const hol_sparse *row_of(const hol_segment *s, size_t port)
{
  return &s->member->port[s->station * s->member->orders + port].row;
}

/** A pair of terms of ports of a segment, each with all before it and itself. {0}: before the first one. */
typedef struct pair {
  bool has_begun;
  size_t port[2], term[2]; /**< the second is not after the first */
} pair;

/** @return false: there is none left */
static bool next_pair(const hol_segment *s, pair *p)
{
  size_t ports = 2 * s->member->orders;
  p->term[1] += p->has_begun;
  p->has_begun = true;
  for (; p->port[0] < ports; p->port[0]++, p->term[0] = p->port[1] = p->term[1] = 0) {
    for (; p->term[0] < row_of(s, p->port[0])->count; p->term[0]++, p->port[1] = p->term[1] = 0) {
      for (; p->port[1] <= p->port[0]; p->port[1]++, p->term[1] = 0) {
        size_t count = p->port[1] == p->port[0] ? p->term[0] + 1 : row_of(s, p->port[1])->count;
        if (p->term[1] < count) {
          return true;
        }
      }
    }
  }
  return false;
}

/** The coordinate of one of both. */
static size_t index_of(const hol_segment *s, const pair *p, int which)
{
  return row_of(s, p->port[which])->index[p->term[which]];
}

size_t hol_eliminated_places(const hol_system *system, size_t n, size_t *place)
{
  size_t count = 0;
  for (size_t i = 0; i < system->segment_count; i++) {
    const hol_segment *s = &system->segment[i];
    for (pair p = {0}; next_pair(s, &p); count++) {
      if (place) {
        place[count] = hol_lower_place(n, index_of(s, &p, 0), index_of(s, &p, 1));
      }
    }
  }
  return count;
}

uint64_t hol_eliminated_hash(const hol_system *system, uint64_t hash)
{
  for (size_t i = 0; i < system->segment_count; i++) {
    const hol_segment *s = &system->segment[i];
    hash = hol_hash(hol_hash(hash, s->first_unknown), s->multipliers);
    for (size_t k = 0; k < 2 * s->member->orders; k++) {
      const hol_sparse *row = row_of(s, k);
      hash = hol_hash(hash, row->count);
      for (size_t j = 0; j < row->count; j++) {
        hash = hol_hash(hash, row->index[j]);
      }
    }
  }
  return hash;
}

/* ---- what -------------------------------------------------------------------------------------------------------- */

bool hol_invert_small(size_t n, double *D, double reach, size_t *negative)
{
  *negative = 0;
  if (n == 0) {
    return true;
  }
  if (n == 1) {
    bool is_sound = fabs(D[0]) * reach > 1;
    *negative = D[0] < 0;
    D[0] = 1.0 / D[0];
    return is_sound && isfinite(D[0]);
  }
  double a = D[0], b = D[1], d = D[3], det = a * d - b * b;
  if (!(fabs(det) * block_condition > fabs(a * d) + b * b)) {
    return false;
  }
  *negative = det < 0 ? 1 : a < 0 ? 2 : 0;
  D[0] = d / det;
  D[3] = a / det;
  D[1] = D[2] = -b / det;
  return true;
}

/** A segment with the numbers of its kind: multipliers, ports, and those of hol_eliminated_kind.at. */
typedef struct one {
  const hol_segment *s;
  size_t m, n;
  double *inverse, *coupling, *left;
} one;

static one one_of(const hol_eliminated *e, size_t segment)
{
  const hol_segment *s = &e->system->segment[segment];
  const hol_eliminated_kind *k = &e->kind[s->alike];
  double *inverse = e->number + k->at, *coupling = inverse + (size_t)k->multipliers * k->multipliers;
  return (one){s, k->multipliers, k->ports, inverse, coupling, coupling + (size_t)k->multipliers * k->ports};
}

/** A form with fewer multipliers leaves unknowns over: −1 on the diagonal keeps the count. */
static void load_kind(const hol_relation *r, const one *to)
{
  size_t m = to->m, n = to->n;
  memset(to->inverse, 0, m * m * sizeof *to->inverse);
  memset(to->coupling, 0, m * n * sizeof *to->coupling);
  for (size_t i = 0; i < m; i++) {
    to->inverse[i * (m + 1)] = -1;
  }
  for (size_t i = 0; i < r->n_mu; i++) {
    for (size_t j = 0; j < r->n_mu; j++) {
      to->inverse[i + j * m] = r->S[i][j];
    }
    for (size_t p = 0; p < n; p++) {
      to->coupling[i + p * m] = r->S[i][r->n_mu + p];
    }
  }
}

/** S_uu − S_uμS_μμ⁻¹S_μu, once S_μμ⁻¹ is there. */
static void leave(const hol_relation *r, const one *to)
{
  size_t m = to->m, n = to->n;
  for (size_t q = 0; q < n; q++) {
    double y[2] = {0};
    for (size_t i = 0; i < m; i++) {
      for (size_t j = 0; j < m; j++) {
        y[i] += to->inverse[i + j * m] * to->coupling[j + q * m];
      }
    }
    for (size_t p = 0; p < n; p++) {
      double sum = 0;
      for (size_t i = 0; i < m; i++) {
        sum += to->coupling[i + p * m] * y[i];
      }
      to->left[p + q * n] = r->S[r->n_mu + p][r->n_mu + q] - sum;
    }
  }
}

/** Terms of all ports. */
static size_t terms_of(const hol_segment *s)
{
  size_t count = 0;
  for (size_t k = 0; k < 2 * s->member->orders; k++) {
    count += row_of(s, k)->count;
  }
  return count;
}

/** Largest 1/|S_μμ| that single multipliers of each kind may have; a segment that couples no two coordinates may have
 *  any. */
static void find_reach(const hol_system *system, const double *scale, double growth, double *reach)
{
  for (size_t k = 0; k < system->example_count; k++) {
    reach[k] = HUGE_VAL;
  }
  for (size_t i = 0; i < system->segment_count && growth < HUGE_VAL; i++) {
    const hol_segment *s = &system->segment[i];
    double unit = scale[s->first_unknown];
    reach[s->alike] =
        s->multipliers == 1 && terms_of(s) > 1 ? fmin(reach[s->alike], unit * unit * growth) : reach[s->alike];
  }
}

static hol_status make_room(const hol_system *system, hol_eliminated *e)
{
  size_t count = 0;
  if (!hol_grow(&e->kind, &e->kind_capacity, system->example_count, sizeof *e->kind)) {
    return HOL_MEMORY;
  }
  for (size_t k = 0; k < system->example_count; k++) {
    const hol_segment *s = &system->segment[system->example[k]];
    size_t m = s->multipliers, n = 2 * s->member->orders;
    e->kind[k] = (hol_eliminated_kind){.multipliers = (uint32_t)m, .ports = (uint32_t)n, .at = count};
    count += m * m + m * n + n * n;
  }
  e->system = system;
  return hol_grow(&e->number, &e->number_capacity, count, sizeof *e->number) ? HOL_OK : HOL_MEMORY;
}

static hol_status eliminate_kinds(const hol_matrix *matrix, const double *reach, hol_eliminated *e)
{
  for (size_t k = 0; k < e->system->example_count; k++) {
    const hol_relation *r = &matrix->relation[k];
    const one to = one_of(e, e->system->example[k]);
    size_t negative;
    load_kind(r, &to);
    if (!hol_invert_small(to.m, to.inverse, reach[k], &negative)) {
      return HOL_NUMERICAL;
    }
    e->kind[k].negative = (uint32_t)negative;
    leave(r, &to);
  }
  return HOL_OK;
}

hol_status hol_eliminate(const hol_system *system, const hol_matrix *matrix, const double *scale, double growth,
                         hol_eliminated *e, size_t *negative)
{
  double *reach = hol_alloc(system->example_count, sizeof *reach);
  hol_status status = reach ? make_room(system, e) : HOL_MEMORY;
  if (status == HOL_OK) {
    find_reach(system, scale, growth, reach);
    status = eliminate_kinds(matrix, reach, e);
  }
  free(reach);
  *negative = 0;
  for (size_t i = 0; i < system->segment_count && status == HOL_OK; i++) {
    *negative += e->kind[system->segment[i].alike].negative;
  }
  return status;
}

void hol_eliminated_add(const hol_eliminated *e, const uint32_t *target, double *value)
{
  for (size_t i = 0; i < e->system->segment_count; i++) {
    const one of = one_of(e, i);
    for (pair p = {0}; next_pair(of.s, &p);) {
      bool is_own = p.port[0] == p.port[1] && p.term[0] == p.term[1];
      bool is_twice = !is_own && index_of(of.s, &p, 0) == index_of(of.s, &p, 1);
      double factor = row_of(of.s, p.port[0])->value[p.term[0]] * row_of(of.s, p.port[1])->value[p.term[1]];
      value[*target++] += (is_twice ? 2 : 1) * factor * of.left[p.port[0] + p.port[1] * of.n];
    }
  }
}

/* ---- solutions --------------------------------------------------------------------------------------------------- */

void hol_eliminated_apply(const hol_eliminated *e, const double *x, double *y)
{
  for (size_t i = 0; i < e->system->segment_count; i++) {
    const one of = one_of(e, i);
    const double *from = x + of.s->first_unknown;
    double *to = y + of.s->first_unknown;
    if (of.m == 2) {
      double a = from[0], b = from[1];
      to[0] = of.inverse[0] * a + of.inverse[2] * b;
      to[1] = of.inverse[1] * a + of.inverse[3] * b;
    } else if (of.m == 1) {
      to[0] = of.inverse[0] * from[0];
    }
  }
}

void hol_eliminated_couple_back(const hol_eliminated *e, const double *y, double *rest)
{
  for (size_t i = 0; i < e->system->segment_count; i++) {
    const one of = one_of(e, i);
    for (size_t p = 0; p < of.n; p++) {
      const hol_sparse *row = row_of(of.s, p);
      double force = 0;
      for (size_t k = 0; k < of.m; k++) {
        force += of.coupling[k + p * of.m] * y[of.s->first_unknown + k];
      }
      for (size_t j = 0; j < row->count; j++) {
        rest[row->index[j]] -= row->value[j] * force;
      }
    }
  }
}

void hol_eliminated_couple_to(const hol_eliminated *e, const double *rest, double *x)
{
  for (size_t i = 0; i < e->system->segment_count; i++) {
    const one of = one_of(e, i);
    for (size_t p = 0; p < of.n; p++) {
      double move = hol_sparse_dot(row_of(of.s, p), rest);
      for (size_t k = 0; k < of.m; k++) {
        x[of.s->first_unknown + k] -= of.coupling[k + p * of.m] * move;
      }
    }
  }
}

double hol_eliminated_energy(const hol_eliminated *e, const double *v)
{
  double all = 0;
  for (size_t i = 0; i < e->system->segment_count; i++) {
    const one of = one_of(e, i);
    double x[2] = {0};
    for (size_t p = 0; p < of.n; p++) {
      const hol_sparse *row = row_of(of.s, p);
      double move = 0;
      for (size_t j = 0; j < row->count; j++) {
        move += fabs(row->value[j] * v[row->index[j]]);
      }
      for (size_t k = 0; k < of.m; k++) {
        x[k] += fabs(of.coupling[k + p * of.m]) * move;
      }
    }
    for (size_t k = 0; k < of.m * of.m; k++) {
      all += x[k % of.m] * fabs(of.inverse[k]) * x[k / of.m];
    }
  }
  return all;
}

#include "compliance/forces.h"
#include "base/memory.h"
#include "base/vector.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/** Ports of an order that a stretch has at either end. */
enum { ORDERS = 2 };
static const uint32_t absent = UINT32_MAX;

void hol_forces_clear(hol_forces *forces)
{
  free(forces->term);
  free(forces->end);
  *forces = (hol_forces){0};
}

/* ---- where ports are -------------------------------------------------------------------------------------------------- */

/** The ports of an order at both ends as terms: those at equal places with equal coefficients are one. @return how many */
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

static const hol_sparse *port_of(const hol_stretch *s, size_t end, size_t order)
{
  return &s->member->port[(s->station + end) * s->member->orders + order].row;
}

hol_status hol_forces_make(const hol_system *system, hol_forces *forces)
{
  size_t most = 0, ports = 0, n = 0;
  for (size_t i = 0; i < system->stretch_count; i++) {
    const hol_stretch *s = &system->stretch[i];
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
  for (size_t i = 0; i < system->stretch_count; i++) {
    const hol_stretch *s = &system->stretch[i];
    for (size_t k = 0; k < s->member->orders; k++) {
      n += pair_terms(port_of(s, 0, k), port_of(s, 1, k), forces->term + n);
      forces->end[ports++] = n;
    }
  }
  return HOL_OK;
}

/* ---- one stretch ------------------------------------------------------------------------------------------------------ */

/** Its ports in the order of `end`. */
typedef struct ports {
  const hol_port_term *term;
  size_t end[ORDERS];
} ports;

/** The ports of the next stretch. @param[in,out] port  of the first of them @param[in,out] from  its first term */
static ports ports_of(const hol_forces *f, const hol_stretch *s, size_t *port, size_t *from)
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
  double start_size[ORDERS], more_size[ORDERS]; /**< of the terms that they are sums of */
} motion;

/** Displacements of both ends. */
static motion move_ports(const hol_stretch *s, const ports *p, const double *x)
{
  motion m = {0};
  for (size_t k = 0, t = 0; k < s->member->orders; k++) {
    for (; t < p->end[k]; t++) {
      const hol_port_term *term = &p->term[t];
      double first = term->first != absent ? x[term->first] : 0, second = term->second != absent ? x[term->second] : 0;
      double start = term->value * first, more = term->value * (second - first);
      m.start[k] += start;
      m.more[k] += more;
      m.start_size[k] += fabs(start);
      m.more_size[k] += fabs(more);
    }
  }
  return m;
}

static motion motion_of(const hol_stretch *s, const hol_relation *r, const ports *p, const double *x)
{
  motion m = move_ports(s, p, x);
  for (size_t i = 0; i < r->n_mu; i++) {
    m.mu[i] = x[s->first_unknown + i];
  }
  return m;
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

/** Put what acts at the ports of a stretch where it belongs. @param[in] number  of the unknowns in y; NULL: those of S
 *  @param[in] row  of the start in every order, then of the end */
static void put_ports(const hol_stretch *s, const ports *p, const uint32_t *number, const double *row, double *y)
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

/** Put the rows of a stretch where they belong. @param[in] row  [n_mu + n_ports] */
static void put_rows(const hol_stretch *s, const hol_relation *r, const ports *p, const double *row, double *y)
{
  for (size_t i = 0; i < r->n_mu; i++) {
    y[s->first_unknown + i] += row[i];
  }
  put_ports(s, p, NULL, row + r->n_mu, y);
}

void hol_forces_apply(const hol_forces *f, const hol_matrix *rest, const double *x, double *y, double *z)
{
  size_t port = 0, from = 0;
  hol_matrix_apply(rest, false, false, x, y);
  hol_matrix_apply(rest, true, false, x, z);
  for (size_t e = 0; e < f->system->stretch_count; e++) {
    const hol_stretch *s = &f->system->stretch[e];
    const hol_relation *r = hol_relation_of(f->system, rest, e);
    ports p = ports_of(f, s, &port, &from);
    motion m = motion_of(s, r, &p, x);
    double force[HOL_RELATION_MAX], slope[HOL_RELATION_MAX];
    for (size_t i = 0; i < r->n_mu + r->n_ports; i++) {
      force[i] = row_force(r, i, &m);
      slope[i] = row_slope(r, i, &m);
    }
    put_rows(s, r, &p, force, y);
    put_rows(s, r, &p, slope, z);
    for (size_t i = r->n_mu; i < s->multipliers; i++) { /* forms with fewer multipliers: −1 on the diagonal */
      y[s->first_unknown + i] -= x[s->first_unknown + i];
    }
  }
}

/** mᵀS′m of a stretch. */
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

double hol_forces_mass(const hol_forces *f, const hol_matrix *rest, const double *x, double *work)
{
  size_t port = 0, from = 0;
  hol_matrix_apply(rest, true, false, x, work);
  double sum = hol_dot(rest->n, x, work);
  for (size_t e = 0; e < f->system->stretch_count; e++) {
    const hol_stretch *s = &f->system->stretch[e];
    const hol_relation *r = hol_relation_of(f->system, rest, e);
    ports p = ports_of(f, s, &port, &from);
    motion m = motion_of(s, r, &p, x);
    sum += square_slope(r, &m);
  }
  return -sum;
}

/* ---- multipliers that follow ------------------------------------------------------------------------------------------ */

/** μ = T u of a stretch, through deformations. @param[in,out] x  zero at its multipliers before */
static void follow(const hol_stretch *s, const ports *p, const hol_followers_kind *kind, double *x)
{
  size_t m = kind->multipliers, orders = s->member->orders;
  const motion u = move_ports(s, p, x);
  double *mu = x + s->first_unknown;
  for (size_t i = 0; i < m; i++) {
    for (size_t k = 0; k < orders; k++) {
      mu[i] += kind->T[i + (orders + k) * m] * u.more[k] + kind->both[i + k * m] * u.start[k];
    }
  }
}

/** Tᵀμ of a stretch at its ports. @param[in,out] v  without multipliers */
static void fold(const hol_stretch *s, const ports *p, const hol_followers *by, const double *x, double *v)
{
  const hol_followers_kind *kind = &by->kind[s->alike];
  double u[2 * ORDERS];
  hol_dense_product_transposed(kind->multipliers, 2 * s->member->orders, 1, kind->T, x + s->first_unknown, u);
  put_ports(s, p, by->number, u, v);
}

static bool has_followers(const hol_followers *by, const hol_stretch *s)
{
  return by->kind[s->alike].is_left_out && by->kind[s->alike].multipliers;
}

void hol_forces_expand(const hol_forces *f, const hol_followers *by, const double *v, double *x)
{
  size_t port = 0, from = 0;
  hol_followers_spread(by, v, x);
  for (size_t e = 0; e < f->system->stretch_count; e++) {
    const hol_stretch *s = &f->system->stretch[e];
    ports p = ports_of(f, s, &port, &from);
    if (has_followers(by, s)) {
      follow(s, &p, &by->kind[s->alike], x);
    }
  }
}

void hol_forces_fold(const hol_forces *f, const hol_followers *by, const double *x, double *v)
{
  size_t port = 0, from = 0;
  hol_followers_pick(by, x, v);
  for (size_t e = 0; e < f->system->stretch_count; e++) {
    const hol_stretch *s = &f->system->stretch[e];
    ports p = ports_of(f, s, &port, &from);
    if (has_followers(by, s)) {
      fold(s, &p, by, x, v);
    }
  }
}

/* ---- energies --------------------------------------------------------------------------------------------------------- */

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
static double deformation(const hol_relation *r, size_t i, const motion *m, double *size)
{
  size_t orders = r->n_ports / 2;
  double value = 0;
  *size = 0;
  for (size_t k = 0; k < orders; k++) {
    double more = r->S[i][r->n_mu + orders + k];
    value += more * m->more[k] + r->sum[k][i] * m->start[k];
    *size += fabs(more) * m->more_size[k] + fabs(r->sum[k][i]) * m->start_size[k];
  }
  return value;
}

/** μᵀS_μμ μ + μᵀd + dᵀμ. */
static void add_multipliers(const hol_relation *r, const motion *a, const motion *b, sum *all)
{
  double value = 0, size = 0;
  for (size_t i = 0; i < r->n_mu; i++) {
    double size_a, size_b, of_a = deformation(r, i, a, &size_a), of_b = deformation(r, i, b, &size_b);
    value += a->mu[i] * of_b + b->mu[i] * of_a;
    size += fabs(a->mu[i]) * size_b + fabs(b->mu[i]) * size_a;
    for (size_t j = 0; j < r->n_mu; j++) {
      double term = a->mu[i] * r->S[i][j] * b->mu[j];
      value += term;
      size += fabs(term);
    }
  }
  add(all, value, size);
}

/** uᵀS_uu u, of displacements of the start and what the end has more. */
static void add_ports(const hol_relation *r, const motion *a, const motion *b, sum *all)
{
  size_t first = r->n_mu, orders = r->n_ports / 2;
  double value = 0, size = 0;
  for (size_t k = 0; k < orders; k++) {
    for (size_t l = 0; l < orders; l++) {
      size_t end_k = first + orders + k, end_l = first + orders + l;
      double both = r->sum[l][first + k] + r->sum[l][end_k], end = r->S[end_k][end_l];
      value += a->start[k] * both * b->start[l] + a->more[k] * r->sum[l][end_k] * b->start[l] +
               a->start[k] * r->sum[k][end_l] * b->more[l] + a->more[k] * end * b->more[l];
      size += (fabs(r->sum[l][first + k]) + fabs(r->sum[l][end_k])) * a->start_size[k] * b->start_size[l] +
              fabs(r->sum[l][end_k]) * a->more_size[k] * b->start_size[l] +
              fabs(r->sum[k][end_l]) * a->start_size[k] * b->more_size[l] + fabs(end) * a->more_size[k] * b->more_size[l];
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
  for (size_t e = 0; e < f->system->stretch_count; e++) {
    const hol_stretch *s = &f->system->stretch[e];
    const hol_relation *r = hol_relation_of(f->system, rest, e);
    ports p = ports_of(f, s, &port, &from);
    motion a = motion_of(s, r, &p, x), b = x == y ? a : motion_of(s, r, &p, y);
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

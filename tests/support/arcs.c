/* SPDX-License-Identifier: BSD-3-Clause */
#include "arcs.h"

#include <lapacke.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

static const double pi = 3.14159265358979323846;
enum { DEGREE = 13, TERMS = DEGREE + 1, QUADRATURE = 20, DERIVATIVES = 4, PIECES_MOST = 256 };

/** Fields of a piece of ring: u tangential, w radial, v normal, b twist; of a beam: along, two deflections, twist. */
enum { FIELDS = 4, U = 0, W, V, B };

typedef struct piece {
  const arcs_ring *ring;
  const arcs_beam *beam;
  double start, length; /**< angle and its length, or 0 and the length of the beam */
  size_t first[FIELDS], terms[FIELDS];
  double axis[3][3]; /**< of a beam */
  size_t even;       /**< of a ring that does not twist: the unknown b + v/R; SIZE_MAX: none */
} piece;

struct arcs {
  const arcs_ring *ring;
  const arcs_beam *beam;
  size_t rings, beams, pieces, n, rows, room;
  unsigned freedoms;
  piece piece[PIECES_MOST];
  size_t first_piece[PIECES_MOST];
  double *K, *M, *C; /**< [n * n], [n * n], [rows][n] */
};

/** 1, s and the double integrals of Legendre polynomials P_k(s), s = 2(x − start)/length − 1, whose second derivatives
 *  are orthogonal; with their derivatives by x. */
static void shapes(double s, double length, double value[DERIVATIVES][TERMS])
{
  double P[TERMS + 2] = {1, s}, slope[TERMS + 2] = {0, 1};
  for (int k = 2; k < TERMS + 2; k++) {
    P[k] = ((2 * k - 1) * s * P[k - 1] - (k - 1) * P[k - 2]) / k;
    slope[k] = slope[k - 2] + (2 * k - 1) * P[k - 1];
  }
  memset(value, 0, DERIVATIVES * TERMS * sizeof(double));
  value[0][0] = 1;
  value[0][1] = s;
  value[1][1] = 1;
  for (int k = 0; k + 2 < TERMS; k++) {
    value[3][k + 2] = slope[k];
    value[2][k + 2] = P[k];
    value[1][k + 2] = k == 0 ? s : (P[k + 1] - P[k - 1]) / (2 * k + 1);
    double next = k == 0 ? 0.5 * s * s : (P[k + 2] - P[k]) / (2 * k + 3);
    double last = k == 0 ? 0 : k == 1 ? s : (P[k] - P[k - 2]) / (2 * k - 1);
    value[0][k + 2] = (next - last) / (k == 0 ? 1 : 2 * k + 1);
  }
  double factor = 1;
  for (int d = 0; d < DERIVATIVES; d++, factor *= 2 / length) {
    for (int k = 0; k < TERMS; k++) {
      value[d][k] *= factor;
    }
  }
}

/** row += factor × (derivative of a field of the piece at s). In rings that do not stretch w = −u′; in those that do
 *  not twist b = even − v/R. */
static void add(const piece *p, double s, int field, int derivative, double factor, double *row)
{
  double value[DERIVATIVES][TERMS];
  if (p->ring && field == W && !(p->ring->EA > 0)) {
    field = U, derivative++, factor = -factor;
  } else if (p->ring && field == B && !(p->ring->GJ > 0)) {
    if (derivative == 0) {
      row[p->even] += factor;
    }
    field = V, factor /= -p->ring->radius;
  }
  shapes(s, p->length, value);
  for (size_t k = 0; k < p->terms[field]; k++) {
    row[p->first[field] + k] += factor * value[derivative][k];
  }
}

/** A freedom of the piece at s; u is tangential, w radial, see the theory of thin rings in ring.h. */
static void component(const piece *p, double s, int freedom, double factor, double *row)
{
  if (p->beam) {
    const double(*e)[3] = p->axis;
    int k = freedom % 3;
    if (freedom < 3) {
      add(p, s, U, 0, factor * e[0][k], row);
      add(p, s, W, 0, factor * e[1][k], row);
      add(p, s, V, 0, factor * e[2][k], row);
    } else { /* θ = twist x − v′ y + w′ z */
      add(p, s, B, 0, factor * e[0][k], row);
      add(p, s, V, 1, -factor * e[1][k], row);
      add(p, s, W, 1, factor * e[2][k], row);
    }
    return;
  }
  double theta = p->start + 0.5 * (s + 1) * p->length, c = cos(theta), sn = sin(theta), R = p->ring->radius;
  switch (freedom) {
  case 0:
    add(p, s, W, 0, factor * c, row), add(p, s, U, 0, -factor * sn, row);
    break;
  case 1:
    add(p, s, W, 0, factor * sn, row), add(p, s, U, 0, factor * c, row);
    break;
  case 2:
    add(p, s, V, 0, factor, row);
    break;
  case 3:
    add(p, s, B, 0, -factor * sn, row), add(p, s, V, 1, factor * c / R, row);
    break;
  case 4:
    add(p, s, B, 0, factor * c, row), add(p, s, V, 1, factor * sn / R, row);
    break;
  default:
    add(p, s, U, 0, factor / R, row), add(p, s, W, 1, -factor / R, row);
    break;
  }
}

static double *new_row(arcs *a)
{
  if (a->rows == a->room) {
    a->room = 2 * a->room + 64;
    a->C = realloc(a->C, a->room * a->n * sizeof *a->C);
  }
  double *row = a->C + a->n * a->rows++;
  memset(row, 0, a->n * sizeof *row);
  return row;
}

static void add_square(arcs *a, double *matrix, double weight, const double *row)
{
  for (size_t j = 0; j < a->n; j++) {
    for (size_t i = 0; row[j] != 0 && i < a->n; i++) {
      matrix[i + j * a->n] += weight * row[i] * row[j];
    }
  }
}

/** Factor f times ½∫(Σ terms)² dx: one term is a field, its derivative and a factor. */
typedef struct term {
  int field, derivative;
  double factor;
} term;

static void energy(arcs *a, const piece *p, double *matrix, double weight, const term *t, size_t terms)
{
  double x[QUADRATURE], w[QUADRATURE], *row = calloc(a->n, sizeof *row);
  for (int i = 0; i < QUADRATURE; i++) { /* Gauss points by Newton */
    double s = cos(pi * (i + 0.75) / (QUADRATURE + 0.5)), slope = 1;
    for (int step = 0; step < 20; step++) {
      double before = 1, value = s;
      for (int k = 2; k <= QUADRATURE; k++) {
        double next = ((2 * k - 1) * s * value - (k - 1) * before) / k;
        before = value;
        value = next;
      }
      slope = QUADRATURE * (s * value - before) / (s * s - 1);
      s -= value / slope;
    }
    x[i] = s;
    w[i] = 2 / ((1 - s * s) * slope * slope);
  }
  for (int i = 0; i < QUADRATURE && weight > 0; i++) {
    memset(row, 0, a->n * sizeof *row);
    for (size_t k = 0; k < terms; k++) {
      add(p, x[i], t[k].field, t[k].derivative, t[k].factor, row);
    }
    add_square(a, matrix, weight * w[i] * p->length / 2, row);
  }
  free(row);
}

static void ring_energies(arcs *a, const piece *p)
{
  const arcs_ring *r = p->ring;
  double R = r->radius;
  bool plane = a->freedoms & 1u, across = a->freedoms & 4u;
  if (plane) {
    energy(a, p, a->K, r->EA * R, (term[]){{U, 1, 1 / R}, {W, 0, 1 / R}}, 2);
    energy(a, p, a->K, r->EI_in * R, (term[]){{W, 2, 1 / (R * R)}, {U, 1, -1 / (R * R)}}, 2);
    energy(a, p, a->M, r->line_mass * R, (term[]){{U, 0, 1}}, 1);
    energy(a, p, a->M, r->line_mass * R, (term[]){{W, 0, 1}}, 1);
  }
  if (across) {
    energy(a, p, a->K, r->EI_across * R, (term[]){{V, 2, 1 / (R * R)}, {B, 0, -1 / R}}, 2);
    energy(a, p, a->K, r->GJ * R, (term[]){{B, 1, 1 / R}, {V, 1, 1 / (R * R)}}, 2);
    energy(a, p, a->M, r->line_mass * R, (term[]){{V, 0, 1}}, 1);
    energy(a, p, a->M, r->polar_inertia * R, (term[]){{B, 0, 1}}, 1);
  }
}

static void beam_energies(arcs *a, const piece *p)
{
  const arcs_beam *b = p->beam;
  energy(a, p, a->K, b->EA, (term[]){{U, 1, 1}}, 1);
  energy(a, p, a->K, b->EI_z, (term[]){{W, 2, 1}}, 1);
  energy(a, p, a->K, b->EI_y, (term[]){{V, 2, 1}}, 1);
  energy(a, p, a->K, b->GJ, (term[]){{B, 1, 1}}, 1);
  for (int f = U; f <= V; f++) {
    energy(a, p, a->M, b->line_mass, (term[]){{f, 0, 1}}, 1);
  }
  energy(a, p, a->M, b->polar_inertia, (term[]){{B, 0, 1}}, 1);
}

/** The fields of an arc end where those of the next begin. */
static void fit(arcs *a, const piece *p, const piece *q)
{
  const arcs_ring *r = p->ring;
  bool plane = a->freedoms & 1u, across = a->freedoms & 4u;
  int last[FIELDS] = {plane ? (r->EA > 0 ? 0 : 2) : -1, plane && r->EA > 0 ? 1 : -1, across ? 1 : -1,
                      across && r->GJ > 0 ? 0 : -1};
  for (int f = 0; f < FIELDS; f++) {
    for (int d = 0; d <= last[f]; d++) {
      double *row = new_row(a);
      add(p, 1, f, d, 1, row);
      add(q, -1, f, d, -1, row);
    }
  }
}

static void open_fields(arcs *a, piece *p)
{
  bool ring = p->ring != NULL, plane = !ring || a->freedoms & 1u, across = !ring || a->freedoms & 4u;
  double EA = ring ? p->ring->EA : p->beam->EA, GJ = ring ? p->ring->GJ : p->beam->GJ;
  p->terms[U] = plane ? (ring || EA > 0 ? TERMS : 1) : 0;
  p->terms[W] = plane && (!ring || EA > 0) ? TERMS : 0;
  p->terms[V] = across ? TERMS : 0;
  p->terms[B] = !across || (ring && !(GJ > 0)) ? 0 : GJ > 0 ? TERMS : 1;
  for (int f = 0; f < FIELDS; f++) {
    p->first[f] = a->n;
    a->n += p->terms[f];
  }
}

/** Arcs of at most a sixth of the circle, one or more from each cut to the next. */
static void cut_ring(arcs *a, const arcs_ring *r)
{
  size_t even = SIZE_MAX;
  if (!(r->GJ > 0) && a->freedoms & 4u) {
    even = a->n++;
  }
  for (size_t i = 0; i < r->cuts; i++) {
    double next = i + 1 < r->cuts ? r->cut[i + 1] : r->cut[0] + 1, turns = next - r->cut[i];
    size_t parts = (size_t)ceil(6 * turns);
    a->first_piece[a->pieces] = a->pieces;
    for (size_t k = 0; k < parts; k++) {
      piece *p = &a->piece[a->pieces++];
      *p = (piece){.ring = r, .even = even, .length = 2 * pi * turns / (double)parts};
      p->start = 2 * pi * (r->cut[i] + turns * (double)k / (double)parts);
      open_fields(a, p);
    }
  }
}

/** Unit vectors along and across a beam. */
static void set_axes(piece *p)
{
  double d[3], *x = p->axis[0], *y = p->axis[1], *z = p->axis[2];
  for (int k = 0; k < 3; k++) {
    d[k] = p->beam->to[k] - p->beam->from[k];
  }
  p->length = sqrt(d[0] * d[0] + d[1] * d[1] + d[2] * d[2]);
  for (int k = 0; k < 3; k++) {
    x[k] = d[k] / p->length;
  }
  double flat = hypot(x[0], x[1]); /* y = Z × x, or Y for a beam along Z */
  y[0] = flat > 0 ? -x[1] / flat : 0;
  y[1] = flat > 0 ? x[0] / flat : 1;
  y[2] = 0;
  z[0] = x[1] * y[2] - x[2] * y[1];
  z[1] = x[2] * y[0] - x[0] * y[2];
  z[2] = x[0] * y[1] - x[1] * y[0];
}

arcs *arcs_new(const arcs_ring *ring, size_t rings, const arcs_beam *beam, size_t beams, unsigned freedoms)
{
  arcs *a = calloc(1, sizeof *a);
  if (!a) {
    return NULL;
  }
  *a = (arcs){.ring = ring, .rings = rings, .beam = beam, .beams = beams, .freedoms = freedoms};
  for (size_t i = 0; i < rings; i++) {
    cut_ring(a, &ring[i]);
  }
  for (size_t i = 0; i < beams; i++) {
    piece *p = &a->piece[a->pieces++];
    *p = (piece){.beam = &beam[i], .even = SIZE_MAX};
    set_axes(p);
    open_fields(a, p);
  }
  a->K = calloc(a->n * a->n, sizeof *a->K);
  a->M = calloc(a->n * a->n, sizeof *a->M);
  for (size_t i = 0; i < a->pieces; i++) {
    const piece *p = &a->piece[i], *next = &a->piece[i + 1];
    if (p->beam) {
      beam_energies(a, p);
      continue;
    }
    ring_energies(a, p);
    bool is_last = i + 1 == a->pieces || next->ring != p->ring;
    const piece *first = p;
    while (first > a->piece && first[-1].ring == p->ring) {
      first--;
    }
    fit(a, p, is_last ? first : next);
  }
  return a;
}

void arcs_free(arcs *a)
{
  if (a) {
    free(a->K);
    free(a->M);
    free(a->C);
    free(a);
  }
}

/** The piece that begins (or, a beam, ends) at a point, and where it is. */
static const piece *locate(const arcs *a, arcs_point at, double *s, double place[3])
{
  *s = -1;
  const piece *p = a->piece;
  if (at.is_beam) {
    p = &a->piece[a->pieces - a->beams + at.part];
    *s = at.point ? 1 : -1;
    memcpy(place, at.point ? p->beam->to : p->beam->from, 3 * sizeof *place);
    return p;
  }
  const arcs_ring *r = &a->ring[at.part];
  double theta = 2 * pi * r->cut[at.point];
  while (p->ring != r || fabs(p->start - theta) > 1e-12) {
    p++;
  }
  place[0] = r->centre[0] + r->radius * cos(theta);
  place[1] = r->centre[1] + r->radius * sin(theta);
  place[2] = r->centre[2];
  return p;
}

void arcs_hold(arcs *a, arcs_point at, int freedom)
{
  double s, place[3], *row = new_row(a);
  const piece *p = locate(a, at, &s, place);
  component(p, s, freedom, 1, row);
}

void arcs_weld(arcs *a, arcs_point at, arcs_point other)
{
  double s, t, x[3], y[3];
  const piece *p = locate(a, at, &s, x), *q = locate(a, other, &t, y);
  for (int f = 0; f < 6; f++) {
    if (!(a->freedoms >> f & 1u)) {
      continue;
    }
    double *row = new_row(a);
    component(p, s, f, 1, row);
    component(q, t, f, -1, row);
    if (f < 3) { /* u_p = u_q + θ × (x − y): only what moves at all */
      int g = (f + 1) % 3, h = (f + 2) % 3;
      double dg = x[g] - y[g], dh = x[h] - y[h];
      if (a->freedoms >> (3 + g) & 1u) {
        component(q, t, 3 + g, -dh, row);
      }
      if (a->freedoms >> (3 + h) & 1u) {
        component(q, t, 3 + h, dg, row);
      }
    }
  }
}

void arcs_spring(arcs *a, arcs_point at, const arcs_point *other, int freedom, double stiffness)
{
  double s, place[3], *row = calloc(a->n, sizeof *row);
  const piece *p = locate(a, at, &s, place);
  component(p, s, freedom, 1, row);
  if (other) {
    p = locate(a, *other, &s, place);
    component(p, s, freedom, -1, row);
  }
  add_square(a, a->K, stiffness, row);
  free(row);
}

/** Zᵀ A Z for the last columns of Q. */
static void project(size_t n, size_t rank, const double *Q, const double *A, double *out)
{
  size_t m = n - rank;
  double *AZ = calloc(n * m, sizeof *AZ);
  for (size_t j = 0; j < m; j++) {
    for (size_t k = 0; k < n; k++) {
      double q = Q[k + (rank + j) * n];
      for (size_t i = 0; q != 0 && i < n; i++) {
        AZ[i + j * n] += A[i + k * n] * q;
      }
    }
  }
  for (size_t j = 0; j < m; j++) {
    for (size_t i = 0; i <= j; i++) {
      double sum = 0;
      for (size_t k = 0; k < n; k++) {
        sum += Q[k + (rank + i) * n] * AZ[k + j * n];
      }
      out[i + j * m] = out[j + i * m] = sum;
    }
  }
  free(AZ);
}

/** Without inertia about the tangent the mass has no full rank: 1/(ω² + σ) are eigenvalues of M against K + σM, which
 *  is definite. */
static size_t solve_shifted(size_t m, const double *K, const double *M, double shift, size_t count, double *omega)
{
  double *mu = calloc(m, sizeof *mu), *A = calloc(m * m, sizeof *A), *right = calloc(m * m, sizeof *right);
  for (size_t i = 0; i < m * m; i++) {
    A[i] = K[i] + shift * M[i];
    right[i] = M[i];
  }
  lapack_int info =
      LAPACKE_dsygv(LAPACK_COL_MAJOR, 1, 'N', 'U', (lapack_int)m, right, (lapack_int)m, A, (lapack_int)m, mu);
  size_t found = 0;
  for (; info == 0 && found < count && found < m && mu[m - 1 - found] > 0; found++) {
    double lambda = 1 / mu[m - 1 - found] - shift;
    omega[found] = lambda > 0 ? sqrt(lambda) : 0;
  }
  free(mu);
  free(A);
  free(right);
  return found;
}

/** With a shift near the frequencies wanted, which the first solution tells. */
static size_t solve_reduced(size_t m, const double *K, const double *M, size_t count, double *omega)
{
  double least = HUGE_VAL;
  for (size_t i = 0; i < m; i++) {
    double k = K[i * (m + 1)], mass = M[i * (m + 1)];
    least = k > 0 && mass > 0 ? fmin(least, k / mass) : least;
  }
  size_t found = solve_shifted(m, K, M, isfinite(least) ? 1e-3 * least : 1, count, omega);
  double last = found ? omega[found - 1] * omega[found - 1] : 0;
  return last > 0 ? solve_shifted(m, K, M, last, count, omega) : found;
}

/** Unknowns in such units that the stiffness, with some of the mass, has 1 on its diagonal. */
static void scale(arcs *a)
{
  size_t n = a->n;
  double k = 0, m = 0;
  for (size_t i = 0; i < n; i++) {
    k += a->K[i * (n + 1)] > 0 && a->M[i * (n + 1)] > 0 ? log(a->K[i * (n + 1)] / a->M[i * (n + 1)]) : 0;
    m += a->K[i * (n + 1)] > 0 && a->M[i * (n + 1)] > 0;
  }
  double shift = m > 0 ? exp(k / m) : 1, *unit = calloc(n, sizeof *unit);
  for (size_t i = 0; i < n; i++) {
    double size = a->K[i * (n + 1)] + 1e-4 * shift * a->M[i * (n + 1)];
    unit[i] = size > 0 ? 1 / sqrt(size) : 1;
  }
  for (size_t i = 0; i < n * n; i++) {
    a->K[i] *= unit[i % n] * unit[i / n];
    a->M[i] *= unit[i % n] * unit[i / n];
  }
  for (size_t i = 0; i < n * a->rows; i++) {
    a->C[i] *= unit[i % n];
  }
  free(unit);
}

size_t arcs_solve(arcs *a, size_t count, double *omega)
{
  scale(a);
  size_t n = a->n, rank = 0, least = a->rows < n ? a->rows : n, found = 0;
  double *Q = calloc(n * n + n * a->rows, sizeof *Q), *tau = calloc(n, sizeof *tau);
  lapack_int *pivot = calloc(a->rows + 1, sizeof *pivot);
  for (size_t j = 0; j < a->rows; j++) { /* rows of unit length */
    double size = 0;
    for (size_t i = 0; i < n; i++) {
      size += a->C[i + j * n] * a->C[i + j * n];
    }
    for (size_t i = 0; i < n; i++) {
      Q[i + j * n] = size > 0 ? a->C[i + j * n] / sqrt(size) : 0;
    }
  }
  lapack_int info =
      a->rows ? LAPACKE_dgeqp3(LAPACK_COL_MAJOR, (lapack_int)n, (lapack_int)a->rows, Q, (lapack_int)n, pivot, tau) : 0;
  while (rank < least && fabs(Q[rank * (n + 1)]) > 1e-10) {
    rank++;
  }
  size_t m = n - rank;
  info = info ? info
              : LAPACKE_dorgqr(LAPACK_COL_MAJOR, (lapack_int)n, (lapack_int)n, (lapack_int)rank, Q, (lapack_int)n, tau);
  double *K = calloc(m * m, sizeof *K), *M = calloc(m * m, sizeof *M);
  if (info == 0) {
    project(n, rank, Q, a->K, K);
    project(n, rank, Q, a->M, M);
    found = solve_reduced(m, K, M, count, omega);
  }
  free(K);
  free(M);
  free(Q);
  free(tau);
  free(pivot);
  return found;
}

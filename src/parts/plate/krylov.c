/* SPDX-License-Identifier: BSD-3-Clause */
/* Block Krylov subspace iteration for the lowest modes of one symmetry class of a rectangular plate. */
#include "parts/plate/krylov.h"
#include "base/dense.h"
#include "base/memory.h"
#include "base/vector.h"

#include <math.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

/** Vectors that favour nothing; steps at least, so that remainders of high order are right. */
enum { PLAIN = 3, STEPS = 7 };
/** Residual of a term that has converged, its error is of the square, and of one that need only be there: nearer to the
 *  cut-off than this part; change from step to step of one that has, where rounding leaves more of a residual; size of
 *  a vector that brings little and nothing new. */
static const double converged = 1e-7, near = 1e-4, requested = 3, settled = 3e-13, small = 1e-2, nothing = 1e-11;

typedef struct krylov {
  const hol_grid_class *c;
  const hol_grid_solution *v;
  size_t room, m;      /**< vectors */
  double *Q, *W;       /**< [n * room] orthonormal, AQ */
  double *wide;        /**< [2 * all * block] workspace */
  double *T;           /**< [room * room] QᵀAQ, then its eigenvectors */
  double *mu, *before; /**< [room] rising; of the last time falling, 0: not known */
  double *part;        /**< [room * room] workspace */
} krylov;

static void krylov_clear(krylov *k)
{
  free(k->Q);
  free(k->W);
  free(k->wide);
  free(k->T);
  free(k->mu);
  free(k->before);
  free(k->part);
}

/** W = AQ of some columns. */
static void apply(krylov *k, size_t from, size_t columns)
{
  const hol_grid_class *c = k->c;
  const hol_grid_solution *v = k->v;
  size_t n = v->n, all = v->all;
  double *w = k->W + from * n, *x = k->wide, *y = x + all * columns;
  memcpy(w, k->Q + from * n, n * columns * sizeof *w);
  hol_dense_triangle_solve(n, (hol_block){v->L, all, true}, w, columns);
  memset(x, 0, all * columns * sizeof *x);
  for (size_t b = 0; b < columns; b++) {
    for (size_t i = 0; i < n; i++) {
      x[v->unknown[i] + b * all] = w[i + b * n] * c->scale[v->unknown[i]];
    }
  }
  hol_dense_multiply(all, all, columns, 1, (hol_block){c->M, c->n, false}, (hol_block){x, all, false}, 0, y, all);
  for (size_t b = 0; b < columns; b++) {
    for (size_t i = 0; i < n; i++) {
      w[i + b * n] = y[v->unknown[i] + b * all] * c->scale[v->unknown[i]];
    }
  }
  hol_dense_triangle_solve(n, (hol_block){v->L, all, false}, w, columns);
}

/** Make the columns behind the first m orthonormal, and drop those that bring nothing. @return how many are left */
static size_t orthonormalise_columns(krylov *k, size_t columns)
{
  size_t n = k->v->n, kept = 0;
  double *X = k->Q + k->m * n;
  for (size_t b = 0; b < columns; b++) {
    double size = sqrt(hol_dot(n, X + b * n, X + b * n));
    hol_scale(n, size > 0 ? 1 / size : 0, X + b * n);
  }
  hol_block Q = {k->Q, n, false}, Qt = {k->Q, n, true};
  for (int twice = 0; twice < 2 && k->m; twice++) {
    hol_dense_multiply(k->m, n, columns, 1, Qt, (hol_block){X, n, false}, 0, k->part, k->m);
    hol_dense_multiply(n, k->m, columns, -1, Q, (hol_block){k->part, k->m, false}, 1, X, n);
  }
  for (size_t b = 0; b < columns; b++) {
    double *x = X + kept * n, size = 1;
    memmove(x, X + b * n, n * sizeof *x);
    for (int pass = 0; pass < 3; pass++) { /* the last time against all: what was small has grown with its errors */
      for (size_t j = pass < 2 ? k->m : 0; j < k->m + kept && (pass < 2 || size < small); j++) {
        hol_add_scaled(n, -hol_dot(n, k->Q + j * n, x), k->Q + j * n, x);
      }
      double left = sqrt(hol_dot(n, x, x));
      size *= left;
      hol_scale(n, left > 0 ? 1 / left : 0, x);
    }
    kept += size > nothing;
  }
  return kept;
}

/** Port rows, and vectors without a pattern, the same in every run. @return columns */
static size_t begin_space(krylov *k, size_t ports)
{
  const hol_grid_solution *v = k->v;
  size_t n = v->n, columns = ports + PLAIN < n ? ports + PLAIN : n;
  uint64_t state = 1;
  for (size_t b = 0; b < columns; b++) {
    for (size_t i = 0; i < n; i++) {
      state = state * 6364136223846793005u + 1442695040888963407u;
      k->Q[i + b * n] = b < ports ? k->c->rows[v->unknown[i] + b * k->c->n] * k->c->scale[v->unknown[i]]
                                  : (double)(state >> 11) / 9007199254740992.0 - 0.5;
    }
  }
  hol_dense_triangle_solve(n, (hol_block){v->L, v->all, false}, k->Q, columns);
  return columns;
}

/** Let the space grow to some vectors. @param[in,out] columns  of the last step, whose AQ is known: 0: nothing new */
static hol_status grow(krylov *k, size_t target, const hol_cancellation *cancellation, size_t *columns)
{
  size_t n = k->v->n;
  while (k->m < target && *columns) {
    HOL_TRY(hol_check_cancelled(cancellation));
    size_t block = *columns < k->room - k->m ? *columns : k->room - k->m;
    memcpy(k->Q + k->m * n, k->W + (k->m - *columns) * n, n * block * sizeof *k->Q);
    *columns = orthonormalise_columns(k, block);
    apply(k, k->m, *columns);
    k->m += *columns;
  }
  return hol_check_cancelled(cancellation);
}

/** Eigenvectors in the space. */
static hol_status project_eigenvectors(krylov *k)
{
  size_t n = k->v->n, m = k->m;
  hol_dense_multiply(m, n, m, 1, (hol_block){k->Q, n, true}, (hol_block){k->W, n, false}, 0, k->T, m);
  return hol_dense_eigen_all(m, k->T, k->mu);
}

/** Have all terms above 1/cutoff converged? @param[out] found  how many there are  @param[in] residual  [n * m]
 *  workspace */
static bool has_converged(krylov *k, double cutoff, size_t *found, double *residual)
{
  size_t n = k->v->n, m = k->m;
  *found = 0;
  while (*found < m && k->mu[m - 1 - *found] * cutoff >= 1) {
    (*found)++;
  }
  size_t first = m - *found;
  const double *S = k->T + first * m;
  for (size_t j = 0; j < *found; j++) {
    for (size_t i = 0; i < m; i++) {
      k->part[i + j * m] = -k->mu[first + j] * S[i + j * m];
    }
  }
  hol_dense_multiply(n, m, *found, 1, (hol_block){k->W, n, false}, (hol_block){S, m, false}, 0, residual, n);
  hol_dense_multiply(n, m, *found, 1, (hol_block){k->Q, n, false}, (hol_block){k->part, m, false}, 1, residual, n);
  bool all = true;
  for (size_t j = 0; j < *found; j++) {
    double mu = k->mu[first + j], needed = mu * cutoff > requested ? converged : near;
    bool is_steady = fabs(mu - k->before[*found - 1 - j]) <= settled * mu;
    all = all && (is_steady || sqrt(hol_dot(n, residual + j * n, residual + j * n)) <= needed * mu);
  }
  for (size_t j = 0; j < m; j++) {
    k->before[j] = k->mu[m - 1 - j];
  }
  return all;
}

static hol_status iterate(krylov *k, const hol_krylov_request *request, double *residual)
{
  size_t n = k->v->n, columns = begin_space(k, request->ports), found;
  columns = orthonormalise_columns(k, columns);
  apply(k, 0, columns);
  k->m = columns;
  size_t target = request->below ? 3 * *request->below + 24 : request->least;
  target = target > STEPS * columns ? target : STEPS * columns;
  for (;;) {
    HOL_TRY(grow(k, target, request->cancellation, &columns));
    HOL_TRY(project_eigenvectors(k));
    bool done = has_converged(k, request->cutoff, &found, residual);
    bool all = k->m >= n || columns == 0 || k->m >= k->room;
    if (all || (done && (!request->below || found == *request->below))) {
      return !request->below || found == *request->below ? HOL_OK : HOL_NUMERICAL;
    }
    target = k->m + k->m / 4;
  }
}

/** Coefficients of the terms that are given, all but these: values at the ports. */
static hol_status take_solution(krylov *k, const hol_krylov_request *request, hol_grid_solution *v)
{
  size_t n = v->n, m = k->m, ports = request->ports, all = k->c->n;
  v->count = m;
  while (v->known < m && (request->given == HUGE_VAL || k->mu[m - 1 - v->known] * request->given >= 1)) {
    v->known++;
  }
  v->mu = hol_alloc(m, sizeof *v->mu);
  v->psi = hol_alloc(m * ports, sizeof *v->psi);
  v->x = hol_alloc(all * v->known, sizeof *v->x);
  double *rows = hol_alloc(n * ports, sizeof *rows), *at = hol_alloc(ports * m, sizeof *at), *z = k->W;
  bool ok = v->mu && v->psi && v->x && rows && at;
  for (size_t j = 0; ok && j < m / 2; j++) { /* falling */
    for (size_t i = 0; i < m; i++) {
      double kept = k->T[i + j * m];
      k->T[i + j * m] = k->T[i + (m - 1 - j) * m];
      k->T[i + (m - 1 - j) * m] = kept;
    }
  }
  for (size_t j = 0; ok && j < m; j++) {
    v->mu[j] = fmax(k->mu[m - 1 - j], 0);
  }
  for (size_t i = 0; ok && i < n * ports; i++) {
    rows[i] = k->c->rows[v->unknown[i % n] + i / n * all] * k->c->scale[v->unknown[i % n]];
  }
  if (ok) {
    hol_dense_triangle_solve(n, (hol_block){v->L, v->all, false}, rows, ports);
    hol_dense_multiply(ports, n, m, 1, (hol_block){rows, n, true}, (hol_block){k->Q, n, false}, 0, at, ports);
    hol_dense_multiply(ports, m, m, 1, (hol_block){at, ports, false}, (hol_block){k->T, m, false}, 0, v->psi, ports);
    hol_dense_multiply(n, m, v->known, 1, (hol_block){k->Q, n, false}, (hol_block){k->T, m, false}, 0, z, n);
    hol_dense_triangle_solve(n, (hol_block){v->L, v->all, true}, z, v->known);
    for (size_t i = 0; i < n * v->known; i++) {
      v->x[v->unknown[i % n] + i / n * all] = z[i] * k->c->scale[v->unknown[i % n]];
    }
  }
  free(rows);
  free(at);
  return ok ? HOL_OK : HOL_MEMORY;
}

/** Room for as many vectors as it may take. */
static size_t room_of(const hol_krylov_request *request, size_t n)
{
  size_t room =
      12 * (request->below ? *request->below : request->least / 3) + 400 + (STEPS + 1) * (request->ports + PLAIN);
  return room < n ? room : n;
}

hol_status hol_krylov_solve(const hol_grid_class *c, const hol_krylov_request *request, hol_grid_solution *v)
{
  size_t n = v->n, room = room_of(request, n), block = request->ports + PLAIN;
  krylov k = {.c = c,
              .v = v,
              .room = room,
              .Q = hol_alloc(n * (room + block), sizeof *k.Q),
              .W = hol_alloc(n * (room + block), sizeof *k.W),
              .wide = hol_alloc(2 * v->all * block, sizeof *k.wide),
              .T = hol_alloc(room * room, sizeof *k.T),
              .mu = hol_alloc(room, sizeof *k.mu),
              .before = hol_alloc(room, sizeof *k.before),
              .part = hol_alloc(room * (room + block), sizeof *k.part)};
  double *residual = hol_alloc(n * room, sizeof *residual);
  hol_status status = HOL_MEMORY;
  if (k.Q && k.W && k.wide && k.T && k.mu && k.before && k.part && residual) {
    status = iterate(&k, request, residual);
    status = status == HOL_OK ? take_solution(&k, request, v) : status;
  }
  krylov_clear(&k);
  free(residual);
  return status;
}

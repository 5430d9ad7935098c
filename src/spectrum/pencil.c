/* SPDX-License-Identifier: BSD-3-Clause */
/* Linear eigenproblem of component modes and residual flexibility, dense: an independent check of frequencies. */
#include "spectrum/pencil.h"
#include "base/memory.h"
#include "base/vector.h"

#include <float.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

/** Stiffness and mass over y = (w, q); full symmetric storage. */
struct pencil {
  size_t n, finite; /**< order; eigenvalues that are not infinite */
  double *K, *B;
};

size_t hol_pencil_size(const hol_system *system)
{
  size_t n = system->model->coordinates;
  for (size_t i = 0; i < system->modal_count; i++) {
    n += system->modal[i].modes;
  }
  return n;
}

static void add_square(size_t n, double *matrix, double factor, const hol_sparse *row)
{
  for (size_t i = 0; i < row->count; i++) {
    for (size_t j = 0; j < row->count; j++) {
      matrix[row->index[i] + row->index[j] * n] += factor * row->value[i] * row->value[j];
    }
  }
}

/** K += GᵀR⁻¹G with G = (T, −φ): solve L X = G, add XᵀX. */
static hol_status add_remainder(const struct pencil *p, const hol_modal *modal, size_t q, double *L, double *X)
{
  size_t m = modal->ports;
  memcpy(L, modal->flexibility, m * m * sizeof *L);
  memset(X, 0, m * p->n * sizeof *X);
  for (size_t i = 0; i < m; i++) {
    const hol_sparse *row = &modal->member->port[modal->port[i]].row;
    for (size_t j = 0; j < row->count; j++) {
      X[i + row->index[j] * m] += row->value[j];
    }
    for (size_t k = 0; k < modal->modes; k++) {
      X[i + (q + k) * m] = -modal->phi[i + k * m];
    }
  }
  HOL_TRY(hol_dense_cholesky(m, L));
  hol_dense_forward(m, L, X, p->n);
  for (size_t a = 0; a < p->n; a++) {
    for (size_t b = 0; b < p->n; b++) {
      double sum = 0;
      for (size_t i = 0; i < m; i++) {
        sum += X[i + a * m] * X[i + b * m];
      }
      p->K[a + b * p->n] += sum;
    }
  }
  return HOL_OK;
}

static hol_status add_modal(const struct pencil *p, const hol_modal *modal, size_t q)
{
  for (size_t k = 0; k < modal->modes; k++) {
    p->K[(q + k) * (p->n + 1)] += modal->omega2[k];
    p->B[(q + k) * (p->n + 1)] += 1.0;
  }
  double *L = hol_alloc(modal->ports * modal->ports, sizeof *L), *X = hol_alloc(modal->ports * p->n, sizeof *X);
  hol_status status = L && X ? HOL_OK : HOL_MEMORY;
  if (status == HOL_OK && modal->ports) {
    status = add_remainder(p, modal, q, L, X);
  }
  free(L);
  free(X);
  return status;
}

/** A massless segment: its stiffness at λ = 0. */
static hol_status add_massless(const struct pencil *p, const hol_segment *s)
{
  double K[HOL_RELATION_MAX * HOL_RELATION_MAX];
  HOL_TRY(hol_segment_stiffness(s->member, s->station, K));
  const hol_functional *port = s->member->port + s->station * s->member->orders;
  size_t k = 2 * s->member->orders;
  for (size_t a = 0; a < k; a++) {
    for (size_t b = 0; b < k; b++) {
      double value = K[a + b * k];
      for (size_t i = 0; i < port[a].row.count; i++) {
        for (size_t j = 0; j < port[b].row.count; j++) {
          p->K[port[a].row.index[i] + port[b].row.index[j] * p->n] +=
              value * port[a].row.value[i] * port[b].row.value[j];
        }
      }
    }
  }
  return HOL_OK;
}

static hol_status assemble_pencil(const hol_system *system, const struct pencil *p)
{
  const hol_model *model = system->model;
  size_t q = model->coordinates;
  for (size_t i = 0; i < system->modal_count; i++) {
    HOL_TRY(add_modal(p, &system->modal[i], q));
    q += system->modal[i].modes;
  }
  for (size_t i = 0; i < system->segment_count; i++) {
    if (system->segment[i].member->has_mass) {
      return HOL_INVALID;
    }
    HOL_TRY(add_massless(p, &system->segment[i]));
  }
  for (size_t i = 0; i < system->idle_count; i++) {
    p->K[system->idle[i] * (p->n + 1)] = 1.0; /* without mass or force: out of the way */
  }
  for (size_t i = 0; i < model->spring_count; i++) {
    add_square(p->n, p->K, 1.0 / model->spring[i].compliance, &model->spring[i].along.row);
  }
  for (size_t i = 0; i < model->mass_count; i++) {
    add_square(p->n, p->B, model->mass[i].mass, &model->mass[i].along.row);
  }
  return HOL_OK;
}

static double form(size_t n, const double *A, const double *x)
{
  double sum = 0;
  for (size_t j = 0; j < n; j++) {
    double column = 0;
    for (size_t i = 0; i < n; i++) {
      column += A[i + j * n] * x[i];
    }
    sum += column * x[j];
  }
  return sum;
}

/** |x|ᵀ|A||x|: what rounding of the products in xᵀAx is relative to. */
static double magnitude(size_t n, const double *A, const double *x)
{
  double sum = 0;
  for (size_t j = 0; j < n; j++) {
    double column = 0;
    for (size_t i = 0; i < n; i++) {
      column += fabs(A[i + j * n] * x[i]);
    }
    sum += column * fabs(x[j]);
  }
  return sum;
}

/** Scale y so that the diagonal of K + σB is one. */
static hol_status equilibrate(const struct pencil *p, double shift, double *d)
{
  size_t n = p->n;
  for (size_t i = 0; i < n; i++) {
    double diagonal = p->K[i * (n + 1)] + shift * p->B[i * (n + 1)];
    if (!(diagonal > 0)) {
      return HOL_NUMERICAL;
    }
    d[i] = 1.0 / sqrt(diagonal);
  }
  for (size_t j = 0; j < n; j++) {
    for (size_t i = 0; i < n; i++) {
      p->K[i + j * n] *= d[i] * d[j];
      p->B[i + j * n] *= d[i] * d[j];
    }
  }
  return HOL_OK;
}

/** B y = μ (K + σB) y, μ = 1/(λ + σ): massless directions are μ = 0. Eigenvectors y, as λ rises, from the last column
 *  of C backwards. */
static hol_status eigenvectors(const struct pencil *p, double shift, double *L, double *C, double *mu)
{
  size_t n = p->n;
  HOL_TRY(equilibrate(p, shift, mu));
  for (size_t i = 0; i < n * n; i++) {
    L[i] = p->K[i] + shift * p->B[i];
  }
  HOL_TRY(hol_dense_cholesky(n, L));
  memcpy(C, p->B, n * n * sizeof *C);
  hol_dense_forward(n, L, C, n);
  for (size_t j = 0; j < n; j++) { /* C ← (L⁻¹B)ᵀ */
    for (size_t i = 0; i < j; i++) {
      double t = C[i + j * n];
      C[i + j * n] = C[j + i * n];
      C[j + i * n] = t;
    }
  }
  hol_dense_forward(n, L, C, n);
  HOL_TRY(hol_dense_eigen(n, C, mu));
  hol_dense_backward(n, L, C, n);
  return HOL_OK;
}

/** Each eigenvalue by a Rayleigh quotient from a shift within reach: far above the shift μ keeps few digits of λ, so
 *  that a wide spectrum is taken in steps of a factor a thousand. */
static hol_status solve_pencil(const struct pencil *p, double shift, double *lambda, size_t count, double *L, double *C,
                               double *mu, double *norm)
{
  size_t done = 0;
  while (done < count) {
    HOL_TRY(eigenvectors(p, shift, L, C, mu));
    size_t before = done, n = p->n;
    if (done == 0 && p->finite) { /* the largest eigenvalue, as far as rounding lets it be known */
      *norm = fmax(*norm, 1.0 / fmax(mu[n - p->finite], DBL_EPSILON * mu[n - 1]));
    }
    for (bool within = true; done < count && within;) {
      double *y = C + (n - 1 - done) * n;
      double mass = form(n, p->B, y), value = form(n, p->K, y) / mass;
      *norm = fmax(*norm, magnitude(n, p->K, y) / mass);
      within = value < 30 * shift;
      lambda[done] = value;
      done += within;
    }
    shift = done == before ? fmax(lambda[done], 1e3 * shift) : 1e3 * shift;
    if (!isfinite(shift)) {
      return HOL_NUMERICAL;
    }
  }
  return HOL_OK;
}

static bool has_negative_mass(const hol_model *model)
{
  bool has = false;
  for (size_t i = 0; i < model->mass_count; i++) {
    has = has || model->mass[i].mass < 0;
  }
  return has;
}

/** With masses of either sign, and K positive definite: B y = μ K y, μ = 1/λ. @param[in,out] count  of positive ones */
static hol_status solve_indefinite(const struct pencil *p, double *lambda, size_t *count, double *L, double *C,
                                   double *mu, double *norm)
{
  size_t n = p->n, wanted = *count;
  HOL_TRY(eigenvectors(p, 0, L, C, mu));
  double nothing = (double)n * DBL_EPSILON * fmax(fabs(mu[0]), fabs(mu[n - 1]));
  for (*count = 0; *count < wanted && mu[n - 1 - *count] > nothing; ++*count) {
    const double *y = C + (n - 1 - *count) * n;
    double mass = form(n, p->B, y);
    lambda[*count] = form(n, p->K, y) / mass;
    *norm = fmax(*norm, magnitude(n, p->K, y) / mass);
  }
  return HOL_OK;
}

hol_status hol_pencil(const hol_system *system, double shift, double *lambda, size_t *count, double *norm)
{
  struct pencil p = {.n = hol_pencil_size(system), .finite = system->finite_roots};
  size_t square = p.n * p.n;
  double *L = hol_alloc(square, sizeof *L), *C = hol_alloc(square, sizeof *C), *mu = hol_alloc(p.n, sizeof *mu);
  p.K = hol_alloc(square, sizeof *p.K);
  p.B = hol_alloc(square, sizeof *p.B);
  hol_status status = L && C && mu && p.K && p.B ? assemble_pencil(system, &p) : HOL_MEMORY;
  *norm = 0;
  for (size_t i = 0; status == HOL_OK && i < p.n; i++) {
    double mass = p.B[i * (p.n + 1)];
    *norm = mass > 0 ? fmax(*norm, p.K[i * (p.n + 1)] / mass) : *norm;
  }
  if (status == HOL_OK) {
    *count = *count < system->finite_roots ? *count : system->finite_roots;
    status = has_negative_mass(system->model) ? solve_indefinite(&p, lambda, count, L, C, mu, norm)
                                              : solve_pencil(&p, shift, lambda, *count, L, C, mu, norm);
    hol_sort(*count, lambda);
  }
  free(L);
  free(C);
  free(mu);
  free(p.K);
  free(p.B);
  return status;
}

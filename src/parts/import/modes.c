/* SPDX-License-Identifier: BSD-3-Clause */
/* Component modes of an imported part. */
#include "parts/import/imported.h"
#include "base/dense.h"
#include "base/lanczos.h"
#include "base/ldl.h"
#include "base/memory.h"
#include "base/pivoted.h"
#include "base/vector.h"

#include <float.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

/** Up to so many unknowns all modes are found at once; and where nearly all are wanted, up to more. */
enum { DENSE_ALWAYS = 400, DENSE_MOST = 3000 };
/** Frequencies are told apart by a count only across a gap like this. */
static const double gap_least = 1e-6;
/** Without pivoting the digits above this are lost. */
static const double growth_most = 1e8;

/** Sharpen ω² by Rayleigh quotients in extended precision, norm the vectors, and sort. */
static hol_status sharpen(const hol_imported *body, size_t count, double *omega2, double *X)
{
  size_t n = body->n;
  for (size_t k = 0; k < count; k++) {
    double *x = X + k * n, size;
    long double mass = hol_imported_mass(body, x);
    if (!(mass > 0) || !isfinite(mass)) {
      return HOL_NUMERICAL;
    }
    omega2[k] = (double)(hol_imported_energy(body, x, &size) / mass);
    double root = (double)sqrtl(mass);
    for (size_t i = 0; i < n; i++) {
      x[i] /= root;
    }
  }
  for (size_t k = 1; k < count; k++) {
    for (size_t j = k; j > 0 && omega2[j] < omega2[j - 1]; j--) {
      double t = omega2[j];
      omega2[j] = omega2[j - 1];
      omega2[j - 1] = t;
      for (size_t i = 0; i < n; i++) {
        double v = X[i + j * n];
        X[i + j * n] = X[i + (j - 1) * n];
        X[i + (j - 1) * n] = v;
      }
    }
  }
  return HOL_OK;
}

/* ---- all of them ------------------------------------------------------------------------------------------------- */

/** Full matrices of order n. Rigid-body modes are moved out of the way: M is without theirs, M R = 0. The shift goes
 *  with all of it, so that they keep a stiffness; one of its own, added to K, would be rounding in the small entries
 *  beside it. */
typedef struct dense {
  size_t n;
  double *K, *M, *A, *C, *value;
  const double *MR;
  size_t rigid; /**< [n * rigid] */
  const hol_cancellation *cancellation;
} dense;

static void fill_dense(const hol_imported *body, const dense *d)
{
  size_t n = d->n;
  for (size_t j = 0; j < n; j++) {
    for (size_t e = body->start[j]; e < body->start[j + 1]; e++) {
      size_t i = (size_t)body->row[e];
      d->K[i + j * n] = d->K[j + i * n] = body->k[e];
      d->M[i + j * n] = d->M[j + i * n] = body->m[e];
    }
  }
  for (size_t r = 0; r < d->rigid; r++) {
    const double *v = d->MR + r * n;
    for (size_t j = 0; j < n; j++) {
      for (size_t i = 0; i < n; i++) {
        d->M[i + j * n] -= v[i] * v[j];
      }
    }
  }
}

/** Directions with mass, and the least K_ii/M_ii, which no lowest frequency exceeds. */
static hol_status rank_of_mass(const hol_imported *body, const dense *d, size_t *rank, double *least)
{
  size_t n = d->n;
  *least = HUGE_VAL;
  for (size_t j = 0; j < n; j++) {
    for (size_t i = 0; i < n; i++) {
      double a = body->m[body->start[i]], b = body->m[body->start[j]];
      d->A[i + j * n] = a > 0 && b > 0 ? d->M[i + j * n] / sqrt(a * b) : 0;
    }
    double k = body->k[body->start[j]], m = body->m[body->start[j]];
    *least = m > 0 && k > 0 ? fmin(*least, k / m) : *least;
  }
  HOL_TRY(hol_dense_eigen(n, d->A, d->value));
  *rank = 0;
  for (size_t i = 0; i < n; i++) { /* with the rigid-body modes the largest would be one at least */
    *rank += d->value[i] > hol_mass_rounding * fmax(d->value[n - 1], 1);
  }
  *least = isfinite(*least) ? *least : 1; /* nothing but mass */
  return HOL_OK;
}

/** M y = μ (K + s (M + MR RᵀM)) y: eigenvectors from the last column of C backwards. */
static hol_status step_dense(const dense *d, double s)
{
  size_t n = d->n;
  for (size_t i = 0; i < n * n; i++) {
    double mass = d->M[i];
    for (size_t r = 0; r < d->rigid; r++) {
      mass += d->MR[i % n + r * n] * d->MR[i / n + r * n];
    }
    d->A[i] = d->K[i] + s * mass;
  }
  HOL_TRY(hol_dense_cholesky(n, d->A));
  memcpy(d->C, d->M, n * n * sizeof *d->C);
  hol_dense_forward(n, d->A, d->C, n);
  for (size_t j = 0; j < n; j++) {
    for (size_t i = 0; i < j; i++) {
      double t = d->C[i + j * n];
      d->C[i + j * n] = d->C[j + i * n];
      d->C[j + i * n] = t;
    }
  }
  hol_dense_forward(n, d->A, d->C, n);
  HOL_TRY(hol_dense_eigen(n, d->C, d->value));
  hol_dense_backward(n, d->A, d->C, n);
  return HOL_OK;
}

/** In steps of a factor a thousand: far above the shift μ keeps few digits of λ. A step ends at a gap. */
static hol_status walk(const dense *d, double s, size_t count, double *omega2, double *X)
{
  size_t n = d->n, done = 0;
  while (done < count) {
    HOL_TRY(hol_check_cancelled(d->cancellation));
    HOL_TRY(step_dense(d, s));
    size_t before = done;
    for (; done < count; done++) {
      double mu = d->value[n - 1 - done], lambda = mu > 0 ? 1 / mu - s : HUGE_VAL;
      bool apart = done == before || lambda > omega2[done - 1] * (1 + 1e-3);
      if (!isfinite(lambda) || (lambda > 30 * s && apart)) {
        break;
      }
      omega2[done] = lambda;
      memcpy(X + done * n, d->C + (n - 1 - done) * n, n * sizeof *X);
    }
    double mu = done < count ? d->value[n - 1 - done] : 1;
    s = done == before ? fmax(10 * s, mu > 0 ? fmin(1 / mu - s, 1e6 * s) : 1e3 * s) : 1e3 * s;
    if (!isfinite(s)) {
      return HOL_NUMERICAL;
    }
  }
  return HOL_OK;
}

static hol_status dense_in(const hol_imported *body, const dense *d, size_t *count, double **omega2, double **X)
{
  size_t rank;
  double least;
  fill_dense(body, d);
  HOL_TRY(rank_of_mass(body, d, &rank, &least));
  *count = rank;
  *omega2 = hol_alloc(rank, sizeof **omega2);
  *X = hol_alloc(rank * d->n, sizeof **X);
  if (!*omega2 || !*X) {
    return HOL_MEMORY;
  }
  double start = body->shift > 0 ? body->shift : 1e-6 * least;
  HOL_TRY(rank ? walk(d, start, rank, *omega2, *X) : HOL_OK);
  return sharpen(body, rank, *omega2, *X);
}

static hol_status lowest_dense(const hol_imported *body, const hol_cancellation *cancellation, size_t *count,
                               double **omega2, double **X)
{
  size_t n = body->n;
  dense d = {.n = n,
             .cancellation = cancellation,
             .MR = body->MR,
             .rigid = body->rigid,
             .K = hol_alloc(n * n, sizeof *d.K),
             .M = hol_alloc(n * n, sizeof *d.M),
             .A = hol_alloc(n * n, sizeof *d.A),
             .C = hol_alloc(n * n, sizeof *d.C),
             .value = hol_alloc(n, sizeof *d.value)};
  hol_status status = d.K && d.M && d.A && d.C && d.value ? dense_in(body, &d, count, omega2, X) : HOL_MEMORY;
  free(d.K);
  free(d.M);
  free(d.A);
  free(d.C);
  free(d.value);
  return status;
}

/* ---- the lowest -------------------------------------------------------------------------------------------------- */

/** Operator of the Lanczos iteration. */
typedef struct pencil {
  const hol_imported *body;
} pencil;

static hol_status apply_mass(void *context, const double *x, double *y)
{
  const pencil *p = context;
  hol_imported_apply(p->body, true, 1, x, y);
  return HOL_OK;
}

/** y = A⁻¹ z without the rigid-body modes. */
static hol_status apply_inverse(void *context, const double *z, double *y)
{
  const hol_imported *body = ((const pencil *)context)->body;
  memcpy(y, z, body->n * sizeof *y);
  HOL_TRY(hol_spd_solve(body->factor, y, 1));
  hol_imported_deflate(body, 1, y);
  return HOL_OK;
}

static void leave_out_rigid(void *context, double *start)
{
  const pencil *p = context;
  hol_imported_deflate(p->body, 1, start);
}

/** Shift and invert: A⁻¹M x = ν x, ν = 1/(ω² + σ). */
static hol_status lowest_sparse(const hol_imported *body, size_t wanted, const hol_cancellation *cancellation,
                                double **omega2, double **X)
{
  size_t n = body->n;
  pencil p = {body};
  hol_lanczos lanczos = {.n = n,
                         .wanted = wanted,
                         .basis = 2 * wanted + 40 < n ? 2 * wanted + 40 : n,
                         .restarts = 300,
                         .sigma = body->shift,
                         .apply = apply_inverse,
                         .mass = apply_mass,
                         .prepare = leave_out_rigid,
                         .context = &p,
                         .cancellation = cancellation};
  *omega2 = hol_alloc(wanted, sizeof **omega2);
  *X = hol_alloc(wanted * n, sizeof **X);
  hol_status status = *omega2 && *X ? hol_lanczos_run(&lanczos, *X) : HOL_MEMORY;
  return status == HOL_OK ? sharpen(body, wanted, *omega2, *X) : status;
}

hol_status hol_imported_lowest(const hol_imported *body, size_t wanted, size_t *count, double **omega2, double **X,
                               bool *has_all, const hol_cancellation *cancellation)
{
  *count = 0;
  *omega2 = *X = NULL;
  *has_all = body->n <= DENSE_ALWAYS || (3 * wanted + 20 >= body->n && body->n <= DENSE_MOST);
  hol_status status = HOL_NUMERICAL;
  if (*has_all) {
    status = lowest_dense(body, cancellation, count, omega2, X);
  } else if (3 * wanted + 20 < body->n) {
    *count = wanted;
    status = lowest_sparse(body, wanted, cancellation, omega2, X);
  }
  if (status != HOL_OK) {
    free(*omega2);
    free(*X);
    *omega2 = *X = NULL;
  }
  return status;
}

/* ---- completeness ------------------------------------------------------------------------------------------------ */

static void fill_shifted(const hol_imported *body, double lambda, double *value)
{
  for (size_t e = 0; e < body->start[body->n]; e++) {
    value[e] = body->k[e] - lambda * body->m[e];
  }
}

static hol_status count_pivoted(const hol_imported *body, double lambda, hol_pivoted *solver, size_t *count)
{
  size_t entries = body->start[body->n];
  int *column = hol_alloc(entries, sizeof *column);
  double *value = hol_alloc(entries, sizeof *value);
  hol_status status = column && value ? HOL_OK : HOL_MEMORY;
  for (size_t j = 0; j < body->n && status == HOL_OK; j++) {
    for (size_t e = body->start[j]; e < body->start[j + 1]; e++) {
      column[e] = (int)j;
    }
  }
  if (status == HOL_OK) {
    fill_shifted(body, lambda, value);
    status = hol_pivoted_factorise(solver, body->n, entries, body->row, column, value, false, count);
  }
  free(column);
  free(value);
  return status;
}

/** Without pivoting, where MUMPS is not to be had: right as long as no pivot is small against its row, which shows as
 *  growth. */
static hol_status count_plain(const hol_imported *body, double lambda, size_t *count)
{
  size_t entries = body->start[body->n], *row = hol_alloc(entries, sizeof *row);
  hol_ldl *ldl = NULL;
  double growth = 0;
  for (size_t e = 0; row && e < entries; e++) {
    row[e] = (size_t)body->row[e];
  }
  if (row) {
    ldl = hol_ldl_new(body->n, body->start, row, true);
  }
  hol_status status = ldl ? HOL_OK : HOL_MEMORY;
  if (status == HOL_OK) {
    fill_shifted(body, lambda, hol_ldl_values(ldl));
    status = hol_ldl_factorise(ldl, count, &growth);
  }
  hol_ldl_free(ldl);
  free(row);
  return status == HOL_OK && growth > growth_most ? HOL_NUMERICAL : status;
}

/** Number of component modes below λ, rigid-body modes among them, by the inertia of K − λM. */
static hol_status count_below(const hol_imported *body, double lambda, size_t *count)
{
  hol_pivoted *solver;
  hol_status status = hol_pivoted_new(NULL, &solver) == HOL_OK ? count_pivoted(body, lambda, solver, count)
                                                               : count_plain(body, lambda, count);
  hol_pivoted_free(solver);
  return status;
}

/** The last place, not before `wanted`, where the modes can be cut; 0: none. The highest serve as a guard. */
static size_t find_cut(size_t wanted, size_t count, const double *omega2)
{
  for (size_t t = count - (count > wanted + 2 ? 2 : 1); t >= wanted && t > 0; t--) {
    if (omega2[t] > omega2[t - 1] * (1 + gap_least)) {
      return t;
    }
  }
  return 0;
}

/** Modes computed, with a proof that none is missing below the cut. */
static hol_status prove_modes(const hol_imported *body, size_t wanted, size_t found, const double *omega2,
                              size_t *proved)
{
  size_t cut = found > wanted ? find_cut(wanted, found, omega2) : 0, below;
  *proved = 0;
  if (cut == 0) {
    return HOL_OK;
  }
  HOL_TRY(count_below(body, 0.5 * (omega2[cut - 1] + omega2[cut]), &below));
  *proved = below == body->rigid + cut ? cut : 0;
  return HOL_OK;
}

/** Values of all columns in the modes. */
static hol_status take_ports(hol_imported *body)
{
  body->phi = hol_alloc(body->columns * body->modes, sizeof *body->phi);
  if (!body->phi) {
    return HOL_MEMORY;
  }
  for (size_t k = 0; k < body->modes; k++) {
    for (size_t c = 0; c < body->columns; c++) {
      body->phi[c + k * body->columns] = hol_imported_value(body, c, body->X + k * body->n);
    }
  }
  return HOL_OK;
}

/** Terms of the energies of the modes. */
static hol_status take_terms(hol_imported *body)
{
  for (size_t i = 0; i < 2; i++) {
    body->terms[i] = hol_alloc(body->rigid + body->modes, sizeof *body->terms[i]);
    if (!body->terms[i]) {
      return HOL_MEMORY;
    }
    HOL_TRY(hol_imported_terms(body, i, body->modes, body->X, body->terms[i] + body->rigid));
  }
  return hol_imported_terms(body, true, body->rigid, body->R, body->terms[1]);
}

/** All modes, once more. */
static hol_status refine_modes(hol_imported *body)
{
  HOL_TRY(hol_imported_refine(body, body->modes, body->omega2, body->X));
  return sharpen(body, body->modes, body->omega2, body->X);
}

/** Motions without mass, at the columns. */
static hol_status take_light(hol_imported *body)
{
  if (!body->has_all || body->rigid + body->modes >= body->n) {
    return HOL_OK; /* every motion has mass */
  }
  double *Z;
  HOL_TRY(hol_imported_light(body, &body->light_count, &Z));
  body->light = hol_alloc(body->columns * body->light_count, sizeof *body->light);
  for (size_t i = 0; body->light && i < body->columns * body->light_count; i++) {
    body->light[i] = hol_imported_value(body, i % body->columns, Z + i / body->columns * body->n);
  }
  free(Z);
  return body->light ? HOL_OK : HOL_MEMORY;
}

/** Take what was found with the rigid-body modes, if it goes far enough. */
static hol_status use_candidates(hol_imported *body, size_t wanted)
{
  size_t proved = 0;
  hol_status status = prove_modes(body, wanted, body->candidates, body->omega2, &proved);
  body->candidates = 0;
  body->modes = proved;
  status = status == HOL_OK && proved ? take_terms(body) : status;
  return status == HOL_OK && proved ? take_ports(body) : status;
}

hol_status hol_imported_modes(hol_imported *body, size_t wanted, const hol_cancellation *cancellation)
{
  enum { TRIES = 4 };
  if (wanted == 0 || body->has_all || body->modes >= wanted) {
    return HOL_OK;
  }
  if (body->candidates > wanted) {
    HOL_TRY(use_candidates(body, wanted));
    if (body->modes) {
      return HOL_OK;
    }
  }
  hol_imported_forget(body);
  size_t ask = wanted + 4 + wanted / 8;
  for (int i = 0; i < TRIES; i++) {
    size_t found, proved;
    HOL_TRY(hol_imported_lowest(body, ask, &found, &body->omega2, &body->X, &body->has_all, cancellation));
    proved = found;
    hol_status status = hol_check_cancelled(cancellation);
    if (status == HOL_OK && !body->has_all) {
      status = prove_modes(body, wanted, found, body->omega2, &proved);
    }
    body->modes = proved;
    if (status == HOL_OK && (proved || body->has_all)) {
      HOL_TRY(body->has_all ? refine_modes(body) : HOL_OK);
      HOL_TRY(take_light(body));
      HOL_TRY(take_terms(body));
      return take_ports(body);
    }
    hol_imported_forget(body);
    HOL_TRY(status);
    ask += ask / 2 + 4;
  }
  return HOL_NUMERICAL;
}

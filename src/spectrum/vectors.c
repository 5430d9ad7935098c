/* SPDX-License-Identifier: BSD-3-Clause */
/* Null vectors of S(λ): block inverse iteration, Rayleigh-Ritz, iterative refinement, estimates of rounding. */
#include "spectrum/vectors.h"
#include "base/memory.h"
#include "base/vector.h"

#include <float.h>
#include <math.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

/** A fixed start: numbers between ½ and 1 with irregular signs, the same in every run. */
static double start_value(uint64_t i)
{
  uint64_t z = (i + 1) * 0x9e3779b97f4a7c15u;
  z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9u;
  z = (z ^ (z >> 27)) * 0x94d049bb133111ebu;
  z ^= z >> 31;
  double x = 0.5 + 0.5 * (double)(z >> 12) / 4503599627370496.0;
  return z & 1 ? -x : x;
}

/** From so many vectors on - a multiple frequency - products are those of matrices, by BLAS. */
enum { BLOCK = HOL_DENSE_LARGE };

/** G = ±XᵀS⁽′⁾X, lower triangle; y is scratch [n], of a block [n * k]. */
static void project_matrix(const hol_matrix *matrix, bool derivative, double sign, size_t k, const double *X, double *y,
                           double *G)
{
  size_t n = matrix->n;
  if (k >= BLOCK) {
    for (size_t j = 0; j < k; j++) {
      hol_matrix_apply(matrix, derivative, false, X + j * n, y + j * n);
    }
    hol_dense_multiply(k, n, k, sign, (hol_block){X, n, true}, (hol_block){y, n, false}, 0, G, k);
    return;
  }
  for (size_t j = 0; j < k; j++) {
    hol_matrix_apply(matrix, derivative, false, X + j * n, y);
    for (size_t i = j; i < k; i++) {
      G[i + j * k] = sign * hol_dot(n, X + i * n, y);
    }
  }
}

/** Make −XᵀS′X = 1: eigenvectors of the mass matrix over the roots of its eigenvalues.
 *  @param value  [(1 + 2 * HOL_DENSE_ROWS) * k] scratch */
static hol_status normalise_vectors(const hol_matrix *matrix, size_t k, double *X, double *y, double *G, double *value)
{
  project_matrix(matrix, true, -1.0, k, X, y, G);
  for (size_t i = 0; i < k; i++) {
    if (!(G[i * (k + 1)] > 0)) {
      return HOL_NUMERICAL;
    }
    value[i] = 1.0 / sqrt(G[i * (k + 1)]);
  }
  for (size_t j = 0; j < k; j++) {
    for (size_t i = 0; i < matrix->n; i++) {
      X[i + j * matrix->n] *= value[j];
    }
    for (size_t i = j; i < k; i++) {
      G[i + j * k] *= value[i] * value[j];
    }
  }
  HOL_TRY(k >= BLOCK ? hol_dense_eigen_all(k, G, value) : hol_dense_eigen(k, G, value));
  if (!(value[0] > 1e-13 * value[k - 1])) {
    return HOL_NUMERICAL;
  }
  for (size_t j = 0; j < k; j++) {
    for (size_t i = 0; i < k; i++) {
      G[i + j * k] /= sqrt(value[j]);
    }
  }
  hol_dense_rotate(matrix->n, k, X, G, value + k);
  return HOL_OK;
}

/** V ← V L⁻ᵀ. */
static void divide_factor(size_t n, size_t k, const double *L, double *V)
{
  for (size_t j = 0; j < k; j++) {
    for (size_t r = 0; r < n; r++) {
      for (size_t i = 0; i < j; i++) {
        V[r + j * n] -= L[j + i * k] * V[r + i * n];
      }
      V[r + j * n] /= L[j + j * k];
    }
  }
}

hol_status hol_normalise(const hol_matrix *matrix, size_t k, double *V)
{
  static const double little = 1e-3;
  size_t n = matrix->n;
  double *y = hol_alloc(n * k, sizeof *y), *G = hol_alloc(k * k, sizeof *G);
  hol_status status = y && G ? HOL_OK : HOL_MEMORY;
  bool is_near = status == HOL_OK;
  if (is_near) {
    project_matrix(matrix, true, -1.0, k, V, y, G);
  }
  for (size_t i = 0; i < k * k && is_near; i++) { /* the lower triangle; no number is near */
    is_near = i % k < i / k || fabs(G[i] - (i % (k + 1) == 0)) < little;
  }
  if (is_near) {
    status = hol_dense_cholesky(k, G);
    divide_factor(n, status == HOL_OK ? k : 0, G, V);
  }
  free(y);
  free(G);
  return status;
}

double hol_residual_weight(const hol_matrix *matrix, const double *v, double theta, double *y)
{
  size_t n = matrix->n;
  double sum = 0;
  hol_matrix_apply(matrix, false, false, v, y);
  hol_matrix_apply(matrix, true, false, v, y + n);
  for (size_t i = 0; i < n; i++) {
    sum += fabs(v[i] * (y[i] + theta * y[n + i]));
  }
  return sum;
}

/** Scratch of hol_ritz. */
struct scratch {
  double *y, *G, *value, *copy;
};

/** The residual flexibility of a member in N modes is a difference, R = Γ(0) − Σ φφᵀ/ω²: its rounding counts at the
 *  size of what is subtracted, Σ |Λ_i||Λ_j| magnitude_ij; and so does that of the terms whose sum its compliance is. */
static double remainder_energy(const hol_system *system, const hol_matrix *matrix, const double *v)
{
  double sum = 0;
  for (size_t m = 0; m < system->modal_count; m++) {
    const hol_modal *modal = &system->modal[m];
    sum += hol_modal_terms(system, matrix, m, v);
    for (size_t i = 0; i < modal->ports && modal->magnitude; i++) {
      for (size_t j = 0; j < modal->ports; j++) {
        sum += fabs(v[modal->first_unknown + i] * v[modal->first_unknown + j]) * modal->magnitude[i + j * modal->ports];
      }
    }
  }
  return sum;
}

/** Energies of an imported part are differences of terms that are large where its mesh is fine, and the numbers of its
 *  matrices are rounded: (Σ|q_k| √terms_k + Σ|Λ_p| √terms_p)², terms of stiffness and λ times those of mass. */
static double imported_energy(const hol_system *system, const hol_matrix *matrix, const double *v)
{
  double all = 0;
  for (size_t m = 0; m < system->modal_count; m++) {
    const hol_modal *modal = &system->modal[m];
    size_t modes = modal->modes, count = modes + modal->ports;
    double sum = 0;
    for (size_t i = 0; i < count && modal->terms; i++) {
      double x = i < modes ? hol_modal_amplitude(system, matrix, m, i, v) : v[modal->first_unknown + i - modes];
      sum += fabs(x) * sqrt(modal->terms[i] + fabs(matrix->lambda) * modal->terms[count + i]);
    }
    const hol_sites *f = modal->member->sites;
    for (size_t k = 0; k < f->mechanisms; k++) {
      double x = hol_sparse_dot(&modal->member->mechanism[k].row, v);
      sum += fabs(x) * sqrt(f->mechanism_terms[k] + fabs(matrix->lambda) * f->mechanism_terms[f->mechanisms + k]);
    }
    all += sum * sum;
  }
  return all;
}

/** A stiffness matrix of a spring is given, and factorised, to rounding of √(K_ii K_jj): (n + 1) (Σ √K_ii |u_i|)² for
 *  each. */
static double stiffness_energy(const hol_model *model, const double *v)
{
  double all = 0, sum = 0, rows = 0;
  for (size_t i = 0; i <= model->stiff_count; i++) {
    if (i == model->stiff_count || model->stiff[i].is_first) {
      all += (rows + 1) * sum * sum;
      sum = rows = 0;
    }
    sum += i < model->stiff_count ? fabs(hol_sparse_dot(&model->stiff[i].along.row, v)) : 0;
    rows++;
  }
  return all;
}

/** Entries of segments that are differences. */
static double prestress_energy(const hol_system *system, const hol_matrix *matrix, const double *v)
{
  double sum = 0;
  for (size_t i = 0; i < system->segment_count; i++) {
    const hol_segment *segment = &system->segment[i];
    const hol_member *m = segment->member;
    if (segment->is_difference) {
      const hol_relation *relation = hol_relation_of(system, matrix, i);
      double local[HOL_RELATION_MAX];
      hol_segment_solution(system, i, relation, v, local);
      m->class->rounding(hol_member_segment(m, segment->station), relation, local, &sum);
    }
  }
  return sum;
}

double hol_rounding_beside(const hol_system *system, const hol_matrix *matrix, const double *v)
{
  return 4.0 * DBL_EPSILON *
         (prestress_energy(system, matrix, v) + remainder_energy(system, matrix, v) +
          imported_energy(system, matrix, v) + stiffness_energy(system->model, v));
}

double hol_rounding_of(const hol_system *system, const hol_matrix *matrix, const double *v, double *magnitude,
                       double *y)
{
  for (size_t i = 0; i < matrix->n; i++) {
    magnitude[i] = fabs(v[i]);
  }
  hol_matrix_apply(matrix, false, true, magnitude, y);
  double entries = system->is_joined ? 32.0 : 4.0;
  return entries * DBL_EPSILON * hol_dot(matrix->n, magnitude, y) + hol_rounding_beside(system, matrix, v);
}

/** One step of iterative refinement: the factors carry rounding of the largest entries into the smallest components,
 *  the product S v does not. S d = S v + θ S′ v, v ← v − d, where of d only what is M-orthogonal to the whole block
 *  counts: along the block S is nearly singular. A step that is not small comes from factors that are of no use, as
 *  when λ is a root to the last bit: it is not taken. W is a copy of V, y scratch [3n].
 *  @param[out] energy  the most that θ was wrong by, before */
static hol_status polish(hol_sturm_counter *counter, size_t k, double *V, const double *W, const double *theta,
                         double *y, double *energy)
{
  const hol_matrix *matrix = &counter->matrix;
  size_t n = matrix->n;
  double *slope = y + n, *r = y + 2 * n;
  *energy = 0;
  for (size_t j = 0; j < k; j++) {
    hol_matrix_apply(matrix, false, false, W + j * n, y);
    hol_matrix_apply(matrix, true, false, W + j * n, slope);
    for (size_t i = 0; i < n; i++) {
      y[i] += theta[j] * slope[i];
      r[i] = y[i];
    }
    HOL_TRY(hol_decomposition_solve(&counter->decomposition, y, 1));
    hol_matrix_apply(matrix, true, false, y, slope);
    for (size_t l = 0; l < k; l++) {
      double along = -hol_dot(n, W + l * n, slope); /* −WᵀS′W = 1 */
      for (size_t i = 0; i < n; i++) {
        y[i] -= along * W[l * n + i];
      }
    }
    hol_matrix_apply(matrix, true, false, y, slope);
    double size = -hol_dot(n, y, slope); /* modal mass of the step; that of v is 1 */
    if (!(fabs(size) < 1e-4)) {
      continue;
    }
    *energy = fmax(*energy, fabs(hol_dot(n, y, r)));
    for (size_t i = 0; i < n; i++) {
      V[j * n + i] -= y[i];
    }
  }
  return HOL_OK;
}

/** polish() of a block at once. y scratch [3 * n * k], C [k²]. */
static hol_status polish_block(hol_sturm_counter *counter, size_t k, double *V, const double *W, const double *theta,
                               double *y, double *C, double *energy)
{
  const hol_matrix *matrix = &counter->matrix;
  size_t n = matrix->n;
  double *slope = y + n * k, *r = slope + n * k;
  *energy = 0;
  for (size_t j = 0; j < k; j++) {
    hol_matrix_apply(matrix, false, false, W + j * n, y + j * n);
    hol_matrix_apply(matrix, true, false, W + j * n, slope);
    for (size_t i = 0; i < n; i++) {
      y[i + j * n] += theta[j] * slope[i];
    }
  }
  memcpy(r, y, n * k * sizeof *r);
  HOL_TRY(hol_decomposition_solve(&counter->decomposition, y, k));
  for (size_t j = 0; j < k; j++) {
    hol_matrix_apply(matrix, true, false, y + j * n, slope + j * n);
  }
  hol_dense_multiply(k, n, k, 1, (hol_block){W, n, true}, (hol_block){slope, n, false}, 0, C, k); /* −WᵀS′W = 1 */
  hol_dense_multiply(n, k, k, 1, (hol_block){W, n, false}, (hol_block){C, k, false}, 1, y, n);
  for (size_t j = 0; j < k; j++) {
    hol_matrix_apply(matrix, true, false, y + j * n, slope);
    double size = -hol_dot(n, y + j * n, slope);
    if (!(fabs(size) < 1e-4)) {
      continue;
    }
    *energy = fmax(*energy, fabs(hol_dot(n, y + j * n, r + j * n)));
    for (size_t i = 0; i < n; i++) {
      V[j * n + i] -= y[i + j * n];
    }
  }
  return HOL_OK;
}

/** Rayleigh–Ritz: θ and V that belong together. */
static hol_status project_roots(const hol_matrix *matrix, size_t k, double *V, double *theta, struct scratch s)
{
  size_t n = matrix->n;
  HOL_TRY(normalise_vectors(matrix, k, V, s.y, s.G, s.value));
  project_matrix(matrix, false, 1.0, k, V, s.y, s.G);
  HOL_TRY(k >= BLOCK ? hol_dense_eigen_all(k, s.G, theta) : hol_dense_eigen(k, s.G, theta));
  hol_dense_rotate(n, k, V, s.G, s.value + k);
  memcpy(s.copy, V, n * k * sizeof *V);
  return HOL_OK;
}

/** θ is right to the square of what V lacks. Where that is more than rounding - springs far stiffer than all else side
 *  by side, whose compliances the factors lose - they are taken again from V when it is polished; what remains is part
 *  of the resolution. */
static hol_status converge(hol_sturm_counter *counter, size_t k, double *V, double *theta, hol_resolution *resolution,
                           struct scratch s)
{
  enum { ROUNDS = 6 };
  const hol_matrix *matrix = &counter->matrix;
  for (int round = 0;; round++) {
    double energy;
    HOL_TRY(project_roots(matrix, k, V, theta, s));
    HOL_TRY(k >= BLOCK ? polish_block(counter, k, V, s.copy, theta, s.y, s.G, &energy)
                       : polish(counter, k, V, s.copy, theta, s.y, &energy));
    *resolution = (hol_resolution){0};
    for (size_t j = 0; j < k; j++) {
      const double *v = V + j * matrix->n;
      double plain = hol_rounding_of(counter->system, matrix, v, s.y + matrix->n, s.y);
      /* three roundings of half an ε a term; brackets leave room for eight times the resolution */
      double eliminated = 0.5 * DBL_EPSILON * hol_decomposition_energy(&counter->decomposition, v);
      resolution->root = fmax(resolution->root, plain);
      resolution->count = fmax(resolution->count, plain + eliminated);
    }
    if (!(energy > resolution->root) || round == ROUNDS) {
      resolution->root = fmax(resolution->root, energy);
      return isfinite(resolution->root) && isfinite(resolution->count) ? HOL_OK : HOL_NUMERICAL;
    }
  }
}

/** What the iteration starts from. */
typedef enum start {
  BY_STIFFNESS, /**< every unknown in proportion to √|S_ii| */
  BY_MASS       /**< at least √(λ |S′_ii|) */
} start;

/** By stiffness alone a kept mode at whose frequency λ is takes next to nothing of a start, and a block in which it
 *  stands beside others of the same frequency is not independent enough: its mass says what it may take. y is scratch
 *  [n]. */
static void start_from(const hol_sturm_counter *counter, start from, size_t k, double *V, double *y)
{
  const hol_matrix *matrix = &counter->matrix;
  size_t n = matrix->n;
  memset(y, 0, n * sizeof *y);
  hol_entry entry;
  for (hol_entries all = {.matrix = matrix}; from == BY_MASS && hol_entries_next(&all, &entry);) {
    y[entry.row] += entry.row == entry.column ? entry.derivative : 0;
  }
  for (size_t i = 0; i < n * k; i++) {
    V[i] = start_value(i) * fmax(1 / counter->decomposition.scale[i % n], sqrt(fabs(matrix->lambda * y[i % n])));
  }
}

static hol_status ritz_from(hol_sturm_counter *counter, start from, size_t k, size_t iterations, double *V,
                            double *theta, hol_resolution *resolution, struct scratch s)
{
  const hol_matrix *matrix = &counter->matrix;
  size_t n = matrix->n;
  start_from(counter, from, k, V, s.y);
  HOL_TRY(hol_decomposition_solve(&counter->decomposition, V, k));
  for (size_t it = 0; it < iterations; it++) {
    HOL_TRY(normalise_vectors(matrix, k, V, s.y, s.G, s.value));
    for (size_t j = 0; j < k; j++) {
      hol_matrix_apply(matrix, true, false, V + j * n, s.y);
      memcpy(V + j * n, s.y, n * sizeof *V);
    }
    HOL_TRY(hol_decomposition_solve(&counter->decomposition, V, k));
  }
  return converge(counter, k, V, theta, resolution, s);
}

static hol_status ritz_in(hol_sturm_counter *counter, size_t k, size_t iterations, double *V, double *theta,
                          hol_resolution *resolution, struct scratch s)
{
  hol_status status = ritz_from(counter, BY_STIFFNESS, k, iterations, V, theta, resolution, s);
  return status == HOL_NUMERICAL ? ritz_from(counter, BY_MASS, k, iterations, V, theta, resolution, s) : status;
}

hol_status hol_ritz(hol_sturm_counter *counter, size_t k, size_t iterations, double *V, double *theta,
                    hol_resolution *resolution)
{
  struct scratch s = {hol_alloc(3 * counter->matrix.n * (k >= BLOCK ? k : 1), sizeof *s.y),
                      hol_alloc(k * k, sizeof *s.G), hol_alloc((1 + 2 * HOL_DENSE_ROWS) * k, sizeof *s.value),
                      hol_alloc(counter->matrix.n * k, sizeof *s.copy)};
  hol_status status =
      s.y && s.G && s.value && s.copy ? ritz_in(counter, k, iterations, V, theta, resolution, s) : HOL_MEMORY;
  free(s.y);
  free(s.G);
  free(s.value);
  free(s.copy);
  return status;
}

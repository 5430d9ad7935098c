/* SPDX-License-Identifier: BSD-3-Clause */
/* The whole structure as a part: its modes with exported points free, and static deflections. */
#include "holonome/solve.h"
#include "base/memory.h"
#include "base/vector.h"
#include "modes/run.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/** Places on the negative axis at which compliances are taken; they determine the residual flexibility to about
 *  1e-10. */
enum { PLACES = 10, ROWS_MOST = 256 };
/** Static deflections, and their masses, below this share of the largest are what interpolation leaves; motions of a
 *  point in a mode below this share, rounding. */
static const double nothing = 1e-8, at_rest = 1e-11, rounding = 1e-13;

/** What is known while a structure is reduced. Components are lengths here: rotations times the scale of the model. */
typedef struct reduction {
  hol_run *run;
  hol_reduced *out;
  size_t *outlet;   /**< [rows] index into model->outlet */
  double *unit;     /**< [rows] 1, or the scale for a rotation */
  size_t modes;     /**< rigid and elastic */
  double *omega2;   /**< [modes] */
  double *phi;      /**< [rows * modes] */
  double next;      /**< ω² of the first mode left out; INFINITY: there is none */
  double *gamma[2]; /**< [rows * rows] Γ₀, Γ₁ */
  size_t statics;
  double *shape;   /**< [rows * statics] deflections of unit energy */
  double *inertia; /**< [statics * statics] their mass */
} reduction;

void hol_reduced_clear(hol_reduced *reduced)
{
  free(reduced->outlet);
  free(reduced->freedom);
  free(reduced->at);
  free(reduced->omega);
  free(reduced->K);
  free(reduced->M);
  *reduced = (hol_reduced){0};
}

/* ---- points ------------------------------------------------------------------------------------------------------ */

/** Points at which there is nothing to be joined are left out. */
static void say_held(const reduction *r, hol_faults *faults)
{
  const hol_export *export = &r->run->model.problem->exported;
  for (size_t i = 0; i < export->outlets; i++) {
    size_t rows = 0;
    for (size_t row = 0; row < r->out->rows; row++) {
      rows += r->out->outlet[row] == i;
    }
    if (rows == 0) {
      bool is_all = r->out->rows == 0;
      hol_faults_add(faults, is_all, export->outlet[i].point.place, "export points that move independently",
                     is_all ? "the exported point `%s` does not move"
                            : "the exported point `%s` does not move: ignored",
                     export->outlet[i].name);
    }
  }
}

/** Components of exported points that something carries. */
static hol_status list_rows(reduction *r, hol_faults *faults)
{
  const hol_model *model = &r->run->model;
  const hol_export *export = &model->problem->exported;
  size_t most = HOL_FREEDOM_COUNT * export->outlets;
  r->out->outlet = hol_alloc(most, sizeof *r->out->outlet);
  r->out->freedom = hol_alloc(most, sizeof *r->out->freedom);
  r->out->at = hol_alloc(export->outlets, sizeof *r->out->at);
  r->outlet = hol_alloc(most, sizeof *r->outlet);
  r->unit = hol_alloc(most, sizeof *r->unit);
  if (!r->out->outlet || !r->out->freedom || !r->out->at || !r->outlet || !r->unit) {
    return HOL_MEMORY;
  }
  for (size_t i = 0; i < export->outlets; i++) {
    memcpy(r->out->at[i], hol_model_station(model, &export->outlet[i].point)->at, sizeof r->out->at[i]);
  }
  for (size_t i = 0; i < most; i++) {
    if (model->outlet[i].row.count) {
      size_t row = r->out->rows++;
      r->outlet[row] = i;
      r->unit[row] = i % HOL_FREEDOM_COUNT >= HOL_RX ? model->scale : 1;
      r->out->outlet[row] = i / HOL_FREEDOM_COUNT;
      r->out->freedom[row] = (int)(i % HOL_FREEDOM_COUNT);
    }
  }
  say_held(r, faults);
  return r->out->rows ? HOL_OK : HOL_INVALID;
}

static double component(const reduction *r, size_t row, const double *w)
{
  return r->unit[row] * hol_sparse_dot(&r->run->model.outlet[r->outlet[row]].row, w);
}

/* ---- modes ------------------------------------------------------------------------------------------------------- */

static void keep_mode(reduction *r, double omega2, const double *w)
{
  r->omega2[r->modes] = omega2;
  for (size_t i = 0; i < r->out->rows; i++) {
    r->phi[i + r->modes * r->out->rows] = component(r, i, w);
  }
  r->modes++;
}

/** Points that are at rest in a mode are so only but for rounding: what is left of them there is nothing. Beside the
 *  largest motion of any joint in these modes, or beside that of the whole as a rigid body. */
static void remove_rounding(reduction *r, double largest)
{
  for (size_t k = 0; k < r->modes * r->out->rows; k++) {
    r->phi[k] = fabs(r->phi[k]) > at_rest * largest ? r->phi[k] : 0;
  }
}

/** Modes of the structure up to the number wanted, a multiple frequency never cut. */
static hol_status take_modes(reduction *r)
{
  hol_run *run = r->run;
  const hol_model *model = &run->model;
  size_t wanted = model->problem->exported.modes, most = model->zero_count;
  for (size_t i = 0; i < run->roots.count; i++) {
    most += run->roots.item[i].multiplicity;
  }
  r->omega2 = hol_alloc(most, sizeof *r->omega2);
  r->phi = hol_alloc(most * r->out->rows, sizeof *r->phi);
  if (!r->omega2 || !r->phi) {
    return HOL_MEMORY;
  }
  double mass, centre[3], inertia[6];
  hol_model_mass_properties(model, &mass, centre, inertia);
  double largest = mass > 0 ? 1 / sqrt(mass) : 0;
  for (size_t i = 0; i < model->zero_count; i++) {
    keep_mode(r, 0, model->zero_mode[i].w);
    largest = fmax(largest, hol_largest(model->coordinates, model->zero_mode[i].w));
  }
  r->out->rigid = r->modes;
  r->next = HUGE_VAL;
  for (size_t i = 0; i < run->roots.count; i++) {
    const hol_root *root = &run->roots.item[i];
    if (r->modes >= r->out->rigid + wanted) {
      r->next = root->lambda;
      break;
    }
    double *V = NULL;
    HOL_TRY(hol_root_vectors(&run->counter, root, &V));
    for (size_t k = 0; k < root->multiplicity; k++) {
      keep_mode(r, root->lambda, V + k * run->counter.matrix.n);
      largest = fmax(largest, hol_largest(model->coordinates, V + k * run->counter.matrix.n));
    }
    free(V);
  }
  remove_rounding(r, largest);
  r->out->modes = r->modes - r->out->rigid;
  r->out->omega = hol_alloc(r->modes, sizeof *r->out->omega);
  for (size_t k = 0; r->out->omega && k < r->modes; k++) {
    r->out->omega[k] = sqrt(r->omega2[k]);
  }
  r->out->cutoff = isfinite(r->next) ? sqrt(r->next) : 0;
  return r->out->omega ? HOL_OK : HOL_MEMORY;
}

/* ---- remainder --------------------------------------------------------------------------------------------------- */

/** Compliance of the components at λ without the modes kept: solutions of S(λ) under unit forces. */
static hol_status compliance_at(const reduction *r, double lambda, hol_matrix *matrix, hol_decomposition *d, double **x,
                                double *R)
{
  const hol_model *model = &r->run->model;
  size_t rows = r->out->rows;
  HOL_TRY(hol_system_matrix(&r->run->system, lambda, false, matrix));
  HOL_TRY(hol_decompose(&r->run->system, matrix, d));
  free(*x);
  *x = hol_alloc(matrix->n * rows, sizeof **x);
  if (!*x) {
    return HOL_MEMORY;
  }
  for (size_t j = 0; j < rows; j++) {
    const hol_sparse *row = &model->outlet[r->outlet[j]].row;
    for (size_t e = 0; e < row->count; e++) {
      (*x)[row->index[e] + j * matrix->n] = r->unit[j] * row->value[e];
    }
  }
  HOL_TRY(hol_decomposition_solve(d, *x, rows));
  for (size_t i = 0; i < rows; i++) {
    for (size_t j = 0; j <= i; j++) {
      double value = 0.5 * (component(r, i, *x + j * matrix->n) + component(r, j, *x + i * matrix->n));
      for (size_t k = 0; k < r->modes; k++) {
        value -= r->phi[i + k * rows] * r->phi[j + k * rows] / (r->omega2[k] - lambda);
      }
      R[i + j * rows] = R[j + i * rows] = value;
    }
  }
  return HOL_OK;
}

/** Weights of the values at the places for the value and the slope at 0 of the polynomial through them. */
static void weights(const double *x, double *value, double *slope)
{
  for (int i = 0; i < PLACES; i++) {
    value[i] = 1;
    slope[i] = 0;
    for (int j = 0; j < PLACES; j++) {
      if (j != i) {
        slope[i] = (slope[i] * -x[j] + value[i]) / (x[i] - x[j]);
        value[i] *= -x[j] / (x[i] - x[j]);
      }
    }
  }
}

static hol_status interpolate(reduction *r, hol_matrix *matrix, hol_decomposition *d, double **x, double *R)
{
  double place[PLACES], value[PLACES], slope[PLACES];
  size_t square = r->out->rows * r->out->rows;
  double top = r->modes > r->out->rigid ? r->omega2[r->modes - 1] : hol_typical_lambda(&r->run->system);
  double far = isfinite(r->next) ? 0.5 * r->next : top;
  for (int i = 0; i < PLACES; i++) {
    place[i] = -0.5 * far * (1 - cos((2 * i + 1) * M_PI / (2 * PLACES)));
  }
  weights(place, value, slope);
  for (int i = 0; i < PLACES; i++) {
    HOL_TRY(compliance_at(r, place[i], matrix, d, x, R));
    for (size_t k = 0; k < square; k++) {
      r->gamma[0][k] += value[i] * R[k];
      r->gamma[1][k] += slope[i] * R[k];
    }
  }
  return HOL_OK;
}

static hol_status take_remainder(reduction *r)
{
  size_t square = r->out->rows * r->out->rows;
  hol_matrix matrix = {0};
  hol_decomposition d = {0};
  double *x = NULL, *R = hol_alloc(square, sizeof *R);
  r->gamma[0] = hol_alloc(square, sizeof *R);
  r->gamma[1] = hol_alloc(square, sizeof *R);
  hol_status status = R && r->gamma[0] && r->gamma[1] ? interpolate(r, &matrix, &d, &x, R) : HOL_MEMORY;
  free(x);
  free(R);
  hol_matrix_clear(&matrix);
  hol_decomposition_clear(&d);
  return status;
}

/** The size of compliances: that of the modes kept and of the residual flexibility. */
static double typical(const reduction *r)
{
  double largest = 0;
  for (size_t i = 0; i < r->out->rows; i++) {
    double own = fabs(r->gamma[0][i * (r->out->rows + 1)]);
    for (size_t k = r->out->rigid; k < r->modes; k++) {
      own += r->phi[i + k * r->out->rows] * r->phi[i + k * r->out->rows] / r->omega2[k];
    }
    largest = fmax(largest, own);
  }
  return largest;
}

/** Static deflections of unit energy, V √d of Γ₀ = V d Vᵀ, and their mass √d⁻¹ Vᵀ Γ₁ V √d⁻¹, whose eigenvalues lie
 *  between 0 and 1/ω² of the first mode left out. */
static hol_status take_statics(reduction *r, double *V, double *d, double *E, double *e)
{
  size_t n = r->out->rows;
  memcpy(V, r->gamma[0], n * n * sizeof *V);
  HOL_TRY(hol_dense_eigen(n, V, d));
  double least = fmax(nothing * d[n - 1], 1e-12 * typical(r));
  size_t first = n;
  while (first > 0 && d[first - 1] > least) {
    first--;
  }
  r->statics = n - first;
  for (size_t a = 0; a < r->statics; a++) {
    for (size_t i = 0; i < n; i++) {
      r->shape[i + a * n] = V[i + (first + a) * n] * sqrt(d[first + a]);
    }
    for (size_t b = 0; b <= a; b++) {
      double sum = 0;
      for (size_t k = 0; k < n * n; k++) {
        sum += V[k % n + (first + a) * n] * r->gamma[1][k] * V[k / n + (first + b) * n];
      }
      E[a + b * r->statics] = E[b + a * r->statics] = sum / sqrt(d[first + a] * d[first + b]);
    }
  }
  HOL_TRY(r->statics ? hol_dense_eigen(r->statics, E, e) : HOL_OK);
  for (size_t k = 0; k < r->statics; k++) {
    double most = isfinite(r->next) ? 1 / r->next : 0, mass = e[k] > nothing * most ? fmin(e[k], most) : 0;
    for (size_t a = 0; a < r->statics * r->statics; a++) {
      r->inertia[a] += mass * E[a % r->statics + k * r->statics] * E[a / r->statics + k * r->statics];
    }
  }
  return HOL_OK;
}

static hol_status find_statics(reduction *r)
{
  size_t n = r->out->rows;
  double *V = hol_alloc(n * n, sizeof *V), *d = hol_alloc(n, sizeof *d), *E = hol_alloc(n * n, sizeof *E),
         *e = hol_alloc(n, sizeof *e);
  r->shape = hol_alloc(n * n, sizeof *r->shape);
  r->inertia = hol_alloc(n * n, sizeof *r->inertia);
  hol_status status = V && d && E && e && r->shape && r->inertia ? take_statics(r, V, d, E, e) : HOL_MEMORY;
  free(V);
  free(d);
  free(E);
  free(e);
  return status;
}

/* ---- matrices ---------------------------------------------------------------------------------------------------- */

/** Amplitude k of the modes, then of the deflections: what it moves. */
static const double *column_of(const reduction *r, size_t k)
{
  return k < r->modes ? r->phi + k * r->out->rows : r->shape + (k - r->modes) * r->out->rows;
}

/** Choose the amplitudes that the components replace, by orthogonalisation with the largest first, modes before
 *  deflections.
 *  @return HOL_INVALID where a component depends on others; row: one of them */
static hol_status choose_amplitudes(const reduction *r, size_t total, double *B, size_t *chosen, bool *taken)
{
  size_t n = r->out->rows;
  double largest[2] = {0};
  for (size_t k = 0; k < total; k++) {
    memcpy(B + k * n, column_of(r, k), n * sizeof *B);
    for (size_t i = 0; i < n; i++) {
      largest[k >= r->modes] = fmax(largest[k >= r->modes], fabs(B[i + k * n]));
    }
  }
  for (size_t k = 0; k < total; k++) { /* low modes make small stiffnesses */
    double size = largest[k >= r->modes], weight = k < r->modes ? 1 / (1 + 0.1 * (double)k) : 0.01;
    for (size_t i = 0; i < n; i++) {
      B[i + k * n] *= size > 0 ? weight / size : 0;
    }
  }
  for (size_t step = 0; step < n; step++) {
    double best = 0;
    for (size_t k = 0; k < total; k++) {
      double square = 0;
      for (size_t i = 0; i < n; i++) {
        square += B[i + k * n] * B[i + k * n];
      }
      if (!taken[k] && square > best) {
        best = square;
        chosen[step] = k;
      }
    }
    if (!(best > 1e-20)) {
      return HOL_INVALID;
    }
    taken[chosen[step]] = true;
    double *q = B + chosen[step] * n;
    for (size_t i = 0; i < n; i++) {
      q[i] /= sqrt(best);
    }
    for (size_t k = 0; k < total; k++) {
      double sum = 0;
      for (size_t i = 0; i < n && !taken[k]; i++) {
        sum += q[i] * B[i + k * n];
      }
      for (size_t i = 0; i < n && !taken[k]; i++) {
        B[i + k * n] -= sum * q[i];
      }
    }
  }
  return HOL_OK;
}

/** T: all amplitudes from (components, amplitudes that are left): the chosen ones are B_c⁻¹ (u − B_rest z). */
static hol_status transform(const reduction *r, size_t total, const size_t *chosen, const bool *taken, double *T)
{
  size_t n = r->out->rows;
  hol_factor square = {0};
  hol_status status = hol_factor_start(&square, 2 * n); /* [0 Bᵀ; B 0] is symmetric, and its upper half solves B x =
                                                           u */
  for (size_t j = 0; j < n && status == HOL_OK; j++) {
    for (size_t i = 0; i < n; i++) {
      square.a[n + i + j * 2 * n] = column_of(r, chosen[j])[i];
    }
  }
  status = status == HOL_OK ? hol_factor_compute(&square) : status;
  for (size_t c = 0, rest = n; c < total && status == HOL_OK; c++) {
    size_t left = SIZE_MAX;
    if (c >= n) {
      while (taken[rest - n]) {
        rest++;
      }
      left = rest++ - n;
    }
    double x[2 * ROWS_MOST] = {0};
    for (size_t i = 0; i < n; i++) {
      x[n + i] = c < n ? (i == c ? r->unit[c] : 0) : -column_of(r, left)[i];
    }
    status = hol_factor_solve(&square, x, 1);
    for (size_t j = 0; j < n; j++) {
      T[chosen[j] + c * total] = x[j];
    }
    if (left != SIZE_MAX) {
      T[left + c * total] = 1;
    }
  }
  hol_factor_clear(&square);
  return status;
}

/** Amplitudes that are nothing beside the others of their column are rounding: without them, what moves without energy
 *  has none. */
static void clean(const reduction *r, size_t total, double *T)
{
  double last = r->modes > r->out->rigid ? r->omega2[r->modes - 1] : hol_typical_lambda(&r->run->system);
  double unit = sqrt(isfinite(r->next) ? r->next : last);
  for (size_t c = 0; c < total; c++) {
    double largest = 0;
    for (size_t i = 0; i < total; i++) {
      largest = fmax(largest, fabs(T[i + c * total]) * (i < r->modes ? unit : 1));
    }
    for (size_t i = 0; i < total; i++) {
      bool is_rounding = fabs(T[i + c * total]) * (i < r->modes ? unit : 1) < rounding * largest;
      T[i + c * total] = is_rounding ? 0 : T[i + c * total];
    }
  }
}

/** K = Tᵀ diag(ω², 1) T, M = Tᵀ diag(1, inertia) T. */
static void congruence(const reduction *r, size_t total, const double *T, double *K, double *M)
{
  for (size_t a = 0; a < total; a++) {
    for (size_t b = 0; b <= a; b++) {
      double k = 0, m = 0;
      for (size_t i = 0; i < total; i++) {
        double product = T[i + a * total] * T[i + b * total];
        k += (i < r->modes ? r->omega2[i] : 1) * product;
        m += i < r->modes ? product : 0;
      }
      for (size_t i = 0; i < r->statics * r->statics; i++) {
        m += r->inertia[i] * T[r->modes + i % r->statics + a * total] * T[r->modes + i / r->statics + b * total];
      }
      K[a + b * total] = K[b + a * total] = k;
      M[a + b * total] = M[b + a * total] = m;
    }
  }
}

static hol_status dependent(const reduction *r, hol_faults *faults)
{
  hol_faults_add(faults, true, r->run->problem->exported.place,
                 "export points that move independently, and fewer of them",
                 "the exported points do not move independently of each other");
  return HOL_INVALID;
}

static hol_status make_matrices(reduction *r, hol_faults *faults)
{
  size_t n = r->out->rows, total = r->modes + r->statics;
  if (n == 0 || n > total || n > ROWS_MOST) {
    return dependent(r, faults);
  }
  double *B = hol_alloc(n * total, sizeof *B), *T = hol_alloc(total * total, sizeof *T);
  size_t *chosen = hol_alloc(n, sizeof *chosen);
  bool *taken = hol_alloc(total, sizeof *taken);
  r->out->K = hol_alloc(total * total, sizeof *B);
  r->out->M = hol_alloc(total * total, sizeof *B);
  bool ok = B && T && chosen && taken && r->out->K && r->out->M;
  hol_status status = ok ? choose_amplitudes(r, total, B, chosen, taken) : HOL_MEMORY;
  status = status == HOL_INVALID ? dependent(r, faults) : status;
  status = status == HOL_OK ? transform(r, total, chosen, taken, T) : status;
  if (status == HOL_OK) {
    clean(r, total, T);
    congruence(r, total, T, r->out->K, r->out->M);
    r->out->n = total;
    r->out->statics = r->statics;
  }
  free(B);
  free(T);
  free(chosen);
  free(taken);
  return status;
}

/* ---- together ---------------------------------------------------------------------------------------------------- */

static hol_status reduce_in(reduction *r, hol_problem *problem, hol_faults *faults)
{
  hol_run *run = r->run;
  HOL_TRY(hol_run_build(run, faults));
  problem->analysis.count = run->model.zero_count + problem->exported.modes + 1;
  HOL_TRY(list_rows(r, faults));
  HOL_TRY(hol_run_attempt(run, problem->analysis.modes, problem->analysis.order));
  HOL_TRY(take_modes(r));
  if (r->modes == 0) {
    hol_faults_add(faults, true, problem->exported.place, NULL,
                   "the structure has no mass that could move, and is no part of another");
    return HOL_INVALID;
  }
  HOL_TRY(take_remainder(r));
  HOL_TRY(find_statics(r));
  return make_matrices(r, faults);
}

hol_status hol_reduce(const hol_problem *problem, hol_reduced *reduced, hol_faults *faults)
{
  hol_problem own = *problem; /* what it owns is borrowed */
  hol_result result = {0};
  own.analysis.frequencies = HOL_FREQUENCIES_COUNT;
  own.analysis.sensitivity_count = 0;
  own.analysis.exact = own.analysis.exact || own.analysis.tolerance > 0 || own.analysis.reactions != HOL_REACTIONS_NONE;
  own.analysis.reactions = HOL_REACTIONS_NONE;
  hol_run run = {.problem = &own, .result = &result, .comm = hol_comm_serial()};
  run.farm = (hol_farm){.comm = &run.comm, .total = 1};
  *reduced = (hol_reduced){0};
  reduction r = {.run = &run, .out = reduced};
  hol_status status = reduce_in(&r, &own, faults);
  free(r.outlet);
  free(r.unit);
  free(r.omega2);
  free(r.phi);
  free(r.gamma[0]);
  free(r.gamma[1]);
  free(r.shape);
  free(r.inertia);
  hol_run_discard(&run);
  hol_model_clear(&run.model);
  result.problem = NULL;
  hol_result_clear(&result);
  if (status != HOL_OK) {
    hol_reduced_clear(reduced);
  }
  return status;
}

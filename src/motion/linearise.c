/* SPDX-License-Identifier: BSD-3-Clause */
/* Small motions about rest or a steady motion: eigenvalues on the tangent space of the constraints, frequencies of
   loaded mechanisms counted by inertia. */
#include "motion/linearise.h"

#include "base/dense.h"
#include "base/memory.h"
#include "motion/project.h"

#include <float.h>
#include <lapacke.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { NEWTON_MOST = 100, WIDENINGS_MOST = 20 };
/** Singular values that are no more than this beside the largest are 0. */
static const double negligible = 1e-9;
/** The same of zero eigenvalues, whose vectors are there to rounding: an eigenvalue next to zero is none of them. */
static const double vanishing = 1e-12;
/** Accelerations beside their terms of a motion that is at rest or steady. */
static const double steady = 1e-9;
/** Residuals of constraints beside their terms that projection cannot take away. */
static const double contradicts = 1e-10;

/** A linearisation under way. */
typedef struct linearisation {
  const hol_motion_system *system;
  const hol_linearise_request *request;
  hol_linearised *to;
  hol_motion_equations equations;
  hol_motion_jacobian jacobian;
  hol_motion_solver solver;
  size_t n, m;   /**< coordinates, constraints */
  double *state; /**< y of the motion it is about */
  double time;
  double *value;           /**< of the Jacobian's program */
  double *k, *d;           /**< [n n] */
  double *g0, *g1, *slope; /**< [m n] */
  double *load, *right, *acceleration, *multiplier;
  double *x;     /**< [2n 2n] column after column, in units */
  double rate;   /**< 1/s: speeds are in units times this */
  double *basis; /**< [2n dimension] columns */
  size_t dimension;
} linearisation;

/* ---- the motion that it is about --------------------------------------------------------------------------------- */

static void evaluate_jacobian(linearisation *l)
{
  hol_motion_numbers *numbers = &l->solver.numbers;
  double *variable = numbers->variable;
  for (size_t j = 0; j < l->n; j++) {
    variable[hol_motion_variable(l->system, 2, j)] = l->solver.acceleration[j];
  }
  for (size_t k = 0; k < l->m; k++) {
    variable[hol_motion_multiplier(l->system, 0, k)] = l->solver.multiplier[k];
  }
  hol_program_run_states(&l->jacobian.program, variable, l->value);
  for (size_t j = 0; j < l->n; j++) {
    variable[hol_motion_variable(l->system, 2, j)] = 0;
  }
  hol_motion_matrix_fill(&l->jacobian.stiffness, l->value, l->n, l->n, l->k);
  hol_motion_matrix_fill(&l->jacobian.damping, l->value, l->n, l->n, l->d);
  hol_motion_matrix_fill(&l->jacobian.position, l->value, l->m, l->n, l->g0);
  hol_motion_matrix_fill(&l->jacobian.velocity, l->value, l->m, l->n, l->g1);
  hol_motion_matrix_fill(&l->jacobian.slope, l->value, l->m, l->n, l->slope);
}

static hol_status solve_here(linearisation *l)
{
  hol_motion_solver_at(&l->solver, l->time, l->state);
  HOL_TRY(hol_motion_solver_choose(&l->solver));
  return hol_motion_solver_accelerate(&l->solver);
}

/** Largest acceleration beside the size of its terms: |M a| against the loads. */
static double find_residual(const linearisation *l)
{
  const hol_motion_solver *v = &l->solver;
  double largest = 0, size = 0;
  for (size_t i = 0; i < l->n; i++) {
    double sum = 0;
    for (size_t j = 0; j < l->n; j++) {
      sum += v->numbers.mass[i * l->n + j] * v->acceleration[j] * v->saddle.unit[i];
    }
    largest = fmax(largest, fabs(sum));
    size = fmax(size, fmax(fabs(v->load[i]), fabs(v->held[i])) * v->saddle.unit[i]);
  }
  return largest > 0 ? largest / fmax(size, largest * steady) : 0;
}

/** Newton's method for rest: K dq - B' dlambda = h + B' lambda, J dq = -f, on the rows chosen; least squares where it
 *  is singular (a mechanism that may stand anywhere). */
static hol_status newton_step(linearisation *l, double *matrix, double *rhs, int *pivot, double *change)
{
  hol_motion_solver *v = &l->solver;
  size_t n = l->n, r = v->saddle.rank, all = n + r;
  memset(matrix, 0, all * all * sizeof *matrix);
  for (size_t i = 0; i < n; i++) {
    rhs[i] = v->load[i] * v->saddle.unit[i];
    for (size_t j = 0; j < n; j++) {
      matrix[j * all + i] = l->k[i * n + j] * v->saddle.unit[i] * v->saddle.unit[j];
    }
  }
  for (size_t k = 0; k < r; k++) {
    size_t c = v->saddle.chosen[k];
    for (size_t j = 0; j < n; j++) {
      matrix[(n + k) * all + j] = -v->column[c * n + j] * v->saddle.unit[j] / v->saddle.length[c];
      matrix[j * all + n + k] = v->row[c * n + j] * v->saddle.unit[j] / v->saddle.length[c];
    }
    rhs[n + k] = -hol_motion_value(&v->numbers, l->equations.row[v->active[c]].position) / v->saddle.length[c];
  }
  memset(pivot, 0, all * sizeof *pivot);
  int rank = 0;
  if (LAPACKE_dgelsy(LAPACK_COL_MAJOR, (int)all, (int)all, 1, matrix, (int)all, rhs, (int)all, pivot, 1e-12, &rank) !=
      0) {
    return HOL_NUMERICAL;
  }
  for (size_t j = 0; j < n; j++) {
    change[j] = rhs[j] * v->saddle.unit[j];
  }
  return HOL_OK;
}

static hol_status find_rest(linearisation *l, double *matrix, double *rhs, int *pivot, bool *found)
{
  size_t n = l->n;
  double before = INFINITY;
  *found = false;
  memset(l->state + n, 0, n * sizeof(double));
  for (int step = 0; step < NEWTON_MOST && !*found; step++) {
    hol_motion_projection left;
    HOL_TRY(hol_motion_project(&l->solver, 0, NULL, l->state, &left));
    memset(l->state + n, 0, n * sizeof(double));
    HOL_TRY(solve_here(l));
    double residual = find_residual(l);
    if (residual < 1e-14 || (step > 2 && residual < steady && !(residual < before / 2))) {
      *found = true;
      break;
    }
    before = residual;
    evaluate_jacobian(l);
    HOL_TRY(newton_step(l, matrix, rhs, pivot, l->acceleration));
    for (size_t j = 0; j < n; j++) {
      l->state[j] += l->acceleration[j];
    }
  }
  return HOL_OK;
}

static hol_status find_steady(linearisation *l, bool *is_fixed, bool *is_met)
{
  hol_motion_projection left;
  for (size_t j = 0; j < l->n; j++) {
    is_fixed[j] = !isnan(l->request->speed[j]);
    l->state[l->n + j] = is_fixed[j] ? l->request->speed[j] : l->state[l->n + j];
  }
  l->solver.saddle.is_fixed = is_fixed;
  hol_status status = hol_motion_project(&l->solver, l->time, NULL, l->state, &left);
  l->solver.saddle.is_fixed = NULL;
  HOL_TRY(status);
  *is_met = left.position_left < contradicts && left.speed_left < contradicts;
  return solve_here(l);
}

/* ---- matrix of the first order ----------------------------------------------------------------------------------- */

/** Column j of the matrix: of coordinate j, or of speed j - n. */
static void fill_column(linearisation *l, size_t j)
{
  size_t n = l->n, c = j < n ? j : j - n;
  const double *k = j < n ? l->k : l->d, *g = j < n ? l->g0 : l->g1;
  for (size_t i = 0; i < n; i++) {
    l->load[i] = -k[i * n + c];
  }
  memset(l->right, 0, l->equations.rows * sizeof *l->right);
  for (size_t r = 0; r < l->m; r++) {
    l->right[r] = -g[r * n + c];
  }
  hol_motion_solver_respond(&l->solver, l->load, l->right, l->acceleration, l->multiplier);
  for (size_t i = 0; i < n; i++) {
    l->x[j * 2 * n + n + i] = l->acceleration[i] / l->solver.saddle.unit[i] * l->solver.saddle.unit[c];
  }
  if (j >= n) {
    l->x[j * 2 * n + c] = 1;
  }
}

/** A rate that makes stiffness and damping of order 1: speeds are measured in units times it. */
static void scale_rates(linearisation *l)
{
  size_t n = l->n;
  double stiffness = 0, damping = 0;
  for (size_t j = 0; j < 2 * n; j++) {
    for (size_t i = 0; i < n; i++) {
      double *sum = j < n ? &stiffness : &damping;
      *sum = fmax(*sum, fabs(l->x[j * 2 * n + n + i]));
    }
  }
  l->rate = fmax(sqrt(stiffness), damping);
  l->rate = l->rate > 0 ? l->rate : 1;
  for (size_t j = 0; j < 2 * n; j++) {
    for (size_t i = 0; i < 2 * n; i++) {
      l->x[j * 2 * n + i] *= (i < n ? 1 : 1 / l->rate) * (j < n ? 1 : l->rate) / l->rate;
    }
  }
}

/** Does coordinate j occur nowhere in the equations? */
static bool is_absent(const linearisation *l, size_t j)
{
  const hol_motion_matrix *const matrix[] = {&l->jacobian.stiffness, &l->jacobian.position, &l->jacobian.slope};
  for (size_t k = 0; k < sizeof matrix / sizeof *matrix; k++) {
    for (size_t i = 0; i < matrix[k]->count; i++) {
      if (matrix[k]->entry[i].column == j) {
        return false;
      }
    }
  }
  for (size_t i = 0; i < l->equations.gradient.count; i++) {
    const hol_motion_entry *e = &l->equations.gradient.entry[i];
    if (e->column == j && l->equations.row[e->row].order == 0) {
      return false;
    }
  }
  return true;
}

/** Rows of the tangent space, and of coordinates that are absent, in units; columns of `t`, `rows` high. */
static size_t fill_tangent(linearisation *l, double *t, size_t rows)
{
  size_t n = l->n, r = 0;
  const hol_motion_solver *v = &l->solver;
  for (size_t k = 0; k < l->m; k++) {
    const double *gradient = v->numbers.gradient + k * n;
    unsigned order = l->equations.row[k].order;
    for (size_t j = 0; order == 0 && j < n; j++) {
      t[j * rows + r] = gradient[j] * v->saddle.unit[j] / v->saddle.length[k];
    }
    r += order == 0;
    for (size_t j = 0; order <= 1 && j < n; j++) {
      t[j * rows + r] = l->slope[k * n + j] * v->saddle.unit[j] / v->saddle.length[k] / l->rate;
      t[(n + j) * rows + r] = gradient[j] * v->saddle.unit[j] / v->saddle.length[k];
    }
    r += order <= 1;
  }
  for (size_t j = 0; j < n; j++) {
    if (is_absent(l, j)) {
      t[j * rows + r++] = 1;
      l->to->by_symmetry++;
    }
  }
  return r;
}

/** Orthonormal basis of the tangent space without the coordinates that are absent. */
static hol_status find_basis(linearisation *l)
{
  size_t n2 = 2 * l->n, rows = 2 * l->m + l->n, rank = 0;
  double *t = hol_alloc(rows * n2, sizeof *t), *s = hol_alloc(rows > n2 ? rows : n2, sizeof *s),
         *v = hol_alloc(n2 * n2, sizeof *v);
  hol_status status = t && s && v ? HOL_OK : HOL_MEMORY;
  if (status == HOL_OK) {
    size_t used = fill_tangent(l, t, rows);
    status = hol_dense_svd(rows, n2, t, s, v);
    while (status == HOL_OK && rank < used && rank < n2 && s[rank] > negligible * s[0]) {
      rank++;
    }
  }
  if (status == HOL_OK) {
    l->dimension = n2 - rank;
    l->to->dimension = l->dimension + l->to->by_symmetry;
    memcpy(l->basis, v + rank * n2, l->dimension * n2 * sizeof *v);
  }
  free(t);
  free(s);
  free(v);
  return status;
}

/** r = V' X V. */
static void reduce(const linearisation *l, double *r)
{
  size_t n2 = 2 * l->n, k = l->dimension;
  for (size_t b = 0; b < k; b++) {
    for (size_t a = 0; a < k; a++) {
      double sum = 0;
      for (size_t j = 0; j < n2; j++) {
        double product = 0;
        for (size_t i = 0; i < n2; i++) {
          product += l->basis[a * n2 + i] * l->x[j * n2 + i];
        }
        sum += product * l->basis[b * n2 + j];
      }
      r[b * k + a] = sum;
    }
  }
}

/* ---- eigenvalues ------------------------------------------------------------------------------------------------- */

/** Take the null space of r out of the basis, as often as there is one. @param[in,out] r  [dimension^2] */
static hol_status deflate(linearisation *l, double *r)
{
  size_t n2 = 2 * l->n;
  for (bool again = true; again && l->dimension > 0;) {
    size_t k = l->dimension, rank = 0;
    double *copy = hol_alloc(k * k, sizeof *copy), *s = hol_alloc(k, sizeof *s), *v = hol_alloc(k * k, sizeof *v),
           *basis = hol_alloc(n2 * k, sizeof *basis);
    hol_status status = copy && s && v && basis ? HOL_OK : HOL_MEMORY;
    if (status == HOL_OK) {
      memcpy(copy, r, k * k * sizeof *copy);
      status = hol_dense_svd(k, k, copy, s, v);
    }
    while (status == HOL_OK && rank < k && s[rank] > vanishing * fmax(s[0], negligible)) {
      rank++;
    }
    again = status == HOL_OK && rank < k;
    if (again) {
      for (size_t a = 0; a < rank; a++) {
        for (size_t i = 0; i < n2; i++) {
          double sum = 0;
          for (size_t j = 0; j < k; j++) {
            sum += l->basis[j * n2 + i] * v[a * k + j];
          }
          basis[a * n2 + i] = sum;
        }
      }
      memcpy(l->basis, basis, n2 * rank * sizeof *basis);
      l->to->by_family += k - rank;
      l->dimension = rank;
      reduce(l, r);
    }
    free(copy);
    free(s);
    free(v);
    free(basis);
    HOL_TRY(status);
  }
  return HOL_OK;
}

/** dq of an eigenvector (re, im) in the basis, largest component of size 1. */
static void fill_shape(const linearisation *l, const double *re, const double *im, double *shape)
{
  size_t n2 = 2 * l->n, best = 0;
  for (size_t i = 0; i < l->n; i++) {
    double x = 0, y = 0;
    for (size_t a = 0; a < l->dimension; a++) {
      x += l->basis[a * n2 + i] * re[a];
      y += im ? l->basis[a * n2 + i] * im[a] : 0;
    }
    shape[2 * i] = x * l->solver.saddle.unit[i];
    shape[2 * i + 1] = y * l->solver.saddle.unit[i];
    best = hypot(shape[2 * i], shape[2 * i + 1]) > hypot(shape[2 * best], shape[2 * best + 1]) ? i : best;
  }
  double size2 = shape[2 * best] * shape[2 * best] + shape[2 * best + 1] * shape[2 * best + 1];
  double a = size2 > 0 ? shape[2 * best] / size2 : 0, b = size2 > 0 ? -shape[2 * best + 1] / size2 : 0;
  for (size_t i = 0; i < l->n; i++) {
    double x = shape[2 * i], y = shape[2 * i + 1];
    shape[2 * i] = x * a - y * b;
    shape[2 * i + 1] = x * b + y * a;
  }
}

typedef struct spectrum {
  double *re, *im, *vr, *vl, *scale, *condition, *separation;
} spectrum;

static int compare_roots(const void *a, const void *b)
{
  const hol_linearise_root *x = a, *y = b;
  double p = hypot(x->real, x->imaginary), q = hypot(y->real, y->imaginary);
  return p < q ? -1 : p > q;
}

static hol_status take_roots(linearisation *l, const spectrum *s, double norm)
{
  hol_linearised *to = l->to;
  size_t k = l->dimension;
  to->root = hol_alloc(k, sizeof *to->root);
  to->shape = hol_alloc(k * 2 * l->n, sizeof *to->shape);
  if (!to->root || !to->shape) {
    return HOL_MEMORY;
  }
  for (size_t i = 0; i < k; i++) {
    if (s->im[i] < 0) {
      continue;
    }
    double rounding = 4 * DBL_EPSILON * (double)k * norm / fmax(s->condition[i], DBL_EPSILON);
    to->root[to->roots] = (hol_linearise_root){.real = s->re[i] * l->rate,
                                               .imaginary = s->im[i] * l->rate,
                                               .error = rounding * l->rate,
                                               .lower = NAN,
                                               .upper = NAN};
    fill_shape(l, s->vr + i * k, s->im[i] > 0 ? s->vr + (i + 1) * k : NULL, to->shape + to->roots * 2 * l->n);
    to->roots++;
  }
  return HOL_OK;
}

/** Sort roots with their shapes. */
static hol_status sort_roots(linearisation *l)
{
  hol_linearised *to = l->to;
  size_t width = 2 * l->n;
  double *shape = hol_alloc(to->roots * width, sizeof *shape);
  if (!shape) {
    return HOL_MEMORY;
  }
  for (size_t i = 0; i < to->roots; i++) {
    to->root[i].lower = (double)i;
  }
  qsort(to->root, to->roots, sizeof *to->root, compare_roots);
  for (size_t i = 0; i < to->roots; i++) {
    memcpy(shape + i * width, to->shape + (size_t)to->root[i].lower * width, width * sizeof *shape);
    to->root[i].lower = NAN;
  }
  free(to->shape);
  to->shape = shape;
  return HOL_OK;
}

static hol_status find_eigenvalues(linearisation *l, double *r)
{
  int k = (int)l->dimension, low = 0, high = 0;
  size_t count = l->dimension;
  double norm = 0;
  spectrum s = {hol_alloc(count, sizeof(double)),         hol_alloc(count, sizeof(double)),
                hol_alloc(count * count, sizeof(double)), hol_alloc(count * count, sizeof(double)),
                hol_alloc(count, sizeof(double)),         hol_alloc(count, sizeof(double)),
                hol_alloc(count, sizeof(double))};
  bool ok = s.re && s.im && s.vr && s.vl && s.scale && s.condition && s.separation;
  hol_status status = ok ? HOL_OK : HOL_MEMORY;
  if (ok && k > 0) {
    int info = LAPACKE_dgeevx(LAPACK_COL_MAJOR, 'B', 'V', 'V', 'E', k, r, k, s.re, s.im, s.vl, k, s.vr, k, &low, &high,
                              s.scale, &norm, s.condition, s.separation);
    status = info == 0 ? take_roots(l, &s, norm) : HOL_NUMERICAL;
    status = status == HOL_OK ? sort_roots(l) : status;
  }
  free(s.re);
  free(s.im);
  free(s.vr);
  free(s.vl);
  free(s.scale);
  free(s.condition);
  free(s.separation);
  return status;
}

static void judge_stability(hol_linearised *to, bool is_frozen)
{
  bool grows = false, may_grow = false;
  for (size_t i = 0; i < to->roots; i++) {
    grows = grows || to->root[i].real > to->root[i].error;
    may_grow = may_grow || to->root[i].real >= -to->root[i].error;
  }
  bool is_open = is_frozen || (!grows && may_grow);
  to->stability = is_open ? HOL_STABILITY_UNDECIDED : grows ? HOL_STABILITY_UNSTABLE : HOL_STABILITY_STABLE;
  to->reason = is_frozen  ? "the coefficients are those of one instant of a motion"
               : grows    ? "an eigenvalue has a positive real part"
               : may_grow ? "eigenvalues lie on the imaginary axis, to within their errors: linear terms do not decide"
                          : "all eigenvalues but zeros of symmetries and of the family have negative real parts";
}

/* ---- loaded mechanisms at rest ----------------------------------------------------------------------------------- */

/** Z'A Z in units, column after column. @param[in] a  [n n] row after row */
static void project_matrix(const linearisation *l, const double *a, const double *z, size_t k, double *to)
{
  const double *unit = l->solver.saddle.unit;
  for (size_t q = 0; q < k; q++) {
    for (size_t p = 0; p < k; p++) {
      double sum = 0;
      for (size_t i = 0; i < l->n; i++) {
        double product = 0;
        for (size_t j = 0; j < l->n; j++) {
          product += a[i * l->n + j] * unit[j] * z[q * l->n + j];
        }
        sum += z[p * l->n + i] * unit[i] * product;
      }
      to[q * k + p] = sum;
    }
  }
}

/** Largest entry of A - A'. */
static double asymmetry(const double *a, size_t k)
{
  double largest = 0;
  for (size_t i = 0; i < k; i++) {
    for (size_t j = 0; j < k; j++) {
      largest = fmax(largest, fabs(a[i * k + j] - a[j * k + i]));
    }
  }
  return largest;
}

/** Eigenvalues of K - lambda M on the tangent space that are below `at`, by inertia. */
static hol_status count_below(const double *k, const double *m, size_t n, double at, size_t *count)
{
  hol_factor f = {0};
  hol_status status = hol_factor_start(&f, n);
  for (size_t j = 0; status == HOL_OK && j < n; j++) {
    for (size_t i = j; i < n; i++) {
      double kij = (k[j * n + i] + k[i * n + j]) / 2, mij = (m[j * n + i] + m[i * n + j]) / 2;
      f.a[j * n + i] = kij - at * mij;
    }
  }
  status = status == HOL_OK ? hol_factor_compute(&f) : status;
  *count = f.negative;
  hol_factor_clear(&f);
  return status;
}

/** A bracket of every eigenvalue, by its number: widened until inertia counts no more than i below it and at least
 *  i + 1 below its end. */
static hol_status bracket_roots(linearisation *l, const double *k, const double *m, size_t n, const double *square,
                                double rounding)
{
  hol_linearised *to = l->to;
  to->complete = true;
  for (size_t i = 0; i < n; i++) {
    double radius = fmax(4 * DBL_EPSILON * fabs(square[i]), rounding);
    bool is_found = false;
    for (int step = 0; step < WIDENINGS_MOST && !is_found; step++, radius *= 4) {
      size_t below = 0, above = 0;
      HOL_TRY(count_below(k, m, n, square[i] - radius, &below));
      HOL_TRY(count_below(k, m, n, square[i] + radius, &above));
      is_found = below <= i && above > i;
      if (is_found && square[i] > 0) {
        to->root[i].lower = sqrt(fmax(0, square[i] - radius));
        to->root[i].upper = sqrt(square[i] + radius);
      }
    }
    to->complete = to->complete && is_found;
  }
  return HOL_OK;
}

/** A loaded mechanism: stiffness and mass on the tangent space, Z its basis in units. */
typedef struct mechanism {
  double *row;        /**< [rows n] of the constraints and of momenta, columns */
  double *singular;   /**< [rows or n] */
  double *z;          /**< [n n] */
  double *k, *m;      /**< [count count] */
  double *a, *b;      /**< scratch likewise */
  double *square;     /**< [count] eigenvalues, rising */
  double rounding;    /**< of them */
  const double *free; /**< [n count] the part of z that is free */
  size_t count;
} mechanism;

/** dq of vector i in the basis, largest component 1. */
static void fill_real_shape(const linearisation *l, const mechanism *f, size_t i, double *shape)
{
  double most = 0;
  for (size_t j = 0; j < l->n; j++) {
    double sum = 0;
    for (size_t p = 0; p < f->count; p++) {
      sum += f->free[p * l->n + j] * f->a[i * f->count + p];
    }
    shape[2 * j] = sum * l->solver.saddle.unit[j];
    most = fabs(shape[2 * j]) > fabs(most) ? shape[2 * j] : most;
  }
  for (size_t j = 0; j < l->n && fabs(most) > 0; j++) {
    shape[2 * j] /= most;
  }
}

/** Largest sum of sizes along a row of the stiffness, in units: its terms may cancel on the tangent space. */
static double stiffness_size(const linearisation *l)
{
  double most = 0;
  for (size_t i = 0; i < l->n; i++) {
    double sum = 0;
    for (size_t j = 0; j < l->n; j++) {
      sum += fabs(l->k[i * l->n + j] * l->solver.saddle.unit[i] * l->solver.saddle.unit[j]);
    }
    most = fmax(most, sum);
  }
  return most;
}

/** Eigenvalues and vectors of K - square M become roots and shapes. */
static hol_status take_frequencies(linearisation *l, mechanism *f)
{
  hol_linearised *to = l->to;
  int n = (int)f->count;
  to->root = hol_alloc(f->count, sizeof *to->root);
  to->shape = hol_alloc(f->count * 2 * l->n, sizeof *to->shape);
  if (!to->root || !to->shape) {
    return HOL_MEMORY;
  }
  memcpy(f->a, f->k, f->count * f->count * sizeof *f->a);
  memcpy(f->b, f->m, f->count * f->count * sizeof *f->b);
  if (LAPACKE_dsygv(LAPACK_COL_MAJOR, 1, 'V', 'L', n, f->a, n, f->b, n, f->square) != 0) {
    return HOL_NUMERICAL;
  }
  double largest = fmax(stiffness_size(l), fmax(fabs(f->square[0]), fabs(f->square[n - 1])));
  f->rounding = 4 * DBL_EPSILON * (double)(n > 4 ? n : 4) * largest;
  for (size_t i = 0; i < f->count; i++) {
    double size = sqrt(fabs(f->square[i]));
    to->root[i] = (hol_linearise_root){.real = f->square[i] < 0 ? size : 0,
                                       .imaginary = f->square[i] < 0 ? 0 : size,
                                       .error = f->rounding / fmax(2 * size, sqrt(f->rounding)),
                                       .lower = NAN,
                                       .upper = NAN};
    fill_real_shape(l, f, i, to->shape + i * 2 * l->n);
  }
  to->roots = f->count;
  return bracket_roots(l, f->k, f->m, f->count, f->square, f->rounding);
}

/** Motions without stiffness, to rounding, are no roots: each stands for two zero eigenvalues, a family of positions of
 *  rest. */
static void take_neutral_out(hol_linearised *to, const mechanism *f, size_t n)
{
  size_t kept = 0;
  for (size_t i = 0; i < f->count; i++) {
    if (fabs(f->square[i]) <= f->rounding) {
      to->by_family += 2;
      continue;
    }
    memmove(to->shape + kept * 2 * n, to->shape + i * 2 * n, 2 * n * sizeof *to->shape);
    to->root[kept++] = to->root[i];
  }
  to->roots = kept;
}

static void judge_rest(hol_linearised *to)
{
  bool is_neutral = to->by_family > to->by_symmetry;
  to->stability = to->counted > 0 ? HOL_STABILITY_UNSTABLE
                  : is_neutral    ? HOL_STABILITY_UNDECIDED
                                  : HOL_STABILITY_STABLE;
  to->reason = to->counted > 0 ? "the stiffness on the tangent space has negative eigenvalues"
               : is_neutral    ? "the stiffness on the tangent space is singular: linear terms do not decide"
                               : "the stiffness on the tangent space is positive definite (Lagrange, Dirichlet)";
}

/** Rows of constraints, and of the momenta of coordinates that occur nowhere, which are not to move: columns of
 *  `rows` entries. @return does the system rest under constraints of order 0, without terms in the speeds? */
static bool fill_rest(const linearisation *l, mechanism *f, size_t rows)
{
  bool is_at_rest = l->request->about == HOL_LINEARISE_EQUILIBRIUM;
  const hol_motion_solver *v = &l->solver;
  size_t r = l->m;
  for (size_t k = 0; k < l->m; k++) {
    is_at_rest = is_at_rest && l->equations.row[k].order == 0 && !l->equations.row[k].has_by;
    for (size_t c = 0; c < l->n; c++) {
      f->row[c * rows + k] = v->numbers.gradient[k * l->n + c] * v->saddle.unit[c] / v->saddle.length[k];
    }
  }
  for (size_t i = 0; i < l->n * l->n; i++) {
    is_at_rest = is_at_rest && !(fabs(l->d[i]) > 0);
  }
  for (size_t j = 0; j < l->n; j++) {
    for (size_t c = 0; c < l->n && is_absent(l, j); c++) {
      f->row[c * rows + r] = v->numbers.mass[j * l->n + c] * v->saddle.unit[j] * v->saddle.unit[c];
    }
    r += is_absent(l, j);
  }
  return is_at_rest;
}

/** At rest, under constraints of order 0, without terms in the speeds and with a symmetric stiffness frequencies are
 *  counted; else to->is_holonomic stays false. */
static hol_status solve_symmetric(linearisation *l, mechanism *f, size_t rows)
{
  size_t n = l->n, rank = 0, absent = 0;
  if (!fill_rest(l, f, rows)) {
    return HOL_OK;
  }
  for (size_t j = 0; j < n; j++) {
    absent += is_absent(l, j);
  }
  HOL_TRY(hol_dense_svd(rows, n, f->row, f->singular, f->z));
  while (rank < n && rank < l->m + absent && f->singular[rank] > negligible * f->singular[0]) {
    rank++;
  }
  f->count = n - rank;
  f->free = f->z + rank * n;
  project_matrix(l, l->k, f->free, f->count, f->k);
  project_matrix(l, l->solver.numbers.mass, f->free, f->count, f->m);
  if (asymmetry(f->k, f->count) > negligible * stiffness_size(l)) {
    return HOL_OK;
  }
  hol_linearised *to = l->to;
  to->is_holonomic = to->complete = true;
  to->by_symmetry = to->by_family = absent;
  to->dimension = 2 * (f->count + absent);
  if (f->count > 0) {
    HOL_TRY(take_frequencies(l, f));
    HOL_TRY(count_below(f->k, f->m, f->count, -f->rounding, &to->counted));
    take_neutral_out(to, f, n);
  }
  judge_rest(to);
  return HOL_OK;
}

static hol_status try_symmetric(linearisation *l)
{
  size_t n = l->n, rows = l->m + n;
  mechanism f = {.row = hol_alloc(rows * n, sizeof(double)),
                 .singular = hol_alloc(rows, sizeof(double)),
                 .z = hol_alloc(n * n, sizeof(double)),
                 .k = hol_alloc(n * n, sizeof(double)),
                 .m = hol_alloc(n * n, sizeof(double)),
                 .a = hol_alloc(n * n, sizeof(double)),
                 .b = hol_alloc(n * n, sizeof(double)),
                 .square = hol_alloc(n, sizeof(double))};
  double *const owned[] = {f.row, f.singular, f.z, f.k, f.m, f.a, f.b, f.square};
  hol_status status = HOL_OK;
  for (size_t i = 0; i < sizeof owned / sizeof *owned; i++) {
    status = owned[i] ? status : HOL_MEMORY;
  }
  status = status == HOL_OK ? solve_symmetric(l, &f, rows) : status;
  for (size_t i = 0; i < sizeof owned / sizeof *owned; i++) {
    free(owned[i]);
  }
  return status;
}

/* ---- all of it --------------------------------------------------------------------------------------------------- */

static hol_status make(linearisation *l, const double *state)
{
  HOL_TRY(hol_motion_equations_make(l->system, &l->equations));
  HOL_TRY(hol_motion_jacobian_make(l->system, &l->jacobian));
  l->solver.is_dense = true;
  HOL_TRY(hol_motion_solver_make(&l->equations, &l->solver));
  size_t n = l->n, m = l->m, size = hol_motion_state_size(&l->equations);
  l->state = hol_alloc(size, sizeof(double));
  l->value = hol_alloc(l->jacobian.program.count + 1, sizeof(double));
  l->k = hol_alloc(n * n, sizeof(double));
  l->d = hol_alloc(n * n, sizeof(double));
  l->g0 = hol_alloc(m * n, sizeof(double));
  l->g1 = hol_alloc(m * n, sizeof(double));
  l->slope = hol_alloc(m * n, sizeof(double));
  l->load = hol_alloc(n, sizeof(double));
  l->right = hol_alloc(l->equations.rows, sizeof(double));
  l->acceleration = hol_alloc(n, sizeof(double));
  l->multiplier = hol_alloc(l->equations.rows, sizeof(double));
  l->x = hol_alloc(4 * n * n, sizeof(double));
  l->basis = hol_alloc(4 * n * n, sizeof(double));
  l->to->position = hol_alloc(n, sizeof(double));
  l->to->speed = hol_alloc(n, sizeof(double));
  l->to->reaction = hol_alloc(m, sizeof(double));
  bool ok = l->state && l->value && l->k && l->d && l->g0 && l->g1 && l->slope && l->load && l->right &&
            l->acceleration && l->multiplier && l->x && l->basis && l->to->position && l->to->speed && l->to->reaction;
  if (ok) {
    memcpy(l->state, state, size * sizeof *state);
  }
  return ok ? HOL_OK : HOL_MEMORY;
}

static void clear(linearisation *l)
{
  double *const owned[] = {l->state, l->value,        l->k,          l->d, l->g0,   l->g1, l->slope, l->load,
                           l->right, l->acceleration, l->multiplier, l->x, l->basis};
  for (size_t i = 0; i < sizeof owned / sizeof *owned; i++) {
    free(owned[i]);
  }
  hol_motion_solver_clear(&l->solver);
  hol_motion_jacobian_clear(&l->jacobian);
  hol_motion_equations_clear(&l->equations);
}

/** Put the state onto the motion that is asked for. */
static hol_status find_motion(linearisation *l, hol_faults *faults)
{
  size_t all = l->n + l->equations.rows;
  bool found = true, is_met = true;
  double *matrix = hol_alloc(all * all, sizeof *matrix), *rhs = hol_alloc(all, sizeof *rhs);
  int *pivot = hol_alloc(all, sizeof *pivot);
  bool *is_fixed = hol_alloc(l->n, sizeof *is_fixed);
  hol_status status = matrix && rhs && pivot && is_fixed ? HOL_OK : HOL_MEMORY;
  if (status == HOL_OK && l->request->about == HOL_LINEARISE_EQUILIBRIUM) {
    status = find_rest(l, matrix, rhs, pivot, &found);
  } else if (status == HOL_OK && l->request->about == HOL_LINEARISE_STEADY) {
    status = find_steady(l, is_fixed, &is_met);
  } else if (status == HOL_OK) {
    status = solve_here(l);
  }
  free(matrix);
  free(rhs);
  free(pivot);
  free(is_fixed);
  if (status == HOL_NUMERICAL || (status == HOL_OK && !found)) {
    hol_faults_add(faults, true, l->request->place, "a start nearer to it may help",
                   "no position of rest is found from the start");
    return HOL_INVALID;
  }
  HOL_TRY(status);
  if (!is_met) {
    hol_faults_add(faults, true, l->request->place, NULL,
                   "the constraints do not allow the speeds of `steady` where the coordinates start");
    return HOL_INVALID;
  }
  l->to->residual = find_residual(l);
  if (l->request->about == HOL_LINEARISE_STEADY && l->to->residual > 1e-6) {
    hol_faults_add(faults, true, l->request->place, NULL,
                   "this is no steady motion: accelerations do not vanish (%.2g of the forces)", l->to->residual);
    return HOL_INVALID;
  }
  return HOL_OK;
}

static hol_status linearise(linearisation *l, const double *state, hol_faults *faults)
{
  HOL_TRY(make(l, state));
  HOL_TRY(find_motion(l, faults));
  memcpy(l->to->position, l->state, l->n * sizeof(double));
  memcpy(l->to->speed, l->state + l->n, l->n * sizeof(double));
  for (size_t k = 0; k < l->m; k++) {
    bool is_unique = hol_motion_solver_is_unique(&l->solver, k);
    l->to->reaction[k] = is_unique ? l->solver.multiplier[k] : (double)NAN;
  }
  evaluate_jacobian(l);
  HOL_TRY(try_symmetric(l));
  if (l->to->is_holonomic) {
    return HOL_OK;
  }
  for (size_t j = 0; j < 2 * l->n; j++) {
    fill_column(l, j);
  }
  scale_rates(l);
  HOL_TRY(find_basis(l));
  size_t k = l->dimension;
  double *r = hol_alloc(k * k, sizeof *r);
  if (!r) {
    return HOL_MEMORY;
  }
  reduce(l, r);
  hol_status status = deflate(l, r);
  status = status == HOL_OK ? find_eigenvalues(l, r) : status;
  free(r);
  judge_stability(l->to, l->request->about == HOL_LINEARISE_TIME);
  l->to->complete = status == HOL_OK;
  return status;
}

hol_status hol_motion_linearise(const hol_motion_system *system, const hol_linearise_request *request,
                                const double *state, double time, hol_linearised *linearised, hol_faults *faults)
{
  linearisation l = {.system = system,
                     .request = request,
                     .to = linearised,
                     .time = time,
                     .n = system->coordinates,
                     .m = system->constraints};
  linearised->system = system;
  hol_status status = linearise(&l, state, faults);
  clear(&l);
  return status == HOL_OK && !linearised->complete ? HOL_INCOMPLETE : status;
}

void hol_linearised_clear(hol_linearised *linearised)
{
  free(linearised->position);
  free(linearised->speed);
  free(linearised->reaction);
  free(linearised->root);
  free(linearised->shape);
  *linearised = (hol_linearised){0};
}

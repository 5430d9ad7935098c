/* SPDX-License-Identifier: BSD-3-Clause */
/* Dense kernels over LAPACKE and BLAS: LDL^T with Sturm count, eigenvalues, SVD, Cholesky, QR, products. */
#include "base/dense.h"
#include "base/matching.h"
#include "base/memory.h"
#include "base/rook.h"

#include <cblas.h>
#include <float.h>
#include <lapacke.h>
#include <limits.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { BLOCK = 32 };
/** Up to that many rows a matrix may be scaled anew. */
enum { MATCHED_MOST = 400 };
/** Up to that many rows solutions are had without LAPACK. */
enum { ROOK_MOST = 64 };

hol_status hol_factor_start(hol_factor *f, size_t n)
{
  if (n > (size_t)INT_MAX / 2) {
    return HOL_MEMORY;
  }
  if (n > f->capacity || !f->a) {
    hol_factor_clear(f);
    f->a = hol_alloc(n * n, sizeof *f->a);
    f->scale = hol_alloc(n, sizeof *f->scale);
    f->work = hol_alloc((n + 1) * BLOCK, sizeof *f->work);
    f->pivot = hol_alloc(n, sizeof *f->pivot);
    f->copy = hol_alloc(n <= MATCHED_MOST ? n * n : 0, sizeof *f->copy);
    if (!f->a || !f->scale || !f->work || !f->pivot || !f->copy) {
      hol_factor_clear(f);
      return HOL_MEMORY;
    }
    f->capacity = n;
  }
  f->n = n;
  memset(f->a, 0, n * n * sizeof *f->a);
  return HOL_OK;
}

void hol_factor_clear(hol_factor *f)
{
  free(f->a);
  free(f->scale);
  free(f->work);
  free(f->pivot);
  free(f->copy);
  *f = (hol_factor){0};
}

/** Largest magnitude of each scaled row into top[n]. */
static void row_maxima(const hol_factor *f, double *top)
{
  size_t n = f->n;
  memset(top, 0, n * sizeof *top);
  for (size_t j = 0; j < n; j++) {
    const double *column = f->a + j * n;
    for (size_t i = j; i < n; i++) {
      double value = fabs(column[i]) * f->scale[i] * f->scale[j];
      top[i] = value > top[i] ? value : top[i];
      top[j] = value > top[j] ? value : top[j];
    }
  }
}

/** D S D. */
static void scale_matrix(hol_factor *f)
{
  size_t n = f->n;
  for (size_t j = 0; j < n; j++) {
    for (size_t i = j; i < n; i++) {
      f->a[i + j * n] *= f->scale[i] * f->scale[j];
    }
  }
}

/** Bring the rows nearer to order one. @param[out] is_done  they are as near as they come */
static hol_status scale_rows(hol_factor *f, bool *is_done)
{
  row_maxima(f, f->work);
  *is_done = true;
  for (size_t i = 0; i < f->n; i++) {
    if (!isfinite(f->work[i])) {
      return HOL_NUMERICAL;
    }
    int half = f->work[i] > 0 ? ilogb(f->work[i]) / 2 : 0;
    if (half) {
      f->scale[i] = ldexp(f->scale[i], -half);
      *is_done = false;
    }
  }
  return HOL_OK;
}

/** Symmetric equilibration in powers of two: exact, so the inertia and the rounding of S itself are untouched. */
static hol_status equilibrate(hol_factor *f)
{
  bool is_done = false;
  for (size_t i = 0; i < f->n; i++) {
    f->scale[i] = 1.0;
  }
  for (int sweep = 0; sweep < 3 && !is_done; sweep++) {
    HOL_TRY(scale_rows(f, &is_done));
  }
  scale_matrix(f);
  return HOL_OK;
}

/** Signs of the pivots: 1×1 by themselves, 2×2 blocks by determinant and trace. */
static void count_signs(hol_factor *f)
{
  size_t n = f->n;
  f->negative = 0;
  for (size_t k = 0; k < n; k++) {
    double d = f->a[k + k * n];
    if (f->pivot[k] > 0 || k + 1 == n) {
      f->negative += d < 0;
      continue;
    }
    double e = f->a[k + 1 + k * n], g = f->a[(k + 1) * (n + 1)];
    if (fabs(d) * fabs(g) < e * e || (d < 0) != (g < 0)) {
      f->negative += 1;
    } else {
      f->negative += d < 0 ? 2 : 0;
    }
    k++;
  }
}

/** Rows are of order one: what is smaller is rounding of rounding, or left of entries that are small themselves. */
static const double no_pivot = DBL_EPSILON * DBL_EPSILON;

/** Is there a pivot that is next to nothing, but not nothing? */
static bool has_tiny_pivot(const hol_factor *f)
{
  bool is_tiny = false;
  for (size_t k = 0; k < f->n && !is_tiny; k++) {
    double size = fabs(f->a[k * (f->n + 1)]);
    if (f->pivot[k] < 0 && k + 1 < f->n) {
      size = fmax(size, fmax(fabs(f->a[k + 1 + k * f->n]), fabs(f->a[(k + 1) * (f->n + 1)])));
      k++;
    }
    is_tiny = size > 0 && size < no_pivot;
  }
  return is_tiny;
}

static hol_status factorise(hol_factor *f)
{
  int n = (int)f->n;
  int info = LAPACKE_dsytrf_rook_work(LAPACK_COL_MAJOR, 'L', n, f->a, n, f->pivot, f->work, n * BLOCK);
  return info < 0 ? HOL_NUMERICAL : HOL_OK;
}

/** Factorise what was copied once more, scaled by the largest term of its determinant: then a pivot is as small as that
 *  by rounding only. Where every term is zero, so are pivots whatever the scale. */
static hol_status factorise_matched(hol_factor *f)
{
  size_t n = f->n;
  int *power = hol_alloc(n, sizeof *power);
  bool exists = false;
  hol_status status = power ? hol_matching_powers(n, f->copy, power, &exists) : HOL_MEMORY;
  if (status == HOL_OK && exists) {
    memcpy(f->a, f->copy, n * n * sizeof *f->a);
    for (size_t i = 0; i < n; i++) {
      f->scale[i] = ldexp(1.0, power[i]);
    }
    scale_matrix(f);
    status = factorise(f);
  }
  free(power);
  return status;
}

hol_status hol_factor_compute(hol_factor *f)
{
  f->negative = 0;
  if (f->n == 0) {
    return HOL_OK;
  }
  if (f->n <= MATCHED_MOST) {
    memcpy(f->copy, f->a, f->n * f->n * sizeof *f->a);
  }
  HOL_TRY(equilibrate(f));
  HOL_TRY(factorise(f));
  if (f->n <= MATCHED_MOST && has_tiny_pivot(f)) {
    HOL_TRY(factorise_matched(f));
  }
  count_signs(f);
  return HOL_OK;
}

/** A pivot that is zero would divide by it: give it the size of rounding instead. */
static void mend_zero_pivots(const hol_factor *f)
{
  for (size_t k = 0; k < f->n; k++) {
    if (f->pivot[k] > 0 && fabs(f->a[k * (f->n + 1)]) < no_pivot) {
      f->a[k * (f->n + 1)] = DBL_EPSILON;
    }
  }
}

hol_status hol_factor_solve(const hol_factor *f, double *x, size_t columns)
{
  int n = (int)f->n;
  if (n == 0 || columns == 0) {
    return HOL_OK;
  }
  mend_zero_pivots(f);
  for (size_t c = 0; c < columns; c++) {
    for (size_t i = 0; i < f->n; i++) {
      x[i + c * f->n] *= f->scale[i];
    }
  }
  int info = 0;
  if (f->n > ROOK_MOST) {
    info = LAPACKE_dsytrs_rook_work(LAPACK_COL_MAJOR, 'L', n, (int)columns, f->a, n, f->pivot, x, n);
  } else {
    for (size_t c = 0; c < columns; c++) {
      hol_rook_solve(f->n, f->a, f->pivot, x + c * f->n);
    }
  }
  for (size_t c = 0; c < columns; c++) {
    for (size_t i = 0; i < f->n; i++) {
      x[i + c * f->n] *= f->scale[i];
    }
  }
  return info ? HOL_NUMERICAL : HOL_OK;
}

hol_status hol_dense_eigen(size_t n, double *a, double *eigenvalue)
{
  if (n == 0) {
    return HOL_OK;
  }
  if (n == 1) { /* LAPACK asks for memory first */
    eigenvalue[0] = a[0];
    a[0] = 1;
    return isnan(eigenvalue[0]) ? HOL_NUMERICAL : HOL_OK; /* as LAPACKE has it */
  }
  int info = LAPACKE_dsyev(LAPACK_COL_MAJOR, 'V', 'L', (int)n, a, (int)n, eigenvalue);
  return info == 0 ? HOL_OK : info == LAPACK_WORK_MEMORY_ERROR ? HOL_MEMORY : HOL_NUMERICAL;
}

hol_status hol_dense_eigenvalues(size_t n, double *a, double *re, double *im)
{
  for (size_t i = 0; i < n * n; i++) {
    if (!isfinite(a[i])) {
      return HOL_NUMERICAL;
    }
  }
  int info = n ? LAPACKE_dgeev(LAPACK_COL_MAJOR, 'N', 'N', (int)n, a, (int)n, re, im, NULL, 1, NULL, 1) : 0;
  return info == 0 ? HOL_OK : info == LAPACK_WORK_MEMORY_ERROR ? HOL_MEMORY : HOL_NUMERICAL;
}

hol_status hol_dense_svd(size_t m, size_t n, double *a, double *singular, double *v)
{
  size_t least = m < n ? m : n;
  double *super = hol_alloc(least + 1, sizeof *super), *vt = hol_alloc(n * n, sizeof *vt);
  hol_status status = super && vt ? HOL_OK : HOL_MEMORY;
  if (status == HOL_OK && m && n) {
    int info =
        LAPACKE_dgesvd(LAPACK_COL_MAJOR, 'N', 'A', (int)m, (int)n, a, (int)m, singular, NULL, 1, vt, (int)n, super);
    status = info == 0 ? HOL_OK : info == LAPACK_WORK_MEMORY_ERROR ? HOL_MEMORY : HOL_NUMERICAL;
  }
  for (size_t i = 0; status == HOL_OK && i < n; i++) {
    for (size_t j = 0; j < n; j++) {
      v[j + i * n] = m ? vt[i + j * n] : (double)(i == j);
    }
  }
  free(super);
  free(vt);
  return status;
}

hol_status hol_dense_cholesky(size_t n, double *a)
{
  int info = n ? LAPACKE_dpotrf(LAPACK_COL_MAJOR, 'L', (int)n, a, (int)n) : 0;
  return info == 0 ? HOL_OK : HOL_NUMERICAL;
}

/** LAPACK's dgejsv wants at least as many rows as columns. @param[in,out] a  [rows * n], destroyed */
static hol_status svd_tall(size_t rows, size_t n, double *a, double *singular, double *v)
{
  double told[7] = {0}, left = 0;
  lapack_int ranks[3] = {0};
  int info = LAPACKE_dgejsv(LAPACK_COL_MAJOR, 'F', 'N', 'V', 'R', 'N', 'N', (int)rows, (int)n, a, (int)rows, singular,
                            &left, (int)rows, v, (int)n, told, ranks);
  for (size_t k = 0; k < n && info == 0; k++) {
    singular[k] *= told[0] / told[1]; /* not one only beyond the range of numbers */
  }
  return info == 0 ? HOL_OK : info == LAPACK_WORK_MEMORY_ERROR ? HOL_MEMORY : HOL_NUMERICAL;
}

hol_status hol_dense_svd_graded(size_t m, size_t n, const double *a, double *singular, double *v)
{
  size_t rows = m > n ? m : n;
  double *padded = hol_alloc(rows * n, sizeof *padded);
  for (size_t j = 0; j < n && padded; j++) {
    memcpy(padded + j * rows, a + j * m, m * sizeof *a);
  }
  hol_status status = !padded ? HOL_MEMORY : n ? svd_tall(rows, n, padded, singular, v) : HOL_OK;
  free(padded);
  return status;
}

/** With at least as many rows as columns. */
static hol_status orthogonalise_tall(size_t rows, size_t n, size_t k, double *b, double *v, double *singular)
{
  double told[6] = {0};
  int info = LAPACKE_dgesvj(LAPACK_COL_MAJOR, 'G', 'U', 'A', (int)rows, (int)k, b, (int)rows, singular, (int)n, v,
                            (int)n, told);
  for (size_t i = 0; i < k && info == 0; i++) {
    singular[i] *= told[0]; /* not one only beyond the range of numbers */
  }
  return info == 0 ? HOL_OK : info == LAPACK_WORK_MEMORY_ERROR ? HOL_MEMORY : HOL_NUMERICAL;
}

hol_status hol_dense_orthogonalise(size_t rows, size_t n, size_t k, double *b, double *v, double *singular)
{
  if (k == 0 || rows >= k) {
    return k ? orthogonalise_tall(rows, n, k, b, v, singular) : HOL_OK;
  }
  double *padded = hol_alloc(k * k, sizeof *padded);
  for (size_t j = 0; j < k && padded; j++) {
    memcpy(padded + j * k, b + j * rows, rows * sizeof *b);
  }
  hol_status status = padded ? orthogonalise_tall(k, n, k, padded, v, singular) : HOL_MEMORY;
  free(padded);
  return status;
}

hol_status hol_dense_cholesky_solve(size_t n, double *a, double *x, size_t columns)
{
  HOL_TRY(hol_dense_cholesky(n, a));
  int info = n && columns ? LAPACKE_dpotrs(LAPACK_COL_MAJOR, 'L', (int)n, (int)columns, a, (int)n, x, (int)n) : 0;
  return info == 0 ? HOL_OK : HOL_NUMERICAL;
}

/** Powers of two by which rows and columns of A come to order one. @param[out] scale  [n] */
static void find_complex_scale(size_t n, const double complex *a, double *scale)
{
  enum { PASSES = 6 };
  for (size_t i = 0; i < n; i++) {
    scale[i] = 1;
  }
  for (int pass = 0; pass < PASSES; pass++) {
    for (size_t i = 0; i < n; i++) { /* the newest ones at once */
      double top = 0;
      for (size_t j = 0; j < n; j++) {
        top = fmax(top, cabs(a[i + j * n]) * scale[i] * scale[j]);
      }
      scale[i] = top > 0 && isfinite(top) ? ldexp(scale[i], (int)-lround(log2(top) / 2)) : scale[i];
    }
  }
}

static hol_status solve_scaled(size_t n, double complex *a, double complex *x, size_t columns, const double *scale,
                               int *pivot)
{
  for (size_t k = 0; k < n * n; k++) {
    a[k] *= scale[k % n] * scale[k / n];
  }
  for (size_t k = 0; k < n * columns; k++) {
    x[k] *= scale[k % n];
  }
  int info = LAPACKE_zgesv(LAPACK_COL_MAJOR, (int)n, (int)columns, a, (int)n, pivot, x, (int)n);
  for (size_t k = 0; k < n * columns; k++) {
    x[k] *= scale[k % n];
  }
  return info == 0 ? HOL_OK : HOL_NUMERICAL;
}

hol_status hol_dense_complex_solve(size_t n, double complex *a, double complex *x, size_t columns)
{
  if (n == 0 || columns == 0) {
    return HOL_OK;
  }
  double *scale = hol_alloc(n, sizeof *scale);
  int *pivot = hol_alloc(n, sizeof *pivot);
  hol_status status = scale && pivot ? HOL_OK : HOL_MEMORY;
  if (status == HOL_OK) {
    find_complex_scale(n, a, scale);
    status = solve_scaled(n, a, x, columns, scale, pivot);
  }
  free(scale);
  free(pivot);
  return status;
}

void hol_dense_forward(size_t n, const double *l, double *x, size_t columns)
{
  if (n && columns) {
    LAPACKE_dtrtrs_work(LAPACK_COL_MAJOR, 'L', 'N', 'N', (int)n, (int)columns, l, (int)n, x, (int)n);
  }
}

void hol_dense_backward(size_t n, const double *l, double *x, size_t columns)
{
  if (n && columns) {
    LAPACKE_dtrtrs_work(LAPACK_COL_MAJOR, 'L', 'T', 'N', (int)n, (int)columns, l, (int)n, x, (int)n);
  }
}

hol_status hol_dense_eigen_all(size_t n, double *a, double *eigenvalue)
{
  if (n == 0) {
    return HOL_OK;
  }
  int info = LAPACKE_dsyevd(LAPACK_COL_MAJOR, 'V', 'L', (int)n, a, (int)n, eigenvalue);
  return info == 0 ? HOL_OK : info == LAPACK_WORK_MEMORY_ERROR ? HOL_MEMORY : HOL_NUMERICAL;
}

hol_status hol_dense_independent(size_t n, double *a, double tolerance, size_t *order, size_t *rank)
{
  lapack_int *pivot = hol_alloc(n, sizeof *pivot), found = 0;
  if (!pivot) {
    return HOL_MEMORY;
  }
  int info = n ? LAPACKE_dpstrf(LAPACK_COL_MAJOR, 'L', (int)n, a, (int)n, pivot, &found, tolerance) : 0;
  for (size_t i = 0; i < n && info >= 0; i++) {
    order[i] = (size_t)pivot[i] - 1;
  }
  free(pivot);
  *rank = info == 0 ? n : (size_t)found;
  return info >= 0 ? HOL_OK : info == LAPACK_WORK_MEMORY_ERROR ? HOL_MEMORY : HOL_NUMERICAL;
}

hol_status hol_dense_triangle(size_t rows, size_t n, double *a, double *r)
{
  if (n == 0) {
    return HOL_OK;
  }
  if (rows > INT_MAX || n > INT_MAX) {
    return HOL_MEMORY;
  }
  double *tau = hol_alloc(n, sizeof *tau);
  int info = tau ? LAPACKE_dgeqrf(LAPACK_COL_MAJOR, (int)rows, (int)n, a, (int)rows, tau) : LAPACK_WORK_MEMORY_ERROR;
  for (size_t j = 0; j < n && info == 0; j++) {
    for (size_t i = 0; i < n; i++) {
      r[i + j * n] = i <= j ? a[i + j * rows] : 0;
    }
  }
  free(tau);
  return info == 0 ? HOL_OK : info == LAPACK_WORK_MEMORY_ERROR ? HOL_MEMORY : HOL_NUMERICAL;
}

static void add_multiple(size_t n, double factor, const double *restrict x, double *restrict y)
{
  for (size_t i = 0; i < n; i++) {
    y[i] += factor * x[i];
  }
}

void hol_dense_divide_right(size_t rows, size_t n, const double *r, double *x)
{
  for (size_t j = 0; j < n; j++) {
    double *column = x + j * rows;
    for (size_t i = 0; i < j; i++) {
      if (r[i + j * n] != 0) {
        add_multiple(rows, -r[i + j * n], x + i * rows, column);
      }
    }
    for (size_t i = 0; i < rows; i++) {
      column[i] /= r[j * (n + 1)];
    }
  }
}

void hol_dense_backsolve(size_t n, const double *r, double *x)
{
  for (size_t j = n; j-- > 0;) {
    x[j] /= r[j * (n + 1)];
    add_multiple(j, -x[j], r + j * n, x);
  }
}

/** Four sums at once: the compiler may not reorder a single one. */
static double inner_product(size_t n, const double *a, const double *b)
{
  double sum[4] = {0};
  size_t i = 0;
  for (; i + 4 <= n; i += 4) {
    for (size_t k = 0; k < 4; k++) {
      sum[k] += a[i + k] * b[i + k];
    }
  }
  for (; i < n; i++) {
    sum[0] += a[i] * b[i];
  }
  return (sum[0] + sum[1]) + (sum[2] + sum[3]);
}

void hol_dense_gram(size_t rows, size_t n, const double *a, double *c)
{
  for (size_t j = 0; j < n; j++) {
    for (size_t i = j; i < n; i++) {
      c[i + j * n] = c[j + i * n] = inner_product(rows, a + i * rows, a + j * rows);
    }
  }
}

/** new ← old z for some rows, side by side. */
static void rotate_rows(size_t k, const double *old, const double *z, double *new)
{
  if (k >= HOL_DENSE_LARGE) {
    hol_dense_multiply(HOL_DENSE_ROWS, k, k, 1, (hol_block){old, HOL_DENSE_ROWS, false}, (hol_block){z, k, false}, 0,
                       new, HOL_DENSE_ROWS);
    return;
  }
  memset(new, 0, HOL_DENSE_ROWS * k * sizeof *new);
  for (size_t j = 0; j < k; j++) {
    for (size_t l = 0; l < k; l++) {
      double factor = z[l + j * k];
      for (size_t i = 0; i < HOL_DENSE_ROWS; i++) {
        new[i + j * HOL_DENSE_ROWS] += old[i + l * HOL_DENSE_ROWS] * factor;
      }
    }
  }
}

void hol_dense_rotate(size_t n, size_t k, double *x, const double *z, double *scratch)
{
  double *old = scratch, *new = scratch + HOL_DENSE_ROWS *k;
  memset(old, 0, HOL_DENSE_ROWS * k * sizeof *old);
  for (size_t first = 0; first < n; first += HOL_DENSE_ROWS) {
    size_t rows = n - first < HOL_DENSE_ROWS ? n - first : HOL_DENSE_ROWS;
    for (size_t l = 0; l < k; l++) {
      memcpy(old + l * HOL_DENSE_ROWS, x + first + l * n, rows * sizeof *old);
    }
    rotate_rows(k, old, z, new);
    for (size_t j = 0; j < k; j++) {
      memcpy(x + first + j * n, new + j *HOL_DENSE_ROWS, rows * sizeof *new);
    }
  }
}

void hol_dense_product(size_t rows, size_t inner, size_t columns, const double *a, const double *b, double *c)
{
  for (size_t j = 0; j < columns; j++) {
    double *column = c + j * rows;
    memset(column, 0, rows * sizeof *column);
    for (size_t k = 0; k < inner; k++) {
      add_multiple(rows, b[k + j * inner], a + k * rows, column);
    }
  }
}

void hol_dense_multiply(size_t rows, size_t inner, size_t columns, double factor, hol_block a, hol_block b, double keep,
                        double *c, size_t stride)
{
  if (rows && columns) {
    cblas_dgemm(CblasColMajor, a.transposed ? CblasTrans : CblasNoTrans, b.transposed ? CblasTrans : CblasNoTrans,
                (int)rows, (int)columns, (int)inner, factor, a.a, (int)a.stride, b.a, (int)b.stride, keep, c,
                (int)stride);
  }
}

/** Rows of a tall matrix of k columns that a cache holds. */
static size_t rows_at_once(size_t k)
{
  enum { HELD = 48 * 1024, LEAST = 64 };
  return k * LEAST < HELD ? HELD / (k ? k : 1) : LEAST;
}

void hol_dense_tall_project(size_t n, size_t k, size_t columns, const double *a, const double *x, size_t stride,
                            double *c)
{
  for (size_t first = 0, rows = rows_at_once(k); first < n && k; first += rows) {
    size_t some = first + rows < n ? rows : n - first;
    for (size_t j = 0; j < columns; j++) {
      cblas_dgemv(CblasColMajor, CblasTrans, (int)some, (int)k, 1, a + first, (int)n, x + first + j * stride, 1, 1,
                  c + j * k, 1);
    }
  }
}

void hol_dense_tall_subtract(size_t n, size_t k, size_t columns, const double *a, const double *c, double *x,
                             size_t stride)
{
  for (size_t first = 0, rows = rows_at_once(k); first < n && k; first += rows) {
    size_t some = first + rows < n ? rows : n - first;
    for (size_t j = 0; j < columns; j++) {
      cblas_dgemv(CblasColMajor, CblasNoTrans, (int)some, (int)k, -1, a + first, (int)n, c + j * k, 1, 1,
                  x + first + j * stride, 1);
    }
  }
}

/** Rows and columns whose products are taken in single precision together. */
enum { ROWS_SINGLE = 512, COLUMNS_SINGLE = 128 };

/** A part of a tall matrix. {0}: before the first one. */
typedef struct tile {
  size_t row, rows, column, columns;
} tile;

/** @return false: there is none left */
static bool next_tile(size_t n, size_t k, tile *t)
{
  bool is_first = t->rows == 0, is_across = t->column + t->columns >= k;
  t->row += is_across ? t->rows : 0;
  t->column = is_first || is_across ? 0 : t->column + t->columns;
  t->rows = t->row + ROWS_SINGLE < n ? ROWS_SINGLE : n - t->row;
  t->columns = t->column + COLUMNS_SINGLE < k ? COLUMNS_SINGLE : k - t->column;
  return t->row < n && k > 0;
}

static void to_single(size_t n, const double *x, float *y)
{
  for (size_t i = 0; i < n; i++) {
    y[i] = (float)x[i];
  }
}

static void add_single(size_t n, const float *x, double *y)
{
  for (size_t i = 0; i < n; i++) {
    y[i] += (double)x[i];
  }
}

void hol_dense_tall_project_single(size_t n, size_t k, size_t columns, const float *a, const double *x, size_t stride,
                                   double *c)
{
  float of[ROWS_SINGLE], sum[COLUMNS_SINGLE];
  for (tile t = {0}; next_tile(n, k, &t);) {
    for (size_t j = 0; j < columns; j++) {
      to_single(t.rows, x + t.row + j * stride, of);
      cblas_sgemv(CblasColMajor, CblasTrans, (int)t.rows, (int)t.columns, 1, a + t.row + t.column * n, (int)n, of, 1, 0,
                  sum, 1);
      add_single(t.columns, sum, c + t.column + j * k);
    }
  }
}

void hol_dense_tall_subtract_single(size_t n, size_t k, size_t columns, const float *a, const double *c, double *x,
                                    size_t stride)
{
  float of[COLUMNS_SINGLE], sum[ROWS_SINGLE];
  for (tile t = {0}; next_tile(n, k, &t);) {
    for (size_t j = 0; j < columns; j++) {
      to_single(t.columns, c + t.column + j * k, of);
      cblas_sgemv(CblasColMajor, CblasNoTrans, (int)t.rows, (int)t.columns, -1, a + t.row + t.column * n, (int)n, of, 1,
                  0, sum, 1);
      add_single(t.rows, sum, x + t.row + j * stride);
    }
  }
}

void hol_dense_add_symmetric(size_t n, double factor, const double *a, const double *x, double *y)
{
  if (n > 0 && factor != 0) {
    cblas_dsymv(CblasColMajor, CblasLower, (int)n, factor, a, (int)n, x, 1, 1.0, y, 1);
  }
}

void hol_dense_add_packed(size_t n, double factor, const double *a, const double *x, double *y)
{
  cblas_dspmv(CblasColMajor, CblasLower, (int)n, factor, a, x, 1, 1.0, y, 1);
}

void hol_dense_triangle_solve(size_t n, hol_block l, double *x, size_t columns)
{
  if (n && columns) {
    cblas_dtrsm(CblasColMajor, CblasLeft, CblasLower, l.transposed ? CblasTrans : CblasNoTrans, CblasNonUnit, (int)n,
                (int)columns, 1, l.a, (int)l.stride, x, (int)n);
  }
}

void hol_dense_product_transposed(size_t rows, size_t n, size_t columns, const double *a, const double *b, double *c)
{
  for (size_t j = 0; j < columns; j++) {
    for (size_t i = 0; i < n; i++) {
      c[i + j * n] = inner_product(rows, a + i * rows, b + j * rows);
    }
  }
}

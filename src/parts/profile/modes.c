#include "parts/profile/modes.h"
#include "base/dense.h"
#include "base/lanczos.h"
#include "base/memory.h"
#include "base/vector.h"

#include <float.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

void hol_singular_clear(hol_singular *singular)
{
  free(singular->sigma);
  free(singular->v);
  *singular = (hol_singular){0};
}

static void rotate(size_t n, double c, double s, double *a, double *b)
{
  for (size_t i = 0; i < n; i++) {
    double x = c * a[i] - s * b[i];
    b[i] = s * a[i] + c * b[i];
    a[i] = x;
  }
}

static void swap(size_t n, double *a, double *b)
{
  for (size_t i = 0; i < n; i++) {
    double x = a[i];
    a[i] = b[i];
    b[i] = x;
  }
}

/** One sweep over all pairs of which one is among the first `first`. @return the number of rotations */
static size_t sweep(size_t rows, size_t n, size_t first, size_t k, double *B, double *V, double *square, double nothing)
{
  double orthogonal = DBL_EPSILON * sqrt((double)rows);
  size_t rotations = 0;
  for (size_t i = 0; i < first; i++) {
    for (size_t j = i + 1; j < k; j++) {
      double *a = B + i * rows, *b = B + j * rows, product = hol_dot(rows, a, b);
      if (square[j] <= nothing || fabs(product) <= orthogonal * sqrt(square[i] * square[j])) {
        continue;
      }
      double zeta = (square[j] - square[i]) / (2 * product);
      double t = copysign(1 / (fabs(zeta) + sqrt(1 + zeta * zeta)), zeta), c = 1 / sqrt(1 + t * t);
      rotate(rows, c, c * t, a, b);
      rotate(n, c, c * t, V + i * n, V + j * n);
      square[i] = hol_dot(rows, a, a);
      square[j] = hol_dot(rows, b, b);
      rotations++;
    }
  }
  return rotations;
}

static void sort_values(size_t rows, size_t n, size_t k, double *B, double *V, double *square)
{
  for (size_t i = 0; i < k; i++) {
    size_t best = i;
    for (size_t j = i + 1; j < k; j++) {
      best = square[j] > square[best] ? j : best;
    }
    if (best != i) {
      swap(rows, B + i * rows, B + best * rows);
      swap(n, V + i * n, V + best * n);
      swap(1, square + i, square + best);
    }
  }
}

void hol_jacobi(size_t rows, size_t n, size_t k, double *B, double *V, double *sigma)
{
  enum { SWEEPS = 30 };
  double *square = sigma;
  for (size_t i = 0; i < k; i++) {
    square[i] = hol_dot(rows, B + i * rows, B + i * rows);
  }
  for (int s = 0; s < SWEEPS; s++) {
    sort_values(rows, n, k, B, V, square);
    double nothing = k ? square[0] * DBL_EPSILON * DBL_EPSILON * (double)rows : 0;
    if (sweep(rows, n, k, k, B, V, square, nothing) == 0) {
      break;
    }
  }
  sort_values(rows, n, k, B, V, square);
  for (size_t i = 0; i < k; i++) {
    sigma[i] = sqrt(square[i]);
  }
}

/* ---- all of them --------------------------------------------------------------------------------------------------
 */

/** C = AᵀA, lower. */
static void gram(size_t rows, size_t n, const double *A, double *C)
{
  for (size_t j = 0; j < n; j++) {
    hol_dots(rows, A + j * rows, n - j, A + j * rows, C + j + j * n);
  }
}

/** B = G V, column by column. */
static void images(hol_space *space, size_t k, const double *V, double *B)
{
  for (size_t j = 0; j < k; j++) {
    hol_space_apply(space, V + j * space->n, B + j * space->rows);
  }
}

/** V = eigenvectors of GᵀG, falling: right to rounding relative to the largest, hence a start for the rotations. */
static hol_status gram_vectors(hol_space *space, double *V, double *value, double *A)
{
  size_t n = space->n;
  memset(V, 0, n * n * sizeof *V);
  for (size_t j = 0; j < n; j++) {
    V[j * (n + 1)] = 1;
  }
  images(space, n, V, A);
  gram(space->rows, n, A, V);
  HOL_TRY(hol_dense_eigen(n, V, value));
  for (size_t j = 0; j < n / 2; j++) {
    swap(n, V + j * n, V + (n - 1 - j) * n);
  }
  return HOL_OK;
}

/** What is right to rounding relative to the largest is nothing where the next ones are far smaller: a motion that is hardly
 *  resisted, beside those of the stiff rest. @return how many of the first k, from `start` on, stand before a gap; 0: there is none */
static size_t before_gap(size_t start, size_t k, const double *square)
{
  static const double wide = 1e3, least = 4e-16; /* beyond is rounding, or what has no mass */
  for (size_t i = start; i + 1 < k && square[i + 1] > least * square[0]; i++) {
    if (square[i] > wide * square[i + 1]) {
      return i + 1;
    }
  }
  return 0;
}

/** V and B of the columns from `start` on, turned to the eigenvectors of BᵀB of these alone. */
static hol_status turn_rest(size_t rows, size_t n, size_t start, double *B, double *V, double *square)
{
  size_t rest = n - start, most = rows > n ? rows : n;
  double *Q = hol_alloc(rest * rest, sizeof *Q), *value = hol_alloc(rest, sizeof *value),
         *turned = hol_alloc(most * rest, sizeof *turned);
  hol_status status = Q && value && turned ? HOL_OK : HOL_MEMORY;
  if (status == HOL_OK) {
    gram(rows, rest, B + start * rows, Q);
    status = hol_dense_eigen(rest, Q, value);
  }
  if (status == HOL_OK) {
    hol_dense_product(rows, rest, rest, B + start * rows, Q, turned);
    memcpy(B + start * rows, turned, rows * rest * sizeof *B);
    hol_dense_product(n, rest, rest, V + start * n, Q, turned);
    memcpy(V + start * n, turned, n * rest * sizeof *V);
    for (size_t j = start; j < n; j++) {
      square[j] = hol_dot(rows, B + j * rows, B + j * rows);
    }
    sort_values(rows, n, rest, B + start * rows, V + start * n, square + start);
  }
  free(Q);
  free(value);
  free(turned);
  return status;
}

/** Where there are gaps among the first k: what stands before one is taken out of all the rest, which is then diagonalised by itself,
 *  right to rounding relative to its own largest. */
static hol_status pass_gaps(hol_space *space, size_t k, double *B, double *V, double *square, double *unit)
{
  enum { SWEEPS = 10 };
  size_t n = space->n, rows = space->rows;
  for (size_t j = 0; j < n; j++) {
    square[j] = hol_dot(rows, B + j * rows, B + j * rows);
  }
  sort_values(rows, n, n, B, V, square);
  *unit = sqrt(square[0]);
  for (size_t start = 0, end = 0; (end = before_gap(start, k, square)) > 0; start = end) {
    double nothing = square[0] * DBL_EPSILON * DBL_EPSILON * (double)rows;
    size_t left = 1;
    for (int s = 0; s < SWEEPS && left > 0; s++) {
      left = sweep(rows, n, end, n, B, V, square, nothing);
    }
    HOL_TRY(hol_goes_on(space->profile.patience) ? HOL_OK : HOL_INCOMPLETE);
    HOL_TRY(turn_rest(rows, n, end, B, V, square));
    *unit = sqrt(square[end]);
  }
  return HOL_OK;
}

hol_status hol_singular_dense(hol_space *space, size_t accurate, hol_singular *singular)
{
  size_t n = space->n, k = accurate < n ? accurate : n;
  double *A = hol_alloc(space->rows * n, sizeof *A);
  singular->v = hol_alloc(n * n, sizeof *singular->v);
  singular->sigma = hol_alloc(n, sizeof *singular->sigma);
  hol_status status = A && singular->v && singular->sigma ? HOL_OK : HOL_MEMORY;
  status = status == HOL_OK ? gram_vectors(space, singular->v, singular->sigma, A) : status;
  status = status == HOL_OK && !hol_goes_on(space->profile.patience) ? HOL_INCOMPLETE : status;
  if (status == HOL_OK) {
    images(space, n, singular->v, A);
    status = pass_gaps(space, k / 2, A, /* among modes asked for: beyond is what moves locally */ singular->v,
                       singular->sigma, &singular->unit);
  }
  if (status == HOL_OK) {
    hol_jacobi(space->rows, n, k, A, singular->v, singular->sigma);
    for (size_t j = k; j < n; j++) {
      singular->sigma[j] = sqrt(hol_dot(space->rows, A + j * space->rows, A + j * space->rows));
    }
    sort_values(0, n, n, A, singular->v, singular->sigma);
    singular->count = n;
    singular->has_all = true;
  }
  free(A);
  return status;
}

/* ---- the leading ones ----------------------------------------------------------------------------------------------
 */

/** What Lanczos works on: GᵀG. */
typedef struct squared {
  hol_space *space;
  double *image; /**< [rows] scratch */
} squared;

static hol_status apply_squared(void *context, const double *x, double *y)
{
  const squared *s = context;
  hol_space_apply(s->space, x, s->image);
  hol_space_transpose(s->space, s->image, y);
  return HOL_OK;
}

hol_status hol_singular_leading(hol_space *space, size_t count, hol_singular *singular)
{
  size_t n = space->n;
  if (count + 1 >= n) {
    return HOL_NUMERICAL;
  }
  squared s = {.space = space, .image = hol_alloc(space->rows * count, sizeof *s.image)};
  singular->v = hol_alloc(n * count, sizeof *singular->v);
  singular->sigma = hol_alloc(count, sizeof *singular->sigma);
  hol_lanczos lanczos = {.n = n,
                         .wanted = count,
                         .basis = 2 * count + 20 < n ? 2 * count + 20 : n,
                         .restarts = 3000,
                         .apply = apply_squared,
                         .context = &s,
                         .patience = space->profile.patience};
  hol_status status = s.image && singular->v && singular->sigma ? hol_lanczos_run(&lanczos, singular->v) : HOL_MEMORY;
  if (status == HOL_OK) {
    images(space, count, singular->v, s.image);
    hol_jacobi(space->rows, n, count, s.image, singular->v, singular->sigma);
    singular->count = count;
    singular->unit = singular->sigma[0];
  }
  free(s.image);
  return status;
}

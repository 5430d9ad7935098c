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

/** One sweep over all pairs. @return the number of rotations */
static size_t sweep(size_t rows, size_t n, size_t k, double *B, double *V, double *square, double nothing)
{
  double orthogonal = DBL_EPSILON * sqrt((double)rows);
  size_t rotations = 0;
  for (size_t i = 0; i < k; i++) {
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
    if (sweep(rows, n, k, B, V, square, nothing) == 0) {
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
  }
  free(s.image);
  return status;
}

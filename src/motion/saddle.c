/* SPDX-License-Identifier: BSD-3-Clause */
/* Workspace of the dense saddle system, and the checks of a start that need eigenvectors. */
#include "motion/saddle.h"

#include "base/dense.h"
#include "base/memory.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/** LAPACK's blocks of columns, at most. */
enum { BLOCK = 64 };
/** Eigenvalues of M with diagonal 1 up to this are rounding of its entries: no mass. */
static const double massless = 1e-12;
/** Rows of length 1 that act on a motion by no more than this do not determine it. */
static const double dependent = 1e-9;

hol_status hol_saddle_make(size_t n, size_t rows, hol_saddle *s)
{
  size_t all = n + rows;
  s->n = n;
  s->most = rows;
  s->space = (all + 2) * (BLOCK + 4);
  const struct {
    double **array;
    size_t count;
  } array[] = {{&s->unit, n},           {&s->length, rows},       {&s->combination, rows * rows},
               {&s->metric, n * n},     {&s->triangle, rows * n}, {&s->reflector, all},
               {&s->sine, rows},        {&s->weight, rows},       {&s->system, all * all},
               {&s->factor, all * all}, {&s->vector, 4 * all},    {&s->scratch, s->space}};
  bool ok = true;
  for (size_t i = 0; i < sizeof array / sizeof *array; i++) {
    *array[i].array = hol_alloc(array[i].count, sizeof(double));
    ok = ok && *array[i].array;
  }
  s->chosen = hol_alloc(rows, sizeof *s->chosen);
  s->falling = hol_alloc(rows, sizeof *s->falling);
  s->is_unique = hol_alloc(rows, sizeof *s->is_unique);
  s->pivot = hol_alloc(all, sizeof *s->pivot);
  return ok && s->chosen && s->falling && s->is_unique && s->pivot ? HOL_OK : HOL_MEMORY;
}

void hol_saddle_clear(hol_saddle *s)
{
  void *const owned[] = {s->unit,      s->length, s->combination, s->metric, s->triangle, s->reflector,
                         s->weight,    s->system, s->factor,      s->vector, s->scratch,  s->chosen,
                         s->is_unique, s->pivot,  s->sine,        s->falling};
  for (size_t i = 0; i < sizeof owned / sizeof *owned; i++) {
    free(owned[i]);
  }
  *s = (hol_saddle){0};
}

/* ---- checks of a start ------------------------------------------------------------------------------------------- */

/** Eigenvectors of M in units, rising. */
static hol_status decompose_mass(const hol_saddle *s, const double *mass, double *vector, double *eigenvalue)
{
  for (size_t i = 0; i < s->n; i++) {
    for (size_t j = 0; j < s->n; j++) {
      vector[i * s->n + j] = mass[i * s->n + j] * s->unit[i] * s->unit[j];
    }
  }
  return hol_dense_eigen_all(s->n, vector, eigenvalue);
}

hol_status hol_saddle_least_mass(const hol_saddle *s, const double *mass, double *least, double *vector)
{
  size_t n = s->n;
  double *matrix = hol_alloc(n * n, sizeof *matrix), *eigenvalue = hol_alloc(n, sizeof *eigenvalue);
  hol_status status = matrix && eigenvalue ? decompose_mass(s, mass, matrix, eigenvalue) : HOL_MEMORY;
  if (status == HOL_OK) {
    *least = eigenvalue[0];
    memcpy(vector, matrix, n * sizeof *vector);
  }
  free(matrix);
  free(eigenvalue);
  return status;
}

/** What the rows make of the motions without mass, [rows] of each, and the combinations of these that they do not
 *  determine, in place.
 *  @param[in] none  motions without mass, the first of `vector`; turn [none none] scratch */
static hol_status intersect(const hol_saddle *s, size_t rows, const double *row, size_t none, double *vector,
                            double *acted, double *singular, double *turn, size_t *count)
{
  size_t n = s->n, least = rows < none ? rows : none;
  for (size_t c = 0; c < none; c++) {
    for (size_t k = 0; k < rows; k++) {
      double sum = 0;
      for (size_t j = 0; j < n; j++) {
        sum += row[k * n + j] * s->unit[j] / s->length[k] * vector[c * n + j];
      }
      acted[c * rows + k] = sum;
    }
  }
  HOL_TRY(hol_dense_svd(rows, none, acted, singular, turn));
  size_t held = 0;
  while (held < least && singular[held] > dependent) {
    held++;
  }
  *count = none - held;
  double *all = acted; /* [n none], after the rows are done with */
  memcpy(all, vector, none * n * sizeof *all);
  for (size_t i = 0; i < *count; i++) {
    for (size_t j = 0; j < n; j++) {
      vector[i * n + j] = 0;
      for (size_t c = 0; c < none; c++) {
        vector[i * n + j] += turn[(held + i) * none + c] * all[c * n + j];
      }
    }
  }
  return HOL_OK;
}

hol_status hol_saddle_undetermined(const hol_saddle *s, size_t rows, const double *mass, const double *row,
                                   double *vector, size_t *count)
{
  size_t n = s->n, tall = rows > n ? rows : n, none = 0;
  double *eigenvalue = hol_alloc(n, sizeof *eigenvalue), *acted = hol_alloc(tall * n, sizeof *acted),
         *turn = hol_alloc(n * n, sizeof *turn);
  hol_status status = eigenvalue && acted && turn ? decompose_mass(s, mass, vector, eigenvalue) : HOL_MEMORY;
  *count = 0;
  while (status == HOL_OK && none < n && eigenvalue[none] <= massless) {
    none++;
  }
  if (status == HOL_OK && none > 0) {
    status = intersect(s, rows, row, none, vector, acted, eigenvalue, turn, count);
  }
  free(eigenvalue);
  free(acted);
  free(turn);
  return status;
}

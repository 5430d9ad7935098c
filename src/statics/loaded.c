/* SPDX-License-Identifier: BSD-3-Clause */
/* Buckling modes at a critical load factor, by inverse iteration with the change of S under the loads. */
#include "statics/loaded.h"

#include "base/vector.h"

#include <math.h>

const double hol_loaded_aside = 1e-6;

void hol_loaded_clear(hol_loaded *loaded)
{
  hol_statics_clear(&loaded->at);
  hol_prestressed_clear(&loaded->made);
}

/** y = (S(there) − S(here)) v. @param[in] scratch  [n] */
static void change_of(const hol_loaded *here, const hol_loaded *there, const double *v, double *y, double *scratch)
{
  hol_matrix_apply(&there->at.matrix, false, false, v, y);
  hol_matrix_apply(&here->at.matrix, false, false, v, scratch);
  for (size_t i = 0; i < here->at.matrix.n; i++) {
    y[i] -= scratch[i];
  }
}

/** Without what is along the vectors before, in the product of the change; then of size 1 by the scale of the unknowns.
 *  @param[in,out] V  [(k + 1) * n] @param[in,out] B  [(k + 1) * n] the change times each: that of the last is set */
static void make_independent(const hol_loaded *here, const hol_loaded *there, size_t k, double *V, double *B,
                             double *scratch)
{
  size_t n = here->at.matrix.n;
  double *v = V + k * n, largest = 0;
  for (size_t j = 0; j < k; j++) {
    double along = hol_dot(n, v, B + j * n) / hol_dot(n, V + j * n, B + j * n);
    for (size_t i = 0; i < n; i++) {
      v[i] -= along * V[j * n + i];
    }
  }
  for (size_t i = 0; i < n; i++) {
    largest = fmax(largest, fabs(v[i] / here->at.decomposition.scale[i]));
  }
  for (size_t i = 0; i < n && largest > 0; i++) {
    v[i] /= largest;
  }
  change_of(here, there, v, B + k * n, scratch);
}

hol_status hol_loaded_vectors(hol_loaded *here, const hol_loaded *there, size_t count, int steps, double *V,
                              double *room)
{
  hol_decomposition *d = &here->at.decomposition;
  size_t n = here->at.matrix.n;
  double *B = room, *scratch = room + count * n;
  for (size_t k = 0; k < count; k++) {
    double *v = V + k * n;
    for (size_t i = 0; i < n; i++) {
      v[i] = cos((double)((k + 1) * i)) * d->scale[i];
    }
    make_independent(here, there, k, V, B, scratch);
    for (int step = 0; step < steps; step++) {
      for (size_t i = 0; i < n; i++) {
        v[i] = B[k * n + i];
      }
      HOL_TRY(hol_decomposition_solve(d, v, 1));
      make_independent(here, there, k, V, B, scratch);
    }
  }
  return HOL_OK;
}

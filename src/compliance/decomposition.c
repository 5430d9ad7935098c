#include "compliance/decomposition.h"
#include "base/memory.h"
#include "compliance/condensed.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/** From this many unknowns on the sparse road is faster. */
enum { DENSE_MOST = 100 };

void hol_decomposition_clear(hol_decomposition *d)
{
  hol_factor_clear(&d->dense);
  hol_condensed_free(d->condensed);
  free(d->scale);
  *d = (hol_decomposition){0};
}

/** Size of each unknown from the diagonal, 1 where there is none. */
static void estimate_scale(const hol_matrix *matrix, double *scale)
{
  memset(scale, 0, matrix->n * sizeof *scale);
  for (size_t e = 0; e < matrix->entry_count; e++) {
    if (matrix->entry[e].row == matrix->entry[e].column) {
      scale[matrix->entry[e].row] += matrix->entry[e].value;
    }
  }
  for (size_t i = 0; i < matrix->n; i++) {
    scale[i] = scale[i] != 0 ? 1.0 / sqrt(fabs(scale[i])) : 1.0;
  }
}

hol_status hol_decompose(const hol_system *system, const hol_matrix *matrix, hol_decomposition *d)
{
  if (!hol_grow(&d->scale, &d->scale_capacity, matrix->n + 1, sizeof *d->scale)) {
    return HOL_MEMORY;
  }
  d->n = matrix->n;
  d->is_condensed = false;
  if (matrix->n > DENSE_MOST) {
    hol_status status = hol_condense(system, matrix, &d->condensed, &d->negative);
    d->is_condensed = status == HOL_OK;
    if (d->is_condensed) {
      estimate_scale(matrix, d->scale);
    }
    if (status != HOL_NUMERICAL) {
      return status;
    }
    d->fallbacks++;
  }
  HOL_TRY(hol_matrix_factorise(matrix, &d->dense));
  d->negative = d->dense.negative;
  memcpy(d->scale, d->dense.scale, matrix->n * sizeof *d->scale);
  return HOL_OK;
}

hol_status hol_decomposition_solve(hol_decomposition *d, double *x, size_t columns)
{
  return d->is_condensed ? hol_condensed_solve(d->condensed, x, columns) : hol_factor_solve(&d->dense, x, columns);
}

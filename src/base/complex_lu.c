/* SPDX-License-Identifier: BSD-3-Clause */
/* LU factorisation of sparse complex matrices by UMFPACK: assembly, scaling, solution, determinant. */
#include "base/complex_lu.h"
#include "base/complex.h"
#include "base/memory.h"

#include <limits.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <umfpack.h>

/** Passes that bring rows to order one. */
enum { SCALINGS = 4 };

static hol_status status_of(int code)
{
  return code == UMFPACK_OK                    ? HOL_OK
         : code == UMFPACK_ERROR_out_of_memory ? HOL_MEMORY
                                               : HOL_NUMERICAL; /* a singular matrix is a warning there */
}

static void drop_factors(hol_complex_lu *lu, bool with_ordering)
{
  if (lu->numeric) {
    umfpack_zi_free_numeric(&lu->numeric);
  }
  if (with_ordering && lu->symbolic) {
    umfpack_zi_free_symbolic(&lu->symbolic);
  }
}

void hol_complex_lu_clear(hol_complex_lu *lu)
{
  drop_factors(lu, true);
  free(lu->row);
  free(lu->column);
  free(lu->entry);
  free(lu->start);
  free(lu->index);
  free(lu->value);
  free(lu->scale);
  free(lu->side);
  free(lu->known_start);
  free(lu->known_index);
  *lu = (hol_complex_lu){0};
}

/** Room for so many places, and rows. */
static bool make_room(hol_complex_lu *lu, size_t n, size_t places)
{
  if (places > lu->capacity) {
    free(lu->row);
    free(lu->column);
    free(lu->entry);
    free(lu->index);
    free(lu->value);
    lu->capacity = places;
    lu->row = hol_alloc(places, sizeof *lu->row);
    lu->column = hol_alloc(places, sizeof *lu->column);
    lu->entry = hol_alloc(places, sizeof *lu->entry);
    lu->index = hol_alloc(places, sizeof *lu->index);
    lu->value = hol_alloc(places, sizeof *lu->value);
  }
  if (n > lu->row_capacity) {
    free(lu->start);
    free(lu->scale);
    free(lu->side);
    lu->row_capacity = n;
    lu->start = hol_alloc(n + 1, sizeof *lu->start);
    lu->scale = hol_alloc(n, sizeof *lu->scale);
    lu->side = hol_alloc(n, sizeof *lu->side);
  }
  return lu->row && lu->column && lu->entry && lu->index && lu->value && lu->start && lu->scale && lu->side;
}

/** Both triangles by columns, contributions to one place added up. */
static hol_status gather(hol_complex_lu *lu, const hol_complex_entry *entry, size_t count)
{
  size_t places = 0;
  lu->is_symmetric = true;
  for (size_t i = 0; i < count; i++) {
    bool is_twice = hol_complex_entry_has_mirror(&entry[i]);
    lu->is_symmetric = lu->is_symmetric && !entry[i].is_one_sided;
    for (size_t k = 0; k < (is_twice ? 2u : 1u); k++, places++) {
      lu->row[places] = (int)(k ? entry[i].column : entry[i].row);
      lu->column[places] = (int)(k ? entry[i].row : entry[i].column);
      lu->entry[places] = entry[i].value;
    }
  }
  int code = umfpack_zi_triplet_to_col((int)lu->n, (int)lu->n, (int)places, lu->row, lu->column, (double *)lu->entry,
                                       NULL, lu->start, lu->index, (double *)lu->value, NULL, NULL);
  lu->places = code == UMFPACK_OK ? (size_t)lu->start[lu->n] : 0;
  return status_of(code);
}

/** D by passes of d ← d / √(largest of its row and column), rounded to powers of two at the end. */
static hol_status find_scale(hol_complex_lu *lu)
{
  double *top = (double *)lu->side;
  for (size_t i = 0; i < lu->n; i++) {
    lu->scale[i] = 1;
  }
  for (int pass = 0; pass < SCALINGS; pass++) {
    memset(top, 0, lu->n * sizeof *top);
    for (size_t j = 0; j < lu->n; j++) {
      for (int p = lu->start[j]; p < lu->start[j + 1]; p++) {
        size_t i = (size_t)lu->index[p];
        double size = cabs(lu->value[p]) * lu->scale[i] * lu->scale[j];
        if (!isfinite(size)) {
          return HOL_NUMERICAL;
        }
        top[i] = fmax(top[i], size);
        top[j] = lu->is_symmetric ? top[j] : fmax(top[j], size);
      }
    }
    for (size_t i = 0; i < lu->n; i++) {
      lu->scale[i] *= top[i] > 0 ? 1 / sqrt(top[i]) : 1;
    }
  }
  for (size_t j = 0; j < lu->n; j++) {
    lu->scale[j] = exp2(rint(log2(lu->scale[j])));
  }
  return HOL_OK;
}

static void apply_scale(hol_complex_lu *lu)
{
  for (size_t j = 0; j < lu->n; j++) {
    for (int p = lu->start[j]; p < lu->start[j + 1]; p++) {
      lu->value[p] *= lu->scale[(size_t)lu->index[p]] * lu->scale[j];
    }
  }
}

static bool is_known(const hol_complex_lu *lu)
{
  return lu->symbolic && lu->known_n == lu->n && lu->known_places == lu->places &&
         memcmp(lu->known_start, lu->start, (lu->n + 1) * sizeof *lu->start) == 0 &&
         memcmp(lu->known_index, lu->index, lu->places * sizeof *lu->index) == 0;
}

/** An ordering for the pattern, kept for the next matrix that has it. */
static hol_status order(hol_complex_lu *lu, const double *control)
{
  if (is_known(lu)) {
    return HOL_OK;
  }
  drop_factors(lu, true);
  free(lu->known_start);
  free(lu->known_index);
  lu->known_start = hol_alloc(lu->n + 1, sizeof *lu->known_start);
  lu->known_index = hol_alloc(lu->places, sizeof *lu->known_index);
  if (!lu->known_start || !lu->known_index) {
    return HOL_MEMORY;
  }
  memcpy(lu->known_start, lu->start, (lu->n + 1) * sizeof *lu->start);
  memcpy(lu->known_index, lu->index, lu->places * sizeof *lu->index);
  lu->known_n = lu->n;
  lu->known_places = lu->places;
  int n = (int)lu->n; /* by the pattern alone: numbers of later matrices are others */
  return status_of(umfpack_zi_symbolic(n, n, lu->start, lu->index, NULL, NULL, &lu->symbolic, control, NULL));
}

hol_status hol_complex_lu_compute(hol_complex_lu *lu, size_t n, const hol_complex_entry *entry, size_t count)
{
  double control[UMFPACK_CONTROL];
  drop_factors(lu, false);
  lu->n = n;
  if (2 * count + 1 > INT_MAX || n + 1 > INT_MAX || !make_room(lu, n, 2 * count + 1)) {
    return HOL_MEMORY;
  }
  if (n == 0) {
    return HOL_OK;
  }
  umfpack_zi_defaults(control);
  control[UMFPACK_STRATEGY] = UMFPACK_STRATEGY_SYMMETRIC;
  control[UMFPACK_SCALE] = UMFPACK_SCALE_NONE;
  HOL_TRY(gather(lu, entry, count));
  HOL_TRY(find_scale(lu));
  apply_scale(lu);
  HOL_TRY(order(lu, control));
  return status_of(
      umfpack_zi_numeric(lu->start, lu->index, (double *)lu->value, NULL, lu->symbolic, &lu->numeric, control, NULL));
}

/** @param[in] transposed  Sᵀ x = b, without conjugates */
static hol_status solve(hol_complex_lu *lu, bool transposed, double complex *column, const double *control)
{
  int system = transposed && !lu->is_symmetric ? UMFPACK_Aat : UMFPACK_A;
  for (size_t i = 0; i < lu->n; i++) {
    lu->side[i] = column[i] * lu->scale[i];
  }
  HOL_TRY(status_of(umfpack_zi_solve(system, lu->start, lu->index, (double *)lu->value, NULL, (double *)column, NULL,
                                     (double *)lu->side, NULL, lu->numeric, control, NULL)));
  for (size_t i = 0; i < lu->n; i++) {
    column[i] *= lu->scale[i];
  }
  return HOL_OK;
}

hol_status hol_complex_lu_solve(hol_complex_lu *lu, double complex *x, size_t columns)
{
  for (size_t c = 0; c < columns && lu->n > 0; c++) {
    HOL_TRY(solve(lu, false, x + c * lu->n, NULL));
  }
  return HOL_OK;
}

hol_status hol_complex_lu_solve_transposed(hol_complex_lu *lu, double complex *x, size_t columns)
{
  for (size_t c = 0; c < columns && lu->n > 0; c++) {
    HOL_TRY(solve(lu, true, x + c * lu->n, NULL));
  }
  return HOL_OK;
}

hol_status hol_complex_lu_solve_roughly(hol_complex_lu *lu, bool transposed, double complex *x)
{
  double control[UMFPACK_CONTROL];
  umfpack_zi_defaults(control);
  control[UMFPACK_IRSTEP] = 0;
  return lu->n > 0 ? solve(lu, transposed, x, control) : HOL_OK;
}

hol_status hol_complex_lu_determinant(const hol_complex_lu *lu, double *log_size, double *angle)
{
  double part[2] = {1, 0}, exponent = 0;
  *log_size = *angle = 0;
  if (lu->n == 0) {
    return HOL_OK;
  }
  HOL_TRY(status_of(umfpack_zi_get_determinant(part, NULL, &exponent, lu->numeric, NULL)));
  double complex mantissa = hol_complex(part[0], part[1]);
  *log_size = log(cabs(mantissa)) + exponent * log(10);
  for (size_t i = 0; i < lu->n; i++) {
    *log_size -= 2 * log(lu->scale[i]);
  }
  *angle = carg(mantissa);
  return HOL_OK;
}

/* SPDX-License-Identifier: BSD-3-Clause */
/* Damped eigenvalue next to a start, by inverse iteration with S(s) and S′(s). */
#include "base/memory.h"
#include "response/steady/response.h"

#include <math.h>
#include <stdlib.h>

/** Steps of inverse iteration; the first ones keep the shift, until they have the vector. */
enum { STEPS = 20, STILL = 4 };

/** One step of inverse iteration: x ← S⁻¹S′x, s ← s − vx/vx_new. @param[in,out] x  [2n], its first n normalised by v =
 *  its conjugate */
static hol_status iterate_inverse(hol_dynamic *d, double complex *x, double complex *s, bool keep_form)
{
  double complex *y = x + d->n, sum = 0;
  double size = 0;
  HOL_TRY(hol_dynamic_fill(d, *s, keep_form));
  HOL_TRY(hol_dynamic_factorise(d));
  hol_dynamic_apply(d, true, x, y);
  HOL_TRY(hol_dynamic_solve(d, y, 1));
  for (size_t i = 0; i < d->n; i++) {
    sum += conj(x[i]) * y[i];
    size += creal(y[i]) * creal(y[i]) + cimag(y[i]) * cimag(y[i]);
  }
  if (!(cabs(sum) > 0) || !isfinite(size)) {
    return HOL_NUMERICAL;
  }
  *s -= 1 / sum;
  for (size_t i = 0; i < d->n; i++) {
    x[i] = y[i] / sqrt(size);
  }
  return HOL_OK;
}

hol_status hol_response_pole(hol_response_system *s, double complex start, double complex *pole)
{
  hol_dynamic *d = &s->dynamic;
  double complex at = start;
  *pole = hol_complex((double)NAN, (double)NAN);
  HOL_TRY(hol_dynamic_fill(d, start, false));
  double complex *x = hol_alloc(2 * d->n, sizeof *x);
  if (!x) {
    return HOL_MEMORY;
  }
  for (size_t i = 0; i < d->n; i++) {
    x[i] = cos(1 + 2.4 * (double)i) / sqrt((double)d->n);
  }
  hol_status status = HOL_OK;
  for (int k = 0; k < STEPS && status == HOL_OK; k++) {
    double complex before = at;
    status = iterate_inverse(d, x, &at, true);
    bool is_there = status == HOL_NUMERICAL; /* singular to the last bit */
    if (is_there || (status == HOL_OK && cabs(at - before) <= 1e-10 * cabs(at))) {
      *pole = at;
      break;
    }
    at = k < STILL ? before : at;
  }
  free(x);
  return status == HOL_MEMORY ? status : HOL_OK;
}

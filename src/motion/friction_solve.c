/* SPDX-License-Identifier: BSD-3-Clause */
/* Laws of friction at zero slip: accelerations, limits, states and uniqueness of given friction forces. */
#include "motion/friction_solve.h"

#include <lapacke.h>
#include <math.h>
#include <string.h>

/** Entries of W in units that are no more than this are rounding: slips that constraints hold. Pivots and eigenvalues
 *  up to `singular` are those of elements that share a slip. */
static const double rounding = 1e-11, singular = 1e-9;

double hol_friction_unit(const hol_friction_elements *elements, size_t k)
{
  return elements->length[k] > 0 ? 1 / elements->length[k] : 1;
}

void hol_friction_clean(hol_friction_choice *choice, const hol_friction_elements *elements)
{
  size_t n = elements->count;
  for (size_t i = 0; i < n; i++) {
    for (size_t j = 0; j < n; j++) {
      double mean = (elements->w[i * n + j] + elements->w[j * n + i]) / 2;
      double entry = mean * hol_friction_unit(elements, i) * hol_friction_unit(elements, j);
      choice->clean[i * n + j] = fabs(entry) > rounding ? entry : 0;
    }
  }
}

hol_status hol_friction_least(hol_friction_choice *choice, size_t m, double *x)
{
  int size = (int)m, rank = 0;
  memset(choice->pivot, 0, m * sizeof *choice->pivot);
  bool ok = m == 0 || LAPACKE_dgelsy_work(LAPACK_COL_MAJOR, size, size, 1, choice->matrix, size, x, size, choice->pivot,
                                          singular, &rank, choice->scratch, (int)choice->space) == 0;
  for (size_t i = 0; i < m; i++) {
    ok = ok && isfinite(x[i]);
  }
  return ok ? HOL_OK : HOL_NUMERICAL;
}

double hol_friction_acceleration(const hol_friction_choice *choice, const hol_friction_elements *elements, size_t k,
                                 double *room)
{
  size_t n = elements->count;
  double unit = hol_friction_unit(elements, k), sum = elements->first[k] * unit, size = elements->size[k] * unit;
  for (size_t j = 0; j < n; j++) {
    double term = choice->clean[k * n + j] * choice->tau[j] / hol_friction_unit(elements, j);
    sum += term;
    size += fabs(term);
  }
  *room = HOL_FRICTION_AGREES * size / unit;
  return sum / unit;
}

double hol_friction_reaction(const hol_friction_choice *choice, const hol_friction_elements *elements, size_t contact,
                             double *size)
{
  double sum = elements->loose[contact];
  *size = fabs(sum);
  for (size_t j = 0; j < elements->count; j++) {
    double term = choice->tau[j] * elements->normal[j * elements->contacts + contact];
    sum += term;
    *size += fabs(term);
  }
  return sum;
}

double hol_friction_limit(const hol_friction_choice *choice, const hol_friction_elements *elements, size_t k)
{
  double size = 0;
  if (!elements->at || elements->at[k] == SIZE_MAX) {
    return fmax(0, elements->limit[k]);
  }
  return elements->coefficient[k] * fabs(hol_friction_reaction(choice, elements, elements->at[k], &size));
}

bool hol_friction_agrees(const hol_friction_choice *choice, const hol_friction_elements *elements)
{
  bool agrees = true;
  for (size_t k = 0; k < elements->count && agrees; k++) {
    double room = 0, e = hol_friction_acceleration(choice, elements, k, &room), tau = choice->tau[k];
    double limit = hol_friction_limit(choice, elements, k), slack = HOL_FRICTION_AGREES * (limit + fabs(tau));
    agrees = fabs(tau) <= limit + slack;
    agrees = agrees && (fabs(e) <= room || fabs(tau + (e > 0 ? limit : -limit)) <= slack);
  }
  for (size_t c = 0; c < elements->contacts && elements->sign && agrees; c++) {
    double size = 0, reaction = hol_friction_reaction(choice, elements, c, &size);
    agrees = elements->sign[c] * reaction >= -HOL_FRICTION_AGREES * size;
  }
  return agrees;
}

/** Friction forces of elements without acceleration that null vectors of W move are shared. @return HOL_NUMERICAL */
static hol_status find_unique(hol_friction_choice *choice, size_t n)
{
  size_t m = 0;
  double *a = choice->matrix, *value = choice->vector;
  for (size_t k = 0; k < n; k++) {
    choice->is_unique[k] = choice->slide[k] != 0;
    m += choice->slide[k] == 0;
  }
  for (size_t i = 0, row = 0; i < n; i++) {
    for (size_t j = 0, column = 0; j < n && choice->slide[i] == 0; j++) {
      if (choice->slide[j] == 0) {
        a[column++ * m + row] = choice->clean[i * n + j];
      }
    }
    row += choice->slide[i] == 0;
  }
  int size = (int)m;
  if (m > 0 &&
      LAPACKE_dsyev_work(LAPACK_COL_MAJOR, 'V', 'L', size, a, size, value, choice->scratch, (int)choice->space) != 0) {
    return HOL_NUMERICAL;
  }
  for (size_t k = 0, row = 0; k < n; k++) {
    if (choice->slide[k] == 0) {
      choice->is_unique[k] = true;
      for (size_t c = 0; c < m && value[c] <= singular * fmax(value[m - 1], rounding); c++) {
        choice->is_unique[k] = choice->is_unique[k] && fabs(a[c * m + row]) < singular;
      }
      row++;
    }
  }
  return HOL_OK;
}

hol_status hol_friction_conclude(hol_friction_choice *choice, const hol_friction_elements *elements,
                                 const double *limit)
{
  bool is_finite = true;
  for (size_t k = 0; k < elements->count; k++) {
    double room = 0, e = hol_friction_acceleration(choice, elements, k, &room), tau = fabs(choice->tau[k]);
    double own = limit ? limit[k] : hol_friction_limit(choice, elements, k);
    choice->acceleration[k] = e;
    choice->slide[k] = (int8_t)(fabs(e) <= room ? 0 : e > 0 ? 1 : -1);
    choice->is_about[k] = choice->slide[k] == 0 && tau >= own * (1 - HOL_FRICTION_AGREES);
    is_finite = is_finite && isfinite(e) && isfinite(tau);
  }
  return is_finite ? find_unique(choice, elements->count) : HOL_NUMERICAL;
}

/* SPDX-License-Identifier: BSD-3-Clause */
/* Static solution K x = b of a free imported part by isostatic support, where b does no work in rigid-body motions. */
#include "base/memory.h"
#include "base/vector.h"
#include "parts/import/imported.h"

#include <float.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

/** K R, but for what is along M R, is in every row no more than so much of its terms: else holds have forces. */
static const double exact = 32 * DBL_EPSILON;
/** Share of the energy of the first hold below which another is rounding. */
static const double idle = 1e-20;

/** Do rigid-body modes leave no force but by rounding of K? Of numbers with fewer digits than all, and modes from the
 *  places of nodes, they do: held, that would be felt to the first order, by A to the second. @param[out] y  [2 * n]
 *  scratch */
static bool is_without_force(const hol_imported *body, double *y)
{
  size_t n = body->n;
  double *size = y + n;
  for (size_t r = 0; r < body->rigid; r++) {
    const double *x = body->R + r * n, *Mx = body->MR + r * n;
    hol_imported_apply(body, false, 1, x, y);
    hol_add_scaled(n, -hol_dot(n, x, y), Mx, y);
    memset(size, 0, n * sizeof *size);
    for (size_t j = 0; j < n; j++) {
      for (size_t e = body->start[j]; e < body->start[j + 1]; e++) {
        size_t i = (size_t)body->row[e];
        size[i] += fabs(body->k[e] * x[j]);
        size[j] += i == j ? 0 : fabs(body->k[e] * x[i]);
      }
    }
    for (size_t i = 0; i < n; i++) {
      if (fabs(y[i]) > exact * size[i]) {
        return false;
      }
    }
  }
  return true;
}

/** The unknown whose spring has the most energy. @param[in] row  [rigid * n] */
static size_t most_energy(size_t n, size_t rigid, const double *row)
{
  size_t best = 0;
  double most = 0;
  for (size_t i = 0; i < n; i++) {
    double energy = hol_dot(rigid, row + i * rigid, row + i * rigid);
    best = energy > most ? i : best;
    most = fmax(energy, most);
  }
  return best;
}

/** K_ii once more at as many unknowns as there are rigid-body modes: each time where that has the most energy in what
 *  those before leave free of them. @param[in,out] value  [start[n]] of K @param[out] row  [rigid * n] scratch
 *  @return HOL_NUMERICAL: one would be idle */
static hol_status add_supports(const hol_imported *body, double *value, double *row)
{
  size_t n = body->n, r = body->rigid;
  double first = 0;
  for (size_t i = 0; i < n * r; i++) {
    row[i] = sqrt(fmax(body->k[body->start[i / r]], 0)) * body->R[i / r + i % r * n];
  }
  for (size_t hold = 0; hold < r; hold++) {
    double along[HOL_IMPORTED_RIGID];
    size_t held = most_energy(n, r, row);
    memcpy(along, row + held * r, r * sizeof *along);
    double energy = hol_dot(r, along, along);
    first = hold == 0 ? energy : first;
    if (!(energy > idle * first)) {
      return HOL_NUMERICAL;
    }
    value[body->start[held]] += body->k[body->start[held]];
    for (size_t i = 0; i < n; i++) {
      hol_add_scaled(r, -hol_dot(r, along, row + i * r) / energy, along, row + i * r);
    }
  }
  return HOL_OK;
}

/** @param[out] value  [start[n]] @param[out] row  [rigid * n] and 2 n scratch */
static hol_status factorise_held(const hol_imported *body, double *value, double *row, hol_spd **held)
{
  size_t offender;
  if (!is_without_force(body, row)) {
    return HOL_NUMERICAL;
  }
  memcpy(value, body->k, body->start[body->n] * sizeof *value);
  HOL_TRY(add_supports(body, value, row));
  *held = hol_spd_new(body->n, body->start, body->row);
  return *held ? hol_spd_factorise(*held, value, &offender) : HOL_MEMORY;
}

hol_status hol_imported_hold(const hol_imported *body, hol_spd **held)
{
  double *value = hol_alloc(body->start[body->n], sizeof *value);
  double *row = hol_alloc(body->n, (body->rigid + 2) * sizeof *row);
  *held = NULL;
  hol_status status = value && row ? factorise_held(body, value, row, held) : HOL_MEMORY;
  free(value);
  free(row);
  if (status != HOL_OK) {
    hol_spd_free(*held);
    *held = NULL;
  }
  return status;
}

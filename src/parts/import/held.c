/* An imported part that is free, held so that no hold has a force: solutions of K x = b where b does no work in rigid-body motions. */
#include "base/memory.h"
#include "base/vector.h"
#include "parts/import/imported.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

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

/** K_ii once more at as many unknowns as there are rigid-body modes: each time where that has the most energy in what those before leave
 *  free of them. @param[in,out] value  [start[n]] of K @param[out] row  [rigid * n] scratch */
static void add_holds(const hol_imported *body, double *value, double *row)
{
  size_t n = body->n, r = body->rigid;
  for (size_t i = 0; i < n * r; i++) {
    row[i] = sqrt(fmax(body->k[body->start[i / r]], 0)) * body->R[i / r + i % r * n];
  }
  for (size_t hold = 0; hold < r; hold++) {
    double along[HOL_IMPORTED_RIGID];
    size_t held = most_energy(n, r, row);
    memcpy(along, row + held * r, r * sizeof *along);
    double energy = hol_dot(r, along, along);
    value[body->start[held]] += body->k[body->start[held]];
    for (size_t i = 0; i < n && energy > 0; i++) {
      hol_add_scaled(r, -hol_dot(r, along, row + i * r) / energy, along, row + i * r);
    }
  }
}

hol_status hol_imported_hold(const hol_imported *body, hol_spd **held)
{
  size_t count = body->start[body->n], offender;
  double *value = hol_alloc(count, sizeof *value), *row = hol_alloc(body->n * body->rigid, sizeof *row);
  *held = value && row ? hol_spd_new(body->n, body->start, body->row) : NULL;
  hol_status status = *held ? HOL_OK : HOL_MEMORY;
  if (status == HOL_OK) {
    memcpy(value, body->k, count * sizeof *value);
    add_holds(body, value, row);
    status = hol_spd_factorise(*held, value, &offender);
  }
  free(value);
  free(row);
  if (status != HOL_OK) {
    hol_spd_free(*held);
    *held = NULL;
  }
  return status;
}

/* SPDX-License-Identifier: BSD-3-Clause */
/* Effective masses without modes: mean of the apparent mass over a circle of complex λ, by the trapezoidal rule. */
#include "modes/apparent.h"
#include "base/complex.h"
#include "base/memory.h"
#include "base/pi.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/** Operations, in units of a multiplication, that the check may cost. */
static const double cancellation = 2e10;

/** What the points of the circle share. */
typedef struct apparent {
  const hol_system *system;
  const hol_rigid *rigid;
  hol_matrix matrix; /**< S(0) */
  double *b;         /**< [n * directions] M r over the unknowns of S */
  double complex *S, *x;
} apparent;

/** Unknown of a component mode, SIZE_MAX: it is eliminated. */
static size_t unknown_of(const apparent *a, size_t modal, size_t mode)
{
  const hol_kept *kept = hol_kept_find(a->matrix.kept, a->matrix.kept_count, modal, mode);
  return kept ? a->system->fixed + (size_t)(kept - a->matrix.kept) : SIZE_MAX;
}

static size_t first_rigid(const hol_model *model, const hol_member *member)
{
  size_t first = 0;
  for (const hol_member *m = model->member; m < member; m++) {
    first += m->rigid_count;
  }
  return first;
}

/** M r: forces on what moves. */
static void fill_momentum(const apparent *a, size_t d)
{
  const hol_model *model = a->system->model;
  const double *q = a->rigid->q + d * model->rigid_coordinates, *U = a->rigid->U + d * model->columns;
  double *b = a->b + d * a->matrix.n;
  for (size_t i = 0; i < a->system->modal_count; i++) {
    size_t first = first_rigid(model, a->system->modal[i].member);
    for (size_t r = 0; r < a->system->modal[i].rigid; r++) {
      size_t at = unknown_of(a, i, r);
      if (at != SIZE_MAX) {
        b[at] += q[first + r];
      }
    }
  }
  for (size_t i = 0; i < model->mass_count; i++) {
    const hol_mass *mass = &model->mass[i];
    double momentum = mass->mass * hol_sparse_dot(&mass->along.full, U);
    for (size_t k = 0; k < mass->along.row.count; k++) {
      b[mass->along.row.index[k]] += momentum * mass->along.row.value[k];
    }
  }
}

/** Rigid-body modes that nothing touches: they are no unknowns, and stay behind whole. */
static double untouched(const apparent *a, size_t d)
{
  const hol_model *model = a->system->model;
  const double *q = a->rigid->q + d * model->rigid_coordinates;
  double sum = 0;
  for (size_t i = 0; i < a->system->modal_count; i++) {
    size_t first = first_rigid(model, a->system->modal[i].member);
    for (size_t r = 0; r < a->system->modal[i].rigid; r++) {
      sum += unknown_of(a, i, r) == SIZE_MAX ? q[first + r] * q[first + r] : 0;
    }
  }
  return sum;
}

/** What a part in component modes has at z beyond what it has at 0: eliminated modes, and the series of what is left
 *  out. */
static void add_modal(const apparent *a, size_t index, double complex z)
{
  const hol_modal *m = &a->system->modal[index];
  size_t n = a->matrix.n, ports = m->ports;
  double complex power = z;
  for (size_t k = 0; k < m->modes; k++) {
    size_t at = unknown_of(a, index, k);
    if (at != SIZE_MAX) {
      a->S[at * (n + 1)] -= z;
      continue;
    }
    double complex factor = k < m->rigid ? 0 : z / (m->omega2[k] * (m->omega2[k] - z));
    for (size_t i = 0; i < ports * ports; i++) {
      size_t row = m->first_unknown + i % ports, column = m->first_unknown + i / ports;
      a->S[row + column * n] -= factor * m->phi[i % ports + k * ports] * m->phi[i / ports + k * ports];
    }
  }
  for (size_t j = 1; j < m->order; j++, power *= z) {
    const double *gamma = m->flexibility + j * ports * ports;
    for (size_t i = 0; i < ports * ports; i++) {
      a->S[m->first_unknown + i % ports + (m->first_unknown + i / ports) * n] -= power * gamma[i];
    }
  }
}

/** S(z), both triangles. */
static void fill_matrix(const apparent *a, double complex z)
{
  const hol_model *model = a->system->model;
  size_t n = a->matrix.n;
  memset(a->S, 0, n * n * sizeof *a->S);
  hol_entry e;
  for (hol_entries all = {.matrix = &a->matrix}; hol_entries_next(&all, &e);) {
    a->S[e.row + e.column * n] += e.value;
    a->S[e.column + e.row * n] += e.row == e.column ? 0 : e.value;
  }
  for (size_t i = 0; i < a->system->modal_count; i++) {
    add_modal(a, i, z);
  }
  for (size_t i = 0; i < model->mass_count; i++) {
    const hol_sparse *row = &model->mass[i].along.row;
    for (size_t k = 0; k < row->count * row->count; k++) {
      size_t p = k % row->count, q = k / row->count;
      a->S[row->index[p] + row->index[q] * n] -= z * model->mass[i].mass * row->value[p] * row->value[q];
    }
  }
}

/** One point of the circle: z rᵀM (K − zM)⁻¹ M r of every direction, added. */
static hol_status add_point(const apparent *a, double complex z, double weight, double *mean)
{
  size_t n = a->matrix.n, directions = a->rigid->count;
  fill_matrix(a, z);
  for (size_t i = 0; i < n * directions; i++) {
    a->x[i] = a->b[i];
  }
  HOL_TRY(hol_dense_complex_solve(n, a->S, a->x, directions));
  for (size_t d = 0; d < directions; d++) {
    double complex sum = 0;
    for (size_t i = 0; i < n; i++) {
      sum += a->b[i + d * n] * a->x[i + d * n];
    }
    mean[d] += weight * creal(z * sum);
  }
  return HOL_OK;
}

static hol_status average(apparent *a, double radius, size_t points, double *mean)
{
  size_t n = a->matrix.n, directions = a->rigid->count;
  a->b = hol_alloc(n * directions, sizeof *a->b);
  a->x = hol_alloc(n * directions, sizeof *a->x);
  a->S = hol_alloc(n * n, sizeof *a->S);
  if (!a->b || !a->x || !a->S) {
    return HOL_MEMORY;
  }
  for (size_t d = 0; d < directions; d++) {
    fill_momentum(a, d);
    mean[d] = -untouched(a, d);
  }
  for (size_t j = 0; j < points / 2; j++) { /* the other half is its mirror image */
    double angle = 2 * (double)HOL_LONG_PI * ((double)j + 0.5) / (double)points;
    HOL_TRY(add_point(a, radius * hol_complex(cos(angle), sin(angle)), 2 / (double)points, mean));
  }
  return HOL_OK;
}

hol_status hol_apparent_mean(const hol_system *system, const hol_rigid *rigid, double radius, size_t points,
                             double *mean)
{
  apparent a = {.system = system, .rigid = rigid};
  hol_status status = hol_system_matrix(system, 0, false, &a.matrix);
  double n = (double)a.matrix.n;
  status = status == HOL_OK && n * n * n * (double)points / 2 > cancellation ? HOL_INVALID : status;
  status = status == HOL_OK ? average(&a, radius, points, mean) : status;
  for (size_t d = 0; d < rigid->count && status == HOL_OK; d++) {
    mean[d] = hol_rigid_is_free(rigid, system->model, d) ? mean[d] : (double)NAN;
  }
  hol_matrix_clear(&a.matrix);
  free(a.b);
  free(a.x);
  free(a.S);
  return status;
}

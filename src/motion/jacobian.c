/* SPDX-License-Identifier: BSD-3-Clause */
/* Symbolic Jacobians of the equations of motion with respect to coordinates and speeds. */
#include "motion/jacobian.h"

#include "motion/derivation.h"

#include <stdlib.h>
#include <string.h>

/** A row of a Jacobian with respect to derivative `order` of all coordinates. */
static hol_status derive_row(hol_motion_derivation *d, hol_step f, unsigned order, size_t row,
                             hol_motion_matrix *matrix)
{
  hol_step entry;
  for (size_t j = 0; j < d->system->coordinates; j++) {
    HOL_TRY(hol_motion_derivative(d, f, hol_motion_variable(d->system, order, j), &entry));
    HOL_TRY(hol_motion_put(matrix, row, j, entry));
  }
  return HOL_OK;
}

static hol_status derive_all(hol_motion_derivation *d, hol_motion_jacobian *jacobian)
{
  hol_step f;
  HOL_TRY(hol_motion_derive(d));
  for (size_t i = 0; i < d->system->coordinates; i++) {
    HOL_TRY(hol_motion_derive_residual(d, i, &f));
    HOL_TRY(derive_row(d, f, 0, i, &jacobian->stiffness));
    HOL_TRY(derive_row(d, f, 1, i, &jacobian->damping));
  }
  for (size_t k = 0; k < d->system->constraints; k++) {
    HOL_TRY(hol_motion_derive_second(d, k, &f));
    HOL_TRY(derive_row(d, f, 0, k, &jacobian->position));
    HOL_TRY(derive_row(d, f, 1, k, &jacobian->velocity));
    HOL_TRY(derive_row(d, d->to->row[k].velocity, 0, k, &jacobian->slope));
  }
  return HOL_OK;
}

static hol_status extract(hol_motion_derivation *d, hol_motion_roots *roots, hol_motion_jacobian *jacobian)
{
  hol_motion_matrix *const matrix[] = {&jacobian->stiffness, &jacobian->damping, &jacobian->position,
                                       &jacobian->velocity, &jacobian->slope};
  for (size_t i = 0; i < sizeof matrix / sizeof *matrix; i++) {
    HOL_TRY(hol_motion_want_matrix(roots, matrix[i]));
  }
  return hol_motion_extract(d, roots, &jacobian->program);
}

hol_status hol_motion_jacobian_make(const hol_motion_system *system, hol_motion_jacobian *jacobian)
{
  hol_motion_equations equations = {0};
  hol_motion_derivation d = {.system = system, .to = &equations};
  hol_motion_roots roots = {0};
  hol_status status = derive_all(&d, jacobian);
  status = status == HOL_OK ? extract(&d, &roots, jacobian) : status;
  hol_motion_derivation_clear(&d);
  hol_motion_equations_clear(&equations);
  free(roots.root);
  return status;
}

void hol_motion_jacobian_clear(hol_motion_jacobian *jacobian)
{
  hol_program_clear(&jacobian->program);
  free(jacobian->stiffness.entry);
  free(jacobian->damping.entry);
  free(jacobian->position.entry);
  free(jacobian->velocity.entry);
  free(jacobian->slope.entry);
  *jacobian = (hol_motion_jacobian){0};
}

void hol_motion_matrix_fill(const hol_motion_matrix *matrix, const double *value, size_t rows, size_t columns,
                            double *a)
{
  memset(a, 0, rows * columns * sizeof *a);
  for (size_t i = 0; i < matrix->count; i++) {
    const hol_motion_entry *entry = &matrix->entry[i];
    a[entry->row * columns + entry->column] = value[entry->step];
  }
}

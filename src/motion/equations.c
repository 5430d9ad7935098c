/* SPDX-License-Identifier: BSD-3-Clause */
/* Equations of motion as numbers: the steps needed in a program of their own, matrices and vectors at one state. */
#include "motion/equations.h"

#include "base/memory.h"
#include "motion/derivation.h"
#include "motion/programs.h"

#include <stdlib.h>

hol_status hol_motion_equations_make(const hol_motion_system *system, hol_motion_equations *equations)
{
  hol_motion_derivation d = {.system = system, .to = equations};
  hol_motion_roots roots = {0};
  hol_status status = hol_motion_derive(&d);
  status = status == HOL_OK ? hol_motion_derive_programs(&d) : status;
  status = status == HOL_OK ? hol_motion_want_programs(&roots, equations) : status;
  status = status == HOL_OK ? hol_motion_derive_changes(&d) : status;
  status = status == HOL_OK ? hol_motion_want_equations(&roots, equations) : status;
  status = status == HOL_OK ? hol_motion_extract(&d, &roots, &equations->program) : status;
  status = status == HOL_OK ? hol_schedule_make(&equations->program, &equations->schedule) : status;
  hol_motion_derivation_clear(&d);
  free(roots.root);
  return status;
}

size_t hol_motion_program_states(const hol_motion_system *s)
{
  return s->controls == 0 ? 0 : s->is_gauss ? s->coordinates : s->controls * (s->control[0].order - 2);
}

void hol_motion_equations_clear(hol_motion_equations *equations)
{
  hol_program_clear(&equations->program);
  hol_schedule_clear(&equations->schedule);
  free(equations->mass.entry);
  free(equations->gradient.entry);
  free(equations->direction.entry);
  hol_motion_programs_clear(&equations->programs);
  free(equations->row);
  free(equations->change);
  free(equations->element);
  free(equations->force);
  free(equations->applied);
  free(equations->work);
  free(equations->rate);
  free(equations->output);
  *equations = (hol_motion_equations){0};
}

/* ---- numbers ----------------------------------------------------------------------------------------------------- */

hol_status hol_motion_numbers_make(const hol_motion_equations *equations, hol_motion_numbers *numbers)
{
  size_t n = equations->coordinates, m = equations->rows;
  numbers->variable = hol_alloc(hol_motion_variables(equations->system), sizeof(double));
  numbers->value = hol_alloc(equations->program.count + 1, sizeof(double));
  numbers->mass = hol_alloc(n * n, sizeof(double));
  numbers->gradient = hol_alloc(m * n, sizeof(double));
  numbers->direction = hol_alloc(m * n, sizeof(double));
  numbers->right = hol_alloc(m, sizeof(double));
  numbers->force = hol_alloc(n, sizeof(double));
  numbers->work = hol_alloc(n, sizeof(double));
  if (numbers->value) {
    hol_schedule_begin(&equations->schedule, numbers->value);
  }
  return numbers->variable && numbers->value && numbers->mass && numbers->gradient && numbers->direction &&
                 numbers->right && numbers->force && numbers->work
             ? HOL_OK
             : HOL_MEMORY;
}

void hol_motion_numbers_clear(hol_motion_numbers *numbers)
{
  free(numbers->variable);
  free(numbers->value);
  free(numbers->mass);
  free(numbers->gradient);
  free(numbers->direction);
  free(numbers->right);
  free(numbers->force);
  free(numbers->work);
  *numbers = (hol_motion_numbers){0};
}

static void fill(const hol_motion_matrix *matrix, const hol_motion_numbers *numbers, size_t columns, double *a)
{
  for (size_t i = 0; i < matrix->count; i++) {
    const hol_motion_entry *entry = &matrix->entry[i];
    a[entry->row * columns + entry->column] = numbers->value[entry->step];
  }
}

void hol_motion_numbers_at(const hol_motion_equations *equations, hol_motion_numbers *numbers)
{
  size_t n = equations->coordinates;
  hol_schedule_run_states(&equations->schedule, numbers->variable, numbers->value);
  for (size_t i = 0; i < equations->mass.count; i++) {
    const hol_motion_entry *entry = &equations->mass.entry[i];
    double value = numbers->value[entry->step];
    numbers->mass[entry->row * n + entry->column] = numbers->mass[entry->column * n + entry->row] = value;
  }
  fill(&equations->gradient, numbers, n, numbers->gradient);
  fill(&equations->direction, numbers, n, numbers->direction);
  for (size_t r = 0; r < equations->rows; r++) {
    numbers->right[r] = hol_motion_value(numbers, equations->row[r].right);
  }
  for (size_t i = 0; i < n; i++) {
    numbers->force[i] = hol_motion_value(numbers, equations->force[i]);
    numbers->work[i] = hol_motion_value(numbers, equations->work[i]);
  }
}

void hol_motion_work_at(const hol_motion_equations *equations, hol_motion_numbers *numbers)
{
  hol_schedule_run_states(&equations->schedule, numbers->variable, numbers->value);
  for (size_t i = 0; i < equations->coordinates; i++) {
    numbers->work[i] = hol_motion_value(numbers, equations->work[i]);
  }
}

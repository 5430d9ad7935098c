/* SPDX-License-Identifier: BSD-3-Clause */
#include "motion_check.h"

#include "expression/derive.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

static hol_step derivative(hol_motion_system *s, hol_step f, size_t variable)
{
  hol_derivatives by = {.state = (uint16_t)variable};
  hol_step result = 0;
  if (f && hol_program_derivative(&s->program, &by, f, &result) != HOL_OK) {
    abort();
  }
  hol_derivatives_clear(&by);
  return result;
}

/** Along t' = 1, q' and, from order 1 on, no accelerations. */
static hol_step total(hol_motion_system *s, hol_step f)
{
  static const double plain[3] = {0};
  size_t n = s->coordinates;
  hol_step *rate = calloc(1 + n, sizeof *rate), result = 0;
  if (!rate || hol_program_constant(&s->program, (hol_dd){1, 0}, plain, 0, &rate[0]) != HOL_OK) {
    abort();
  }
  for (size_t i = 0; i < n; i++) {
    hol_dimension d = s->coordinate[i].dimension;
    d.time--;
    if (hol_program_state(&s->program, (uint16_t)hol_motion_variable(s, 1, i), 0, d, &rate[1 + i]) != HOL_OK) {
      abort();
    }
  }
  hol_derivatives by = {.rate = rate, .states = 1 + n};
  if (f && hol_program_derivative(&s->program, &by, f, &result) != HOL_OK) {
    abort();
  }
  hol_derivatives_clear(&by);
  free(rate);
  return result;
}

/** Steps of all that is wanted, then their values. */
typedef struct steps_of {
  hol_step *M, *A, *h, *b;
} steps_of;

static void find_row(hol_motion_system *s, size_t r, steps_of *of)
{
  const hol_motion_constraint *c = &s->constraint[r];
  hol_step velocity = c->order == 0 ? total(s, c->equation) : c->equation;
  for (size_t j = 0; j < s->coordinates; j++) {
    of->A[r * s->coordinates + j] = derivative(s, velocity, hol_motion_variable(s, 1, j));
  }
  of->b[r] = total(s, velocity);
}

static void find_column(hol_motion_system *s, size_t i, steps_of *of)
{
  hol_step momentum = derivative(s, s->kinetic, hol_motion_variable(s, 1, i));
  for (size_t j = 0; j < s->coordinates; j++) {
    of->M[i * s->coordinates + j] = derivative(s, momentum, hol_motion_variable(s, 1, j));
  }
  of->h[i] = derivative(s, s->potential, hol_motion_variable(s, 0, i));
}

static double value_of(const motion_check *c, hol_step step)
{
  return step ? c->value[step] : 0;
}

static void take_values(const hol_motion_system *s, const steps_of *of, motion_check *c)
{
  for (size_t i = 0; i < c->n * c->n; i++) {
    c->M[i] = value_of(c, of->M[i]);
  }
  for (size_t i = 0; i < c->rows * c->n; i++) {
    c->A[i] = value_of(c, of->A[i]);
  }
  for (size_t i = 0; i < c->n; i++) {
    c->h[i] = value_of(c, s->coordinate[i].force) - value_of(c, of->h[i]);
  }
  for (size_t i = 0; i < c->rows; i++) {
    c->b[i] = -value_of(c, of->b[i]);
  }
  c->kinetic = value_of(c, s->kinetic);
  c->potential = value_of(c, s->potential);
}

/** Eliminate with complete pivoting, rows x columns with one right side behind each row; x of columns without a pivot
 *  is 0. @return the rank */
static size_t eliminate(size_t rows, size_t columns, double *a, double *x)
{
  size_t rank = 0, stride = columns + 1, *column = calloc(columns, sizeof *column);
  double largest = 0;
  for (size_t j = 0; column && j < columns; j++) {
    column[j] = j;
  }
  for (; column && rank < rows && rank < columns; rank++) {
    size_t p = rank, q = rank;
    for (size_t i = rank; i < rows; i++) {
      for (size_t j = rank; j < columns; j++) {
        if (fabs(a[i * stride + column[j]]) > fabs(a[p * stride + column[q]])) {
          p = i;
          q = j;
        }
      }
    }
    double pivot = fabs(a[p * stride + column[q]]);
    largest = rank == 0 ? pivot : largest;
    if (!(pivot > 1e-11 * largest)) {
      break;
    }
    size_t swapped = column[q];
    column[q] = column[rank];
    column[rank] = swapped;
    for (size_t j = 0; j < stride && p != rank; j++) {
      double held = a[p * stride + j];
      a[p * stride + j] = a[rank * stride + j];
      a[rank * stride + j] = held;
    }
    for (size_t i = rank + 1; i < rows; i++) {
      double factor = a[i * stride + column[rank]] / a[rank * stride + column[rank]];
      for (size_t j = 0; j < stride && fabs(factor) > 0; j++) {
        a[i * stride + j] -= factor * a[rank * stride + j];
      }
    }
  }
  for (size_t k = rank; x && k-- > 0;) {
    double sum = a[k * stride + columns];
    for (size_t j = k + 1; j < rank; j++) {
      sum -= a[k * stride + column[j]] * x[column[j]];
    }
    x[column[k]] = sum / a[k * stride + column[k]];
  }
  free(column);
  return rank;
}

/** [M -A'; A 0] (q'', lambda) = (h, b), and ranks. */
static void solve(motion_check *c)
{
  size_t n = c->n, rows = c->rows, all = n + rows, stride = all + 1;
  double *a = calloc(all * stride, sizeof *a), *x = calloc(all, sizeof *x);
  for (size_t i = 0; a && i < rows; i++) {
    memcpy(a + i * (n + 1), c->A + i * n, n * sizeof *a);
  }
  c->rank = eliminate(rows, n, a, NULL);
  memset(a, 0, all * stride * sizeof *a);
  for (size_t i = 0; i < all; i++) {
    memcpy(a + i * (n + 1), i < n ? c->M + i * n : c->A + (i - n) * n, n * sizeof *a);
  }
  c->rank_of_both = eliminate(all, n, a, NULL);
  memset(a, 0, all * stride * sizeof *a);
  for (size_t i = 0; i < all; i++) {
    for (size_t j = 0; j < n; j++) {
      a[i * stride + j] = i < n ? c->M[i * n + j] : c->A[(i - n) * n + j];
    }
    for (size_t r = 0; r < rows && i < n; r++) {
      a[i * stride + n + r] = -c->A[r * n + i];
    }
    a[i * stride + all] = i < n ? c->h[i] : c->b[i - n];
  }
  (void)eliminate(all, all, a, x);
  memcpy(c->acceleration, x, n * sizeof *x);
  memcpy(c->reaction, x + n, rows * sizeof *x);
  free(a);
  free(x);
}

static double *room(size_t n)
{
  return calloc(n + 1, sizeof(double));
}

bool motion_check_of(hol_motion_system *s, motion_check *c)
{
  size_t n = c->n = s->coordinates, rows = c->rows = s->constraints;
  steps_of of = {calloc(n * n + 1, sizeof *of.M), calloc(rows * n + 1, sizeof *of.A), calloc(n + 1, sizeof *of.h),
                 calloc(rows + 1, sizeof *of.b)};
  for (size_t i = 0; i < n; i++) {
    find_column(s, i, &of);
  }
  for (size_t r = 0; r < rows; r++) {
    find_row(s, r, &of);
  }
  c->state = room(hol_motion_variables(s));
  c->value = room(s->program.count + 1);
  c->M = room(n * n);
  c->A = room(rows * n);
  c->h = room(n);
  c->b = room(rows);
  c->acceleration = room(n);
  c->reaction = room(rows);
  for (size_t i = 0; i < n; i++) {
    c->state[hol_motion_variable(s, 0, i)] = s->coordinate[i].start;
    c->state[hol_motion_variable(s, 1, i)] = s->coordinate[i].speed;
  }
  hol_program_run_states(&s->program, c->state, c->value);
  take_values(s, &of, c);
  solve(c);
  free(of.M);
  free(of.A);
  free(of.h);
  free(of.b);
  return true;
}

void motion_check_clear(motion_check *c)
{
  double *const all[] = {c->state, c->value, c->M, c->A, c->h, c->b, c->acceleration, c->reaction};
  for (size_t i = 0; i < sizeof all / sizeof *all; i++) {
    free(all[i]);
  }
  *c = (motion_check){0};
}

size_t motion_coordinate(const hol_motion_system *system, const char *name)
{
  for (size_t i = 0; i < system->coordinates; i++) {
    if (strcmp(system->coordinate[i].name, name) == 0) {
      return i;
    }
  }
  return SIZE_MAX;
}

size_t motion_constraint(const hol_motion_system *system, const char *name)
{
  for (size_t i = 0; i < system->constraints; i++) {
    if (strcmp(system->constraint[i].name, name) == 0) {
      return i;
    }
  }
  return SIZE_MAX;
}

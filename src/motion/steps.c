/* SPDX-License-Identifier: BSD-3-Clause */
/* Sums and products of steps of a program with neutral elements left out, and of vectors of three steps. */
#include "motion/steps.h"

#include "expression/fold.h"

#include <assert.h>
#include <math.h>
#include <string.h>

/** Step 0 in place of a constant 0. */
static hol_step without_zero(const hol_steps *s, hol_step step)
{
  const hol_operation *o = &s->program->step[step];
  return o->code == HOL_STEP_CONSTANT && !(fabs(o->value.value) > 0) && !(fabs(o->value.rest) > 0) ? 0 : step;
}

static hol_step take(hol_steps *s, hol_step_code code, hol_step a, hol_step b)
{
  hol_step step = 0;
  s->status = s->status == HOL_OK ? hol_program_fold(s->program, code, a, b, 0, &step) : s->status;
  return s->status == HOL_OK && step ? without_zero(s, step) : 0;
}

hol_step hol_steps_number(hol_steps *s, double value, hol_dimension dimension)
{
  const double exponent[3] = {dimension.length, dimension.mass, dimension.time};
  hol_step step = 0;
  if (s->status == HOL_OK && fabs(value) > 0) {
    s->status = hol_program_constant(s->program, (hol_dd){value, 0}, exponent, 0, &step);
  }
  return step;
}

hol_step hol_steps_state(hol_steps *s, size_t number, double value, hol_dimension dimension)
{
  hol_step step = 0;
  assert(number <= UINT16_MAX);
  if (s->status == HOL_OK) {
    s->status = hol_program_state(s->program, (uint16_t)number, value, dimension, &step);
  }
  return step;
}

hol_step hol_steps_sum(hol_steps *s, hol_step a, hol_step b)
{
  return !a ? b : !b ? a : take(s, HOL_STEP_ADD, a, b);
}

hol_step hol_steps_difference(hol_steps *s, hol_step a, hol_step b)
{
  return !b ? a : !a ? take(s, HOL_STEP_NEGATE, b, 0) : take(s, HOL_STEP_SUBTRACT, a, b);
}

hol_step hol_steps_product(hol_steps *s, hol_step a, hol_step b)
{
  return a && b ? take(s, HOL_STEP_MULTIPLY, a, b) : 0;
}

hol_step hol_steps_quotient(hol_steps *s, hol_step a, hol_step b)
{
  assert(b || s->status != HOL_OK);
  return a && b ? take(s, HOL_STEP_DIVIDE, a, b) : 0;
}

hol_step hol_steps_function(hol_steps *s, const char *name, hol_step a)
{
  const hol_function *function = hol_function_find(name, strlen(name));
  assert(function);
  return take(s, HOL_STEP_FUNCTION, a, (hol_step)(function - hol_functions()));
}

hol_step hol_steps_angle(hol_steps *s, hol_step y, hol_step x)
{
  return take(s, HOL_STEP_ATAN2, y, x);
}

hol_vector hol_steps_vector(hol_steps *s, const double value[3], hol_dimension dimension)
{
  hol_vector v;
  for (size_t k = 0; k < 3; k++) {
    v.c[k] = hol_steps_number(s, value[k], dimension);
  }
  return v;
}

hol_vector hol_steps_add_scaled(hol_steps *s, hol_vector a, hol_step factor, hol_vector b)
{
  for (size_t k = 0; k < 3; k++) {
    a.c[k] = hol_steps_sum(s, a.c[k], hol_steps_product(s, factor, b.c[k]));
  }
  return a;
}

hol_vector hol_steps_apart(hol_steps *s, hol_vector a, hol_vector b)
{
  for (size_t k = 0; k < 3; k++) {
    a.c[k] = hol_steps_difference(s, a.c[k], b.c[k]);
  }
  return a;
}

hol_vector hol_steps_scaled(hol_steps *s, hol_step factor, hol_vector a)
{
  return hol_steps_add_scaled(s, (hol_vector){{0}}, factor, a);
}

hol_vector hol_steps_cross(hol_steps *s, hol_vector a, hol_vector b)
{
  hol_vector v;
  for (size_t k = 0; k < 3; k++) {
    size_t i = (k + 1) % 3, j = (k + 2) % 3;
    v.c[k] = hol_steps_difference(s, hol_steps_product(s, a.c[i], b.c[j]), hol_steps_product(s, a.c[j], b.c[i]));
  }
  return v;
}

hol_step hol_steps_dot(hol_steps *s, hol_vector a, hol_vector b)
{
  hol_step sum = 0;
  for (size_t k = 0; k < 3; k++) {
    sum = hol_steps_sum(s, sum, hol_steps_product(s, a.c[k], b.c[k]));
  }
  return sum;
}

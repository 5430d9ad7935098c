/* SPDX-License-Identifier: BSD-3-Clause */
/* Derivatives of steps, forwards through those that a step needs. */
#include "expression/derive.h"
#include "base/memory.h"
#include "expression/fold.h"

#include <math.h>
#include <stdlib.h>

void hol_derivatives_clear(hol_derivatives *by)
{
  free(by->of);
  by->of = NULL;
  by->capacity = 0;
}

/** A program that rules add to, until something fails: then their steps are 0. */
typedef struct builder {
  hol_program *program;
  hol_status status;
} builder;

static hol_step apply(builder *b, hol_step_code code, hol_step x, hol_step y, hol_step z)
{
  hol_step step = 0;
  if (b->status == HOL_OK) {
    b->status = hol_program_fold(b->program, code, x, y, z, &step);
  }
  return step;
}

static hol_step number(builder *b, double value)
{
  hol_step step = 0;
  if (b->status == HOL_OK) {
    b->status = hol_program_number(b->program, (hol_dd){value, 0}, &step);
  }
  return step;
}

static hol_step sum(builder *b, hol_step x, hol_step y)
{
  return apply(b, HOL_STEP_ADD, x, y, 0);
}

static hol_step difference(builder *b, hol_step x, hol_step y)
{
  return apply(b, HOL_STEP_SUBTRACT, x, y, 0);
}

static hol_step product(builder *b, hol_step x, hol_step y)
{
  return apply(b, HOL_STEP_MULTIPLY, x, y, 0);
}

static hol_step quotient(builder *b, hol_step x, hol_step y)
{
  return apply(b, HOL_STEP_DIVIDE, x, y, 0);
}

static hol_step negative(builder *b, hol_step x)
{
  return apply(b, HOL_STEP_NEGATE, x, 0, 0);
}

static hol_step function(builder *b, const char *name, hol_step x)
{
  size_t length = 0;
  while (name[length]) {
    length++;
  }
  return apply(b, HOL_STEP_FUNCTION, x, (hol_step)(hol_function_find(name, length) - hol_functions()), 0);
}

static hol_step square(builder *b, hol_step x)
{
  return product(b, x, x);
}

static bool is_zero(const builder *b, hol_step x)
{
  const hol_operation *o = &b->program->step[x];
  return o->code == HOL_STEP_CONSTANT && !(fabs(o->value.value) > 0);
}

/* ---- functions of one number ------------------------------------------------------------------------------------- */

/** 1 - x² = (1 - x)(1 + x), which keeps the digits of x near 1. */
static hol_step one_less_square(builder *b, hol_step x)
{
  hol_step one = number(b, 1);
  return product(b, difference(b, one, x), sum(b, one, x));
}

/** The derivative of a function that is written with `over` times the derivative of its argument, or under it. */
typedef struct slope {
  hol_step factor, divisor; /**< 0: 1 */
} slope;

static slope slope_of_inverse(builder *b, double (*f)(double), hol_step x)
{
  hol_step one = number(b, 1);
  if (f == asin || f == acos) {
    return (slope){.divisor = function(b, "sqrt", one_less_square(b, x))};
  }
  if (f == asinh) {
    return (slope){.divisor = function(b, "sqrt", sum(b, one, square(b, x)))};
  }
  if (f == acosh) {
    return (slope){.divisor = function(b, "sqrt", product(b, difference(b, x, one), sum(b, x, one)))};
  }
  return (slope){.divisor = f == atan ? sum(b, one, square(b, x)) : one_less_square(b, x)};
}

/** @param[in] y  f(x) */
static slope slope_of(builder *b, double (*f)(double), hol_step x, hol_step y)
{
  if (f == asin || f == acos || f == atan || f == asinh || f == acosh || f == atanh) {
    return slope_of_inverse(b, f, x);
  }
  if (f == log || f == log2 || f == log10) {
    return (slope){.factor = f == log ? 0 : number(b, f == log2 ? M_LOG2E : M_LOG10E), .divisor = x};
  }
  if (f == sqrt) {
    return (slope){.factor = number(b, 0.5), .divisor = y};
  }
  if (f == tan || f == tanh) {
    return (slope){.factor = f == tan ? sum(b, number(b, 1), square(b, y)) : one_less_square(b, y)};
  }
  return (slope){.factor = f == sin                 ? function(b, "cos", x)
                           : f == cos               ? negative(b, function(b, "sin", x))
                           : f == sinh || f == cosh ? function(b, f == sinh ? "cosh" : "sinh", x)
                           : f == exp               ? y
                           : f == fabs              ? function(b, "sign", x)
                                                    : number(b, 0)}; /* sign, rint */
}

static hol_step of_function(builder *b, const hol_operation *o, hol_step step, hol_step da)
{
  double (*f)(double) = hol_functions()[o->b].value;
  slope s = slope_of(b, f, o->a, step);
  hol_step d = s.divisor ? quotient(b, da, s.divisor) : da;
  d = s.factor ? product(b, s.factor, d) : d;
  return f == acos ? negative(b, d) : d;
}

/* ---- all steps --------------------------------------------------------------------------------------------------- */

/** a^n = n a^(n-1) da, and by the exponent a^n log(a) dn. */
static hol_step of_power(builder *b, const hol_operation *o, hol_step step, hol_step da, hol_step dn)
{
  hol_step less = difference(b, o->b, number(b, 1)), d = 0;
  if (is_zero(b, da)) {
    return product(b, product(b, step, function(b, "log", o->a)), dn);
  }
  d = product(b, product(b, o->b, apply(b, HOL_STEP_POWER, o->a, less, 0)), da);
  return is_zero(b, dn) ? d : sum(b, d, product(b, product(b, step, function(b, "log", o->a)), dn));
}

/** Angle and distance: (x dy - y dx)/(x² + y²) and (x dx + y dy)/r. */
static hol_step of_two(builder *b, const hol_operation *o, hol_step step, hol_step da, hol_step db)
{
  if (o->code == HOL_STEP_HYPOTENUSE) {
    return quotient(b, sum(b, product(b, o->a, da), product(b, o->b, db)), step);
  }
  hol_step turned = difference(b, product(b, o->b, da), product(b, o->a, db));
  return quotient(b, turned, sum(b, square(b, o->a), square(b, o->b)));
}

/** The derivative of a step, from those of its operands. */
static hol_step derivative_of(builder *b, const hol_operation *o, hol_step step, hol_step da, hol_step db, hol_step dc)
{
  bool is_flat = o->code >= HOL_STEP_LESS && o->code <= HOL_STEP_OR;
  if (is_flat || (is_zero(b, da) && is_zero(b, db) && is_zero(b, dc))) {
    return number(b, 0);
  }
  switch ((hol_step_code)o->code) {
  case HOL_STEP_ADD:
    return sum(b, da, db);
  case HOL_STEP_SUBTRACT:
    return difference(b, da, db);
  case HOL_STEP_MULTIPLY:
    return sum(b, product(b, da, o->b), product(b, o->a, db));
  case HOL_STEP_DIVIDE:
    return quotient(b, difference(b, da, product(b, step, db)), o->b);
  case HOL_STEP_POWER:
    return of_power(b, o, step, da, db);
  case HOL_STEP_ATAN2:
  case HOL_STEP_HYPOTENUSE:
    return of_two(b, o, step, da, db);
  case HOL_STEP_LEAST:
    return apply(b, HOL_STEP_SELECT, apply(b, HOL_STEP_LESS, o->b, o->a, 0), db, da);
  case HOL_STEP_GREATEST:
    return apply(b, HOL_STEP_SELECT, apply(b, HOL_STEP_LESS, o->a, o->b, 0), db, da);
  case HOL_STEP_NEGATE:
    return negative(b, da);
  case HOL_STEP_FUNCTION:
    return of_function(b, o, step, da);
  case HOL_STEP_SELECT:
    return apply(b, HOL_STEP_SELECT, o->a, db, dc);
  case HOL_STEP_ROUND:
    return da;
  default: /* the rest of a number, constants */
    return number(b, 0);
  }
}

/** Of a state: its rate, or 1 for that by which the derivative is taken. */
static hol_step derivative_of_state(builder *b, const hol_derivatives *by, unsigned state)
{
  if (by->rate) {
    return state < by->states && by->rate[state] ? by->rate[state] : number(b, 0);
  }
  return number(b, state == by->state);
}

/** The derivative of a step, where those of its operands are known. */
static hol_step derivative_at(builder *b, const hol_derivatives *by, hol_step step, const hol_step *of)
{
  const hol_operation o = b->program->step[step];
  if (!(o.flags & HOL_STEP_OF_STATE)) {
    return of[0];
  }
  return o.code == HOL_STEP_STATE ? derivative_of_state(b, by, o.number)
                                  : derivative_of(b, &o, step, of[o.code == HOL_STEP_SELECT ? 0 : o.a],
                                                  of[o.code == HOL_STEP_FUNCTION ? 0 : o.b], of[o.c]);
}

/** Mark the steps whose derivatives are still to be found. */
static const hol_step wanted = UINT32_MAX;

static void want(const hol_program *program, hol_step step, hol_step *of)
{
  of[step] = of[step] ? of[step] : wanted;
  for (size_t i = step; i > 0; i--) {
    const hol_operation *o = &program->step[i];
    bool is_flat = o->code >= HOL_STEP_LESS && o->code <= HOL_STEP_OR;
    const hol_step operand[3] = {o->code == HOL_STEP_SELECT ? 0 : o->a, o->code == HOL_STEP_FUNCTION ? 0 : o->b, o->c};
    for (int k = 0; k < 3 && of[i] == wanted && o->flags & HOL_STEP_OF_STATE && !is_flat; k++) {
      of[operand[k]] = of[operand[k]] ? of[operand[k]] : wanted;
    }
  }
}

static hol_status derive_in(hol_program *program, const hol_derivatives *by, hol_step step, hol_step *of)
{
  builder b = {.program = program};
  of[0] = number(&b, 0);
  want(program, step, of);
  for (hol_step i = 1; i <= step && b.status == HOL_OK; i++) {
    if (of[i] == wanted) {
      const hol_step found = derivative_at(&b, by, i, of);
      of[i] = b.status == HOL_OK ? found : wanted; /* what fails half-way is none */
    }
  }
  for (size_t i = 1; i <= step && b.status != HOL_OK; i++) {
    of[i] = of[i] == wanted ? 0 : of[i];
  }
  return b.status;
}

hol_status hol_program_derivative(hol_program *program, hol_derivatives *by, hol_step step, hol_step *derivative)
{
  if (!hol_grow(&by->of, &by->capacity, (size_t)step + 1, sizeof *by->of)) {
    return HOL_MEMORY;
  }
  HOL_TRY(by->of[step] ? HOL_OK : derive_in(program, by, step, by->of));
  *derivative = by->of[step];
  return HOL_OK;
}

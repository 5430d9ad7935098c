/* SPDX-License-Identifier: BSD-3-Clause */
/* Operations with neutral elements left out, signs and constant factors collected. */
#include "expression/fold.h"

#include <math.h>

hol_status hol_program_number(hol_program *program, hol_dd value, hol_step *step)
{
  static const double plain[3] = {0};
  bool is_zero = !(fabs(value.value) > 0);
  return hol_program_constant(program, is_zero ? (hol_dd){0, 0} : value, plain, is_zero ? HOL_STEP_FITS_ALL : 0, step);
}

static hol_status number(hol_program *program, double value, hol_step *step)
{
  return hol_program_number(program, (hol_dd){value, 0}, step);
}

static const hol_operation *at(const hol_program *program, hol_step step)
{
  return &program->step[step];
}

static bool is_code(const hol_program *program, hol_step step, hol_step_code code)
{
  return at(program, step)->code == code;
}

static bool is_constant(const hol_program *program, hol_step step)
{
  return is_code(program, step, HOL_STEP_CONSTANT);
}

static bool is_zero(const hol_program *program, hol_step step)
{
  const hol_operation *o = at(program, step);
  return o->code == HOL_STEP_CONSTANT && o->value.value <= 0 && o->value.value >= 0;
}

/** Is it this plain number? */
static bool is_number(const hol_program *program, hol_step step, double value)
{
  const hol_operation *o = at(program, step);
  bool is_plain = true;
  for (int i = 0; i < 3; i++) {
    is_plain = is_plain && !(fabs(o->exponent[i]) > 0);
  }
  return is_plain && o->code == HOL_STEP_CONSTANT && o->value.value <= value && o->value.value >= value &&
         !(fabs(o->value.rest) > 0);
}

/** A product with a constant, which stands first. */
static bool is_scaled(const hol_program *program, hol_step step)
{
  return is_code(program, step, HOL_STEP_MULTIPLY) && is_constant(program, at(program, step)->a);
}

static hol_status fold(hol_program *program, hol_step_code code, hol_step a, hol_step b, hol_step *step)
{
  return hol_program_fold(program, code, a, b, 0, step);
}

/** An operation as it is, operands that commute in order. */
static hol_status add_ordered(hol_program *program, hol_step_code code, hol_step a, hol_step b, hol_step *step)
{
  bool in_order = is_constant(program, a) || (a < b && !is_constant(program, b));
  return hol_program_operation(program, code, in_order ? a : b, in_order ? b : a, 0, step);
}

static hol_status negate(hol_program *program, hol_step a, hol_step *step)
{
  const hol_operation o = *at(program, a);
  if (is_zero(program, a) || o.code == HOL_STEP_NEGATE) {
    *step = o.code == HOL_STEP_NEGATE ? o.a : a;
    return HOL_OK;
  }
  return o.code == HOL_STEP_SUBTRACT ? fold(program, HOL_STEP_SUBTRACT, o.b, o.a, step)
                                     : hol_program_operation(program, HOL_STEP_NEGATE, a, 0, 0, step);
}

/** The operation on two steps, and its sign changed. */
static hol_status negated(hol_program *program, hol_step_code code, hol_step a, hol_step b, hol_step *step)
{
  HOL_TRY(fold(program, code, a, b, step));
  return negate(program, *step, step);
}

static hol_status add(hol_program *program, hol_step a, hol_step b, hol_step *step)
{
  if (is_zero(program, a) || is_zero(program, b)) {
    *step = is_zero(program, a) ? b : a;
    return HOL_OK;
  }
  if (is_code(program, b, HOL_STEP_NEGATE)) {
    return fold(program, HOL_STEP_SUBTRACT, a, at(program, b)->a, step);
  }
  if (is_code(program, a, HOL_STEP_NEGATE)) {
    return fold(program, HOL_STEP_SUBTRACT, b, at(program, a)->a, step);
  }
  if (a == b) {
    HOL_TRY(number(program, 2, &b));
    return fold(program, HOL_STEP_MULTIPLY, b, a, step);
  }
  return add_ordered(program, HOL_STEP_ADD, a, b, step);
}

static hol_status subtract(hol_program *program, hol_step a, hol_step b, hol_step *step)
{
  if (a == b) {
    return number(program, 0, step);
  }
  if (is_zero(program, b)) {
    *step = a;
    return HOL_OK;
  }
  if (is_zero(program, a)) {
    return negate(program, b, step);
  }
  if (is_code(program, b, HOL_STEP_NEGATE)) {
    return fold(program, HOL_STEP_ADD, a, at(program, b)->a, step);
  }
  return is_code(program, a, HOL_STEP_NEGATE) ? negated(program, HOL_STEP_ADD, at(program, a)->a, b, step)
                                              : hol_program_operation(program, HOL_STEP_SUBTRACT, a, b, 0, step);
}

/** A constant times a step. */
static hol_status scale(hol_program *program, hol_step factor, hol_step a, hol_step *step)
{
  const hol_operation o = *at(program, a);
  bool is_negative = at(program, factor)->value.value < 0;
  if (o.code == HOL_STEP_NEGATE || is_negative) {
    HOL_TRY(hol_program_operation(program, HOL_STEP_NEGATE, factor, 0, 0, &factor));
    return o.code == HOL_STEP_NEGATE ? scale(program, factor, o.a, step)
                                     : negated(program, HOL_STEP_MULTIPLY, factor, a, step);
  }
  if (is_number(program, factor, 1) || is_constant(program, a)) {
    *step = a;
    return is_constant(program, a) ? hol_program_operation(program, HOL_STEP_MULTIPLY, factor, a, 0, step) : HOL_OK;
  }
  bool is_quotient = o.code == HOL_STEP_DIVIDE && is_constant(program, o.a);
  if (is_scaled(program, a) || is_quotient) {
    HOL_TRY(hol_program_operation(program, HOL_STEP_MULTIPLY, factor, o.a, 0, &factor));
    return fold(program, (hol_step_code)o.code, factor, o.b, step);
  }
  return hol_program_operation(program, HOL_STEP_MULTIPLY, factor, a, 0, step);
}

static hol_status multiply(hol_program *program, hol_step a, hol_step b, hol_step *step)
{
  if (is_zero(program, a) || is_zero(program, b)) {
    return number(program, 0, step);
  }
  if (is_constant(program, a) || is_constant(program, b)) {
    bool is_first = is_constant(program, a);
    return scale(program, is_first ? a : b, is_first ? b : a, step);
  }
  for (int side = 0; side < 2; side++) {
    const hol_step one = side ? b : a, other = side ? a : b;
    const hol_operation o = *at(program, one);
    if (o.code == HOL_STEP_NEGATE) {
      return negated(program, HOL_STEP_MULTIPLY, o.a, other, step);
    }
    if (is_scaled(program, one)) {
      HOL_TRY(fold(program, HOL_STEP_MULTIPLY, o.b, other, step));
      return scale(program, o.a, *step, step);
    }
  }
  return add_ordered(program, HOL_STEP_MULTIPLY, a, b, step);
}

/** Is it a constant whose inverse is exact: a power of 2? */
static bool is_binary(const hol_program *program, hol_step step)
{
  int exponent;
  const hol_dd value = at(program, step)->value;
  return is_constant(program, step) && fabs(frexp(value.value, &exponent)) <= 0.5 && fabs(value.value) > 0 &&
         !(fabs(value.rest) > 0);
}

/** A quotient by a constant, of what may have a constant factor. */
static hol_status divide_by_constant(hol_program *program, hol_step a, hol_step b, hol_step *step)
{
  const hol_operation x = *at(program, a);
  hol_step factor = x.a;
  if (!is_scaled(program, a) && !is_binary(program, b)) {
    return hol_program_operation(program, HOL_STEP_DIVIDE, a, b, 0, step);
  }
  if (!is_scaled(program, a)) {
    HOL_TRY(number(program, 1, &factor));
  }
  HOL_TRY(hol_program_operation(program, HOL_STEP_DIVIDE, factor, b, 0, &factor));
  return fold(program, HOL_STEP_MULTIPLY, factor, is_scaled(program, a) ? x.b : a, step);
}

static hol_status divide(hol_program *program, hol_step a, hol_step b, hol_step *step)
{
  const hol_operation x = *at(program, a), y = *at(program, b);
  bool is_negative = x.code == HOL_STEP_NEGATE, is_negative_below = y.code == HOL_STEP_NEGATE;
  if (is_zero(program, a) && !is_zero(program, b)) {
    return number(program, 0, step);
  }
  if (is_number(program, b, 1)) {
    *step = a;
    return HOL_OK;
  }
  if (is_negative || is_negative_below) {
    HOL_TRY(fold(program, HOL_STEP_DIVIDE, is_negative ? x.a : a, is_negative_below ? y.a : b, step));
    return is_negative != is_negative_below ? negate(program, *step, step) : HOL_OK;
  }
  if (is_constant(program, b)) {
    return divide_by_constant(program, a, b, step);
  }
  if (is_scaled(program, a)) {
    HOL_TRY(fold(program, HOL_STEP_DIVIDE, x.b, b, step));
    return fold(program, HOL_STEP_MULTIPLY, x.a, *step, step);
  }
  return hol_program_operation(program, HOL_STEP_DIVIDE, a, b, 0, step);
}

/** A power above 0: of a whole number by products, of a half by a root. */
static hol_status raise(hol_program *program, hol_step a, double n, hol_step *step)
{
  static const char root[] = "sqrt";
  double below = floor(n);
  hol_step half, whole;
  if (n <= 1 && n >= 1) {
    *step = a;
    return HOL_OK;
  }
  if (n > below) {
    hol_step function = (hol_step)(hol_function_find(root, sizeof root - 1) - hol_functions());
    HOL_TRY(hol_program_operation(program, HOL_STEP_FUNCTION, a, function, 0, &half));
    *step = half;
    HOL_TRY(below > 0 ? raise(program, a, below, &whole) : HOL_OK);
    return below > 0 ? fold(program, HOL_STEP_MULTIPLY, whole, half, step) : HOL_OK;
  }
  bool is_odd = fmod(n, 2) > 0;
  HOL_TRY(raise(program, a, is_odd ? n - 1 : n / 2, &half));
  return fold(program, HOL_STEP_MULTIPLY, is_odd ? a : half, half, step);
}

static hol_status power(hol_program *program, hol_step a, hol_step b, hol_step *step)
{
  enum { MOST = 16 };
  double n = at(program, b)->value.value, size = fabs(n);
  bool is_simple = is_number(program, b, n) && size <= MOST && !(fabs(2 * n - rint(2 * n)) > 0);
  hol_step one;
  if (!is_simple || is_constant(program, a)) {
    return hol_program_operation(program, HOL_STEP_POWER, a, b, 0, step);
  }
  HOL_TRY(number(program, 1, &one));
  if (!(size > 0)) {
    *step = one;
    return HOL_OK;
  }
  HOL_TRY(raise(program, a, size, step));
  return n < 0 ? fold(program, HOL_STEP_DIVIDE, one, *step, step) : HOL_OK;
}

static hol_status choose(hol_program *program, hol_step a, hol_step b, hol_step c, hol_step *step)
{
  bool is_decided = is_constant(program, a);
  if (is_decided || b == c) {
    *step = b == c || !is_zero(program, a) ? b : c;
    return HOL_OK;
  }
  return hol_program_operation(program, HOL_STEP_SELECT, a, b, c, step);
}

hol_status hol_program_fold(hol_program *program, hol_step_code code, hol_step a, hol_step b, hol_step c,
                            hol_step *step)
{
  switch (code) {
  case HOL_STEP_ADD:
    return add(program, a, b, step);
  case HOL_STEP_SUBTRACT:
    return subtract(program, a, b, step);
  case HOL_STEP_MULTIPLY:
    return multiply(program, a, b, step);
  case HOL_STEP_DIVIDE:
    return divide(program, a, b, step);
  case HOL_STEP_POWER:
    return power(program, a, b, step);
  case HOL_STEP_NEGATE:
    return negate(program, a, step);
  case HOL_STEP_SELECT:
    return choose(program, a, b, c, step);
  case HOL_STEP_LEAST:
  case HOL_STEP_GREATEST:
    *step = a;
    return a == b ? HOL_OK : hol_program_operation(program, code, a, b, c, step);
  default:
    return hol_program_operation(program, code, a, b, c, step);
  }
}

/* SPDX-License-Identifier: BSD-3-Clause */
/* Programs of arithmetic steps: construction without duplicates, dimensions, evaluation in double-double. */
#include "expression/program.h"
#include "base/hash.h"
#include "base/memory.h"
#include "expression/decimal.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

void hol_program_clear(hol_program *program)
{
  free(program->step);
  free(program->slot);
  *program = (hol_program){0};
}

hol_status hol_program_copy(hol_program *to, const hol_program *from)
{
  *to = *from;
  to->capacity = from->count + 1;
  to->step = hol_alloc(to->capacity, sizeof *to->step);
  to->slot = hol_alloc(from->slots, sizeof *to->slot);
  if (!to->step || !to->slot) {
    hol_program_clear(to);
    return HOL_MEMORY;
  }
  if (from->count > 0) {
    memcpy(to->step, from->step, to->capacity * sizeof *to->step);
    memcpy(to->slot, from->slot, from->slots * sizeof *to->slot);
  }
  return HOL_OK;
}

/* ---- values ------------------------------------------------------------------------------------------------------ */

static bool is_equal(double a, double b)
{
  return a <= b && a >= b;
}

static bool is_true(double a)
{
  return !is_equal(a, 0);
}

/** Comparisons, of doubles: 0.1 + 0.2 is 0.3. */
static double compare(hol_step_code code, double a, double b)
{
  switch (code) {
  case HOL_STEP_LESS:
    return a < b;
  case HOL_STEP_LESS_EQUAL:
    return a <= b;
  case HOL_STEP_GREATER:
    return a > b;
  case HOL_STEP_GREATER_EQUAL:
    return a >= b;
  case HOL_STEP_EQUAL:
    return is_equal(a, b);
  case HOL_STEP_NOT_EQUAL:
    return !is_equal(a, b);
  case HOL_STEP_AND:
    return is_true(a) && is_true(b);
  default:
    return is_true(a) || is_true(b);
  }
}

double hol_operation_double(const hol_operation *o, double a, double b, double c)
{
  switch ((hol_step_code)o->code) {
  case HOL_STEP_ADD:
    return a + b;
  case HOL_STEP_SUBTRACT:
    return a - b;
  case HOL_STEP_MULTIPLY:
    return a * b;
  case HOL_STEP_DIVIDE:
    return a / b;
  case HOL_STEP_POWER:
    return pow(a, b);
  case HOL_STEP_ATAN2:
    return atan2(a, b);
  case HOL_STEP_LEAST:
    return b < a ? b : a;
  case HOL_STEP_GREATEST:
    return a < b ? b : a;
  case HOL_STEP_HYPOTENUSE:
    return hypot(a, b);
  case HOL_STEP_NEGATE:
    return -a;
  case HOL_STEP_ROUND:
    return a;
  case HOL_STEP_REST:
    return 0;
  case HOL_STEP_FUNCTION:
    return hol_functions()[o->b].value(a);
  case HOL_STEP_SELECT:
    return is_true(a) ? b : c;
  case HOL_STEP_CONSTANT:
  case HOL_STEP_VARIABLE:
  case HOL_STEP_STATE:
    return o->value.value;
  default:
    return compare((hol_step_code)o->code, a, b);
  }
}

/* ---- in double-double -------------------------------------------------------------------------------------------- */

static long double wide(hol_dd a)
{
  return (long double)a.value + a.rest;
}

static hol_dd narrow(long double x)
{
  double value = (double)x, rest = (double)(x - value);
  return (hol_dd){value, hol_dd_finite(rest)};
}

static hol_dd negated(hol_dd a)
{
  return (hol_dd){-a.value, 0 - a.rest};
}

static bool is_less(hol_dd a, hol_dd b)
{
  return a.value < b.value || (!(a.value > b.value) && a.rest < b.rest);
}

/** √(a² + b²), by a step of Newton's; b plain 0 changes nothing. */
static hol_dd hypotenuse(hol_dd a, hol_dd b)
{
  double h = hypot(a.value, b.value);
  if (!is_true(b.value) && !is_true(b.rest)) {
    return a.value < 0 ? negated(a) : a;
  }
  if (!is_true(a.value) && !is_true(a.rest)) {
    return b.value < 0 ? negated(b) : b;
  }
  if (!(h > 1e-140 && h < 1e140)) { /* squares lose digits */
    return (hol_dd){h, 0};
  }
  const hol_dd squares = hol_dd_add(hol_dd_multiply(a, a), hol_dd_multiply(b, b));
  return hol_dd_of(h, hol_dd_subtract(squares, hol_dd_product(h, h)).value / (2 * h));
}

static hol_dd root(hol_dd a)
{
  double h = sqrt(a.value);
  bool has_rest = a.value > 1e-280 && a.value < 1e280;
  return has_rest ? hol_dd_of(h, hol_dd_subtract(a, hol_dd_product(h, h)).value / (2 * h)) : (hol_dd){h, 0};
}

/** Whole exponents by squaring, so that no digit is lost. */
static hol_dd power(hol_dd a, hol_dd b)
{
  enum { MOST = 64 };
  double n = fabs(b.value);
  hol_dd result = {1, 0}, square = a;
  if (is_true(b.rest) || n > MOST || n < 1 || is_true(n - rint(n))) {
    return is_true(a.rest) || is_true(b.rest) ? narrow(powl(wide(a), wide(b))) : narrow(powl(a.value, b.value));
  }
  for (unsigned left = (unsigned)n; left; left >>= 1) {
    result = left & 1 ? hol_dd_multiply(result, square) : result;
    square = left > 1 ? hol_dd_multiply(square, square) : square;
  }
  return b.value < 0 ? hol_dd_divide((hol_dd){1, 0}, result) : result;
}

static hol_dd function_of(const hol_function *function, hol_dd a)
{
  if (function->argument == HOL_ARGUMENT_KEPT) {
    return a.value < 0 ? negated(a) : a;
  }
  return function->argument == HOL_ARGUMENT_HALVED ? root(a)
         : function->wide                          ? narrow(function->wide(wide(a)))
                                                   : (hol_dd){function->value(a.value), 0};
}

hol_dd hol_operation_value(const hol_operation *o, hol_dd a, hol_dd b, hol_dd c)
{
  switch ((hol_step_code)o->code) {
  case HOL_STEP_ADD:
    return hol_dd_add(a, b);
  case HOL_STEP_SUBTRACT:
    return hol_dd_subtract(a, b);
  case HOL_STEP_MULTIPLY:
    return hol_dd_multiply(a, b);
  case HOL_STEP_DIVIDE:
    return hol_dd_divide(a, b);
  case HOL_STEP_POWER:
    return power(a, b);
  case HOL_STEP_ATAN2:
    return narrow(atan2l(wide(a), wide(b)));
  case HOL_STEP_LEAST:
    return is_less(b, a) ? b : a;
  case HOL_STEP_GREATEST:
    return is_less(a, b) ? b : a;
  case HOL_STEP_HYPOTENUSE:
    return hypotenuse(a, b);
  case HOL_STEP_NEGATE:
    return negated(a);
  case HOL_STEP_ROUND:
    return (hol_dd){a.value, 0};
  case HOL_STEP_REST:
    return (hol_dd){a.rest, 0};
  case HOL_STEP_FUNCTION:
    return function_of(&hol_functions()[o->b], a);
  case HOL_STEP_SELECT:
    return is_true(a.value) ? b : c;
  case HOL_STEP_CONSTANT:
  case HOL_STEP_VARIABLE:
  case HOL_STEP_STATE:
    return o->value;
  default:
    return (hol_dd){compare((hol_step_code)o->code, a.value, b.value), 0};
  }
}

void hol_program_run(const hol_program *program, const double *variable, hol_dd *value)
{
  value[0] = (hol_dd){0, 0};
  for (size_t i = 1; i <= program->count; i++) {
    const hol_operation *o = &program->step[i];
    if (o->code == HOL_STEP_VARIABLE) {
      value[i] = o->a ? hol_decimal_near(variable[o->a]) : (hol_dd){variable[0], 0};
    } else {
      bool is_function = o->code == HOL_STEP_FUNCTION;
      value[i] = hol_operation_value(o, value[o->a], value[is_function ? 0 : o->b], value[o->c]);
    }
  }
}

void hol_program_run_double(const hol_program *program, const double *variable, double *value)
{
  value[0] = 0;
  for (size_t i = 1; i <= program->count; i++) {
    const hol_operation *o = &program->step[i];
    if (o->code == HOL_STEP_VARIABLE) {
      value[i] = variable[o->a];
    } else {
      bool is_function = o->code == HOL_STEP_FUNCTION;
      value[i] = hol_operation_double(o, value[o->a], is_function ? 0 : value[o->b], value[o->c]);
    }
  }
}

void hol_program_run_states(const hol_program *program, const double *state, double *value)
{
  value[0] = 0;
  for (size_t i = 1; i <= program->count; i++) {
    const hol_operation *o = &program->step[i];
    bool is_leaf = o->code == HOL_STEP_CONSTANT || o->code == HOL_STEP_VARIABLE,
         is_function = o->code == HOL_STEP_FUNCTION;
    value[i] = o->code == HOL_STEP_STATE ? state[o->number]
               : is_leaf                 ? o->value.value
                         : hol_operation_double(o, value[o->a], is_function ? 0 : value[o->b], value[o->c]);
  }
}

/* ---- dimensions -------------------------------------------------------------------------------------------------- */

/** Exponents that differ by no more are equal: roots and powers round. */
static const double rounding = 1e-9;

static bool is_plain(const hol_operation *o)
{
  bool plain = true;
  for (int i = 0; i < 3; i++) {
    plain = plain && fabs(o->exponent[i]) <= rounding;
  }
  return plain || (o->flags & HOL_STEP_FITS_ALL);
}

/** Exponents of the result: x times those of a, y times those of b. */
static void combine_exponents(hol_operation *o, const hol_operation *a, double x, const hol_operation *b, double y)
{
  for (int i = 0; i < 3; i++) {
    o->exponent[i] = x * a->exponent[i] + y * b->exponent[i];
  }
}

/** Both of one dimension, which the result has if `is_kept`. */
static void agree_in_dimension(hol_operation *o, const hol_operation *a, const hol_operation *b, bool is_kept)
{
  const hol_operation *first = a->flags & HOL_STEP_FITS_ALL ? b : a, *second = first == a ? b : a;
  bool same = (second->flags & HOL_STEP_FITS_ALL) != 0;
  hol_operation difference = {0};
  combine_exponents(&difference, a, 1, b, -1);
  o->flags |= same || is_plain(&difference) ? 0 : HOL_STEP_IS_MIXED;
  if (is_kept) {
    combine_exponents(o, first, 1, second, 0);
    o->flags |= a->flags & b->flags & HOL_STEP_FITS_ALL;
  }
}

static void find_power(hol_operation *o, const hol_operation *a, const hol_operation *b)
{
  bool has_dimension = !is_plain(a);
  if (!is_plain(b) || (has_dimension && (b->flags & (HOL_STEP_OF_XI | HOL_STEP_OF_STATE)))) {
    o->flags |= HOL_STEP_IS_MIXED;
  } else if (has_dimension) {
    combine_exponents(o, a, b->value.value, a, 0);
  }
  o->flags |= b->value.value > 0 ? a->flags & HOL_STEP_FITS_ALL : 0;
  bool is_open = has_dimension || (a->flags & HOL_STEP_FITS_ALL);
  o->flags |= is_open && (b->flags & HOL_STEP_OF_PARAMETER) ? HOL_STEP_IS_POWER : 0;
}

static void find_function(hol_operation *o, const hol_operation *a)
{
  const hol_function *function = &hol_functions()[o->b];
  if (function->argument == HOL_ARGUMENT_PLAIN) {
    o->flags |= is_plain(a) ? 0 : HOL_STEP_IS_MIXED;
  } else if (function->argument != HOL_ARGUMENT_ANY) {
    combine_exponents(o, a, function->argument == HOL_ARGUMENT_HALVED ? 0.5 : 1, a, 0);
  }
  o->flags |= is_true(o->value.value) ? 0 : a->flags & HOL_STEP_FITS_ALL;
}

static void find_dimension(hol_operation *o, const hol_operation *a, const hol_operation *b, const hol_operation *c)
{
  switch ((hol_step_code)o->code) {
  case HOL_STEP_ADD:
  case HOL_STEP_SUBTRACT:
  case HOL_STEP_LEAST:
  case HOL_STEP_GREATEST:
  case HOL_STEP_HYPOTENUSE:
    agree_in_dimension(o, a, b, true);
    break;
  case HOL_STEP_SELECT:
    agree_in_dimension(o, b, c, true);
    break;
  case HOL_STEP_MULTIPLY:
    combine_exponents(o, a, 1, b, 1);
    o->flags |= (a->flags | b->flags) & HOL_STEP_FITS_ALL;
    break;
  case HOL_STEP_DIVIDE:
    combine_exponents(o, a, 1, b, -1);
    o->flags |= a->flags & HOL_STEP_FITS_ALL;
    break;
  case HOL_STEP_POWER:
    find_power(o, a, b);
    break;
  case HOL_STEP_NEGATE:
  case HOL_STEP_ROUND:
  case HOL_STEP_REST:
    combine_exponents(o, a, 1, a, 0);
    o->flags |= a->flags & HOL_STEP_FITS_ALL;
    break;
  case HOL_STEP_FUNCTION:
    find_function(o, a);
    break;
  case HOL_STEP_AND:
  case HOL_STEP_OR:
    break;
  default: /* comparisons and angles */
    agree_in_dimension(o, a, b, false);
  }
}

/* ---- adding ------------------------------------------------------------------------------------------------------ */

/** What makes a step as one number. */
static size_t hash(const hol_operation *o)
{
  uint64_t bits[5], h = HOL_HASH_START;
  double kept[5] = {o->value.value, o->value.rest, o->exponent[0], o->exponent[1], o->exponent[2]};
  bool is_constant = o->code == HOL_STEP_CONSTANT;
  memcpy(bits, kept, sizeof bits);
  h = hol_hash(h, o->code);
  h = hol_hash(h, o->a);
  h = hol_hash(h, o->b);
  h = hol_hash(h, o->c);
  h = o->code == HOL_STEP_STATE ? hol_hash(h, o->number) : h;
  for (int i = 0; is_constant && i < 5; i++) {
    h = hol_hash(h, bits[i]);
    h ^= h >> 32;
  }
  return (size_t)(h ^ (h >> 32));
}

static bool is_same(const hol_operation *a, const hol_operation *b)
{
  bool same = a->code == b->code && a->a == b->a && a->b == b->b && a->c == b->c && a->number == b->number;
  return same &&
         (a->code != HOL_STEP_CONSTANT || (a->flags == b->flags && !memcmp(&a->value, &b->value, sizeof a->value) &&
                                           !memcmp(a->exponent, b->exponent, sizeof a->exponent)));
}

bool hol_program_equal(const hol_program *a, const hol_program *b)
{
  bool equal = a->count == b->count;
  for (size_t i = 1; equal && i <= a->count; i++) {
    equal = is_same(&a->step[i], &b->step[i]);
  }
  return equal;
}

/** The slot of an equal step, or the empty one where it belongs. */
static size_t slot_of(const hol_program *program, const hol_operation *o)
{
  size_t i = hash(o) & (program->slots - 1);
  while (program->slot[i] && !is_same(&program->step[program->slot[i]], o)) {
    i = (i + 1) & (program->slots - 1);
  }
  return i;
}

static hol_status make_slots(hol_program *program)
{
  size_t slots = program->slots ? 2 * program->slots : 64;
  hol_step *slot = slots / 2 < UINT32_MAX / 2 ? hol_alloc(slots, sizeof *slot) : NULL;
  if (!slot) {
    return HOL_MEMORY;
  }
  free(program->slot);
  program->slot = slot;
  program->slots = slots;
  for (size_t i = 1; i <= program->count; i++) {
    program->slot[slot_of(program, &program->step[i])] = (hol_step)i;
  }
  return HOL_OK;
}

static hol_status add_operation(hol_program *program, const hol_operation *o, hol_step *step)
{
  if (2 * (program->count + 2) > program->slots) {
    HOL_TRY(make_slots(program));
  }
  size_t slot = slot_of(program, o);
  if (!program->slot[slot]) {
    if (!hol_grow(&program->step, &program->capacity, program->count + 2, sizeof *program->step)) {
      return HOL_MEMORY;
    }
    program->step[++program->count] = *o;
    program->slot[slot] = (hol_step)program->count;
  }
  *step = program->slot[slot];
  return HOL_OK;
}

void hol_program_rewind(hol_program *program, size_t count)
{
  while (program->count > count) { /* the last one in its chain, as none is younger */
    program->slot[slot_of(program, &program->step[program->count])] = 0;
    program->count--;
  }
}

hol_status hol_program_constant(hol_program *program, hol_dd value, const double *exponent, unsigned flags,
                                hol_step *step)
{
  const hol_operation o = {.code = HOL_STEP_CONSTANT,
                           .flags = (uint8_t)flags,
                           .value = value,
                           .exponent = {exponent[0], exponent[1], exponent[2]}};
  return add_operation(program, &o, step);
}

hol_status hol_program_xi(hol_program *program, double value, hol_step *step)
{
  const hol_operation o = {.code = HOL_STEP_VARIABLE, .flags = HOL_STEP_OF_XI, .value = {value, 0}};
  return add_operation(program, &o, step);
}

hol_status hol_program_parameter(hol_program *program, double value, hol_dimension dimension, hol_step *step)
{
  const hol_operation o = {.code = HOL_STEP_VARIABLE,
                           .flags = HOL_STEP_OF_PARAMETER,
                           .a = (hol_step)(program->parameters + 1),
                           .value = hol_decimal_near(value),
                           .exponent = {dimension.length, dimension.mass, dimension.time}};
  HOL_TRY(add_operation(program, &o, step));
  program->parameters++;
  return HOL_OK;
}

hol_status hol_program_parameter_at(hol_program *program, hol_step number, double value, hol_step *step)
{
  const hol_operation o = {
      .code = HOL_STEP_VARIABLE, .flags = HOL_STEP_OF_PARAMETER, .a = number, .value = hol_decimal_near(value)};
  program->parameters = program->parameters < number ? number : program->parameters;
  return add_operation(program, &o, step);
}

hol_status hol_program_state(hol_program *program, uint16_t number, double value, hol_dimension dimension,
                             hol_step *step)
{
  const hol_operation o = {.code = HOL_STEP_STATE,
                           .flags = HOL_STEP_OF_STATE,
                           .number = number,
                           .value = hol_decimal_near(value),
                           .exponent = {dimension.length, dimension.mass, dimension.time}};
  return add_operation(program, &o, step);
}

hol_status hol_program_operation(hol_program *program, hol_step_code code, hol_step a, hol_step b, hol_step c,
                                 hol_step *step)
{
  static const hol_operation none = {0};
  const hol_operation *x = &program->step[a], *y = code == HOL_STEP_FUNCTION ? &none : &program->step[b],
                      *z = &program->step[c];
  unsigned varies = HOL_STEP_OF_XI | HOL_STEP_OF_PARAMETER | HOL_STEP_OF_STATE, inherited = varies | HOL_STEP_IS_MIXED;
  hol_operation o = {.code = (uint8_t)code, .a = a, .b = b, .c = c};
  o.flags = (uint8_t)((x->flags | y->flags | z->flags) & inherited);
  o.value = hol_operation_value(&o, x->value, y->value, z->value);
  find_dimension(&o, x, y, z);
  if (!(o.flags & varies)) {
    o.code = HOL_STEP_CONSTANT;
    o.a = o.b = o.c = 0;
    o.flags &= HOL_STEP_FITS_ALL | HOL_STEP_IS_MIXED;
  }
  return add_operation(program, &o, step);
}

/** As deep as the expression; steps that several use are met several times, but fall together again. */
hol_status hol_program_along(hol_program *to, const hol_program *from, hol_step step, hol_step *copy)
{
  const hol_operation *o = &from->step[step];
  hol_step a = 0, b = o->b, c = 0;
  if (!(o->flags & HOL_STEP_OF_XI)) {
    return hol_program_constant(to, o->value, o->exponent, o->flags & HOL_STEP_FITS_ALL, copy);
  }
  if (o->code == HOL_STEP_VARIABLE) {
    return hol_program_xi(to, o->value.value, copy);
  }
  HOL_TRY(hol_program_along(to, from, o->a, &a));
  if (o->code != HOL_STEP_FUNCTION && o->b) {
    HOL_TRY(hol_program_along(to, from, o->b, &b));
  }
  if (o->c) {
    HOL_TRY(hol_program_along(to, from, o->c, &c));
  }
  return hol_program_operation(to, (hol_step_code)o->code, a, b, c, copy);
}

#include "sweep/tape.h"
#include "base/memory.h"
#include "expression/lexer.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

static const double pi = 3.14159265358979323846;
enum { NAME_ROOM = 64, NUMBER_ROOM = 64, TEXT_MOST = 4000, DEPTH_MOST = 200 };

void hol_tape_clear(hol_tape *tape)
{
  free(tape->step);
  *tape = (hol_tape){0};
}

hol_status hol_tape_add(hol_tape *tape, hol_tape_step step, size_t *value)
{
  if (!hol_grow(&tape->step, &tape->capacity, tape->count + 1, sizeof *tape->step)) {
    return HOL_MEMORY;
  }
  *value = tape->count;
  tape->step[tape->count++] = step;
  return HOL_OK;
}

/** An expression being compiled by descent; `at` is the next byte. */
typedef struct compiler {
  hol_tape *tape;
  const hol_names *names;
  const char *text;
  size_t end, at;
  int depth;
} compiler;

static hol_status sum(compiler *c, size_t *value);

static bool peek(const compiler *c, hol_token *token)
{
  return hol_lexer_next(c->text, c->end, c->at, token);
}

/** Take a token that is this one character. */
static bool take(compiler *c, char wanted)
{
  hol_token token;
  if (peek(c, &token) && token.length == 1 && c->text[token.start] == wanted) {
    c->at = token.start + 1;
    return true;
  }
  return false;
}

static hol_status number(compiler *c, hol_token token, size_t *value)
{
  char text[NUMBER_ROOM];
  if (token.length >= sizeof text) {
    return HOL_INVALID;
  }
  memcpy(text, c->text + token.start, token.length);
  text[token.length] = '\0';
  c->at = token.start + token.length;
  return hol_tape_add(c->tape, (hol_tape_step){.code = HOL_TAPE_CONSTANT, .constant = strtod(text, NULL)}, value);
}

static hol_status name(compiler *c, hol_token token, size_t *value)
{
  char text[NAME_ROOM];
  if (token.length >= sizeof text) {
    return HOL_INVALID;
  }
  memcpy(text, c->text + token.start, token.length);
  text[token.length] = '\0';
  c->at = token.start + token.length;
  if (hol_names_find(c->names, text, value)) {
    return HOL_OK;
  }
  bool is_pi = strcmp(text, "pi") == 0;
  return is_pi ? hol_tape_add(c->tape, (hol_tape_step){.code = HOL_TAPE_CONSTANT, .constant = pi}, value) : HOL_INVALID;
}

static hol_status function(compiler *c, hol_token token, size_t *value)
{
  static const struct {
    const char *name;
    double (*function)(double);
  } known[] = {{"sin", sin},   {"cos", cos},     {"tan", tan},   {"asin", asin},   {"acos", acos},   {"atan", atan},
               {"sinh", sinh}, {"cosh", cosh},   {"tanh", tanh}, {"asinh", asinh}, {"acosh", acosh}, {"atanh", atanh},
               {"log2", log2}, {"log10", log10}, {"ln", log},    {"exp", exp},     {"sqrt", sqrt}};
  c->at = token.start + token.length;
  for (size_t i = 0; i < sizeof known / sizeof known[0]; i++) {
    if (strlen(known[i].name) == token.length && strncmp(known[i].name, c->text + token.start, token.length) == 0) {
      size_t a;
      if (!take(c, '(')) {
        return HOL_INVALID;
      }
      HOL_TRY(sum(c, &a));
      return take(c, ')')
                 ? hol_tape_add(c->tape,
                                (hol_tape_step){.code = HOL_TAPE_FUNCTION, .a = a, .function = known[i].function}, value)
                 : HOL_INVALID;
    }
  }
  return HOL_INVALID;
}

static hol_status operand(compiler *c, size_t *value)
{
  hol_token token;
  if (!peek(c, &token)) {
    return HOL_INVALID;
  }
  switch (token.kind) {
  case HOL_TOKEN_NUMBER:
    return number(c, token, value);
  case HOL_TOKEN_NAME:
    return name(c, token, value);
  case HOL_TOKEN_FUNCTION:
    return function(c, token, value);
  case HOL_TOKEN_OPEN:
    c->at = token.start + 1;
    HOL_TRY(sum(c, value));
    return take(c, ')') ? HOL_OK : HOL_INVALID;
  default:
    return HOL_INVALID;
  }
}

/** Signs bind less than powers: -a^b is -(a^b); a^b^c is a^(b^c). */
static hol_status factor(compiler *c, size_t *value)
{
  hol_status status = HOL_INVALID;
  if (++c->depth > DEPTH_MOST) {
    return HOL_INVALID;
  }
  if (take(c, '-')) {
    size_t a, zero;
    HOL_TRY(factor(c, &a));
    HOL_TRY(hol_tape_add(c->tape, (hol_tape_step){.code = HOL_TAPE_CONSTANT, .constant = -1.0}, &zero));
    status = hol_tape_add(c->tape, (hol_tape_step){.code = HOL_TAPE_MULTIPLY, .a = zero, .b = a}, value);
  } else if (take(c, '+')) {
    status = factor(c, value);
  } else {
    HOL_TRY(operand(c, value));
    status = HOL_OK;
    if (take(c, '^')) {
      size_t exponent;
      HOL_TRY(factor(c, &exponent));
      status = hol_tape_add(c->tape, (hol_tape_step){.code = HOL_TAPE_POWER, .a = *value, .b = exponent}, value);
    }
  }
  c->depth--;
  return status;
}

static hol_status term(compiler *c, size_t *value)
{
  HOL_TRY(factor(c, value));
  for (;;) {
    bool times = take(c, '*');
    if (!times && !take(c, '/')) {
      return HOL_OK;
    }
    size_t b;
    HOL_TRY(factor(c, &b));
    HOL_TRY(hol_tape_add(
        c->tape, (hol_tape_step){.code = times ? HOL_TAPE_MULTIPLY : HOL_TAPE_DIVIDE, .a = *value, .b = b}, value));
  }
}

static hol_status sum(compiler *c, size_t *value)
{
  if (++c->depth > DEPTH_MOST) {
    return HOL_INVALID;
  }
  HOL_TRY(term(c, value));
  for (;;) {
    bool plus = take(c, '+');
    if (!plus && !take(c, '-')) {
      c->depth--;
      return HOL_OK;
    }
    size_t b;
    HOL_TRY(term(c, &b));
    HOL_TRY(hol_tape_add(c->tape, (hol_tape_step){.code = plus ? HOL_TAPE_ADD : HOL_TAPE_SUBTRACT, .a = *value, .b = b},
                         value));
  }
}

/** The unit behind an expression as a factor. */
static hol_status unit_factor(hol_units *units, const char *text, double *value)
{
  char word[NUMBER_ROOM];
  hol_unit unit;
  size_t n = strlen(text);
  while (n > 0 && text[n - 1] == ' ') {
    n--;
  }
  if (n >= sizeof word) {
    return HOL_INVALID;
  }
  memcpy(word, text, n);
  word[n] = '\0';
  HOL_TRY(hol_units_parse(units, word, &unit));
  *value = unit.factor;
  return unit.kind == HOL_UNIT_OK ? HOL_OK : HOL_INVALID;
}

static hol_status compile(hol_tape *tape, const hol_names *names, hol_units *units, const char *text, size_t *value)
{
  compiler c = {.tape = tape, .names = names, .text = text};
  if (strlen(text) > TEXT_MOST) {
    return HOL_INVALID;
  }
  c.end = hol_lexer_expression_end(text);
  if (hol_lexer_bad_character(text) < c.end) {
    return HOL_INVALID;
  }
  HOL_TRY(sum(&c, value));
  hol_token token;
  if (peek(&c, &token)) {
    return HOL_INVALID;
  }
  if (text[c.end]) {
    double scale;
    size_t b;
    HOL_TRY(unit_factor(units, text + c.end, &scale));
    HOL_TRY(hol_tape_add(tape, (hol_tape_step){.code = HOL_TAPE_CONSTANT, .constant = scale}, &b));
    HOL_TRY(hol_tape_add(tape, (hol_tape_step){.code = HOL_TAPE_MULTIPLY, .a = *value, .b = b}, value));
  }
  return HOL_OK;
}

hol_status hol_tape_quantity(hol_tape *tape, const hol_names *names, hol_units *units, const char *text, size_t *value)
{
  size_t before = tape->count;
  hol_status status = compile(tape, names, units, text, value);
  if (status != HOL_OK) {
    tape->count = before;
  }
  return status;
}

/** x^n by squaring for small whole n, the same for all. */
static void whole_power(const hol_lane *x, unsigned n, hol_lane *value)
{
  hol_lane square = *x, result = square - square + 1.0;
  for (; n; n >>= 1) {
    if (n & 1) {
      result *= square;
    }
    square *= square;
  }
  *value = result;
}

static void power(const hol_lane *x, const hol_lane *y, hol_lane *value)
{
  double n = (*y)[0];
  bool is_whole = n >= 0 && n <= 16 && !(fabs(n - rint(n)) > 0);
  for (size_t l = 1; l < HOL_LANES; l++) {
    is_whole = is_whole && !(fabs((*y)[l] - n) > 0);
  }
  if (is_whole) {
    whole_power(x, (unsigned)n, value);
    return;
  }
  for (size_t l = 0; l < HOL_LANES; l++) {
    (*value)[l] = pow((*x)[l], (*y)[l]);
  }
}

HOL_LANE_CLONES
void hol_tape_run(const hol_tape *tape, const hol_lane *axis, hol_lane *value)
{
  const hol_lane zero = {0};
  for (size_t i = 0; i < tape->count; i++) {
    const hol_tape_step *s = &tape->step[i];
    switch (s->code) {
    case HOL_TAPE_CONSTANT:
      value[i] = zero + s->constant;
      break;
    case HOL_TAPE_AXIS:
      value[i] = axis[s->a];
      break;
    case HOL_TAPE_ADD:
      value[i] = value[s->a] + value[s->b];
      break;
    case HOL_TAPE_SUBTRACT:
      value[i] = value[s->a] - value[s->b];
      break;
    case HOL_TAPE_MULTIPLY:
      value[i] = value[s->a] * value[s->b];
      break;
    case HOL_TAPE_DIVIDE:
      value[i] = value[s->a] / value[s->b];
      break;
    case HOL_TAPE_POWER:
      power(&value[s->a], &value[s->b], &value[i]);
      break;
    case HOL_TAPE_FUNCTION:
      for (size_t l = 0; l < HOL_LANES; l++) {
        value[i][l] = s->function(value[s->a][l]);
      }
      break;
    }
  }
}

/* SPDX-License-Identifier: BSD-3-Clause */
/* Operator-precedence parser of expressions, compiled into steps of a program. */
#include "expression/syntax.h"
#include "base/memory.h"
#include "expression/decimal.h"
#include "expression/lexer.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/** What an operand is made of decides how its powers are taken. */
typedef enum made { OF_ANYTHING, OF_NAME, OF_NUMBERS } made;

typedef struct operand {
  hol_step step;
  made made;
} operand;

/** What waits for operands: an operator, a bracket, a `?` or its `:`. */
typedef enum waiting { BINARY, SIGN, OPEN, CALL, CONDITION, ALTERNATIVE } waiting;

typedef struct pending {
  waiting kind;
  uint8_t code, precedence, function; /**< function: number in hol_functions() */
  uint16_t start, length, arguments;
} pending;

typedef struct parser {
  hol_scope *scope;
  hol_expression *expression;
  hol_complaint *complaint;
  const char *text;
  size_t end;
  hol_token last; /**< the token before */
  bool after_operand, after_sign;
  size_t operands, waiting;
  operand *operand; /**< [bytes of the text + 1] */
  pending *pending; /**< likewise */
} parser;

enum { OR = 1, AND, COMPARISON, SUM, PRODUCT, POWER };

static const struct {
  const char *text;
  uint8_t precedence, code;
} binary_row[] = {
    {"<=", COMPARISON, HOL_STEP_LESS_EQUAL},
    {">=", COMPARISON, HOL_STEP_GREATER_EQUAL},
    {"!=", COMPARISON, HOL_STEP_NOT_EQUAL},
    {"==", COMPARISON, HOL_STEP_EQUAL},
    {"<", COMPARISON, HOL_STEP_LESS},
    {">", COMPARISON, HOL_STEP_GREATER},
    {"&&", AND, HOL_STEP_AND},
    {"||", OR, HOL_STEP_OR},
    {"+", SUM, HOL_STEP_ADD},
    {"-", SUM, HOL_STEP_SUBTRACT},
    {"*", PRODUCT, HOL_STEP_MULTIPLY},
    {"/", PRODUCT, HOL_STEP_DIVIDE},
    {"^", POWER, HOL_STEP_POWER},
};

/* ---- complaints -------------------------------------------------------------------------------------------------- */

static hol_status refuse_at(parser *p, size_t start, size_t length, const char *why)
{
  const char *message = hol_arena_print(p->scope->arena, "cannot be evaluated: %s", why);
  *p->complaint = (hol_complaint){.message = message,
                                  .hint = "operators are + - * / ^ and brackets; functions such as sqrt() and sin()",
                                  .offset = start,
                                  .length = length};
  return message ? HOL_INVALID : HOL_MEMORY;
}

static hol_status refuse_token(parser *p, hol_token token, const char *what)
{
  const char *why = hol_arena_print(p->scope->arena, "%s \"%.*s\"", what, (int)token.length, p->text + token.start);
  return why ? refuse_at(p, token.start, token.length, why) : HOL_MEMORY;
}

/* ---- operands ---------------------------------------------------------------------------------------------------- */

static void push_step(parser *p, hol_step step, made made_of)
{
  p->operand[p->operands++] = (operand){.step = step, .made = made_of};
}

static hol_status add_constant(parser *p, hol_dd value, hol_step *step)
{
  static const double plain[3] = {0};
  unsigned flags = fabs(value.value) > 0 ? 0 : HOL_STEP_FITS_ALL;
  return hol_program_constant(&p->scope->program, value, plain, flags, step);
}

static hol_status take_number(parser *p, hol_token token)
{
  hol_dd value = hol_decimal_read(p->text + token.start);
  hol_step step;
  if (p->after_operand) {
    return refuse_token(p, token, "unexpected value");
  }
  if (!isfinite(value.value)) {
    *p->complaint =
        (hol_complaint){.message = "the number is too large", .offset = token.start, .length = token.length};
    return HOL_INVALID;
  }
  HOL_TRY(add_constant(p, value, &step));
  push_step(p, step, OF_NUMBERS);
  return HOL_OK;
}

static hol_status take_variable(parser *p, const hol_variable *variable)
{
  const hol_quantity *q = &variable->quantity;
  hol_step step;
  HOL_TRY(hol_quantity_step(p->scope, q, &step));
  p->expression->has_dimension = p->expression->has_dimension || !hol_dimension_is_none(q->dimension);
  push_step(p, step, OF_NAME);
  return HOL_OK;
}

static hol_status take_name(parser *p, hol_token token)
{
  hol_dd value;
  hol_step step;
  if (hol_constant_find(p->text + token.start, token.length, &value)) {
    if (p->after_operand) {
      return refuse_token(p, token, "unexpected value");
    }
    HOL_TRY(add_constant(p, value, &step));
    push_step(p, step, OF_NUMBERS);
    return HOL_OK;
  }
  const hol_variable *variable = hol_scope_find(p->scope, p->text + token.start, token.length);
  if (!variable) {
    return refuse_token(p, token, "unexpected token");
  }
  return p->after_operand ? refuse_token(p, token, "unexpected variable") : take_variable(p, variable);
}

/* ---- operations -------------------------------------------------------------------------------------------------- */

/** Put a step in the place of the last operands. */
static void replace(parser *p, const pending *o, size_t operands, hol_step step, made made_of)
{
  bool is_mixed = p->scope->program.step[step].flags & HOL_STEP_IS_MIXED;
  if (is_mixed && p->expression->mixed_length == 0) {
    p->expression->mixed_start = o->start;
    p->expression->mixed_length = o->length;
    p->expression->mixed = step;
  }
  p->operands -= operands;
  push_step(p, step, made_of);
}

/** How often a name is multiplied for a power; 0: it is not. */
static size_t factors_of(const parser *p, const operand *base, const operand *exponent)
{
  double n = p->scope->program.step[exponent->step].value.value;
  bool is_low = base->made == OF_NAME && exponent->made == OF_NUMBERS && n >= 2 && n <= 4 && !(fabs(n - rint(n)) > 0);
  return is_low ? (size_t)n : 0;
}

static hol_status apply_binary(parser *p, const pending *o)
{
  hol_program *program = &p->scope->program;
  const operand a = p->operand[p->operands - 2], b = p->operand[p->operands - 1];
  hol_step step = a.step;
  size_t factors = o->code == HOL_STEP_POWER ? factors_of(p, &a, &b) : 0;
  if (factors == 0) {
    HOL_TRY(hol_program_operation(program, (hol_step_code)o->code, a.step, b.step, 0, &step));
  }
  for (size_t i = 1; i < factors; i++) {
    HOL_TRY(hol_program_operation(program, HOL_STEP_MULTIPLY, step, a.step, 0, &step));
  }
  replace(p, o, 2, step, a.made == OF_NUMBERS && b.made == OF_NUMBERS ? OF_NUMBERS : OF_ANYTHING);
  return HOL_OK;
}

static hol_status apply_sign(parser *p, const pending *o)
{
  const operand a = p->operand[p->operands - 1];
  hol_step step;
  if (p->text[o->start] == '+') {
    return HOL_OK;
  }
  HOL_TRY(hol_program_operation(&p->scope->program, HOL_STEP_NEGATE, a.step, 0, 0, &step));
  replace(p, o, 1, step, a.made == OF_NUMBERS ? OF_NUMBERS : OF_ANYTHING);
  return HOL_OK;
}

static hol_status apply_condition(parser *p, const pending *o)
{
  const operand *a = &p->operand[p->operands - 3];
  hol_step step;
  HOL_TRY(hol_program_operation(&p->scope->program, HOL_STEP_SELECT, a[0].step, a[1].step, a[2].step, &step));
  replace(p, o, 3, step, OF_ANYTHING);
  return HOL_OK;
}

/** Functions of several numbers, from the left. */
static hol_status apply_several(parser *p, const pending *o, const hol_function *function)
{
  static const hol_step_code code[] = {[HOL_OF_ATAN2] = HOL_STEP_ATAN2,
                                       [HOL_OF_SUM] = HOL_STEP_ADD,
                                       [HOL_OF_AVERAGE] = HOL_STEP_ADD,
                                       [HOL_OF_LEAST] = HOL_STEP_LEAST,
                                       [HOL_OF_GREATEST] = HOL_STEP_GREATEST};
  hol_program *program = &p->scope->program;
  const operand *a = &p->operand[p->operands - o->arguments];
  hol_step step = a->step, count;
  for (size_t i = 1; i < o->arguments; i++) {
    HOL_TRY(hol_program_operation(program, code[function->of], step, a[i].step, 0, &step));
  }
  if (function->of == HOL_OF_AVERAGE) {
    HOL_TRY(add_constant(p, (hol_dd){o->arguments, 0}, &count));
    HOL_TRY(hol_program_operation(program, HOL_STEP_DIVIDE, step, count, 0, &step));
  }
  replace(p, o, o->arguments, step, OF_ANYTHING);
  return HOL_OK;
}

static hol_status apply_function(parser *p, const pending *o)
{
  const hol_function *function = &hol_functions()[o->function];
  const hol_token name = {.start = o->start, .length = o->length};
  bool is_any = function->of > HOL_OF_ATAN2;
  size_t wanted = function->of == HOL_OF_ATAN2 ? 2 : 1;
  if (o->arguments < wanted) {
    return refuse_token(p, name, "too few parameters for function");
  }
  if (o->arguments > wanted && !is_any) {
    return refuse_token(p, name, "too many parameters for function");
  }
  if (function->of != HOL_OF_ONE) {
    return apply_several(p, o, function);
  }
  const operand a = p->operand[p->operands - 1];
  hol_step step;
  HOL_TRY(hol_program_operation(&p->scope->program, HOL_STEP_FUNCTION, a.step, o->function, 0, &step));
  replace(p, o, 1, step, a.made == OF_NUMBERS ? OF_NUMBERS : OF_ANYTHING);
  return HOL_OK;
}

/* ---- what waits -------------------------------------------------------------------------------------------------- */

static const pending *top(const parser *p)
{
  return p->waiting > 0 ? &p->pending[p->waiting - 1] : NULL;
}

static bool top_is(const parser *p, waiting kind)
{
  return top(p) && top(p)->kind == kind;
}

static void wait_for(parser *p, waiting kind, hol_token token)
{
  p->pending[p->waiting++] =
      (pending){.kind = kind, .start = (uint16_t)token.start, .length = (uint16_t)token.length, .arguments = 1};
}

/** Apply the operators that bind as tightly as an operator that comes now, or tighter; powers only if tighter. */
static hol_status apply_operators(parser *p, uint8_t precedence)
{
  while (top_is(p, BINARY) || top_is(p, SIGN)) {
    const pending o = *top(p);
    if (o.precedence < precedence || (o.precedence == precedence && precedence == POWER)) {
      break;
    }
    p->waiting--;
    HOL_TRY(o.kind == SIGN ? apply_sign(p, &o) : apply_binary(p, &o));
  }
  return HOL_OK;
}

/** Apply all back to a bracket, or a `?` without its `:`. */
static hol_status apply_all(parser *p)
{
  HOL_TRY(apply_operators(p, 0));
  while (top_is(p, ALTERNATIVE)) {
    const pending o = *top(p);
    p->waiting--;
    HOL_TRY(apply_condition(p, &o));
    HOL_TRY(apply_operators(p, 0));
  }
  return HOL_OK;
}

static hol_status refuse_lonely_condition(parser *p)
{
  return refuse_at(p, top(p)->start, 1, "if-then-else operator is missing an else clause");
}

/* ---- tokens ------------------------------------------------------------------------------------------------------ */

static hol_status take_function(parser *p, hol_token *token)
{
  const hol_function *function = hol_function_find(p->text + token->start, token->length);
  if (!function) {
    token->kind = HOL_TOKEN_NAME; /* its bracket is one too many */
    return take_name(p, *token);
  }
  if (p->after_operand) {
    return refuse_token(p, *token, "unexpected function");
  }
  wait_for(p, CALL, *token);
  p->pending[p->waiting - 1].function = (uint8_t)(function - hol_functions());
  return HOL_OK;
}

static hol_status take_open(parser *p, hol_token token)
{
  if (p->last.kind == HOL_TOKEN_FUNCTION) {
    return HOL_OK; /* that of the call, which waits */
  }
  if (p->after_operand) {
    return refuse_token(p, token, "unexpected parenthesis");
  }
  wait_for(p, OPEN, token);
  return HOL_OK;
}

static hol_status take_close(parser *p, hol_token token)
{
  bool is_empty_call = top_is(p, CALL) && p->last.kind == HOL_TOKEN_OPEN;
  if (is_empty_call) {
    p->pending[p->waiting - 1].arguments = 0;
  } else if (!p->after_operand) {
    return refuse_token(p, token, "unexpected parenthesis");
  }
  HOL_TRY(apply_all(p));
  if (!top(p)) {
    return refuse_token(p, token, "unexpected parenthesis");
  }
  if (top_is(p, CONDITION)) {
    return refuse_lonely_condition(p);
  }
  const pending o = *top(p);
  p->waiting--;
  return o.kind == CALL ? apply_function(p, &o) : HOL_OK;
}

static hol_status take_comma(parser *p, hol_token token)
{
  if (!p->after_operand) {
    return refuse_at(p, token.start, 1, "unexpected argument separator");
  }
  HOL_TRY(apply_all(p));
  if (!top_is(p, CALL)) {
    return refuse_at(p, token.start, 1,
                     top_is(p, OPEN) ? "function arguments used without a function" : "unexpected argument separator");
  }
  p->pending[p->waiting - 1].arguments++;
  return HOL_OK;
}

static hol_status take_condition(parser *p, hol_token token)
{
  if (!p->after_operand) {
    return refuse_token(p, token, "unexpected operator");
  }
  bool is_condition = p->text[token.start] == '?';
  HOL_TRY(is_condition ? apply_operators(p, 0) : apply_all(p));
  if (is_condition) {
    wait_for(p, CONDITION, token);
    return HOL_OK;
  }
  if (!top_is(p, CONDITION)) {
    return refuse_at(p, token.start, 1, "misplaced colon");
  }
  p->pending[p->waiting - 1].kind = ALTERNATIVE;
  return HOL_OK;
}

static hol_status take_sign(parser *p, hol_token token)
{
  char c = p->text[token.start];
  if ((c != '+' && c != '-') || p->after_sign) {
    return refuse_token(p, token, "unexpected operator");
  }
  wait_for(p, SIGN, token);
  p->pending[p->waiting - 1].precedence = PRODUCT;
  return HOL_OK;
}

static hol_status take_operator(parser *p, hol_token *token)
{
  const char *text = p->text + token->start;
  if (*text == ',') {
    return take_comma(p, *token);
  }
  if (*text == '?' || *text == ':') {
    return take_condition(p, *token);
  }
  for (size_t i = 0; i < sizeof binary_row / sizeof binary_row[0]; i++) {
    size_t length = strlen(binary_row[i].text);
    if (strncmp(text, binary_row[i].text, length) == 0) {
      token->length = length;
      if (!p->after_operand) {
        return take_sign(p, *token);
      }
      HOL_TRY(apply_operators(p, binary_row[i].precedence));
      wait_for(p, BINARY, *token);
      p->pending[p->waiting - 1].code = binary_row[i].code;
      p->pending[p->waiting - 1].precedence = binary_row[i].precedence;
      return HOL_OK;
    }
  }
  return refuse_token(p, *token, *text == '=' ? "unexpected operator" : "unexpected token");
}

static hol_status take_token(parser *p, hol_token *token)
{
  switch (token->kind) {
  case HOL_TOKEN_NUMBER:
    return take_number(p, *token);
  case HOL_TOKEN_NAME:
    return take_name(p, *token);
  case HOL_TOKEN_FUNCTION:
    return take_function(p, token);
  case HOL_TOKEN_OPEN:
    return take_open(p, *token);
  case HOL_TOKEN_CLOSE:
    return take_close(p, *token);
  case HOL_TOKEN_OPERATOR:
    return take_operator(p, token);
  case HOL_TOKEN_OTHER:
    break;
  }
  return refuse_token(p, *token, "unexpected token");
}

static hol_status finish_expression(parser *p)
{
  if (!p->after_operand) {
    return refuse_at(p, p->last.start, p->last.length,
                     p->last.length > 0 ? "unexpected end of expression" : "expression is empty");
  }
  for (size_t i = p->waiting; i-- > 0;) {
    if (p->pending[i].kind == OPEN || p->pending[i].kind == CALL) {
      return refuse_at(p, p->pending[i].start, p->pending[i].length, "missing parenthesis");
    }
  }
  HOL_TRY(apply_all(p));
  if (top(p)) {
    return refuse_lonely_condition(p);
  }
  p->expression->step = p->operand[0].step;
  return HOL_OK;
}

static hol_status compile_in(parser *p)
{
  hol_token token;
  while (hol_lexer_next(p->text, p->end, p->last.start + p->last.length, &token)) {
    HOL_TRY(take_token(p, &token));
    p->after_operand = token.kind == HOL_TOKEN_NUMBER || token.kind == HOL_TOKEN_NAME || token.kind == HOL_TOKEN_CLOSE;
    p->after_sign = token.kind == HOL_TOKEN_OPERATOR && top_is(p, SIGN);
    p->last = token;
  }
  return finish_expression(p);
}

hol_status hol_expression_compile(hol_scope *scope, const char *text, hol_expression *expression,
                                  hol_complaint *complaint)
{
  size_t end = strlen(text);
  parser p = {.scope = scope,
              .expression = expression,
              .complaint = complaint,
              .text = text,
              .end = end,
              .last = {.kind = HOL_TOKEN_OTHER},
              .operand = hol_alloc(end + 1, sizeof *p.operand),
              .pending = hol_alloc(end + 1, sizeof *p.pending)};
  *expression = (hol_expression){0};
  hol_status status = p.operand && p.pending ? compile_in(&p) : HOL_MEMORY;
  free(p.operand);
  free(p.pending);
  return status;
}

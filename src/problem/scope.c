#include "problem/scope.h"

#include "base/memory.h"
#include "expression/dimension.h"
#include "expression/lexer.h"

#include <math.h>
#include <muParserDLL.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

static const double pi = 3.14159265358979323846;

static const char *const function_name[] = {
    "sin",  "cos",   "tan", "asin", "acos", "atan", "atan2", "sinh", "cosh", "tanh", "asinh", "acosh", "atanh",
    "log2", "log10", "log", "ln",   "exp",  "sqrt", "sign",  "rint", "abs",  "sum",  "avg",   "min",   "max",
};

enum {
  FUNCTION_COUNT = sizeof function_name / sizeof function_name[0],
  NAME_SIZE = 64,
  EXPRESSION_MAX = 4000,
  TEXT_MAX = 8000,
  COMPARED_MAX = 1000000
};

static bool is_function(const char *name)
{
  for (size_t i = 0; i < FUNCTION_COUNT; i++) {
    if (strcmp(name, function_name[i]) == 0) {
      return true;
    }
  }
  return false;
}

static bool is_constant(const char *name)
{
  return strcmp(name, "pi") == 0 || strcmp(name, "_pi") == 0 || strcmp(name, "_e") == 0;
}

const char *hol_scope_reserved(const char *name)
{
  if (is_function(name)) {
    return "a function";
  }
  if (is_constant(name)) {
    return "a constant";
  }
  if (strcmp(name, "xi") == 0) {
    return "the place along a member";
  }
  return strcmp(name, "index") == 0 ? "the number of the copy in a repeated group" : NULL;
}

hol_status hol_scope_add(hol_scope *scope, const char *name, size_t *number)
{
  if (hol_names_find(&scope->names, name, number)) {
    return HOL_OK;
  }
  size_t n = scope->names.count;
  if (!hol_grow(&scope->variable, &scope->capacity, n + 1, sizeof *scope->variable)) {
    return HOL_MEMORY;
  }
  bool existed;
  HOL_TRY(hol_names_add(&scope->names, name, n, &existed));
  scope->variable[n] = (hol_variable){.name = name};
  *number = n;
  return HOL_OK;
}

hol_status hol_scope_open_xi(hol_scope *scope, bool is_open, double value)
{
  size_t number;
  HOL_TRY(hol_scope_add(scope, "xi", &number));
  scope->variable[number].state = is_open ? HOL_VARIABLE_READY : HOL_VARIABLE_OPEN;
  scope->variable[number].quantity = (hol_quantity){.value = value};
  return HOL_OK;
}

bool hol_scope_may_compare(hol_scope *scope, size_t names)
{
  scope->compared += names;
  return scope->compared <= COMPARED_MAX;
}

/* Complain, with room for the message in the arena. */
static hol_status complain(hol_complaint *complaint, const char *message, const char *hint)
{
  *complaint = (hol_complaint){.message = message, .hint = hint};
  return message ? HOL_INVALID : HOL_MEMORY;
}

hol_name_walk hol_name_walk_start(const char *text)
{
  bool is_quantity = strnlen(text, TEXT_MAX + 1) <= TEXT_MAX;
  return (hol_name_walk){.text = text, .end = is_quantity ? hol_lexer_expression_end(text) : 0};
}

bool hol_name_walk_next(hol_name_walk *walk, char *name, size_t size)
{
  hol_token token;
  while (hol_lexer_next(walk->text, walk->end, walk->offset, &token)) {
    walk->offset = token.start + token.length;
    if (token.kind == HOL_TOKEN_NAME && token.length < size) {
      memcpy(name, walk->text + token.start, token.length);
      name[token.length] = '\0';
      return true;
    }
  }
  return false;
}

/* ---- expressions ------------------------------------------------------------------------------------------------ */

/* muParser prints errors unless somebody handles them. */
static void keep_silent(muParserHandle_t parser)
{
  (void)parser;
}

static hol_status make_parser(hol_scope *scope)
{
  if (scope->parser) {
    return HOL_OK;
  }
  scope->parser = mupCreate(muBASETYPE_FLOAT);
  if (!scope->parser) {
    return HOL_MEMORY;
  }
  mupSetErrorHandler(scope->parser, keep_silent);
  mupDefineConst(scope->parser, "pi", pi);
  return HOL_OK;
}

static hol_status bind_variable(hol_scope *scope, hol_variable *variable)
{
  if (!variable->bound) {
    variable->bound = hol_arena_take(scope->arena, sizeof *variable->bound);
    if (!variable->bound) {
      return HOL_MEMORY;
    }
    mupDefineVar(scope->parser, variable->name, variable->bound);
  }
  *variable->bound = variable->quantity.value;
  return HOL_OK;
}

/* The variables of one expression, each once or more. */
typedef struct used {
  size_t number[EXPRESSION_MAX / 2 + 1];
  size_t count;
} used;

static bool is_not_finite_word(const char *name)
{
  static const char *const word[] = {"nan", "inf", "infinity", "NaN", "Inf", "NAN", "INF"};
  for (size_t i = 0; i < sizeof word / sizeof word[0]; i++) {
    if (strcmp(name, word[i]) == 0) {
      return true;
    }
  }
  return false;
}

static hol_status complain_of_name(hol_scope *scope, const char *name, size_t offset, hol_complaint *complaint)
{
  hol_unit unit;
  HOL_TRY(hol_units_parse(&scope->units, name, &unit));
  hol_nearest nearest = {.wanted = name};
  bool may_compare = hol_scope_may_compare(scope, scope->names.count);
  for (size_t i = 0; may_compare && i < scope->names.count; i++) {
    if (strcmp(scope->variable[i].name, "xi") != 0 || scope->variable[i].state == HOL_VARIABLE_READY) {
      hol_nearest_offer(&nearest, scope->variable[i].name);
    }
  }
  const char *hint = NULL;
  if (nearest.best) {
    hint = hol_arena_print(scope->arena, "did you mean `%s`?", nearest.best);
  } else if (unit.kind == HOL_UNIT_OK) {
    hint = hol_arena_print(scope->arena, "a unit needs a number before it, e.g. `1 %s`", name);
  }
  const char *message = hol_arena_print(scope->arena, "unknown parameter `%s`", name);
  if (strcmp(name, "xi") == 0) {
    message = "a quantity that varies with `xi` cannot be given here";
    hint = NULL;
  } else if (strcmp(name, "index") == 0) {
    message = "`index` has a value only inside a repeated group";
    hint = NULL;
  } else if (is_not_finite_word(name)) {
    message = "a quantity must be a finite number";
    hint = NULL;
  } else if (scope->is_damaged) {
    complaint->message = NULL;
    return HOL_INVALID;
  }
  hol_status status = complain(complaint, message, hint);
  complaint->offset = offset;
  complaint->length = strlen(name);
  return status;
}

/* Find and bind the variables of an expression; a faulty one makes the expression faulty without another word. */
static hol_status bind_names(hol_scope *scope, const char *text, used *all, hol_complaint *complaint)
{
  char name[NAME_SIZE];
  hol_name_walk walk = hol_name_walk_start(text);
  while (hol_name_walk_next(&walk, name, sizeof name)) {
    size_t number;
    if (is_constant(name)) {
      continue;
    }
    bool is_known = hol_names_find(&scope->names, name, &number);
    if (!is_known || scope->variable[number].state == HOL_VARIABLE_OPEN) {
      return complain_of_name(scope, name, walk.offset - strlen(name), complaint);
    }
    if (scope->variable[number].state == HOL_VARIABLE_FAULTY) {
      complaint->message = NULL;
      return HOL_INVALID;
    }
    HOL_TRY(bind_variable(scope, &scope->variable[number]));
    all->number[all->count++] = number;
  }
  return HOL_OK;
}

static hol_status complain_of_syntax(hol_scope *scope, hol_complaint *complaint)
{
  char *message = hol_arena_print(scope->arena, "cannot be evaluated: %s", mupGetErrorMsg(scope->parser));
  if (!message) {
    return HOL_MEMORY;
  }
  size_t n = strlen(message), start = strlen("cannot be evaluated: ");
  if (message[n - 1] == '.') {
    message[n - 1] = '\0';
  }
  char first = message[start];
  message[start] = first >= 'A' && first <= 'Z' ? (char)(first - 'A' + 'a') : first;
  static const char *const place[] = {" found at position", " at position", " at expression position"};
  for (size_t i = 0; i < sizeof place / sizeof place[0]; i++) { /* the position is that in the spaced text */
    char *tail = strstr(message, place[i]);
    if (tail) {
      *tail = '\0';
    }
  }
  return complain(complaint, message, "operators are + - * / ^ and brackets; functions such as sqrt() and sin()");
}

/* Evaluate once more with the variables multiplied: by 2^shift for each unit of the base dimension `base` (0 length,
 * 1 mass, 2 time), and with `is_generic` taken at values that have nothing to do with each other; with `zero` moved a
 * little, those that are zero to that value. */
typedef struct trial {
  int base, shift;
  bool is_generic;
  double zero;
} trial;

static int exponent_of(hol_dimension d, int base)
{
  return base == 0 ? d.length : base == 1 ? d.mass : d.time;
}

static double evaluate_trial(hol_scope *scope, const used *all, trial t)
{
  for (size_t i = 0; i < all->count; i++) {
    const hol_variable *v = &scope->variable[all->number[i]];
    double odd = sqrt((double)all->number[i] + 2.0), value = t.is_generic ? 1.0 + 0.37 * odd : v->quantity.value;
    if (t.zero > 0) {
      value = fabs(value) > 0 ? value * (1 + ldexp(odd, -12)) : t.zero * odd;
    }
    *v->bound = ldexp(value, t.shift * exponent_of(v->quantity.dimension, t.base));
  }
  return mupEval(scope->parser);
}

/* The exponent of one base dimension. 0 x unit: any exponent fits.
 * @return false if the value does not change by a power of the scale */
static bool find_exponent(hol_scope *scope, const used *all, trial t, double value, double *exponent)
{
  static const int shift[] = {40, -40};
  double found[2] = {0};
  for (size_t i = 0; i < 2; i++) {
    t.shift = shift[i];
    double scaled = evaluate_trial(scope, all, t);
    if (!isfinite(scaled) || !(scaled / value > 0) || !isfinite(scaled / value)) {
      t.shift /= 10; /* out of the range of numbers: a smaller step */
      scaled = evaluate_trial(scope, all, t);
    }
    if (!isfinite(scaled) || !(scaled / value > 0)) {
      return false;
    }
    found[i] = log2(scaled / value) / t.shift;
  }
  *exponent = found[0];
  /* Exact up to the rounding of roots and powers; a term of another dimension grows by 2^40 against the rest. */
  return fabs(found[0] - found[1]) < 1e-9;
}

static bool has_dimension(const hol_scope *scope, const used *all, int base)
{
  for (size_t i = 0; i < all->count; i++) {
    if (exponent_of(scope->variable[all->number[i]].quantity.dimension, base) != 0) {
      return true;
    }
  }
  return false;
}

static hol_status complain_of_sum(hol_complaint *complaint)
{
  return complain(
      complaint, "adds or compares quantities of different dimensions, or takes a function of one that has a dimension",
      "bare numbers have no dimension; a unit multiplies the whole expression before it");
}

static hol_status complain_of_power(hol_scope *scope, hol_complaint *complaint, int base, double exponent)
{
  static const char *const name[] = {"length", "mass", "time"};
  return complain(
      complaint,
      hol_arena_print(scope->arena, "has the dimension %s^%.3g, which no quantity here has", name[base], exponent), NULL);
}

/* A value of zero: is it zero for all scales, and what is its dimension at other values of the variables? */
static hol_status zero_dimension(hol_scope *scope, const used *all, double *value, hol_complaint *complaint)
{
  for (int base = 0; base < 3; base++) {
    for (int shift = -40; shift <= 40; shift += 80) {
      double scaled = evaluate_trial(scope, all, (trial){.base = base, .shift = shift});
      if (fabs(scaled) > 0) {
        return complain_of_sum(complaint);
      }
    }
  }
  *value = evaluate_trial(scope, all, (trial){.is_generic = true});
  return HOL_OK;
}

/* A term that happens to be zero fits any sum. So the same again where nothing happens to be: variables moved a little, those
 * that are zero further, as far as the expression is defined there. */
static bool holds_nearby(hol_scope *scope, const used *all, const double exponent[3])
{
  static const double zero[] = {1.37, 0x1p-20};
  for (size_t i = 0; i < 2; i++) {
    double value = evaluate_trial(scope, all, (trial){.zero = zero[i]}), found;
    if (!isfinite(value) || !(fabs(value) > 0)) {
      continue;
    }
    for (int base = 0; base < 3; base++) {
      trial t = {.base = base, .zero = zero[i]};
      if (has_dimension(scope, all, base) &&
          (!find_exponent(scope, all, t, value, &found) || fabs(found - exponent[base]) > 1e-9)) {
        return false;
      }
    }
    return true;
  }
  return true;
}

static hol_status expression_dimension(hol_scope *scope, const used *all, hol_quantity *result, hol_complaint *complaint)
{
  double exponent[3] = {0}, value = result->value;
  bool is_zero = !(fabs(value) > 0);
  if (is_zero) {
    HOL_TRY(zero_dimension(scope, all, &value, complaint));
    if (!isfinite(value) || !(fabs(value) > 0)) {
      result->fits_all = true;
      return HOL_OK;
    }
  }
  for (int base = 0; base < 3; base++) {
    trial t = {.base = base, .is_generic = is_zero};
    if (!has_dimension(scope, all, base)) {
      continue;
    }
    if (!find_exponent(scope, all, t, value, &exponent[base])) {
      return complain_of_sum(complaint);
    }
    double whole = rint(exponent[base]);
    if (fabs(exponent[base] - whole) > 1e-9 || fabs(whole) > 99) {
      return complain_of_power(scope, complaint, base, exponent[base]);
    }
    exponent[base] = whole;
  }
  if (!is_zero && !holds_nearby(scope, all, exponent)) {
    return complain_of_sum(complaint);
  }
  result->dimension = HOL_DIMENSION(exponent[0], exponent[1], exponent[2]);
  return HOL_OK;
}

/* The expression with spaces between its tokens: muParser takes time quadratic in the length of runs without.
 * @param[out] spaced  [2 * EXPRESSION_MAX + 2] */
static void space_out(const char *text, char *spaced)
{
  hol_token token;
  size_t end = strlen(text), from = 0, size = 0;
  bool after_function = false;
  while (hol_lexer_next(text, end, from, &token)) {
    char c = text[token.start], before = token.start > 0 ? text[token.start - 1] : ' ';
    bool is_joined = (c == '=' && strchr("<>=!", before)) || ((c == '&' || c == '|') && before == c);
    if (size > 0 && !is_joined && !after_function) {
      spaced[size++] = ' ';
    }
    after_function = token.kind == HOL_TOKEN_FUNCTION; /* its bracket must follow at once */
    memcpy(spaced + size, text + token.start, token.length);
    size += token.length;
    from = token.start + token.length;
  }
  spaced[size] = '\0';
}

static hol_status evaluate_bound(hol_scope *scope, const char *text, const used *all, hol_quantity *result,
                                 hol_complaint *complaint)
{
  char spaced[2 * EXPRESSION_MAX + 2];
  space_out(text, spaced);
  mupErrorReset(scope->parser);
  mupSetExpr(scope->parser, spaced);
  int values = 0;
  const double *value = mupError(scope->parser) ? NULL : mupEvalMulti(scope->parser, &values);
  if (!value || mupError(scope->parser)) {
    return complain_of_syntax(scope, complaint);
  }
  result->value = value[values - 1];
  if (!isfinite(result->value)) {
    return complain(complaint, "the value is not a finite number", NULL);
  }
  bool is_plain = true;
  for (int base = 0; base < 3; base++) {
    is_plain = is_plain && !has_dimension(scope, all, base);
  }
  return is_plain ? HOL_OK : expression_dimension(scope, all, result, complaint);
}

/* An expression that is one name needs no parser. */
static bool find_alone(const hol_scope *scope, const char *text, hol_quantity *result)
{
  size_t number;
  if (!hol_names_find(&scope->names, text, &number) || scope->variable[number].state != HOL_VARIABLE_READY) {
    return false;
  }
  *result = scope->variable[number].quantity;
  return true;
}

static hol_status evaluate_expression(hol_scope *scope, const char *text, hol_quantity *result, hol_complaint *complaint)
{
  if (find_alone(scope, text, result)) {
    return HOL_OK;
  }
  HOL_TRY(make_parser(scope));
  used all;
  all.count = 0;
  HOL_TRY(bind_names(scope, text, &all, complaint));
  return evaluate_bound(scope, text, &all, result, complaint);
}

/* ---- quantities ------------------------------------------------------------------------------------------------- */

static hol_status complain_of_unit(hol_scope *scope, const char *unit, hol_unit_kind kind, hol_complaint *complaint)
{
  const char *hint = NULL;
  size_t number;
  const char *format = "unknown unit `%s`";
  if (kind == HOL_UNIT_NO_DATABASE) {
    format = "the unit `%s` cannot be looked up: UDUNITS-2 finds no data base of units";
    hint = "install the data of UDUNITS-2, or set UDUNITS2_XML_PATH to its udunits2.xml";
  } else if (kind == HOL_UNIT_FOREIGN) {
    format = "the unit `%s` has to do with temperature, electricity, substance or light";
    hint = "quantities here are made of lengths, masses and times";
  } else if (kind == HOL_UNIT_WITH_ORIGIN) {
    format = "the unit `%s` counts from an origin of its own";
    hint = "quantities here are made of lengths, masses and times";
  } else if (hol_names_find(&scope->names, unit, &number)) {
    hint = hol_arena_print(scope->arena, "to multiply by the parameter write `*` before `%s`", unit);
  }
  return complain(complaint, hol_arena_print(scope->arena, format, unit), hint);
}

static hol_status apply_unit(hol_scope *scope, const char *text, hol_quantity *result, hol_complaint *complaint)
{
  hol_unit unit;
  size_t n = strlen(text);
  if (text[n - 1] == ' ') {
    while (text[n - 1] == ' ') {
      n--;
    }
    text = hol_arena_copy(scope->arena, text, n);
    if (!text) {
      return HOL_MEMORY;
    }
  }
  HOL_TRY(hol_units_parse(&scope->units, text, &unit));
  if (unit.kind != HOL_UNIT_OK) {
    return complain_of_unit(scope, text, unit.kind, complaint);
  }
  result->value *= unit.factor;
  if (!hol_dimension_multiply(result->dimension, unit.dimension, &result->dimension)) {
    return complain(complaint, "has exponents too large for any quantity", NULL);
  }
  return HOL_OK;
}

static hol_status complain_of_character(hol_scope *scope, const char *expression, size_t bad, hol_complaint *complaint)
{
  size_t n = 1; /* bytes of the character */
  while (((unsigned char)expression[bad + n] & 0xC0) == 0x80) {
    n++;
  }
  if (expression[bad] == '.' && (strstr(expression, "nan") || strstr(expression, "inf"))) {
    return complain(complaint, "a quantity must be a finite number", NULL);
  }
  const char *hint = expression[bad] == '=' ? "a value cannot be assigned here; equality is `==`" : NULL;
  hol_status status =
      complain(complaint, hol_arena_print(scope->arena, "`%.*s` does not belong here", (int)n, expression + bad), hint);
  complaint->offset = bad;
  complaint->length = n;
  return status;
}

/* Evaluate the expression part and then the unit; their places in the text go into the complaint. */
static hol_status evaluate_parts(hol_scope *scope, const char *text, size_t split, hol_quantity *result,
                                 hol_complaint *complaint)
{
  char expression[EXPRESSION_MAX + 1];
  if (split > EXPRESSION_MAX) {
    return complain(complaint, "the expression is too long", "write it in steps, with parameters");
  }
  memcpy(expression, text, split);
  expression[split] = '\0';
  size_t bad = hol_lexer_bad_character(expression);
  if (bad < split) {
    return complain_of_character(scope, expression, bad, complaint);
  }
  size_t number = hol_lexer_number_end(expression);
  if (number > 0 && expression[number + strspn(expression + number, " ")] == '\0') {
    result->value = strtod(expression, NULL);
  } else {
    HOL_TRY(evaluate_expression(scope, expression, result, complaint));
  }
  if (text[split]) {
    hol_status status = apply_unit(scope, text + split, result, complaint);
    complaint->offset = split;
    complaint->length = strlen(text + split);
    HOL_TRY(status);
  }
  complaint->length = 0;
  return isfinite(result->value) ? HOL_OK : complain(complaint, "the value is not a finite number", NULL);
}

hol_status hol_scope_evaluate(hol_scope *scope, const char *text, hol_quantity *quantity, hol_complaint *complaint)
{
  *complaint = (hol_complaint){0};
  hol_quantity result = {0};
  if (strnlen(text, TEXT_MAX + 1) > TEXT_MAX) {
    return complain(complaint, "the text is too long for a quantity", "write it in steps, with parameters");
  }
  size_t end = hol_lexer_number_end(text);
  if (end > 0 && text[end] == '\0') {
    result.value = strtod(text, NULL);
    if (!isfinite(result.value)) {
      return complain(complaint, "the number is too large", NULL);
    }
  } else {
    HOL_TRY(evaluate_parts(scope, text, hol_lexer_expression_end(text), &result, complaint));
  }
  *quantity = result;
  return HOL_OK;
}

void hol_scope_clear(hol_scope *scope)
{
  if (scope->parser) {
    mupRelease(scope->parser);
  }
  hol_units_clear(&scope->units);
  hol_names_clear(&scope->names);
  free(scope->variable);
  *scope = (hol_scope){0};
}

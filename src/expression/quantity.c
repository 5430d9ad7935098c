/* SPDX-License-Identifier: BSD-3-Clause */
/* Evaluation of quantities: the expression, its unit, dimensions, and messages for texts that are not valid. */
#include "expression/quantity.h"
#include "expression/decimal.h"
#include "expression/dimension.h"
#include "expression/lexer.h"
#include "expression/syntax.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/** Complain, with room for the message in the arena. */
static hol_status complain(hol_complaint *complaint, const char *message, const char *hint)
{
  *complaint = (hol_complaint){.message = message, .hint = hint};
  return message ? HOL_INVALID : HOL_MEMORY;
}

/* ---- names ------------------------------------------------------------------------------------------------------- */

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

/** The last bracket of an expression that nothing closes, or NULL. */
static const char *find_open_bracket(const char *text)
{
  size_t closed = 0;
  for (const char *c = text + strlen(text); c > text; c--) {
    closed += c[-1] == ')';
    if (c[-1] == '(' && closed == 0) {
      return c - 1;
    }
    closed -= c[-1] == '(';
  }
  return NULL;
}

/** A unit within a bracket that should have ended before it. */
static hol_status complain_of_open_bracket(hol_scope *scope, const char *text, const char *unit,
                                           hol_complaint *complaint)
{
  hol_status status =
      complain(complaint, "this bracket is never closed",
               hol_arena_print(scope->arena, "a unit stands behind the whole expression, e.g. (1 + 2) %s", unit));
  complaint->offset = (size_t)(find_open_bracket(text) - text);
  complaint->length = 1;
  return status;
}

static hol_status complain_of_name(hol_scope *scope, const hol_name_walk *walk, const char *name,
                                   hol_complaint *complaint)
{
  hol_unit unit;
  HOL_TRY(hol_units_parse(&scope->units, name, &unit));
  hol_nearest nearest = {.wanted = name};
  bool may_compare = hol_scope_may_compare(scope, scope->names.count);
  for (size_t i = 0; may_compare && i < scope->names.count; i++) {
    const hol_variable *v = &scope->variable[i];
    bool is_xi = strcmp(v->name, "xi") == 0;
    if (v->state != HOL_VARIABLE_CLOSED && (!is_xi || v->state == HOL_VARIABLE_READY)) {
      hol_nearest_offer(&nearest, v->name);
    }
  }
  const char *hint = NULL;
  bool is_unit = !nearest.best && unit.kind == HOL_UNIT_OK;
  if (nearest.best) {
    hint = hol_arena_print(scope->arena, "did you mean `%s`?", nearest.best);
  } else if (is_unit) {
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
  if (hint && is_unit && find_open_bracket(walk->text)) {
    return complain_of_open_bracket(scope, walk->text, name, complaint);
  }
  hol_status status = complain(complaint, message, hint);
  complaint->offset = walk->start;
  complaint->length = walk->offset - walk->start;
  return status;
}

/** Are all names of an expression ready? A faulty one makes the expression faulty without another word. */
static hol_status check_names(hol_scope *scope, const char *text, hol_complaint *complaint)
{
  char name[HOL_NAME_SIZE];
  hol_dd value;
  hol_name_walk walk = hol_name_walk_start(text);
  while (hol_name_walk_next(&walk, name, sizeof name)) {
    size_t number;
    if (hol_constant_find(name, strlen(name), &value)) {
      continue;
    }
    bool is_known = hol_names_find(&scope->names, name, &number);
    hol_variable_state state = is_known ? scope->variable[number].state : HOL_VARIABLE_CLOSED;
    if (state == HOL_VARIABLE_OPEN || state == HOL_VARIABLE_CLOSED) {
      return complain_of_name(scope, &walk, name, complaint);
    }
    if (state == HOL_VARIABLE_FAULTY) {
      complaint->message = NULL;
      return HOL_INVALID;
    }
  }
  return HOL_OK;
}

/* ---- expressions ------------------------------------------------------------------------------------------------- */

/** The name of the dimension of a step. @param[out] name  [HOL_DIMENSION_TEXT] @return false: it has none */
static bool name_dimension(const hol_program *program, hol_step step, char *name)
{
  const hol_operation *o = &program->step[step];
  bool is_whole = step > 0 && !(o->flags & HOL_STEP_IS_MIXED);
  for (int i = 0; i < 3; i++) {
    is_whole =
        is_whole && fabs(o->exponent[i] - rint(o->exponent[i])) <= 1e-9 && fabs(o->exponent[i]) <= HOL_EXPONENT_MAX;
  }
  if (is_whole) {
    hol_dimension_name(HOL_DIMENSION(rint(o->exponent[0]), rint(o->exponent[1]), rint(o->exponent[2])), name);
  }
  return is_whole;
}

/** What meets there: "here a length and a mass: "; of a function: "here a length: ". In the arena; "" where that cannot
 *  be said. */
static const char *name_operands(hol_scope *scope, hol_step step)
{
  char name[2][HOL_DIMENSION_TEXT];
  const hol_operation *o = &scope->program.step[step];
  bool is_single = o->code == HOL_STEP_FUNCTION || o->code == HOL_STEP_POWER || o->code == HOL_STEP_SELECT;
  const char *text = NULL;
  if (o->code == HOL_STEP_FUNCTION && name_dimension(&scope->program, o->a, name[0])) {
    text = hol_arena_print(scope->arena, "here %s; ", name[0]);
  } else if (!is_single && name_dimension(&scope->program, o->a, name[0]) &&
             name_dimension(&scope->program, o->b, name[1]) && strcmp(name[0], name[1]) != 0) {
    text = hol_arena_print(scope->arena, "here %s and %s; ", name[0], name[1]);
  }
  return text ? text : "";
}

static hol_status complain_of_sum(hol_scope *scope, hol_complaint *complaint, const hol_expression *expression)
{
  *complaint = (hol_complaint){
      .message = "adds or compares quantities of different dimensions, or takes a function of one that has a dimension",
      .hint = hol_arena_print(scope->arena,
                              "%sbare numbers have no dimension; a unit multiplies the whole expression before it",
                              name_operands(scope, expression->mixed)),
      .offset = expression->mixed_start,
      .length = expression->mixed_length};
  return HOL_INVALID;
}

/** Need it not be finite? */
static bool follows_from_states(const hol_scope *scope, hol_step step)
{
  return step && scope->program.step[step].flags & HOL_STEP_OF_STATE;
}

/** The dimension of a step; exponents are whole up to the rounding of roots and powers. */
static hol_status find_dimension(hol_scope *scope, const hol_operation *o, hol_dimension *dimension,
                                 hol_complaint *complaint)
{
  static const char *const name[] = {"length", "mass", "time"};
  double whole[3];
  for (int i = 0; i < 3; i++) {
    double exponent = o->exponent[i];
    whole[i] = rint(exponent);
    if (!(fabs(exponent - whole[i]) <= 1e-9) || fabs(whole[i]) > HOL_EXPONENT_MAX) {
      return complain(
          complaint,
          hol_arena_print(scope->arena, "has the dimension %s^%.3g, which no quantity here has", name[i], exponent),
          NULL);
    }
  }
  *dimension = HOL_DIMENSION(whole[0], whole[1], whole[2]);
  return HOL_OK;
}

static hol_status evaluate_expression(hol_scope *scope, const char *text, hol_quantity *result,
                                      hol_complaint *complaint)
{
  const hol_variable *alone = hol_scope_find(scope, text, strlen(text));
  hol_expression expression;
  if (alone) {
    *result = alone->quantity;
    return HOL_OK;
  }
  HOL_TRY(check_names(scope, text, complaint));
  HOL_TRY(hol_expression_compile(scope, text, &expression, complaint));
  const hol_operation *o = &scope->program.step[expression.step];
  result->value = o->value.value;
  result->rest = o->value.rest;
  result->step = o->flags & (HOL_STEP_OF_XI | HOL_STEP_OF_PARAMETER | HOL_STEP_OF_STATE) ? expression.step : 0;
  if (!isfinite(o->value.value) && !follows_from_states(scope, result->step)) {
    return complain(complaint, "the value is not a finite number", NULL);
  }
  if (o->flags & HOL_STEP_IS_MIXED) {
    return complain_of_sum(scope, complaint, &expression);
  }
  result->fits_all = expression.has_dimension && (o->flags & HOL_STEP_FITS_ALL);
  return result->fits_all ? HOL_OK : find_dimension(scope, o, &result->dimension, complaint);
}

/* ---- quantities -------------------------------------------------------------------------------------------------- */

/** Does a text that should be a unit go on like a sum, as `mm + 2 mm`? */
static bool is_sum(const char *unit)
{
  for (const char *c = unit; *c; c++) {
    if ((*c == '+' || *c == '-') && strspn(c + 1, " ") < strspn(c + 1, " .0123456789")) {
      return c > unit && c[-1] == ' ';
    }
  }
  return false;
}

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
  } else if (unit[0] >= '0' && unit[0] <= '9') {
    hint = "the digits of a number stand together: 7850, not 7 850";
  } else if (strncmp(unit, "\xC2\xA0", 2) == 0) {
    hint = "there is a no-break space before the unit: type an ordinary one";
  } else if (hol_names_find(&scope->names, unit, &number) && scope->variable[number].state != HOL_VARIABLE_CLOSED) {
    hint = hol_arena_print(scope->arena, "to multiply by the parameter write `*` before `%s`", unit);
  } else if (is_sum(unit)) {
    format = "`%s` is no unit: a quantity has one, behind the whole expression";
    hint = "e.g. (40 + 2) mm";
  } else {
    const char *suggested = hol_units_suggest(&scope->units, unit, scope->arena);
    hint = suggested ? hol_arena_print(scope->arena, "did you mean `%s`?", suggested) : NULL;
  }
  return complain(complaint, hol_arena_print(scope->arena, format, unit), hint);
}

/** The step of a quantity that follows from variables, times its unit. */
static hol_status multiply_step(hol_scope *scope, const hol_unit *unit, hol_step *step)
{
  const hol_dimension d = unit->dimension;
  hol_step factor;
  HOL_TRY(hol_program_constant(&scope->program, (hol_dd){unit->factor, unit->rest},
                               (double[]){d.length, d.mass, d.time}, 0, &factor));
  return hol_program_operation(&scope->program, HOL_STEP_MULTIPLY, *step, factor, 0, step);
}

static void set_value(hol_quantity *quantity, hol_dd value)
{
  quantity->value = value.value;
  quantity->rest = value.rest;
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
  set_value(result, hol_dd_multiply((hol_dd){result->value, result->rest}, (hol_dd){unit.factor, unit.rest}));
  result->is_plain = hol_dimension_is_none(unit.dimension);
  if (!hol_dimension_multiply(result->dimension, unit.dimension, &result->dimension)) {
    return complain(complaint, "has exponents too large for any quantity", NULL);
  }
  return result->step ? multiply_step(scope, &unit, &result->step) : HOL_OK;
}

/** Is it a comma between digits, outside the arguments of a function? */
static bool is_decimal_comma(const char *text, size_t at)
{
  static const char digits[] = "0123456789";
  return text[at] == ',' && at > 0 && strchr(digits, text[at - 1]) && text[at + 1] && strchr(digits, text[at + 1]);
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
  bool is_quote =
      strncmp(expression + bad, "\xE2\x80\x9C", 3) == 0 || strncmp(expression + bad, "\xE2\x80\x9D", 3) == 0 ||
      strncmp(expression + bad, "\xE2\x80\x98", 3) == 0 || strncmp(expression + bad, "\xE2\x80\x99", 3) == 0;
  const char *hint = is_quote                            ? "quotes of YAML are straight: \" or '"
                     : expression[bad] == '='            ? "a value cannot be assigned here; equality is `==`"
                     : is_decimal_comma(expression, bad) ? "numbers have a decimal point, e.g. 1.5"
                                                         : NULL;
  hol_status status =
      complain(complaint, hol_arena_print(scope->arena, "`%.*s` does not belong here", (int)n, expression + bad), hint);
  complaint->offset = bad;
  complaint->length = n;
  return status;
}

/** Evaluate the expression part and then the unit; their places in the text go into the complaint. */
static hol_status evaluate_parts(hol_scope *scope, const char *text, size_t split, hol_quantity *result,
                                 hol_complaint *complaint)
{
  char usual[HOL_EXPRESSION_MAX + 1];
  char *expression = split < sizeof usual ? usual : hol_arena_take(scope->arena, split + 1);
  if (!expression) {
    return HOL_MEMORY;
  }
  memcpy(expression, text, split);
  expression[split] = '\0';
  size_t bad = hol_lexer_bad_character(expression);
  if (bad < split) {
    return complain_of_character(scope, expression, bad, complaint);
  }
  size_t number = hol_lexer_number_end(expression);
  if (number > 0 && expression[number + strspn(expression + number, " ")] == '\0') {
    set_value(result, hol_decimal_read(expression));
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
  bool is_good = isfinite(result->value) || follows_from_states(scope, result->step);
  return is_good ? HOL_OK : complain(complaint, "the value is not a finite number", NULL);
}

/** `60 mm*(1 - 0.3*xi)` means `60*(1 - 0.3*xi) mm`: the text in that order, in the arena; NULL: it is none such, or
 *  memory is out.
 *  @param[in,out] split  where the unit begins */
static hol_status move_unit_behind(hol_scope *scope, const char *text, size_t *split, const char **moved)
{
  const char *all = text + *split;
  size_t start = all[0] ? hol_lexer_factor_start(all) : 0, end = start;
  hol_unit unit = {0}, whole = {0};
  *moved = NULL;
  while (end > 0 && all[end - 1] == ' ') {
    end--;
  }
  if (end == 0) {
    return HOL_OK;
  }
  const char *alone = hol_arena_copy(scope->arena, all, end);
  if (!alone) {
    return HOL_MEMORY;
  }
  HOL_TRY(hol_units_parse(&scope->units, alone, &unit));
  HOL_TRY(hol_units_parse(&scope->units, all, &whole));
  if (unit.kind != HOL_UNIT_OK || whole.kind == HOL_UNIT_OK) {
    return HOL_OK;
  }
  *moved = hol_arena_print(scope->arena, "(%.*s)%s %s", (int)*split, text, all + start, alone);
  *split = *split + 2 + strlen(all + start) + 1;
  return *moved ? HOL_OK : HOL_MEMORY;
}

/** @param[in] most  bytes of the expression */
static hol_status evaluate_text(hol_scope *scope, const char *text, size_t most, hol_quantity *result,
                                hol_complaint *complaint)
{
  size_t end = hol_lexer_number_end(text);
  if (end == 0 || text[end] != '\0') {
    const char *moved;
    size_t split = hol_lexer_expression_end(text);
    HOL_TRY(move_unit_behind(scope, text, &split, &moved));
    if (split > most) {
      return complain(complaint, "the expression is too long", "write it in steps, with parameters");
    }
    hol_status status = evaluate_parts(scope, moved ? moved : text, split, result, complaint);
    complaint->offset = moved ? 0 : complaint->offset; /* of the text as it was written: all of it */
    complaint->length = moved ? 0 : complaint->length;
    return status;
  }
  set_value(result, hol_decimal_read(text));
  return isfinite(result->value) ? HOL_OK : complain(complaint, "the number is too large", NULL);
}

hol_status hol_quantity_compile(hol_scope *scope, const char *text, hol_quantity *quantity, hol_complaint *complaint)
{
  size_t before = scope->program.count;
  hol_quantity result = {0};
  *complaint = (hol_complaint){0};
  if (strnlen(text, HOL_QUANTITY_MAX + 1) > HOL_QUANTITY_MAX) {
    return complain(complaint, "the text is too long for a quantity", "write it in steps, with parameters");
  }
  hol_status status = evaluate_text(scope, text, HOL_EXPRESSION_MAX, &result, complaint);
  if (status != HOL_OK || !result.step) {
    hol_program_rewind(&scope->program, before);
  }
  if (status == HOL_OK) {
    *quantity = result;
  }
  return status;
}

/* ---- formulas and equations -------------------------------------------------------------------------------------- */

/** Has none of the steps after the first `before` that follow from no state a value that is not finite? */
static bool constants_are_finite(const hol_program *program, size_t before)
{
  bool finite = true;
  for (size_t i = before + 1; i <= program->count; i++) {
    finite = finite && (program->step[i].flags & HOL_STEP_OF_STATE || isfinite(program->step[i].value.value));
  }
  return finite;
}

static hol_status compile_formula(hol_scope *scope, const char *text, hol_quantity *result, hol_complaint *complaint)
{
  size_t before = scope->program.count;
  HOL_TRY(evaluate_text(scope, text, HOL_FORMULA_MAX, result, complaint));
  if (!constants_are_finite(&scope->program, before)) {
    return complain(complaint, "the value is not a finite number", NULL);
  }
  const hol_dd value = {result->value, result->rest};
  bool is_zero = !(fabs(value.value) > 0) && !result->is_plain && hol_dimension_is_none(result->dimension);
  result->fits_all = result->fits_all || (is_zero && !result->step);
  return hol_quantity_step(scope, result, &result->step);
}

hol_status hol_formula_compile(hol_scope *scope, const char *text, size_t start, size_t end, hol_quantity *quantity,
                               hol_complaint *complaint)
{
  static const char space[] = " \t\r\n";
  size_t before = scope->program.count;
  hol_quantity result = {0};
  *complaint = (hol_complaint){0};
  while (start < end && strchr(space, text[start])) {
    start++;
  }
  while (start < end && strchr(space, text[end - 1])) {
    end--;
  }
  if (end - start > HOL_FORMULA_MAX) {
    return complain(complaint, "the formula is too long", NULL);
  }
  const char *part = hol_arena_copy(scope->arena, text + start, end - start);
  hol_status status = part ? compile_formula(scope, part, &result, complaint) : HOL_MEMORY;
  if (status == HOL_OK) {
    *quantity = result;
    return HOL_OK;
  }
  hol_program_rewind(&scope->program, before);
  complaint->offset += start;
  complaint->length = complaint->length ? complaint->length : end - start;
  return status;
}

static hol_status complain_of_sides(hol_scope *scope, const hol_quantity side[2], size_t at, hol_complaint *complaint)
{
  char name[2][HOL_DIMENSION_TEXT];
  hol_dimension_name(side[0].dimension, name[0]);
  hol_dimension_name(side[1].dimension, name[1]);
  hol_status status = complain(
      complaint, hol_arena_print(scope->arena, "the sides of the equation are %s and %s", name[0], name[1]), NULL);
  complaint->offset = at;
  complaint->length = 1;
  return status;
}

static hol_status compile_sides(hol_scope *scope, const char *text, size_t at, hol_quantity *difference,
                                hol_complaint *complaint)
{
  hol_quantity side[2];
  HOL_TRY(hol_formula_compile(scope, text, 0, at, &side[0], complaint));
  HOL_TRY(hol_formula_compile(scope, text, at + 1, strlen(text), &side[1], complaint));
  *difference = side[side[0].fits_all ? 1 : 0];
  if (side[1].fits_all && !(fabs(side[1].value) > 0)) {
    *difference = side[0];
    return HOL_OK;
  }
  hol_program *program = &scope->program;
  HOL_TRY(hol_program_operation(program, HOL_STEP_SUBTRACT, side[0].step, side[1].step, 0, &difference->step));
  const hol_operation *o = &program->step[difference->step];
  set_value(difference, o->value);
  return o->flags & HOL_STEP_IS_MIXED ? complain_of_sides(scope, side, at, complaint) : HOL_OK;
}

hol_status hol_equation_compile(hol_scope *scope, const char *text, hol_quantity *difference, hol_complaint *complaint)
{
  size_t before = scope->program.count, at[2], count = hol_lexer_equals(text, at);
  hol_quantity result = {0};
  *complaint = (hol_complaint){0};
  if (count != 1) {
    hol_status status = complain(complaint, count ? "an equation has one `=`" : "an equation has a `=`",
                                 "left = right; a comparison of numbers is ==");
    complaint->offset = count ? at[1] : 0;
    complaint->length = count ? 1 : 0;
    return status;
  }
  hol_status status = compile_sides(scope, text, at[0], &result, complaint);
  if (status != HOL_OK) {
    hol_program_rewind(&scope->program, before);
    return status;
  }
  *difference = result;
  return HOL_OK;
}

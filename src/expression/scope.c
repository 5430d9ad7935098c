/* SPDX-License-Identifier: BSD-3-Clause */
/* Variables of quantities, reserved names, and the names that an expression uses. */
#include "expression/scope.h"
#include "base/memory.h"
#include "expression/lexer.h"
#include "expression/syntax.h"

#include <stdlib.h>
#include <string.h>

enum { COMPARED_MAX = 1000000 };

const char *hol_scope_reserved(const char *name)
{
  hol_dd value;
  if (hol_function_find(name, strlen(name))) {
    return "a function";
  }
  if (hol_constant_find(name, strlen(name), &value)) {
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

const hol_variable *hol_scope_find(const hol_scope *scope, const char *name, size_t length)
{
  char word[HOL_NAME_SIZE];
  size_t number;
  bool is_ready = hol_lexer_name(name, length, word, sizeof word) > 0 && hol_names_find(&scope->names, word, &number) &&
                  scope->variable[number].state == HOL_VARIABLE_READY;
  return is_ready ? &scope->variable[number] : NULL;
}

hol_status hol_scope_open_xi(hol_scope *scope, bool is_open, double value)
{
  size_t number;
  hol_quantity xi = {.value = value};
  HOL_TRY(hol_scope_add(scope, "xi", &number));
  if (is_open) {
    scope->before_xi = scope->program.count;
    HOL_TRY(hol_program_xi(&scope->program, value, &xi.step));
  } else {
    hol_program_rewind(&scope->program, scope->before_xi);
  }
  scope->variable[number].state = is_open ? HOL_VARIABLE_READY : HOL_VARIABLE_OPEN;
  scope->variable[number].quantity = xi;
  return HOL_OK;
}

void hol_scope_open_local(hol_scope *scope)
{
  scope->before_local = scope->program.count;
}

hol_status hol_scope_add_local(hol_scope *scope, const char *name, size_t *number, bool *is_taken)
{
  size_t before = scope->names.count;
  HOL_TRY(hol_scope_add(scope, name, number));
  hol_variable *v = &scope->variable[*number];
  *is_taken = *number < before && v->state != HOL_VARIABLE_CLOSED;
  if (!*is_taken) {
    *v = (hol_variable){.name = v->name, .is_local = true};
  }
  return HOL_OK;
}

hol_status hol_scope_set_state(hol_scope *scope, size_t variable, uint16_t number, double value,
                               hol_dimension dimension)
{
  hol_quantity quantity = {.value = value, .dimension = dimension};
  HOL_TRY(hol_program_state(&scope->program, number, value, dimension, &quantity.step));
  scope->variable[variable].quantity = quantity;
  scope->variable[variable].state = HOL_VARIABLE_READY;
  return HOL_OK;
}

void hol_scope_close_local(hol_scope *scope)
{
  for (size_t i = scope->names.count; i-- > 0;) {
    hol_variable *v = &scope->variable[i];
    if (v->is_local) {
      *v = (hol_variable){.name = v->name, .state = HOL_VARIABLE_CLOSED, .is_local = true};
    }
  }
  hol_program_rewind(&scope->program, scope->before_local);
}

hol_status hol_quantity_step(hol_scope *scope, const hol_quantity *q, hol_step *step)
{
  const double exponent[3] = {q->dimension.length, q->dimension.mass, q->dimension.time};
  unsigned flags = q->fits_all ? HOL_STEP_FITS_ALL : 0;
  *step = q->step;
  return *step ? HOL_OK : hol_program_constant(&scope->program, (hol_dd){q->value, q->rest}, exponent, flags, step);
}

bool hol_scope_may_compare(hol_scope *scope, size_t names)
{
  scope->compared += names;
  return scope->compared <= COMPARED_MAX;
}

hol_name_walk hol_name_walk_start(const char *text)
{
  bool is_quantity = strnlen(text, HOL_FORMULA_MAX + 1) <= HOL_FORMULA_MAX;
  size_t end = is_quantity ? hol_lexer_expression_end(text) : 0;
  size_t factor = is_quantity && text[end] ? hol_lexer_factor_start(text + end) : 0;
  return (hol_name_walk){.text = text, .end = end, .factor = factor ? end + factor : 0};
}

bool hol_name_walk_next(hol_name_walk *walk, char *name, size_t size)
{
  hol_token token;
  while (hol_lexer_next(walk->text, walk->end, walk->offset, &token)) {
    walk->offset = token.start + token.length;
    walk->start = token.start;
    if (token.kind == HOL_TOKEN_NAME && hol_lexer_name(walk->text + token.start, token.length, name, size) > 0) {
      return true;
    }
  }
  if (walk->factor) {
    walk->offset = walk->factor;
    walk->end = strlen(walk->text);
    walk->factor = 0;
    return hol_name_walk_next(walk, name, size);
  }
  return false;
}

void hol_scope_clear(hol_scope *scope)
{
  hol_units_clear(&scope->units);
  hol_names_clear(&scope->names);
  hol_program_clear(&scope->program);
  free(scope->variable);
  *scope = (hol_scope){0};
}

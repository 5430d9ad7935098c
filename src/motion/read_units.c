/* SPDX-License-Identifier: BSD-3-Clause */
/* Whether anything of a motion has a unit: else time is a bare number, too. */
#include "motion/reading.h"

#include "expression/lexer.h"

#include <string.h>

/** Has the unit behind an expression a dimension? */
static bool has_unit(hol_scope *scope, const char *unit)
{
  hol_unit found = {0};
  size_t length = hol_lexer_factor_start(unit);
  length = length ? length : strlen(unit);
  while (length > 0 && strchr(" \n", unit[length - 1])) {
    length--;
  }
  const char *text = length ? hol_arena_copy(scope->arena, unit, length) : NULL;
  return text && hol_units_parse(&scope->units, text, &found) == HOL_OK && found.kind == HOL_UNIT_OK &&
         !hol_dimension_is_none(found.dimension);
}

/** Has one side of an equation, or a formula, a unit, or a parameter that has one? */
static bool is_dimensional(hol_reader *reader, const char *text, size_t length)
{
  char name[HOL_NAME_SIZE];
  hol_scope *scope = &reader->scope;
  const char *side = hol_arena_copy(reader->arena, text, length);
  if (!side) {
    return hol_note(reader, HOL_MEMORY);
  }
  size_t end = hol_lexer_expression_end(side), i;
  if (side[end] && has_unit(scope, side + end)) {
    return true;
  }
  hol_name_walk walk = hol_name_walk_start(side);
  while (hol_name_walk_next(&walk, name, sizeof name)) {
    if (hol_names_find(&scope->names, name, &i) && scope->variable[i].state == HOL_VARIABLE_READY &&
        !hol_dimension_is_none(scope->variable[i].quantity.dimension)) {
      return true;
    }
  }
  return false;
}

bool hol_motion_any_unit(hol_reader *reader, const hol_node *node)
{
  bool any = false;
  if (node->kind == HOL_NODE_TEXT) {
    size_t at[2], length = strlen(node->text);
    if (hol_lexer_equals(node->text, at) != 1) {
      return is_dimensional(reader, node->text, length);
    }
    return is_dimensional(reader, node->text, at[0]) ||
           is_dimensional(reader, node->text + at[0] + 1, length - at[0] - 1);
  }
  for (size_t i = 0; i < node->count && !any && node->kind == HOL_NODE_LIST; i++) {
    any = hol_motion_any_unit(reader, &node->item[i]);
  }
  for (size_t i = 0; i < node->count && !any && node->kind == HOL_NODE_MAP; i++) {
    any = hol_motion_any_unit(reader, &node->item[2 * i + 1]);
  }
  return any;
}

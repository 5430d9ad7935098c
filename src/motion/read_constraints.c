/* SPDX-License-Identifier: BSD-3-Clause */
/* Constraints of a motion, of order 0 to 2, and the generalised forces by which they are held. */
#include "motion/reading.h"

#include "base/memory.h"

#include <stdio.h>
#include <stdlib.h>

/** One of the forces per unit of a multiplier; the first with a dimension says that of the multiplier. */
static bool read_direction(hol_motion_reading *reading, const hol_node *name, const hol_motion_rule *rule, hol_step *by,
                           hol_dimension *multiplier, const hol_node **decided)
{
  hol_motion_system *s = reading->system;
  hol_quantity quantity;
  size_t i;
  if (!hol_motion_find_coordinate(reading, name, &i) || !hol_motion_formula(reading, name + 1, rule, &quantity)) {
    return false;
  }
  by[i] = quantity.step;
  if (*decided && !hol_motion_is_bare(reading, &quantity)) {
    hol_dimension force = hol_motion_quotient(reading, name, reading->energy, s->coordinate[i].dimension, 1);
    const char *what = hol_arena_print(reading->reader->arena, "the force on `%s` per unit of that on `%s`", name->text,
                                       (*decided)->text);
    return hol_motion_check_dimension(reading, name + 1, what ? what : "the force",
                                      hol_motion_quotient(reading, name, force, *multiplier, 1), &quantity);
  }
  if (!*decided || !hol_motion_is_bare(reading, &quantity)) {
    *multiplier = hol_motion_quotient(reading, name, reading->energy, s->coordinate[i].dimension, 1);
    *multiplier = hol_motion_quotient(reading, name, *multiplier, quantity.dimension, 1);
    *decided = name;
  }
  return true;
}

void hol_motion_read_by(hol_motion_reading *reading, const hol_node *node, const hol_motion_rule *rule, hol_step **by,
                        hol_dimension *multiplier)
{
  const hol_node *decided = NULL;
  bool is_good = hol_expect_kind(reading->reader, node, HOL_NODE_MAP, rule->what);
  *by = NULL;
  if (is_good && node->count == 0) {
    hol_fault(reading->reader, node, "by: {theta: 1}", "%s names no coordinate", rule->what);
  }
  if (!is_good || node->count == 0) {
    return;
  }
  *by = hol_alloc(reading->system->coordinates + 1, sizeof **by);
  if (!*by) {
    (void)hol_note(reading->reader, HOL_MEMORY);
    return;
  }
  for (size_t i = 0; i < node->count; i++) {
    is_good = read_direction(reading, &node->item[2 * i], rule, *by, multiplier, &decided) && is_good;
  }
  if (!is_good) {
    free(*by);
    *by = NULL;
  }
}

/** Is the equation a constraint of order 0 to 2, affine in accelerations? */
static bool check_order(hol_motion_reading *reading, const hol_node *node, hol_step step, hol_motion_constraint *c)
{
  static const char hint[] = "an equation of order 3 or more, or not affine in accelerations, stands under `program`";
  hol_reader *reader = reading->reader;
  hol_motion_look look = {0};
  bool is_affine = true;
  bool is_good = hol_motion_look_at(reading, step, &look);
  int order = is_good ? hol_motion_look_order(reading, &look) : 0;
  is_good = is_good && (order != 2 || hol_motion_look_degree(reading, &look, 2, 1, &is_affine));
  hol_motion_look_clear(&look);
  if (is_good && order < 0) {
    hol_fault(reader, node, NULL, "no coordinate occurs in constraint `%s`", c->name);
  } else if (is_good && order > 2) {
    hol_fault(reader, node, hint, "constraint `%s` is of order %d", c->name, order);
  } else if (is_good && !is_affine) {
    hol_fault(reader, node, hint, "constraint `%s` is not affine in the accelerations", c->name);
  }
  c->order = order > 0 ? (unsigned)order : 0;
  return is_good && order >= 0 && order <= 2 && is_affine;
}

/** @return false after a fault */
static bool read_equation(hol_motion_reading *reading, const hol_node *node, hol_motion_constraint *c)
{
  char what[HOL_NAME_SIZE];
  const hol_motion_rule rule = {.what = what, .order = HOL_MOTION_ORDERS - 1, .is_smooth = true, .is_equation = true};
  hol_quantity quantity;
  (void)snprintf(what, sizeof what, "constraint `%s`", c->name);
  if (!hol_motion_formula(reading, node, &rule, &quantity) || !check_order(reading, node, quantity.step, c)) {
    return false;
  }
  c->equation = quantity.step;
  c->dimension = quantity.dimension;
  c->multiplier = hol_motion_quotient(reading, node, reading->energy, c->dimension, 1);
  c->multiplier = hol_motion_rate(reading, node, c->multiplier, (int)c->order);
  return true;
}

static bool read_constraint(hol_motion_reading *reading, const hol_node *name, hol_motion_constraint *c)
{
  static const hol_motion_rule rule = {.what = "`by`", .order = 1};
  hol_reader *reader = reading->reader;
  hol_field field[3];
  c->name = hol_own_text(reader, name->text);
  c->place = hol_node_place(name);
  if (!c->name || name[1].kind == HOL_NODE_BAD) {
    return false;
  }
  if (name[1].kind == HOL_NODE_TEXT) {
    return read_equation(reading, name + 1, c);
  }
  if (!hol_mapping_take(reader, name + 1, &hol_motion_mapping[HOL_MOTION_OF_CONSTRAINT], field)) {
    return false;
  }
  if (!field[0].value) {
    hol_fault_missing(reader, name, "pull: {equation: \"x = 0.1*t^2\", by: {theta: 1}}",
                      "constraint `%s` has no `equation`", name->text);
  }
  bool is_good = field[0].value && read_equation(reading, field[0].value, c);
  if (field[1].value) {
    hol_motion_read_by(reading, field[1].value, &rule, &c->by, &c->multiplier);
    is_good = is_good && c->by;
  }
  if (field[2].value) {
    is_good = hol_read_bool(reader, field[2].value, "`free`", &c->wants_free) && is_good;
  }
  return is_good;
}

void hol_motion_read_constraints(hol_motion_reading *reading)
{
  hol_reader *reader = reading->reader;
  hol_motion_system *s = reading->system;
  for (size_t i = 0; i < s->constraints && reader->status == HOL_OK; i++) {
    size_t variable = reading->constraint[i].variable;
    if (read_constraint(reading, reading->constraint[i].name, &s->constraint[i])) {
      (void)hol_note(reader, hol_scope_set_state(&reader->scope, variable, (uint16_t)hol_motion_reaction(s, i), 0,
                                                 s->constraint[i].multiplier));
    } else {
      reader->scope.variable[variable].state = HOL_VARIABLE_FAULTY;
    }
  }
}

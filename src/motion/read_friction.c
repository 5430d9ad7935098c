/* SPDX-License-Identifier: BSD-3-Clause */
/* Friction elements of a motion: slip, normal force, coefficients. */
#include "motion/reading.h"

#include "base/memory.h"

#include <string.h>

enum { NAME, AT, NORMAL, LIMIT, SLIP, STATIC, DYNAMIC, FIELDS };

/** A slip in one direction. */
static bool read_slip(hol_motion_reading *reading, const hol_node *node, hol_quantity *slip)
{
  static const hol_motion_rule rule = {.what = "`slip`", .order = 1, .is_smooth = true};
  hol_motion_look look = {0};
  if (!hol_motion_formula(reading, node, &rule, slip) || !hol_motion_look_at(reading, slip->step, &look)) {
    hol_motion_look_clear(&look);
    return false;
  }
  bool has_speed = hol_motion_look_order(reading, &look) == 1;
  hol_motion_look_clear(&look);
  if (!has_speed) {
    hol_fault(reading->reader, node, "slip: x' - v", "a slip is a relative speed, and no speed occurs in this one");
  }
  return has_speed;
}

/** A slip, or two components of one in a plane. */
static bool read_slips(hol_motion_reading *reading, const hol_node *node, hol_motion_friction *f, hol_dimension *slip)
{
  const bool is_list = node->kind == HOL_NODE_LIST;
  const size_t count = is_list ? node->count : 1;
  hol_quantity one = {0};
  bool is_good = true;
  if (count != 1 && count != 2) {
    hol_fault(reading->reader, node, "slip: [x' - u, y' - v]", "a slip has one component or two, not %zu", count);
    return false;
  }
  for (size_t i = 0; i < count; i++) {
    const hol_node *item = is_list ? &node->item[i] : node;
    is_good = read_slip(reading, item, &one) && is_good;
    if (is_good && i > 0) {
      is_good = hol_motion_check_dimension(reading, item, "the second component", *slip, &one);
    }
    f->slip[i] = one.step;
    *slip = one.dimension;
  }
  return is_good;
}

static bool read_coefficient(hol_motion_reading *reading, const hol_field *field, hol_step *step)
{
  const char *what = strcmp(field->key, "static") == 0 ? "`static`" : "`dynamic`";
  const hol_motion_rule rule = {.what = what, .order = 1};
  hol_quantity quantity;
  if (!hol_motion_formula(reading, field->value, &rule, &quantity) ||
      !hol_motion_check_dimension(reading, field->value, what, (hol_dimension){0}, &quantity)) {
    return false;
  }
  bool is_fixed = !(reading->reader->scope.program.step[quantity.step].flags & HOL_STEP_OF_STATE);
  if (is_fixed && quantity.value < 0) {
    hol_fault(reading->reader, field->value, NULL, "%s must not be negative", what);
    return false;
  }
  *step = quantity.step;
  return true;
}

/** One coefficient given stands for both. */
static bool read_coefficients(hol_motion_reading *reading, const hol_node *entry, const hol_field *field,
                              hol_motion_friction *f)
{
  const hol_field *fixed = &field[STATIC], *sliding = &field[DYNAMIC];
  if (field[LIMIT].value) {
    const hol_field *extra = fixed->value ? fixed : sliding;
    if (extra->value) {
      hol_fault(reading->reader, extra->name, NULL, "`limit` stands in place of coefficients and a normal force");
    }
    return !extra->value;
  }
  if (!fixed->value && !sliding->value) {
    hol_fault_missing(reading->reader, entry, "static: 0.4, dynamic: 0.3", "friction needs a coefficient");
    return false;
  }
  bool is_good = (!fixed->value || read_coefficient(reading, fixed, &f->fixed)) &&
                 (!sliding->value || read_coefficient(reading, sliding, &f->sliding));
  f->fixed = fixed->value ? f->fixed : f->sliding;
  f->sliding = sliding->value ? f->sliding : f->fixed;
  return is_good;
}

/** The constraint on whose reaction it rests: the reaction times the slip is a power. */
static void read_at(hol_motion_reading *reading, const hol_node *node, hol_dimension slip, hol_motion_friction *f)
{
  hol_reader *reader = reading->reader;
  const char *name = hol_read_text(reader, node, "`at`");
  hol_nearest nearest = {.wanted = name};
  char force[HOL_DIMENSION_TEXT], speed[HOL_DIMENSION_TEXT];
  if (!name || hol_names_find(&reading->faulty, name, NULL)) {
    return;
  }
  if (!hol_names_find(&reading->constraints, name, &f->at)) {
    for (size_t i = 0; i < reading->constraints.count; i++) {
      hol_nearest_offer(&nearest, reading->constraint[i].name->text);
    }
    hol_fault_unknown(reader, node, hol_nearest_hint(reader, &nearest), "there is no constraint `%s`", name);
    return;
  }
  if (reader->scope.variable[reading->constraint[f->at].variable].state != HOL_VARIABLE_READY) {
    return;
  }
  const hol_dimension multiplier = reading->system->constraint[f->at].multiplier;
  if (!hol_dimension_equal(multiplier, f->dimension)) {
    hol_dimension_unit(multiplier, force);
    hol_dimension_unit(slip, speed);
    hol_fault(reader, node, "a constraint that is a length has a force as its reaction",
              "the reaction of `%s`, in %s, times the slip, in %s, is no power", name, force, speed);
  }
}

/** Where the normal force, or the largest friction, comes from. */
static void read_load(hol_motion_reading *reading, const hol_node *entry, const hol_field *field, hol_dimension slip,
                      hol_motion_friction *f)
{
  const int given = (field[AT].value != NULL) + (field[NORMAL].value != NULL) + (field[LIMIT].value != NULL);
  const hol_node *node = field[NORMAL].value ? field[NORMAL].value : field[LIMIT].value;
  const hol_motion_rule rule = {.what = field[NORMAL].value ? "`normal`" : "`limit`", .order = 1};
  hol_quantity quantity;
  if (given != 1) {
    static const char message[] = "friction has one of a constraint `at` which it is, a force `normal` and a `limit`";
    (given > 1 ? hol_fault : hol_fault_missing)(reading->reader, entry, "at: floor, or normal: m*g", message);
    return;
  }
  f->dimension = hol_motion_quotient(reading, entry, hol_motion_rate(reading, entry, reading->energy, 1), slip, 1);
  if (field[AT].value) {
    read_at(reading, field[AT].value, slip, f);
  } else if (hol_motion_formula(reading, node, &rule, &quantity) &&
             hol_motion_check_dimension(reading, node, rule.what, f->dimension, &quantity)) {
    *(field[NORMAL].value ? &f->normal : &f->limit) = quantity.step;
  }
}

static void read_name(hol_motion_reading *reading, const hol_node *entry, const hol_field *field,
                      hol_motion_friction *f)
{
  hol_reader *reader = reading->reader;
  const hol_motion_system *s = reading->system;
  if (!field->value) {
    hol_fault_missing(reader, entry, "name: tip", "friction needs a `name`");
    return;
  }
  const char *name = hol_read_text(reader, field->value, "`name`");
  if (!name || !hol_check_name(reader, field->value, "a friction element")) {
    return;
  }
  for (size_t i = 0; i < s->frictions; i++) {
    if (s->friction[i].name && strcmp(s->friction[i].name, name) == 0) {
      hol_fault(reader, field->value, NULL, "there is another friction element `%s`", name);
      return;
    }
  }
  f->name = hol_own_text(reader, name);
}

void hol_motion_read_friction(hol_motion_reading *reading)
{
  hol_reader *reader = reading->reader;
  hol_motion_system *s = reading->system;
  const hol_node *list = reading->field[HOL_MOTION_KEY_FRICTION].value;
  if (!list || !hol_expect_kind(reader, list, HOL_NODE_LIST, "`friction`")) {
    return;
  }
  s->friction = hol_alloc(list->count + 1, sizeof *s->friction);
  if (!s->friction) {
    (void)hol_note(reader, HOL_MEMORY);
    return;
  }
  for (size_t i = 0; i < list->count && reader->status == HOL_OK; i++) {
    const hol_node *entry = &list->item[i];
    hol_motion_friction *f = &s->friction[i];
    hol_field field[FIELDS];
    hol_dimension slip = {0};
    *f = (hol_motion_friction){.at = SIZE_MAX, .place = hol_node_place(entry)};
    if (hol_mapping_take(reader, entry, &hol_motion_mapping[HOL_MOTION_OF_FRICTION], field)) {
      read_name(reading, entry, &field[NAME], f);
      if (!field[SLIP].value) {
        hol_fault_missing(reader, entry, "slip: x' - v", "friction needs a `slip`");
      } else if (read_slips(reading, field[SLIP].value, f, &slip)) {
        read_load(reading, entry, field, slip, f);
      }
      (void)read_coefficients(reading, entry, field, f);
    }
    s->frictions++;
  }
}

/* SPDX-License-Identifier: BSD-3-Clause */
/* Names of a motion: coordinates with their derivatives, states, abbreviations, reactions; and where they start. */
#include "motion/reading.h"

#include "base/memory.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { NAME_MOST = 63, STATES_MOST = 50000, DEFINITIONS_MOST = 2000 };

static void mark_faulty(hol_motion_reading *reading, const char *name)
{
  bool existed;
  (void)hol_note(reading->reader, hol_names_add(&reading->faulty, name, 0, &existed));
}

/** A word without hyphens, and not too long: formulas name it. */
static bool check_word(hol_motion_reading *reading, const hol_node *name, const char *what)
{
  if (!hol_check_name(reading->reader, name, what)) {
    return false;
  }
  if (strchr(name->text, '-') || strlen(name->text) > NAME_MOST) {
    hol_fault(reading->reader, name, "letters, digits and `_`, at most 63", "`%s` cannot be the name of %s", name->text,
              what);
    return false;
  }
  return true;
}

/** Add a local name to the scope. @return false after a fault, or without memory */
static bool add_variable(hol_motion_reading *reading, const hol_node *name, const char *text, const char *what,
                         size_t *variable)
{
  bool is_taken = false;
  const char *is = name->text == text ? hol_motion_name_is(reading, text) : NULL;
  if (!is && !hol_note(reading->reader, hol_scope_add_local(&reading->reader->scope, text, variable, &is_taken))) {
    return false;
  }
  if (is || is_taken) {
    hol_fault(reading->reader, name, NULL, "`%s` cannot be the name of %s: it is %s", name->text, what,
              is ? is : "another name");
    return false;
  }
  return true;
}

/** The names of a mapping; those that cannot be taken are marked.
 *  @param[out] entry  [names->count] @param[in] in_formulas  formulas use the names as they are */
static void collect(hol_motion_reading *reading, const hol_field *field, const char *what, bool in_formulas,
                    hol_names *names, hol_motion_name **entry)
{
  const hol_node *map = field->value;
  if (!map || map->kind != HOL_NODE_MAP) {
    return;
  }
  *entry = hol_alloc(map->count + 1, sizeof **entry);
  if (!*entry) {
    (void)hol_note(reading->reader, HOL_MEMORY);
    return;
  }
  for (size_t i = 0; i < map->count; i++) {
    const hol_node *name = &map->item[2 * i];
    hol_motion_name one = {.name = name};
    bool existed;
    if (!check_word(reading, name, what) ||
        (in_formulas && !add_variable(reading, name, name->text, what, &one.variable))) {
      mark_faulty(reading, name->text);
      continue;
    }
    (*entry)[names->count] = one;
    if (!hol_note(reading->reader, hol_names_add(names, name->text, names->count, &existed))) {
      return;
    }
  }
}

/** x', x'', ... as names of their own. */
static void add_derivatives(hol_motion_reading *reading)
{
  static const char primes[] = "'''''";
  hol_reader *reader = reading->reader;
  reading->derivative = hol_alloc(reading->coordinates.count * HOL_MOTION_ORDERS + 1, sizeof *reading->derivative);
  reading->is_unsaid = hol_alloc(reading->coordinates.count + 1, sizeof *reading->is_unsaid);
  if (!reading->derivative || !reading->is_unsaid) {
    (void)hol_note(reader, HOL_MEMORY);
    return;
  }
  for (size_t i = 0; i < reading->coordinates.count; i++) {
    const hol_node *name = reading->coordinate[i].name;
    size_t *variable = &reading->derivative[i * HOL_MOTION_ORDERS];
    variable[0] = reading->coordinate[i].variable;
    for (int order = 1; order < HOL_MOTION_ORDERS; order++) {
      const char *text = hol_arena_print(reader->arena, "%s%.*s", name->text, order, primes);
      if (!text || !add_variable(reading, name, text, "a coordinate", &variable[order])) {
        (void)hol_note(reader, text ? HOL_OK : HOL_MEMORY);
        return;
      }
    }
  }
}

static void add_reactions(hol_motion_reading *reading)
{
  hol_reader *reader = reading->reader;
  for (size_t i = 0; i < reading->constraints.count; i++) {
    hol_motion_name *c = &reading->constraint[i];
    const char *text = hol_arena_print(reader->arena, "reaction(%s)", c->name->text);
    if (!text || !add_variable(reading, c->name, text, "a constraint", &c->variable)) {
      (void)hol_note(reader, text ? HOL_OK : HOL_MEMORY);
      return;
    }
  }
}

static void add_time(hol_motion_reading *reading)
{
  hol_reader *reader = reading->reader;
  size_t variable;
  bool is_taken;
  if (!hol_note(reader, hol_scope_add_local(&reader->scope, "t", &variable, &is_taken))) {
    return;
  }
  if (is_taken) {
    hol_fault(reader, reading->key, "give the parameter another name", "`t` is time in a motion, and a parameter here");
    return;
  }
  (void)hol_note(reader, hol_scope_set_state(&reader->scope, variable, (uint16_t)hol_motion_time(), 0, reading->time));
}

static void collect_definitions(hol_motion_reading *reading)
{
  const hol_field *field = &reading->field[HOL_MOTION_KEY_DEFINE];
  hol_motion_name *entry = NULL;
  if (field->value && field->value->kind == HOL_NODE_MAP && field->value->count > DEFINITIONS_MOST) {
    hol_fault(reading->reader, field->name, NULL, "there are more than %d abbreviations", DEFINITIONS_MOST);
    return;
  }
  collect(reading, field, "an abbreviation", true, &reading->definitions, &entry);
  size_t count = reading->definitions.count;
  reading->definition = hol_alloc(count + 1, sizeof *reading->definition);
  reading->path = hol_alloc(count + 1, sizeof *reading->path);
  if (!reading->definition || !reading->path) {
    (void)hol_note(reading->reader, HOL_MEMORY);
  }
  for (size_t i = 0; i < count && reading->definition; i++) {
    reading->definition[i] = (hol_motion_definition){.name = entry[i].name, .variable = entry[i].variable};
  }
  free(entry);
}

void hol_motion_read_names(hol_motion_reading *reading)
{
  hol_reader *reader = reading->reader;
  hol_motion_system *s = reading->system;
  add_time(reading);
  collect(reading, &reading->field[HOL_MOTION_KEY_COORDINATES], "a coordinate", true, &reading->coordinates,
          &reading->coordinate);
  collect(reading, &reading->field[HOL_MOTION_KEY_STATES], "a state", true, &reading->states, &reading->state);
  collect_definitions(reading);
  collect(reading, &reading->field[HOL_MOTION_KEY_CONSTRAINTS], "a constraint", false, &reading->constraints,
          &reading->constraint);
  if (reader->status != HOL_OK) {
    return;
  }
  s->coordinate = hol_alloc(reading->coordinates.count + 1, sizeof *s->coordinate);
  s->state = hol_alloc(reading->states.count + 1, sizeof *s->state);
  s->constraint = hol_alloc(reading->constraints.count + 1, sizeof *s->constraint);
  if (!s->coordinate || !s->state || !s->constraint) {
    (void)hol_note(reader, HOL_MEMORY);
    return;
  }
  s->coordinates = reading->coordinates.count;
  s->states = reading->states.count;
  s->constraints = reading->constraints.count;
  add_derivatives(reading);
  add_reactions(reading);
  if (hol_motion_variables(s) > STATES_MOST) {
    hol_fault(reader, reading->key, NULL, "a motion has at most %d coordinates", STATES_MOST / HOL_MOTION_ORDERS);
    reading->is_too_large = true;
  }
}

bool hol_motion_find_coordinate(hol_motion_reading *reading, const hol_node *name, size_t *coordinate)
{
  if (hol_names_find(&reading->coordinates, name->text, coordinate)) {
    return true;
  }
  hol_nearest nearest = {.wanted = name->text};
  for (size_t i = 0; i < reading->coordinates.count; i++) {
    hol_nearest_offer(&nearest, reading->coordinate[i].name->text);
  }
  if (!hol_names_find(&reading->faulty, name->text, NULL)) {
    hol_fault_unknown(reading->reader, name, hol_nearest_hint(reading->reader, &nearest), "there is no coordinate `%s`",
                      name->text);
  }
  return false;
}

/* ---- starts ------------------------------------------------------------------------------------------------------ */

/** A start, whose value follows from those before it. */
static bool read_start(hol_motion_reading *reading, const hol_node *node, const char *what, hol_quantity *quantity)
{
  const hol_motion_rule rule = {.what = what, .order = 1};
  if (!hol_motion_formula(reading, node, &rule, quantity)) {
    return false;
  }
  if (!isfinite(quantity->value)) {
    hol_fault(reading->reader, node, NULL, "%s is not a finite number", what);
    return false;
  }
  return true;
}

static void set_value(hol_motion_reading *reading, size_t i, unsigned order, double value)
{
  const hol_motion_coordinate *c = &reading->system->coordinate[i];
  hol_dimension dimension = hol_motion_rate(reading, reading->coordinate[i].name, c->dimension, (int)order);
  (void)hol_note(reading->reader,
                 hol_scope_set_state(&reading->reader->scope, reading->derivative[i * HOL_MOTION_ORDERS + order],
                                     (uint16_t)hol_motion_variable(reading->system, order, i), value, dimension));
}

/** Read a speed before its coordinate has a value, to which it may give the dimension; where it needs that value, after
 *  it. @param[out] is_first  it did not @return false after a fault */
static bool read_open_speed(hol_motion_reading *reading, size_t i, const hol_node *node, const char *what,
                            hol_quantity *speed, bool *is_first)
{
  const hol_motion_rule rule = {.what = what, .order = 1, .is_definition = true};
  hol_motion_coordinate *c = &reading->system->coordinate[i];
  bool is_good = hol_motion_formula(reading, node, &rule, speed);
  *is_first = is_good;
  if (is_good && !hol_motion_is_bare(reading, speed)) {
    c->dimension = hol_motion_rate(reading, node, speed->dimension, -1);
  }
  bool is_told = !is_good && !reading->missing;
  set_value(reading, i, 0, c->start);
  return !is_told && read_start(reading, node, what, speed);
}

/** The start of the speed, and the dimension of the coordinate if its own start has no unit.
 *  @param[in] start  of the coordinate; it gets a value before or after its speed is read */
static bool read_speed(hol_motion_reading *reading, size_t i, const hol_node *node, const hol_quantity *start)
{
  hol_motion_coordinate *c = &reading->system->coordinate[i];
  hol_quantity speed = {.fits_all = true};
  bool is_first = hol_motion_is_bare(reading, start), is_open = is_first;
  char what[HOL_NAME_SIZE];
  (void)snprintf(what, sizeof what, "the speed of `%s`", reading->coordinate[i].name->text);
  c->start = start->value;
  c->dimension = start->dimension;
  if (!is_open || !node) {
    set_value(reading, i, 0, c->start);
  }
  if (node && !(is_open ? read_open_speed(reading, i, node, what, &speed, &is_first)
                        : read_start(reading, node, what, &speed))) {
    return false;
  }
  reading->is_unsaid[i] =
      is_first && reading->system->has_time_unit && hol_motion_is_bare(reading, &speed) && !(fabs(c->start) > 0);
  c->speed = speed.value;
  return !node ||
         hol_motion_check_dimension(reading, node, what, hol_motion_rate(reading, node, c->dimension, 1), &speed);
}

static bool read_coordinate(hol_motion_reading *reading, size_t i)
{
  static const char form[] = "x: {start: 0 m, speed: 1 m/s}";
  hol_reader *reader = reading->reader;
  const hol_node *name = reading->coordinate[i].name;
  hol_motion_coordinate *c = &reading->system->coordinate[i];
  hol_field field[2];
  hol_quantity start;
  char what[HOL_NAME_SIZE];
  c->name = hol_own_text(reader, name->text);
  c->place = hol_node_place(name);
  (void)snprintf(what, sizeof what, "the start of `%s`", name->text);
  if (!c->name || !hol_mapping_take(reader, name + 1, &hol_motion_mapping[HOL_MOTION_OF_COORDINATE], field)) {
    return false;
  }
  if (!field[0].value) {
    hol_fault_missing(reader, name, form, "coordinate `%s` has no `start`", name->text);
    return false;
  }
  if (!read_start(reading, field[0].value, what, &start) || !read_speed(reading, i, field[1].value, &start)) {
    return false;
  }
  set_value(reading, i, 1, c->speed);
  for (unsigned order = 2; order < HOL_MOTION_ORDERS; order++) {
    set_value(reading, i, order, 0);
  }
  return true;
}

static void read_state(hol_motion_reading *reading, size_t i)
{
  hol_reader *reader = reading->reader;
  const hol_node *name = reading->state[i].name;
  hol_variable *variable = &reader->scope.variable[reading->state[i].variable];
  hol_motion_state *state = &reading->system->state[i];
  hol_field field[2];
  hol_quantity start;
  char what[HOL_NAME_SIZE];
  state->name = hol_own_text(reader, name->text);
  state->place = hol_node_place(name);
  variable->state = HOL_VARIABLE_FAULTY;
  (void)snprintf(what, sizeof what, "the start of `%s`", name->text);
  if (!state->name || !hol_mapping_take(reader, name + 1, &hol_motion_mapping[HOL_MOTION_OF_STATE], field)) {
    return;
  }
  if (!field[0].value || !field[1].value) {
    hol_fault_missing(reader, name, "Q: {start: 1e-4, rate: -c*Q}", "state `%s` needs `start` and `rate`", name->text);
    return;
  }
  if (read_start(reading, field[0].value, what, &start)) {
    state->start = start.value;
    state->dimension = start.dimension;
    (void)hol_note(reader, hol_scope_set_state(&reader->scope, reading->state[i].variable,
                                               (uint16_t)hol_motion_auxiliary(reading->system, i), start.value,
                                               start.dimension));
  }
}

void hol_motion_read_starts(hol_motion_reading *reading)
{
  hol_reader *reader = reading->reader;
  for (size_t i = 0; i < reading->coordinates.count && reader->status == HOL_OK; i++) {
    if (!read_coordinate(reading, i)) {
      for (size_t order = 0; order < HOL_MOTION_ORDERS; order++) {
        reader->scope.variable[reading->derivative[i * HOL_MOTION_ORDERS + order]].state = HOL_VARIABLE_FAULTY;
      }
    }
  }
  for (size_t i = 0; i < reading->states.count && reader->status == HOL_OK; i++) {
    read_state(reading, i);
  }
}

/* SPDX-License-Identifier: BSD-3-Clause */
/* Key `motion` of a problem file: a mechanical system in named coordinates. */
#include "motion/reading.h"

#include "base/memory.h"
#include "expression/extract.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---- energies, forces -------------------------------------------------------------------------------------------- */

static void read_kinetic(hol_motion_reading *reading)
{
  static const hol_motion_rule rule = {.what = "`kinetic`", .order = 1, .is_smooth = true};
  const hol_node *node = reading->field[HOL_MOTION_KEY_KINETIC].value;
  hol_motion_look look = {0};
  hol_quantity quantity;
  bool is_quadratic;
  if (!node) {
    hol_fault_missing(reading->reader, reading->key, "kinetic: m/2*x'^2", "`motion` has no `kinetic` energy");
    return;
  }
  if (!hol_motion_formula(reading, node, &rule, &quantity) ||
      !hol_motion_check_dimension(reading, node, "kinetic energy", reading->energy, &quantity)) {
    return;
  }
  reading->system->kinetic = quantity.step;
  if (hol_motion_look_at(reading, quantity.step, &look) &&
      hol_motion_look_degree(reading, &look, 1, 2, &is_quadratic) && !is_quadratic) {
    hol_fault(reading->reader, node, NULL, "`kinetic` is not quadratic in the speeds");
  }
  hol_motion_look_clear(&look);
}

static void read_potential(hol_motion_reading *reading)
{
  static const hol_motion_rule rule = {.what = "`potential`", .order = 0, .is_smooth = true};
  const hol_node *node = reading->field[HOL_MOTION_KEY_POTENTIAL].value;
  hol_quantity quantity;
  if (node && hol_motion_formula(reading, node, &rule, &quantity) &&
      hol_motion_check_dimension(reading, node, "potential energy", reading->energy, &quantity)) {
    reading->system->potential = quantity.step;
  }
}

/** Generalised forces by coordinates: `forces`, `work`. */
static void read_forces(hol_motion_reading *reading, const hol_field *field, bool is_work)
{
  char what[HOL_NAME_SIZE];
  const hol_motion_rule rule = {.what = what, .order = 1, .takes_reactions = is_work};
  const hol_node *map = field->value;
  for (size_t i = 0; map && map->kind == HOL_NODE_MAP && i < map->count; i++) {
    const hol_node *name = &map->item[2 * i];
    hol_quantity quantity;
    size_t number;
    if (!hol_motion_find_coordinate(reading, name, &number)) {
      continue;
    }
    hol_motion_coordinate *c = &reading->system->coordinate[number];
    (void)snprintf(what, sizeof what, "the force on `%s`", name->text);
    if (hol_motion_formula(reading, name + 1, &rule, &quantity) &&
        hol_motion_check_dimension(reading, name + 1, what,
                                   hol_motion_quotient(reading, name, reading->energy, c->dimension, 1), &quantity)) {
      *(is_work ? &c->work : &c->force) = quantity.step;
    }
  }
}

static void read_rates(hol_motion_reading *reading)
{
  char what[HOL_NAME_SIZE];
  const hol_motion_rule rule = {.what = what, .order = 1};
  for (size_t i = 0; i < reading->states.count; i++) {
    const hol_node *name = reading->state[i].name, *node = hol_node_value(name + 1, "rate");
    hol_motion_state *state = &reading->system->state[i];
    hol_quantity quantity;
    (void)snprintf(what, sizeof what, "the rate of `%s`", name->text);
    if (node && reading->reader->scope.variable[reading->state[i].variable].state == HOL_VARIABLE_READY &&
        hol_motion_formula(reading, node, &rule, &quantity) &&
        hol_motion_check_dimension(reading, node, what, hol_motion_rate(reading, node, state->dimension, 1),
                                   &quantity)) {
      state->rate = quantity.step;
    }
  }
}

/** Times that rise, at which right sides are not smooth. */
static void read_breaks(hol_motion_reading *reading)
{
  const hol_wanted time = {.what = "time", .dimension = reading->time, .least = 1};
  const hol_node *list = reading->field[HOL_MOTION_KEY_BREAKS].value;
  hol_motion_system *s = reading->system;
  if (!list || !hol_expect_kind(reading->reader, list, HOL_NODE_LIST, "`breaks`")) {
    return;
  }
  s->kink = hol_alloc(list->count + 1, sizeof *s->kink);
  if (!s->kink) {
    (void)hol_note(reading->reader, HOL_MEMORY);
    return;
  }
  for (size_t i = 0; i < list->count; i++) {
    hol_quantity quantity;
    if (!hol_read_wanted(reading->reader, &list->item[i], time, &quantity)) {
      return;
    }
    if (s->kinks > 0 && !(quantity.value > s->kink[s->kinks - 1])) {
      hol_fault(reading->reader, &list->item[i], NULL, "times must rise");
      return;
    }
    s->kink[s->kinks++] = quantity.value;
  }
}

/* ---- the program of the system ----------------------------------------------------------------------------------- */

/** The addresses of all steps of the system. @param[out] at  NULL: they are counted only */
static size_t list_steps(hol_motion_system *s, hol_step **at)
{
  size_t count = 0;
#define STEP(step) (at ? (void)(at[count] = &(step)) : (void)0, count++)
  STEP(s->kinetic);
  STEP(s->potential);
  for (size_t i = 0; i < s->coordinates; i++) {
    STEP(s->coordinate[i].force);
    STEP(s->coordinate[i].work);
  }
  for (size_t i = 0; i < s->states; i++) {
    STEP(s->state[i].rate);
  }
  for (size_t i = 0; i < s->constraints; i++) {
    STEP(s->constraint[i].equation);
    for (size_t k = 0; s->constraint[i].by && k < s->coordinates; k++) {
      STEP(s->constraint[i].by[k]);
    }
  }
  for (size_t i = 0; i < s->frictions; i++) {
    hol_motion_friction *f = &s->friction[i];
    STEP(f->slip[0]);
    STEP(f->slip[1]);
    STEP(f->normal);
    STEP(f->fixed);
    STEP(f->sliding);
    STEP(f->limit);
  }
  for (size_t i = 0; i < s->controls; i++) {
    STEP(s->control[i].equation);
    for (size_t k = 0; s->control[i].by && k < s->coordinates; k++) {
      STEP(s->control[i].by[k]);
    }
  }
  for (size_t i = 0; i < s->outputs; i++) {
    STEP(s->output[i].value);
  }
#undef STEP
  return count;
}

/** Copy all formulas from the reader's program to that of the system. */
static hol_status extract(hol_motion_reading *reading, hol_step **at, hol_step *root, hol_step *copy, size_t count)
{
  hol_motion_system *s = reading->system;
  if (!at || !root || !copy) {
    return HOL_MEMORY;
  }
  (void)list_steps(s, at);
  for (size_t i = 0; i < count; i++) {
    root[i] = *at[i];
  }
  HOL_TRY(hol_program_extract(&s->program, &reading->reader->scope.program, reading->parameter, root, count, copy));
  for (size_t i = 0; i < count; i++) {
    *at[i] = copy[i];
  }
  s->definitions = (hol_step)s->program.count;
  return HOL_OK;
}

static void finish(hol_motion_reading *reading)
{
  size_t count = list_steps(reading->system, NULL);
  hol_step **at = hol_alloc(count, sizeof *at);
  hol_step *root = hol_alloc(count, sizeof *root), *copy = hol_alloc(count, sizeof *copy);
  (void)hol_note(reading->reader, extract(reading, at, root, copy, count));
  free(at);
  free(root);
  free(copy);
}

/** The values of parameters that are variables of the reader's program. */
static bool list_parameters(hol_motion_reading *reading)
{
  const hol_program *program = &reading->reader->scope.program;
  reading->parameter = hol_alloc(1 + program->parameters, sizeof *reading->parameter);
  if (!reading->parameter) {
    return hol_note(reading->reader, HOL_MEMORY);
  }
  for (size_t i = 1; i <= program->count; i++) {
    const hol_operation *o = &program->step[i];
    if (o->code == HOL_STEP_VARIABLE && o->a > 0) {
      reading->parameter[o->a] = o->value.value;
    }
  }
  return true;
}

/* ---- the section ------------------------------------------------------------------------------------------------- */

static bool check_kinds(hol_motion_reading *reading)
{
  static const struct {
    size_t field;
    const char *what;
  } map[] = {{HOL_MOTION_KEY_DEFINE, "`define`"},
             {HOL_MOTION_KEY_FORCES, "`forces`"},
             {HOL_MOTION_KEY_WORK, "`work`"},
             {HOL_MOTION_KEY_STATES, "`states`"},
             {HOL_MOTION_KEY_CONSTRAINTS, "`constraints`"}};
  const hol_field *coordinates = &reading->field[HOL_MOTION_KEY_COORDINATES];
  static const char form[] = "coordinates: {x: {start: 0 m, speed: 1 m/s}}";
  for (size_t i = 0; i < sizeof map / sizeof *map; i++) {
    hol_field *field = &reading->field[map[i].field];
    if (field->value && field->value->kind == HOL_NODE_NONE) {
      field->value = NULL;
    }
    if (field->value) {
      (void)hol_expect_kind(reading->reader, field->value, HOL_NODE_MAP, map[i].what);
    }
  }
  if (!coordinates->value) {
    hol_fault_missing(reading->reader, reading->key, form, "`motion` has no `coordinates`");
    return false;
  }
  if (coordinates->value->kind == HOL_NODE_NONE ||
      (coordinates->value->kind == HOL_NODE_MAP && coordinates->value->count == 0)) {
    hol_fault_missing(reading->reader, coordinates->name, form, "`coordinates` is empty");
    return false;
  }
  return hol_expect_kind(reading->reader, coordinates->value, HOL_NODE_MAP, "`coordinates`");
}

static void read_rest(hol_motion_reading *reading, const hol_node *request)
{
  const hol_field outputs = {.key = "outputs", .value = hol_node_value(request, "outputs")};
  hol_motion_read_starts(reading);
  read_kinetic(reading);
  read_potential(reading);
  hol_motion_read_constraints(reading);
  hol_motion_read_program(reading);
  read_forces(reading, &reading->field[HOL_MOTION_KEY_FORCES], false);
  read_forces(reading, &reading->field[HOL_MOTION_KEY_WORK], true);
  read_rates(reading);
  hol_motion_read_friction(reading);
  for (size_t i = 0; i < reading->definitions.count; i++) {
    (void)hol_motion_define(reading, i);
  }
  read_breaks(reading);
  if (outputs.value) {
    hol_motion_read_outputs(reading, &outputs);
  }
}

static void clear_reading(hol_motion_reading *reading)
{
  hol_names_clear(&reading->coordinates);
  hol_names_clear(&reading->states);
  hol_names_clear(&reading->constraints);
  hol_names_clear(&reading->definitions);
  hol_names_clear(&reading->faulty);
  free(reading->coordinate);
  free(reading->derivative);
  free(reading->is_unsaid);
  free(reading->state);
  free(reading->constraint);
  free(reading->definition);
  free(reading->path);
  free(reading->parameter);
}

/** @return has it been read without a fault? */
static bool read_system(hol_motion_reading *reading, const hol_node *request)
{
  hol_reader *reader = reading->reader;
  size_t errors = reader->faults->errors;
  hol_scope_open_local(&reader->scope);
  hol_motion_read_names(reading);
  if (reader->status == HOL_OK && !reading->is_too_large && reading->coordinates.count > 0) {
    read_rest(reading, request);
  }
  bool is_good = reader->status == HOL_OK && reader->faults->errors == errors;
  if (is_good) {
    finish(reading);
  }
  hol_scope_close_local(&reader->scope);
  return is_good && reader->status == HOL_OK;
}

void hol_motion_read_section(hol_reader *reader, const hol_node *key, const hol_node *root, hol_motion_wanted *wanted)
{
  const hol_node *analysis = hol_node_value(root, "analysis"), *request = hol_node_value(analysis, "motion"),
                 *linearise = hol_node_value(analysis, "linearise");
  hol_motion_reading reading = {.reader = reader, .system = &wanted->system, .key = key};
  wanted->system.place = hol_node_place(key);
  if (!request && !linearise) {
    hol_fault_missing(reader, key, "analysis: {motion: {to: 10 s}}", "nothing is asked for of this `motion`");
  }
  if (!hol_mapping_take(reader, key + 1, &hol_motion_mapping[HOL_MOTION_OF_SECTION], reading.field) ||
      !check_kinds(&reading) || !list_parameters(&reading)) {
    clear_reading(&reading);
    return;
  }
  wanted->system.has_time_unit = hol_motion_any_unit(reader, key + 1) ||
                                 (request && hol_motion_any_unit(reader, request)) ||
                                 (linearise && hol_motion_any_unit(reader, linearise));
  reading.time = hol_motion_time_dimension(&wanted->system);
  reading.energy = hol_motion_energy_dimension(&wanted->system);
  wanted->has_system = read_system(&reading, request);
  if (reader->origins) {
    hol_hold_all(reader); /* its program has the values of parameters as constants */
  }
  clear_reading(&reading);
}

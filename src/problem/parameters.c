/* SPDX-License-Identifier: BSD-3-Clause */
/* Parameters: named quantities that may use each other in any order. */
#include "base/memory.h"
#include "problem/again.h"
#include "problem/reader.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { NAME_SIZE = 64 };

/** A parameter while the order of evaluation is sought. */
typedef struct definition {
  const hol_node *name, *value;
  const char *set;            /**< the value given by --set, borrowed; NULL: none */
  const char *set_text;       /**< all of it, for messages */
  const hol_setting *setting; /**< the value set as a number, borrowed; NULL: none */
  size_t number;              /**< in scope.variable */
  enum { UNSEEN, ON_PATH, DONE } state;
  hol_name_walk walk[2]; /**< over the names in the value and in `set` */
  size_t text;           /**< which of the two is under way; 2: none is left */
} definition;

typedef struct definitions {
  hol_reader *reader;
  const hol_settings *settings;
  definition *item; /**< [count], owned by hol_read_parameters() */
  size_t count;
  size_t *of_variable; /**< [count], of each variable; owned likewise */
  size_t *path;        /**< [count], definitions being evaluated; owned likewise */
  size_t path_count;
} definitions;

static hol_variable *variable_of(const definitions *all, const definition *d)
{
  return &all->reader->scope.variable[d->number];
}

/** The next parameter that the definition uses. */
static bool next_used(definitions *all, definition *d, size_t *used)
{
  char name[NAME_SIZE];
  for (; d->text < 2; d->text++) {
    while (hol_name_walk_next(&d->walk[d->text], name, sizeof name)) {
      size_t number;
      if (hol_names_find(&all->reader->scope.names, name, &number)) {
        *used = all->of_variable[number];
        return true;
      }
    }
  }
  return false;
}

static void refuse_cycle(definitions *all, size_t first)
{
  hol_reader *reader = all->reader;
  if (variable_of(all, &all->item[first])->state == HOL_VARIABLE_FAULTY) {
    return; /* told already, by another of its uses */
  }
  size_t start = all->path_count;
  while (all->path[start - 1] != first) {
    start--;
  }
  const char *chain = all->item[first].name->text;
  for (size_t i = start; chain && i <= all->path_count; i++) {
    size_t next = i < all->path_count ? all->path[i] : first;
    if (i - start < 8 || i == all->path_count) {
      chain = hol_arena_print(reader->arena, "%s -> %s", chain, i - start == 7 ? "..." : all->item[next].name->text);
    }
    variable_of(all, &all->item[next])->state = HOL_VARIABLE_FAULTY;
  }
  hol_fault(reader, all->item[first].name, NULL, "parameter `%s` depends on itself: %s", all->item[first].name->text,
            chain ? chain : "");
}

/** A bare number given by --set has the dimension that the file gives the parameter. */
static bool evaluate_set(hol_reader *reader, const definition *d, hol_quantity *quantity)
{
  hol_quantity set;
  hol_complaint complaint;
  hol_status status = hol_quantity_compile(&reader->scope, d->set, &set, &complaint);
  if (status == HOL_INVALID && complaint.message) {
    hol_fault(reader, NULL, complaint.hint, "--set %s: %s", d->set_text, complaint.message);
  }
  if (status != HOL_OK) {
    reader->status = status == HOL_MEMORY ? HOL_MEMORY : reader->status;
    return false;
  }
  if (hol_dimension_is_none(set.dimension)) {
    set.dimension = quantity->dimension;
  }
  if (!hol_dimension_is_none(quantity->dimension) && !hol_dimension_equal(set.dimension, quantity->dimension)) {
    char old[HOL_DIMENSION_TEXT], new[HOL_DIMENSION_TEXT];
    hol_dimension_name(quantity->dimension, old);
    hol_dimension_name(set.dimension, new);
    hol_fault(reader, NULL, NULL, "--set %s: the parameter is %s in the file, not %s", d->set_text, old, new);
    return false;
  }
  *quantity = set;
  return true;
}

/** A number that is set takes the place of the text that is, and is a variable. */
static bool take_number(definitions *all, const definition *d, hol_quantity *quantity)
{
  hol_reader *reader = all->reader;
  hol_program *program = &reader->scope.program;
  double value = d->setting->value, written;
  if (!isfinite(value)) {
    hol_fault(reader, d->name, NULL, "the value of parameter `%s` is not a finite number", d->name->text);
    return false;
  }
  hol_settle(reader, hol_number_of(quantity), 2, &written); /* it must stay fit */
  *quantity = (hol_quantity){.value = value, .dimension = quantity->dimension};
  if (!hol_note(reader, hol_program_parameter(program, value, quantity->dimension, &quantity->step))) {
    return false;
  }
  quantity->rest = program->step[quantity->step].value.rest;
  reader->origins->setting[program->parameters - 1] = (size_t)(d->setting - all->settings->number);
  return true;
}

static void evaluate_definition(definitions *all, const definition *d)
{
  hol_reader *reader = all->reader;
  hol_quantity quantity;
  if (variable_of(all, d)->state == HOL_VARIABLE_FAULTY) {
    return;
  }
  bool is_good = hol_read_open(reader, d->value, "a parameter", &quantity);
  if (is_good && d->set) {
    is_good = evaluate_set(reader, d, &quantity);
  }
  if (is_good && d->setting) {
    is_good = take_number(all, d, &quantity);
  }
  hol_variable *variable = variable_of(all, d);
  variable->state = is_good ? HOL_VARIABLE_READY : HOL_VARIABLE_FAULTY;
  if (is_good) {
    variable->quantity = quantity;
  }
}

/** Evaluate a definition after those that it uses: depth first, on a path of our own, for chains may be long. */
static void evaluate_in_order(definitions *all, size_t first)
{
  all->path[0] = first;
  all->path_count = 1;
  all->item[first].state = ON_PATH;
  while (all->path_count > 0) {
    definition *d = &all->item[all->path[all->path_count - 1]];
    size_t used;
    if (!next_used(all, d, &used)) {
      evaluate_definition(all, d);
      d->state = DONE;
      all->path_count--;
    } else if (all->item[used].state == ON_PATH) {
      refuse_cycle(all, used);
    } else if (all->item[used].state == UNSEEN) {
      all->item[used].state = ON_PATH;
      all->path[all->path_count++] = used;
    }
  }
}

static bool check_parameter_name(hol_reader *reader, const hol_node *name)
{
  if (!hol_check_name(reader, name, "a parameter")) {
    return false;
  }
  const char *reserved = hol_scope_reserved(name->text);
  if (reserved) {
    hol_fault(reader, name, NULL, "`%s` cannot be the name of a parameter: it is %s", name->text, reserved);
    return false;
  }
  if (strchr(name->text, '-') || strlen(name->text) >= NAME_SIZE) {
    hol_fault(reader, name, "letters, digits and `_`, at most 63", "`%s` cannot be the name of a parameter",
              name->text);
    return false;
  }
  return true;
}

static void collect_definitions(definitions *all, const hol_node *node)
{
  hol_reader *reader = all->reader;
  for (size_t i = 0; i < node->count; i++) {
    const hol_node *name = &node->item[2 * i];
    size_t number;
    if (check_parameter_name(reader, name) && hol_note(reader, hol_scope_add(&reader->scope, name->text, &number))) {
      all->item[all->count] = (definition){.name = name, .value = name + 1, .number = number};
      if (name[1].kind == HOL_NODE_TEXT) {
        all->item[all->count].walk[0] = hol_name_walk_start(name[1].text);
      }
      all->of_variable[number] = all->count++;
    }
  }
}

static void refuse_set(definitions *all, const char *text, const char *name)
{
  hol_nearest nearest = {.wanted = name};
  bool may_compare = hol_scope_may_compare(&all->reader->scope, all->count);
  for (size_t i = 0; may_compare && i < all->count; i++) {
    hol_nearest_offer(&nearest, all->item[i].name->text);
  }
  hol_fault_unknown(all->reader, NULL, hol_nearest_hint(all->reader, &nearest),
                    "--set %s: the file has no parameter `%s`", text, name);
}

static void apply_override(definitions *all, const char *text)
{
  hol_reader *reader = all->reader;
  const char *equals = strchr(text, '=');
  if (!equals) {
    hol_fault(reader, NULL, "e.g. --set L=1.5", "--set %s: expected name=value", text);
    return;
  }
  size_t start = strspn(text, " "), end = (size_t)(equals - text);
  while (end > start && text[end - 1] == ' ') {
    end--;
  }
  const char *value = equals + 1 + strspn(equals + 1, " ");
  const char *name = hol_arena_copy(reader->arena, text + start, end - start);
  if (!name) {
    reader->status = HOL_MEMORY;
    return;
  }
  size_t number;
  if (!hol_names_find(&reader->scope.names, name, &number)) {
    refuse_set(all, text, name);
  } else if (value[0] == '\0') {
    hol_fault(reader, NULL, NULL, "--set %s: the value is missing", text);
  } else {
    definition *d = &all->item[all->of_variable[number]];
    d->set = value; /* the last one counts */
    d->set_text = text;
    d->walk[1] = hol_name_walk_start(value);
  }
}

static void apply_number(definitions *all, const hol_setting *setting)
{
  size_t number;
  if (hol_names_find(&all->reader->scope.names, setting->name, &number)) {
    all->item[all->of_variable[number]].setting = setting;
  }
}

static void keep_parameters(definitions *all)
{
  hol_reader *reader = all->reader;
  hol_problem *problem = reader->problem;
  problem->parameter = hol_alloc(all->count + 1, sizeof *problem->parameter);
  if (!problem->parameter) {
    reader->status = HOL_MEMORY;
    return;
  }
  for (size_t i = 0; i < all->count; i++) {
    const definition *d = &all->item[i];
    const hol_variable *variable = variable_of(all, d);
    if (variable->state == HOL_VARIABLE_READY) {
      const hol_quantity *quantity = &variable->quantity;
      hol_parameter *parameter = &problem->parameter[problem->parameter_count];
      *parameter = (hol_parameter){.name = hol_own_text(reader, d->name->text),
                                   .dimension = quantity->dimension,
                                   .place = hol_node_place(d->name)};
      const hol_home outer =
          hol_enter(reader, HOL_TABLE_PARAMETER, problem->parameter_count++, parameter, sizeof *parameter);
      hol_settle(reader, hol_number_of(quantity), 2, &parameter->value);
      reader->home = outer;
    }
  }
}

void hol_read_parameters(hol_reader *reader, const hol_node *node, const hol_settings *settings)
{
  bool is_map = node && node->kind != HOL_NODE_NONE && hol_expect_kind(reader, node, HOL_NODE_MAP, "`parameters`");
  size_t room = (is_map ? node->count : 0) + 1;
  definitions all = {.reader = reader,
                     .settings = settings,
                     .item = hol_alloc(room, sizeof *all.item),
                     .of_variable = hol_alloc(room, sizeof *all.of_variable),
                     .path = hol_alloc(room, sizeof *all.path)};
  if (all.item && all.of_variable && all.path) {
    const hol_home outer = hol_enter(reader, HOL_TABLE_ASIDE, 0, NULL, 0);
    if (is_map) {
      collect_definitions(&all, node);
    }
    for (size_t i = 0; i < settings->texts; i++) {
      apply_override(&all, settings->text[i].text);
    }
    for (size_t i = 0; i < settings->numbers; i++) {
      apply_number(&all, &settings->number[i]);
    }
    for (size_t i = 0; i < all.count && reader->status == HOL_OK; i++) {
      if (all.item[i].state == UNSEEN) {
        evaluate_in_order(&all, i);
      }
    }
    keep_parameters(&all);
    reader->home = outer;
  } else {
    reader->status = HOL_MEMORY;
  }
  free(all.item);
  free(all.of_variable);
  free(all.path);
}

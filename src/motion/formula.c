/* SPDX-License-Identifier: BSD-3-Clause */
/* Formulas of a motion: their names, dimensions, and the states on which they may depend. */
#include "motion/reading.h"

#include "expression/lexer.h"
#include "expression/syntax.h"

#include <string.h>

const char *hol_motion_name_is(const hol_motion_reading *reading, const char *name)
{
  size_t number;
  bool is_free = strcmp(name, "xi") == 0 || strcmp(name, "index") == 0; /* which mean something in parts alone */
  const char *reserved = is_free ? NULL : hol_scope_reserved(name);
  if (reserved) {
    return reserved;
  }
  if (strcmp(name, "t") == 0) {
    return "time";
  }
  if (hol_names_find(&reading->coordinates, name, NULL)) {
    return "a coordinate";
  }
  if (hol_names_find(&reading->states, name, NULL)) {
    return "a state";
  }
  if (hol_names_find(&reading->definitions, name, NULL)) {
    return "an abbreviation";
  }
  const hol_scope *scope = &reading->reader->scope;
  bool is_known = hol_names_find(&scope->names, name, &number) && !scope->variable[number].is_local;
  return is_known ? "a parameter" : NULL;
}

static const char amidst[] = "a unit stands behind a whole formula; numbers with units inside it are `parameters`";

/** A formula being checked: a text, and a part of it. */
typedef struct part {
  hol_motion_reading *reading;
  const hol_node *node;
  const hol_motion_rule *rule;
  size_t offset; /**< of the part in the node's text */
} part;

/* ---- names ------------------------------------------------------------------------------------------------------- */

static hol_node name_node(const part *p, const hol_name_walk *walk)
{
  return hol_node_part(p->node, p->offset + walk->start, walk->offset - walk->start);
}

static hol_variable_state state_of(const hol_motion_reading *reading, size_t variable)
{
  return reading->reader->scope.variable[variable].state;
}

static bool refuse_reaction(hol_motion_reading *reading, const hol_node *node, const hol_motion_rule *rule)
{
  hol_fault(reading->reader, node, NULL, "%s cannot depend on a reaction, which `work` alone may name", rule->what);
  return false;
}

/** Something that is named and has no value yet: what names it in `define` may be used later on. */
static bool refuse_open(const part *p, const hol_name_walk *walk, const char *name)
{
  const hol_node node = name_node(p, walk);
  hol_motion_reading *reading = p->reading;
  reading->missing = NULL;
  if (p->rule->is_definition) {
    reading->missing = hol_arena_copy(reading->reader->arena, name, strlen(name));
    return reading->missing ? false : hol_note(reading->reader, HOL_MEMORY);
  }
  if (strchr(name, '(')) {
    return refuse_reaction(reading, &node, p->rule);
  }
  hol_fault(reading->reader, &node, "a start may name what stands before it: x, x', t", "`%s` has no value yet", name);
  return false;
}

/** A coordinate with so many primes. */
static bool check_derivative(const part *p, const hol_name_walk *walk, const char *name, size_t i, size_t primes)
{
  const hol_node node = name_node(p, walk);
  hol_motion_reading *reading = p->reading;
  if (primes >= HOL_MOTION_ORDERS) {
    hol_fault(reading->reader, &node, NULL, "`%s` is a derivative above the fifth", name);
    return false;
  }
  hol_variable_state state = state_of(reading, reading->derivative[i * HOL_MOTION_ORDERS + primes]);
  return state == HOL_VARIABLE_READY || (state == HOL_VARIABLE_OPEN && refuse_open(p, walk, name));
}

/** Primes behind what is no coordinate. */
static bool refuse_primes(const part *p, const hol_name_walk *walk, const char *name, const char *base)
{
  const hol_node node = name_node(p, walk);
  hol_motion_reading *reading = p->reading;
  const char *is = hol_motion_name_is(reading, base);
  if (is) {
    hol_fault(reading->reader, &node, "coordinates alone have derivatives x', x''", "`%s`: `%s` is %s, no coordinate",
              name, base, is);
    return false;
  }
  hol_nearest nearest = {.wanted = base};
  for (size_t i = 0; i < reading->coordinates.count; i++) {
    hol_nearest_offer(&nearest, reading->coordinate[i].name->text);
  }
  hol_fault_unknown(reading->reader, &node, hol_nearest_hint(reading->reader, &nearest),
                    "`%s`: there is no coordinate `%s`", name, base);
  return false;
}

/** reaction(NAME) */
static bool check_reaction(const part *p, const hol_name_walk *walk, const char *name)
{
  const hol_node node = name_node(p, walk);
  hol_motion_reading *reading = p->reading;
  const char *base = strchr(name, '(') + 1;
  const char *of = hol_arena_copy(reading->reader->arena, base, strcspn(base, ")"));
  size_t i;
  if (!of) {
    return hol_note(reading->reader, HOL_MEMORY);
  }
  if (hol_names_find(&reading->faulty, of, NULL)) {
    return false;
  }
  if (!hol_names_find(&reading->constraints, of, &i)) {
    hol_nearest nearest = {.wanted = of};
    for (i = 0; i < reading->constraints.count; i++) {
      hol_nearest_offer(&nearest, reading->constraint[i].name->text);
    }
    hol_fault_unknown(reading->reader, &node, hol_nearest_hint(reading->reader, &nearest),
                      "`%s`: there is no constraint `%s`", name, of);
    return false;
  }
  if (!p->rule->takes_reactions) {
    return refuse_reaction(reading, &node, p->rule);
  }
  hol_variable_state state = state_of(reading, reading->constraint[i].variable);
  return state == HOL_VARIABLE_READY || (state == HOL_VARIABLE_OPEN && refuse_open(p, walk, name));
}

/** What may be meant by an unknown name: a reaction, a name near it, a unit. */
static const char *hint_of_unknown(hol_motion_reading *reading, const char *name)
{
  hol_reader *reader = reading->reader;
  hol_scope *scope = &reader->scope;
  hol_nearest nearest = {.wanted = name};
  hol_unit unit = {0};
  if (hol_names_find(&reading->constraints, name, NULL)) {
    return hol_arena_print(reader->arena, "what a constraint does is reaction(%s), in `work`", name);
  }
  bool may_compare = hol_scope_may_compare(scope, scope->names.count);
  for (size_t i = 0; may_compare && i < scope->names.count; i++) {
    if (scope->variable[i].state != HOL_VARIABLE_CLOSED && strcmp(scope->variable[i].name, "xi") != 0) {
      hol_nearest_offer(&nearest, scope->variable[i].name);
    }
  }
  if (!nearest.best && hol_note(reader, hol_units_parse(&scope->units, name, &unit)) && unit.kind == HOL_UNIT_OK) {
    return amidst;
  }
  return hol_nearest_hint(reader, &nearest);
}

static bool refuse_unknown(const part *p, const hol_name_walk *walk, const char *name)
{
  const hol_node node = name_node(p, walk);
  hol_fault_unknown(p->reading->reader, &node, hint_of_unknown(p->reading, name), "unknown name `%s`", name);
  return false;
}

/** Has a name a value? A definition is compiled first. */
static bool check_name(const part *p, const hol_name_walk *walk, const char *name)
{
  char base[HOL_NAME_SIZE];
  hol_motion_reading *reading = p->reading;
  const hol_scope *scope = &reading->reader->scope;
  size_t length = strcspn(name, "'"), primes = strlen(name) - length, i;
  hol_dd value;
  memcpy(base, name, length);
  base[length] = '\0';
  if (strchr(name, '(')) {
    return check_reaction(p, walk, name);
  }
  if (hol_names_find(&reading->coordinates, base, &i)) {
    return check_derivative(p, walk, name, i, primes);
  }
  if (hol_names_find(&reading->faulty, base, NULL) && !hol_names_find(&reading->states, base, NULL) &&
      !hol_names_find(&reading->definitions, base, NULL)) {
    return false;
  }
  if (primes > 0) {
    return refuse_primes(p, walk, name, base);
  }
  if (hol_constant_find(base, length, &value)) {
    return true;
  }
  if (hol_names_find(&reading->definitions, base, &i) && !hol_motion_define(reading, i)) {
    return reading->missing ? refuse_open(p, walk, reading->missing) : false;
  }
  if (!hol_names_find(&scope->names, base, &i) || scope->variable[i].state == HOL_VARIABLE_CLOSED ||
      (scope->variable[i].state == HOL_VARIABLE_OPEN && strcmp(base, "xi") == 0)) {
    return refuse_unknown(p, walk, base);
  }
  return state_of(reading, i) == HOL_VARIABLE_READY ||
         (state_of(reading, i) == HOL_VARIABLE_OPEN && refuse_open(p, walk, base));
}

static bool check_names_between(part *p, size_t start, size_t end)
{
  char name[HOL_NAME_SIZE];
  const char *text = hol_arena_copy(p->reading->reader->arena, p->node->text + start, end - start);
  if (!text) {
    return hol_note(p->reading->reader, HOL_MEMORY);
  }
  bool is_good = true;
  hol_name_walk walk = hol_name_walk_start(text);
  p->offset = start;
  while (is_good && hol_name_walk_next(&walk, name, sizeof name)) {
    is_good = check_name(p, &walk, name);
  }
  return is_good;
}

static bool check_names(hol_motion_reading *reading, const hol_node *node, const hol_motion_rule *rule)
{
  part p = {.reading = reading, .node = node, .rule = rule};
  size_t at[2], length = strlen(node->text);
  size_t sides = rule->is_equation ? hol_lexer_equals(node->text, at) : 0;
  if (sides != 1) {
    return check_names_between(&p, 0, length);
  }
  return check_names_between(&p, 0, at[0]) && check_names_between(&p, at[0] + 1, length);
}

/* ---- compilation ------------------------------------------------------------------------------------------------- */

/** The hint of a complaint; of a sum of different dimensions what meets, and which coordinate has no unit; of a unit
 *  amidst a formula where it belongs. */
static const char *hint_of(hol_motion_reading *reading, const hol_node *node, const hol_complaint *complaint)
{
  const char *general = complaint->hint ? strstr(complaint->hint, "bare numbers") : NULL;
  const char *plain = general ? hol_motion_plain_hint(reading, node) : NULL;
  bool is_amidst = strncmp(complaint->message, "unknown unit", 12) == 0 && strpbrk(complaint->message, "*()'");
  if (is_amidst && !complaint->hint) {
    return amidst;
  }
  return plain ? hol_arena_print(reading->reader->arena, "%.*s%s", (int)(general - complaint->hint), complaint->hint,
                                 plain)
               : complaint->hint;
}

static bool compile(hol_motion_reading *reading, const hol_node *node, bool is_equation, hol_quantity *quantity)
{
  hol_reader *reader = reading->reader;
  hol_complaint complaint = {0};
  hol_status status =
      is_equation ? hol_equation_compile(&reader->scope, node->text, quantity, &complaint)
                  : hol_formula_compile(&reader->scope, node->text, 0, strlen(node->text), quantity, &complaint);
  if (status == HOL_INVALID && complaint.message) {
    hol_node at = complaint.length > 0 ? hol_node_part(node, complaint.offset, complaint.length) : *node;
    hol_fault(reader, &at, hint_of(reading, node, &complaint), "%s", complaint.message);
  }
  return status == HOL_INVALID ? false : hol_note(reader, status);
}

bool hol_motion_formula(hol_motion_reading *reading, const hol_node *node, const hol_motion_rule *rule,
                        hol_quantity *quantity)
{
  hol_reader *reader = reading->reader;
  hol_motion_look look = {0};
  reading->missing = NULL;
  if (!hol_expect_kind(reader, node, HOL_NODE_TEXT, rule->what)) {
    return false;
  }
  if (node->text[strspn(node->text, " \n")] == '\0') {
    hol_fault(reader, node, NULL, "%s is empty", rule->what);
    return false;
  }
  if (!check_names(reading, node, rule) || !compile(reading, node, rule->is_equation, quantity)) {
    return false;
  }
  bool is_good =
      hol_motion_look_at(reading, quantity->step, &look) && hol_motion_look_check(reading, node, rule, &look);
  hol_motion_look_clear(&look);
  return is_good;
}

/* ---- abbreviations ----------------------------------------------------------------------------------------------- */

static bool refuse_cycle(hol_motion_reading *reading, size_t first)
{
  hol_reader *reader = reading->reader;
  const hol_node *name = reading->definition[first].name;
  const char *chain = name->text;
  size_t start = reading->path_count;
  while (reading->path[start - 1] != first) {
    start--;
  }
  for (size_t i = start; chain && i <= reading->path_count; i++) {
    size_t next = i < reading->path_count ? reading->path[i] : first;
    if (i - start < 8 || i == reading->path_count) {
      chain = hol_arena_print(reader->arena, "%s -> %s", chain,
                              i - start == 7 ? "..." : reading->definition[next].name->text);
    }
  }
  hol_fault(reader, name, NULL, "abbreviation `%s` depends on itself: %s", name->text, chain ? chain : "");
  return false;
}

bool hol_motion_define(hol_motion_reading *reading, size_t definition)
{
  hol_motion_definition *d = &reading->definition[definition];
  hol_scope *scope = &reading->reader->scope;
  const hol_motion_rule rule = {
      .what = "an abbreviation", .order = HOL_MOTION_ORDERS - 1, .takes_reactions = true, .is_definition = true};
  hol_quantity quantity;
  reading->missing = NULL;
  if (d->state == HOL_DEFINITION_DONE) {
    return scope->variable[d->variable].state == HOL_VARIABLE_READY;
  }
  if (d->state == HOL_DEFINITION_ON_PATH) {
    return refuse_cycle(reading, definition);
  }
  d->state = HOL_DEFINITION_ON_PATH;
  reading->path[reading->path_count++] = definition;
  bool is_good = hol_motion_formula(reading, d->name + 1, &rule, &quantity);
  reading->path_count--;
  if (!is_good && reading->missing) {
    d->state = HOL_DEFINITION_OPEN;
    return false;
  }
  d->state = HOL_DEFINITION_DONE;
  hol_variable *variable = &scope->variable[d->variable]; /* names may have moved them */
  variable->state = is_good ? HOL_VARIABLE_READY : HOL_VARIABLE_FAULTY;
  if (is_good) {
    variable->quantity = quantity;
  }
  return is_good;
}

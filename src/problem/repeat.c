/* SPDX-License-Identifier: BSD-3-Clause */
/* `repeat`: copies of groups of parts and joints. */
#include "problem/keys.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

static void read_ends(hol_reader *reader, const hol_node *node, hol_group *group)
{
  static const char *const word[] = {"open", "closed"};
  size_t choice;
  if (hol_read_choice(reader, node, "`ends`", word, 2, &choice)) {
    group->ends = choice == 0 ? HOL_ENDS_OPEN : HOL_ENDS_CLOSED;
  }
}

/** Read `{n: 100, step: [1, 0], ends: open}`. */
static void read_repeat(hol_reader *reader, const hol_node *name, const hol_node *node, hol_group *group)
{
  hol_field field[3];
  assert(hol_repeat_keys.keys == 3);
  hol_fields_of(&hol_repeat_keys, field);
  if (!hol_fields_take(reader, node, "`repeat`", field, 3)) {
    return;
  }
  if (!field[0].value) {
    hol_fault_missing(reader, name, "repeat: {n: 100, step: [1, 0]}", "`repeat` of `%s` needs the number of copies `n`",
                      name->text);
  } else {
    (void)hol_read_count(reader, field[0].value, "`n`", 1, HOL_PARTS_MAX, &group->n);
  }
  if (field[1].value) {
    (void)hol_read_coordinates(reader, field[1].value, "`step`", group->step);
  }
  if (field[2].value) {
    read_ends(reader, field[2].value, group);
  }
}

/** Value of a key of a mapping; NULL: none. */
static const hol_node *value_of(const hol_node *map, const char *key)
{
  for (size_t i = 0; map && map->kind == HOL_NODE_MAP && i < map->count; i++) {
    if (strcmp(map->item[2 * i].text, key) == 0) {
      return &map->item[2 * i + 1];
    }
  }
  return NULL;
}

/** Copies of a group within a group, where that is a plain number; at least one. */
static size_t copies_of(const hol_node *group)
{
  const hol_node *n = value_of(value_of(group, "repeat"), "n");
  bool is_plain = n && n->kind == HOL_NODE_TEXT && *n->text && strspn(n->text, "0123456789") == strlen(n->text);
  unsigned long long number = is_plain ? strtoull(n->text, NULL, 10) : 1;
  return number < HOL_PARTS_MAX ? (size_t)number : HOL_PARTS_MAX + 1;
}

/** Parts of a group as far as can be told before it is read, those of groups within it too; no more than one above the
 *  most. */
static size_t count_parts(const hol_node *parts)
{
  size_t n = 0;
  for (size_t i = 0; parts && parts->kind == HOL_NODE_MAP && i < parts->count && n <= HOL_PARTS_MAX; i++) {
    const hol_node *node = &parts->item[2 * i + 1];
    n += hol_is_group(node) ? copies_of(node) * count_parts(value_of(node, "parts")) : 1;
  }
  return n <= HOL_PARTS_MAX ? n : HOL_PARTS_MAX + 1;
}

/** Refuse too many copies or parts before they are made; told once. Without a good number there are no copies. */
static void limit(hol_reader *reader, const hol_node *name, hol_group *group)
{
  size_t parts = group->parts ? count_parts(group->parts) : 0;
  size_t room = HOL_PARTS_MAX - reader->problem->part_count;
  bool is_too_many = group->n > HOL_PARTS_MAX - reader->copies;
  if ((is_too_many || parts * group->n > room) && !reader->is_too_large) {
    hol_fault(reader, name, NULL, "more than %d %s in the file", HOL_PARTS_MAX, is_too_many ? "copies" : "parts");
    reader->is_too_large = true;
  }
  group->n = reader->is_too_large ? 0 : group->n;
  reader->copies += group->n;
}

/** Do something with a node for every copy, with its prefix, shift and `index`. */
static void for_copies(hol_reader *reader, size_t number, const hol_node *node,
                       void (*act)(hol_reader *reader, const hol_node *node))
{
  const hol_group group = reader->group[number];
  const hol_copy *outer = reader->copy;
  size_t index;
  if (!hol_note(reader, hol_scope_add(&reader->scope, "index", &index))) {
    return;
  }
  hol_variable before = reader->scope.variable[index];
  size_t parts = 0;
  for (size_t k = 1; k <= group.n && reader->status == HOL_OK; k++) {
    hol_copy copy = {.outer = outer, .group = number, .number = k, .before = parts};
    size_t first = reader->problem->part_count;
    copy.prefix = hol_arena_print(reader->arena, "%s[%zu].", group.name, k);
    for (size_t i = 0; i < 3; i++) {
      hol_number own = hol_compute(reader, HOL_STEP_MULTIPLY, hol_plain((double)(k - 1)), group.step[i]);
      copy.shift[i] = hol_compute(reader, HOL_STEP_ADD, outer ? outer->shift[i] : hol_plain(0), own);
    }
    if (!copy.prefix) {
      reader->status = HOL_MEMORY;
      break;
    }
    reader->copy = &copy;
    reader->scope.variable[index].state = HOL_VARIABLE_READY;
    reader->scope.variable[index].quantity = (hol_quantity){.value = (double)k};
    act(reader, node);
    parts = reader->problem->part_count - first;
  }
  reader->copy = outer;
  reader->scope.variable[index].state = before.state;
  reader->scope.variable[index].quantity = before.quantity;
}

static const char *group_name(hol_reader *reader, const char *name)
{
  const char *full = hol_arena_print(reader->arena, "%s%s", reader->copy ? reader->copy->prefix : "", name);
  if (!full) {
    reader->status = HOL_MEMORY;
  }
  return full;
}

static void keep_group(hol_reader *reader, const hol_group *group)
{
  bool existed;
  void *room =
      hol_reader_grow(reader, reader->group, reader->groups.count, &reader->group_capacity, sizeof *reader->group);
  if (room) {
    reader->group = room;
    reader->group[reader->groups.count] = *group;
    (void)hol_note(reader, hol_names_add(&reader->groups, group->name, reader->groups.count, &existed));
  }
}

void hol_read_group(hol_reader *reader, const hol_node *name, const hol_node *node)
{
  hol_field field[3];
  assert(hol_group_keys.keys == 3);
  hol_fields_of(&hol_group_keys, field);
  hol_group group = {.name = group_name(reader, name->text)};
  if (!group.name || !hol_fields_take(reader, node, "a repeated group", field, 3)) {
    return;
  }
  read_repeat(reader, name, field[0].value, &group);
  group.joints = field[2].value;
  if (!field[1].value) {
    hol_fault_missing(reader, name, NULL, "group `%s` has no `parts`", name->text);
  } else if (hol_expect_kind(reader, field[1].value, HOL_NODE_MAP, "`parts`")) {
    group.parts = field[1].value;
  }
  limit(reader, name, &group);
  size_t number = reader->groups.count;
  keep_group(reader, &group);
  if (reader->status == HOL_OK && group.parts) {
    for_copies(reader, number, group.parts, hol_read_parts);
  }
}

void hol_read_group_joints(hol_reader *reader, const hol_node *parts)
{
  for (size_t i = 0; i < parts->count && reader->status == HOL_OK; i++) {
    size_t number;
    if (!hol_is_group(&parts->item[2 * i + 1])) {
      continue;
    }
    const char *name = group_name(reader, parts->item[2 * i].text);
    if (!name || !hol_names_find(&reader->groups, name, &number)) {
      continue;
    }
    const hol_group group = reader->group[number];
    if (group.joints) {
      for_copies(reader, number, group.joints, hol_read_joints);
    }
    if (group.parts) {
      for_copies(reader, number, group.parts, hol_read_group_joints);
    }
  }
}

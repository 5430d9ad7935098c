/* SPDX-License-Identifier: BSD-3-Clause */
/* Reading of a part: functions common to all kinds. */
#include "problem/draft.h"
#include "problem/kind.h"

#include <string.h>

hol_wanted hol_key_wanted(const hol_key *key)
{
  return (hol_wanted){.what = key->what,
                      .dimension = key->dimension,
                      .least = key->least,
                      .hint_of_zero = key->meaning && strstr(key->meaning, "without it") ? key->meaning : NULL};
}

hol_home hol_enter_own(hol_reader *reader, const hol_part *part)
{
  return hol_enter_item(reader, HOL_TABLE_OWN, 0, part->own, part->of->own_size);
}

const hol_field *hol_draft_field(const hol_part_draft *draft, const char *key)
{
  static const hol_field absent = {0};
  for (size_t i = 0; i < draft->part->of->keys; i++) {
    if (strcmp(draft->field[i].key, key) == 0) {
      return &draft->field[i];
    }
  }
  return &absent;
}

/** Find a material or section by name; one that could not be read has been complained of. */
static bool find_entry(hol_reader *reader, const hol_node *node, const char *what, const hol_names *names,
                       size_t *number)
{
  const char *name = hol_read_text(reader, node, what);
  *number = SIZE_MAX;
  if (name && !hol_names_find(names, name, number)) {
    hol_nearest nearest = {.wanted = name};
    bool may_compare = hol_scope_may_compare(&reader->scope, names->count);
    for (size_t i = 0; may_compare && i < names->capacity; i++) {
      if (names->slot[i].name) {
        hol_nearest_offer(&nearest, names->slot[i].name);
      }
    }
    hol_fault_unknown(reader, node, hol_nearest_hint(reader, &nearest), "%s `%s` is not defined", what, name);
  }
  return *number != SIZE_MAX;
}

void hol_read_material(hol_reader *reader, const hol_node *node, const hol_material **material)
{
  size_t number;
  if (find_entry(reader, node, "material", &reader->materials, &number)) {
    *material = &reader->problem->material[number];
  }
}

void hol_read_section(hol_reader *reader, const hol_node *node, const hol_section **section)
{
  size_t number;
  if (find_entry(reader, node, "section", &reader->sections, &number)) {
    *section = &reader->problem->section[number];
  }
}

static void take_material(hol_reader *reader, const hol_field *field, hol_part *part)
{
  hol_read_material(reader, field->value, &part->material);
}

static void take_section(hol_reader *reader, const hol_field *field, hol_part *part)
{
  hol_read_section(reader, field->value, &part->section);
}

const hol_key hol_key_material = {
    .name = "material", .form = "name", .meaning = "one of the `materials` of the file", .read = take_material};
const hol_key hol_key_section = {
    .name = "section", .form = "name", .meaning = "one of the `sections` of the file", .read = take_section};

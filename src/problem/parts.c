/* SPDX-License-Identifier: BSD-3-Clause */
/* Section `parts` of a file, read by the rows of the kinds. */
#include "base/memory.h"
#include "problem/draft.h"
#include "problem/kind.h"
#include "problem/other_words.h"
#include "problem/pieces.h"
#include "problem/varying.h"

#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---- kinds and groups ------------------------------------------------------------------------------------------- */

static const hol_node *find_value(const hol_node *map, const char *key)
{
  for (size_t i = 0; i < map->count; i++) {
    if (strcmp(map->item[2 * i].text, key) == 0) {
      return &map->item[2 * i + 1];
    }
  }
  return NULL;
}

bool hol_is_group(const hol_node *node)
{
  return node->kind == HOL_NODE_MAP && find_value(node, "repeat") != NULL;
}

static void refuse_kind(hol_reader *reader, const hol_node *word)
{
  hol_nearest nearest = {.wanted = word->text};
  const char *all = "";
  for (size_t i = 0; i < reader->kind_count; i++) {
    hol_nearest_offer(&nearest, reader->kind[i]->name);
    all = hol_arena_print(reader->arena, "%s%s%s", all ? all : "", i ? ", " : "the kinds are ", reader->kind[i]->name);
  }
  const char *meant = hol_part_word_meant(word->text), *joint = hol_joint_meant(word->text);
  nearest.best = meant ? meant : nearest.best;
  const char *hint = joint ? joint : nearest.best ? hol_nearest_hint(reader, &nearest) : all;
  hol_fault(reader, word, hint, "unknown kind `%s`", word->text);
}

static bool find_kind(hol_reader *reader, const hol_node *name, const hol_node *node, size_t *kind)
{
  const hol_node *word = find_value(node, "kind");
  if (!word) {
    hol_fault_missing(reader, name, "e.g. kind: beam", "part `%s` has no `kind`", name->text);
    return false;
  }
  const char *text = hol_read_text(reader, word, "`kind`");
  if (!text) {
    return false;
  }
  for (size_t i = 0; i < reader->kind_count; i++) {
    if (strcmp(reader->kind[i]->name, text) == 0) {
      *kind = i;
      return true;
    }
  }
  refuse_kind(reader, word);
  return false;
}

/* ---- a part ----------------------------------------------------------------------------------------------------- */

/** One number, where its key says. */
static void read_number(hol_reader *reader, const hol_key *key, const hol_node *node, hol_part_draft *draft)
{
  hol_part *part = draft->part;
  if (key->is_own) {
    char *own = part->own;
    const hol_home outer = hol_enter_own(reader, part);
    *(hol_place *)(void *)(own + key->place) = hol_node_place(node);
    (void)hol_read_quantity(reader, node, hol_key_wanted(key), (double *)(void *)(own + key->at));
    reader->home = outer;
    return;
  }
  hol_keep_place(reader, part, key->at, node);
  hol_read_property(
      reader, node,
      &(hol_property_slot){key, {hol_plain(0), hol_plain(1)}, &draft->varying, &part->given, part->value});
}

static void fill_part(hol_reader *reader, const hol_node *name, const hol_node *node, hol_part *part)
{
  const hol_part_grammar *kind = part->of;
  hol_field field[HOL_KEYS_MAX];
  hol_part_draft draft = {.name = name, .field = field, .part = part};
  char what[80];
  assert(kind->keys <= HOL_KEYS_MAX);
  for (size_t i = 0; i < kind->keys; i++) {
    field[i] = (hol_field){.key = kind->key[i]->name};
  }
  (void)snprintf(what, sizeof what, "a part of kind `%s`", kind->name);
  (void)hol_fields_take(reader, node, what, field, kind->keys);
  for (size_t i = 0; i < kind->keys; i++) {
    if (field[i].value && kind->key[i]->what && !kind->key[i]->read) {
      read_number(reader, kind->key[i], field[i].value, &draft);
    }
  }
  kind->place(reader, &draft);
  for (size_t i = 0; i < kind->keys; i++) {
    if (field[i].value && kind->key[i]->read) {
      kind->key[i]->read(reader, &field[i], part);
    }
  }
  if (kind->settle) {
    kind->settle(reader, &draft);
  }
}

void hol_part_clear(hol_part *part)
{
  for (size_t i = 0; i < part->piece_count; i++) {
    hol_varying_free(part->piece[i].varying);
  }
  for (size_t i = 0; i < part->point_count; i++) {
    free(part->point[i].name);
  }
  if (part->own && part->of->clear) {
    part->of->clear(part->own);
  }
  free(part->own);
  free(part->point);
  free(part->piece);
  free(part->name);
  *part = (hol_part){0};
}

static const char *full_name(hol_reader *reader, const char *name)
{
  const char *full = reader->copy ? hol_arena_print(reader->arena, "%s%s", reader->copy->prefix, name) : name;
  if (!full) {
    reader->status = HOL_MEMORY;
  }
  return full;
}

/** Keep the part, or (NULL) that a faulty one has this name: joints that use it are not complained of. */
static void keep_part(hol_reader *reader, const char *name, hol_part *part)
{
  hol_problem *problem = reader->problem;
  bool existed;
  if (!part) {
    (void)hol_note(reader, hol_names_add(&reader->parts, name, SIZE_MAX, &existed));
    return;
  }
  void *room =
      hol_reader_grow(reader, problem->part, problem->part_count, &reader->part_capacity, sizeof *problem->part);
  if (room) {
    problem->part = room;
    part->name = hol_own_text(reader, name);
    problem->part[problem->part_count] = *part;
    (void)hol_note(reader, hol_names_add(&reader->parts, name, problem->part_count, &existed));
    problem->part_count++;
    hol_leave_part(reader);
  } else {
    hol_part_clear(part);
  }
}

const hol_part_places *hol_places_of(const hol_part *part)
{
  static const hol_part_places nowhere = {.next = NULL};
  return part->places ? part->places : &nowhere;
}

/** Where it is kept where a property stands; NULL: it is not. */
static hol_property_place *find_place(const hol_part_places *places, size_t property)
{
  for (size_t i = 0; i < places->count; i++) {
    if (places->value[i].property == property) {
      return &places->value[i];
    }
  }
  return NULL;
}

hol_place hol_place_of_property(const hol_part *part, size_t property)
{
  const hol_property_place *found = find_place(hol_places_of(part), property);
  return found ? found->place : (hol_place){0};
}

void hol_keep_place(hol_reader *reader, hol_part *part, size_t property, const hol_node *node)
{
  hol_part_places *places = part->places;
  hol_property_place *known = find_place(places, property);
  if (known) {
    known->place = hol_node_place(node);
  } else if (hol_extend(&places->value, places->count, 1, sizeof *places->value)) {
    places->value[places->count++] = (hol_property_place){(unsigned)property, hol_node_place(node)};
  } else {
    reader->status = HOL_MEMORY;
  }
}

/** The same part in the copy before of a group that it is in; NULL: it is read for the first time. */
static const hol_part *find_like(const hol_reader *reader, const hol_part *part)
{
  const hol_problem *problem = reader->problem;
  const hol_part *like = NULL;
  for (const hol_copy *copy = reader->copy; copy && !like; copy = copy->outer) {
    bool is_there = copy->before > 0 && copy->before <= problem->part_count;
    like = is_there ? &problem->part[problem->part_count - copy->before] : NULL;
  }
  bool is_same = like && like->place.line == part->place.line && like->place.column == part->place.column;
  return is_same ? like : NULL;
}

/** Where its places are kept. @return false after HOL_MEMORY is noted */
static bool find_places(hol_reader *reader, hol_part *part)
{
  const hol_part *like = find_like(reader, part);
  part->places = like ? like->places : hol_alloc(1, sizeof *part->places);
  if (!part->places) {
    reader->status = HOL_MEMORY;
    return false;
  }
  if (!like) {
    part->places->next = reader->problem->places;
    reader->problem->places = part->places;
  }
  return true;
}

static void read_part(hol_reader *reader, const hol_node *name, const hol_node *node)
{
  hol_part part = {.place = hol_node_place(name)};
  const char *full = full_name(reader, name->text);
  if (!full) {
    return;
  }
  bool is_readable = hol_expect_kind(reader, node, HOL_NODE_MAP, "a part") && find_kind(reader, name, node, &part.kind);
  if (is_readable) {
    part.of = reader->kind[part.kind];
    part.own = part.of->own_size ? hol_alloc(1, part.of->own_size) : NULL;
    if (part.of->own_size && !part.own) {
      reader->status = HOL_MEMORY;
      return;
    }
    if (!find_places(reader, &part)) {
      hol_part_clear(&part);
      return;
    }
    const hol_home outer = hol_enter(reader, HOL_TABLE_PART, reader->problem->part_count, &part, sizeof part);
    fill_part(reader, name, node, &part);
    reader->home = outer;
  }
  keep_part(reader, full, is_readable ? &part : NULL);
}

void hol_read_parts(hol_reader *reader, const hol_node *node)
{
  for (size_t i = 0; i < node->count && reader->status == HOL_OK; i++) {
    const hol_node *name = &node->item[2 * i];
    if (reader->problem->part_count == HOL_PARTS_MAX) {
      hol_fault(reader, name, NULL, "more than %d parts in the file", HOL_PARTS_MAX);
      return;
    }
    if (!hol_check_name(reader, name, hol_is_group(name + 1) ? "a group" : "a part")) {
      continue;
    }
    if (hol_is_group(name + 1)) {
      hol_read_group(reader, name, name + 1);
    } else {
      read_part(reader, name, name + 1);
    }
  }
}

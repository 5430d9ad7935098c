/* SPDX-License-Identifier: BSD-3-Clause */
/* Faults, and the fields of mappings. */
#include "base/memory.h"
#include "problem/other_words.h"
#include "problem/reader.h"

#include <ctype.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

bool hol_note(hol_reader *reader, hol_status status)
{
  if (status != HOL_OK) {
    reader->status = HOL_MEMORY;
  }
  return status == HOL_OK;
}

char *hol_own_text(hol_reader *reader, const char *text)
{
  char *copy = hol_alloc_text(text, strlen(text));
  if (!copy) {
    reader->status = HOL_MEMORY;
  }
  return copy;
}

void *hol_reader_grow(hol_reader *reader, void *array, size_t count, size_t *capacity, size_t size)
{
  if (!hol_grow(&array, capacity, count + 1, size)) {
    reader->status = HOL_MEMORY;
    return NULL;
  }
  return array;
}

/** In the copies of a group the same fault would come many times: is this the first at its place? */
static bool is_first_there(hol_reader *reader, hol_place place)
{
  bool existed = true;
  const char *key = hol_arena_print(reader->arena, "%zu:%zu", place.line, place.column);
  if (!key) {
    reader->status = HOL_MEMORY;
    return true;
  }
  return hol_note(reader, hol_names_add(&reader->faulted, key, 0, &existed)) && !existed;
}

/** Which copy, where that may matter: a fault that comes in the first copy comes in all. */
static const char *copy_text(hol_reader *reader)
{
  const hol_copy *copy = reader->copy;
  if (!copy || copy->number == 1) {
    return "";
  }
  const char *text = hol_arena_print(reader->arena, " (in %.*s)", (int)strlen(copy->prefix) - 1, copy->prefix);
  return text ? text : "";
}

static void add_fault(hol_reader *reader, hol_place place, const char *hint, const char *format, va_list arguments)
{
  char message[400];
  if (hol_faults_is_full(reader->faults, true)) {
    reader->faults->errors++; /* millions of faults cost no more than their counting */
    return;
  }
  if (reader->copy && !is_first_there(reader, place)) {
    return;
  }
  (void)vsnprintf(message, sizeof message, format, arguments);
  hol_faults_add(reader->faults, true, place, hint, "%s%s", message, copy_text(reader));
}

void hol_fault(hol_reader *reader, const hol_node *node, const char *hint, const char *format, ...)
{
  va_list arguments;
  va_start(arguments, format);
  add_fault(reader, node ? hol_node_place(node) : (hol_place){0}, hint, format, arguments);
  va_end(arguments);
}

void hol_fault_unknown(hol_reader *reader, const hol_node *node, const char *hint, const char *format, ...)
{
  if (reader->damaged) {
    return;
  }
  va_list arguments;
  va_start(arguments, format);
  add_fault(reader, node ? hol_node_place(node) : (hol_place){0}, hint, format, arguments);
  va_end(arguments);
}

void hol_fault_missing(hol_reader *reader, const hol_node *node, const char *hint, const char *format, ...)
{
  if (reader->damaged || reader->is_misspelt) {
    return;
  }
  va_list arguments;
  va_start(arguments, format);
  add_fault(reader, node ? hol_node_place(node) : (hol_place){0}, hint, format, arguments);
  va_end(arguments);
}

bool hol_check_either(hol_reader *reader, const hol_node *node, const hol_node *a, const hol_node *b, const char *hint,
                      const char *message)
{
  if (a && b) {
    hol_fault(reader, node, hint, "%s", message);
  } else if (!a && !b) {
    hol_fault_missing(reader, node, hint, "%s", message);
  }
  return !a != !b;
}

const char *hol_nearest_hint(hol_reader *reader, const hol_nearest *nearest)
{
  return nearest->best ? hol_arena_print(reader->arena, "did you mean `%s`?", nearest->best) : NULL;
}

bool hol_expect_kind(hol_reader *reader, const hol_node *node, hol_node_kind kind, const char *what)
{
  if (node->kind == kind) {
    return true;
  }
  if (node->kind != HOL_NODE_BAD && !(node->kind == HOL_NODE_NONE && reader->damaged)) {
    const char *hint = kind == HOL_NODE_MAP    ? "a mapping is written `key: value`, or {key: value, ...}"
                       : kind == HOL_NODE_LIST ? "a list is written [a, b, ...]"
                                               : NULL;
    hol_fault(reader, node, hint, "%s must be %s, not %s", what, hol_node_kind_text(kind),
              hol_node_kind_text(node->kind));
  }
  return false;
}

/** A list of the keys, if it is short enough to read. */
static const char *keys_hint(hol_reader *reader, const hol_field *field, size_t count)
{
  char text[240] = "";
  size_t used = 0;
  for (size_t i = 0; i < count; i++) {
    int n = snprintf(text + used, sizeof text - used, "%s`%s`", i ? ", " : "", field[i].key);
    if (n < 0 || (used += (size_t)n) >= sizeof text) {
      return NULL;
    }
  }
  return hol_arena_print(reader->arena, "known keys: %s", text);
}

static bool begins_with_no_break_space(const char *text)
{
  return strncmp(text, "\xC2\xA0", 2) == 0;
}

/** A key that ran into its value: `density 7850 kg/m^3` lacks the colon, `E:210 GPa` the space behind it. */
static const char *separator_hint(hol_reader *reader, const char *key, const hol_field *field, size_t count)
{
  for (size_t i = 0; i < count; i++) {
    size_t n = strlen(field[i].key);
    if (strncmp(field[i].key, key, n) != 0 || (key[n] != ' ' && key[n] != ':') || key[n + 1] == '\0') {
      continue;
    }
    const char *value = key + n + 1 + strspn(key + n + 1, " :");
    return hol_arena_print(reader->arena,
                           key[n] == ':' ? "a space follows the colon: `%s: %s`" : "a colon follows the key: `%s: %s`",
                           field[i].key, value);
  }
  return begins_with_no_break_space(key) ? "it begins with a no-break space: type an ordinary one" : NULL;
}

static void refuse_key(hol_reader *reader, const hol_node *key, const char *what, const hol_field *field, size_t count)
{
  hol_nearest nearest = {.wanted = key->text};
  reader->unknown_keys++;
  reader->is_misspelt = true;
  if (hol_faults_is_full(reader->faults, true)) {
    hol_fault(reader, key, NULL, "unknown key");
    return;
  }
  for (size_t i = 0; i < count; i++) {
    hol_nearest_offer(&nearest, field[i].key);
  }
  const char *meant = hol_key_meant(key->text, field, count);
  nearest.best = meant ? meant : nearest.best;
  const char *hint = hol_way_meant(key->text);
  const char *separator = separator_hint(reader, key->text, field, count);
  if (separator) {
    hint = separator;
  } else if (isdigit((unsigned char)key->text[0])) {
    hint = "a number has a decimal point; a comma ends it";
  } else if (!hint) {
    hint = nearest.best ? hol_nearest_hint(reader, &nearest) : keys_hint(reader, field, count);
  }
  hol_fault(reader, key, hint, "unknown key `%s` in %s", key->text, what);
}

bool hol_fields_take(hol_reader *reader, const hol_node *map, const char *what, hol_field *field, size_t count)
{
  if (!hol_expect_kind(reader, map, HOL_NODE_MAP, what)) {
    return false;
  }
  reader->is_misspelt = false;
  for (size_t k = 0; k < map->count; k++) {
    const hol_node *key = &map->item[2 * k];
    size_t i = 0;
    while (i < count && strcmp(field[i].key, key->text) != 0) {
      i++;
    }
    if (i == count) {
      refuse_key(reader, key, what, field, count);
      continue;
    }
    field[i].name = key;
    field[i].value = key + 1;
  }
  return true;
}

/* SPDX-License-Identifier: BSD-3-Clause */
/* JSON sink (RFC 8259): records, lists, maps and arrays, written directly as text without a tree in memory. */
#include "output/json.h"

#include "result/number.h"
#include "result/words.h"

#include <assert.h>
#include <stdint.h>
#include <string.h>

static void put_words(hol_text *text, const char *words)
{
  hol_text_put(text, words, strlen(words));
}

/** Bytes at the start that stand for themselves. */
static size_t plain(const char *string)
{
  size_t i = 0;
  while (string[i] >= 0x20 && string[i] < 0x7f && string[i] != '"' && string[i] != '\\') {
    i++;
  }
  return i;
}

void hol_json_words(hol_text *text, const char *words)
{
  size_t size = strlen(words);
  for (size_t i = plain(words), start = 0;; start = i, i += plain(words + i)) {
    hol_text_put(text, words + start, i - start);
    if (i == size) {
      break;
    }
    uint32_t character;
    size_t length = hol_words_next(words + i, size - i, &character);
    if (character == HOL_NO_CHARACTER) {
      hol_text_add(text, "\\ufffd");
    } else if (character == '"' || character == '\\') {
      hol_text_add(text, "\\%c", (char)character);
    } else if (character == '\n') {
      hol_text_add(text, "\\n");
    } else if (character < 0x20 || character == 0x7f) {
      hol_text_add(text, "\\u%04x", (unsigned)character);
    } else {
      hol_text_put(text, words + i, length);
    }
    i += length;
  }
}

/** Add a JSON string. */
static void put_string(hol_text *text, const char *string)
{
  hol_text_put(text, "\"", 1);
  hol_json_words(text, string);
  hol_text_put(text, "\"", 1);
}

static void put_line(hol_text *text, size_t blanks)
{
  static const char blank[] = "                ";
  hol_text_put(text, "\n", 1);
  hol_text_put(text, blank, blanks < sizeof blank ? blanks : sizeof blank - 1);
}

/** What stands between items, and before the first: `blanks` of a line of its own, or 0. */
static void put_gap(hol_text *text, bool is_first, size_t blanks)
{
  if (blanks) {
    hol_text_put(text, ",", is_first ? 0 : 1);
    put_line(text, blanks);
  } else {
    hol_text_put(text, ", ", is_first ? 0 : 2);
  }
}

/** Before a value: comma, line and key. */
static void begin(hol_json *json, const hol_quantity *quantity)
{
  struct hol_json_level *level = &json->level[json->depth];
  if (json->depth == 0) {
    return;
  }
  put_gap(json->text, level->count++ == 0, quantity->line ? quantity->line : level->of->items);
  if (level->of->type == HOL_RECORD) {
    hol_text_put(json->text, "\"", 1);
    put_words(json->text, quantity->name);
    hol_text_put(json->text, "\": ", 3);
  } else if (level->of->type == HOL_MAP) {
    put_string(json->text, json->named);
    hol_text_put(json->text, ": ", 2);
  }
}

static void open_in(void *to, const hol_quantity *quantity)
{
  hol_json *json = to;
  assert(json->depth < HOL_JSON_DEPTH);
  begin(json, quantity);
  hol_text_put(json->text, quantity->type == HOL_LIST ? "[" : "{", 1);
  json->level[++json->depth] = (struct hol_json_level){quantity, 0};
}

static void item_in(void *to, const char *name)
{
  ((hol_json *)to)->named = name;
}

static void close_in(void *to)
{
  hol_json *json = to;
  const struct hol_json_level level = json->level[json->depth--];
  if (level.of->flags & HOL_BLOCK && level.count > 0) {
    put_line(json->text, level.of->items - 2u);
  }
  hol_text_put(json->text, level.of->type == HOL_LIST ? "]" : "}", 1);
  if (level.of->flags & HOL_BLOCK && json->depth == 0) {
    hol_text_put(json->text, "\n", 1);
  }
}

static void put_scalar(hol_text *text, const hol_quantity *quantity, const void *value)
{
  if (!value || (quantity->type == HOL_COUNT && *(const size_t *)value == SIZE_MAX)) {
    hol_text_put(text, "null", 4);
  } else if (quantity->type == HOL_NUMBER) {
    hol_number_add(text, *(const double *)value, "null");
  } else if (quantity->type == HOL_COUNT) {
    hol_text_add(text, "%zu", *(const size_t *)value);
  } else if (quantity->type == HOL_TRUTH) {
    put_words(text, *(const bool *)value ? "true" : "false");
  } else {
    put_string(text, quantity->type == HOL_CHOICE ? quantity->word[*(const int *)value] : value);
  }
}

static void put_in(void *to, const hol_quantity *quantity, const void *value)
{
  hol_json *json = to;
  begin(json, quantity);
  put_scalar(json->text, quantity, value);
}

/** Values over axes as lists in lists.
 *  @param[in] step    as of an array
 *  @param[in] blanks  before each item of the outermost list, which stands on a line of its own; 0: no lines */
static void put_values(hol_text *text, const hol_quantity *quantity, size_t rank, const hol_sink_axis *const *over,
                       size_t step, const char *value, size_t blanks)
{
  size_t inner = hol_value_size(quantity->type);
  for (size_t i = 2; i < rank; i++) {
    inner *= over[i]->count;
  }
  hol_text_put(text, "[", 1);
  for (size_t i = 0; i < over[0]->count; i++) {
    put_gap(text, i == 0, blanks);
    if (rank > 1) {
      put_values(text, quantity, rank - 1, over + 1, inner, value + i * step, 0);
    } else {
      put_scalar(text, quantity, value + i * step);
    }
  }
  if (blanks && quantity->flags & HOL_BLOCK && over[0]->count > 0) {
    put_line(text, quantity->items - 2u);
  }
  hol_text_put(text, "]", 1);
}

static void array_in(void *to, const hol_quantity *quantity, size_t rank, const hol_sink_axis *const *over, size_t step,
                     const void *value)
{
  hol_json *json = to;
  begin(json, quantity);
  put_values(json->text, quantity, rank, over, step, value, rank > 1 ? quantity->items : 0);
}

hol_sink hol_json_sink(hol_json *json)
{
  static const hol_sink_verbs verbs = {
      .open = open_in, .item = item_in, .close = close_in, .put = put_in, .array = array_in};
  return (hol_sink){&verbs, json};
}

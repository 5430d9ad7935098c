/* SPDX-License-Identifier: BSD-3-Clause */
/* External text for a terminal: UTF-8 decoding, replaced control characters, width, cells, line breaking. */
#include "result/words.h"

#include <assert.h>
#include <string.h>

/** Bytes of a character by its first byte, 0 if none starts so; the bits that the first byte gives. */
static size_t character_length(unsigned char first, uint32_t *bits)
{
  if (first < 0x80) {
    *bits = first;
    return 1;
  }
  if (first >= 0xc2 && first < 0xe0) {
    *bits = first & 0x1f;
    return 2;
  }
  if (first >= 0xe0 && first < 0xf0) {
    *bits = first & 0x0f;
    return 3;
  }
  if (first >= 0xf0 && first < 0xf5) {
    *bits = first & 0x07;
    return 4;
  }
  return 0;
}

size_t hol_words_next(const char *bytes, size_t size, uint32_t *character)
{
  static const uint32_t least[] = {0, 0, 0x80, 0x800, 0x10000}; /* below it the form is overlong */

  assert(size > 0);
  uint32_t code = 0;
  size_t length = character_length((unsigned char)bytes[0], &code);
  *character = HOL_NO_CHARACTER;
  if (length == 0 || length > size) {
    return 1;
  }
  for (size_t i = 1; i < length; i++) {
    if (((unsigned char)bytes[i] & 0xc0) != 0x80) {
      return 1;
    }
    code = code << 6 | ((unsigned char)bytes[i] & 0x3f);
  }
  if (code < least[length] || code > 0x10ffff || (code >= 0xd800 && code < 0xe000)) {
    return 1;
  }
  *character = code;
  return length;
}

bool hol_words_printable(uint32_t character)
{
  static const uint32_t hidden[][2] = {{0, 0x1f},        {0x7f, 0x9f},      {0xad, 0xad},     {0x61c, 0x61c},
                                       {0x200b, 0x200f}, {0x2028, 0x202e},  {0x2060, 0x206f}, {0xfeff, 0xfeff},
                                       {0xfff9, 0xfffb}, {0xe0000, 0xe007f}};

  for (size_t i = 0; i < sizeof hidden / sizeof hidden[0]; i++) {
    if (character >= hidden[i][0] && character <= hidden[i][1]) {
      return false;
    }
  }
  return character <= 0x10ffff;
}

size_t hol_words_columns(const char *bytes, size_t size)
{
  size_t columns = 0;
  for (size_t i = 0; i < size; columns++) {
    uint32_t character;
    i += hol_words_next(bytes + i, size - i, &character);
  }
  return columns;
}

size_t hol_words_add(hol_text *text, const char *bytes, size_t size, size_t columns)
{
  static const char dots[] = "...";

  size_t all = hol_words_columns(bytes, size), shown = all <= columns ? all : columns - (sizeof dots - 1);
  assert(all <= columns || columns > sizeof dots - 1);
  for (size_t i = 0, column = 0; column < shown; column++) {
    uint32_t character;
    size_t length = hol_words_next(bytes + i, size - i, &character);
    bool printable = hol_words_printable(character);
    hol_text_put(text, printable ? bytes + i : "?", printable ? length : 1);
    i += length;
  }
  if (shown < all) {
    hol_text_put(text, dots, sizeof dots - 1);
    return columns;
  }
  return all;
}

/** @param[in] size  of the word, bytes */
static size_t break_word(hol_text *text, const char *word, size_t size, size_t indent, size_t column)
{
  for (size_t i = 0; i < size; column++) {
    uint32_t character;
    size_t length = hol_words_next(word + i, size - i, &character);
    bool printable = hol_words_printable(character);
    if (column == HOL_COLUMNS) {
      hol_text_add(text, "\n%*s", (int)indent, "");
      column = indent;
    }
    hol_text_put(text, printable ? word + i : "?", printable ? length : 1);
    i += length;
  }
  return column;
}

size_t hol_words_break(hol_text *text, const char *word, size_t used)
{
  return break_word(text, word, strlen(word), 0, used);
}

void hol_words_cell(hol_text *text, const char *words, size_t start, size_t columns)
{
  size_t used = hol_words_columns(words, strlen(words));
  if (start + used > HOL_COLUMNS) {
    (void)break_word(text, words, strlen(words), start, start);
  } else {
    (void)hol_words_add(text, words, strlen(words), used);
  }
  if (used < columns) {
    hol_text_add(text, "%*s", (int)(columns - used), "");
  } else {
    hol_text_add(text, "\n%*s", (int)(start + columns), "");
  }
}

void hol_words_line(hol_text *text, size_t indent, const char *line)
{
  size_t length = strlen(line);
  if (hol_words_columns(line, length) <= HOL_COLUMNS) {
    (void)hol_words_add(text, line, length, HOL_COLUMNS);
    hol_text_put(text, "\n", 1);
  } else {
    hol_words_wrap(text, "", indent, line);
  }
}

void hol_words_wrap(hol_text *text, const char *first, size_t indent, const char *words)
{
  static const char blanks[] = " \t\r\n";

  assert(indent < HOL_COLUMNS / 2 && strlen(first) < HOL_COLUMNS / 2);
  size_t column = strlen(first);
  hol_text_put(text, first, column);
  bool at_start = true; /* of a line: no blank before the word */
  for (words += strspn(words, blanks); *words; words += strspn(words, blanks)) {
    size_t length = strcspn(words, blanks), columns = hol_words_columns(words, length);
    if (!at_start && column + 1 + columns > HOL_COLUMNS) {
      hol_text_add(text, "\n%*s", (int)indent, "");
      column = indent;
      at_start = true;
    }
    if (!at_start) {
      hol_text_put(text, " ", 1);
      column++;
    }
    column = break_word(text, words, length, indent, column);
    at_start = false;
    words += length;
  }
  hol_text_put(text, "\n", 1);
}

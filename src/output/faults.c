/* SPDX-License-Identifier: BSD-3-Clause */
/* Faults as text: `file:line:column: kind: message`, then the line of the file with a caret, and the hint. */
#include "holonome/output.h"
#include "result/words.h"

#include <string.h>

/** A place in the bytes of a file, moving forward line by line. */
typedef struct cursor {
  const char *bytes;
  size_t size, start, line; /**< where line `line` (from 1) starts */
} cursor;

/** Length of the line at the cursor, without its end. */
static size_t line_length(const cursor *at)
{
  size_t i = at->start;
  while (i < at->size && at->bytes[i] != '\n') {
    i++;
  }
  return i - at->start;
}

/** Move to a line, from the beginning if it lies behind.
 *  @return false if there is no such line */
static bool cursor_move(cursor *at, size_t line)
{
  if (line < at->line) {
    at->line = 1;
    at->start = 0;
  }
  while (at->line < line) {
    size_t end = at->start + line_length(at);
    if (end >= at->size) {
      return false;
    }
    at->start = end + 1;
    at->line++;
  }
  return true;
}

/** Columns of a long line that are shown, and how many of them before the place. */
enum { WINDOW = 68, BEFORE = 44 };

/** Byte at which the character in column `column` (from 0) starts; the length of the line if it is shorter. */
static size_t column_start(const char *line, size_t length, size_t column)
{
  size_t i = 0;
  for (uint32_t character; column > 0 && i < length; --column) {
    i += hol_words_next(line + i, length - i, &character);
  }
  return i;
}

/** Add characters of a line as they can be shown; tabs are kept.
 *  @param[in] as_blanks  blanks instead, tabs kept: what stands before a caret */
static void put_part(hol_text *text, const char *line, size_t length, bool as_blanks)
{
  for (size_t i = 0; i < length;) {
    uint32_t character;
    size_t taken = hol_words_next(line + i, length - i, &character);
    if (character == '\t' || (!as_blanks && hol_words_printable(character))) {
      hol_text_put(text, line + i, taken);
    } else {
      hol_text_put(text, as_blanks ? " " : "?", 1);
    }
    i += taken;
  }
}

/** The line of a fault with a caret under the place. */
static void put_excerpt(hol_text *text, const char *line, size_t length, hol_place place)
{
  static const char dots[] = "...";

  length -= length > 0 && line[length - 1] == '\r' ? 1 : 0;
  size_t column = place.column > 0 ? place.column - 1 : 0, columns = hol_words_columns(line, length);
  column = column < columns ? column : columns; /* a place just behind the end is one, too */
  size_t first = columns > WINDOW && column > BEFORE ? column - BEFORE : 0;
  size_t shown = columns - first > WINDOW ? WINDOW : columns - first;
  size_t begin = column_start(line, length, first), caret = column_start(line, length, column);
  size_t end = begin + column_start(line + begin, length - begin, shown);
  size_t span = place.length > 0 ? place.length : 1;
  size_t room = first + shown > column ? first + shown - column : 1;
  const char *cut_left = first > 0 ? dots : "", *cut_right = first + shown < columns ? dots : "";

  hol_text_add(text, "%5zu | %s", place.line, cut_left);
  put_part(text, line + begin, end - begin, false);
  hol_text_add(text, "%s\n      | %*s", cut_right, (int)strlen(cut_left), "");
  put_part(text, line + begin, caret - begin, true);
  for (size_t i = 0; i < (span < room ? span : room); i++) {
    hol_text_put(text, "^", 1);
  }
  hol_text_put(text, "\n", 1);
}

/** Words of a message; they may quote the file. */
static void put_words(hol_text *text, const char *words)
{
  put_part(text, words, strlen(words), false);
}

/** `file:line:column: kind: words`. */
static void put_message(hol_text *text, const char *file, hol_place place, const char *kind, const char *words)
{
  put_words(text, file);
  if (place.line > 0) {
    hol_text_add(text, ":%zu:%zu", place.line, place.column);
  }
  hol_text_add(text, ": %s: ", kind);
  put_words(text, words ? words : hol_status_text(HOL_MEMORY));
  hol_text_put(text, "\n", 1);
}

hol_status hol_faults_text(const hol_faults *faults, const char *file, const char *bytes, size_t size, hol_text *text)
{
  cursor at = {bytes, size, 0, 1};
  size_t told = 0;
  for (size_t i = 0; i < faults->count; i++) {
    const hol_finding *fault = &faults->item[i];
    told += fault->is_error;
    put_message(text, file, fault->place, fault->is_error ? "error" : "remark", fault->message);
    if (fault->place.line > 0 && cursor_move(&at, fault->place.line)) {
      put_excerpt(text, bytes + at.start, line_length(&at), fault->place);
    }
    if (fault->hint) {
      put_message(text, file, fault->place, "note", fault->hint);
    }
  }
  if (faults->errors > 0) {
    bool is_cut = told >= HOL_FAULTS_MOST / 2 && faults->errors > told;
    hol_text_add(text, "%zu %s%s; nothing was solved\n", faults->errors, faults->errors == 1 ? "error" : "errors",
                 is_cut ? ", the first of them above" : "");
  }
  return text->failed ? HOL_MEMORY : HOL_OK;
}

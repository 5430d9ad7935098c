/* SPDX-License-Identifier: BSD-3-Clause */
/** @file words.h  External text - names, titles, lines of a file - made safe for a terminal.
 *
 *  A column is one code point. Bytes that are not UTF-8, control characters and those that turn the direction of
 *  writing are shown as `?`, so that no problem file can write to the terminal more than it seems to. */
#ifndef RESULT_WORDS_H
#define RESULT_WORDS_H

#include "holonome/text.h"

#include <stdint.h>

enum { HOL_COLUMNS = 80 };

/** Value of hol_words_next() for a byte that belongs to no character. */
#define HOL_NO_CHARACTER UINT32_MAX

/** Decode the next character of UTF-8 text (no overlong forms, no surrogates).
 *  @param[in] size  bytes left, > 0
 *  @return bytes taken, at least 1. Not collective. */
size_t hol_words_next(const char *bytes, size_t size, uint32_t *character);

/** Can this character be shown as it is? */
bool hol_words_printable(uint32_t character);

/** Return the number of columns of a text. */
size_t hol_words_columns(const char *bytes, size_t size);

/** Add a text in at most `columns` columns (at least 4 if it may not fit), the rest replaced by
 *  `...`.
 *  @return the columns used. Not collective. */
size_t hol_words_add(hol_text *text, const char *bytes, size_t size, size_t columns);

/** Add a text in a cell of `columns` columns that begins at column `start`, padded with blanks; a text too long for the
 *  cell with one blank after it is written whole, and the next line begins after the cell. Not collective. */
void hol_words_cell(hol_text *text, const char *words, size_t start, size_t columns);

/** Add a whole word after `used` columns of the line, continued at the beginning of the next line where one is full.
 *  @return the columns used of the last line. Not collective. */
size_t hol_words_break(hol_text *text, const char *word, size_t used);

/** Add a line, ended: as it is if it fits, otherwise as hol_words_wrap() with its continuations indented. Not
 *  collective. */
void hol_words_line(hol_text *text, size_t indent, const char *line);

/** Add `words` broken at blanks into lines of at most HOL_COLUMNS, each ended; `first` starts the first line, its
 *  continuations are indented by `indent`. Words longer than a line go on in the next one. Line breaks in `words` count
 *  as blanks. Not collective. */
void hol_words_wrap(hol_text *text, const char *first, size_t indent, const char *words);

#endif

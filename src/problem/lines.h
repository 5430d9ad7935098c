/* SPDX-License-Identifier: BSD-3-Clause */
/** @file lines.h  Lines of a text. */
#ifndef HOLONOME_PROBLEM_LINES_H
#define HOLONOME_PROBLEM_LINES_H

#include <stddef.h>

/** Bytes [start, end) of a text. */
typedef struct hol_span {
  size_t start, end;
} hol_span;

/** Return the rest of a line from byte `start` on, without its line feed. */
hol_span hol_line_at(const char *bytes, size_t size, size_t start);
/** Return the position of the first non-blank character of a line; its end if there is none. */
size_t hol_first_word(const char *bytes, hol_span line);

#endif

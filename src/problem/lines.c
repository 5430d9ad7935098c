/* SPDX-License-Identifier: BSD-3-Clause */
/* Lines of a text: bytes of a line, and its first non-blank character. */
#include "problem/lines.h"

#include <string.h>

hol_span hol_line_at(const char *bytes, size_t size, size_t start)
{
  const char *end = start < size ? memchr(bytes + start, '\n', size - start) : NULL;
  return (hol_span){.start = start, .end = end ? (size_t)(end - bytes) : size};
}

size_t hol_first_word(const char *bytes, hol_span line)
{
  size_t i = line.start;
  while (i < line.end && (bytes[i] == ' ' || bytes[i] == '\t' || bytes[i] == '\r')) {
    i++;
  }
  return i;
}

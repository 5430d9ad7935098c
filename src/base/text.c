/* SPDX-License-Identifier: BSD-3-Clause */
/* Growing text: reserve, append, printf, and hand-over of what has been written to a drain. */
#include "holonome/text.h"

#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { LEAST_CAPACITY = 256 };

/** Hand on what there is, if somebody takes it. */
static void drain(hol_text *text)
{
  text->failed = !text->drain(text->context, text->data, text->size);
  text->drained += text->size;
  text->size = 0;
  text->data[0] = '\0';
}

bool hol_text_reserve(hol_text *text, size_t size)
{
  if (text->drain && text->size >= HOL_TEXT_KEPT && !text->failed) {
    drain(text);
  }
  if (text->failed) {
    return false;
  }
  if (size < text->capacity - text->size) { /* one byte is kept for the final 0 */
    return true;
  }
  size_t needed = text->size + size + 1, capacity = text->capacity < LEAST_CAPACITY ? LEAST_CAPACITY : text->capacity;
  while (needed > size && capacity < needed && capacity <= SIZE_MAX / 2) {
    capacity *= 2;
  }
  char *data = needed > size && capacity >= needed ? realloc(text->data, capacity) : NULL;
  if (!data) {
    text->failed = true;
    return false;
  }
  text->data = data;
  text->capacity = capacity;
  text->data[text->size] = '\0';
  return true;
}

void hol_text_put(hol_text *text, const char *bytes, size_t size)
{
  if (!hol_text_reserve(text, size)) {
    return;
  }
  if (size) {
    memcpy(text->data + text->size, bytes, size);
  }
  text->size += size;
  text->data[text->size] = '\0';
}

void hol_text_add(hol_text *text, const char *format, ...)
{
  if (!hol_text_reserve(text, 0)) {
    return;
  }
  size_t room = text->capacity - text->size;
  va_list arguments, again;
  va_start(arguments, format);
  va_copy(again, arguments);
  int length = vsnprintf(text->data + text->size, room, format, arguments);
  if (length < 0) {
    text->failed = true;
  } else if ((size_t)length >= room && hol_text_reserve(text, (size_t)length)) {
    length = vsnprintf(text->data + text->size, (size_t)length + 1, format, again);
  }
  va_end(again);
  va_end(arguments);
  if (text->failed) {
    text->data[text->size] = '\0'; /* as it was before this call */
  } else {
    text->size += (size_t)length;
  }
}

void hol_text_clear(hol_text *text)
{
  free(text->data);
  *text = (hol_text){0};
}

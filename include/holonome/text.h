/* SPDX-License-Identifier: BSD-3-Clause */
/** @file text.h  A growing text, the one way in which the library hands out words.
 *
 *  Module `base`. Adding never fails visibly: `failed` is set instead and looked at once, at the end. */
#ifndef HOLONOME_TEXT_H
#define HOLONOME_TEXT_H

#include "holonome/status.h"

#include <stdbool.h>
#include <stddef.h>

#ifdef __cplusplus
extern "C" {
#endif

/** A growing text; {0} is empty. `data` is always 0-terminated once something was added. */
typedef struct hol_text {
  char *data;
  size_t size, capacity;
  bool failed; /**< memory ran out; the text is incomplete */
  /** Whoever wants no more than HOL_TEXT_KEPT bytes in memory takes them here, from time to time: they are then no
   *  longer in `data`. NULL: all is kept. @return false: they could not be taken, `failed` is set */
  bool (*drain)(void *context, const char *bytes, size_t size);
  void *context;
  const char *beside; /**< a path in whose folder there is room for what is drained, if a format is made in a file
                       *   first; NULL: wherever there is. Borrowed */
  size_t drained;     /**< bytes that have been taken so */
} hol_text;

/** Bytes that a text with a drain keeps in memory, about. */
enum { HOL_TEXT_KEPT = 1 << 22 };

/** Add as printf() would. Not collective. */
void hol_text_add(hol_text *text, const char *format, ...) HOL_PRINTF(2, 3);
/** Add `size` bytes as they are. Not collective. */
void hol_text_put(hol_text *text, const char *bytes, size_t size);
/** Make sure that `size` more bytes and a final 0 fit; for callers that write into data + size themselves.
 *  @return false (and failed is set) if memory runs out. Not collective. */
bool hol_text_reserve(hol_text *text, size_t size);
/** Free and make empty. Idempotent. Not collective. */
void hol_text_clear(hol_text *text);

#ifdef __cplusplus
}
#endif

#endif

/* SPDX-License-Identifier: BSD-3-Clause */
/** @file json.h  Sink that writes JSON (RFC 8259), in the order of the calls, numbers as short as read back alike.
 *
 *  JSON is written directly rather than built as a tree first: a result can have millions of numbers, and nothing has
 *  to be looked up in it. */
#ifndef OUTPUT_JSON_H
#define OUTPUT_JSON_H

#include "holonome/text.h"
#include "result/sink.h"

enum { HOL_JSON_DEPTH = 16 }; /**< at most so many things are open */

/** State of a JSON writer: open records and lists; initialised as {.text = &text}. */
typedef struct hol_json {
  hol_text *text;    /**< added to; its `failed` is that of the sink. Borrowed */
  const char *named; /**< in a map: the name of what comes next */
  size_t depth;
  struct hol_json_level {
    const hol_quantity *of;
    size_t count; /**< of its items so far */
  } level[HOL_JSON_DEPTH + 1];
} hol_json;

/** Append a string escaped for JSON, without quotes; bytes that are not UTF-8 become U+FFFD. */
void hol_json_words(hol_text *text, const char *words);

/** Return the sink of a writer, which is borrowed. */
hol_sink hol_json_sink(hol_json *json);

#endif

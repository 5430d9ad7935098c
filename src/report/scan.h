/* SPDX-License-Identifier: BSD-3-Clause */
/** @file scan.h  JSON scanner (RFC 8259) that recognises results of this program and visits their values.
 *
 *  Nothing is built of it: results may have many millions of numbers, and a page takes them as they are. */
#ifndef REPORT_SCAN_H
#define REPORT_SCAN_H

#include "holonome/text.h"

enum { HOL_SCAN_DEPTH = 64 }; /**< at most so many lists and objects are open */

/** Bytes of the text. */
typedef struct hol_scan_span {
  const char *begin;
  size_t size;
} hol_scan_span;

/** Where the reader is: what is open, objects and lists in turn. */
typedef struct hol_scan_path {
  size_t depth;
  bool is_object[HOL_SCAN_DEPTH];
  hol_scan_span key[HOL_SCAN_DEPTH]; /**< of an object: of what comes next or is open in it, between its quotes */
} hol_scan_path;

/** Does the key at a level equal this name? */
bool hol_scan_is_key(const hol_scan_path *path, size_t level, const char *name);

typedef enum { HOL_SCAN_NUMBER, HOL_SCAN_TEXT, HOL_SCAN_WORD } hol_scan_kind;

/** Callbacks for the values of a text, in their order; NULL: none. The path of what is opened and closed is that of the
 *  object or list around it. */
typedef struct hol_scan_visitor {
  void *to;
  void (*open)(void *to, const hol_scan_path *path, const char *at, bool is_object); /**< `at` its bracket */
  void (*close)(void *to, const hol_scan_path *path, const char *end);               /**< `end` behind its bracket */
  void (*leaf)(void *to, const hol_scan_path *path, hol_scan_kind kind, hol_scan_span value); /**< texts between
                                                                                                   quotes */
} hol_scan_visitor;

/** Outcome of a scan. */
typedef struct hol_scan {
  size_t results;   /**< of the program: the object itself, or the objects of the list */
  const char *what; /**< what is wrong; NULL: nothing */
  size_t at;        /**< byte of what is wrong */
} hol_scan;

/** Scan a text to its end.
 *  @param[in,out] title  the first `problem.title` is added; NULL: it is not asked for
 *  @return HOL_INVALID: see `what`. Cost O(size). */
HOL_MUST_CHECK hol_status hol_scan_result(const char *bytes, size_t size, hol_scan *scan, hol_text *title);

/** Scan a text with a visitor, which is called before the text is known to be a result. */
HOL_MUST_CHECK hol_status hol_scan_visit(const char *bytes, size_t size, const hol_scan_visitor *visitor,
                                         hol_scan *scan, hol_text *title);

/** Decode a JSON string between its quotes and append it. */
void hol_scan_decode(hol_text *text, hol_scan_span from);

#endif

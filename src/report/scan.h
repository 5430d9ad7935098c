/** @file scan.h  Is this text a result of the program: JSON (RFC 8259), and what it says first?
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

/** Is the key at a level this name? */
bool hol_scan_is_key(const hol_scan_path *path, size_t level, const char *name);

typedef enum { HOL_SCAN_NUMBER, HOL_SCAN_TEXT, HOL_SCAN_WORD } hol_scan_kind;

/** Who is told what stands in the text, in its order; NULL: not of that. The path of what is opened and closed is that of what it
 *  stands in. */
typedef struct hol_scan_visitor {
  void *to;
  void (*open)(void *to, const hol_scan_path *path, const char *at, bool is_object); /**< `at` its bracket */
  void (*close)(void *to, const hol_scan_path *path, const char *end);               /**< `end` behind its bracket */
  void (*leaf)(void *to, const hol_scan_path *path, hol_scan_kind kind, hol_scan_span value); /**< texts between quotes */
} hol_scan_visitor;

/** What was found. */
typedef struct hol_scan {
  size_t results;   /**< of the program: the object itself, or the objects of the list */
  const char *what; /**< what is wrong; NULL: nothing */
  size_t at;        /**< byte of what is wrong */
} hol_scan;

/** Read a text to its end.
 *  @param[in,out] title  the first `problem.title` is added; NULL: it is not asked for
 *  @return HOL_INVALID: see `what`. Cost O(size). */
HOL_MUST_CHECK hol_status hol_scan_result(const char *bytes, size_t size, hol_scan *scan, hol_text *title);

/** The same for a visitor, who is told of it before the text is known to be a result. */
HOL_MUST_CHECK hol_status hol_scan_visit(const char *bytes, size_t size, const hol_scan_visitor *visitor,
                                         hol_scan *scan, hol_text *title);

/** Add a text of JSON, between its quotes, without its escapes. */
void hol_scan_decode(hol_text *text, hol_scan_span from);

#endif

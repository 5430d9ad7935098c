/** @file scan.h  Is this text a result of the program: JSON (RFC 8259), and what it says first?
 *
 *  Nothing is built of it: results may have many millions of numbers, and a page takes them as they are. */
#ifndef REPORT_SCAN_H
#define REPORT_SCAN_H

#include "holonome/text.h"

enum { HOL_SCAN_DEPTH = 64 }; /**< at most so many lists and objects are open */

/** Who is told what a text has, in its order. Names are those of members of objects, NULL in lists; words are borrowed for the call. */
typedef struct hol_scan_listener {
  void (*open)(void *to, const char *name, bool is_object);
  void (*close)(void *to);
  void (*number)(void *to, const char *name, double x); /**< NAN: null */
  void (*truth)(void *to, const char *name, bool is);
  void (*words)(void *to, const char *name, const char *words);
  void *to;
} hol_scan_listener;

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
/** The same, and tell it, up to what is wrong. */
HOL_MUST_CHECK hol_status hol_scan_tell(const char *bytes, size_t size, hol_scan *scan,
                                        const hol_scan_listener *listener);

#endif

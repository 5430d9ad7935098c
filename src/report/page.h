/* SPDX-License-Identifier: BSD-3-Clause */
/** @file page.h  Report page of results: one self-contained HTML file made from results as JSON.
 *
 *  Module `report`. The page is written in TypeScript (page/); its built files are kept and carried by the program, so
 *  that no one needs Node to make pages. A policy lets these scripts run by their hashes and nothing else. */
#ifndef REPORT_PAGE_H
#define REPORT_PAGE_H

#include "holonome/text.h"

/** A text as --json writes it: of one file an object, of several a list. */
typedef struct hol_page_source {
  const char *name; /**< of its file; NULL: none. Borrowed */
  const char *bytes;
  size_t size;
} hol_page_source;

/** Error in a source. */
typedef struct hol_page_fault {
  size_t source, line, column; /**< number of the source; place from 1 */
  const char *what;
} hol_page_fault;

/** Find line and column of a byte. @param[in] what  error at this byte @return a fault of source 0 */
hol_page_fault hol_page_fault_at(const char *bytes, size_t size, size_t at, const char *what);

/** Add a page. The same sources give the same bytes.
 *  @param[in]  source  [count]
 *  @param[out] fault   of HOL_INVALID; NULL: not asked for
 *  @return HOL_INVALID: a source is no result; HOL_MEMORY. */
HOL_MUST_CHECK hol_status hol_page_add(const hol_page_source *source, size_t count, hol_text *page,
                                       hol_page_fault *fault);

#endif

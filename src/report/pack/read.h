/* SPDX-License-Identifier: BSD-3-Clause */
/** @file read.h  Packing of large results given as JSON text (pack.h), without a tree of the text in memory. */
#ifndef REPORT_PACK_READ_H
#define REPORT_PACK_READ_H

#include "report/scan.h"

/** Read a result or a list of results.
 *  @param[out] packed  the same text with its large results packed; empty: none is large
 *  @param[in,out] title  as of hol_scan_result()
 *  @return HOL_INVALID: see `scan`; HOL_MEMORY. Cost O(size). */
HOL_MUST_CHECK hol_status hol_pack_read(const char *bytes, size_t size, hol_text *packed, hol_scan *scan,
                                        hol_text *title);

#endif

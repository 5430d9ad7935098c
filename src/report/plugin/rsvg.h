/* SPDX-License-Identifier: BSD-3-Clause */
/** @file rsvg.h  Interface of the picture plugin (librsvg). It shares no names with the library. */
#ifndef REPORT_PLUGIN_RSVG_H
#define REPORT_PLUGIN_RSVG_H

#include <stdbool.h>
#include <stddef.h>

#define HOL_RSVG_SYMBOL "hol_rsvg"

typedef struct hol_rsvg_plugin {
  /** Convert SVG to PDF, or to PNG of 600 dots per inch. The same SVG gives the same bytes where
   *  libraries and fonts are the same.
   *  @param[in] put  takes the output piece by piece and returns whether it could
   *  @return false: it could not be drawn */
  bool (*convert)(const char *svg, size_t size, bool is_pdf, bool (*put)(void *to, const void *bytes, size_t size),
                  void *to);
} hol_rsvg_plugin;
extern const hol_rsvg_plugin hol_rsvg;

#endif

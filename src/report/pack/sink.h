/* SPDX-License-Identifier: BSD-3-Clause */
/** @file sink.h  JSON of a result from memory for a report page, packed where it is large (pack.h). */
#ifndef REPORT_PACK_SINK_H
#define REPORT_PACK_SINK_H

#include "holonome/text.h"
#include "result/sink.h"

/** Add a result.
 *  @param[in] describe  writes it to a sink, the same each time; it is called twice
 *  @return HOL_MEMORY, what `describe` returns */
HOL_MUST_CHECK hol_status hol_pack_json(hol_status (*describe)(const void *of, const hol_sink *sink), const void *of,
                                        hol_text *text);

#endif

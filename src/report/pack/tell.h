/* SPDX-License-Identifier: BSD-3-Clause */
/** @file tell.h  JSON of a result from memory for a report page, packed where it is large (pack.h). */
#ifndef REPORT_PACK_TELL_H
#define REPORT_PACK_TELL_H

#include "holonome/text.h"
#include "result/sink.h"

/** Add a result.
 *  @param[in] tell  writes it to a sink, the same each time; it is called twice
 *  @return HOL_MEMORY, what `tell` returns */
HOL_MUST_CHECK hol_status hol_pack_tell(hol_status (*tell)(const void *of, const hol_sink *sink), const void *of,
                                        hol_text *text);

#endif

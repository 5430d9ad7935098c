/** @file tell.h  What was measured as a result: told to a sink as analyses are, so that pages and pictures need not know it. */
#ifndef REPORT_MEASURED_TELL_H
#define REPORT_MEASURED_TELL_H

#include "report/measured/compare.h"
#include "result/sink.h"

/** Tell a whole result: `geometry` of trace lines and points, `modes`, functions with their views, and how alike computed modes are.
 *  @param[in] file     its name
 *  @param[in] pairing  [count] with computed results
 *  @return HOL_MEMORY */
HOL_MUST_CHECK hol_status hol_measured_describe(hol_measured *measured, const char *file, const hol_pairing *pairing,
                                                size_t count, const hol_sink *sink);

#endif

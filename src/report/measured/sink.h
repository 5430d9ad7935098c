/* SPDX-License-Identifier: BSD-3-Clause */
/** @file sink.h  Measured data written to a sink as a result, so that page and pictures need no code of their own for
 *  them. */
#ifndef REPORT_MEASURED_SINK_H
#define REPORT_MEASURED_SINK_H

#include "report/measured/compare.h"
#include "result/sink.h"

/** Write a whole result: `geometry` of trace lines and points, `modes`, functions with their views, and the comparison
 *  with computed modes.
 *  @param[in] file     its name
 *  @param[in] pairing  [count] with computed results
 *  @return HOL_MEMORY */
HOL_MUST_CHECK hol_status hol_measured_describe(hol_measured *measured, const char *file, const hol_pairing *pairing,
                                                size_t count, const hol_sink *sink);

#endif
